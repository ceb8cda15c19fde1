"""Prometheus metrics of a server: requests, moves, bots, the store. They never contain names or ids.

Worker processes write to files in a shared folder, and the parent process aggregates them.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.observer import Observer
from rollwright.store.errors import Conflict, StoreRefused
from rollwright.table import Event, Moved, Rolled, Table
from rollwright.web.http.addresses import bracketed

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable of the Prometheus client: the folder of multiprocess mode."""

METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH")
"""HTTP methods with their own label; clients can make up others."""

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histograms' buckets, in seconds."""
WAITING_BUCKETS = (*LATENCY_BUCKETS, 30.0, 60.0, 300.0)
"""The same for bots, which wait for longer at tables that nobody looks at."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # not supported in multiprocess mode
COUNTED = CollectorRegistry()

REQUESTS = Counter(
    "rollwright_requests", "Requests answered", ["route", "method", "status"], registry=COUNTED
)  # fmt: skip
DURATIONS = Histogram(
    "rollwright_request_seconds", "Seconds to answer a request", ["route"], registry=COUNTED, buckets=LATENCY_BUCKETS
)
TABLES = Counter("rollwright_tables_opened", "Tables opened", ["game"], registry=COUNTED)
MOVES = Counter("rollwright_moves", "Moves made, by people and bots", ["game"], registry=COUNTED)
GAMES = Counter("rollwright_games_finished", "Games that came to their end", ["game"], registry=COUNTED)
SWEPT = Counter("rollwright_tables_swept", "Unfinished tables deleted as nobody played on", registry=COUNTED)
REFUSED = Counter("rollwright_too_many", "What was refused as somebody asked too much", ["limit"], registry=COUNTED)
THINKING = Histogram(
    "rollwright_bot_seconds", "Seconds from asking a bot to its answer", ["game", "level"], registry=COUNTED,
    buckets=LATENCY_BUCKETS,
)  # fmt: skip
THOUGHT = Counter(
    "rollwright_page_thoughts", "Pages asked to think for a bot, by what came of it", ["game", "outcome"],
    registry=COUNTED,
)  # fmt: skip
WAITING = Histogram(
    "rollwright_bot_wait_seconds", "Seconds that a bot waits for a thinker", ["table"], registry=COUNTED,
    buckets=WAITING_BUCKETS,
)  # fmt: skip
WRITES = Counter("rollwright_store_writes", "Writes at tables, by what came of them", ["outcome"], registry=COUNTED)
EVENTS = Counter("rollwright_store_events", "Events kept in the logs of tables", registry=COUNTED)
WRITING = Histogram(
    "rollwright_store_write_seconds", "Seconds until a write is safe", registry=COUNTED, buckets=LATENCY_BUCKETS
)
PUSHED = Counter(
    "rollwright_push_messages", "Messages to push services, by what came of them", ["outcome"], registry=COUNTED
)
SOCKETS = Gauge(
    "rollwright_sockets", "Live connections of pages", registry=COUNTED, multiprocess_mode="livesum"
)  # fmt: skip
ROOMS = Gauge("rollwright_rooms", "Tables in memory", registry=COUNTED, multiprocess_mode="livesum")
DRAINING = Gauge(
    "rollwright_draining", "Processes that were asked to stop", registry=COUNTED, multiprocess_mode="livesum"
)


def answered(route: str, method: str, status: int, seconds: float) -> None:
    """Count a finished request."""
    REQUESTS.labels(route, method if method in METHODS else "other", status).inc()
    DURATIONS.labels(route).observe(seconds)


class MetricsObserver(Observer):
    """Counts what happens at tables."""

    def table_opened(self, game: str) -> None:
        """Count a table."""
        TABLES.labels(game).inc()

    def table_swept(self) -> None:
        """Count an abandoned table."""
        SWEPT.inc()

    def room_count(self, count: int) -> None:
        """Set the number of rooms."""
        ROOMS.set(count)

    def bot_answered(self, game: str, level: str, seconds: float) -> None:
        """Measure how long a bot took."""
        THINKING.labels(game, level).observe(seconds)

    def page_answered(self, game: str, *, in_time: bool) -> None:
        """Count a question to a page."""
        THOUGHT.labels(game, "answered" if in_time else "missed").inc()

    def bot_waited(self, watched: bool, seconds: float) -> None:
        """Measure how long a bot waited for its turn."""
        WAITING.labels("watched" if watched else "unwatched").observe(seconds)

    def write_committed(self, table: Table, events: Sequence[Event], seconds: float) -> None:
        """Count and measure a write, and count the moves in it and whether it ended the game."""
        WRITES.labels("kept").inc()
        WRITING.observe(seconds)
        EVENTS.inc(len(events))
        moves = sum(isinstance(event, Moved) for event in events)
        if moves:
            MOVES.labels(table.game.name).inc(moves)
        if table.over and any(isinstance(event, Moved | Rolled) for event in events):
            GAMES.labels(table.game.name).inc()

    def write_repeated(self) -> None:
        """Count a repeated request."""
        WRITES.labels("repeated").inc()

    def write_failed(self, fault: BaseException) -> None:
        """Count a failed write by its reason."""
        reasons = ((Conflict, "conflict"), (StoreRefused, "refused"))
        WRITES.labels(next((name for kind, name in reasons if isinstance(fault, kind)), "failed")).inc()


class MetricsServer:
    """Serves metrics to Prometheus: those of this process, or of its worker processes."""

    def __init__(self, address: tuple[str, int], shared: bool) -> None:
        """Start listening; `shared` creates the folder for processes that are started from now on."""
        host, port = address
        self.folder = tempfile.mkdtemp(prefix="rollwright-metrics-") if shared else None
        registry = COUNTED
        if self.folder:
            os.environ[FOLDER] = self.folder
            registry = CollectorRegistry()
            MultiProcessCollector(registry, self.folder)  # type: ignore[no-untyped-call]
        try:
            self._server, self._thread = start_http_server(port, host, registry)
        except OSError as fault:
            self._forget()
            raise Refusal(
                Phrase(
                    "Cannot serve metrics at {address}: {reason}. Choose another address with --metrics.",
                    address=f"{bracketed(host)}:{port}",
                    reason=fault.strerror or fault,
                )
            ) from fault

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_port)

    def ended(self, pid: int) -> None:
        """Drop the gauges of a process that has ended; its counters stay."""
        if self.folder:
            mark_process_dead(pid, self.folder)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._forget()

    def _forget(self) -> None:
        if self.folder:
            os.environ.pop(FOLDER, None)
            shutil.rmtree(self.folder, ignore_errors=True)
