"""Sheets, set-up, production and the end of StarCraft, rule by rule."""

import numpy as np
import pytest

from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.games.starcraft import SCORE_BOUNDS
from rollwright.games.starcraft.sheet import LENGTHS, ROUNDS
from rollwright.games.starcraft.tests.reference import RACES, ROWS, SHEETS
from rollwright.games.starcraft.tests.staging import (
    NAME,
    arrange,
    asked,
    begun,
    cells,
    dice,
    gained,
    in_tactics,
    laid,
    play,
    rolled,
    rolls,
)
from rollwright.table import Table
from rollwright.testing import opened
from rollwright.testing.playthroughs import due, legal_moves, waited_for

# Sheet


@pytest.mark.parametrize(
    ("race", "name", "drawn"),
    [("terran", "scv", "O......"), ("protoss", "probe", "O......."), ("zerg", "drone", "O.......")],
)
def test_sc01_a_worker_stands_in_the_first_cell(race: str, name: str, drawn: str) -> None:
    """SC-01: it scores, and it brings the one blue die."""
    table = begun(race, "terran")
    assert cells(table, 0, name) == drawn
    assert all(set(cells(table, 0, row)) == {"."} for row in SHEETS[race] if row != name), "nothing else"
    assert (table.score(0), table.position.sheets[0].reached) == (1, 1)
    assert table.dice_due == [6] * (1 + 6 + 2)
    rolled(table, blue="6")
    assert dice(table)["blue"] == "6"


def test_rows_are_as_long_as_the_rules_page_says() -> None:
    """SC-26."""
    for race, lengths in zip(RACES, LENGTHS, strict=True):
        assert [length for length, _ in SHEETS[race].values()] == list(lengths)
        assert list(SHEETS[race]) == ROWS[race].split()


UNLOCKED = {
    "terran": ["b", "bb", "bbg", "bbg", "bbbg", "bbbg", "bbbgr"],
    "protoss": ["b", "b", "bb", "bbg", "bbg", "bbbg", "bbbgr", "bbbgr"],
    "zerg": ["b", "b", "bb", "bbg", "bbbg", "bbbg", "bbbgr", "bbbgr"],
}


@pytest.mark.parametrize(("race", "workers"), [(race, n) for race in RACES for n in range(1, len(UNLOCKED[race]) + 1)])
def test_sc02_worker_cells_bring_dice(race: str, workers: int) -> None:
    """SC-02, SC-20."""
    wanted = UNLOCKED[race][workers - 1]
    table = arrange(begun(race, "zerg"), 0, f"{ROWS[race].split()[0]} {workers}")
    assert table.dice_due == [6] * (8 + len(wanted))
    blue = " ".join("234"[: wanted.count("b")])
    rolled(table, blue=blue, green="5" * wanted.count("g"), red="6" * wanted.count("r"))
    found = dice(table)
    assert (found["blue"], found.get("green", ""), found.get("red", "")) == (
        blue, "5" * wanted.count("g"), "6" * wanted.count("r"),
    )  # fmt: skip


def test_sc02_each_blue_die_yields_on_its_own() -> None:
    """SC-02, SC-22."""
    table = rolled(arrange(begun("terran", "zerg"), 0, "scv 5"), blue="5 6 3", green="1")
    assert gained(play(table, 0, "pass"), 0) == (2 + 3 + 1, 0)
    table = rolled(arrange(begun("terran", "zerg"), 0, "scv 5"), blue="5 5 5", green="1")
    assert gained(play(table, 0, "pass"), 0) == (6, 0), "equal ones, too"


def test_sc02_a_die_is_first_rolled_in_the_next_own_production() -> None:
    """SC-02."""
    table = laid(arrange(begun("terran", "terran"), 0, support=3), white="1 2 3 4 5 6", blue="2")
    play(table, 0, "train 1-2-3")
    assert (cells(table, 0, "scv"), dice(table).get("blue"), gained(table, 0)) == ("OO.....", "2", (1, 0))
    play(table, 1, "train 4-5-6")
    play(table, 0, "pass")
    assert (table.roller, len(table.dice_due)) == (1, 10), "a worker from leftovers brings its die as well"
    laid(table)
    play(table, 1, "pass")
    assert (table.roller, len(table.dice_due)) == (0, 10)


