"""What a page is sent: everything it shows, as named values, of which only those that changed go over the wire.

A :class:`Sight` is one way to look at a room: which sheet, in which language. It draws everything anew when the room
has changed, and remembers for each value when it last became another; so a page that says what it has seen is sent
the rest, whether it missed one change or a hundred.
"""

from collections.abc import Sequence
from typing import Any

from rollwright.bots.levels import level_name
from rollwright.core.contract import SPECTATOR, Record
from rollwright.core.dice import real_dice
from rollwright.core.language import Phrase, Speech, series, together
from rollwright.core.scoring import points
from rollwright.live.privacy import is_covered, opening, private, shows_total
from rollwright.live.screen import Screen
from rollwright.table.events import Rolled
from rollwright.table.models import DiceKind, SeatKind
from rollwright.table.story import StoryEntry
from rollwright.table.turns import seats_asked
from rollwright.view import Pen, view_of
from rollwright.web.http.rendering import render
from rollwright.web.lobby.chairs import chairs
from rollwright.web.table.ending import ending
from rollwright.web.table.offers import offers
from rollwright.web.table.personal_best import alone
from rollwright.web.table.scenes import scenes
from rollwright.web.table.sheet import Values, score, sheet


class PageState:
    """A room as seen from one screen by whoever looks at a seat's sheet, in one language, or at the cover over it.

    Its version counts only what can be seen from here: that others have secretly done something does not show.
    """

    def __init__(self, screen: Screen, seat: int, language: str, covered: bool) -> None:
        """Look at nothing yet."""
        self.screen = screen
        self.room = screen.room
        self.seat = seat
        self.covered = covered
        self.language = language
        self.say = self.room.speech(language)
        self.version = 0
        self._seen = 0
        self._told = 0
        self._values: Values = {}
        self._changed: dict[str, int] = {}

    def since(self, version: int, told: int) -> dict[str, Any]:
        """Return what has changed since a version the page has seen (0: everything), and what it has not been told."""
        if self._seen != self.room.version:
            self._refresh()
        values = {name: value for name, value in self._values.items() if self._changed[name] > version}
        news = [self._news(each) for each in self._story()[told:]]
        return {
            "boot": self.boot,
            "version": self.version,
            "since": version,
            "seat": self.seat,
            "covered": self.covered,
            "values": values,
            "told": news,
            "first": told,
        }

    @property
    def boot(self) -> str:
        """The name of this run of the room, as this screen sees it: whoever takes or leaves a seat sees all anew."""
        return f"{self.room.boot}/{','.join(map(str, self.screen.seats))}"

    def _news(self, told: StoryEntry) -> dict[str, Any]:
        """Return one thing that happened as the page wants it; what players say to each other is marked."""
        news = {"round": told.round_no, "text": self.say(told.phrase)}
        return news | {"aside": True} if told.aside else news

    def draws(self, spot: str) -> bool:
        """Say whether something of this name is drawn now."""
        if self._seen != self.room.version:
            self._refresh()
        return f"svg/{spot}" in self._values

    @property
    def viewer(self) -> int:
        """Whose eyes these are: a person sees as their seat does; a bot's sheet, or a cover, anybody may look at."""
        return self.seat if self.seat in self.screen.seats and not self.covered else SPECTATOR

    def _story(self) -> list[StoryEntry]:
        """Return what has been told here; a cover tells nothing, nor does a game that has not begun."""
        if self.covered or not self.room.company.started:
            return []
        return self.room.story.told(self.viewer)

    def _refresh(self) -> None:
        self.say = self.room.speech(self.language)  # somebody may have another name by now
        look = _cover if self.covered else _values if self.room.company.started else chairs
        fresh, told = look(self.screen, self.seat, self.viewer, self.say), len(self._story())
        if fresh != self._values or told != self._told:
            self.version += 1
        for name, value in fresh.items():
            if name not in self._changed or self._values[name] != value:
                self._changed[name] = self.version
        self._changed = {name: when for name, when in self._changed.items() if name in fresh}
        self._values, self._told, self._seen = fresh, told, self.room.version


def page_state(screen: Screen, seat: int, language: str, opened: int = 0) -> PageState:
    """Return a way to look at a room, the same one for all who look alike; a private sheet must have been opened."""
    look = (seat, language, is_covered(screen, seat, opened))
    key = (screen.seats, *look)
    if key not in screen.room.pages:
        screen.room.pages[key] = PageState(screen, *look)
    found: PageState = screen.room.pages[key]
    return found


