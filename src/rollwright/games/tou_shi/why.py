"""Why a move of Tóu Shí is refused: one sentence each, from the predicates that decide legality."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed
from rollwright.core.moves import is_form
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.moves import AGAIN, BONUS, SQUARE, TICK
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES, numbers


def why(s: Record, seat: int, move: int) -> Phrase | None:
    """Say why the player may not make this move now, or nothing if it can be made."""
    if s.phase in (rules.OVER, rules.DICE):
        return why_nothing_now(s)
    if is_form(TICK.layout, move):
        return _why_not_tick(s, *TICK.values(move).values())
    if is_form(SQUARE.layout, move):
        return _why_not_square(s, SQUARE.values(move)["square"])
    if is_form(BONUS.layout, move):
        return _why_no_bonus(s)
    if is_form(AGAIN.layout, move):
        return None if s.phase == rules.ONE else Phrase("Only a 1 can be rolled again.")
    if s.phase == rules.NO_WALK:
        return None
    return Phrase("You can stop only when a roll allows no move and a star could still be used.")


def why_nothing_now(s: Record) -> Phrase:
    """Say why no move at all is asked for: the game is over, or the die is due."""
    if s.phase == rules.OVER:
        return Phrase("The game is over.")
    return Phrase("The {die} must be rolled first.", die=DICE[s.die])


def _why_not_tick(s: Record, kind: int, number: int) -> Phrase | None:
    die = DICE[kind]
    if number > SIDES[kind]:
        return Phrase("The {die} has no {number}: its boxes are 1 to {sides}.",
                      number=number, die=die, sides=SIDES[kind])  # fmt: skip
    if s.phase in (rules.FIRST_SQUARE, rules.BONUS_SQUARE):
        return Phrase("Choose the square first.")
    if s.phase == rules.WALK:
        return Phrase("Choose the square first: the walk decides which boxes fit.")
    if s.phase in (rules.ONE, rules.NO_WALK):
        return _decide_first(s)
    if int(s.open[kind]) == 0:
        return Phrase("All boxes of the {die} are used up.", die=die)
    if int(s.open[kind]) >> number & 1 == 0:
        return Phrase("The {number} of the {die} is already ticked.", number=number, die=die)
    if s.phase in (rules.BOX, rules.BONUS_BOX):
        return _why_not_write(s, kind, number)
    return None


def _why_not_write(s: Record, kind: int, number: int) -> Phrase | None:
    """Say why a type cannot be written into the chosen square, or its box not be ticked for that."""
    die, target = DICE[kind], int(s.target)
    row, column = GRID.row(target) + 1, GRID.names[target][0]
    if int(s.row_kinds[GRID.row(target)]) >> kind & 1:
        return Phrase("Row {row} already has a {die}.", row=row, die=die)
    if int(s.column_kinds[GRID.column(target)]) >> kind & 1:
        return Phrase("Column {column} already has a {die}.", column=column, die=die)
    left = int(rules.numbers_left(s, target))
    if s.phase == rules.BOX and left >> number & 1 == 0:
        return Phrase("Wrong number: a walk from {start} to {square} leaves {left} of {rolled}, never {number}.",
                      start=GRID.names[s.marker], square=GRID.names[target], left=listed(numbers(left)),
                      rolled=s.rolled, number=number)  # fmt: skip
    return None


def _decide_first(s: Record) -> Phrase:
    if s.phase == rules.ONE:
        return Phrase("First decide: roll again, or use a bonus star.")
    return Phrase("First decide: use a bonus star, or stop.")


def _why_not_square(s: Record, square: int) -> Phrase | None:
    name = GRID.names[square]
    if s.phase == rules.FIRST_BOX:
        return Phrase("Tick a box first: you write its die.")
    if s.phase == rules.PAY:
        return Phrase("Tick a box first: it pays for the roll.")
    if s.phase in (rules.BOX, rules.BONUS_BOX):
        return Phrase("The square is chosen: now tick a box for it.")
    if s.phase in (rules.ONE, rules.NO_WALK):
        return _decide_first(s)
    if s.grid[square] > 0:
        return Phrase("Square {square} already holds a {die}.", square=name, die=DICE[s.grid[square] - 1])
    if rules.is_offered(s, square):
        return None
    allowed = int(rules.allowed_kinds(s, square))
    dice = listed(DICE[kind] for kind in range(KINDS) if allowed >> kind & 1 and int(s.open[kind]))
    if not dice:
        return Phrase(
            "Nothing can be written into square {square}: every die with an open box is already in its row or column.",
            square=name,
        )
    left = int(rules.numbers_left(s, square))
    if left == 0:
        return Phrase("Square {square} is too far for {rolled}: at least 1 must be left.", square=name, rolled=s.rolled)
    return Phrase("A walk to square {square} leaves {left}, and none of these is open for {dice}.",
                  square=name, left=listed(numbers(left)), dice=dice)  # fmt: skip


def _why_no_bonus(s: Record) -> Phrase | None:
    if s.phase in (rules.BONUS_SQUARE, rules.BONUS_BOX):
        return Phrase("You are already using a star: continue with it, or undo it.")
    if s.phase not in (rules.ONE, rules.WALK, rules.NO_WALK):
        return Phrase("You can use a bonus star after a roll, before you choose a square.")
    if s.stars == 0:
        return Phrase("All stars are crossed out.")
    if not rules.bonus_is_possible(s):
        return Phrase("A bonus star would be wasted: no empty square can take a die that has an open box.")
    return None
