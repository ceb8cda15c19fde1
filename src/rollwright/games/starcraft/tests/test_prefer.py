"""What guides playouts of StarCraft makes sense to a player."""

import numpy as np
import pytest

from rollwright.bots.guided_playouts import TO_THE_END, finish
from rollwright.core.game import open_game
from rollwright.core.random_stream import streams
from rollwright.games.starcraft.prefer.cell_worths import (
    NO_ROOM,
    POINT,
    SPARED,
    WORTHS,
    WORTHS_FILE,
    read_worths,
    worths_text,
)
from rollwright.games.starcraft.prefer.dice_sets import counted, makes
from rollwright.games.starcraft.sheet import HALVES, LENGTHS, MAIN, RACES, SUPPORTS, WORKER
from rollwright.games.starcraft.tests.staging import NAME, arrange, begun, in_tactics, laid, play, rolled, trains
from rollwright.games.starcraft.train.sheet_plan import (
    ANOTHERS,
    BUILDING_SHEETS,
    OWN,
    UNIT_SHEETS,
    UNIT_STRIDES,
    building_rolls,
    plan_buildings,
    plan_units,
    unit_rolls,
)
from rollwright.table import Table
from rollwright.testing import opened

FULL = (
    *("drone 8", "zergling 6", "hydralisk 5", "lurker 4", "mutalisk 4", "ultralisk 3"),
    *("hatchery 3", "spire 8", "spawning-pool 4", "hydralisk-den 4", "ultralisk-cavern 8"),
)
"""Zerg who have no room for anything."""


def weights(table: Table, seat: int = 0) -> dict[str, int]:
    rules = table.game.rules()
    moves = table.legal_moves(seat)
    return {table.game.moves.text(move): int(rules.prefer(table.position, seat, move)) for move in moves}


def preferred(table: Table, seat: int = 0) -> str:
    """Return the one move of the greatest weight."""
    found = weights(table, seat)
    best = [text for text, weight in found.items() if weight == max(found.values())]
    assert len(best) == 1, best
    return best[0]


def in_round(number: int, *races: str) -> Table:
    table = begun(*races)
    table.position.round_no = number
    return table


# Numbers


def test_numbers_are_written_that_are_good_for_little_else() -> None:
    """A 2 or a 5 allows one building of a point, every other face one of two."""
    table = opened(NAME, 2, 1)
    written = []
    for _ in range(3):
        written.append(preferred(table))
        play(table, 0, written[-1])
    assert written == ["number 5", "number 5", "number 2"]


# Units


def test_the_game_begins_with_workers_and_ends_with_points() -> None:
    dice = "1 2 3 6 6 6"
    assert preferred(laid(in_round(1, "terran", "zerg"), dice)) == "train 1-2-3"
    assert preferred(laid(in_round(12, "terran", "zerg"), dice)) == "train 6-6-6"


def test_the_worker_that_doubles_all_others_is_wanted_to_the_end() -> None:
    dice = "1 2 3 5 5 5"
    last = arrange(in_round(12, "protoss", "terran"), 0, "probe 7")
    assert preferred(laid(last, dice)) == "train 1-2-3", "nine points more"
    early = arrange(in_round(12, "protoss", "terran"), 0, "probe 6")
    assert preferred(laid(early, dice)) == "train 5-5-5", "the red die comes too late"


def test_little_is_left_to_a_rival() -> None:
    table = arrange(in_round(12, "terran", "zerg"), 0, "tank 4", "battlecruiser 3")
    assert preferred(laid(table, "1 1 2 2 2 2")) == "train 2-2", "three 2s would be a Lurker, and 1-1 leaves them"


def test_dice_are_taken_from_a_rival_who_has_room_for_them() -> None:
    table = arrange(in_round(12, "terran", "zerg"), 1, "zergling 6", "drone 8")
    assert preferred(laid(table, "1 1 2 5 6 6")) == "train 6-6"
    full = arrange(in_round(12, "terran", "zerg"), 0, "goliath 5")
    assert weights(laid(full, "1 1 2 5 6 6"))["train 1-1"] > weights(full)["pass"]


def test_nothing_is_spoilt_for_nobody() -> None:
    """The Zerg build last: what they leave does not matter."""
    table = arrange(laid(in_round(12, "terran", "zerg"), "1 1 2 2 2"), 1, "lurker 4")
    found = weights(play(table, 0, "pass"), 1)
    assert found["train 2-2"] == found["train 1-1"] > found["pass"]


