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
    """How a game is drawn. Every position passed in is already concealed for the viewer."""

    parts: Callable[[Record, int, Pen], list[Part]]
    """(s, seat, pen): the parts of a seat's sheet; on `pen.paper` an empty sheet with room to write."""
    ways: Callable[[Record, int, Sequence[int]], dict[int, Way]]
    """(s, seat, moves): for each of a seat's legal moves, how it is pointed out and previewed."""
    why_not: Callable[[Record, int, str], Phrase | None]
    """(s, seat, spot): why nothing can be done with a spot now."""
    thumbnail: Callable[[Record, int], tuple[tuple[int, int], str]]
    """(s, seat): a tiny picture of a sheet that shows only what is filled: ((width, height), SVG)."""

    about: Callable[[Record, int, str], Note | None] = _no_note
    """(s, seat, spot): a note about the spot under the pointer, if there is one."""
    scenes: Callable[[Record, int, Pen], list[Scene]] = _no_scenes
    """(s, seat, pen): what has just happened, picture by picture."""

    @property
    def has_notes(self) -> bool:
        """Whether the game has notes about its spots."""
        return self.about is not _no_note

    @property
    def has_scenes(self) -> bool:
        """Whether the game has scenes."""
        return self.scenes is not _no_scenes


def view_of(game: Game) -> View:
    """Return how a game is drawn."""
    return game.face("view", View)
