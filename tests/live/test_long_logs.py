"""A log that somebody makes long keeps nobody waiting who plays elsewhere, and has an end."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rollwright.core.game import open_game
from rollwright.live.engine import Engine
from rollwright.live.entry import new_table
from rollwright.live.history import folded_log
from rollwright.live.history.taken_back import TakenBack
from rollwright.live.room import LONG_NEWS
from rollwright.live.rooms import Rooms
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Event, Table, Undone
from rollwright.table.events import Corrected, Greeted
from rollwright.table.models import Player, SeatKind
from tests.support.environments import QUICK
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER, QuickThinkers

TOKEN = "0" * 32
PATIENCE = 30


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


def tried(store: SQLiteStore, attempt: Callable[[Rooms, str, str], Awaitable[None]]) -> None:
    """Try something with the rooms of a process, at two tables: one of Slow's, and another."""

    async def run() -> None:
        tables = [
            await new_table.open_table(
                store,
                QUICK,
                TOKEN,
                open_game(ANY_NUMBER),
                [Player(name, SeatKind.HERE), Player("Ben", SeatKind.HERE)],
                {},
            )
            for name in ("Slow", "Other")
        ]
        rooms = Rooms(store, Engine(QuickThinkers(), QUICK), QUICK)
        try:
            async with asyncio.timeout(PATIENCE):
                await attempt(rooms, *tables)
        finally:
            await rooms.close()

    run_apart(run())


@pytest.fixture
def folded_by(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads that have folded logs."""
    threads: list[threading.Thread] = []
    from_log = Table.from_log.__func__  # type: ignore[attr-defined]

    def noted(cls: type[Table], *arguments: Any, **rest: Any) -> Table:
        threads.append(threading.current_thread())
        table: Table = from_log(cls, *arguments, **rest)
        return table

    monkeypatch.setattr(Table, "from_log", classmethod(noted))
    return threads


def test_a_table_that_loads_slowly_keeps_no_other_waiting(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, goes_on = threading.Event(), threading.Event()
    from_log = Table.from_log.__func__  # type: ignore[attr-defined]

    def slowly(cls: type[Table], *arguments: Any, **rest: Any) -> Table:
        if rest["names"][0] == "Slow":
            begun.set()
            goes_on.wait(PATIENCE)
        table: Table = from_log(cls, *arguments, **rest)
        return table

    monkeypatch.setattr(Table, "from_log", classmethod(slowly))

    async def attempt(rooms: Rooms, slow: str, other: str) -> None:
        loading = [asyncio.create_task(rooms.room(slow)) for _ in range(3)]
        await asyncio.to_thread(begun.wait)
        try:
            async with asyncio.timeout(PATIENCE / 3):
                room = await rooms.room(other)
                await rooms.delete(other)
        finally:
            goes_on.set()
        assert room.head.table_id == other
        found = await asyncio.gather(*loading)
        assert found[0] is found[1] is found[2], "it is loaded once"

    tried(store, attempt)


def test_a_log_that_is_read_again_is_folded_in_another_thread(
    store: SQLiteStore, folded_by: list[threading.Thread]
) -> None:
    async def attempt(rooms: Rooms, table_id: str, other: str) -> None:
        room = await rooms.room(table_id)
        room.outdate()
        assert await rooms.room(table_id) is room
        assert len(folded_by) == 2
        assert threading.current_thread() not in folded_by

    tried(store, attempt)


@pytest.mark.parametrize("many", [False, True])
def test_what_another_process_wrote_at_length_is_folded_in_another_thread(
    store: SQLiteStore, folded_by: list[threading.Thread], many: bool
) -> None:
    async def attempt(rooms: Rooms, table_id: str, other: str) -> None:
        room = await rooms.room(table_id)
        news = [Greeted(0, "Well played!")] * (LONG_NEWS + many)
        await asyncio.wrap_future(store.append(table_id, room.length, news, None, None))
        await room.catch_up()
        assert room.length == 1 + len(news)
        assert len(folded_by) == 1 + many
        assert threading.current_thread() not in folded_by

    tried(store, attempt)


def test_long_logs_wait_for_each_other_and_short_ones_for_none() -> None:
    goes_on = threading.Event()
    running: list[threading.Thread] = []

    def slowly() -> None:
        running.append(threading.current_thread())
        goes_on.wait(PATIENCE)

    async def run() -> None:
        long = [asyncio.create_task(folded_log.in_thread(folded_log.LONG_LOG + 1, slowly)) for _ in range(50)]
        try:
            async with asyncio.timeout(PATIENCE / 3):
                assert await folded_log.in_thread(folded_log.LONG_LOG, lambda: "done") == "done"
            assert len(running) == 1
        finally:
            goes_on.set()
        await asyncio.gather(*long)

    run_apart(run())
    assert len(set(running)) == 1


class Watched(list[Event]):
    """A log that counts how many of its events are looked at."""

    looks = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        self.looks += len(found) if isinstance(place, slice) else 1
        return found

    def __iter__(self) -> Iterator[Event]:
        self.looks += len(self)
        return super().__iter__()


def test_each_event_is_counted_once_however_often_it_is_asked() -> None:
    log = Watched()
    counted = TakenBack(log)
    for number in range(100):
        log += _some(number)
        assert counted.undos(number % 2) == number // 2 + 1
        assert counted.undos() == number + 1
        assert counted.corrections(2) == number + 1
    assert log.looks == len(log)


def test_what_was_removed_from_a_log_is_counted_no_longer() -> None:
    log: list[Event] = [*_some(0), *_some(0)]
    counted = TakenBack(log)
    assert counted.undos(0) == 2
    del log[2:]
    assert counted.undos(0) == 1
    assert counted.corrections(2) == 1


def _some(number: int) -> Sequence[Event]:
    return Undone(number % 2, 3, "pass"), Corrected(1, (2,), 2)


def test_a_story_is_put_into_words_once(store: SQLiteStore) -> None:
    async def attempt(rooms: Rooms, table_id: str, other: str) -> None:
        room = await rooms.room(table_id)
        while room.table.dice_due:
            await room.roll(None)
        say = room.speech("en")
        first = [room.story_texts.told(entry, say) for entry in room.story.entries()]
        assert first
        await room.play(room.table.waiting[0], room.table.legal(room.table.waiting[0])[0], None)
        again = [room.story_texts.told(entry, say) for entry in room.story.entries()]
        assert all(before is after for before, after in zip(first, again, strict=False))
        assert room.story_texts.told(room.story.entries()[0], room.speech("es")) != first[0]

    tried(store, attempt)
