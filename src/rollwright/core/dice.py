"""Where faces come from. The rules ask for dice and are told the faces; a source answers."""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase


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
        return [
            self._face(f"{roll.round_no}/{roll.roller}/{roll.first + place}", sides)
            for place, sides in enumerate(roll.sides)
        ]

    def _face(self, name: str, sides: int) -> int:
        """Turn a keyed hash into a face, rejecting the few values that would favour the low faces."""
        key = f"rollwright dice {self.seed}".encode()
        fair = 2**64 - 2**64 % sides
        attempt = 0
        while True:
            digest = hmac.new(key, f"{name}/{attempt}".encode(), sha256).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < fair:
                return value % sides + 1
            attempt += 1


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
