"""The last roll, which can be corrected where people roll their own dice: somebody may have misread one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rollwright.core.dice import faces_fit, listed_dice
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.core.position import Position


@dataclass(frozen=True)
class LastRoll:
    """A roll: its place in the log, the position before it, and its dice."""

    place: int
    before: Position
    sides: tuple[int, ...]
    faces: tuple[int, ...]

    def corrected(self, faces: Sequence[int | None]) -> "LastRoll":
        """Return the same dice with other faces, where None leaves a die unchanged; refuse impossible faces."""
        if not faces_fit(faces, self.sides):
            due = listed_dice(self.sides)
            raise Refusal(Phrase("These faces do not match the dice that were rolled: {due}.", due=due))
        shown = tuple(old if new is None else new for new, old in zip(faces, self.faces, strict=True))
        if shown == self.faces:
            raise Refusal(Phrase("The dice already show these faces."))
        return replace(self, faces=shown)
