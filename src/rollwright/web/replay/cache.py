"""The replays that are watched now, computed in a thread of their own, so that those who play do not wait."""

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
from rollwright.web.web_settings import WebSettings

RETRY_AFTER = 3
"""Seconds after which a question that was one too many may be asked again."""

T = TypeVar("T")


@dataclass
class _TableReplay:
    """The replay of one table, and the views of it."""

    stamp: tuple[object, ...]
    replay: Replay
    views: OrderedDict[tuple[int, int, str], ReplayView] = field(default_factory=OrderedDict)

    def bring(self, watcher: ReplayViewer) -> None:
        """Bring the replay to the moment at which somebody looks, and drop views that are out of date."""
        if self.stamp != watcher.stamp:
            self.stamp, self.replay = watcher.stamp, Replay(watcher.course, self.replay)
            for key, view in list(self.views.items()):
                if view.known != watcher.known_to(view.viewer):
                    del self.views[key]


class ReplayCache:
    """All replays that are watched. One thread computes all of them, as several would only take turns."""

    def __init__(self, settings: WebSettings) -> None:
        """Begin empty."""
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "replays")
        self._tables: OrderedDict[str, _TableReplay] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    async def ask(self, peer: str, look: Perspective, question: Callable[[ReplayView], T]) -> T:
        """Answer a question about a replay; refuse when too many wait for answers, in all or at this address."""
        most, most_of_one = self._settings.max_replay_queue, self._settings.max_replay_queue_per_address
        if self._waiting.total() >= most or self._waiting[peer] >= most_of_one:
            raise TooMany(RETRY_AFTER, Phrase("Too many are looking at replays: try again in a moment."))
        self._waiting[peer] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: question(self._view(look)))
        finally:
            self._waiting[peer] -= 1
            if not self._waiting[peer]:
                del self._waiting[peer]

    def _view(self, look: Perspective) -> ReplayView:
        """Return a replay as somebody looks at it; called in the one thread.

        Where nothing has changed for this viewer nothing is computed, or the time of an answer would tell when others
        do something in secret.
        """
        kept = self._kept(look)
        view = kept.views.get(look.key)
        if view is None or view.known != look.known:
            kept.bring(look.watcher)
            view = kept.views[look.key] = ReplayView(kept.replay, look)
            if len(kept.views) > self._settings.max_replay_views:
                kept.views.popitem(last=False)
        kept.views.move_to_end(look.key)
        return view

    def _kept(self, look: Perspective) -> _TableReplay:
        name, watcher = look.watcher.room.head.table_id, look.watcher
        if name not in self._tables:
            self._tables[name] = _TableReplay(watcher.stamp, Replay(watcher.course))
            if len(self._tables) > self._settings.max_replays:
                self._tables.popitem(last=False)
        self._tables.move_to_end(name)
        return self._tables[name]

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(cancel_futures=True)
