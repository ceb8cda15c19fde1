"""Two processes on one database agree at once, even if neither hears what the other writes."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.live.entry.identity import new_token
from rollwright.store.postgres.store import PostgresStore
from rollwright.store.protocol import Shared
from tests.support.environments import QUICK
from tests.support.online import Guest, Party
from tests.support.places import Database
from tests.support.wire import ANY_NUMBER, JSON, QuickThinkers, browser, services

GONE = 404


class DeafStore(PostgresStore):
    """A store that notifies others, and never hears them: as if every message came too late."""

    looks = 0

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None], told: Any = None) -> None:
        """Hear nothing."""

    def since(self, table_id: str, place: int) -> Any:
        """Count how often it is looked."""
        self.looks += 1
        return super().since(table_id, place)


class Two:
    """Two processes, each with its own memory."""

    def __init__(self, database: Database, stack: ExitStack) -> None:
        self.stores = [stack.enter_context(closing(DeafStore(database.address))) for _ in range(2)]
        assert all(isinstance(store, Shared) for store in self.stores)
        self.processes = [stack.enter_context(browser(store, QuickThinkers())) for store in self.stores]
        self.party = Party(self.processes[0])

    def at(self, process: int, guest: Guest) -> Guest:
        """Return the same browser at one of the processes."""
        served = self.processes[process]
        client = TestClient(
            served.app, base_url="http://localhost", follow_redirects=False, cookies=dict(guest.client.cookies)
        )
        client.portal = served.portal
        there = Guest(client, guest.name)
        there.table = guest.table
        return there

    def open(self) -> tuple[Guest, str]:
        """Open a table for two at the first process, which both have in memory; return its host and its link."""
        host, _ = self.party.open(ANY_NUMBER, others=0, **{"kind-1": "link"})
        assert self.at(1, host).get("/view").status_code == 200
        return host, host.links()["join"]

    def join(self, link: str, process: int = 0) -> Guest:
        guest = self.at(process, Guest(self.processes[process], "guest"))
        guest.client.cookies.clear()
        assert guest.join(link).status_code == 200
        return guest


@pytest.fixture
def two(database: Database) -> Iterator[Two]:
    with ExitStack() as stack:
        yield Two(database, stack)


@pytest.mark.parametrize("what", ["", "/view", "/company"])
def test_who_has_just_joined_is_known_to_the_other_process(two: Two, what: str) -> None:
    _, link = two.open()
    for process in (0, 1, 0):
        there = two.at(1 - process, two.join(link, process))
        assert there.get(what).status_code == 200


def test_who_has_just_joined_connects_to_the_other_process(two: Two) -> None:
    _, link = two.open()
    there = two.at(1, two.join(link))
    with there.client.websocket_connect(f"ws://localhost/table/{there.table}/live") as page:
        page.send_json({"show": 0})
        assert page.receive_json()["values"]


def test_a_seat_that_was_taken_or_freed_is_so_at_the_other_process(two: Two) -> None:
    host, link = two.open()
    first, second = two.join(link), two.join(link)
    first.do("sit", seat=1, name="First")
    assert two.at(1, second).refused("sit", seat=1).startswith("This seat is taken")
    first.do("leave", seat=1)
    two.at(1, second).do("sit", seat=1, name="Second")
    host.do("begin")
    assert two.at(0, second).get("/record").status_code == 200


def test_a_game_that_has_begun_has_begun_at_the_other_process(two: Two) -> None:
    host, link = two.open()
    guest = two.join(link)
    guest.do("sit", seat=1, name="Guest")
    there = two.at(1, host)
    there.get("/view")
    host.do("begin")
    for what in ("/record", "/replay"):
        assert there.get(what).status_code == 200, what


def test_a_record_holds_what_the_other_process_has_just_acknowledged(two: Two) -> None:
    host, link = two.open()
    guest = two.join(link)
    guest.do("sit", seat=1, name="Guest")
    host.do("begin")
    there = two.at(1, host)
    before = there.get("/record").text
    host.do("roll")
    after = host.get("/record").text
    assert after != before, "the roll is in the record of the process that did it"
    assert there.get("/record").text == after


def test_a_game_that_is_over_can_be_played_again_at_the_other_process(two: Two) -> None:
    host, link = two.open()
    guest = two.join(link)
    guest.do("sit", seat=1, name="Guest")
    host.do("begin")
    there = two.at(1, guest)
    assert there.get("/view").status_code == 200
    two.party.play_blindly(host)
    stranger = two.at(1, guest)
    stranger.client.cookies.clear()
    assert stranger.get("/replay").status_code == 200, "anybody may see it now"
    answer = there.client.post(f"/table/{there.table}/again")
    assert answer.status_code == 303, answer.text
    following = answer.headers["location"]
    for process in (0, 1):
        assert two.at(process, host).client.get(following).status_code == 200, "a table that was just opened"
        answer = two.at(process, host).client.post(f"/table/{there.table}/again")
        assert answer.headers["location"] == following, "they go to the same one"


def test_strangers_are_still_refused_and_make_the_database_work_only_so_often(two: Two) -> None:
    host, _ = two.open()
    stranger = two.at(1, host)
    limits = services(two.processes[1]).limits.failing
    limits.budget = type(limits.budget)(5, 0.000_001, "failing")
    stranger.client.cookies.clear()
    two.stores[1].looks = 0
    assert stranger.get("/view").status_code == GONE
    assert two.stores[1].looks == 0, "without a token nobody can have joined"
    answers = []
    for _ in range(20):
        stranger.client.cookies.set("rollwright", new_token(QUICK))
        answers.append(stranger.get("/view").status_code)
    assert answers == [GONE] * 4 + [429] * 16
    assert two.stores[1].looks == 4


def test_a_file_that_no_other_process_shares_is_not_asked(client: TestClient) -> None:
    table = client.post(f"/new/{ANY_NUMBER}", data={"quick": "1"}).headers["location"]
    room = client.portal.call(services(client).rooms.room, table.removeprefix("/table/"))  # type: ignore[union-attr]
    room.store = None
    client.cookies.clear()
    client.cookies.set("rollwright", new_token(QUICK))
    assert client.get(f"{table}/view", headers=JSON).status_code == GONE
