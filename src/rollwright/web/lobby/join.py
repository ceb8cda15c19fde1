"""Joining a table: an invitation's secret is exchanged for access by this browser's cookie."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.entry import invitations
from rollwright.live.entry.identity import known_as, new_token
from rollwright.store.errors import NoSuchTable
from rollwright.table.editions.replayable import CannotReplay
from rollwright.table.events import Arrangement
from rollwright.table.models import InvitationKind
from rollwright.web.http.cookies import remember_token, token_of
from rollwright.web.http.limits import peer_of
from rollwright.web.http.rendering import page
from rollwright.web.http.requests import answer, read_json, word
from rollwright.web.services import services_of


class NoSuchLink(Refusal):
    """An invitation link is invalid, or no longer valid."""

    def __init__(self) -> None:
        """Say whom to ask for a new link."""
        super().__init__(Phrase("This link no longer works: ask for a new one."))


async def join(request: Request) -> Response:
    """Admit a browser that follows an invitation link: the secret after its `#` is exchanged for a cookie.

    Only links that lead nowhere count against an address; a right one is let in whatever its neighbours have tried.
    """
    services, peer = services_of(request), peer_of(request)
    joining = services.limits.joining
    is_spent = joining.is_spent(peer)
    if not is_spent:
        joining.spend(peer)  # before anything is awaited, as many may ask at once
    body = await read_json(request)
    try:
        table_id, secret = invitations.read_link(word(body, "link", longest=invitations.MAX_PASTE_LENGTH))
        if is_spent and not await _may_be_right(request, table_id, secret):
            raise NoSuchLink
    except Refusal:
        if is_spent:
            joining.spend(peer)
        raise
    try:
        room = await services.rooms.room(table_id)
    except NoSuchTable as gone:
        raise NoSuchLink from gone
    except CannotReplay as refusal:
        company = refusal.kept.company
        raise refusal if company and invitations.find(company, secret) else NoSuchLink from refusal
    token = token_of(request) or new_token(services.environment)
    holder = known_as(token)

    def act() -> Sequence[Arrangement]:
        found = invitations.find(room.company, secret)
        if found is None:
            raise NoSuchLink
        link, seat = found
        return room.company.carry(seat, holder) if link == InvitationKind.SEAT else room.company.admit(holder, link)

    await room.arrange(None, act)
    response = answer({"address": f"/table/{table_id}"})
    remember_token(response, request, token)
    if not is_spent:
        joining.give_back(peer)
    return response


async def _may_be_right(request: Request, table_id: str, secret: str) -> bool:
    """Say whether a link may lead somewhere, without loading its table.

    It takes about as long for every link, and tells nothing of a secret, of which only the digest is sought.
    """
    services, peer = services_of(request), peer_of(request)
    known = services.rooms.has_link(table_id, secret)
    if known is not None:
        return known
    services.limits.finding.spend(peer)
    found = await services.rooms.mentions(table_id, invitations.digest(secret))
    if found:
        services.limits.finding.give_back(peer)
    return found


async def join_page(request: Request) -> Response:
    """Show the page of an invitation link: its script posts the part after the `#`, which browsers do not send."""
    answer = page(request, "join.html")
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
