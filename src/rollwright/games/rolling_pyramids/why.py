"""Why a move of Rolling Pyramids is refused: one sentence each, from the predicates that decide legality."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import (
    CROSS,
    DEVELOP,
    DISCARD,
    DONE,
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
    group_title,
    label,
    labels,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, SPIKES_DEVICE, UMBRELLA_DEVICE
from rollwright.games.rolling_pyramids.rules.board import is_crossed, takes
from rollwright.games.rolling_pyramids.rules.campaign import income
from rollwright.games.rolling_pyramids.rules.devices import is_at
from rollwright.games.rolling_pyramids.rules.draft import REACHABLE, colour_of, die_named, is_for_sale, shape_of
from rollwright.games.rolling_pyramids.rules.orders import targets
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    CROSSING,
    DEPLOYMENT,
    DEVELOPING,
    DICE,
    DRAFT,
    NOBODY,
    OVER,
    PLACING,
    SPOILS,
    START_DIE,
    free_device,
    has_factory,
    is_campaign,
    waiting,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    CIRCLE,
    COLOSSUS,
    FIRST_DEVICE,
    FOOTMEN,
    HERO,
    LEGION,
    MOST,
    NUMBERED,
    PAIRS,
    SLOT_PART,
    SLOT_SHAPE,
    SPACES,
    TRIANGLE,
)

PHASE_OF = {
    ZONE: CHOOSING,
    WRITE: DRAFT,
    DISCARD: DRAFT,
    DEVELOP: DEVELOPING,
    SEND: DEPLOYMENT,
    READY: DEPLOYMENT,
    CROSS: CROSSING,
    KEEP: SPOILS,
    RAM: PLACING,
    SPIKES: PLACING,
    UMBRELLA: PLACING,
}
"""The phase in which moves of each form are made; `done` belongs to four."""


def why(s: Record, seat: int, move: int) -> Phrase | None:
    """Say why a seat may not make this move now, or nothing if it may."""
    if s.phase == OVER:
        return Phrase("The game is over.")
    if s.phase in (START_DIE, DICE):
        return Phrase("The dice must be rolled first.")
    if not int(waiting(s)) >> seat & 1:
        return Phrase("You have nothing to do now: wait for the others.")
    form = next(form for form in (*PHASE_OF, DONE) if is_form(form.layout, move))
    if s.phase != PHASE_OF.get(form, s.phase) or (
        form is DONE and s.phase not in (DEVELOPING, CROSSING, SPOILS, PLACING)
    ):
        return _wrong_phase(s)
    refusals = {
        ZONE: _why_not_zone,
        WRITE: _why_not_write,
        DISCARD: _why_not_discard,
        DEVELOP: _why_not_develop,
        SEND: _why_not_send,
        CROSS: _why_not_cross,
        KEEP: _why_not_keep,
        UMBRELLA: _why_not_umbrella,
        RAM: _why_not_border,
        SPIKES: _why_not_border,
    }
    return refusals[form](s, seat, move) if form in refusals else None


def _wrong_phase(s: Record) -> Phrase:
    """Say what is to be done instead."""
    return {
        CHOOSING: Phrase("Now you choose a start zone."),
        DRAFT: Phrase("Now you take a die: write it on your board, or discard it."),
        DEVELOPING: Phrase("Now you buy an upgrade with a completed pair, or keep the pair."),
        DEPLOYMENT: Phrase("Now you give your groups their orders, until you are ready."),
        CROSSING: Phrase("Now you can cross a triangle of your footmen for each conquered space."),
        SPOILS: Phrase("Now your spaces bring men: keep some, or say that you are done."),
        PLACING: Phrase("Now you place devices, or keep them."),
    }[int(s.phase)]


def _why_not_zone(s: Record, seat: int, move: int) -> Phrase | None:
    if s.land.owner[part(ZONE.layout, move, 0)] == NOBODY:
        return None
    free = [zone for zone in range(NUMBERED, SPACES) if s.land.owner[zone] == NOBODY]
    return Phrase("This zone is taken. Free: {zones}.", zones=labels(free))


def _why_not_die(s: Record, seat: int, name: int) -> Phrase | None:
    if int(die_named(s, name)) >= 0:
        return None
    return Phrase("There is no such die on the table: {die}.", die=die_title(*die_parts(name), seat))


def _why_not_discard(s: Record, seat: int, move: int) -> Phrase | None:
    return _why_not_die(s, seat, part(DISCARD.layout, move, 0))


def _why_not_write(s: Record, seat: int, move: int) -> Phrase | None:
    value, slot, name = (part(WRITE.layout, move, place) for place in range(3))
    if refusal := _why_not_die(s, seat, name):
        return refusal
    die = int(die_named(s, name))
    shape = int(shape_of(die))
    can_be = int(REACHABLE[s.dice[die], int(colour_of(die) == seat), int(has_help(s, seat, slot))])
    if refusal := why_not_slot(s.sheets[seat], slot, shape):
        return refusal
    if not can_be >> value & 1:
        return Phrase("This die can only be one of these numbers: {values}.", values=numbers(can_be))
    if not int(takes(s.sheets[seat], slot, shape)) >> value & 1:
        return why_not_value(s.sheets[seat], slot, shape)
    return None


def has_help(s: Record, seat: int, slot: int) -> bool:
    """Say whether a factory changes dice that are written into a slot (RP-04)."""
    return bool(has_factory(s, seat, int(SLOT_PART[slot])))


def numbers(bits: int) -> str:
    """Return the numbers that these bits stand for."""
    return ", ".join(str(number) for number in range(1, MOST + 1) if bits >> number & 1)


def why_not_slot(sheet: Record, slot: int, shape: int) -> Phrase | None:
    """Say why a die of this shape can never go into a slot now, if that is so."""
    if SLOT_SHAPE[slot] != CIRCLE and SLOT_SHAPE[slot] != shape:
        return (
            Phrase("Only a triangle goes in here.")
            if SLOT_SHAPE[slot] == TRIANGLE
            else Phrase("Only a rhombus goes in here.")
        )
    if takes(sheet, slot, shape):
        return None
    part_no = int(SLOT_PART[slot])
    if part_no == FOOTMEN:
        return Phrase("All spaces of this shape are crossed.")
    return Phrase("Something is written there already.")


def why_not_value(sheet: Record, slot: int, shape: int) -> Phrase:
    """Say which numbers a slot takes, and by which rule."""
    fits, part_no = numbers(int(takes(sheet, slot, shape))), int(SLOT_PART[slot])
    if part_no == FOOTMEN:
        return Phrase("Choose a space that is not crossed yet: {values}.", values=fits)
    rules = {
        LEGION: Phrase(
            "The numbers of a legion rise from left to right, with room for the missing ones: here {values}.",
            values=fits,
        ),
        BOMB: Phrase(
            "The numbers of a bomb fall from left to right, with room for the missing ones: here {values}.", values=fits
        ),
        COLOSSUS: Phrase(
            "Triangle and rhombus of a colossus are equal, the circle is free: here {values}.", values=fits
        ),
        PAIRS: Phrase("The rhombus of a pair is greater than its triangle: here {values}.", values=fits),
        HERO: Phrase("The number of heroes: {values}.", values=fits),
    }
    return rules[part_no]


def _why_not_develop(s: Record, seat: int, move: int) -> Phrase | None:
    upgrade = part(DEVELOP.layout, move, 0)
    if is_for_sale(s, seat, upgrade):
        return None
    if is_campaign(s) and upgrade >= FIRST_DEVICE:
        return Phrase("Devices are not used in the campaign.")
    return Phrase("You already have this: {upgrade}.", upgrade=upgrade_title(upgrade))


def _why_not_send(s: Record, seat: int, move: int) -> Phrase | None:
    group, space = part(SEND.layout, move, 0), part(SEND.layout, move, 1)
    sheet = s.sheets[seat]
    if sheet.group[group] == 0:
        ready = [each for each in range(len(sheet.group)) if sheet.group[each]]
        return Phrase(
            "{group}: not ready this round. Ready: {ready}.",
            group=group_title(group),
            ready=series(map(group_title, ready)),
        )
    if sheet.order[group] != 0:
        return Phrase(
            "{group}: already sent to space {space}. Undo that order first.",
            group=group_title(group),
            space=label(int(sheet.order[group]) - 1),
        )
    if int(targets(s, seat, group)) >> space & 1:
        return None
    if space >= NUMBERED and not is_campaign(s):
        return Phrase("Start zones are never attacked.")
    if space == sheet.zone:
        return Phrase("You need nobody in your own start zone: the Pharaoh does not go there.")
    reached = [each for each in range(SPACES) if int(targets(s, seat, group)) >> each & 1]
    return Phrase("{group} can reach {spaces}.", group=group_title(group), spaces=labels(reached))


def _why_not_cross(s: Record, seat: int, move: int) -> Phrase | None:
    group, number = part(CROSS.layout, move, 0), part(CROSS.layout, move, 1)
    if is_crossed(s.sheets[seat], group, number):
        return Phrase("This triangle is already crossed.")
    return None


def _why_not_keep(s: Record, seat: int, move: int) -> Phrase | None:
    space = part(KEEP.layout, move, 0)
    if income(s, space) == 0:
        return Phrase("Space {space} brings you no men.", space=label(space))
    if space < s.last_kept:
        return Phrase("The men of space {space} are already placed: continue with the next space.", space=label(space))
    return None


def _why_not_device(s: Record, seat: int, device: int) -> Phrase | None:
    if free_device(s.sheets[seat], device):
        return None
    title = upgrade_title(FIRST_DEVICE + device)
    if s.sheets[seat].devices[device]:
        return Phrase("{device}: already placed, for the rest of the game.", device=title)
    return Phrase("{device}: not developed yet.", device=title)


def _why_not_umbrella(s: Record, seat: int, move: int) -> Phrase | None:
    if refusal := _why_not_device(s, seat, UMBRELLA_DEVICE):
        return refusal
    if s.land.owner[part(UMBRELLA.layout, move, 0)] != seat:
        return Phrase("The umbrella goes to a numbered space that you control.")
    return None


def _why_not_border(s: Record, seat: int, move: int) -> Phrase | None:
    is_ram = is_form(RAM.layout, move)
    if refusal := _why_not_device(s, seat, RAM_DEVICE if is_ram else SPIKES_DEVICE):
        return refusal
    border = part((RAM if is_ram else SPIKES).layout, move, 0)
    if not is_at(s, seat, border):
        return Phrase("Border {border} does not belong to a space you control.", border=border_label(border))
    return None
