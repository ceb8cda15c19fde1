"""Durable events per second of the store, next to a plain file that is flushed to disk after each line."""

import os
import secrets
import tempfile
import time
from concurrent.futures import Future
from pathlib import Path

from rollwright.core.game import Game
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.events import Moved, Opened
from rollwright.table.models import Head, Player, SeatKind, Summary

ONE_BY_ONE = 300
QUEUED = 20_000
TABLES = 250
"""Tables that write concurrently; each waits for its commit before it writes again."""
EACH = 20
FLUSHED = 300


def store_speeds(game: Game) -> dict[str, float]:
    """Measure the store on this machine's disk, in events per second."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        flushed = _flushed_lines(Path(folder) / "plain.txt")
        store = SQLiteStore(Path(folder) / "tables.sqlite3")
        try:
            speeds = {
                "yardstick, a file flushed after each line": flushed,
                "one by one": _one_by_one(store, game),
                f"{TABLES} tables at once": _side_by_side(store, game),
                "all queued": _queued(store, game),
            }
        finally:
            store.close()
    return {what: round(speed) for what, speed in speeds.items()}


def _flushed_lines(path: Path) -> float:
    started = time.perf_counter()
    with path.open("w", encoding="utf-8") as file:
        for number in range(FLUSHED):
            file.write(f'{{"kind": "moved", "seat": 0, "move": {number}}}\n')
            file.flush()
            os.fsync(file.fileno())
    return FLUSHED / (time.perf_counter() - started)


SUMMARY = Summary(1, (0,), False)


def _opened(store: SQLiteStore, game: Game) -> str:
    head = Head(secrets.token_hex(8), "bench", time.time(), (Player("", SeatKind.HERE),), 1)
    setting = game.setting(game.seats[0], {})
    store.open_table(head, [Opened(game.name, game.seats[0], setting)], SUMMARY).result()
    return head.table_id


def _append(store: SQLiteStore, table: str, place: int) -> Future[bool]:
    return store.append(table, place, [Moved(0, place, f"move {place}")], f"key-{place}", SUMMARY)


def _one_by_one(store: SQLiteStore, game: Game) -> float:
    table = _opened(store, game)
    started = time.perf_counter()
    for place in range(1, ONE_BY_ONE + 1):
        _append(store, table, place).result()
    return ONE_BY_ONE / (time.perf_counter() - started)


def _side_by_side(store: SQLiteStore, game: Game) -> float:
    tables = [_opened(store, game) for _ in range(TABLES)]
    started = time.perf_counter()
    for place in range(1, EACH + 1):
        for answer in [_append(store, table, place) for table in tables]:
            answer.result()
    return TABLES * EACH / (time.perf_counter() - started)


def _queued(store: SQLiteStore, game: Game) -> float:
    table = _opened(store, game)
    started = time.perf_counter()
    for answer in [_append(store, table, place) for place in range(1, QUEUED + 1)]:
        answer.result()
    return QUEUED / (time.perf_counter() - started)
