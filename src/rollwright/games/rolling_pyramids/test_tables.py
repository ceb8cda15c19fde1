"""Tables set up for the tests of Rolling Pyramids. It holds no tests itself."""

from rollwright.core.contract import Record
from rollwright.core.dice import ScriptedDice
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.test_paper import (
    BORDERS,
    FACTIONS,
    NAME,
    NUMBERED,
    SHAPES,
    SPACES,
    TRACKS,
    UPGRADES,
)
from rollwright.table import Table

SIDES = "1234p"
"""Whom the number of an owner means: four players and the Pharaoh."""
GROUPS = ("heroes", "legion", "colossus", "bomb", "footmen-1", "footmen-2", "kept")
PART_AT = {"hero": 0, "legion": 1, "colossus": 4, "bomb": 7}


def new_table(*factions: str, first: int = 1, map_name: str = "inner") -> Table:
    """Open a table whose start die has fallen."""
    options = {"faction": list(factions or FACTIONS[:2]), "map": map_name}
    table = Table(open_game(NAME), len(options["faction"]), ScriptedDice(()), options, rolls_itself=False)
    table.roll([first])
    return table


def begun(*factions: str, first: int = 1, map_name: str = "inner", zones: str = "acbd") -> Table:
    """Open a table whose start zones are taken, the first of them by player 1: the first round's dice are due."""
    table = new_table(*factions, first=first, map_name=map_name)
    while table.waiting:
        (seat,) = table.waiting
        play(table, seat, f"zone {zones[seat]}")
    return table


def alone(faction: str = "rashar", *, map_name: str = "4x", zone: str = "a") -> Table:
    """Open a table for one player, against the Pharaoh."""
    return new_table(faction, first="abcd".index(zone) + 1, map_name=map_name)


def play(table: Table, seat: int, *texts: str) -> Table:
    for text in texts:
        table.play(seat, text, exact=True)
    return table


# The draft and the boards


def rolled(table: Table, *dice: str) -> Table:
    """Let the dice fall: two d4 and two d8 for each colour, ones where nothing is said."""
    faces = [int(face) for face in " ".join(dice).split()]
    table.roll(faces + [1] * (len(table.dice_due) - len(faces)))
    return table


def write(table: Table, seat: int, *rows: str) -> Table:
    """Fill a board: ``legion 3 . 5``, ``hero 4``, ``pair-2 1 6``, ``footmen-1 T1 T2``, ``upgrade legion-line``."""
    sheet = table.position.sheets[seat]
    for row in rows:
        name, *rest = row.split()
        numbers = [0 if each == "." else int(each) for each in rest if each == "." or each.isdigit()]
        if name in PART_AT:
            sheet.written[PART_AT[name] : PART_AT[name] + len(numbers)] = numbers
        elif name.startswith("pair"):
            sheet.low[int(name[-1]) - 1], sheet.high[int(name[-1]) - 1] = numbers
        elif name.startswith("footmen"):
            sheet.crossed[int(name[-1]) - 1] = sum(1 << track_of(name).index(space) for space in rest)
        else:
            sheet.upgrades[UPGRADES.index(rest[0])] = 1
    return table


def track_of(group: str) -> list[str]:
    return " ".join(spaces for spaces, _ in TRACKS[group]).split()


def board(table: Table, seat: int, name: str) -> str:
    """Read a part of a board, written as `write` takes it."""
    sheet = table.position.sheets[seat]
    if name in PART_AT:
        found = sheet.written[PART_AT[name] : PART_AT[name] + len(SHAPES[name])].tolist()
    elif name.startswith("pair"):
        found = [int(sheet.low[int(name[-1]) - 1]), int(sheet.high[int(name[-1]) - 1])]
    else:
        crossed = int(sheet.crossed[int(name[-1]) - 1])
        return " ".join(space for place, space in enumerate(track_of(name)) if crossed >> place & 1)
    return " ".join(str(number) if number else "." for number in found)


def writes(table: Table, slot: str, die: str) -> str:
    """Return the numbers that the seat on turn can write with a die into a slot."""
    (seat,) = table.waiting
    words = [text.split() for text in table.legal(seat)]
    return " ".join(sorted(each[1] for each in words if each[0] == "write" and (each[2], each[-1]) == (slot, die)))


def discard_all(table: Table) -> Table:
    """Let everybody discard dice until the draft is over."""
    while texts := [text for seat in table.waiting for text in table.legal(seat) if text.startswith("discard")]:
        play(table, table.waiting[0], texts[0])
    return table


def deploying(table: Table) -> Table:
    """Let the dice of a round be worth nothing, so that orders are due."""
    discard_all(rolled(table) if table.dice_due else table)
    finish(table, "done")
    return table


def finish(table: Table, text: str) -> Table:
    """Let everybody who may do so say that they are done, or ready."""
    while seats := [seat for seat in table.waiting if text in table.legal(seat)]:
        play(table, seats[0], text)
    return table


# The land and the orders


def arrange(table: Table, *stacks: str) -> Table:
    """Put units on the land, men and heroes: ``12 1 3+2``, ``1 p 20``."""
    for stack in stacks:
        space, side, units = stack.split()
        men, _, heroes = units.partition("+")
        number = SPACES.index(space)
        table.position.land.owner[number] = SIDES.index(side)
        table.position.land.men[number], table.position.land.heroes[number] = int(men), int(heroes or 0)
    return table


def stack_of(land: Record, space: str) -> str:
    """Read a space of the land, as `arrange` writes it; nothing if it is nobody's."""
    number = SPACES.index(space)
    owner, men, heroes = int(land.owner[number]), int(land.men[number]), int(land.heroes[number])
    if owner < 0:
        assert (men, heroes) == (0, 0), "nobody's units"
        return ""
    return f"{SIDES[owner]} {men}" + (f"+{heroes}" if heroes else "")


def held(table: Table, space: str) -> str:
    return stack_of(table.position.land, space)


def strengths(table: Table, seat: int) -> dict[str, int]:
    """Return the groups that are ready to be sent."""
    return {name: men for name, men in zip(GROUPS, table.position.sheets[seat].group.tolist(), strict=True) if men}


def device(table: Table, seat: int, *texts: str) -> Table:
    """Let a seat have placed devices in the round before: ``ram 4-12``, ``umbrella 9``."""
    for text in texts:
        name, at = text.split()
        number = ("ram", "spikes", "umbrella").index(name)
        sheet = table.position.sheets[seat]
        sheet.upgrades[UPGRADES.index(name)] = 1
        sheet.devices[number] = 1 + (NUMBERED if name == "umbrella" else BORDERS).index(at)
        sheet.placed[number] = table.round_no - 1
    return table


def fight(table: Table, *orders: str) -> Table:
    """Send groups of any strength, and open the orders: ``1 legion 12 = 5``."""
    for order in orders:
        who, group, space, _, men = order.split()
        table.position.sheets[int(who) - 1].group[GROUPS.index(group)] = int(men)
        play(table, int(who) - 1, f"send {group} {space}")
    return finish(table, "ready")


def kinds(table: Table, seat: int) -> set[str]:
    """Return what kinds of moves a seat is offered."""
    return {text.split()[0] for text in table.legal(seat)}
