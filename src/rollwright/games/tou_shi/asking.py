"""What Tóu Shí asks: one question at a time, and what limits the answer."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Progress, Question
from rollwright.core.language import Phrase, listed
from rollwright.core.scoring import points
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import (
    ALL_KINDS,
    DICE,
    GRID,
    KINDS,
    LINE_POINTS,
    SQUARE_POINTS,
    STAR_POINTS,
    numbers,
)


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Ask what the player has to decide now."""
    die, rolled = DICE[s.die], int(s.rolled)
    if s.phase == rules.FIRST_BOX:
        return Question(Phrase("Which die begins?"), Phrase("Tick any box: its die is the first in the grid."))
    if s.phase == rules.FIRST_SQUARE:
        return Question(Phrase("Where does the {die} go?", die=die), Phrase("Any square. Your marker starts there."))
    if s.phase == rules.PAY:
        return Question(Phrase("Which die do you throw?"), Phrase("Tick one of its boxes to pay."))
    if s.phase == rules.DICE:
        return _ask_for_roll(die, rolled)
    if s.phase == rules.ONE:
        last = Phrase("That is free. The last star ends the game.")
        more = last if s.stars == 1 else Phrase("That is free. A star lets you write anywhere.")
        return Question(Phrase("A 1 is too small to move. Roll again?"), more)
    if s.phase == rules.WALK:
        more = Phrase("Each step takes 1, with 2 turns at most. What is left picks the box.")
        return Question(Phrase("You rolled {rolled}. Where do you walk?", rolled=rolled), more)
    if s.phase == rules.BOX:
        return _ask_for_box(s)
    if s.phase == rules.NO_WALK:
        return _ask_about_stopping(s)
    if s.phase == rules.BONUS_SQUARE:
        last = Phrase("Any square with a die that fits. This star ends the game.")
        more = last if s.stars == 0 else Phrase("Any square with a die that fits there.")
        return Question(Phrase("Where does the star take you?"), more)
    if s.phase == rules.BONUS_BOX:
        square = GRID.names[s.target]
        return Question(Phrase("Which die do you write on {square}?", square=square), _told_barred(s, ~1))
    return Question(Phrase("The game is over."))


def _ask_for_roll(die: str, rolled: int) -> Question:
    """Ask for a roll: the first, or one after a 1, which costs nothing."""
    if rolled == 1:
        return Question(Phrase("A 1 is too small to move."), Phrase("Roll the {die} again. That is free.", die=die))
    return Question(Phrase("Ready to throw the {die}?", die=die), Phrase("You can still take back the box you paid."))


def _ask_for_box(s: Record) -> Question:
    """Say what is left on the chosen square, and ask for the die (TS-25)."""
    left = int(rules.numbers_left(s, s.target) & rules.open_numbers(s, rules.allowed_kinds(s, s.target)))
    values = {"left": _either(numbers(left)), "square": GRID.names[s.target]}
    return Question(Phrase("{left} left on {square}. Which die do you write?", **values), _told_barred(s, left))


def _either(found: list[int]) -> Phrase:
    """Name one number, or some of which one is to be chosen."""
    *some, last = found
    return Phrase("{some} or {last}", some=listed(some), last=last) if some else Phrase("{n}", n=last)


def _told_barred(s: Record, left: int) -> Phrase:
    """Say which dice have a box for what is left, but stand in the row or the column already (TS-25)."""
    row, column = GRID.row(s.target), GRID.column(s.target)
    in_row, in_column = int(s.row_kinds[row]), int(s.column_kinds[column])
    barred = [kind for kind in range(KINDS) if (in_row | in_column) >> kind & 1 and int(s.open[kind]) & left]
    if not barred:
        return Phrase("Tick one of its boxes to write it.")
    if len(barred) > 1:
        return Phrase("Not the {dice}: this row or column has them.", dice=listed(DICE[kind] for kind in barred))
    die = DICE[barred[0]]
    if in_row >> barred[0] & 1:
        return Phrase("Not the {die}: row {row} has one.", die=die, row=row + 1)
    return Phrase("Not the {die}: column {column} has one.", die=die, column=GRID.names[column][0])


def _ask_about_stopping(s: Record) -> Question:
    """Ask what is worth more, and say what both are worth: stopping, or a star (TS-41)."""
    now, gain = rules.score(s, 0), 2 * best_bonus(s)
    values = {"points": points(now), "most": points(now + gain)}
    if not ends_with_bonus(s):
        return Question(
            Phrase("Nowhere to go with a {rolled}. Use a star?", rolled=s.rolled),
            Phrase(
                "A star lets you play on, with {most} points at best for now. If you stop, you keep {points}.", **values
            ),
        )
    stop = Phrase("Nowhere to go with a {rolled}. Stop here?", rolled=s.rolled)
    use = Phrase("Nowhere to go with a {rolled}. End with a star?", rolled=s.rolled)
    if s.stars == 1:
        more = Phrase("The last star ends the game: {most} points at best, {points} without it.", **values)
    else:
        more = Phrase("A star now ends the game: {most} points at best, {points} without it.", **values)
    return Question(use if gain > 0 else stop, more)


def progress(s: Record) -> Progress:
    """Say how many squares are written."""
    return Progress(Phrase("{n} of {all} squares", n=rules.squares_written(s), all=len(GRID)))


def ends_with_bonus(s: Record) -> bool:
    """Say whether a bonus, used now, would end the game: the last star, too few boxes, or the last square."""
    is_last_square = int(rules.squares_written(s)) == len(GRID) - 1
    return bool(s.stars == 1 or s.boxes - 1 < rules.ROUND_COST or is_last_square)


def best_bonus(s: Record) -> int:
    """Return what a bonus would bring at once, at best: a square and the lines it fills, less the star."""
    best = 0
    for square in range(len(GRID)):
        if rules.can_jump_to(s, square):
            lines = int(_would_fill(s.row_kinds[GRID.row(square)])) + int(
                _would_fill(s.column_kinds[GRID.column(square)])
            )
            best = max(best, SQUARE_POINTS + LINE_POINTS * lines)
    return best - STAR_POINTS


def _would_fill(kinds: int) -> bool:
    """Say whether a line that has these types lacks one only."""
    return (ALL_KINDS & ~int(kinds)).bit_count() == 1
