"""Where faces come from. The rules ask for dice and are told the faces; a source answers."""

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

REAL_DICE = (4, 6, 8, 10, 12, 20)
"""The sides of dice that people have at home."""

SEED_BYTES = 32
"""How long the seed of fair dice is."""


@dataclass(frozen=True)
class Roll:
    """A request for dice.

    `first` counts the dice this roller has had in this round before, so a die is named by (round, roller, position)
    and never by the moment it is asked for: taking moves back cannot change what comes up.
    """

    round_no: int
    roller: int
    first: int
    sides: Sequence[int]


class RollCounter:
    """Counts the dice that each roller has had in each round, and so gives every die its name.

    >>> rolls = RollCounter()
    >>> rolls.next(1, 0, [6, 6]).first, rolls.next(1, 0, [8]).first, rolls.next(1, 1, [6]).first, rolls.total
    (0, 2, 0, 4)
    """

    def __init__(self) -> None:
        """Start before the first roll of a game."""
        self._had: Counter[tuple[int, int]] = Counter()

    @property
    def total(self) -> int:
        """How many dice have been counted."""
        return self._had.total()

    def due(self, round_no: int, roller: int, sides: Sequence[int]) -> Roll:
        """Return the request for dice that are due, without counting them yet."""
        return Roll(round_no, roller, self._had[round_no, roller], sides)

    def count(self, roll: Roll) -> None:
        """Count dice that have fallen."""
        self._had[roll.round_no, roll.roller] += len(roll.sides)

    def next(self, round_no: int, roller: int, sides: Sequence[int]) -> Roll:
        """Return the request for dice that are due, and count them as fallen."""
        roll = self.due(round_no, roller, sides)
        self.count(roll)
        return roll


class DiceSource(Protocol):
    """Anything that can answer a request for dice."""

    def faces(self, roll: Roll) -> list[int]:
        """Return one face, from 1 to its sides, for each die."""
        ...


@dataclass(frozen=True)
class SeededDice:
    """Dice that follow from a number: the same seed, the same dice, whatever else happens at the table."""

    seed: int

    def faces(self, roll: Roll) -> list[int]:
        """Return the faces that the seed gives for these dice."""
        return _faces(f"rollwright dice {self.seed}".encode(), "", roll)


@dataclass(frozen=True)
class FairDice:
    """Dice that nobody can predict and everybody can check: they follow from a secret seed, which is committed to
    before the first roll and revealed after the last, and from a number that each player adds.

    A die is named by the text ``NONCES/ROUND/ROLLER/POSITION/ATTEMPT``:

    - NONCES are the players' numbers as they gave them (hexadecimal digits), seat by seat with commas between, and
      nothing for a seat that gave none;
    - ROUND is the round's number, ROLLER the seat whose dice they are, counted from 0;
    - POSITION counts the dice this roller has had in this round before, from 0;
    - ATTEMPT is 0 at first.

    Let V be the first 8 bytes, as a number with the highest byte first, of HMAC-SHA256 with the 32 bytes of the seed as
    its key and that text as its message. If V is less than the largest multiple of the die's sides that is at most
    2^64, the face is 1 + (V mod sides); else ATTEMPT is raised by one and all is done again, so that every face is
    equally likely.
    """

    seed: bytes
    nonces: Sequence[str]

    def __post_init__(self) -> None:
        """Take a seed of the one length that records know."""
        assert len(self.seed) == SEED_BYTES, "the seed of fair dice has 32 bytes"

    def faces(self, roll: Roll) -> list[int]:
        """Return the faces that the seed and the players' numbers give for these dice."""
        return _faces(self.seed, f"{','.join(self.nonces)}/", roll)


