"""Metrics of the app in the page, which nobody asks for: they are not counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class CollectorRegistry:
    """Knows no metrics."""


class Counter:
    """A metric that stays as it is."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Take what a metric is told about itself."""

    def labels(self, *_: object) -> "Counter":
        """Return the metric."""
        return self

    def inc(self, _: float = 1) -> None:
        """Do nothing."""

    set = observe = inc

    @contextmanager
    def track_inprogress(self) -> Iterator[None]:
        """Do nothing."""
        yield


Gauge = Histogram = Counter


def disable_created_metrics() -> None:
    """Do nothing."""


def start_http_server(*_: Any) -> Any:
    """Refuse: nothing listens in the page."""
    raise OSError("nothing listens in the page")
