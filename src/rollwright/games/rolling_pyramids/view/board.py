"""A player's board: hero, armies with their rules between the slots, footmen, pairs and upgrades."""

from itertools import pairwise

from rollwright.core.contract import Record
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
from rollwright.games.rolling_pyramids.rules.board import strength
from rollwright.games.rolling_pyramids.rules.state import has_factory, is_campaign
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMB_LINE,
    BOMB_MORE,
    BOMB_TIMES,
    COLOSSUS,
    COLOSSUS_MORE,
    COLOSSUS_TIMES,
    FIRST_FOOT,
    FIRST_PAIR,
    FIRST_SLOT,
    FOOT_GROUPS,
    FOOT_ONE,
    FOOTMEN,
    HERO,
    LEGION,
    LEGION_ADDS,
    LEGION_LINE,
    LEGION_MORE,
    PAIR_COUNT,
    RAM,
    RHOMBUS,
    SLOT_NAMES,
    SLOT_SHAPE,
    SPIKES,
    TRACKS,
    TRIANGLE,
    UMBRELLA,
    UPGRADES,
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
from rollwright.view import Part, Pen, Spot, cached_drawing
from rollwright.view.marks import Point, cross, written
from rollwright.view.svg import path, tag, text

WIDTH, HEIGHT = 510, 522
ARMY_ROWS = {LEGION: 112.0, COLOSSUS: 180.0, BOMB: 248.0}
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


def board(s: Record, seat: int, pen: Pen) -> Part:
    """Draw a player's board."""
    helped = tuple(part for part in (*ARMY_ROWS, FOOTMEN) if has_factory(s, seat, part))
    return _board(s.sheets[seat], seat, helped, is_campaign(s), pen)


@cached_drawing
def _board(sheet: Record, seat: int, helped: tuple[int, ...], campaign: bool, pen: Pen) -> Part:
    """Draw a board, of which some parts are helped by a factory."""
    groups = [_frame(sheet, seat, pen), _slot(sheet, 0, (46.0, 44.0), pen)]
    for part, y in ARMY_ROWS.items():
        groups.append(_army_frame(sheet, part, y, part in helped, pen))
        groups += [_slot(sheet, FIRST_SLOT[part] + place, (x, y), pen) for place, x in enumerate(SLOTS_AT)]
    for group in range(FOOT_GROUPS):
        groups += _footmen(sheet, group, FOOT_ROWS[group], FOOTMEN in helped, pen)
    groups += _pairs(sheet, pen)
    groups += [
        _upgrade_box(sheet, upgrade, ARMY_ROWS[part], x, short, pen) for upgrade, (part, x, short) in BOXES.items()
    ]
    used = pen.paper or not campaign
    groups += [_device_box(sheet, upgrade, i, used, pen) for i, upgrade in enumerate((RAM, SPIKES, UMBRELLA))]
    title = Phrase("Board of {who} ({faction})", who=player(seat), faction=faction_title(sheet))
    paper = Phrase("Board: {faction}", faction=faction_title(sheet))
    return Part("board", paper if pen.paper else title, (WIDTH, HEIGHT), dict(groups), short=Phrase("Board"))


def _frame(sheet: Record, seat: int, pen: Pen) -> tuple[str, str]:
    """Draw the head of the board: what heroes of this faction can do."""
    drawn = [tag("rect", x=3, y=3, width=WIDTH - 6, height=HEIGHT - 6, rx=10, class_="frame")]
    drawn.append(start_text(86, 22, f"{pen.say(part_title(HERO))} · {pen.say(faction_title(sheet))}", "row-name"))
    for i, line in enumerate(wrapped(pen.say(hero_power(sheet)), 50)):
        drawn.append(start_text(86, 42 + 17 * i, line, "needs"))
    return pen.group("board-frame", *drawn, class_=side_class(seat, pen))


def _ground(pen: Pen) -> str:
    """Return the class of a row's ground: none on paper, where it would cost ink."""
    return "bare" if pen.paper else "strip"


