"""What a page says of a game that it has analysed is read with care: only what can be sums of playouts is believed."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from rollwright.bots.analysis.account import Analysis, Walk, decisions
from rollwright.bots.analysis.page_task import MOST, BadSums, analysis_of, task
from rollwright.bots.search import decision_seed
from rollwright.core.dice import SeededDice
from rollwright.core.game import all_games
from rollwright.core.position import Position
from rollwright.table import Table
from rollwright.table.replay import PlayedGame

GAME = next(game for game in all_games() if 2 in game.seats and not game.secrets)
PLAYOUTS = 16


def played_game() -> PlayedGame:
    """Play a game in which everybody makes the first legal move."""
    table = Table(GAME, 2, SeededDice(1), rolls_itself=False)
    while not table.over:
        if table.dice_due:
            table.roll()
        else:
            seat = table.waiting[0]
            table.make(seat, table.legal_moves(seat)[0])
    return PlayedGame.of(table, GAME.rules())


PLAYED = played_game()
WALK = Walk.of(PLAYED)


def legal_at(step: int) -> list[int]:
    """Return the moves that there were before a step."""
    position = Position(PLAYED.rules, PLAYED.rules.restore(WALK.positions[step - 1]))
    return position.legal(WALK.movers[step - 1])


CHOSEN = next(step for step in decisions(WALK.movers) if len(legal_at(step)) > 2)
FIRST, SECOND = legal_at(CHOSEN)[:2]
STEP = str(CHOSEN)


def sums() -> dict[str, Any]:
    """Return what a page may say: all positions are worth the same, and one decision was looked at."""
    nothing = [[0, 0]] * 3
    tallies = [[FIRST, 100, 480, nothing], [SECOND, 90, 440, [[40, 200], [10, 20], [30, 4_000]]]]
    return {
        "playouts": PLAYOUTS,
        "value_playouts": 64,
        "values": [[[640, 1920], [320, 1920]] for _ in WALK.positions],
        "choices": {STEP: {"playouts": PLAYOUTS, "tallies": tallies}},
    }


def read(said: dict[str, Any]) -> Analysis:
    return analysis_of(WALK, PLAYED.rules, said)


def test_sums_are_turned_into_points_and_chances() -> None:
    found = read(sums())
    assert found.values[0].points == (5.0, 2.5)
    assert found.values[0].shares == (0.5, 0.5)
    choice = found.choices[CHOSEN]
    assert choice.count == len(legal_at(CHOSEN))
    best, other = choice.options
    assert (best.worth, best.loss, best.points) == (0.5, 0.0, 3.125)
    assert other.loss == pytest.approx(40 / PLAYOUTS / 60)
    assert other.in_points.loss == pytest.approx(10 / PLAYOUTS / 2)
    assert other.error > 0


def test_a_page_is_told_the_game_and_a_seed_for_each_time_that_a_decision_is_measured() -> None:
    told = task(WALK, PLAYED, frozenset({1}), 3)
    assert len(told["steps"]) == len(WALK.movers)
    assert told["first"] == [step for step in decisions(WALK.movers) if WALK.movers[step - 1] == 1]
    assert set(told["choices"]) == set(decisions(WALK.movers))
    seat = WALK.movers[CHOSEN - 1]
    seen = Position(PLAYED.rules, PLAYED.rules.restore(WALK.positions[CHOSEN - 1])).seen(seat)
    assert told["choices"][CHOSEN] == [str(decision_seed(nth, seat, bytes(seen))) for nth in range(3)]


def change(*way: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts a value, the last one given, at a place of what is said."""

    def changed(said: Any) -> None:
        *path, last, value = way
        for each in path:
            said = said[each]
        said[last] = value

    return changed


TALLIES = ("choices", STEP, "tallies")
ROLL = str(WALK.movers.index(-1) + 1)


@pytest.mark.parametrize(
    "changed",
    [
        change("playouts", 0),
        change("playouts", True),
        change("playouts", 16.0),
        change("value_playouts", 10**30),
        change("values", []),
        change("values", None),
        change("values", 0, [[1, 1]]),
        change("values", 0, 0, [1, "1"]),
        change("values", 0, 0, 1, 64 * 60 + 1),
        change("values", 0, 0, 0, MOST + 1),
        change("choices", []),
        change("choices", "no step", {}),
        change("choices", "0", {"playouts": 16, "tallies": []}),
        change("choices", "9" * 5_000, {"playouts": 16, "tallies": []}),
        change("choices", ROLL, {"playouts": 16, "tallies": []}),
        change(*TALLIES, []),
        change(*TALLIES, 0, 0, 10**9),
        change(*TALLIES, 1, 0, FIRST),
        change(*TALLIES, 0, 0, legal_at(CHOSEN)[2]),
        change(*TALLIES, 1, 3, [[0, 0]]),
        change(*TALLIES, 1, 3, 0, [40, 1]),
        change(*TALLIES, 1, 3, 0, [40, -1]),
        change(*TALLIES, 1, 3, 0, [40.0, 200]),
    ],
)
def test_what_cannot_be_sums_is_refused(changed: Callable[[dict[str, Any]], None]) -> None:
    said = deepcopy(sums())
    changed(said)
    with pytest.raises(BadSums):
        read(said)
