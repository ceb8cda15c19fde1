"""Walks in Tóu Shí: every length that is possible, and whole games compared with the game played by hand."""

from itertools import pairwise
from random import Random

import pytest

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.paths import walk
from rollwright.games.tou_shi.sheet import (
    ALL_KINDS,
    BOXES_OF,
    LONGEST,
    PLACE,
    SIDES,
    WALKS,
    lengths,
    longest_detour,
)
from rollwright.games.tou_shi.tests.reference import Paper, walks_between
from rollwright.games.tou_shi.tests.staging import (
    DICE,
    ENDINGS,
    NAME,
    SQUARES,
    any_table,
    arrange,
    at_paying,
    open_boxes,
    play,
    rolled,
    squares,
)
from rollwright.table import Table
from rollwright.testing.playthroughs import after, legal_moves

# Lengths


def test_ts23_ts24_the_lengths_are_those_of_all_walks_there_are() -> None:
    """TS-23, TS-24."""
    for start, name in enumerate(SQUARES):
        for target, found in enumerate(walks_between(name).values()):
            assert lengths(start, target) == sorted(found), (name, SQUARES[target])


def test_ts24_the_formula_of_the_rules_page() -> None:
    """TS-24."""
    for start in range(36):
        for target in range(36):
            (r, c), (u, v) = divmod(start, 6), divmod(target, 6)
            beside = [max(min(r, u), 5 - max(r, u))] * (c != v) + [max(min(c, v), 5 - max(c, v))] * (r != u)
            assert longest_detour(start, target) == max(beside, default=0)
            distance = abs(r - u) + abs(c - v)
            wanted = [distance + 2 * k for k in range(max(beside, default=0) + 1)] if beside else []
            assert sorted(walks_between(SQUARES[start])[SQUARES[target]]) == wanted


def test_ts24_the_longest_walk_goes_around_the_edge() -> None:
    """TS-24."""
    longest = {start: max(max(found, default=0) for found in walks_between(start).values()) for start in SQUARES}
    assert max(longest.values()) == LONGEST == 15
    assert {start for start, length in longest.items() if length == 15} == {"a1", "f1", "a6", "f6"}


@pytest.mark.parametrize("face", range(1, 21))
def test_ts24_ts25_what_is_left_is_the_rolled_number_less_a_walk_and_at_least_1(face: int) -> None:
    """TS-24, TS-25."""
    s = at_paying().position
    s.rolled = face
    for start, name in enumerate(SQUARES):
        s.marker = start
        for target, found in enumerate(walks_between(name).values()):
            left = int(rules.numbers_left(s, target))
            assert {n for n in range(40) if left >> n & 1} == {face - length for length in found if length < face}
            assert left >> 20 == 0, "20 can never be left"


@pytest.mark.parametrize("face", range(1, 21))
def test_ts24_ts25_the_boxes_for_a_walk_are_those_of_the_numbers_left(face: int) -> None:
    """TS-24, TS-25: of every type that the row and the column allow."""
    s = at_paying().position
    s.rolled = face
    everything = BOXES_OF[ALL_KINDS]
    for start in range(36):
        s.marker = start
        for target in range(36):
            left, allowed = int(rules.numbers_left(s, target)), int(rules.allowed_kinds(s, target))
            boxes = int(rules.to_walk(s, everything, target))
            for kind, sides in enumerate(SIDES):
                wanted = left & (2 << sides) - 2 if allowed >> kind & 1 else 0
                assert boxes >> PLACE[kind] & (2 << sides) - 2 == wanted, (start, target, kind)


def test_ts24_the_table_of_walks_is_there_and_back_again() -> None:
    """TS-24."""
    assert (WALKS == WALKS.T).all()
    assert not WALKS.diagonal().any(), "the starting square is no target"


@pytest.mark.parametrize("start", SQUARES)
def test_ts23_the_walk_that_is_drawn_has_its_length_and_no_turn_too_many(start: str) -> None:
    """TS-23, TS-24."""
    for target, found in walks_between(start).items():
        for length, turns in found.items():
            path = [SQUARES[square] for square in walk(SQUARES.index(start), SQUARES.index(target), length)]
            assert (path[0], path[-1], len(path), len(set(path))) == (start, target, length + 1, length + 1)
            steps = [(ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])) for here, there in pairwise(path)]
            assert {abs(right) + abs(down) for right, down in steps} == {1}, path
            assert sum(step != after for step, after in pairwise(steps)) == turns, path


@pytest.mark.parametrize(("start", "target", "length"), [("a1", "a1", 2), ("a1", "f6", 12), ("c3", "c4", 9)])
def test_ts23_no_walk_is_drawn_where_there_is_none(start: str, target: str, length: int) -> None:
    """TS-23."""
    with pytest.raises(ValueError, match="no walk"):
        walk(SQUARES.index(start), SQUARES.index(target), length)


