"""A position of Terminal Dispute drawn with characters, for terminals, tests and golden records."""

from collections.abc import Sequence
from itertools import zip_longest

from rollwright.core.contract import Record
from rollwright.core.face import Text
from rollwright.core.grids.hexes import neighbour
from rollwright.core.language import Phrase, Speech
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED, DOTTED, LABELS, MATRIX, ROUNDS

WIDTH = 44
"""How wide a sheet is drawn, in characters."""


def draw(s: Record, names: Sequence[Phrase], say: Speech, seats: Sequence[int]) -> str:
    """Draw the dice and the sheets of these seats."""
    sheets = [f"{_heading(say(names[seat]))}\n{_sheet(s, s.sheets[seat], say)}" for seat in seats]
    return "\n".join([_board(s, say), *sheets])


def _heading(name: str) -> str:
    return f"── {name} {'─' * max(2, WIDTH - 4 - len(name))}"


def _board(s: Record, say: Speech) -> str:
    """Draw the round and the shared dice."""
    now = int(s.round_no)
    done = ROUNDS if s.phase == rules.OVER else max(0, now - 1)
    boxes = "■" * done + "□" * (ROUNDS - done)
    head = say("Round {n} of {rounds}", n=max(1, now), rounds=ROUNDS)
    if s.phase == rules.ALLOCATION:
        dice = " ".join(map(str, s.rolled))
        return f"{head}  {boxes}  {say('dice {dice}', dice=dice)}"
    if s.phase != rules.WRITING:
        return f"{head}  {boxes}"
    nav, phone = " ".join(map(str, s.nav_spots)), " ".join(map(str, s.phone_spots))
    spots = say("navigation {nav}, phone {phone}, unused {unused}", nav=nav, phone=phone, unused=s.unused)
    return f"{head}  {boxes}  {spots}"


def _sheet(s: Record, sheet: Record, say: Speech) -> str:
    matrix, charger = matrix_lines(sheet), charger_lines(sheet)
    offset = ["", ""]  # the charger is taller: centre the matrix beside it
    left = [*offset, *matrix]
    drawn = [f"  {a:<18}{b}".rstrip() for a, b in zip_longest(left, charger, fillvalue="")]
    total = sum(int(rules.row_points(sheet, i)) + int(rules.column_points(sheet, i)) for i in range(MATRIX.rows))
    shaded = int(rules.charger_points(sheet))
    foot = say("matrix {matrix} + charger {charger} = {total}", matrix=total, charger=shaded, total=total + shaded)
    return "\n".join([*drawn, f"  {foot}", *_in_hand(s, sheet, say)])


def _in_hand(s: Record, sheet: Record, say: Speech) -> list[str]:
    """Say which dice a seat still has, and what it could do with the unused one."""
    hand = []
    if s.phase == rules.WRITING:
        nav = " ".join(str(die) for die in sheet.nav[::-1] if die) or "-"
        phone = " ".join(str(die) for die in sheet.phone[::-1] if die) or "-"
        hand.append(say("to write: {nav}   to shade: {phone}", nav=nav, phone=phone))
    unlocked = rules.abilities(sheet) + int(sheet.spent)
    tracker = "x" * int(sheet.spent) + "o" * rules.abilities(sheet) + "." * (len(DOTTED) - unlocked)
    return [f"  {'   '.join([say('unused die: {tracker}', tracker=tracker), *hand])}"]


def matrix_lines(sheet: Record) -> list[str]:
    """Draw the matrix with the points of its rows and columns."""
    letters = [MATRIX.names[column][0] for column in range(MATRIX.columns)]
    lines = [f"  {' '.join(letters)}"]
    for row in range(MATRIX.rows):
        boxes = " ".join(_box(sheet, row * MATRIX.columns + column) for column in range(MATRIX.columns))
        lines.append(f"{row + 1} {boxes}  {rules.row_points(sheet, row)}")
    columns = " ".join(str(rules.column_points(sheet, column)) for column in range(MATRIX.columns))
    return [*lines, "", f"  {columns}"]


def _box(sheet: Record, box: int) -> str:
    """Return what a box shows; a dash is one that this round's other number may not use."""
    value = int(sheet.matrix[box])
    if value == CROSSED:
        return "x"
    if value:
        return str(value)
    return "-" if sheet.nav[0] and rules.barred_boxes(sheet) >> box & 1 else "."


def charger_lines(sheet: Record) -> list[str]:
    """Draw the charger: a letter is an unshaded hex, a capital a dotted one, # and @ are the same shaded."""
    shaded = int(sheet.shaded)
    widest = max(len(row) for row in CHARGER.rows) + len("()")
    lines = []
    for number, row in enumerate(CHARGER.rows, start=1):
        west, east = _label(neighbour(CHARGER.cells[row[0]], "w")), _label(neighbour(CHARGER.cells[row[-1]], "e"))
        cells = " ".join(_hex(shaded, hex_no) for hex_no in row)
        indent = " " * (widest - len(row) - len(west))
        lines.append(f"{number} {indent}{west}{cells}{east}")
    return lines


def _label(cell: tuple[int, int]) -> str:
    """Return the label at a cell, in brackets, or nothing."""
    return "".join(f"({label})" for label, place in LABELS.items() if place == cell)


def _hex(shaded: int, hex_no: int) -> str:
    if shaded >> hex_no & 1:
        return "@" if hex_no in DOTTED else "#"
    letter = CHARGER.names[hex_no][0]
    return letter.upper() if hex_no in DOTTED else letter


TEXT = Text(draw=draw)
