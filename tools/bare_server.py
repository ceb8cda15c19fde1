"""The yardstick of `bench_online.py`: a server on the same stack that only broadcasts a message of the same size.

It has no rules, draws nothing and stores nothing: `python tools/bare_server.py FILE` prints its address, and on every
post to a table sends the text in the file to everybody there.
"""

import asyncio
import json
import socket
import sys
from collections import defaultdict
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


class Tables:
    """The listeners of each table, and the message."""

    def __init__(self, text: str) -> None:
        """Take the message that stands for every change."""
        self._update = json.loads(text)
        self._listeners: dict[str, list[WebSocket]] = defaultdict(list)
        self._version = 1

    def _next(self) -> str:
        self._version += 1
        return json.dumps(self._update | {"boot": "-", "version": self._version, "since": 0, "first": self._version},
                          ensure_ascii=False)  # fmt: skip

    async def play(self, request: Request) -> Response:
        """Send the message to everybody at the table, and return it."""
        await request.json()
        text = self._next()
        await asyncio.gather(*(each.send_text(text) for each in self._listeners[request.path_params["table"]]))
        return Response(text, media_type="application/json")

    async def live(self, listener: WebSocket) -> None:
        """Add a listener until it disconnects."""
        await listener.accept()
        at_table = self._listeners[listener.path_params["table"]]
        try:
            await listener.receive_text()
            await listener.send_text(self._next())
            at_table.append(listener)
            await listener.receive_text()
        except WebSocketDisconnect:
            at_table[:] = [each for each in at_table if each is not listener]


def main() -> int:
    """Serve until interrupted."""
    tables = Tables(Path(sys.argv[1]).read_text(encoding="utf-8"))
    routes = [
        Route("/table/{table}/{what}", tables.play, methods=["POST"]),
        WebSocketRoute("/table/{table}/live", tables.live),
    ]
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    print(f"http://localhost:{listening.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="warning")).run(sockets=[listening])
    return 0


if __name__ == "__main__":
    sys.exit(main())
