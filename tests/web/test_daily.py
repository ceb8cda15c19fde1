"""The daily game: the same dice for everybody, one try that counts, nothing told before it is over."""

import re
import threading
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.dice import commitment
from rollwright.live.environment import Environment
from rollwright.records import verify
from rollwright.store.protocol import Store
from rollwright.table.deals import Daily
from rollwright.web.http.limits import Limits
from tests.support.environments import NOON, QUICK, HandSetTime
from tests.support.online import Guest, Party, party
from tests.support.wire import ANY_NUMBER, GAMES, JSON, post, quick_app, record

DAY = "2099-11-20"


@pytest.fixture
def calendar() -> HandSetTime:
    """A day that lasts until a test says otherwise."""
    return HandSetTime(NOON)


@pytest.fixture
def environment(calendar: HandSetTime) -> Environment:
    return replace(QUICK, utc_now=calendar)


def begin(guest: Guest, game: str = ANY_NUMBER, day: str = DAY, **form: str) -> Any:
    answer = guest.client.post(f"/daily/{day}/{game}", data=form, headers=JSON)
    if answer.status_code == 303:
        guest.table = answer.headers["location"].removeprefix("/table/")
    return answer


def tried(everybody: Party, guest: Guest, name: str = "") -> str:
    """Play one's try of today to its end, and return its table."""
    assert begin(guest, name=name).status_code == 303
    everybody.play_blindly(guest)
    return guest.table


def rolled(guest: Guest) -> dict[str, str]:
    """Return the dice that fell at a table, by who rolled them when, and their sides."""
    text = record(guest.client, guest.table)
    names = text.partition("fair-rolls:")[2].partition("\n")[0].split(",")
    return dict(zip((name.strip() for name in names), re.findall(r"^dice .*", text, re.MULTILINE), strict=True))


def board(guest: Guest, game: str = ANY_NUMBER, day: str = DAY) -> str:
    return str(guest.client.get(f"/daily/{day}/{game}").text)


