"""What a first-time player of StarCraft: Roll & Write is told on the real table, one thing at a time."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.starcraft.names import row_of
from rollwright.games.starcraft.rules.state import (
    BUILDING,
    DONE,
    MINING,
    PRODUCTION,
    START_DIE,
    SUPPORTING,
    TACTICS,
    TARGET,
    UNIT_STEP,
    WRITING,
)
from rollwright.games.starcraft.sheet import PROTOSS, WORKER


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == START_DIE:
        return "dice", Phrase("A die draws who goes first; then the turns go round, twelve times. Press Roll.")
    if s.phase == WRITING:
        return "buildings", Phrase(
            "The main building is worth most, but only these numbers build it, one after the other. They may repeat. "
            "Everybody writes at once, for all to see."
        )
    if s.phase == BUILDING and s.sheets[seat].step != DONE:
        return _building(s, seat)
    if seat == s.roller:
        return _active(s)
    if s.phase in (PRODUCTION, SUPPORTING, MINING):
        return _rival(s, seat, int(s.roller)), Phrase(
            "It is another's turn. From what the dice leave you may build too: first a unit, then a building."
        )
    return None


def _active(s: Record) -> tuple[str, Phrase] | None:
    """Guide the active player, outside building."""
    if s.phase == PRODUCTION:
        return "dice", Phrase(
            "White dice make units, black ones buildings, blue ones bring minerals. Workers bring more dice."
        )
    if s.phase == SUPPORTING:
        return "dice", Phrase(
            "Three times in the game you may change a die by one: pick it, then +1 or -1, and read what that opens."
        )
    if s.phase == MINING:
        return "dice", Phrase("The red die serves once, as any colour: it mines now, or joins a unit, or builds.")
    if s.phase == TACTICS:
        return _rival(s, int(s.roller), (int(s.roller) + 1) % int(s.seat_count)), Phrase(
            "Your race's ability crosses out what others have, three times in the game. Look at their sheets: what "
            "stands there, and what would be lost."
        )
    if s.phase != TARGET:
        return None
    is_protoss = s.sheets[s.roller].race == PROTOSS
    victim = (int(s.roller) + 1) % int(s.seat_count) if is_protoss else int(s.target)
    told = Phrase("Pick a lit row: its first cell that is not crossed out is lost.")
    return _rival(s, int(s.roller), victim), told


def _rival(s: Record, seat: int, other: int) -> str:
    """Return the part that shows another's sheet to a seat."""
    return f"rival{(other - seat) % int(s.seat_count)}"


def _building(s: Record, seat: int) -> tuple[str, Phrase]:
    sheet = s.sheets[seat]
    if sheet.step != UNIT_STEP:
        return "buildings", Phrase("One black die, one building: the number says which. You need not build.")
    if seat == s.roller:
        return "units", Phrase(
            "Pick dice and see which rows light up, or pick a row and see which dice pay. Three in sequence make a "
            "worker ({worker}), which brings dice: early ones pay for the whole game. What you leave, others may use.",
            worker=row_of(sheet, WORKER),
        )
    return "units", Phrase("These dice are left over: a unit from them costs you nothing.")
