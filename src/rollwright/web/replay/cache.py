"""A cache of replays, computed in a thread of its own, so that they do not block running games."""

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
"""Seconds after which a request that was refused because of a full queue may be retried."""

T = TypeVar("T")


@dataclass
class _TableReplay:
    """The replay of one table, and its views."""

    stamp: tuple[object, ...]
    replay: Replay
    views: OrderedDict[tuple[int, int, str], ReplayView] = field(default_factory=OrderedDict)

    def bring(self, replay_viewer: ReplayViewer) -> None:
        """Update the replay to a newer snapshot, and drop outdated views."""
        if self.stamp != replay_viewer.stamp:
            self.stamp, self.replay = replay_viewer.stamp, Replay(replay_viewer.played, self.replay)
            for key, view in list(self.views.items()):
                if view.known != replay_viewer.known_to(view.viewer):
                    del self.views[key]


class ReplayCache:
    """All cached replays. One thread computes them, as several would only share the interpreter's lock."""

    def __init__(self, settings: WebSettings) -> None:
        """Begin empty."""
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "replays")
        self._tables: OrderedDict[str, _TableReplay] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    async def ask(self, peer: str, look: Perspective, question: Callable[[ReplayView], T]) -> T:
        """Evaluate a question about a replay in the thread; refuse it if the queue or this address's share is full."""
        most, most_of_one = self._settings.max_replay_queue, self._settings.max_replay_queue_per_address
        if self._waiting.total() >= most or self._waiting[peer] >= most_of_one:
            raise TooMany(RETRY_AFTER, Phrase("Too many people are watching replays: try again in a moment."))
        self._waiting[peer] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: question(self._view(look)))
        finally:
            self._waiting[peer] -= 1
            if not self._waiting[peer]:
                del self._waiting[peer]

    def _view(self, look: Perspective) -> ReplayView:
        """Return the view for a perspective; called in the thread only.

        Nothing is computed unless something has changed for this viewer, as otherwise the response time would reveal
        when others act in secret.
        """
        kept = self._kept(look)
        view = kept.views.get(look.key)
        if view is None or view.known != look.known:
            kept.bring(look.replay_viewer)
            view = kept.views[look.key] = ReplayView(kept.replay, look)
            if len(kept.views) > self._settings.max_replay_views:
                kept.views.popitem(last=False)
        kept.views.move_to_end(look.key)
        return view

    def _kept(self, look: Perspective) -> _TableReplay:
        name, replay_viewer = look.replay_viewer.room.head.table_id, look.replay_viewer
        if name not in self._tables:
            self._tables[name] = _TableReplay(replay_viewer.stamp, Replay(replay_viewer.played))
            if len(self._tables) > self._settings.max_replays:
                self._tables.popitem(last=False)
        self._tables.move_to_end(name)
        return self._tables[name]

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(cancel_futures=True)
