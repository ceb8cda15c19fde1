"""A position is a value: it never changes, and what others may know of it is a copy."""

import re
from collections.abc import Iterator

import pytest

from rollwright.core.dice import RollCounter, ScriptedDice, SeededDice
from rollwright.core.errors import BadOption
from rollwright.core.game import Game, all_games
from rollwright.core.language import PACKAGE
from rollwright.core.position import Position
from rollwright.table import Table

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def course(game: Game, seed: int, steps: int) -> Iterator[Position]:
    """Yield the first positions of a game in which everybody makes the first legal move."""
    position, rolls = Position.new(game, game.seats[-1], compiled=False), RollCounter()
    for _ in range(steps):
        yield position
        if roll := position.next_roll(rolls):
            rolls.count(roll)
            position = position.rolled(SeededDice(seed).faces(roll))
        elif position.waiting:
            position = position.after(position.waiting[0], position.legal(position.waiting[0])[0])


@GAMES
def test_nothing_that_is_asked_of_a_position_changes_it(game: Game) -> None:
    for position in course(game, 3, 30):
        before = bytes(position)
        for seat in range(position.seats):
            position.seen(seat).record.epoch += 1
            position.copy().record.epoch += 1
            position.score(seat)
            assert position.over is False
        assert bytes(position) == before
        assert position == position.copy()
        assert len({position, position.copy()}) == 1


@GAMES
def test_a_table_meets_the_same_positions(game: Game) -> None:
    """A table that is given the same dice, and the same moves, stands where the value does: the same bytes."""
    table = Table(game, game.seats[-1], SeededDice(3), rolls_itself=False, compiled=False)
    for position in course(game, 3, 30):
        assert table.state == position
        assert (table.waiting, table.dice_due, table.over) == (position.waiting, position.dice_due, position.over)
        assert table.seen_by(0).tobytes() == bytes(position.seen(0))
        if table.dice_due:
            table.roll()
        elif table.waiting:
            table.make(table.waiting[0], table.legal_moves(table.waiting[0])[0])


def test_a_game_begins_only_as_it_can() -> None:
    game = all_games()[0]
    with pytest.raises(BadOption):
        Position.new(game, 99)
    with pytest.raises(BadOption):
        Position.new(game, game.seats[0], {"weather": "fine"})


def test_dice_that_are_refused_are_not_counted() -> None:
    game = all_games()[0]
    table = Table(game, game.seats[-1], ScriptedDice([]), rolls_itself=False, compiled=False)
    rolls = RollCounter()
    while (roll := table.state.next_roll(rolls)) is None:
        table.make(table.waiting[0], table.legal_moves(table.waiting[0])[0])
    assert (roll.first, rolls.total) == (0, 0)
    assert rolls.next(roll.round_no, roll.roller, [6, 6]).first == 0
    assert rolls.peek(roll.round_no, roll.roller, [6]).first == 2
    assert rolls.total == 2


def test_only_a_position_begins_and_conceals() -> None:
    """Games have rules of their own, and compiled loops call these without a position around them."""
    for path in PACKAGE.rglob("*.py"):
        if "games" not in path.relative_to(PACKAGE).parts and path != PACKAGE / "core" / "position.py":
            assert not re.findall(r"rules\.(?:begin|conceal)\(", path.read_text(encoding="utf-8")), path
