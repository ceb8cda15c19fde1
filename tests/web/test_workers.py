"""Several processes at one address and one database: they share the tables, and nothing is lost or left behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.http import new_client
from tests.support.places import PATIENCE, Database, wait_until
from tests.support.processes import children, command, parent_of, workers_of
from tests.support.wire import moves, opened, post, record
from tools.postgres import Server

PASSWORD = "tell-nobody"

CUT, RESTARTS = 1006, 1012
"""How live connections end: without a word, or told to come back."""

TLS_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""How a client begins that takes the port for one with TLS."""

SLACK = 10
"""Files that a worker opens at its first requests, such as connections to the database."""


def open_files(pid: int) -> set[str]:
    found = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # closed by now
            found.add(os.readlink(each))
    return found


class Serving:
    """`rollwright serve` with two workers."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._log = folder / "log"
        secret = database.address.replace("@", f":{PASSWORD}@")
        assert secret != database.address
        arguments = ["serve", "--port", "0", "--workers", "2", "--thinkers", "1", "--no-browser"]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "rollwright", *arguments],
                env={**os.environ, "ROLLWRIGHT_DATABASE": secret, "LANGUAGE": "en"},
                stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout
        told = re.search(r"http://localhost:\d+", self.process.stdout.readline())
        assert told, self.log()
        self.address = told[0]
        self.port = int(self.address.rpartition(":")[2])
        self.browser: Any = new_client(base_url=self.address, timeout=PATIENCE, headers={"Connection": "close"})

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    @property
    def workers(self) -> list[int]:
        """The processes that serve."""
        return workers_of(self.process.pid)

    @property
    def everybody(self) -> list[int]:
        """All processes below, the bots' and the housekeeper's too."""
        found = [self.process.pid]
        for pid in found:
            found += children(pid)
        return found[1:]

    def worker_of(self, port: int) -> int:
        """Return the worker that has the connection of a client's port."""
        ends = f":{self.port:04X}", f":{port:04X}"
        lines = (line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:])
        found = [line[9] for line in lines if line[1].endswith(ends[0]) and line[2].endswith(ends[1])]
        [inode] = set(found) - {"0"}  # a connection from this port that has ended is listed a while longer
        [pid] = [pid for pid in self.workers if f"socket:[{inode}]" in open_files(pid)]
        return pid

    @contextmanager
    def at(self, worker: int) -> Iterator[Any]:
        """Let a browser talk to one worker only, over a connection that it has already."""

        def is_there(answer: Any) -> bool:
            return self.worker_of(answer.extensions["network_stream"].get_extra_info("client_addr")[1]) == worker

        def check(answer: Any) -> None:
            assert is_there(answer), "the connection was closed"

        cookies = self.browser.cookies
        while True:
            with new_client(base_url=self.address, timeout=PATIENCE, cookies=cookies) as browser:
                with browser.stream("GET", "/about") as answer:
                    found = is_there(answer)
                    answer.read()
                if found:
                    browser.event_hooks = {"response": [check]}
                    yield browser
                    self.browser.cookies = browser.cookies
                    return

    @contextmanager
    def watching(self, table: str) -> Iterator[ClientConnection]:
        """Open a live connection that shows the first seat."""
        cookie = {"Cookie": f"rollwright={self.browser.cookies['rollwright']}"}
        address = f"ws://localhost:{self.port}/table/{table}/live"
        with connect(address, origin=Origin(self.address), additional_headers=cookie, open_timeout=PATIENCE) as page:
            page.send(json.dumps({"show": 0}))
            page.recv(PATIENCE)
            yield page

    def worker_of_page(self, page: ClientConnection) -> int:
        return self.worker_of(page.socket.getsockname()[1])

    def end(self, how: signal.Signals) -> int:
        """End the parent, and wait until nobody is left; return its exit code."""
        everybody = self.everybody
        assert len(everybody) >= 4, "two workers, each with a bot that thinks"
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        wait_until(lambda: not any(parent_of(pid) for pid in everybody))
        return code


@contextmanager
def begun(server: Server, folder: Path) -> Iterator[Serving]:
    """Serve with an empty database of its own, and let nobody stay behind."""
    name = f"workers_{uuid4().hex}"
    Database(server.address()).execute(f"CREATE DATABASE {name}")
    made = Serving(Database(server.address().replace("/postgres?", f"/{name}?")), folder)
    everybody: list[int] = []
    try:
        wait_until(lambda: len(made.workers) == 2)
        assert made.browser.get("/about").status_code == 200  # they begin together
        everybody = made.everybody
        yield made
        for secret in (PASSWORD, "Traceback"):
            assert secret not in made.log()
    finally:
        for pid in [made.process.pid, *made.everybody, *everybody]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        made.process.wait(PATIENCE)
        assert made.process.stdout
        made.process.stdout.close()
        made.browser.close()


