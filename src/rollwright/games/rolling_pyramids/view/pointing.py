"""How the moves of Rolling Pyramids are pointed out on the page, and why nothing can be done with a spot."""

from rollwright.core.contract import Ints, Record
from rollwright.core.language import N_, Phrase, listed
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.rolling_pyramids.moves import FACES_A_COLOUR
from rollwright.games.rolling_pyramids.names import die_parts
from rollwright.games.rolling_pyramids.proposals import (
    Forecast,
    button,
    marching,
    outcome,
    proposal,
    shape_named,
    unsent,
)
from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, SPIKES_DEVICE, UMBRELLA_DEVICE
from rollwright.games.rolling_pyramids.rules.draft import lies_there, name_of
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    CROSS,
    DEPLOYMENT,
    DEVELOP,
    DEVELOPING,
    DICE_EACH,
    DISCARD,
    DONE,
    DRAFT,
    KEEP,
    PLACING,
    RAM_AT,
    READY,
    SEND,
    SIDES,
    SPIKES_AT,
    SPOILS,
    UMBRELLA_AT,
    WRITE,
    ZONE,
    dice_to_take,
    free_device,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMBS,
    FOOTMEN,
    GROUPS,
    MOST,
    NUMBERED,
    SLOT_NAMES,
    SLOT_PART,
    SPACE_NAMES,
    TRIANGLE,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.board import foot_spot, spot_of, upgrade_spot
from rollwright.games.rolling_pyramids.view.places import border_spot, space_spot
from rollwright.games.rolling_pyramids.view.shows import origin
from rollwright.games.rolling_pyramids.view.tray import device_spot, die_spot, group_spot
from rollwright.games.rolling_pyramids.why import why
from rollwright.view import Marks, Path, Way

POINTED = 4096
"""A code is the outcome of its move times this, plus how it is pointed out."""
LAST, NUMBERS_AT = 4, 4
"""For a die, above two bits for the dice that are called so: it is the draft's last; and from this bit on, the numbers
that are possible, if there are several."""


