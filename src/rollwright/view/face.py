"""How a game is drawn and played on the page: a typed table of functions that its folder fills in.

A game's `view.py` ends with ``VIEW = View(parts=parts, ...)``; see :mod:`rollwright.core.face`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.view.drawing import Note, Part, Pen, Scene, Way


def _no_note(s: Record, seat: int, spot: str) -> Note | None:
    return None


def _no_scenes(s: Record, seat: int, pen: Pen) -> list[Scene]:
    return []


@dataclass(kw_only=True)
class View:
    """How a game is drawn. Every position that is passed in is what the viewer may know."""

    parts: Callable[[Record, int, Pen], list[Part]]
    """(s, seat, pen): what a seat looks at; on `pen.paper` empty, with room to write."""
    ways: Callable[[Record, int, Sequence[int]], dict[int, Way]]
    """(s, seat, moves): how each of a seat's legal moves is pointed out, and the marks of its preview."""
    why_not: Callable[[Record, int, str], Phrase | None]
    """(s, seat, spot): why nothing can be done with a spot now."""
    thumbnail: Callable[[Record, int], tuple[tuple[int, int], str]]
    """(s, seat): a sheet so small that only what is filled can be seen: width and height, and the drawing."""

    about: Callable[[Record, int, str], Note | None] = _no_note
    """(s, seat, spot): what there is to know of a spot that somebody points at."""
    scenes: Callable[[Record, int, Pen], list[Scene]] = _no_scenes
    """(s, seat, pen): what has happened last, picture by picture."""

    @property
    def has_notes(self) -> bool:
        """Whether the game has notes of its own on what is drawn."""
        return self.about is not _no_note

    @property
    def has_scenes(self) -> bool:
        """Whether the game can show what has happened."""
        return self.scenes is not _no_scenes


def view_of(game: Game) -> View:
    """Return how a game is drawn."""
    return game.face("view", View)
