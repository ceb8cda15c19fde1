"""Leaderboards of daily games."""

from collections.abc import Iterable
from dataclasses import dataclass

from rollwright.core.language import Phrase
from rollwright.core.scoring import points
from rollwright.table.deals import Daily
from rollwright.table.models import Listed


@dataclass(frozen=True)
class Entry:
    """One row of a board."""

    place: int
    name: Phrase
    points: str
    halves: int
    table_id: str
    mine: bool


def board(listed: Iterable[Listed], daily: Daily, holder: str) -> list[Entry]:
    """Return a daily game's results, the best first; `mine` marks those of the browser that asks. Equal points share a
    place, and the earlier result is listed first."""
    closes = daily.closes.timestamp()
    counted = [each for each in listed if each.head.ranked and each.ended is not None and each.ended < closes]
    counted.sort(key=lambda each: (-each.summary.halves[0], each.ended))
    entries: list[Entry] = []
    for number, each in enumerate(counted, start=1):
        halves = each.summary.halves[0]
        shared = bool(entries) and entries[-1].halves == halves
        place = entries[-1].place if shared else number
        mine = each.head.owner == holder
        entries.append(Entry(place, _name(each), points(halves), halves, each.head.table_id, mine))
    return entries


def _name(listed: Listed) -> Phrase:
    """Return the player's name, or a phrase for a player without one."""
    name = listed.names[0]
    return Phrase("{name}", name=name) if name else Phrase("Somebody")
