"""Limits and timeouts of the web server, which a test can choose for itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WebSettings:
    """Limits and timeouts of the web server. Timeouts are in seconds."""

    limit_factor: float = 1.0
    """Multiplies all rate limits. Tests raise it, as one address does in a minute what people do in days."""
    button_delay: float = 0.35
    """For which a button of a table does nothing after it has appeared or moved: a second click was meant for another.
    """
    body_timeout: float = 30.0
    """In which a whole request must have arrived."""
    unread_timeout: float = 20.0
    """After which a live connection is closed whose client does not read what it is sent."""
    tcp_timeout: float = 30.0
    """After which the kernel closes a connection whose client acknowledges nothing."""
    probe_timeout: float = 2.0
    """In which the store must answer for the server to be ready."""
    max_replays: int = 16
    """Tables whose replays are cached: some 3 MB each of a long game, and its answers."""
    max_replay_views: int = 8
    """Views of one replay whose answers are cached: some 300 kB each."""
    max_replay_queue: int = 40
    """Questions about replays that may wait for their answers."""
    max_replay_queue_per_address: int = 10
    """And those of one address, lest it keep all others waiting."""
