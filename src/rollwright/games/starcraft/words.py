"""What StarCraft: Roll & Write says: what is asked, and what scores.

What a move would do is told in `proposals`, what happened in `story`; refusals are in `why`.
"""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Question, Words
from rollwright.core.language import Phrase, listed, player, plural, series, together
from rollwright.core.scoring import ScoreRow
from rollwright.games.starcraft import rules
from rollwright.games.starcraft.ahead import (
    shown,
)
from rollwright.games.starcraft.deeds import deed, place
from rollwright.games.starcraft.guide import guide
from rollwright.games.starcraft.names import RACES, race_of, row_of, support_of
from rollwright.games.starcraft.proposals import describe, mined
from rollwright.games.starcraft.rules.building import can_train_any
from rollwright.games.starcraft.rules.rows import has_room, standing, worth
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BUILDING,
    DONE,
    MINING,
    OVER,
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
    red_face,
    usable_red,
)
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    BLACK,
    COMBINATIONS,
    GAS,
    MAIN,
    MAKES,
    MINERALS,
    NUMBERS,
    PROTOSS,
    ROUNDS,
    ROWS,
    SUPPORTS,
    TERRAN,
    WHITE,
    ZERG,
)
from rollwright.games.starcraft.story import told_move, told_roll
from rollwright.games.starcraft.why import why


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say what a seat is asked to do now."""
    return Question(_ask(s, seat, names))


def _ask(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    """Say in a sentence or two what a seat is asked to do now, or whom it waits for."""
    if s.phase == OVER:
        return Phrase("The game is over.")
    if s.phase == START_DIE:
        return Phrase("Roll a die to pick the first player.")
    if s.phase == WRITING:
        return _ask_for_number(s.sheets[seat])
    if s.phase == PRODUCTION:
        values = {"n": s.round_no, "rounds": ROUNDS}
        if seat == s.roller:
            return together(
                [Phrase("Round {n} of {rounds}, your turn: roll the dice.", **values), *_lost(s.sheets[seat])]
            )
        return Phrase("Round {n} of {rounds}: the turn of {who}.", who=names[s.roller], **values)
    if s.phase == BUILDING:
        return _ask_to_build(s, seat, names)
    return _ask_active(s, seat) if seat == s.roller else _tell_active(s, seat, names)


def _lost(sheet: Record) -> list[Phrase]:
    """Say what others have crossed out since the last own turn, if anything."""
    rows = [row for row in range(ROWS) if sheet.hits[row]]
    if not rows:
        return []
    seats = 0
    for row in rows:
        seats |= int(sheet.hit_by[row])
    who = series(player(seat) for seat in range(seats.bit_length()) if seats >> seat & 1)
    return [
        Phrase(
            "Newly crossed out on your sheet: {rows} ({who}).", rows=series(row_of(sheet, row) for row in rows), who=who
        )
    ]


def _ask_for_number(sheet: Record) -> Phrase:
    written = [int(number) for number in sheet.numbers if number]
    main = row_of(sheet, MAIN)
    if not written:
        return Phrase(
            "Write three numbers beside your {main}: black dice must show them, in this order, to build it. Which "
            "comes first?",
            main=main,
        )
    if len(written) < NUMBERS:
        return Phrase("{main}: {written}. Which number is next?", main=main, written=listed(written))
    return Phrase("Your numbers are written; others are still choosing theirs.")


def _ask_to_build(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    step = s.sheets[seat].step
    if step == DONE:
        building = [names[other] for other in range(s.seat_count) if s.sheets[other].step != DONE]
        if seat == s.roller:
            return Phrase("{who} may now build from the dice you left.", who=series(building))
        return Phrase("{who} may build now.", who=series(building))
    no_unit = step != UNIT_STEP and not s.sheets[seat].trained and not can_train_any(s, seat)
    skipped = [Phrase("No unit is possible.")] if no_unit else []
    if seat != s.roller:
        who = names[s.roller]
        asked = (
            Phrase("From the dice that {who} left, build a unit, or none: choose its dice, or its row.", who=who)
            if step == UNIT_STEP
            else Phrase(
                "From the dice that {who} left, build a building, or none: choose a black die, or its row.", who=who
            )
        )
        return together([*skipped, asked])
    asked = (
        Phrase("Build a unit, or none: choose its dice, or its row.")
        if step == UNIT_STEP
        else Phrase("Build a building, or none: choose a black die, or its row.")
    )
    red = int(usable_red(s, seat))
    return together([*skipped, asked, *([Phrase("You can use the red {face}, too.", face=red)] if red else [])])


def _ask_active(s: Record, seat: int) -> Phrase:
    """Say what the active player is asked, outside building."""
    sheet = s.sheets[seat]
    if s.phase == SUPPORTING:
        asked = plural(
            "{support}: change one die by one, or leave the dice. {n} use is left.",
            "{support}: change one die by one, or leave the dice. {n} uses are left.",
            SUPPORTS - int(sheet.supports),
            support=support_of(sheet),
        )
        return together([asked, *_lost(sheet)])
    if s.phase == MINING:
        return Phrase(
            "The red {face} can mine now ({options}), or be kept for a unit or a building.",
            face=red_face(s),
            options=_either([mined(sheet, row, int(red_face(s))) for row in (MINERALS, GAS) if has_room(sheet, row)]),
        )
    if s.phase == TACTICS:
        return together([
            ability_of(int(sheet.race)),
            plural("{n} use is left.", "{n} uses are left.", ABILITIES - int(sheet.abilities)),
        ])  # fmt: skip
    if s.phase == ABILITY_DICE:
        if sheet.race == TERRAN:
            return Phrase("Roll the green die for gas.") if s.target else Phrase("Roll the blue die for minerals.")
        return (
            Phrase("Roll the black die: it says which buildings can be crossed out.")
            if sheet.race == PROTOSS
            else Phrase("Roll four white dice: they say which units can be crossed out.")
        )
    dice = " ".join(map(str, shown(s.claws)))
    if sheet.race == PROTOSS:
        return Phrase("You rolled a black {dice}: choose the building that loses its first uncrossed cell.", dice=dice)
    who = player(int(s.target))
    return Phrase(
        "You rolled {dice}: choose the unit of {who} that loses its first uncrossed cell.", dice=dice, who=who
    )


def _either(phrases: Sequence[Phrase]) -> Phrase:
    """Return one of two choices as one phrase, or the only one."""
    return phrases[0] if len(phrases) == 1 else Phrase("{one} or {other}", one=phrases[0], other=phrases[1])


def ability_of(race: int) -> Phrase:
    """Say what a race's ability does (SC-31, SC-32, SC-33)."""
    return Phrase(RACES[race].about)


def _tell_active(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    """Say what the active player is doing, outside building."""
    who, race = names[s.roller], race_of(s.sheets[s.roller])
    if s.phase == SUPPORTING:
        return Phrase("{who} may change a die.", who=who)
    if s.phase == MINING:
        return Phrase("{who} may mine with the red die.", who=who)
    if s.phase == TACTICS:
        return Phrase("{who} may use the ability of the {race}.", who=who, race=race)
    if s.sheets[s.roller].race != ZERG:
        return Phrase("{who} uses the ability of the {race}.", who=who, race=race)
    if s.target == seat:
        return Phrase("{who} attacks you.", who=who)
    return Phrase("{who} attacks {victim}.", who=who, victim=names[s.target])


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
    explain=explain,
    told_roll=told_roll,
    told_move=told_move,
    why=why,
    describe=describe,
    guide=guide,
    score_rows=score_rows,
    closing=closing,
    lately=lately,
    dice_names=dice_names,
    tie=tie,
    place=place,
    deed=deed,
)
