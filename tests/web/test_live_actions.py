"""Actions over the live connection: answered when they are committed, told once, and shown as a fresh page would."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rollwright.core.game import open_game
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.table.socket import _Link
from tests.support.online import party, with_two
from tests.support.pages import Page, expanded
from tests.support.wire import ANY_NUMBER, GAMES, opened, post, record, seen_by, services


class LivePage:
    """A page with its live connection."""

    def __init__(self, live: Any, seat: int = 0, **said: Any) -> None:
        """Connect, and show a seat's sheet."""
        self._live = live
        self._page = Page()
        self._number = 0
        self.seen: dict[str, Any] = {"show": seat, "language": "en"}
        live.send_text(json.dumps({**self.seen, **said}))
        self.hear()

    def hear(self) -> dict[str, Any]:
        """Take the next message, which is an update, and return it."""
        update: dict[str, Any] = self._live.receive_json()
        assert "action" not in update, update
        self._page.take(update)
        told = update["first"] + len(update["told"])
        self.seen |= {"boot": update["boot"], "version": update["version"], "told": told}
        return update

    def send(self, what: str, **body: Any) -> int:
        """Send an action, and return its number."""
        self._number += 1
        self._live.send_text(json.dumps({**body, **self.seen, "do": what, "action": self._number}))
        return self._number

    def answer(self) -> dict[str, Any]:
        """Return the next message, which is an answer."""
        found: dict[str, Any] = self._live.receive_json()
        assert "action" in found, "the answer comes before the update"
        return found

    def act(self, what: str, **body: Any) -> None:
        """Do something, and take the update."""
        number = self.send(what, **body)
        answer = self.answer()
        assert (answer["action"], "refused" in answer) == (number, False), answer
        self.hear()

    @property
    def values(self) -> dict[str, Any]:
        """All that the page shows."""
        return self._page.values


@pytest.fixture
def live(client: TestClient) -> Iterator[tuple[str, Any]]:
    """A table and a live connection to it."""
    table = opened(client, ANY_NUMBER)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as connection:
        yield table, connection


@pytest.mark.parametrize("name", GAMES)
def test_numbers_show_what_a_fresh_page_shows(client: TestClient, name: str) -> None:
    """After every action, what a page has put together from its updates is what a page is sent that has nothing."""
    rng = Random(name)
    seats = 1 if 1 in open_game(name).seats else 2
    table = opened(client, name, **{f"kind-{seat}": "here" for seat in range(seats)})
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as connection:
        page = LivePage(connection)
        for step in range(40):
            state, moves = page.values["state"], page.values.get("moves", [])
            if state["over"]:
                break
            if state["roll"]:
                page.act("roll")
            elif 0 in state["turns"] and moves:
                move = rng.choice([each for each in moves if "instead" not in each])
                page.act("play", seat=0, move=move["move"], opened=state["opening"])
            else:  # others at this screen act by requests, and this page hears of it
                other = next(seat for seat in state["turns"] if seat != 0)
                move = rng.choice([each for each in seen_by(client, table, other)["moves"] if "instead" not in each])
                assert post(client, table, "play", seat=other, show=other, move=move["move"]).status_code == 200
                page.hear()
            if step % 5 == 0:
                assert page.values == seen_by(client, table, 0)


