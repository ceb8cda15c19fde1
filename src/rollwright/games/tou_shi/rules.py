"""The rules of Tóu Shí.

Each decision is a box, a square or a word, so a deed takes several: a box pays, the die falls, a square is chosen, then
the box that is left. Types of dice are numbered from 0, d4 first; in the grid a type is written as its number plus one.
"""

import numpy as np

from rollwright.core.contract import HEADER, Ints, Record
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.tou_shi import moves as notation
from rollwright.games.tou_shi.sheet import (
    ALL_KINDS,
    BOXES,
    BOXES_OF,
    GRID,
    JOURNEY,
    JOURNEYS,
    KINDS,
    LINE_POINTS,
    LONGEST,
    ONCE,
    PLACE,
    SIDES,
    SQUARE_POINTS,
    STAR_POINTS,
    STARS,
    TWICE,
    WALKS,
)

TICK = notation.TICK.layout
SQUARE = notation.SQUARE.layout
BONUS = notation.BONUS.layout[0]
AGAIN = notation.AGAIN.layout[0]
STOP = notation.STOP.layout[0]

SQUARES = len(GRID)
WIDTH = GRID.columns
HEIGHT = GRID.rows
ROUND_COST = 2  # TS-42: one box pays, one is written

FIRST_BOX, FIRST_SQUARE, PAY, DICE, ONE, WALK, BOX, NO_WALK, BONUS_SQUARE, BONUS_BOX, OVER = range(11)
"""Phases. ONE: a 1 was rolled and a bonus is possible. NO_WALK: the roll allows no move, but a bonus is possible."""

PLAYING, STUCK, OUT_OF_BOXES, THIRD_STAR, STOPPED, FULL = range(6)
"""How the game has ended, if it has (TS-40 to TS-42)."""

NOWHERE = -1

MAX_DICE = 1
MAX_MOVES = sum(SIDES)

STATE = np.dtype((np.record, [
    *HEADER,
    ("phase", "i1"),
    ("ending", "i1"),
    ("sheet", "i1"),  # which of SHEETS is played on
    ("grid", "i1", (SQUARES,)),  # 0 empty, else the type that is written, plus one
    ("row_kinds", "i1", (HEIGHT,)),  # bit k: the row has type k
    ("column_kinds", "i1", (WIDTH,)),
    ("open", "i4", (KINDS,)),  # bit n: a box n of this type is open
    ("second", "i4", (KINDS,)),  # bit n: and another one (TS-03)
    ("boxes", "i1"),  # open boxes in all
    ("stars", "i1"),  # stars not crossed
    ("marker", "i1"),  # the square where the marker stands, or NOWHERE
    ("die", "i1"),  # the type that is rolled, or that is written first
    ("rolled", "i1"),  # the number that was rolled this round; 0: none yet
    ("target", "i1"),  # the square that was chosen, or NOWHERE
]))  # fmt: skip


def begin(s: Record, seats: int, options: Ints) -> None:
    """Lay out the empty sheet (TS-01, TS-02, TS-03)."""
    s.seat_count = seats
    sheet = options[0, 0]
    s.sheet = sheet
    for kind in range(KINDS):
        s.open[kind] = ONCE[kind]
        s.second[kind] = TWICE[sheet, kind]
    s.boxes = BOXES[sheet]
    s.stars = STARS
    s.marker = NOWHERE
    s.target = NOWHERE


def dice(s: Record, sides: Ints) -> int:
    """Ask for the die that was paid for (TS-21)."""
    if s.phase != DICE:
        return 0
    sides[0] = SIDES[s.die]
    return 1


def roll(s: Record, faces: Ints) -> None:
    """Take the rolled number, and see whether anything can be done with it."""
    s.epoch += 1
    s.rolled = faces[0]
    if s.rolled == 1:  # TS-22: never the end; rolled again, unless there is something to choose
        s.phase = ONE if bonus_is_possible(s) else DICE
    elif can_walk(s):
        s.phase = WALK
    elif bonus_is_possible(s):  # TS-41
        s.phase = NO_WALK
    else:
        end(s, STUCK)


def waiting(s: Record) -> int:
    """Wait for the player, unless the die is due or the game is over."""
    return 0 if s.phase == DICE or s.phase == OVER else 1


