"""What a page does at a table: moves, rolls, undos and the bots' speed, by request or over the live connection."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import HTTPConnection

from rollwright.core.contract import SPECTATOR
from rollwright.core.errors import NotYourTurn
from rollwright.core.language import Phrase
from rollwright.live.pace import Speed
from rollwright.web.http.access import Visitor, seat_in
from rollwright.web.http.limits import browser_of
from rollwright.web.http.requests import Malformed, numbers, word
from rollwright.web.services import services_of
from rollwright.web.table.cursor import PageCursor

Body = dict[str, Any]


async def act(visitor: Visitor, cursor: PageCursor, what: str, body: Body) -> None:
    """Do what a page asks for; return when it is committed."""
    if what not in ACTIONS:
        raise Malformed(Phrase("There is no action '{name}'.", name=what[:20]))
    await ACTIONS[what](visitor, cursor, body)


def spend_action(connection: HTTPConnection, visitor: Visitor) -> None:
    """Count an action on the live connection like a request: it is limited, and shows that somebody is there."""
    services_of(connection).limits.acting.spend(browser_of(connection))
    visitor.room.presence.acted(visitor.screen.connected)


async def _play(visitor: Visitor, cursor: PageCursor, body: Body) -> None:
    """Make a move, or replace an earlier one."""
    instead = word(body, "instead") if body.get("instead") is not None else None
    seat = seat_in(visitor.room, body)

    def check() -> None:
        cursor.check_plays(seat)
        if instead is not None:
            visitor.screen.check_takes_back(seat)

    await visitor.room.play(seat, word(body, "move"), visitor.key("play", body), instead, check)


async def _roll(visitor: Visitor, cursor: PageCursor, body: Body) -> None:
    """Roll the dice that are due."""
    entered = numbers(body, "faces") if body.get("faces") is not None else None

    def check() -> None:
        visitor.screen.check_rolls(entered=entered is not None)

    await visitor.room.roll(visitor.key("roll", body), check, entered)


async def _correct(visitor: Visitor, cursor: PageCursor, body: Body) -> None:
    """Correct the faces that people entered for their own dice."""

    def check() -> None:
        visitor.screen.check_corrects()

    seat = next(iter(visitor.screen.playing), SPECTATOR)
    await visitor.room.correct(seat, numbers(body, "faces"), visitor.key("correct", body), check)


async def _undo(visitor: Visitor, cursor: PageCursor, body: Body) -> None:
    """Take back a move: two checks decide whether this page may undo for the seat, `Table.undo` which move."""
    seat = seat_in(visitor.room, body)

    def check() -> None:
        cursor.check_plays(seat)
        visitor.screen.check_takes_back(seat)

    await visitor.room.undo(seat, visitor.key("undo", body), check)


async def _speed(visitor: Visitor, cursor: PageCursor, body: Body) -> None:
    """Set the speed at which somebody likes to watch the bots."""
    choose_speed(visitor, word(body, "speed"))


def choose_speed(visitor: Visitor, speed: object) -> None:
    """Note the speed that a page reports; those who only watch have no say, and an unknown speed is left alone."""
    known = next((each for each in Speed if each == speed), None)
    if known and visitor.screen.seats:
        visitor.room.bot_players.pace.choose(visitor.holder, known)


async def _hurry(visitor: Visitor, cursor: PageCursor, body: Body) -> None:
    """Let bots act at once that only wait so that people can follow, or undo."""
    if not visitor.screen.seats:  # who lets a bot play may hurry it, too
        raise NotYourTurn(Phrase("You are watching: only players with a seat can play."))
    visitor.room.bot_players.pace.hurry()


ACTIONS: dict[str, Callable[[Visitor, PageCursor, Body], Awaitable[None]]] = {
    "play": _play,
    "roll": _roll,
    "correct": _correct,
    "undo": _undo,
    "speed": _speed,
    "hurry": _hurry,
}
"""What can be done over the live connection as well as by a request, by name."""
