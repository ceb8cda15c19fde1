"""The dice: those of the turn, in their colours, those set aside faint; and what is chosen with them."""

from dataclasses import dataclass

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.games.starcraft.ahead import faces_of, left, shown
from rollwright.games.starcraft.moves import COLOURS
from rollwright.games.starcraft.names import die_of
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BLACKS,
    BLUES,
    GREENS,
    NOBODY,
    PRODUCTION,
    REDS,
    START_DIE,
    SUPPORTING,
    TARGET,
    WHITES,
    WRITING,
    ability_dice,
    blue_dice,
    green_dice,
    red_dice,
)
from rollwright.games.starcraft.sheet import BLACK, COMBINATIONS, MAIN, MINERALS, PROTOSS, TERRAN, UNITS, WHITE
from rollwright.games.starcraft.view.shapes import sign
from rollwright.view import Part, Pen, Spot
from rollwright.view.marks import cross, die
from rollwright.view.svg import tag, text

Point = tuple[float, float]

WIDTH = 312
FIRST, SECOND, THIRD = 26.0, 76.0, 133.0
LARGE, SMALL = 42, 38
SECOND_PITCH = 43.5


@dataclass(frozen=True)
class Die:
    """A die of the turn: its face, and who has set it aside, if anybody."""

    colour: int
    face: int
    taker: int = NOBODY


def dice_of(s: Record) -> dict[str, Die]:
    """Return the dice of the turn by their spots, lowest face first."""
    dice = [Die(colour, face) for colour in range(5) for face in left(s, colour)]
    for step in range(int(s.seat_count)):
        seat = (int(s.roller) + step) % int(s.seat_count)
        dice += taken_by(s, seat)
        if s.shared:  # what the others use stays on the table
            break
    dice.sort(key=lambda each: (each.colour, each.face, each.taker))
    found: dict[str, Die] = {}
    for each in dice:
        place = 1 + sum(other.colour == each.colour for other in found.values())
        found[f"die-{COLOURS[each.colour]}-{place}"] = each
    return found


def taken_by(s: Record, seat: int) -> list[Die]:
    """Return the dice that a seat has used this turn, the red one among them."""
    sheet = s.sheets[seat]
    if s.phase in (START_DIE, WRITING, PRODUCTION, SUPPORTING):
        return []
    joker, row = (int(s.joker), int(s.joker_row)) if seat == s.roller else (0, 0)
    faces = faces_of(COMBINATIONS[sheet.trained - 1]) if sheet.trained else []
    if joker and row < UNITS:
        faces.remove(joker)
    taken = [Die(WHITES, face, seat) for face in faces]
    if sheet.raised and not (joker and MAIN <= row < MINERALS):
        taken.append(Die(BLACKS, int(sheet.die), seat))
    return [*taken, Die(REDS, joker, seat)] if joker else taken


def tray(s: Record, seat: int, pen: Pen) -> Part:
    """Draw the dice, and below them what there is to choose with them."""
    if s.phase == START_DIE:
        groups = [pen.group("die-start", die((WIDTH / 2, FIRST), 0, LARGE), class_="die")]
        return Part("dice", Phrase("Dice"), (WIDTH, 52), dict(groups), "dice")
    if s.phase == WRITING:
        return Part("dice", Phrase("Numbers"), (WIDTH, 52), dict(_numbers(pen)), "dice")
    dice = _not_rolled(s) if s.phase == PRODUCTION else dice_of(s)
    changed = _changed(s, dice)
    groups = [_die(s, name, each, name == changed, pen) for name, each in _placed(dice)]
    below = _below(s, pen)
    return Part("dice", Phrase("Dice"), (WIDTH, 154 if below else 106), dict([*groups, *below]), "dice")


def _numbers(pen: Pen) -> list[tuple[str, str]]:
    """Draw the six numbers that can be written beside the main building."""
    found = []
    for face in range(1, 7):
        centre = (26.0 + 52 * (face - 1), FIRST)
        spot = Spot(f"number-{face}", "die", Phrase("Number {face}", face=face), centre)
        found.append(pen.spot(spot, _halo(centre, LARGE), die(centre, face, LARGE, "black")))
    return found


