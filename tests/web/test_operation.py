"""What an operator has to do with: health, logs, metrics, settings, stopping, and sweeping up."""

import argparse
import json
import logging
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import Future
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import connect
from websockets.typing import Origin

from rollwright.command.main import main, parser
from rollwright.command.settings import MAX_DRAIN, SERVING, SETTINGS, settle
from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.core.language import Phrase
from rollwright.live.cleanup import sweep
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.http.limits import Limits
from rollwright.web.ops import logs, metrics
from rollwright.web.ops.health import PROBES
from rollwright.web.ops.workers import STOP_TIMEOUT
from rollwright.web.routes import ROUTES
from rollwright.web.web_settings import WebSettings
from tests.support import ROOT
from tests.support.environments import QUICK, with_settings
from tests.support.pages import expanded
from tests.support.places import PATIENCE, Database, wait_until
from tests.support.wire import ANY_NUMBER, JSON, QuickThinkers, browser, opened, play_on, post, quick_app, services

PASSWORD = "tell-nobody"
FOREIGN = {"Host": "evil.example"}


# Health


def test_a_server_says_that_it_lives_and_is_ready_by_whatever_name(client: TestClient) -> None:
    for path, said in (("/health", "Rollwright is running."), ("/ready", "Rollwright is ready.")):
        answer = client.get(path, headers=FOREIGN)
        assert (answer.status_code, answer.text.strip()) == (200, said)
        assert answer.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answer.headers
        assert client.post(path, headers=FOREIGN).status_code == 405
    assert client.get("/", headers=FOREIGN).status_code == 421


def test_a_server_whose_store_is_away_lives_and_is_not_ready(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers(), settings=WebSettings(probe_timeout=0.05)) as client:
        keep_the_store_busy(client, store)


def keep_the_store_busy(client: TestClient, store: SQLiteStore) -> None:
    busy = threading.Event()
    waits: Future[bool] = store._group_commit.read(busy.wait)
    try:
        late = client.get("/ready")
        assert (late.status_code, late.text[-40:-1]) == (503, "the database is not responding in time.")
    finally:
        busy.set()
    waits.result(PATIENCE)
    wait_until(lambda: client.get("/ready").status_code == 200)
    store.close()
    away = client.get("/ready")
    assert (away.status_code, away.text.strip()) == (503, "The games cannot be read: the program is closing.")
    assert client.get("/health").status_code == 200


# Logs, metrics and the end, of a real server

FAULTY = """
import sys
from rollwright.command.main import main
from rollwright.web.site import documents
async def about(request):
    try:
        open("/no/such/" + request.cookies["rollwright"])
    except OSError as fault:
        token = request.cookies["rollwright"]
        raise ValueError(f"{request.url} {request.cookies} {token} of 'Confidential Name'") from fault
documents.about.__code__ = about.__code__
sys.exit(main())
"""
"""`rollwright` with a page that fails, and tells all it knows of who has asked."""


def free_address() -> str:
    """Return an address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


class Story:
    """What happened at a server, and all that its log must not hold."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.secrets: set[str] = set()
        self.names: set[str] = set()
        """What the answers said the requests are called."""

    def ask(self, browser: Any, method: str, path: str, status: int, **rest: Any) -> Any:
        answer = browser.request(method, self.address + path, **rest)
        assert answer.status_code == status, answer.text
        self.names.add(answer.headers["x-request-id"])
        return answer

    def happen(self) -> None:
        """Open a table, come to it by its link, play, look and fail."""
        with httpx.Client(timeout=PATIENCE) as host, httpx.Client(timeout=PATIENCE) as guest:
            form = {"kind-0": "here", "kind-1": "link", "name-0": "Confidential Name", "option-start": "1"}
            table = self.ask(host, "POST", f"/new/{ANY_NUMBER}", 303, data=form).headers["location"]
            page = self.ask(host, "GET", table, 200)
            link = re.search(r"/join#([\w-]+)\.([\w-]{32})", page.text)
            assert link
            self.ask(guest, "POST", "/join", 200, json={"link": link[0]}, headers=JSON)
            for who, what, status, body in (
                (guest, "sit", 200, {"seat": 1, "name": "Another Name"}),
                (host, "begin", 200, {}),
                (host, "roll", 200, {"key": "confidential-key"}),
                (host, "play", 422, {"seat": 0, "move": "confidential move"}),
                (guest, "play", 422, {"seat": 0, "move": "nonsense"}),
            ):
                self.ask(who, "POST", f"{table}/{what}", status, json=body, headers=JSON)
            seen = self.ask(host, "GET", f"{table}/view?show=0&boot=confidential-query", 200, headers=JSON).json()
            move = expanded(seen)["values"]["moves"][0]["move"]
            self.ask(host, "POST", f"{table}/play", 200, json={"seat": 0, "move": move}, headers=JSON)
            cookies = [who.cookies["rollwright"] for who in (host, guest)]
            origin = Origin(self.address)
            live = f"{self.address.replace('http', 'ws')}{table}/live"
            with connect(live, origin=origin, additional_headers={"Cookie": f"rollwright={cookies[0]}"}) as line:
                line.send(json.dumps({"show": 0}))
                line.recv()
            self.ask(guest, "GET", "/table/not-a-table-at-all/view?a=confidential-query", 404, headers=JSON)
            self.ask(guest, "GET", "/confidential-path", 404)
            self.ask(guest, "GET", table, 421, headers=FOREIGN)
            self.ask(host, "GET", "/about?a=confidential-query", 500)
            self.secrets = {link[1], link[2], *cookies, "onfidential", "Another Name", "not-a-table-at-all", PASSWORD,
                            "127.0.0.1"}  # fmt: skip


