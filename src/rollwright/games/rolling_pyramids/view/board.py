"""A player's board: hero, armies with their rules between the slots, footmen, pairs and upgrades."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise

from rollwright.core.language import Phrase, player
from rollwright.games.rolling_pyramids.names import (
    faction_title,
    group_title,
    hero_power,
    part_title,
    slot_title,
    upgrade_effect,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMB_LINE,
    BOMB_MORE,
    BOMB_TIMES,
    COLOSSUS,
    COLOSSUS_MORE,
    COLOSSUS_TIMES,
    FIRST_DEVICE,
    FIRST_FOOT,
    FIRST_PAIR,
    FOOT_GROUPS,
    FOOT_ONE,
    HERO,
    LEGION,
    LEGION_ADDS,
    LEGION_LINE,
    LEGION_MORE,
    PAIR_COUNT,
    RHOMBUS,
    SLOT_NAMES,
    SLOT_PART,
    SLOT_PLACE,
    SLOT_SHAPE,
    TRACKS,
    TRIANGLE,
    UPGRADES,
    WRITTEN,
)
from rollwright.games.rolling_pyramids.view.shapes import (
    middle,
    ram_sign,
    side_class,
    slot,
    spikes_sign,
    start_text,
    umbrella_sign,
    wrapped,
)
from rollwright.games.rolling_pyramids.view.shows import (
    ARMY,
    BOARD_FRAME,
    FOOT_ROW,
    FOOT_SPACE,
    PAIR,
    PAIR_ROW,
    SLOT,
    UPGRADE,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import Point, cross, written
from rollwright.view.svg import path, tag, text

Drawn = tuple[str, str]

WIDTH, HEIGHT = 510, 522
ARMY_ROWS = {LEGION: 112.0, COLOSSUS: 180.0, BOMB: 248.0}
HERO_AT = (46.0, 44.0)
SLOTS_AT = (176.0, 246.0, 316.0)
SLOT_RADIUS = 27.0
BOX_AT = 470.0
FOOT_ROWS = (318.0, 374.0)
PAIRS_AT, DEVICES_AT = 428.0, 492.0
SIGNS = {LEGION: "<", BOMB: ">"}
BOXES = {
    LEGION_MORE: (LEGION, 378.0, f"+{LEGION_ADDS[1]}"),
    LEGION_LINE: (LEGION, 423.0, ""),
    COLOSSUS_MORE: (COLOSSUS, 378.0, f"×{COLOSSUS_TIMES[1]}"),
    BOMB_MORE: (BOMB, 378.0, f"×{BOMB_TIMES[1]}"),
    BOMB_LINE: (BOMB, 423.0, ""),
}
"""Where the upgrades of armies stand, in the row that they change, and what is written there."""


def _along(group: int) -> Iterator[tuple[str, float]]:
    """Yield the spaces and bonuses of a group of footmen, and where each stands in its row."""
    x = 28.0
    for each in TRACKS[group]:
        yield each, x
        x += 30.0 if each.startswith("+") else 36.5


FOOT_PLACES = tuple(
    (group, TRIANGLE if each[0] == "t" else RHOMBUS, int(each[1:]), (x, FOOT_ROWS[group] + 3))
    for group in range(FOOT_GROUPS)
    for each, x in _along(group)
    if not each.startswith("+")
)
"""The spaces of the footmen: group, shape, number, and where each is drawn."""


def slot_spot(slot_no: int) -> str:
    """Return what a slot of hero or armies is called among the spots."""
    return f"slot-{SLOT_NAMES[slot_no]}"


def foot_spot(group: int, shape: int, number: int) -> str:
    """Return what a space of the footmen is called among the spots."""
    return f"foot-{group + 1}-{'t' if shape == TRIANGLE else 'r'}{number}"


def pair_spot(pair: int, shape: int) -> str:
    """Return what one half of a pair is called among the spots."""
    return f"pair-{pair + 1}-{'low' if shape == TRIANGLE else 'high'}"


def upgrade_spot(upgrade: int) -> str:
    """Return what an upgrade is called among the spots."""
    return f"upgrade-{UPGRADES[upgrade]}"


def spot_of(slot_no: int, shape: int, value: int) -> str:
    """Return the spot where a die of a shape is written as a value."""
    if slot_no < FIRST_FOOT:
        return slot_spot(slot_no)
    if slot_no < FIRST_PAIR:
        return foot_spot(slot_no - FIRST_FOOT, shape, value)
    return pair_spot(slot_no - FIRST_PAIR, shape)


@cache
def board(seat: int, faction: int, campaign: bool, paper: bool) -> PartTemplate:
    """Return a player's board."""
    title = Phrase("Board of {who} ({faction})", who=player(seat), faction=faction_title(faction))
    printed = Phrase("Board: {faction}", faction=faction_title(faction))
    heading = Heading(printed if paper else title, (WIDTH, HEIGHT), Phrase("Board"))
    frame = Groups(BOARD_FRAME, ["board-frame"], partial(_frame, seat, faction))
    return PartTemplate("board", heading, [frame, *_rows(), *_spots(), _upgrades(campaign)])


