"""Whatever is sent, the answer is a sentence, and nothing has changed."""

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rollwright.bots.search import Advice
from rollwright.core.game import open_game
from rollwright.core.language import Phrase
from rollwright.store.errors import StoreRefused
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.http.guard import LARGEST_RECORD
from rollwright.web.table.socket import TRY_LATER
from rollwright.web.web_settings import WebSettings
from tests.support.loops import run_apart
from tests.support.pages import expanded
from tests.support.wire import (
    ANY_NUMBER,
    GAMES,
    JSON,
    QuickThinkers,
    browser,
    moves,
    opened,
    play_on,
    post,
    quick_app,
    record,
)

ATTACKS: list[tuple[str, dict[str, Any], int]] = [
    ("play", {"json": {"seat": 0, "move": "fly to the moon"}}, 422),
    ("play", {"json": {"seat": 7, "move": "pass"}}, 422),
    ("play", {"json": {"seat": -1, "move": "pass"}}, 422),
    ("play", {"json": {"seat": "0", "move": "pass"}}, 400),
    ("play", {"json": {"seat": True, "move": "pass"}}, 400),
    ("play", {"json": {"seat": 0.5, "move": "pass"}}, 400),
    ("play", {"json": {"seat": 10**30, "move": "pass"}}, 400),
    ("play", {"json": {"seat": 0}}, 400),
    ("play", {"json": {"seat": 0, "move": 5}}, 400),
    ("play", {"json": {"seat": 0, "move": "x" * 10_000}}, 400),
    ("play", {"json": {"seat": 0, "move": "pass", "key": "k" * 1_000}}, 400),
    ("roll", {"json": {"show": 99}}, 422),
    ("roll", {"json": {"version": "x", "boot": "x", "told": "many"}}, 400),
    ("roll", {"json": {"key": 5}}, 400),
    ("play", {"json": [1, 2, 3]}, 400),
    ("play", {"content": b"{not json", "headers": {"Content-Type": "application/json"}}, 400),
    ("play", {"content": b"[" * 16_000, "headers": {"Content-Type": "application/json"}}, 400),
    ("play", {"content": b"\xff\xfe", "headers": {"Content-Type": "application/json"}}, 400),
    ("play", {"content": b"x" * (10 * 1024 * 1024), "headers": {"Content-Type": "application/json"}}, 413),
    ("undo", {"json": {"seat": 0}}, 422),
    ("undo", {"json": {"seat": 5}}, 422),
    ("hint", {"json": {"seat": 5}}, 422),
    ("roll", {"json": {}, "headers": {"Origin": "http://evil.example"}}, 403),
    ("roll", {"json": {}, "headers": {"Sec-Fetch-Site": "cross-site"}}, 403),
    ("roll", {"json": {}, "headers": {"Host": "evil.example"}}, 421),
    ("roll", {"json": {}, "headers": {"Origin": "http://["}}, 403),
    ("roll", {"content": b"{}", "headers": {"Content-Type": "application/json; charset=idna"}}, 400),
    ("play", {"content": b'{"seat": 0, "move": "pass", "key": "\\ud800"}'}, 400),
]


@pytest.mark.parametrize(("what", "sent", "status"), ATTACKS, ids=lambda value: str(value)[:80])
def test_attacks_get_a_sentence_and_change_nothing(
    client: TestClient, store: SQLiteStore, what: str, sent: dict[str, Any], status: int
) -> None:
    table = opened(client)
    sent = {**sent, "headers": {**JSON, **sent.get("headers", {})}}
    answer = client.post(f"/table/{table}/{what}", **sent)
    assert answer.status_code == status, answer.text
    sentence = answer.json()["refused"]
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert len(store.load(table).result()[1]) == 1


