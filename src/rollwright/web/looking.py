"""Who looks at a table, and what they are to see: the way from a request to its room."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from rollwright.core.errors import NotYourTurn
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.table.asking import seats_asked
from rollwright.table.store import NoSuchTable
from rollwright.web.limits import browser_of, limits_of, peer_of
from rollwright.web.owner import owner_of
from rollwright.web.privacy import is_covered
from rollwright.web.reading import key, number
from rollwright.web.rendering import Reader
from rollwright.web.room import Room
from rollwright.web.screen import Screen
from rollwright.web.updates import sight


@dataclass(frozen=True)
class Visitor:
    """A browser at a table: known to it, whether it plays there or only watches."""

    room: Room
    holder: str

    @classmethod
    async def of(cls, connection: HTTPConnection) -> "Visitor":
        """Return who asks; a table is only there for browsers that it knows, or else as if it were not.

        Whoever asks again and again for what is not theirs is refused before we look.
        """
        limits, peer = limits_of(connection), peer_of(connection)
        limits.failing.check(peer)
        try:
            room: Room = await connection.app.state.rooms.room(connection.path_params["table"])
            holder = owner_of(connection)
            if not room.company.knows(holder):
                raise NoSuchTable
        except NoSuchTable:
            limits.failing.spend(peer)
            raise
        return cls(room, holder)

    @classmethod
    async def acting(cls, connection: HTTPConnection) -> "Visitor":
        """Return who wants to do something at a table; refuse one who does too much at once."""
        limits_of(connection).acting.spend(browser_of(connection))
        visitor = await cls.of(connection)
        visitor.room.presence.acted(visitor.screen.seats)
        return visitor

    @classmethod
    async def asking(cls, connection: HTTPConnection) -> "Visitor":
        """Return who wants to know something; refuse one who asks too much at once."""
        limits_of(connection).asking.spend(browser_of(connection))
        return await cls.of(connection)

    def key(self, body: dict[str, Any]) -> str | None:
        """Return this browser's own name for its request; another one that uses the same name means another request."""
        named = key(body)
        return None if named is None else f"{self.holder[:32]}/{named}"

    @property
    def screen(self) -> Screen:
        """The screen before this visitor."""
        return Screen.of(self.room, self.holder)

    @property
    def is_opener(self) -> bool:
        """Whether this browser has opened the table."""
        return self.holder == self.room.head.owner

    def check_opener(self) -> None:
        """Refuse what only the opener may do."""
        if not self.is_opener:
            raise NotYourTurn(Phrase("Only who has opened this table can do that."))

    def check_holds(self, seat: int) -> None:
        """Refuse to decide about somebody else's seat."""
        self.screen.check_sees(seat)

    def first_seat(self) -> int:
        """Return the seat whose sheet is shown first: one here that is asked for something, if there is one."""
        mine, table = self.screen.seats, self.room.table
        waiting = seats_asked(table, table.seen_by())
        return ([seat for seat in mine if seat in waiting] or mine or [0])[0]


@dataclass(frozen=True)
class Looking:
    """What a page says of itself: which sheet it shows, in which language, and what it has seen and been told."""

    visitor: Visitor
    seat: int
    language: str
    version: int
    told: int
    """Things it was told."""
    opened: int = 0
    """Which sheet with secrets its player has opened there: that of now, if it is `opening` of now."""
    covered: bool = False
    """Whether the version is one of the cover, and not of the sheet."""
    boot: str = ""
    """Of which run of the room, and from which seats, it has seen this."""

    @classmethod
    def of(cls, connection: HTTPConnection, visitor: Visitor, said: dict[str, Any]) -> "Looking":
        """Read it; a page that knows another run of the room has seen nothing of this one."""
        room = visitor.room
        boot, language = said.get("boot", ""), said.get("language")
        return cls(
            visitor,
            seat_in(room, said, "show") if "show" in said else visitor.first_seat(),
            language if isinstance(language, str) and language in LANGUAGES else Reader.of(connection).language,
            max(0, number(said, "version")),
            max(0, number(said, "told")),
            number(said, "opened"),
            said.get("covered") in (True, "true"),
            boot if isinstance(boot, str) else "",
        )

    async def update(self) -> dict[str, Any]:
        """Return what the page has not seen yet."""
        async with self.visitor.room.settled():
            return self.now()

    def now(self) -> dict[str, Any]:
        """Return what the page has not seen yet, of a room that is locked."""
        seat = min(self.seat, self.visitor.room.table.seats - 1)  # a chair may have been taken away
        shown = sight(self.visitor.screen, seat, self.language, self.opened)
        known = shown.covered == self.covered  # else the page has seen nothing of what it is to show now
        version = self.version if known and shown.boot == self.boot else 0
        told = self.told if known and self.boot.partition("/")[2] in ("", shown.boot.partition("/")[2]) else 0
        return shown.since(version, told) | {"opened": self.opened}

    def check_open(self, seat: int) -> None:
        """Refuse to tell of a sheet that is covered on this page."""
        screen = self.visitor.screen
        screen.check_sees(seat)
        if is_covered(screen, seat, self.opened):
            name = self.visitor.room.table.name(seat)
            raise NotYourTurn(Phrase("This sheet is covered: only {name} may open it.", name=name))

    def check_plays(self, seat: int) -> None:
        """Refuse to act for a seat that is not played here, or whose sheet is covered."""
        self.visitor.screen.check_plays(seat)
        self.check_open(seat)


def seat_in(room: Room, body: dict[str, Any], name: str = "seat") -> int:
    """Return the seat that a request names."""
    seat = number(body, name)
    room.table.check_seat(seat)
    return seat
