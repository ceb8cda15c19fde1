"""A room as one kind of page shows it: named values, of which only the changed ones are sent.

Everything is redrawn when the room has changed, and the history records the version at which each value last changed.
So a page that reports its version is sent exactly what it lacks, whether it missed one change or a hundred.
"""

from dataclasses import dataclass
from typing import Any

from rollwright.core.contract import SPECTATOR
from rollwright.core.language import Speech
from rollwright.live.privacy import shows_total
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.table.story import StoryEntry
from rollwright.view import Pen
from rollwright.web.http.rendering import render
from rollwright.web.lobby.chairs import chairs
from rollwright.web.table.page_history import PageHistory
from rollwright.web.table.pieces.ending import ending
from rollwright.web.table.pieces.offers import offers
from rollwright.web.table.pieces.player_list import player_list
from rollwright.web.table.pieces.prompt import prompt
from rollwright.web.table.pieces.scenes import scenes
from rollwright.web.table.pieces.sheet import Values, score, sheet
from rollwright.web.table.pieces.table_state import table_state


@dataclass(frozen=True)
class PageState:
    """A room as one screen shows it: a seat's sheet, or the cover over it, in one language."""

    screen: Screen
    seat: int
    language: str
    covered: bool
    history: PageHistory

    @property
    def room(self) -> Room:
        """The room that is shown."""
        return self.screen.room

    def since(self, version: int, told: int) -> dict[str, Any]:
        """Return the values changed after a version (0: all of them), and the story's entries from number `told` on."""
        self._refresh()
        return {
            "boot": self.boot,
            "version": self.history.version,
            "since": version,
            "seat": self.seat,
            "covered": self.covered,
            "values": self.history.since(version),
            "told": [self._news(each) for each in self._story()[told:]],
            "first": told,
        }

    @property
    def boot(self) -> str:
        """Identifies this run of the room and the seats at the screen; when it changes, the page is sent everything."""
        return f"{self.room.boot}/{','.join(map(str, self.screen.seats))}"

    def draws(self, spot: str) -> bool:
        """Say whether a spot of this name is drawn now."""
        self._refresh()
        return f"svg/{spot}" in self.history.values

    @property
    def viewer(self) -> int:
        """The viewer: the seat for a sheet played at this screen, a spectator for any other sheet and for a cover."""
        return self.seat if self.seat in self.screen.seats and not self.covered else SPECTATOR

    def _news(self, told: StoryEntry) -> dict[str, Any]:
        """Return one entry of the story as it is sent; greetings and arrangements are marked."""
        news = {"round": told.round_no, "text": self.history.say(told.phrase)}
        return news | {"aside": True} if told.aside else news

    def _story(self) -> list[StoryEntry]:
        """Return the story so far; empty on a cover, and before the game begins."""
        if self.covered or not self.room.company.started:
            return []
        return self.room.story.entries(self.viewer)

    def _refresh(self) -> None:
        """Redraw everything if the room has changed."""
        room, history = self.room, self.history
        if history.is_current(room.version):
            return
        history.say = room.speech(self.language)  # names may have changed
        draw = _cover if self.covered else _values if room.company.started else chairs
        history.update(draw(self.screen, self.seat, self.viewer, history.say), len(self._story()), room.version)


def _values(screen: Screen, seat: int, viewer: int, say: Speech) -> Values:
    """Draw all values of a page."""
    room, table = screen.room, screen.room.table
    view = table.seen_by(viewer)
    pen = Pen(say, totals=shows_total(screen, seat, viewer))
    values = sheet(room.game, view, seat, pen)
    values["scenes"] = scenes(room.game, view, seat, pen)
    values["moves"] = offers(room, seat, say) if viewer == seat and seat in screen.playing else []
    values["state"] = table_state(screen, seat, viewer, say)
    values["html/ask"] = render("pieces/ask.html", say, ask=prompt(screen, seat, viewer))
    values["html/players"] = player_list(screen, seat, viewer, say)
    values["html/score"] = score(room.game, view, seat, table.name(seat), pen)
    first = table.round_no <= 1 or (table.round_no == 2 and bool(table.dice_due))
    waits = bool(table.dice_due) and not screen.may_roll
    guide = None if waits else room.game.words.guide(view, seat)
    values["html/guide"] = render("pieces/guide.html", say, guide=guide, first=first)
    values["html/end"] = ending(room, say) if table.over else ""
    return values


def _cover(screen: Screen, seat: int, viewer: int, say: Speech) -> Values:
    """Draw the cover over a private sheet: only public values."""
    return {
        "moves": [],
        "state": table_state(screen, seat, viewer, say) | {"undo": None, "undone": ""},
        "html/players": player_list(screen, seat, viewer, say),
        "html/cover": render("pieces/cover.html", say, name=screen.room.table.name(seat), seat=seat),
    }
