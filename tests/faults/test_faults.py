"""Whatever breaks while people play: what was acknowledged is kept, nothing is done twice, and everybody is told."""

import re
import secrets
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

from rollwright.records import replay
from rollwright.table import Moved
from tests.support import LONG
from tests.support.http import new_client
from tests.support.pages import expanded
from tests.support.places import Database
from tests.support.playing import GAME, JSON, Crowd, Person, Served
from tools.postgres import Server

RACES = 400 if LONG else 24
"""How often two browsers move at the same moment, at two processes."""
RESTARTS = 6 if LONG else 1
"""How often the database is stopped and started in the middle of play."""
PEOPLE = 4


def test_the_database_may_restart_in_the_middle_of_play(server: Server, database: Database, tmp_path: Path) -> None:
    served = Served(tmp_path, "--database", database.address, "--workers", "2")
    try:
        crowd = Crowd([Person(served.address, hops=True) for _ in range(PEOPLE)])
        for _ in range(RESTARTS):
            crowd.wait_for(20)
            server.stop()
            time.sleep(0.3)
            server.start()
            crowd.wait_for(40)
        crowd.end()
        assert crowd.lost() == []
        refused = {sentence for person in crowd.people for sentence in person.refused}
        assert any(re.match("503 .*database", sentence) for sentence in refused), refused
        assert len({boot.partition("/")[0] for person in crowd.people for boot in person.boots}) > len(crowd.people)
        assert "Traceback" not in served.log()
    finally:
        if not server.running:
            server.start()
        served.end()


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    served = Served(tmp_path, "--data", str(tmp_path), profile="full_disk")
    try:
        crowd = Crowd([Person(served.address) for _ in range(2)])
        crowd.wait_for(10)
        (tmp_path / "full").touch()
        until = time.monotonic() + 30
        while not all(len(person.refused) > 2 for person in crowd.people):
            assert time.monotonic() < until, "the disk is never full"
            time.sleep(0.01)
        person = crowd.people[0]
        looked = httpx.get(
            f"{served.address}/table/{next(iter(person.tables))}", cookies=person.client.cookies, timeout=30
        )
        assert looked.status_code == 200, "one can still look"
        (tmp_path / "full").unlink()
        crowd.wait_for(20)
        crowd.end()
        assert crowd.lost() == []
        sentences = {sentence for each in crowd.people for sentence in each.refused}
        assert sentences == {"503 This could not be saved, so nothing has changed: the disk is full or broken."}
    finally:
        served.end()


class Rivals:
    """Two browsers with a seat each at one table, and two processes that both serve it."""

    def __init__(self, processes: list[Served]) -> None:
        self.processes = processes
        self.clients = [new_client(timeout=30) for _ in range(2)]
        self.done: list[tuple[int, str]] = []
        self._open()

    def _open(self) -> None:
        host, guest = self.clients
        address = self.processes[0].address
        form = {"kind-0": "here", "kind-1": "link", "option-start": "1"}
        answer = host.post(f"{address}/new/{GAME}", data=form)
        self.table = answer.headers["location"].removeprefix("/table/")
        link = re.search(r"/join#[\w.-]+", host.get(f"{address}/table/{self.table}").text)
        assert link
        guest.post(f"{address}/join", json={"link": link[0]}, headers=JSON).raise_for_status()
        for client, what, body in ((guest, "sit", {"seat": 1}), (host, "begin", {})):
            client.post(f"{address}/table/{self.table}/{what}", json=body, headers=JSON).raise_for_status()

    def ask(self, seat: int, process: int, what: str, body: Any = None) -> Any:
        address = f"{self.processes[process].address}/table/{self.table}/{what}"
        with new_client(cookies=self.clients[seat].cookies, timeout=30) as client:  # a connection of its own
            if body is None:
                return client.get(address, headers=JSON)
            return client.post(address, json=body, headers=JSON)

    def close(self) -> None:
        for client in self.clients:
            client.close()

    def race(self, rng: Random) -> bool:
        """Let everybody who may do something do it at once, each of them twice; say whether the game goes on."""
        plans = []
        for seat in range(2):
            values = expanded(self.ask(seat, rng.randrange(2), f"view?show={seat}").json())["values"]
            if values["state"]["over"]:
                return False
            body: dict[str, Any] = {"key": secrets.token_hex(8), "seat": seat, "show": seat}
            if values["state"]["roll"]:
                plans.append((seat, "roll", body))
            elif values["moves"]:
                plans.append((seat, "play", body | {"move": values["moves"][-1]["move"]}))
        answers: dict[tuple[int, int], Any] = {}
        gate = threading.Barrier(2 * len(plans))

        def go(seat: int, process: int, what: str, body: Any) -> None:
            gate.wait()
            answers[seat, process] = self.ask(seat, process, what, body)

        threads = [
            threading.Thread(target=go, args=(seat, process, *plan)) for seat, *plan in plans for process in (0, 1)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for seat, what, body in plans:
            both = [answers[seat, process] for process in (0, 1)]
            assert all(answer.status_code in (200, 409, 422) for answer in both), [answer.text for answer in both]
            if any(answer.status_code == 200 for answer in both):
                self.done.append((seat, body["move"]) if what == "play" else (-1, "roll"))
        return True


def test_two_processes_that_race_never_lose_or_double_a_move(database: Database, tmp_path: Path) -> None:
    processes = [Served(tmp_path, "--database", database.address) for _ in range(2)]
    try:
        rng, races, both = Random(5), 0, 0
        while races < RACES:
            rivals = Rivals(processes)
            going = True
            while going and races < RACES:
                before = len(rivals.done)
                going = rivals.race(rng)
                races += going
                both += len(rivals.done) - before == 2
            records = [rivals.ask(seat, process, "record").text for seat in (0, 1) for process in (0, 1)]
            assert len(set(records)) == 1, "the processes do not agree"
            log = replay(records[0]).log[1:]
            kept = [(event.seat, event.text) if isinstance(event, Moved) else (-1, "roll") for event in log]
            rivals.close()
            assert sorted(kept) == sorted(rivals.done), "a move was lost, or made twice"
        assert both > RACES // 8, "they were hardly ever in each other's way"
        assert not any("Traceback" in process.log() for process in processes)
    finally:
        for process in processes:
            process.end()
