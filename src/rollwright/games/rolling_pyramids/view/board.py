"""A player's board: hero, armies with their rules between the slots, footmen, pairs and upgrades."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise

from rollwright.core.language import Phrase, player
from rollwright.games.rolling_pyramids.names import (
    faction_title,
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
    HERO,
    LEGION,
    LEGION_ADDS,
    LEGION_LINE,
    LEGION_MORE,
    PAIR_COUNT,
    RAM,
    RHOMBUS,
    SLOT_NAMES,
    SLOT_PART,
    SLOT_PLACE,
    SLOT_SHAPE,
    SPIKES,
    TRACKS,
    TRIANGLE,
    UMBRELLA,
    UPGRADES,
    WRITTEN,
)
from rollwright.games.rolling_pyramids.view.pictograms import (
    DEVICE_GLYPHS,
    FOOTMAN_GLYPH,
    PAIRS_GLYPH,
    PART_GLYPHS,
    glyph,
    tile,
)
from rollwright.games.rolling_pyramids.view.shapes import middle, pyramid, side_class, slot, start_text, wrapped
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

WIDTH, HEIGHT = 600, 486
LEFT, RIGHT = 4.0, WIDTH - 4.0
TOUCH = 59.0
"""The least size of what can be picked, so that a finger hits it on a phone."""
ROWS = {HERO: 30.0, LEGION: 90.0, COLOSSUS: 150.0, BOMB: 210.0}
"""The middle of each row of hero and armies."""
ROW_HALF = 28.0
ARMY_ROWS = (LEGION, COLOSSUS, BOMB)
TILE_AT, NAME_AT = 33.0, 63.0
SLOTS_AT = (216.0, 282.0, 348.0)
SLOT_RADIUS = 25.0
BOX_AT = 568.0
BOX_HALF = 22.0
SIGNS = {LEGION: "<", BOMB: ">"}
BOXES = {
    LEGION_MORE: (LEGION, 416.0, f"+{LEGION_ADDS[1]}"),
    LEGION_LINE: (LEGION, 477.0, ""),
    COLOSSUS_MORE: (COLOSSUS, 416.0, f"×{COLOSSUS_TIMES[1]}"),
    BOMB_MORE: (BOMB, 416.0, f"×{BOMB_TIMES[1]}"),
    BOMB_LINE: (BOMB, 477.0, ""),
}
"""Where the upgrades of armies stand, in the row that they change, and what is written there."""

FOOT_TOP, BLOCK_TALL, FOOT_WIDE = 242.0, 119.0, 294.0
FOOT_RADIUS = 19.0
BONUS_PITCH = 5.0
PAIRS_TOP, PAIRS_WIDE = 365.0, 438.0
PAIR_RADIUS = 20.0
DEVICES_LEFT, DEVICE_WIDE, DEVICE_TALL = LEFT + PAIRS_WIDE + 4, 74.0, 59.0
DEVICE_AT = {RAM: (0, 0), SPIKES: (1, 0), UMBRELLA: (0.5, 1)}
"""Where the devices stand beside the pairs: columns and lines."""


def _foot_left(group: int) -> float:
    """Return where the block of a group of footmen begins: they stand side by side."""
    return LEFT + group * (FOOT_WIDE + 4)


def _along(group: int) -> Iterator[tuple[str, Point]]:
    """Yield the spaces and bonuses of a group of footmen, and where each stands: triangles above, rhombi below."""
    track = TRACKS[group]
    for line in range(2):
        x = _foot_left(group) + 47.0
        for each in track[line * len(track) // 2 : (line + 1) * len(track) // 2]:
            step = BONUS_PITCH if each.startswith("+") else TOUCH
            yield each, (x + step / 2, FOOT_TOP + 31 + line * 58.5)
            x += step


FOOT_PLACES = tuple(
    (group, TRIANGLE if each[0] == "t" else RHOMBUS, int(each[1:]), at)
    for group in range(FOOT_GROUPS)
    for each, at in _along(group)
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
    frame = Groups(BOARD_FRAME, ["board-frame"], partial(_hero_row, seat, faction))
    return PartTemplate("board", heading, [frame, *_rows(seat), *_spots(), _upgrades(campaign)])


@cache
def _rows(seat: int) -> list[Groups]:
    """Return what is behind the spots of a board."""
    return [
        Groups(ARMY, [f"army-{part}" for part in ARMY_ROWS], partial(_army_row, seat)),
        Groups(FOOT_ROW, [f"footmen-{group + 1}" for group in range(FOOT_GROUPS)], partial(_foot_block, seat)),
        Groups(PAIR_ROW, ["pairs"], partial(_pair_block, seat)),
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


def _touch(at: Point) -> str:
    """Draw the unseen square around a spot that a finger may hit."""
    half = TOUCH / 2
    return tag("rect", x=at[0] - half, y=at[1] - half, width=TOUCH, height=TOUCH, class_="touch")


def _strip(x: float, y: float, width: float, height: float, pen: Pen) -> str:
    """Draw the ground of a row: none on paper, where it would cost ink."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=10, class_="bare" if pen.paper else "strip")


