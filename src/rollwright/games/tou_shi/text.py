"""A position of Tóu Shí drawn with characters, for terminals, tests and golden records."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Text
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES, STARS

WIDTH = 56
"""How wide a sheet is drawn, in characters."""


def draw(s: Record, names: Sequence[Phrase], say: Speech, seats: Sequence[int]) -> str:
    """Draw the die in hand and the sheet."""
    return "\n".join([_head(s, say), *(_sheet(s, say(names[seat]), say) for seat in seats)])


def _head(s: Record, say: Speech) -> str:
    stars = "*" * int(s.stars) + "x" * (STARS - int(s.stars))
    head = say("Round {n}   stars {stars}   open boxes {boxes}", n=s.round_no, stars=stars, boxes=s.boxes)
    if s.phase in (rules.FIRST_SQUARE, rules.DICE):
        return f"{head}   {DICE[s.die]}"
    if s.rolled:
        return f"{head}   {DICE[s.die]}: {s.rolled}"
    return head


def _sheet(s: Record, name: str, say: Speech) -> str:
    lines = [f"── {name} {'─' * max(2, WIDTH - 4 - len(name))}", *grid_lines(s), "", *box_lines(s)]
    lines.append(say("Points: {points}", points=points(rules.score(s, 0))))
    return "\n".join(f"  {line}".rstrip() if at else line for at, line in enumerate(lines))


def grid_lines(s: Record) -> list[str]:
    """Draw the grid, with what each row and column lacks at its edge (TS-04)."""
    lines = ["   " + "".join(f"{GRID.names[column][0]:^4}" for column in range(GRID.columns))]
    for row in range(GRID.rows):
        squares = "".join(_square(s, row * GRID.columns + column) for column in range(GRID.columns))
        lines.append(f"{row + 1}  {squares}  {_lacking(int(s.row_kinds[row]))}")
    for kind in range(KINDS):
        lacking = "".join(
            f"{'' if int(s.column_kinds[column]) >> kind & 1 else SIDES[kind]:^4}" for column in range(GRID.columns)
        )
        lines.append(f"   {lacking}")
    return lines


def _lacking(kinds: int) -> str:
    return " ".join(str(SIDES[kind]) if not kinds >> kind & 1 else " " * len(str(SIDES[kind])) for kind in range(KINDS))


def _square(s: Record, square: int) -> str:
    """Return what a square shows: the die by its sides; brackets hold the marker, arrows the square that is chosen."""
    kind = int(s.grid[square])
    shown = str(SIDES[kind - 1]) if kind else "·"
    if square == s.marker:
        return f"[{shown}]".center(4)
    return f">{shown}<".center(4) if square == s.target else shown.center(4)


def box_lines(s: Record) -> list[str]:
    """Draw the open boxes, a line a die; a plus is a box that is there twice."""
    lines = []
    for kind, die in enumerate(DICE):
        boxes = [_box(s, kind, number) for number in range(1, SIDES[kind] + 1)]
        lines.append(f"{die:<5}{''.join(boxes)}")
    return lines


def _box(s: Record, kind: int, number: int) -> str:
    if int(s.second[kind]) >> number & 1:
        return f"{number}+".rjust(3)
    return (f"{number} " if int(s.open[kind]) >> number & 1 else "- ").rjust(3)


TEXT = Text(draw=draw)
