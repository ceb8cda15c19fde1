"""Several processes at one address and one database: they share the tables, and nothing is lost or left behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.http import new_client
from tests.support.places import PATIENCE, Database, wait_until
from tests.support.wire import moves, opened, post, record

PASSWORD = "tell-nobody"


def parent_of(pid: int) -> int:
    """Return the parent of a process that lives; 0 if there is none of that number, or it only waits to be buried."""
    with suppress(FileNotFoundError, ProcessLookupError):
        state, parent = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
        return 0 if state == "Z" else int(parent)
    return 0


def children(pid: int) -> list[int]:
    everybody = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal())
    return [each for each in everybody if parent_of(each) == pid]


def command(pid: int) -> str:
    with suppress(OSError):  # it may be gone by now
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
    return ""


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
        self.browser = self.another_browser()

    def another_browser(self) -> Any:
        return new_client(base_url=self.address, timeout=PATIENCE, headers={"Connection": "close"})

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    @property
    def workers(self) -> list[int]:
        """The processes that serve."""
        return [pid for pid in children(self.process.pid) if "spawn_main" in command(pid)]

    @property
    def everybody(self) -> list[int]:
        """All processes below, the bots' and the housekeeper's too."""
        found = [self.process.pid]
        for pid in found:
            found += children(pid)
        return found[1:]

    @contextmanager
    def only(self, worker: int) -> Iterator[Any]:
        """Let one worker answer everything, as the others stand still meanwhile."""
        others = [pid for pid in self.workers if pid != worker]
        for pid in others:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield self.browser
        finally:
            for pid in others:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def end(self, how: signal.Signals) -> int:
        """End the parent, and wait until nobody is left; return its exit code."""
        everybody = self.everybody
        assert len(everybody) >= 4, "two workers, each with a bot that thinks"
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        wait_until(lambda: not any(parent_of(pid) for pid in everybody))
        return code


@pytest.fixture
def serving(database: Database, tmp_path: Path) -> Iterator[Serving]:
    made = Serving(database, tmp_path)
    everybody: list[int] = []
    try:
        wait_until(lambda: len(made.workers) == 2)
        assert made.browser.get("/about").status_code == 200  # they begin together
        for worker in made.workers:
            with made.only(worker) as browser:
                assert browser.get("/about").status_code == 200
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
    for pid in (serving.process.pid, *serving.everybody):
        assert PASSWORD not in command(pid)
    first, second = serving.workers
    with serving.only(first) as browser:
        table = opened(browser)
        acknowledged = play(browser, table)
    for here, there in ((second, first), (first, second)):
        with serving.only(here) as browser:
            wait_to_see(browser, table, acknowledged)
            acknowledged = play(browser, table)
        with serving.only(there) as browser:
            wait_to_see(browser, table, acknowledged)
    with serving.only(second) as browser:
        acknowledged = play(browser, table)
        os.kill(second, signal.SIGKILL)
    wait_to_see(serving.browser, table, acknowledged)
    wait_until(lambda: len(serving.workers) == 2 and second not in serving.workers)
    [third] = {*serving.workers} - {first}
    with serving.only(third) as browser:
        assert record(browser, table) == acknowledged
        assert play(browser, table) != acknowledged
    assert f"Process {second} ended (-9), and is started again." in serving.log()
    assert serving.end(signal.SIGTERM) == -signal.SIGTERM


@pytest.mark.slow
def test_nobody_is_left_when_the_parent_is_interrupted(serving: Serving) -> None:
    for worker in serving.workers:  # a terminal interrupts all of them, and this is the parent's to see to
        os.kill(worker, signal.SIGINT)
    with serving.browser.stream("GET", "/about"):  # somebody is just connected
        assert serving.end(signal.SIGINT) in (130, 0), "0 where whoever runs the tests ignores Ctrl-C"
    assert serving.log().strip() == ""


@pytest.mark.slow
def test_nobody_is_left_when_the_parent_is_killed(serving: Serving) -> None:
    assert serving.end(signal.SIGKILL) == -signal.SIGKILL