def _values(screen: Screen, seat: int, viewer: int, say: Speech) -> Values:
    """Work out everything a page shows."""
    room, table = screen.room, screen.room.table
    view = table.seen_by(viewer)
    pen = Pen(say, totals=shows_total(screen, seat, viewer))
    values = sheet(room.game, view, seat, pen)
    values["scenes"] = scenes(room.game, view, seat, pen)
    values["moves"] = offers(room, seat, say) if viewer == seat and seat in screen.playing else []
    values["state"] = _state(screen, seat, viewer, say)
    values["html/ask"] = render("pieces/ask.html", say, ask=_ask(screen, seat, viewer))
    values["html/players"] = _players(screen, seat, viewer, say)
    values["html/score"] = score(room.game, view, seat, table.name(seat), pen)
    first = table.round_no <= 1 or (table.round_no == 2 and bool(table.dice_due))
    waits = bool(table.dice_due) and not screen.may_roll
    guide = None if waits else room.game.words.guide(view, seat)
    values["html/guide"] = render("pieces/guide.html", say, guide=guide, first=first)
    values["html/end"] = ending(room, say) if table.over else ""
    return values


def _cover(screen: Screen, seat: int, viewer: int, say: Speech) -> Values:
    """Work out what a page shows in place of a sheet that its player has not opened: what anybody may see."""
    return {
        "moves": [],
        "state": _state(screen, seat, viewer, say) | {"undo": None, "undone": ""},
        "html/players": _players(screen, seat, viewer, say),
        "html/cover": render("pieces/cover.html", say, name=screen.room.table.name(seat), seat=seat),
    }


def _state(screen: Screen, seat: int, viewer: int, say: Speech) -> dict[str, Any]:
    room, table = screen.room, screen.room.table
    undo = _undo(screen, seat)
    turns = seats_asked(table, table.seen_by(viewer)) or ([table.roller] if table.dice_due else [])
    return {
        "roll": bool(table.dice_due) and screen.may_roll,
        "undo": undo,
        "undone": say(table.name(undo)) if undo not in (None, seat) else "",
        "mine": seat in screen.seats,
        "seats": list(screen.seats),
        "turns": [each for each in turns if each in screen.playing],
        "lent": [each for each in screen.seats if each not in screen.playing],
        "over": table.over,
        "private": private(screen),
        "opening": opening(screen, seat),
        "epoch": int(table.position.epoch),
        "rolls": sum(isinstance(event, Rolled) for event in table.log),
        "alone": alone(room, seat, viewer),
        "open": room.company.is_open,
        "hints": not room.company.is_open and not room.head.ranked,
        "asked": bool(screen.asked) and not table.over,
        "next": room.company.next_table,
        "nonce": _wants_number(screen),
        "fair": proof.commitment if (proof := room.proof()) else "",
        **_own_dice(screen, say),
        **_clock(screen),
    }


def _wants_number(screen: Screen) -> int | None:
    """Return the seat here whose browser is still to add its number to fair dice, which none has seen fall yet."""
    room = screen.room
    if room.head.dice != DiceKind.FAIR or room.table.has_rolled:
        return None
    given = room.company.nonces
    return next((seat for seat in screen.seats[:1] if seat not in given), None)


def _own_dice(screen: Screen, say: Speech) -> dict[str, Any]:
    """Return the dice that people here are to roll and enter, or may correct."""
    room, table = screen.room, screen.room.table
    if room.head.dice != DiceKind.OWN:
        return {}
    due = _dice_called(screen, table.seen_by(SPECTATOR), table.dice_due, say) if screen.may_roll else []
    fallen = []
    if table.fallen and screen.may_correct:
        fallen = _dice_called(screen, table.fallen.before.seen().record, table.fallen.sides, say)
        for die, place in zip(fallen, real_dice(table.fallen.sides), strict=True):
            die["face"] = table.fallen.faces[place]
    return {"own": due, "fallen": fallen}


def _dice_called(screen: Screen, view: Record, sides: Sequence[int], say: Speech) -> list[dict[str, Any]]:
    """Return the dice that people can roll, each with what it is called where dice differ by more than their sides."""
    called = screen.room.game.words.dice_names(view) if sides else []
    return [
        {"sides": sides[place], "name": say(called[place]) if called else f"d{sides[place]}"}
        for place in real_dice(sides)
    ]


