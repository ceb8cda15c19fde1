"""The chairs around a table whose game has not begun: who has come, and who is still waited for."""

from typing import Any

from rollwright.bots.levels import level_name
from rollwright.core.language import Phrase, Speech
from rollwright.live.screen import Screen
from rollwright.table.models import SeatKind
from rollwright.web.http.rendering import render


def chairs(screen: Screen, seat: int, viewer: int, say: Speech) -> dict[str, Any]:
    """Work out what a page shows of a table that is still gathering."""
    company = screen.room.company
    connected = screen.room.presence.seats.union(screen.seats)
    found = []
    for place, chair in enumerate(company.chairs):
        found.append({
            "seat": place,
            "name": None if chair.free else company.name(place),
            "kind": chair.player.kind,
            "level": level_name(chair.player.level),
            "yours": place in screen.seats,
            "present": chair.player.kind == SeatKind.BOT or place in connected,
            "freeable": chair.player.kind == SeatKind.LINK and not chair.free and place not in screen.seats,
            "choices": [] if chair.free else _choices(screen, place),
        })  # fmt: skip
    come = len(company.chairs) - len(company.free)
    state = {
        "started": False,
        "seats": list(screen.seats),
        "free": company.free,
        "can_start": come in company.game.seats and not company.head.deal,
        "taken": _taken(screen),
    }
    return {"state": state, "html/chairs": render("pieces/chairs.html", say, chairs=found, bot=SeatKind.BOT)}


def _taken(screen: Screen) -> dict[str, dict[int, str]]:
    """Return what those who sit have chosen of what no two can choose, by option and seat; a deal has chosen."""
    company = screen.room.company
    if company.head.deal:
        return {}
    sitting = [seat for seat, chair in enumerate(company.chairs) if not chair.free]
    distinct = [option.name for option in company.game.options if option.per_seat and option.distinct]
    return {name: {seat: company.chosen(name, seat) for seat in sitting} for name in distinct}


def _choices(screen: Screen, seat: int) -> list[Phrase]:
    """Return what a player has chosen, as people read it."""
    company = screen.room.company
    labels = []
    for option in company.game.options:
        if option.per_seat:
            chosen = company.chosen(option.name, seat)
            label = next((choice.label or choice.name for choice in option.choices if choice.name == chosen), chosen)
            labels.append(Phrase(label))
    return labels
