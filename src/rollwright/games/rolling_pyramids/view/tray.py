"""What lies in the tray: bays with the dice of a draft, cards of the groups that are sent, or devices to place."""

from functools import cache, partial

from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids.names import die_title, group_title, label, side_name, upgrade_title
from rollwright.games.rolling_pyramids.rules.draft import colour_of, sides_of
from rollwright.games.rolling_pyramids.rules.state import DICE_EACH, GROUP_COUNT, PHARAOH
from rollwright.games.rolling_pyramids.sheet import DEVICES, FIRST_DEVICE, GROUPS, HEROES, MOST, UPGRADES
from rollwright.games.rolling_pyramids.view.pictograms import ARMY_GLYPHS, DEVICE_GLYPHS, tile
from rollwright.games.rolling_pyramids.view.shapes import side_class, star, start_text
from rollwright.games.rolling_pyramids.view.shows import (
    DIE,
    DISCARD,
    FREE_DEVICE,
    GROUP,
    MARCH,
    RESTING,
    UNROLLED,
    VALUE,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import polyhedron
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]

DIE_SIZE = 64
DICE_AT = (32.0, 93.0, 151.0, 209.0)
"""Where the dice of a bay lie, triangles first."""
BAY_HEIGHT = 74
CARD_WIDTH, CARD_HEIGHT = 176, 72
VALUE_PITCH = 48


def die_spot(die: int) -> str:
    """Return what a die on the table is called among the spots."""
    return f"die-{die + 1}"


def group_spot(group: int) -> str:
    """Return what a group to send is called among the spots."""
    return f"group-{GROUPS[group]}"


def device_spot(device: int) -> str:
    """Return what a device to place is called among the spots."""
    return f"device-{UPGRADES[FIRST_DEVICE + device]}"


@cache
def tray(seat_count: int, seat: int) -> list[PartTemplate]:
    """Return what a phase needs in the tray, each thing in a bay of its own: the own dice first."""
    owners = [0, PHARAOH] if seat_count == 1 else [(seat + step) % seat_count for step in range(seat_count)]
    return [
        *(_dice_of(owner, seat) for owner in owners),
        _values(),
        *(_troop(seat, group) for group in range(GROUP_COUNT)),
        *(_device_to_place(seat, device) for device in range(DEVICES)),
    ]


@cache
def _dice_of(owner: int, seat: int) -> PartTemplate:
    """Return somebody's dice; the Pharaoh has one of each kind (RP-52)."""
    places = [place for place in range(DICE_EACH) if owner != PHARAOH or place % 2 == 1]
    wide = int(DICE_AT[len(places) - 1]) + 30
    groups = [
        Groups(DIE + owner * DICE_EACH + place, [die_spot(owner * DICE_EACH + place)], partial(_die, seat, owner, i))
        for i, place in enumerate(places)
    ]
    if owner == PHARAOH:
        return PartTemplate("dice-pharaoh", partial(_pharaohs, (wide, BAY_HEIGHT)), groups, "dice", MARCH)
    own = Heading(Phrase("Own dice"), (wide, BAY_HEIGHT), Phrase("Own: 1 up or down"))
    other = Heading(Phrase("Dice of {who}", who=side_name(owner)), (wide, BAY_HEIGHT), side_name(owner))
    return PartTemplate(f"dice-{owner + 1}", own if owner == seat else other, groups, "dice")


def _pharaohs(size: tuple[int, int], code: int, pen: Pen) -> Heading:
    """Return the heading of the Pharaoh's dice; during the draft it tells how many men he would get."""
    title = Phrase("Dice of {who}", who=side_name(PHARAOH))
    return Heading(title, size, Phrase("Pharaoh: +{n}", n=code - 1) if code else side_name(PHARAOH))


@cache
def _values() -> PartTemplate:
    """Return the numbers that a die can be written as, and where it is discarded."""
    groups = [
        Groups(VALUE, [f"value-{value}" for value in range(1, MOST + 1)], _value),
        Groups(DISCARD, ["discard"], _discard),
    ]
    return PartTemplate("values", Heading(Phrase("Write it as"), (8 * VALUE_PITCH + 98, 50)), groups, "dice")


@cache
def _troop(seat: int, group: int) -> PartTemplate:
    """Return the card of a group to send."""
    heading = Heading(group_title(group), (CARD_WIDTH, CARD_HEIGHT))
    groups = [Groups(GROUP + group, [group_spot(group)], partial(_group, seat, group))]
    return PartTemplate(f"troop-{GROUPS[group]}", heading, groups, "dice")


