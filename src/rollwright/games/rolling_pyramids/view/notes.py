"""What is told of a spot while somebody points at it."""

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, together
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids import rules
from rollwright.games.rolling_pyramids.moves import WRITE
from rollwright.games.rolling_pyramids.names import (
    die_title,
    group_title,
    label,
    labels,
    part_title,
    upgrade_effect,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.rules.board import strength
from rollwright.games.rolling_pyramids.rules.draft import REACHABLE, colour_of, sides_of
from rollwright.games.rolling_pyramids.rules.orders import targets
from rollwright.games.rolling_pyramids.rules.state import DEPLOYMENT, DRAFT, has_factory, is_campaign
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMBS,
    CIRCLE,
    COLOSSUS,
    FACTORY,
    FOOTMEN,
    GROUPS,
    LEGION,
    NUMBERED,
    RHOMBUS,
    SLOT_NAMES,
    SLOT_PART,
    SLOT_SHAPE,
    SPACE_NAMES,
    SPACES,
    TRIANGLE,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.spaces import standing, told_space
from rollwright.games.rolling_pyramids.why import has_help, numbers, why_not_slot, why_not_value
from rollwright.view import Note

HELPED = (LEGION, COLOSSUS, BOMB, FOOTMEN)


def about(s: Record, seat: int, spot: str) -> Note | None:
    """Tell about a spot: what it is, what it takes, and what is possible with it."""
    kind, _, name = spot.partition("-")
    if kind == "space":
        return Note(_space(s, SPACE_NAMES.index(name)))
    if kind == "die":
        return Note(_die(s, seat, int(name) - 1)) if s.dice[int(name) - 1] else None
    if kind == "slot":
        return Note(_slot(s, seat, SLOT_NAMES.index(name)))
    if kind in ("upgrade", "device"):
        upgrade = UPGRADES.index(name)
        return Note(Phrase("{upgrade}: {effect}.", upgrade=upgrade_title(upgrade), effect=upgrade_effect(upgrade)))
    if kind == "group":
        return Note(_group(s, seat, GROUPS.index(name)))
    if kind == "foot":
        return Note(_foot(name))
    if kind == "pair":
        return Note(Phrase("A triangle and a greater rhombus make a pair. Each pair buys one upgrade."))
    return None


def _space(s: Record, space: int) -> Phrase:
    """Describe a space, what its factory does, and the devices that are there."""
    told = [told_space(s, space, standing(s.land, space))]
    factory = int(FACTORY[s.map, space])
    if factory >= 0:
        told.append(
            Phrase(
                "The player who controls it can change numbers by 2 when writing there: {part}.",
                part=part_title(factory),
            )
        )
    elif space < NUMBERED and is_campaign(s):
        told.append(Phrase("While you control it, it brings you men after each round, as many as its upper number."))
    elif space < NUMBERED:
        told.append(
            Phrase("It scores for the player who controls it: the upper number each round, the lower one in the last.")
        )
    return together(told)


def _die(s: Record, seat: int, die: int) -> Phrase:
    """Say as what a die can be written, and where a factory helps."""
    own = int(colour_of(die) == seat)
    face = int(s.dice[die])
    title = die_title(int(colour_of(die)), int(sides_of(die)), face, seat)
    told = [Phrase("{die}: can be written as {values}.", die=title, values=numbers(int(REACHABLE[face, own, 0])))]
    helped = [part for part in HELPED if has_factory(s, seat, part)]
    told += [
        Phrase(
            "{part}, with your factory: {values}.", part=part_title(part), values=numbers(int(REACHABLE[face, own, 1]))
        )
        for part in helped
    ]
    return together(told)


def _slot(s: Record, seat: int, slot: int) -> Phrase:
    """Say what a slot takes, and by which rule."""
    sheet, shape = s.sheets[seat], int(SLOT_SHAPE[slot])
    if sheet.written[slot]:
        if strength(sheet, int(SLOT_PART[slot])):
            return Phrase("{part}: ready. It is erased after this round, whether it marches or not.", part=_part(slot))
        return Phrase("{part}: the number stays until the army is full.", part=_part(slot))
    told = [why_not_value(sheet, slot, shape if shape != CIRCLE else TRIANGLE)]
    if shape != CIRCLE and (only := why_not_slot(sheet, slot, RHOMBUS if shape == TRIANGLE else TRIANGLE)):
        told.insert(0, only)
    if has_help(s, seat, slot):
        told.append(Phrase("Your factory changes a number here by 2."))
    if s.phase == DRAFT and int(rules.waiting(s)) >> seat & 1:
        told.append(_offered(s, seat, slot))
    return together(told)


def _offered(s: Record, seat: int, slot: int) -> Phrase:
    """Say which numbers the dice on the table can give in a slot."""
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    written = [int(move) for move in moves[: rules.legal(s, seat, moves)] if is_form(WRITE.layout, int(move))]
    values = sorted({part(WRITE.layout, move, 0) for move in written if part(WRITE.layout, move, 1) == slot})
    if not values:
        return Phrase("No die on the table can be written here now.")
    return Phrase("The dice on the table give {values}.", values=listed(values))


def _part(slot: int) -> Phrase:
    return part_title(int(SLOT_PART[slot]))


def _group(s: Record, seat: int, group: int) -> Phrase:
    """Say where a group can go."""
    sheet = s.sheets[seat]
    values = {"group": group_title(group), "n": int(sheet.group[group])}
    if sheet.order[group]:
        return Phrase(
            "{group} ({n}) goes to space {space}. Pick it and another space to change that.",
            space=label(int(sheet.order[group]) - 1),
            **values,
        )
    if group == BOMBS:
        return Phrase("{group} ({n}): goes anywhere, kills that many enemies who stand there, and is gone.", **values)
    reached = [space for space in range(SPACES) if s.phase == DEPLOYMENT and int(targets(s, seat, group)) >> space & 1]
    return Phrase("{group} ({n}) can reach {spaces}.", spaces=labels(reached), **values)


def _foot(name: str) -> Phrase:
    """Say what crossing a space of the footmen takes and brings."""
    _, space = name.split("-")
    number = int(space[1:])
    told = (
        Phrase("Crossed by a triangle of {n}, or for a conquered space.", n=number)
        if space[0] == "t"
        else Phrase("Crossed by a rhombus of {n}.", n=number)
    )
    return together([told, Phrase("Once everything before a bonus is crossed, that many more men march every round.")])
