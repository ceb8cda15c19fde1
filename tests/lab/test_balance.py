"""Whether choices are equally good: every combination is played in every order, and what comes out is counted right."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.thinkers import Thinkers
from rollwright.command.main import main
from rollwright.core.game import Game, open_game
from rollwright.core.options import Choice, Option
from rollwright.lab.matches import GUIDE, RANDOM, Match, play_match
from rollwright.lab.report.balance import Group, Heat, Heats, Trials, Use, judge, plan_heats, tables_of, weigh
from rollwright.lab.report.balance_page import pooled
from rollwright.lab.report.page import report
from rollwright.lab.report.plans import FULL, Plan
from rollwright.lab.report.sampled_settings import count_settings, handful, in_turn
from rollwright.lab.report.strength import duel_seatings, measure
from rollwright.lab.statistics import Estimate
from tests.support import SKETCHES

COLOURS = ("c0", "c1", "c2", "c3")
TURNED = Trials(GUIDE, {4: 2}, turned=True)
TRIALS = Trials(playouts=2, dice={2: 5, 3: 4}, alike={2: 5, 3: 1}, most=100)


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game that the choices decide: hares beat foxes, foxes beat snails; of two hares the first to move wins."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SKETCHES))
    yield open_game("foot_race")
    rollwright.games.__path__.remove(str(SKETCHES))


def colours(count: int, distinct: bool = False) -> Option:
    names = tuple(Choice(f"c{number}") for number in range(count))
    return Option("colour", "Colour", names, per_seat=True, distinct=distinct)


def means(estimates: dict[str, Estimate]) -> dict[str, float]:
    return {name: round(each.mean, 4) for name, each in estimates.items()}


def rows(page: str, lead: str) -> list[list[str]]:
    """Return the rows of the table after a line that begins so."""
    lines = iter(page.splitlines())
    next(line for line in lines if line.startswith(lead))
    assert next(lines) == ""
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.split("|")[1:-1]])
    return found[2:]


def test_every_combination_is_played_in_every_order_on_the_same_dice() -> None:
    played = plan_heats(colours(3), 3, TRIALS, seed=4)
    assert played.groups == [Group(False, 4, 1, 1), Group(True, 1, 9, 9)]
    assert played.games == 4 * 6 + 21
    assert len({heat.seed for heat in played.heats}) == len(played.heats) == 13, "each set of dice serves once"
    assert Counter(len(heat.orders) for heat in played.heats) == {1: 3, 3: 6, 6: 4}
    assert all(len({tuple(sorted(order)) for order in heat.orders}) == 1 for heat in played.heats)
    for order in colours(3).settings(3):
        weights = [heat.weight for heat in played.heats if order in heat.orders]
        assert sum(weights) == 1, "with their weights all orders count alike"


def test_choices_that_must_differ_have_no_mirror() -> None:
    played = plan_heats(colours(4, distinct=True), 2, TRIALS, seed=1)
    assert (played.groups, played.games) == ([Group(False, 5, 6, 6)], 5 * 12)
    assert played.heats[0].orders == (("c0", "c1"), ("c1", "c0"))


def test_choices_can_be_turned_round_the_table() -> None:
    played = plan_heats(colours(4, distinct=True), 4, TURNED, seed=1)
    assert (played.groups, played.games) == ([Group(False, 2, 6, 6)], 2 * 24)
    for heat in played.heats:
        assert len(heat.orders) == 4
        assert all(len(set(on_seat)) == 4 for on_seat in zip(*heat.orders, strict=True)), "each choice on each seat"
    assert Counter(order for heat in played.heats for order in heat.orders) == dict.fromkeys(permutations(COLOURS), 2)
    repeating = plan_heats(colours(2), 4, Trials(0, {}, {4: 1}, turned=True), seed=1)
    assert sorted(len(heat.orders) for heat in repeating.heats) == [1, 1, 2, 4, 4, 4]
    assert repeating.games == 2**4, "every order once"
    assert {heat.weight for heat in repeating.heats} == {1}


def test_tables_take_turns_from_one_set_of_dice_to_the_next() -> None:
    hills = Option("map", "Map", (Choice("hills"), Choice("sea", most_seats=2), Choice("moor")))
    options = [hills, colours(3), Option("ice", "Ice", (Choice("thick"), Choice("thin")))]
    assert tables_of(options, 2, ()) == [()]
    assert tables_of(options, 3, ("map",)) == [(("map", "hills"),), (("map", "moor"),)]
    assert len(tables_of(options, 2, ("map", "ice"))) == 6
    tables = tables_of(options, 2, ("map",))
    trials = Trials(GUIDE, {2: 6}, {2: 1})
    played = plan_heats(colours(3), 2, trials, 1, tables)
    assert Counter((heat.orders[0], heat.table) for heat in played.heats[:18]) == {
        (pair, table): 2 for pair in combinations(COLOURS[:3], 2) for table in tables
    }, "every combination meets every table"
    for heat, alone in zip(played.heats, plan_heats(colours(3), 2, trials, 1).heats, strict=True):
        assert replace(heat, table=()) == alone, "on the same dice as if there were one table only"


def test_many_choices_do_not_take_longer() -> None:
    fewer = plan_heats(colours(6), 2, TRIALS, seed=1)
    assert (fewer.groups, fewer.games) == ([Group(False, 2, 15, 15), Group(True, 2, 6, 6)], 72)
    drawn = plan_heats(colours(9, distinct=True), 3, TRIALS, seed=1)
    assert (drawn.groups, drawn.games) == ([Group(False, 1, 16, 84)], 96)
    assert all(len(heat.orders) == 6 for heat in drawn.heats), "what is drawn is played in every order"
    assert plan_heats(colours(9, distinct=True), 3, TRIALS, seed=1) == drawn
    assert plan_heats(colours(9, distinct=True), 3, TRIALS, seed=2) != drawn
    assert plan_heats(colours(9), 3, TRIALS, seed=1).games <= 100
    assert plan_heats(colours(2), 3, TRIALS, seed=1).groups == [Group(True, 1, 4, 4)], "too few to differ"


def test_pairings_are_judged_from_both_sides(race: Game) -> None:
    with Thinkers(1) as thinkers:
        found = weigh(thinkers, race, race.options[0], 2, TRIALS, seed=1)
    assert found.played.games == 9 * 5
    won = {pair: [share.games, share.mean, ahead.mean] for pair, (share, ahead) in found.pairings.items()}
    assert won["hare", "fox"] == [10, 1, 1]
    assert won["hare", "snail"] == [10, 1, 2]
    assert won["fox", "snail"] == [10, 1, 1]
    assert won["snail", "snail"] == [5, 0.5, 0], "snails share the victory"
    for animal in ("hare", "fox"):
        heats = [heat for heat in found.played.heats if heat.orders == ((animal, animal),)]
        assert len(heats) == 5
        began = [play_match(race, [2, 2], heat.seed, {"animal": animal}).places[0] == 0 for heat in heats]
        assert won[animal, animal] == [5, sum(began) / 5, 0], "the first seat wins exactly if it began"


def test_choices_are_judged_where_all_differ_and_everywhere(race: Game) -> None:
    with Thinkers(1) as thinkers:
        two, three = (weigh(thinkers, race, race.options[0], seats, TRIALS, seed=1) for seats in (2, 3))
    assert means(two.different) == {"hare": 1, "fox": 0.5, "snail": 0}
    assert {share.games for share in two.different.values()} == {20}
    assert means(three.different) == {"hare": 1, "fox": 0, "snail": 0}
    assert {share.games for share in three.different.values()} == {24}
    # of the 27 ways to choose, 19 have a hare, 7 more a fox, and each animal sits on 27 seats
    assert means(three.every) == {"hare": round(19 / 27, 4), "fox": round(7 / 27, 4), "snail": round(1 / 27, 4)}
    assert {share.games for share in three.every.values()} == {24 + 21}
    assert three.pairings == {}


def test_seats_and_places_are_told_apart(race: Game) -> None:
    with Thinkers(1) as thinkers:
        found = weigh(thinkers, race, race.options[0], 2, TRIALS, seed=1)
    # on the same dice each side of a pairing begins once: half the games of 6 settings, 2 mirrors won, 1 shared
    assert [round(share.mean, 6) for share in found.places] == [round(5.5 / 9, 6), round(3.5 / 9, 6)]
    assert [share.games for share in found.seats] == [45, 45]
    assert sum(share.mean for share in found.seats) == pytest.approx(1)
    assert found.seats[0].mean != found.places[0].mean
    first = [share.mean for pair, (share, _) in found.pairings.items() if pair[0] == pair[1]]
    assert found.seats[0].mean == pytest.approx((30 * 0.5 + 5 * sum(first)) / 45)


def test_what_seats_began_with_is_told_apart(race: Game) -> None:
    with Thinkers(1) as thinkers:
        two, three = (weigh(thinkers, race, race.options[0], seats, TRIALS, seed=1) for seats in (2, 3))
    assert list(two.starts) == ["Lane 1", "Lane 2"]
    assert list(three.starts) == ["Lane 1", "Lane 2", "Lane 3"]
    # a snail has no lane: of 5 x 18 seats a third are snails', and without them who begins wins more often
    assert sum(share.games for share in two.starts.values()) == 5 * 12
    assert two.starts["Lane 1"].mean > two.starts["Lane 2"].mean
    lost_by_snails = 5 * 0.5  # which share the victory over each other, in 5 games
    won = sum(share.mean * share.games for share in two.starts.values())
    assert won == pytest.approx(45 - 2 * lost_by_snails)


def test_each_table_is_judged_alone_and_all_together(race: Game) -> None:
    trials = Trials(GUIDE, {2: 4}, {2: 2}, over=("track",))
    with Thinkers(1) as thinkers:
        found = weigh(thinkers, race, race.options[0], 2, trials, seed=1)
    dry, wet = ((("track", name),) for name in ("dry", "wet"))
    assert list(found.tables) == [dry, wet]
    assert {each.played.games for each in found.tables.values()} == {15}
    assert found.played.games == 30
    assert [set(found.tables[table].uses["hare"]) for table in (dry, wet)] == [{"Start", "Leap"}, {"Start", "Splash"}]
    assert set(found.uses["hare"]) == {"Start", "Leap", "Splash"}
    for table in (dry, wet):
        assert means(found.tables[table].different) == {"hare": 1, "fox": 0.5, "snail": 0}
        assert found.tables[table].tables == {}
    page = report({race: Plan({}, {}, (trials,))}, 1, workers=1)
    assert "From one set of dice to the next the table's track goes round." in page
    assert "; 15 with track dry, 15 with track wet." in page
    different = {row[0]: row[1:3] for row in rows(page, "Won by choice where no two are alike, 2 seats")}
    assert list(different) == [
        f"{at_table}{name}" for at_table in ("", "track dry: ", "track wet: ") for name in ("Hares", "Foxes", "snail")
    ]
    assert (different["Foxes"], different["track wet: Foxes"]) == (["16", "50.0%"], ["8", "50.0%"])
    assert len(rows(page, "Won by seat")) == len(rows(page, "Won by order of play")) == 6
    starts = {row[0]: row[1:3] for row in rows(page, "Won by start")}
    assert {"2 seats: Lane 1", "2 seats, track dry: Lane 2"} <= set(starts)
    assert int(starts["2 seats: Lane 1"][0]) + int(starts["2 seats: Lane 2"][0]) == 40


def test_what_several_choices_do_is_also_told_together() -> None:
    mine, yours = {"Dig": Use(30, 9, 10), "Rest": Use(2, 1, 10)}, {"Dig": Use(10, 5, 30), "Sing": Use(90, 30, 30)}
    both = pooled({"mine": mine, "yours": yours})
    assert both == {"Dig": Use(40, 14, 40)}
    assert both["Dig"].mean == 1
    assert pooled({"mine": mine, "yours": {"Rest": Use(50, 3, 30), **yours}}) == {
        "Rest": Use(52, 4, 40),
        "Dig": Use(40, 14, 40),
    }
    assert pooled({}) == {}


def test_a_game_that_cannot_tell_is_judged_by_seat_alone() -> None:
    orders = (("a", "b"), ("b", "a"))
    matches = [Match((9, 9), 1, [4, 2], [0, 0], 5), Match((9, 9), 1, [6, 2], [0, 0], 5)]
    found = judge(Heats([Heat(orders, 1)], []), 2, ["a", "b", "c"], matches)
    assert [share.mean for share in found.seats] == [1, 0]
    assert (found.places, found.uses, found.starts, found.tables) == ([], {}, {}, {})
    share, ahead = found.pairings["a", "b"]
    assert (share.mean, ahead.mean) == (0.5, (1 - 2) / 2)
    assert set(found.every) == {"a", "b"}, "nobody chose c"


def test_deeds_are_counted_for_every_choice(race: Game) -> None:
    with Thinkers(1) as thinkers:
        found = weigh(thinkers, race, race.options[0], 3, TRIALS, seed=1)
    uses = {
        name: {deed: (use.mean, use.at_all, use.players) for deed, use in each.items()}
        for name, each in found.uses.items()
    }
    assert uses == {
        "hare": {"Leap": (2, 45, 45), "Start": (1, 45, 45)},
        "fox": {"Start": (1, 45, 45), "Leap": (1, 45, 45)},
    }, "a snail's only step does not count"
    assert list(uses["hare"]) == ["Leap", "Start"], "the usual first"


def test_a_match_counts_deeds_by_seat_and_setting(race: Game) -> None:
    match = play_match(race, [RANDOM, 3, "easy"], 1, {"animal": ["fox", "snail", "hare"], "track": "wet"})
    assert match.deeds == (Counter(Start=1, Splash=1), Counter(), Counter(Start=1, Splash=2))
    assert sorted(match.places) == [0, 1, 2]
    assert match.starts == (f"Lane {match.places[0] + 1}", "", f"Lane {match.places[2] + 1}")
    assert match.share(match.players.index("easy")) == 1


def test_games_on_the_same_dice_are_judged_together() -> None:
    split = Estimate.of_share_in_sets([[1, 0]] * 50 + [[1, 1]] * 10)
    alike = Estimate.of_share_in_sets([[1, 1]] * 35 + [[0, 0]] * 25)
    alone = Estimate.of_share([1] * 70 + [0] * 50)
    assert {each.games for each in (split, alike, alone)} == {120}
    assert {round(each.mean, 9) for each in (split, alike, alone)} == {round(70 / 120, 9)}
    assert alike.high - alike.low > alone.high - alone.low > split.high - split.low
    singles = Estimate.of_share_in_sets([[1]] * 70 + [[0]] * 50)
    assert singles.high - singles.low == pytest.approx(alone.high - alone.low, rel=0.01)
    won = Estimate.of_share_in_sets([[1, 1]] * 5)
    assert (won.low, won.high) == pytest.approx((0.7225, 1), abs=1e-3), "ten of ten wins do not prove it"
    ahead = Estimate.of_mean_in_sets([[1, 3], [2, 2], [5, 1]])
    assert ahead.games == 6
    assert ahead.mean == pytest.approx(14 / 6)
    apart = Estimate.of_mean_in_sets([[1.0], [2.0], [3.0], [4.0]])
    assert apart.high == pytest.approx(Estimate.of_mean([1.0, 2.0, 3.0, 4.0]).high)


def test_the_report_tells_the_balance(race: Game) -> None:
    page = report({race: Plan({}, {}, (TRIALS,))}, 1, workers=1)
    assert "### Balance: animal" in page
    assert "Every bot makes 2 playouts for a decision." in page
    assert (
        "- 2 seats, 45 games: 3 combinations of different choices, 5 sets of dice for each; 3 combinations with "
        in page
    )
    assert "- 3 seats, 45 games: 1 combination of different choices, 4 sets of dice for each; " in page
    pairings = {row[0]: row[1:] for row in rows(page, "One choice against another")}
    assert list(pairings)[:3] == ["Hares against Foxes", "Hares against snail", "Foxes against snail"]
    assert pairings["Foxes against snail"][:2] == ["10", "100.0%"]
    assert pairings["Hares against snail"][3:] == ["2.0", "2.0 to 2.0"]
    different = {row[0]: row[1:3] for row in rows(page, "Won by choice where no two are alike, 3 seats")}
    assert different == {"Hares": ["24", "100.0%"], "Foxes": ["24", "0.0%"], "snail": ["24", "0.0%"]}
    assert "an equal share is 33.3%" in page
    every = {row[0]: row[1:3] for row in rows(page, "Won by choice against any choices, 3 seats")}
    assert every == {"Hares": ["45", "70.4%"], "Foxes": ["45", "25.9%"], "snail": ["45", "3.7%"]}
    places = {row[0]: row[1:3] for row in rows(page, "Won by order of play")}
    assert list(places) == [
        "2 seats: began",
        "2 seats: place 2",
        *(f"3 seats: {name}" for name in ("began", "place 2", "place 3")),
    ]
    assert places["2 seats: began"] == ["45", "61.1%"]
    assert len(rows(page, "Won by seat")) == 5
    assert ["Hares", "Leap", "2.00", "100.0%", "2.00", "100.0%"] in rows(page, "What was done")


def test_a_drawn_sample_is_stated(race: Game) -> None:
    page = report({race: Plan({}, {}, (Trials(2, {2: 1}, {2: 1}, most=3),))}, 1, workers=1)
    assert "1 of 3 combinations of different choices, drawn by lot, one set of dice for each" in page


def test_a_game_without_choices_of_the_seats_has_no_balance() -> None:
    with Thinkers(1) as thinkers:
        assert measure(thinkers, open_game("terminal_dispute"), Plan({}, {}, (TRIALS,)), seed=1).balance == {}


def test_in_duels_either_player_has_either_side(race: Game) -> None:
    seatings = duel_seatings(race, "easy", RANDOM, 18, seed=3)
    pairs = list(zip(seatings[::2], seatings[1::2], strict=True))
    for one, other in pairs:
        assert (one.seed, one.setting) == (other.seed, other.setting)
        assert (one.players, other.players) == (("easy", RANDOM), (RANDOM, "easy"))
    assert Counter(tuple(one.setting["animal"]) for one, _ in pairs) == dict.fromkeys(race.options[0].settings(2), 2)
    assert {tuple(one.setting["track"]) for one, _ in pairs} == {("dry", "dry")}
    page = report({race: Plan({RANDOM: 90, "easy": 36}, {("easy", RANDOM): 9})}, 3, workers=1)
    duel = {row[0]: row[1:] for row in rows(page, "Two seats")}["easy against random"]
    assert (duel[0], duel[1], duel[3]) == ("18", "50.0%", "0.0"), "the animals decide, and both had them all"
    assert "animal staying with the seat and going round all 9 ways to choose" in page
    against_random = {row[0]: row[1:3] for row in rows(page, "Games won against random players")}
    assert [against_random[player][0] for player in (RANDOM, "easy")] == ["90", "36"]
    assert all(40 < float(won.rstrip("%")) < 60 for _, won in against_random.values()), (
        "each on either seat, as any animal"
    )


def test_settings_go_round_or_stay() -> None:
    both = (colours(3), Option("map", "Map", (Choice("hills"), Choice("sea"))), colours(2, distinct=True))
    assert len(in_turn(both[:2], 2)) == 9
    assert {tuple(each["map"]) for each in in_turn(both[:2], 2)} == {("hills", "hills")}
    assert in_turn(both[1:2], 4) == [{"map": ["hills"] * 4}]
    assert in_turn((), 1) == [{}]


def test_a_player_alone_tries_a_handful_of_settings() -> None:
    ice = Option("ice", "Ice", (Choice("thick"), Choice("thin")))
    depth = Option("depth", "Depth", tuple(map(Choice, "123")))
    assert handful([ice], 1) == [{"ice": ["thick"]}, {"ice": ["thin"]}], "all, if they are few"
    assert count_settings([ice, depth], 1) == 6
    assert [(each["ice"][0], each["depth"][0]) for each in handful([ice, depth], 1)] == [
        ("thick", "1"),
        ("thin", "1"),
        ("thick", "2"),
        ("thick", "3"),
    ]
    assert len(handful([ice, depth, colours(9)], 1)) == 4
    assert handful([], 1) == [{}]


def test_sim_says_what_each_seat_chose(race: Game, capsys: pytest.CaptureFixture[str]) -> None:
    bulk = ["sim", "foot_race", "--games", "20", "--seats", "3", "--option", "animal=fox,hare,fox"]
    assert main(bulk) == 0
    shown = capsys.readouterr().out
    assert "animal fox/hare/fox, track dry, 20 random games" in shown
    assert "seat 2 100.0%" in shown
    assert main([*bulk, "--player", "easy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["options"] == {"animal": ["fox", "hare", "fox"], "track": ["dry"] * 3}
    assert found["share_of_wins_by_seat"] == [0, 1, 0]


def test_the_full_plan_plays_every_pairing_some_hundred_times() -> None:
    for trials in FULL.trials:
        played = plan_heats(colours(3), 2, trials, seed=1)
        assert 2 * played.groups[0].dice >= 300
    assert FULL.trials[-1].playouts >= 400


def test_a_guide_makes_the_move_that_its_game_likes_best() -> None:
    game = open_game("starcraft")
    told: list[tuple[bytes, int]] = []
    one, again = (play_match(game, [GUIDE, RANDOM], 3, watch=lambda *asked: told.append(asked)) for _ in "ab")
    assert one == again
    assert one.halves[0] > one.halves[1]
    assert {seat for _, seat in told} == {0}


def test_what_is_told_of_moves_is_what_they_do_on_the_sheets() -> None:
    game = open_game("starcraft")
    rules, random = game.rules(compiled=False), Random(5)
    deed, place = (getattr(game.part("deeds"), name) for name in ("deed", "place"))
    names = game.part("names")
    s = rules.new()
    rules.begin(s, 3, game.options_array(3, game.setting(3, {})))
    sides, moves = np.zeros(rules.max_dice, np.int64), np.zeros(rules.max_moves, np.int64)
    deeds = [Counter[str]() for _ in range(3)]
    done = [Counter[str]() for _ in range(3)]
    while True:
        if count := rules.dice(s, sides):
            rules.roll(s, np.array([random.randrange(int(side)) + 1 for side in sides[:count]]))
            continue
        if not (mask := int(rules.waiting(s))):
            break
        seat = (mask & -mask).bit_length() - 1
        move = int(moves[random.randrange(rules.legal(s, seat, moves))])
        told, before = deed(s, seat, move), s.sheets[seat].copy()
        rules.play(s, seat, move)
        if told and not str(told).startswith("Build no"):
            deeds[seat][str(told)] += 1
        after = s.sheets[seat]
        done[seat][str(names.support_of(after))] += int(after.supports) - int(before.supports)
        done[seat]["Ability"] += int(after.abilities) - int(before.abilities)
        for row in range(11):
            done[seat][str(names.row_of(after, row))] += int(after.filled[row]) - int(before.filled[row])
    assert deeds == done
    assert sum(deeds, Counter())["Ability"] > 0
    assert [place(s, (int(s.first) + later) % 3) for later in range(3)] == [0, 1, 2]
