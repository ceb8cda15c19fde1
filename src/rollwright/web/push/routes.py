"""The route by which a page asks to be told of turns while it is closed, or no longer."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.language import Phrase
from rollwright.live.notices.turn_notices import turn_seen
from rollwright.store.subscriptions import Subscription
from rollwright.web.http.access import Visitor, look_again
from rollwright.web.http.limits import browser_of
from rollwright.web.http.rendering import Reader
from rollwright.web.http.requests import Malformed, answer, read_json, word
from rollwright.web.push.push_services import LONGEST, checked_endpoint
from rollwright.web.services import services_of


@look_again
async def tell_turns(request: Request) -> Response:
    """Tell this browser of its turns at a table, or no longer."""
    services = services_of(request)
    services.limits.subscribing.spend(browser_of(request))
    visitor, body = await Visitor.acting(request), await read_json(request)
    table_id, kept = visitor.room.head.table_id, services.store.subscriptions
    if body.get("on") is not True:
        await asyncio.wrap_future(kept.remove(table_id, visitor.holder))
        return answer({"on": False})
    if services.messenger is None:
        raise Refusal(Phrase("This server sends no notifications."))
    if not visitor.screen.seats:
        raise NotYourTurn(Phrase("You are watching: only players with a seat can play."))
    subscription = _subscription(body, Reader.of(request).language, anywhere=services.settings.push_anywhere)
    told = turn_seen(visitor.room, visitor.holder)  # whoever asks has the page open, and sees this turn
    await asyncio.wrap_future(kept.add(table_id, visitor.holder, subscription, told))
    return answer({"on": True})


def _subscription(body: dict[str, Any], language: str, *, anywhere: bool) -> Subscription:
    from rollwright.web.push.encryption import check_keys  # its package is there wherever there is a messenger

    endpoint = checked_endpoint(word(body, "endpoint", longest=LONGEST), anywhere=anywhere)
    p256dh, auth = word(body, "p256dh"), word(body, "auth")
    try:
        check_keys(p256dh, auth)
    except ValueError:
        raise Malformed(Phrase("This is not the address of a push service.")) from None
    return Subscription(endpoint, p256dh, auth, language)
