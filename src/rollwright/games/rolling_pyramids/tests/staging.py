"""Tables set up for the tests of Rolling Pyramids, and what is read from them."""

from collections.abc import Callable

from rollwright.core.contract import Record
from rollwright.core.dice import ScriptedDice
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.tests.reference import (
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
from rollwright.testing.playthroughs import Playthrough, Walk

SIDES = "1234p"
"""Whom the number of an owner means: four players and the Pharaoh."""
GROUPS = ("heroes", "legion", "colossus", "bomb", "footmen-1", "footmen-2", "kept")
PART_AT = {"hero": 0, "legion": 1, "colossus": 4, "bomb": 7}


def new_table(*factions: str, first: int = 1, map_name: str = "inner", **chosen: str) -> Table:
    """Open a table whose start die has fallen."""
    options = {"faction": list(factions or FACTIONS[:2]), "map": map_name, **chosen}
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


def alone(faction: str = "rashar", *, map_name: str = "4x", zone: str = "a", **chosen: str) -> Table:
    """Open a table for one player, against the Pharaoh."""
    return new_table(faction, first="abcd".index(zone) + 1, map_name=map_name, **chosen)


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


# Moments of a game

HALF_FILLED = ("hero 4", "legion 3 . 6", "bomb . 4 .", "colossus 3 . .", "pair-1 4 .", "footmen-1 T1 T2 T3 T4 R1")


def unopened(*factions: str, map_name: str = "inner") -> Table:
    """Return a table whose start die has not fallen."""
    options = {"faction": list(factions), "map": map_name}
    return Table(open_game(NAME), len(factions), ScriptedDice(()), options, rolls_itself=False)


def drafting(*rows: str, land: tuple[str, ...] = (), factions: tuple[str, ...] = FACTIONS[:2]) -> Table:
    """Let Ann take the first die: her own show 3, 3, 5 and 8, those of Bob 2, 2, 7 and 7."""
    return rolled(arrange(write(begun(*factions), 0, *rows), *land), "3 3 5 8 2 2 7 7")


def developing(*rows: str) -> Table:
    """Let Ann have completed a pair when the draft is over."""
    return discard_all(rolled(write(begun(), 0, "pair-1 1 6", *rows)))


def crossing(*rows: str) -> Table:
    """Let Ann, who starts in zone A, have taken spaces 8 and 19."""
    table = deploying(write(begun(), 0, *rows))
    return fight(table, "1 footmen-1 8 = 1", "1 footmen-2 19 = 1")


def placing(*rows: str, placed: str = "") -> Table:
    """Let Ann hold space 8, with ram and umbrella to place."""
    table = arrange(write(begun(), 0, "upgrade ram", "upgrade umbrella", *rows), "8 1 2")
    return finish(deploying(device(table, 0, placed) if placed else table), "ready")


def spoils(*stacks: str) -> Table:
    """Let the Pharaoh have marched with two men, and Ann be brought some."""
    return finish(deploying(arrange(alone(), *stacks)), "ready")


def ended(seats: int = 2, points: tuple[int, ...] = (0, 0)) -> Table:
    """End a game with these points."""
    table = begun(*FACTIONS[:seats])
    table.position.round_no = 10
    for seat, number in enumerate(points):
        table.position.sheets[seat].points = number
    return finish(deploying(table), "ready")


STAGED: dict[str, Callable[[], Table]] = {
    "rolling": begun,
    "choosing": lambda: play(new_table(), 1, "zone c"),
    "drafting": drafting,
    "half filled": lambda: drafting(*HALF_FILLED),
    "with a factory": lambda: drafting("legion . . 8", land=("4 1 1",)),
    "developing": lambda: developing("upgrade ram"),
    "developing alone": lambda: discard_all(rolled(write(alone(), 0, "pair-1 1 6"))),
    "deploying": lambda: deploying(begun()),
    "one sent": lambda: play(deploying(begun()), 0, "send footmen-1 8"),
    "deploying alone": lambda: deploying(alone()),
    "crossing": lambda: crossing("footmen-1 T2"),
    "spoils": lambda: spoils("2 1 9", "8 1 3"),
    "some kept": lambda: play(spoils("2 1 9", "8 1 3"), 0, "keep 8"),
    "placing": placing,
    "placing more": lambda: placing(placed="spikes 8-a"),
    "over": ended,
}


def staged(name: str) -> Table:
    """Return a table at which Ann, the first player, has come so far."""
    return STAGED[name]()


PLAIN = ("anubians", "rashar", "sobeccians")
"""Factions without a device or a hero in these battles: their men are all alike."""


def war(*stacks: str, factions: tuple[str, ...] = PLAIN, zones: str = "acbd") -> Table:
    """Open a table where units stand like this when orders are given."""
    return arrange(deploying(begun(*factions, zones=zones)), *stacks)


SETTINGS = [(2, "inner", 1), (3, "outer", 2), (4, "4x", 3), (1, "4x", 4), (1, "inner", 5)]


def games(seats: int, name: str, seed: int) -> Walk:
    """Begin a random game."""
    game = open_game(NAME)
    setting = {"map": [name], "faction": [FACTIONS[(seat + seed) % 4] for seat in range(seats)]}
    return Walk(game, Playthrough(seats, setting, seed), game.rules())


def marching(*stacks: str, dice: str = "2 4 4 6") -> Table:
    """Let Ann take and discard these dice in the campaign, and orders be due."""
    faces = dice.split()
    table = rolled(arrange(alone(), *stacks), " ".join(faces))
    play(table, 0, *(f"discard 1d{4 if n < 2 else 8}-{face}" for n, face in enumerate(faces)))
    return finish(table, "done")
