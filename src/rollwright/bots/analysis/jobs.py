"""The jobs of an analysis, each small enough for a bot to wait for: run in the thinkers' processes."""

from collections.abc import Sequence
from functools import cache

from rollwright.bots.analysis.measuring import Choice, Measure, Value
from rollwright.bots.analysis.playouts import ANALYSIS
from rollwright.core.game import Game, open_game
from rollwright.core.native.declaration import NativeFunction


def analysis_functions(_: Game) -> Sequence[NativeFunction]:
    """Return what has to be compiled for the analysis of a game."""
    return ANALYSIS


@cache
def _measure(game_name: str) -> Measure:
    return Measure(open_game(game_name))


def time_playouts(game_name: str, positions: Sequence[bytes]) -> float:
    """Return the seconds of a playout, on average over some positions."""
    measure = _measure(game_name)
    return sum(map(measure.seconds, positions)) / len(positions)


def value_positions(
    game_name: str, positions: Sequence[tuple[bytes, Sequence[int]]], seed: int, playouts: int
) -> list[Value]:
    """Return the values of some positions, each with what was drawn before it."""
    return [_measure(game_name).value(position, seed, playouts, drawn) for position, drawn in positions]


def judge_choice(game_name: str, position: bytes, seat: int, move: int, playouts: int, nth: int) -> Choice | None:
    """Return what a decision was worth; `nth` tells repeated measurements apart, as each has random numbers anew."""
    return _measure(game_name).choice(position, seat, move, nth, playouts)