def test_dice_are_read_as_the_rules_read_them() -> None:
    rules = open_game(NAME).rules()
    table = laid(begun("terran", "zerg"), "1 1")
    rows = {"1-2-3": 0, "1-1": 1, "5-5": 2, "1-1-1": 3, "4-4-4": 4, "1-1-1-1": 5}
    for seed in range(200):
        faces = np.random.default_rng(seed).integers(1, 7, 7 if seed % 2 else 6)
        table.position.dice[0] = np.bincount(faces, minlength=7)
        found = {rows[example] for dice in trains(table) for example in rows if kind(example) == kind(dice)}
        assert makes(counted(table.position, 0)) == sum(1 << row for row in found), faces
    assert rules.waiting(table.position) == 1


def kind(dice: str) -> tuple[bool, int, bool]:
    """Tell units apart by their dice: in sequence or not, how many, and high or low."""
    faces = dice.split("-")
    run = faces[0] != faces[1]
    high = not run and len(faces) < 4 and faces[0] > ("4" if len(faces) == 2 else "3")
    return run, len(faces), high


# Buildings


def test_the_main_building_comes_first_and_two_points_before_one() -> None:
    assert preferred(laid(begun("terran", "zerg", numbers="2 5 5"), black="2 3")) == "build command-centre 2"
    assert preferred(laid(begun("terran", "zerg", numbers="5 5 5"), black="1 5")) == "build command-centre 5"
    assert preferred(laid(begun("terran", "zerg", numbers="4 4 4"), black="1 5")) == "build starport 1"


def test_of_two_equal_buildings_the_one_is_built_whose_die_the_rival_wants() -> None:
    table = begun("terran", "zerg", numbers="2 2 2")
    arrange(table, 1, "spire 8", "spawning-pool 4")
    assert preferred(laid(table, black="3 4")) == "build science-facility 4"


# The red die


def with_red(white: str, red: str, black: str = "") -> Table:
    """Lay out a last turn with a red die, and a rival who has no use for what is left."""
    table = arrange(in_round(12, "terran", "zerg"), 0, "scv 7", "science-facility 8")
    return laid(arrange(table, 1, *FULL), white, black, red=red)


@pytest.mark.parametrize(
    ("white", "red", "black", "wise"),
    [
        ("1 2 3 4 6 6", "6", "", "red gas"),  # three gas; a Ghost is one point more than a Goliath
        ("4 4 4 1 2 6", "4", "", "pass"),  # one gas; a Battlecruiser is two points more than a Ghost
        ("1 2 4 5 6", "3", "1", "red gas"),  # one gas; a Starport can be built anyway
        ("1 2 3 5 6", "2", "5", "pass"),  # one gas; the Command Centre is two points more than a Factory
    ],
)
def test_the_red_die_serves_where_it_brings_most(white: str, red: str, black: str, wise: str) -> None:
    assert preferred(with_red(white, red, black)) == wise


def test_a_red_die_that_was_kept_is_used() -> None:
    assert preferred(play(with_red("4 4 4 1 2 6", "4"), 0, "pass")) == "train 4-4-4-4 red"
    kept = play(with_red("1 2 3 5 6", "2", "5"), 0, "pass")
    assert preferred(kept) == "pass", "a Marine is worth less than the Command Centre"
    assert preferred(play(kept, 0, "pass")) == "build command-centre red"


# Support


def test_support_waits_for_something_that_is_worth_it() -> None:
    dice = {"white": "1 2 3 4 5 6", "black": "3 3"}
    assert preferred(rolled(in_round(2, "terran", "terran"), **dice)) == "pass"
    assert preferred(rolled(in_round(12, "terran", "terran"), **dice)) != "pass", "it is now or never"


def test_support_makes_a_worker_early() -> None:
    table = rolled(in_round(2, "terran", "terran"), white="1 1 2 4 6 6", black="3 3")
    assert preferred(table) == "support white 6 -1", "4-5-6 leaves less than 1-2-3 would"


