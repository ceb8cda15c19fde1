"""The proof in a record by which anybody can check its fair dice: commitments, players' numbers and seed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rollwright.core.dice import SEED_BYTES, FairDice, Roll, RollCounter, commitment, number_commitment
from rollwright.core.errors import BadRecord
from rollwright.core.language import Phrase
from rollwright.table.events import Rolled
from rollwright.table.fair.fair_numbers import FairNumbers

COMMITMENT, NONCES, SEED, ROLLS = "fair-commitment", "fair-nonces", "fair-seed", "fair-rolls"
VERSION, COMMITTED, ORDER = "fair-version", "fair-committed", "fair-order"
NAMES = (COMMITMENT, VERSION, COMMITTED, NONCES, ORDER, SEED, ROLLS)
COMMITTED_FIRST = "2"
"""The version of a proof with commitments to numbers; one without them has no version."""
NO_NONCE = "-"
"""Placeholder for the number, or the commitment, of a seat that gave none."""
STEP = re.compile(r"close|(commit|reveal|give) (0|[1-9][0-9]{0,2})")
"""A step of the order: a seat commits, commitments are closed, a seat reveals its number, or gave one openly."""


@dataclass(frozen=True)
class Proof:
    """The proof of a game's dice; the seed stays secret until the game is over.

    `rolls` are the requests for dice that a record lists, so that the faces can be checked without knowing the rules.
    They are only set when a record is read; writing a record takes them from its table.
    """

    commitment: str
    nonces: tuple[str, ...]
    seed: bytes | None = None
    rolls: tuple[str, ...] = ()
    committed: tuple[str, ...] = ()
    """Each seat's commitment to its number, or an empty text; nothing if nobody committed to a number."""
    order: tuple[str, ...] = ()
    """What seats did with their numbers, in this order: see `STEP`."""

    @classmethod
    def of(cls, dice: FairDice, numbers: FairNumbers | None = None) -> "Proof":
        """Return the proof of fair dice; `write` leaves out the seed until the game is over."""
        proof = cls(commitment(dice.seed), tuple(dice.nonces), dice.seed)
        if numbers is None or not numbers.commitments:
            return proof
        committed = tuple(numbers.commitments.get(seat, "") for seat in range(len(dice.nonces)))
        return replace(proof, committed=committed, order=tuple(numbers.order))

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats that committed to a number and never revealed it."""
        return tuple(seat for seat, digest in enumerate(self.committed) if digest and not self.nonces[seat])

    @property
    def uncommitted(self) -> tuple[int, ...]:
        """The seats that gave a number without committing to it before."""
        committed = self.committed or [""] * len(self.nonces)
        return tuple(seat for seat, nonce in enumerate(self.nonces) if nonce and not committed[seat])

    @property
    def swapped(self) -> tuple[int, ...]:
        """The seats whose number is not the one that they committed to."""
        return tuple(
            seat
            for seat, digest in enumerate(self.committed)
            if digest and self.nonces[seat] and number_commitment(self.commitment, seat, self.nonces[seat]) != digest
        )

    @property
    def in_order(self) -> bool:
        """Whether the order is that of the protocol: all commitments, then the closing, and only then any number.

        Numbers given openly, before there were commitments, come before all of that: later, others could be seen.
        """
        if not self.committed:
            return True
        openly = {f"give {seat}" for seat in self.uncommitted}
        given, steps = self.order[: len(openly)], self.order[len(openly) :]
        closing = steps.index("close") if "close" in steps else len(steps)
        before, after = steps[:closing], steps[closing + 1 :]
        commits = {f"commit {seat}" for seat, digest in enumerate(self.committed) if digest}
        reveals = {f"reveal {seat}" for seat, digest in enumerate(self.committed) if digest and self.nonces[seat]}
        once = len(set(self.order)) == len(self.order)
        return once and (set(given), set(before), set(after)) == (openly, commits, reveals)

    def lines(self, rolled: Iterable[Rolled], over: bool) -> list[str]:
        """Return the proof's lines of a record's header."""
        lines = [f"{COMMITMENT}: {self.commitment}"]
        if self.committed:
            lines += [f"{VERSION}: {COMMITTED_FIRST}", f"{COMMITTED}: {_listed(self.committed)}"]
        lines.append(f"{NONCES}: {_listed(self.nonces)}")
        if self.committed:
            lines.append(f"{ORDER}: {', '.join(self.order)}")
        if over and self.seed is not None:
            lines.append(f"{SEED}: {self.seed.hex()}")
        rolls = RollCounter()
        asked = [roll_text(rolls.next(event.round_no, event.roller, event.sides)) for event in rolled]
        return [*lines, f"{ROLLS}: {', '.join(asked)}"]


def roll_text(roll: Roll) -> str:
    """Return a request for dice as text: ``round.roller.first:sides``, roller and first counted from 0.

    >>> roll_text(Roll(3, 1, 0, (6, 6, 30)))
    '3.1.0:6+6+30'
    """
    return f"{roll.round_no}.{roll.roller}.{roll.first}:{'+'.join(map(str, roll.sides))}"


def read_proof(head: dict[str, str], seats: int) -> Proof | None:
    """Remove the proof from a record's header and return it, if there is one; refuse an unreadable one."""
    found = {name: head.pop(name) for name in NAMES if name in head}
    if not found:
        return None
    digits = Phrase("{n} hexadecimal digits", n=2 * SEED_BYTES)
    _check(re.fullmatch("[0-9a-f]{64}", found.get(COMMITMENT, "")), COMMITMENT, digits)
    _check(re.fullmatch("[0-9a-f]{64}", found.get(SEED, "0" * 64)), SEED, digits)
    given = _read_seats(
        found, NONCES, "[0-9a-f]{1,64}", seats, Phrase("one number per seat, or '-' where none was given")
    )
    seed = bytes.fromhex(found[SEED]) if SEED in found else None
    proof = Proof(found[COMMITMENT], given, seed, tuple(_parts(found.get(ROLLS, ""))))
    if not found.keys() & {VERSION, COMMITTED, ORDER}:
        return proof
    known = Phrase("'{version}', the only version of a proof that is known here", version=COMMITTED_FIRST)
    _check(found.get(VERSION) == COMMITTED_FIRST, VERSION, known)
    per_seat = Phrase("one commitment per seat, or '-' where there is none")
    committed = _read_seats(found, COMMITTED, "[0-9a-f]{64}", seats, per_seat)
    _check(any(committed), COMMITTED, per_seat)
    order = tuple(_parts(found.get(ORDER, "")))
    _check(all(map(STEP.fullmatch, order)), ORDER, Phrase("a list of 'commit N', 'close', 'reveal N' and 'give N'"))
    return replace(proof, committed=committed, order=order)


def _read_seats(found: dict[str, str], name: str, digits: str, seats: int, wanted: Phrase) -> tuple[str, ...]:
    """Return a line with hexadecimal digits for each seat, empty where there are none; refuse any other."""
    parts = _parts(found.get(name, ""))
    readable = all(re.fullmatch(f"{digits}|{NO_NONCE}", part) for part in parts)
    _check(readable and len(parts) == seats, name, wanted)
    return tuple("" if part == NO_NONCE else part for part in parts)


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(part or NO_NONCE for part in parts)


def _parts(value: str) -> Sequence[str]:
    return [part.strip() for part in value.split(",")] if value else []


def _check(readable: object, name: str, wanted: Phrase) -> None:
    if not readable:
        said = Phrase("The proof in this record cannot be read: '{name}' must be {wanted}.", name=name, wanted=wanted)
        raise BadRecord(said)
