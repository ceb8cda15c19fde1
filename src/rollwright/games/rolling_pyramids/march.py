"""The Pharaoh's last march, space by space, for whoever tells or shows it (RP-53)."""

from dataclasses import dataclass

from rollwright.core.contract import Record, copy
from rollwright.games.rolling_pyramids.rules.campaign import step_onto
from rollwright.games.rolling_pyramids.rules.state import DEPLOYMENT, is_campaign
from rollwright.games.rolling_pyramids.sheet import NUMBERED


@dataclass(frozen=True)
class Footfall:
    """One space of the march: how many come, how many go on, and whether they met the player there."""

    space: int
    come: int
    go: int
    met: bool
    owner: int
    men: int
    heroes: int


def last_march(s: Record) -> tuple[Footfall, ...]:
    """Return the march that followed the last fights, as long as orders are not given anew."""
    if not is_campaign(s) or s.phase == DEPLOYMENT or s.march == 0:
        return ()
    then = copy(s)
    then["land"] = s["after"]
    men, found = int(s.march), []
    for space in range(NUMBERED):
        if men == 0:
            break
        met = bool(then.land.owner[space] == 0)
        go = int(step_onto(then, space, men))
        stays = int(then.land.owner[space]), int(then.land.men[space]), int(then.land.heroes[space])
        found.append(Footfall(space, men, go, met, *stays))
        men = go
    return tuple(found)
