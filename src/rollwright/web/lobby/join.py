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
    """Admit a browser that follows an invitation link: the secret after its `#` is exchanged for a cookie."""
    services = services_of(request)
    services.limits.joining.spend(peer_of(request))
    body = await read_json(request)
    table_id, secret = invitations.read_link(word(body, "link", longest=invitations.MAX_PASTE_LENGTH))
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
    return response


async def join_page(request: Request) -> Response:
    """Show the page of an invitation link: its script posts the part after the `#`, which browsers do not send."""
    answer = page(request, "join.html")
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
