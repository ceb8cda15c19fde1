"""What can be known of a position at one moment: each fact is computed once, however many viewers ask for it."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

from rollwright.core.position import Position

T = TypeVar("T")


class Moment:
    """A position that does not change any more, and what follows from it for each viewer.

    Viewers who may know the same share one concealed position, and so everything that is computed from it.
    """

    def __init__(self, position: Position, data: bytes) -> None:
        """Take a position and its bytes; the position may go on, as this keeps a copy of its own."""
        self.position = position.copy()
        self.data = data
        self._seen: dict[int, Position] = {}
        self._shared: dict[bytes, Position] = {}
        self._legal: dict[int, list[int]] = {}
        self._facts: dict[Hashable, Any] = {}
        """By the identity of a concealed position, which is kept here as long as its facts are, and a name."""

    @cached_property
    def waiting(self) -> list[int]:
        """The seats that may act."""
        return self.position.waiting

    @cached_property
    def dice_due(self) -> list[int]:
        """The sides of the dice that must be rolled before anybody can act."""
        return self.position.dice_due

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting and not self.dice_due

    def seen(self, viewer: int) -> Position:
        """Return the position, concealed for a viewer: the same object for all who may know the same."""
        if viewer not in self._seen:
            concealed = self.position.seen(viewer)
            self._seen[viewer] = self._shared.setdefault(bytes(concealed), concealed)
        return self._seen[viewer]

    def legal(self, seat: int) -> list[int]:
        """Return the legal moves of a seat; none if it may not act now."""
        if seat not in self._legal:
            self._legal[seat] = self.seen(seat).legal(seat) if seat in self.waiting else []
        return self._legal[seat]

    def fact(self, viewer: int, name: Hashable, compute: Callable[[Position], T]) -> T:
        """Return something that follows from what a viewer may know, computed once for all who may know the same."""
        known = self.seen(viewer)
        key = (id(known), name)
        if key not in self._facts:
            self._facts[key] = compute(known)
        fact: T = self._facts[key]
        return fact