def test_a_body_without_a_length_is_counted(client: TestClient) -> None:
    table = opened(client)

    def pieces() -> Iterator[bytes]:
        for _ in range(LARGEST_RECORD // 65_536 + 2):
            yield b" " * 65_536

    for path in (f"/table/{table}/play", "/open"):
        assert client.post(path, content=pieces(), headers=JSON).status_code == 413


@pytest.mark.parametrize(
    "address",
    ["/nowhere", "/new/nonsense", "/rules/%2e%2e", "/table/x", "/table/%00", "/static/%2e%2e/app.py"],
)
def test_bad_addresses_get_a_sentence(client: TestClient, address: str) -> None:
    page = client.get(address)
    assert page.status_code == 404
    assert client.get(address, headers=JSON).json()["refused"].endswith(".") or "static" in address


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT"])
def test_other_methods_are_refused(client: TestClient, method: str) -> None:
    assert client.request(method, "/", headers=JSON).status_code == 405


def test_a_question_about_a_page_does_nothing(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    play_on(client, table)
    owner = store.load(table).result()[0].owner
    for address in (f"/table/{table}/delete", f"/table/{table}/same", "/statistics/forget", f"/new/{ANY_NUMBER}"):
        form = {"quick": "1", "kind-0": "here"}
        answer = client.request("HEAD", address, data=form, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == client.get(address).status_code == 200, address
    assert [each.head.table_id for each in store.list_tables(owner).result()] == [table]
    assert len(store.results(owner).result()) == 1


@pytest.mark.parametrize(
    "form",
    [
        {"kind-0": "easy"},
        {"kind-0": "here", "kind-1": "wizard"},
        {"kind-0": "none"},
        {"kind-0": "here", "option-start": "6"},
        {"kind-0": "here", "option-start": "nobody"},
    ],
    ids=str,
)
def test_a_bad_form_is_shown_again_with_a_sentence(
    client: TestClient, store: SQLiteStore, form: dict[str, str]
) -> None:
    answer = client.post(f"/new/{ANY_NUMBER}", data=form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert not client.cookies


def test_a_move_for_another_seat_is_refused(client: TestClient, store: SQLiteStore) -> None:
    game = next(name for name in GAMES if 2 in open_game(name).seats)
    table = opened(client, game, **{"kind-0": "here", "kind-1": "easy"})
    answer = post(client, table, "play", seat=1, move="pass")
    assert answer.status_code == 422
    assert "is a bot" in answer.json()["refused"]


def test_headers_are_strict(client: TestClient) -> None:
    for address in ("/", f"/table/{opened(client)}", "/nowhere", "/static/table/table.js"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    client.cookies.clear()
    cookie = client.post(f"/new/{GAMES[0]}", data={"quick": "1"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_a_fault_of_ours_is_a_sentence_with_our_headers(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    app = quick_app(store)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        monkeypatch.setattr(store, "list_tables", broken)
        client.cookies.set("rollwright", "x" * 32)
        answer = client.get("/tables", headers=JSON)
        assert answer.status_code == 500
        assert answer.json()["refused"].startswith("Something went wrong on our side")
        assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("said", ["nonsense", "[]", '{"show": 99}', '{"show": "x"}', '{"told": 1e400}'])
def test_a_live_page_that_talks_nonsense_is_dropped(client: TestClient, said: str) -> None:
    table = opened(client)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        live.send_text(said)
        with pytest.raises(WebSocketDisconnect):
            live.receive_json()


def test_another_site_cannot_listen(client: TestClient) -> None:
    table = opened(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(
            f"ws://localhost/table/{table}/live", headers={"Origin": "http://evil.example"}
        ) as live,
    ):
        live.receive_json()


def test_a_full_disk_refuses_and_nothing_is_half_done(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:

    table = opened(client)

    def full(*_: Any) -> Future[bool]:
        answer: Future[bool] = Future()
        answer.set_exception(StoreRefused(Phrase("The disk is full.")))
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        answer = post(client, table, "roll")
        assert answer.status_code == 503
        assert answer.json()["refused"] == "The disk is full."
        assert expanded(client.get(f"/table/{table}/view", headers=JSON).json())["values"]["state"]["roll"]
    assert post(client, table, "roll").status_code == 200
    assert len(store.load(table).result()[1]) == 2


def test_many_at_once_are_put_in_order(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(post(client, table, "roll").status_code)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, *[422] * 7]
    assert len(store.load(table).result()[1]) == 2


def test_a_name_cannot_break_the_page(client: TestClient) -> None:
    table = opened(client, **{"kind-0": "here", "name-0": "<!--<script>"})
    text = client.get(f"/table/{table}").text
    blocks = re.findall(r'<script type="application/json" id="start">(.*?)</script>', text, re.DOTALL)
    assert len(blocks) == 1
    assert "<" not in blocks[0]
    assert "<!--<script>" in expanded(json.loads(blocks[0]))["values"]["html/players"].replace("&lt;", "<").replace(
        "&gt;", ">"
    )


def test_a_form_in_a_slow_code_is_refused_unread(client: TestClient) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nxn--' + b"9" * 400_000 + b"\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x; charset=idna"}
    assert client.post("/open", content=body, headers=headers).status_code == 400


def test_a_wrong_language_is_no_fault(client: TestClient) -> None:
    table = opened(client)
    assert post(client, table, "roll", language=[]).status_code == 200


def test_a_hint_for_a_table_that_is_deleted_is_refused(store: SQLiteStore) -> None:
    class SlowCrew(QuickThinkers):
        def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
            return Future()

    with browser(store, SlowCrew()) as client:
        table = opened(client)
        post(client, table, "roll")
        answers: list[int] = []
        asking = threading.Thread(target=lambda: answers.append(post(client, table, "hint", seat=0).status_code))
        asking.start()
        time.sleep(0.2)
        assert client.post(f"/table/{table}/delete").status_code == 303
        asking.join(20)
        assert answers == [404]


def test_two_servers_on_one_store_do_not_undo_each_other(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers()) as one:
        table = opened(one)
        with browser(store, QuickThinkers(), cookies=dict(one.cookies)) as other:
            assert moves(other, table) == []
            assert post(one, table, "roll", key="first").status_code == 200
            assert post(other, table, "roll", key="second").status_code == 422, "tried again, there is nothing to roll"
            assert post(other, table, "roll", key="first").status_code == 200
            assert record(one, table) == record(other, table)
            assert one.post(f"/table/{table}/delete").status_code == 303
            assert post(other, table, "play", seat=0, move=moves(other, table)[0]).status_code == 404
            assert other.get(f"/table/{table}").status_code == 404


def test_a_server_in_the_house_answers_to_addresses_but_not_to_other_names(store: SQLiteStore) -> None:
    app = quick_app(store, hosts=("rolls",))
    with TestClient(app, base_url="http://rolls:8600") as client:
        assert client.get("/about").status_code == 200
        for host, status in (("192.168.1.5:8600", 200), ("[fe80::1]:8600", 200), ("evil.example:8600", 421)):
            assert client.get("/about", headers={"Host": host}).status_code == status


def test_another_process_that_has_not_heard_yet_looks_before_it_refuses(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers()) as one:
        table = opened(one)
        with browser(store, QuickThinkers(), cookies=dict(one.cookies)) as other:
            assert moves(other, table) == [], "it knows the table as it was before"
            assert post(one, table, "roll").status_code == 200
            move = moves(one, table)[0]
            answer = other.post(f"/table/{table}/play", json={"seat": 0, "move": move}, headers=JSON)
            assert answer.status_code == 200, answer.text


def test_what_could_not_be_kept_is_not_shown_to_anybody(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(client)
    gone = StoreRefused(Phrase("The database is away."))

    def away(*_: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        answer.set_exception(gone)
        return answer

    with monkeypatch.context() as patch:
        for what in ("append", "load"):
            patch.setattr(store, what, away)
        assert post(client, table, "roll").status_code == 503
        for address in ("", "/view?language=es", "/company", "/record", "/about?seat=0&spot=x"):
            assert client.get(f"/table/{table}{address}", headers=JSON).status_code == 503, address
        with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
            live.send_text("{}")
            assert live.receive()["code"] == TRY_LATER
    view = client.get(f"/table/{table}/view?language=es", headers=JSON).json()
    assert view["values"]["state"]["roll"], "the dice that nobody kept have not fallen"
    assert view["values"]["state"]["rolls"] == 0


@pytest.mark.parametrize(
    "token", ["x" * 31, "x" * 129, "é" * 40, "a b" * 20, '"' + "\\012" * 40 + '"', "'" * 40, "x" * 31 + ";", "../" * 20]
)
def test_a_token_that_we_never_gave_out_is_nobody_s(client: TestClient, token: str) -> None:
    headers: Any = {"Cookie": f"rollwright={token}".encode(), **JSON}
    answer = client.post(f"/new/{ANY_NUMBER}", data={"quick": "1"}, headers=headers)
    assert answer.status_code == 303
    given = re.search(r"rollwright=([0-9a-f]{32});", answer.headers["set-cookie"])
    assert given, "it gets one of ours instead"


def test_where_the_connection_is_safe_the_cookie_is_guarded(store: SQLiteStore) -> None:
    with TestClient(quick_app(store), base_url="https://localhost", follow_redirects=False) as client:
        answer = client.post(f"/new/{ANY_NUMBER}", data={"quick": "1"}, headers={"Cookie": f"rollwright={'t' * 32}"})
        given = answer.headers["set-cookie"]
        assert given.startswith("__Host-rollwright=")
        assert "t" * 32 not in given, "a cookie that another site could have set is not believed"
        assert all(each in given for each in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"))
        assert "Domain" not in given
        assert client.get(answer.headers["location"]).status_code == 200


def test_asking_to_delete_what_is_not_theirs_is_limited(store: SQLiteStore) -> None:
    with TestClient(quick_app(store), base_url="http://localhost") as client:
        found = [client.get(f"/table/guess-{number}/delete", headers=JSON).status_code for number in range(70)]
    assert set(found) == {404, 429}


def test_a_body_that_never_comes_to_its_end_is_refused(store: SQLiteStore) -> None:
    app = quick_app(store, settings=WebSettings(body_timeout=0.2))

    async def ask() -> list[Any]:
        sent: list[Any] = []
        pieces = [{"type": "http.request", "body": b'{"link": "', "more_body": True}]

        async def receive() -> Any:
            return pieces.pop() if pieces else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"accept", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/join", "raw_path": b"/join", "query_string": b"",
                 "headers": headers, "scheme": "http", "client": ("10.0.0.1", 5), "server": ("localhost", 80),
                 "http_version": "1.1", "root_path": "", "app": app}  # fmt: skip
        await app(scope, receive, send)
        return sent

    sent = run_apart(ask())
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["refused"].endswith(".")


def test_no_answer_is_for_other_origins(client: TestClient) -> None:
    table = f"/table/{opened(client)}"
    for address in (
        "/",
        "/tables",
        "/verify",
        "/static/table/table.js",
        table,
        f"{table}/view",
        f"{table}/record",
        "/no",
    ):
        for method in ("GET", "OPTIONS"):
            answer = client.request(method, address, headers={"Origin": "http://evil.example"})
            assert not [name for name in answer.headers if name.startswith("access-control")], address
        answer = client.get(address)
        kind = answer.headers["content-type"]
        assert "charset=utf-8" in kind or kind == "application/json", address
        if address.startswith("/table"):
            assert answer.headers["cache-control"] == "no-store"
