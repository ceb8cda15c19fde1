"""What a game shows of itself in words and text: typed tables of functions that its folder fills in.

A game's `words.py` ends with ``WORDS = Words(ask=ask, ...)`` and its `text.py` with ``TEXT = Text(draw=draw)``, as its
`moves.py` has ``MOVES``. The type checker compares every function with what is declared here, and says which is
missing; a function with a default may be left out. How a game is drawn is declared likewise in
:mod:`rollwright.view.face`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import ScoreRow

Names = Sequence[Phrase]
"""What the players are called, seat by seat."""


def _no_ratings() -> list[tuple[int, Phrase]]:
    return []


def _ends_as_all_do(s: Record) -> Phrase | None:
    return None


def _no_account(before: Record, after: Record, names: Names) -> list[Phrase]:
    return []


def _named_by_sides(s: Record) -> list[Phrase]:
    return []


def _says_nothing(s: Record, seat: int) -> Phrase | None:
    return None


def _in_seat_order(s: Record, seat: int) -> int:
    return seat


def _does_not_count(s: Record, seat: int, move: int) -> Phrase | None:
    return None


@dataclass(kw_only=True)
class Words:
    """What a game says. Every position that is passed in is what the listener may know."""

    ask: Callable[[Record, int, Names], Phrase]
    """(s, seat, names): what a seat is asked, in a sentence or two."""
    explain: Callable[[Record, int], Sequence[Phrase]]
    """(s, seat): how the moves that are possible now are written."""
    told_roll: Callable[[Record, Record, Names], Phrase]
    """(before, after, names): what the dice brought."""
    told_move: Callable[[Record, int, int, Record, Names], Phrase]
    """(before, seat, move, after, names): what a seat did."""
    why: Callable[[Record, int, int], Phrase | None]
    """(s, seat, move): why a move is refused, None exactly for the legal ones."""
    describe: Callable[[Record, int, int], Phrase]
    """(s, seat, move): a move as one proposes it, no two alike."""
    guide: Callable[[Record, int], tuple[str, Phrase] | None]
    """(s, seat): what a first-time player should know now, after the name of the part that it is about."""
    score_rows: Callable[[Record, int], Sequence[ScoreRow]]
    """(s, seat): the score line by line; the rows add up to `score`."""
    closing: Callable[[Record], Sequence[Phrase]]
    """(s): what there is to say at the end."""

    ratings: Callable[[], Sequence[tuple[int, Phrase]]] = _no_ratings
    """(): the ratings of a solo game, best first: the least points of each, and its title."""
    ending: Callable[[Record], Phrase | None] = _ends_as_all_do
    """(s): how a finished game ended, in a few words, or None if there is nothing to say."""
    account: Callable[[Record, Record, Names], Sequence[Phrase]] = _no_account
    """(before, after, names): what came of a step beyond the step itself."""
    lately: Callable[[Record, int], Phrase | None] = _says_nothing
    """(s, seat): what a seat has done in this turn, in a few words."""
    dice_names: Callable[[Record], Sequence[Phrase]] = _named_by_sides
    """(s): what each die that is due is called, or nothing where dice differ by their sides alone."""
    tie: Callable[[Record, int], Phrase | None] = _says_nothing
    """(s, seat): what a seat has of what breaks ties, in a word or two."""
    place: Callable[[Record, int], int] = _in_seat_order
    """(s, seat): a seat's place in the order of play, 0 for who began."""
    start: Callable[[Record, int], Phrase | None] = _says_nothing
    """(s, seat): what a seat began with that others had not, in a word or two."""
    deed: Callable[[Record, int, int], Phrase | None] = _does_not_count
    """(s, seat, move): what a move builds or uses, in a word or two, or None if it does not count."""

    @property
    def names_dice(self) -> bool:
        """Whether dice differ by more than their sides, and the game says what they are called."""
        return self.dice_names is not _named_by_sides

    @property
    def tells_endings(self) -> bool:
        """Whether the game's games end in different ways, and it says in which."""
        return self.ending is not _ends_as_all_do

    @property
    def tells_places(self) -> bool:
        """Whether anybody may begin, and the game says who did."""
        return self.place is not _in_seat_order

    @property
    def tells_starts(self) -> bool:
        """Whether the game says what each seat began with."""
        return self.start is not _says_nothing

    @property
    def tells_deeds(self) -> bool:
        """Whether the game says what its moves build or use."""
        return self.deed is not _does_not_count


@dataclass(kw_only=True)
class Text:
    """How a game is drawn with characters."""

    draw: Callable[[Record, Names, Speech, Sequence[int]], str]
    """(s, names, say, seats): the position, with the sheets of these seats."""
