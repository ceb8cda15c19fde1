"""The proof in a record by which anybody can check its fair dice: commitment, players' numbers and seed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rollwright.core.dice import SEED_BYTES, FairDice, Roll, RollCounter, commitment
from rollwright.core.errors import BadRecord
from rollwright.core.language import Phrase
from rollwright.table.events import Rolled

COMMITMENT, NONCES, SEED, ROLLS = "fair-commitment", "fair-nonces", "fair-seed", "fair-rolls"
NO_NONCE = "-"
"""Placeholder for the number of a seat that gave none."""


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

    @classmethod
    def of(cls, dice: FairDice) -> "Proof":
        """Return the proof of fair dice; `write` leaves out the seed until the game is over."""
        return cls(commitment(dice.seed), tuple(dice.nonces), dice.seed)

    def lines(self, rolled: Iterable[Rolled], over: bool) -> list[str]:
        """Return the proof's lines of a record's header."""
        lines = [f"{COMMITMENT}: {self.commitment}"]
        lines.append(f"{NONCES}: {', '.join(nonce or NO_NONCE for nonce in self.nonces)}")
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
    found = {name: head.pop(name) for name in (COMMITMENT, NONCES, SEED, ROLLS) if name in head}
    if not found:
        return None
    digits = Phrase("{n} hexadecimal digits", n=2 * SEED_BYTES)
    _check(re.fullmatch("[0-9a-f]{64}", found.get(COMMITMENT, "")), COMMITMENT, digits)
    _check(re.fullmatch("[0-9a-f]{64}", found.get(SEED, "0" * 64)), SEED, digits)
    nonces = _parts(found.get(NONCES, ""))
    readable = all(re.fullmatch(f"[0-9a-f]{{1,64}}|{NO_NONCE}", nonce) for nonce in nonces)
    _check(readable and len(nonces) == seats, NONCES, Phrase("one number per seat, or '-' where none was given"))
    given = tuple("" if nonce == NO_NONCE else nonce for nonce in nonces)
    seed = bytes.fromhex(found[SEED]) if SEED in found else None
    return Proof(found[COMMITMENT], given, seed, tuple(_parts(found.get(ROLLS, ""))))


def _parts(value: str) -> Sequence[str]:
    return [part.strip() for part in value.split(",")] if value else []


def _check(readable: object, name: str, wanted: Phrase) -> None:
    if not readable:
        said = Phrase("The proof in this record cannot be read: '{name}' must be {wanted}.", name=name, wanted=wanted)
        raise BadRecord(said)
