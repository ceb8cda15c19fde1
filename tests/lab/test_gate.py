"""The balance gate: it stops what is out of balance and lets through what is not, whoever plays its games and where."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.thinkers import Thinkers
from rollwright.command.main import main
from rollwright.core.game import Game, open_game
from rollwright.lab.gate import gate
from rollwright.lab.gate.contests import Dice, Lead, contests, play_dice
from rollwright.lab.gate.gate import run_gate
from rollwright.lab.gate.sequential_test import ERROR, HIGH, LOW, STEP, Bounds, Verdict, likelihood_ratio
from rollwright.lab.gate.trust import Trust, drawn, plant, play_pool, trust, with_head_start
from rollwright.lab.report.gate_page import (
    distrust_sentences,
    gate_head,
    gate_page,
    gate_rows,
    side_names,
    turn_sentences,
)
from rollwright.lab.report.page import report
from rollwright.lab.report.plans import Plan
from rollwright.lab.simple_players.fixed_dice import ROLLERS, ROUNDS, roll_fixed
from rollwright.lab.simple_players.simple_games import DECISIONS, SimpleGames
from rollwright.lab.workers.pool import Here
from tests.support import SKETCHES

NAME = "starcraft"


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game that the choices decide, too small to compile: hares beat foxes, foxes beat snails."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SKETCHES))
    yield open_game("foot_race")
    rollwright.games.__path__.remove(str(SKETCHES))


def imagined(mean: float, count: int, seed: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Draw sets of dice of a side that wins so often, each with two games that share much of their luck."""
    random = np.random.default_rng(seed)
    both = random.random(count) < 0.3
    games = random.random((count, 2)) < mean
    return np.where(both, 4 * games[:, 0], 2 * games.sum(axis=1)).astype(np.int64)


def test_with_two_kinds_of_observations_the_ratio_is_the_binomial_one() -> None:
    won, lost = 70, 30
    known = won * log(HIGH / LOW) + lost * log((1 - HIGH) / (1 - LOW))
    assert likelihood_ratio([lost, 0, 0, 0, won]) == pytest.approx(known, abs=0.01)


def test_a_side_that_wins_too_often_is_found_and_another_is_not() -> None:
    bounds = Bounds(tests=6)
    verdicts = {
        mean: [bounds.judge(imagined(mean, bounds.most, seed))[0] for seed in range(100)]
        for mean in (0.5, LOW, HIGH, 0.6)
    }
    assert verdicts[0.5].count(Verdict.WITHIN) == 100
    assert verdicts[LOW].count(Verdict.OVER) <= 5, f"an error of {ERROR:.0%} over six tests"
    assert verdicts[HIGH].count(Verdict.OVER) >= 95
    assert verdicts[0.6].count(Verdict.OVER) == 100


