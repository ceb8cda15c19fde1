"""What a walker on thin ice looks at: how far it has come. Each roll to come is a stage, on thick and on thin ice."""

from rollwright.core.contract import NOT_VALUED, Ints, Record

ROLLS = 4
NAMES = ("one", "steps")
STAGES = 2 * ROLLS


def features(s: Record, seat: int, out: Ints) -> int:
    if s.rolled > 0 or s.end > 0:
        return NOT_VALUED
    out[0] = 1
    out[1] = s.steps
    stage: int = (s.ice - 1) * ROLLS + s.round_no - 1
    return stage
