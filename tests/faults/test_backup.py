"""A back-up taken while people play is one moment of it, and comes back whole in another place, or not at all."""

import gzip
import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rollwright.command.main import main
from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.store.backup import back_up, postgres, restore, sqlite
from rollwright.store.backup.file import FORMAT, MAX_LINE_BYTES, new_file, write
from rollwright.store.backup.parts import PARTS, BackupRefused, Part, Source
from rollwright.store.errors import Conflict
from rollwright.store.protocol import Store
from rollwright.store.sqlite.schema import APPLICATION_ID, SCHEMA, VERSION
from rollwright.table import Event, Table
from rollwright.table.events import to_json
from rollwright.table.models import DiceKind, Head, Player, Result, SeatKind, Summary
from tests.support.places import PATIENCE, Database, File, wait_until
from tests.support.playing import GAME

KINDS = ["SQLite", "PostgreSQL"]
OTHER = dict(zip(KINDS, reversed(KINDS), strict=True))


@dataclass
class Fresh:
    """Places of both kinds with nothing in them."""

    folder: Path
    database: Database
    files: int = 0

    def place(self, kind: str) -> File | Database:
        if kind == "PostgreSQL":
            self.database.execute("DROP SCHEMA IF EXISTS rollwright CASCADE")
            return self.database
        self.files += 1
        return File(str(self.folder / f"{self.files}" / "tables.sqlite3"))


@pytest.fixture
def fresh(tmp_path: Path, database: Database) -> Fresh:
    return Fresh(tmp_path, database)


@dataclass(frozen=True)
class Script:
    """A whole game: the events that each request brought, and how it stood then."""

    requests: list[list[Event]]
    summaries: list[Summary]

    def log(self, requests: int) -> list[Event]:
        return [event for events in self.requests[:requests] for event in events]


@cache
def script() -> Script:
    rng = Random(7)
    table = Table(open_game(GAME), 2, SeededDice(7), {}, rolls_itself=False, compiled=False)
    requests, summaries = [list(table.log)], [Summary.of(table)]
    while not table.over:
        before = len(table.log)
        if table.dice_due:
            table.roll()
        else:
            seat = rng.choice(table.waiting)
            table.play(seat, rng.choice(table.legal(seat)))
        requests.append(table.log[before:])
        summaries.append(Summary.of(table))
    return Script(requests, summaries)


@cache
def replayed(requests: int) -> Summary:
    """Return how the game stands after some requests, by the rules."""
    return Summary.of(Table.from_log(script().log(requests), SeededDice(1), compiled=False))


def head(name: str, owner: str) -> Head:
    return Head(
        name,
        owner,
        1.5,
        (Player("Ana", SeatKind.HERE), Player("Ben", SeatKind.LINK)),
        2**99,
        DiceKind.DEALT,
        60,
        f"of {name}",
        True,
    )


def result(name: str, owner: str, halves: int) -> Result:
    return Result(name, 0, owner, GAME, 2.5, halves, 1, 2, "people", "{}", f"of {name}", "Ana")


AT_ONCE = 4
"""Tables that each player plays at the same time, and requests that they make at each before they go to the next."""


