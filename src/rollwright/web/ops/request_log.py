"""The outermost middleware, which logs and counts every request."""

import logging
import secrets
import time
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from rollwright.web.ops import metrics
from rollwright.web.ops.logs import REQUEST, current_request, digest
from rollwright.web.ops.shutdown import Shutdown

LOG = logging.getLogger(__name__)

REQUEST_ID_HEADER = b"x-request-id"
"""The header with a request's id, by which an error report can be matched to a line of the log."""

NO_ROUTE = "(none)"
"""The label of requests that no route matches."""

ABNORMAL_CLOSURE = 1006
"""The close code of a WebSocket that ended without one (RFC 6455)."""


class RequestLog:
    """Logs and counts every request."""

    def __init__(self, app: ASGIApp, shutdown: Shutdown) -> None:
        """Wrap an app; during its shutdown, responses ask clients to close their connection."""
        self.app = app
        self.shutdown = shutdown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, and log it when it is finished."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = scope[REQUEST] = secrets.token_hex(8)
        current_request.set(scope)
        status = 500 if scope["type"] == "http" else ABNORMAL_CLOSURE  # unless the app sends a status
        started = time.perf_counter()

        async def sending(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (REQUEST_ID_HEADER, name.encode()), *self._ending()]
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        async def hearing() -> MutableMapping[str, Any]:
            nonlocal status
            message = await receive()
            if message["type"] == "websocket.disconnect":
                status = message.get("code", ABNORMAL_CLOSURE)
            return message

        try:
            await self.app(scope, hearing if scope["type"] == "websocket" else receive, sending)
        finally:
            _tell(scope, status, time.perf_counter() - started)

    def _ending(self) -> list[tuple[bytes, bytes]]:
        return [(b"connection", b"close")] if self.shutdown.begun else []


def _tell(scope: Scope, status: int, seconds: float) -> None:
    """Count and log a request by its route, as its address may contain a secret."""
    route = getattr(scope.get("route"), "path", NO_ROUTE)
    method = scope.get("method", "SOCKET")
    if scope["type"] == "http":
        metrics.answered(route, method, status, seconds)
    if LOG.isEnabledFor(logging.INFO):
        table = scope.get("path_params", {}).get("table")
        fields = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        fields |= {"table": digest(table)} if table else {}
        at = f" {fields['table']}" if table else ""
        LOG.info("%s %s%s %s %.1f ms", method, route, at, status, 1000 * seconds, extra={"fields": fields})
