"""A move of Rolling Pyramids as one proposes it: what it does, and what comes of it."""

from rollwright.core.contract import Record, copy
from rollwright.core.language import Phrase, plural, series
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import (
    CROSS,
    DEVELOP,
    DISCARD,
    KEEP,
    RAM,
    READY,
    SEND,
    SPIKES,
    UMBRELLA,
    WRITE,
    ZONE,
)
from rollwright.games.rolling_pyramids.names import (
    border_label,
    die_parts,
    die_title,
    force,
    group_title,
    label,
    side_name,
    slot_title,
    upgrade_effect,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.rules.board import strength, write
from rollwright.games.rolling_pyramids.rules.campaign import income
from rollwright.games.rolling_pyramids.rules.orders import is_unsent
from rollwright.games.rolling_pyramids.rules.state import CROSSING, DEVELOPING, GROUP_COUNT, NOBODY, SPOILS
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMBS,
    FIRST_FOOT,
    FIRST_PAIR,
    FIRST_SLOT,
    FOOT_ONE,
    HEROES,
    RHOMBUS,
    SLOT_PART,
    TRIANGLE,
)
from rollwright.games.rolling_pyramids.sheet import RAM as RAM_BOUGHT
from rollwright.games.rolling_pyramids.sheet import SPIKES as SPIKES_BOUGHT
from rollwright.games.rolling_pyramids.sheet import UMBRELLA as UMBRELLA_BOUGHT


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Propose a move."""
    if is_form(WRITE.layout, move):
        return _describe_write(s.sheets[seat], seat, move)
    if is_form(DISCARD.layout, move):
        return Phrase("Discard: {die}", die=die_title(*die_parts(part(DISCARD.layout, move, 0)), seat))
    if is_form(SEND.layout, move):
        group, space = part(SEND.layout, move, 0), part(SEND.layout, move, 1)
        return _describe_order(s, seat, group, space)
    if is_form(ZONE.layout, move):
        return Phrase("Start in zone {zone}", zone=label(part(ZONE.layout, move, 0)))
    if is_form(DEVELOP.layout, move):
        upgrade = part(DEVELOP.layout, move, 0)
        return Phrase("{upgrade}: {effect}", upgrade=upgrade_title(upgrade), effect=upgrade_effect(upgrade))
    if is_form(READY.layout, move):
        return _describe_ready(s.sheets[seat])
    if is_form(CROSS.layout, move):
        return _describe_cross(s.sheets[seat], part(CROSS.layout, move, 0), part(CROSS.layout, move, 1))
    return _describe_clean_up(s, move)


def _describe_write(sheet: Record, seat: int, move: int) -> Phrase:
    """Propose to write a die, and say what that completes."""
    colour, sides, face = die_parts(part(WRITE.layout, move, 2))
    value, slot = part(WRITE.layout, move, 0), part(WRITE.layout, move, 1)
    shape = TRIANGLE if sides == 4 else RHOMBUS
    told = Phrase(
        "Write {value} with {die}: {slot}",
        die=die_title(colour, sides, face, seat),
        value=value,
        slot=slot_title(slot, shape, value),
    )
    return _with_outcome(told, sheet, slot, value, shape)


def _with_outcome(told: Phrase, sheet: Record, slot: int, value: int, shape: int) -> Phrase:
    """Add to a proposal what the number completes, if it completes anything."""
    then = copy(sheet)
    write(then, slot, value, shape)
    comes = completed(sheet, then, slot)
    return Phrase("{told} ({comes})", told=told, comes=comes) if comes else told


def completed(now: Record, then: Record, slot: int) -> Phrase | None:
    """Say what a number in a slot completes: an army with its strength, a bonus of footmen, a pair."""
    if slot >= FIRST_PAIR:
        pair = slot - FIRST_PAIR
        return Phrase("a pair for an upgrade") if then.low[pair] and then.high[pair] else None
    group = FOOT_ONE + slot - FIRST_FOOT if slot >= FIRST_FOOT else int(SLOT_PART[slot])  # armies are groups by part
    was, will = int(strength(now, group)), int(strength(then, group))
    if group == BOMBS and not will and all(then.written[FIRST_SLOT[BOMB] + place] for place in range(3)):
        return Phrase("a bomb worth nothing")
    if will == was:
        return None
    if group >= FOOT_ONE:
        return plural(
            "{group}: {n} man a round from now on",
            "{group}: {n} men a round from now on",
            will,
            group=group_title(group),
        )
    if group == HEROES:
        return plural("{n} hero this round", "{n} heroes this round", will)
    return Phrase("{group} ready: {n}", group=group_title(group), n=will)


def _describe_order(s: Record, seat: int, group: int, space: int) -> Phrase:
    """Propose to send a group somewhere, and say whom it would meet."""
    men, owner = int(s.sheets[seat].group[group]), int(s.land.owner[space])
    told = Phrase("{group} ({n}) to space {space}", group=group_title(group), n=men, space=label(space))
    there = int(s.land.men[space]), int(s.land.heroes[space])
    if owner in (NOBODY, seat) or there == (0, 0):
        return told
    return Phrase("{told}, where {who} has {force}", told=told, who=side_name(owner), force=force(*there))


def _describe_ready(sheet: Record) -> Phrase:
    """Propose to be ready, and say who would stay at home."""
    left = unsent(sheet)
    if not left:
        return Phrase("Ready: give these orders")
    return Phrase("Ready, though these stay at home and are lost: {groups}", groups=series(map(group_title, left)))


def unsent(sheet: Record) -> list[int]:
    """Return the groups that wait for an order."""
    return [group for group in range(GROUP_COUNT) if is_unsent(sheet, group)]


def _describe_cross(sheet: Record, group: int, number: int) -> Phrase:
    """Propose to cross a triangle of the footmen."""
    told = Phrase("Cross {slot}", slot=slot_title(FIRST_FOOT + group, TRIANGLE, number))
    return _with_outcome(told, sheet, FIRST_FOOT + group, number, TRIANGLE)


def _describe_clean_up(s: Record, move: int) -> Phrase:
    """Propose to place or to keep something, or to be done."""
    if is_form(KEEP.layout, move):
        space = part(KEEP.layout, move, 0)
        men = int(income(s, space))
        return plural(
            "Keep {n} man of space {space} for the next orders",
            "Keep {n} men of space {space} for the next orders",
            men,
            space=label(space),
        )
    if is_form(UMBRELLA.layout, move):
        where = label(part(UMBRELLA.layout, move, 0))
        return Phrase("{device} on space {space}", device=upgrade_title(UMBRELLA_BOUGHT), space=where)
    for form, bought in ((RAM, RAM_BOUGHT), (SPIKES, SPIKES_BOUGHT)):
        if is_form(form.layout, move):
            border = border_label(part(form.layout, move, 0))
            return Phrase("{device} on border {border}", device=upgrade_title(bought), border=border)
    return _done(s)


def _done(s: Record) -> Phrase:
    """Say what being done means in the phase that is open."""
    if s.phase == DEVELOPING:
        return Phrase("Keep the pair for later")
    if s.phase == CROSSING:
        return Phrase("Cross nothing more")
    if s.phase == SPOILS:
        return Phrase("Done: the others reinforce") if s.sheets[0].kept else Phrase("Done: all reinforce their spaces")
    return Phrase("Keep it for later")
