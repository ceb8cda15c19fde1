"""Dice sources. The rules request dice and a source supplies the faces."""

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

REAL_DICE = (4, 6, 8, 10, 12, 20)
"""Numbers of sides of the dice that people own."""

SEED_BYTES = 32
"""Length of the seed of fair dice."""


@dataclass(frozen=True)
class Roll:
    """A request for dice.

    `first` is how many dice this roller has already had in this round. A die is thus identified by (round, roller,
    position) and never by when it is requested: taking moves back cannot change its face.
    """

    round_no: int
    roller: int
    first: int
    sides: Sequence[int]


class RollCounter:
    """Counts the dice that each roller has had in each round, which identifies every die.

    >>> rolls = RollCounter()
    >>> rolls.next(1, 0, [6, 6]).first, rolls.next(1, 0, [8]).first, rolls.next(1, 1, [6]).first, rolls.total
    (0, 2, 0, 4)
    """

    def __init__(self) -> None:
        """Start before the first roll of a game."""
        self._had: Counter[tuple[int, int]] = Counter()

    def copy(self) -> "RollCounter":
        """Return a counter that goes on alone from here."""
        twin = RollCounter()
        twin._had = self._had.copy()
        return twin

    @property
    def total(self) -> int:
        """The number of dice counted so far."""
        return self._had.total()

    def peek(self, round_no: int, roller: int, sides: Sequence[int]) -> Roll:
        """Return the request for the next dice without counting them."""
        return Roll(round_no, roller, self._had[round_no, roller], sides)

    def count(self, roll: Roll) -> None:
        """Count dice that were rolled."""
        self._had[roll.round_no, roll.roller] += len(roll.sides)

    def next(self, round_no: int, roller: int, sides: Sequence[int]) -> Roll:
        """Return the request for the next dice and count them."""
        roll = self.peek(round_no, roller, sides)
        self.count(roll)
        return roll


class DiceSource(Protocol):
    """Anything that can answer a request for dice."""

    def faces(self, roll: Roll) -> list[int]:
        """Return a face for each die, from 1 to its number of sides."""
        ...


@dataclass(frozen=True)
class SeededDice:
    """Dice computed from a number: the same seed gives the same dice, whatever else happens at the table."""

    seed: int

    def faces(self, roll: Roll) -> list[int]:
        """Return the faces of these dice, computed from the seed."""
        return _faces(f"rollwright dice {self.seed}".encode(), "", roll)


@dataclass(frozen=True)
class FairDice:
    """Dice that nobody can predict and everybody can check.

    They are computed from a secret seed, which is committed to before the first roll and revealed after the last, and
    from a number that each player adds.

    A die is identified by the text ``NONCES/ROUND/ROLLER/POSITION/ATTEMPT``:

    - NONCES are the players' numbers in hexadecimal digits as they were given, in the order of the seats, separated by
      commas, and empty for a seat that gave none;
    - ROUND is the number of the round, ROLLER the seat whose dice they are, counted from 0;
    - POSITION is how many dice this roller has already had in this round;
    - ATTEMPT is 0 at first.

    Let V be the first 8 bytes, as a big-endian number, of HMAC-SHA256 with the 32 bytes of the seed as its key and that
    text as its message. If V is less than the largest multiple of the die's sides that is at most 2^64, the face is
    1 + (V mod sides); otherwise ATTEMPT is raised by one and V is computed again, so that every face is equally likely.
    """

    seed: bytes
    nonces: Sequence[str]

    def __post_init__(self) -> None:
        """Check the length of the seed, which records depend on."""
        assert len(self.seed) == SEED_BYTES, "the seed of fair dice has 32 bytes"

    def faces(self, roll: Roll) -> list[int]:
        """Return the faces of these dice, computed from the seed and the players' numbers."""
        return _faces(self.seed, f"{','.join(self.nonces)}/", roll)