def test_sc02_a_worker_beyond_a_crossed_empty_cell_brings_that_cells_die_too() -> None:
    """SC-02, SC-34."""
    table = arrange(begun("terran", "zerg"), 0, "scv QX")
    assert (cells(table, 0, "scv"), len(table.dice_due)) == ("XX.....", 9), "the crossed cell itself brings nothing"
    play(laid(table, white="1 2 3"), 0, "train 1-2-3", "pass")
    assert cells(table, 0, "scv") == "XXO...."
    play(laid(table), 1, "pass")
    assert len(table.dice_due) == 8 + 3, "two blue dice and the green one"
    rolled(table, blue="2 3", green="6")
    assert dice(table)["blue"] == "2 3"


# Set-up


def test_sc10_everybody_writes_three_numbers_one_at_a_time() -> None:
    """SC-10: all at once, openly, from left to right."""
    table = opened(NAME, 3, 2)
    table.rolls_itself = False
    numbers = [f"number {face}" for face in range(1, 7)]
    assert (table.round_no, table.waiting, table.dice_due) == (0, [0, 1, 2], [])
    assert [table.legal(seat) for seat in range(3)] == [numbers] * 3
    moves = np.full(64, -1)
    assert [table.game.moves.text(move) for move in moves[: table.rules.legal(table.position, 0, moves)]] == numbers
    play(table, 2, "number 6", "number 1")
    play(table, 0, "number 2", "number 5", "number 5")
    assert (table.round_no, table.waiting, table.legal(0), table.legal(1)) == (0, [1, 2], [], numbers)
    assert list(table.seen_by(1).sheets[2].numbers) == [6, 1, 0], "openly"
    play(table, 1, "number 4", "number 3", "number 2")
    assert (table.round_no, table.waiting) == (0, [2])
    play(table, 2, "number 6")
    assert [list(sheet.numbers) for sheet in table.position.sheets[:3]] == [[2, 5, 5], [4, 3, 2], [6, 1, 6]]
    assert (table.round_no, table.waiting, len(table.dice_due)) == (1, [], 9)


def test_sc10_numbers_may_repeat() -> None:
    """SC-10: 2-5-5 is the published example."""
    table = opened(NAME, 2, 1)
    table.rolls_itself = False
    for seat in range(2):
        for face in (2, 5, 5):
            assert f"number {face}" in table.legal(seat)
            play(table, seat, f"number {face}")
    assert [list(sheet.numbers) for sheet in table.position.sheets[:2]] == [[2, 5, 5]] * 2


def test_sc10_each_player_picks_a_race() -> None:
    """SC-10: several may play the same one; by default the races go round."""
    table = opened(NAME, 4, 1, race=["zerg", "zerg", "terran", "zerg"])
    assert [RACES[sheet.race] for sheet in table.position.sheets[:4]] == ["zerg", "zerg", "terran", "zerg"]
    assert [RACES[sheet.race] for sheet in opened(NAME, 4, 1).position.sheets[:4]] == [*RACES, "terran"]
    with pytest.raises(Refusal):
        opened(NAME, 2, 1, race="human")


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    """SC-10."""
    assert list(open_game(NAME).seats) == [2, 3, 4, 5, 6]
    with pytest.raises(Refusal):
        opened(NAME, seats, 1)


