"""The dice: those of the turn, in their colours, those set aside faint; and what is chosen with them."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.games.starcraft.moves import COLOURS
from rollwright.games.starcraft.names import die_of
from rollwright.games.starcraft.rules.state import BLUES, FACES, GREENS, NOBODY, REDS, WHITES
from rollwright.games.starcraft.view.shapes import sign
from rollwright.games.starcraft.view.shows import (
    ABILITY,
    ALL_COLOURS,
    CHANGE,
    CHANGED,
    DICE_AND_MORE,
    DICE_ONLY,
    DIE,
    FACE_BITS,
    FIRST_DIE,
    IN_LINE_AT,
    LINE_AT,
    NUMBER,
    PLACES,
    SLOTS,
    TAKER_AT,
    TRAY,
    WRITING_NUMBERS,
    show_dice,
)
from rollwright.view import ABSENT, Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import cross, die
from rollwright.view.svg import tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

WIDTH = 312
FIRST, SECOND, THIRD = 26.0, 76.0, 133.0
LARGE, SMALL = 42, 38
PITCH, SECOND_PITCH = 52, 43.5
CHANGES = (("minus", -1, 106.0), ("plus", 1, 206.0))


@dataclass(frozen=True)
class Die:
    """A die of the turn: its face, and who has set it aside, if anybody."""

    colour: int
    face: int
    taker: int = NOBODY


def die_spot(colour: int, place: int) -> str:
    """Return what a die is called among the spots."""
    return f"die-{COLOURS[colour]}-{place + 1}"


DICE = [(colour, place) for colour in range(ALL_COLOURS) for place in range(PLACES[colour])]
"""Colour and place of every die."""


def dice_of(s: Record) -> dict[str, Die]:
    """Return the dice of the turn by their spots, lowest face first."""
    codes = np.full(SLOTS, ABSENT, np.int64)
    show_dice(s, codes)
    shown = zip(DICE, codes[DIE : DIE + len(DICE)].tolist(), strict=True)
    return {die_spot(colour, place): _decoded(colour, code) for (colour, place), code in shown if code != ABSENT}


def _decoded(colour: int, code: int) -> Die:
    return Die(colour, code % (1 << FACE_BITS), (code >> TAKER_AT & 7) - 1)


@cache
def tray() -> PartTemplate:
    """Return the dice, and below them what there is to choose with them."""
    return PartTemplate(
        "dice",
        _heading,
        [
            Groups(FIRST_DIE, ["die-start"], _first_die),
            Groups(NUMBER, [f"number-{face}" for face in range(1, FACES + 1)], _number),
            Groups(DIE, [die_spot(*each) for each in DICE], _die),
            Groups(CHANGE, [f"change-{name}" for name, _, _ in CHANGES], _change),
            Groups(ABILITY, ["ability-dice"], _ability_dice),
        ],
        "dice",
        TRAY,
    )


def _heading(shown: int, pen: Pen) -> Heading:
    height = 154 if shown == DICE_AND_MORE else 106 if shown == DICE_ONLY else 52
    return Heading(Phrase("Numbers") if shown == WRITING_NUMBERS else Phrase("Dice"), (WIDTH, height))


def _first_die(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("die-start", die((WIDTH / 2, FIRST), 0, LARGE), class_="die")


def _number(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a number that can be written beside the main building."""
    centre, face = (26.0 + PITCH * place, FIRST), place + 1
    spot = Spot(f"number-{face}", "die", Phrase("Number {face}", face=face), centre)
    return pen.spot(spot, _halo(centre, LARGE), die(centre, face, LARGE, "black"))


def _in_line(place: int, count: int) -> float:
    """Return where a die stands in a line of smaller dice."""
    left_edge = (WIDTH - SECOND_PITCH * count) / 2
    return left_edge + SECOND_PITCH * (place + 0.5)


def _die(place: int, code: int, pen: Pen) -> Drawn:
    colour, place = DICE[place]
    each, size = _decoded(colour, code), LARGE if colour == WHITES else SMALL
    centre = (26.0 + PITCH * place, FIRST)
    if colour != WHITES:
        centre = (_in_line(code >> LINE_AT & 7, code >> IN_LINE_AT), SECOND)
    drawn = [_halo(centre, size), die(centre, each.face, size, COLOURS[colour])]
    if colour in (BLUES, GREENS, REDS):
        name = COLOURS[colour]
        drawn.append(tag("g", sign(name, (centre[0], centre[1] + size / 2 + 6), 5), class_=name))
    if each.taker != NOBODY:
        drawn.append(cross(centre, size * 0.3, "used-up"))
    if code & CHANGED:
        drawn.append(text(centre[0] + size / 2 - 3, centre[1] - size / 2 + 1, "±", "changed"))
    corner = (centre[0] + size / 2 - 4, centre[1] - size / 2 + 3)  # what is marked there hides no pips
    spot = Spot(die_spot(colour, place), "die", told_die(each), corner, 16)
    return pen.spot(spot, *drawn, class_="used" if each.taker != NOBODY else "")


def _halo(centre: Point, size: float) -> str:
    """Draw the ring by which a die is lit, whatever its colour: seen only then."""
    x, y = centre
    return tag(
        "rect", x=x - size / 2 - 4, y=y - size / 2 - 4, width=size + 8.0, height=size + 8.0, rx=10, class_="halo"
    )


def told_die(each: Die) -> Phrase:
    """Say what a die shows, and who has used it."""
    if each.face == 0:
        return Phrase("A die, not rolled yet")
    named = die_of(each.colour, each.face)
    return named if each.taker == NOBODY else Phrase("{die}, used by {who}", die=named, who=player(each.taker))


def _change(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a change that support can make."""
    name, change, x = CHANGES[place]
    body = tag("rect", x=x - 44, y=THIRD - 17, width=88, height=34, rx=17, class_="cell")
    label = Phrase("Change a die by {change}", change=f"{change:+d}")
    spot = Spot(f"change-{name}", "change", label, (x + 38, THIRD - 15), 34)
    return pen.spot(spot, body, text(x, THIRD + 1, f"{'+' if change > 0 else '−'}1", "change-text"))


def _ability_dice(place: int, code: int, pen: Pen) -> Drawn:
    colour, count = COLOURS[code & 7], code >> 3 & 7
    faces = [code >> 6 + FACE_BITS * i & 7 for i in range(count)]
    dice = [die((_in_line(i, count), THIRD), face, SMALL, colour) for i, face in enumerate(faces)]
    return pen.group("ability-dice", *(tag("g", each, class_="die") for each in dice))
