"""The state of a table for the page's script: whose turn it is, and what people at this screen may do."""

from collections.abc import Sequence
from typing import Any

from rollwright.core.contract import SPECTATOR, Record
from rollwright.core.dice import real_dice
from rollwright.core.language import Speech
from rollwright.live.privacy import private, reveal_number
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.table.models import DiceKind
from rollwright.table.turns import seats_asked
from rollwright.web.table.pieces.lesson_state import lesson_state
from rollwright.web.table.pieces.personal_best import alone
from rollwright.web.table.pieces.sheet import Values


def table_state(screen: Screen, seat: int, viewer: int, say: Speech) -> dict[str, Any]:
    """Return the state of a table for a seat's sheet, as far as the viewer may know."""
    room, table = screen.room, screen.room.table
    now, undo, has_guests = table.now, _undo(screen, seat), room.company.has_invited_seats
    closed = room.company.closing.closed
    turns = asked_of(room, viewer) or ([table.roller] if now.dice_due else [])
    return {
        "roll": bool(now.dice_due) and screen.may_roll,
        "undo": undo,
        "undone": say(table.name(undo)) if undo not in (None, seat) else "",
        "mine": seat in screen.seats,
        "seats": list(screen.seats),
        "turns": [each for each in turns if each in screen.playing],
        "lent": [each for each in screen.seats if room.company.chairs[each].lent and not closed],
        "former": [] if closed else list(screen.former),
        "over": now.over,
        "private": private(screen),
        "opening": reveal_number(screen, seat),
        "epoch": int(table.position.epoch),
        "rolls": table.rolls,
        "bot_roll": _bot_roll(room, say),
        "acting": [each for each in turns if each in room.bots],
        "alone": alone(room, seat, viewer),
        "open": has_guests,
        "hints": not has_guests and not room.head.ranked,
        "asked": bool(screen.asked) and not now.over,
        "lesson": lesson_state(room, seat) if viewer == seat else None,
        "next": room.company.next_table,
        "progress": now.fact(viewer, ("progress", say.key), lambda known: _progress(room, known.record, say)),
        "number": _number_due(screen),
        "fair": room.once("fair", lambda: proof.commitment if (proof := room.proof()) else ""),
        **_own_dice(screen, say),
        **_clock(screen),
    }


def _progress(room: Room, known: Record, say: Speech) -> tuple[str, int, int]:
    """Return how far the game is: in words, and as a step of so many, or zeros."""
    found = room.game.words.progress(known)
    return (say(found.text), found.at, found.steps) if found else ("", 0, 0)


def _bot_roll(room: Room, say: Speech) -> dict[str, Any] | None:
    """Return whose dice the server will roll, and how long it leaves for an undo; None where nothing can be undone."""
    plan = room.bot_players.dice.plan
    if not plan or not plan.moment:
        return None
    return {"seat": plan.seat, "name": say.names[plan.seat], "of_ms": round(1000 * plan.moment)}


def with_countdown(room: Room, values: Values) -> Values:
    """Return a page's values with the time that is left until the server rolls, as it is when they are sent."""
    plan, state = room.bot_players.dice.plan, values.get("state", {})
    if not plan or not state.get("bot_roll"):
        return values
    left = round(1000 * max(0.0, plan.due - room.environment.monotonic()))
    return values | {"state": state | {"bot_roll": state["bot_roll"] | {"in_ms": left}}}


def asked_of(room: Room, viewer: int) -> list[int]:
    """Return the seats that are to move, as far as a viewer may know."""
    table = room.table
    return table.now.fact(viewer, ("asked", room.version), lambda known: seats_asked(table, known.record))


def _number_due(screen: Screen) -> dict[str, Any] | None:
    """Return the seat at this screen whose browser must still commit to a number for fair dice, or show it.

    It may show the number when it is told the commitments of all seats, which are final then; until then they are None.
    At a table from before there were commitments it is also told the numbers that stand open already.
    """
    room, numbers = screen.room, screen.room.company.numbers
    if room.head.dice != DiceKind.FAIR or room.table.rolls or not screen.seats:
        return None
    seat = screen.seats[0]
    if numbers.closed and seat in numbers.unrevealed:
        fixed, given = (
            [found.get(each, "") for each in range(room.table.seats)]
            for found in (numbers.commitments, numbers.given_openly)
        )
        return {"seat": seat, "commitments": fixed, **({"open": given} if any(given) else {})}
    wanted = not numbers.closed and seat not in numbers.commitments and seat not in numbers.nonces
    return {"seat": seat, "commitments": None} if wanted else None


def _own_dice(screen: Screen, say: Speech) -> dict[str, Any]:
    """Return the real dice that people at this screen must enter, and those that they may correct."""
    room, table = screen.room, screen.room.table
    if room.head.dice != DiceKind.OWN:
        return {"own": [], "fallen": []}
    due = _dice_called(screen, table.seen_by(SPECTATOR), table.dice_due, say) if screen.may_roll else []
    fallen = []
    if table.last_roll and screen.may_correct:
        fallen = _dice_called(screen, table.last_roll.before.seen().record, table.last_roll.sides, say)
        for die, place in zip(fallen, real_dice(table.last_roll.sides), strict=True):
            die["face"] = table.last_roll.faces[place]
    return {"own": due, "fallen": fallen}


def _dice_called(screen: Screen, view: Record, sides: Sequence[int], say: Speech) -> list[dict[str, Any]]:
    """Return the dice that people can roll, with the game's names for them, or else their sides."""
    called = screen.room.game.words.dice_names(view) if sides else []
    return [
        {"sides": sides[place], "name": say(called[place]) if called else f"d{sides[place]}"}
        for place in real_dice(sides)
    ]


def _clock(screen: Screen) -> dict[str, Any]:
    """Return the deadlines by seat in Unix milliseconds, at a table with a clock."""
    return {"clock": {seat: round(1000 * until) for seat, until in screen.room.clock.deadlines.items()}}


def _undo(screen: Screen, seat: int) -> int | None:
    """Return the seat whose move can be undone from this sheet: its own, or else the last mover at this screen."""
    room = screen.room
    able = [each for each in room.table.moved_this_epoch() if each in screen.playing and not screen.is_final]
    if room.course and not room.course.can_undo(room.table):
        return None
    if seat in able:
        return seat
    return able[-1] if able and seat in screen.playing and not private(screen) else None