@pytest.mark.parametrize("face", [1, 2, 3])
def test_sc11_the_first_player_is_drawn_and_play_goes_clockwise(face: int) -> None:
    """SC-11: before the numbers are written."""
    table = opened(NAME, 3, face, race="terran")
    assert (table.log[1].sides, table.roller) == ((3,), face - 1)  # type: ignore[union-attr]
    assert all(not any(sheet.numbers) for sheet in table.position.sheets)
    table = begun("terran", "terran", "terran", first=face)
    for turn in range(7):
        assert (table.roller, table.round_no, len(table.dice_due)) == ((face - 1 + turn) % 3, 1 + turn // 3, 9)
        play(in_tactics(table), table.roller, "pass")


# Production


def test_sc20_all_dice_are_rolled() -> None:
    """SC-20: blue, six white, two black, and green and red if unlocked."""
    table = rolled(begun("terran", "zerg"), blue="3", white="5 5 2 3 5 4", black="2 6")
    assert dice(table) == {"white": "2 3 4 5 5 5", "black": "2 6", "blue": "3"}
    table = arrange(begun("zerg", "terran"), 0, "drone 7")
    rolled(table, blue="3 1 2", white="6 6 6 1 1 1", black="4 4", green="5", red="6")
    assert dice(table) == {"white": "1 1 1 6 6 6", "black": "4 4", "blue": "1 2 3", "green": "5", "red": "6"}


def test_sc20_every_turn_has_its_own_dice() -> None:
    """SC-20: what was left in the turn before is gone."""
    table = rolled(begun("terran", "zerg"), blue="6", white="4 4 4 5 5 5", black="6 6")
    finish_turn(table)
    rolled(table, blue="2", white="1 1 1 1 1 1", black="3 3")
    assert dice(table) == {"white": "1 1 1 1 1 1", "black": "3 3", "blue": "2"}


def finish_turn(table: Table) -> None:
    """Let everybody pass until the next dice are due."""
    while table.waiting:
        play(table, table.waiting[0], "pass")


def test_sc21_one_die_may_be_changed_by_one() -> None:
    """SC-21: any die, the red too, within 1 to 6."""
    table = arrange(begun("terran", "zerg"), 0, "scv 7")
    rolled(table, blue="2 2 6", white="1 1 1 1 1 1", black="6 3", green="1", red="5")
    assert table.legal(0) == ["pass"] + [
        f"support {change}"
        for change in (
            "white 1 +1", "black 3 -1", "black 3 +1", "black 6 -1", "blue 2 -1", "blue 2 +1", "blue 6 -1",
            "green 1 +1", "red 5 -1", "red 5 +1",
        )
    ]  # fmt: skip


@pytest.mark.parametrize("colour", ["white", "black", "blue", "green", "red"])
@pytest.mark.parametrize(("change", "face"), [("+1", "4"), ("-1", "2")])
def test_sc21_the_die_then_shows_that_face(colour: str, change: str, face: str) -> None:
    """SC-21."""
    table = rolled(
        arrange(begun("terran", "zerg"), 0, "scv 7"), blue="3 3 3", white="3 3 3 3 3 3", black="3 3", green="3", red="3"
    )
    before = dice(table)
    play(table, 0, f"support {colour} 3 {change}")
    changed = sorted([*before[colour].split()[1:], face])
    assert dice(table) == before | {colour: " ".join(changed)}


def test_sc21_once_a_turn_and_three_times_a_game() -> None:
    """SC-21: a pass costs nothing."""
    table = begun("terran", "zerg")
    for turn, change in enumerate(["white 1 +1", "pass", "black 1 +1", "blue 1 +1"]):
        rolled(table)
        assert asked(table) == [(0, "support")]
        play(table, 0, change if change == "pass" else f"support {change}")
        assert asked(table) == [(0, "train")], "once a turn"
        assert table.position.sheets[0].supports == [1, 1, 2, 3][turn]
        finish_turn(table)
        rolled(table)
        assert asked(table) == [(1, "support")], "everybody has their own"
        finish_turn(table)
    rolled(table)
    assert asked(table) == [(0, "train")], "no step, as there is no use left"


def test_sc21_the_changed_face_counts_for_resources() -> None:
    """SC-21, SC-22."""
    table = rolled(arrange(begun("terran", "zerg"), 0, "scv 3"), blue="1 5", green="4")
    assert gained(play(table, 0, "support green 4 +1"), 0) == (2, 2)
    table = rolled(arrange(begun("terran", "zerg"), 0, "scv 3"), blue="1 5", green="4")
    assert gained(play(table, 0, "support blue 1 +1"), 0) == (3, 1)


def test_sc21_the_changed_face_stays_for_everybody() -> None:
    """SC-21."""
    table = rolled(begun("terran", "zerg"), white="1 1 1 5 5 6", black="1 3")
    play(table, 0, "support white 6 -1")
    assert [text for text in table.legal(0) if "6" in text] == []
    play(table, 0, "train 1-1-1", "pass")
    assert (dice(table)["white"], table.legal(1)) == ("5 5 5", ["pass", "train 5-5", "train 5-5-5"])
    table = rolled(begun("terran", "zerg"), black="1 3")
    play(table, 0, "support black 3 +1", "pass", "pass")
    play(table, 1, "pass")
    assert table.legal(1) == ["pass", "build spire 1", "build spawning-pool 1", "build ultralisk-cavern 4"]


def test_sc21_support_is_for_the_own_support_phase_only() -> None:
    """SC-21: never for leftovers, nor on an ability's dice."""
    table = play(rolled(begun("protoss", "zerg"), white="1 1 2 2 4 4", black="1 1"), 0, "pass")
    met = []
    while table.waiting or (len(table.dice_due) == 1):
        if table.dice_due:
            table.roll([5])
        seat = table.waiting[0]
        met += table.legal(seat)
        play(table, seat, table.legal(seat)[-1])
    assert {text.split()[0] for text in met} == {"pass", "train", "build", "ability", "cross"}


@pytest.mark.parametrize(("face", "brings"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 3)])
def test_sc22_what_blue_and_green_dice_yield(face: int, brings: int) -> None:
    """SC-22: by the table, so that a 3 yields 1."""
    table = arrange(begun("terran", "terran"), 0, "scv 3")
    play(rolled(table, blue=f"{face} 1", green="1"), 0, "pass")
    assert gained(table, 0) == (brings, 0)
    table = arrange(begun("terran", "terran"), 0, "scv 3")
    play(rolled(table, blue="1 1", green=f"{face}"), 0, "pass")
    assert gained(table, 0) == (0, brings)
    assert gained(table, 1) == (0, 0), "only for the active player"


