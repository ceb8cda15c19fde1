"""Why one move of StarCraft: Roll & Write was better than another, where that can be told in a sentence."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.core.moves import is_form
from rollwright.games.starcraft.ahead import is_building, is_unit, members, row_built, rows_open, rows_open_after
from rollwright.games.starcraft.moves import ATTACK, MINE, PASS, RAID, STRIKE, SUPPORT
from rollwright.games.starcraft.names import row_of
from rollwright.games.starcraft.sheet import WORKER


def reason(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Say why the best move was better than the one that was played."""
    sheet = s.sheets[seat]
    if is_form(SUPPORT.layout, best):
        opened = rows_open_after(s, seat, best) & ~rows_open(s, seat)
        if is_form(SUPPORT.layout, played):  # what both open tells nothing
            opened &= ~rows_open_after(s, seat, played)
        rows = series(row_of(sheet, row) for row in members(opened))
        return Phrase("The changed die opens {rows}.", rows=rows) if opened else None
    if is_form(SUPPORT.layout, played):
        return Phrase("The support is worth more in a later round.")
    if _is_ability(played) and _is_ability(best):
        return None
    if _is_ability(played):
        return Phrase("The ability is worth more when others have more to lose.")
    if _is_ability(best):
        return Phrase("Others have much to lose now.")
    if is_unit(best) and row_built(best) == WORKER and not (is_unit(played) and row_built(played) == WORKER):
        return Phrase("A worker brings dice and resources for the rest of the game.")
    if is_form(PASS.layout, played) and (is_unit(best) or is_building(best)):
        return Phrase("Dice that are not used are lost, or go to others.")
    if is_form(PASS.layout, best) and is_form(MINE.layout, played):
        return Phrase("The red die can still build.")
    return None


def _is_ability(move: int) -> bool:
    """Say whether a move takes something from others by an ability."""
    return any(is_form(form.layout, move) for form in (RAID, STRIKE, ATTACK))
