"""The report on the bots' strength: what it says follows from the games, and the same seed plays the same games."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.levels import LEVELS
from rollwright.bots.thinkers import Thinkers
from rollwright.command import reports
from rollwright.command.main import main
from rollwright.core.errors import UnknownGame
from rollwright.core.game import Game, all_games, open_game
from rollwright.core.language import Phrase
from rollwright.core.options import Choice, Option
from rollwright.lab import simulate as simulation
from rollwright.lab.matches import RANDOM, Seating, play_match, play_matches
from rollwright.lab.report import plans
from rollwright.lab.report.balance import Trials
from rollwright.lab.report.endings import count_endings
from rollwright.lab.report.page import HEAD, chapters, report
from rollwright.lab.report.plans import FULL, QUICK, Plan, plan_of
from rollwright.lab.report.strength import measure
from rollwright.lab.simulate import simulate
from rollwright.lab.statistics import Estimate, deviation, distribution
from tests.support import SHELF, SKETCHES

NAME = "terminal_dispute"
"""Games of which only the rules are written."""
TINY = Plan({RANDOM: 12, "easy": 6, "normal": 3}, {("normal", "easy"): 2})

WAYS = {"Through the ice", "Across", "Home"}


@pytest.fixture
def bids() -> Iterator[Game]:
    rollwright.games.__path__.append(str(SHELF))
    yield open_game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


@pytest.fixture
def ice(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of one, too small to compile: on over the ice as long as it holds, which can be thick or thin."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SKETCHES))
    yield open_game("thin_ice")
    rollwright.games.__path__.remove(str(SKETCHES))


def tables(text: str) -> dict[str, dict[str, list[str]]]:
    """Return the tables of a page by what is said before them, each row by its first cell."""
    found: dict[str, dict[str, list[str]]] = {}
    said = chapter = ""
    for line in text.splitlines():
        if line.startswith("#"):
            chapter = line.strip("# ")
        elif line.startswith("| ") and not line.startswith("| ---"):
            first, *cells = (cell.strip() for cell in line.split("|")[1:-1])
            found.setdefault(f"{chapter}: {said}", {})[first] = cells
        elif not line.startswith("|") and line:
            said = line.partition(",")[0].rstrip(":")
    return found


def test_a_mean_has_an_interval() -> None:
    found = Estimate.of_mean([1.0, 2.0, 3.0, 4.0])
    assert (found.games, found.mean) == (4, 2.5)
    assert found.high - found.mean == pytest.approx(1.96 * 1.2909944 / 2)
    assert Estimate.of_mean([7.0]) == Estimate(1, 7, 7, 7)
    assert deviation([1.0, 2.0, 3.0, 4.0]) == pytest.approx(1.2909944)


def test_a_share_has_an_honest_interval() -> None:
    won = Estimate.of_share([1.0] * 10)
    assert won.mean == 1
    assert won.low == pytest.approx(0.7225, abs=1e-3), "ten wins of ten do not prove that all will be won"
    assert won.high == pytest.approx(1)
    assert Estimate.of_count(0, 40).low == 0
    assert Estimate.of_count(3, 8) == Estimate.of_share([1.0] * 3 + [0.0] * 5)


def test_scores_are_counted_in_bins_that_a_person_would_choose() -> None:
    bins = distribution([np.array([13.0, 14, 15, 19, 20]), np.array([84.0])])
    assert [name for name, _ in bins][:2] == ["10 to 14", "15 to 19"]
    assert bins[0][1] == [2, 0]
    assert bins[1][1] == [2, 0]
    assert bins[-1] == ("80 to 84", [0, 1])
    assert np.sum([counts for _, counts in bins], axis=0).tolist() == [5, 1]
    assert distribution([np.array([-1.0, -0.5, 0.5])]) == [("-1 to -0.5", [2]), ("0 to 0.5", [1])]
    assert distribution([np.array([7.0, 7.0])]) == [("7", [2])]


def test_players_meet_the_same_dice_and_the_same_games_again() -> None:
    game = open_game(NAME)
    seatings = [Seating(players, 5) for players in ((RANDOM,), ("easy",), (RANDOM, "easy"))]
    with Thinkers(1) as thinkers:
        once, again = (play_matches(thinkers, game, seatings) for _ in range(2))
    assert once == again
    assert [match.players for match in once] == [(RANDOM,), ("easy",), (RANDOM, "easy")]


def test_a_game_that_is_not_played_alone_is_won_or_lost(bids: Game) -> None:
    with Thinkers(1) as thinkers:
        found = measure(thinkers, bids, TINY, seed=1)
    assert not found.alone
    assert list(found.wins) == [RANDOM, "easy", "normal"]
    assert [each.games for each in found.wins.values()] == [12, 6, 3]


def test_a_game_that_is_not_played_alone_says_how_it_ended(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bids.words, "ending", lambda s: Phrase("After round {n}", n=int(s.rounds)), raising=False)
    page = report({bids: Plan({RANDOM: 200}, {})}, 1, workers=1)
    assert tables(page)["Sealed Bids: How games ended"]["After round 3"] == ["100.0% (200), 98.1% to 100.0%"]
    games, won, _ = tables(page)["Sealed Bids: Games won against random players"][RANDOM]
    assert games == "200"
    assert 35 < float(won.rstrip("%")) < 65, "one random player of two"


def test_endings_are_counted_wave_by_wave(ice: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = simulate(ice, 1, 90, seed=2)
    assert set(at_once.endings) == WAYS
    assert at_once.endings.total() == 90
    assert at_once.endings["Through the ice"] == (at_once.points == 0).sum()
    told = 0

    def counting(game: Game, states: np.ndarray[tuple[int], np.dtype[np.void]]) -> Counter[str]:
        nonlocal told
        told += 1
        assert len(states) == simulation.PART, "a part at a time"
        return count_endings(game, states)

    monkeypatch.setattr(simulation, "PART", 10)
    monkeypatch.setattr(simulation, "WAVE", 2)
    monkeypatch.setattr(simulation, "count_endings", counting)
    shown: list[int] = []
    in_waves = simulate(ice, 1, 90, seed=2, progress=shown.append)
    assert told == 9
    assert shown == list(range(10, 100, 10))
    assert in_waves.endings.total() == 90
    assert in_waves.endings["Through the ice"] == (in_waves.points == 0).sum()


def test_a_match_knows_how_it_ended(ice: Game) -> None:
    played = [play_match(ice, [RANDOM], seed) for seed in range(20)]
    assert {match.ending for match in played} == WAYS
    assert all((match.ending == "Through the ice") == (match.halves == [0]) for match in played)
    assert play_match(open_game(NAME), [RANDOM], 1).ending == "", "this game ends in one way only"


def test_a_game_alone_is_measured_for_every_setting(ice: Game) -> None:
    plan = Plan({RANDOM: 400, "easy": 30}, {})
    page = report({ice: plan}, 3, workers=1)
    found = tables(page)
    kinds = ("Points", "How the points are spread", "How games ended")
    assert list(found) == [f"Alone, ice {setting}: {kind}" for setting in ("thick", "thin") for kind in kinds]
    for setting in ("thick", "thin"):
        points, spread, ended = (found[f"Alone, ice {setting}: {kind}"] for kind in kinds)
        assert points["player"] == ["games", "mean", "95%", "standard deviation", "quartiles", "best"]
        assert [points[player][0] for player in (RANDOM, "easy")] == ["400", "30"]
        assert spread["points"] == [RANDOM, "easy"]
        assert ended["ending"] == ["random, of 400", "easy, of 30"]
        assert set(ended) == {"ending", *WAYS}
        for column, games in enumerate((400, 30)):
            counts = [cells[column] for way, cells in ended.items() if way != "ending"]
            assert sum(int(cell.partition("(")[2].partition(")")[0]) for cell in counts) == games
            shares = [cells[column] for name, cells in spread.items() if name != "points"]
            assert sum(float(cell.rstrip("%")) for cell in shares if cell[0] not in "-<") == pytest.approx(100, abs=1)
        assert float(points[RANDOM][1]) < float(points["easy"][1])
    fallen = [found[f"Alone, ice {setting}: How games ended"]["Through the ice"][0] for setting in ("thick", "thin")]
    assert float(fallen[0].partition("%")[0]) + 10 < float(fallen[1].partition("%")[0]), "thin ice breaks more often"


def test_the_numbers_of_the_report_are_found_again_by_sim(ice: Game, capsys: pytest.CaptureFixture[str]) -> None:
    page = tables(report({ice: Plan({RANDOM: 50, "easy": 8}, {})}, 3, workers=1))
    for player, games in ((RANDOM, "50"), ("easy", "8")):
        bulk = ["sim", "thin_ice", "--player", player, "--games", games, "--seed", "3", "--option", "ice=thin"]
        assert main([*bulk, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        cells = page["Alone, ice thin: Points"][player]
        assert (float(cells[1]), float(cells[-1])) == (round(found["mean_score"], 1), found["highest_score"])
        column = page["Alone, ice thin: How games ended"]["ending"].index(f"{player}, of {games}")
        for way, count in found["endings"].items():
            assert page["Alone, ice thin: How games ended"][way][column].partition(",")[0].endswith(f"({count})")
        assert sum(found["endings"].values()) == int(games)
        assert main(bulk) == 0
        shown = capsys.readouterr().out
        assert all(f"{count}  {way}\n" in shown for way, count in found["endings"].items())


def test_the_report_is_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plans, "QUICK", TINY)
    monkeypatch.setattr(reports, "all_games", lambda: [open_game(NAME)])
    path = tmp_path / "report.md"
    assert main(["report", "--quick", "--output", str(path), "--seed", "3"]) == 0
    text = path.read_text(encoding="utf-8")
    assert text in capsys.readouterr().out
    assert "Seed 3" in text
    assert "\n\n### Alone\n" in text, "a game with one way to play it alone names no setting"
    found = tables(text)
    alone = {player: float(cells[1]) for player, cells in found["Alone: Points"].items() if player != "player"}
    assert alone[RANDOM] < alone["easy"] < alone["normal"]
    assert "Alone: How the points are spread" in found
    assert "Alone: How games ended" not in found, "this game ends in one way only"
    duel = found["Against each other: Two seats"]["normal against easy"]
    assert duel[0] == "4", "two sets of dice, seats swapped"
    assert float(duel[1].rstrip("%")) >= 75


def test_the_report_of_one_game_leaves_the_others_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plans, "QUICK", Plan({RANDOM: 5}, {}))
    path = tmp_path / "report.md"
    tou_shi = "\nPlayed long ago.\n\n### Alone\n\n| a | b |\n"
    path.write_text(f"# An old head\n\n## Tóu Shí\n{tou_shi}\n## Lost Game\n\nNobody has it now.\n", encoding="utf-8")
    report_one = ["report", NAME, "--quick", "--workers", "1"]
    for seed in ("3", "4"):
        assert main([*report_one, "--output", str(path), "--seed", seed]) == 0
        found = chapters(path.read_text(encoding="utf-8"))
        assert list(found) == ["Terminal Dispute", "Tóu Shí", "Lost Game"], "as on the shelf, the unknown ones last"
        assert (found["Tóu Shí"], found["Lost Game"]) == (tou_shi, "\nNobody has it now.\n")
        assert f"Seed {seed}; playouts: easy 0 overlooking 55%" in found["Terminal Dispute"]
    assert "old head" not in path.read_text(encoding="utf-8")
    monkeypatch.setattr(reports, "REPORT", str(tmp_path / "kept.md"))
    assert main(report_one) == 0
    assert "Saved in" not in capsys.readouterr().out.rpartition("# How strong")[2]
    assert not (tmp_path / "kept.md").exists(), "a quick report says nothing worth keeping"


def test_a_player_alone_makes_every_choice(ice: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    boots = Option("boots", "Boots", tuple(map(Choice, ("felt", "iron", "none"))), per_seat=True)
    monkeypatch.setattr(ice._facts, "OPTIONS", (*ice.options, boots))
    plan = Plan({RANDOM: 31}, {})
    with Thinkers(1) as thinkers:
        found = measure(thinkers, ice, plan, seed=2)
    assert list(found.alone) == ["ice thick", "ice thin"], "the table's settings have names"
    for players in found.alone.values():
        assert {each.setting["boots"][0] for each in players[RANDOM]} == {"felt", "iron", "none"}
        assert [each.games for each in players[RANDOM]] == [11, 10, 10]
        assert len({each.seed for each in players[RANDOM]}) == 3, "on dice of its own, so that games can be pooled"
    page = report({ice: plan}, 2, workers=1)
    pages = tables(page)
    assert pages["Alone, ice thin: Points"][RANDOM][0] == "31"
    assert pages["Alone, all together: How games ended"]["ending"] == ["random, of 62"]
    by_choice = pages["Alone, all together: How they ended by what the player had chosen"]
    assert by_choice.pop("ending") == [RANDOM]
    assert sum(int(cell.partition("(")[2].partition(")")[0]) for (cell,) in by_choice.values()) == 62
    assert {row.rpartition(", ")[2] for row in by_choice} == {"boots felt", "boots iron", "boots none"}
    assert all(f"{setting.setting['boots'][0]}: {setting.seed}" in page for setting in found.alone["ice thin"][RANDOM])


def test_an_ending_that_says_nothing_is_not_counted(ice: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = ice.words.ending
    monkeypatch.setattr(ice.words, "ending", lambda s: tell(s) if s.end == 2 else None)
    found = simulate(ice, 1, 90, seed=2)
    assert set(found.endings) == {"Across"}
    assert 0 < found.endings.total() < 90
    assert {play_match(ice, [RANDOM], seed).ending for seed in range(20)} == {"", "Across"}


def test_a_game_may_state_its_own_counts(ice: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plan_of(ice) is FULL
    assert plan_of(ice, quick=True) is QUICK
    monkeypatch.setattr(ice, "folder", tmp_path)
    own = tmp_path / "report.toml"
    own.write_text(
        """
        [full]
        games = { random = 50, hard = 1 }
        duels = { "hard against easy" = 7 }
        [[full.trials]]
        playouts = 0
        dice = { 2 = 30, 4 = 5 }
        over = ["ice"]
        turned = true
        [quick]
        games = { easy = 2 }
        gate = 30
        watched = 0
        """,
        encoding="utf-8",
    )
    trials = Trials(0, {2: 30, 4: 5}, over=("ice",), turned=True)
    assert plan_of(ice) == Plan({RANDOM: 50, "hard": 1}, {("hard", "easy"): 7}, (trials,), FULL.gate, FULL.watched)
    assert plan_of(ice, quick=True) == Plan({"easy": 2}, {}, gate=30, watched=0)
    for wrong in (
        "[full]\ngames = { brutal = 5 }",
        '[full]\nduels = { "easy against nobody" = 5 }',
        "[full]\nplayers = 5",
        "[[full.trials]]\nplayouts = 0\nover = ['swamp']",
        "[quick]",
        "full",
    ):
        own.write_text(wrong, encoding="utf-8")
        with pytest.raises(UnknownGame, match=r"thin_ice/report\.toml"):
            plan_of(ice)


def test_every_game_on_the_shelf_has_a_plan() -> None:
    for game in all_games():
        for quick in (False, True):
            assert plan_of(game, quick=quick).games


def test_the_report_that_is_kept_is_one_that_would_be_written() -> None:
    kept = (Path(__file__).parent.parent.parent / "docs" / "report.md").read_text(encoding="utf-8")
    assert kept.startswith(HEAD)
    assert set(chapters(kept)) == {game.title for game in all_games()}
    for part in chapters(kept).values():
        assert part.startswith("\nPlayed on 20")
        assert "\n### Balance gate\n" in part
        assert "\n### What designers measure\n" in part


@pytest.mark.parametrize("game", [game for game in all_games() if 2 in game.seats], ids=lambda game: game.name)
def test_the_gate_of_the_report_that_is_kept_can_be_trusted(game: Game) -> None:
    kept = (Path(__file__).parent.parent.parent / "docs" / "report.md").read_text(encoding="utf-8")
    gate = chapters(kept)[game.title].partition("\n### Balance gate\n")[2].partition("\n### ")[0]
    found = re.search(r"Run with (\d+) seeds .* as it is (once|\d+ times)\..* it stops it (once|\d+ times)\.", gate)
    assert found, "the sentence that tells how far the gate can be trusted"
    seeds, as_is, planted = (int(text.removesuffix(" times").replace("once", "1")) for text in found.groups())
    assert seeds >= 100
    assert as_is <= seeds * 5 / 100
    assert planted >= seeds * 95 / 100
    assert "FAILS" not in gate


def test_plans_name_every_player() -> None:
    for plan in (FULL, QUICK):
        assert set(plan.games) == {RANDOM, *LEVELS}
    assert FULL.games[RANDOM] >= 100_000


def test_a_report_does_not_depend_on_the_workers() -> None:
    plan = Plan({RANDOM: 7, "easy": 7}, {})
    pages = {report({open_game(NAME): plan}, 1, workers=workers) for workers in (1, 2)}
    assert len(pages) == 1


def test_sim_lets_bots_play(capsys: pytest.CaptureFixture[str]) -> None:
    bulk = ["sim", NAME, "--player", "easy", "--games", "6", "--seats", "2", "--option", "start=2"]
    assert main([*bulk, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["player"], found["games"], found["options"]) == ("easy", 6, {"start": ["2", "2"]})
    assert found["mean_score"] > 58
    assert main([*bulk, "--workers", "2"]) == 0
    shown = capsys.readouterr().out
    assert "6 games by easy bots" in shown
    assert f"mean {found['mean_score']:.2f}" in shown
    assert main(["sim", NAME, "--player", "brutal"]) == 2
