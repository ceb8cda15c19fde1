"""The HTTP protocol of uvicorn, for clients that send nonsense: at most one line of the log, and never a traceback."""

import logging
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

LOG = logging.getLogger(__name__)

TOLD_OTHERWISE = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")
"""What uvicorn says of nonsense; of a request or a live connection there is a line anyhow, with its status."""

logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in TOLD_OTHERWISE)


MOST_CHUNKS = 1_000
"""The most chunks of a body: to read them takes as long as to read many requests, however few bytes they hold."""


class BoundedHeads(h11.Connection):
    """Refuses a long head also when it comes at once: h11 itself bounds only what is not complete yet.

    It refuses a body of very many chunks, too, of which it reads all that have come before anybody else has a turn.
    """

    def __init__(self, largest_head: int) -> None:
        """Be the server's side of a connection."""
        super().__init__(h11.SERVER, largest_head)
        self._largest_head = largest_head
        self._chunks = 0

    def next_event(self) -> Any:
        """Return the next event, as h11 does; what it took of the buffer for a request is the request's head."""
        if self.their_state is not h11.IDLE:
            return self._next_of_body()
        self._chunks = 0
        before = len(self.trailing_data[0])
        event = super().next_event()
        if isinstance(event, h11.Request) and before - len(self.trailing_data[0]) > self._largest_head:
            raise h11.RemoteProtocolError("head too long", error_status_hint=431)
        return event

    def _next_of_body(self) -> Any:
        event = super().next_event()
        self._chunks += isinstance(event, h11.Data) and event.chunk_end
        if self._chunks > MOST_CHUNKS:
            raise h11.RemoteProtocolError("too many chunks", error_status_hint=413)
        return event


class TolerantHTTP(H11Protocol):
    """Answers what is no HTTP with status 400, if an answer is possible, and closes the connection."""

    def __init__(self, config: Config, *rest: Any, **named: Any) -> None:
        """Take over a connection, of which the heads of requests are bounded as is configured."""
        super().__init__(config, *rest, **named)
        if config.h11_max_incomplete_event_size is not None:
            self.conn = BoundedHeads(config.h11_max_incomplete_event_size)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP: a head, or the body of a request that may be answered already."""
        if not self._is_answering:
            LOG.warning("A client sent what is no HTTP, and its connection was closed.")
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    @property
    def _is_answering(self) -> bool:
        """Whether a request is under way, whose own line of the log will tell of it."""
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete
