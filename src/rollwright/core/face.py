"""The words and the text drawing of a game: typed tables of functions that its folder fills in.

A game's `words.py` ends with ``WORDS = Words(ask=ask, ...)`` and its `text.py` with ``TEXT = Text(draw=draw)``, as its
`moves.py` has ``MOVES``. The type checker compares every function with its declaration here and reports missing ones;
a function with a default may be left out. The drawing on the page is declared in :mod:`rollwright.view.face`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, Speech, together
from rollwright.core.scoring import ScoreRow


@dataclass(frozen=True)
class Question:
    """What a seat is asked: a short question, and what limits the answer in one more line."""

    ask: Phrase
    more: Phrase | None = None

    @property
    def whole(self) -> Phrase:
        """Both as one sentence after the other."""
        return together([self.ask, self.more]) if self.more else self.ask

    def __str__(self) -> str:
        """Return both in English."""
        return str(self.whole)


@dataclass(frozen=True)
class Progress:
    """How far a game is, in a few words; `at` of `steps` as numbers, where the steps are few enough to be counted."""

    text: Phrase
    at: int = 0
    steps: int = 0


Names = Sequence[Phrase]
"""The players' names, in the order of the seats."""


def _no_ratings() -> list[tuple[int, Phrase]]:
    return []


def _no_ending(s: Record) -> Phrase | None:
    return None


def _no_account(before: Record, after: Record, names: Names) -> list[Phrase]:
    return []


def _no_progress(s: Record) -> Progress | None:
    return None


def _named_by_sides(s: Record) -> list[Phrase]:
    return []


def _says_nothing(s: Record, seat: int) -> Phrase | None:
    return None


def _in_seat_order(s: Record, seat: int) -> int:
    return seat


def _does_not_count(s: Record, seat: int, move: int) -> Phrase | None:
    return None


def _no_reason(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    return None


@dataclass(kw_only=True)
class Words:
    """What a game says.

    On the pages of the web app every position passed in is already concealed for the viewer, except that of `closing`:
    the game is over then. The terminal passes true positions to `told_roll`, `told_move` and `closing`, as everybody
    there looks at one screen, and statistics pass them to `ending`, `place`, `start` and `deed`.
    """

    ask: Callable[[Record, int, Names], Question]
    """(s, seat, names): what a seat has to decide now."""
    explain: Callable[[Record, int], Sequence[Phrase]]
    """(s, seat): how the moves that are possible now are written."""
    told_roll: Callable[[Record, Record, Names], Phrase]
    """(before, after, names): the result of a roll."""
    told_move: Callable[[Record, int, int, Record, Names], Phrase]
    """(before, seat, move, after, names): what a seat did."""
    why: Callable[[Record, int, int], Phrase | None]
    """(s, seat, move): why a move is refused; None if and only if it is legal."""
    describe: Callable[[Record, int, int], Phrase]
    """(s, seat, move): a legal move as a suggestion; different for each move."""
    guide: Callable[[Record, int], tuple[str, Phrase] | None]
    """(s, seat): (name of a part, what a first-time player should know about it now), or None."""
    score_rows: Callable[[Record, int], Sequence[ScoreRow]]
    """(s, seat): the score line by line; the rows add up to `score`."""
    closing: Callable[[Record], Sequence[Phrase]]
    """(s): what there is to say at the end of the game; the position is not concealed."""

    ratings: Callable[[], Sequence[tuple[int, Phrase]]] = _no_ratings
    """(): the ratings of a solo game, best first: (minimum points, title)."""
    ending: Callable[[Record], Phrase | None] = _no_ending
    """(s): how a finished game ended, in a few words, or None if there is nothing to say."""
    account: Callable[[Record, Record, Names], Sequence[Phrase]] = _no_account
    """(before, after, names): the consequences of a step, beyond the step itself."""
    lately: Callable[[Record, int], Phrase | None] = _says_nothing
    """(s, seat): what a seat has done in this turn, in a few words."""
    progress: Callable[[Record], Progress | None] = _no_progress
    """(s): how far the game is, such as round 7 of 12, or None."""
    dice_names: Callable[[Record], Sequence[Phrase]] = _named_by_sides
    """(s): the name of each die that is due; empty where dice differ only by their number of sides."""
    tie: Callable[[Record, int], Phrase | None] = _says_nothing
    """(s, seat): a seat's value for breaking ties, in a word or two."""
    place: Callable[[Record, int], int] = _in_seat_order
    """(s, seat): a seat's place in the order of play, 0 for the first."""
    start: Callable[[Record, int], Phrase | None] = _says_nothing
    """(s, seat): what a seat started with that others did not, in a word or two."""
    deed: Callable[[Record, int, int], Phrase | None] = _does_not_count
    """(s, seat, move): what a move builds or uses, in a word or two, or None if statistics do not count it."""

    reason: Callable[[Record, int, int, int], Phrase | None] = _no_reason
    """(s, seat, played, best): why the best move was better than the one that was played, in a sentence, or None."""

    @property
    def tells_consequences(self) -> bool:
        """Whether the game reports what comes of a step beyond the step itself."""
        return self.account is not _no_account

    @property
    def names_dice(self) -> bool:
        """Whether the game has names for its dice."""
        return self.dice_names is not _named_by_sides

    @property
    def tells_endings(self) -> bool:
        """Whether the game distinguishes how its games end."""
        return self.ending is not _no_ending

    @property
    def tells_places(self) -> bool:
        """Whether the order of play can differ from the order of the seats."""
        return self.place is not _in_seat_order

    @property
    def tells_starts(self) -> bool:
        """Whether the game says what each seat started with."""
        return self.start is not _says_nothing

    @property
    def tells_deeds(self) -> bool:
        """Whether the game says what its moves build or use."""
        return self.deed is not _does_not_count


@dataclass(kw_only=True)
class Text:
    """How a game is drawn as text."""

    draw: Callable[[Record, Names, Speech, Sequence[int]], str]
    """(s, names, say, seats): the position with the sheets of these seats."""
