"""What is counted over many games of StarCraft: Roll & Write: who began, and what each race builds and uses."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form
from rollwright.games.starcraft.ahead import is_building, is_unit, row_built
from rollwright.games.starcraft.moves import ATTACK, PASS, RAID, STRIKE, SUPPORT
from rollwright.games.starcraft.names import row_of, support_of
from rollwright.games.starcraft.rules.state import BUILDING, UNIT_STEP


def place(s: Record, seat: int) -> int:
    """Return a seat's place in the order of play, 0 for who began (SC-11)."""
    return (seat - int(s.first)) % int(s.seat_count)


def deed(s: Record, seat: int, move: int) -> Phrase | None:
    """Say what a move builds or uses, or what could be built and is not; nothing for moves that are not counted."""
    sheet = s.sheets[seat]
    if is_unit(move) or is_building(move):
        return row_of(sheet, row_built(move))
    if is_form(SUPPORT.layout, move):
        return support_of(sheet)
    if any(is_form(form.layout, move) for form in (RAID, STRIKE, ATTACK)):
        return Phrase("Ability")
    if is_form(PASS.layout, move) and s.phase == BUILDING:
        return Phrase("Build no unit") if sheet.step == UNIT_STEP else Phrase("Build no building")
    return None
