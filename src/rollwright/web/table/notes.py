"""Notes about the spot that somebody points at."""

from typing import Any

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase, plural
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.view import Note, Way, view_of, ways_of
from rollwright.web.table.page_cache import PageCache, SpotNote
from rollwright.web.table.pieces.offers import changeable

_NOTHING = Note(Phrase("You cannot do anything with that now."))


def note(pages: PageCache, screen: Screen, seat: int, spot: str, language: str, revealed: int = 0) -> dict[str, Any]:
    """Return the note about a spot, as JSON for the page."""
    room, say = screen.room, screen.room.speech(language)
    found, reason = _NOTHING, None
    if pages.page(screen, seat, language, revealed).draws(spot):
        found, reason = pages.note(room, seat, spot, lambda: _found(room, seat, spot))
    return {"text": say(found.text), "marks": found.marks, "bars": found.bars, "why": say(reason) if reason else ""}


def _found(room: Room, seat: int, spot: str) -> SpotNote:
    """Return the game's note or a description of the spot's move, and the reason if the spot cannot be picked."""
    known, view = room.table.seen_by(seat), view_of(room.game)
    ways = ways_of(room.game, known, seat, room.table.legal_moves(seat))
    told = _told(room.game, known, seat, spot, ways)
    begins = any(_begins(spot, way) for way in ways.values())
    for change in () if begins else changeable(room, seat, list(ways)):
        instead = ways_of(room.game, change.before, seat, list(change.moves), room.table.rules)
        if any(_begins(spot, way) for way in instead.values()):
            begins = True
            told = told or _told(room.game, change.before, seat, spot, instead)
    reason = None if begins else view.why_not(known, seat, spot)
    return told or (Note(reason) if reason else _NOTHING), reason


def _told(game: Game, known: Record, seat: int, spot: str, ways: dict[int, Way]) -> Note | None:
    """Return the game's own note, or a description of the moves that begin with a spot."""
    told = view_of(game).about(known, seat, spot)
    meant = [move for move, way in ways.items() if _begins(spot, way)]
    if told is None and len(meant) == 1:
        return Note(game.words.describe(known, seat, meant[0]))
    if told is None and meant:
        return Note(
            plural("Part of {n} move: pick it to continue.", "Part of {n} moves: pick it to continue.", len(meant))
        )
    return told


def _begins(spot: str, way: Way) -> bool:
    """Say whether a spot can be the first pick of a move."""
    return any(spot in begun[0] for path in way.paths if (begun := path.follow([])))
