"""What people stumbled over: small things on the pages around a table."""

import re
import time

from starlette.testclient import TestClient

from rollwright.core.game import open_game
from rollwright.store.sqlite import SQLiteStore
from tests.support.online import party, with_two
from tests.support.pages import expanded
from tests.support.wire import (
    ANY_NUMBER,
    GAMES,
    JSON,
    QuickThinkers,
    browser,
    opened,
    play_on,
    record,
    services,
)

GAME = next(name for name in with_two() if not open_game(name).secrets)


def test_choices_tell_with_how_many_seats_they_can_be_made(client: TestClient) -> None:
    """The page's script hides those that a table of another size has not."""
    for name in GAMES:
        page = client.get(f"/new/{name}").text
        for option in open_game(name).options:
            for choice in option.choices:
                wanted = f'value="{choice.name}" data-least="{choice.least_seats}" data-most="{choice.most_seats}"'
                assert wanted in page, (name, choice.name)


def test_a_latecomer_is_told_that_all_seats_are_taken(store: SQLiteStore) -> None:
    with party(store) as everybody:
        host, _ = everybody.open(GAME, others=1)
        late = everybody.guest("late")
        assert late.join(host.links()["join"]).status_code == 200
        full = re.search(r'<p id="full"[^>]*>', late.get().text)
        assert full, "before the game begins"
        assert "hidden" not in full[0]
        assert '<form id="sit" class="card stack" data-seat="-1" hidden>' in late.get().text
        host.do("begin")
        assert "All seats of this table are taken: you can watch the game." in late.get().text
        assert "All seats of this table are taken" not in host.get().text


def test_who_is_played_for_is_spoken_to(store: SQLiteStore) -> None:
    with party(store) as everybody:
        _, guest = everybody.begun(GAME)
        guest.do("lend", seat=1)
        assert "A bot plays for you." in guest.values(show=1)["html/ask"]


def test_a_record_that_is_watched_is_on_no_list(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER)
    play_on(client, table)
    before = client.get("/tables").text
    text = record(client, table)
    watched = client.post("/open", data={"text": text, "how": "watch"}).headers["location"]
    assert watched.endswith("/replay")
    assert client.get(watched).status_code == 200
    assert client.get("/tables").text == before
    assert client.get("/statistics", headers=JSON).text.count(table) == client.get("/statistics").text.count(table)
    played = client.post("/open", data={"text": "\n".join(text.splitlines()[:12])}).headers["location"]
    assert played.removeprefix("/table/") in client.get("/tables").text


def test_the_daily_page_asks_for_the_name_once(client: TestClient) -> None:
    page = client.get("/daily").text
    assert page.count('name="name"') == 1
    assert page.count("formaction=") == len(GAMES)


def test_moments_are_written_by_the_readers_clock(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers()) as client:
        opened(client)
        written = re.compile(r'<time class="small"[^>]*>([^<]*)</time>')
        assert written.findall(client.get("/tables").text)[0].endswith(" UTC")
        assert " data-moment>" in client.get("/tables").text, "for the page's script to write anew"
        moments = {}
        for zone in ("Asia/Tokyo", "America/Los_Angeles"):
            client.cookies.set("zone", zone.replace("/", "%2F"))
            moments[zone] = written.findall(client.get("/tables").text)[0]
            assert not moments[zone].endswith(" UTC")
            assert "data-moment" not in client.get("/tables").text
        assert len(set(moments.values())) == len(moments)
        for zone in ("..%2F..%2Fetc%2Fpasswd", "localtime", "right%2FEurope%2FMadrid", "x" * 3_000):
            client.cookies.set("zone", zone)
            assert written.findall(client.get("/tables").text)[0].endswith(" UTC")


def test_a_room_that_nobody_looks_at_keeps_nothing_drawn(store: SQLiteStore) -> None:
    """Pages that were only fetched are dropped after a while, and one that comes back is sent everything."""
    with browser(store, QuickThinkers()) as client:
        pages = services(client).pages
        pages._idle_after = 1.0
        table = opened(client)
        first = client.get(f"/table/{table}/view?show=0", headers=JSON).json()
        assert len(pages._rooms) == 1
        for _ in range(1_000):
            if not len(pages._rooms):
                break
            time.sleep(0.02)
        assert not len(pages._rooms)
        seen = {"show": 0, "boot": first["boot"], "version": first["version"]}
        again = client.get(f"/table/{table}/view", params=seen, headers=JSON).json()
        assert again["since"] == 0
        assert expanded(again)["values"] == expanded(first)["values"]
