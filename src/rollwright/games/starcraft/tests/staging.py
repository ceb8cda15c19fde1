"""Tables set up for the tests of StarCraft, and what is read from them."""

from collections.abc import Callable

from rollwright.core.contract import Record
from rollwright.games.starcraft.tests.reference import COLOURS, RACES, ROWS, SHEETS
from rollwright.table import Rolled, Table
from rollwright.testing import opened

NAME = "starcraft"


def begun(*races: str, numbers: str = "2 5 5", first: int = 1, leftovers: str = "taken") -> Table:
    """Open a table whose numbers are written, the same ones for everybody: the first turn's dice are due."""
    table = opened(NAME, len(races), first, race=list(races), leftovers=leftovers)
    table.rolls_itself = False
    for seat in range(len(races)):
        play(table, seat, *(f"number {face}" for face in numbers.split()))
    return table


def arrange(table: Table, seat: int, *rows: str, support: int | None = None, ability: int | None = None) -> Table:
    """Fill rows (``scv OO``, ``gas XXO``, ``minerals 40``) and leave uses of support and ability to a seat.

    An X here is a cell crossed while it was empty; ``scv Q`` is a worker that is crossed out.
    """
    sheet = table.position.sheets[seat]
    for text in rows:
        name, marks = text.split()
        marks = "O" * int(marks) if marks.isdigit() else marks
        row = row_number(sheet, name)
        sheet.filled[row], sheet.crossed[row] = len(marks), len(marks.rstrip("O"))
        if row == 0:
            sheet.reached = len(marks.rstrip("X"))
    if support is not None:
        sheet.supports = 3 - support
    if ability is not None:
        sheet.abilities = 3 - ability
    return table


def rolled(
    table: Table, *, blue: str = "1", white: str = "1 1 2 2 4 4", black: str = "1 1", green: str = "", red: str = ""
) -> Table:
    """Let a turn's dice fall, which must be exactly those that are due."""
    table.roll([int(face) for face in f"{blue} {white} {black} {green} {red}".split()])
    return table


def laid(table: Table, white: str = "", black: str = "", blue: str = "", green: str = "", red: str = "") -> Table:
    """Let a turn's dice be these, however many, and support have been passed on."""
    table.roll([1] * len(table.dice_due))
    faces = dict(zip(COLOURS, (white, black, blue, green, red), strict=True))
    for number, colour in enumerate(COLOURS):
        table.position.dice[number] = [faces[colour].split().count(str(face)) for face in range(7)]
    return play(table, table.roller, "pass")


def in_tactics(table: Table) -> Table:
    """Let a turn's dice be good for nothing, so that only tactics are left."""
    return laid(table)


def play(table: Table, seat: int, *texts: str) -> Table:
    for text in texts:
        table.play(seat, text, exact=True)
    return table


def row_number(sheet: Record, name: str) -> int:
    return ROWS[RACES[sheet.race]].split().index(name)


def cells(table: Table, seat: int, name: str) -> str:
    """Draw a row: ``XXO...`` has two cells crossed, then an O, then free cells."""
    sheet = table.position.sheets[seat]
    row = row_number(sheet, name)
    crossed, filled = int(sheet.crossed[row]), int(sheet.filled[row])
    length = SHEETS[RACES[sheet.race]][name][0]
    assert 0 <= crossed <= filled <= length, f"{name}: {crossed} crossed, {filled} filled, of {length}"
    return "X" * crossed + "O" * (filled - crossed) + "." * (length - filled)


def gained(table: Table, seat: int) -> tuple[int, int]:
    """Return a seat's minerals and gas."""
    return cells(table, seat, "minerals").count("O"), cells(table, seat, "gas").count("O")


def dice(table: Table) -> dict[str, str]:
    """Return the dice that are not set aside, by colour."""
    counts = table.position.dice
    return {
        colour: " ".join(str(face) for face in range(1, 7) for _ in range(counts[number][face]))
        for number, colour in enumerate(COLOURS)
        if any(counts[number])
    }


