"""The end screen of a game: the verdict, the podium or rating, the finished sheet, the story of the score."""

from typing import Any

from markupsafe import Markup

from rollwright.core.contract import SPECTATOR
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points, signed
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.table.deals import is_daily
from rollwright.table.models import DiceKind
from rollwright.table.score_history import Moment, ScoreHistory
from rollwright.view import Pen, draw_parts
from rollwright.view.art import emblem_key
from rollwright.view.charts.lines import marked
from rollwright.web.http.rendering import emblem, render
from rollwright.web.table.pieces.score_parts import in_parts
from rollwright.web.table.pieces.verdict import is_good, lead_told, verdict, worth_told

FEW = 6
"""The most scoring lines of a part that are listed individually, and the most parts that are added up in one line."""


def ending(screen: Screen, say: Speech) -> str:
    """Return the end screen for the people at a screen, made once for all who see the same."""
    room = screen.room
    return room.once(("ending", screen.seats, say.key), lambda: _ending(screen, say))


def _ending(screen: Screen, say: Speech) -> str:
    room, table = screen.room, screen.room.table
    me = screen.seats[0] if len(screen.seats) == 1 else None
    alone, winners = table.seats == 1, table.ranking()[0]
    told_of = winners[0] if me is None else me
    history = room.once("history", lambda: ScoreHistory(table))
    moments = history.moments(told_of)
    lines = [[halves[seat] / 2 for halves in history.rows] for seat in range(table.seats)]
    names = [say(name) for name in table.players]
    parts = _parts(room, told_of)
    return render(
        "pieces/end.html",
        say,
        title=room.game.title,
        places=_places(room),
        alone=alone,
        verdict=verdict(table, me, say),
        lead=None if alone or me is None else lead_told(table, history, me),
        closing=room.game.words.closing(table.seen_by()),
        worth=[] if told_of in room.bots else worth_told(table, told_of),
        wins=is_good(table, 0) if alone else bool(set(winners) & set(screen.seats)),
        parts=parts if alone else [],
        sum=_sum(parts, points(table.halves(told_of))),
        picture=_picture(room, told_of, say),
        pictured=table.name(told_of),
        mine=me is not None,
        chart=marked(lines, names, [(each.row, each.seat) for each in moments], say(Phrase("Points by round"))),
        moments=[_moment(each) for each in moments],
        history=[[points(halves) for halves in row] for row in history.rows],
        names=table.players,
        table_id=room.head.table_id,
        opened=round(room.head.opened * 1000),
        lesson=room.head.dice == DiceKind.LESSON,
        daily=room.head.deal if is_daily(room.head.deal) else "",
        deal=room.head.deal,
        fair=room.head.dice in (DiceKind.FAIR, DiceKind.DEALT) and not room.is_sealed,
    )


def _places(room: Room) -> list[dict[str, Any]]:
    """Return what the podium shows of each seat, the best first."""
    table = room.table
    places = []
    place = 1
    for sharing in table.ranking():
        for seat in sharing:
            values = {"name": table.name(seat), "points": points(table.halves(seat)), "tie": _tie(room, seat)}
            values["emblem"] = emblem(room.game, emblem_key(room.game, table.setting, seat), seat)
            places.append({"place": place, "seat": seat, **values})
        place += len(sharing)
    return places


def _tie(room: Room, seat: int) -> Phrase | None:
    """Return the tie-breaker between this seat and others with the same total, in games that name it."""
    table = room.table
    totals = [table.halves(each) for each in range(table.seats)]
    return room.game.words.tie(table.seen_by(), seat) if totals.count(totals[seat]) > 1 else None


def _moment(moment: Moment) -> dict[str, Any]:
    """Return what is told of a moment: what happened, which lines of the score grew, and whether it took the lead."""
    rows = [Phrase("{label} ({gain})", label=row.label, gain=signed(row.halves)) for row in moment.rows]
    if moment.leads:
        rows.append(Phrase("and the lead"))
    return {"round": moment.round_no, "told": moment.told, "rows": rows, "gain": signed(moment.gain)}


def _parts(room: Room, seat: int) -> list[dict[str, Any]]:
    """Return the parts of a seat's score, with their scoring lines where these are few."""
    viewer = seat if room.table.seats == 1 else SPECTATOR
    found = in_parts(room.game.words.score_rows(room.table.seen_by(viewer), seat))
    for part in found:
        scored = [row for row in part["rows"] if row[1] != "0"]
        part["rows"] = scored if len(part["rows"]) > 1 and len(scored) <= FEW else []
    return found


def _sum(parts: list[dict[str, Any]], whole: str) -> str:
    """Return the parts of a score as one addition, such as "34 + 37 = 71", if they are few."""
    if not 1 < len(parts) <= FEW:
        return ""
    return f"{' + '.join(part['points'] for part in parts)} = {whole}".replace("+ -", "- ")


def _picture(room: Room, seat: int, say: Speech) -> Markup:
    """Draw the large parts of a finished sheet, without what stays hidden after the end."""
    pen = Pen(say, live=False)
    parts = draw_parts(room.game, room.table.seen_by(), seat, pen)
    return Markup("".join(part.svg(pen) for part in parts if part.where == "sheet" and part.pictured))  # drawn by us
