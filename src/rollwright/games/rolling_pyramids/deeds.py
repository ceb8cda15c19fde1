"""What is counted over many games of Rolling Pyramids: who began, from which zone, and what is used."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import DEVELOP, RAM, SEND, SPIKES, UMBRELLA
from rollwright.games.rolling_pyramids.names import group_title, label, upgrade_title
from rollwright.games.rolling_pyramids.rules.campaign import is_won
from rollwright.games.rolling_pyramids.rules.state import NOBODY, OVER, is_campaign
from rollwright.games.rolling_pyramids.sheet import FIRST_DEVICE


def place(s: Record, seat: int) -> int:
    """Return a seat's place in the order of play, 0 for who began (RP-22)."""
    passed = max(0, int(s.round_no) - 1)
    return (seat - int(s.first) + passed) % int(s.seat_count)


def start(s: Record, seat: int) -> Phrase | None:
    """Return the start zone of a seat (RP-41)."""
    zone = int(s.sheets[seat].zone)
    return None if zone == NOBODY else Phrase("zone {zone}", zone=label(zone))


def deed(s: Record, seat: int, move: int) -> Phrase | None:
    """Say what a move sends, buys or places; nothing for moves that are not counted."""
    if is_form(SEND.layout, move):
        return Phrase("{group} sent", group=group_title(part(SEND.layout, move, 0)))
    if is_form(DEVELOP.layout, move):
        return Phrase("{upgrade} bought", upgrade=upgrade_title(part(DEVELOP.layout, move, 0)))
    for device, form in enumerate((RAM, SPIKES, UMBRELLA)):
        if is_form(form.layout, move):
            return Phrase("{device} placed", device=upgrade_title(FIRST_DEVICE + device))
    return None


def ending(s: Record) -> Phrase | None:
    """Say how a campaign ended (RP-56)."""
    if not is_campaign(s) or s.phase != OVER:
        return None
    return Phrase("campaign won") if is_won(s) else Phrase("campaign lost")
