"""Coming to a new table: the browser gets its token with its first one."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.live.identity import new_token
from rollwright.web.http.cookies import remember_token, token_of
from rollwright.web.http.limits import limits_of, peer_of

SEE_OTHER = 303


async def open_and_redirect(request: Request, how: Callable[..., Awaitable[str]], *what: Any) -> Response:
    """Open a table for this browser, in one of the ways there are, and go there."""
    limits_of(request).opening.spend(peer_of(request))
    token = token_of(request) or new_token()
    where = await how(request.app.state.store, token, *what)
    response = RedirectResponse(f"/table/{where}", SEE_OTHER)
    remember_token(response, request, token)
    return response
