"""Why one move of Rolling Pyramids was better than another, where that can be told in a sentence."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.names import group_title
from rollwright.games.rolling_pyramids.proposals import Forecast, completion, outcome, unsent
from rollwright.games.rolling_pyramids.rules.state import DISCARD, NOBODY, READY, SEND, WRITE


def reason(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Say why the best move was better than the one that was played."""
    if is_form(SEND, best):
        return _of_orders(s, seat, played, best)
    if is_form(WRITE, best):
        return _of_numbers(s, seat, played, best)
    return None


def _of_orders(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Compare orders: who stays at home, who would win, and what is free for the taking."""
    if played == READY:
        left = unsent(s.sheets[seat])
        return Phrase("Who stays at home is lost: {groups}.", groups=series(map(group_title, left))) if left else None
    if not is_form(SEND, played):
        return None
    fight, instead = (Forecast.of(int(outcome(s, seat, move))) for move in (best, played))
    if instead and not instead.won and (fight is None or fight.won):
        return Phrase("The fight that was chosen is lost: {fight}.", fight=instead.words)
    if fight and fight.won:
        return Phrase("It wins a space: {fight}.", fight=fight.words)
    space, other = part(SEND, best, 1), part(SEND, played, 1)
    if s.land.owner[space] == NOBODY and s.land.owner[other] == seat:
        return Phrase("It takes a free space instead of guarding one.")
    return None


def _of_numbers(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Compare numbers that are written: what they complete."""
    comes = int(outcome(s, seat, best))
    if comes:
        return Phrase("It completes something: {what}.", what=completion(part(WRITE, best, 1), comes - 1))
    if is_form(DISCARD, played):
        return Phrase("A die that is discarded brings nothing.")
    return None