@pytest.fixture(scope="module")
def serving(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server for those tests that leave it running; whatever they did to it, nobody is left when it is ended."""
    with begun(server, tmp_path_factory.mktemp("serving")) as made:
        yield made
        assert made.end(signal.SIGTERM) == -signal.SIGTERM


@pytest.fixture
def ending(server: Server, tmp_path: Path) -> Iterator[Serving]:
    """A server that the test ends."""
    with begun(server, tmp_path) as made:
        yield made


def play(browser: Any, table: str) -> str:
    """Make any move, or roll, and return the record as it is once that is acknowledged."""
    found = moves(browser, table)
    answer = post(browser, table, "play", seat=0, move=found[0]) if found else post(browser, table, "roll")
    assert answer.status_code == 200, answer.text
    return record(browser, table)


def wait_to_see(browser: Any, table: str, known: str) -> None:
    """Wait until a worker has heard what another has written."""
    wait_until(lambda: record(browser, table) == known)


@pytest.mark.slow
def test_workers_share_the_tables_and_one_that_dies_is_replaced(serving: Serving) -> None:
    wait_until(lambda: len(serving.workers) == 2)
    for pid in (serving.process.pid, *serving.everybody):
        assert PASSWORD not in command(pid)
    first, second = serving.workers
    with serving.at(first) as browser:
        table = opened(browser)
        acknowledged = play(browser, table)
    for here, there in ((second, first), (first, second)):
        with serving.at(here) as browser:
            wait_to_see(browser, table, acknowledged)
            acknowledged = play(browser, table)
        with serving.at(there) as browser:
            wait_to_see(browser, table, acknowledged)
    with serving.at(second) as browser:
        acknowledged = play(browser, table)
    os.kill(second, signal.SIGKILL)
    wait_to_see(serving.browser, table, acknowledged)
    wait_until(lambda: len(serving.workers) == 2 and second not in serving.workers)
    [third] = {*serving.workers} - {first}
    with serving.at(third) as browser:
        assert record(browser, table) == acknowledged
        assert play(browser, table) != acknowledged
    assert f"Process {second} ended (-9), and is started again." in serving.log()


def tables_by_worker(serving: Serving, pages: ExitStack) -> dict[int, list[tuple[str, ClientConnection]]]:
    """Open tables until each worker has two, and watch each of them twice: both viewers are at the same worker."""
    found: dict[int, list[tuple[str, ClientConnection]]] = {}
    while len(found) < 2 or min(map(len, found.values())) < 2:
        table = opened(serving.browser)
        page, other = (pages.enter_context(serving.watching(table)) for _ in range(2))
        worker = serving.worker_of_page(page)
        assert worker == serving.worker_of_page(other)
        found.setdefault(worker, []).append((table, page))
    return found


def see_all(serving: Serving, table: str, page: ClientConnection) -> None:
    """Make a move elsewhere, and wait until a page is told of it."""
    acknowledged = play(serving.browser, table)
    page.recv(PATIENCE)
    assert record(serving.browser, table) == acknowledged


def closing_code(page: ClientConnection) -> int | None:
    """Wait until a live connection is closed, and return the code that says why."""
    with suppress(ConnectionClosed):
        while True:
            page.recv(PATIENCE)
    return page.close_code


@pytest.mark.slow
def test_the_viewers_of_a_table_meet_at_one_worker_and_another_takes_over_when_it_dies(serving: Serving) -> None:
    with ExitStack() as pages:
        found = tables_by_worker(serving, pages)
        assert {*found} == {*serving.workers}
        gone, stays = serving.workers
        for table, page in found[gone]:
            see_all(serving, table, page)
        os.kill(gone, signal.SIGKILL)
        assert {closing_code(page) for _, page in found[gone]} == {CUT}
        moved = [(table, pages.enter_context(serving.watching(table))) for table, _ in found[gone]]
        for table, page in moved:
            assert serving.worker_of_page(page) == stays
            see_all(serving, table, page)
        assert {closing_code(page) for _, page in moved} == {RESTARTS}, "the tables' own worker is there again"
        [back] = {*serving.workers} - {stays}
        for table, _ in moved:
            page = pages.enter_context(serving.watching(table))
            assert serving.worker_of_page(page) == back
            see_all(serving, table, page)
        for table, page in found[stays]:
            assert serving.worker_of_page(page) == stays, "nobody else had to reconnect"
            see_all(serving, table, page)


@pytest.mark.slow
def test_clients_that_say_nothing_or_nonsense_harm_nobody(serving: Serving) -> None:
    here = "127.0.0.1", serving.port
    before = files(serving)
    with ExitStack() as others:
        for begun in (b"", b"GET /tab", b"POST /join HTTP/1.1\r\nHost: localhost\r\nX"):
            for _ in range(50):
                others.enter_context(socket.create_connection(here, PATIENCE)).sendall(begun)
        for sent in (TLS_HELLO + b"\r\n\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            client = others.enter_context(socket.create_connection(here, PATIENCE))
            with suppress(ConnectionError):  # closed before all of it was read
                client.sendall(sent)
                assert re.match(rb"HTTP/1.1 4\d\d ", client.recv(65_536))
        table = opened(serving.browser)
        with serving.watching(table) as page:
            see_all(serving, table, page)
    wait_until(lambda: all(now <= then + SLACK for now, then in zip(files(serving), before, strict=True)))


def files(serving: Serving) -> list[int]:
    """Return how many files each process has open."""
    return [len(os.listdir(f"/proc/{pid}/fd")) for pid in (serving.process.pid, *serving.workers)]


@pytest.mark.slow
def test_nobody_is_left_when_the_parent_is_interrupted(ending: Serving) -> None:
    for worker in ending.workers:  # a terminal interrupts all of them, and this is the parent's to see to
        os.kill(worker, signal.SIGINT)
    with ending.browser.stream("GET", "/about"):  # somebody is just connected
        assert ending.end(signal.SIGINT) in (130, 0), "0 where whoever runs the tests ignores Ctrl-C"
    assert ending.log().strip() == ""


@pytest.mark.slow
def test_nobody_is_left_when_the_parent_is_killed(ending: Serving) -> None:
    assert ending.end(signal.SIGKILL) == -signal.SIGKILL
