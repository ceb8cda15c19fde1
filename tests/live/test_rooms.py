"""Rooms follow what other processes write at their tables, whenever it is told and whatever goes wrong."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rollwright.core.game import open_game
from rollwright.live.engine import Engine
from rollwright.live.entry import new_table
from rollwright.live.room import Room
from rollwright.live.rooms import Rooms
from rollwright.store.errors import NoSuchTable, StoreRefused
from rollwright.store.protocol import Shared
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Event
from rollwright.table.events import Admitted, Greeted
from rollwright.table.models import InvitationKind, Player, SeatKind
from tests.support.environments import QUICK
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER, QuickThinkers

TOKEN = "0" * 32


class SharedFile(SQLiteStore):
    """A store that others share, who are these tests."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.said: list[str] = []
        self.looks = 0

    def listen(self, heard: Any, missed: Any, told: Any = None) -> None:
        """Hear nothing: the tests tell the rooms themselves."""

    def tell(self, text: str) -> None:
        """Keep what is said."""
        self.said.append(text)

    def since(self, table_id: str, place: int) -> Any:
        """Count how often it is looked."""
        self.looks += 1
        return super().since(table_id, place)


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[SharedFile]:
    store = SharedFile(tmp_path / "tables.sqlite3")
    assert isinstance(store, Shared)
    yield store
    store.close()


def tried(store: SharedFile, attempt: Callable[[Rooms, str], Awaitable[None]], kind: type[Rooms] = Rooms) -> None:
    """Try something with the rooms of one process, at a table to which others may come."""

    async def run() -> None:
        players = [Player("", SeatKind.HERE), Player("", SeatKind.LINK)]
        table_id = await new_table.open_table(store, QUICK, TOKEN, open_game(ANY_NUMBER), players, {})
        rooms = kind(store, Engine(QuickThinkers(), QUICK), QUICK)
        try:
            await attempt(rooms, table_id)
        finally:
            await rooms.close()

    run_apart(run())


async def elsewhere(store: SharedFile, table_id: str, event: Event) -> int:
    """Write something as another process does, and return how long the log is then."""
    _, log = await asyncio.wrap_future(store.load(table_id))
    await asyncio.wrap_future(store.append(table_id, len(log), [event], None, None))
    return len(log) + 1


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not done():
            await asyncio.sleep(0.01)


def test_what_is_written_while_a_table_is_loaded_is_seen(shared: SharedFile) -> None:
    class SlowRooms(Rooms):
        async def _load(self, table_id: str) -> Room:
            room = await super()._load(table_id)
            length = await elsewhere(shared, table_id, Admitted("somebody", InvitationKind.JOIN))
            self.log_changed(table_id, length)
            return room

    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        await until(lambda: "somebody" in room.company.guests)

    tried(shared, attempt, SlowRooms)


def test_much_news_at_once_is_looked_at_together(shared: SharedFile) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        length = await elsewhere(shared, table_id, Admitted("somebody", InvitationKind.JOIN))
        async with room.lock:  # it is busy, and can look only later
            await asyncio.sleep(0)
            shared.looks = 0
            for _ in range(50):
                rooms.log_changed(table_id, length)
                await asyncio.sleep(0)
        await until(lambda: "somebody" in room.company.guests and not rooms._catching_up)
        assert shared.looks <= 2

    tried(shared, attempt)


def test_a_room_without_people_reads_the_news_when_somebody_comes(shared: SharedFile) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        await until(lambda: not rooms._catching_up)
        shared.looks = 0
        length = await elsewhere(shared, table_id, Admitted("somebody", InvitationKind.JOIN))
        rooms.log_changed(table_id, length)
        await asyncio.sleep(0)
        assert not rooms._catching_up
        assert shared.looks == 0
        assert await rooms.room(table_id) is room
        assert "somebody" in room.company.guests
        await asyncio.wrap_future(shared.delete(table_id))
        rooms.log_changed(table_id, length + 1)
        with pytest.raises(NoSuchTable):
            await rooms.room(table_id)

    tried(shared, attempt)


def test_who_asks_again_is_told_what_was_never_heard_of_and_many_who_ask_share_a_look(shared: SharedFile) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        await until(lambda: not rooms._catching_up)
        await elsewhere(shared, table_id, Admitted("somebody", InvitationKind.JOIN))
        shared.looks = 0
        async with room.lock:
            asked = [asyncio.create_task(rooms.refreshed(table_id)) for _ in range(50)]
            await asyncio.sleep(0)
            asked[0].cancel()  # the others still want to know
        assert await asyncio.gather(*asked[1:]) == [room] * 49
        assert "somebody" in room.company.guests
        assert shared.looks <= 2
        assert not await rooms.has_news(table_id)
        await elsewhere(shared, table_id, Greeted(0, "hello"))
        assert await rooms.has_news(table_id)
        await asyncio.wrap_future(shared.delete(table_id))
        with pytest.raises(NoSuchTable):
            await rooms.refreshed(table_id)

    tried(shared, attempt)


def test_nobody_is_called_unknown_while_the_store_is_away(
    shared: SharedFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        await until(lambda: not rooms._catching_up)
        await elsewhere(shared, table_id, Admitted("somebody", InvitationKind.JOIN))
        with monkeypatch.context() as away:
            away.setattr(shared, "since", _refuse)
            with pytest.raises(StoreRefused):
                await rooms.refreshed(table_id)
        assert await rooms.refreshed(table_id) is room
        assert "somebody" in room.company.guests

    tried(shared, attempt)
    assert caplog.text == ""


def test_a_room_that_could_not_go_back_does_so_when_the_store_is_back(
    shared: SharedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        with monkeypatch.context() as away:
            for name in ("append", "load"):
                away.setattr(shared, name, _refuse)
            with pytest.raises(StoreRefused):
                await room.arrange(None, lambda: [Admitted("lost", InvitationKind.JOIN)])
        await elsewhere(shared, table_id, Admitted("somebody", InvitationKind.JOIN))
        rooms.reload_all()
        await until(lambda: set(room.company.guests) == {"somebody"})

    tried(shared, attempt)


def test_news_that_cannot_be_followed_is_not_followed_twice(
    shared: SharedFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room = await rooms.room(table_id)
        room.join(asyncio.Event(), ())
        await until(lambda: not rooms._catching_up)
        follow, faults = room._follow, [RuntimeError("a fault of ours")]

        def stumble(event: Any, place: int) -> None:
            follow(event, place)
            if faults:
                raise faults.pop()

        monkeypatch.setattr(room, "_follow", stumble)
        length = await elsewhere(shared, table_id, Greeted(0, "hello"))
        rooms.log_changed(table_id, length)
        await until(lambda: not rooms._catching_up)
        assert room.length == length
        assert room.company._greetings == 1

    tried(shared, attempt)
    assert "a fault of ours" in caplog.text


def test_other_processes_hear_at_once_who_has_taken_which_seat(shared: SharedFile) -> None:
    async def attempt(rooms: Rooms, table_id: str) -> None:
        room, wake = await rooms.room(table_id), asyncio.Event()
        room.join(wake, ())
        told = len(shared.said)
        room.update_listener(wake, ())
        assert len(shared.said) == told, "nothing has changed"
        room.update_listener(wake, (1,))
        assert [json.loads(text)["seats"] for text in shared.said[told:]] == [[1]]

    tried(shared, attempt)


def _refuse(*request: object) -> Any:
    raise StoreRefused("the store is away")  # type: ignore[arg-type]
