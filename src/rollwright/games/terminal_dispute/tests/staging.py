"""Tables set up for the tests of Terminal Dispute, and what is read from them."""

from random import Random

from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED
from rollwright.table import Table
from rollwright.testing import opened

NAME = "terminal_dispute"


def at_writing(nav: str, unused: int, phone: str, seats: int = 1) -> Table:
    """Open a table in round 1, the dice allocated: ``at_writing("3 5", 6, "3 4")``."""
    faces = [int(face) for face in f"{nav} {phone} {unused}".split()]
    table = opened(NAME, seats, *faces, *[1] * 500, **({"start": "1"} if seats > 1 else {}))
    table.play(0, f"allocate nav {nav} phone {phone}")
    return table


def arrange(table: Table, seat: int = 0, matrix: str = "", shaded: str = "") -> Table:
    """Put numbers (``. 3 x`` row by row) and shaded hexes (by name) on a sheet."""
    sheet = table.position.sheets[seat]
    for box, mark in enumerate(matrix.split()):
        sheet.matrix[box] = CROSSED if mark == "x" else 0 if mark == "." else int(mark)
    sheet.shaded = sum(1 << CHARGER.index(name) for name in shaded.split())
    return table


def starting(table: Table, *words: str, seat: int = 0) -> list[str]:
    """Return the legal moves that begin with one of these words."""
    return [text for text in table.legal(seat) if text.split()[0] in words]


def shaded_hexes(table: Table, seat: int = 0) -> set[str]:
    bits = int(table.position.sheets[seat].shaded)
    return {name for number, name in enumerate(CHARGER.names) if bits >> number & 1}


def finish_writing(table: Table, seat: int) -> None:
    """Let a seat use all its dice, whichever way comes first."""
    while seat in table.waiting and table.position.phase == rules.WRITING:
        moves = [text for text in table.legal(seat) if not text.startswith("unused")]
        table.play(seat, moves[0])


def play_randomly(table: Table, seed: int) -> Table:
    random = Random(seed)
    while not table.over:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    return table


def lines_of(table: Table, seat: int = 0) -> dict[str, set[str]]:
    """Return what each legal line would shade."""
    before = shaded_hexes(table, seat)
    drawn = {}
    for text in starting(table, "line", seat=seat):
        position = table.position.copy()
        table.rules.play(position, seat, table.read(seat, text))
        bits = int(position.sheets[seat].shaded)
        drawn[text] = {name for number, name in enumerate(CHARGER.names) if bits >> number & 1} - before
    return drawn
