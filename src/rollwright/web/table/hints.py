"""Hints: the move that a bot would make, and what it scores."""

from typing import Any

from babel.numbers import format_decimal

from rollwright.bots.search import Advice
from rollwright.core.contract import Record
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, Speech, series, together
from rollwright.core.position import Position
from rollwright.core.scoring import signed
from rollwright.live.room import Room

HINT_LEVEL = "hard"


async def hint(room: Room, seat: int, say: Speech) -> dict[str, Any]:
    """Return the proposed move for a seat and a few sentences about it; no move if it has none to make by now."""
    if room.company.has_invited_seats:
        raise Refusal(Phrase("Hints are not available when you play with other people."))
    if room.head.ranked:
        raise Refusal(Phrase("Hints are not available in a ranked attempt, only in practice."))
    if seat not in room.table.waiting:
        return {"move": None, "text": ""}  # a question that comes after the move is no fault
    if room.course and room.course.wanted(room.table):
        before, [move, *_] = room.table.seen_by(seat), room.course.offered(room.table, seat)
        return {"move": room.game.moves.text(move), "text": say(together(_gained(room, seat, before, move)))}
    position, advice = await room.bot_players.hint(seat, HINT_LEVEL)
    before = room.table.rules.restore(position)
    said = [*_gained(room, seat, before, advice.move), *_expected(room, seat, before, advice, say.language)]
    return {"move": room.game.moves.text(advice.move), "text": say(together(said))}


def _gained(room: Room, seat: int, before: Record, move: int) -> list[Phrase]:
    """Describe a move and what it scores at once, if anything."""
    words = room.game.words
    after = Position(room.table.rules, before).after(seat, move).record
    rows = zip(words.score_rows(before, seat), words.score_rows(after, seat), strict=True)
    gained = [
        Phrase("{row} {change}", row=new.label, change=signed(new.halves - old.halves))
        for old, new in rows
        if new.halves != old.halves
    ]
    at_once = [Phrase("Right away: {rows}.", rows=series(gained))] if gained else []
    return [Phrase("{move}.", move=words.describe(before, seat, move)), *at_once]


def _expected(room: Room, seat: int, before: Record, advice: Advice, language: str) -> list[Phrase]:
    """Describe the expected result after a move, and after the next best one."""
    said = []
    if advice.playouts:
        average = _average(advice.halves, language)
        said.append(Phrase("From there, a bot would end with about {points} points.", points=average))
    if advice.others:
        other, halves = advice.others[0]
        move = room.game.words.describe(before, seat, other)
        if room.table.seats > 1:  # with others, the lead counts and not the points alone
            said.append(Phrase("Second best: {move}.", move=move))
        elif halves <= advice.halves:  # the means of two good moves may lie the other way round by chance
            average = _average(halves, language)
            said.append(Phrase("Second best: {move}, with about {points}.", move=move, points=average))
    return said


def _average(halves: float, language: str) -> str:
    """Format an average in a language."""
    return format_decimal(round(halves / 2, 1), locale=language)
