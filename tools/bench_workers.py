"""Measure what a second worker brings: the same people at the same tables, with one worker and with two.

On a computer with two cores the people, PostgreSQL and the workers compete, so moves a second would measure the
computer. Measured is the CPU time of a move, at a rate that both keep up with. If each worker has a core of its own,
the busiest one limits the moves a second; so two workers serve as many times more as one worker's CPU time of a move
is larger than that of the busiest of two.
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from rollwright.core.game import all_games
from tests.support import ROOT
from tests.support.server import command
from tools.crowd import Party, Requests, open_tables
from tools.postgres import Server
from tools.warm import main as compile_rules

SEATS = 4
BUSY = 0.1
"""CPU seconds in a second below which a server is idle."""
QUIET_SECONDS = 3
TICK = os.sysconf("SC_CLK_TCK")


def _read(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text(encoding="utf-8")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(each) for task in tasks for each in (task / "children").read_text(encoding="utf-8").split()]


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = _read(pid, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def megabytes(pid: int) -> float:
    """Return the memory of a process."""
    return int(re.findall(r"VmRSS:\s+(\d+)", _read(pid, "status"))[0]) / 1024


class Processes:
    """A server with some workers, and the PostgreSQL below this process."""

    def __init__(self, parent: int, count: int) -> None:
        """Find them."""
        self._parent = parent
        spawned = [pid for pid in children(parent) if "spawn_main" in _read(pid, "cmdline")]
        self.workers = spawned if count > 1 else [parent]
        assert len(self.workers) == count
        self._acceptor = [parent] if count > 1 else []
        [self._postmaster] = [pid for pid in children(os.getpid()) if _read(pid, "comm").strip() == "postgres"]

    async def settle(self) -> None:
        """Wait until nothing is going on; workers load rules when their thinkers have, so those count too."""
        quiet = 0
        while quiet < QUIET_SECONDS:
            before = self._busy()
            await asyncio.sleep(1)
            quiet = quiet + 1 if self._busy() - before < BUSY else 0

    def _busy(self) -> float:
        found = [self._parent]
        for pid in found:
            found += children(pid)
        return sum(map(cpu_seconds, found))

    def seconds(self) -> list[float]:
        """Return the CPU seconds of PostgreSQL, of the acceptor, and of each worker."""
        database = [self._postmaster, *children(self._postmaster)]
        groups = (database, self._acceptor, *([pid] for pid in self.workers))
        return [sum(map(cpu_seconds, group)) for group in groups]


@dataclass(frozen=True)
class Found:
    """The measurements of one run; times are CPU milliseconds of a move."""

    database: float
    acceptor: float
    workers: list[float]
    log_bytes: float
    """Bytes of PostgreSQL's write-ahead log of a move."""
    rate: float
    memory: list[float]

    @property
    def total(self) -> float:
        """The CPU time that a move costs the server."""
        return sum(self.workers) + self.acceptor

    def line(self) -> str:
        """Return the measurements as one line."""
        return (
            f"  {len(self.workers)} workers, {self.rate:.0f} moves/s: {self.total:.2f} ms a move "
            f"({' + '.join(f'{each:.2f}' for each in self.workers)}, acceptor {self.acceptor:.2f}), PostgreSQL "
            f"{self.database:.2f} ms and {self.log_bytes:,.0f} bytes of log, memory "
            f"{' + '.join(f'{each:.0f}' for each in self.memory)} MB"
        )


@contextmanager
def serving(database: str, count: int) -> Iterator[tuple[int, int]]:
    """Serve with some workers; yields the process id and the port."""
    arguments = ["--port", "0", "--no-browser", "--thinkers", "1", "--database", database, "--workers", str(count)]
    with subprocess.Popen([*command("generous"), *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            told = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
            assert told
            yield process.pid, int(told[1])
        finally:
            process.terminate()


async def play(parties: Sequence[Party], rate: float, seconds: float) -> int:
    """Play at all tables, and return how many moves were made."""
    until = time.perf_counter() + seconds
    made = 0

    async def at(party: Party) -> None:
        nonlocal made
        while True:
            thinking = random.expovariate(rate / len(parties))
            await asyncio.sleep(min(thinking, until - time.perf_counter()))
            if time.perf_counter() >= until or await party.move() is None:
                return
            made += 1

    await asyncio.gather(*map(at, parties))
    return made


async def measure(pid: int, port: int, count: int, database: str, arguments: argparse.Namespace) -> Found:
    """Seat people at tables of a running server, and measure their moves."""
    games = [game for game in all_games() if SEATS in game.seats]
    await Requests(port).post("/ready", b"")  # answered once there is a worker
    processes = Processes(pid, count)
    await processes.settle()
    parties = await open_tables(port, games, arguments.tables, SEATS)
    people = [person for party in parties for person in party.people]
    await asyncio.gather(*(person.connect(port) for person in people))
    await asyncio.gather(*(person.requests.close() for person in people))  # connected before there was a table
    await play(parties, arguments.rate, arguments.seconds)  # warm-up, as each worker has caches of its own
    with psycopg.connect(database, autocommit=True) as connection:

        def written() -> int:
            row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
            assert row
            return int(row[0])

        before, log, started = processes.seconds(), written(), time.perf_counter()
        moves = await play(parties, arguments.rate, arguments.seconds)
        took, after, log = time.perf_counter() - started, processes.seconds(), written() - log
    memory = list(map(megabytes, processes.workers))
    await asyncio.gather(*(person.leave() for person in people))
    database_ms, acceptor_ms, *worker_ms = (
        1000 * (last - first) / moves for first, last in zip(before, after, strict=True)
    )
    return Found(database_ms, acceptor_ms, worker_ms, log / moves, moves / took, memory)


def compare(arguments: argparse.Namespace) -> float:
    """Measure one worker and two in turn, print it, and return how many times more two can serve."""
    found: dict[int, list[Found]] = {1: [], 2: []}
    server = Server()
    try:
        for _ in range(arguments.rounds):
            for count, results in found.items():
                with serving(server.address(), count) as (pid, port):
                    results.append(asyncio.run(measure(pid, port, count, server.address(), arguments)))
                print(results[-1].line(), flush=True)
    finally:
        server.remove()
    one, two = (min(results, key=lambda each: each.total) for results in found.values())
    times = one.total / max(two.workers)
    print(f"a move costs {two.total / one.total:.2f} times as much with two workers; with a core for each, "
          f"two serve {times:.2f} times as many moves as one")  # fmt: skip
    return times


def main() -> int:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second at all tables together")
    parser.add_argument("--seconds", type=float, default=15.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=2)
    random.seed(1)
    compile_rules()
    compare(parser.parse_args())
    return 0


if __name__ == "__main__":
    sys.exit(main())
