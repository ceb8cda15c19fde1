"""What Rolling Pyramids prints besides its sheets: the campaign's map, tracks and flow, order slips, and devices."""

from rollwright.core.language import N_, Phrase
from rollwright.games.rolling_pyramids import OPTIONS
from rollwright.games.rolling_pyramids.names import group_title
from rollwright.games.rolling_pyramids.sheet import CAMPAIGN_ROUNDS, GARRISON, GOALS, GROUPS, SPACES
from rollwright.games.rolling_pyramids.view.pictograms import ARMY_GLYPHS, EMBLEMS, glyph
from rollwright.games.rolling_pyramids.view.places import HEIGHT, WIDTH, centre
from rollwright.games.rolling_pyramids.view.shapes import (
    ram_sign,
    spikes_sign,
    star,
    start_text,
    umbrella_sign,
    wrapped,
)
from rollwright.games.rolling_pyramids.view.spaces import space_with
from rollwright.view import Pen
from rollwright.view.marks import hexagon
from rollwright.view.papers import Drawn, Paper, Papers, Setting
from rollwright.view.svg import path, tag, text

MOST_MEN = 14
"""Four dice make 28 at most, and half of them are men (RP-53)."""

SLIP_ROUNDS = 5
"""So many rounds has each slip for orders: two of them are a game."""


SLIP_GROUPS = len(GROUPS) - 1
"""The last group, men kept, is of the campaign alone, which needs no slips (RP-55)."""


def _number(name: str, setting: Setting) -> int:
    """Return the place of a choice among those of its option."""
    (option,) = (option for option in OPTIONS if option.name == name)
    return [choice.name for choice in option.choices].index(setting[name][0])


def _campaign_map(setting: Setting, pen: Pen) -> Drawn:
    """Draw the map with the Pharaoh's men, and a star on every goal."""
    map_no, difficulty = _number("map", setting), _number("difficulty", setting)
    drawn = []
    for space in range(SPACES):
        x, y = centre(space)
        drawn.append(space_with(map_no, (0,), space, {}, pen)[1])
        men = int(GARRISON[difficulty, map_no, space])
        drawn.append(glyph(EMBLEMS["pharaoh"], (x - 33, y + 26), 17))
        drawn.append(text(x - 12, y + 27, men, "upgrade-name"))
        if space in GOALS:
            drawn.append(star((x - 40, y - 4), 10))
    return (WIDTH, HEIGHT), tag("g", *drawn, class_="campaign-map")


def _rounds(setting: Setting, pen: Pen) -> Drawn:
    """Draw a line for each round: room for four dice and their half, a cell for each space of the march, and goals."""
    heads = (N_("Round"), N_("My four dice"), N_("Half"), N_("Strike out a space for each man who has come to it"))
    line, top, dice_at, half_at, march_at, goals_at = 27, 26, 50, 202, 252, 710
    width = 812
    drawn = [
        text(24, 12, pen.say(Phrase(heads[0])), "device-name"),
        text(dice_at + 62, 12, pen.say(Phrase(heads[1])), "device-name"),
        text(half_at + 18, 12, pen.say(Phrase(heads[2])), "device-name"),
        start_text(march_at, 12, pen.say(Phrase(heads[3])), "device-name"),
        start_text(goals_at, 12, pen.say(Phrase("Goals held")), "device-name"),
    ]
    for number in range(CAMPAIGN_ROUNDS):
        y = top + line * number
        drawn.append(text(24, y + 12, number + 1, "upgrade-name"))
        drawn += [_box(dice_at + 36 * die, y, 26, 24) for die in range(4)]
        drawn += [text(dice_at + 31 + 36 * die, y + 12, "+", "needs") for die in range(3)]
        drawn += [text(half_at - 8, y + 12, ": 2", "needs"), _box(half_at + 6, y, 32, 24)]
        for place in range(MOST_MEN):
            x = march_at + 32 * place
            drawn += [_box(x, y, 26, 24), text(x + 13, y + 12, place + 1, "round-number")]
        for goal, name in enumerate(("1", "A", "B", "C", "D")):
            drawn.append(tag("circle", cx=goals_at + 12 + 19 * goal, cy=y + 12, r=8.5, class_="cell"))
            drawn.append(text(goals_at + 12 + 19 * goal, y + 12.5, name, "round-number"))
    return (width, top + line * CAMPAIGN_ROUNDS), "".join(drawn)


def _box(x: float, y: float, width: float, height: float, class_: str = "cell") -> str:
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=5, class_=class_)


FLOW = (
    N_("Add up the four dice you took, as they were rolled. Half of the sum, rounded down, are the Pharaoh's men."),
    N_("They come to space 1. Strike out its number on the line of this round."),
    N_("Do you hold this space?"),
    N_("One of the men stays: add 1 to the Pharaoh's number there. The space is his."),
    N_("Fight one for one: take as many from yours as from his, your men first. A Bastet hero takes two."),
    N_("Is one of his men left?"),
    N_("The march is over. If you have none left there either, the space is empty: nobody's."),
    N_("Are there men left? Then they walk on to the next number: strike it out."),
)
"""The Pharaoh's march, box by box (RP-53)."""


