"""What a page shows and has received, and the update that brings it up to date."""

from dataclasses import dataclass, field, replace
from typing import Any

from starlette.requests import HTTPConnection

from rollwright.core.errors import NotYourTurn
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.live.privacy import is_covered
from rollwright.web.http.access import Visitor, seat_in
from rollwright.web.http.rendering import Reader
from rollwright.web.http.requests import number
from rollwright.web.services import services_of
from rollwright.web.table.page_cache import PageCache
from rollwright.web.table.page_memory import PageMemory
from rollwright.web.table.page_state import PageState


class SheetCovered(NotYourTurn):
    """A question is about a sheet that is covered on the page that asks."""


@dataclass(frozen=True)
class PageCursor:
    """The state that a page reports: its sheet and language, and what it has received."""

    pages: PageCache
    visitor: Visitor
    seat: int
    language: str
    version: int
    told: int
    """How many entries of the story the page has."""
    revealed: int = 0
    """The reveal number of the private sheet that its player has revealed: see `privacy.reveal_number`."""
    covered: bool = False
    """Whether the version is that of the cover, not of the sheet."""
    boot: str = ""
    """The run of the room and the seats for which the version is valid."""
    memory: PageMemory = field(default_factory=PageMemory)
    """The looks and ways that the page has from this connection; none for a single request."""

    @classmethod
    def of(cls, connection: HTTPConnection, visitor: Visitor, said: dict[str, Any]) -> "PageCursor":
        """Parse it from a message; versions of another run of the room count as 0."""
        room = visitor.room
        boot, language = said.get("boot", ""), said.get("language")
        return cls(
            services_of(connection).pages,
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
        """Return what the page has not received yet."""
        async with self.visitor.room.settled():
            return self.now()

    def now(self) -> dict[str, Any]:
        """Return what the page has not received yet. The room must be locked."""
        shown = self.shown()
        known = shown.covered == self.covered  # if not, the page has none of these values
        version = self.version if known and shown.boot == self.boot else 0
        told = self.told if known and self.boot.partition("/")[2] in ("", shown.boot.partition("/")[2]) else 0
        return shown.since(version, told, self.memory) | {"opened": self.revealed}

    def shown(self) -> PageState:
        """Return what the page shows now. The room must be locked."""
        seat = min(self.seat, self.visitor.room.table.seats - 1)  # a free chair may have been removed
        return self.pages.page(self.visitor.screen, seat, self.language, self.revealed)

    def after(self, update: dict[str, Any]) -> "PageCursor":
        """Return the cursor of a page that has received an update."""
        told = update["first"] + len(update["told"])
        return replace(self, version=update["version"], told=told, covered=update["covered"], boot=update["boot"])

    def check_open(self, seat: int) -> None:
        """Refuse a question about a sheet that is covered on this page."""
        screen = self.visitor.screen
        screen.check_sees(seat)
        if is_covered(screen, seat, self.revealed):
            name = self.visitor.room.table.name(seat)
            raise SheetCovered(Phrase("This sheet is covered: only {name} can open it.", name=name))

    def check_plays(self, seat: int) -> None:
        """Refuse to act for a seat that is not played here, or whose sheet is covered."""
        self.visitor.screen.check_plays(seat)
        self.check_open(seat)
