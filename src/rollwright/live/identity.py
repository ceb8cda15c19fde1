"""How a browser is known: by a random token, of which only a digest is kept."""

import re
import secrets
from hashlib import sha256

SHORTEST_TOKEN = 32
"""Characters of a token; anything shorter was not given out by us, and could be guessed."""

_TOKEN = re.compile(rf"[\w-]{{{SHORTEST_TOKEN},128}}", re.ASCII)


def is_token(text: str) -> bool:
    """Say whether this could be a token that we have given out."""
    return _TOKEN.fullmatch(text) is not None


def known_as(token: str) -> str:
    """Return how the store knows the browser with a token."""
    return sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Return a new token for a browser."""
    return secrets.token_hex(16)
