"""How the moves of Rolling Pyramids are pointed out on the page, and why nothing can be done with a spot."""

from collections import Counter
from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1, pack2, part
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
from rollwright.games.rolling_pyramids.names import die_parts
from rollwright.games.rolling_pyramids.proposals import describe, unsent
from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, SPIKES_DEVICE, UMBRELLA_DEVICE
from rollwright.games.rolling_pyramids.rules.draft import lies_there, name_of
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    DEPLOYMENT,
    DEVELOPING,
    DICE_EACH,
    DRAFT,
    PLACING,
    SIDES,
    SPOILS,
    dice_to_take,
    free_device,
)
from rollwright.games.rolling_pyramids.sheet import (
    DEVICES,
    GROUPS,
    NUMBERED,
    RHOMBUS,
    SLOT_NAMES,
    SPACE_NAMES,
    TRIANGLE,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.arrows import origin
from rollwright.games.rolling_pyramids.view.board import foot_spot, spot_of, upgrade_spot
from rollwright.games.rolling_pyramids.view.places import border_spot, space_spot
from rollwright.games.rolling_pyramids.view.tray import device_spot, die_spot, group_spot
from rollwright.games.rolling_pyramids.why import why
from rollwright.view import Marks, Path, Way


def ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    """Return how each of these moves is pointed out, and what is drawn before it is made."""
    written = [move for move in moves if is_form(WRITE.layout, move)]
    choices = Counter((part(WRITE.layout, move, 2), _target(move)) for move in written)
    spots = _dice_by_name(s)
    last = s.phase == DRAFT and s.turn == dice_to_take(s) - 1
    found = {}
    for move in moves:
        if is_form(WRITE.layout, move):
            found[move] = _way_to_write(move, spots, choices, bool(last))
        elif is_form(DISCARD.layout, move):
            die = spots[part(DISCARD.layout, move, 0)]
            found[move] = Way([Path([[die], [["discard"]]])], {"trace": [(die[0], "")]}, quiet=True, confirm=bool(last))
        else:
            found[move] = _way(s, seat, move)
    return found


def _dice_by_name(s: Record) -> dict[int, list[str]]:
    """Return the spots of the dice on the table by what moves call them: equal ones together."""
    found: dict[int, list[str]] = {}
    for die in range(SIDES * DICE_EACH):
        if s.dice[die]:
            found.setdefault(int(name_of(s, die)), []).append(die_spot(die))
    return found


def _target(move: int) -> str:
    """Return the spot on which a move writes."""
    value, slot, name = (part(WRITE.layout, move, place) for place in range(3))
    return spot_of(slot, TRIANGLE if die_parts(name)[1] == 4 else RHOMBUS, value)


def _way_to_write(move: int, spots: dict[int, list[str]], choices: Counter[tuple[int, str]], last: bool) -> Way:
    """Point out a die and where it is written, in either order, and as which number if there are several."""
    value, name = part(WRITE.layout, move, 0), part(WRITE.layout, move, 2)
    die, slot = spots[name], _target(move)
    more = [[[f"value-{value}"]]] if choices[name, slot] > 1 else []
    paths = [Path([[die], [[slot]], *more]), Path([[[slot]], [die], *more])]
    sign = "×" if slot.startswith("foot") else str(value)
    offer = [] if slot.startswith("foot") else [(slot, str(value))]
    return Way(paths, {"write": [(slot, sign)], "offer": offer}, confirm=last, quiet=True)


def _way(s: Record, seat: int, move: int) -> Way:
    """Point out any other move."""
    if is_form(SEND.layout, move):
        group, space = part(SEND.layout, move, 0), part(SEND.layout, move, 1)
        path = Path([[[group_spot(group)]], [[space_spot(space)]]], free=True)
        return Way([path], _march(s, seat, group, space), opens=True, quiet=True)
    if is_form(ZONE.layout, move):
        return Way([Path.of(space_spot(part(ZONE.layout, move, 0)))], quiet=True)
    if is_form(DEVELOP.layout, move):
        spot = upgrade_spot(part(DEVELOP.layout, move, 0))
        return Way([Path.of(spot)], {"write": [(spot, "✓")]}, quiet=True, confirm=True)  # orders may follow at once
    if is_form(CROSS.layout, move):
        spot = foot_spot(part(CROSS.layout, move, 0), TRIANGLE, part(CROSS.layout, move, 1))
        return Way([Path.of(spot)], {"cross": [(spot, "")]}, quiet=True)
    if is_form(KEEP.layout, move):
        return Way([Path.of(space_spot(part(KEEP.layout, move, 0)))], quiet=True)
    if is_form(UMBRELLA.layout, move):
        return _way_to_place(s, seat, UMBRELLA_DEVICE, space_spot(part(UMBRELLA.layout, move, 0)))
    for form, device in ((RAM, RAM_DEVICE), (SPIKES, SPIKES_DEVICE)):
        if is_form(form.layout, move):
            return _way_to_place(s, seat, device, border_spot(part(form.layout, move, 0)))
    return Way(button=describe(s, seat, move), quiet=True)


def _march(s: Record, seat: int, group: int, space: int) -> Marks:
    """Draw the way a group would take."""
    owner = [int(each) for each in s.land.owner]
    start = origin(s, owner, seat, group, space)
    return (
        {"walk": [(space_spot(start), ""), (space_spot(space), "")]}
        if owner[space] != seat
        else {"trace": [(space_spot(space), f"+{int(s.sheets[seat].group[group])}")]}
    )


def _way_to_place(s: Record, seat: int, device: int, where: str) -> Way:
    """Point out a device and its place; the place alone is enough for the only device of its kind."""
    free = [each for each in range(DEVICES) if free_device(s.sheets[seat], each)]
    alone = len(free) == 1 or (device == UMBRELLA_DEVICE) or (UMBRELLA_DEVICE in free and len(free) == 2)
    paths = [Path([[[device_spot(device)]], [[where]]], free=True)]
    if alone:
        paths.append(Path.of(where))
    return Way(paths, {"trace": [(where, "")]}, quiet=True)


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    if spot.startswith("space-"):
        return _why_not_space(s, seat, SPACE_NAMES.index(spot.removeprefix("space-")))
    if spot.startswith("group-"):
        return why(s, seat, pack2(SEND.layout, GROUPS.index(spot.removeprefix("group-")), 0))
    if spot.startswith("upgrade-"):
        return why(s, seat, pack1(DEVELOP.layout, UPGRADES.index(spot.removeprefix("upgrade-"))))
    if spot.startswith("foot-") and s.phase != DRAFT:
        _, group, space = spot.split("-")
        if space[0] == "t":
            return why(s, seat, pack2(CROSS.layout, int(group) - 1, int(space[1:])))
    if s.phase == DRAFT and spot.startswith("pair-"):
        return None  # it may be one of several alike, of which another is offered
    if s.phase == DRAFT and not spot.startswith(("value-", "discard")):
        any_die = next((int(name_of(s, die)) for die in range(SIDES * DICE_EACH) if lies_there(s, die)), 0)
        return why(s, seat, pack1(DISCARD.layout, any_die)) or _why_no_die(s, seat, spot)
    return why(s, seat, READY.layout[0] if s.phase != DEPLOYMENT else DONE.layout[0])


def _why_no_die(s: Record, seat: int, spot: str) -> Phrase:
    """Say why no die of the draft can be written on a spot."""
    if spot.startswith("slot-") and s.sheets[seat].written[SLOT_NAMES.index(spot.removeprefix("slot-"))]:
        return Phrase("Something is written there already.")
    return Phrase("No die on the table can be written here now.")


def _why_not_space(s: Record, seat: int, space: int) -> Phrase | None:
    """Say why a space cannot be chosen, by what is done with spaces now."""
    if s.phase == CHOOSING and space >= NUMBERED:
        return why(s, seat, pack1(ZONE.layout, space))
    if s.phase == SPOILS and space < NUMBERED:
        return why(s, seat, pack1(KEEP.layout, space))
    if s.phase == PLACING and space < NUMBERED:
        return why(s, seat, pack1(UMBRELLA.layout, space))
    if s.phase == DEPLOYMENT:
        left = unsent(s.sheets[seat])
        return why(s, seat, pack2(SEND.layout, left[0], space)) if left else None
    return why(s, seat, pack2(SEND.layout, 0, space)) if s.phase != DEVELOPING else None
