"""The list of players on a table's page."""

from collections.abc import Sequence
from typing import Any

from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points
from rollwright.live.entry.absence import may_be_lent
from rollwright.live.privacy import shows_total
from rollwright.live.screen import Screen
from rollwright.table.models import SeatKind
from rollwright.view.art import emblem_html, emblem_key
from rollwright.web.table.pieces.drawings import Make, thumbnail_size, thumbnails_drawn
from rollwright.web.table.pieces.player_row import PlayerRow, told_level
from rollwright.web.table.pieces.table_state import asked_of


def player_rows(screen: Screen, shown: int, viewer: int, say: Speech, make: Make) -> dict[str, Any]:
    """Return the list of players row by row, as HTML: who they are, and who is connected.

    `make` makes the rows when they have changed. What changes often is apart: points and what they are doing as texts,
    thumbnails as numbers.
    """
    room, table = screen.room, screen.room.table
    hides = room.game.hides_totals(table.seats, over=table.over)
    hidden = tuple(hides and not shows_total(screen, seat, viewer) for seat in range(table.seats))
    present = room.once("present", lambda: room.presence.seats)
    away = [seat for seat in range(table.seats) if seat not in present] if screen.playing else ()
    absent = tuple(seat for seat in away if may_be_lent(room, seat))
    source = (tuple(room.company.chairs), present, absent, screen.seats, screen.playing, hidden, shown,
              table.over, say.key)  # fmt: skip
    found: dict[str, Any] = dict(make("players", source, lambda: _rows(screen, shown, viewer, say, hidden)))
    facts = ("statuses", room.version, say.key)
    statuses = table.now.fact(viewer, facts, lambda _: _statuses(screen, viewer, say))
    scores = table.now.fact(viewer, "scores", lambda known: [points(known.score(seat)) for seat in range(table.seats)])
    for seat in range(table.seats):
        found[f"status/{seat}"] = statuses[seat]
        found[f"scored/{seat}"] = None if hidden[seat] else scores[seat]
    return found


def _rows(screen: Screen, shown: int, viewer: int, say: Speech, hidden: Sequence[bool]) -> dict[str, str]:
    """Return all rows as HTML."""
    room, table = screen.room, screen.room.table
    present, mine, open_ = room.presence.seats, screen.seats, room.company.has_invited_seats
    drawn = thumbnails_drawn(table, viewer)
    found = {}
    for seat, chair in enumerate(room.company.chairs):
        is_bot = chair.player.kind == SeatKind.BOT
        friend = not is_bot and not chair.free and open_
        away = friend and seat not in present and seat not in mine
        row = PlayerRow(
            seat=seat,
            name=say.names[seat],
            shown=seat == shown,
            size=thumbnail_size(drawn[seat][0]),
            emblem=emblem_html(room.game, emblem_key(room.game, table.setting, seat), seat),
            hidden=hidden[seat],
            level=told_level(chair.player.level, say) if is_bot else "",
            playing=True,
            yours=seat in mine and open_,
            lent=bool(chair.lent),
            away=away,
            present=friend and not away,
            lendable=away and _may_be_lent(screen, seat),
            takeable=chair.free and not mine and not table.over and not room.company.closing.closed,
        )
        found[f"player/{seat}"] = row.html(say)
    return found


def _may_be_lent(screen: Screen, seat: int) -> bool:
    """Say whether people at this screen may lend an absent player's seat to a bot."""
    room = screen.room
    gone = may_be_lent(room, seat) and not room.company.chairs[seat].lent
    return gone and bool(screen.playing) and not room.table.over


def _statuses(screen: Screen, viewer: int, say: Speech) -> list[str]:
    """Say what each seat is doing, as far as the viewer may know."""
    table = screen.room.table
    waiting = asked_of(screen.room, viewer)
    return [say(_status(screen, seat, waiting)) for seat in range(table.seats)]


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
    return Phrase("plays by the guide until the rules are compiled")
