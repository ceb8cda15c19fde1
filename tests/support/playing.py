"""A server in a process of its own, and simulated players who remember what was acknowledged."""

import os
import re
import secrets
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx2 as httpx

from rollwright.core.game import all_games
from rollwright.records import replay
from rollwright.table import Moved, Table
from tests.support import ROOT
from tests.support.http import get, new_client
from tests.support.pages import expanded
from tests.support.server import command

GAME = next(game.name for game in all_games() if {1, 2} <= set(game.seats) and not game.secrets)
TIMEOUT = 60.0
"""Seconds after which a test that waits for something gives up."""
JSON = {"Accept": "application/json"}
HOPPING_PATH = "%74able"
"""The path of tables in a form that only the app understands, so that requests go to each worker in turn."""

Deed = tuple[str, int, str]
"""An action: "roll", or "play" with the seat and the move."""


class Served:
    """A test server on this computer; its profile says what differs from a real server."""

    def __init__(self, folder: Path, *arguments: str, profile: str = "generous", port: int = 0) -> None:
        self._arguments = arguments
        self._command = command(profile)
        self._log = folder / f"log-{secrets.token_hex(4)}"
        self.port = port
        self.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it, on the same port as before."""
        arguments = ["--port", str(self.port), "--thinkers", "1", "--no-browser", *self._arguments]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._command, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, "LANGUAGE": "en", "ROLLWRIGHT_COMPILE": "off"},
            )  # fmt: skip
        assert self.process.stdout
        told = re.search(r"http://localhost:(\d+)/", self.process.stdout.readline())
        assert told, self.log()
        self.port = int(told[1])
        until = time.monotonic() + TIMEOUT
        while True:
            try:
                get(f"{self.address}/verify").raise_for_status()
            except httpx.TransportError:
                assert self.process.poll() is None, self.log()
                assert time.monotonic() < until, self.log()
                time.sleep(0.02)
            else:
                return

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, cleanly or as a crash would."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(TIMEOUT)
        assert self.process.stdout
        self.process.stdout.close()

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


class Again(httpx.Client):
    """What a page does when its connection is cut: it asks for the very same again."""

    def send(self, request: httpx.Request, **how: Any) -> httpx.Response:
        while True:
            try:
                return super().send(request, **how)
            except httpx.ConnectError as refused:
                raise AssertionError("a connection was refused") from refused
            except (httpx.NetworkError, httpx.RemoteProtocolError):
                continue


class Person:
    """A simulated player who plays solo games one after another, and remembers what was acknowledged.

    One who hops goes to another process with every request, and one who is stubborn asks again when it is cut off.
    """

    def __init__(self, address: str, *, hops: bool = False, stubborn: bool = False) -> None:
        self.address = address
        self.client = Again(timeout=TIMEOUT, verify=False) if stubborn else new_client(timeout=30)
        self.headers = {**JSON, "Connection": "close"} if hops else JSON
        self._path = HOPPING_PATH if hops else "table"
        self.tables: dict[str, list[Deed]] = {}
        self.refused: list[str] = []
        self.boots: set[str] = set()
        self.fault: BaseException | None = None

    def open(self) -> str:
        """Open a table, retrying until it works."""
        while True:
            answer = self.client.post(f"{self.address}/new/{GAME}", data={"quick": "1"}, headers=self.headers)
            if answer.status_code == httpx.codes.SEE_OTHER:
                table = str(answer.headers["location"]).removeprefix("/table/")
                self.tables[table] = []
                return table
            self._refused(answer)

    def play(self, until: threading.Event) -> None:
        """Play until `until` is set, or until the server is gone."""
        try:
            while not until.is_set():
                self._play_one(self.open(), until)
        except httpx.TransportError:
            pass  # the server was killed: unacknowledged actions may be lost
        except BaseException as fault:
            self.fault = fault

    def _play_one(self, table: str, until: threading.Event) -> None:
        values = expanded(self._ask("GET", table, "view?show=0"))["values"]
        moves, state = values["moves"], values["state"]
        while not until.is_set() and not state["over"]:
            text = "" if state["roll"] else moves[-1]["move"]
            body = {"key": secrets.token_hex(8)} | ({} if state["roll"] else {"seat": 0, "move": text})
            values = expanded(self._ask("POST", table, "roll" if state["roll"] else "play", body))["values"]
            self.tables[table].append(("roll", -1, "") if state["roll"] else ("play", 0, text))
            moves, state = values["moves"], values["state"]

    def _ask(self, method: str, table: str, what: str, body: Any = None) -> Any:
        """Send a request; if it is refused, retry the same request until it is done."""
        while True:
            answer = self.client.request(
                method, f"{self.address}/{self._path}/{table}/{what}", json=body, headers=self.headers
            )
            if answer.status_code == httpx.codes.OK:
                found = answer.json()
                self.boots.add(found["boot"])
                return found
            self._refused(answer)

    def _refused(self, answer: Any) -> None:
        """Check that a refusal is a sentence and asks to retry."""
        assert answer.status_code in (409, 429, 503), f"{answer.status_code} {answer.text}"
        sentence = answer.json()["refused"]
        assert sentence.endswith("."), sentence
        self.refused.append(f"{answer.status_code} {sentence}")
        time.sleep(0.05)

    def lost(self) -> list[str]:
        """Return acknowledged actions that are missing from the records or duplicated, and actions never requested."""
        found = []
        for table, deeds in self.tables.items():
            answer = self.client.get(f"{self.address}/table/{table}/record", headers=JSON)
            kept = done(replay(answer.text)) if answer.status_code == httpx.codes.OK else None
            if kept is None:
                found.append(f"{table}: {answer.text}")
            elif kept[: len(deeds)] != deeds or len(kept) > len(deeds) + 1:  # one request may have been pending
                found.append(f"{table}: {len(deeds)} acknowledged, {len(kept)} kept")
        return found


def done(table: Table) -> list[Deed]:
    """Return the actions at a table."""
    return [
        ("play", event.seat, event.text) if isinstance(event, Moved) else ("roll", -1, "") for event in table.log[1:]
    ]


class Crowd:
    """Several simulated players at the same time."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self.stop = threading.Event()
        self._threads = [threading.Thread(target=person.play, args=(self.stop,)) for person in people]
        for thread in self._threads:
            thread.start()

    @property
    def acknowledged(self) -> int:
        return sum(len(deeds) for person in self.people for deeds in list(person.tables.values()))

    def wait_for(self, more: int) -> None:
        """Wait until `more` further actions were acknowledged."""
        wanted, until = self.acknowledged + more, time.monotonic() + TIMEOUT
        while self.acknowledged < wanted:
            assert not any(person.fault for person in self.people), [person.fault for person in self.people]
            assert time.monotonic() < until, f"nobody gets on: {[person.fault for person in self.people]}"
            time.sleep(0.002)

    def end(self) -> None:
        """Stop all players; fail if one of them met an unexpected error."""
        self.stop.set()
        for thread in self._threads:
            thread.join(TIMEOUT)
        for person in self.people:
            if person.fault:
                raise person.fault

    def lost(self) -> list[str]:
        """Return everything that differs from what was acknowledged, and close all clients."""
        found = [each for person in self.people for each in person.lost()]
        self.close()
        return found

    def close(self) -> None:
        """Stop all players and close their clients, whatever they met, so that a failure fails no other test."""
        self.stop.set()
        for thread in self._threads:
            thread.join(TIMEOUT)
        for person in self.people:
            person.client.close()
