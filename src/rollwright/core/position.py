"""A position as a value: the record of a game together with the rules that understand it.

The rules are functions that change a record in place. A :class:`Position` is immutable: playing, rolling and concealing
return a new one, so viewers, undo and search can share a position. Compiled loops, drawing and words work on the bare
record: ``position.record``.

>>> from rollwright.core.game import open_game
>>> game = open_game("terminal_dispute")
>>> start = Position.new(game, 2, {"start": "1"}, compiled=False)
>>> start.dice_due
[6, 6, 6, 6, 6]
>>> rolled = start.rolled([3, 1, 4, 1, 5])
>>> rolled.waiting, len(rolled.legal(0)), rolled == start
([0], 18, False)
>>> move = rolled.legal(0)[0]
>>> rolled.after(0, move) == rolled.after(0, move), rolled.seen(1) == rolled
(True, True)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.dice import Roll, RollCounter
from rollwright.core.game import Game


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A record with its rules. Two positions are equal if their bytes are."""

    rules: Rules
    record: Record

    @classmethod
    def new(
        cls,
        game: Game,
        seats: int,
        options: Mapping[str, str | Sequence[str]] | None = None,
        *,
        rules: Rules | None = None,
        compiled: bool | None = None,
    ) -> "Position":
        """Return the first position of a game; refuse seats or options that the game does not have.

        Uses the game's own rules, `compiled` or not, unless `rules` are given.
        """
        chosen = game.rules(compiled) if rules is None else rules
        record = chosen.new()
        chosen.begin(record, seats, game.options_array(seats, game.setting(seats, options or {})))
        return cls(chosen, record)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.record.seat_count)

    @property
    def round_no(self) -> int:
        """The round being played, 0 during set-up."""
        return int(self.record.round_no)

    @property
    def roller(self) -> int:
        """The seat whose dice are due or were rolled last."""
        return int(self.record.roller)

    @property
    def dice_due(self) -> list[int]:
        """The sides of the dice that must be rolled before anybody can act."""
        sides = np.zeros(self.rules.max_dice, np.int64)
        return [int(n) for n in sides[: self.rules.dice(self.record, sides)]]

    def next_roll(self, rolls: RollCounter) -> Roll | None:
        """Return the request for the dice that are due, or None; `rolls` counts the dice before them."""
        sides = self.dice_due
        return rolls.peek(self.round_no, self.roller, sides) if sides else None

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""
        mask = int(self.rules.waiting(self.record))
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting and not self.dice_due

    def legal(self, seat: int) -> list[int]:
        """Return the legal moves of a seat."""
        moves = np.zeros(self.rules.max_moves, np.int64)
        return [int(move) for move in moves[: self.rules.legal(self.record, seat, moves)]]

    def ranking(self, seats: int) -> list[list[int]]:
        """Return the seats from best to worst, grouped by place: tied seats are in one list."""

        def merit(seat: int) -> tuple[int, int]:
            return int(self.rules.score(self.record, seat)), int(self.rules.tiebreak(self.record, seat))

        places: dict[tuple[int, int], list[int]] = {}
        for seat in sorted(range(seats), key=merit, reverse=True):
            places.setdefault(merit(seat), []).append(seat)
        return list(places.values())

    def score(self, seat: int) -> int:
        """Return a seat's score in half points, as if the game ended now."""
        return int(self.rules.score(self.record, seat))

    def seen(self, by: int = SPECTATOR) -> "Position":
        """Return this position, concealed for a viewer."""
        twin = self.copy()
        self.rules.conceal(twin.record, by)
        return twin

    def after(self, seat: int, move: int) -> "Position":
        """Return the position after a legal move."""
        twin = self.copy()
        self.rules.play(twin.record, seat, move)
        return twin

    def rolled(self, faces: Sequence[int]) -> "Position":
        """Return the position after the dice that are due showed these faces."""
        twin = self.copy()
        self.rules.roll(twin.record, np.array(faces, np.int64))
        return twin

    def copy(self) -> "Position":
        """Return a position whose record is independent of this one."""
        return Position(self.rules, copy(self.record))

    def __bytes__(self) -> bytes:
        """Return the bytes of the record, from which `Rules.restore` rebuilds it."""
        return self.record.tobytes()

    def __eq__(self, other: object) -> bool:
        """Return whether another position is the same, byte for byte."""
        return isinstance(other, Position) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        """Hash the bytes of the record."""
        return hash(bytes(self))
