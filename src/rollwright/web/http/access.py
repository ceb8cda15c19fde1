"""Finds the room of a request and decides what its browser may do there."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.language import Phrase
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused
from rollwright.store.request_keys import with_deed
from rollwright.table.editions.replayable import CannotReplay
from rollwright.table.turns import seats_asked
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import TooMany, browser_of, peer_of
from rollwright.web.http.requests import Malformed, key, number
from rollwright.web.services import services_of

Endpoint = Callable[[Request], Awaitable[Response]]


async def check_failures(connection: HTTPConnection) -> None:
    """Refuse an address that has asked too often for what is not there, unless the table knows the browser.

    Any other site's page can make a browser ask so, without its token; nobody at that address loses their seat by it.
    """
    limits, peer = services_of(connection).limits, peer_of(connection)
    if limits.failing.is_spent(peer) and not await _may_be_known(connection):
        limits.failing.check(peer)


async def _may_be_known(connection: HTTPConnection) -> bool:
    """Say whether the table may know the browser; refuse an address for which too many logs were searched in vain."""
    services, peer, holder = services_of(connection), peer_of(connection), holder_of(connection)
    table_id, limits = connection.path_params["table"], services_of(connection).limits
    if not holder:
        return False
    if limits.known_browsers.includes(table_id, holder):
        return True
    known = services.rooms.knows_already(table_id, holder)
    if known is not None:
        return known
    limits.recognising.spend(peer)  # before the search, as many may ask at once
    if not await services.rooms.mentions(table_id, holder):
        return False
    limits.recognising.give_back(peer)
    limits.known_browsers.note(table_id, holder)
    return True


@dataclass(frozen=True)
class Visitor:
    """A browser that is known to a table, as a player or a spectator."""

    room: Room
    holder: str

    @classmethod
    async def of(cls, connection: HTTPConnection) -> "Visitor":
        """Return the visitor of a request. Browsers unknown to the table get the same answer as if it did not exist.

        An address with too many such failures is refused before the table is loaded: see `check_failures`.
        CannotReplay if the table has a log that cannot be replayed.
        """
        services, peer = services_of(connection), peer_of(connection)
        await check_failures(connection)
        try:
            table_id, holder = connection.path_params["table"], holder_of(connection)
            room = await services.rooms.room(table_id)
            if holder and not room.company.knows(holder):  # it may have joined at another process just now
                room = await services.rooms.refreshed(table_id)
            if not room.company.knows(holder):
                raise NoSuchTable
        except CannotReplay as refusal:
            if refusal.kept.knows(holder_of(connection)):
                raise
            services.limits.failing.spend(peer)
            raise NoSuchTable from refusal
        except NoSuchTable:
            services.limits.failing.spend(peer)
            raise
        room.bot_players.note_address(holder, peer)
        services.limits.known_browsers.note(table_id, holder)
        return cls(room, holder)

    @classmethod
    async def acting(cls, connection: HTTPConnection) -> "Visitor":
        """Return the visitor of a request that changes a table, within the rate limit for actions."""
        services_of(connection).limits.acting.spend(browser_of(connection))
        visitor = await cls.of(connection)
        visitor.room.presence.acted(visitor.screen.connected)
        return visitor

    @classmethod
    async def asking(cls, connection: HTTPConnection) -> "Visitor":
        """Return the visitor of a request that only reads, within the rate limit for reads."""
        services_of(connection).limits.asking.spend(browser_of(connection))
        return await cls.of(connection)

    def key(self, what: str, body: dict[str, Any]) -> str | None:
        """Return the idempotency key of a request, made unique to this browser and to what it asks for."""
        named = key(body)
        return None if named is None else with_deed(f"{self.holder[:32]}/{named}", what, body)

    @property
    def screen(self) -> Screen:
        """The visitor's screen."""
        return Screen.of(self.room, self.holder)

    @property
    def plays(self) -> bool:
        """Whether this browser has a seat, or opened the table: some live connections are kept for those who do."""
        return bool(self.screen.seats) or self.is_host

    @property
    def is_host(self) -> bool:
        """Whether this browser opened the table."""
        return self.holder == self.room.head.owner

    def check_host(self) -> None:
        """Refuse what only the host may do."""
        if not self.is_host:
            raise NotYourTurn(Phrase("Only the host of this table can do that."))

    def check_holds(self, seat: int) -> None:
        """Refuse to act on a seat that this browser does not hold."""
        self.screen.check_sees(seat)

    def first_seat(self) -> int:
        """Return the seat whose sheet is shown first: preferably one at this screen that is asked to move."""
        mine, table = self.screen.seats, self.room.table
        waiting = seats_asked(table, table.seen_by())
        return ([seat for seat in mine if seat in waiting] or mine or self.screen.former or [0])[0]


def look_again(endpoint: Endpoint) -> Endpoint:
    """Answer a request at a table anew if it was refused, and another process has written there meanwhile.

    What is refused inside `Room.do` is tried again there; this is for refusals before it.
    """

    @wraps(endpoint)
    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except (NoSuchTable, StoreRefused, Conflict, TooMany, Malformed):  # nothing that is heard later changes these
            raise
        except Refusal:
            if not await services_of(request).rooms.has_news(request.path_params["table"]):
                raise
        return await endpoint(request)

    return answered


def seat_in(room: Room, body: dict[str, Any], name: str = "seat") -> int:
    """Return the seat in a request's body; refuse one that does not exist."""
    seat = number(body, name)
    room.table.check_seat(seat)
    return seat
