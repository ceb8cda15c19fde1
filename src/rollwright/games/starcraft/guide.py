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
from rollwright.games.starcraft.sheet import WORKER


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == START_DIE:
        return "dice", Phrase(
            'A die decides who goes first; then turns go round the table twelve times. Press "Roll the dice".'
        )
    if s.phase == WRITING:
        return "buildings", Phrase(
            "The main building is worth most, but only these numbers build it, one after the other. They may repeat. "
            "Everyone writes at the same time, for all to see."
        )
    if s.phase == BUILDING and s.sheets[seat].step != DONE:
        return _building(s, seat)
    if seat == s.roller:
        return _active(s)
    if s.phase in (PRODUCTION, SUPPORTING, MINING):
        return "buildings", Phrase(
            "It is another player's turn. You can build from the leftover dice too: first a unit, then a building. "
            "Below you see what is still there."
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
            "Three times in the game you can change a die by one: pick it, then +1 or -1, and see what that makes "
            "possible."
        )
    if s.phase == MINING:
        return "dice", Phrase(
            "You can use the red die once, as any colour: mine with it now, add it to a unit, or build with it."
        )
    if s.phase == TACTICS:
        return "buildings", Phrase(
            "Your race's ability crosses out what others have, three times in the game. Pick a player above to see "
            "their whole sheet."
        )
    if s.phase != TARGET:
        return None
    return "buildings", Phrase("Pick one of the others' rows: it loses its first uncrossed cell.")


def _building(s: Record, seat: int) -> tuple[str, Phrase]:
    sheet = s.sheets[seat]
    if sheet.step != UNIT_STEP:
        return "buildings", Phrase("One black die, one building: the number says which. You do not have to build.")
    if seat == s.roller:
        return "units", Phrase(
            "Pick dice to see which rows light up, or pick a row to see which dice pay for it. Three in sequence make "
            "a worker ({worker}), which brings dice: an early one pays off for the whole game. The panel shows what "
            "others could do with the rest.",
            worker=row_of(sheet, WORKER),
        )
    return "units", Phrase("These dice are left over: a unit from them costs you nothing.")
