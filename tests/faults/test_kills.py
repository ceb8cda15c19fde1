"""Servers, workers and databases are killed while people play: whatever was acknowledged is kept, and not done twice.

Every such test has a control: a server that acknowledges a move before it is committed must be caught. How many
kills and moves there were is logged: `pytest --log-cli-level=INFO tests/faults/test_kills.py` shows it.
"""

import logging
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.support import LONG
from tests.support.places import Database, wait_until
from tests.support.playing import Crowd, Person, Served
from tests.support.processes import workers_of
from tools.postgres import Server

KILLS = 100 if LONG else 3
"""How often each of them is killed under load."""
CONTROLS = 40
"""How often one that acknowledges early is killed, at most, until it is caught."""
PEOPLE = 4
MORE = 8
"""The moves that are made after a kill by those who go on."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Toll:
    """What a kill has cost."""

    acknowledged: int
    lost: list[str]
    """What was acknowledged and is not there, or how somebody was told of it."""


def wrong_in(*steps: Callable[[], None]) -> list[str]:
    """Do one after the other, and return what players were wrongly told: that a game is not where they left it."""
    wrong = []
    for step in steps:
        try:
            step()
        except AssertionError as fault:
            wrong.append(str(fault))
    return wrong


def after_kills_of_the_server(place: list[str], folder: Path, kills: int, profile: str) -> Iterator[Toll]:
    """Kill a server under load and start it again; people who were cut off do not come back."""
    rng = Random(kills)
    served = Served(folder, *place, profile=profile)
    try:
        for _ in range(kills):
            crowd = Crowd([Person(served.address) for _ in range(PEOPLE)])
            told = wrong_in(
                partial(crowd.wait_for, rng.randrange(8, 60)), partial(served.end, signal.SIGKILL), crowd.end
            )
            served.start()
            yield Toll(crowd.acknowledged, told + crowd.lost())
    finally:
        served.end()


def after_kills_below(
    kill: Callable[[Served, Random], None], place: list[str], folder: Path, kills: int, profile: str
) -> Iterator[Toll]:
    """Kill something that a server with two workers needs, while people play who ask again until they are answered."""
    rng = Random(kills)
    served = Served(folder, *place, "--workers", "2", profile=profile)
    try:
        for _ in range(kills):
            wait_until(lambda: len(workers_of(served.process.pid)) == 2)
            crowd = Crowd([Person(served.address, hops=True, stubborn=True) for _ in range(PEOPLE)])
            before = partial(crowd.wait_for, rng.randrange(8, 60))
            told = wrong_in(before, partial(kill, served, rng), partial(crowd.wait_for, MORE), crowd.end)
            yield Toll(crowd.acknowledged, told + crowd.lost())
    finally:
        served.end()


def kill_a_worker(served: Served, rng: Random) -> None:
    os.kill(rng.choice(workers_of(served.process.pid)), signal.SIGKILL)


def kill_the_database(server: Server) -> Callable[[Served, Random], None]:
    def kill(served: Served, rng: Random) -> None:
        server.kill()
        server.start()

    return kill


@pytest.fixture(params=["server on a file", "server on a database", "worker", "database"])
def after_kills(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[int, str], Iterator[Toll]]]:
    """Kill one or the other so often, of a server with a profile, and yield what each kill has cost."""
    if request.param == "server on a file":
        yield lambda kills, profile: after_kills_of_the_server(["--data", str(tmp_path)], tmp_path, kills, profile)
        return
    database: Database = request.getfixturevalue("database")
    server: Server = request.getfixturevalue("server")
    place = ["--database", database.address]
    if request.param == "server on a database":
        yield lambda kills, profile: after_kills_of_the_server(place, tmp_path, kills, profile)
    else:
        kill = kill_a_worker if request.param == "worker" else kill_the_database(server)
        yield lambda kills, profile: after_kills_below(kill, place, tmp_path, kills, profile)
    if not server.running:
        server.start()


@pytest.mark.slow
def test_what_was_acknowledged_is_in_the_record_after_a_kill(
    after_kills: Callable[[int, str], Iterator[Toll]],
) -> None:
    moves = 0
    for kills, toll in enumerate(after_kills(KILLS, "generous"), start=1):
        assert toll.lost == []
        moves += toll.acknowledged
        LOG.info("%s kills, %s moves acknowledged, none of them lost", kills, moves)
    assert moves >= 8 * KILLS


@pytest.mark.slow
def test_the_kills_catch_a_server_that_acknowledges_early(
    after_kills: Callable[[int, str], Iterator[Toll]],
) -> None:
    for kills, toll in enumerate(after_kills(CONTROLS, "early"), start=1):
        if toll.lost:
            LOG.info("caught after %s kills: %s", kills, toll.lost)
            return
    raise AssertionError("a server that acknowledges early is not caught")