class Load:
    """People who play without pause, at two processes if they share a database, and remember what is kept."""

    def __init__(self, place: File | Database) -> None:
        self.kept: dict[str, int] = {}
        self.faults: list[Exception] = []
        self.stores = [place.open() for _ in range(1 if isinstance(place, File) else 2)]
        self._enough = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(self.stores[number % len(self.stores)], f"p{number}"))
            for number in range(4)
        ]
        for thread in self._threads:
            thread.start()

    def _play(self, store: Store, owner: str) -> None:
        try:
            names = (f"{owner} {number:05}" for number in count())
            running: list[str] = []
            while not self._enough.is_set():
                running.append(self._open(store, owner, next(names)))
                for name in running[:AT_ONCE]:
                    for _ in range(AT_ONCE):
                        if self.kept[name] < len(script().requests):
                            self._go_on(store, owner, name)
                running = [name for name in running if self.kept[name] < len(script().requests)]
        except Exception as fault:
            self.faults.append(fault)

    def _open(self, store: Store, owner: str, name: str) -> str:
        store.open_table(head(name, owner), script().requests[0], script().summaries[0]).result(PATIENCE)
        self.kept[name] = 1
        return name

    def _go_on(self, store: Store, owner: str, name: str) -> None:
        number = self.kept[name]
        summary = script().summaries[number]
        results = [result(name, owner, summary.halves[0])] if summary.over else None
        place = len(script().log(number))
        done = store.append(name, place, script().requests[number], f"request {number}", summary, results)
        assert done.result(PATIENCE)
        self.kept[name] = number + 1

    def wait_for_more(self) -> None:
        """Wait until every player has opened another table, and gone on at others."""
        goal = {owner: self._count(owner) + 1 for owner in ("p0", "p1", "p2", "p3")}
        wait_until(lambda: bool(self.faults) or all(self._count(owner) >= wanted for owner, wanted in goal.items()))

    def wait_for_an_end(self) -> None:
        """Wait until some game is over."""
        wait_until(lambda: bool(self.faults) or len(script().requests) in list(self.kept.values()))

    def _count(self, owner: str) -> int:
        return sum(name.startswith(owner) for name in list(self.kept))

    def end(self) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        for store in self.stores:
            store.close()
        assert self.faults == []


