"""A client that does not read is not listened to: its pings would be answered into memory without end."""

import asyncio
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

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while True:
        await receive()


@pytest.mark.parametrize("pings", [10_000])
def test_pings_are_read_only_while_their_answers_are(pings: int) -> None:
    async def scenario() -> None:
        config = uvicorn.Config(_echo, log_config=None, lifespan="off", **TRANSPORT)
        config.load()
        wire = Wire()
        made: Any = config.ws_protocol_class
        wire.protocol = made(config=config, server_state=ServerState(), app_state={})
        wire.protocol.connection_made(wire)
        wire.protocol.data_received(HANDSHAKE)
        await asyncio.sleep(0.05)
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
