"""The chairs in a lobby: which are taken, and which are free."""

from typing import Any

from rollwright.bots.levels import level_name
from rollwright.core.language import Phrase, Speech
from rollwright.live.screen import Screen
from rollwright.table.models import SeatKind
from rollwright.view.art import emblem_key
from rollwright.web.http.rendering import render


def chairs(screen: Screen, seat: int, viewer: int, say: Speech) -> dict[str, Any]:
    """Return the values that the page of a lobby shows."""
    company = screen.room.company
    connected = screen.room.presence.seats.union(screen.seats)
    setting = {
        option.name: [company.chosen(option.name, place) for place in range(len(company.chairs))]
        for option in company.game.options
        if option.per_seat
    }
    found = []
    for place, chair in enumerate(company.chairs):
        found.append({
            "seat": place,
            "name": None if chair.free else company.name(place),
            "kind": chair.player.kind,
            "level": level_name(chair.player.level),
            "face": chair.player.level if chair.player.kind == SeatKind.BOT else "person",
            "emblem": emblem_key(company.game, setting, place),
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
    return {
        "state": state,
        "html/chairs": render("pieces/chairs.html", say, game=company.game, chairs=found, bot=SeatKind.BOT),
    }


def _taken(screen: Screen) -> dict[str, dict[int, str]]:
    """Return the taken values of options that must be distinct, by option and seat; none where a deal has chosen."""
    company = screen.room.company
    if company.head.deal:
        return {}
    sitting = [seat for seat, chair in enumerate(company.chairs) if not chair.free]
    distinct = [option.name for option in company.game.options if option.per_seat and option.distinct]
    return {name: {seat: company.chosen(name, seat) for seat in sitting} for name in distinct}


def _choices(screen: Screen, seat: int) -> list[Phrase]:
    """Return the labels of a player's choices."""
    company = screen.room.company
    labels = []
    for option in company.game.options:
        if option.per_seat:
            chosen = company.chosen(option.name, seat)
            label = next((choice.label or choice.name for choice in option.choices if choice.name == chosen), chosen)
            labels.append(Phrase(label))
    return labels