@dataclass(frozen=True)
class RepeatedDice:
    """The dice of another table again: in each round a roller gets the same faces in the same order.

    Where that table rolled no such die, because somebody played differently there, `rest` supplies the face.
    """

    fallen: Mapping[tuple[int, int], Sequence[tuple[int, int]]]
    """(sides, face) of each die, by (round, roller)."""
    rest: DiceSource

    def faces(self, roll: Roll) -> list[int]:
        """Return the faces of these dice as they were at the other table."""
        dice = self.fallen.get((roll.round_no, roll.roller), ())
        faces = self.rest.faces(roll)
        for place, sides in enumerate(roll.sides):
            if roll.first + place < len(dice) and dice[roll.first + place][0] == sides:
                faces[place] = dice[roll.first + place][1]
        return faces


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, published before the first roll: its SHA-256 in hexadecimal digits."""
    return sha256(seed).hexdigest()


def number_commitment(seed_commitment: str, seat: int, number: str) -> str:
    """Return a player's commitment to the number that they add to fair dice.

    It is the SHA-256, in hexadecimal digits, of the text ``rollwright number/COMMITMENT/SEAT/NUMBER``. COMMITMENT is
    that to the table's seed, another one at every table; SEAT is counted from 0; NUMBER is in hexadecimal digits. So a
    commitment is worth nothing at another table, for another seat, or with another seed.
    """
    return sha256(f"rollwright number/{seed_commitment}/{seat}/{number}".encode()).hexdigest()


def _faces(key: bytes, prefix: str, roll: Roll) -> list[int]:
    """Return the face of each die of a roll."""
    return [
        _face(key, f"{prefix}{roll.round_no}/{roll.roller}/{roll.first + place}", sides)
        for place, sides in enumerate(roll.sides)
    ]


def _face(key: bytes, name: str, sides: int) -> int:
    """Turn a keyed hash into a face, rejecting the few values that would favour the low faces."""
    limit = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        digest = hmac.new(key, f"{name}/{attempt}".encode(), sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


def real_dice(sides: Sequence[int]) -> list[int]:
    """Return the indices of the dice that a person can roll by hand; nobody owns a d5 or a d30.

    >>> real_dice([6, 6, 30])
    [0, 1]
    """
    return [place for place, n in enumerate(sides) if n in REAL_DICE]


def own_faces(sides: Sequence[int], entered: Sequence[int]) -> list[int | None]:
    """Return the entered face for each die that a person can roll, in order, and None for every other die.

    >>> own_faces([6, 30, 8], [5, 7])
    [5, None, 7]
    """
    places = real_dice(sides)
    if len(entered) != len(places):
        due = listed_dice([sides[place] for place in places])
        raise Refusal(Phrase("Enter one face for each die you roll: {due}.", due=due))
    faces = dict(zip(places, entered, strict=True))
    return [faces.get(place) for place in range(len(sides))]


def faces_fit(faces: Sequence[int | None], sides: Sequence[int]) -> bool:
    """Return whether dice with these sides can show these faces; None fits any die."""
    return len(faces) == len(sides) and all(
        face is None or 1 <= face <= n for face, n in zip(faces, sides, strict=True)
    )


def listed_dice(sides: Sequence[int]) -> str:
    """Return dice in the usual notation, such as d6 d6 d8."""
    return " ".join(f"d{n}" for n in sides)


def resolve_faces(source: DiceSource, roll: Roll, faces: Sequence[int | None] | None) -> list[int]:
    """Return the faces of a roll: those given, with the source supplying each that is None, or all if none are given.

    Refuses faces that the dice cannot show.
    """
    given = source.faces(roll) if faces is None else faces
    if not faces_fit(given, roll.sides):
        raise Refusal(Phrase("These faces do not match the dice to roll: {due}.", due=listed_dice(roll.sides)))
    return [
        source.faces(replace(roll, first=roll.first + place, sides=(sides,)))[0] if face is None else face
        for place, (face, sides) in enumerate(zip(given, roll.sides, strict=True))
    ]


class ScriptedDice:
    """Dice whose faces are written down beforehand, for tests, examples and records."""

    def __init__(self, faces: Iterable[int]) -> None:
        """Take the faces in the order in which they will be rolled."""
        self._faces = iter(faces)

    def faces(self, roll: Roll) -> list[int]:
        """Return the next faces of the script; refuse when it has run out or a face does not fit its die."""
        faces = []
        for sides in roll.sides:
            face = next(self._faces, None)
            if face is None:
                raise Refusal(Phrase("There are no more recorded dice: a d{sides} has to be rolled.", sides=sides))
            if not 1 <= face <= sides:
                raise Refusal(
                    Phrase("A d{sides} cannot show {face}: its faces are 1 to {sides}.", sides=sides, face=face)
                )
            faces.append(face)
        return faces
