"""How the guide weighs abilities: the last turns are their time, as there is ever more to be crossed out."""

from rollwright.core.contract import Record
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.prefer.cell_worths import POINT
from rollwright.games.starcraft.rules import score
from rollwright.games.starcraft.rules.rows import has_room, standing
from rollwright.games.starcraft.rules.state import ATTACK, CROSS_BUILDING, CROSS_UNIT, RAID
from rollwright.games.starcraft.sheet import ABILITIES, BUILDINGS, HALVES, MAIN, MINERALS, PLUS_ONE, UNITS, WORKER


def using(s: Record, seat: int, move: int, turns: int) -> int:
    """Weigh a use of the ability with so many own turns to come: only when it is now or never."""
    if ABILITIES - int(s.sheets[seat].abilities) <= turns:
        return -1
    if is_form(RAID, move):
        row = MINERALS + part(RAID, move, 0)
        return 1 + HALVES[row] if has_room(s.sheets[seat], row) else 1
    if is_form(ATTACK, move):
        return 1 + score(s, part(ATTACK, move, 0))
    return 1


def crossing(s: Record, move: int) -> int:
    """Weigh what to cross out: what scores most, and of the player who leads."""
    rival = int(s.target)
    if is_form(CROSS_BUILDING, move):
        rival = part(CROSS_BUILDING, move, 1)
        row = MAIN + part(CROSS_BUILDING, move, 0) % BUILDINGS
    else:
        row = part(CROSS_UNIT, move, 0) % UNITS
    sheet = s.sheets[rival]
    worth = HALVES[row]
    if row == WORKER:
        worth += 2 * PLUS_ONE[sheet.race, sheet.reached]
    if standing(sheet, row) <= 0:
        worth //= 4
    return int(worth) * POINT // 2 + score(s, rival) * POINT // 4