class Slow:
    """A source that others have time to write beside: before each part, and in the middle of it."""

    def __init__(self, source: Source, load: Load) -> None:
        self.version = source.version
        self._source = source
        self._load = load

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        self._load.wait_for_more()
        columns, rows = self._source.rows(part)
        return columns, self._slowly(rows)

    def _slowly(self, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        for number, row in enumerate(rows):
            if number == 3:
                self._load.wait_for_more()
            yield row


class Torn:
    """A source that is no moment: each part is read when its turn comes."""

    def __init__(self, begin: Callable[[], AbstractContextManager[Source]]) -> None:
        self.version = VERSION
        self._begin = begin

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        with self._begin() as source:
            columns, rows = source.rows(part)
            return columns, list(rows)


def source_of(place: File | Database) -> AbstractContextManager[Source]:
    return sqlite.source(Path(place.address)) if isinstance(place, File) else postgres.source(place.address)


def where(place: File | Database) -> str | Path:
    return Path(place.address) if isinstance(place, File) else place.address


def backed_up(place: File | Database) -> bytes:
    file = BytesIO()
    back_up(where(place), file)
    return file.getvalue()


def rows_in(backup: bytes) -> list[str]:
    """Return what a back-up holds, without the moment it was taken; order is each database's own affair."""
    lines = gzip.decompress(backup).decode().splitlines()
    return sorted(lines[1:-1])


@pytest.mark.parametrize("kind", KINDS)
def test_a_back_up_under_load_is_one_moment_and_comes_back_anywhere(kind: str, fresh: Fresh) -> None:
    place = fresh.place(kind)
    load = Load(place)
    try:
        load.wait_for_an_end()
        secret = load.stores[0].secret("salt").result(PATIENCE)
        before, file = dict(load.kept), BytesIO()
        with source_of(place) as source:
            counts = write(Slow(source, load), file, 0)
    finally:
        load.end()
    for other in (OTHER[kind], kind):  # this kind last: the place itself is needed no more
        target = fresh.place(other)
        assert restore(where(target), file, "it") == counts
        assert rows_in(backed_up(target)) == rows_in(file.getvalue())
        with closing(target.open()) as store:
            assert store.secret("salt").result(PATIENCE) == secret
            check_one_moment(store, before, load.kept)


def check_one_moment(store: Store, before: dict[str, int], after: dict[str, int]) -> None:
    """Check that a store holds one moment between two, as a player would find it."""
    listed = [each for owner in ("p0", "p1", "p2", "p3") for each in store.list_tables(owner).result(PATIENCE)]
    found = {each.head.table_id: each for each in listed}
    assert before.keys() <= found.keys() <= after.keys()
    assert len(after) > len(found), "people went on meanwhile"
    lengths = {len(script().log(number)): number for number in range(1, len(script().requests) + 1)}
    over = 0
    for name, each in found.items():
        owner = each.head.owner
        kept, log = store.load(name).result(PATIENCE)
        number = lengths[len(log)]
        assert before.get(name, 0) <= number <= after[name]
        assert log == script().log(number)
        assert kept == each.head == head(name, owner)
        assert each.summary == script().summaries[number - 1] == replayed(number)
        assert (each.ended is not None) == each.summary.over
        assert store.keys(name).result(PATIENCE) == {f"request {request}" for request in range(1, number)}
        assert store.tried(owner, [f"of {name}"]).result(PATIENCE) == {f"of {name}": name}
        over += each.summary.over
    assert over, "some games were over"
    assert over == sum(len(store.results(owner).result(PATIENCE)) for owner in ("p0", "p1", "p2", "p3"))
    unfinished = next(each for each in listed if not each.summary.over)
    name = unfinished.head.table_id
    number = lengths[len(store.load(name).result(PATIENCE)[1])]
    with pytest.raises(Conflict):
        store.append(name, 0, script().requests[number], None, None).result(PATIENCE)
    place = len(script().log(number))
    assert store.append(name, place, script().requests[number], None, script().summaries[number]).result(PATIENCE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_that_is_no_moment_is_found_out(kind: str, fresh: Fresh) -> None:
    place, file = fresh.place(kind), BytesIO()
    load = Load(place)
    try:
        load.wait_for_more()
        write(Slow(Torn(partial(source_of, place)), load), file, 0)
    finally:
        load.end()
    target = fresh.place(kind)
    with pytest.raises(BackupRefused, match="The logs and tables in 'it' do not match"):
        restore(where(target), file, "it")
    assert is_empty(target)


def is_empty(place: File | Database) -> bool:
    with closing(place.open()) as store:
        return not store.sweep_notes.unmarked(1e12, 9).result(PATIENCE) and not store.results("p0").result(PATIENCE)


def small(place: File | Database) -> bytes:
    """Play a little at a place, and back it up."""
    with closing(place.open()) as store:
        for name in ("a", "b"):
            store.open_table(head(name, "p0"), script().requests[0], script().summaries[0]).result(PATIENCE)
        place_no, events = len(script().requests[0]), script().requests[1]
        store.append("a", place_no, events, "é", script().summaries[1], [result("a", "p0", 7)]).result(PATIENCE)
        store.secret("salt").result(PATIENCE)
    return backed_up(place)


class Changed:
    """A source of which some rows are left out, as if by a fault of ours."""

    version = VERSION

    def __init__(self, source: Source, kept: Callable[[Part, Sequence[Any]], bool]) -> None:
        self._source = source
        self._kept = kept

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        columns, rows = self._source.rows(part)
        return columns, (row for row in rows if self._kept(part, row))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "kept",
    [
        lambda part, row: (part.name, *row[:2]) != ("events", "a", 0),
        lambda part, row: (part.name, *row[:2]) != ("events", "a", 1),
        lambda part, row: (part.name, row[0]) != ("events", "b"),
        lambda part, row: (part.name, row[0]) != ("tables", "b"),
    ],
    ids=["no beginning", "a gap", "no log", "no table"],
)
def test_logs_with_gaps_are_not_restored(kind: str, kept: Callable[..., bool], fresh: Fresh) -> None:
    origin = fresh.place("SQLite")
    with closing(origin.open()) as store:
        for name in ("a", "b"):
            store.open_table(head(name, "p0"), script().log(3), script().summaries[2]).result(PATIENCE)
    file, target = BytesIO(), fresh.place(kind)
    with source_of(origin) as source:
        write(Changed(source, kept), file, 0)
    with pytest.raises(BackupRefused, match="do not match, so nothing was restored"):
        restore(where(target), file, "it")
    assert is_empty(target)


def told(change: Callable[[list[Any]], object]) -> Callable[[bytes], bytes]:
    """Return what changes the lines of a back-up."""

    def changed(backup: bytes) -> bytes:
        lines = [json.loads(line) for line in gzip.decompress(backup).splitlines()]
        change(lines)
        return gzip.compress(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))

    return changed