def test_sc22_what_goes_beyond_the_end_of_a_track_is_lost() -> None:
    """SC-22, SC-34: a crossed cell is not free again."""
    table = arrange(begun("terran", "zerg"), 0, "scv 3", "minerals 47", "gas 28")
    play(rolled(table, blue="6 6", green="6"), 0, "pass")
    assert gained(table, 0) == (48, 30)
    table = arrange(begun("terran", "zerg"), 0, "scv 3", f"minerals XX{'O' * 44}", f"gas {'X' * 29}")
    play(rolled(table, blue="5 2", green="5"), 0, "pass")
    assert gained(table, 0) == (46, 1)
    assert cells(table, 0, "gas") == "X" * 29 + "O"


# End


def test_sc40_the_game_ends_after_twelve_rounds() -> None:
    """SC-40: everybody has had twelve turns."""
    table = begun("terran", "zerg", "protoss", first=2)
    turns = []
    while table.dice_due:
        turns.append((table.round_no, table.roller))
        play(in_tactics(table), table.roller, "pass")
        assert len(turns) <= 36
    assert turns == [(number, seat) for number in range(1, 13) for seat in (1, 2, 0)]
    assert (table.over, table.round_no, table.waiting, ROUNDS) == (True, 12, [], 12)
    assert (due(table.rules, table.position), waited_for(table.rules, table.position)) == ([], [])
    assert len(rolls(table)) == 1 + 36


def test_sc40_an_ability_in_the_last_turn_is_still_used() -> None:
    """SC-40, SC-30."""
    table = arrange(begun("terran", "terran"), 0, "gas 3")
    table.position.round_no = 12
    play(in_tactics(table), 0, "pass")
    play(in_tactics(table), 1, "ability gas")
    assert (table.dice_due, table.over) == ([6], False)
    table.roll([6])
    assert (table.over, gained(table, 0), gained(table, 1)) == (True, (0, 2), (0, 3))