def _slot(sheet: Record, slot_no: int, at: Point, pen: Pen) -> tuple[str, str]:
    shape = int(SLOT_SHAPE[slot_no])
    number = int(sheet.written[slot_no])
    place = middle(shape, at, SLOT_RADIUS)
    inner = [slot(shape, at, SLOT_RADIUS)]
    if number:
        inner.append(written((place[0], place[1] + 1), number, slot_no))
    title = slot_title(slot_no, shape)
    told = Phrase("{slot}: {n}", slot=title, n=number) if number else Phrase("{slot}: empty", slot=title)
    return pen.spot(Spot(slot_spot(slot_no), "slot", told, place, 2 * SLOT_RADIUS), *inner)


def _army_frame(sheet: Record, part: int, y: float, helped: bool, pen: Pen) -> tuple[str, str]:
    """Draw an army's name, how its numbers are counted, the rule between its slots, and how strong it is."""
    drawn = [
        tag("rect", x=8, y=y - 33, width=WIDTH - 16, height=66, rx=8, class_=_ground(pen)),
        start_text(16, y - 12, pen.say(part_title(part)), "row-name"),
        start_text(16, y + 8, pen.say(formula(sheet, part)), "needs"),
    ]
    if not pen.paper and helped:
        drawn.append(start_text(16, y + 25, f"▲ ±2 {pen.say('factory')}", "helps"))
    if part == COLOSSUS:
        arc = f"M{SLOTS_AT[0]} {y + 24} Q{SLOTS_AT[1]} {y + 46} {SLOTS_AT[2]} {y + 26}"
        drawn += [tag("path", d=arc, class_="link"), text(SLOTS_AT[1], y + 34, "=", "sign on-link")]
    else:
        drawn += [text((a + b) / 2, y, SIGNS[part], "sign") for a, b in pairwise(SLOTS_AT)]
    drawn.append(_result(int(strength(sheet, part)), y, pen))
    return pen.group(f"army-{part}", *drawn)


def _result(number: int, y: float, pen: Pen) -> str:
    """Draw the square in which a group's strength is written."""
    box = tag("rect", x=BOX_AT - 20, y=y - 20, width=40, height=40, rx=4, class_="cell")
    return box + (written((BOX_AT, y + 1), number, number) if number and not pen.paper else "")


def formula(sheet: Record, part: int) -> Phrase:
    """Say how an army is counted, as it is upgraded."""
    if part == LEGION:
        add = LEGION_ADDS[sheet.upgrades[LEGION_MORE]]
        return Phrase("middle + {n}", n=add) if sheet.upgrades[LEGION_LINE] else Phrase("left + {n}", n=add)
    if part == COLOSSUS:
        return Phrase("triangle × {n}", n=COLOSSUS_TIMES[sheet.upgrades[COLOSSUS_MORE]])
    times = BOMB_TIMES[sheet.upgrades[BOMB_MORE]]
    if sheet.upgrades[BOMB_LINE]:
        return Phrase("(8 - middle) × {n}", n=times)
    return Phrase("(8 - left) × {n}", n=times)


def _footmen(sheet: Record, group: int, y: float, helped: bool, pen: Pen) -> list[tuple[str, str]]:
    """Draw a group of footmen: spaces to cross, and what crossing all before it adds."""
    title = pen.say(group_title(FOOT_ONE + group))
    help_ = f"  ▲ ±2 {pen.say('factory')}" if not pen.paper and helped else ""
    frame = [
        tag("rect", x=8, y=y - 32, width=WIDTH - 16, height=54, rx=8, class_=_ground(pen)),
        start_text(16, y - 21, f"{title}{help_}", "row-name small"),
    ]
    found, x, bit = [], 28.0, 0
    for each in TRACKS[group]:
        if each.startswith("+"):
            frame.append(text(x - 2, y + 2, each, "bonus"))
            x += 30.0
            continue
        shape, number = TRIANGLE if each[0] == "t" else RHOMBUS, int(each[1:])
        found.append(_foot_space(sheet, group, shape, number, bit, (x, y + 3), pen))
        x, bit = x + 36.5, bit + 1
    frame.append(_result(int(strength(sheet, FOOT_ONE + group)), y - 5, pen))
    return [pen.group(f"footmen-{group + 1}", *frame), *found]


