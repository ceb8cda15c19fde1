"""What pages are told of bots that people watch: whose roll comes, for how long an undo stops it, and the speed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.live.environment import Environment
from rollwright.live.pace import Speed
from rollwright.store.sqlite import SQLiteStore
from tests.support.environments import QUICK, HandEndedSleep, HandSetTime, with_settings
from tests.support.online import Guest, Party
from tests.support.wire import ANY_NUMBER, QuickThinkers, browser, opened, seen_by, services
from tests.web.test_live_actions import LivePage

SECOND = 1000


@pytest.fixture
def clock() -> HandSetTime:
    return HandSetTime(1_000.0)


@pytest.fixture
def sleep() -> HandEndedSleep:
    return HandEndedSleep()


@pytest.fixture
def environment(clock: HandSetTime, sleep: HandEndedSleep) -> Environment:
    """Bots pause only before they roll, until a test ends that."""
    return with_settings(replace(QUICK, monotonic=clock, sleep=sleep), bot_moment=3.0)


@pytest.fixture
def client(store: SQLiteStore, environment: Environment) -> Iterator[TestClient]:
    with browser(store, QuickThinkers(), environment) as client:
        yield client


@pytest.fixture
def guest(client: TestClient) -> Guest:
    """A person who has written everything, so that the bot rolls next."""
    guest = Party(client).guest("person")
    guest.table = opened(client, ANY_NUMBER, **{"kind-0": "here", "kind-1": "easy", "option-start": "1"})
    guest.do("roll")
    for _ in range(100):
        values = guest.values()
        if offered := [move["move"] for move in values["moves"] if "instead" not in move]:
            guest.do("play", seat=0, move=offered[0])
        elif values["state"]["bot_roll"]:
            return guest
    raise AssertionError("the bot never came to roll")


def room_of(guest: Guest) -> Any:
    return services(guest.client).rooms._rooms[guest.table]


def rolled(guest: Guest, before: int) -> None:
    """Wait until dice have fallen."""
    for _ in range(400):
        if guest.state["rolls"] > before:
            return
    raise AssertionError("nobody rolled")


def test_a_page_is_told_how_long_an_undo_stops_the_roll(guest: Guest, clock: HandSetTime) -> None:
    state = guest.state
    assert state["bot_roll"] == {"seat": 1, "name": "Ada", "of_ms": 3 * SECOND, "in_ms": 3 * SECOND}
    assert not state["roll"], "nobody has to click for a bot"
    assert "Ada rolls next." in guest.values()["html/ask"]
    clock.now += 2
    assert guest.state["bot_roll"]["in_ms"] == SECOND, "as much as is left when a page asks"
    assert guest.do("undo", seat=0)["values"]["state"]["bot_roll"] is None
    assert guest.state["turns"] == [0]


def test_a_bots_dice_are_not_rolled_by_others(guest: Guest) -> None:
    assert "These dice belong to Ada" in guest.refused("roll")


def test_who_hurries_sees_the_roll_now(guest: Guest) -> None:
    before = guest.state["rolls"]
    guest.do("hurry")
    rolled(guest, before)


def test_only_players_hurry_and_choose_the_speed(client: TestClient) -> None:
    friends = Party(client)
    host, _ = friends.begun(ANY_NUMBER, start="1")
    eve = friends.guest("eve")
    eve.join(host.renew("watch"))
    assert "You are watching" in eve.refused("hurry")
    eve.do("speed", speed="at-once")
    pace = friends.room(host).bot_players.pace
    assert pace.speed == Speed.WATCH
    host.do("speed", speed="at-once")
    assert pace.speed == Speed.AT_ONCE
    host.do("speed", speed="like lightning")
    assert pace.speed == Speed.AT_ONCE, "a page of another version may know other speeds"
    host.refused("speed", 400)


def test_a_page_says_its_speed_when_it_connects(guest: Guest) -> None:
    pace = room_of(guest).bot_players.pace
    with guest.client.websocket_connect(f"ws://localhost/table/{guest.table}/live") as connection:
        page = LivePage(connection, speed="quick")
        assert pace.speed == Speed.QUICK
        page.act("speed", speed="at-once")
        assert pace.speed == Speed.AT_ONCE
        before = page.values["state"]["rolls"]
        page.act("hurry")
        while page.values["state"]["rolls"] == before:
            page.hear()
    guest.values()
    assert pace.speed == Speed.WATCH, "who has gone has no say any more"


def test_who_was_skipped_is_told(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwright.web.table.pieces.prompt.seats_skipped", lambda table: frozenset({1}))
    table = opened(client, ANY_NUMBER, **{"kind-0": "here", "kind-1": "here", "option-start": "1"})
    told = "The last turn had nothing for you."
    assert told in seen_by(client, table, 1)["html/ask"]
    assert told not in seen_by(client, table, 0)["html/ask"]
