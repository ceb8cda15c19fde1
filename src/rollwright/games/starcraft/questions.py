"""What StarCraft: Roll & Write asks: a short question, and what limits the answer in one more line."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Progress, Question
from rollwright.core.language import Phrase, listed, player, plural, series, together
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.ahead import (
    buildings,
    combination,
    followers,
    row_built,
    shown,
    units,
)
from rollwright.games.starcraft.moves import BUILD
from rollwright.games.starcraft.names import race_of, row_of, support_of
from rollwright.games.starcraft.proposals import mined
from rollwright.games.starcraft.rules.building import can_train_any
from rollwright.games.starcraft.rules.rows import has_room
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
    usable_red,
)
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    GAS,
    MAIN,
    MINERALS,
    NUMBERS,
    PROTOSS,
    ROUNDS,
    ROWS,
    SUPPORTS,
    TERRAN,
    ZERG,
)

MOST_NAMED = 4
"""How many units are named with their dice in a question: more would not be read."""


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say what a seat is asked to do now, or whom it waits for."""
    if s.phase == OVER:
        return Question(Phrase("The game is over."))
    if s.phase == START_DIE:
        return Question(Phrase("Who goes first?"), Phrase("Roll a die to pick the first player."))
    if s.phase == WRITING:
        return _ask_for_number(s.sheets[seat])
    if s.phase == PRODUCTION:
        if seat == s.roller:
            return Question(Phrase("Your turn: roll the dice."), _one(_lost(s.sheets[seat])))
        return Question(Phrase("{who} rolls next.", who=names[s.roller]), _from_what_is_left())
    if s.phase == BUILDING:
        return _ask_to_build(s, seat, names)
    return _ask_active(s, seat) if seat == s.roller else _tell_active(s, seat, names)


def progress(s: Record) -> Progress:
    """Say which round it is."""
    now = min(max(1, int(s.round_no)), ROUNDS)
    return Progress(Phrase("Round {n} of {rounds}", n=now, rounds=ROUNDS), now, ROUNDS)


def _one(phrases: Sequence[Phrase]) -> Phrase | None:
    """Return phrases as one, or None if there are none."""
    return together(phrases) if phrases else None


def _from_what_is_left() -> Phrase:
    return Phrase("You build from what is left.")


def _lost(sheet: Record) -> list[Phrase]:
    """Say what others have crossed out since the last own turn, if anything."""
    rows = [row for row in range(ROWS) if sheet.hits[row]]
    if not rows:
        return []
    seats = 0
    for row in rows:
        seats |= int(sheet.hit_by[row])
    who = series(player(seat) for seat in range(seats.bit_length()) if seats >> seat & 1)
    return [Phrase("Just crossed out: {rows} ({who}).", rows=series(row_of(sheet, row) for row in rows), who=who)]


def _ask_for_number(sheet: Record) -> Question:
    written = [int(number) for number in sheet.numbers if number]
    main = row_of(sheet, MAIN)
    if not written:
        more = Phrase("3 numbers for your {main}: black dice build it in this order.", main=main)
        return Question(Phrase("Which number comes first?"), more)
    if len(written) < NUMBERS:
        more = Phrase("{main}: {written} so far.", main=main, written=listed(written))
        return Question(Phrase("Which number comes next?"), more)
    more = Phrase("{main}: {written}.", main=main, written=listed(written))
    return Question(Phrase("The others still choose their numbers."), more)


# Building


