"""What happens where orders meet: bombs, spikes, ram, strikes, and the fight (RP-25 to RP-29, RP-40).

A space is resolved by itself, in steps that work on `s.forces`. The fights of other spaces do not matter, as borders
are judged by who controlled what before the deployment. Whoever tells a battle calls the same steps one by one.
"""

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.rules.orders import spread
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT, NOBODY, SIDES
from rollwright.games.rolling_pyramids.sheet import (
    AMBUSH,
    BOMBS,
    BORDER_BETWEEN,
    FIRST_DEVICE,
    GUARD,
    HEROES,
    NEIGHBOURS,
    RAM,
    REACH,
    SPACES,
    SPIKES,
    STRIKE,
    TOUGHNESS,
    UMBRELLA,
)

RAM_DEVICE = RAM - FIRST_DEVICE
SPIKES_DEVICE = SPIKES - FIRST_DEVICE
UMBRELLA_DEVICE = UMBRELLA - FIRST_DEVICE


def fight_for(s: Record, space: int) -> None:
    """Resolve one space: what stood there in `before`, and the orders to it, decide what stands there on the land."""
    stand(s, space)
    drop_bombs(s, space)
    arrive(s, space)
    meet_spikes(s, space)
    ram(s, space)
    strike(s, space)
    while is_contested(s):
        exchange(s)
    hold(s, space)


def stay(s: Record, space: int) -> None:
    """Leave a space that nobody was sent to as it is; without units it is nobody's (RP-25)."""
    if s.land.men[space] == 0 and s.land.heroes[space] == 0:
        s.land.owner[space] = NOBODY


def stand(s: Record, space: int) -> None:
    """Begin with the units that stood in the space: `hold` left nobody of an earlier fight."""
    f = s.forces
    for side in range(SIDES):
        f.toughness[side] = TOUGHNESS[s.sheets[side].faction] if side < s.seat_count else 1
    owner = int(s.before.owner[space])
    if owner != NOBODY:
        f.men[owner] = s.before.men[space]
        f.heroes[owner] = s.before.heroes[space]


def bombs_on(s: Record, space: int) -> int:
    """Return what the bombs of all enemies of a space's owner add up to."""
    owner = int(s.before.owner[space])
    number = 0
    for seat in range(s.seat_count):
        if seat != owner and s.sheets[seat].order[BOMBS] == space + 1:
            number += s.sheets[seat].group[BOMBS]
    return number


def has_umbrella(s: Record, space: int) -> bool:
    """Say whether the umbrella of its owner is up over a space (RP-29)."""
    owner = int(s.before.owner[space])
    return 0 <= owner < s.seat_count and works(s, owner, UMBRELLA_DEVICE) == space + 1


def works(s: Record, seat: int, device: int) -> int:
    """Return where a player's device is, plus one, if it was placed before this round; else 0."""
    sheet = s.sheets[seat]
    return int(sheet.devices[device]) if sheet.placed[device] < s.round_no else 0


def drop_bombs(s: Record, space: int) -> None:
    """Let bombs take units that stood in the space, under an umbrella half of them and no wound more (RP-25, RP-29)."""
    owner = int(s.before.owner[space])
    damage = bombs_on(s, space)
    if owner == NOBODY or damage == 0:
        return
    f = s.forces
    men = int(f.men[owner])
    heroes = int(f.heroes[owner])
    hurt(s, owner, damage)
    half = (men + heroes) // 2
    if has_umbrella(s, space) and men + heroes - f.men[owner] - f.heroes[owner] >= half:
        f.men[owner] = men
        f.heroes[owner] = heroes
        f.wound[owner] = 0
        remove(s, owner, half)


def arrive(s: Record, space: int) -> None:
    """Bring in everybody who was sent here; a bomb is gone."""
    f = s.forces
    for seat in range(s.seat_count):
        sheet = s.sheets[seat]
        for group in range(GROUP_COUNT):
            if sheet.order[group] == space + 1 and group == HEROES:
                f.heroes[seat] += sheet.group[group]
            elif sheet.order[group] == space + 1 and group != BOMBS:
                f.men[seat] += sheet.group[group]


def units(s: Record, side: int) -> int:
    """Return how many of a side are left in the space."""
    return int(s.forces.men[side]) + int(s.forces.heroes[side])


def defender(s: Record, space: int) -> int:
    """Return who defends: whoever controlled the space, if any of theirs are left (RP-27)."""
    owner = int(s.before.owner[space])
    return owner if owner != NOBODY and units(s, owner) > 0 else NOBODY


def ways_in(s: Record, side: int, space: int) -> int:
    """Return the spaces, as bits, next to this one from which a side could come (RP-29).

    Heroes who may come from two spaces away could cross any of the borders before which such a way ends.
    """
    owned = 0
    for other in range(SPACES):
        if s.before.owner[other] == side:
            owned |= 1 << other
    if side < s.seat_count and s.sheets[side].order[HEROES] == space + 1 and REACH[s.sheets[side].faction] > 1:
        owned = spread(owned)
    return owned & NEIGHBOURS[space]