# Places and boxes


def ways(table: Table) -> list[tuple[str, tuple[str, int]]]:
    """Return every square that can be chosen now, with every box that can be ticked then."""
    found = []
    for square in sorted(squares(table)):
        then = after(table.rules, table.position, 0, table.read(0, f"square {square}"))
        for box in legal_moves(table.rules, then, 0):
            _, die, number = table.game.moves.text(box).split()
            found.append((square, (die, int(number))))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_ts25_ts30_every_square_and_box_that_a_roll_allows(seed: int) -> None:
    """TS-23, TS-25, TS-30."""
    random = Random(f"ways {seed}")
    table = any_table(random)
    paper = Paper(table.position)
    die = random.choice(DICE)
    rolled(table, die, random.randint(2, int(die[1:])))
    walked = ways(table)
    assert sorted(walked) == sorted(paper.walks(int(table.position.rolled)))
    if "bonus" in table.legal(0):
        play(table, "bonus")
        assert sorted(ways(table)) == sorted(paper.jumps())
    else:
        assert not paper.jumps()


def test_ts24_ts25_an_example_with_detours() -> None:
    """TS-24, TS-25."""
    table = arrange(at_paying(), boxes="d12 1 2 3 4 5 6 7 8 9 10 11 12, d4 1 2 3 4")
    rolled(table, "d12", 12)
    found = ways(table)
    assert {number for square, (_, number) in found if square == "b1"} == {11, 9, 7, 5, 3, 1}
    assert {number for square, (_, number) in found if square == "b2"} == {10, 8, 6, 4, 2}
    assert {number for square, (_, number) in found if square == "f6"} == {2}
    assert {die for square, (die, _) in found if square == "b1"} == {"d12"}, "a d4 stands in its row"
    assert {box for square, box in found if square == "f6"} == {("d4", 2), ("d12", 2)}


def test_ts24_ts25_the_example_of_the_rules_page() -> None:
    """TS-23, TS-24, TS-25, TS-26."""
    grid = ". . . . . .   . . . . . .   . 6 . . . .   . 12 . . . .   . . . . 20 ."
    table = rolled(arrange(at_paying(first="d20 20"), grid, marker="b4"), "d10", 9)
    found = [box for square, box in ways(table) if square == "e3"]
    threes, ones = [[(die, number) for die in ("d4", "d8", "d10", "d12")] for number in (3, 1)]
    assert sorted(found) == sorted([("d8", 5), ("d10", 5), ("d12", 5), *threes, *ones])
    assert [SQUARES[square] for square in walk(SQUARES.index("b4"), SQUARES.index("e3"), 6)][2:5] == ["b2", "c2", "d2"]


# Whole games


def follow(table: Table, random: Random, begun: bool) -> str:
    """Play a table to its end and beside it the game by hand, which must agree all the way; return the ending."""
    paper = Paper(table.position)
    game = paper.game(begun)
    asked, ending = next(game), ""
    while not ending:
        if table.dice_due:
            assert (asked, table.waiting) == ([f"d{table.dice_due[0]}"], [])
            answer = str(table.roll().faces[0])
        else:
            moves = table.legal_moves(0)
            assert sorted(map(table.game.moves.text, moves)) == sorted(asked)
            move = random.choice(moves)
            answer = table.game.moves.text(move)
            table.rules.play(table.position, 0, move)
        try:
            asked = game.send(answer)
        except StopIteration as over:
            ending = over.value
        assert table.score(0) == paper.score()
        assert (open_boxes(table.position), table.position.boxes) == (paper.open, paper.open.total())
        assert table.over == bool(ending)
    assert ENDINGS[int(table.position.ending)] == ending
    assert Paper(table.position).grid == paper.grid
    return ending


@pytest.mark.parametrize("sheet", ["classic", "generous"])
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_as_by_hand(sheet: str, seed: int) -> None:
    """TS-10 to TS-50."""
    table = Table(open_game(NAME), 1, SeededDice(seed), {"sheet": sheet}, rolls_itself=False)
    follow(table, Random(seed), begun=False)


def test_games_from_anywhere_are_as_by_hand() -> None:
    """TS-20 to TS-50."""
    found = []
    for seed in range(60):
        random = Random(f"anywhere {seed}")
        table = any_table(random)
        other = Table(table.game, 1, SeededDice(seed), table.setting, rolls_itself=False)
        other.position = table.position
        found.append(follow(other, random, begun=True))
    assert set(found) == set(ENDINGS.values()) - {""}, "every ending is met"