def _flow(setting: Setting, pen: Pen) -> Drawn:
    """Draw the Pharaoh's march as a flow: boxes that say what to do, questions, and arrows with an answer."""
    boxes = {0: (0, 0, 250), 1: (300, 0, 220), 2: (560, 8, 150), 4: (560, 118, 240), 5: (590, 232, 160),
             3: (300, 118, 220), 6: (590, 330, 210), 7: (0, 118, 250)}  # fmt: skip
    height = {0: 82, 1: 82, 2: 56, 3: 82, 4: 82, 5: 56, 6: 98, 7: 82}
    drawn = []
    for place, (x, y, width) in boxes.items():
        question = place in (2, 5)
        drawn.append(_box(x + 2, y + 2, width - 4, height[place], "cell result" if question else "cell"))
        lines = wrapped(pen.say(Phrase(FLOW[place])), int(width / 8.8))
        first = y + 2 + height[place] / 2 - 8.5 * (len(lines) - 1)
        drawn += [text(x + width / 2, first + 17 * line, each, "flow") for line, each in enumerate(lines)]
    yes, no = pen.say(Phrase("yes")), pen.say(Phrase("no"))
    arrows: list[tuple[list[tuple[float, float]], str, tuple[float, float]]] = [
        ([(250, 42), (298, 42)], "", (0, 0)),
        ([(520, 36), (558, 36)], "", (0, 0)),
        ([(635, 66), (635, 116)], yes, (655, 90)),
        ([(590, 66), (545, 100), (500, 116)], no, (530, 90)),
        ([(680, 202), (680, 232)], "", (0, 0)),
        ([(590, 262), (410, 262), (410, 204)], yes, (500, 252)),
        ([(680, 292), (680, 330)], no, (700, 312)),
        ([(300, 160), (252, 160)], "", (0, 0)),
        ([(125, 204), (125, 300), (540, 300), (540, 56), (558, 56)], yes, (145, 230)),
        ([(60, 204), (60, 380), (588, 380)], no, (80, 360)),
    ]
    for points, told, at in arrows:
        drawn += [path(points, "link"), _head(points[-2], points[-1])]
        drawn += [text(*at, told, "device-name")] if told else []
    return (804, 432), "".join(drawn)


def _head(before: tuple[float, float], tip: tuple[float, float]) -> str:
    """Draw the head of an arrow."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5
    along, across = (dx / length * 9, dy / length * 9), (-dy / length * 5, dx / length * 5)
    sides = [(tip[0] - along[0] + sign * across[0], tip[1] - along[1] + sign * across[1]) for sign in (1, -1)]
    return path([tip, *sides], "arrow-head", closed=True)


def _slip(setting: Setting, pen: Pen) -> Drawn:
    """Draw a slip for secret orders: a line for each group, and for each round how many go and to which space."""
    name_at, first, pitch, line = 52, 206, 118, 54
    width, height = first + pitch * SLIP_ROUNDS, 74 + line * SLIP_GROUPS
    drawn = [start_text(4, 22, pen.say(Phrase("Round")), "row-name")]
    for number in range(SLIP_ROUNDS):
        x = first + pitch * number
        drawn.append(_box(x + 34, 4, 40, 34))
        drawn += [
            text(x + 24, 54, pen.say(Phrase("units")), "needs"),
            text(x + 82, 54, pen.say(Phrase("to space")), "needs"),
        ]
    for group in range(SLIP_GROUPS):
        y = 66 + line * group
        drawn.append(glyph(ARMY_GLYPHS[group], (26, y + 24), 34))
        drawn.append(start_text(name_at, y + 24, pen.say(group_title(group)), "row-name"))
        for number in range(SLIP_ROUNDS):
            x = first + pitch * number
            drawn += [_box(x + 2, y + 2, 44, 44), hexagon((x + 82, y + 24), 25)]
    return (width, height), "".join(drawn)


def _devices(setting: Setting, pen: Pen) -> Drawn:
    """Draw how devices are drawn: a ram as an arrow across a border, spikes as teeth, the umbrella in a space."""
    spots = ((70.0, 70.0), (181.0, 70.0), (330.0, 70.0), (441.0, 70.0), (590.0, 70.0))
    drawn = [hexagon(at, 62) for at in spots]
    signs = ram_sign((125.5, 70), 22, 0) + spikes_sign((385.5, 70), 20, 0) + umbrella_sign((590, 70), 24)
    names = ((125.5, N_("Ram")), (385.5, N_("Spikes")), (590.0, N_("Umbrella")))
    drawn.append(tag("g", signs, class_="device"))
    drawn += [text(x, 150, pen.say(Phrase(name)), "row-name") for x, name in names]
    return (660, 166), "".join(drawn)


PAPERS = Papers(
    summary=Paper(draws={"devices": _devices}),
    campaign=Paper(draws={"map": _campaign_map, "rounds": _rounds, "flow": _flow}, options=("map", "difficulty")),
    orders=Paper(draws={"slip": _slip}, landscape=True, up=2),
)