@pytest.mark.slow
def test_a_log_tells_of_every_request_and_no_secret(database: Database, tmp_path: Path) -> None:
    secret = database.address.replace("@", f":{PASSWORD}@")
    measured = free_address()
    settings = {"DATABASE": secret, "LOG": "json", "METRICS": measured, "DRAIN": "300", "PORT": "0",
                "BROWSER": "off", "THINKERS": "1", "COMPILE": "off", "LANGUAGE": "en"}  # fmt: skip
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", FAULTY, "serve"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            env={**os.environ, **{f"ROLLWRIGHT_{name}": value for name, value in settings.items()}}, text=True,
        )  # fmt: skip
    try:
        assert process.stdout
        told = re.search(r"http://localhost:\d+", process.stdout.readline())
        assert told
        story = Story(told[0])
        story.happen()
        with urllib.request.urlopen(f"http://{measured}/metrics", timeout=PATIENCE) as answer:
            numbers = answer.read().decode()
        process.send_signal(signal.SIGTERM)
        with httpx.Client(timeout=PATIENCE) as somebody:
            wait_until(lambda: bool(somebody.get(f"{story.address}/ready").status_code == 503))
            still = somebody.get(f"{story.address}/verify")
            assert (still.status_code, still.headers["connection"]) == (200, "close")
        process.send_signal(signal.SIGTERM)  # there is no time for five minutes
        assert process.wait(PATIENCE) == -signal.SIGTERM
    finally:
        process.kill()
        process.communicate()
    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert not [secret for secret in story.secrets if secret in text + numbers]
    assert not [name for name in story.names if name not in text]
    check_lines([json.loads(line) for line in text.splitlines()], process.pid)
    check_metrics(numbers)


def check_lines(lines: list[dict[str, Any]], pid: int) -> None:
    """Every line is an object, a request has one, and a fault one with all that led to it."""
    told = {(line.get("method"), line.get("route"), line.get("status")) for line in lines}
    assert {
        ("POST", "/join", 200), ("POST", "/table/{table}/play", 200), ("POST", "/table/{table}/play", 422),
        ("SOCKET", "/table/{table}/live", 1000), ("GET", "(none)", 404), ("GET", "(none)", 421), ("GET", "/about", 500),
    } <= told  # fmt: skip
    assert len({line["table"] for line in lines if line.get("route") == "/table/{table}/play"}) == 1
    assert {line["pid"] for line in lines} == {pid}
    assert any(line["logger"].startswith("uvicorn") for line in lines)
    [fault] = [line for line in lines if "fault" in line]
    assert re.search(r"in about\n.*ValueError: .*\nafter:\n.*FileNotFoundError", fault["fault"], re.S)
    assert [line for line in lines if line.get("request") == fault["request"] and line.get("route") == "/about"]