@dataclass(frozen=True)
class RepeatedDice:
    """Dice that have fallen before, at another table: in each round a roller meets the same ones in the same order.

    Where that table had none, or one of other sides, as somebody chose otherwise there, another source answers.
    """

    fallen: Mapping[tuple[int, int], Sequence[tuple[int, int]]]
    """The sides and the face of each die, by the round and the roller."""
    rest: DiceSource

    def faces(self, roll: Roll) -> list[int]:
        """Return the faces of these dice as they fell before."""
        laid = self.fallen.get((roll.round_no, roll.roller), ())
        rest = self.rest.faces(roll)
        for place, sides in enumerate(roll.sides):
            if roll.first + place < len(laid) and laid[roll.first + place][0] == sides:
                rest[place] = laid[roll.first + place][1]
        return rest


def commitment(seed: bytes) -> str:
    """Return what is told of a seed before the first roll: its SHA-256, in hexadecimal digits."""
    return sha256(seed).hexdigest()


def _faces(key: bytes, begun: str, roll: Roll) -> list[int]:
    """Return the face of each die, which is named by who rolls it when."""
    return [
        _face(key, f"{begun}{roll.round_no}/{roll.roller}/{roll.first + place}", sides)
        for place, sides in enumerate(roll.sides)
    ]


def _face(key: bytes, name: str, sides: int) -> int:
    """Turn a keyed hash into a face, rejecting the few values that would favour the low faces."""
    fair = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        digest = hmac.new(key, f"{name}/{attempt}".encode(), sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < fair:
            return value % sides + 1
        attempt += 1


def real_dice(sides: Sequence[int]) -> list[int]:
    """Return the places of the dice that a person can roll; nobody owns a d5 or a d30.

    >>> real_dice([6, 6, 30])
    [0, 1]
    """
    return [place for place, n in enumerate(sides) if n in REAL_DICE]


def own_faces(sides: Sequence[int], entered: Sequence[int]) -> list[int | None]:
    """Return a face for each die that a person rolled and entered, in their order, and None for what nobody can roll.

    >>> own_faces([6, 30, 8], [5, 7])
    [5, None, 7]
    """
    places = real_dice(sides)
    if len(entered) != len(places):
        due = listed_dice([sides[place] for place in places])
        raise Refusal(Phrase("Enter one face for each die that you roll: {due}.", due=due))
    faces = dict(zip(places, entered, strict=True))
    return [faces.get(place) for place in range(len(sides))]


def fits(faces: Sequence[int | None], sides: Sequence[int]) -> bool:
    """Say whether dice with these sides can show these faces; None is one that is not told."""
    return len(faces) == len(sides) and all(
        face is None or 1 <= face <= n for face, n in zip(faces, sides, strict=True)
    )


def listed_dice(sides: Sequence[int]) -> str:
    """Return dice as people call them, such as d6 d6 d8."""
    return " ".join(f"d{n}" for n in sides)


def answered(source: DiceSource, roll: Roll, faces: Sequence[int | None] | None) -> list[int]:
    """Return the faces of dice that are due: those given, and from the source those that are None, or all if none are
    given. Refuse what the dice cannot show."""
    told = source.faces(roll) if faces is None else faces
    if not fits(told, roll.sides):
        raise Refusal(Phrase("These faces do not fit the dice that are due: {due}.", due=listed_dice(roll.sides)))
    return [
        source.faces(replace(roll, first=roll.first + place, sides=(sides,)))[0] if face is None else face
        for place, (face, sides) in enumerate(zip(told, roll.sides, strict=True))
    ]


class ScriptedDice:
    """Dice whose faces are written down beforehand, for tests, examples and records."""

    def __init__(self, faces: Iterable[int]) -> None:
        """Take the faces in the order in which they will come up."""
        self._faces = iter(faces)

    def faces(self, roll: Roll) -> list[int]:
        """Return the next faces of the script; refuse when it has run out or a face does not fit its die."""
        faces = []
        for sides in roll.sides:
            face = next(self._faces, None)
            if face is None:
                raise Refusal(Phrase("The dice written down ran out: a d{sides} is due.", sides=sides))
            if not 1 <= face <= sides:
                raise Refusal(
                    Phrase("A d{sides} cannot show {face}: its faces are 1 to {sides}.", sides=sides, face=face)
                )
            faces.append(face)
        return faces
