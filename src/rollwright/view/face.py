"""How a game is drawn and played on the page: a typed table of functions that its folder fills in.

A game's `view.py` ends with ``VIEW = View(sheet=..., ...)``; see :mod:`rollwright.core.face`.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from rollwright.core.contract import Ints, Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.moves import Form
from rollwright.view.drawing import Note, Pen, Scene, Way
from rollwright.view.template import Drawing

BY_POSITION = -1
"""The code of a move whose way depends on more of the position than a number can tell: `ways` finds it."""


def _no_note(s: Record, seat: int, spot: str) -> Note | None:
    return None


def _no_scenes(s: Record, seat: int, pen: Pen) -> list[Scene]:
    return []


def _epoch(s: Record) -> Hashable:
    return int(s.epoch)


def _no_ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    raise TypeError("a move has the code BY_POSITION, but the game has no `ways`")


@dataclass(kw_only=True)
class View:
    """How a game is drawn. Every position passed in is already concealed for the viewer."""

    sheet: Drawing
    """A seat's sheet with everything beside it; on paper an empty sheet with room to write."""
    thumbnail: Drawing
    """A tiny picture of a sheet that shows only what is filled: a template of one part."""
    offers: Callable[[Record, int, Ints, int, Ints], None]
    """(s, seat, moves, count, codes): write, for each of a seat's legal moves, the code of its way; compiled."""
    way: Callable[[int, int, int], Way]
    """(seat, move, code): how a move with this code is pointed out, previewed and described."""
    why_not: Callable[[Record, int, str], Phrase | None]
    """(s, seat, spot): why nothing can be done with a spot now."""

    ways: Callable[[Record, int, Sequence[int]], dict[int, Way]] = _no_ways
    """(s, seat, moves): the same for moves with the code BY_POSITION; `describe` says what they do."""
    opening_forms: Sequence[Form] = ()
    """The forms of moves that only open a longer action, and can be replaced until it is finished: see `Way.opens`."""
    about: Callable[[Record, int, str], Note | None] = _no_note
    """(s, seat, spot): a note about the spot under the pointer, if there is one."""
    scenes: Callable[[Record, int, Pen], list[Scene]] = _no_scenes
    """(s, seat, pen): what has just happened, picture by picture."""
    happened: Callable[[Record], Hashable] = _epoch
    """(s): a value that changes whenever the scenes do, which are made only then; by default the epoch."""

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
