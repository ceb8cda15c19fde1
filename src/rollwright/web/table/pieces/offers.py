"""The moves that a page offers: legal moves, and replacements for earlier ones."""

from dataclasses import dataclass
from typing import Any

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.core.scoring import signed
from rollwright.live.room import Room
from rollwright.table import Moved
from rollwright.view import Way, ways_of


@dataclass(frozen=True)
class Change:
    """A move that can still be replaced: the move, the position before it, and the moves possible instead."""

    made: Moved
    before: Record
    ways: dict[int, Way]


def offers(room: Room, seat: int, say: Speech) -> list[dict[str, Any]]:
    """Return a seat's moves for the page: how each is pointed out, and its preview."""
    table, view = room.table, room.table.seen_by(seat)
    legal = table.legal_moves(seat)
    if not legal:
        return []
    gains, ways = table.gains(seat), ways_of(room.game, view, seat, legal)
    found = [_offer(room.game, view, seat, move, ways[move], say, gains[move]) for move in legal]
    for change in changeable(room, seat, legal):
        found += [
            _offer(room.game, change.before, seat, move, way, say) | {"instead": change.made.text}
            for move, way in change.ways.items()
        ]
    return found


def _offer(
    game: Game, known: Record, seat: int, move: int, way: Way, say: Speech, gain: int | None = None
) -> dict[str, Any]:
    """Return one offer; `gain` is the immediate change of the seat's score, if that is known."""
    offer = {
        "move": game.moves.text(move),
        "say": say(game.words.describe(known, seat, move)),
        "gain": None if gain is None or way.quiet else signed(gain),
        "paths": [path.as_json() for path in way.paths],
        "marks": way.marks,
    }
    if way.button:
        offer["button"] = say(way.button)
    return offer | {name: True for name in ("confirm", "opens") if getattr(way, name)}


def changeable(room: Room, seat: int, legal: list[int]) -> list[Change]:
    """Return the last moves of a seat that can be replaced: those that only opened further moves not made yet.

    Moves that are legal now anyway are not listed as replacements.
    """
    table, game = room.table, room.game
    found = []
    for moved, before in table.without_each(seat):
        if not ways_of(game, before, seat, [moved.move])[moved.move].opens:  # a cheap test that ends most games' search
            break
        ways = ways_of(game, before, seat, table.moves_at(before, seat))
        others = {move: way for move, way in ways.items() if way.opens and move not in (moved.move, *legal)}
        found.append(Change(moved, before, others))
    return found
