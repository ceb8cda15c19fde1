"""What StarCraft: Roll & Write says: how moves are written, and what scores.

What is asked is in `questions`, what a move would do in `proposals`, what happened in `story`; refusals are in `why`.
"""

from rollwright.core.contract import Record
from rollwright.core.face import Words
from rollwright.core.language import Phrase, series
from rollwright.core.scoring import ScoreRow
from rollwright.games.starcraft import rules
from rollwright.games.starcraft.deeds import deed, place
from rollwright.games.starcraft.guide import guide
from rollwright.games.starcraft.names import RACES, row_of
from rollwright.games.starcraft.proposals import describe
from rollwright.games.starcraft.questions import ask, progress
from rollwright.games.starcraft.reason import reason
from rollwright.games.starcraft.rules.rows import standing, worth
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BUILDING,
    MINING,
    PRODUCTION,
    START_DIE,
    SUPPORTING,
    TACTICS,
    TARGET,
    UNIT_STEP,
    WRITING,
    ability_dice,
    blue_dice,
    green_dice,
    red_dice,
)
from rollwright.games.starcraft.sheet import (
    BLACK,
    COMBINATIONS,
    GAS,
    MAIN,
    MAKES,
    MINERALS,
    PROTOSS,
    ROWS,
    TERRAN,
    WHITE,
)
from rollwright.games.starcraft.story import told_move, told_roll
from rollwright.games.starcraft.why import why


def ability_of(race: int) -> Phrase:
    """Say what a race's ability does (SC-31, SC-32, SC-33)."""
    return Phrase(RACES[race].about)


def explain(s: Record, seat: int) -> list[Phrase]:
    """Explain how the moves that are possible now are written, for somebody who asks."""
    sheet = s.sheets[seat]
    told = []
    if s.phase == WRITING:
        told.append(Phrase("number FACE: the next number beside your main building, from 1 to 6."))
    elif s.phase == SUPPORTING:
        told.append(Phrase("support COLOUR FACE CHANGE: one die changed by one, such as support white 4 +1."))
    elif s.phase == MINING:
        told.append(Phrase("red minerals, red gas: the red die mines; pass keeps it."))
    elif s.phase == BUILDING and sheet.step == UNIT_STEP:
        told.append(Phrase("train DICE: a unit, such as train 5-5-5; with the red die train 5-5-5 red."))
    elif s.phase == BUILDING:
        told.append(Phrase("build BUILDING FACE: from a black die, such as build barracks 2; or build barracks red."))
    elif s.phase == TACTICS:
        told.append(
            Phrase("ability minerals, ability gas: strike, and roll the die of that resource.")
            if sheet.race == TERRAN
            else Phrase("ability: strike with a black die.")
            if sheet.race == PROTOSS
            else Phrase("ability against PLAYER: attack a player by number, such as ability against 2.")
        )
    elif s.phase == TARGET:
        told.append(
            Phrase("cross BUILDING of PLAYER: such as cross barracks of 2.")
            if sheet.race == PROTOSS
            else Phrase("cross UNIT: a unit of the player you attack, such as cross marine.")
        )
    if told and s.phase not in (WRITING, TARGET):
        told.append(Phrase("pass: do none of this."))
    if told:
        told.append(
            Phrase(
                "In a row o is built or gained, x crossed out, a dot free. Behind a worker's cell stands the die that "
                "it brings."
            )
        )
    return told


def dice_names(s: Record) -> list[Phrase]:
    """Name the dice that are due, in the order in which they are asked for: by colour, as that says what they do."""
    if s.phase == START_DIE:
        return [Phrase("who begins")]
    sheet = s.sheets[s.roller]
    white, black, blue, green, red = map(Phrase, ("white", "black", "blue", "green", "red"))
    if s.phase == PRODUCTION:  # SC-20
        counts = (
            (blue, blue_dice(sheet)),
            (white, WHITE),
            (black, BLACK),
            (green, green_dice(sheet)),
            (red, red_dice(sheet)),
        )
        return [name for name, count in counts for _ in range(count)]
    if s.phase != ABILITY_DICE:
        return []
    if sheet.race == TERRAN:  # SC-31
        return [green if s.target else blue]
    return [black if sheet.race == PROTOSS else white] * int(ability_dice(sheet))  # SC-32, SC-33


def score_rows(s: Record, seat: int) -> list[ScoreRow]:
    """Return a seat's score row by row: units, buildings, resources (SC-40)."""
    sheet = s.sheets[seat]
    found = []
    for row in range(ROWS):
        title = Phrase("Units") if row < MAIN else Phrase("Buildings") if row < MINERALS else Phrase("Resources")
        count = standing(sheet, row)
        halves = count * int(worth(sheet, row))
        found.append(ScoreRow(title, Phrase("{name}: {n}", name=row_of(sheet, row), n=count), halves))
    return found


def lately(s: Record, seat: int) -> Phrase | None:
    """Say what a seat has built in this turn, if anything."""
    sheet = s.sheets[seat]
    built = []
    if sheet.trained:
        dice = COMBINATIONS[sheet.trained - 1]
        built.append(Phrase("{row} ({dice})", row=row_of(sheet, int(MAKES[sheet.trained - 1])), dice=dice))
    if sheet.raised:
        row = row_of(sheet, MAIN + int(sheet.raised) - 1)
        built.append(Phrase("{row} ({dice})", row=row, dice=int(sheet.die)))
    return series(built) if built else None


def tie(s: Record, seat: int) -> Phrase:
    """Say what decides for a seat if totals are equal: gas (SC-42)."""
    return Phrase("gas {n}", n=standing(s.sheets[seat], GAS))


def closing(s: Record) -> list[Phrase]:
    """Say what there is to say when the game is over: how a tie was decided (SC-42)."""
    totals = [(int(rules.score(s, seat)), int(rules.tiebreak(s, seat))) for seat in range(s.seat_count)]
    best = [total for total in totals if total[0] == max(totals)[0]]
    if len(best) == 1:
        return []
    if best.count(max(best)) == 1:
        return [Phrase("The totals are equal: more gas decides.")]
    return [Phrase("The totals are equal, and so is the gas.")]


WORDS = Words(
    ask=ask,
    progress=progress,
    explain=explain,
    told_roll=told_roll,
    told_move=told_move,
    why=why,
    describe=describe,
    reason=reason,
    guide=guide,
    score_rows=score_rows,
    closing=closing,
    lately=lately,
    dice_names=dice_names,
    tie=tie,
    place=place,
    deed=deed,
)
