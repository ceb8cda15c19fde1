"""The app on either store, and what it hears of other processes that share one."""

from contextlib import closing
from typing import Any

import pytest

from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
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


class Heard:
    """What the rooms of an app were told, in the thread of their own loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.news: list[tuple[Any, ...]] = []
        for name in ("heard", "missed", "told"):
            monkeypatch.setattr(Rooms, name, self.note(name), raising=False)

    def note(self, name: str) -> Any:
        return lambda rooms, *news: self.news.append((name, *news))


def test_an_app_hears_what_others_write_and_say(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(query, 'LISTEN')"
    with closing(database.open()) as mine, closing(database.open()) as other, browser(mine, QuickThinkers()) as client:
        table = opened(client)
        heard = Heard(monkeypatch)  # of the app that begins now
        with browser(other, QuickThinkers()):
            client.post(f"/table/{table}/delete")
            wait_until(lambda: ("heard", table, 0) in heard.news)
            mine.tell("somebody is here")
            wait_until(lambda: ("told", "somebody is here") in heard.news)
            database.execute(cut)
            wait_until(lambda: ("missed",) in heard.news)