def meet_spikes(s: Record, space: int) -> None:
    """Halve every attacker who can only come across a border with the defender's spikes (RP-29)."""
    owner = defender(s, space)
    if owner == NOBODY or owner >= s.seat_count:
        return
    border = works(s, owner, SPIKES_DEVICE) - 1
    if border < 0:
        return
    for side in range(SIDES):
        if side != owner and units(s, side) > 0 and is_only_way(s, side, space, border):
            remove(s, side, units(s, side) // 2)


def is_only_way(s: Record, side: int, space: int, border: int) -> bool:
    """Say whether a border is the only one a side could have come across."""
    ways = ways_in(s, side, space)
    for other in range(SPACES):
        if ways >> other & 1 and BORDER_BETWEEN[other, space] != border:
            return False
    return ways != 0


def ram(s: Record, space: int) -> None:
    """Halve the defenders, once, if an attacker's ram works here (RP-29)."""
    if rammer(s, space) != NOBODY:
        owner = defender(s, space)
        remove(s, owner, units(s, owner) // 2)


def rammer(s: Record, space: int) -> int:
    """Return an attacker who has a ram on a border they could come across, or NOBODY."""
    owner = defender(s, space)
    if owner == NOBODY:
        return NOBODY
    for seat in range(s.seat_count):
        if seat != owner and units(s, seat) > 0 and is_rammed(s, seat, space):
            return seat
    return NOBODY


def is_rammed(s: Record, seat: int, space: int) -> bool:
    """Say whether a player's ram stands on a border they could come across."""
    border = works(s, seat, RAM_DEVICE) - 1
    if border < 0:
        return False
    ways = ways_in(s, seat, space)
    for other in range(SPACES):
        if ways >> other & 1 and BORDER_BETWEEN[other, space] == border:
            return True
    return False


def strike(s: Record, space: int) -> None:
    """Let heroes destroy before the fight: attackers the defenders, and defenders each attacker, at once (RP-40)."""
    owner = defender(s, space)
    if owner == NOBODY:
        return
    f = s.forces
    guard = int(f.heroes[owner]) * GUARD[s.sheets[owner].faction] if owner < s.seat_count else 0
    struck = 0
    for seat in range(s.seat_count):
        if seat != owner:
            heroes = int(f.heroes[seat])
            faction = s.sheets[seat].faction
            struck += heroes * STRIKE[faction] + min(heroes, AMBUSH[faction])
            blow(s, seat, guard)
    blow(s, owner, struck)


def blow(s: Record, side: int, damage: int) -> None:
    """Take a strike from a side: like `hurt`, but what does not kill a tough hero is lost (RP-40)."""
    wound = s.forces.wound[side]
    s.forces.wound[side] = 0
    hurt(s, side, damage)
    s.forces.wound[side] = wound if s.forces.heroes[side] > 0 else 0


def is_contested(s: Record) -> bool:
    """Say whether more than one side is left in the space."""
    sides = 0
    for side in range(SIDES):
        if units(s, side) > 0:
            sides += 1
    return sides > 1


def exchange(s: Record) -> None:
    """Let every side lose the greatest number among its enemies, all at once (RP-26, RP-27)."""
    most = 0
    second = 0
    strongest = NOBODY
    for side in range(SIDES):
        number = units(s, side)
        if number > most:
            second = most
            most = number
            strongest = side
        elif number > second:
            second = number
    for side in range(SIDES):
        hurt(s, side, second if side == strongest else most)


def hurt(s: Record, side: int, damage: int) -> None:
    """Take so much from a side: men first, then heroes; a tough hero may be left with a wound (RP-27)."""
    f = s.forces
    fallen = min(int(f.men[side]), damage)
    f.men[side] -= fallen
    wounds = damage - fallen + int(f.wound[side])
    dead = min(int(f.heroes[side]), wounds // int(f.toughness[side]))
    f.heroes[side] -= dead
    f.wound[side] = wounds - dead * int(f.toughness[side]) if f.heroes[side] > 0 else 0


def remove(s: Record, side: int, number: int) -> None:
    """Take so many units from a side: men first (RP-29)."""
    f = s.forces
    men = min(int(f.men[side]), number)
    f.men[side] -= men
    f.heroes[side] -= number - men


def hold(s: Record, space: int) -> None:
    """Let the side that is left hold the space; without units it is nobody's (RP-25). Wounds heal (RP-27)."""
    f = s.forces
    s.land.owner[space] = NOBODY
    s.land.men[space] = 0
    s.land.heroes[space] = 0
    for side in range(SIDES):
        if units(s, side) > 0:
            s.land.owner[space] = side
            s.land.men[space] = f.men[side]
            s.land.heroes[space] = f.heroes[side]
        f.men[side] = 0
        f.heroes[side] = 0
        f.wound[side] = 0
        f.toughness[side] = 0
