"""Whose browser this is. A browser is known by a random token in a cookie, of which only a digest is kept."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from rollwright.live.identity import is_token, known_as

COOKIE = "rollwright"
GUARDED = f"__Host-{COOKIE}"
"""Its name where the connection is safe: browsers let no other site or unsafe page set a cookie of such a name."""
A_YEAR = 365 * 24 * 3600


def token_of(request: HTTPConnection) -> str:
    """Return the token of a browser, which nothing may keep; nothing if it has none that we could have given out."""
    token = request.cookies.get(GUARDED if is_safe(request) else COOKIE, "")
    return token if is_token(token) else ""


def is_safe(request: HTTPConnection) -> bool:
    """Say whether nobody on the way can read or change this."""
    return request.scope.get("scheme") in ("https", "wss")


def owner_of(request: HTTPConnection) -> str:
    """Return who asks, as the store knows them; nobody if the browser has no token."""
    token = token_of(request)
    return known_as(token) if token else ""


def remember_token(response: Response, request: HTTPConnection, token: str) -> None:
    """Let a browser have its token for another year."""
    remember(response, GUARDED if is_safe(request) else COOKIE, token, secure=is_safe(request))


def remember(response: Response, name: str, value: str, secure: bool = False) -> None:
    """Set one of our cookies, which no script reads and no other site's request carries."""
    response.set_cookie(name, value, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
