"""Simulated players, each with a page's two connections to the server: requests, and the live connection.

They play at random: whoever is asked makes any legal move. They store what a page stores, and no more.
"""

import asyncio
import gzip
import json
import random
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from rollwright.core.game import Game
from rollwright.live.entry import invitations
from rollwright.table.models import InvitationKind
from rollwright.web.http.cookies import COOKIE

TIMEOUT = 60.0
"""Seconds to wait for a response, or for news of a move."""

OPENED_AT_ONCE = 16
"""Tables that are opened concurrently."""


class Requests:
    """A keep-alive connection for requests, with the cookie of the first response."""

    def __init__(self, port: int) -> None:
        """Connect at the first request."""
        self._port = port
        self.token = ""
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def cookie(self) -> str:
        """The value of the Cookie header."""
        return f"{COOKIE}={self.token}"

    async def post(self, path: str, body: bytes, kind: str = "application/json") -> tuple[int, dict[str, str], bytes]:
        """Post a body, and return the status, headers and body of the response; retry once, as pages do."""
        try:
            return await self._ask("POST", path, body, kind)
        except (asyncio.IncompleteReadError, ConnectionError):  # closed while we sent the request
            await self.close()
            self._open = None
            return await self._ask("POST", path, body, kind)

    async def get(self, path: str) -> dict[str, Any]:
        """Get JSON."""
        _, _, content = await self._ask("GET", path, b"", "application/json")
        answer: dict[str, Any] = json.loads(content)
        return answer

    async def _ask(self, method: str, path: str, body: bytes, kind: str) -> tuple[int, dict[str, str], bytes]:
        if self._open and self._open[0].at_eof():  # the server closes idle connections
            await self.close()
            self._open = None
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._open
        cookie = f"Cookie: {self.cookie}\r\n" if self.token else ""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nAccept: application/json\r\n"
            f"Accept-Encoding: gzip\r\n{cookie}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        if headers.get("set-cookie", "").startswith(f"{COOKIE}="):
            self.token = headers["set-cookie"].split(";")[0].partition("=")[2]
        return int(head[0].split()[1]), headers, content

    async def say(self, path: str, **body: object) -> dict[str, Any]:
        """Post JSON, and return the response, which must be a success."""
        status, _, content = await self.post(path, json.dumps(body).encode())
        assert status == 200, f"{path} answers {status}: {content.decode()}"
        answer: dict[str, Any] = json.loads(content)
        return answer

    async def close(self) -> None:
        """Close the connection."""
        if self._open:
            self._open[1].close()
            with suppress(ConnectionError):
                await self._open[1].wait_closed()


@dataclass(eq=False)
class Person:
    """A simulated player with a seat at a table."""

    table: "Party"
    seat: int
    requests: Requests
    seen: dict[str, Any] = field(init=False)
    state: dict[str, Any] = field(default_factory=dict)
    legal: list[Any] = field(default_factory=list)
    """Move, code and gain of each legal move, in turn."""
    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    """The texts of moves, by move and code."""
    values: dict[str, Any] = field(default_factory=dict)
    socket: ClientConnection | None = None
    listening: asyncio.Task[None] | None = None
    answers: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    _actions: int = 0

    def __post_init__(self) -> None:
        """Start with an empty page."""
        self.seen = {"boot": "", "version": 0, "told": 0, "show": self.seat, "opened": 0, "covered": False,
                     "language": "en"}  # fmt: skip

    async def connect(self, port: int) -> None:
        """Open the live connection, and wait for the first update."""
        origin, cookie = Origin(f"http://localhost:{port}"), {"Cookie": self.requests.cookie}
        address = f"ws://localhost:{port}/table/{self.table.name}/live"
        self.socket = await connect(
            address, origin=origin, additional_headers=cookie, ping_interval=None, host="127.0.0.1", compression=None
        )
        await self.socket.send(json.dumps(self.seen))
        self._see(json.loads(await asyncio.wait_for(self.socket.recv(), TIMEOUT)))
        self.listening = asyncio.create_task(self._listen(self.socket))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            now = time.perf_counter()
            message = json.loads(text)
            if "action" in message:
                self.answers.put_nowait(message)
                continue
            self._see(message)
            self.table.heard(self.seat, now, len(text))

    def _see(self, update: dict[str, Any]) -> None:
        """Store an update, as far as a player at random needs it."""
        self.values |= update["values"]
        if update["since"] == 0:
            self.state = {}
        self.state |= update["values"].get("state", {})
        offers = update["values"].get("moves", {})
        self.legal = offers.get("legal", self.legal)
        if "template" in update:
            self.texts = {}
        self.texts |= {(move, code): way["move"] for move, code, way in update.get("ways", ())}
        self.texts |= {(int(move), -1): way["move"] for move, way in offers.get("beside", {}).items()}
        told = update["first"] + len(update["told"])
        self.seen |= {"boot": update["boot"], "version": update["version"], "told": told}

    def choice(self) -> tuple[str, dict[str, Any], str] | None:
        """Return this player's next action, if they are asked: its name, its body, and the move's text."""
        if self.state["roll"]:
            return "roll", {}, ""
        if self.seat not in self.state["turns"] or not self.legal:
            return None
        move, code = random.choice(list(zip(self.legal[::3], self.legal[1::3], strict=True)))
        text = self.texts[move, code]
        return "play", {"seat": self.seat, "move": text}, text

    async def act(self, what: str, body: dict[str, Any]) -> None:
        """Send an action, and wait for its answer."""
        assert self.socket
        self._actions += 1
        message = {**body, **self.seen, "do": what, "action": self._actions, "key": secrets.token_hex(16)}
        await self.socket.send(json.dumps(message))
        answer = await self.answers.get()
        assert answer["action"] == self._actions, answer
        assert "refused" not in answer, answer

    async def leave(self) -> None:
        """Close both connections."""
        if self.listening:
            self.listening.cancel()
            await asyncio.wait([self.listening])
        if self.socket:
            self.socket.transport.abort()
        await self.requests.close()


