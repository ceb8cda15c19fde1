"""What is counted, for whoever runs a server: requests, moves, bots, the store. Names and ids are never among it.

Several processes count side by side in files of a folder, and the one that has started them adds them up.
"""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future

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
from rollwright.store.errors import Conflict, StoreRefused
from rollwright.table import Event, Moved, Rolled, Table
from rollwright.web.http.addresses import bracketed

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable of the Prometheus client: where processes count side by side, if there are several."""

METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH")
"""Methods that are told apart; anybody can make up further ones."""

MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds by which durations are told apart."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # several processes have none
COUNTED = CollectorRegistry()

REQUESTS = Counter(
    "rollwright_requests", "Requests answered", ["route", "method", "status"], registry=COUNTED
)  # fmt: skip
DURATIONS = Histogram(
    "rollwright_request_seconds", "Seconds to answer a request", ["route"], registry=COUNTED, buckets=MOMENTS
)
TABLES = Counter("rollwright_tables_opened", "Tables opened", ["game"], registry=COUNTED)
MOVES = Counter("rollwright_moves", "Moves made, by people and bots", ["game"], registry=COUNTED)
GAMES = Counter("rollwright_games_finished", "Games that came to their end", ["game"], registry=COUNTED)
SWEPT = Counter("rollwright_tables_swept", "Unfinished tables deleted as nobody played on", registry=COUNTED)
REFUSED = Counter("rollwright_too_many", "What was refused as somebody asked too much", ["limit"], registry=COUNTED)
THINKING = Histogram(
    "rollwright_bot_seconds", "Seconds from asking a bot to its answer", ["game", "level"], registry=COUNTED,
    buckets=MOMENTS,
)  # fmt: skip
WRITES = Counter("rollwright_store_writes", "Writes at tables, by what came of them", ["outcome"], registry=COUNTED)
EVENTS = Counter("rollwright_store_events", "Events kept in the logs of tables", registry=COUNTED)
WRITING = Histogram(
    "rollwright_store_write_seconds", "Seconds until a write is safe", registry=COUNTED, buckets=MOMENTS
)
SOCKETS = Gauge(
    "rollwright_sockets", "Live connections of pages", registry=COUNTED, multiprocess_mode="livesum"
)  # fmt: skip
ROOMS = Gauge("rollwright_rooms", "Tables in memory", registry=COUNTED, multiprocess_mode="livesum")
DRAINING = Gauge(
    "rollwright_draining", "Processes that were asked to stop", registry=COUNTED, multiprocess_mode="livesum"
)


def answered(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    REQUESTS.labels(route, method if method in METHODS else "other", status).inc()
    DURATIONS.labels(route).observe(seconds)


async def written(kept: "Future[bool]", table: Table, events: Sequence[Event]) -> bool:
    """Wait until events at a table are safe, whoever else stops waiting, and count them and what they did."""
    started, outcome = time.perf_counter(), "failed"
    try:
        fresh = await asyncio.shield(asyncio.wrap_future(kept))
        outcome = "kept" if fresh else "repeated"
    except Conflict:
        outcome = "conflict"
        raise
    except StoreRefused:
        outcome = "refused"
        raise
    finally:
        WRITES.labels(outcome).inc()
    if fresh:
        WRITING.observe(time.perf_counter() - started)
        EVENTS.inc(len(events))
        _played(table, events)
    return fresh


def _played(table: Table, events: Sequence[Event]) -> None:
    moves = sum(isinstance(event, Moved) for event in events)
    if moves:
        MOVES.labels(table.game.name).inc(moves)
    if table.over and any(isinstance(event, Moved | Rolled) for event in events):
        GAMES.labels(table.game.name).inc()


class MetricsServer:
    """Where Prometheus finds what is counted: by this process, or by several that it starts."""

    def __init__(self, address: tuple[str, int], shared: bool) -> None:
        """Listen; for processes that are started from now on, if it is to be shared, there is a folder to count in."""
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
                    "Cannot listen at {address} for metrics: {reason}. Choose another one with --metrics.",
                    address=f"{bracketed(host)}:{port}",
                    reason=fault.strerror or fault,
                )
            ) from fault

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_port)

    def ended(self, pid: int) -> None:
        """Forget what a process had at the moment, as it has ended; what it has counted stays."""
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
