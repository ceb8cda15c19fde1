"""A room as one kind of page shows it: drawings as numbers, and named values, of which only the changed ones are sent.

Everything is computed when the room has changed, and the history records the version at which each piece last changed.
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
from rollwright.view import Pen, view_of
from rollwright.web.http.rendering import render
from rollwright.web.lobby.chairs import chairs
from rollwright.web.table.page_history import PageHistory
from rollwright.web.table.page_memory import PageMemory
from rollwright.web.table.pieces.drawings import NOTHING, part_headings, sheet_drawn, thumbnails_drawn
from rollwright.web.table.pieces.ending import ending
from rollwright.web.table.pieces.guide_box import guide_html
from rollwright.web.table.pieces.offers import offers
from rollwright.web.table.pieces.player_list import player_rows
from rollwright.web.table.pieces.prompt import prompt_html
from rollwright.web.table.pieces.scenes import scenes
from rollwright.web.table.pieces.sheet import Values, score_frame, score_lines
from rollwright.web.table.pieces.table_state import table_state, with_countdown

GUIDED_ROUNDS = 3
"""The rounds in which the guide speaks without being asked."""


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

    def since(self, version: int, told: int, memory: PageMemory) -> dict[str, Any]:
        """Return what changed after a version (0: everything), and the story's entries from number `told` on.

        Looks and ways that the page has in its `memory` are left out, and added to it otherwise.
        """
        self._refresh()
        return {
            "boot": self.boot,
            "version": self.history.version,
            "since": version,
            "seat": self.seat,
            "covered": self.covered,
            **memory.drawings(self.room.game, self.seat, self.history, version),
            "values": with_countdown(self.room, self.history.since(version)),
            "told": [self._news(each) for each in self._story(told)],
            "first": told,
        }

    @property
    def boot(self) -> str:
        """Identifies this run of the room and the seats at the screen; when it changes, the page is sent everything."""
        return f"{self.room.boot}/{','.join(map(str, self.screen.seats))}"

    def score_lines(self) -> str:
        """Return the lines of the score as HTML; none while it is covered or hidden."""
        room, viewer = self.room, self.viewer
        if self.covered or not room.company.started or not shows_total(self.screen, self.seat, viewer):
            return ""
        return score_lines(room.game, room.table.seen_by(viewer), self.seat, room.speech(self.language))[0]

    def draws(self, spot: str) -> bool:
        """Say whether a spot of this name is drawn now."""
        self._refresh()
        return self.history.sheet.draws(spot)

    @property
    def viewer(self) -> int:
        """The viewer: the seat for a sheet played at this screen, a spectator for any other sheet and for a cover."""
        return self.seat if self.seat in self.screen.seats and not self.covered else SPECTATOR

    def _news(self, told: StoryEntry) -> dict[str, Any]:
        """Return one entry of the story as it is sent; greetings and arrangements are marked."""
        news = {"round": told.round_no, "text": self.room.story_texts.told(told, self.history.say)}
        return news | {"aside": True} if told.aside else news

    def _story(self, since: int) -> list[StoryEntry]:
        """Return the story from an entry on; empty on a cover, and before the game begins."""
        if self.covered or not self.room.company.started:
            return []
        return self.room.story.entries(self.viewer, since)

    def _refresh(self) -> None:
        """Compute everything anew if the room has changed."""
        room, history = self.room, self.history
        version = room.version_for(self.screen.seats)
        if history.is_current(version):
            return
        say = room.speech(self.language)  # names may have changed
        told = 0 if self.covered or not room.company.started else room.story.length(self.viewer)
        drawn = room.company.started and self._draw(say)
        if self.covered:
            values = _cover(self.screen, self.seat, self.viewer, say, history)
        elif room.company.started:
            values = _values(self.screen, self.seat, self.viewer, say, history)
        else:
            values = chairs(self.screen, self.seat, self.viewer, say)
        history.say = say
        history.update(values, told, version, drawn)

    def _draw(self, say: Speech) -> bool:
        """Compute the codes of all drawings; return whether any have changed."""
        table, viewer = self.room.table, self.viewer
        sheet = NOTHING
        if not self.covered:
            sheet = sheet_drawn(table, viewer, self.seat, totals=shows_total(self.screen, self.seat, viewer))
        return self.history.draw(say, sheet, thumbnails_drawn(table, viewer))


def _values(screen: Screen, seat: int, viewer: int, say: Speech, history: PageHistory) -> Values:
    """Return all values of a page."""
    room, table = screen.room, screen.room.table
    view = table.seen_by(viewer)
    now, pen = table.now, Pen(say, totals=shows_total(screen, seat, viewer))
    template, codes = history.sheet.template, history.sheet.codes.tolist()
    assert template is not None
    values: Values = part_headings(template, codes, pen, history.value)
    happened = (view_of(room.game).happened(view), say.key)
    values["scenes"] = history.value("scenes", happened, lambda: scenes(room.game, view, seat, pen))
    asked = viewer == seat and seat in screen.playing
    values["moves"] = offers(room, seat, say, history.value) if asked else {"legal": []}
    values["state"] = table_state(screen, seat, viewer, say)
    values["html/ask"] = prompt_html(screen, seat, viewer, say)
    values |= player_rows(screen, seat, viewer, say, history.value)
    values["html/score"] = history.value("score", pen.key, lambda: score_frame(seat, say.names[seat], pen))
    first = table.round_no <= GUIDED_ROUNDS or (table.round_no == GUIDED_ROUNDS + 1 and bool(now.dice_due))
    waits = bool(now.dice_due) and not screen.may_roll
    taught = room.course is not None and room.course.wanted(table) is not None
    guide = None if waits or taught else room.game.words.guide(view, seat)
    told = (guide and (guide[0], say(guide[1])), first)
    values["html/guide"] = history.value("guide", told, lambda: guide_html(guide, say, first=first) if guide else "")
    values["html/end"] = ending(screen, say) if now.over else ""
    return values


def _cover(screen: Screen, seat: int, viewer: int, say: Speech, history: PageHistory) -> Values:
    """Return the values of the cover over a private sheet: only public ones."""
    return {
        "moves": {"legal": []},
        "state": table_state(screen, seat, viewer, say) | {"undo": None, "undone": ""},
        **player_rows(screen, seat, viewer, say, history.value),
        "html/cover": render("pieces/cover.html", say, name=screen.room.table.name(seat), seat=seat),
    }