def _foot_space(sheet: Record, group: int, shape: int, number: int, bit: int, at: Point, pen: Pen) -> tuple[str, str]:
    crossed = bool(int(sheet.crossed[group]) >> bit & 1)
    x, y = middle(shape, at, 15)
    inner = [tag("rect", x=at[0] - 17, y=at[1] - 18, width=35, height=36, class_="touch"), slot(shape, at, 15)]
    inner.append(text(x, y, number, "foot-number"))
    if crossed:
        inner.append(cross((x, y), 9))
    title = slot_title(FIRST_FOOT + group, shape, number)
    told = Phrase("{slot}: crossed", slot=title) if crossed else Phrase("{slot}: open", slot=title)
    return pen.spot(Spot(foot_spot(group, shape, number), "foot", told, (x, y), 30), *inner)


def _pairs(sheet: Record, pen: Pen) -> list[tuple[str, str]]:
    """Draw the six pairs; one that is spent has a tick."""
    frame = [
        tag("rect", x=8, y=PAIRS_AT - 25, width=WIDTH - 16, height=50, rx=8, class_=_ground(pen)),
    ]
    found = []
    for pair in range(PAIR_COUNT):
        x = 34.0 + 82 * pair
        frame.append(text(x + 21, PAIRS_AT + 1, "<", "sign small"))
        if sheet.spent[pair]:
            frame.append(path([(x + 9, PAIRS_AT - 16), (x + 16, PAIRS_AT - 10), (x + 30, PAIRS_AT - 23)], "tick"))
        for shape, number, dx in ((TRIANGLE, int(sheet.low[pair]), 0), (RHOMBUS, int(sheet.high[pair]), 42)):
            at = (x + dx, PAIRS_AT + 2)
            place = middle(shape, at, 16)
            inner = [tag("rect", x=at[0] - 18, y=at[1] - 20, width=37, height=40, class_="touch"), slot(shape, at, 16)]
            if number:
                inner.append(written((place[0], place[1] + 1), number, pair, "pencil sum"))
            title = slot_title(FIRST_PAIR + pair, shape)
            told = Phrase("{slot}: {n}", slot=title, n=number) if number else Phrase("{slot}: empty", slot=title)
            found.append(pen.spot(Spot(pair_spot(pair, shape), "slot", told, place, 34), *inner))
    return [pen.group("pairs", *frame), *found]


def _upgrade_box(sheet: Record, upgrade: int, y: float, x: float, short: str, pen: Pen) -> tuple[str, str]:
    """Draw an upgrade of an army in the row that it changes; a line upgrade shows three slots, the middle one full."""
    bought = bool(sheet.upgrades[upgrade])
    inner = [tag("rect", x=x - 19, y=y - 19, width=38, height=38, rx=6, class_="cell upgrade-box")]
    if upgrade in (LEGION_LINE, BOMB_LINE):
        inner += [tag("circle", cx=x + dx, cy=y, r=4.4, class_="dot full" if dx == 0 else "dot") for dx in (-11, 0, 11)]
    else:
        inner.append(text(x, y + 1, short, "upgrade-name"))
    return _upgrade(inner, upgrade, bought, (x, y), pen)


def _device_box(sheet: Record, upgrade: int, place: int, used: bool, pen: Pen) -> tuple[str, str]:
    """Draw a device with its name, faintly if it is not used: in the campaign (RP-56)."""
    x, y = 90.0 + 165 * place, DEVICES_AT
    sign = (ram_sign((x - 54, y), 13, 0), spikes_sign((x - 54, y), 12, 0), umbrella_sign((x - 54, y), 13))[place]
    inner = [
        tag("rect", x=x - 77, y=y - 21, width=154, height=42, rx=6, class_="cell upgrade-box"),
        tag("g", sign, class_="device"),
        start_text(x - 32, y, pen.say(upgrade_title(upgrade)), "row-name"),
    ]
    drawn = inner if used else [tag("g", *inner, class_="unused")]
    return _upgrade(drawn, upgrade, bool(sheet.upgrades[upgrade]), (x + 55, y), pen)


def _upgrade(inner: list[str], upgrade: int, bought: bool, at: Point, pen: Pen) -> tuple[str, str]:
    values = {"upgrade": upgrade_title(upgrade), "effect": upgrade_effect(upgrade)}
    told = Phrase("{upgrade}, bought: {effect}", **values) if bought else Phrase("{upgrade}: {effect}", **values)
    if bought:
        x, y = at
        inner.append(path([(x - 9, y + 1), (x - 2, y + 9), (x + 14, y - 12)], "tick"))
    return pen.spot(Spot(upgrade_spot(upgrade), "upgrade", told, at, 36), *inner, class_="bought" if bought else "")