def check_metrics(text: str) -> None:
    """What happened was counted, by routes and games and by nothing that anybody could make up."""
    for counted in (
        'rollwright_requests_total{method="POST",route="/table/{table}/play",status="200"} 1.0',
        'rollwright_requests_total{method="POST",route="/table/{table}/play",status="422"} 2.0',
        'rollwright_request_seconds_count{route="/join"} 1.0',
        f'rollwright_tables_opened_total{{game="{ANY_NUMBER}"}} 1.0',
        f'rollwright_moves_total{{game="{ANY_NUMBER}"}} 1.0',
        'rollwright_store_writes_total{outcome="kept"}',
        "rollwright_sockets 0.0",
        "rollwright_rooms 1.0",
        "rollwright_draining 0.0",
    ):
        assert counted in text
    routes = {getattr(route, "path", "") for route in ROUTES}
    assert set(re.findall(r'route="([^"]*)"', text)) <= {*routes, "(none)"}


def test_what_libraries_write_is_cleaned_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Known shapes of secrets, values in the words of a fault, and what a refusal says of whom."""
    monkeypatch.setattr(logs, "_salt", b"salt")
    line = logs.clean(
        f"GET /table/Zm9vYmFyYmF6/live?boot=abc HTTP/1.1 Cookie: rollwright={'a' * 32}; "
        f"postgresql://ana:{PASSWORD}@db/games password={PASSWORD} to /join#Zm9vYmFyYmF6.{'b' * 32}"
    )
    for secret in ("Zm9vYmFyYmF6", "boot", "a" * 32, "b" * 32, PASSWORD):
        assert secret not in line
    for kept in ("GET /table/#", "/live HTTP/1.1", "postgresql://ana@db/games"):
        assert kept in line
    asked = logs.current_request.set(
        {"path_params": {"table": "a"}, "query_string": b"e", "headers": [(b"cookie", b"theme=dark")]}
    )
    try:
        assert logs.clean("a dark line is read") == "a dark line is read", (
            "nobody can garble a line by what they ask for"
        )
    finally:
        logs.current_request.reset(asked)
    try:
        raise Refusal(Phrase("Only {name} may.", name="Ana"))
    except Refusal as refusal:
        told = logs.fault_told(ExceptionGroup("Ana", [refusal]))
    assert told.endswith("Refusal: Only {name} may.")
    formats = logs.TextFormatter(), logs.JSONFormatter()
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "Task failed: %r", (ValueError("Ana"),), None)
    for text in (each.format(record) for each in formats):
        assert "Task failed: ValueError(...)" in text
        assert "Ana" not in text


# Metrics


def counted(name: str, **labels: str) -> float:
    return metrics.COUNTED.get_sample_value(f"rollwright_{name}", labels) or 0.0


def test_games_bots_and_refusals_are_counted(store: SQLiteStore) -> None:
    game = {"game": ANY_NUMBER}
    before = [counted("games_finished_total", **game), counted("bot_seconds_count", level="easy", **game),
              counted("too_many_total", limit="opening")]  # fmt: skip
    with browser(store, QuickThinkers()) as client:
        play_on(client, opened(client))
        table = opened(client, **{"kind-0": "here", "kind-1": "easy", "option-start": "2"})
        post(client, table, "roll")
        wait_until(lambda: counted("bot_seconds_count", level="easy", **game) > before[1])
    limited = quick_app(store, limits=Limits(1 / 60))
    with TestClient(limited, base_url="http://localhost", follow_redirects=False) as client:
        opened(client)
        assert client.post(f"/new/{ANY_NUMBER}", data={"quick": "1"}).status_code == 429
    assert counted("games_finished_total", **game) == before[0] + 1
    assert counted("too_many_total", limit="opening") == before[2] + 1


# Sweeping


def test_what_nobody_plays_on_is_swept_and_nothing_else(any_store: Store) -> None:
    with browser(any_store, QuickThinkers(), with_settings(QUICK, sweep_answer=0.2, sweep_batch=2)) as client:
        rooms = services(client).rooms
        looked_at, touched, *left = (opened(client) for _ in range(5))
        played = min((open_game(ANY_NUMBER).folder / "golden").glob("*-seats.txt")).read_text(encoding="utf-8")
        finished = client.post("/open", data={"text": played}).headers["location"].removeprefix("/table/")
        moment = time.time()
        post(client, touched, "roll")
        swept_before = counted("tables_swept_total")
        with client.websocket_connect(f"ws://localhost/table/{looked_at}/live") as page:
            page.send_json({"show": 0})
            page.receive_json()
            assert client.portal
            found = any_store.sweep_notes.unmarked(moment, 9).result()
            any_store.sweep_notes.mark(found, moment, 5.0).result()
            assert client.portal.call(sweep, rooms, moment, 4.0) == 0, "they were found later than that"
            assert client.portal.call(sweep, rooms, moment, 5.0) == len(left)
        assert client.portal.call(sweep, rooms, 0.0, 5.0) == 0
        shown = client.get("/tables").text
    assert [table for table in (finished, looked_at, touched, *left) if table in shown] == [
        finished, looked_at, touched,
    ]  # fmt: skip
    assert counted("tables_swept_total") == swept_before + len(left)


def test_what_somebody_has_open_with_another_process_is_not_swept(database: Database) -> None:
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(database.open())) for _ in range(2)]
        here, there = (stack.enter_context(browser(store, QuickThinkers())) for store in stores)
        table = opened(there)
        page = stack.enter_context(there.websocket_connect(f"ws://localhost/table/{table}/live"))
        page.send_json({"show": 0})
        page.receive_json()
        assert here.portal
        moment, notes = time.time(), stores[0].sweep_notes
        notes.mark([table], moment, 0.0).result()
        assert notes.marked(moment, 0.0, 9).result() == [table]
        assert here.portal.call(sweep, services(here).rooms, moment, 0.0) == 0
        assert there.get(f"/table/{table}").status_code == 200


def test_the_page_of_tables_says_what_is_swept_when(store: SQLiteStore) -> None:
    for days, said in ((0, None), (1, "after 1 day without activity."), (90, "after 90 days without activity.")):
        app = quick_app(store, sweep_days=days)
        with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
            opened(client)
            shown = re.search(r"Unfinished games are deleted (.*?)</p>",
                              client.get("/tables").text)  # fmt: skip
            assert (shown and shown[1]) == said


# Settings


def settled(*arguments: str) -> argparse.Namespace:
    chosen = parser().parse_args(["serve", *arguments])
    settle(chosen)
    return chosen


def test_the_environment_sets_what_the_command_line_leaves_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.variable, raising=False)
    assert {setting.place: getattr(settled(), setting.place) for setting in SERVING} == {
        setting.place: setting.value for setting in SERVING
    }
    said = {"PORT": ("0", 0), "WORKERS": ("3", 3), "BROWSER": ("off", False), "METRICS": ("[::1]:9600", ("::1", 9600)),
            "PROXY": ("10.0.0.7, 172.16.0.0/12", ("10.0.0.7", "172.16.0.0/12")), "SWEEP": ("0", 0)}  # fmt: skip
    for name, (text, value) in said.items():
        monkeypatch.setenv(f"ROLLWRIGHT_{name}", text)
        assert getattr(settled(), name.lower()) == value
    said_twice = settled("--workers", "5", "--metrics", "off")
    assert (said_twice.workers, said_twice.metrics, said_twice.port) == (5, False, 0)
    monkeypatch.setenv("ROLLWRIGHT_PORT", "")
    assert settled().port is None


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("PORT", "http", "'http' is not a whole number, 0 or more"),
        ("WORKERS", "0", "'0' is not a number from 1 to 64"),
        ("LOG", "loud", "'loud' is not one of quiet, text, json"),
        ("METRICS", "9600", "'9600' is neither an address such as 127.0.0.1:9600 nor off"),
        ("METRICS", "127.0.0.1:", "'' is not a whole number, 0 or more"),
        ("PROXY", "nginx", "'nginx' is neither an address such as 10.0.0.7 nor a network such as 10.0.0.0/24"),
        ("DRAIN", "301", "'301' is not a number from 0 to 300"),
    ],
)
def test_a_bad_value_of_the_environment_is_one_sentence(
    name: str, text: str, wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROLLWRIGHT_LANGUAGE", "en")
    monkeypatch.setenv(f"ROLLWRIGHT_{name}", text)
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == f"ROLLWRIGHT_{name} is not valid: {wrong}.\n"


# The documents and what they are about

OPERATIONS = ROOT / "docs" / "operations.md"
DEPLOY = ROOT / "deploy"


@pytest.mark.slow
def test_every_command_of_the_document_runs(database: Database, tmp_path: Path) -> None:
    """One after the other, as a new operator would; what needs the whole system is not among them."""
    blocks = re.findall(r"```sh\n(.*?)```", OPERATIONS.read_text(encoding="utf-8"), re.S)
    environment = {**os.environ, "ROLLWRIGHT_DATA": str(tmp_path / "data"), "ROLLWRIGHT_LANGUAGE": "en",
                   "ROLLWRIGHT_COMPILE": "off"}  # fmt: skip
    ran = []
    for line in "".join(blocks).splitlines():
        program, *arguments = shlex.split(line)
        if program == "make":
            continue
        if program == "export":
            name = arguments[0].partition("=")[0]
            environment[name] = {"ROLLWRIGHT_DATABASE": database.address}[name]
            continue
        assert program == ".venv/bin/rollwright"
        if "--metrics" in arguments:  # others may test at the same time
            arguments[arguments.index("--metrics") + 1] = free_address()
        run_as_told(arguments, environment, tmp_path)
        ran.append(arguments[0])
    assert ran == ["serve", "serve", "backup", "restore"]
    assert (tmp_path / "restored" / "tables.sqlite3").exists()


def run_as_told(arguments: list[str], environment: dict[str, str], folder: Path) -> None:
    command = [sys.executable, "-m", "rollwright", *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            if arguments[0] == "serve":
                assert process.stdout
                address = next(word for word in process.stdout.readline().split() if word.startswith("http://"))
                assert httpx.get(f"{address}ready", timeout=PATIENCE).status_code == 200
                if "--metrics" in arguments:
                    port = arguments[arguments.index("--metrics") + 1]
                    assert "rollwright_requests_total" in httpx.get(f"http://{port}/metrics", timeout=PATIENCE).text
                process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=PATIENCE)
            assert process.returncode in ((0, 130) if arguments[0] == "serve" else (0,)), told
        finally:
            process.kill()


def test_the_document_tells_of_every_metric() -> None:
    told = re.findall(r"`(rollwright_[a-z_]+)`", OPERATIONS.read_text(encoding="utf-8").partition("## Metrics")[2])
    found = metrics.COUNTED.collect()
    assert set(told) == {f"{each.name}_total" if each.type == "counter" else each.name for each in found}


def unit(name: str) -> list[tuple[str, str]]:
    """Return what a unit of systemd says."""
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    return [(key, value) for key, _, value in (line.partition("=") for line in lines if re.match(r"\w+=", line))]


def test_the_service_may_do_nothing_but_its_work() -> None:
    service = unit("rollwright.service")
    for wanted in (
        ("User", "rollwright"), ("ProtectSystem", "strict"), ("ProtectHome", "yes"), ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""), ("PrivateTmp", "yes"), ("PrivateDevices", "yes"), ("RestrictSUIDSGID", "yes"),
        ("SystemCallFilter", "@system-service"), ("StateDirectory", "rollwright"), ("KillMode", "mixed"),
        ("ExecReload", "/bin/kill -HUP $MAINPID"),
    ):  # fmt: skip
        assert wanted in service
    stated = dict(service)
    assert "MemoryDenyWriteExecute" not in stated, "rules are compiled"
    assert int(stated["TimeoutStopSec"]) >= MAX_DRAIN + STOP_TIMEOUT
    settled(*shlex.split(stated["ExecStart"])[2:])
    assert dict(unit("rollwright.socket"))["ListenStream"] == "127.0.0.1:8600"


def test_what_is_deployed_is_there_and_set_as_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings have names and values that are understood; files that are copied exist; nothing runs as root."""
    known = {setting.variable: setting for setting in SETTINGS}
    for file in ("rollwright.service", "Containerfile", "compose.yaml", "nginx.conf"):
        text = (DEPLOY / file).read_text(encoding="utf-8")
        for name, value in re.findall(r"(?<![\w.])(ROLLWRIGHT_\w+)(?:=|: )([^\s\\]+)", text):
            assert name in known
            if known[name].read and "$" not in value:
                monkeypatch.setenv(name, value)
                settled()
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.*)$", container, re.M):
        assert all((ROOT / name).exists() for name in line.split()[:-1]), line
    assert set(re.findall(r"^FROM (\S+)", container, re.M)) == {"python:3.11-slim"}
    assert re.search(r"^USER rollwright$", container.rpartition("FROM ")[2], re.M)
    proxy = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    probes = re.findall(r"8600(/\w+)'", container) + re.findall(r"location = (/\w+)", proxy)
    assert probes
    assert set(probes) <= PROBES
