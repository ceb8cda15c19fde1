"""A program that writes to a store until it is killed, and a check of what was lost."""

import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from contextlib import closing
from functools import partial

from rollwright.store.protocol import Store
from tests.support import ROOT
from tests.support.places import PATIENCE, Place
from tests.support.store import SUMMARY, append, log, moved, opened

BUSY_TABLES = 4
AT_ONCE = 5


def write_down(line: str, done: Future[bool]) -> None:
    if done.result():
        os.write(1, line.encode())


def work_until_killed(store: Store) -> None:
    """Append to several tables without pause, and print every event that was acknowledged."""
    names = [f"t{number}" for number in range(BUSY_TABLES)]
    opened(store, *names)
    place = 1
    while True:
        futures = []
        for name in names:
            for here in range(place, place + AT_ONCE):
                futures.append(store.append(name, here, [moved(here)], f"{name} {here}", SUMMARY))
                futures[-1].add_done_callback(partial(write_down, f"{name} {here}\n"))
        for future in futures:
            future.result()
        place += AT_ONCE


def lost_by_a_crash(way: str, place: Place, enough: int) -> set[tuple[str, int]]:
    """Kill the program after some acknowledged events; return those that are missing from the store."""
    script = (
        "from tests.support import crash, places; "
        f"crash.work_until_killed(places.{type(place).__name__}({place.address!r}).{way}())"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment) as program:
        assert program.stdout
        lines = [program.stdout.readline() for _ in range(enough)]
        program.send_signal(signal.SIGKILL)
        lines += program.stdout.readlines()
    acknowledged = {(name, int(at)) for name, at in (line.decode().split() for line in lines)}
    assert len(acknowledged) >= enough
    with closing(place.open()) as store:
        kept = {
            (name, at)
            for name in (f"t{number}" for number in range(BUSY_TABLES))
            for at, event in enumerate(log(store, name))
            if event == moved(at)
        }
        assert append(store, len(log(store, "t0")), name="t0"), "and the table goes on"
        for number in range(BUSY_TABLES):
            store.delete(f"t{number}").result(PATIENCE)
    return acknowledged - kept
