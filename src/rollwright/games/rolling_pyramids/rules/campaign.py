"""The campaign against the Pharaoh: his reinforcements, and the player's (RP-50 to RP-56)."""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import pack1
from rollwright.games.rolling_pyramids.rules.state import KEEP, NOBODY, PHARAOH, goals_held
from rollwright.games.rolling_pyramids.sheet import GARRISON, GOALS, NUMBERED, POINTS, SPACES, TOUGHNESS


def garrison(s: Record, zone: int) -> None:
    """Give everything but one start zone to the Pharaoh (RP-50)."""
    for space in range(SPACES):
        s.land.owner[space] = PHARAOH
        s.land.men[space] = GARRISON[s.difficulty, s.map, space]
    s.land.owner[zone] = 0
    s.land.men[zone] = 0


def is_won(s: Record) -> bool:
    """Say whether the centre and all start zones are held (RP-51)."""
    return goals_held(s) == len(GOALS)


def reinforcements(s: Record) -> int:
    """Return how many men the Pharaoh gets: half of what the dice that were taken show (RP-53)."""
    return int(s.drawn) // 2


def march(s: Record) -> None:
    """Send the Pharaoh's reinforcements from space 1 on: one stays on each space (RP-53)."""
    men = reinforcements(s)
    s.march = men
    space = 0
    while men > 0 and space < NUMBERED:
        men = step_onto(s, space, men)
        space += 1


def step_onto(s: Record, space: int, men: int) -> int:
    """Let reinforcements come to a space, perhaps fighting for it, and leave one there; return how many go on."""
    if s.land.owner[space] == 0:
        tough = TOUGHNESS[s.sheets[0].faction]
        standing = int(s.land.men[space]) + int(s.land.heroes[space]) * tough
        if men < standing:
            lose(s, space, men)
            return 0
        men -= standing
        s.land.owner[space] = NOBODY
        s.land.men[space] = 0
        s.land.heroes[space] = 0
    if men == 0:
        return 0
    s.land.owner[space] = PHARAOH
    s.land.men[space] += 1
    return men - 1


def lose(s: Record, space: int, number: int) -> None:
    """Take so many from the player's units in a space, men first; a hero who is only wounded heals."""
    men = min(int(s.land.men[space]), number)
    s.land.men[space] -= men
    s.land.heroes[space] -= (number - men) // TOUGHNESS[s.sheets[0].faction]


def income(s: Record, space: int) -> int:
    """Return how many men a space brings the player who controls it: its upper number (RP-55)."""
    return POINTS[s.map, space] if s.land.owner[space] == 0 else 0


def list_keeps(s: Record, moves: Ints, count: int) -> int:
    """List the spaces whose men can be kept: in rising order, so that each choice is made once (RP-55)."""
    for space in range(s.last_kept, NUMBERED):
        if income(s, space) > 0:
            moves[count] = pack1(KEEP, space)
            count += 1
    return count


def keep(s: Record, space: int) -> None:
    """Let a space's men wait for the next deployment, and those of all before it that were not kept reinforce."""
    reinforce(s, space)
    s.sheets[0].kept += income(s, space)
    s.last_kept = space + 1


def reinforce(s: Record, last: int) -> None:
    """Let the men of every space since the last one that was kept reinforce it, up to a space."""
    for space in range(s.last_kept, last):
        s.land.men[space] += income(s, space)