@cache
def _rows() -> list[Groups]:
    """Return what is behind the spots of every board."""
    return [
        Groups(ARMY, [f"army-{part}" for part in ARMY_ROWS], _army_row),
        Groups(FOOT_ROW, [f"footmen-{group + 1}" for group in range(FOOT_GROUPS)], _foot_row),
        Groups(PAIR_ROW, ["pairs"], _pair_row),
    ]


@cache
def _spots() -> list[Groups]:
    """Return the spots of every board where dice are written."""
    return [
        Groups(SLOT, [slot_spot(slot_no) for slot_no in range(WRITTEN)], _slot),
        Groups(FOOT_SPACE, [foot_spot(group, shape, number) for group, shape, number, _ in FOOT_PLACES], _foot_space),
        Groups(PAIR, [pair_spot(pair, shape) for pair in range(PAIR_COUNT) for shape in (TRIANGLE, RHOMBUS)], _pair),
    ]


@cache
def _upgrades(campaign: bool) -> Groups:
    return Groups(UPGRADE, [upgrade_spot(upgrade) for upgrade in range(len(UPGRADES))], partial(_upgrade, campaign))


def _frame(seat: int, faction: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw the head of the board: what heroes of this faction can do."""
    drawn = [tag("rect", x=3, y=3, width=WIDTH - 6, height=HEIGHT - 6, rx=10, class_="frame")]
    drawn.append(start_text(86, 22, f"{pen.say(part_title(HERO))} · {pen.say(faction_title(faction))}", "row-name"))
    for i, line in enumerate(wrapped(pen.say(hero_power(faction)), 50)):
        drawn.append(start_text(86, 42 + 17 * i, line, "needs"))
    return pen.group("board-frame", *drawn, class_=side_class(seat, pen))


def _ground(pen: Pen) -> str:
    """Return the class of a row's ground: none on paper, where it would cost ink."""
    return "bare" if pen.paper else "strip"


def _slot(slot_no: int, number: int, pen: Pen) -> Drawn:
    """Draw a slot of hero or an army, with what is written there."""
    shape, part = int(SLOT_SHAPE[slot_no]), int(SLOT_PART[slot_no])
    at = HERO_AT if part == HERO else (SLOTS_AT[SLOT_PLACE[slot_no]], ARMY_ROWS[part])
    place = middle(shape, at, SLOT_RADIUS)
    inner = [slot(shape, at, SLOT_RADIUS)]
    if number:
        inner.append(written((place[0], place[1] + 1), number, slot_no))
    told = _told_slot(slot_title(slot_no, shape), number)
    return pen.spot(Spot(slot_spot(slot_no), "slot", told, place, 2 * SLOT_RADIUS), *inner)


def _told_slot(title: Phrase, number: int) -> Phrase:
    return Phrase("{slot}: {n}", slot=title, n=number) if number else Phrase("{slot}: empty", slot=title)


def _army_row(place: int, code: int, pen: Pen) -> Drawn:
    """Draw an army's name, how its numbers are counted, the rule between its slots, and how strong it is."""
    strength, upgrades, helped = code >> 3, code >> 1 & 3, code & 1
    part, y = list(ARMY_ROWS.items())[place]
    drawn = [
        tag("rect", x=8, y=y - 33, width=WIDTH - 16, height=66, rx=8, class_=_ground(pen)),
        start_text(16, y - 12, pen.say(part_title(part)), "row-name"),
        start_text(16, y + 8, pen.say(_formula(part, upgrades)), "needs"),
    ]
    if not pen.paper and helped:
        drawn.append(start_text(16, y + 25, f"▲ ±2 {pen.say('factory')}", "helps"))
    if part == COLOSSUS:
        arc = f"M{SLOTS_AT[0]} {y + 24} Q{SLOTS_AT[1]} {y + 46} {SLOTS_AT[2]} {y + 26}"
        drawn += [tag("path", d=arc, class_="link"), text(SLOTS_AT[1], y + 34, "=", "sign on-link")]
    else:
        drawn += [text((a + b) / 2, y, SIGNS[part], "sign") for a, b in pairwise(SLOTS_AT)]
    drawn.append(_result(strength, y, pen))
    return pen.group(f"army-{part}", *drawn)


def _result(number: int, y: float, pen: Pen) -> str:
    """Draw the square in which a group's strength is written."""
    box = tag("rect", x=BOX_AT - 20, y=y - 20, width=40, height=40, rx=4, class_="cell")
    return box + (written((BOX_AT, y + 1), number, number) if number and not pen.paper else "")


def _formula(part: int, upgrades: int) -> Phrase:
    """Say how an army is counted, as it is upgraded."""
    more, line = upgrades & 1, upgrades >> 1
    if part == LEGION:
        add = LEGION_ADDS[more]
        return Phrase("middle + {n}", n=add) if line else Phrase("left + {n}", n=add)
    if part == COLOSSUS:
        return Phrase("triangle × {n}", n=COLOSSUS_TIMES[more])
    times = BOMB_TIMES[more]
    return Phrase("(8 - middle) × {n}", n=times) if line else Phrase("(8 - left) × {n}", n=times)


def _foot_row(group: int, code: int, pen: Pen) -> Drawn:
    """Draw what is behind a group of footmen: what crossing all spaces before it adds, and how many they are."""
    strength, helped = code >> 1, code & 1
    y = FOOT_ROWS[group]
    title = pen.say(group_title(FOOT_ONE + group))
    help_ = f"  ▲ ±2 {pen.say('factory')}" if not pen.paper and helped else ""
    frame = [
        tag("rect", x=8, y=y - 32, width=WIDTH - 16, height=54, rx=8, class_=_ground(pen)),
        start_text(16, y - 21, f"{title}{help_}", "row-name small"),
    ]
    frame += [text(x - 2, y + 2, each, "bonus") for each, x in _along(group) if each.startswith("+")]
    frame.append(_result(strength, y - 5, pen))
    return pen.group(f"footmen-{group + 1}", *frame)


def _foot_space(place: int, crossed: int, pen: Pen) -> Drawn:
    group, shape, number, at = FOOT_PLACES[place]
    x, y = middle(shape, at, 15)
    inner = [tag("rect", x=at[0] - 17, y=at[1] - 18, width=35, height=36, class_="touch"), slot(shape, at, 15)]
    inner.append(text(x, y, number, "foot-number"))
    if crossed:
        inner.append(cross((x, y), 9))
    title = slot_title(FIRST_FOOT + group, shape, number)
    told = Phrase("{slot}: crossed", slot=title) if crossed else Phrase("{slot}: open", slot=title)
    return pen.spot(Spot(foot_spot(group, shape, number), "foot", told, (x, y), 30), *inner)


def _pair_row(place: int, spent: int, pen: Pen) -> Drawn:
    """Draw what is behind the six pairs; one that is spent has a tick."""
    frame = [
        tag("rect", x=8, y=PAIRS_AT - 25, width=WIDTH - 16, height=50, rx=8, class_=_ground(pen)),
    ]
    for pair in range(PAIR_COUNT):
        x = _pair_at(pair)
        frame.append(text(x + 21, PAIRS_AT + 1, "<", "sign small"))
        if spent >> pair & 1:
            frame.append(path([(x + 9, PAIRS_AT - 16), (x + 16, PAIRS_AT - 10), (x + 30, PAIRS_AT - 23)], "tick"))
    return pen.group("pairs", *frame)


def _pair_at(pair: int) -> float:
    return 34.0 + 82 * pair


def _pair(place: int, number: int, pen: Pen) -> Drawn:
    """Draw one half of a pair."""
    pair, shape = place // 2, (TRIANGLE, RHOMBUS)[place % 2]
    at = (_pair_at(pair) + (0 if shape == TRIANGLE else 42), PAIRS_AT + 2)
    centre = middle(shape, at, 16)
    inner = [tag("rect", x=at[0] - 18, y=at[1] - 20, width=37, height=40, class_="touch"), slot(shape, at, 16)]
    if number:
        inner.append(written((centre[0], centre[1] + 1), number, pair, "pencil sum"))
    told = _told_slot(slot_title(FIRST_PAIR + pair, shape), number)
    return pen.spot(Spot(pair_spot(pair, shape), "slot", told, centre, 34), *inner)


def _upgrade(campaign: bool, upgrade: int, bought: int, pen: Pen) -> Drawn:
    """Draw an upgrade, with a tick if it is bought."""
    inner, at = _device_box(upgrade, campaign, pen) if upgrade >= FIRST_DEVICE else _upgrade_box(upgrade)
    values = {"upgrade": upgrade_title(upgrade), "effect": upgrade_effect(upgrade)}
    told = Phrase("{upgrade}, bought: {effect}", **values) if bought else Phrase("{upgrade}: {effect}", **values)
    if bought:
        x, y = at
        inner.append(path([(x - 9, y + 1), (x - 2, y + 9), (x + 14, y - 12)], "tick"))
    return pen.spot(Spot(upgrade_spot(upgrade), "upgrade", told, at, 36), *inner, class_="bought" if bought else "")


def _upgrade_box(upgrade: int) -> tuple[list[str], Point]:
    """Draw an upgrade of an army in the row that it changes; a line upgrade shows three slots, the middle one full."""
    part, x, short = BOXES[upgrade]
    y = ARMY_ROWS[part]
    inner = [tag("rect", x=x - 19, y=y - 19, width=38, height=38, rx=6, class_="cell upgrade-box")]
    if upgrade in (LEGION_LINE, BOMB_LINE):
        inner += [tag("circle", cx=x + dx, cy=y, r=4.4, class_="dot full" if dx == 0 else "dot") for dx in (-11, 0, 11)]
    else:
        inner.append(text(x, y + 1, short, "upgrade-name"))
    return inner, (x, y)


def _device_box(upgrade: int, campaign: bool, pen: Pen) -> tuple[list[str], Point]:
    """Draw a device with its name, faintly if it is not used: in the campaign (RP-56)."""
    place = upgrade - FIRST_DEVICE
    x, y = 90.0 + 165 * place, DEVICES_AT
    sign = (ram_sign((x - 54, y), 13, 0), spikes_sign((x - 54, y), 12, 0), umbrella_sign((x - 54, y), 13))[place]
    inner = [
        tag("rect", x=x - 77, y=y - 21, width=154, height=42, rx=6, class_="cell upgrade-box"),
        tag("g", sign, class_="device"),
        start_text(x - 32, y, pen.say(upgrade_title(upgrade)), "row-name"),
    ]
    return inner if pen.paper or not campaign else [tag("g", *inner, class_="unused")], (x + 55, y)