def allowed_kinds(s: Record, square: int) -> int:
    """Return the types that stand neither in a square's row nor in its column (TS-25), as bits."""
    return ALL_KINDS & ~(int(s.row_kinds[square // WIDTH]) | int(s.column_kinds[square % WIDTH]))


def open_numbers(s: Record, kinds: int) -> int:
    """Return the numbers of which some box of these types is open, as bits."""
    numbers = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            numbers |= int(s.open[kind])
    return numbers


def numbers_left(s: Record, target: int) -> int:
    """Return what walks to a square can leave of the rolled number, as bits."""
    return left_of(int(s.rolled), WALKS[s.marker, target])


def left_of(rolled: int, walks: int) -> int:
    """Return what walks of these lengths, see WALKS, leave of a number (TS-24), as bits: 1 at least (TS-25)."""
    return walks << rolled >> LONGEST & ~1


BOXES_LEFT = np.array(
    [
        [sum((left_of(rolled, walks) & int(ONCE[kind])) << PLACE[kind] for kind in range(KINDS)) for walks in JOURNEYS]
        for rolled in range(max(SIDES) + 1)
    ],
    np.int64,
)
"""The boxes whose number a walk can leave (TS-24), by the rolled number and the JOURNEY."""


def open_boxes(s: Record) -> int:
    """Return all boxes that are open, as bits: see PLACE."""
    boxes = 0
    for kind in range(KINDS):
        boxes |= int(s.open[kind]) << PLACE[kind]
    return boxes


def to_jump(s: Record, boxes: int, square: int) -> int:
    """Return those of some boxes with which a bonus could write into a square, were it empty (TS-30)."""
    return boxes & BOXES_OF[allowed_kinds(s, square)]


def to_walk(s: Record, boxes: int, target: int) -> int:
    """Return those of some boxes with which a walk could write into a square, were it empty (TS-23, TS-25)."""
    return to_jump(s, boxes, target) & BOXES_LEFT[s.rolled, JOURNEY[s.marker, target]]


def can_walk(s: Record) -> bool:
    """Say whether the rolled number allows any move."""
    boxes = open_boxes(s)
    for target in range(SQUARES):
        if s.grid[target] == 0 and to_walk(s, boxes, target) != 0:
            return True
    return False


def bonus_is_possible(s: Record) -> bool:
    """Say whether a star is left, and a square for it."""
    if s.stars == 0:
        return False
    boxes = open_boxes(s)
    for square in range(SQUARES):
        if s.grid[square] == 0 and to_jump(s, boxes, square) != 0:
            return True
    return False


def legal(s: Record, seat: int, moves: Ints) -> int:
    """List what the player may do: a box, a square, or a word."""
    boxes = open_boxes(s)
    if s.phase == FIRST_BOX or s.phase == PAY:
        return list_boxes(boxes, moves)
    if s.phase == WALK:
        return list_walks(s, boxes, moves)
    if s.phase == BOX:
        return list_boxes(to_walk(s, boxes, s.target), moves)
    if s.phase == FIRST_SQUARE or s.phase == BONUS_SQUARE:
        return list_jumps(s, boxes, moves)
    if s.phase == BONUS_BOX:
        return list_boxes(to_jump(s, boxes, s.target), moves)
    if s.phase == ONE:
        moves[0] = AGAIN
        moves[1] = BONUS
        return 2
    if s.phase == NO_WALK:
        moves[0] = STOP
        moves[1] = BONUS
        return 2
    return 0


def list_boxes(boxes: int, moves: Ints) -> int:
    """List boxes; copies of a box are one choice (TS-03)."""
    count = 0
    for kind in range(KINDS):
        for number in range(1, SIDES[kind] + 1):
            moves[count] = pack2(TICK, kind, number)  # counted, and so kept, only if the box is one of these
            count += boxes >> PLACE[kind] + number & 1
    return count


def list_jumps(s: Record, boxes: int, moves: Ints) -> int:
    """List the squares that lead somewhere: for a bonus (TS-30), or in the set-up, where all do (TS-10)."""
    count = 0
    for square in range(SQUARES):
        moves[count] = pack1(SQUARE, square)
        if (s.grid[square] == 0) & (to_jump(s, boxes, square) != 0):
            count += 1
    return count


def list_walks(s: Record, boxes: int, moves: Ints) -> int:
    """List the squares that a walk can end on (TS-23, TS-25), and the bonus (TS-30)."""
    count = 0
    for square in range(SQUARES):
        moves[count] = pack1(SQUARE, square)
        if (s.grid[square] == 0) & (to_walk(s, boxes, square) != 0):
            count += 1
    if bonus_is_possible(s):
        moves[count] = BONUS
        count += 1
    return count


def can_walk_to(s: Record, target: int) -> bool:
    """Say whether the marker can walk to a square and something can be written there (TS-23, TS-25)."""
    return bool(s.grid[target] == 0 and to_walk(s, open_boxes(s), target) != 0)


def can_jump_to(s: Record, square: int) -> bool:
    """Say whether a bonus can write something into a square (TS-30)."""
    return bool(s.grid[square] == 0 and to_jump(s, open_boxes(s), square) != 0)


def is_offered(s: Record, square: int) -> bool:
    """Say whether a square can be chosen now: one that leads somewhere, which in the set-up are all (TS-10)."""
    return can_walk_to(s, square) if s.phase == WALK else can_jump_to(s, square)


def play(s: Record, seat: int, move: int) -> None:
    """Make a move."""
    if is_form(TICK, move):
        play_box(s, part(TICK, move, 0), part(TICK, move, 1))
    elif is_form(SQUARE, move):
        play_square(s, part(SQUARE, move, 0))
    elif move == BONUS:  # TS-30: the star is crossed first
        s.stars -= 1
        s.phase = BONUS_SQUARE
    elif move == AGAIN:
        s.phase = DICE
    else:
        end(s, STOPPED)


def play_box(s: Record, kind: int, number: int) -> None:
    """Tick a box: to begin, to pay, or to write its type into the chosen square."""
    tick(s, kind, number)
    if s.phase == FIRST_BOX:
        s.die = kind
        s.phase = FIRST_SQUARE
    elif s.phase == PAY:
        s.die = kind
        s.phase = DICE
    else:
        is_bonus = s.phase == BONUS_BOX
        write(s, s.target, kind)
        end_round(s, is_bonus)


def play_square(s: Record, square: int) -> None:
    """Choose a square; in the set-up the type is chosen already, and is written (TS-10)."""
    if s.phase == FIRST_SQUARE:
        write(s, square, s.die)
        s.round_no = 1
        s.phase = PAY
    else:
        s.target = square
        s.phase = BOX if s.phase == WALK else BONUS_BOX


def tick(s: Record, kind: int, number: int) -> None:
    """Tick a box; where there are two, the other stays open."""
    if int(s.second[kind]) >> number & 1:
        s.second[kind] = int(s.second[kind]) & ~(1 << number)
    else:
        s.open[kind] = int(s.open[kind]) & ~(1 << number)
    s.boxes -= 1


def write(s: Record, square: int, kind: int) -> None:
    """Write a type into a square; the marker stands there now (TS-10, TS-23, TS-30)."""
    s.grid[square] = kind + 1
    s.row_kinds[square // WIDTH] = int(s.row_kinds[square // WIDTH]) | 1 << kind
    s.column_kinds[square % WIDTH] = int(s.column_kinds[square % WIDTH]) | 1 << kind
    s.marker = square


def end_round(s: Record, is_bonus: bool) -> None:
    """End the game, or begin the next round."""
    if squares_written(s) == SQUARES:  # TS-31: also with the third star
        end(s, FULL)
    elif is_bonus and s.stars == 0:
        end(s, THIRD_STAR)
    elif s.boxes < ROUND_COST:  # TS-42
        end(s, OUT_OF_BOXES)
    else:
        s.round_no += 1
        s.phase = PAY
        s.rolled = 0
        s.target = NOWHERE


def end(s: Record, ending: int) -> None:
    """End the game."""
    s.ending = ending
    s.phase = OVER


def squares_written(s: Record) -> int:
    """Return how many squares are written."""
    count = 0
    for square in range(SQUARES):
        if s.grid[square] > 0:
            count += 1
    return count


def full_lines(line_kinds: Ints) -> int:
    """Return how many lines, of which these are the types each has, are full."""
    count = 0
    for line in range(len(line_kinds)):
        if line_kinds[line] == ALL_KINDS:
            count += 1
    return count


def score(s: Record, seat: int) -> int:
    """Count squares, full rows and columns, and stars that are left (TS-50), in halves."""
    lines = full_lines(s.row_kinds) + full_lines(s.column_kinds)
    return 2 * (SQUARE_POINTS * squares_written(s) + LINE_POINTS * lines + STAR_POINTS * int(s.stars))


def conceal(s: Record, seat: int) -> None:
    """Hide nothing: the player is alone."""
