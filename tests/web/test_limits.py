"""Limits: a person never meets them, a script that runs wild does, and they cost us little."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from rollwright.core.game import all_games, any_speech
from rollwright.live.entry.identity import known_as, new_token
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.company import MAX_DEVICES
from rollwright.web.app import make_services
from rollwright.web.http.cookies import COOKIE
from rollwright.web.http.limits import Budget, Limits, RateLimiter, TooMany, browser_of, peer_of
from rollwright.web.services import services_of
from rollwright.web.web_settings import WebSettings
from tests.support.environments import QUICK
from tests.support.wire import JSON, QuickThinkers, quick_app


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def spent(purse: RateLimiter, who: str, most: int = 10_000) -> int:
    """Return how often somebody may still do it at once."""
    for count in range(most):
        try:
            purse.spend(who)
        except TooMany:
            return count
    return most


@pytest.mark.parametrize(
    ("name", "burst", "in_ten_seconds"),
    [
        ("opening", 60, 5),
        ("joining", 30, 5),
        ("finding", 200, 200),
        ("acting", 60, 60),
        ("asking", 200, 200),
        ("failing", 60, 10),
        ("recognising", 20, 5),
    ],
)
def test_each_budget_is_spent_at_once_and_comes_back_with_time(
    name: str, burst: int, in_ten_seconds: int, clock: Clock
) -> None:
    purse: RateLimiter = getattr(Limits(clock=clock), name)
    assert spent(purse, "ana") == burst
    assert spent(purse, "ana") == 0
    clock.now += 10
    assert spent(purse, "ana") == in_ten_seconds
    clock.now += 100_000
    assert spent(purse, "ana") == burst, "it never grows beyond what it was"


def test_one_does_not_spend_what_is_anothers(clock: Clock) -> None:
    limits = Limits(clock=clock)
    spent(limits.joining, "ana")
    assert spent(limits.joining, "blas") == 30
    assert spent(limits.opening, "ana") == 60


def test_who_keeps_asking_waits_no_longer_for_it(clock: Clock) -> None:
    purse = RateLimiter(Budget(1, 1 / 2), clock)
    purse.spend("ana")
    waits = []
    for _ in range(4):
        with pytest.raises(TooMany) as refusal:
            purse.spend("ana")
        waits.append(refusal.value.seconds)
        clock.now += 0.5
    assert waits == [2, 2, 1, 1]
    purse.spend("ana")


def test_to_check_spends_nothing(clock: Clock) -> None:
    purse = RateLimiter(Budget(2, 1), clock)
    for _ in range(5):
        purse.check("ana")
    assert len(purse) == 0
    assert spent(purse, "ana") == 2
    with pytest.raises(TooMany):
        purse.check("ana")
    clock.now += 1
    purse.check("ana")
    assert spent(purse, "ana") == 1


def test_only_so_many_are_remembered_and_those_used_last(clock: Clock) -> None:
    purse = RateLimiter(Budget(2, 0.001), clock, max_known=3)
    for who in ("ana", "blas", "ana", "carla", "dima"):
        purse.spend(who)
    assert len(purse) == 3
    assert spent(purse, "ana") == 0, "she has been seen after Blas"
    assert spent(purse, "blas") == 2, "he was forgotten"


def test_a_factor_raises_everything(store: SQLiteStore, clock: Clock) -> None:
    assert spent(Limits(10, clock).opening, "ana") == 600
    handed: dict[str, Any] = {"environment": replace(QUICK, monotonic=clock), "settings": WebSettings(limit_factor=3)}
    assert spent(make_services(store, QuickThinkers(), **handed).limits.opening, "ana") == 180


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (0.1, "That was too fast: try again in 1 second."),
        (1.2, "That was too fast: try again in 2 seconds."),
    ],
)
def test_the_sentence_says_how_long_to_wait(seconds: float, sentence: str) -> None:
    assert any_speech("en")(TooMany(seconds).phrase) == sentence


def held(stack: ExitStack, limits: Limits, browser: str, table: str, *, plays: bool, most: int = 300) -> int:
    """Open live connections until one is refused or there are so many, and return how many there are."""
    for count in range(most):
        try:
            stack.enter_context(limits.connected(browser, table, plays=plays))
        except TooMany:
            return count
    return most


def test_live_connections_of_a_browser_are_counted_while_they_last(clock: Clock) -> None:
    limits = Limits(clock=clock)
    with ExitStack() as stack:
        for n in range(30):
            last = stack.enter_context(ExitStack())
            last.enter_context(limits.connected("ana", f"table-{n}", plays=True))
        with pytest.raises(TooMany, match="too many tables open"), limits.connected("ana", "table-30", plays=True):
            pass
        with limits.connected("blas", "table-0", plays=True):
            pass
        last.close()
        with limits.connected("ana", "table-30", plays=True):
            pass
    assert not vars(limits)["_connections"], "nothing is kept of connections that are closed"


def test_who_watches_many_tables_can_still_play_at_one(clock: Clock) -> None:
    limits = Limits(clock=clock)
    with ExitStack() as stack:
        assert sum(held(stack, limits, "ana", f"table-{n}", plays=False, most=1) for n in range(30)) == 20
        assert sum(held(stack, limits, "ana", f"mine-{n}", plays=True, most=1) for n in range(30)) == 10


def test_watchers_never_take_the_connections_of_players(clock: Clock) -> None:
    limits = Limits(clock=clock)
    most_seats = max(seats for game in all_games() for seats in game.seats)
    devices = [f"device-{n}" for n in range(most_seats * MAX_DEVICES)]
    with ExitStack() as stack:
        watching = [held(stack, limits, f"watcher-{n}", "table", plays=False) for n in range(100)]
        assert sum(watching) == 75
        assert max(watching) == 4
        with pytest.raises(TooMany, match="looking at this table"), limits.connected("one", "table", plays=False):
            pass
        assert [held(stack, limits, device, "table", plays=True) for device in ("host", *devices)] == [4] * (
            len(devices) + 1
        )
        with pytest.raises(TooMany, match="close some of its windows"), limits.connected("host", "table", plays=True):
            pass
        with limits.connected("one", "another", plays=False):
            pass


def test_who_leaves_a_seat_leaves_its_share_of_the_connections(clock: Clock) -> None:
    limits = Limits(clock=clock)
    with ExitStack() as stack:
        once = [stack.enter_context(limits.connected(f"ana-{n}", "table", plays=True)) for n in range(100)]
        for connection in once[:75]:
            connection.change(plays=False)
        with pytest.raises(TooMany, match="looking at this table"):
            once[75].change(plays=False)
        assert once[75].plays
        once[0].change(plays=True)
        once[75].change(plays=False)
    assert not vars(limits)["_connections"]


def test_a_connection_that_breaks_is_counted_no_longer(clock: Clock) -> None:
    limits = Limits(1 / 30, clock)
    for _ in range(3):
        with pytest.raises(ConnectionError), limits.connected("ana", "table", plays=True):
            raise ConnectionError


def test_a_connection_may_say_only_so_much(clock: Clock) -> None:
    with Limits(clock=clock).connected("ana", "table", plays=True) as connection:
        messages = connection.messages
        for _ in range(100):
            messages.spend()
        with pytest.raises(TooMany):
            messages.spend()
        clock.now += 1
        for _ in range(20):
            messages.spend()
        with pytest.raises(TooMany):
            messages.spend()


def asking(client: tuple[str, int] | None, token: str = "") -> HTTPConnection:
    headers = [(b"cookie", f"{COOKIE}={token}".encode())] if token else []
    return HTTPConnection({"type": "http", "client": client, "headers": headers})


def test_a_browser_is_known_by_its_token_or_else_by_its_address() -> None:
    token = new_token(QUICK)
    assert browser_of(asking(("192.168.1.7", 5), token)) == known_as(token)
    assert browser_of(asking(("192.168.1.7", 5), "short")) == "192.168.1.7"
    assert browser_of(asking(("192.168.1.7", 5))) == "192.168.1.7"


@pytest.mark.parametrize(
    ("host", "peer"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_one_household_is_one_peer(host: str, peer: str) -> None:
    assert peer_of(asking((host, 5))) == peer
    assert peer_of(asking(None)) == ""


@pytest.fixture
def hurried(store: SQLiteStore, clock: Clock) -> Iterator[TestClient]:
    """A browser at a server with one address more, which may be asked once in five seconds."""

    async def once(request: Request) -> Response:
        services_of(request).limits.opening.spend(peer_of(request))
        return PlainTextResponse("done")

    limits = Limits(clock=clock)
    limits.opening = RateLimiter(Budget(1, 1 / 5), clock)
    app = quick_app(store, limits=limits)
    app.router.routes.append(Route("/once", once))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def test_the_answer_says_when_to_come_again(hurried: TestClient, clock: Clock) -> None:
    assert hurried.get("/once").status_code == 200
    answer = hurried.get("/once", headers=JSON)
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "5"
    assert answer.json() == {"refused": "That was too fast: try again in 5 seconds."}
    assert "try again in 5 seconds" in hurried.get("/once").text, "a page for a person"
    clock.now += 5
    assert hurried.get("/once").status_code == 200


def test_an_app_has_the_usual_limits_unless_it_is_given_others(store: SQLiteStore) -> None:
    assert make_services(store, QuickThinkers()).limits.opening.budget == Budget(60, 0.5)
