"""The app on either store, and what it hears of other processes that share one."""

from contextlib import closing
from dataclasses import replace
from typing import Any

from starlette.testclient import TestClient

from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
from rollwright.web.app import make_app, make_services
from tests.support.environments import QUICK
from tests.support.places import Database, wait_until
from tests.support.wire import QuickThinkers, browser, opened, play_on, record


def test_a_game_is_played_on_either_store(any_store: Store) -> None:
    with browser(any_store, QuickThinkers()) as client:
        table = opened(client)
        play_on(client, table, steps=6)
        played = record(client, table)
        assert table in client.get("/tables").text
    with browser(any_store, QuickThinkers(), cookies=client.cookies) as again:
        assert record(again, table) == played


class NotingRooms(Rooms):
    """Rooms that only note what they are told, in the thread of their own loop."""

    def __init__(self, *services: Any) -> None:
        super().__init__(*services)
        self.news: list[tuple[Any, ...]] = []

    def log_changed(self, table_id: str, length: int) -> None:
        self.news.append(("heard", table_id, length))

    def reload_all(self) -> None:
        self.news.append(("missed",))

    def message_received(self, text: str) -> None:
        self.news.append(("told", text))


def test_an_app_hears_what_others_write_and_say(database: Database) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(query, 'LISTEN')"
    with closing(database.open()) as mine, closing(database.open()) as other, browser(mine, QuickThinkers()) as client:
        table = opened(client)
        services = make_services(other, QuickThinkers(), environment=QUICK)
        heard = NotingRooms(other, services.engine, QUICK)
        with TestClient(make_app(replace(services, rooms=heard))):
            client.post(f"/table/{table}/delete")
            wait_until(lambda: ("heard", table, 0) in heard.news)
            mine.tell("somebody is here")
            wait_until(lambda: ("told", "somebody is here") in heard.news)
            database.execute(cut)
            wait_until(lambda: ("missed",) in heard.news)