def lines(guest: Guest, game: str = ANY_NUMBER, day: str = DAY) -> list[list[str]]:
    """Return the lines of a board as they are read."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", board(guest, game, day), re.DOTALL)[1:]
    return [re.sub(r"<[^>]+>", " ", row).split() for row in rows]


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_meet_the_same_dice_whatever_they_choose(
    store: Store, game: str, environment: Environment
) -> None:
    with party(store, environment=environment) as everybody:
        ana, ben = everybody.guest("Ana"), everybody.guest("Ben")
        for guest, choice in ((ana, 0), (ben, -1)):
            assert begin(guest, game).status_code == 303
            for step in range(12):
                state = guest.values(show=0)["state"]
                if state["roll"]:
                    guest.do("roll")
                elif state["turns"]:
                    offered = [move["move"] for move in guest.values(show=0)["moves"] if "instead" not in move]
                    guest.do("play", seat=0, move=offered[choice if step > 3 else 0])
        assert ana.table != ben.table
        heads = [store.load(guest.table).result()[0] for guest in (ana, ben)]
        assert heads[0].seed == heads[1].seed
        assert all(head.ranked and head.deal == f"daily/{DAY}/{game}" for head in heads)
        both = rolled(ana).keys() & rolled(ben).keys()
        assert both
        assert [rolled(ana)[roll] for roll in both] == [rolled(ben)[roll] for roll in both]


def test_a_second_try_does_not_count(any_store: Store, environment: Environment) -> None:
    with party(any_store, environment=environment) as everybody:
        ana = everybody.guest()
        first = tried(everybody, ana, name="Ana")
        before = lines(ana)
        assert [row[1] for row in before] == ["Ana"]
        assert begin(ana, name="Again").headers["location"] == f"/table/{first}", "the first one is shown"
        begin(ana, name="Practice", practice="1")
        assert ana.table != first
        assert "fair-commitment" in record(ana.client, ana.table)
        everybody.play_blindly(ana)
        assert lines(ana) == before
        assert ana.client.post(f"/table/{first}/delete").status_code == 303
        assert "deleted your attempt" in begin(ana).json()["refused"]
        assert lines(ana) == []


def test_many_windows_at_once_have_one_try(any_store: Store, environment: Environment) -> None:
    with party(any_store, environment=environment) as everybody:
        ana = everybody.guest()
        opened(ana)
        found: list[str] = []

        def press() -> None:
            found.append(begin(ana).headers["location"])

        windows = [threading.Thread(target=press) for _ in range(6)]
        for window in windows:
            window.start()
        for window in windows:
            window.join()
        assert len(set(found)) == 1, found


def opened(guest: Guest) -> None:
    """Give a browser its token, with a table of no account."""
    guest.client.post(f"/new/{ANY_NUMBER}", data={"quick": "1"})


def test_nothing_tells_the_dice_before_the_try_is_over(store: Store, environment: Environment) -> None:
    with party(store, environment=environment) as everybody:
        ana, ben = everybody.guest(), everybody.guest()
        done = tried(everybody, ana, name="Ana")
        secret = f"{store.load(done).result()[0].seed:064x}"
        begin(ben)
        assert "finish your attempt first" in begin(ben, practice="1").json()["refused"]
        assert done not in board(ben), "no way to the replay yet"
        assert "Ana" in board(ben)
        for guest in (ana, ben):
            for answer in (guest.get(), guest.get("/view"), guest.get("/company"), guest.get("/record")):
                assert secret not in answer.text
            assert secret not in board(guest)
        for what in ("replay", "replay/steps", "replay/frames", "same", "compare"):
            answer = ben.client.get(f"/table/{done}/{what}", headers=JSON)
            assert (answer.status_code, "own attempt" in answer.json()["refused"]) == (422, True), what
        assert "Hints are not available" in post(ben.client, ben.table, "hint", seat=0).json()["refused"]
        assert "ranked" in post(ben.client, ben.table, "lend", seat=0).json()["refused"]
        for guest in (ana, ben):
            for link in ("watch", "join"):
                assert "own attempt" in post(guest.client, guest.table, "link", link=link).json()["refused"]
        everybody.play_blindly(ben)
        assert done in board(ben)
        assert ben.client.get(f"/table/{done}/replay").status_code == 200
        assert "is final" in post(ben.client, ben.table, "undo", seat=0).json()["refused"]
        assert begin(ben, practice="1").status_code == 303


def test_the_board_ranks_by_points_and_closes(store: Store, environment: Environment, calendar: HandSetTime) -> None:
    with party(store, environment=environment) as everybody:
        guests = [everybody.guest() for _ in range(3)]
        for number, guest in enumerate(guests):
            begin(guest, name=f"P{number}")
            everybody.play_blindly(guest, number)
        late = everybody.guest()
        begin(late, name="Late")
        found = lines(guests[0])
        points = [float(row[-2]) for row in found]
        assert points == sorted(points, reverse=True)
        assert len(found) == 3
        assert sum("you" in row for row in found) == 1
        calendar.now = datetime(2099, 11, 21, 5, tzinfo=UTC)
        somebody = everybody.guest()
        for answer in (begin(somebody), begin(somebody, practice="1")):
            assert "open when its leaderboard closes" in answer.json()["refused"], "a try cannot be finished before it"
        assert "open when its leaderboard closes" in board(somebody)
        assert "your own attempt" not in board(somebody)
        assert "finish your attempt first" in begin(late, practice="1").json()["refused"]
        assert "Resume your attempt" in board(late)
        calendar.now = datetime(2099, 11, 21, 7, tzinfo=UTC)
        assert guests[0].table in board(somebody), "a day that is over keeps nothing back"
        assert "That day is over and no longer counts" in begin(somebody).json()["refused"]
        assert begin(somebody, practice="1").status_code == 303


def test_the_dice_can_be_checked_when_the_day_is_over(
    store: Store, environment: Environment, calendar: HandSetTime
) -> None:
    with party(store, environment=environment) as everybody:
        ana = everybody.guest()
        tried(everybody, ana)
        shown = re.search(r"<code>([0-9a-f]{64})</code>", board(ana))
        assert shown
        assert "fair-seed" not in record(ana.client, ana.table)
        calendar.now = datetime(2099, 11, 22, tzinfo=UTC)
        seed = re.findall(r"<code>([0-9a-f]{64})</code>", board(ana))[1]
        assert commitment(bytes.fromhex(seed)) == shown[1]
        text = record(ana.client, ana.table)
        assert f"fair-seed: {seed}" in text
        assert verify(text).proven


@pytest.mark.parametrize(
    "address", ["/daily/2099-11-21", "/daily/2020-01-01", "/daily/yesterday", f"/daily/2099-11-21/{ANY_NUMBER}"]
)
def test_other_days_are_refused_with_a_sentence(store: Store, address: str, environment: Environment) -> None:
    with party(store, environment=environment) as everybody:
        answer = everybody.guest().client.get(address, headers=JSON)
        assert (answer.status_code, answer.json()["refused"]) == (
            404,
            "There is a daily game for every day from 2026-11-16 to today.",
        )
        assert everybody.guest().client.get(f"/daily/{DAY}/no_game", headers=JSON).status_code == 404


def test_a_name_is_shown_as_a_name(store: Store, environment: Environment) -> None:
    with party(store, environment=environment) as everybody:
        ana = everybody.guest()
        tried(everybody, ana, name="<b>Ana</b>\u202e" + "x" * 100)
        assert "&lt;b&gt;Ana&lt;/b&gt;" in board(ana)
        assert "x" * 41 not in board(ana)
        assert 'value="&lt;b&gt;Ana' in board(ana), "it is offered again"
        assert 'value=""' in board(everybody.guest())


def test_who_asks_for_boards_too_often_is_refused(store: Store, environment: Environment) -> None:
    app = quick_app(store, environment, limits=Limits(0.01, clock=lambda: 0.0))
    with TestClient(app, base_url="http://localhost") as client:
        answers = [client.get(address).status_code for address in ("/daily", f"/daily/{DAY}/{ANY_NUMBER}", "/daily")]
    assert answers == [200, 200, 429]


def test_every_day_page_works_for_who_has_never_been_here(store: Store, environment: Environment) -> None:
    with party(store, environment=environment) as everybody:
        guest = everybody.guest()
        for address in ("/daily", "/daily/2026-11-16", *(f"/daily/{DAY}/{game}" for game in GAMES)):
            answer = guest.client.get(address)
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers, "who only looks is not marked"
        for game in GAMES:
            assert Daily(NOON.date(), game).name in guest.client.get("/daily").text
