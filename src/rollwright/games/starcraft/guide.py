"""What a first-time player of StarCraft: Roll & Write is told on the real table, one thing at a time.

The first round tells how things are done, the second what to look for, the third and later ones what to aim at.
"""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.games.starcraft.names import row_of
from rollwright.games.starcraft.rules.rows import has_room
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
    green_dice,
)
from rollwright.games.starcraft.sheet import ABILITIES, BUILDINGS, MAIN, PROTOSS, SUPPORTS, TERRAN, WORKER


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
        if s.sheets[seat].step != UNIT_STEP:
            return "buildings", _raising(s, seat)
        return "units", _training(s, seat) if seat == s.roller else _training_from_the_rest(s)
    if seat == s.roller:
        return _active(s, seat)
    if s.phase in (PRODUCTION, SUPPORTING, MINING):
        return "buildings", _waiting(s, seat)
    return None


def _active(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Guide the active player, outside building."""
    if s.phase == PRODUCTION:
        return "dice", _rolling(s, seat)
    if s.phase == SUPPORTING:
        return "dice", _supporting(s, seat)
    if s.phase == MINING:
        return "dice", Phrase(
            "You can use the red die once, as any colour: mine with it now, add it to a unit, or build with it."
        )
    if s.phase == TACTICS:
        return "buildings", _ability(s, seat)
    return ("buildings", _target(s)) if s.phase == TARGET else None


def _rolling(s: Record, seat: int) -> Phrase:
    sheet = s.sheets[seat]
    worker = row_of(sheet, WORKER)
    if s.round_no < 2:
        return Phrase("White dice make units, black ones buildings, blue ones bring minerals. Workers bring more dice.")
    if s.round_no > 2:
        return Phrase(
            "What scores most: four equal dice 5 points, three equal ones 3 or 4, your main building ({main}) 3. But a "
            "worker ({worker}) that brings a die early brings more than that.",
            main=row_of(sheet, MAIN),
            worker=worker,
        )
    if green_dice(sheet):
        return Phrase(
            "The green die is yours: gas is a whole point, a mineral half of one. More workers ({worker}) bring more "
            "dice, and every round counts.",
            worker=worker,
        )
    return Phrase(
        "Workers first ({worker}): the sign below a cell is the die that it brings. Aim for the green one: gas is a "
        "whole point, a mineral half of one.",
        worker=worker,
    )


def _supporting(s: Record, seat: int) -> Phrase:
    if s.round_no < 2:
        return Phrase(
            "Three times in the game you can change a die by one: pick it, then +1 or -1, and see what that makes "
            "possible."
        )
    if s.round_no == 2:
        return Phrase(
            "A change is best when it closes three in a row, or makes three equal dice of a pair. The die stays "
            "changed for everyone: mind what you leave."
        )
    return Phrase(
        "Blue, green and black dice can be changed, too: a 5 made a 6 mines one more. Uses that you keep to the end "
        "score nothing. Left: {n}.",
        n=SUPPORTS - int(s.sheets[seat].supports),
    )


def _training(s: Record, seat: int) -> Phrase:
    if s.round_no < 2:
        return Phrase(
            "Pick dice to see which rows light up, or pick a row to see which dice pay for it. Three in sequence make "
            "a worker ({worker}), which brings dice: an early one pays off for the whole game. The panel shows what "
            "others could do with the rest.",
            worker=row_of(s.sheets[seat], WORKER),
        )
    if s.round_no == 2:
        return Phrase(
            "Below the buildings you see what others could make of the dice that you leave. If two units are worth the "
            "same to you, take the one that leaves them less."
        )
    return Phrase(
        "You need not take all dice that match: two of three fives are a pair, and one stays. Rows end, too: look for "
        "those with free cells and many points."
    )


def _training_from_the_rest(s: Record) -> Phrase:
    if s.round_no < 2:
        return Phrase("These dice are left over: a unit from them costs you nothing.")
    if s.round_no > 2:
        return Phrase(
            "In every round you may build {n} times: in your own turn and in each turn of the others. Small units add "
            "up.",
            n=int(s.seat_count),
        )
    if s.shared:
        return Phrase(
            "Everyone builds from these dice at the same time: what you take is there for the others as well."
        )
    if _is_last(s):
        return Phrase(
            "There is no support here, and you are the last to build. Look first for three in a row: a worker counts "
            "as much as in your own turn."
        )
    return Phrase(
        "The dice that you take are gone for whoever builds after you. There is no support here, so look first for "
        "three in a row: a worker counts as much as in your own turn."
    )


def _raising(s: Record, seat: int) -> Phrase:
    sheet = s.sheets[seat]
    if s.round_no < 2:
        return Phrase("One black die, one building: the number says which. You do not have to build.")
    if s.round_no == 2 and has_room(sheet, MAIN):
        return Phrase(
            "Your main building ({main}) needs a {n} next, and is 3 points. A 1 or 3, and a 4 or 6, make buildings of "
            "2 points, all others are 1.",
            main=row_of(sheet, MAIN),
            n=int(sheet.numbers[sheet.filled[MAIN]]),
        )
    if _is_last(s):
        return Phrase(
            "{port} and {lab} are 2 points each and have room for 8: a 1, 3, 4 or 6 hardly ever goes to waste.",
            port=row_of(sheet, MAIN + 1),
            lab=row_of(sheet, MAIN + BUILDINGS - 1),
        )
    return Phrase(
        "{port} and {lab} are 2 points each and have room for 8. Look also at the black die that stays: what is it "
        "worth to the next player?",
        port=row_of(sheet, MAIN + 1),
        lab=row_of(sheet, MAIN + BUILDINGS - 1),
    )


def _is_last(s: Record) -> bool:
    """Say whether nobody is asked to build after those who build now (SC-28)."""
    return bool(s.builders == s.seat_count)


def _ability(s: Record, seat: int) -> Phrase:
    sheet = s.sheets[seat]
    if s.round_no < 2:
        return Phrase(
            "Your race's ability crosses out what others have, three times in the game. Pick a player above to see "
            "their whole sheet."
        )
    if s.round_no > 2:
        return Phrase(
            "An ability that you never use scores nothing: use it three times in these twelve rounds. Left: {n}.",
            n=ABILITIES - int(sheet.abilities),
        )
    if sheet.race == TERRAN:
        return Phrase(
            "A Raid crosses out a mineral and a gas of everyone else, then you roll a die and gain what it mines. It "
            "hurts most when they have gas."
        )
    if sheet.race == PROTOSS:
        return Phrase(
            "The black die of a Strike says which building you can hit. It pays once others have built many kinds, so "
            "that every number hits something."
        )
    return Phrase(
        "Attack somebody with many kinds of units: 4 white dice say which of them you can hit. Once in nine times they "
        "make nothing, and the use is gone."
    )


def _target(s: Record) -> Phrase:
    if s.round_no < 2:
        return Phrase("Pick one of the others' rows: it loses its first uncrossed cell.")
    return Phrase(
        "An O that you cross out scores no more; where nothing stands, the row only gets shorter. Take the O that is "
        "worth most."
    )


def _waiting(s: Record, seat: int) -> Phrase:
    """Guide somebody while another player rolls."""
    if any(s.sheets[seat].hits):
        return Phrase(
            "Somebody has crossed out a cell of yours: red crosses show where. It scores no more, but dice that a "
            "worker has brought stay with you."
        )
    if s.round_no < 2:
        return Phrase(
            "It is another player's turn. You can build from the leftover dice too: first a unit, then a building. "
            "Below you see what is still there."
        )
    if s.round_no == 2:
        return Phrase(
            "All sheets lie open: pick {who} above to see what they need. What {who} does not take can be yours.",
            who=player(int(s.roller)),
        )
    return Phrase("While you wait: which rows have free cells that score much, and which dice would fill them?")
