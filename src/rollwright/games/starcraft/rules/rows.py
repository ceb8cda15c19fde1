"""Rows of cells: filled from the left with O, crossed out from the left with X (SC-34). Two numbers tell all of one."""

from rollwright.core.contract import Record
from rollwright.games.starcraft.sheet import ALLOWS, HALVES, LENGTHS, MAIN, PLUS_ONE, WORKER


def has_room(sheet: Record, row: int) -> bool:
    """Say whether a row has a free cell (SC-26)."""
    return sheet.filled[row] < LENGTHS[sheet.race, row]


def can_cross(sheet: Record, row: int) -> bool:
    """Say whether a row has a cell that is not crossed out (SC-34)."""
    return sheet.crossed[row] < LENGTHS[sheet.race, row]


def standing(sheet: Record, row: int) -> int:
    """Return how many cells of a row hold an O that is not crossed out."""
    return int(sheet.filled[row]) - int(sheet.crossed[row])


def fill(sheet: Record, row: int) -> None:
    """Write an O into the first free cell of a row; a worker brings what its cell and those before it bring (SC-02)."""
    sheet.filled[row] += 1
    if row == WORKER:
        sheet.reached = sheet.filled[WORKER]


def gain(sheet: Record, row: int, cells: int) -> None:
    """Fill cells of a track; what goes beyond its end is lost (SC-22)."""
    sheet.filled[row] = min(int(sheet.filled[row]) + cells, LENGTHS[sheet.race, row])


def hit(s: Record, seat: int, row: int) -> None:
    """Cross out the first uncrossed cell of a row; if it was free, it can no longer be filled (SC-34)."""
    sheet = s.sheets[seat]
    if not can_cross(sheet, row):
        return
    if sheet.filled[row] == sheet.crossed[row]:
        sheet.wasted[row] = int(sheet.wasted[row]) | 1 << int(sheet.crossed[row])
    sheet.crossed[row] += 1
    sheet.filled[row] = max(sheet.filled[row], sheet.crossed[row])
    sheet.hits[row] += 1
    sheet.hit_by[row] = int(sheet.hit_by[row]) | 1 << int(s.roller)


def can_raise(sheet: Record, building: int, face: int) -> bool:
    """Say whether a face allows a building with room in its row: the main one needs its next number (SC-27)."""
    if not has_room(sheet, MAIN + building):
        return False
    if building == 0:
        return sheet.numbers[sheet.filled[MAIN]] == face
    return ALLOWS[face, building] == 1


def can_strike(sheet: Record, building: int, face: int) -> bool:
    """Say whether a face allows to cross out a building: of the main one, the number of its first uncrossed cell."""
    if not can_cross(sheet, MAIN + building):
        return False
    if building == 0:
        return sheet.numbers[sheet.crossed[MAIN]] == face
    return ALLOWS[face, building] == 1


def worth(sheet: Record, row: int) -> int:
    """Return what an uncrossed O of a row scores, in halves: a worker a point more, once the +1 is reached (SC-41)."""
    if row == WORKER:
        return HALVES[row] + 2 * PLUS_ONE[sheet.race, sheet.reached]
    return HALVES[row]
