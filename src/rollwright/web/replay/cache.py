"""The replays that are looked at now, worked out in a thread of their own, so that those who play do not wait."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from rollwright.core.language import Phrase
from rollwright.table.replay import Replay
from rollwright.web.http.limits import TooMany
from rollwright.web.replay.access import ReplayViewer
from rollwright.web.replay.frames import Perspective, ReplayView

MOST_TABLES = 16
"""Tables whose replays are kept, those that were looked at last: some 3 MB each of a long game, and its answers."""

MOST_SHOWINGS = 8
"""Ways to look at one replay, whose answers are kept: some 300 kB each."""

MOST_WAITING, MOST_OF_ONE = 40, 10
"""Questions that may wait for their answers: of everybody, and of one address, lest it keep all others waiting."""

PATIENCE = 3
"""Seconds after which a question that was one too many may be asked again."""

T = TypeVar("T")


@dataclass
class _Kept:
    """What is known of one table's replay."""

    stamp: tuple[object, ...]
    replay: Replay
    showings: OrderedDict[tuple[int, int, str], ReplayView] = field(default_factory=OrderedDict)

    def bring(self, watcher: ReplayViewer) -> None:
        """Bring the replay to the moment at which somebody looks; what is no longer shown to anybody goes."""
        if self.stamp != watcher.stamp:
            self.stamp, self.replay = watcher.stamp, Replay(watcher.course, self.replay)
            for key, showing in list(self.showings.items()):
                if showing.known != watcher.known_to(showing.viewer):
                    del self.showings[key]


class ReplayCache:
    """All replays that are looked at. One thread works for all of them: several would only take turns."""

    def __init__(self) -> None:
        """Begin with none."""
        self._thread = ThreadPoolExecutor(1, "replays")
        self._tables: OrderedDict[str, _Kept] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    async def ask(self, peer: str, look: Perspective, question: Callable[[ReplayView], T]) -> T:
        """Answer a question about a replay; refuse when too many wait for answers, in all or at this address."""
        if self._waiting.total() >= MOST_WAITING or self._waiting[peer] >= MOST_OF_ONE:
            raise TooMany(PATIENCE, Phrase("Too many are looking at replays: try again in a moment."))
        self._waiting[peer] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: question(self._showing(look)))
        finally:
            self._waiting[peer] -= 1
            if not self._waiting[peer]:
                del self._waiting[peer]

    def _showing(self, look: Perspective) -> ReplayView:
        """Return a replay as somebody looks at it; it is found or made in the one thread.

        Where nothing has changed for these eyes nothing is worked out, or how long an answer takes would tell when
        others do something in secret.
        """
        kept = self._kept(look)
        showing = kept.showings.get(look.key)
        if showing is None or showing.known != look.known:
            kept.bring(look.watcher)
            showing = kept.showings[look.key] = ReplayView(kept.replay, look)
            if len(kept.showings) > MOST_SHOWINGS:
                kept.showings.popitem(last=False)
        kept.showings.move_to_end(look.key)
        return showing

    def _kept(self, look: Perspective) -> _Kept:
        name, watcher = look.watcher.room.head.table_id, look.watcher
        if name not in self._tables:
            self._tables[name] = _Kept(watcher.stamp, Replay(watcher.course))
            if len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(name)
        return self._tables[name]

    def close(self) -> None:
        """Stop working."""
        self._thread.shutdown(cancel_futures=True)
