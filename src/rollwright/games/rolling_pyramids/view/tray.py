"""What lies beside the sheet: the dice of a draft, or the groups that are sent, or devices to place."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids.names import die_title, group_title, label, upgrade_title
from rollwright.games.rolling_pyramids.rules.campaign import reinforcements
from rollwright.games.rolling_pyramids.rules.draft import colour_of, sides_of
from rollwright.games.rolling_pyramids.rules.state import (
    DEPLOYMENT,
    DICE_EACH,
    DRAFT,
    GROUP_COUNT,
    PHARAOH,
    PLACING,
    drafter,
    free_device,
    goals_held,
    is_campaign,
    rounds_of,
)
from rollwright.games.rolling_pyramids.sheet import (
    DEVICES,
    FIRST_DEVICE,
    GOALS,
    GROUPS,
    HEROES,
    MOST,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.shapes import insignia, side_class, start_text
from rollwright.view import Part, Pen, Spot
from rollwright.view.marks import polyhedron
from rollwright.view.svg import tag, text

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


def tray(s: Record, seat: int, pen: Pen) -> Part:
    """Draw what the phase needs beside the sheet; the round, and the goals of a campaign, are always above it."""
    groups = [pen.group("tray-head", *_head(s, pen))]
    if s.phase == DEPLOYMENT:
        more, height = _groups(s, seat, pen)
    elif s.phase == PLACING:
        more, height = _devices_to_place(s, seat, pen)
    else:
        more, height = _dice(s, seat, pen)
    return Part("dice", _title(s), (WIDTH, height), dict([*groups, *more]), "dice")


def _title(s: Record) -> Phrase:
    if s.phase == DEPLOYMENT:
        return Phrase("Your groups")
    return Phrase("Your devices") if s.phase == PLACING else Phrase("Dice")


def _head(s: Record, pen: Pen) -> list[str]:
    told = pen.say(Phrase("Round {n} of {rounds}", n=max(1, int(s.round_no)), rounds=int(rounds_of(s))))
    if is_campaign(s):
        goals = Phrase("Goals held: {n} of {goals}", n=int(goals_held(s)), goals=len(GOALS))
        told = f"{told} · {pen.say(goals)}"
    if is_campaign(s) and s.phase == DRAFT:
        told = f"{told} · {pen.say(Phrase('Pharaoh: +{n}', n=int(reinforcements(s))))}"
    return [start_text(8, 12, told, "head-text")]


def _dice(s: Record, seat: int, pen: Pen) -> tuple[list[tuple[str, str]], int]:
    """Draw everybody's dice in their owners' colours, beside their insignia; below, what they can be written as."""
    owners = [0, PHARAOH] if is_campaign(s) else list(range(int(s.seat_count)))
    found: list[tuple[str, str]] = []
    for block, owner in enumerate(owners):
        x, y = 18.0 + 200 * (block % 2), 50.0 + LINE * (block // 2)
        sign = tag("g", insignia(owner, (x, y), 10), class_=side_class(owner, pen) or None)
        found.append(pen.group(f"owner-{block + 1}", sign))
        for place in range(DICE_EACH):
            die = owner * DICE_EACH + place
            if is_campaign(s) and owner == PHARAOH and place % 2 == 0:
                continue
            found.append(_die(s, seat, die, (x + 34 + 42 * place, y), pen))
    height = 50 + LINE * ((len(owners) + 1) // 2)
    if s.phase == DRAFT and drafter(s) == seat:
        found += _values(float(height), pen)
        height += 40
    return found, height - 22


def _die(s: Record, seat: int, die: int, at: tuple[float, float], pen: Pen) -> tuple[str, str]:
    sides = int(sides_of(die))
    face, owner = int(s.dice[die]), int(colour_of(die))
    drawn = polyhedron(at, sides, face or "", 40, side_class(owner, pen))
    halo = tag("circle", cx=at[0], cy=at[1], r=20.5, class_="halo")
    if not face:
        return pen.group(die_spot(die), drawn, class_="taken")
    told = die_title(owner, sides, face, seat)
    return pen.spot(Spot(die_spot(die), "die", told, at, 40), halo, drawn)


def _values(y: float, pen: Pen) -> list[tuple[str, str]]:
    """Draw the numbers a die could be written as, and the place for one that is discarded."""
    found = []
    for value in range(1, MOST + 1):
        x = 22.0 + 37 * (value - 1)
        inner = [tag("rect", x=x - 17, y=y - 16, width=34, height=32, rx=6, class_="cell choice")]
        inner.append(text(x, y + 1, value, "choice-text"))
        spot = Spot(f"value-{value}", "value", Phrase("Write it as {n}", n=value), (x, y), 32)
        found.append(pen.spot(spot, *inner))
    inner = [tag("rect", x=307, y=y - 16, width=88, height=32, rx=6, class_="cell choice")]
    inner.append(text(351, y + 1, pen.say(Phrase("Discard")), "choice-text small"))
    found.append(pen.spot(Spot("discard", "value", Phrase("Discard the die"), (351, y), 32), *inner))
    return found


def _groups(s: Record, seat: int, pen: Pen) -> tuple[list[tuple[str, str]], int]:
    """Draw the groups that are ready, with their number and their order."""
    sheet = s.sheets[seat]
    ready = [group for group in range(GROUP_COUNT) if sheet.group[group]]
    found = []
    for i, group in enumerate(ready):
        x, y = 4.0 + 198 * (i % 2), 28.0 + CHIP * (i // 2)
        order = int(sheet.order[group])
        number = f"{int(sheet.group[group])}{'★' if group == HEROES else ''}"
        inner = [
            tag("rect", x=x, y=y, width=192, height=40, rx=8, class_="cell chip"),
            text(x + 24, y + 21, number, "chip-number"),
            start_text(x + 48, y + 21, pen.say(group_title(group)), "chip-text"),
        ]
        values = {"group": group_title(group), "n": int(sheet.group[group])}
        if order:
            inner.append(text(x + 166, y + 21, f"→ {label(order - 1)}", "chip-order"))
            told = Phrase("{group} ({n}), sent to space {space}", space=label(order - 1), **values)
        else:
            told = Phrase("{group} ({n}), without an order", **values)
        spot = Spot(group_spot(group), "group", told, (x + 96, y + 20), 40)
        found.append(pen.spot(spot, *inner, class_=f"{'sent' if order else ''} {side_class(seat, pen)}".strip()))
    return found, 28 + CHIP * ((len(ready) + 1) // 2)


def _devices_to_place(s: Record, seat: int, pen: Pen) -> tuple[list[tuple[str, str]], int]:
    """Draw the devices that wait to be placed."""
    free = [device for device in range(DEVICES) if free_device(s.sheets[seat], device)]
    found = []
    for i, device in enumerate(free):
        x = 4.0 + 132 * i
        title = upgrade_title(FIRST_DEVICE + device)
        inner = [
            tag("rect", x=x, y=28, width=126, height=40, rx=8, class_="cell chip"),
            text(x + 63, 49, pen.say(title), "chip-text"),
        ]
        found.append(pen.spot(Spot(device_spot(device), "group", title, (x + 63, 48), 40), *inner))
    return found, 76