def offers(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
    """Write, for each legal move, the number that tells what comes of it and how it is pointed out."""
    last = LAST if s.phase == DRAFT and s.turn == dice_to_take(s) - 1 else 0
    sheet = s.sheets[seat]
    is_alone = 0 if free_device(sheet, RAM_DEVICE) and free_device(sheet, SPIKES_DEVICE) else 1
    for i in range(count):
        move = moves[i]
        pointed = 0
        if is_form(WRITE, move):
            pointed = last | numbers_there(moves, count, i) << NUMBERS_AT | called(s, part(WRITE, move, 2))
        elif is_form(DISCARD, move):
            pointed = last | called(s, part(DISCARD, move, 0))
        elif is_form(SEND, move):
            pointed = origin(s.land, int(sheet.zone), seat, part(SEND, move, 0), part(SEND, move, 1))
        elif is_form(RAM_AT, move) or is_form(SPIKES_AT, move):
            pointed = is_alone
        codes[i] = outcome(s, seat, move) * POINTED + pointed


def first_called(name: int) -> int:
    """Return the first of the two dice that can be called so, from their colour and kind."""
    return name // FACES_A_COLOUR * DICE_EACH + (0 if name % FACES_A_COLOUR < 4 else 2)


def called(s: Record, name: int) -> int:
    """Return which of the two dice are called so, as bits."""
    first = first_called(name)
    found = 0
    for i in range(2):
        if s.dice[first + i] != 0 and name_of(s, first + i) == name:
            found |= 1 << i
    return found


def numbers_there(moves: Ints, count: int, i: int) -> int:
    """Return the numbers that a die can be written as in a slot, as bits: 0 if there is only one.

    The rules list these moves next to each other. Of the footmen each number has a space of its own.
    """
    if SLOT_PART[part(WRITE, moves[i], 1)] == FOOTMEN:
        return 0
    first = i
    while first > 0 and is_same_place(moves[first - 1], moves[i]):
        first -= 1
    found = 0
    for j in range(first, count):
        if not is_same_place(moves[j], moves[i]):
            break
        found |= 1 << part(WRITE, moves[j], 0) - 1
    return found if found & (found - 1) else 0


def is_same_place(one: int, other: int) -> bool:
    """Say whether two moves write the same die in the same slot."""
    return (
        is_form(WRITE, one)
        and part(WRITE, one, 1) == part(WRITE, other, 1)
        and part(WRITE, one, 2) == part(WRITE, other, 2)
    )


def way(seat: int, move: int, code: int) -> Way:
    """Return how a legal move with this code is pointed out, what is drawn before it is made, and what it does."""
    comes, pointed = divmod(code, POINTED)
    words = proposal(seat, move, comes)
    if is_form(WRITE, move):
        return _way_to_write(move, pointed, words)
    if is_form(DISCARD, move):
        name = part(DISCARD, move, 0)
        dice = _dice(name, pointed)
        marks: Marks = {"trace": [(dice[0], "")]}
        path, last = Path([[dice], [["discard"]]]), bool(pointed & LAST)
        return Way([path], marks, quiet=True, confirm=last, words=words, then=_where_to_write(name))
    if is_form(SEND, move):
        return _way_to_send(move, comes, pointed, words)
    if move in (READY, DONE):
        return Way(button=button(move, comes), quiet=True, words=words)
    return _way_to_pick(move, pointed, words)


def _where_to_write(name: int) -> Phrase:
    """Ask where a die is written."""
    return Phrase("Where do you write the {n}?", n=die_parts(name)[2])


def _as_which_number(name: int, numbers: int) -> Phrase | None:
    """Ask as which of several numbers a die is written."""
    if not numbers:
        return None
    *others, last = (value for value in range(1, MOST + 1) if numbers >> value - 1 & 1)
    either = Phrase("{others} or {last}", others=listed(others), last=last)
    if last == MOST:  # "or" may depend on how the number sounds
        either = Phrase("{others} or 8", others=listed(others))
    return Phrase("Do you write the {n} as {numbers}?", n=die_parts(name)[2], numbers=either)


def _dice(name: int, pointed: int) -> list[str]:
    """Return the spots of the dice that are called so: equal ones together."""
    return [die_spot(first_called(name) + i) for i in range(2) if pointed >> i & 1]


def _way_to_write(move: int, pointed: int, words: Phrase) -> Way:
    """Point out a die and where it is written, in either order, and as which number if there are several."""
    value, slot_no, name = (part(WRITE, move, place) for place in range(3))
    dice, slot = _dice(name, pointed), spot_of(slot_no, shape_named(name), value)
    numbers = pointed >> NUMBERS_AT
    more = [[[f"value-{value}"]]] if numbers else []
    paths = [Path([[dice], [[slot]], *more]), Path([[[slot]], [dice], *more])]
    is_foot = slot.startswith("foot")
    marks: Marks = {"write": [(slot, "×" if is_foot else str(value))], "offer": [] if is_foot else [(slot, str(value))]}
    which, further = Phrase("Which die do you write there?"), _as_which_number(name, numbers)
    return Way(
        paths, marks, confirm=bool(pointed & LAST), quiet=True, words=words,
        then=_where_to_write(name), backward=which, further=further,
    )  # fmt: skip


def _way_to_send(move: int, comes: int, start: int, words: Phrase) -> Way:
    """Point out a group and its target, and draw the way it would take and what would be left of both sides."""
    group, space = part(SEND, move, 0), part(SEND, move, 1)
    target = space_spot(space)
    path = Path([[[group_spot(group)]], [[target]]], free=True)
    marks: Marks = {}
    if start == space:
        marks["trace"] = [(target, f"+{marching(comes)}")]
    elif group != BOMBS:
        marks["walk"] = [(space_spot(start), ""), (target, "")]
    else:
        marks["trace"] = [(target, "")]
    fight = Forecast.of(comes)
    if fight:
        against = f"{fight.mine or marching(comes)} : {fight.theirs}"
        marks |= {"card": [(target, f"{against} = {fight.result}")], "offer": [(target, fight.result)]}
    return Way([path], marks, opens=True, quiet=True, words=words, then=Phrase(MARCHES[group]))


MARCHES = (
    N_("Where do the heroes march?"),
    N_("Where does the legion march?"),
    N_("Where does the colossus march?"),
    N_("Where does the bomb fall?"),
    N_("Where do the footmen march?"),
    N_("Where do the footmen march?"),
    N_("Where do the kept men march?"),
)
"""What is asked when a group is picked."""


def _way_to_pick(move: int, pointed: int, words: Phrase) -> Way:
    """Point out a move by a single spot, or a device and its place."""
    if is_form(DEVELOP, move):
        spot = upgrade_spot(part(DEVELOP, move, 0))
        marks: Marks = {"write": [(spot, "✓")]}
        return Way([Path.of(spot)], marks, quiet=True, confirm=True, words=words)  # orders may follow at once
    if is_form(CROSS, move):
        spot = foot_spot(part(CROSS, move, 0), TRIANGLE, part(CROSS, move, 1))
        return Way([Path.of(spot)], {"cross": [(spot, "")]}, quiet=True, words=words)
    if is_form(UMBRELLA_AT, move):
        return _way_to_place(UMBRELLA_DEVICE, space_spot(part(UMBRELLA_AT, move, 0)), True, words)
    for layout, device in ((RAM_AT, RAM_DEVICE), (SPIKES_AT, SPIKES_DEVICE)):
        if is_form(layout, move):
            return _way_to_place(device, border_spot(part(layout, move, 0)), bool(pointed), words)
    layout = ZONE if is_form(ZONE, move) else KEEP
    return Way([Path.of(space_spot(part(layout, move, 0)))], quiet=True, words=words)


def _way_to_place(device: int, where: str, is_alone: bool, words: Phrase) -> Way:
    """Point out a device and its place; the place alone is enough for the only device of its kind."""
    paths = [Path([[[device_spot(device)]], [[where]]], free=True)]
    if is_alone:
        paths.append(Path.of(where))
    then = Phrase("Which space is it for?") if device == UMBRELLA_DEVICE else Phrase("Which border is it for?")
    return Way(paths, {"trace": [(where, "")]}, quiet=True, words=words, then=then)


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    if spot.startswith("space-"):
        return _why_not_space(s, seat, SPACE_NAMES.index(spot.removeprefix("space-")))
    if spot.startswith("group-"):
        return why(s, seat, pack2(SEND, GROUPS.index(spot.removeprefix("group-")), 0))
    if spot.startswith("upgrade-"):
        return why(s, seat, pack1(DEVELOP, UPGRADES.index(spot.removeprefix("upgrade-"))))
    if spot.startswith("foot-") and s.phase != DRAFT:
        _, group, space = spot.split("-")
        if space[0] == "t":
            return why(s, seat, pack2(CROSS, int(group) - 1, int(space[1:])))
    if s.phase == DRAFT and spot.startswith("pair-"):
        return None  # it may be one of several alike, of which another is offered
    if s.phase == DRAFT and not spot.startswith(("value-", "discard")):
        any_die = next((int(name_of(s, die)) for die in range(SIDES * DICE_EACH) if lies_there(s, die)), 0)
        return why(s, seat, pack1(DISCARD, any_die)) or _why_no_die(s, seat, spot)
    return why(s, seat, READY if s.phase != DEPLOYMENT else DONE)


def _why_no_die(s: Record, seat: int, spot: str) -> Phrase:
    """Say why no die of the draft can be written on a spot."""
    if spot.startswith("slot-") and s.sheets[seat].written[SLOT_NAMES.index(spot.removeprefix("slot-"))]:
        return Phrase("Something is written there already.")
    return Phrase("No die on the table can be written here now.")


def _why_not_space(s: Record, seat: int, space: int) -> Phrase | None:
    """Say why a space cannot be chosen, by what is done with spaces now."""
    if s.phase == CHOOSING and space >= NUMBERED:
        return why(s, seat, pack1(ZONE, space))
    if s.phase == SPOILS and space < NUMBERED:
        return why(s, seat, pack1(KEEP, space))
    if s.phase == PLACING and space < NUMBERED:
        return why(s, seat, pack1(UMBRELLA_AT, space))
    if s.phase == DEPLOYMENT:
        left = unsent(s.sheets[seat])
        return why(s, seat, pack2(SEND, left[0], space)) if left else None
    return why(s, seat, pack2(SEND, 0, space)) if s.phase != DEVELOPING else None
