"""The WebSocket protocol of uvicorn, bounded: a client that does not read is not listened to either."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Answers pings only as long as their answers are read: otherwise these would fill the memory."""

    def pause_writing(self) -> None:
        """Stop reading while too much waits to be sent."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on reading, unless the application is still busy with the last message."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
