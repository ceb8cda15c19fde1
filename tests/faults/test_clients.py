"""Clients that do what no browser does: one that never reads, and one that asks as fast as it can.

Real sockets and a real server: neither costs it memory, and those who play beside them notice nothing.
"""

import asyncio
import json
import os
import re
import socket
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from rollwright.core.game import all_games
from tests.support import LONG
from tests.support.browser.serving import Server
from tests.support.loops import run_apart
from tools.crowd import Party, Requests, open_tables

GAME = next(game for game in all_games() if 2 in game.seats and not game.secrets)
HELLOS = 90
"""Times that the silent client asks for everything, a few fewer than one connection may at once."""
MOVES = 40
FLOOD = 10_000 if LONG else 3_000
"""Moves that are sent without waiting for an answer: many times what anybody may send at once."""
FLOODS = 5
"""How often it is tried at the most to have somebody else's move fall into such a flood."""

TIMEOUT = 60


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), "impatient")
    yield running
    running.stop()
    assert running.log() == ""


def resident(server: Server) -> float:
    """Return the megabytes of memory that a server uses."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def holds(server: Server, client: socket.socket) -> bool:
    """Say whether a server still has its end of a connection open."""
    ends = f"0100007F:{server.port:04X}", f"0100007F:{client.getsockname()[1]:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()]
    inodes = [row[9] for row in rows if (row[1], row[2]) == ends]
    files = Path(f"/proc/{server.process.pid}/fd").iterdir()
    return any(f"socket:[{inode}]" in {os.readlink(file) for file in files if file.is_symlink()} for inode in inodes)


def frame(text: str) -> bytes:
    """Return a message as a browser's live connection carries it."""
    said = text.ljust(126).encode()  # a shorter one would say its length otherwise
    return b"\x81\xfe" + len(said).to_bytes(2, "big") + b"\0\0\0\0" + said


def silent_client(server: Server, table: str, cookie: str) -> socket.socket:
    """Open a live connection, and read no more than that it is open."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.port))
    client.sendall(
        f"GET /table/{table}/live HTTP/1.1\r\nHost: localhost:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(1)
    assert b"101 Switching Protocols" in answer
    return client


async def seated(server: Server) -> Party:
    """Return the two people of a new table, with their live connections."""
    (party,) = await open_tables(server.port, [GAME], 1, 2)
    for person in party.people:
        await person.connect(server.port)
    return party


def run(scenario: Coroutine[Any, Any, None]) -> None:
    run_apart(asyncio.wait_for(scenario, TIMEOUT))


async def leave(party: Party) -> None:
    for person in party.people:
        await person.leave()


def test_a_client_that_never_reads_is_let_go_and_costs_nobody_anything(server: Server) -> None:
    """One try: 90 questions whose answers, some MB, are left in the wire, while 40 moves are made."""

    async def scenario() -> None:
        party = await seated(server)
        memory = resident(server)
        silent = silent_client(server, party.name, party.people[0].requests.cookie)
        hello = json.dumps({**party.people[0].seen, "version": 0, "told": 0})
        silent.setblocking(False)
        for _ in range(HELLOS):
            silent.send(frame(hello))
            await asyncio.sleep(0.005)
        for _ in range(MOVES):
            made = await party.move()
            assert made
            assert made.arrived, "the other player has seen it"
        assert resident(server) - memory < 40
        until = time.monotonic() + TIMEOUT / 2
        while holds(server, silent) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert not holds(server, silent), "the connection was dropped, though nothing was taken from it"
        silent.close()
        assert await party.move(), "the table goes on"
        await leave(party)

    run(scenario())


async def flood(port: int, path: str, cookie: str, body: bytes) -> list[bytes]:
    """Send many requests on one connection without waiting, and return the answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = (
        f"POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: application/json\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    writer.write(request * FLOOD)
    answers = []
    for _ in range(FLOOD):
        head = await reader.readuntil(b"\r\n\r\n")
        size = re.findall(rb"content-length: (\d+)", head)
        answers.append(head + await reader.readexactly(int(size[0])))
    writer.close()
    await writer.wait_closed()
    return answers


def test_a_client_that_sends_moves_without_end_is_refused_and_others_play_on(server: Server) -> None:
    """One try: thousands of moves at once on one connection; at another table moves are answered meanwhile."""

    async def scenario() -> None:
        wild, calm = await seated(server), await seated(server)
        await wild.move()
        person = wild.people[0]
        body = json.dumps({"seat": 0, "move": "nothing of the kind", **person.seen}).encode()
        during, answers = 0, []
        for _ in range(FLOODS):  # on a busy computer one may be over before a single move
            running = asyncio.create_task(flood(server.port, f"/table/{wild.name}/play", person.requests.cookie, body))
            while not running.done():
                made = await calm.move()  # none once the game is over
                during += bool(made) and not running.done()
                await asyncio.sleep(0.2)
            answers += await running
            if during:
                break
        refused = [answer for answer in answers if answer.startswith(b"HTTP/1.1 429 ")]
        assert len(refused) > len(answers) / 2
        assert all(re.search(rb"retry-after: \d+\r\n", answer) for answer in refused)
        assert all(b"That was too fast: try again in" in answer for answer in refused)
        assert {answer.split()[1] for answer in answers} <= {b"422", b"429"}, "and nothing else was wrong"
        assert during, "others were answered while it went on"
        other = Requests(server.port)
        other.token = wild.people[1].requests.token
        view = await other.get(f"/table/{wild.name}/view?show=1")
        told = wild.people[1].seen["told"]
        assert len(view["told"]) == told, "nothing is lost, and nothing has come of it"
        await other.close()
        await leave(wild)
        await leave(calm)

    run(scenario())
