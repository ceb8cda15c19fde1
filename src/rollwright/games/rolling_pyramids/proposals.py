"""A move of Rolling Pyramids as one proposes it: what it does, and what comes of it.

What comes of a move is read from the position as a number, by functions in the style of the rules; all words follow
from the move and that number.
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from rollwright.core.contract import Ints, Record, blank
from rollwright.core.language import Phrase, plural, series
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import FACES_A_COLOUR
from rollwright.games.rolling_pyramids.names import (
    border_label,
    die_parts,
    die_title,
    group_title,
    label,
    slot_title,
    upgrade_effect,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.rules.battle import (
    arrive,
    drop_bombs,
    exchange,
    is_contested,
    meet_spikes,
    ram,
    stand,
    strike,
    units,
)
from rollwright.games.rolling_pyramids.rules.board import strength
from rollwright.games.rolling_pyramids.rules.campaign import income
from rollwright.games.rolling_pyramids.rules.orders import is_unsent
from rollwright.games.rolling_pyramids.rules.state import (
    CROSS,
    CROSSING,
    DEVELOP,
    DEVELOPING,
    DISCARD,
    DONE,
    GROUP_COUNT,
    KEEP,
    NOBODY,
    RAM_AT,
    READY,
    SEND,
    SHEET,
    SIDES,
    SPIKES_AT,
    SPOILS,
    UMBRELLA_AT,
    WRITE,
    ZONE,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMB_LINE,
    BOMB_MORE,
    BOMBS,
    COLOSSUS,
    COLOSSUS_MORE,
    FIRST_FOOT,
    FIRST_SLOT,
    FOOT_BIT,
    FOOT_GROUPS,
    FOOT_ONE,
    FOOTMEN,
    HERO,
    HEROES,
    HEROES_COME,
    LEGION,
    LEGION_LINE,
    LEGION_MORE,
    MOST,
    PAIRS,
    RAM,
    RHOMBUS,
    SLOT_PART,
    SLOT_PLACE,
    SPACES,
    SPIKES,
    TRACK_SPACES,
    TRIANGLE,
    UMBRELLA,
)


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Propose a move."""
    return proposal(seat, move, int(outcome(s, seat, move)))


# What comes of a move


def army_strengths() -> Ints:
    """Return how strong finished armies are: by army, by what `army_upgrades` says, by the left and middle number."""
    table = np.zeros((BOMB - LEGION + 1, 4, MOST + 1, MOST + 1), np.int64)
    sheet = blank(SHEET)
    numbers = range(1, MOST + 1)
    for army, upgrades, left, middle in product(range(len(table)), range(4), numbers, numbers):
        for place, upgrade in enumerate(ARMY_UPGRADES[army]):
            sheet.upgrades[upgrade] = upgrades >> place & 1
        first = FIRST_SLOT[LEGION + army]
        sheet.written[first : first + 3] = left, middle, 1
        table[army, upgrades, left, middle] = strength(sheet, LEGION + army)
    return table


def foot_strengths() -> Ints:
    """Return how many men footmen are: by group, and by the spaces that are crossed, as bits."""
    table = np.zeros((FOOT_GROUPS, 1 << len(TRACK_SPACES[0])), np.int64)
    sheet = blank(SHEET)
    for group, crossed in np.ndindex(table.shape):
        sheet.crossed[group] = crossed
        table[group, crossed] = strength(sheet, FOOT_ONE + group)
    return table


LARGEST = 1023
"""Larger forces are told as this many."""

ARMY_UPGRADES = ((LEGION_MORE, LEGION_LINE), (COLOSSUS_MORE,), (BOMB_MORE, BOMB_LINE))
"""What can be bought for each army: more strength, and another number that counts."""
ARMY_STRENGTHS = army_strengths()
FOOT_STRENGTHS = foot_strengths()