def _ask_to_build(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    step = s.sheets[seat].step
    if step == DONE:
        return _tell_builders(s, seat, names)
    sheet, is_active = s.sheets[seat], seat == s.roller
    red = int(usable_red(s, seat))
    with_red = [Phrase("The red {face} may help.", face=red)] if red else []
    if step == UNIT_STEP:
        asked = Phrase("Which unit?") if is_active else Phrase("Which unit, from what is left?")
        return Question(asked, together([_makes(sheet, units(s, seat)), *with_red]))
    asked = Phrase("Which building?") if is_active else Phrase("Which building, from what is left?")
    skipped = [] if sheet.trained or can_train_any(s, seat) else [Phrase("No unit this time.")]
    return Question(asked, together([*skipped, *_raise(sheet, buildings(s, seat)), *with_red]))


def _makes(sheet: Record, moves: Sequence[int]) -> Phrase:
    """Say which dice make which unit."""
    found = dict.fromkeys((combination(move).replace("-", " "), row_built(move)) for move in moves)
    told = [
        Phrase("{dice} {row}", dice=dice, row=row_of(sheet, row))
        if place
        else Phrase("{dice} makes {row}", dice=dice, row=row_of(sheet, row))
        for place, (dice, row) in enumerate(list(found)[:MOST_NAMED])
    ]
    if len(found) > MOST_NAMED:
        return Phrase("{units}, and more.", units=series(told))
    return Phrase("{units}.", units=series(told))


def _raise(sheet: Record, moves: Sequence[int]) -> list[Phrase]:
    """Say which black dice make which buildings."""
    rows: dict[int, list[Phrase]] = {}
    for move in moves:
        if is_form(BUILD.layout, move):
            rows.setdefault(part(BUILD.layout, move, 1), []).append(row_of(sheet, row_built(move)))
    return [Phrase("Black {face}: {rows}.", face=face, rows=series(made)) for face, made in rows.items()]


def _tell_builders(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say who builds now, and what is left to do for somebody who waits."""
    building = series(names[other] for other in range(s.seat_count) if s.sheets[other].step != DONE)
    if followers(s) >> seat & 1:
        return Question(Phrase("{who} builds first.", who=building), _from_what_is_left())
    if seat == s.roller:
        return Question(Phrase("{who} builds from what you left.", who=building), _nothing(s, seat))
    nothing = _nothing(s, seat)
    return Question(nothing or Phrase("You have built."), Phrase("Now {who} builds.", who=building))


def _nothing(s: Record, seat: int) -> Phrase | None:
    """Say that somebody has built nothing in this turn, if that is so."""
    sheet = s.sheets[seat]
    return None if sheet.trained or sheet.raised else Phrase("Nothing for you this turn.")


# The active player, and what the others are told of them


def _ask_active(s: Record, seat: int) -> Question:
    """Say what the active player is asked, outside building."""
    sheet = s.sheets[seat]
    if s.phase == SUPPORTING:
        more = plural(
            "{support}: one die, 1 up or down. {n} use left.",
            "{support}: one die, 1 up or down. {n} uses left.",
            SUPPORTS - int(sheet.supports),
            support=support_of(sheet),
        )
        return Question(Phrase("Change a die?"), together([more, *_lost(sheet)]))
    if s.phase == MINING:
        found = [mined(sheet, row, int(red_face(s))) for row in (MINERALS, GAS) if has_room(sheet, row)]
        more = Phrase("It brings {options}, or serves to build later.", options=_either(found))
        return Question(Phrase("Mine with the red {face}?", face=red_face(s)), more)
    if s.phase == TACTICS:
        return _ask_for_ability(sheet)
    return _ask_for_dice(s, sheet) if s.phase == ABILITY_DICE else _ask_for_target(s, sheet)


def _either(phrases: Sequence[Phrase]) -> Phrase:
    """Return one of two choices as one phrase, or the only one."""
    return phrases[0] if len(phrases) == 1 else Phrase("{one} or {other}", one=phrases[0], other=phrases[1])


def _ask_for_ability(sheet: Record) -> Question:
    left = ABILITIES - int(sheet.abilities)
    if sheet.race == TERRAN:
        more = plural(
            "Everyone else loses a mineral and a gas cell. {n} raid left.",
            "Everyone else loses a mineral and a gas cell. {n} raids left.",
            left,
        )
        return Question(Phrase("Raid now?"), more)
    if sheet.race == PROTOSS:
        more = plural(
            "A black die says which building you can hit, if any. {n} strike left.",
            "A black die says which building you can hit, if any. {n} strikes left.",
            left,
        )
        return Question(Phrase("Strike now?"), more)
    more = plural(
        "4 white dice say which of their units you can hit, if any. {n} attack left.",
        "4 white dice say which of their units you can hit, if any. {n} attacks left.",
        left,
    )
    return Question(Phrase("Attack someone now?"), more)


def _ask_for_dice(s: Record, sheet: Record) -> Question:
    if sheet.race == TERRAN:
        asked = Phrase("How much gas?") if s.target else Phrase("How many minerals?")
        return Question(asked, Phrase("Roll the green die.") if s.target else Phrase("Roll the blue die."))
    if sheet.race == PROTOSS:
        return Question(Phrase("Which building can you hit?"), Phrase("Roll the black die: it says which."))
    return Question(Phrase("Which unit can you hit?"), Phrase("Roll 4 white dice: they say which."))


def _ask_for_target(s: Record, sheet: Record) -> Question:
    dice = " ".join(map(str, shown(s.claws)))
    if sheet.race == PROTOSS:
        more = Phrase("Black {dice}: it loses its first uncrossed cell.", dice=dice)
        return Question(Phrase("Which building do you hit?"), more)
    more = Phrase("{dice}: it loses its first uncrossed cell.", dice=dice)
    return Question(Phrase("Which unit of {who} do you hit?", who=player(int(s.target))), more)


def _tell_active(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say what the active player is doing, outside building."""
    who, race = names[s.roller], race_of(s.sheets[s.roller])
    if s.phase == SUPPORTING:
        return Question(Phrase("{who} may change a die.", who=who), _from_what_is_left())
    if s.phase == MINING:
        return Question(Phrase("{who} may mine with the red die.", who=who), _from_what_is_left())
    if s.phase == TACTICS:
        return Question(Phrase("{who} may use the ability of the {race}.", who=who, race=race), _nothing(s, seat))
    if s.sheets[s.roller].race != ZERG or s.phase not in (ABILITY_DICE, TARGET):
        return Question(Phrase("{who} uses the ability of the {race}.", who=who, race=race))
    if s.target == seat:
        return Question(Phrase("{who} attacks you.", who=who))
    return Question(Phrase("{who} attacks {victim}.", who=who, victim=names[s.target]))
