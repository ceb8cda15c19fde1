"""What lies beside the sheet: the dice of a draft, or the groups that are sent, or devices to place."""

from functools import cache, partial

from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids.names import die_title, group_title, label, upgrade_title
from rollwright.games.rolling_pyramids.rules.draft import colour_of, sides_of
from rollwright.games.rolling_pyramids.rules.state import DICE_EACH, GROUP_COUNT, PHARAOH
from rollwright.games.rolling_pyramids.sheet import (
    CAMPAIGN_ROUNDS,
    DEVICES,
    FIRST_DEVICE,
    GOALS,
    GROUPS,
    HEROES,
    MOST,
    ROUNDS,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.shapes import insignia, side_class, start_text
from rollwright.games.rolling_pyramids.view.shows import (
    DEVICES_TRAY,
    DIE,
    DISCARD,
    FREE_DEVICE,
    GROUP,
    GROUPS_TRAY,
    OWNER,
    TRAY,
    TRAY_HEAD,
    VALUE,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import Point, polyhedron
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]

WIDTH = 400
LINE = 54
CHIP = 46


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
def tray(seat_count: int, seat: int) -> PartTemplate:
    """Return what a phase needs beside the sheet; the round, and the goals of a campaign, are always above it."""
    owners = _owners(seat_count)
    dice = [each for block, owner in enumerate(owners) for each in _dice_of(owner, block)]
    foot = 50.0 + LINE * ((len(owners) + 1) // 2)
    groups = [
        Groups(TRAY_HEAD, ["tray-head"], partial(_head, seat_count)),
        Groups(OWNER, [f"owner-{block + 1}" for block in range(len(owners))], partial(_owner, owners)),
        *(Groups(DIE + die, [die_spot(die)], partial(_die, seat, die, at)) for die, at in dice),
        Groups(VALUE, [f"value-{value}" for value in range(1, MOST + 1)], partial(_value, foot)),
        Groups(DISCARD, ["discard"], partial(_discard, foot)),
        Groups(GROUP, [group_spot(group) for group in range(GROUP_COUNT)], partial(_group, seat)),
        Groups(FREE_DEVICE, [device_spot(device) for device in range(DEVICES)], _free_device),
    ]
    return PartTemplate("dice", partial(_heading, foot), groups, "dice", TRAY)


def _owners(seat_count: int) -> list[int]:
    """Return whose dice there are: the Pharaoh's in the campaign."""
    return [0, PHARAOH] if seat_count == 1 else list(range(seat_count))


def _block_at(block: int) -> Point:
    """Return where somebody's dice begin."""
    return 18.0 + 200 * (block % 2), 50.0 + LINE * (block // 2)


def _dice_of(owner: int, block: int) -> list[tuple[int, Point]]:
    """Return somebody's dice, and where they lie; the Pharaoh has one of each kind (RP-52)."""
    x, y = _block_at(block)
    kept = [place for place in range(DICE_EACH) if owner != PHARAOH or place % 2 == 1]
    return [(owner * DICE_EACH + place, (x + 34 + 42 * place, y)) for place in kept]


def _heading(foot: float, code: int, pen: Pen) -> Heading:
    lies, number = code & 3, code >> 2
    if lies == GROUPS_TRAY:
        return Heading(Phrase("Your groups"), (WIDTH, 28 + CHIP * ((number + 1) // 2)))
    if lies == DEVICES_TRAY:
        return Heading(Phrase("Your devices"), (WIDTH, 76))
    return Heading(Phrase("Dice"), (WIDTH, int(foot) + (40 if number else 0) - 22))


def _head(seat_count: int, place: int, code: int, pen: Pen) -> Drawn:
    """Write the round; in the campaign also the goals that are held, and what the Pharaoh would get."""
    campaign = seat_count == 1
    rounds = CAMPAIGN_ROUNDS if campaign else ROUNDS
    men, goals, now = code >> 8, code >> 5 & 7, code & 31
    told = pen.say(Phrase("Round {n} of {rounds}", n=max(1, now), rounds=rounds))
    if campaign:
        told = f"{told} · {pen.say(Phrase('Goals held: {n} of {goals}', n=goals, goals=len(GOALS)))}"
    if men:
        told = f"{told} · {pen.say(Phrase('Pharaoh: +{n}', n=men - 1))}"
    return pen.group("tray-head", start_text(8, 12, told, "head-text"))


def _owner(owners: list[int], block: int, code: int, pen: Pen) -> Drawn:
    """Draw the insignia beside somebody's dice."""
    owner = owners[block]
    sign = tag("g", insignia(owner, _block_at(block), 10), class_=side_class(owner, pen) or None)
    return pen.group(f"owner-{block + 1}", sign)


def _die(seat: int, die: int, at: Point, place: int, face: int, pen: Pen) -> Drawn:
    """Draw a die in its owner's colour; one that is taken is only an outline."""
    sides, owner = int(sides_of(die)), int(colour_of(die))
    drawn = polyhedron(at, sides, face or "", 40, side_class(owner, pen))
    halo = tag("circle", cx=at[0], cy=at[1], r=20.5, class_="halo")
    if not face:
        return pen.group(die_spot(die), drawn, class_="taken")
    told = die_title(owner, sides, face, seat)
    return pen.spot(Spot(die_spot(die), "die", told, at, 40), halo, drawn)


def _value(y: float, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a number that a die could be written as."""
    value, x = place + 1, 22.0 + 37 * place
    inner = [tag("rect", x=x - 17, y=y - 16, width=34, height=32, rx=6, class_="cell choice")]
    inner.append(text(x, y + 1, value, "choice-text"))
    return pen.spot(Spot(f"value-{value}", "value", Phrase("Write it as {n}", n=value), (x, y), 32), *inner)


def _discard(y: float, place: int, code: int, pen: Pen) -> Drawn:
    """Draw the place for a die that is discarded."""
    inner = [tag("rect", x=307, y=y - 16, width=88, height=32, rx=6, class_="cell choice")]
    inner.append(text(351, y + 1, pen.say(Phrase("Discard")), "choice-text small"))
    return pen.spot(Spot("discard", "value", Phrase("Discard the die"), (351, y), 32), *inner)


def _group(seat: int, group: int, code: int, pen: Pen) -> Drawn:
    """Draw a group that is ready, with its number and its order."""
    i, order, number = code & 7, code >> 3 & 31, code >> 8
    x, y = 4.0 + 198 * (i % 2), 28.0 + CHIP * (i // 2)
    inner = [
        tag("rect", x=x, y=y, width=192, height=40, rx=8, class_="cell chip"),
        text(x + 24, y + 21, f"{number}{'★' if group == HEROES else ''}", "chip-number"),
        start_text(x + 48, y + 21, pen.say(group_title(group)), "chip-text"),
    ]
    values = {"group": group_title(group), "n": number}
    if order:
        inner.append(text(x + 166, y + 21, f"→ {label(order - 1)}", "chip-order"))
        told = Phrase("{group} ({n}), sent to space {space}", space=label(order - 1), **values)
    else:
        told = Phrase("{group} ({n}), without an order", **values)
    spot = Spot(group_spot(group), "group", told, (x + 96, y + 20), 40)
    return pen.spot(spot, *inner, class_=f"{'sent' if order else ''} {side_class(seat, pen)}".strip())


def _free_device(device: int, i: int, pen: Pen) -> Drawn:
    """Draw a device that waits to be placed."""
    x = 4.0 + 132 * i
    title = upgrade_title(FIRST_DEVICE + device)
    inner = [
        tag("rect", x=x, y=28, width=126, height=40, rx=8, class_="cell chip"),
        text(x + 63, 49, pen.say(title), "chip-text"),
    ]
    return pen.spot(Spot(device_spot(device), "group", title, (x + 63, 48), 40), *inner)
