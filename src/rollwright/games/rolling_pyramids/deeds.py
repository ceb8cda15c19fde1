"""What is said of moves of Rolling Pyramids afterwards: what is counted over many games, and why one was better."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import DEVELOP, DISCARD, RAM, READY, SEND, SPIKES, UMBRELLA, WRITE
from rollwright.games.rolling_pyramids.names import group_title, label, upgrade_title
from rollwright.games.rolling_pyramids.proposals import Forecast, completion, outcome, unsent
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


def reason(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Say why the best move was better than the one that was played."""
    if is_form(SEND.layout, best):
        return _of_orders(s, seat, played, best)
    if is_form(WRITE.layout, best):
        return _of_numbers(s, seat, played, best)
    return None


def _of_orders(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Compare orders: who stays at home, who would win, and what is free for the taking."""
    if is_form(READY.layout, played):
        left = unsent(s.sheets[seat])
        return Phrase("Who stays at home is lost: {groups}.", groups=series(map(group_title, left))) if left else None
    if not is_form(SEND.layout, played):
        return None
    fight, instead = (Forecast.of(int(outcome(s, seat, move))) for move in (best, played))
    if instead and not instead.won and (fight is None or fight.won):
        return Phrase("The fight that was chosen is lost: {fight}.", fight=instead.words)
    if fight and fight.won:
        return Phrase("It wins a space: {fight}.", fight=fight.words)
    space, other = part(SEND.layout, best, 1), part(SEND.layout, played, 1)
    if s.land.owner[space] == NOBODY and s.land.owner[other] == seat:
        return Phrase("It takes a free space instead of guarding one.")
    return None


def _of_numbers(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Compare numbers that are written: what they complete."""
    comes = int(outcome(s, seat, best))
    if comes:
        return Phrase("It completes something: {what}.", what=completion(part(WRITE.layout, best, 1), comes - 1))
    if is_form(DISCARD.layout, played):
        return Phrase("A die that is discarded brings nothing.")
    return None
