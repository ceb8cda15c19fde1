"""A cache whose values are valid for one version of their source."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class VersionedCache(Generic[Key, Value]):
    """Remembers values by key until the version changes; then all of them are dropped."""

    def __init__(self) -> None:
        """Start empty."""
        self._version: Hashable = None
        self._values: dict[Key, Value] = {}

    def get(self, version: Hashable, key: Key, compute: Callable[[], Value]) -> Value:
        """Return the value for a key at a version, computing it if it is not cached."""
        if version != self._version:
            self._version, self._values = version, {}
        if key not in self._values:
            self._values[key] = compute()
        return self._values[key]
