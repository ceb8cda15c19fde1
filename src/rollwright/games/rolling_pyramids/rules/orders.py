"""Secret orders: which group can be sent where (RP-24)."""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import pack2
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT, SEND, is_campaign
from rollwright.games.rolling_pyramids.sheet import BOMBS, HEROES, NEIGHBOURS, NUMBERED, REACH, SPACES


def spread(spaces: int) -> int:
    """Return some spaces and all that border them, as bits."""
    reached = spaces
    for space in range(SPACES):
        if spaces >> space & 1:
            reached |= NEIGHBOURS[space]
    return int(reached)


def near(s: Record, seat: int) -> int:
    """Return the spaces that a player controls and all that border them, as bits."""
    reached = 0
    for space in range(SPACES):
        if s.land.owner[space] == seat:
            reached |= NEIGHBOURS[space] | 1 << space
    return int(reached)


def battlefield(s: Record) -> int:
    """Return the spaces that can be fought for, as bits: in the campaign also the Pharaoh's start zones (RP-51)."""
    if is_campaign(s):
        return (1 << SPACES) - 1 - (1 << int(s.sheets[0].zone))
    return (1 << NUMBERED) - 1


def targets(s: Record, seat: int, group: int) -> int:
    """Return the spaces that a group can be sent to, as bits: next to what its owner controls, or that itself."""
    return within_reach(s, seat, group, near(s, seat))


def within_reach(s: Record, seat: int, group: int, reached: int) -> int:
    """Return the spaces that a group can be sent to whose owner's men reach these."""
    land = battlefield(s)
    if group == BOMBS:
        return land
    if group == HEROES:
        for _ in range(REACH[s.sheets[seat].faction] - 1):
            reached = spread(reached)
    return reached & land


def is_unsent(sheet: Record, group: int) -> bool:
    """Say whether a group is ready and has no order yet."""
    return sheet.group[group] != 0 and sheet.order[group] == 0


def list_orders(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List every order that can still be given."""
    sheet = s.sheets[seat]
    reached = near(s, seat)
    for group in range(GROUP_COUNT):
        if is_unsent(sheet, group):
            spaces = within_reach(s, seat, group, reached)
            for space in range(SPACES):
                moves[count] = pack2(SEND, group, space)  # counted, and so kept, only if it can be sent there
                count += spaces >> space & 1
    return count


def met(s: Record) -> int:
    """Return the spaces that anybody was sent to, as bits."""
    spaces = 0
    for seat in range(s.seat_count):
        for group in range(GROUP_COUNT):
            spaces |= 1 << int(s.sheets[seat].order[group])
    return spaces >> 1