@cache
def _device_to_place(seat: int, device: int) -> PartTemplate:
    """Return the card of a device that waits to be placed."""
    heading = Heading(upgrade_title(FIRST_DEVICE + device), (CARD_WIDTH, CARD_HEIGHT))
    groups = [Groups(FREE_DEVICE + device, [device_spot(device)], partial(_free_device, seat, device))]
    return PartTemplate(f"troop-{UPGRADES[FIRST_DEVICE + device]}", heading, groups, "dice")


def _die(seat: int, owner: int, i: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a die in its owner's colour; one that is taken is only an outline, and one for the next round is faint."""
    die = owner * DICE_EACH + (i if owner != PHARAOH else 2 * i + 1)
    sides, at, face = int(sides_of(die)), (DICE_AT[i], BAY_HEIGHT / 2), code % UNROLLED
    assert owner == colour_of(die)
    drawn = polyhedron(at, sides, face or "", DIE_SIZE, side_class(owner, pen))
    if code in (0, RESTING):
        return pen.group(die_spot(die), drawn, class_="resting" if code else "taken")
    halo = tag("circle", cx=at[0], cy=at[1], r=33.0, class_="halo")
    due = Phrase("triangle, not rolled yet") if sides == 4 else Phrase("rhombus, not rolled yet")
    told = die_title(owner, sides, face, seat) if face else due
    return pen.spot(Spot(die_spot(die), "die", told, at, DIE_SIZE), halo, drawn)


def _value(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a number that a die could be written as."""
    value, x = place + 1, 1.0 + VALUE_PITCH * place
    inner = [tag("rect", x=x, y=2, width=46, height=46, rx=10, class_="cell choice")]
    inner.append(text(x + 23, 26, value, "choice-text"))
    return pen.spot(Spot(f"value-{value}", "value", Phrase("Write it as {n}", n=value), (x + 23, 25), 40), *inner)


def _discard(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the place for a die that is discarded."""
    x = 8.0 * VALUE_PITCH + 2
    inner = [tag("rect", x=x, y=2, width=94, height=46, rx=10, class_="cell choice discard")]
    inner.append(text(x + 47, 26, pen.say(Phrase("Discard")), "choice-text small"))
    return pen.spot(Spot("discard", "value", Phrase("Discard the die"), (x + 47, 25), 40), *inner)


def _card(drawn: str, title: str, more: str, pen: Pen) -> list[str]:
    """Draw a card: a pictogram, a name, and a line below."""
    return [
        tag("rect", x=2, y=4, width=CARD_WIDTH - 4, height=CARD_HEIGHT - 6, rx=12, class_="card-shadow"),
        tag("rect", x=2, y=2, width=CARD_WIDTH - 4, height=CARD_HEIGHT - 6, rx=12, class_="cell chip"),
        tile(drawn, (29, 35), 42, pen),
        start_text(57, 24, title, "chip-text"),
        start_text(57, 47, more, "chip-order"),
    ]


def _group(seat: int, group: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a group that is ready, with its number and its order."""
    order, number = code & 31, code >> 5
    values = {"group": group_title(group), "n": number}
    if order:
        more = Phrase("to {space}", space=label(order - 1))
        told = Phrase("{group} ({n}), sent to space {space}", space=label(order - 1), **values)
    else:
        more = Phrase("no order")
        told = Phrase("{group} ({n}), without an order", **values)
    inner = _card(ARMY_GLYPHS[group], pen.say(group_title(group)), pen.say(more), pen)
    heroes = group == HEROES
    inner.append(text(CARD_WIDTH - (38 if heroes else 24), 46, number, "chip-number"))
    if heroes:
        inner.append(star((CARD_WIDTH - 17, 45), 9))
    spot = Spot(group_spot(group), "group", told, (CARD_WIDTH / 2, CARD_HEIGHT / 2), 40)
    return pen.spot(spot, *inner, class_=f"{'sent ' if order else ''}{side_class(seat, pen)}".strip())


def _free_device(seat: int, device: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a device that waits to be placed."""
    upgrade = FIRST_DEVICE + device
    inner = _card(DEVICE_GLYPHS[upgrade], pen.say(upgrade_title(upgrade)), pen.say(Phrase("to place")), pen)
    spot = Spot(device_spot(device), "group", upgrade_title(upgrade), (CARD_WIDTH / 2, CARD_HEIGHT / 2), 40)
    return pen.spot(spot, *inner, class_=side_class(seat, pen))