def army_upgrades(sheet: Record, army: int) -> int:
    """Return the upgrades of an army: bit 0 for more strength, bit 1 if its middle number counts."""
    if army == COLOSSUS:
        return int(sheet.upgrades[COLOSSUS_MORE])
    if army == LEGION:
        return int(sheet.upgrades[LEGION_LINE]) << 1 | int(sheet.upgrades[LEGION_MORE])
    return int(sheet.upgrades[BOMB_LINE]) << 1 | int(sheet.upgrades[BOMB_MORE])


def outcome(s: Record, seat: int, move: int) -> int:
    """Return what `proposal` tells of a move besides the move itself."""
    sheet = s.sheets[seat]
    if is_form(WRITE, move):
        return completed(sheet, part(WRITE, move, 1), part(WRITE, move, 0), shape_named(part(WRITE, move, 2)))
    if is_form(SEND, move):
        return met(s, seat, part(SEND, move, 0), part(SEND, move, 1))
    if is_form(CROSS, move):
        return completed(sheet, FIRST_FOOT + part(CROSS, move, 0), part(CROSS, move, 1), TRIANGLE)
    if is_form(KEEP, move):
        return income(s, part(KEEP, move, 0))
    if move == READY:
        return groups_left(sheet)
    if move == DONE:
        return int(s.phase) << 1 | (1 if sheet.kept != 0 else 0)
    return 0


def shape_named(name: int) -> int:
    """Return the shape of a die from what moves call it."""
    return TRIANGLE if name % FACES_A_COLOUR < 4 else RHOMBUS


def completed(sheet: Record, slot: int, value: int, shape: int) -> int:
    """Return what a number in a slot completes: 1 and how strong the group is then, or 0 if it completes nothing."""
    part_no = SLOT_PART[slot]
    place = SLOT_PLACE[slot]
    if part_no == HERO:
        return 1 + int(HEROES_COME[sheet.faction, value])
    if part_no == PAIRS:
        other = sheet.high[place] if shape == TRIANGLE else sheet.low[place]
        return 1 if other != 0 else 0
    if part_no == FOOTMEN:
        crossed = int(sheet.crossed[place])
        men = FOOT_STRENGTHS[place, crossed | FOOT_BIT[place, shape, value]]
        return 1 + men if men != FOOT_STRENGTHS[place, crossed] else 0
    first = FIRST_SLOT[part_no]
    left = value if place == 0 else int(sheet.written[first])
    middle = value if place == 1 else int(sheet.written[first + 1])
    right = value if place == 2 else int(sheet.written[first + 2])
    if left == 0 or middle == 0 or right == 0:
        return 0
    return 1 + int(ARMY_STRENGTHS[part_no - LEGION, army_upgrades(sheet, part_no), left, middle])


def met(s: Record, seat: int, group: int, space: int) -> int:
    """Return how many march in an order, and what would come of a fight if nobody else came: see `Forecast`.

    The rules fight it out on the position itself, which is then as it was.
    """
    sheet = s.sheets[seat]
    number = int(sheet.group[group])
    owner = int(s.land.owner[space])
    theirs = int(s.land.men[space]) + int(s.land.heroes[space])
    if owner in (NOBODY, seat) or theirs == 0:
        return number
    sheet.order[group] = space + 1
    swap_lands(s)
    fight_out(s, space)
    swap_lands(s)
    winner = 0
    left = 0
    for side in range(SIDES):
        if units(s, side) > 0:
            winner = 2 if side == seat else 1
            left = units(s, side)
        s.forces.men[side] = 0
        s.forces.heroes[side] = 0
        s.forces.wound[side] = 0
        s.forces.toughness[side] = 0
    mine = 0
    for each in range(GROUP_COUNT):
        if each != BOMBS and sheet.order[each] == space + 1:
            mine += int(sheet.group[each])
    sheet.order[group] = 0
    code = min(left, LARGEST) << 2 | winner
    return ((code << 10 | min(theirs, LARGEST)) << 10 | min(mine, LARGEST)) << 8 | number


