"""What StarCraft: Roll & Write says: what is asked, what could be done, and what scores.

What happened is told in `story`; refusals are in `why`.
"""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, player, plural, series, together
from rollwright.core.moves import is_form, part
from rollwright.core.scoring import ScoreRow
from rollwright.games.starcraft import rules
from rollwright.games.starcraft.ahead import combination, left_after, row_built, rows_changed
from rollwright.games.starcraft.deeds import deed, place
from rollwright.games.starcraft.guide import guide
from rollwright.games.starcraft.moves import (
    ATTACK,
    BUILD,
    BUILD_RED,
    CROSS_BUILDING,
    CROSS_UNIT,
    MINE,
    NUMBER,
    PASS,
    RAID,
    SUPPORT,
    TRAIN,
    TRAIN_RED,
)
from rollwright.games.starcraft.names import die_of, race_of, row_of, row_title, support_of
from rollwright.games.starcraft.rules.rows import standing, worker_bonus
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
    red_face,
)
from rollwright.games.starcraft.rules.tactics import struck_face
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    BUILDINGS,
    GAS,
    HALVES,
    MAIN,
    MINERALS,
    NUMBERS,
    PROTOSS,
    ROUNDS,
    ROWS,
    SUPPORTS,
    TERRAN,
    UNITS,
    WORKER,
    YIELDS,
)
from rollwright.games.starcraft.story import told_move, told_roll
from rollwright.games.starcraft.why import why

__all__ = [
    "ask",
    "closing",
    "deed",
    "describe",
    "explain",
    "guide",
    "place",
    "score_rows",
    "tie",
    "told_move",
    "told_roll",
    "why",
]


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    """Say in a sentence or two what a seat is asked to do now, or whom it waits for."""
    if s.phase == OVER:
        return Phrase("The game is over.")
    if s.phase == START_DIE:
        return Phrase("Roll a die to draw the first player.")
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
    return _ask_active(s, seat) if seat == s.roller else _tell_active(s, names[s.roller])


def _lost(sheet: Record) -> list[Phrase]:
    """Say what others have crossed out since the last own turn, if anything."""
    rows = [row_of(sheet, row) for row in range(ROWS) if sheet.hits[row]]
    return [Phrase("Since your last turn you lost cells of: {rows}.", rows=series(rows))] if rows else []


def _ask_for_number(sheet: Record) -> Phrase:
    written = [int(number) for number in sheet.numbers if number]
    main = row_of(sheet, MAIN)
    if not written:
        return Phrase(
            "Write three numbers beside your {main}: black dice must show them, in this order, to build it. The first?",
            main=main,
        )
    if len(written) < NUMBERS:
        return Phrase("{main}: {written}. The next number?", main=main, written=listed(written))
    return Phrase("Your numbers are written; others are still choosing theirs.")