def test_support_changes_any_colour() -> None:
    dice = {"white": "1 1 1 1 6 6", "black": "3 3"}
    table = arrange(in_round(12, "terran", "terran"), 0, "scv 3", "starport 8")
    found = weights(rolled(table, blue="5 1", green="5", **dice))
    assert found["support green 5 +1"] > found["support blue 5 +1"] > found["pass"] > found["support green 5 -1"]
    assert found["support black 3 -1"] > found["support green 5 +1"], "the Command Centre's next number is 2"


# Tactics


@pytest.mark.parametrize(
    ("race", "use"), [("terran", "ability gas"), ("protoss", "ability"), ("zerg", "ability against 2")]
)
def test_the_ability_is_kept_for_the_last_turns(race: str, use: str) -> None:
    assert preferred(in_tactics(in_round(9, race, "terran"))) == "pass"
    assert preferred(in_tactics(in_round(10, race, "terran"))) == use
    assert preferred(in_tactics(arrange(in_round(11, race, "terran"), 0, ability=1))) == "pass"
    assert preferred(in_tactics(arrange(in_round(12, race, "terran"), 0, ability=1))) == use


def test_the_leader_is_attacked() -> None:
    table = arrange(in_round(12, "zerg", "terran", "protoss"), 2, "reaver 4")
    assert preferred(in_tactics(table)) == "ability against 3"


def test_what_scores_most_is_crossed_out() -> None:
    table = arrange(in_round(12, "zerg", "terran"), 1, "marine 3", "tank 1", "ghost X")
    play(in_tactics(table), 0, "ability against 2")
    table.roll([3, 3, 3, 5])
    assert preferred(table) == "cross tank"
    table = arrange(in_round(12, "protoss", "terran"), 1, "command-centre 1", "barracks 2")
    play(in_tactics(table), 0, "ability")
    table.roll([2])
    assert preferred(table) == "cross command-centre of 2"


def test_an_empty_cell_is_crossed_only_for_want_of_a_full_one() -> None:
    table = arrange(in_round(12, "zerg", "terran"), 1, "goliath 3")
    play(in_tactics(table), 0, "ability against 2")
    table.roll([6, 6, 6, 5])
    assert preferred(table) == "cross goliath", "there is no Ghost"


def test_protoss_strike_the_leader() -> None:
    table = arrange(in_round(12, "protoss", "terran", "zerg"), 1, "starport 2")
    arrange(table, 2, "spire 2", "minerals 30")
    play(in_tactics(table), 0, "ability")
    table.roll([3])
    assert preferred(table) == "cross spire of 3"


# What cells are worth


def test_a_row_that_fills_anyway_is_worth_its_points_only_at_the_end() -> None:
    """The main building is another thing: a cell of it can open the way to a number that is seldom wanted."""
    for race, lengths in enumerate(LENGTHS):
        for row in [*range(1, MAIN), *range(MAIN + 1, SPARED)]:
            points = HALVES[row] * POINT // 2
            cells = WORTHS[race, :, row, : lengths[row]]
            assert cells[0, 0] == points, "in the last turn"
            assert (cells <= points).all()
            assert (np.diff(cells[6]) <= 0).all(), "the last cells are the least urgent"
            assert cells[11, -1] < points


def test_workers_are_worth_more_the_more_turns_come() -> None:
    """Up to the third blue die; the last ones of two races double what all of them score."""
    for race in range(len(RACES)):
        assert (WORTHS[race, 10, WORKER, 1:4] > WORTHS[race, 2, WORKER, 1:4]).all()
        assert (WORTHS[race, 1:, WORKER, 1:4] > POINT).all()


def test_support_is_kept_while_it_can_still_be_used_and_spent_before_it_is_lost() -> None:
    assert (WORTHS[:, 0, SPARED] == 0).all(), "after the last turn it is worth nothing"
    assert (np.diff(WORTHS[:, 1:, SPARED, 1], axis=1) > -POINT // 8).all(), "the more turns, the better the use"
    assert (WORTHS[:, 6, SPARED, 1] > WORTHS[:, 6, SPARED, 2]).all(), "the last one is the dearest"


def test_a_full_row_is_never_wanted() -> None:
    for race, lengths in enumerate(LENGTHS):
        for row in range(SPARED):
            assert (WORTHS[race, :, row, lengths[row] :] == NO_ROOM).all()


def test_the_file_of_worths_says_the_same_when_it_is_written_again() -> None:
    text = WORTHS_FILE.read_text(encoding="utf-8")
    heading = "\n".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("#"))
    assert worths_text(WORTHS, heading) == text
    assert (read_worths(text) == WORTHS).all()


