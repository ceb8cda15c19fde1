"""The story of a score: the rounds' totals, and the moments that are told of it."""

import re
from functools import cache

import pytest

from rollwright.core.dice import SeededDice
from rollwright.core.game import game_names, open_game
from rollwright.core.position import Position
from rollwright.table import Table
from rollwright.table.events import Moved, effective_events
from rollwright.table.score_history import MOMENTS, MOST_ROWS, ScoreHistory

NAMES = ("Ana", "Ben", "Eve")


@cache
def finished(game: str, seats: int) -> tuple[Table, ScoreHistory]:
    """Return a game that was played to its end by players of different skill: the first follows the guide."""
    table = Table(open_game(game), seats, SeededDice(3), names=NAMES[:seats], compiled=False)
    while not table.over:
        seat = table.waiting[0]
        legal, view = table.legal_moves(seat), table.seen_by(seat)
        choice = max(legal, key=lambda move: table.rules.prefer(view, seat, move))
        table.make(seat, choice if (len(table.log) + seat) % (seat + 1) == 0 else legal[len(table.log) % len(legal)])
    return table, ScoreHistory(table)


SEATED = [(name, seats) for name in game_names() for seats in (1, 3) if seats in open_game(name).seats]


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_moments_tell_the_largest_gains_in_their_order(game: str, seats: int) -> None:
    _, history = finished(game, seats)
    for seat in range(seats):
        moments = history.moments(seat)
        assert 0 < len(moments) <= MOMENTS
        assert [each.row for each in moments] == sorted({each.row for each in moments}), "one of each round, in order"
        most = max(step.gain(seat) for step in history.steps)
        best = {step.row for step in history.steps if step.gain(seat) == most}
        assert most in [each.gain for each in moments] or best & {each.row for each in moments}
        for each in moments:
            assert each.gain > 0
            assert len(each.rows) <= MOST_ROWS
            assert all(0 < row.halves <= each.gain for row in each.rows)
            assert str(each.told).endswith(".")


def test_a_moment_is_told_as_the_game_tells_the_move() -> None:
    table, history = finished("terminal_dispute", 3)
    position = Position.new(table.game, 3, table.setting, rules=table.rules)
    told = {}
    for event in effective_events(table.log):
        before = position
        if isinstance(event, Moved):
            position = before.after(event.seat, event.move)
            gain = position.score(event.seat) - before.score(event.seat)
            phrase = table.game.words.told_move(before.record, event.seat, event.move, position.record, table.players)
            told[str(phrase), before.round_no] = gain
        else:
            position = before.rolled(event.faces)
    for each in history.moments(0):
        assert told[str(each.told), each.round_no] == each.gain


def test_what_came_of_a_step_is_told_about_its_own_seat() -> None:
    _, history = finished("rolling_pyramids", 3)
    for seat, name in enumerate(NAMES):
        for each in history.moments(seat):
            assert str(each.told).startswith(name) or each.seat != seat
            assert re.search(r" (conquers|scores)\b", str(each.told))


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, seats in SEATED if seats > 1])
def test_the_last_change_of_the_lead_is_among_the_moments(game: str, seats: int) -> None:
    _, history = finished(game, seats)
    for seat in range(seats):
        leads = [history.lead(row, seat) > 0 for row in range(len(history.rows))]
        turns = [row for row in range(2, len(leads)) if leads[row] != leads[row - 1]]
        if turns and leads[-1]:
            (turn,) = [each for each in history.moments(seat) if each.row == turns[-1]]
            assert turn.leads
            assert turn.seat == seat
        assert not any(each.leads and each.seat == seat for each in history.moments(seat) if not leads[each.row])


def test_some_game_of_these_has_a_change_of_the_lead() -> None:
    found = [each for game, seats in SEATED for seat in range(seats) for each in finished(game, seats)[1].moments(seat)]
    assert any(each.leads for each in found)


def test_how_long_a_seat_led() -> None:
    history = ScoreHistory(finished("terminal_dispute", 3)[0])
    history.rows[:] = [[0, 0, 0], [4, 2, 0], [5, 6, 0], [9, 8, 0], [12, 13, 0], [16, 20, 0]]
    assert [history.led_until(seat) for seat in range(3)] == [3, 4, 0]
    assert [history.led_from(seat) for seat in range(3)] == [0, 4, 0]
    assert history.closest(2) == (2, 6)
    assert history.closest(0) == (3, -1)


def test_the_history_is_that_of_the_rounds() -> None:
    table, history = finished("terminal_dispute", 3)
    assert len(history.rows) == 1 + table.round_no
    assert history.rows[0] == [0, 0, 0]
    assert history.rows[-1] == [table.halves(seat) for seat in range(3)]
