"""Which browser sends a request: it is known by a random token in a cookie, of which only a digest is stored."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from rollwright.live.entry.identity import is_token, known_as

COOKIE = "rollwright"
GUARDED = f"__Host-{COOKIE}"
"""The cookie's name over TLS: browsers let no other site and no insecure page set a cookie with this prefix."""
A_YEAR = 365 * 24 * 3600


def token_of(request: HTTPConnection) -> str:
    """Return the token of a browser, which must not be stored; an empty text if it has none that could be ours."""
    token = request.cookies.get(GUARDED if is_safe(request) else COOKIE, "")
    return token if is_token(token) else ""


def is_safe(request: HTTPConnection) -> bool:
    """Say whether the connection is encrypted."""
    return request.scope.get("scheme") in ("https", "wss")


def owner_of(request: HTTPConnection) -> str:
    """Return the digest by which the store knows a browser; an empty text if it has no token."""
    token = token_of(request)
    return known_as(token) if token else ""


def remember_token(response: Response, request: HTTPConnection, token: str) -> None:
    """Let a browser have its token for another year."""
    remember(response, GUARDED if is_safe(request) else COOKIE, token, secure=is_safe(request))


def remember(response: Response, name: str, value: str, secure: bool = False) -> None:
    """Set one of our cookies, which no script reads and no other site's request carries."""
    response.set_cookie(name, value, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
