"""The WebSocket protocol of uvicorn, bounded: a client that does not read is not listened to either, nor is one that
sends more frames than a page ever does."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rollwright.web.ops.metrics import REFUSED

MOST_FRAMES = 1_000
"""The most frames at once, be they whole messages, parts of one, pings or pongs: an empty one has six bytes."""

FRAMES_PER_SECOND = 100.0
"""How many frames a client may send for long; of whole messages fewer are allowed, as `limits.TALKING` says."""

PIECE = 4 * 1024
"""The most bytes that are read before frames are counted: what comes at once may be very many of them."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Answers pings only as long as their answers are read: otherwise these would fill the memory.

    Frames that are no messages, which nobody else counts, must not keep others waiting either.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take over a connection, which has sent no frames yet."""
        super().__init__(*given, **named)
        self._frames = 0.0
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Read what has come, piece by piece; close the connection if it holds too many frames."""
        for start in range(0, len(data), PIECE):
            self.conn.receive_data(data[start : start + PIECE])
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            if self._is_flooded():
                REFUSED.labels("frames").inc()
                self.transport.abort()  # who sends so many need not read what is still to be sent
                return
            self.handle_events()

    def _is_flooded(self) -> bool:
        """Count the frames that were just read, and say whether they are too many."""
        now = self.loop.time()
        self._frames = max(0.0, self._frames - (now - self._counted) * FRAMES_PER_SECOND)
        self._frames += sum(isinstance(event, Frame) for event in self.conn.events)
        self._counted = now
        return self._frames > MOST_FRAMES

    def pause_writing(self) -> None:
        """Stop reading while too much waits to be sent."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on reading, unless the application is still busy with the last message."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
