"""What a first-time player of Rolling Pyramids is told on the real table, one thing at a time."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    CROSSING,
    DEPLOYMENT,
    DEVELOPING,
    DICE,
    DRAFT,
    PLACING,
    SPOILS,
    START_DIE,
    is_campaign,
    waiting,
)
from rollwright.games.rolling_pyramids.sheet import CAMPAIGN_ROUNDS


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == START_DIE and is_campaign(s):
        return "map", Phrase(
            "The Pharaoh holds the land. Take the Sacred Pyramid and all 4 zones, and hold them at once, within {n} "
            "rounds.",
            n=CAMPAIGN_ROUNDS,
        )
    if s.phase == START_DIE:
        return "dice", Phrase("A die decides who goes first. Whoever goes last picks a start zone first.")
    if s.phase == CHOOSING:
        return "map", Phrase("Your armies march from your start zone, which nobody can attack. All four are alike.")
    if s.phase == DICE and is_campaign(s):
        return "dice", Phrase(
            "You keep 4 of 6 dice. The Pharaoh gets half of their total as new men: high numbers help you both."
        )
    if s.phase == DICE:
        return "dice", Phrase("Each colour has 2 triangles (d4) and 2 rhombi (d8). Each of you takes 4 dice, in turn.")
    if not int(waiting(s)) >> seat & 1:
        return None
    return _asked(s)


def _asked(s: Record) -> tuple[str, Phrase] | None:
    """Guide a player who is asked for something."""
    if s.phase == DRAFT:
        return "board", Phrase(
            "A circle takes any die, a triangle a d4, a rhombus a d8. A full army marches this round; footmen march "
            "every round."
        )
    if s.phase == DEVELOPING:
        return "board", Phrase("A d4 and a greater d8 make a pair, and each pair buys one upgrade for good.")
    if s.phase == DEPLOYMENT:
        return "map", Phrase(
            "Send each group next to your land, or onto it; bombs fall anywhere. The smaller number is taken off the "
            "larger."
        )
    if s.phase == CROSSING:
        return "board", Phrase(
            "Each space you conquer lets you cross a triangle. Start from the left: a bonus counts once everything "
            "before it is crossed."
        )
    if s.phase == SPOILS:
        return "map", Phrase(
            "White pyramids bring you men: they reinforce where they are, or wait for your next orders."
        )
    if s.phase == PLACING:
        return "map", Phrase("Devices stay for the rest of the game and only work for you, from the next round on.")
    return None
