"""Which browsers were found to have a place at which tables, so that nobody is looked up again and again."""

from collections import OrderedDict

MOST = 10_000
"""The most pairs of a table and a browser that are remembered, about 3 MB."""


class KnownBrowsers:
    """A bounded memory; what was used least recently is forgotten first.

    It lets nobody in: who is remembered may have lost their place since, which is for the table to say.
    """

    def __init__(self, most: int = MOST) -> None:
        """Remember nobody yet."""
        self._most = most
        self._pairs: OrderedDict[tuple[str, str], None] = OrderedDict()

    def note(self, table_id: str, holder: str) -> None:
        """Remember that a table knows a browser."""
        self._pairs[table_id, holder] = None
        self._pairs.move_to_end((table_id, holder))
        if len(self._pairs) > self._most:
            self._pairs.popitem(last=False)

    def includes(self, table_id: str, holder: str) -> bool:
        """Say whether a table is remembered to know a browser."""
        return (table_id, holder) in self._pairs
