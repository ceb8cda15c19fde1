"""Requests to servers on this computer."""

from typing import Any

import httpx2 as httpx


def new_client(**settings: Any) -> httpx.Client:
    """Return a client without TLS: loading certificates takes longer than most requests."""
    return httpx.Client(verify=False, **settings)


def get(address: str) -> httpx.Response:
    """Send one request on a connection of its own."""
    with new_client(timeout=30) as client:
        return client.get(address)
