"""A real server in a process of its own, which can be stopped and started again where it was."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2 as httpx

from tests.support.http import get

DICE = 20_261
"""The seed of the dice of every table in these tests."""

COMMAND = f"""
import secrets, sys
from datetime import UTC, datetime
from rollwright.command.main import main
from rollwright.table import deals
from rollwright.table.models import DiceKind
from rollwright.web.http import limits
from rollwright.live import new_table as opening, presence
from rollwright.live.room import Room
limits.FACTOR = 1_000
opening.DICE = DiceKind.SEEDED
opening.OPENED_RECORD = DiceKind.SEEDED
presence.ABSENT = 0
Room.pause = property(lambda room: 0.1, lambda room, seconds: None)
opening.KINDS_OF_DICE = {{DiceKind.SEEDED: opening.KINDS_OF_DICE[DiceKind.FAIR], **opening.KINDS_OF_DICE}}
deals.now = lambda: datetime(2099, 11, 20, 12, tzinfo=UTC)
secrets.randbits = lambda bits: {DICE}
sys.exit(main())
"""
"""`rollwright`, on one and the same day, with dice that are the same in every run, bots that hardly wait for people
to see what has fallen, and limits that no number of tests uses up. A record of its own dice counts there as a game that
was played, so that a test need not play it."""


class Server:
    """`rollwright serve` on this computer, with a data folder of its own."""

    def __init__(self, data: Path, command: str = COMMAND) -> None:
        """Start it on any free port."""
        self.data = data
        self.command = command
        self._logs: list[Path] = []
        self._starts = 0
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start, on the same port and with the same data as before."""
        self._log = self.data / f"server-{self._starts}.log"
        self._starts += 1
        self._logs.append(self._log)
        self._errors = self._log.open("wb")
        arguments = ["serve", "--port", str(self.port), "--data", str(self.data), "--thinkers", "1", "--no-browser"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.command, *arguments],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "LANGUAGE": "en"},
            text=True,
        )
        assert self.process.stdout
        told = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", told)
        assert found, f"the server did not start: {told} {self.log()}"
        self.port = int(found[1])
        self._wait()

    def _wait(self) -> None:
        """Wait until it answers: it tells its address a moment before it listens."""
        while True:
            try:
                get(f"{self.address}/about").raise_for_status()
            except httpx.ConnectError:
                assert self.process.poll() is None, f"the server stopped: {self.log()}"
                time.sleep(0.02)
            else:
                return

    def stop(self, *, crash: bool = False) -> None:
        """Stop it as Ctrl-C does, or as a crash would, until which nothing is complained of."""
        if crash:
            assert self.log() == ""
        self.process.send_signal(signal.SIGKILL if crash else signal.SIGINT)
        self.process.wait(30)
        assert self.process.stdout
        self.process.stdout.close()
        self._errors.close()
        if crash:
            self._logs.remove(self._log)

    def log(self) -> str:
        """Return what it complained of, unless it was crashed."""
        return "".join(log.read_text(encoding="utf-8") for log in self._logs).strip()
