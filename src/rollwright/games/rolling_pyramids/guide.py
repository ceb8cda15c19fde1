"""What a first-time player of Rolling Pyramids is told on the real table, one thing at a time.

The first round tells what a phase is for, the second and the third what to aim for in it, after what is on the table;
later rounds tell the first thing again to whoever asks.
"""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids.names import part_title, upgrade_title
from rollwright.games.rolling_pyramids.rules.board import strength
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
    free_device,
    goals_held,
    has_factory,
    is_campaign,
    rounds_of,
    waiting,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMBS,
    CAMPAIGN_ROUNDS,
    CENTRE,
    COLOSSUS,
    FIRST_DEVICE,
    FIRST_SLOT,
    FOOTMEN,
    GOALS,
    LEGION,
    POINTS,
    RAM,
    SPIKES,
    UMBRELLA,
)

LESSONS = 3
"""In how many rounds something new is told."""


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    dice = f"dice-{seat + 1}"
    if s.phase == START_DIE and is_campaign(s):
        return "map", Phrase(
            "The Pharaoh holds the land. Take the Sacred Pyramid and all 4 zones, and hold them at once, within {n} "
            "rounds.",
            n=CAMPAIGN_ROUNDS,
        )
    if s.phase == START_DIE:
        return dice, Phrase("A die decides who goes first. Whoever goes last picks a start zone first.")
    if s.phase == CHOOSING:
        return "map", Phrase("Your armies march from your start zone, which nobody can attack. All four are alike.")
    if s.phase == DICE:
        return dice, _before_the_dice(s)
    if not int(waiting(s)) >> seat & 1:
        return None
    return _asked(s, seat)