def _row(part: int, y: float, more: str, pen: Pen) -> list[str]:
    """Draw the beginning of a row: its ground, its pictogram, its name, and its rule in a few words."""
    return [
        _strip(LEFT, y - ROW_HALF, RIGHT - LEFT, 2 * ROW_HALF, pen),
        tile(PART_GLYPHS[part], (TILE_AT, y), 46, pen),
        start_text(NAME_AT, y - 10, pen.say(part_title(part)), "row-name"),
        start_text(NAME_AT, y + 12, more, "needs"),
    ]


def _hero_row(seat: int, faction: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw what is behind the hero: what heroes of this faction can do, and how many there are."""
    y = ROWS[HERO]
    lines = wrapped(pen.say(hero_power(faction)), 38)
    drawn = _row(HERO, y, pen.say(faction_title(faction)), pen)
    first = y - 8 * (len(lines) - 1)
    drawn += [start_text(254, first + 16 * i, line, "needs power") for i, line in enumerate(lines)]
    return pen.group("board-frame", *drawn, _result(code, y, pen), class_=side_class(seat, pen))


def _slot(slot_no: int, number: int, pen: Pen) -> Drawn:
    """Draw a slot of hero or an army, with what is written there."""
    shape, part = int(SLOT_SHAPE[slot_no]), int(SLOT_PART[slot_no])
    at = (SLOTS_AT[SLOT_PLACE[slot_no]], ROWS[part] + (2 if shape == TRIANGLE else 0))
    place = middle(shape, at, SLOT_RADIUS)
    inner = [_touch((at[0], ROWS[part])), slot(shape, at, SLOT_RADIUS)]
    if number:
        inner.append(written((place[0], place[1] + 1), number, slot_no))
    told = _told_slot(slot_title(slot_no, shape), number)
    return pen.spot(Spot(slot_spot(slot_no), "slot", told, place, 2 * SLOT_RADIUS), *inner)


def _told_slot(title: Phrase, number: int) -> Phrase:
    return Phrase("{slot}: {n}", slot=title, n=number) if number else Phrase("{slot}: empty", slot=title)


def _army_row(seat: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw an army's name, how its numbers are counted, the rule between its slots, and how strong it is."""
    strength, upgrades, helped = code >> 3, code >> 1 & 3, code & 1
    part = ARMY_ROWS[place]
    y = ROWS[part]
    drawn = _row(part, y, pen.say(_formula(part, upgrades)), pen)
    if not pen.paper and helped:
        drawn += _help((TILE_AT - 1, y + 18))
    if part == COLOSSUS:
        arc = f"M{SLOTS_AT[0]} {y + 23} Q{SLOTS_AT[1]} {y + 37} {SLOTS_AT[2]} {y + 26}"
        drawn += [
            tag("path", d=arc, class_="link"),
            text(SLOTS_AT[1], y + (31.5 if pen.paper else 25), "=", "sign on-link"),
        ]
    else:
        drawn += [text((a + b) / 2, y, SIGNS[part], "sign") for a, b in pairwise(SLOTS_AT)]
    drawn.append(_result(strength, y, pen))
    return pen.group(f"army-{part}", *drawn, class_=side_class(seat, pen))


def _help(at: Point) -> list[str]:
    """Draw that a factory helps here: a black pyramid, and by how much."""
    x, y = at
    plate = tag("rect", x=x - 22, y=y - 10, width=46, height=20, rx=10, class_="help")
    return [plate, pyramid((x - 11, y + 1), 7, "black-pyramid"), text(x + 9, y + 0.5, "±2", "helps")]


def _result(number: int, y: float, pen: Pen) -> str:
    """Draw the square in which a group's strength is written."""
    return _box((BOX_AT, y), BOX_HALF, number, pen)


def _box(at: Point, half: float, number: int, pen: Pen) -> str:
    x, y = at
    box = tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=8, class_="cell result")
    return box + (written((x, y + 1), number, number) if number and not pen.paper else "")


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


def _foot_block(seat: int, group: int, code: int, pen: Pen) -> Drawn:
    """Draw what is behind a group of footmen: what crossing all spaces before it adds, and how many they are."""
    strength, helped = code >> 1, code & 1
    left = _foot_left(group)
    drawn = [
        _strip(left, FOOT_TOP, FOOT_WIDE, BLOCK_TALL, pen),
        tile(FOOTMAN_GLYPH, (left + 25, FOOT_TOP + 25), 38, pen),
        text(left + 25, FOOT_TOP + 56, "I" * (group + 1), "row-name numeral"),
        _box((left + 25, FOOT_TOP + 89), 21, strength, pen),
    ]
    if not pen.paper and helped:
        drawn += _help((left + 25, FOOT_TOP + 46))
    for each, (x, y) in _along(group):
        if each.startswith("+"):
            drawn.append(text(min(x, left + FOOT_WIDE - 12), y - 17, each, "bonus"))
    return pen.group(f"footmen-{group + 1}", *drawn, class_=side_class(seat, pen))


