"""The web app from outside: pages, tables, refusals. What has a face is tested in a real browser, in `browser`."""

import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import rollwright.games
from rollwright.bots.crew import Crew
from rollwright.bots.levels import choose
from rollwright.bots.search import Advice
from rollwright.core.game import all_games, open_game
from rollwright.core.language import LANGUAGES
from rollwright.records import replay
from rollwright.table.sqlite import SQLiteStore
from rollwright.view.drawing import RESERVED
from rollwright.web.app import make_app
from rollwright.web.guard import LARGEST_BODY

GAMES = [game.name for game in all_games()]
JSON = {"Accept": "application/json"}


class QuickCrew(Crew):
    """Bots that think at once, in this process, with the plain rules."""

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        answer: Future[Advice] = Future()
        answer.set_result(choose(open_game(game_name), position, seat, level, seed, seconds=0.05, compiled=False))
        return answer

    def prepare(self, game_name: str) -> Future[None]:
        answer: Future[None] = Future()
        answer.set_result(None)
        return answer


class SleepingCrew(QuickCrew):
    """Bots whose rules are never compiled."""

    def prepare(self, game_name: str) -> Future[None]:
        return Future()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")


def browser(store: SQLiteStore, crew: Crew, **rest: Any) -> TestClient:
    """Return a browser for an app of its own."""
    return TestClient(make_app(store, crew, pause=0), base_url="http://localhost", follow_redirects=False, **rest)


@pytest.fixture
def client(store: SQLiteStore) -> Iterator[TestClient]:
    with browser(store, QuickCrew()) as client:
        yield client