def test_a_verdict_does_not_depend_on_what_is_played_after_it() -> None:
    bounds = Bounds(tests=2)
    seen = imagined(0.58, bounds.most, 3)
    verdict, after = bounds.judge(seen)
    assert (verdict, after % STEP) == (Verdict.OVER, 0)
    assert bounds.judge(seen[:after]) == bounds.judge(seen[: after + STEP // 2]) == (verdict, after)
    assert bounds.judge(seen[: after - 1])[0] == Verdict.OPEN
    assert bounds.judge_both(4 - seen)[:2] == (Verdict.WITHIN, Verdict.OVER)


def test_a_test_that_stays_open_takes_what_is_likelier() -> None:
    short = Bounds(tests=2, most=STEP)
    assert short.judge(np.array([2, 3] * STEP)) == (Verdict.OVER, STEP), "62.5%, but too few to be sure"
    assert short.judge(np.array([2] * 2 * STEP)) == (Verdict.WITHIN, STEP)


def test_the_gate_stops_a_game_that_choices_decide(race: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", race.name, "--dice", "50"]) == 1
    shown = capsys.readouterr()
    assert "Hares against Foxes" in shown.out
    assert "FAILS, undecided" in shown.out, "so few games could be chance, but the likelier is taken"
    assert "is out of balance: of " in shown.err
    assert "Hares won 100.0% (92.9% to 100.0%)" in shown.err
    assert main(["balance", race.name, "--dice", "100"]) == 1
    assert "FAILS\n" in capsys.readouterr().out, "decided at the very last look"
    assert main(["balance", race.name, "--dice", "50", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["pairings"]
    assert [each["option"] for each in found][-1].startswith("begins")
    assert not all(each["passes"] for each in found)


def test_what_is_weighed_cannot_be_fixed(race: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", race.name, "--option", "animal=hare"]) == 2
    assert "is what is weighed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "option", "sentence"),
    [
        ("rolling_pyramids", "map=inner,outer", "takes one value, not 'inner, outer'"),
        ("tou_shi", "foo=bar", "has no option 'foo'"),
    ],
)
def test_options_that_the_table_cannot_have_are_refused(
    game: str, option: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", game, "--option", option]) == 2
    assert sentence in capsys.readouterr().err


def test_a_game_for_one_has_nothing_to_weigh(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "tou_shi"]) == 0
    assert "nothing to weigh" in capsys.readouterr().out


def test_every_pairing_is_played_in_both_orders_on_all_tables() -> None:
    game = open_game("rolling_pyramids")
    every = contests(game, ["map"])
    assert len(every) == 7, "six pairings of four factions, and who begins"
    first = every[0]
    played = [each for number in range(3) for each in first.settings(number)]
    assert {each["map"] for each in played} == {"inner", "outer", "4x"}
    assert [each["faction"] for each in played[:2]] == [["anubians", "bastet"], ["bastet", "anubians"]]


def test_a_head_start_is_counted_game_by_game() -> None:
    found = [Lead(0, (-4, -2)), Lead(2, (3, -3)), Lead(4, (5, 1)), Lead(2, (0, 0))]
    assert with_head_start(found, 2).tolist() == [1, 2, 4, 4]
    halves, sets = plant(found, 0.6)
    assert (halves, sets) == (1, 4)


def test_dice_depend_on_the_seed_the_round_the_roller_and_their_place_only() -> None:
    rules = open_game("terminal_dispute").rules(compiled=False)
    s = rules.new()
    faces = []
    for seed in range(3_000):
        had, sides = np.zeros((ROUNDS, ROLLERS), np.int64), np.full(5, 6, np.int64)
        s.round_no, s.roller = 1, seed % 2
        roll_fixed(s, sides, 5, had, 7, seed)
        faces.append(sides.tolist())
        one_by_one = np.zeros((ROUNDS, ROLLERS), np.int64)
        for place in range(5):
            die = np.array([6], np.int64)
            roll_fixed(s, die, 1, one_by_one, 7, seed)
            assert die[0] == sides[place]
    counts = np.bincount(np.array(faces).ravel(), minlength=7)[1:]
    expected = 15_000 / 6
    assert (((counts - expected) ** 2) / expected).sum() < 25, "chi-square with five degrees of freedom"
    alike = np.corrcoef(np.array(faces).T)
    assert np.abs(alike - np.eye(5)).max() < 0.1


@pytest.mark.slow
def test_compiled_games_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(NAME)
    setting = game.setting(2, {"race": ["zerg", "protoss"]})
    fast = SimpleGames(game).play(setting, [0, 20], [1, 2])
    told, counted = SimpleGames(game).tell(setting, [0, 20], 1, 1)
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    slow = SimpleGames(game).play(setting, [0, 20], [1, 2])
    assert fast.halves.tolist() == slow.halves.tolist()
    assert fast.states.tobytes() == slow.states.tobytes()
    assert fast.counts.tolist() == slow.counts.tolist()
    assert counted[DECISIONS] == slow.counts[0, DECISIONS], "the same game when it is watched"
    assert told[-1].tolist() == slow.shares()[0].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("name", [NAME, "terminal_dispute"])
def test_shipped_sheets_pass_and_a_planted_imbalance_fails(name: str) -> None:
    game = open_game(name)
    every = contests(game)
    found = play_pool(Here(), game, every, "guide", seed=11, sets=600)
    rates = trust(found, most=2_000, seeds=20)
    assert rates.as_is <= 1, "at most 5 of 100"
    assert rates.planted >= 19, "at least 95 of 100"
    assert 0.6 <= rates.share < 0.62


@pytest.mark.slow
def test_the_gate_finds_the_same_in_other_processes() -> None:
    game = open_game(NAME)
    every = contests(game)[:2]
    with Thinkers(2) as pool:
        elsewhere = run_gate(pool, game, every, "guide", 5, 400)
    assert elsewhere == run_gate(Here(), game, every, "guide", 5, 400)
    assert all(each.passes for each in elsewhere)


@pytest.mark.slow
def test_bots_that_think_can_play_the_gate() -> None:
    (lead,) = play_dice(NAME, 2, [(contests(open_game(NAME))[0], 0, 1)])
    assert len(lead.leads) == 2
    assert 0 <= lead.quarters <= 4


@pytest.mark.slow
def test_the_report_has_the_gate_and_the_measures() -> None:
    alarms: list[str] = []
    page = report({open_game(NAME): Plan({}, {}, gate=100, watched=3)}, 1, workers=1, alarm=alarms.append)
    gate = page.partition("### Balance gate")[2]
    assert gate.count("passes") + gate.count("FAILS") >= 4
    assert len(alarms) == page.count("**FAILS**")
    for measure in ("decisiveness", "drama", "lead changes", "decision factor", "luck of two guides", "luck of a seat"):
        assert f"\n| {measure} | " in page
    assert "| guide | newcomer | " in page


def test_a_report_that_finds_an_imbalance_says_so(race: Game) -> None:
    alarms: list[str] = []
    page = report({race: Plan({}, {}, gate=50)}, 1, workers=1, alarm=alarms.append)
    assert "**FAILS**" in page
    assert alarms[0].startswith(f"{race.title} is out of balance: of ")
    assert alarms[-1] == f"{race.title}: the gate stops the game as it is with 5 of 5 seeds, more than 5%."
    assert len(alarms) == page.count("**FAILS**")


def test_a_gate_that_cannot_be_trusted_is_told() -> None:
    good = Trust(100, 12_000, 5, "hare", 0.5, 0.4, 0.6, 95)
    assert distrust_sentences(good) == []
    (harsh,) = distrust_sentences(replace(good, as_is=6))
    assert "as it is with 6 of 100 seeds" in harsh
    (lax,) = distrust_sentences(replace(good, planted=94))
    assert "planted imbalance with 94 of 100 seeds only" in lax


def test_sets_are_drawn_where_it_is_their_turn() -> None:
    places = drawn(10, 3, 1_000, [1, 2])
    assert (places % 3 == np.arange(1_000) % 3).all()
    assert set(places.tolist()) == set(range(9)), "any set of each table, and none of a round that was cut off"
    assert drawn(2, 3, 100, [1]).max() == 1, "too few for a round: any of them"


def test_a_mean_over_tables_hides_no_table(race: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def hares_by_land(name: str, player: object, pieces: Sequence[Dice]) -> list[Lead]:
        dry = [dict(contest.settings(number)[0])["track"] == "dry" for contest, number, _ in pieces]
        of_hares = ["hare" in contest.sides for contest, _, _ in pieces]
        return [Lead(2 + (is_dry or -1) * known, (0, 0)) for is_dry, known in zip(dry, of_hares, strict=True)]

    monkeypatch.setattr(gate, "play_dice", hares_by_land)
    judged = run_gate(Here(), race, contests(race, ["track"]), "guide", 1, 2_000)
    assert all(each.passes for each in judged)
    hares = judged[0]
    assert [alone.passes for alone in hares.alone] == [False, False]
    assert [alone.share.mean for alone in hares.alone] == [0.75, 0.25]
    names = side_names(race)
    assert gate_head(judged)[-2:] == ["track dry", "track wet"]
    assert gate_rows(judged, names)[0][-2:] == ["75.0%, would fail", "25.0%, would fail"]
    assert gate_rows(judged, names)[-1][-2:] == ["50.0%", "50.0%"]
    said, *failing = turn_sentences(judged, names)
    assert "4 of these 8 would not pass" in said
    assert failing[0].startswith("track dry alone: of ")
    assert "against Foxes, Hares won 75.0%" in failing[0]
    assert "against Hares, Foxes won 75.0%" in failing[1]
    page = "\n".join(gate_page(race, judged, None, "guide"))
    assert all(f"\n- {sentence}" in page for sentence in failing)
    assert said in page
    assert "**FAILS**" not in page
    single = run_gate(Here(), race, contests(race, table={"track": "dry"}), "guide", 1, 2_000)
    assert [each.share for each in single] == [each.alone[0].share for each in judged], "as with --option track=dry"
    assert turn_sentences(single, names) == []
    assert len(gate_head(single)) == 5
