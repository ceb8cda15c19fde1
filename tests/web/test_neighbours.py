"""Nobody is locked out by what others do at the same address, or at the same table."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rollwright.live.entry.identity import new_token
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.http.cookies import COOKIE
from rollwright.web.http.known_browsers import KnownBrowsers
from rollwright.web.http.limits import Limits
from tests.support.environments import QUICK
from tests.support.online import Guest, Party
from tests.support.pages import LivePage
from tests.support.wire import ANY_NUMBER, JSON, opened, quick_app, services


@contextmanager
def strict(store: Store) -> Iterator[TestClient]:
    """A browser at a server with the usual limits, on a clock that stands still."""
    app = quick_app(store, limits=Limits(clock=lambda: 0.0))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        yield client


def pester(client: TestClient) -> TestClient:
    """Ask for what is not there, from the same address but without a token, until that is refused."""
    neighbour = TestClient(client.app, base_url="http://localhost", follow_redirects=False)
    neighbour.portal = client.portal
    answers = [neighbour.get("/table/nothing").status_code for _ in range(61)]
    assert answers == [404] * 60 + [429]
    return neighbour


PAGES = ("", "/view", "/company", "/replay", "/replay/steps", "/record")


@pytest.mark.parametrize("loaded", [True, False], ids=["in memory", "not loaded"])
def test_wrong_addresses_asked_by_a_neighbour_do_not_refuse_who_has_a_place(any_store: Store, loaded: bool) -> None:
    with strict(any_store) as client:
        friends = Party(client)
        host, (player,) = friends.open(ANY_NUMBER)
        host.do("begin")
        watcher = friends.guest("watcher")
        assert watcher.join(host.renew("watch")).status_code == 200
        tokens = {guest.name: guest.client.cookies[COOKIE] for guest in (host, player, watcher)}
        table = host.table
    for name, token in tokens.items():
        with strict(any_store) as client:
            client.cookies[COOKIE] = token
            if loaded:
                assert client.get(f"/table/{table}/view").status_code == 200
            neighbour = pester(client)
            for page in PAGES:
                assert client.get(f"/table/{table}{page}", headers=JSON).status_code == 200, (name, page)
            for made_up in ("", new_token(QUICK)):
                neighbour.cookies[COOKIE] = made_up
                assert neighbour.get(f"/table/{table}", headers=JSON).status_code == 429
                assert neighbour.get("/table/nothing", headers=JSON).status_code == 429


def test_a_host_may_delete_a_table_whatever_a_neighbour_asks_for(any_store: Store) -> None:
    with strict(any_store) as client:
        table = opened(client)
        neighbour = pester(client)
        assert neighbour.post(f"/table/{table}/delete").status_code == 429
        assert client.get(f"/table/{table}/delete").status_code == 200
        assert client.post(f"/table/{table}/delete").status_code == 303


def test_who_is_known_elsewhere_has_no_more_tries_than_others(store: SQLiteStore) -> None:
    with strict(store) as client:
        opened(client)
        pester(client)
        assert client.get("/table/nothing").status_code == 429


class AskedStore(SQLiteStore):
    """A store that counts how often a log is searched for a browser."""

    searches = 0

    def mentions(self, table_id: str, holder: str) -> Future[bool]:
        self.searches += 1
        return super().mentions(table_id, holder)


@pytest.fixture
def asked_store(tmp_path: Path) -> Iterator[AskedStore]:
    with closing(AskedStore(tmp_path / "tables.sqlite3")) as made:
        yield made


def test_made_up_tokens_make_the_database_search_a_log_only_so_often(asked_store: AskedStore) -> None:
    with strict(asked_store) as client:
        table = opened(client)
        token = client.cookies[COOKIE]
    with strict(asked_store) as client:
        neighbour = pester(client)
        for _ in range(50):
            neighbour.cookies[COOKIE] = new_token(QUICK)
            assert neighbour.get(f"/table/{table}", headers=JSON).status_code == 429
        assert asked_store.searches == 20
        client.cookies[COOKIE] = token
        assert client.get(f"/table/{table}", headers=JSON).status_code == 429, "not seen since the start"


def test_who_was_let_in_is_not_looked_up_again_and_stays_in(asked_store: AskedStore) -> None:
    with strict(asked_store) as client:
        tables = [opened(client) for _ in range(30)]
        token = client.cookies[COOKIE]
    with strict(asked_store) as client:
        neighbour = pester(client)
        client.cookies[COOKIE] = token
        for _ in range(2):
            for table in tables:
                forget_rooms(client)
                assert client.get(f"/table/{table}/view", headers=JSON).status_code == 200, (
                    "what is found costs nothing"
                )
        assert asked_store.searches == 30
        for _ in range(30):
            neighbour.cookies[COOKIE] = new_token(QUICK)
            assert neighbour.get("/table/nothing", headers=JSON).status_code == 429
        forget_rooms(client)
        assert client.get(f"/table/{tables[0]}/view", headers=JSON).status_code == 200


def test_who_was_let_in_before_the_neighbour_asked_stays_in(asked_store: AskedStore) -> None:
    with strict(asked_store) as client:
        table = opened(client)
        assert client.get(f"/table/{table}/view", headers=JSON).status_code == 200
        neighbour = pester(client)
        for _ in range(30):
            neighbour.cookies[COOKIE] = new_token(QUICK)
            assert neighbour.get("/table/nothing", headers=JSON).status_code == 429
        forget_rooms(client)
        assert client.get(f"/table/{table}/view", headers=JSON).status_code == 200


def test_who_has_lost_a_place_is_searched_for_once_and_not_let_in(asked_store: AskedStore) -> None:
    with strict(asked_store) as client:
        friends = Party(client)
        host, _ = friends.open(ANY_NUMBER)
        watcher = friends.guest("watcher")
        assert watcher.join(host.renew("watch")).status_code == 200
        token = watcher.client.cookies[COOKIE]
        host.renew("watch")
    with strict(asked_store) as client:
        pester(client)
        client.cookies[COOKIE] = token
        for _ in range(30):
            forget_rooms(client)
            assert client.get(f"/table/{host.table}/view", headers=JSON).status_code == 429
        assert asked_store.searches == 1


def test_only_so_many_browsers_are_remembered() -> None:
    known = KnownBrowsers(most=2)
    for holder in ("ana", "blas", "ana", "carla"):
        known.note("t", holder)
    assert [known.includes("t", holder) for holder in ("ana", "blas", "carla")] == [True, False, True]
    assert not known.includes("u", "ana")


def forget_rooms(client: TestClient) -> None:
    """Drop all rooms from memory, as when there are too many of them."""
    services(client).rooms._rooms.clear()


def wrong_links(client: TestClient, tables: list[str]) -> TestClient:
    """Try wrong links from the same address, by turns to these tables, until that is refused; and some more."""
    neighbour = TestClient(client.app, base_url="http://localhost", follow_redirects=False)
    neighbour.portal = client.portal
    answers = []
    for number in range(60):
        link = f"{tables[number % len(tables)]}.{number:032x}"
        answers.append(neighbour.post("/join", json={"link": link}, headers=JSON).status_code)
    assert answers == [404] * 30 + [429] * 30
    return neighbour


def invited(client: TestClient) -> tuple[Guest, dict[str, str]]:
    """Return the host of a table, and its links."""
    host, _ = Party(client).open(ANY_NUMBER)
    host.renew("watch")
    return host, host.links()


@pytest.mark.parametrize("loaded", [True, False], ids=["in memory", "not loaded"])
@pytest.mark.parametrize("known", [True, False], ids=["the same table", "made-up tables"])
def test_wrong_links_tried_by_a_neighbour_do_not_refuse_a_right_one(
    any_store: Store, loaded: bool, known: bool
) -> None:
    with strict(any_store) as client:
        host, links = invited(client)
    with strict(any_store) as client:
        neighbour = wrong_links(client, [host.table] if known else [f"made-up-{number}" for number in range(60)])
        for link in links.values():
            if loaded:
                client.portal.call(services(client).rooms.room, host.table)  # type: ignore[union-attr]
            else:
                forget_rooms(client)
            for _ in range(2):
                guest = TestClient(client.app, base_url="http://localhost", follow_redirects=False)
                guest.portal = client.portal
                assert guest.post("/join", json={"link": link}, headers=JSON).status_code == 200
                assert guest.get(f"/table/{host.table}/view", headers=JSON).status_code == 200
        for link in (f"{host.table}.{'x' * 32}", f"nothing.{'x' * 32}", "nonsense"):
            assert neighbour.post("/join", json={"link": link}, headers=JSON).status_code == 429


def test_a_link_that_was_renewed_leads_nowhere_whoever_has_spent_what(any_store: Store) -> None:
    with strict(any_store) as client:
        host, links = invited(client)
        host.renew("join")
    with strict(any_store) as client:
        neighbour = wrong_links(client, ["nothing"])
        for _ in range(3):
            assert neighbour.post("/join", json={"link": links["join"]}, headers=JSON).status_code in (404, 429)


def test_right_links_spend_nothing(store: SQLiteStore) -> None:
    with strict(store) as client:
        _, links = invited(client)
        friends = Party(client)
        for _ in range(40):
            assert friends.guest().join(links["join"]).status_code == 200
        assert friends.guest().join(f"nothing.{'x' * 32}").status_code == 404


def test_wrong_links_make_the_database_search_a_log_only_so_often(asked_store: AskedStore) -> None:
    with strict(asked_store) as client:
        neighbour = wrong_links(client, ["nothing"])
        before = asked_store.searches
        for number in range(400):
            link = f"made-up-{number}.{'x' * 32}"
            assert neighbour.post("/join", json={"link": link}, headers=JSON).status_code == 429
        assert asked_store.searches - before <= 200


def connections(stack: ExitStack, guest: Guest, most: int) -> int:
    """Open live connections until one is refused, and return how many there are."""
    for count in range(most):
        page = stack.enter_context(guest.client.websocket_connect(f"ws://localhost/table/{guest.table}/live"))
        try:
            LivePage(page)
        except WebSocketDisconnect:
            return count
    return most


def test_seven_watchers_do_not_take_the_connections_of_a_player(store: SQLiteStore) -> None:
    with strict(store) as client, ExitStack() as stack:
        friends = Party(client)
        host, (player,) = friends.open(ANY_NUMBER)
        host.do("begin")
        link = host.renew("watch")
        watchers = [friends.guest(f"watcher {number}") for number in range(7)]
        for watcher in watchers:
            assert watcher.join(link).status_code == 200
            connections(stack, watcher, 30)
        assert connections(stack, player, 1) == 1
        assert connections(stack, host, 1) == 1


def test_a_hundred_watchers_do_not_keep_a_player_out(any_store: Store) -> None:
    with strict(any_store) as client:
        friends = Party(client)
        host, _ = friends.open(ANY_NUMBER, 2)
        host.do("leave", seat=2)
        link = host.renew("watch")
        for _ in range(100):
            assert friends.guest().join(link).status_code == 200
        late = friends.guest("late")
        assert "Too many people" in late.join(link).json()["refused"]
        assert late.join(host.links()["join"]).status_code == 200
        late.do("sit", seat=2, name="Late")