def opened(client: TestClient, game: str = GAMES[0], **form: str) -> str:
    """Open a table and return its id."""
    answer = client.post(f"/new/{game}", data=form or {"quick": "1"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/table/")


def post(client: TestClient, table: str, what: str, **body: Any) -> Any:
    return client.post(f"/table/{table}/{what}", json=body, headers=JSON)


def moves(client: TestClient, table: str, seat: int = 0) -> list[str]:
    view = client.get(f"/table/{table}/view?show={seat}", headers=JSON).json()
    return [move["move"] for move in view["values"]["moves"]]


def record(client: TestClient, table: str) -> str:
    return str(client.get(f"/table/{table}/record").text)


def play_on(client: TestClient, table: str, steps: int = 10_000, seats: int = 1) -> None:
    """Play a table on through the wire: whoever may move takes the first legal move."""
    for _ in range(steps):
        state = client.get(f"/table/{table}/view?show=0", headers=JSON).json()["values"]["state"]
        if state["over"]:
            return
        if state["roll"]:
            assert post(client, table, "roll").status_code == 200
            continue
        seat = state["turns"][0]
        assert post(client, table, "play", seat=seat, move=moves(client, table, seat)[0]).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(client: TestClient, language: str) -> None:
    table = opened(client)
    addresses = ["/", "/tables", "/about", f"/table/{table}", f"/table/{table}/delete"]
    addresses += [f"/{page}/{game}" for page in ("new", "rules", "print") for game in GAMES]
    for address in addresses:
        answer = client.get(address, headers={"Accept-Language": language})
        assert answer.status_code == 200, address
        assert f'lang="{language}"' in answer.text
        assert "{" not in re.sub(r"<script.*?</script>|<pre>.*?</pre>", "", answer.text, flags=re.DOTALL), address


def test_two_clicks_to_the_first_die(client: TestClient) -> None:
    table = opened(client, quick="1")
    assert post(client, table, "roll").status_code == 200
    assert "dice" in record(client, table)


def test_a_table_is_played_over_the_wire_and_its_record_opens_again(client: TestClient) -> None:
    table = opened(client)
    play_on(client, table)
    text = record(client, table)
    assert replay(text).over
    again = client.post("/open", files={"file": ("game.txt", text)}, data={"text": ""})
    assert again.status_code == 303
    assert record(client, again.headers["location"].removeprefix("/table/")) == text
    pasted = client.post("/open", data={"text": text})
    assert pasted.status_code == 303
    view = client.get(again.headers["location"] + "/view", headers=JSON).json()
    assert "chart" in view["values"]["html/end"]


def test_a_record_that_is_left_is_played_on(client: TestClient) -> None:
    table = opened(client)
    play_on(client, table, steps=9)
    again = client.post("/open", data={"text": record(client, table)}).headers["location"].removeprefix("/table/")
    assert record(client, again) == record(client, table)
    play_on(client, again)
    assert replay(record(client, again)).over


def test_a_bad_record_is_refused_with_its_line_and_not_lost(client: TestClient) -> None:
    answer = client.post("/open", data={"text": "rollwright: 1\ngame: nonsense\n"})
    assert answer.status_code == 422
    assert "There is no game called &#39;nonsense&#39;" in answer.text
    assert "game: nonsense" in answer.text  # what was pasted is still there


def wait_for(client: TestClient, table: str, pattern: str) -> str:
    """Return the record once it holds something that a bot does."""
    for _ in range(400):
        text = record(client, table)
        if re.search(pattern, text, re.MULTILINE):
            return text
        time.sleep(0.01)
    raise AssertionError(f"the record never held {pattern}: {text}")


def test_bots_answer_and_undo_lets_them_move_again(client: TestClient) -> None:
    table = opened(client, **{"kind-0": "here", "kind-1": "easy", "name-0": "Ana", "option-start": "1"})
    post(client, table, "roll")
    first, *_, last = moves(client, table)
    post(client, table, "play", seat=0, move=first)
    text = wait_for(client, table, r"^2 line|^2 pass")
    assert "names: Ana, Ada" in text
    assert post(client, table, "undo", seat=0).status_code == 200
    assert not re.search(r"^[12] ", record(client, table), re.MULTILINE), "the bot's moves went with the allocation"
    post(client, table, "play", seat=0, move=last)
    assert f"1 {last}" in wait_for(client, table, r"^2 line|^2 pass")


def test_everything_survives_a_restart(store: SQLiteStore) -> None:
    with browser(store, QuickCrew()) as before:
        table = opened(before)
        play_on(before, table, steps=12)
        text, cookies = record(before, table), dict(before.cookies)
    with browser(store, QuickCrew(), cookies=cookies) as after:
        assert record(after, table) == text
        play_on(after, table)
        assert replay(record(after, table)).over


def test_a_repeated_request_is_done_once(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    first = post(client, table, "roll", key="the-roll")
    move = moves(client, table)[0]
    for _ in range(3):
        assert post(client, table, "roll", key="the-roll").status_code == 200
        assert post(client, table, "play", seat=0, move=move, key="the-move").status_code == 200
    assert first.status_code == 200
    assert len(store.load(table).result()[1]) == 3
    with browser(store, QuickCrew(), cookies=dict(client.cookies)) as restarted:
        assert post(restarted, table, "play", seat=0, move=move, key="the-move").status_code == 200
    assert len(store.load(table).result()[1]) == 3


def test_a_table_can_be_deleted(client: TestClient) -> None:
    table = opened(client)
    assert table in client.get("/tables").text
    assert client.post(f"/table/{table}/delete").headers["location"] == "/tables"
    assert table not in client.get("/tables").text
    assert client.get(f"/table/{table}").status_code == 404


def test_playing_again_keeps_players_and_options(client: TestClient) -> None:
    game = next(name for name in GAMES if 2 in open_game(name).seats)
    table = opened(client, game, **{"kind-0": "here", "kind-1": "here", "name-0": "Ana", "name-1": "Ben"})
    again = client.post(f"/table/{table}/again").headers["location"].removeprefix("/table/")
    assert again != table
    assert record(client, again) == record(client, table)


def test_only_the_browser_that_opened_a_table_can_see_it(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    client.cookies.clear()
    for address in ("", "/view", "/record", "/delete", "/why?seat=0&spot=x"):
        assert client.get(f"/table/{table}{address}").status_code == 404
    for what in ("roll", "play", "undo", "hint", "again", "delete"):
        assert post(client, table, what, seat=0, move="pass").status_code == 404
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live, pytest.raises(WebSocketDisconnect):
        live.receive_json()
    assert client.get("/tables").text.count(table) == 0
    assert len(store.load(table).result()[1]) == 1


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
    ("play", {"content": b"[" * 100_000, "headers": {"Content-Type": "application/json"}}, 400),
    ("play", {"content": b"\xff\xfe", "headers": {"Content-Type": "application/json"}}, 400),
    ("play", {"content": b"x" * (10 * 1024 * 1024), "headers": {"Content-Type": "application/json"}}, 413),
    ("undo", {"json": {"seat": 0}}, 422),
    ("undo", {"json": {"seat": 5}}, 422),
    ("hint", {"json": {"seat": 0}}, 422),
    ("roll", {"json": {}, "headers": {"Origin": "http://evil.example"}}, 403),
    ("roll", {"json": {}, "headers": {"Sec-Fetch-Site": "cross-site"}}, 403),
    ("roll", {"json": {}, "headers": {"Host": "evil.example"}}, 421),
    ("roll", {"json": {}, "headers": {"Origin": "http://["}}, 403),
    ("roll", {"content": b"{}", "headers": {"Content-Type": "application/json; charset=idna"}}, 400),
    ("play", {"content": b'{"seat": 0, "move": "pass", "key": "\\ud800"}'}, 400),
]


@pytest.mark.parametrize(("what", "sent", "status"), ATTACKS, ids=str)
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
        for _ in range(LARGEST_BODY // 65_536 + 2):
            yield b" " * 65_536

    answer = client.post(f"/table/{table}/play", content=pieces(), headers=JSON)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "address",
    ["/nowhere", "/new/nonsense", "/rules/%2e%2e", "/table/x", "/table/%00", "/static/%2e%2e/app.py"],
)
def test_bad_addresses_get_a_sentence(client: TestClient, address: str) -> None:
    page = client.get(address)
    assert page.status_code == 404
    assert client.get(address, headers=JSON).json()["refused"].endswith(".") or "static" in address


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(client: TestClient, method: str) -> None:
    assert client.request(method, "/", headers=JSON).status_code == 405


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
    answer = client.post(f"/new/{GAMES[0]}", data=form)
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
    for address in ("/", f"/table/{opened(client)}", "/nowhere", "/static/rollwright.js"):
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

    app = make_app(store, QuickCrew(), pause=0)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        monkeypatch.setattr(store, "list_tables", broken)
        client.cookies.set("rollwright", "x" * 32)
        answer = client.get("/tables", headers=JSON)
        assert answer.status_code == 500
        assert answer.json()["refused"].startswith("Something broke on our side")
        assert "content-security-policy" in answer.headers


def test_our_files_may_be_kept_by_the_browser(client: TestClient) -> None:
    page = client.get("/").text
    found = re.search(r'href="(/static/rollwright.css\?v=\w+)"', page)
    assert found
    assert "immutable" in client.get(found[1]).headers["cache-control"]
    assert client.get("/static/rollwright.css").headers["cache-control"] == "no-cache"


def test_preferences_are_kept_and_lead_back(client: TestClient) -> None:
    answer = client.post("/set", data={"language": "ru", "back": "/about"})
    assert answer.headers["location"] == "/about"
    assert 'lang="ru"' in client.get("/about", headers={"Accept-Language": "en"}).text
    client.post("/set", data={"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text
    for elsewhere in ("https://evil.example", "//evil.example", "/\\evil.example"):
        assert client.post("/set", data={"back": elsewhere}).headers["location"] == "/"


def test_a_live_page_hears_what_another_does(client: TestClient) -> None:
    table = opened(client)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        live.send_text(json.dumps({"show": 0, "version": 0, "told": 0}))
        first = live.receive_json()
        assert first["values"]["state"]["roll"]
        assert post(client, table, "roll").status_code == 200
        news = live.receive_json()
        assert news["version"] > first["version"]
        assert [each["text"] for each in news["told"]]
        assert set(news["values"]) < set(first["values"]), "only what changed is sent"
        live.send_text(json.dumps({"show": 0, "version": news["version"], "told": 1, "boot": news["boot"]}))
        assert live.receive_json()["values"] == {}
        client.post(f"/table/{table}/delete")
        with pytest.raises(WebSocketDisconnect) as closed:
            live.receive_json()
        assert closed.value.code == 4004


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


def test_while_rules_compile_people_play_and_bots_say_why_they_wait(store: SQLiteStore) -> None:
    game = next(name for name in GAMES if 2 in open_game(name).seats)
    with browser(store, SleepingCrew()) as client:
        table = opened(client, game, **{"kind-0": "here", "kind-1": "hard", "option-start": "1"})
        assert post(client, table, "roll").status_code == 200
        assert post(client, table, "play", seat=0, move=moves(client, table)[0]).status_code == 200
        players = client.get(f"/table/{table}/view?show=0", headers=JSON).json()["values"]["html/players"]
        assert "waking up" in players


def test_a_hint_proposes_a_legal_move_and_says_what_it_is_worth(client: TestClient) -> None:
    table = opened(client)
    post(client, table, "roll")
    answer = post(client, table, "hint", seat=0).json()
    assert answer["move"] in moves(client, table)
    assert "points" in answer["text"]


def test_a_full_disk_refuses_and_nothing_is_half_done(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rollwright.core.language import Phrase
    from rollwright.table.store import StoreRefused

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
        assert client.get(f"/table/{table}/view", headers=JSON).json()["values"]["state"]["roll"]
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


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small game with secrets, on the shelf; its dice always fall alike."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)
    shelf: Any = rollwright.games.__path__
    shelf.append(str(Path(__file__).parent / "shelf"))
    yield "sealed_bids"
    shelf.pop()


SECRETLY: list[list[str]] = [[], ["bid 2"], ["bid 5"], ["bid 5", "ready"], ["bid 1", "undo", "bid 4", "undo", "bid 6"]]


def test_what_a_page_is_sent_does_not_depend_on_others_secrets(client: TestClient, bids: str) -> None:
    sent = []
    for secretly in SECRETLY:
        table = opened(client, bids, **{"kind-0": "here", "kind-1": "here"})
        with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
            live.send_text(json.dumps({"show": 0}))
            heard = [live.receive_text()]
            post(client, table, "roll", show=1)
            heard.append(live.receive_text())
            for move in secretly:
                body = {"seat": 1, "show": 1}
                what = "undo" if move == "undo" else "play"
                assert post(client, table, what, **body, move=move).status_code == 200
            assert client.get(f"/table/{table}/why?seat=0&spot=bid-1", headers=JSON).status_code == 200
            live.send_text(json.dumps({"show": 0}))
            heard.append(live.receive_text())  # had anything been sent before, it would come first
        listed = client.get("/tables").text
        boot = json.loads(heard[0])["boot"]
        sent.append(("".join(heard).replace(boot, ""), re.findall(r"Player \d: \d+", listed)[:2]))
    assert all(each == sent[0] for each in sent)


def test_a_bot_s_secrets_cannot_be_asked_for(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **{"kind-0": "here", "kind-1": "easy"})
    post(client, table, "roll")
    for address in ("why?seat=1&spot=bid-1", "record"):
        assert client.get(f"/table/{table}/{address}", headers=JSON).status_code == 422
    for what in ("play", "undo", "hint"):
        assert post(client, table, what, seat=1, move="ready").status_code == 422


def test_every_choice_a_player_has_gets_a_sheet_to_print(client: TestClient, bids: str) -> None:
    assert client.get(f"/print/{bids}").text.count('class="sheet"') == 4


def test_a_table_whose_game_is_gone_can_still_be_deleted(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **{"kind-0": "here", "kind-1": "here"})
    shelf: Any = rollwright.games.__path__
    folder = shelf.pop()
    client.app.state.rooms._rooms.clear()  # type: ignore[attr-defined]
    try:
        assert client.get("/").status_code == 200
        assert "This game is not here any more." in client.get("/tables").text
        assert client.get(f"/table/{table}").status_code == 404
        assert client.get(f"/table/{table}/delete").status_code == 200
        assert client.post(f"/table/{table}/delete").status_code == 303
        assert table not in client.get("/tables").text
    finally:
        shelf.append(folder)


def test_a_name_cannot_break_the_page(client: TestClient) -> None:
    table = opened(client, **{"kind-0": "here", "name-0": "<!--<script>"})
    text = client.get(f"/table/{table}").text
    blocks = re.findall(r'<script type="application/json" id="start">(.*?)</script>', text, re.DOTALL)
    assert len(blocks) == 1
    assert "<" not in blocks[0]
    assert "<!--<script>" in json.loads(blocks[0])["values"]["html/players"].replace("&lt;", "<").replace("&gt;", ">")


def test_the_page_keeps_its_own_names_for_itself(client: TestClient) -> None:
    page = client.get(f"/table/{opened(client)}").text
    own = set(re.findall(r' id="([\w-]+)"', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)))
    assert {name for name in own if not name.startswith(("tab-", "figure-"))} <= RESERVED


def test_rooms_that_nobody_uses_are_forgotten_and_come_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rollwright.web.rooms.MOST_ROOMS", 2)
    tables = [opened(client) for _ in range(4)]
    for table in tables * 2:
        assert client.get(f"/table/{table}").status_code == 200
    assert len(client.app.state.rooms._rooms) == 2  # type: ignore[attr-defined]
    for table in tables:
        play_on(client, table, steps=5)


def test_a_form_in_a_slow_code_is_refused_unread(client: TestClient) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nxn--' + b"9" * 400_000 + b"\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x; charset=idna"}
    assert client.post("/open", content=body, headers=headers).status_code == 400


def test_a_wrong_language_is_no_fault(client: TestClient) -> None:
    table = opened(client)
    assert post(client, table, "roll", language=[]).status_code == 200


def test_a_hint_for_a_table_that_is_deleted_is_refused(store: SQLiteStore) -> None:
    class SlowCrew(QuickCrew):
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
    with browser(store, QuickCrew()) as one:
        table = opened(one)
        with browser(store, QuickCrew(), cookies=dict(one.cookies)) as other:
            assert moves(other, table) == []
            assert post(one, table, "roll", key="first").status_code == 200
            assert post(other, table, "roll", key="second").status_code == 409
            assert post(other, table, "roll", key="first").status_code == 200
            assert record(one, table) == record(other, table)
            assert one.post(f"/table/{table}/delete").status_code == 303
            assert post(other, table, "play", seat=0, move=moves(other, table)[0]).status_code == 404
            assert other.get(f"/table/{table}").status_code == 404


def test_a_server_in_the_house_answers_to_addresses_but_not_to_other_names(store: SQLiteStore) -> None:
    app = make_app(store, QuickCrew(), hosts=("rolls",))
    with TestClient(app, base_url="http://rolls:8600") as client:
        assert client.get("/about").status_code == 200
        for host, status in (("192.168.1.5:8600", 200), ("[fe80::1]:8600", 200), ("evil.example:8600", 421)):
            assert client.get("/about", headers={"Host": host}).status_code == status


def test_a_bot_s_choices_follow_from_what_the_browser_does_not_know(client: TestClient, store: SQLiteStore) -> None:
    tables = [opened(client) for _ in range(2)]
    seeds = {store.load(table).result()[0].seed for table in tables}
    assert len(seeds) == 2
    assert not any(str(seed) in client.get(f"/table/{table}").text for seed in seeds for table in tables)


def test_a_page_that_comes_back_after_all_had_left_is_told_everything(client: TestClient) -> None:
    table = opened(client)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        live.send_text(json.dumps({"show": 0}))
        live.receive_json()
        post(client, table, "roll")
        seen = live.receive_json()
    play_on(client, table, steps=3)
    look = {"show": 0, "version": seen["version"], "boot": seen["boot"], "told": 1}
    answer = client.get(f"/table/{table}/view", params=look, headers=JSON).json()
    whole = client.get(f"/table/{table}/view", params={"show": 0}, headers=JSON).json()
    assert answer["values"] == whole["values"]
    assert answer["boot"] != seen["boot"]