def test_an_action_is_answered_when_it_is_committed(
    live: tuple[str, Any], store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, append, send = LivePage(live[1]), store.append, _Link.send
    held: list[tuple[Future[bool], Future[bool]]] = []
    sent: list[dict[str, Any]] = []

    def slowly(*arguments: Any) -> Future[bool]:
        told: Future[bool] = Future()
        held.append((append(*arguments), told))
        return told

    async def noted(link: _Link, message: dict[str, Any]) -> None:
        sent.append(message)
        await send(link, message)

    monkeypatch.setattr(_Link, "send", noted)
    monkeypatch.setattr(store, "append", slowly)
    page.send("roll", key="k")
    while not held:
        time.sleep(0.001)
    time.sleep(0.1)
    assert sent == [], "something was told before it was safe"
    committed, told = held[0]
    told.set_result(committed.result())
    assert "refused" not in page.answer()
    assert page.hear()["values"]["state"]["rolls"] == 1


def test_what_is_refused_changes_nothing_and_says_why(client: TestClient, live: tuple[str, Any]) -> None:
    table, connection = live
    page, before = LivePage(connection), record(client, table)
    for what, body in (("play", {"seat": 0, "move": "nonsense"}), ("undo", {"seat": 0}), ("correct", {"faces": [1]})):
        number = page.send(what, **body)
        answer = page.answer()
        assert answer["action"] == number
        assert answer["refused"].endswith(".")
    assert record(client, table) == before


def test_a_move_is_told_once_and_done_once(client: TestClient, live: tuple[str, Any]) -> None:
    table, connection = live
    page = LivePage(connection)
    page.act("roll", key="one")
    page.act("roll", key="one")  # a page that missed the answer asks again
    assert page.values["state"]["rolls"] == 1
    assert post(client, table, "roll", key="one").status_code == 200
    page.send("undo", seat=0)
    assert "refused" in page.answer(), "nothing was sent between the answers"


@pytest.mark.parametrize(
    "sent", ["[]", '{"do": 5}', '{"do": "fly", "action": 1}', '{"do": "play", "action": "x"}', "{"]
)
def test_what_no_page_sends_ends_the_connection(client: TestClient, live: tuple[str, Any], sent: str) -> None:
    table, connection = live
    before = record(client, table)
    LivePage(connection)
    connection.send_text(sent)
    with pytest.raises(WebSocketDisconnect) as closed:
        connection.receive_json()
    assert closed.value.code == 1007
    assert record(client, table) == before


def test_nobody_acts_for_others(store: SQLiteStore) -> None:
    game = next(name for name in with_two() if not open_game(name).secrets)
    with party(store) as friends:
        host, ana = friends.begun(game)
        address = f"ws://localhost/table/{host.table}/live"
        with ana.client.websocket_connect(address) as connection:
            page = LivePage(connection, 1)
            for what in ("play", "undo"):
                page.send(what, seat=0, move="pass")
                assert "seat" in page.answer()["refused"]
        assert expanded(host.get("/view", show=0).json())["values"]["state"]["rolls"] == 0


def test_a_refused_replacement_tells_nobody_who_is_done(client: TestClient, bids: str) -> None:
    """A refusal leaves the room's version as it is, though the table looked at other positions meanwhile."""
    told = []
    for secretly in ([], ["bid 3"]):
        table = opened(client, bids, **{f"kind-{seat}": "here" for seat in range(3)})
        post(client, table, "roll", show=0)
        for move in secretly:
            assert post(client, table, "play", seat=0, show=0, move=move).status_code == 200
        assert post(client, table, "play", seat=2, show=2, move="bid 2").status_code == 200
        seen_by(client, table, 0, language="es")
        refused = post(client, table, "play", seat=2, show=2, move="bid 9", instead="bid 2")
        assert refused.status_code == 422
        told.append([seen_by(client, table, 1, language=each)["html/players"] for each in ("ru", "es")])
    assert told[0] == told[1]


def test_a_page_that_was_sent_very_much_is_sent_some_of_it_again(
    client: TestClient, live: tuple[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rollwright.web.table.page_memory.MAX_REMEMBERED", 3)
    page = LivePage(live[1])
    for _ in range(4):
        if page.values["state"]["roll"]:
            page.act("roll")
        else:
            page.act("play", seat=0, move=page.values["moves"][0]["move"])
        assert page.values == seen_by(client, live[0], 0)


def test_a_secret_move_makes_no_work_for_others(client: TestClient, bids: str) -> None:
    """What others are shown is not even computed anew: the time that takes would tell of the move."""
    table = opened(client, bids, **{f"kind-{seat}": "here" for seat in range(3)})
    post(client, table, "roll", show=0)
    room = services(client).rooms._rooms[table]
    before = {seats: room.version_for(seats) for seats in ((), (0,), (1,), (0, 1))}
    assert post(client, table, "play", seat=0, show=0, move="bid 3").status_code == 200
    assert [room.version_for(seats) == version for seats, version in before.items()] == [True, False, True, False]
    for seat, move in ((1, "bid 2"), (2, "bid 4"), (0, "ready"), (1, "ready"), (2, "ready")):
        assert post(client, table, "play", seat=seat, show=seat, move=move).status_code == 200
    assert room.version_for(()) != before[()], "what is revealed is everybody's business"
