"""Limits and timeouts of the web server; tests set their own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WebSettings:
    """Limits and timeouts of the web server. Timeouts are in seconds."""

    limit_factor: float = 1.0
    """Multiplies all rate limits. Tests raise it, as one address does in a minute what people do in days."""
    button_delay: float = 0.35
    """For which a button of a table does nothing after it has appeared or moved: a second click was meant for another.
    """
    request_line_timeout: float = 10.0
    """For a connection to say what it is about, if several processes serve; then it is closed."""
    max_silent_connections: int = 512
    """Connections that may be about to say it; beyond that, the oldest is closed."""
    body_timeout: float = 30.0
    """For the whole body of a request to arrive."""
    unread_timeout: float = 20.0
    """For a client to read what it is sent; then its live connection is closed."""
    tcp_timeout: float = 30.0
    """For a client to acknowledge TCP data; then the kernel closes the connection."""
    probe_timeout: float = 2.0
    """For the store to answer a readiness probe."""
    max_replays: int = 16
    """Tables whose replays are cached: about 3 MB each for a long game, plus its views."""
    max_replay_views: int = 8
    """Cached views of one replay, about 300 kB each."""
    max_replay_queue: int = 40
    """Requests for replays that may be queued."""
    max_replay_queue_per_address: int = 10
    """Requests for replays that one address may have in the queue, so that it does not block others."""
    max_print_queue: int = 16
    """Papers that may be waiting to be made; each takes less than a second."""
    max_print_queue_per_address: int = 4
    """Papers that one address may have waiting."""
    max_push_queue: int = 1_000
    """Messages to push services that may be waiting; more are dropped."""
    push_senders: int = 8
    """Messages to push services that are sent at once."""
    push_timeout: float = 10.0
    """For a push service to take a message."""
    push_anywhere: bool = False
    """Whether push services may be on private addresses and without TLS: for tests."""
    max_printed_size: int = 24_000_000
    """Bytes of papers, and of pictures of their pages, that are remembered."""
