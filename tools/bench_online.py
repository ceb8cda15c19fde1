"""Measure the latency of online play: 1,000 people at 250 tables, from sending a move until the others have it.

Runs a real server, one process on SQLite, and in the same run a bare server as a yardstick.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rollwright.core.game import all_games, game_names
from tests.support import ROOT
from tests.support.server import command
from tools.crowd import Made, Party, Person, Requests, open_tables
from tools.warm import main as compile_rules

TABLES, SEATS = 250, 4
RATES = (25.0, 50.0, 100.0)
"""Moves per second at all tables together, as far as the server keeps up."""

AS_FAST_AS_POSSIBLE = 0.0
ALONE = 100
"""Moves at one table on an otherwise idle server."""

TICK = os.sysconf("SC_CLK_TCK")


class Process:
    """A server process on this computer, and its resource usage."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it, and read its port."""
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        told = self._process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", told)
        assert found, f"the server did not start: {told}"
        self.port = int(found[1])

    def seconds(self) -> float:
        """Return the CPU seconds it has used, with those of its child processes."""
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._family()]
        return sum(int(each[11]) + int(each[12]) for each in fields) / TICK

    def megabytes(self) -> float:
        """Return the memory of its largest process, in MB."""
        statuses = [Path(f"/proc/{pid}/status").read_text() for pid in self._family()]
        return max(int(re.findall(r"VmRSS:\s+(\d+)", each)[0]) for each in statuses) / 1024

    def _family(self) -> list[int]:
        found = [self._process.pid]
        for pid in found:
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    def stop(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(30)


@contextmanager
def running(*arguments: str) -> Iterator[Process]:
    """Run a server while the block is executed."""
    server = Process(arguments)
    try:
        yield server
    finally:
        server.stop()


@dataclass(frozen=True)
class Found:
    """The measurements of one run."""

    made: list[Made]
    seconds: float
    server: float
    """CPUs that the server kept busy."""
    client: float
    """CPUs that the clients, all in one process, kept busy."""

    def line(self, what: str) -> str:
        """Return the measurements as one line."""
        arrived = sorted(each for move in self.made for each in move.arrived)
        each = 1000 * self.server * self.seconds / len(self.made)
        return (
            f"  {what:22} {len(self.made) / self.seconds:5.0f} moves/s   to the others: median {_ms(arrived, 0.5)}, "
            f"99th percentile {_ms(arrived, 0.99)}   busy: server {self.server:4.0%} of a core ({each:.1f} ms a move), "
            f"people {self.client:.0%}"
        )


def _ms(ordered: Sequence[float], part: float) -> str:
    return f"{1000 * ordered[int(part * (len(ordered) - 1))]:6.1f} ms" if ordered else "     - ms"


async def play(parties: Sequence[Party], rate: float, seconds: float, server: Process) -> Found:
    """Play at all tables for some seconds, at `rate` moves per second in total or as fast as possible."""
    made: list[Made] = []
    started, busy, own = time.perf_counter(), server.seconds(), time.process_time()
    until = started + seconds

    async def at(party: Party) -> None:
        while True:
            thinking = random.expovariate(rate / len(parties)) if rate else 0.0
            await asyncio.sleep(min(thinking, until - time.perf_counter()))
            if time.perf_counter() >= until or (move := await party.move()) is None:
                return
            made.append(move)

    await asyncio.gather(*map(at, parties))
    took = time.perf_counter() - started
    return Found(made, took, (server.seconds() - busy) / took, (time.process_time() - own) / took)


async def measure(what: str, parties: Sequence[Party], server: Process, seconds: float) -> list[Found]:
    """Measure one server at every rate, and print the results."""
    print(what, flush=True)
    started = time.perf_counter()
    await asyncio.gather(*(person.connect(server.port) for party in parties for person in party.people))
    gc.collect()
    gc.freeze()  # a garbage collection of a thousand connections would distort the times
    print(f"  {len(parties) * SEATS:,} live connections after {time.perf_counter() - started:.1f} s", flush=True)
    await play(parties, AS_FAST_AS_POSSIBLE, seconds, server)  # warm-up, into the middle of the games
    moves = [each for _ in range(ALONE) if (each := await parties[_ % len(parties)].move())]
    for whom, times in (
        ("the answer", sorted(move.answered for move in moves)),
        ("to the others", sorted(each for move in moves for each in move.arrived)),
    ):
        told = f"{whom}: median {_ms(times, 0.5)}, 99th percentile {_ms(times, 0.99)}"
        print(f"  one move at a time, {told}", flush=True)
    found = []
    for rate in (*RATES, AS_FAST_AS_POSSIBLE):
        found.append(await play(parties, rate, seconds, server))
        print(found[-1].line(f"{rate:.0f} moves/s wanted" if rate else "as fast as they can"), flush=True)
    print(f"  the server's memory {server.megabytes():.0f} MB", flush=True)
    await asyncio.gather(*(person.leave() for party in parties for person in party.people))
    return found


async def bench(arguments: argparse.Namespace, server: Process, folder: Path) -> None:
    """Measure the server, then the yardstick."""
    games = [game for game in all_games() if SEATS in game.seats and game.name in (arguments.games or game_names())]
    started = time.perf_counter()
    parties = await open_tables(server.port, games, arguments.tables, SEATS)
    print(f"{len(parties)} tables opened, joined and begun in {time.perf_counter() - started:.1f} s", flush=True)
    ours = await measure("Rollwright:", parties, server, arguments.seconds)
    sizes = [size for found in ours for move in found.made for size in move.sizes]
    mean = round(sum(sizes) / len(sizes))
    update = _sample(mean)
    middle = sorted(sizes)[len(sizes) // 2]
    print(f"  an update to the others has {mean:,} characters on the mean, {middle:,} in the middle")
    (folder / "message.json").write_text(json.dumps(update, ensure_ascii=False), encoding="utf-8")
    with running(
        sys.executable, "-m", "tools.bare_server", str(folder / "message.json"), str(folder / "bare.db")
    ) as bare:
        tables = [Party(str(number), None) for number in range(arguments.tables)]
        for table in tables:
            table.people = [Person(table, seat, Requests(bare.port)) for seat in range(SEATS)]
        yard = await measure(f"yardstick, a bare server that passes on {mean:,} characters:", tables, bare,
                             arguments.seconds / 2)  # fmt: skip
    for our, their, rate in zip(ours, yard, (*RATES, AS_FAST_AS_POSSIBLE), strict=True):
        print(_ratio(our, their, rate))


def _sample(size: int) -> dict[str, object]:
    """Return an update of about this size, in which everybody is always asked."""
    values: dict[str, object] = {"state": {"roll": True, "turns": []}, "moves": {"legal": []}}
    row = "<button type='button'>Player, to play, points: 12</button> " * (size // 60)
    values["player/0"] = row[: max(0, size - 250)]
    return {"seat": 0, "covered": False, "values": values, "told": [{"round": 1, "text": "-"}]}


def _ratio(our: Found, their: Found, rate: float) -> str:
    """Return the ratio to the yardstick as text."""
    late = [sorted(t for move in each.made for t in move.arrived) for each in (our, their)]
    ratios = [late[0][int(part * (len(late[0]) - 1))] / late[1][int(part * (len(late[1]) - 1))] for part in (0.5, 0.99)]
    speed = (len(our.made) / our.seconds) / (len(their.made) / their.seconds)
    wanted = f"at {rate:.0f} moves/s" if rate else f"as fast as possible: {speed:.2f} x the moves,"
    return f"{wanted} {ratios[0]:.1f} x the yardstick's median, {ratios[1]:.1f} x its 99th percentile"


def main() -> int:
    """Start everything, and print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--games", nargs="*", help="only these games")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each rate")
    arguments = parser.parse_args()
    random.seed(1)
    compile_rules()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each connection needs a file descriptor
    serve = (*command("generous"), "--port", "0", "--no-browser", "--thinkers", "1")
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        running(*serve, "--data", folder) as server,
    ):
        asyncio.run(bench(arguments, server, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
