"""The moves that a page offers as numbers: legal moves, and replacements for earlier ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.core.position import Position
from rollwright.live.room import Room
from rollwright.table import Moved, Table
from rollwright.view import BY_POSITION, Way, view_of, ways_of
from rollwright.view.codes import offer_codes

MAX_WAYS = 20_000
"""The most ways that are remembered, of all games and languages together."""

WayShown = dict[str, Any]
"""A way as a page is sent it."""

_WAYS: dict[tuple[object, ...], WayShown] = {}


@dataclass(frozen=True)
class Change:
    """A move that can still be replaced: the move, the position before it, and the moves possible instead."""

    made: Moved
    before: Record
    ways: dict[int, Way]


def offers(room: Room, seat: int, say: Speech) -> dict[str, Any]:
    """Return a seat's moves for the page: for each legal move its number, the code of its way, and its gain.

    `beside` has the ways of moves that depend on the position, `instead` the replacements for earlier moves.
    """
    table = room.table
    legal = table.legal_moves(seat)
    if not legal:
        return {"legal": []}
    numbers = table.now.fact(seat, ("offers", seat), lambda known: _numbers(table, known, seat))
    found: dict[str, Any] = {"legal": numbers}
    known = table.seen_by(seat)
    beside = [move for move, code in zip(legal, numbers[1::3], strict=True) if code == BY_POSITION]
    if beside:
        ways = ways_of(room.game, known, seat, beside, table.rules)
        found["beside"] = {move: _shown(room.game, known, seat, move, way, say) for move, way in ways.items()}
    instead = [
        [change.made.text, _shown(room.game, change.before, seat, move, way, say)]
        for change in changeable(room, seat, legal)
        for move, way in change.ways.items()
    ]
    return found | {"instead": instead} if instead else found


def _numbers(table: Table, known: Position, seat: int) -> list[int | None]:
    """Return move, code and gain of each legal move, one after the other."""
    gains = table.gains(seat)
    moves = np.array(list(gains), np.int64)
    codes = offer_codes(table.game, known.rules, known.record, seat, moves, len(moves)).tolist()
    return [number for (move, gain), code in zip(gains.items(), codes, strict=True) for number in (move, code, gain)]


def way_shown(game: Game, seat: int, move: int, code: int, say: Speech) -> WayShown:
    """Return the way of a move with this code for the page; made once, unless it contains the names of players."""
    key = (game.name, seat, move, code, say.nameless_key)
    shown = _WAYS.get(key)
    if shown is None:
        told = say.names_told
        way = view_of(game).way(seat, move, code)
        assert way.words is not None, "the way of a move with a code has words"
        shown = _way(game, move, way, say(way.words), say)
        if say.names_told == told:
            if len(_WAYS) >= MAX_WAYS:
                del _WAYS[next(iter(_WAYS))]
            _WAYS[key] = shown
    return shown


def _shown(game: Game, known: Record, seat: int, move: int, way: Way, say: Speech) -> WayShown:
    return _way(game, move, way, say(way.words or game.words.describe(known, seat, move)), say)


def _way(game: Game, move: int, way: Way, words: str, say: Speech) -> WayShown:
    shown: WayShown = {
        "move": game.moves.text(move),
        "say": words,
        "paths": [path.as_json() for path in way.paths],
        "marks": way.marks,
    }
    if way.button:
        shown["button"] = say(way.button)
    return shown | {name: True for name in ("confirm", "opens", "quiet") if getattr(way, name)}


def coded(legal: Iterable[int | None]) -> list[tuple[int, int]]:
    """Return move and code of those offers whose way is a matter of its code."""
    numbers = iter(legal)
    return [
        (move, code)
        for move, code, _ in zip(numbers, numbers, numbers, strict=True)
        if move is not None and code is not None and code != BY_POSITION
    ]


def changeable(room: Room, seat: int, legal: list[int]) -> list[Change]:
    """Return the last moves of a seat that can be replaced: those that only opened further moves not made yet.

    Moves that are legal now anyway are not listed as replacements.
    """
    table, game, view = room.table, room.game, view_of(room.game)
    found = []
    for moved, before in table.without_each(seat, [form.layout for form in view.opening_forms]):
        if not ways_of(game, before, seat, [moved.move], table.rules)[moved.move].opens:
            break
        ways = ways_of(game, before, seat, table.moves_at(before, seat), table.rules)
        others = {move: way for move, way in ways.items() if way.opens and move not in (moved.move, *legal)}
        found.append(Change(moved, before, others))
    return found
