"""The story of a table in words, which are found once: a page that comes is told all of it."""

from collections.abc import Hashable

from rollwright.core.language import Speech
from rollwright.table.story import StoryEntry

MAX_SPEECHES = 4
"""The most languages, and sets of names, in which the story is remembered."""


class StoryTexts:
    """Remembers the texts of a story's entries."""

    def __init__(self) -> None:
        """Begin with none."""
        self._texts: dict[Hashable, dict[int, tuple[StoryEntry, str]]] = {}
        """By speech and by the identity of the entry, which is kept: another must not get the same one."""

    def told(self, entry: StoryEntry, say: Speech) -> str:
        """Return an entry in words."""
        if say.key not in self._texts and len(self._texts) >= MAX_SPEECHES:  # players have changed their names
            self._texts.clear()
        texts = self._texts.setdefault(say.key, {})
        if id(entry) not in texts:
            texts[id(entry)] = entry, say(entry.phrase)
        return texts[id(entry)][1]
