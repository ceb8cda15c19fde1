"""Nobody is sent what they may not know."""

import json
import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rollwright.store.sqlite import SQLiteStore
from tests.support.pages import expanded
from tests.support.wire import JSON, opened, post

SECRETLY: list[list[str]] = [
    [],
    ["bid 2"],
    ["bid 5"],
    ["bid 5", "ready"],
    ["bid 1", "undo", "bid 4", "undo", "bid 6"],
    ["bid 1", "bid 4 instead of bid 1"],
]


def test_what_a_page_is_sent_does_not_depend_on_others_secrets(client: TestClient, bids: str) -> None:
    sent = []
    for secretly in SECRETLY:
        table = opened(client, bids, **{"kind-0": "here", "kind-1": "here"})
        with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
            live.send_text(json.dumps({"show": 0}))
            heard = [live.receive_text()]
            post(client, table, "roll", show=1)
            heard.append(live.receive_text())
            opened_by = expanded(json.loads(heard[-1]))["values"]["state"]["opening"]
            live.send_text(json.dumps({"show": 0, "opened": opened_by}))
            heard.append(live.receive_text())
            about = f"/table/{table}/about?seat=0&spot=bid-1&opened={opened_by}"
            for move in secretly:
                body = {"seat": 1, "show": 1}
                what = "undo" if move == "undo" else "play"
                text, _, last = move.partition(" instead of ")
                assert post(client, table, what, **body, move=text, instead=last or None).status_code == 200
            heard += [client.get(about, headers=JSON).text]
            assert post(client, table, "play", seat=0, show=0, move="bid 3").status_code == 200
            heard += [live.receive_text(), client.get(about, headers=JSON).text]
            live.send_text(json.dumps({"show": 0, "opened": opened_by}))
            heard.append(live.receive_text())  # had anything been sent before, it would come first
        listed = client.get("/tables").text
        boot = json.loads(heard[0])["boot"]
        sent.append(("".join(heard).replace(boot, ""), re.findall(r"Player \d: \d+", listed)[:2]))
    assert all(each == sent[0] for each in sent)


def test_a_bot_s_secrets_cannot_be_asked_for(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **{"kind-0": "here", "kind-1": "easy"})
    post(client, table, "roll")
    for address in ("about?seat=1&spot=bid-1", "record"):
        assert client.get(f"/table/{table}/{address}", headers=JSON).status_code == 422
    for what in ("play", "undo", "hint"):
        assert post(client, table, what, seat=1, move="ready").status_code == 422


def test_a_bot_s_choices_follow_from_what_the_browser_does_not_know(client: TestClient, store: SQLiteStore) -> None:
    tables = [opened(client) for _ in range(2)]
    seeds = {store.load(table).result()[0].seed for table in tables}
    assert len(seeds) == 2
    assert not any(str(seed) in client.get(f"/table/{table}").text for seed in seeds for table in tables)


def test_only_the_browser_that_opened_a_table_can_see_it(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    client.cookies.clear()
    for address in ("", "/view", "/record", "/delete", "/about?seat=0&spot=x"):
        assert client.get(f"/table/{table}{address}").status_code == 404
    for what in ("roll", "play", "undo", "hint", "again", "delete"):
        assert post(client, table, what, seat=0, move="pass").status_code == 404
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live, pytest.raises(WebSocketDisconnect):
        live.receive_json()
    assert client.get("/tables").text.count(table) == 0
    assert len(store.load(table).result()[1]) == 1
