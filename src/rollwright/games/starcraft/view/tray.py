"""The tray: white dice for units, black ones for buildings, the others for mining; each with a bay of its own."""

from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.games.starcraft.moves import COLOURS
from rollwright.games.starcraft.names import die_of
from rollwright.games.starcraft.rules.state import BLACKS, BLUES, FACES, NOBODY, WHITES
from rollwright.games.starcraft.view.numbering import (
    ABILITY,
    ALL_COLOURS,
    BAY,
    CHANGE,
    CHANGED,
    DIE,
    FACE_BITS,
    FIRST_DIE,
    FIRST_OF_COLOUR,
    NEST,
    NUMBER,
    PLACE_AT,
    PLACES,
    SLOTS,
    TAKER_AT,
    WRITING_NUMBERS,
)
from rollwright.games.starcraft.view.shapes import sign, token
from rollwright.games.starcraft.view.shows_dice import show_dice
from rollwright.view import ABSENT, Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import die
from rollwright.view.svg import tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

SIZE, PITCH, HEIGHT = 64, 74, 92
MIDDLE = 40.0
CHANGES = (("minus", -1), ("plus", 1))


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
def tray(races: tuple[int, ...]) -> list[PartTemplate]:
    """Return the bays: dice for units, for buildings, and for mining, and the changes that support can make."""
    units = [
        _nest_group(0),
        Groups(FIRST_DIE, ["die-start"], _first_die),
        Groups(NUMBER, [f"number-{face}" for face in range(1, FACES + 1)], _number),
        _dice(races, WHITES, BLACKS),
        _ability_group(0),
    ]
    buildings = [_nest_group(1), _dice(races, BLACKS, BLUES), _ability_group(1)]
    mining = [
        _nest_group(2),
        _dice(races, BLUES, ALL_COLOURS),
        _ability_group(2),
    ]
    changes = [Groups(CHANGE, [f"change-{name}" for name, _ in CHANGES], _change)]
    return [
        PartTemplate("dice", _units_heading, units, "dice", BAY),
        PartTemplate("black-dice", _buildings_heading, buildings, "dice", BAY + 1),
        PartTemplate("mining-dice", _mining_heading, mining, "dice", BAY + 2),
        PartTemplate("changes", Heading(Phrase("Change a die"), (_width(len(CHANGES)), HEIGHT)), changes, "dice"),
    ]


def _dice(races: tuple[int, ...], first: int, end: int) -> Groups:
    """Return the groups of the dice of some colours."""
    dice = DICE[FIRST_OF_COLOUR[first] : FIRST_OF_COLOUR[end]]
    return Groups(DIE + FIRST_OF_COLOUR[first], [die_spot(*each) for each in dice], partial(_die, races, first))


def _nest_group(bay: int) -> Groups:
    return Groups(NEST + bay, [f"nests-{bay + 1}"], partial(_nests, bay))


def _nests(bay: int, place: int, count: int, pen: Pen) -> Drawn:
    """Draw the hollows of the felt in which dice lie."""
    half = SIZE / 2 - 2
    hollows = [
        tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=13, class_="nest")
        for x, y in map(_centre, range(count))
    ]
    return pen.group(f"nests-{bay + 1}", *hollows)


def _ability_group(bay: int) -> Groups:
    return Groups(ABILITY + bay, [f"ability-dice-{bay + 1}"], partial(_ability_dice, bay))


def _width(places: int) -> int:
    return PITCH * places + 6


def _units_heading(code: int, pen: Pen) -> Heading:
    title = Phrase("Numbers") if code == WRITING_NUMBERS else Phrase("Units")
    return Heading(Phrase("Dice") if code != WRITING_NUMBERS else title, (_width(PLACES[WHITES]), HEIGHT), title)


def _buildings_heading(code: int, pen: Pen) -> Heading:
    return Heading(Phrase("Dice for buildings"), (_width(PLACES[BLACKS]), HEIGHT), Phrase("Buildings"))


def _mining_heading(code: int, pen: Pen) -> Heading:
    return Heading(Phrase("Dice for mining"), (_width(max(1, code)), HEIGHT), Phrase("Mining"))


def _centre(place: int) -> Point:
    return PITCH * (place + 0.5) + 3, MIDDLE


def _first_die(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("die-start", die(_centre(0), 0, SIZE), class_="die")


def _number(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a number that can be written beside the main building."""
    centre, face = _centre(place), place + 1
    spot = Spot(f"number-{face}", "die", Phrase("Number {face}", face=face), centre)
    return pen.spot(spot, _halo(centre), die(centre, face, SIZE, "black still"))


def _die(races: tuple[int, ...], first: int, place: int, code: int, pen: Pen) -> Drawn:
    colour, number = DICE[FIRST_OF_COLOUR[first] + place]
    each, centre = _decoded(colour, code), _centre(code >> PLACE_AT)
    x, y = centre
    drawn = [_halo(centre), die(centre, each.face, SIZE, COLOURS[colour])]
    if colour >= BLUES:
        name = COLOURS[colour]
        drawn.append(tag("g", sign(name, (x, y + SIZE / 2 + 11), 7), class_=f"below {name}"))
    if each.taker != NOBODY:
        drawn.append(token(races[each.taker], each.taker, (x + 20, y - 22), 13.0))
    if code & CHANGED:
        drawn += [
            tag("circle", cx=x - 22, cy=y - 22, r=12.0, class_="changed-ground"),
            text(x - 22, y - 21, "±", "changed"),
        ]
    spot = Spot(die_spot(colour, number), "die", told_die(each), (x + SIZE / 2 - 5, y - SIZE / 2 + 5), 20)
    return pen.spot(spot, *drawn, class_="used" if each.taker != NOBODY else "")


def _halo(centre: Point) -> str:
    """Draw the ring by which a die is lit, whatever its colour: seen only then."""
    x, y = centre
    half = SIZE / 2 + 4
    return tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=16, class_="halo")


def told_die(each: Die) -> Phrase:
    """Say what a die shows, and who has used it."""
    if each.face == 0:
        return Phrase("A die, not rolled yet")
    named = die_of(each.colour, each.face)
    return named if each.taker == NOBODY else Phrase("{die}, used by {who}", die=named, who=player(each.taker))


def _change(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a change that support can make."""
    (name, change), (x, y) = CHANGES[place], _centre(place)
    body = tag("rect", x=x - 31, y=y - 31, width=62.0, height=62.0, rx=31, class_="cell")
    label = Phrase("Change a die by {change}", change=f"{change:+d}")
    spot = Spot(f"change-{name}", "change", label, (x, y - 26), 34)
    return pen.spot(spot, body, text(x, y + 1, f"{'+' if change > 0 else '−'}1", "change-text"))


def _ability_dice(bay: int, place: int, code: int, pen: Pen) -> Drawn:
    colour, count = COLOURS[code & 7], code >> 3 & 7
    faces = [code >> 6 + FACE_BITS * i & 7 for i in range(count)]
    dice = [die(_centre(i), face, SIZE, colour) for i, face in enumerate(faces)]
    return pen.group(f"ability-dice-{bay + 1}", *(tag("g", each, class_="die") for each in dice))