def _clock(screen: Screen) -> dict[str, Any]:
    """Return until when each person who is asked may think, in Unix milliseconds, at a table with a clock."""
    deadlines = screen.room.clock.deadlines
    return {"clock": {seat: round(1000 * until) for seat, until in deadlines.items()}} if deadlines else {}


def _undo(screen: Screen, seat: int) -> int | None:
    """Return whose move can be taken back from a seat's sheet: its own, or that of who moved last at this screen."""
    able = [each for each in screen.room.table.can_undo() if each in screen.playing and not screen.is_final]
    if seat in able:
        return seat
    return able[-1] if able and seat in screen.playing and not private(screen) else None


def _ask(screen: Screen, seat: int, viewer: int) -> Phrase:
    """Say in a sentence what is asked of whoever looks."""
    room, table = screen.room, screen.room.table
    if viewer != seat:
        looking = Phrase("You are looking at the sheet of {name}.", name=table.name(seat))
        return looking if screen.seats or table.over else together([looking, _watched(screen)])
    if seat in screen.room.bots and not table.over:
        return Phrase("A bot plays for {name}.", name=table.name(seat))
    if table.dice_due and not screen.may_roll:
        return Phrase("{name} is to roll the dice.", name=table.name(table.roller))
    asked = room.game.words.ask(table.seen_by(seat), seat, table.players)
    rolls = bool(table.dice_due) and seat == table.roller
    if len(screen.seats) > 1 and (rolls or seat in table.waiting):
        return Phrase("{name}: {asked}", name=table.name(seat), asked=asked)
    return asked


def _may_be_lent(screen: Screen, seat: int) -> bool:
    """Say whether people here may let a bot play for somebody who is gone."""
    room = screen.room
    gone = room.presence.is_absent(seat) and not room.company.chairs[seat].lent
    return gone and bool(screen.playing) and not room.table.over


def _watched(screen: Screen) -> Phrase:
    """Say to who watches what the table waits for."""
    room, table = screen.room, screen.room.table
    names = series(map(table.name, room.asked))
    if table.dice_due:
        return Phrase("You are watching: {name} is to roll the dice.", name=names)
    return Phrase("You are watching: it is the turn of {names}.", names=names)


def _players(screen: Screen, shown: int, viewer: int, say: Speech) -> str:
    """Return the list of players: how each stands, what they do, and who is connected."""
    room, table = screen.room, screen.room.table
    view = table.seen_by(viewer)
    waiting = seats_asked(table, view)
    found = []
    for seat, chair in enumerate(room.company.chairs):
        size, drawn = view_of(room.game).thumbnail(view, seat)
        friend = chair.player.kind != SeatKind.BOT and not chair.free and room.company.is_open
        away = friend and seat not in room.presence.seats and seat not in screen.seats
        found.append({
            "seat": seat,
            "name": table.name(seat),
            "bot": chair.player.kind == SeatKind.BOT,
            "level": level_name(chair.player.level),
            "yours": seat in screen.seats and room.company.is_open,
            "lent": bool(chair.lent),
            "away": away,
            "present": friend and not away,
            "lendable": away and _may_be_lent(screen, seat),
            "takeable": chair.free and not screen.seats and not table.over,
            "points": points(table.halves(seat, viewer)) if shows_total(screen, seat, viewer) else None,
            "size": size,
            "drawn": drawn,
            "status": _status(screen, seat, waiting),
        })  # fmt: skip
    return render("pieces/players.html", say, players=found, seat=shown)


def _status(screen: Screen, seat: int, waiting: list[int]) -> Phrase:
    """Say what a seat is doing, from whom a viewer knows to be waited for."""
    room, table = screen.room, screen.room.table
    if table.over:
        return Phrase("finished")
    if table.dice_due and seat == table.roller:
        return Phrase("rolls next")
    if seat not in waiting:
        did = room.game.words.lately(table.seen_by(), seat)
        return did or (Phrase("waits for the dice") if table.dice_due else Phrase("waits for the others"))
    if seat not in room.bots:
        return Phrase("to play")
    if room.engine.is_ready(room.game):
        return Phrase("thinking")
    return Phrase("waking up: the rules are compiled, once")
