"""A server restarts and reloads under load: nobody is refused, nothing is lost or done twice, everybody goes on."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.support.places import Database, wait_until
from tests.support.playing import TIMEOUT, Again, Crowd, Person

PEOPLE = 4
MOVES = 20
"""How many moves are made before and after each interruption."""
RESTARTS = 1012

COMMAND = """
import os, sys
os.dup2(int(sys.argv.pop(1)), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
from rollwright.command.main import main
sys.exit(main())
"""
"""`rollwright` as systemd starts it: with a socket that was opened for it."""


class Service:
    """What systemd does: it keeps a socket open, and starts and stops a server with two workers behind it."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://localhost:{self._listening.getsockname()[1]}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._metrics = f"127.0.0.1:{free.getsockname()[1]}"
        self._database = database.address
        self._log = folder / "log"
        self.start()

    def start(self) -> None:
        settings = {"DATABASE": self._database, "WORKERS": "2", "THINKERS": "1", "BROWSER": "off", "LOG": "json",
                    "METRICS": self._metrics, "COMPILE": "off", "LANGUAGE": "en"}  # fmt: skip
        given = self._listening.fileno()
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", COMMAND, str(given), "serve"], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log, pass_fds=[given],
                env={**os.environ, **{f"ROLLWRIGHT_{name}": value for name, value in settings.items()}},
            )  # fmt: skip

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(TIMEOUT) == -signal.SIGTERM

    def close(self) -> None:
        self.process.kill()
        self.process.wait(TIMEOUT)
        self._listening.close()

    def lines(self) -> list[dict[str, Any]]:
        """Return the log: every line of it is an object; one without an end is still being written."""
        ended, _, _ = self._log.read_text(encoding="utf-8").rpartition("\n")
        return [json.loads(line) for line in ended.splitlines()]

    def workers(self) -> set[int]:
        """Return the processes that serve, as the log tells."""
        begun, ended = (
            {line["pid"] for line in self.lines() if line["message"] == said}
            for said in ("This process serves.", "This process has stopped.")
        )
        return begun - ended

    def metric(self, name: str) -> float:
        """Return what is counted, over all processes and labels."""
        with urllib.request.urlopen(f"http://{self._metrics}/metrics", timeout=TIMEOUT) as answer:
            text = answer.read().decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))


class Stubborn(Person):
    """Somebody whose page asks again when a connection is cut, and whose live connection comes back by itself."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.client = Again(timeout=TIMEOUT, verify=False)
        self.ends: list[int] = []
        """How live connections have ended."""
        self.news = 0
        """What has come on the last one."""
        self._leaves = threading.Event()
        self._listening: threading.Thread | None = None

    def open(self) -> str:
        table = super().open()
        if self._listening is None:
            self._listening = threading.Thread(target=self._listen, args=(table,))
            self._listening.start()
        return table

    def _listen(self, table: str) -> None:
        try:
            while not self._leaves.is_set():
                self._listen_once(table)
        except BaseException as fault:
            self.fault = fault

    def _listen_once(self, table: str) -> None:
        cookie = {"Cookie": f"rollwright={self.client.cookies['rollwright']}"}
        address = f"{self.address.replace('http', 'ws')}/table/{table}/live"
        self.news = 0
        try:
            with connect(address, origin=Origin(self.address), additional_headers=cookie, open_timeout=TIMEOUT) as line:
                line.send(json.dumps({"show": 0}))
                while not self._leaves.is_set():
                    with suppress(TimeoutError):
                        line.recv(timeout=0.1)
                        self.news += 1
        except ConnectionClosed as end:
            self.ends.append(end.rcvd.code if end.rcvd else 0)
        except (InvalidHandshake, EOFError, ConnectionResetError):  # cut before it had begun
            self.ends.append(0)

    def leave(self) -> None:
        self._leaves.set()
        if self._listening:
            self._listening.join(TIMEOUT)


@pytest.fixture
def service(database: Database, tmp_path: Path) -> Iterator[Service]:
    made = Service(database, tmp_path)
    yield made
    made.close()


def test_a_restart_and_a_reload_under_load_cost_nobody_more_than_a_moment(service: Service) -> None:
    people = [Stubborn(service.address) for _ in range(PEOPLE)]
    crowd = Crowd(people)
    try:
        crowd.wait_for(MOVES)
        wait_until(lambda: all(person.news for person in people))
        service.stop()
        assert service.workers() == set()
        service.start()
        crowd.wait_for(MOVES)
        wait_until(lambda: all(RESTARTS in person.ends and person.news for person in people))
        wait_until(lambda: len(service.workers()) == 2)
        before = service.workers()
        service.process.send_signal(signal.SIGHUP)
        wait_until(lambda: len(service.workers()) == 2 and not service.workers() & before)
        crowd.wait_for(MOVES)
        wait_until(lambda: all(person.ends.count(RESTARTS) > 1 and person.news for person in people))
        wait_until(lambda: service.metric("rollwright_sockets") == len(people))  # those of who has gone do not count
        crowd.end()
        assert service.metric("rollwright_moves_total") > MOVES, "all workers are counted, those that have gone too"
        assert crowd.lost() == []
    finally:
        for person in people:
            person.leave()
        crowd.close()
    service.stop()
    assert [line for line in service.lines() if line["level"] in ("error", "critical")] == []
