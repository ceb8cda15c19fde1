"""A legal move as an object: its text, and what can be asked about it."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from rollwright.core.contract import UNKNOWN_GAIN
from rollwright.core.errors import Illegal, NotYourTurn
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.position import Position as CorePosition
from rollwright.table.move_texts import meant_moves, named_moves


class Choices:
    """The legal moves of a seat at a concealed position, and what follows from it for them, computed when asked."""

    def __init__(self, game: Game, known: CorePosition, seat: int, moves: Sequence[int]) -> None:
        """Take the legal moves of a seat at a position that is concealed for it and does not change any more."""
        self.game, self.known, self.seat, self.moves = game, known, seat, moves

    @cached_property
    def gains(self) -> dict[int, int]:
        """The change in half points that each move brings, or UNKNOWN_GAIN."""
        found = np.zeros(len(self.moves), np.int64)
        moves = np.array(self.moves, np.int64)
        self.known.rules.gains(self.known.record, self.seat, moves, len(moves), found)
        return dict(zip(self.moves, found.tolist(), strict=True))

    def each(self) -> "list[Move]":
        """Return the moves as objects."""
        return [Move(self, move) for move in self.moves]

    def read(self, text: str) -> "Move":
        """Return the move that a text means; refuse an unreadable, ambiguous or illegal one."""
        if isinstance(text, Move) and text.id in self.moves and text.game is self.game:
            return Move(self, text.id)
        if not self.moves:
            raise NotYourTurn(Phrase("This seat has no move to make now."))
        rules, record = self.known.rules, self.known.record
        named = named_moves(self.game.moves, text, lambda move: int(rules.same(record, self.seat, move)), exact=False)
        meant = meant_moves(self.game.moves, text, named, self.moves)
        if not meant:
            reason = self.game.words.why(record, self.seat, named[0])
            raise Illegal(reason or Phrase("This move is not possible now."))
        return Move(self, meant[0])


class Move(str):
    """A legal move. It is its own text, so it can be played, compared and printed as one, and it knows more.

    >>> import rollwright
    >>> table = rollwright.open("terminal_dispute", seed=7)
    >>> move = table.legal()[0]
    >>> move
    'allocate nav 2 3 phone 1 5'
    >>> move.seat, move.id, move.gain
    (0, 292, 0.0)
    >>> move.description
    '2 and 3 steer, 1 and 5 charge'
    """

    __slots__ = ("_choices", "id")

    _choices: Choices
    id: int
    """The move as the rules know it: an integer that keeps its meaning in every game of the same edition."""

    def __new__(cls, choices: Choices, move: int) -> "Move":
        """Make the object of one of the choices."""
        made = super().__new__(cls, choices.game.moves.text(move))
        made._choices, made.id = choices, move
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Pickle as the plain text: the position it was legal in stays behind."""
        return str, (str(self),)

    @property
    def text(self) -> str:
        """The move as a plain string, as records write it.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", seed=7).legal()[0].text
        'allocate nav 2 3 phone 1 5'
        """
        return str(self)

    @property
    def game(self) -> Game:
        """The game that the move belongs to.

        >>> import rollwright
        >>> rollwright.open("tou_shi").legal()[0].game.title
        'Tóu Shí'
        """
        return self._choices.game

    @property
    def seat(self) -> int:
        """The seat that may make the move.

        >>> import rollwright
        >>> rollwright.open("tou_shi").legal()[0].seat
        0
        """
        return self._choices.seat

    @property
    def description(self) -> str:
        """What the move does, in a few words.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", seed=7).legal()[1].description
        '1 and 3 steer, 2 and 5 charge'
        """
        return self.describe()

    def describe(self, language: str = "en") -> str:
        """Return what the move does, in a few words of a language.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", seed=7).legal()[1].describe("es")
        'Rumbo 1 y 3, carga 2 y 5'
        """
        choices = self._choices
        phrase = choices.game.words.describe(choices.known.record, choices.seat, self.id)
        return choices.game.speech(language)(phrase)

    @property
    def gain(self) -> float | None:
        """The points that the move brings at once, as far as its seat can know; None if dice or secrets open first.

        >>> import rollwright
        >>> table = rollwright.open("terminal_dispute", seed=7)
        >>> moved = table.play(table.legal()[0])
        >>> sorted({move.gain for move in table.legal()})
        [0.0, 1.0, 2.0, 3.0, 5.0]
        """
        halves = self._choices.gains[self.id]
        return None if halves == UNKNOWN_GAIN else halves / 2
