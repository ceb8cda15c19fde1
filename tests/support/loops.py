"""An event loop for a test, in a thread of its own."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(scenario: Coroutine[Any, Any, T]) -> T:
    """Run it to its end: the browser tests of the same process leave a running loop in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scenario).result()
