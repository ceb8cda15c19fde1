"""A position as one seat may know it: what a bot is given."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from rollwright.api.legal_move import Choices, Move
from rollwright.core.contract import SPECTATOR, Record
from rollwright.core.dice import faces_fit, listed_dice
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import Phrase, player_name
from rollwright.core.position import Position as CorePosition

if TYPE_CHECKING:
    from rollwright.api.advice import Advice


class Position:
    """A position as one seat may know it: a value that nothing you call changes.

    Whatever is secret to this seat has been blanked out, so a bot cannot cheat by looking. Two positions are equal if
    their bytes are, and a position can be a key of a dictionary.

    >>> import rollwright
    >>> table = rollwright.open("terminal_dispute", seats=2, seed=7)
    >>> position = table.view(0)
    >>> position
    <Position: Terminal Dispute, 2 seats, round 1, as seat 0 sees it>
    >>> best = max(position.legal(), key=lambda move: position.after(move).score())
    >>> position.after(best) == position
    False
    """

    def __init__(self, game: Game, known: CorePosition, seat: int = SPECTATOR, seed: int = 0) -> None:
        """Take a position; it is concealed for the seat here, whatever was done before."""
        self.game = game
        self.seat = seat
        self.seed = seed
        """A number of the game and the seat, for bots that want chance of their own."""
        self._known = known.seen(seat)

    @property
    def record(self) -> Record:
        """The NumPy record that holds the position; its fields are the game's own (``STATE`` in its rules).

        >>> import rollwright
        >>> int(rollwright.open("terminal_dispute", seed=7).view(0).record.round_no)
        1
        """
        return self._known.record

    @property
    def seats(self) -> int:
        """The number of seats.

        >>> import rollwright
        >>> rollwright.open("rolling_pyramids", seats=3).view(0).seats
        3
        """
        return self._known.seats

    @property
    def round_no(self) -> int:
        """The round being played, 0 during set-up.

        >>> import rollwright
        >>> rollwright.open("tou_shi").view(0).round_no
        0
        """
        return self._known.round_no

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now, as far as this seat can know.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", seats=2, seed=7).view(1).waiting
        [0]
        """
        return self._known.waiting

    @property
    def dice_due(self) -> list[int]:
        """The sides of the dice that must be rolled before anybody can act.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", rolls_itself=False).view(0).dice_due
        [6, 6, 6, 6, 6]
        """
        return self._known.dice_due

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> import rollwright
        >>> rollwright.open("tou_shi").view(0).over
        False
        """
        return self._known.over

    @cached_property
    def random(self) -> Random:
        """Chance for a bot: it depends on the game's seed and on this position only, so games can be repeated.

        >>> import rollwright
        >>> table = rollwright.open("tou_shi", seed=3)
        >>> table.view(0).random.random() == table.view(0).random.random()
        True
        """
        return Random(sha256(f"{self.seed}/{self.seat}/".encode() + bytes(self)).digest())

    def legal(self, seat: int | None = None) -> list[Move]:
        """Return the legal moves of this seat, or of another one as far as this one can know; none if it must wait.

        >>> import rollwright
        >>> [str(move) for move in rollwright.open("terminal_dispute", seed=7).view(0).legal()[:2]]
        ['allocate nav 2 3 phone 1 5', 'allocate nav 1 3 phone 2 5']
        """
        return self._choices(self.seat if seat is None else seat).each()

    def score(self, seat: int | None = None) -> float:
        """Return the points of this seat, or of another one as far as this one can know, as if the game ended now.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", seats=2, seed=7).view(0).score(1)
        0.0
        """
        return self._known.score(self._own(seat)) / 2

    def read(self, text: str) -> Move:
        """Return the legal move that a text means; refuse an unreadable, ambiguous or illegal one and say why.

        >>> import rollwright
        >>> rollwright.open("terminal_dispute", seed=7).view(0).read("al nav 2 3 phone 1 5")
        'allocate nav 2 3 phone 1 5'
        """
        return self._choices(self._own(None)).read(text)

    def after(self, move: str, seat: int | None = None) -> "Position":
        """Return the position after a move, as this seat would know it; this one stays as it is.

        If dice are due then, `rolled` tells what they show. What another seat does in secret stays unknown to this one,
        so it changes nothing here.

        >>> import rollwright
        >>> position = rollwright.open("terminal_dispute", seed=7).view(0)
        >>> position.after("allocate nav 2 3 phone 1 5").legal()[:2]
        ['write 3 a1', 'write 2 a1']
        """
        who = self._own(seat)
        chosen = self._choices(who).read(move)
        return Position(self.game, self._known.after(who, chosen.id), self.seat, self.seed)

    def rolled(self, faces: Sequence[int]) -> "Position":
        """Return the position after the dice that are due showed these faces; refuse faces that they cannot show.

        >>> import rollwright
        >>> start = rollwright.open("terminal_dispute", rolls_itself=False).view(0)
        >>> len(start.rolled([3, 1, 4, 1, 5]).legal())
        18
        """
        due = self.dice_due
        if not due:
            raise Refusal(Phrase("There are no dice to roll now."))
        if None in faces or not faces_fit(faces, due):
            raise Refusal(Phrase("These faces do not match the dice to roll: {due}.", due=listed_dice(due)))
        return Position(self.game, self._known.rolled(faces), self.seat, self.seed)

    def advise(self, level: str = "normal", *, seconds: float | None = None) -> "Advice":
        """Let a bot of this level choose this seat's move, and say what it expects.

        >>> import rollwright
        >>> advice = rollwright.open("terminal_dispute", seed=7).view(0).advise("easy")
        >>> advice.move in rollwright.open("terminal_dispute", seed=7).legal()
        True
        """
        from rollwright.api.advice import advise

        return advise(self, level, self.seed, seconds)

    def _own(self, seat: int | None) -> int:
        return max(self.seat, 0) if seat is None else seat

    def _choices(self, seat: int) -> Choices:
        moves = self._known.legal(seat) if seat in self._known.waiting else []
        return Choices(self.game, self._known, seat, moves)

    def __bytes__(self) -> bytes:
        """Return the bytes of the record."""
        return bytes(self._known)

    def __eq__(self, other: object) -> bool:
        """Return whether another position is the same, byte for byte."""
        return isinstance(other, Position) and self.game is other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        """Hash the bytes of the record."""
        return hash(bytes(self))

    def __str__(self) -> str:
        """Return the position as text."""
        names = [player_name("", seat) for seat in range(self.seats)]
        return self.game.text.draw(self.record, names, self.game.speech(), range(self.seats))

    def __repr__(self) -> str:
        """Name the game, the seats, the round, and who sees it."""
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        seats = "1 seat" if self.seats == 1 else f"{self.seats} seats"
        return f"<Position: {self.game.title}, {seats}, round {self.round_no}, as {who} sees it>"

    def _repr_svg_(self) -> str:
        """Return the sheets as a drawing, which notebooks show."""
        from rollwright.api.svg_picture import picture

        return picture(self.game, self._known, [None] * self.seats)
