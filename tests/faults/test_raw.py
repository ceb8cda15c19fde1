"""What a real server answers to raw bytes, and what it writes down when it is told to write down everything."""

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.support.http import get, new_client
from tests.support.playing import GAME, JSON, Served

IDLE = 150
"""Connections that begin a request and never end it."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("raw")
    server = Served(folder, "--data", str(folder), profile="loud")
    yield server
    server.end()


def raw(served: Served, request: bytes) -> bytes:
    """Send bytes, and return what comes back until the server closes, or has nothing more to say."""
    with socket.create_connection(("localhost", served.port), timeout=5) as connection:
        connection.sendall(request)
        connection.settimeout(1)
        answer = b""
        try:
            while piece := connection.recv(65_536):
                answer += piece
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


HOSTS = {
    b"localhost": 200,
    b"LOCALHOST:8600": 200,
    b"127.0.0.1:1": 200,
    b"evil.example": 421,
    b"localhost.evil.example": 421,
    b"localhost@evil.example": 421,
    b"evil.example:80@localhost": 421,
    b"192.168.1.7": 421,
    b"[::1]": 200,
    b"": 421,
    b"localhost:80:evil.example": 421,
}


@pytest.mark.parametrize("host", HOSTS, ids=repr)
def test_only_names_of_our_own_are_answered_to(served: Served, host: bytes) -> None:
    answer = raw(served, b"GET /verify HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
    assert answer.split()[1] == str(HOSTS[host]).encode(), answer[:300]


MANGLED = {
    "two lengths": b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}",
    "a length and chunks": b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /tables HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a negative length": b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}",
    "no protocol": b"GET /\r\n\r\n",
    "a header without end": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b: c\r\n\r\n",
    "nulls": b"GET /\0 HTTP/1.1\r\nHost: local\0host\r\n\r\n",
    "binary": bytes(range(256)) * 10,
}  # fmt: skip


@pytest.mark.parametrize("what", MANGLED)
def test_mangled_requests_are_refused_and_harm_nobody(served: Served, what: str) -> None:
    answer = raw(served, MANGLED[what])
    assert answer.count(b"HTTP/1.1 200") <= (what == "a folded header"), answer[:500]
    assert get(f"{served.address}/about").status_code == 200


@pytest.mark.parametrize("in_pieces", [False, True], ids=["in one write", "in pieces"])
@pytest.mark.parametrize("blank", [b"x", b" "], ids=["of letters", "of blanks"])
def test_a_head_has_as_many_bytes_as_the_document_says(served: Served, in_pieces: bool, blank: bytes) -> None:
    for size, status in ((15_000, b"200"), (16_384, b"200"), (16_385, b"400"), (20_000, b"400"), (60_000, b"400")):
        begun = b"GET /verify HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: "
        head = begun + blank * (size - len(begun) - 5) + b"x\r\n\r\n"
        assert len(head) == size
        with socket.create_connection(("localhost", served.port), timeout=5) as connection:
            for piece in [head[:9_000], head[9_000:]] if in_pieces else [head]:
                connection.sendall(piece)
                time.sleep(0.05 * in_pieces)
            assert connection.recv(65_536).split()[1] == status, size


@pytest.mark.parametrize("length", [2**20, 10**17, 2**63 - 1, 2**63, 2**64, 10**19])
def test_a_body_that_says_it_is_too_large_is_refused_at_once(served: Served, length: int) -> None:
    begun = time.monotonic()
    answer = raw(served, f"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{{}}".encode())
    assert answer.split()[1] == b"413", answer[:300]
    assert time.monotonic() - begun < 3


@pytest.mark.parametrize("path", [b"/join", b"/open"])
def test_a_body_of_very_many_chunks_is_refused(served: Served, path: bytes) -> None:
    """A hundred thousand chunks of a byte each are not too large for a record, and take a second and more to read."""
    head = b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    few = raw(served, head + b"1\r\n \r\n" * 1_000 + b"0\r\n\r\n")
    assert b"Invalid HTTP" not in few, "so many are read, and refused for what they say"
    many = raw(served, head + b"1\r\n \r\n" * 1_001 + b"0\r\n\r\n")
    assert many.split()[1] == b"400"
    assert b"Invalid HTTP" in many
    assert httpx.get(f"{served.address}/about", timeout=5).status_code == 200


def test_connections_that_never_say_what_they_want_keep_nobody_else_waiting(served: Served) -> None:
    idle = [socket.create_connection(("localhost", served.port), timeout=5) for _ in range(IDLE)]
    try:
        for place, connection in enumerate(idle):
            begun = b"POST /join HTTP/1.1\r\nHost: localhost\r\n" + (
                b"Content-Length: 90\r\n\r\n{" if place % 2 else b"X"
            )
            connection.sendall(begun)
        for _ in range(5):
            assert httpx.get(f"{served.address}/about", timeout=5).status_code == 200
    finally:
        for connection in idle:
            connection.close()


def test_a_websocket_of_another_site_is_refused_before_it_begins(served: Served) -> None:
    with new_client() as client:
        table = client.post(f"{served.address}/new/{GAME}", data={"quick": "1"}).headers["location"]
        cookie = client.cookies["rollwright"]
    for header, status in (
        (f"Origin: http://localhost:{served.port}", b"101"),
        ("Origin: http://evil.example", b"403"),
        ("Origin: null", b"403"),
        ("Origin: http://localhost.evil.example", b"403"),
        (f"Origin: http://localhost:{served.port + 1}", b"403"),
        (f"Origin: http://localhost:{served.port}\r\nSec-Fetch-Site: cross-site", b"403"),
        (f"Origin: http://localhost:{served.port}\r\nSec-Fetch-Site: same-site", b"403"),
    ):
        request = (
            f"GET {table}/live HTTP/1.1\r\nHost: localhost:{served.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Cookie: rollwright={cookie}\r\n{header}\r\n\r\n"
        )
        assert raw(served, request.encode()).split()[1] == status, header


def test_no_secret_is_written_to_the_log_or_stands_in_an_address(served: Served) -> None:
    host, guest = new_client(), new_client()
    with host, guest:
        form = {"kind-0": "here", "kind-1": "link", "name-0": "Confidential Name"}
        table = host.post(f"{served.address}/new/{GAME}", data=form).headers["location"]
        page = host.get(f"{served.address}{table}")
        link = re.search(r"/join#([\w-]+)\.([\w-]{32})", page.text)
        assert link
        joined = guest.post(f"{served.address}/join", json={"link": link[0]}, headers=JSON)
        assert link[2] not in json.dumps(dict(joined.headers)) + joined.text
        for client, what, body in (
            (guest, "sit", {"seat": 1, "name": "Another Name"}),
            (host, "begin", {}),
            (guest, "nonce", {"seat": 1, "nonce": "feedface" * 4}),
            (guest, "link", {"link": "seat", "seat": 1}),
            (host, "play", {"seat": 9, "move": "nonsense"}),
            (host, "roll", {"key": "confidential key"}),
        ):
            client.post(f"{served.address}{table}/{what}", json=body, headers=JSON)
        secrets = [link[2], host.cookies["rollwright"], guest.cookies["rollwright"], "feedface", "confidential key",
                   "Confidential Name", "Another Name"]  # fmt: skip
    log = served.log()
    assert "POST /join" in log, "nothing was logged"
    assert not [secret for secret in secrets if secret in log]
    assert page.headers["referrer-policy"] == "same-origin"
    assert get(f"{served.address}/join").headers["referrer-policy"] == "no-referrer"


def test_behind_a_proxy_it_answers_to_the_name_it_was_given(tmp_path: Path) -> None:
    server = Served(tmp_path, "--data", str(tmp_path), "--name", "Rolls.example")
    try:
        passed_on = {"Host": "rolls.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        with new_client(headers=passed_on) as client:
            form = {"kind-0": "here", "kind-1": "link"}
            ours, foreign = {"Origin": "https://rolls.example"}, {"Origin": "https://evil.example"}
            assert client.post(f"{server.address}/new/{GAME}", data=form, headers=foreign).status_code == 403
            opened = client.post(f"{server.address}/new/{GAME}", data=form, headers=ours)
            cookie = opened.headers["set-cookie"].partition(";")[0]
            assert cookie.startswith("__Host-rollwright=")
            page = client.get(f"{server.address}{opened.headers['location']}", headers={"Cookie": cookie})
            assert "https://rolls.example/join#" in page.text
            assert client.get(f"{server.address}/about", headers={"Host": "evil.example"}).status_code == 421
    finally:
        server.end()
