"""Opens a table by a form and redirects the browser to it; a browser gets its token with its first table."""

from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.live.entry.identity import new_token
from rollwright.live.environment import Environment
from rollwright.store.protocol import Store
from rollwright.web.http.cookies import remember_token, token_of
from rollwright.web.http.limits import peer_of
from rollwright.web.http.requests import read_form
from rollwright.web.services import services_of

SEE_OTHER = 303

P = ParamSpec("P")


async def opening_form(request: Request) -> dict[str, str]:
    """Return the fields of a form that asks for a table; refuse to read it if this address has opened too many."""
    services_of(request).limits.opening.spend(peer_of(request))
    return await read_form(request)


async def open_and_redirect(
    request: Request,
    open_table: Callable[Concatenate[Store, Environment, str, P], Awaitable[str]],
    *arguments: P.args,
    **named: P.kwargs,
) -> Response:
    """Open a table for this browser by calling `open_table`, and redirect to it: see `opening_form`."""
    services = services_of(request)
    token = token_of(request) or new_token(services.environment)
    where = await open_table(services.store, services.environment, token, *arguments, **named)
    response = RedirectResponse(f"/table/{where}", SEE_OTHER)
    remember_token(response, request, token)
    return response