def _ask_to_build(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    step = s.sheets[seat].step
    if step == DONE:
        building = [names[other] for other in range(s.seat_count) if s.sheets[other].step != DONE]
        if seat == s.roller:
            return Phrase("From what you left, {who} may build.", who=series(building))
        return Phrase("{who} may build now.", who=series(building))
    if seat == s.roller:
        if step == UNIT_STEP:
            return Phrase("Build a unit: pick its dice, or a lit row.")
        return Phrase("Build a building: pick a black die, or a lit row.")
    who = names[s.roller]
    if step == UNIT_STEP:
        return Phrase("From what {who} left, build a unit: pick its dice, or a lit row.", who=who)
    return Phrase("From what {who} left, build a building: pick a black die, or a lit row.", who=who)


def _ask_active(s: Record, seat: int) -> Phrase:
    """Say what the active player is asked, outside building."""
    sheet = s.sheets[seat]
    if s.phase == SUPPORTING:
        return plural(
            "{support}: change one die by one, or leave the dice. {n} use is left.",
            "{support}: change one die by one, or leave the dice. {n} uses are left.",
            SUPPORTS - int(sheet.supports),
            support=support_of(sheet),
        )
    if s.phase == MINING:
        face = int(red_face(s))
        return plural(
            "The red {face} can mine {n} cell now, or be kept for a unit or a building.",
            "The red {face} can mine {n} cells now, or be kept for a unit or a building.",
            int(YIELDS[face]),
            face=face,
        )
    if s.phase == TACTICS:
        return together([
            ability_of(int(sheet.race)),
            plural("{n} use is left.", "{n} uses are left.", ABILITIES - int(sheet.abilities)),
        ])  # fmt: skip
    if s.phase == ABILITY_DICE:
        return (
            Phrase("Roll for your resources.")
            if sheet.race == TERRAN
            else Phrase("Roll the black die: it says which buildings can be crossed out.")
            if sheet.race == PROTOSS
            else Phrase("Roll four white dice: they say which units can be crossed out.")
        )
    if sheet.race == PROTOSS:
        face = struck_face(s)
        return Phrase("You rolled a black {face}: choose the building that loses its first uncrossed cell.", face=face)
    return Phrase("Choose the unit of {who} that loses its first uncrossed cell.", who=player(int(s.target)))


def ability_of(race: int) -> Phrase:
    """Say what a race's ability does (SC-31, SC-32, SC-33)."""
    if race == TERRAN:
        return Phrase(
            "Ability: every opponent loses the first uncrossed cell of minerals and of gas; then you roll a blue or a "
            "green die and gain."
        )
    if race == PROTOSS:
        return Phrase(
            "Ability: roll a black die, then choose an opponent's building that this number allows: its first "
            "uncrossed cell is lost."
        )
    return Phrase(
        "Ability: choose an opponent, then roll four white dice: of a unit that they make, the first uncrossed cell is "
        "lost."
    )


def _tell_active(s: Record, who: Phrase) -> Phrase:
    """Say what the active player is doing, outside building."""
    if s.phase == SUPPORTING:
        return Phrase("{who} may change a die.", who=who)
    if s.phase == MINING:
        return Phrase("{who} may mine with the red die.", who=who)
    if s.phase == TACTICS:
        return Phrase("{who} may use the ability of the {race}.", who=who, race=race_of(s.sheets[s.roller]))
    return Phrase("{who} uses the ability of the {race}.", who=who, race=race_of(s.sheets[s.roller]))


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
        told.append(Phrase("pass: do nothing of the kind."))
    if told:
        told.append(
            Phrase(
                "In a row o is built or gained, x crossed out, a dot free. Behind a worker's cell stands the die that "
                "it brings."
            )
        )
    return told


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Say what a move would do, as one proposes it."""
    if is_form(NUMBER.layout, move):
        return Phrase("Write {face}", face=part(NUMBER.layout, move, 0))
    if is_form(SUPPORT.layout, move):
        return _describe_support(s, seat, move)
    if is_form(MINE.layout, move):
        face, row = int(red_face(s)), MINERALS + part(MINE.layout, move, 0)
        resource = row_title(TERRAN, row)
        return Phrase("Mine with the red {face}: {resource} +{n}", face=face, resource=resource, n=YIELDS[face])
    if any(is_form(form.layout, move) for form in (TRAIN, TRAIN_RED, BUILD, BUILD_RED)):
        return together([_describe_building(s, seat, move), _describe_left(s, seat, move)])
    if is_form(RAID.layout, move):
        resource = row_title(TERRAN, MINERALS + part(RAID.layout, move, 0))
        return Phrase("Strike everybody, then roll for {resource}", resource=resource)
    if is_form(ATTACK.layout, move):
        return Phrase("Attack {who}", who=player(part(ATTACK.layout, move, 0)))
    if is_form(CROSS_BUILDING.layout, move):
        other = part(CROSS_BUILDING.layout, move, 1)
        row = MAIN + part(CROSS_BUILDING.layout, move, 0) % BUILDINGS
        return Phrase("Cross out at {who}: {row}", who=player(other), row=row_of(s.sheets[other], row))
    if is_form(CROSS_UNIT.layout, move):
        row = part(CROSS_UNIT.layout, move, 0) % UNITS
        return Phrase("Cross out at {who}: {row}", who=player(int(s.target)), row=row_of(s.sheets[s.target], row))
    return _describe_pass(s, seat) if is_form(PASS.layout, move) else Phrase("Strike: roll a black die")


def _describe_support(s: Record, seat: int, move: int) -> Phrase:
    colour, face, change = SUPPORT.values(move).values()
    changed = Phrase("Change {die} to {face}", die=die_of(colour, face), face=face + 2 * change - 1)
    sheet = s.sheets[seat]
    opens, closes = (series(row_of(sheet, row) for row in rows) for rows in rows_changed(s, seat, move))
    if opens.text and closes.text:
        return Phrase("{changed}: opens {opens}, closes {closes}", changed=changed, opens=opens, closes=closes)
    if opens.text:
        return Phrase("{changed}: opens {opens}", changed=changed, opens=opens)
    return Phrase("{changed}: closes {closes}", changed=changed, closes=closes) if closes.text else changed


def _describe_building(s: Record, seat: int, move: int) -> Phrase:
    row = row_of(s.sheets[seat], row_built(move))
    if is_form(TRAIN.layout, move):
        return Phrase("{row} with {dice}.", row=row, dice=combination(move))
    if is_form(TRAIN_RED.layout, move):
        return Phrase("{row} with {dice}, one of them red.", row=row, dice=combination(move))
    if is_form(BUILD.layout, move):
        return Phrase("{row} with the black {face}.", row=row, face=part(BUILD.layout, move, 1))
    return Phrase("{row} with the red {face}.", row=row, face=red_face(s))


def _describe_left(s: Record, seat: int, move: int) -> Phrase:
    """Say what a move would leave to the others."""
    white, black = (" ".join(map(str, dice)) for dice in left_after(s, move))
    if seat != s.roller and s.shared:
        return Phrase("The dice serve the others too.")
    if white and black:
        return Phrase("Leaves white {white}, black {black}.", white=white, black=black)
    if white or black:
        return Phrase("Leaves white {white}.", white=white) if white else Phrase("Leaves black {black}.", black=black)
    return Phrase("Leaves nothing.")


def _describe_pass(s: Record, seat: int) -> Phrase:
    if s.phase == SUPPORTING:
        return Phrase("Leave the dice")
    if s.phase == MINING:
        return Phrase("Keep the red die")
    if s.phase == TACTICS:
        return Phrase("Keep the ability")
    return Phrase("Build no unit") if s.sheets[seat].step == UNIT_STEP else Phrase("Build no building")


def score_rows(s: Record, seat: int) -> list[ScoreRow]:
    """Return a seat's score row by row: units, buildings, resources (SC-40)."""
    sheet = s.sheets[seat]
    found = []
    for row in range(ROWS):
        title = Phrase("Units") if row < MAIN else Phrase("Buildings") if row < MINERALS else Phrase("Resources")
        count = standing(sheet, row)
        each = int(HALVES[row]) + (int(worker_bonus(sheet)) if row == WORKER else 0)
        found.append(ScoreRow(title, Phrase("{name}: {n}", name=row_of(sheet, row), n=count), count * each))
    return found


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
