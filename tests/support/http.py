"""Requests to servers on this computer."""

from typing import Any

import httpx2 as httpx


def new_client(**settings: Any) -> httpx.Client:
    """Return a client that reads no certificates, which takes longer than most requests: nothing here is encrypted."""
    return httpx.Client(verify=False, **settings)


def get(address: str) -> httpx.Response:
    """Ask once, on a connection of its own."""
    with new_client(timeout=30) as client:
        return client.get(address)
