"""No request keeps the others waiting: budgets come before bodies, and a thread reads what is long."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.formparsers import FormParser, MultiPartParser
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rollwright.core.game import open_game
from rollwright.live.entry.identity import known_as
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.http.guard import LARGEST_BODY, LARGEST_RECORD, LONGEST_QUERY
from rollwright.web.http.limits import Limits
from rollwright.web.http.requests import parsed
from rollwright.web.table import socket
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER, JSON, opened, quick_app

FORMS = {
    "/open": {"text": "nonsense"},
    f"/new/{ANY_NUMBER}": {"quick": "1"},
    f"/learn/{ANY_NUMBER}": {"lesson": "none"},
    f"/puzzles/{ANY_NUMBER}": {"puzzle": "none"},
    f"/daily/{datetime.now(UTC).date()}/{ANY_NUMBER}": {"name": "Ana"},
    "/set": {"theme": "dark"},
}
"""Every address that takes a form, and a form that it understands."""

FORM = "application/x-www-form-urlencoded"
ACTIONS = ("play", "roll", "hint", "sit", "leave", "lend", "return", "link", "greet", "nonce", "begin", "correct")


@pytest.fixture
def parsed_by(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads that have parsed forms."""
    threads: list[threading.Thread] = []
    for kind in (FormParser, MultiPartParser):

        def noted(parser: Any, parse: Any = kind.parse) -> Any:
            threads.append(threading.current_thread())
            return parse(parser)

        monkeypatch.setattr(kind, "parse", noted)
    return threads


@pytest.mark.parametrize("path", FORMS)
def test_forms_are_parsed_in_another_thread(client: TestClient, path: str, parsed_by: list[threading.Thread]) -> None:
    assert client.portal
    loop = client.portal.call(threading.current_thread)
    client.post(path, data=FORMS[path], headers=JSON)
    client.post(path, data=FORMS[path], files={"file": ("a.txt", b"nonsense")}, headers=JSON)
    assert len(parsed_by) == 2
    assert loop not in parsed_by


def test_a_record_comes_as_text_or_as_a_file(client: TestClient) -> None:
    text = min((open_game(ANY_NUMBER).folder / "golden").glob("*-seats.txt")).read_text(encoding="utf-8")
    for sent in (
        {"data": {"text": text}},
        {"data": {"text": ""}, "files": {"file": ("game.txt", text.encode())}},
        {"data": {"text": text}, "files": {"file": ("", b"")}},
    ):
        assert client.post("/open", **sent).status_code == 303


@pytest.mark.parametrize("path", FORMS)
def test_a_form_that_is_too_large_is_refused_before_it_is_parsed(
    client: TestClient, path: str, parsed_by: list[threading.Thread]
) -> None:
    most = LARGEST_RECORD if path == "/open" else LARGEST_BODY
    answer = client.post(path, content=b"%" * (most + 1), headers={**JSON, "Content-Type": FORM})
    assert answer.status_code == 413
    assert f"at most {most // 1024} kB" in answer.json()["refused"]
    assert not parsed_by


def test_an_action_that_is_too_large_is_refused(client: TestClient) -> None:
    table = opened(client)
    for what in ACTIONS:
        answer = client.post(f"/table/{table}/{what}", content=b" " * (LARGEST_BODY + 1), headers=JSON)
        assert answer.status_code == 413
        assert "at most 16 kB" in answer.json()["refused"]


def test_an_address_that_is_too_long_is_refused(client: TestClient) -> None:
    table = opened(client)
    for path in ("/", f"/table/{table}/view"):
        assert client.get(path, params={"show": "0"}).status_code == 200
        answer = client.get(f"{path}?{'%' * (LONGEST_QUERY + 1)}", headers=JSON)
        assert answer.status_code == 414
        assert answer.json()["refused"].startswith("This address is too long")


def asked(app: Any, path: str, cookie: str, kind: str) -> tuple[int, bool]:
    """Post a request, and return the status of its answer and whether its body was asked for."""
    sent: list[dict[str, Any]] = []
    read: list[bool] = []

    async def receive() -> dict[str, Any]:
        read.append(True)
        return {"type": "http.request", "body": urlencode({"quick": "1"}).encode()}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", kind.encode()), (b"cookie", cookie.encode())]
    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers, "client": ("testclient", 5), "scheme": "http", "server": ("localhost", 80),
        "root_path": "", "http_version": "1.1", "asgi": {"version": "3.0"},
    }  # fmt: skip
    run_apart(app(scope, receive, send))
    return sent[0]["status"], bool(read)


@pytest.fixture
def spent(store: SQLiteStore) -> Iterator[tuple[Any, str, str]]:
    """An app of which this address and this browser have asked all that they may, a table there, and a cookie."""
    limits = Limits(clock=lambda: 0.0)
    app = quick_app(store, limits=limits)
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        table = opened(client)
        cookie = f"rollwright={client.cookies['rollwright']}"
        for limiter in (limits.opening, limits.asking, limits.acting, limits.joining):
            for who in ("testclient", known_as(client.cookies["rollwright"])):
                while not limiter.is_spent(who):
                    limiter.spend(who)
        yield app, table, cookie


def test_who_has_spent_a_budget_is_refused_before_the_body_is_read(spent: tuple[Any, str, str]) -> None:
    app, table, cookie = spent
    for path in FORMS:
        assert asked(app, path, cookie, FORM) == (429, False), path
    for path in (f"/table/{table}/{what}" for what in ACTIONS):
        assert asked(app, path, cookie, "application/json") == (429, False), path


def test_a_message_is_parsed_only_if_the_connection_may_send_it(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []

    def noted(text: str) -> dict[str, Any]:
        texts.append(text)
        return parsed(text)

    monkeypatch.setattr(socket, "parsed", noted)
    with TestClient(quick_app(store, limits=Limits(1 / 50, clock=lambda: 0.0)), base_url="http://localhost") as client:
        table = client.post(f"/new/{ANY_NUMBER}", data={"quick": "1"}, follow_redirects=False).headers["location"]
        with client.websocket_connect(f"ws://localhost{table}/live") as page:
            for _ in range(3):
                page.send_json({"show": 0})
            with suppress(WebSocketDisconnect):
                while True:
                    page.receive_json()
    assert len(texts) == 2, "two of the three may be sent at once"


def test_a_long_record_is_written_down_in_another_thread(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    open_table = store.open_table

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread())
        return open_table(*arguments)

    monkeypatch.setattr(store, "open_table", noted)
    text = min((open_game(ANY_NUMBER).folder / "golden").glob("*-seats.txt")).read_text(encoding="utf-8")
    assert client.post("/open", data={"text": text}).status_code == 303
    assert client.portal
    assert threads
    assert client.portal.call(threading.current_thread) not in threads