def fight_out(s: Record, space: int) -> None:
    """Let those who stood and were sent to a space fight, as the rules do, and leave whoever is left in `s.forces`."""
    stand(s, space)
    drop_bombs(s, space)
    arrive(s, space)
    meet_spikes(s, space)
    ram(s, space)
    strike(s, space)
    while is_contested(s):
        exchange(s)


def swap_lands(s: Record) -> None:
    """Exchange the land with what it was before the last fights: the rules fight over the latter."""
    for space in range(SPACES):
        owner = s.land.owner[space]
        men = s.land.men[space]
        heroes = s.land.heroes[space]
        s.land.owner[space] = s.before.owner[space]
        s.land.men[space] = s.before.men[space]
        s.land.heroes[space] = s.before.heroes[space]
        s.before.owner[space] = owner
        s.before.men[space] = men
        s.before.heroes[space] = heroes


def groups_left(sheet: Record) -> int:
    """Return the groups that wait for an order, as bits."""
    groups = 0
    for group in range(GROUP_COUNT):
        if is_unsent(sheet, group):
            groups |= 1 << group
    return groups


def unsent(sheet: Record) -> list[int]:
    """Return the groups that wait for an order."""
    return _groups(int(groups_left(sheet)))


def _groups(bits: int) -> list[int]:
    return [group for group in range(GROUP_COUNT) if bits >> group & 1]


def marching(comes: int) -> int:
    """Return how many march in an order, from its outcome."""
    return comes & 0xFF


class Forecast(NamedTuple):
    """What would come of an order to a space that an enemy holds, if nobody else came."""

    mine: int
    """How many of the player's would fight there; none, if only a bomb falls."""
    theirs: int
    left: int
    won: bool
    """Whether those who are left are the player's."""

    @classmethod
    def of(cls, comes: int) -> "Forecast | None":
        """Read the outcome of an order; there is nothing to forecast where nobody stands."""
        if not comes >> 8:
            return None
        mine, theirs, code = comes >> 8 & LARGEST, comes >> 18 & LARGEST, comes >> 28
        return cls(mine, theirs, code >> 2, code & 3 == 2)

    @property
    def words(self) -> Phrase:
        """Tell it in a few words."""
        values = {"mine": self.mine, "theirs": self.theirs, "left": self.left}
        if not self.mine and self.left:
            return Phrase("The bomb leaves {left} of {theirs}", **values)
        if not self.mine:
            return Phrase("The bomb leaves nobody of {theirs}", **values)
        if not self.left:
            return Phrase("{mine} against {theirs}: nobody left", **values)
        if self.won:
            return Phrase("{mine} against {theirs}: {left} left", **values)
        return Phrase("{mine} against {theirs}: {left} of theirs left", **values)

    @property
    def result(self) -> str:
        """Return who is left as a number: below zero, if they are the enemy's."""
        return str(self.left) if self.won or not self.left else f"−{self.left}"


# The words


def proposal(seat: int, move: int, comes: int) -> Phrase:
    """Propose a move with this outcome."""
    if is_form(WRITE, move):
        return _propose_write(seat, move, comes)
    if is_form(DISCARD, move):
        return Phrase("Discard: {die}", die=die_title(*die_parts(part(DISCARD, move, 0)), seat))
    if is_form(SEND, move):
        return _propose_order(part(SEND, move, 0), part(SEND, move, 1), comes)
    if is_form(ZONE, move):
        return Phrase("Start in zone {zone}", zone=label(part(ZONE, move, 0)))
    if is_form(DEVELOP, move):
        upgrade = part(DEVELOP, move, 0)
        return Phrase("{upgrade}: {effect}", upgrade=upgrade_title(upgrade), effect=upgrade_effect(upgrade))
    if move == READY:
        return _propose_ready(_groups(comes))
    if is_form(CROSS, move):
        slot = FIRST_FOOT + part(CROSS, move, 0)
        told = Phrase("Cross {slot}", slot=slot_title(slot, TRIANGLE, part(CROSS, move, 1)))
        return _with_outcome(told, slot, comes)
    return _propose_clean_up(move, comes)


