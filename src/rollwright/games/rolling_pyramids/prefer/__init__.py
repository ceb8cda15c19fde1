"""What a player of Rolling Pyramids would look at first. A guide for playouts and no rule: nothing is decided here.

Dice are weighed in the men they will bring, orders in the points. Its numbers stand in `guide.toml`: they were found by
letting guides with other numbers play against each other (`fitting.py`).
"""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.prefer.dice_worth import BASE, UPGRADES_AT, draft, triangle_worth
from rollwright.games.rolling_pyramids.prefer.numbers import CAMPAIGN_ROW, GUIDE, PLAYERS_ROW
from rollwright.games.rolling_pyramids.prefer.order_worth import campaign_order, holding, order
from rollwright.games.rolling_pyramids.rules.state import (
    CROSS,
    CROSSING,
    DEPLOYMENT,
    DEVELOP,
    DEVELOPING,
    DONE,
    DRAFT,
    KEEP,
    NOBODY,
    PLACING,
    RAM_AT,
    READY,
    SEND,
    SPIKES_AT,
    SPOILS,
    UMBRELLA_AT,
    is_campaign,
)
from rollwright.games.rolling_pyramids.sheet import BORDER_ENDS, NUMBERED

__all__ = ["prefer", "weigh_by"]


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move, roughly as a player would."""
    return weigh_by(s, seat, move, GUIDE[CAMPAIGN_ROW if is_campaign(s) else PLAYERS_ROW])


def weigh_by(s: Record, seat: int, move: int, w: Ints) -> int:
    """Weigh a move by the numbers of a guide."""
    if s.phase == DRAFT:
        return draft(s, seat, move, w)
    if s.phase == DEPLOYMENT:
        if move == READY:
            return 2
        group = part(SEND, move, 0)
        space = part(SEND, move, 1)
        return campaign_order(s, group, space, w) if is_campaign(s) else order(s, seat, group, space, w)
    if s.phase == CROSSING and move != DONE:
        return 2 + triangle_worth(int(s.sheets[seat].crossed[part(CROSS, move, 0)]), part(CROSS, move, 1), w)
    if s.phase == DEVELOPING:
        return 1 if move == DONE else 2 + int(w[UPGRADES_AT + part(DEVELOP, move, 0)])
    if s.phase == SPOILS:
        return 1 if move == DONE else 2 + NUMBERED - part(KEEP, move, 0)
    return places(s, seat, move, w) if s.phase == PLACING else 1


def places(s: Record, seat: int, move: int, w: Ints) -> int:
    """Weigh where a device stands: the umbrella where most is held, ram and spikes between that and an enemy."""
    if move == DONE:
        return 1
    if is_form(UMBRELLA_AT, move):
        return BASE + holding(s, part(UMBRELLA_AT, move, 0), w)
    ram = is_form(RAM_AT, move)
    border = part(RAM_AT, move, 0) if ram else part(SPIKES_AT, move, 0)
    one = BORDER_ENDS[border, 0]
    two = BORDER_ENDS[border, 1]
    if s.land.owner[one] != seat:
        one, two = two, one
    worth = holding(s, two if ram else one, w)
    if s.land.owner[two] == seat:
        return BASE + worth // 4
    return BASE + worth + (100 if s.land.owner[two] != NOBODY else 0)
