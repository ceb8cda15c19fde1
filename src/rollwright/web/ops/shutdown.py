"""The shutdown of a server, as its app sees it."""

from rollwright.web.ops import metrics


class Shutdown:
    """Whether a server was asked to shut down."""

    def __init__(self) -> None:
        """Start in normal operation."""
        self.begun = False

    def begin(self) -> None:
        """From now on readiness probes fail, and responses ask clients to reconnect."""
        self.begun = True
        metrics.DRAINING.set(1)