def _propose_write(seat: int, move: int, comes: int) -> Phrase:
    """Propose to write a die, and say what that completes."""
    name = part(WRITE, move, 2)
    value, slot = part(WRITE, move, 0), part(WRITE, move, 1)
    told = Phrase(
        "Write {value} with {die}: {slot}",
        die=die_title(*die_parts(name), seat),
        value=value,
        slot=slot_title(slot, shape_named(name), value),
    )
    return _with_outcome(told, slot, comes)


def _with_outcome(told: Phrase, slot: int, comes: int) -> Phrase:
    """Add to a proposal what the number completes, if it completes anything."""
    return Phrase("{told} ({comes})", told=told, comes=completion(slot, comes - 1)) if comes else told


def completion(slot: int, number: int) -> Phrase:
    """Say what a number in a slot completes: an army with its strength, a bonus of footmen, a pair."""
    part_no = int(SLOT_PART[slot])
    if part_no == PAIRS:
        return Phrase("a pair for an upgrade")
    if part_no == FOOTMEN:
        return plural(
            "{group}: {n} man a round from now on",
            "{group}: {n} men a round from now on",
            number,
            group=group_title(FOOT_ONE + slot - FIRST_FOOT),
        )
    if part_no == HEROES:  # armies are groups by part
        return plural("{n} hero this round", "{n} heroes this round", number)
    if part_no == BOMBS and not number:
        return Phrase("a bomb worth nothing")
    return Phrase("{group} ready: {n}", group=group_title(part_no), n=number)


def _propose_order(group: int, space: int, comes: int) -> Phrase:
    """Propose to send a group somewhere, and say what would come of it."""
    told = Phrase("{group} ({n}) to space {space}", group=group_title(group), n=marching(comes), space=label(space))
    fight = Forecast.of(comes)
    return Phrase("{told}. {fight}", told=told, fight=fight.words) if fight else told


def _propose_ready(left: list[int]) -> Phrase:
    """Propose to be ready, and say who would stay at home."""
    if not left:
        return Phrase("Ready: give these orders")
    return Phrase("Ready, though these stay at home and are lost: {groups}", groups=series(map(group_title, left)))


def button(move: int, comes: int) -> Phrase:
    """Return what stands on the button of a move that needs nothing to be picked."""
    if move != READY:
        return _done(comes >> 1, bool(comes & 1))
    return Phrase("Send no more") if comes else Phrase("I am ready")


def _propose_clean_up(move: int, comes: int) -> Phrase:
    """Propose to place or to keep something, or to be done."""
    if is_form(KEEP, move):
        return plural(
            "Keep {n} man of space {space} for the next orders",
            "Keep {n} men of space {space} for the next orders",
            comes,
            space=label(part(KEEP, move, 0)),
        )
    if is_form(UMBRELLA_AT, move):
        where = label(part(UMBRELLA_AT, move, 0))
        return Phrase("{device} on space {space}", device=upgrade_title(UMBRELLA), space=where)
    for layout, bought in ((RAM_AT, RAM), (SPIKES_AT, SPIKES)):
        if is_form(layout, move):
            border = border_label(part(layout, move, 0))
            return Phrase("{device} on border {border}", device=upgrade_title(bought), border=border)
    return _done(comes >> 1, bool(comes & 1))


def _done(phase: int, kept: bool) -> Phrase:
    """Say what being done means in a phase."""
    if phase == DEVELOPING:
        return Phrase("Keep the pair")
    if phase == CROSSING:
        return Phrase("Cross no more")
    if phase == SPOILS:
        return Phrase("The others reinforce") if kept else Phrase("All reinforce")
    return Phrase("Keep for later")
