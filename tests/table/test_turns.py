"""Whose turn it is, and whom a turn has passed over."""

import random

import pytest

from rollwright.core.dice import SeededDice
from rollwright.core.game import game_names, open_game
from rollwright.table import Rolled, Table
from rollwright.table.turns import seats_skipped

MOVES = 200
"""Moves of a game that are looked at, which is several rounds of any game."""

MANY = 4
"""Players of the games that are looked at: the more they are, the less is left for each of them."""


def passed_over(name: str) -> int:
    """Play a game at random, compare who was skipped with what was noted on the way, and return how often it was."""
    game, rng, found = open_game(name), random.Random(name), 0
    table = Table(game, [seats for seats in game.seats if seats <= MANY][-1], SeededDice(5), rolls_itself=False)
    everybody = set(range(table.seats))
    turn: tuple[int, int] | None = None
    movers: set[int] = set()
    before: set[int] = set()
    for _ in range(MOVES):
        if table.over:
            break
        if table.dice_due and (table.round_no, table.roller) != turn:
            if turn is not None:
                before = movers
            turn, movers = (table.round_no, table.roller), set()
            skipped = everybody - before if before else set()
            assert seats_skipped(table) == skipped
            found += len(skipped)
        if table.dice_due:
            table.roll()
        else:
            seat = rng.choice(table.waiting)
            table.make(seat, rng.choice(table.legal_moves(seat)))
            movers.add(seat)
    assert isinstance(table.log[1], Rolled)
    return found


def test_who_had_nothing_to_decide_in_a_turn_is_known() -> None:
    games = [name for name in game_names() if open_game(name).seats[-1] > 1]
    assert sum(map(passed_over, games)) > 0, "it does happen"


def test_what_was_taken_back_was_no_decision() -> None:
    table = Table(open_game("terminal_dispute"), 2, SeededDice(3), {"start": "1"}, rolls_itself=False)
    table.roll()
    table.play(0, table.legal(0)[0])
    assert seats_skipped(table) == frozenset(), "no turn is over yet"
    table.play(1, table.legal(1)[0])
    table.undo(1)
    while not table.dice_due:
        seat = table.waiting[0]
        table.play(seat, table.legal(seat)[0])
    assert seats_skipped(table) == frozenset()
    first = len(table.log)
    table.log = [event for event in table.log if getattr(event, "seat", 0) != 1]
    assert len(table.log) < first
    assert seats_skipped(table) == {1}


@pytest.mark.parametrize("name", game_names())
def test_alone_nobody_is_passed_over(name: str) -> None:
    if 1 in open_game(name).seats:
        table = Table(open_game(name), 1, SeededDice(3), rolls_itself=False)
        for _ in range(40):
            if table.dice_due:
                table.roll()
            elif table.waiting:
                table.play(0, table.legal(0)[0])
            assert seats_skipped(table) == frozenset()