def asked(table: Table) -> list[tuple[int, str]]:
    """Return who is asked, and for what: told from the moves that are offered besides a pass."""
    return [(seat, next(text.split()[0] for text in table.legal(seat) if text != "pass")) for seat in table.waiting]


def trains(table: Table, seat: int = 0) -> list[str]:
    """Return the combinations that a seat is offered."""
    return sorted(text.removeprefix("train ") for text in table.legal(seat) if text.startswith("train"))


def builds(table: Table, seat: int = 0) -> list[str]:
    """Return the buildings that a seat is offered, and the die for each."""
    return sorted(text.removeprefix("build ") for text in table.legal(seat) if text.startswith("build"))


def rolls(table: Table) -> list[tuple[int, ...]]:
    """Return the dice that were rolled, as their faces."""
    return [event.faces for event in table.log if isinstance(event, Rolled)]


def writing(*races: str) -> Table:
    """Open a table whose numbers are to be written."""
    table = opened(NAME, len(races), 1, race=list(races))
    table.rolls_itself = False
    return table


def striking(face: int, *others: str) -> Table:
    """Let Ann, a Protoss, have struck with a black die."""
    table = play(in_tactics(begun("protoss", *others)), 0, "ability")
    table.roll([face])
    return table


def attacking(*faces: int, rows: tuple[str, ...] = ()) -> Table:
    """Let Ann, a Zerg, have attacked Bob, a Terran, with four dice; Cem plays the Protoss."""
    table = arrange(begun("zerg", "terran", "protoss"), 1, *rows)
    play(in_tactics(table), 0, "ability against 2")
    if faces:
        table.roll(faces)
    return table


def with_red(red: str, *rows: str, **dice: str) -> Table:
    """Let Ann, a Terran who has the red die, be asked what it mines."""
    return laid(arrange(begun("terran", "zerg"), 0, "scv 7", *rows), red=red, **dice)


def ended(*rows: list[str]) -> Table:
    """End a game of Terrans with these rows."""
    table = begun(*(["terran"] * len(rows)))
    table.position.round_no = 12
    for seat, own in enumerate(rows):
        play(in_tactics(arrange(table, seat, *own)), seat, "pass")
    assert table.over
    return table


STAGED: dict[str, Callable[[], Table]] = {
    "rolling": lambda: begun("terran", "zerg"),
    "writing": lambda: writing("zerg", "zerg"),
    "written": lambda: play(writing("zerg", "zerg"), 0, *["number 1"] * 3),
    "supporting": lambda: rolled(begun("terran", "zerg"), white="1 1 2 2 4 6", black="1 6"),
    "supported": lambda: play(rolled(arrange(begun("terran", "zerg"), 0, support=1)), 0, "support white 1 +1"),
    "unsupported": lambda: rolled(arrange(begun("terran", "zerg"), 0, support=0)),
    "mining": lambda: with_red("3", "gas 30", white="3 4 4", black="1 5"),
    "training": lambda: play(with_red("3", "marine 6", "starport 8", white="1 3 4 4 5 5", black="1 5"), 0, "pass"),
    "training without the ability": lambda: arrange(staged("training"), 0, ability=0),
    "training with a red 1": lambda: with_red("1", white="1 1"),
    "training, the red die used": lambda: play(staged("mining"), 0, "red minerals"),
    "raising": lambda: play(staged("training"), 0, "train 5-5"),
    "tactics": lambda: in_tactics(begun("terran", "zerg")),
    "zerg tactics": lambda: in_tactics(begun("zerg", "terran")),
    "struck": lambda: arrange(striking(1, "terran", "zerg"), 1, "barracks XXXX"),
    "attacked": lambda: attacking(1, 1, 1, 3, rows=("tank XXXX",)),
    "over": lambda: ended([], []),
}


def staged(name: str) -> Table:
    """Return a table at which Ann, the first player, has come so far."""
    return STAGED[name]()
