"""How a browser is identified: by a random token, of which only a digest is stored."""

import re
from hashlib import sha256

from rollwright.live.environment import Environment

TOKEN_BYTES = 16

SHORTEST_TOKEN = 32
"""The fewest characters of a token; anything shorter was not issued by us and could be guessed."""

_TOKEN = re.compile(rf"[\w-]{{{SHORTEST_TOKEN},128}}", re.ASCII)


def is_token(text: str) -> bool:
    """Say whether a text has the form of the tokens that we issue."""
    return _TOKEN.fullmatch(text) is not None


def known_as(token: str) -> str:
    """Return the digest that identifies the browser with this token in the store."""
    return sha256(token.encode()).hexdigest()


def new_token(environment: Environment) -> str:
    """Return a new token for a browser."""
    return environment.token_hex(TOKEN_BYTES)
