"""The others at a glance: what stands on their boards, which are open to everybody; and the map very small."""

from functools import cache, partial

from rollwright.core.language import Phrase, player
from rollwright.games.rolling_pyramids.names import faction_title, upgrade_title
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    COLOSSUS,
    FOOT_GROUPS,
    FOOT_ONE,
    GROUPS,
    HERO,
    LEGION,
    PARTS,
    PLACES,
    SPACES,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.pictograms import FOOTMAN_GLYPH, PART_GLYPHS, emblem, tile
from rollwright.games.rolling_pyramids.view.places import space_spot
from rollwright.games.rolling_pyramids.view.shapes import side_class, start_text, wrapped
from rollwright.games.rolling_pyramids.view.shows import (
    ARMIES_AND_HERO,
    RIVAL,
    RIVAL_ARMY,
    RIVAL_BOUGHT,
    RIVAL_FOOT,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Template
from rollwright.view.marks import hexagon
from rollwright.view.svg import tag

Drawn = tuple[str, str]

WIDTH, TALL = 560, 136
COLUMNS = {HERO: (12, ""), LEGION: (86, "<"), COLOSSUS: (208, " "), BOMB: (330, ">")}
"""Where hero and armies stand, and what is written between their numbers."""
FOOT_COLUMN = 452
TILE = 34


def rivals(seat: int, factions: tuple[int, ...]) -> PartTemplate:
    """Return the boards of the others in a few lines each, beginning with the next seat."""
    others = [(seat + step) % len(factions) for step in range(1, len(factions))]
    groups = [each for place, other in enumerate(others) for each in _rival(place, other, factions[other])]
    heading = Heading(Phrase("Boards of the others"), (WIDTH, TALL * len(others)), Phrase("Others"))
    return PartTemplate("rivals", heading, groups, pictured=False)


@cache
def _rival(place: int, other: int, faction: int) -> list[Groups]:
    """Return a board in a few lines."""
    name, y = f"rival-{other + 1}", TALL * place
    return [
        Groups(RIVAL + place, [name], partial(_frame, name, y, other, faction)),
        Groups(
            RIVAL_ARMY + place * ARMIES_AND_HERO, [f"{name}-{PARTS[part]}" for part in COLUMNS], partial(_army, name, y)
        ),
        Groups(
            RIVAL_FOOT + place * FOOT_GROUPS,
            [f"{name}-{GROUPS[FOOT_ONE + group]}" for group in range(FOOT_GROUPS)],
            partial(_footmen, name, y),
        ),
        Groups(RIVAL_BOUGHT + place, [f"{name}-upgrades"], partial(_upgrades, name, y)),
    ]


def _frame(name: str, y: int, other: int, faction: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw what does not change: whose board it is, and what its numbers are."""
    drawn = [
        tag("rect", x=4, y=y + 4, width=WIDTH - 8, height=TALL - 8, rx=12, class_="strip"),
        emblem(0, (faction,), (30, y + 30), 19),
        start_text(58, y + 31, f"{pen.say(player(other))} · {pen.say(faction_title(faction))}", "row-name"),
    ]
    places = [*((PART_GLYPHS[part], x) for part, (x, _) in COLUMNS.items()), (FOOTMAN_GLYPH, FOOT_COLUMN)]
    drawn += [tile(sign, (x + TILE / 2, y + 74), TILE, pen) for sign, x in places]
    return pen.group(name, *drawn, class_=side_class(other, pen))


def _army(name: str, y: int, part: int, code: int, pen: Pen) -> Drawn:
    """Write the numbers of hero or an army."""
    x, sign = COLUMNS[part]
    found = [code] if part == HERO else [code >> 8, code >> 4 & 15, code & 15]
    numbers = sign.join(str(number or "·") for number in found)
    return pen.group(f"{name}-{PARTS[part]}", start_text(x + TILE + 7, y + 75, numbers, "rival-numbers"))


def _footmen(name: str, y: int, group: int, men: int, pen: Pen) -> Drawn:
    """Write how many men of a group march every round."""
    written = start_text(FOOT_COLUMN + TILE + 7 + 30 * group, y + 75, men, "rival-numbers")
    return pen.group(f"{name}-{GROUPS[FOOT_ONE + group]}", written)


def _upgrades(name: str, y: int, place: int, code: int, pen: Pen) -> Drawn:
    """Write what is bought, and what could be."""
    pairs = code >> len(UPGRADES)
    told = [pen.say(upgrade_title(upgrade)) for upgrade in range(len(UPGRADES)) if code >> upgrade & 1]
    if pairs:
        told.append(pen.say(Phrase("pairs to spend: {n}", n=pairs)))
    lines = wrapped(", ".join(told) or pen.say(Phrase("no upgrades yet")), 56)[:2]
    drawn = [start_text(14, y + 108 + 17 * line, words, "needs") for line, words in enumerate(lines)]
    return pen.group(f"{name}-upgrades", *drawn)


@cache
def thumbnail(seat: int) -> Template:
    """Return the map very small: what a seat controls is full."""
    spaces = Groups(0, [space_spot(space) for space in range(SPACES)], partial(_small_space, seat))
    return Template([PartTemplate("thumbnail", Heading(Phrase("Map"), (100, 88)), [spaces])])


def _small_space(seat: int, space: int, held: int, pen: Pen) -> Drawn:
    x, y = PLACES[space]
    drawn = hexagon((50 + 18 * x, 44 + 15.6 * y), 9.6, "mini held" if held else "mini")
    return pen.group(space_spot(space), drawn, class_=f"side-{seat}" if held else "")
