"""What was last shown to one kind of page, and the version at which each piece of it changed."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.language import Speech
from rollwright.view import ABSENT, Template
from rollwright.web.table.pieces.drawings import Drawn
from rollwright.web.table.pieces.sheet import Values

T = TypeVar("T")


@dataclass
class CodeHistory:
    """The codes of one drawing, and the version at which each of them changed."""

    template: Template | None = None
    codes: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    _changed: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    _last: int = 0
    """The version at which any of them changed last."""

    def update(self, template: Template, codes: Ints, version: int) -> bool:
        """Take new codes, of which some change at this version; return whether any do."""
        if template is not self.template or len(codes) != len(self.codes):
            self.template, self.codes = template, codes
            self._changed = np.full(len(codes), version, np.int64)
            self._last = version
            return True
        if codes is self.codes or codes.tobytes() == self.codes.tobytes():
            return False
        self._changed[codes != self.codes] = version
        self.codes, self._last = codes, version
        return True

    def since(self, version: int) -> tuple[list[int], list[int]]:
        """Return the slots whose codes changed after a version, and these codes."""
        if self._last <= version:
            return [], []
        slots = np.flatnonzero(self._changed > version)
        return slots.tolist(), self.codes[slots].tolist()

    def draws(self, name: str) -> bool:
        """Say whether a group of this name is drawn now."""
        slot = self.template.slot_of(name) if self.template else None
        return slot is not None and self.codes[slot] != ABSENT


@dataclass
class PageHistory:
    """What pages with the same view of a room were last shown, and when each piece of it changed.

    The version counts only changes that these pages can see, so it does not reveal secret moves of others. A history
    holds no reference to its room, as a weak cache keeps it for as long as the room lives.
    """

    say: Speech
    version: int = 0
    values: Values = field(default_factory=dict)
    sheet: CodeHistory = field(default_factory=CodeHistory)
    thumbnails: list[CodeHistory] = field(default_factory=list)
    redrawn: int = 0
    """The version at which all drawings were last made anew: the page drops what it has from before."""
    made: dict[str, tuple[object, Any]] = field(default_factory=dict)
    """Values that take a while to make, each with what it was made from."""
    _changed: dict[str, int] = field(default_factory=dict)
    """By name of a value: the version at which it last changed."""
    _state_changed: dict[str, int] = field(default_factory=dict)
    """The same for each key of the state, of which a page is sent those that changed."""
    _told: int = 0
    _room_version: Hashable = None

    def is_current(self, room_version: Hashable) -> bool:
        """Say whether everything was drawn from this version of the room."""
        return self._room_version == room_version

    def draw(self, say: Speech, sheet: Drawn, thumbnails: Sequence[Drawn]) -> bool:
        """Take new codes of all drawings; return whether any have changed.

        Another template or other names make all drawings new.
        """
        after = self.version + 1
        if (
            sheet[0] is not self.sheet.template
            or say.names != self.say.names
            or len(thumbnails) != len(self.thumbnails)
        ):
            self.sheet, self.thumbnails, self.redrawn = CodeHistory(), [CodeHistory() for _ in thumbnails], after
        drawings = zip((self.sheet, *self.thumbnails), (sheet, *thumbnails), strict=True)
        changed = [history.update(*drawn, after) for history, drawn in drawings]
        return any(changed)

    def update(self, fresh: Values, told: int, room_version: Hashable, drawn: bool) -> None:
        """Take new values and the number of entries in the story; `drawn` says whether a drawing has changed."""
        after = self.version + 1
        before, changed = self.values, self._changed
        differs = drawn or told != self._told
        for name, value in fresh.items():
            if name not in changed or before[name] != value:
                changed[name] = after
                differs = True
        for name in before.keys() - fresh.keys():
            del changed[name]
            differs = True
        state, state_before = fresh["state"], before.get("state", {})
        for key, value in state.items():
            if key not in state_before or state_before[key] != value:
                self._state_changed[key] = after
        if differs:
            self.version = after
        self.values, self._told, self._room_version = fresh, told, room_version

    def has_changed(self, name: str, version: int) -> bool:
        """Say whether a value has changed after a version."""
        return self._changed.get(name, 0) > version

    def since(self, version: int) -> Values:
        """Return the values that have changed after a version."""
        found = {name: self.values[name] for name, when in self._changed.items() if when > version}
        if "state" in found:
            found["state"] = {key: value for key, value in found["state"].items() if self._state_changed[key] > version}
        return found

    def value(self, name: str, source: object, make: Callable[[], T]) -> T:
        """Return a value that is made anew only if what it is made from has changed."""
        if name not in self.made or self.made[name][0] != source:
            self.made[name] = source, make()
        made: T = self.made[name][1]
        return made
