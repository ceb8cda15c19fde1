"""Cookies: a browser is identified by a random token, of which only a digest is stored."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from rollwright.live.entry.identity import is_token, known_as

COOKIE = "rollwright"
GUARDED = f"__Host-{COOKIE}"
"""The cookie's name over TLS: browsers let no other site and no insecure page set a cookie with this prefix."""
A_YEAR = 365 * 24 * 3600


def token_of(request: HTTPConnection) -> str:
    """Return a browser's token, which must not be stored; an empty text if it has no valid one."""
    token = request.cookies.get(GUARDED if is_safe(request) else COOKIE, "")
    return token if is_token(token) else ""


def is_safe(request: HTTPConnection) -> bool:
    """Say whether the connection is encrypted."""
    return request.scope.get("scheme") in ("https", "wss")


def holder_of(request: HTTPConnection) -> str:
    """Return the digest that identifies a browser in the store; an empty text if it has no token."""
    token = token_of(request)
    return known_as(token) if token else ""


def remember_token(response: Response, request: HTTPConnection, token: str) -> None:
    """Set the cookie with a browser's token, valid for another year."""
    remember(response, GUARDED if is_safe(request) else COOKIE, token, secure=is_safe(request))


def remember(response: Response, name: str, value: str, secure: bool = False) -> None:
    """Set a cookie that scripts cannot read and cross-site requests do not carry."""
    response.set_cookie(name, value, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