WRONG: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "half of it": (lambda backup: backup[: len(backup) // 2], "'it' is incomplete"),
    "all but a byte": (lambda backup: backup[:-1], "'it' is incomplete"),
    "no last line": (told(lambda lines: lines.pop()), "'it' is incomplete"),
    "half a last line": (lambda backup: gzip.compress(gzip.decompress(backup)[:-9]), "'it' is incomplete"),
    "a bit": (lambda backup: backup[:200] + bytes([backup[200] ^ 1]) + backup[201:], "'it' was changed or is damaged"),
    "a value": (told(lambda lines: lines[2].__setitem__(1, "eve")), "'it' was changed or is damaged"),
    "a row": (told(lambda lines: lines.pop(-2)), "'it' was changed or is damaged"),
    "a count": (told(lambda lines: lines[-1]["end"].update(tables=9)), "'it' was changed or is damaged"),
    "something after it": (lambda backup: backup + gzip.compress(b"[]\n"), "'it' was changed or is damaged"),
    "rubbish after it": (lambda backup: backup + b"rubbish", "'it' was changed or is damaged"),
    "a strange column": (
        told(lambda lines: lines[1].update(columns=["id) SELECT 1 --"])),
        "'it' was changed or is damaged",
    ),
    "nothing": (lambda backup: b"", "'it' is not a Rollwright backup"),
    "a text": (lambda backup: b"Dear diary", "'it' is not a Rollwright backup"),
    "another file": (lambda backup: gzip.compress(b"{}\n"), "'it' is not a Rollwright backup"),
    "a newer format": (told(lambda lines: lines[0].update(format=FORMAT + 1)), "'it' was written by a newer version"),
    "a newer schema": (told(lambda lines: lines[0].update(schema=VERSION + 1)), "'it' was written by a newer version"),
}


def test_a_file_that_is_not_whole_is_refused_before_anything_is_touched(fresh: Fresh) -> None:
    backup = small(fresh.place("SQLite"))
    for what, (change, said) in WRONG.items():
        target = fresh.place("SQLite")
        with pytest.raises(BackupRefused, match=said):
            restore(where(target), BytesIO(change(backup)), "it")
        assert not Path(target.address).exists(), what
    restore(
        where(target), BytesIO(told(lambda lines: None)(backup)), "it"
    )  # unchanged: the changes were what was wrong


FORGED: dict[str, Callable[[list[bytes]], object]] = {
    "no JSON": lambda lines: lines.__setitem__(2, b"Dear diary"),
    "no row": lambda lines: lines.__setitem__(2, b"5"),
    "a nested row": lambda lines: lines.__setitem__(2, b"[" * 100_000),
    "an endless row": lambda lines: lines.__setitem__(2, b'["%s"]' % (b"x" * MAX_LINE_BYTES)),
    "a short row": lambda lines: lines.__setitem__(2, b'["t"]'),
    "a list in it": lambda lines: lines.__setitem__(2, b'[["t"],' + lines[2].partition(b",")[2]),
    "half a sign": lambda lines: lines.__setitem__(2, lines[2].replace(b'["', b'["\\ud800', 1)),
    "a large number": lambda lines: lines.__setitem__(2, lines[2][:-1].rpartition(b",")[0] + b",%d]" % 2**63),
    "a column that is none": lambda lines: lines.__setitem__(1, b'{"part":"tables","columns":[["id"]]}'),
    "no columns": lambda lines: lines.__setitem__(1, b'{"part":"tables","columns":[]}'),
    "no parts": lambda lines: lines.__delitem__(slice(1, None)),
}
"""Changes to the lines of a back-up by somebody who makes its last line fit them."""


def test_a_forged_file_gets_a_sentence_and_nothing_is_kept(fresh: Fresh) -> None:
    backup = small(fresh.place("SQLite"))
    for what, forge in {"nothing": lambda lines: None, **FORGED}.items():
        *lines, _ = gzip.decompress(backup).splitlines()
        forge(lines)
        counts, part = dict[str, int](), ""
        for line in lines[1:]:
            if line.startswith(b"{"):
                counts[part := json.loads(line)["part"]] = 0
            else:
                counts[part] += 1
        lines.append(json.dumps({"end": counts, "sha256": sha256(b"\n".join([*lines, b""])).hexdigest()}).encode())
        forged = BytesIO(gzip.compress(b"\n".join([*lines, b""]), 1))
        target = fresh.place("SQLite")
        if what == "nothing":
            assert restore(where(target), forged, "it") == counts
            continue
        with pytest.raises(BackupRefused, match=r"'it' (was changed|is incomplete)"):
            restore(where(target), forged, "it")
        assert not Path(target.address).exists() or is_empty(target), what


@pytest.mark.parametrize("kind", KINDS)
def test_a_place_in_use_is_refused_and_an_empty_one_filled_beside_its_server(kind: str, fresh: Fresh) -> None:
    backup = small(fresh.place("SQLite"))
    place = fresh.place(kind)
    with closing(place.open()) as server:
        drawn = server.secret("salt").result(PATIENCE)
        restore(where(place), BytesIO(backup), "it")
        assert server.secret("salt").result(PATIENCE) != drawn
        number = 2
        at, events = len(script().log(number)), script().requests[number]
        assert server.append("a", at, events, None, script().summaries[number]).result(PATIENCE)
        before = backed_up(place)
        with pytest.raises(BackupRefused, match=r"There are already games in .*, so nothing was restored"):
            restore(where(place), BytesIO(backup), "it")
        assert rows_in(backed_up(place)) == rows_in(before)
        for table in ("a", "b"):
            server.delete(table).result(PATIENCE)
        with pytest.raises(BackupRefused, match="There are already games in"):
            restore(where(place), BytesIO(backup), "it")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_back_up_of_an_older_place_comes_back_brought_up_to_date(kind: str, version: int, fresh: Fresh) -> None:
    path = fresh.folder / "old.sqlite3"
    columns = "id, owner, opened, touched, game, seats, seed, players, summary"
    with closing(sqlite3.connect(path)) as old, old:
        for statement in (statement for step in SCHEMA[:version] for statement in step):
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute(f"PRAGMA user_version = {version}")
        for name, over in (("a", "true"), ("b", "false")):
            row = (name, "p0", 1.5, 2.5, GAME, 2, "5", "[]", f"[3, [10, -1], {over}]")
            old.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            old.execute("INSERT INTO events VALUES (?, 0, ?)", (name, json.dumps(to_json(script().requests[0][0]))))
        if version >= 3:  # since then it is written down when a game ended, and which try counts
            old.execute("UPDATE tables SET ended = 2.5, deal = 'daily', ranked = 1 WHERE id = 'a'")
    target, file = fresh.place(kind), BytesIO()
    back_up(path, file)
    with closing(sqlite3.connect(path)) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (version,), "it is only looked at"
    restore(where(target), file, "it")
    with closing(target.open()) as store:
        found = {each.head.table_id: each.ended for each in store.list_tables("p0").result(PATIENCE)}
        assert found == {"a": 2.5, "b": None}
        lines = [json.loads(line) for line in gzip.decompress(backed_up(target)).splitlines()]
        score = lines[1]["columns"].index("score")
        assert [row[score] for row in lines[2:4]] == [10 if version >= 3 else None, None]
        assert store.append("a", 1, script().requests[1], None, None).result(PATIENCE)


def test_no_column_is_forgotten(fresh: Fresh) -> None:
    for place in map(fresh.place, KINDS):
        place.open().close()
        connect = partial(sqlite3.connect, place.address) if isinstance(place, File) else place.connect
        schema = "" if isinstance(place, File) else "rollwright."
        with closing(connect()) as connection:
            for part in PARTS:
                there = connection.execute(f"SELECT * FROM {schema}{part.name}").description or []
                assert {column[0] for column in there} - {"length"} == set(part.columns)


class BrokenOff:
    """A source that somebody interrupts in the middle."""

    version = VERSION

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        if part.name == "requests":
            raise KeyboardInterrupt
        return list(part.columns), []


def test_what_is_broken_off_leaves_no_file(tmp_path: Path) -> None:
    def take(path: Path) -> None:
        with new_file(path) as file:
            write(BrokenOff(), file, 0)

    with pytest.raises(KeyboardInterrupt):
        take(tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BackupRefused, match=r"Cannot write .*: No such file or directory\. No backup was made"):
        take(tmp_path / "nowhere" / "backup")


@pytest.mark.parametrize("kind", KINDS)
def test_one_command_each(kind: str, fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    origin = fresh.place("SQLite")
    kept = rows_in(small(origin))
    data = str(Path(origin.address).parent)
    file = fresh.folder / "games.backup"
    assert main(["backup", str(file), "--data", data]) == 0
    assert capsys.readouterr().out.startswith("2 tables were backed up. Keep the file secret")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert rows_in(file.read_bytes()) == kept
    target = fresh.place(kind)
    there = ["--database", target.address] if kind == "PostgreSQL" else ["--data", str(Path(target.address).parent)]
    assert main(["restore", str(file), *there]) == 0
    assert capsys.readouterr().out.startswith("2 tables were restored.")
    assert rows_in(backed_up(target)) == kept
    nowhere = str(fresh.folder / "nowhere")
    for arguments, said in (
        (["backup", str(file), "--data", data], f"'{file}' already exists: choose another file, or remove it first."),
        (["restore", str(file), *there], "There are already games in "),
        (["restore", nowhere, *there], f"'{nowhere}' cannot be read: No such file or directory."),
        (["backup", f"{file} 2", "--data", nowhere], f"There are no games in {nowhere}/tables.sqlite3 to back up"),
    ):
        assert main(arguments) == 2
        assert said in capsys.readouterr().err
    assert sorted(path.name for path in fresh.folder.iterdir() if path.is_file()) == ["games.backup"]


COMMAND = [sys.executable, "-c", "import sys; from rollwright.command.main import main; sys.exit(main())"]


def test_a_house_is_moved_through_a_pipe(fresh: Fresh) -> None:
    origin, target = fresh.place("SQLite"), fresh.place("PostgreSQL")
    kept = rows_in(small(origin))
    environment = {**os.environ, "ROLLWRIGHT_DATA": str(Path(origin.address).parent)}
    with subprocess.Popen([*COMMAND, "backup", "-"], stdout=subprocess.PIPE, env=environment) as giving:
        taking = [*COMMAND, "restore", "-", "--database", target.address]
        assert subprocess.run(taking, stdin=giving.stdout, check=False, timeout=PATIENCE).returncode == 0
    assert giving.returncode == 0
    assert rows_in(backed_up(target)) == kept
    with open("/dev/full", "wb") as full:
        cut = subprocess.run(
            [*COMMAND, "backup", "-"], stdout=full, stderr=subprocess.PIPE, env=environment, check=False, text=True
        )
    assert cut.returncode == 2
    assert cut.stderr == "The backup was cut off and cannot be used: No space left on device.\n"