@dataclass
class Made:
    """A measured move: when it was sent, the seconds to its response, and those until each other player had it."""

    sent: float
    answered: float
    arrived: list[float]
    sizes: list[int]


class Party:
    """The players of one table, who make one move at a time and wait until all have received it."""

    def __init__(self, name: str, game: Game | None) -> None:
        """Take a table by its id; `game` says which moves are secret, so that others do not receive them."""
        self.name = name
        self.people: list[Person] = []
        self._game = game
        self._awaited: set[int] = set()
        self._mover = 0
        self._all = asyncio.Event()
        self._made = Made(0.0, 0.0, [], [])

    def heard(self, seat: int, when: float, size: int) -> None:
        """Note that a seat has received an update of some bytes at a time."""
        if seat in self._awaited:
            self._awaited.discard(seat)
            if seat != self._mover:
                self._made.arrived.append(when - self._made.sent)
                self._made.sizes.append(size)
            if not self._awaited:
                self._all.set()

    async def move(self) -> Made | None:
        """Make and measure the next move; None if nobody is asked any more."""
        asked = [(person, choice) for person in self.people if (choice := person.choice())]
        if not asked:
            return None
        person, (what, body, text) = random.choice(asked)
        others = {each.seat for each in self.people if each is not person}
        self._awaited = {person.seat} if self._is_secret(text) else {person.seat, *others}
        self._mover = person.seat
        self._all.clear()
        made = self._made = Made(time.perf_counter(), 0.0, [], [])
        await asyncio.wait_for(person.act(what, body), TIMEOUT)
        made.answered = time.perf_counter() - made.sent
        if self._awaited:
            await asyncio.wait_for(self._all.wait(), TIMEOUT)
        return made

    def _is_secret(self, text: str) -> bool:
        if self._game is None or not text:
            return False
        move = self._game.moves.read(text)
        return move is not None and self._game.moves.form(move).secret


async def open_tables(port: int, games: Sequence[Game], count: int, seats: int) -> list[Party]:
    """Open tables of these games in turn, let players join by link, and start the games."""
    free = asyncio.Semaphore(OPENED_AT_ONCE)

    async def opened(game: Game) -> Party:
        async with free:
            return await _open_table(port, game, seats)

    return list(await asyncio.gather(*(opened(games[number % len(games)]) for number in range(count))))


async def _open_table(port: int, game: Game, seats: int) -> Party:
    host = Requests(port)
    form = {"kind-0": "here", "name-0": "Player A", **{f"kind-{seat}": "link" for seat in range(1, seats)}}
    _, headers, _ = await host.post(f"/new/{game.name}", urlencode(form).encode(), "application/x-www-form-urlencoded")
    party = Party(headers["location"].removeprefix("/table/"), game)
    secret = invitations.make_secret(host.token, party.name, InvitationKind.JOIN, -1, 1)
    party.people.append(Person(party, 0, host))
    for seat in range(1, seats):
        guest = Requests(port)
        await guest.say("/join", link=f"{party.name}.{secret}")
        await guest.say(f"/table/{party.name}/sit", seat=seat, name=f"Player {'ABCDEF'[seat]}", choices={})
        party.people.append(Person(party, seat, guest))
    await host.say(f"/table/{party.name}/begin")
    return party
