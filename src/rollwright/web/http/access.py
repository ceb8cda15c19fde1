"""Finds the room of a request and decides what its browser may do there."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from rollwright.core.errors import NotYourTurn
from rollwright.core.language import Phrase
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.store.errors import NoSuchTable
from rollwright.table.turns import seats_asked
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import browser_of, peer_of
from rollwright.web.http.requests import key, number
from rollwright.web.services import services_of


@dataclass(frozen=True)
class Visitor:
    """A browser that is known to a table, as a player or a spectator."""

    room: Room
    holder: str

    @classmethod
    async def of(cls, connection: HTTPConnection) -> "Visitor":
        """Return the visitor of a request. Browsers unknown to the table get the same answer as if it did not exist.

        An address with too many such failures is refused before the table is looked up.
        """
        services, peer = services_of(connection), peer_of(connection)
        services.limits.failing.check(peer)
        try:
            room = await services.rooms.room(connection.path_params["table"])
            holder = holder_of(connection)
            if not room.company.knows(holder):
                raise NoSuchTable
        except NoSuchTable:
            services.limits.failing.spend(peer)
            raise
        return cls(room, holder)

    @classmethod
    async def acting(cls, connection: HTTPConnection) -> "Visitor":
        """Return the visitor of a request that changes a table, within the rate limit for actions."""
        services_of(connection).limits.acting.spend(browser_of(connection))
        visitor = await cls.of(connection)
        visitor.room.presence.acted(visitor.screen.seats)
        return visitor

    @classmethod
    async def asking(cls, connection: HTTPConnection) -> "Visitor":
        """Return the visitor of a request that only reads, within the rate limit for reads."""
        services_of(connection).limits.asking.spend(browser_of(connection))
        return await cls.of(connection)

    def key(self, body: dict[str, Any]) -> str | None:
        """Return the idempotency key of a request, made unique to this browser."""
        named = key(body)
        return None if named is None else f"{self.holder[:32]}/{named}"

    @property
    def screen(self) -> Screen:
        """The visitor's screen."""
        return Screen.of(self.room, self.holder)

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
        return ([seat for seat in mine if seat in waiting] or mine or [0])[0]


def seat_in(room: Room, body: dict[str, Any], name: str = "seat") -> int:
    """Return the seat in a request's body; refuse one that does not exist."""
    seat = number(body, name)
    room.table.check_seat(seat)
    return seat
