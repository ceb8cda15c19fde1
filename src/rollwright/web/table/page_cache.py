"""Caches what is drawn, for all pages with the same view of a room."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary, WeakSet, ref

from rollwright.core.language import Phrase
from rollwright.live.privacy import is_covered
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.live.versioned_cache import VersionedCache
from rollwright.view import Note
from rollwright.web.table.page_history import PageHistory
from rollwright.web.table.page_state import PageState

SpotNote = tuple[Note, Phrase | None]
"""The note about a spot, and the reason if it cannot be picked."""


@dataclass(frozen=True)
class _RoomPages:
    """The caches of one room."""

    histories: VersionedCache[tuple[tuple[int, ...], tuple[int, ...], int, str, bool], PageHistory] = field(
        default_factory=VersionedCache
    )
    """By seats at the screen, seats to come back to, seat shown, language, and whether it is covered.

    Valid for one run of the room."""
    notes: dict[int, VersionedCache[str, SpotNote]] = field(default_factory=dict)
    """By seat and spot; valid until something changes that the seat may notice."""


class PageCache:
    """Pages and notes of all rooms. They are dropped with the room, or when nobody is connected to it any more."""

    def __init__(self, idle_after: float = 60.0) -> None:
        """Begin empty; pages that were only fetched are dropped after `idle_after` seconds without a connection."""
        self._rooms: WeakKeyDictionary[Room, _RoomPages] = WeakKeyDictionary()
        self._idle_after = idle_after
        self._watched: WeakSet[Room] = WeakSet()

    def page(self, screen: Screen, seat: int, language: str, revealed: int = 0) -> PageState:
        """Return the page state for a screen; a private sheet is covered unless its player has revealed it."""
        room, covered = screen.room, is_covered(screen, seat, revealed)
        self._watch(room)
        key = (screen.seats, screen.former, seat, language, covered)
        history = self._of(room).histories.get(room.boot, key, lambda: PageHistory(room.speech(language)))
        return PageState(screen, seat, language, covered, history)

    def note(self, room: Room, seat: int, spot: str, compute: Callable[[], SpotNote]) -> SpotNote:
        """Return the note about a spot, computed once until something changes that the seat may notice."""
        notes = self._of(room).notes.setdefault(seat, VersionedCache())
        return notes.get(room.version_for((seat,)), spot, compute)

    def release(self, room: Room) -> None:
        """Drop all that was computed for the pages of a room without listeners: it keeps its log and its position."""
        if not room.presence.listeners:
            self._rooms.pop(room, None)
            room.forget_shown()

    def _watch(self, room: Room) -> None:
        """Drop the pages of a room later, if nobody is connected to it by then."""
        if room.presence.listeners or room in self._watched:
            return
        self._watched.add(room)
        asyncio.get_running_loop().call_later(self._idle_after, self._release_idle, ref(room))

    def _release_idle(self, room_ref: "ref[Room]") -> None:
        room = room_ref()
        if room is None:
            return
        self._watched.discard(room)
        if not room.presence.listeners:
            room.end_run()
            self.release(room)

    def _of(self, room: Room) -> _RoomPages:
        return self._rooms.setdefault(room, _RoomPages())
