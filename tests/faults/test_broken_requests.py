"""Requests and messages that break off or are no text: one line of the log each, without a traceback."""

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http import get, new_client
from tests.support.playing import GAME, TIMEOUT, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("broken")
    server = Served(folder, "--data", str(folder), "--log", "text")
    yield server
    server.end()


HEAD = b"POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

BROKEN = {
    "a chunk without a length": CHUNKED + b"zz\r\nback=%2F\r\n0\r\n\r\n",
    "a chunk longer than it says": CHUNKED + b"3\r\nback=%2F\r\n0\r\n\r\n",
    "broken after a good chunk": CHUNKED + b"3\r\nbac\r\n-5\r\nk=%2F\r\n0\r\n\r\n",
    "broken after the answer": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
    "chunks that break off": CHUNKED + b"3\r\nbac\r\n",
    "a body that breaks off": HEAD + b"Content-Length: 90\r\n\r\nback=%2F",
    "an action that breaks off": b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{",
    "a head that breaks off": b"POST /set HTTP/1.1\r\nHost: local",
}


OURS = re.compile(r"GET /about|GET /verify|POST /new/")
"""Requests of the tests, whose lines may come late."""


def lines_since(served: Served, before: int) -> list[str]:
    """Return what the log has said since it had a length, without lines about requests of the tests."""
    return [line for line in served.log()[before:].splitlines() if not OURS.search(line)]


def lines_about(served: Served, harm: bytes) -> list[str]:
    """Send bytes on a connection, close it, and return the lines that the log has about it."""
    before = len(served.log())
    with socket.create_connection(("localhost", served.port), timeout=TIMEOUT) as connection:
        connection.sendall(harm)
        time.sleep(0.2)  # so that it is read before the end comes
    time.sleep(0.3)
    assert get(f"{served.address}/about").status_code == 200
    until = time.monotonic() + TIMEOUT
    while "GET /about" not in served.log()[before:]:
        assert time.monotonic() < until
        time.sleep(0.01)
    return lines_since(served, before)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_request_is_one_line_without_a_traceback(served: Served, what: str) -> None:
    said = lines_about(served, BROKEN[what])
    assert len(said) == (what != "a head that breaks off"), said
    assert all(re.match(r"\d{4}-\d\d-\d\d \S+ INFO \d+ POST /\w* 4\d\d ", line) for line in said), said


def test_chunks_that_break_after_the_answer_are_one_line_more(served: Served) -> None:
    before = len(served.log())
    with socket.create_connection(("localhost", served.port), timeout=TIMEOUT) as connection:
        connection.sendall(BROKEN["broken after the answer"])
        assert b" 405 " in connection.recv(65_536)
        connection.sendall(b"zz\r\nnonsense\r\n")
        while connection.recv(65_536):  # until the server closes
            pass
    time.sleep(0.2)
    request, broken = lines_since(served, before)
    assert " INFO " in request
    assert broken.endswith("A client sent what is no HTTP, and its connection was closed.")


def live(served: Served) -> bytes:
    """Return the request that opens a live connection to a new table."""
    with new_client() as client:
        table = client.post(f"{served.address}/new/{GAME}", data={"quick": "1"}).headers["location"]
        cookie = client.cookies["rollwright"]
    return (
        f"GET {table}/live HTTP/1.1\r\nHost: localhost:{served.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Cookie: rollwright={cookie}\r\n\r\n"
    ).encode()


def frame(said: bytes, opcode: int = 1, fin: int = 0x80) -> bytes:
    """Return a message as a browser's live connection carries it."""
    return bytes([fin | opcode, 0xFE]) + len(said).to_bytes(2, "big") + b"\0\0\0\0" + said


MESSAGES = {
    "not UTF-8": frame(b'{"show": 0, "boot": "\xff\xfe"}' + b" " * 126),
    "cut in a sign": frame(b" " * 126 + "é".encode()[:1]),
    "not UTF-8 in two frames": frame(b"{" + b" " * 126 + b"\xc3", fin=0) + frame(b"(" + b" " * 126, 0),
    "too long": frame(b" " * 20_000),
    "an unknown kind": frame(b" " * 126, 3),
    "a continuation of nothing": frame(b" " * 126, 0),
    "not masked": b"\x81\x02{}",
    "binary": frame(b" " * 126, 2),
    "an impossible close": b"\x88\x81\0\0\0\0\x01",
    "not UTF-8 as the reason of a close": b"\x88\x84\0\0\0\0\x03\xe8\xff\xfe",
}


@pytest.mark.parametrize("what", MESSAGES)
def test_a_broken_message_is_one_line_without_a_traceback(served: Served, what: str) -> None:
    request = live(served)
    before = len(served.log())
    with socket.create_connection(("localhost", served.port), timeout=TIMEOUT) as connection:
        connection.sendall(request)
        assert b"101 Switching Protocols" in connection.recv(4096)
        connection.sendall(MESSAGES[what])
        connection.settimeout(TIMEOUT)
        while connection.recv(65_536):  # until the server closes
            pass
    until = time.monotonic() + TIMEOUT
    while not lines_since(served, before):
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(0.2)  # for lines that must not come
    (said,) = lines_since(served, before)
    assert re.match(r"\d{4}-\d\d-\d\d \S+ INFO \d+ SOCKET /table/", said), said


def test_a_binary_message_is_answered_with_a_close_frame_that_says_why(served: Served) -> None:
    with socket.create_connection(("localhost", served.port), timeout=TIMEOUT) as connection:
        connection.sendall(live(served))
        answer = connection.recv(4096)
        assert b"101 Switching Protocols" in answer
        connection.sendall(MESSAGES["binary"])
        said = b""
        while piece := connection.recv(65_536):
            said += piece
            if said[:1] == b"\x88":
                connection.sendall(bytes([0x88, 0x80 | len(said[2:])]) + b"\0\0\0\0" + said[2:])
    assert said[0] == 0x88, "a close frame"
    assert int.from_bytes(said[2:4], "big") == 1003, "a kind of data that is not understood"
    assert said[4:].decode() == "Only text messages are understood here."
