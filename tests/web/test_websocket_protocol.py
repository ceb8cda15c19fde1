"""A client that does not read is not listened to, as its pings would be answered into memory without end; nor is one
that sends frames without end."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from rollwright.web.ops.server import TRANSPORT
from tests.support.loops import run_apart

HIGH_WATER = 64 * 1024
PING = b"\x89\xfd\0\0\0\0" + b"p" * 125
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A connection whose other end reads nothing until it is told to."""

    def __init__(self) -> None:
        """Begin with nothing sent."""
        super().__init__()
        self.protocol: Any = None
        self.waiting = 0
        self.is_read = True
        self.is_closed = False

    def write(self, data: Any) -> None:
        """Keep what is sent; tell the protocol when that is too much, as a real transport does."""
        self.waiting += len(data)
        if self.waiting > HIGH_WATER:
            self.protocol.pause_writing()

    def drain(self) -> None:
        """Let the other end read everything."""
        self.waiting = 0
        self.protocol.resume_writing()

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def abort(self) -> None:
        """Close the connection at once, of which the protocol hears as usual."""
        self.is_closed = True
        self.protocol.connection_lost(None)

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while True:
        await receive()


async def _connected() -> Wire:
    config = uvicorn.Config(_echo, log_config=None, lifespan="off", **TRANSPORT)
    config.load()
    wire = Wire()
    made: Any = config.ws_protocol_class
    wire.protocol = made(config=config, server_state=ServerState(), app_state={})
    wire.protocol.connection_made(wire)
    wire.protocol.data_received(HANDSHAKE)
    await asyncio.sleep(0.05)
    return wire


@pytest.mark.parametrize("pings", [10_000])
def test_pings_are_read_only_while_their_answers_are(pings: int) -> None:
    async def scenario() -> None:
        wire = await _connected()
        taken = 0
        while wire.is_read and taken < pings:
            wire.protocol.data_received(PING)
            taken += 1
        assert taken < pings, "answers that nobody reads pile up"
        wire.drain()
        assert wire.is_read, "it goes on when they are read"
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    run_apart(scenario())


def _empty(kind: int, *, last: bool = True) -> bytes:
    return bytes([kind | 0x80 * last, 0x80, 0, 0, 0, 0])


@pytest.mark.parametrize(("first", "flood"), [
    (b"", _empty(9)), (b"", _empty(10)), (_empty(1, last=False), _empty(0, last=False)), (b"", _empty(1)),
], ids=["pings", "pongs", "parts of one message", "messages"])  # fmt: skip
@pytest.mark.parametrize("at_once", [1, 40_000], ids=["one by one", "at once"])
def test_who_sends_frames_without_end_is_not_listened_to(first: bytes, flood: bytes, at_once: int) -> None:
    """They are not messages, which are counted, and to read a quarter of a megabyte of them takes half a second."""

    async def scenario() -> None:
        wire = await _connected()
        wire.protocol.data_received(first)
        read, reading = 0, wire.protocol.conn.receive_data

        def count(data: bytes) -> None:
            nonlocal read
            read += len(data)
            reading(data)

        wire.protocol.conn.receive_data = count
        for _ in range(40_000 // at_once):
            wire.waiting = 0  # all that is sent is read at once
            if wire.is_closed:
                break
            wire.protocol.data_received(flood * at_once)
        assert wire.is_closed
        assert read < 3_000 * len(flood), "and the rest of what has come is not looked at"
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    run_apart(scenario())


def test_a_page_sends_as_many_frames_as_it_needs() -> None:
    async def scenario() -> None:
        wire = await _connected()
        now: float = wire.protocol.loop.time()
        wire.protocol.loop = SimpleNamespace(time=lambda: now)
        for _ in range(600):  # ten minutes of twenty messages a second, each with a ping
            now += 1.0
            wire.waiting = 0
            wire.protocol.data_received((_empty(1) + _empty(9)) * 20)
        assert not wire.is_closed
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    run_apart(scenario())
