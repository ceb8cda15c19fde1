"""How the dice are drawn: loose ones to be shared out, and three bays for those that are."""

from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute.rules import ROLLED
from rollwright.games.terminal_dispute.view.shows import LOOSE, PLACED, TRAY, USED, ZONE
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import die
from rollwright.view.svg import path, tag

Drawn = tuple[str, str]

DIE = 64
STEP, LOOSE_STEP = 74, 64
"""How far apart dice lie: in a bay so far that its middle stays free, where a second die is dropped."""
HEIGHT = 68
MIDDLE = 34.0
BAYS = {"nav": 2, "unused": 1, "phone": 2}
"""The bays, and how many dice each has room for."""
PLACES = (("nav", 0), ("nav", 1), ("unused", 0), ("phone", 0), ("phone", 1))
"""The places of dice that are allocated: a bay, and which of its dice."""


def tray(paper: bool) -> list[PartTemplate]:
    """Return the parts of the tray; on paper there are only places to put dice."""
    names = (Phrase("Navigation"), Phrase("Unused"), Phrase("Phone"))
    bays = [_bay(i, bay, name, paper) for i, (bay, name) in enumerate(zip(BAYS, names, strict=True))]
    loose = Groups(TRAY, [f"die-{i + 1}" for i in range(ROLLED)], _loose_die)
    return bays if paper else [PartTemplate("dice", _loose_heading, [loose], "dice", LOOSE), *bays]


def _bay(number: int, bay: str, name: Phrase, paper: bool) -> PartTemplate:
    def zone(place: int, code: int, pen: Pen) -> Drawn:
        return _zone(bay, name, code, pen)

    def placed(place: int, code: int, pen: Pen) -> Drawn:
        return _placed_die(bay, place, code, pen)

    groups = [Groups(ZONE + number, [f"zone-{bay}"], zone)]
    if not paper:
        names = [die_name(each, place) for each, place in PLACES if each == bay]
        groups.append(Groups(PLACED + PLACES.index((bay, 0)), names, placed))

    return PartTemplate(f"bay-{bay}", Heading(name, (STEP * BAYS[bay], HEIGHT), name), groups, "dice")


def _at(place: int, step: int = STEP) -> tuple[float, float]:
    return step / 2 + step * place, MIDDLE


def _loose_heading(dice: int, pen: Pen) -> Heading:
    return Heading(Phrase("Dice"), (LOOSE_STEP * max(1, dice), HEIGHT), Phrase("Dice"))


def _loose_die(i: int, face: int, pen: Pen) -> Drawn:
    rolled = Phrase("Die {n} of {dice}: {face}", n=i + 1, dice=ROLLED, face=face)
    label = rolled if face else Phrase("A die, not rolled yet")
    at = _at(i, LOOSE_STEP)
    return pen.spot(Spot(f"die-{i + 1}", "die", label, at, DIE, drag=True), die(at, face, DIE))


def _zone(bay: str, name: Phrase, is_open: int, pen: Pen) -> Drawn:
    """Draw a bay: dashed places for its dice until they lie there."""
    places = tuple(_at(place) for place in range(BAYS[bay]))
    half = DIE / 2 - 2
    drawn = []
    if is_open:
        drawn.append(tag("rect", width=STEP * BAYS[bay], height=HEIGHT, rx=12, class_="zone-floor"))
        drawn += [
            tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=12, class_="zone-body")
            for x, y in places
        ]
    middle = (sum(x for x, _ in places) / len(places), MIDDLE)
    return pen.spot(Spot(f"zone-{bay}", "zone", name, middle, DIE, places=places), *drawn)


def _placed_die(bay: str, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a die as a seat has it: struck out if it is used."""
    face, used = code % USED, code > USED
    label = _die_label(bay, face)
    label = Phrase("{die}, used", die=label) if used else label
    at = _at(place)
    spot = Spot(die_name(bay, place), "die", label, at, DIE, drag=True)
    drawn = die(at, face, DIE, "spare" if bay == "unused" else "")
    return pen.spot(spot, drawn, _strike(*at) if used else "", class_="used" if used else "")


def _strike(x: float, y: float) -> str:
    reach = DIE * 0.36
    return tag("g", path([(x - reach, y + reach), (x + reach, y - reach)], "stroke"), class_="used-up")


def die_name(bay: str, place: int) -> str:
    """Return what a die in a bay is called among the spots."""
    return "unused" if bay == "unused" else f"{bay}-{place + 1}"


def _die_label(bay: str, face: int) -> Phrase:
    if bay == "nav":
        return Phrase("Navigation die {face}", face=face)
    return Phrase("Phone die {face}", face=face) if bay == "phone" else Phrase("Unused die {face}", face=face)
