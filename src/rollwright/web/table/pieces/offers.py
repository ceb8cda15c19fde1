"""The moves that a page offers as numbers: legal moves, and replacements for earlier ones."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.core.moves import is_form
from rollwright.core.position import Position
from rollwright.live.room import Room
from rollwright.table import Moved, Table
from rollwright.view import BY_POSITION, Way, view_of, ways_of
from rollwright.view.codes import offer_codes
from rollwright.web.table.pieces.drawings import Make

MAX_WAYS = 20_000
"""The most ways that are remembered, of all games and languages together."""

WayShown = orjson.Fragment
"""A way as a page is sent it, in JSON: that takes a tenth of the memory, and is ready to be sent."""

_WAYS: dict[tuple[object, ...], tuple[WayShown, bool]] = {}
"""Ways, and whether each only opens a longer action."""


@dataclass(frozen=True)
class Change:
    """A move that can still be replaced: the move, the position before it, and the moves possible instead."""

    made: Moved
    before: Record
    moves: dict[int, int]
    """The code of each move."""


def offers(room: Room, seat: int, say: Speech, make: Make) -> dict[str, Any]:
    """Return a seat's moves for the page: for each legal move its number, the code of its way, and its gain.

    `beside` has the ways of moves that depend on the position, `instead` the replacements for earlier moves.
    """
    table = room.table
    legal = table.legal_moves(seat)
    if not legal:
        return {"legal": []}
    numbers = table.now.fact(seat, ("offers", seat), lambda known: _numbers(table, known, seat))
    in_lesson = room.course is not None and room.course.wanted(table) is not None
    if room.course and in_lesson:
        legal = room.course.offered(table, seat)
        numbers = _those_of(numbers, legal)
    found: dict[str, Any] = {"legal": numbers}
    known = table.seen_by(seat)
    beside = [move for move, code in zip(legal, numbers[1::3], strict=True) if code == BY_POSITION]
    if beside:
        ways = ways_of(room.game, known, seat, beside, table.rules)
        found["beside"] = {move: _shown(room.game, known, seat, move, way, say) for move, way in ways.items()}
    # What can be replaced follows from what the seat knows and has done: anything else would tell of others' secrets.
    if in_lesson:
        return found
    source = (known.tobytes(), table.recent(seat), say.key)
    instead = make("instead", source, lambda: _replacements(room, seat, legal, say)) if table.recent(seat) else []
    return found | {"instead": instead} if instead else found


def _those_of(numbers: list[int | None], moves: list[int]) -> list[int | None]:
    """Return the numbers of some of the moves: those that a lesson wants."""
    return [number for i in range(0, len(numbers), 3) if numbers[i] in moves for number in numbers[i : i + 3]]


def _replacements(room: Room, seat: int, legal: list[int], say: Speech) -> list[list[object]]:
    """Return what can be done instead of earlier moves."""
    return [each for change in changeable(room, seat, legal) for each in _instead_of(room, seat, change, say)]


def _instead_of(room: Room, seat: int, change: Change, say: Speech) -> list[list[object]]:
    """Return what can be done instead of a move: its text, then a move and its code, or a way by position."""
    beside = [move for move, code in change.moves.items() if code == BY_POSITION]
    ways = ways_of(room.game, change.before, seat, beside, room.table.rules) if beside else {}
    return [
        [change.made.text, _shown(room.game, change.before, seat, move, ways[move], say)]
        if move in ways
        else [change.made.text, move, code]
        for move, code in change.moves.items()
    ]


def _numbers(table: Table, known: Position, seat: int) -> list[int | None]:
    """Return move, code and gain of each legal move, one after the other."""
    gains = table.gains(seat)
    moves = np.array(list(gains), np.int64)
    codes = offer_codes(table.game, known.rules, known.record, seat, moves, len(moves)).tolist()
    return [number for (move, gain), code in zip(gains.items(), codes, strict=True) for number in (move, code, gain)]


def way_shown(game: Game, seat: int, move: int, code: int, say: Speech) -> WayShown:
    """Return the way of a move with this code for the page; made once, unless it contains the names of players."""
    return _way_made(game, seat, move, code, say)[0]


def _way_made(game: Game, seat: int, move: int, code: int, say: Speech) -> tuple[WayShown, bool]:
    """Return the way of a move for the page, and whether it only opens a longer action."""
    key = (game.name, seat, move, code, say.nameless_key)
    shown = _WAYS.get(key)
    if shown is None:
        told = say.names_told
        way = view_of(game).way(seat, move, code)
        assert way.words is not None, "the way of a move with a code has words"
        encoded = orjson.dumps(_way(game, move, way, say(way.words), say))
        shown = orjson.Fragment(bytes(memoryview(encoded))), way.opens  # a copy, as the encoder's buffer is much larger
        if say.names_told == told:
            if len(_WAYS) >= MAX_WAYS:
                del _WAYS[next(iter(_WAYS))]
            _WAYS[key] = shown
    return shown


def _shown(game: Game, known: Record, seat: int, move: int, way: Way, say: Speech) -> dict[str, Any]:
    """Return the way of a move that depends on the position."""
    return _way(game, move, way, say(way.words or game.words.describe(known, seat, move)), say)


def _way(game: Game, move: int, way: Way, words: str, say: Speech) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "move": game.moves.text(move),
        "say": words,
        "paths": [path.as_json() for path in way.paths],
        "marks": way.marks,
    }
    if way.button:
        shown["button"] = say(way.button)
    if way.then:
        shown["then"] = say(way.then)
    if way.backward:
        shown["backward"] = say(way.backward)
    if way.further:
        shown["further"] = say(way.further)
    return shown | {name: True for name in ("confirm", "opens", "quiet", "rolls") if getattr(way, name)}


def coded(moves: dict[str, Any]) -> list[tuple[int, int]]:
    """Return move and code of those offers whose way is a matter of its code."""
    legal = moves.get("legal", ())
    found = [each for each in zip(legal[::3], legal[1::3], strict=True) if each[1] != BY_POSITION]
    return found + [(each[1], each[2]) for each in moves.get("instead", ()) if len(each) == 3]


def changeable(room: Room, seat: int, legal: list[int]) -> list[Change]:
    """Return the last moves of a seat that can be replaced: those that only opened further moves not made yet.

    Moves that are legal now anyway are not listed as replacements.
    """
    table, game = room.table, room.game
    layouts = [form.layout for form in view_of(game).opening_forms]
    found = []
    for moved, before in table.without_each(seat, layouts):
        if not ways_of(game, before, seat, [moved.move], table.rules)[moved.move].opens:
            break
        moves = table.moves_at(before, seat)
        codes = offer_codes(game, table.rules, before, seat, np.array(moves, np.int64), len(moves)).tolist()
        known = {moved.move, *legal}
        others = {
            move: code
            for move, code in zip(moves, codes, strict=True)
            if move not in known and any(is_form(layout, move) for layout in layouts)
        }
        opening = {move: code for move, code in others.items() if _opens(table, before, seat, move, code)}
        found.append(Change(moved, before, opening))
    return found


def _opens(table: Table, before: Record, seat: int, move: int, code: int) -> bool:
    """Say whether a move only opens a longer action."""
    if code != BY_POSITION:
        return _way_made(table.game, seat, move, code, table.game.speech())[1]
    return ways_of(table.game, before, seat, [move], table.rules)[move].opens
