"""What a walker on thin ice looks at: how far it has come; each roll to come is a stage."""

from rollwright.games.thin_ice.rules import ROLLS

from rollwright.core.contract import NOT_VALUED, Ints, Record

NAMES = ("one", "steps")
STAGES = 2 * ROLLS


def features(s: Record, seat: int, out: Ints) -> int:
    if s.rolled > 0 or s.end > 0:
        return NOT_VALUED
    out[0] = 1
    out[1] = s.steps
    return (int(s.ice) - 1) * ROLLS + int(s.round_no) - 1
