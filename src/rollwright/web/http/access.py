"""Which browser sends a request to a table, and what it may do there: the way from a request to its room."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from rollwright.core.errors import NotYourTurn
from rollwright.core.language import Phrase
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.store.errors import NoSuchTable
from rollwright.table.turns import seats_asked
from rollwright.web.http.cookies import owner_of
from rollwright.web.http.limits import browser_of, peer_of
from rollwright.web.http.requests import key, number
from rollwright.web.services import services_of


@dataclass(frozen=True)
class Visitor:
    """A browser that a table knows: it plays there or watches."""

    room: Room
    holder: str

    @classmethod
    async def of(cls, connection: HTTPConnection) -> "Visitor":
        """Return who asks. For a browser that a table does not know, it is as if the table did not exist.

        Whoever asks again and again for what is not theirs is refused before we look.
        """
        services, peer = services_of(connection), peer_of(connection)
        services.limits.failing.check(peer)
        try:
            room = await services.rooms.room(connection.path_params["table"])
            holder = owner_of(connection)
            if not room.company.knows(holder):
                raise NoSuchTable
        except NoSuchTable:
            services.limits.failing.spend(peer)
            raise
        return cls(room, holder)

    @classmethod
    async def acting(cls, connection: HTTPConnection) -> "Visitor":
        """Return who wants to do something at a table; refuse who does too much at once."""
        services_of(connection).limits.acting.spend(browser_of(connection))
        visitor = await cls.of(connection)
        visitor.room.presence.acted(visitor.screen.seats)
        return visitor

    @classmethod
    async def asking(cls, connection: HTTPConnection) -> "Visitor":
        """Return who wants to know something; refuse who asks too much at once."""
        services_of(connection).limits.asking.spend(browser_of(connection))
        return await cls.of(connection)

    def key(self, body: dict[str, Any]) -> str | None:
        """Return the idempotency key of a request, which is different for every browser."""
        named = key(body)
        return None if named is None else f"{self.holder[:32]}/{named}"

    @property
    def screen(self) -> Screen:
        """The screen before this visitor."""
        return Screen.of(self.room, self.holder)

    @property
    def is_host(self) -> bool:
        """Whether this browser has opened the table."""
        return self.holder == self.room.head.owner

    def check_host(self) -> None:
        """Refuse what only the host may do."""
        if not self.is_host:
            raise NotYourTurn(Phrase("Only who has opened this table can do that."))

    def check_holds(self, seat: int) -> None:
        """Refuse to decide about somebody else's seat."""
        self.screen.check_sees(seat)

    def first_seat(self) -> int:
        """Return the seat whose sheet is shown first: one here that is asked for something, if there is one."""
        mine, table = self.screen.seats, self.room.table
        waiting = seats_asked(table, table.seen_by())
        return ([seat for seat in mine if seat in waiting] or mine or [0])[0]


def seat_in(room: Room, body: dict[str, Any], name: str = "seat") -> int:
    """Return the seat that a request names."""
    seat = number(body, name)
    room.table.check_seat(seat)
    return seat