def _asked(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Guide a player who is asked for something."""
    if s.phase == DRAFT:
        return "board", _draft(s, seat)
    if s.phase == DEVELOPING:
        return "board", _upgrades(s)
    if s.phase == DEPLOYMENT:
        return "map", _orders(s, seat)
    if s.phase == CROSSING:
        return "board", _triangles(s)
    if s.phase == SPOILS:
        return "map", _new_men(s)
    if s.phase == PLACING:
        return "map", _devices(s, seat)
    return None


def _lesson(s: Record) -> int:
    """Return what is told in this round: 1, 2 or 3, and 1 again after that."""
    return int(s.round_no) if s.round_no <= LESSONS else 1


def _before_the_dice(s: Record) -> Phrase:
    """Tell what the dice of a round are about."""
    lesson = _lesson(s)
    if is_campaign(s):
        if lesson == 1:
            return Phrase(
                "You keep 4 of 6 dice. The Pharaoh gets half of their total as new men: high numbers help you both."
            )
        if lesson == 2:
            return Phrase("Above the Pharaoh's dice you see how many men your dice bring him: low ones keep him weak.")
        return Phrase(
            "You hold {held} of {goals} goals. Zones first, the centre last: new men come there every round.",
            held=int(goals_held(s)),
            goals=len(GOALS),
        )
    if s.round_no == rounds_of(s):
        return Phrase("The last round: now white pyramids score their second, higher number. Send everything you have.")
    if lesson == 1:
        return Phrase("Each colour has 2 triangles (d4) and 2 rhombi (d8). Each of you takes 4 dice, in turn.")
    if lesson == 2:
        return Phrase("Whoever is first takes the first die and the last one. That changes every round.")
    return Phrase("Look ahead: in the last round white pyramids score two or three times as much.")


def _draft(s: Record, seat: int) -> Phrase:
    """Tell which die to take."""
    lesson, sheet = _lesson(s), s.sheets[seat]
    if lesson == 1:
        return Phrase(
            "A circle takes any die, a triangle a d4, a rhombus a d8. A full army marches this round; footmen march "
            "every round."
        )
    helped = [part for part in (LEGION, COLOSSUS, BOMB, FOOTMEN) if has_factory(s, seat, part)]
    if lesson == LESSONS and helped:
        return Phrase(
            "{part}: your factory lets you change a number by 2 there, and your own dice by up to 3.",
            part=part_title(helped[0]),
        )
    if lesson == LESSONS:
        return Phrase("Pairs pay off early: an upgrade lasts all game. A factory on the map helps you with numbers.")
    for part in (LEGION, COLOSSUS, BOMB):
        slots = sheet.written[FIRST_SLOT[part] : FIRST_SLOT[part] + 3]
        if sum(int(number) > 0 for number in slots) == 2:
            return Phrase("{part}: one number is missing. Look for it first: full, it marches.", part=part_title(part))
    return Phrase("Unfinished armies keep their numbers. Fill one after the other: only full ones march.")


def _upgrades(s: Record) -> Phrase:
    """Tell what to buy."""
    lesson = _lesson(s)
    if lesson == 1:
        return Phrase("A triangle and a greater rhombus make a pair, and each pair buys one upgrade for good.")
    if lesson == LESSONS and not is_campaign(s):
        return Phrase("A ram halves defenders, spikes halve attackers, an umbrella halves what bombs kill.")
    if lesson == LESSONS:
        return Phrase("With the bomb line a low number in the middle counts: bombs clear strong garrisons.")
    return Phrase("The legion marches often: +4 makes each one larger, and with its line the middle number counts.")


def _orders(s: Record, seat: int) -> Phrase:
    """Tell where to march."""
    lesson = _lesson(s)
    if lesson == 1:
        return Phrase(
            "Send each group next to your land, or onto it; bombs fall anywhere. The smaller number is taken off the "
            "larger."
        )
    if strength(s.sheets[seat], BOMBS):
        return Phrase("A bomb falls before anybody arrives: drop it where your army marches in the same round.")
    if is_campaign(s):
        if lesson == 2:
            return Phrase("His new men start in the centre and go round it: far from there you need few guards.")
        return Phrase(
            "Start zones can be attacked here, and the Pharaoh sends no new men there: what you take is safe."
        )
    if lesson == 2:
        return Phrase(
            "What you hold after the battle scores. The centre brings {n} each round: can you take it, and keep it?",
            n=int(POINTS[s.map, CENTRE]),
        )
    return Phrase("Where would the others attack? Reinforce there, or march where nobody expects you.")


def _triangles(s: Record) -> Phrase:
    """Tell which triangle to cross."""
    lesson = _lesson(s)
    if lesson == 1:
        return Phrase(
            "Each space you conquer lets you cross a triangle. Start from the left: a bonus counts once everything "
            "before it is crossed."
        )
    if lesson == 2:
        return Phrase("Conquests cross all 8 triangles in time: keep your triangular dice for heroes and pairs.")
    return Phrase(
        "After the triangles come the rhombi: only a rhombus of that very number crosses them, for up to 3 men more."
    )


def _new_men(s: Record) -> Phrase:
    """Tell what the men of the campaign are good for."""
    lesson = _lesson(s)
    if lesson == 1:
        return Phrase("White pyramids bring you men: they reinforce where they are, or wait for your next orders.")
    if lesson == 2:
        return Phrase("Kept men are one more group: keep those who stand far from your next battle.")
    return Phrase("Let men stay where the Pharaoh comes by. Each of his who meets one of yours takes him along.")


def _devices(s: Record, seat: int) -> Phrase:
    """Tell where a device belongs."""
    free = [upgrade for upgrade in (RAM, SPIKES, UMBRELLA) if free_device(s.sheets[seat], upgrade - FIRST_DEVICE)]
    if _lesson(s) == 1 or not free:
        return Phrase("Devices stay for the rest of the game and only work for you, from the next round on.")
    title = upgrade_title(free[0])
    if free[0] == RAM:
        return Phrase("{device}: between your land and what you want to take, again and again.", device=title)
    if free[0] == SPIKES:
        return Phrase("{device}: where only one border leads to you. They fail if there is another way.", device=title)
    return Phrase("{device}: on the space with most of your units, where a bomb would hurt.", device=title)
