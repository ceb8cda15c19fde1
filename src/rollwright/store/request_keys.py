"""The idempotency keys of requests: a request that comes again is done once, and a key is for one request only.

A key may end with the digest of what the request asks for, after a line feed, which no page can put into a key. A store
then keeps two names: the key alone, by which a repeated request is found, and the whole, by which one that asks for
something else is told apart. Of requests that older releases stored there is only the key.
"""

import json
from collections.abc import Mapping, Set
from hashlib import sha256
from typing import Any

from rollwright.store.errors import KeyReused

SEPARATOR = "\n"
DIGEST_DIGITS = 16

ABOUT_THE_PAGE = frozenset({"key", "show", "language", "version", "told", "opened", "covered", "boot", "do", "action",
                            "speed"})  # fmt: skip
"""The fields of a request that say what the page shows and has received, not what is asked for."""


def with_deed(key: str, what: str, asked: Mapping[str, Any]) -> str:
    """Return a key with the digest of what a request asks for; the same request has the same, however it comes."""
    deed = {name: value for name, value in asked.items() if name not in ABOUT_THE_PAGE}
    said = json.dumps([what, deed], sort_keys=True)
    return f"{key}{SEPARATOR}{sha256(said.encode()).hexdigest()[:DIGEST_DIGITS]}"


def names_of(key: str | None) -> list[str]:
    """Return the names that a store keeps for a key: none without a key, the key, and the key with its deed."""
    if key is None:
        return []
    bare = key.partition(SEPARATOR)[0]
    return [bare] if bare == key else [bare, key]


def is_repeated(key: str | None, kept: Set[str]) -> bool:
    """Say whether a request was done before, by the names that are kept; refuse a key that was used for another."""
    bare, *whole = names_of(key) or [""]
    if bare not in kept:
        return False
    if whole and whole[0] not in kept and any(name.startswith(f"{bare}{SEPARATOR}") for name in kept):
        raise KeyReused
    return True
