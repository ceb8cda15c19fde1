"""The HTTP protocol of uvicorn, for clients that send nonsense: at most one line of the log, and never a traceback."""

import logging

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

LOG = logging.getLogger(__name__)

TOLD_OTHERWISE = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")
"""What uvicorn says of nonsense; of a request or a live connection there is a line anyhow, with its status."""

logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in TOLD_OTHERWISE)


class TolerantHTTP(H11Protocol):
    """Answers what is no HTTP with status 400, if an answer is possible, and closes the connection."""

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
