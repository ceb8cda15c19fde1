"""The end screen of a game: the ranking or rating, and the scores over time."""

from typing import Any

from babel.lists import format_list
from markupsafe import Markup

from rollwright.core.language import Phrase, Speech, plural
from rollwright.core.scoring import points
from rollwright.live.room import Room
from rollwright.table.deals import is_daily
from rollwright.table.models import DiceKind
from rollwright.table.score_history import history as grown
from rollwright.view import Pen, draw_parts
from rollwright.view.charts.lines import chart
from rollwright.web.http.rendering import render
from rollwright.web.table.pieces.score_parts import in_parts

FEW = 6
"""The most scoring lines of a part that are listed individually."""


def ending(room: Room, say: Speech) -> str:
    """Return the end screen."""
    table = room.table
    places = []
    place = 1
    for sharing in table.ranking():
        places += [
            {"place": place, "name": table.name(seat), "points": points(table.halves(seat)), "tie": _tie(room, seat)}
            for seat in sharing
        ]
        place += len(sharing)
    winners = table.ranking()[0]
    alone = table.seats == 1
    history = grown(table)
    lines = [[halves[seat] / 2 for halves in history] for seat in range(table.seats)]
    names = [say(name) for name in table.players]
    return render(
        "pieces/end.html",
        say,
        places=places,
        alone=alone,
        verdict=None if alone else _verdict([names[seat] for seat in winners], say.language),
        total=_total(table.halves(winners[0])),
        closing=room.game.words.closing(table.seen_by()),
        parts=_parts(room) if alone else [],
        picture=_picture(room, winners[0], say),
        pictured=table.name(winners[0]),
        chart=chart(lines, names, say(Phrase("Points by round"))),
        history=[[points(halves) for halves in row] for row in history],
        names=table.players,
        table_id=room.head.table_id,
        daily=room.head.deal if is_daily(room.head.deal) else "",
        deal=room.head.deal,
        fair=room.head.dice in (DiceKind.FAIR, DiceKind.DEALT) and not room.is_sealed,
    )


def _tie(room: Room, seat: int) -> Phrase | None:
    """Return the tie-breaker between this seat and others with the same total, in games that name it."""
    table = room.table
    totals = [table.halves(each) for each in range(table.seats)]
    return room.game.words.tie(table.seen_by(), seat) if totals.count(totals[seat]) > 1 else None


def _parts(room: Room) -> list[dict[str, Any]]:
    """Return the parts of a solo game's score, with their scoring lines where these are few."""
    found = in_parts(room.game.words.score_rows(room.table.seen_by(0), 0))
    for part in found:
        scored = [row for row in part["rows"] if row[1] != "0"]
        part["rows"] = scored if len(part["rows"]) > 1 and len(scored) <= FEW else []
    return found


def _picture(room: Room, seat: int, say: Speech) -> Markup:
    """Draw the large parts of a finished sheet, without what stays hidden after the end."""
    pen = Pen(say, live=False)
    parts = draw_parts(room.game, room.table.seen_by(), seat, pen)
    return Markup("".join(part.svg(pen) for part in parts if part.where == "sheet" and part.pictured))  # drawn by us


def _total(halves: int) -> Phrase:
    """Say how many points a score is, with the plural form for whole or half numbers."""
    if halves % 2:
        return Phrase("{points} points", points=points(halves))
    return plural("{n} point", "{n} points", halves // 2)


def _verdict(winners: list[str], language: str) -> Phrase:
    """Say who won."""
    if len(winners) == 1:
        return Phrase("{name} wins.", name=winners[0])
    return Phrase("{names} share the win.", names=format_list(winners, locale=language))