def _foot_space(place: int, crossed: int, pen: Pen) -> Drawn:
    group, shape, number, at = FOOT_PLACES[place]
    x, y = middle(shape, at, FOOT_RADIUS)
    inner = [
        _touch(at),
        slot(shape, at, FOOT_RADIUS),
        text(x, y + 1, number, "foot-number"),
    ]
    if crossed:
        inner.append(cross((x, y), 12))
    title = slot_title(FIRST_FOOT + group, shape, number)
    told = Phrase("{slot}: crossed", slot=title) if crossed else Phrase("{slot}: open", slot=title)
    return pen.spot(Spot(foot_spot(group, shape, number), "footman", told, (x, y), 36), *inner)


def _pair_at(pair: int) -> Point:
    """Return where the triangle of a pair stands: three pairs above, three below."""
    return 106.0 + 122 * (pair % 3), PAIRS_TOP + 30 + 59 * (pair // 3)


def _pair_block(seat: int, place: int, spent: int, pen: Pen) -> Drawn:
    """Draw what is behind the six pairs; one that is spent has a tick."""
    drawn = [
        _strip(LEFT, PAIRS_TOP, PAIRS_WIDE, BLOCK_TALL, pen),
        tile(PAIRS_GLYPH, (TILE_AT, PAIRS_TOP + 48), 46, pen),
        text(TILE_AT + 4, PAIRS_TOP + 88, pen.say(Phrase("Pairs")), "row-name"),
    ]
    for pair in range(PAIR_COUNT):
        x, y = _pair_at(pair)
        drawn.append(text(x + 29, y + 1, "<", "sign small"))
        if spent >> pair & 1:
            drawn.append(path([(x + 17, y - 14), (x + 26, y - 5), (x + 44, y - 22)], "tick"))
    return pen.group("pairs", *drawn, class_=side_class(seat, pen))


def _pair(place: int, number: int, pen: Pen) -> Drawn:
    """Draw one half of a pair."""
    pair, shape = place // 2, (TRIANGLE, RHOMBUS)[place % 2]
    x, y = _pair_at(pair)
    at = (x + (0 if shape == TRIANGLE else 59), y + (2 if shape == TRIANGLE else 0))
    centre = middle(shape, at, PAIR_RADIUS)
    inner = [
        _touch((at[0], y)),
        slot(shape, at, PAIR_RADIUS),
    ]
    if number:
        inner.append(written((centre[0], centre[1] + 1), number, pair, "pencil sum"))
    told = _told_slot(slot_title(FIRST_PAIR + pair, shape), number)
    return pen.spot(Spot(pair_spot(pair, shape), "slot", told, centre, 38), *inner)


def _upgrade(campaign: bool, upgrade: int, bought: int, pen: Pen) -> Drawn:
    """Draw an upgrade, with a tick if it is bought."""
    inner, at = _device_box(upgrade, campaign, pen) if upgrade >= FIRST_DEVICE else _upgrade_box(upgrade)
    values = {"upgrade": upgrade_title(upgrade), "effect": upgrade_effect(upgrade)}
    told = Phrase("{upgrade}, bought: {effect}", **values) if bought else Phrase("{upgrade}: {effect}", **values)
    if bought:
        x, y = at
        inner.append(path([(x + 4, y - 13), (x + 11, y - 6), (x + 27, y - 24)], "tick"))
    return pen.spot(Spot(upgrade_spot(upgrade), "upgrade", told, at, 42), *inner, class_="bought" if bought else "")


def _upgrade_box(upgrade: int) -> tuple[list[str], Point]:
    """Draw an upgrade of an army in the row that it changes; a line upgrade shows three slots, the middle one full."""
    part, x, short = BOXES[upgrade]
    y = ROWS[part]
    inner = [_touch((x, y)), tag("rect", x=x - 25, y=y - 21, width=50, height=42, rx=9, class_="cell upgrade-box")]
    if upgrade in (LEGION_LINE, BOMB_LINE):
        inner += [tag("circle", cx=x + dx, cy=y, r=5.2, class_="dot full" if dx == 0 else "dot") for dx in (-13, 0, 13)]
    else:
        inner.append(text(x, y + 1, short, "upgrade-name"))
    return inner, (x, y)


def _device_box(upgrade: int, campaign: bool, pen: Pen) -> tuple[list[str], Point]:
    """Draw a device with its name, faintly if it is not used: in the campaign (RP-56)."""
    column, line = DEVICE_AT[upgrade]
    x, y = DEVICES_LEFT + (DEVICE_WIDE + 2) * column, PAIRS_TOP + (DEVICE_TALL + 1) * line
    middle_x = x + DEVICE_WIDE / 2
    inner = [
        tag("rect", x=x, y=y, width=DEVICE_WIDE, height=DEVICE_TALL, rx=10, class_="cell upgrade-box"),
        glyph(DEVICE_GLYPHS[upgrade], (middle_x, y + 21), 26),
        text(middle_x, y + 45, pen.say(upgrade_title(upgrade)), "device-name"),
    ]
    return inner if pen.paper or not campaign else [tag("g", *inner, class_="unused")], (middle_x + 6, y + 22)