def test_a_file_of_worths_for_another_sheet_is_refused() -> None:
    text = WORTHS_FILE.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="'scv' needs 13 lines of 7 worths"):
        read_worths(text.replace("scv = [\n", "scv = [\n  [0, 0, 0, 0, 0, 0, 0],\n", 1))


# Training


def test_dice_of_a_turn_are_counted_with_their_chances() -> None:
    rolls, chances = unit_rolls()
    assert chances.sum(axis=1) == pytest.approx([1, 1])
    four = sum(chance for roll, chance in zip(rolls[0], chances[0], strict=True) if roll[0] >> 5 & 1)
    assert four == pytest.approx(6 * (15 * 25 + 6 * 5 + 1) / 6**6), "four, five or six of a kind"
    assert building_rolls().sum() == pytest.approx(1)
    assert building_rolls()[0b000001] == pytest.approx(1 / 36)
    assert building_rolls()[0b100001] == pytest.approx(2 / 36)


def test_a_plan_takes_the_best_of_what_the_dice_allow() -> None:
    """With one own turn to come and nothing left by others: the chance of each face set times its best building."""
    plan = np.zeros((2, 2, BUILDING_SHEETS), np.float32)
    plan_buildings(LENGTHS[0], building_rolls(), np.zeros((2, 64)), plan)
    # An empty sheet wants a 5 (three points), else 1, 3, 4 or 6 (two), else a 2 (one): 5 in 11 of 36, only 2s in 1.
    assert plan[OWN, 1, 0] / POINT == pytest.approx((11 * 3 + 24 * 2 + 1) / 36, abs=1e-3)
    assert plan[ANOTHERS, 1, 0] == 0


def test_a_plan_for_units_weighs_the_dice_and_what_they_let_workers_bring() -> None:
    """With room for one worker only, and one own turn to come: it is made if the dice make it, with support or not."""
    room = np.zeros_like(LENGTHS[0])
    room[WORKER] = 1
    rolls, chances = unit_rolls()
    plan = np.zeros((2, 2, SUPPORTS + 1, UNIT_SHEETS), np.float32)
    doubled = np.array([0, 3, *[0] * 7])
    plan_units(room, np.full(9, 5.0), doubled, np.zeros(9, np.int64), rolls, chances, np.full((2, 64), 0.25), plan)
    one = UNIT_STRIDES[0]
    worker = HALVES[WORKER] * POINT / 2 + 3 * POINT
    made, helped = (sum(chances[0][rolls[0][:, column] & 1 == 1]) for column in range(2))
    assert 0 < made < helped < 1
    assert plan[:, 0, :, one] == pytest.approx(3 * POINT), "as the worker is there"
    assert plan[OWN, 1, :, one] == pytest.approx(3 * POINT + 5), "and then what it mines"
    assert plan[OWN, 1, 0, 0] == pytest.approx(5 + made * worker)
    assert plan[OWN, 1, 1:, 0] == pytest.approx(5 + helped * worker)
    assert plan[ANOTHERS, 1, :, 0] == pytest.approx(0.25 * 32 * worker), "where a rival leaves the dice for it"


# All together


def games(seats: int, guided: bool) -> list[list[int]]:
    """Return what whole games come to, played as playouts are: a few, where nothing is compiled."""
    game = open_game(NAME)
    rules, run = game.rules(), game.bind(finish)
    count = 60 if rules.compiled else 2
    sides, moves, noted = (np.zeros(size, np.int64) for size in (rules.max_dice, rules.max_moves, 1))
    options = game.options_array(seats, game.setting(seats, {"race": ["terran", "protoss", "zerg"][:seats]}))
    found = []
    for luck in streams(7, 0, (1 + seats) * count).reshape(count, 1 + seats, 4):
        position = rules.new()
        rules.begin(position, seats, options)
        run(position, 0, luck, guided, TO_THE_END, sides, moves, noted, game.max_decisions)
        found.append([int(rules.score(position, seat)) for seat in range(seats)])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_who_does_what_is_preferred_plays_well(seats: int) -> None:
    """Planners come to 104 with two seats; random players to 68, with three to 80."""
    assert np.mean(games(seats, guided=True)) / 2 > 104
    assert np.mean(games(seats, guided=False)) / 2 < 90
