"""What is drawn for pages, shared by all that look at a room alike."""

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from rollwright.core.language import Phrase
from rollwright.live.privacy import is_covered
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.live.versioned_cache import VersionedCache
from rollwright.view import Note
from rollwright.web.table.page_history import PageHistory
from rollwright.web.table.page_state import PageState

SpotNote = tuple[Note, Phrase | None]
"""What there is to tell of a spot, and why nothing can be done with it, if so."""


@dataclass(frozen=True)
class _RoomPages:
    """The caches of one room."""

    histories: VersionedCache[tuple[tuple[int, ...], int, str, bool], PageHistory] = field(
        default_factory=VersionedCache
    )
    """By the seats at the screen, the seat shown, the language and whether it is covered; valid for one run."""
    notes: VersionedCache[tuple[int, str], SpotNote] = field(default_factory=VersionedCache)
    """By seat and spot; valid for one version."""


class PageCache:
    """Pages and notes of all rooms. What belongs to a room goes with it, or with its last listener."""

    def __init__(self) -> None:
        """Begin empty."""
        self._rooms: WeakKeyDictionary[Room, _RoomPages] = WeakKeyDictionary()

    def page(self, screen: Screen, seat: int, language: str, revealed: int = 0) -> PageState:
        """Return a room as seen from a screen; a private sheet is covered unless its player has revealed it."""
        room, covered = screen.room, is_covered(screen, seat, revealed)
        key = (screen.seats, seat, language, covered)
        history = self._of(room).histories.get(room.boot, key, lambda: PageHistory(room.speech(language)))
        return PageState(screen, seat, language, covered, history)

    def note(self, room: Room, seat: int, spot: str, compute: Callable[[], SpotNote]) -> SpotNote:
        """Return what there is to tell of a spot, computed once for a version of the room."""
        return self._of(room).notes.get(room.version, (seat, spot), compute)

    def release(self, room: Room) -> None:
        """Drop what was drawn of a room, if nobody listens to it any more."""
        if not room.presence.listeners:
            self._rooms.pop(room, None)

    def _of(self, room: Room) -> _RoomPages:
        return self._rooms.setdefault(room, _RoomPages())
