"""The random numbers that players' browsers add to fair dice: first everybody commits to theirs, then they are shown.

As long as commitments are accepted, no number is; as soon as one may be shown, no commitment is accepted any more. So
nobody can choose a number after seeing another's.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from rollwright.core.dice import number_commitment
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.table.events import Arrangement, CommitmentsClosed, Committed, Gave

COMMITMENT = re.compile("[0-9a-f]{64}")
NUMBER = re.compile("[0-9a-f]{32,64}")
"""A number has at least 128 bits, so that nobody finds it by trying all that fit its commitment."""


@dataclass
class FairNumbers:
    """The commitments and numbers of a table by seat, built up from its log."""

    commitments: dict[int, str] = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)
    closed: bool = False
    """Whether no more commitments are accepted."""
    order: list[str] = field(default_factory=list)
    """What happened, in the words of a proof: see `records.proof`."""

    @property
    def given_openly(self) -> dict[int, str]:
        """The numbers that seats gave without a commitment, at a table that was opened before there were any."""
        return {seat: number for seat, number in self.nonces.items() if seat not in self.commitments}

    @property
    def unrevealed(self) -> frozenset[int]:
        """The seats that have committed to a number and not shown it."""
        return frozenset(self.commitments.keys() - self.nonces.keys())

    # Requests: each returns the arrangements to append to the log, or refuses.

    def commit(self, seat: int, commitment: str, awaited: Collection[int]) -> list[Arrangement]:
        """Commit a seat to its number; the last of the seats that are awaited closes the commitments."""
        if not COMMITMENT.fullmatch(commitment):
            raise Refusal(Phrase("A commitment to a number for the dice must have 64 hexadecimal digits."))
        if self.commitments.get(seat) == commitment:
            return []
        if seat in self.commitments or seat in self.nonces:
            raise Refusal(Phrase("This seat has its number for the dice already: it cannot be changed."))
        if self.closed:
            raise Refusal(Phrase("The numbers for the dice are being shown already: this seat adds none."))
        complete = set(awaited) <= {seat, *self.commitments, *self.nonces}
        return [Committed(seat, commitment), *([CommitmentsClosed()] if complete else [])]

    def close(self) -> list[Arrangement]:
        """Accept no more commitments; there is nothing to close where nobody has committed to anything."""
        return [CommitmentsClosed()] if self.commitments and not self.closed else []

    def reveal(self, seat: int, number: str, seed_commitment: str) -> list[Arrangement]:
        """Show the number that a seat has committed to; refuse any other, and each one as long as others may commit."""
        if not NUMBER.fullmatch(number):
            raise Refusal(Phrase("A player's number for the dice must have 32 to 64 hexadecimal digits."))
        if seat not in self.commitments:
            raise Refusal(Phrase("This seat has not committed to a number for the dice, so it cannot add one."))
        if not self.closed:
            raise Refusal(Phrase("Keep your number for the dice secret until everyone has committed to theirs."))
        if number_commitment(seed_commitment, seat, number) != self.commitments[seat]:
            raise Refusal(Phrase("This is not the number that this seat has committed to: only that one counts."))
        return [] if seat in self.nonces else [Gave(seat, number)]

    # Events of the log.

    def follow(self, event: Committed | CommitmentsClosed | Gave) -> None:
        """Apply an event of the log; only the first commitment and the first number of a seat count.

        A number without a commitment, at a table from before there were any, counts only if nobody had committed yet.
        """
        match event:
            case Committed():
                self.commitments.setdefault(event.seat, event.commitment)
                self.order.append(f"commit {event.seat}")
            case CommitmentsClosed():
                self.closed = True
                self.order.append("close")
            case Gave():
                openly = event.seat not in self.commitments
                if event.seat not in self.nonces and not (openly and self.commitments):
                    self.nonces[event.seat] = event.nonce
                    self.order.append(f"{'give' if openly else 'reveal'} {event.seat}")

    def withdraw(self, seat: int) -> None:
        """Forget the commitment of somebody who leaves; once commitments are closed, it stays for all to see."""
        if seat in self.commitments and not self.closed:
            del self.commitments[seat]
            self.order.remove(f"commit {seat}")
