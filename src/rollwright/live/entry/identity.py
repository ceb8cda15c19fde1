"""How a browser is identified: by a random token, of which only a digest is stored."""

import re
from hashlib import sha256

from rollwright.live.environment import Environment

TOKEN_BYTES = 16

SHORTEST_TOKEN = 32
"""Characters of a token; anything shorter was not issued by us, and could be guessed."""

_TOKEN = re.compile(rf"[\w-]{{{SHORTEST_TOKEN},128}}", re.ASCII)


def is_token(text: str) -> bool:
    """Say whether this could be a token that we have issued."""
    return _TOKEN.fullmatch(text) is not None


def known_as(token: str) -> str:
    """Return the digest by which the store knows the browser with a token."""
    return sha256(token.encode()).hexdigest()


def new_token(environment: Environment) -> str:
    """Return a new token for a browser."""
    return environment.token_hex(TOKEN_BYTES)