def _not_rolled(s: Record) -> dict[str, Die]:
    """Return the dice that will be rolled next, without faces."""
    sheet = s.sheets[s.roller]
    counts = {WHITES: WHITE, BLACKS: BLACK, BLUES: blue_dice(sheet), GREENS: green_dice(sheet), REDS: red_dice(sheet)}
    return {
        f"die-{COLOURS[colour]}-{place + 1}": Die(colour, 0)
        for colour, count in counts.items()
        for place in range(count)
    }


def _placed(dice: dict[str, Die]) -> list[tuple[str, tuple[Die, Point]]]:
    """Return the dice with their places: white ones above, the others below."""
    first = [(name, each) for name, each in dice.items() if each.colour == WHITES]
    second = [(name, each) for name, each in dice.items() if each.colour != WHITES]
    left_edge = (WIDTH - SECOND_PITCH * len(second)) / 2
    return [
        *((name, (each, (26.0 + 52 * i, FIRST))) for i, (name, each) in enumerate(first)),
        *((name, (each, (left_edge + SECOND_PITCH * (i + 0.5), SECOND))) for i, (name, each) in enumerate(second)),
    ]


def _changed(s: Record, dice: dict[str, Die]) -> str:
    """Return the die that support has changed this turn, or one that looks the same."""
    if not s.supported or s.phase in (PRODUCTION, SUPPORTING):
        return ""
    colour, face = divmod(int(s.supported), 10)
    return next((name for name, each in dice.items() if (each.colour, each.face) == (colour, face)), "")


def _die(s: Record, name: str, placed: tuple[Die, Point], changed: bool, pen: Pen) -> tuple[str, str]:
    each, centre = placed
    colour, size = COLOURS[each.colour], LARGE if each.colour == WHITES else SMALL
    drawn = [_halo(centre, size), die(centre, each.face, size, colour)]
    if each.colour in (BLUES, GREENS, REDS):
        drawn.append(tag("g", sign(colour, (centre[0], centre[1] + size / 2 + 6), 5), class_=colour))
    if each.taker != NOBODY:
        drawn.append(cross(centre, size * 0.3, "used-up"))
    if changed:
        drawn.append(text(centre[0] + size / 2 - 3, centre[1] - size / 2 + 1, "±", "changed"))
    corner = (centre[0] + size / 2 - 4, centre[1] - size / 2 + 3)  # what is marked there hides no pips
    spot = Spot(name, "die", told_die(each), corner, 16)
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


def _below(s: Record, pen: Pen) -> list[tuple[str, str]]:
    """Draw the two changes that support can make, or the dice of an ability."""
    if s.phase == SUPPORTING:
        return [_change("minus", -1, 106.0, pen), _change("plus", 1, 206.0, pen)]
    if s.phase not in (ABILITY_DICE, TARGET):
        return []
    sheet = s.sheets[s.roller]
    faces = shown(s.claws) or [0] * int(ability_dice(sheet))
    colour = (
        ("green" if s.target else "blue") if sheet.race == TERRAN else "black" if sheet.race == PROTOSS else "white"
    )
    left_edge = (WIDTH - SECOND_PITCH * len(faces)) / 2
    dice = [die((left_edge + SECOND_PITCH * (i + 0.5), THIRD), face, SMALL, colour) for i, face in enumerate(faces)]
    return [pen.group("ability-dice", *(tag("g", each, class_="die") for each in dice))]


def _change(name: str, change: int, x: float, pen: Pen) -> tuple[str, str]:
    body = tag("rect", x=x - 44, y=THIRD - 17, width=88, height=34, rx=17, class_="cell")
    label = Phrase("Change a die by {change}", change=f"{change:+d}")
    spot = Spot(f"change-{name}", "change", label, (x + 38, THIRD - 15), 34)
    return pen.spot(spot, body, text(x, THIRD + 1, f"{'+' if change > 0 else '−'}1", "change-text"))
