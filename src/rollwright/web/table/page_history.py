"""The values last drawn for one kind of page, and the version at which each changed."""

from dataclasses import dataclass, field

from rollwright.core.language import Speech
from rollwright.web.table.pieces.sheet import Values


@dataclass
class PageHistory:
    """The values last drawn for pages with the same view of a room, and when each of them changed.

    The version counts only changes that these pages can see, so it does not reveal secret moves of others. A history
    holds no reference to its room, as a weak cache keeps it for as long as the room lives.
    """

    say: Speech
    version: int = 0
    values: Values = field(default_factory=dict)
    _changed: dict[str, int] = field(default_factory=dict)
    """By name of a value: the version at which it last changed."""
    _told: int = 0
    _room_version: int = 0

    def is_current(self, room_version: int) -> bool:
        """Say whether the values were drawn from this version of the room."""
        return self._room_version == room_version

    def update(self, fresh: Values, told: int, room_version: int) -> None:
        """Take newly drawn values, and the number of entries in the story."""
        if fresh != self.values or told != self._told:
            self.version += 1
        for name, value in fresh.items():
            if name not in self._changed or self.values[name] != value:
                self._changed[name] = self.version
        self._changed = {name: when for name, when in self._changed.items() if name in fresh}
        self.values, self._told, self._room_version = fresh, told, room_version

    def since(self, version: int) -> Values:
        """Return the values that have changed after a version."""
        return {name: value for name, value in self.values.items() if self._changed[name] > version}
