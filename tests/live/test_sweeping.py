"""A wrong clock deletes nothing: what is swept was found stale twice, a day of running time apart."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest

from rollwright.live.cleanup import A_DAY, COUNT_INTERVAL, FIRST_SWEEP, SWEEP_INTERVAL, Sweeper
from rollwright.live.engine import Engine
from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from tests.support.database_fixtures import database, server
from tests.support.environments import QUICK, HandSetTime, with_settings
from tests.support.loops import run_apart
from tests.support.places import PATIENCE, Database, File, Place
from tests.support.store import append, moved, opened
from tests.support.wire import QuickThinkers

__all__ = ["database", "server"]

DAYS = 90
HOUR = 3600


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "SQLite":
        return File(str(tmp_path / "tables.sqlite3"))
    found: Database = request.getfixturevalue("database")
    return found


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    with closing(place.open()) as made:
        yield made


@dataclass
class Computer:
    """A computer with a store: its calendar, which may be wrong, and its monotonic clock, which is not."""

    store: Store
    calendar: HandSetTime
    monotonic: HandSetTime = field(default_factory=lambda: HandSetTime(1000.0))

    def tables(self) -> set[str]:
        """Return the tables that are there."""
        return {listed.head.table_id for listed in self.store.list_tables("ana").result(PATIENCE)}

    def server(self) -> Sweeper:
        """Return the sweeper of a process that starts now."""
        environment = with_settings(
            replace(QUICK, now=self.calendar, monotonic=self.monotonic), sweep_answer=0.05, sweep_batch=2
        )
        return Sweeper(Rooms(self.store, Engine(QuickThinkers(), environment), environment), DAYS)

    def run(self, hours: float, *servers: Sweeper, step: float = HOUR) -> int:
        """Let servers run for some time, and return how many tables they delete."""

        async def look() -> int:
            swept = sum([await each.look() for each in servers])
            left = hours * HOUR
            while left > 0:
                for each in servers:
                    self.calendar.now += step / len(servers)
                    self.monotonic.now += step / len(servers)
                    left -= step / len(servers)
                    swept += await each.look()
            return swept

        return int(run_apart(look()))


@pytest.fixture
def computer(store: Store) -> Computer:
    """A computer where one table was left long ago, and another is played at."""
    opened(store, "left", "played")
    (touched, *_) = (listed.touched for listed in store.list_tables("ana").result(PATIENCE))
    append(store, 1, name="played")
    return Computer(store, HandSetTime(touched))


def stale_before(computer: Computer, *names: str) -> None:
    """Date tables back, as if they had been left long ago."""
    store = computer.store
    for name in names:
        _back_date(store, name, computer.calendar.now - (DAYS + 1) * A_DAY)


def _back_date(store: Store, name: str, touched: float) -> None:
    writer = store._writer  # type: ignore[attr-defined]
    if hasattr(writer, "execute"):
        writer.execute("UPDATE tables SET touched = ? WHERE id = ?", (touched, name))
    else:
        writer.connection.execute("UPDATE rollwright.tables SET touched = %s WHERE id = %s", (touched, name))


def test_what_is_stale_is_swept_a_day_after_it_was_found(computer: Computer) -> None:
    stale_before(computer, "left")
    server = computer.server()
    assert computer.run(23, server) == 0
    assert computer.tables() == {"left", "played"}
    assert computer.run(8, server) == 1
    assert computer.tables() == {"played"}


def test_a_clock_that_was_wrong_for_less_than_a_day_deletes_nothing(computer: Computer) -> None:
    server = computer.server()
    for attempt in range(3):
        computer.calendar.now += 400 * A_DAY
        append(computer.store, 2 + attempt, name="played")
        _back_date(computer.store, "played", computer.calendar.now)
        assert computer.run(20, server) == 0
        computer.calendar.now -= 400 * A_DAY
        _back_date(computer.store, "played", computer.calendar.now)
        assert computer.run(20, server) == 0
    assert computer.tables() == {"left", "played"}


def test_a_clock_that_jumps_while_the_server_runs_deletes_nothing_however_long_it_is_wrong(
    computer: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    server = computer.server()
    assert computer.run(1, server) == 0
    computer.calendar.now += 400 * A_DAY
    _back_date(computer.store, "played", computer.calendar.now)  # somebody plays on
    with caplog.at_level(logging.WARNING):
        assert computer.run(100, server) == 0
    assert computer.tables() == {"left", "played"}
    (told,) = caplog.messages
    assert told.startswith("No tables are deleted: this computer's clock has jumped ahead by 400 days")
    assert computer.run(23, computer.server()) == 0, "after a restart it takes a day of running time"
    assert computer.tables() == {"left", "played"}


def test_after_a_clock_has_jumped_back_tables_are_swept_again(computer: Computer) -> None:
    stale_before(computer, "left")
    server = computer.server()
    computer.calendar.now += 400 * A_DAY
    _back_date(computer.store, "played", computer.calendar.now)
    assert computer.run(50, server) == 0
    computer.calendar.now -= 400 * A_DAY
    _back_date(computer.store, "played", computer.calendar.now)
    assert computer.run(50, server) == 1
    assert computer.tables() == {"played"}


def test_a_computer_that_sleeps_at_night_sweeps(computer: Computer) -> None:
    stale_before(computer, "left")
    server, swept = computer.server(), 0
    for _ in range(5):
        swept += computer.run(12, server)
        computer.calendar.now += 12 * HOUR
    assert swept == 1


def test_a_secret_move_keeps_a_table_as_long_as_any_other(computer: Computer) -> None:
    server, store = computer.server(), computer.store
    assert store.append("left", 1, [moved(1)], None, None).result(PATIENCE)
    stale_before(computer, "left")  # by what lists show
    assert computer.run(100, server) == 0
    assert computer.tables() == {"left", "played"}


def test_a_secret_move_after_a_table_was_found_stale_keeps_it(computer: Computer) -> None:
    stale_before(computer, "left")
    server, store = computer.server(), computer.store
    assert computer.run(20, server) == 0
    touched = store.listed("left").result(PATIENCE).touched
    assert store.append("left", 1, [moved(1)], None, None).result(PATIENCE)
    assert store.listed("left").result(PATIENCE).touched == touched, "lists do not show when"
    assert computer.run(100, server) == 0
    assert computer.tables() == {"left", "played"}


def test_a_table_is_swept_long_after_its_last_secret_move(computer: Computer) -> None:
    store = computer.store
    assert store.append("left", 1, [moved(1)], None, None).result(PATIENCE)
    computer.calendar.now += (DAYS + 1) * A_DAY
    _back_date(store, "played", computer.calendar.now)
    assert computer.run(50, computer.server()) == 1
    assert computer.tables() == {"played"}


def test_a_file_of_before_notes_secret_moves_too(tmp_path: Path) -> None:
    path = tmp_path / "earlier.sqlite3"
    with closing(SQLiteStore(path)) as store:
        opened(store, "left")
        store._writer.execute("DROP TABLE secret_moves")
    with closing(SQLiteStore(path)) as store:
        assert store.append("left", 1, [moved(1)], None, None).result(PATIENCE)


def test_if_everything_seems_stale_the_clock_is_wrong_and_the_operator_is_told_once(
    computer: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    server = computer.server()
    computer.calendar.now += 400 * A_DAY
    with caplog.at_level(logging.WARNING):
        assert computer.run(100, server) == 0
    assert computer.tables() == {"left", "played"}
    (told,) = caplog.messages
    assert told.startswith("No tables are deleted: by this computer's clock nobody has played for more than 90 days.")
    _back_date(computer.store, "played", computer.calendar.now)
    assert computer.run(23, server) == 0, "what was seen while the clock seemed wrong does not count"


def test_a_server_that_is_restarted_every_few_hours_sweeps_too(computer: Computer) -> None:
    stale_before(computer, "left")
    assert sum(computer.run(4, computer.server()) for _ in range(6)) == 0
    assert computer.tables() == {"left", "played"}
    assert sum(computer.run(4, computer.server()) for _ in range(3)) == 1
    assert computer.tables() == {"played"}


def test_time_in_which_no_server_runs_does_not_count(computer: Computer) -> None:
    stale_before(computer, "left")
    assert computer.run(1, computer.server()) == 0
    computer.calendar.now += 7 * A_DAY
    computer.monotonic.now += 7 * A_DAY  # a process that starts later does not know of it
    assert computer.run(20, computer.server()) == 0
    assert computer.tables() == {"left", "played"}


def test_several_processes_count_no_second_twice(computer: Computer) -> None:
    stale_before(computer, "left")
    servers = [computer.server() for _ in range(4)]
    assert computer.run(23, *servers) == 0
    running = computer.store.sweep_notes.count_running(-1, 0).result(PATIENCE)
    assert 12 * HOUR < running <= 23 * HOUR
    assert computer.run(48, *servers) == 1


def test_a_table_that_was_changed_in_between_is_not_swept(computer: Computer) -> None:
    stale_before(computer, "left")
    server = computer.server()
    assert computer.run(20, server) == 0
    append(computer.store, 1, name="left")
    _back_date(computer.store, "left", computer.calendar.now - (DAYS + 0.5) * A_DAY)  # stale, but not as it was
    assert computer.run(20, server) == 0
    assert computer.tables() == {"left", "played"}
    assert computer.run(10, server) == 1


def test_a_process_sweeps_some_minutes_after_its_start_and_then_every_six_hours(computer: Computer) -> None:
    asked: list[float] = []
    server, notes = computer.server(), computer.store.sweep_notes
    newest = notes.newest

    def noted() -> asyncio.Future[float]:
        asked.append(computer.monotonic.now - 1000)
        return newest()  # type: ignore[return-value]

    notes.newest = noted  # type: ignore[method-assign, assignment]
    computer.run(13, server, step=COUNT_INTERVAL)
    assert len(asked) == 3
    assert FIRST_SWEEP <= asked[0] <= 2 * COUNT_INTERVAL
    assert all(later - sooner >= SWEEP_INTERVAL for sooner, later in pairwise(asked))
