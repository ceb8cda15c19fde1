"""The list of players on a table's page."""

from rollwright.bots.levels import level_name
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points
from rollwright.live.privacy import shows_total
from rollwright.live.screen import Screen
from rollwright.table.models import SeatKind
from rollwright.table.turns import seats_asked
from rollwright.view import draw_thumbnail
from rollwright.web.http.rendering import render


def player_list(screen: Screen, shown: int, viewer: int, say: Speech) -> str:
    """Return the list of players as HTML: their scores, what they are doing, and who is connected."""
    room, table = screen.room, screen.room.table
    view = table.seen_by(viewer)
    waiting = seats_asked(table, view)
    found = []
    for seat, chair in enumerate(room.company.chairs):
        size, drawn = draw_thumbnail(room.game, view, seat)
        friend = chair.player.kind != SeatKind.BOT and not chair.free and room.company.has_invited_seats
        away = friend and seat not in room.presence.seats and seat not in screen.seats
        found.append({
            "seat": seat,
            "name": table.name(seat),
            "bot": chair.player.kind == SeatKind.BOT,
            "level": level_name(chair.player.level),
            "yours": seat in screen.seats and room.company.has_invited_seats,
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


def _may_be_lent(screen: Screen, seat: int) -> bool:
    """Say whether people at this screen may lend an absent player's seat to a bot."""
    room = screen.room
    gone = room.presence.is_absent(seat) and not room.company.chairs[seat].lent
    return gone and bool(screen.playing) and not room.table.over


def _status(screen: Screen, seat: int, waiting: list[int]) -> Phrase:
    """Say what a seat is doing; `waiting` are the seats that the viewer knows to be asked."""
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
    return Phrase("getting ready: the rules are compiled, only this once")