ONE_EACH = {"scv": 1, "marine": 1, "goliath": 2, "tank": 4, "ghost": 3, "battlecruiser": 5, "command-centre": 3,
            "starport": 2, "barracks": 1, "factory": 1, "science-facility": 2, "minerals": 0.5, "gas": 1}  # fmt: skip


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize(("place", "points"), list(enumerate(ONE_EACH.values())))
def test_sc40_sc44_every_row_scores_its_uncrossed_cells(race: str, place: int, points: float) -> None:
    """SC-40, SC-44: half points are kept."""
    name = ROWS[race].split()[place]
    worker = 0 if place == 0 else 1
    table = arrange(begun(race, "zerg"), 0, f"{name} O")
    assert table.score(0) == points + worker
    assert table.halves(0) == 2 * points + 2 * worker
    assert arrange(table, 0, f"{name} OOO").score(0) == 3 * points + worker
    assert arrange(table, 0, f"{name} QOO").score(0) == 2 * points + worker, "an O under an X scores nothing"
    assert arrange(table, 0, f"{name} QQX").score(0) == worker
    assert table.score(1) == 1


@pytest.mark.parametrize("race", RACES)
def test_sc40_a_full_sheet(race: str) -> None:
    """SC-40, SC-41: no score is higher."""
    lengths = SHEETS[race]
    table = arrange(begun(race, race), 0, *(f"{name} {length}" for name, (length, _) in lengths.items()))
    worker = 1 if race == "terran" else 2
    rest = sum(length * points for length, points in list(lengths.values())[1:])
    assert table.score(0) == worker * lengths[next(iter(lengths))][0] + rest
    assert 2 * table.score(0) <= SCORE_BOUNDS[1]


@pytest.mark.parametrize(("race", "worker"), [("protoss", "probe"), ("zerg", "drone")])
def test_sc41_workers_score_2_once_the_cell_marked_plus_1_holds_one(race: str, worker: str) -> None:
    """SC-41: from then on, for good."""
    table = arrange(begun(race, "terran"), 0, f"{worker} 7")
    assert table.score(0) == 7
    play(laid(table, white="4 5 6"), 0, "train 4-5-6")
    assert table.score(0) == 16
    assert arrange(table, 0, f"{worker} QQQOOOOO").score(0) == 10
    assert arrange(table, 0, f"{worker} QQQQQQQQ").score(0) == 0
    assert arrange(table, 0, f"{worker} XXXXXXXO").score(0) == 2
    assert arrange(table, 0, f"{worker} QQQQQQQX").score(0) == 0, "crossed while it was empty"


def test_sc41_terran_workers_always_score_1() -> None:
    """SC-41."""
    assert arrange(begun("terran", "zerg"), 0, "scv 7").score(0) == 7


def test_sc42_the_highest_total_wins_and_a_tie_goes_to_more_gas() -> None:
    """SC-42: uncrossed gas; still tied, the place is shared."""
    table = begun("terran", "zerg", "protoss", "terran")
    for seat, rows in enumerate([["gas 3"], ["gas XXXXXOO", "zergling O"], ["minerals 6"], ["tank 1"]]):
        arrange(table, seat, *rows)
    assert [table.score(seat) for seat in range(4)] == [4, 4, 4, 5]
    assert table.ranking() == [[3], [0], [1], [2]]
    arrange(table, 1, "gas XXXXXOOO", "zergling Q")
    assert table.ranking() == [[3], [0, 1], [2]]


def test_sc44_half_points_decide() -> None:
    """SC-44, SC-42."""
    table = begun("terran", "zerg")
    arrange(table, 0, "minerals 5", "gas 2")
    arrange(table, 1, "minerals 4", "gas 2")
    assert [table.score(seat) for seat in range(2)] == [5.5, 5.0]
    assert table.ranking() == [[0], [1]]


def test_nothing_is_hidden() -> None:
    """SC-10."""
    table = rolled(begun("terran", "zerg"))
    assert table.seen_by(1).tobytes() == table.seen_by().tobytes() == table.position.tobytes()
    assert legal_moves(table.rules, table.seen_by(1), 0) == table.legal_moves(0)
