"""The yardstick of `bench_online.py`: a server on the same stack that only commits and broadcasts.

It has no rules and draws nothing: `python -m tools.bare_server FILE STORE` prints its address. An action at a table is
committed to a store of the same kind, answered, and the text in the file is sent to everybody there.
"""

import asyncio
import json
import socket
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollwright.store.backends import open_store
from rollwright.store.protocol import Store
from rollwright.table.events import Moved, Opened
from rollwright.table.models import Head, Summary
from rollwright.web.ops.server import TRANSPORT


@dataclass
class BareTable:
    """A table: who listens, and how many events its log has."""

    listeners: list[WebSocket] = field(default_factory=list)
    length: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Tables:
    """All tables, and the message that stands for every change."""

    def __init__(self, text: str, store: Store) -> None:
        """Take the message and the store."""
        self._update = json.loads(text)
        self._store = store
        self._tables: dict[str, BareTable] = defaultdict(BareTable)
        self._version = 1

    async def live(self, listener: WebSocket) -> None:
        """Attend to a page until it disconnects: the first message is its greeting, the others are actions."""
        await listener.accept()
        name = listener.path_params["table"]
        table = self._tables[name]
        try:
            await listener.receive_text()
            await listener.send_text(self._next())
            table.listeners.append(listener)
            while True:
                said = json.loads(await listener.receive_text())
                async with table.lock:
                    await self._commit(name, table, said["key"])
                await listener.send_text(json.dumps({"action": said["action"]}))
                text = self._next()
                await asyncio.gather(*(each.send_text(text) for each in table.listeners))
        except WebSocketDisconnect:
            table.listeners[:] = [each for each in table.listeners if each is not listener]

    def _next(self) -> str:
        self._version += 1
        numbered = {"boot": "-", "version": self._version, "since": 0, "first": self._version}
        return orjson.dumps(self._update | numbered).decode()

    async def _commit(self, name: str, table: BareTable, key: str) -> None:
        """Append an event like a move to a table's log, and wait until it is safe."""
        summary = Summary(1, (0, 0, 0, 0), over=False)
        if not table.length:
            head = Head(name, "owner", 0.0, (), 1)
            opened = self._store.open_table(head, [Opened("yardstick", 4, {})], summary)
            await asyncio.wrap_future(opened)
            table.length = 1
        move = Moved(0, 1, "line 3 from h4 sw")
        await asyncio.wrap_future(self._store.append(name, table.length, [move], key, summary, None))
        table.length += 1


def main() -> int:
    """Serve until interrupted."""
    tables = Tables(Path(sys.argv[1]).read_text(encoding="utf-8"), open_store(sys.argv[2]))
    routes = [WebSocketRoute("/table/{table}/live", tables.live)]
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    print(f"http://localhost:{listening.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="warning", **TRANSPORT)).run(sockets=[listening])
    return 0


if __name__ == "__main__":
    sys.exit(main())
