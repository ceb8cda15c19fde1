"""A real server in a process of its own, which can be restarted with the same port and data."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import httpx2 as httpx

from tests.support import ROOT
from tests.support.http import get
from tests.support.server import command


class Server:
    """A test server on this computer, with a data folder of its own."""

    def __init__(self, data: Path, profile: str = "browser") -> None:
        """Start it on a free port; its profile says what differs from a real server."""
        self.data = data
        self.profile = profile
        self._logs: list[Path] = []
        self._starts = 0
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        """Its address, without a trailing slash."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start, on the same port and with the same data as before."""
        self._log = self.data / f"server-{self._starts}.log"
        self._starts += 1
        self._logs.append(self._log)
        self._errors = self._log.open("wb")
        arguments = ["--port", str(self.port), "--data", str(self.data), "--thinkers", "1", "--no-browser"]
        self.process = subprocess.Popen(
            [*command(self.profile), *arguments],
            cwd=ROOT,
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
        """Wait until it answers: it prints its address shortly before it listens."""
        while True:
            try:
                get(f"{self.address}/about").raise_for_status()
            except httpx.ConnectError:
                assert self.process.poll() is None, f"the server stopped: {self.log()}"
                time.sleep(0.02)
            else:
                return

    def stop(self, *, crash: bool = False) -> None:
        """Stop it as Ctrl-C does, or as a crash would; before a crash its log must be empty."""
        if crash:
            assert self.log() == ""
        self.process.send_signal(signal.SIGKILL if crash else signal.SIGINT)
        self.process.wait(120)  # it may be compiling
        assert self.process.stdout
        self.process.stdout.close()
        self._errors.close()
        if crash:
            self._logs.remove(self._log)

    def log(self) -> str:
        """Return the log of all its runs, except those that ended in a crash."""
        return "".join(log.read_text(encoding="utf-8") for log in self._logs).strip()
