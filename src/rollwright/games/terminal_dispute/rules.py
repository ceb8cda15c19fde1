"""The rules of Terminal Dispute.

A round: dice fall, the start player allocates them, then all seats write at once (TD-04). Each seat keeps the dice it
still has to use on its own sheet, so that an ability changes them for nobody else (TD-31). Dice are known by value:
equal dice are one choice everywhere.
"""

import numpy as np

from rollwright.core.contract import HEADER, Ints, Record
from rollwright.core.moves import is_form, pack1, pack2, pack3, pack4, part
from rollwright.games.terminal_dispute import moves as notation
from rollwright.games.terminal_dispute.sheet import (
    CROSSED,
    CROSSED_OVER,
    DICE_PAIRS,
    DOTTED,
    EDGE,
    LINE_POINTS,
    MATRIX,
    RAYS,
    ROUNDS,
    SHARES_LINE,
    SPOTS,
    STARTS,
    TOUCHING,
)

ALLOCATE = notation.ALLOCATE.layout
WRITE = notation.WRITE.layout
CROSS = notation.CROSS.layout
LINE = notation.LINE.layout
PASS = notation.PASS.layout[0]
UNUSED_NAV = notation.UNUSED_NAV.layout
UNUSED_PHONE = notation.UNUSED_PHONE.layout

BOXES = len(MATRIX)
WIDTH = MATRIX.columns
ROLLED = 5
WAYS = len(SPOTS)  # TD-02: 30 ways to put five dice on two, two and one spots

START_DIE, DICE, ALLOCATION, WRITING, OVER = range(5)  # phases; a zeroed record begins with the start die

NOWHERE = -1

MAX_DICE = ROLLED + 1
MAX_MOVES = 2 * BOXES + 2 * 3 * 6 + 1 + 4

SHEET = np.dtype((np.record, [
    ("shaded", "i8"),  # bit n: hex n is shaded
    ("matrix", "i1", (BOXES,)),  # 0 empty, 1-6 a number, CROSSED
    ("nav", "i1", (2,)),  # navigation dice still to write, higher first; 0: none
    ("phone", "i1", (2,)),  # phone dice still to use, higher first; both are used at once
    ("written", "i1"),  # the box written this round, or NOWHERE
    ("spent", "i1"),  # abilities used up
]))  # fmt: skip

STATE = np.dtype((np.record, [
    *HEADER,
    ("phase", "i1"),
    ("rolled", "i1", (ROLLED,)),  # the five dice as they fell
    ("nav_spots", "i1", (2,)),  # the dice as the start player put them, lower first
    ("phone_spots", "i1", (2,)),
    ("unused", "i1"),  # the value of the unused die, once the dice are allocated
    ("sheets", SHEET, (6,)),
]))  # fmt: skip


def begin(s: Record, seats: int, options: Ints) -> None:
    """Lay out an empty sheet for each seat."""
    s.seat_count = seats
    fixed = options[0, 0]
    if seats == 1 or fixed > 0:  # TD-01: no die where there is nothing to draw
        s.roller = max(0, fixed - 1)
        s.round_no = 1
        s.phase = DICE


def dice(s: Record, sides: Ints) -> int:
    """Ask for the die that draws the start player, or for the five dice of a round."""
    if s.phase == START_DIE:
        sides[0] = s.seat_count
        return 1
    if s.phase != DICE:
        return 0
    for i in range(ROLLED):
        sides[i] = 6
    if not allocates_at_random(s):
        return ROLLED
    sides[ROLLED] = WAYS
    return ROLLED + 1


def roll(s: Record, faces: Ints) -> None:
    """Take the dice; in even rounds of a solo game they are allocated at once."""
    s.epoch += 1
    if s.phase == START_DIE:
        s.roller = faces[0] - 1
        s.round_no = 1
        s.phase = DICE
        return
    for i in range(ROLLED):
        s.rolled[i] = faces[i]
    s.phase = ALLOCATION
    if allocates_at_random(s):
        hand_out(s, allocation(s, faces[ROLLED] - 1))


def allocates_at_random(s: Record) -> bool:
    """TD-50: alone, in even rounds, chance allocates the dice."""
    return s.seat_count == 1 and s.round_no % 2 == 0


def allocation(s: Record, way: int) -> int:
    """Return one of the 30 ways to allocate the five dice, by die (TD-50)."""
    nav_a = int(s.rolled[SPOTS[way, 0]])
    nav_b = int(s.rolled[SPOTS[way, 1]])
    phone_a = int(s.rolled[SPOTS[way, 2]])
    phone_b = int(s.rolled[SPOTS[way, 3]])
    return pack4(ALLOCATE, min(nav_a, nav_b), max(nav_a, nav_b), min(phone_a, phone_b), max(phone_a, phone_b))


def hand_out(s: Record, move: int) -> None:
    """Give every seat the same two navigation and two phone dice (TD-03)."""
    total = 0
    for i in range(ROLLED):
        total += s.rolled[i]
    for i in range(4):
        total -= part(ALLOCATE, move, i)
    s.unused = total
    for i in range(2):
        s.nav_spots[i] = part(ALLOCATE, move, i)
        s.phone_spots[i] = part(ALLOCATE, move, 2 + i)
    for seat in range(s.seat_count):
        sheet = s.sheets[seat]
        for i in range(2):
            sheet.nav[i] = s.nav_spots[1 - i]
            sheet.phone[i] = s.phone_spots[1 - i]
        sheet.written = NOWHERE
    s.phase = WRITING


def waiting(s: Record) -> int:
    """Wait for the start player's allocation, then for every seat that has dice left, as none has at other times."""
    if s.phase == ALLOCATION:
        return 1 << int(s.roller)
    seats = 0
    for seat in range(s.seat_count):
        if has_dice(s.sheets[seat]):
            seats |= 1 << seat
    return seats


def has_dice(sheet: Record) -> bool:
    """Say whether a seat still has dice to use this round."""
    return sheet.nav[0] > 0 or sheet.phone[0] > 0


def legal(s: Record, seat: int, moves: Ints) -> int:
    """List what a seat may do: allocate, or write, shade and use abilities in any order (TD-06)."""
    if s.phase == ALLOCATION and seat == s.roller:
        return list_allocations(s, moves)
    sheet = s.sheets[seat]
    count = list_boxes(sheet, moves)
    if sheet.phone[0] > 0:
        count = list_lines(sheet, moves, count)
    if abilities(sheet) > 0:
        count = list_abilities(s, sheet, moves, count)
    return count


def list_allocations(s: Record, moves: Ints) -> int:
    """List the allocations; of those that differ only by equal values, one (TD-02)."""
    equal = 0
    for pair in range(len(DICE_PAIRS)):
        if s.rolled[DICE_PAIRS[pair][0]] == s.rolled[DICE_PAIRS[pair][1]]:
            equal |= 1 << pair
    count = 0
    for way in range(WAYS):
        if equal & CROSSED_OVER[way] == 0:
            moves[count] = allocation(s, way)
            count += 1
    return count


def list_boxes(sheet: Record, moves: Ints) -> int:
    """List where the navigation dice may be written, or what may be crossed out when the last fits nowhere."""
    high = int(sheet.nav[0])
    low = int(sheet.nav[1])
    if high == 0:
        return 0
    barred = barred_boxes(sheet)
    count = 0
    for box in range(BOXES):
        if sheet.matrix[box] == 0 and barred >> box & 1 == 0:
            moves[count] = pack2(WRITE, high, box)
            count += 1
            if 0 < low < high:
                moves[count] = pack2(WRITE, low, box)
                count += 1
    if count == 0:  # TD-11
        for box in range(BOXES):
            if sheet.matrix[box] == 0:
                moves[count] = pack1(CROSS, box)
                count += 1
    return count


def barred_boxes(sheet: Record) -> int:
    """TD-10: the two numbers of a round share neither row nor column. Return the boxes this bars now, as bits."""
    return 0 if sheet.written == NOWHERE else SHARES_LINE[sheet.written]


def must_cross(sheet: Record) -> bool:
    """TD-11, TD-12: judged now, no empty box is left for a number: then `list_boxes` lists crosses."""
    barred = barred_boxes(sheet)
    for box in range(BOXES):
        if sheet.matrix[box] == 0 and barred >> box & 1 == 0:
            return False
    return True


def list_lines(sheet: Record, moves: Ints, count: int) -> int:
    """List the lines the phone dice can draw, one name each (TD-24), and the pass if a label is closed (TD-25)."""
    shaded = int(sheet.shaded)
    low = int(sheet.phone[1])
    high = int(sheet.phone[0])
    low_starts = open_starts(shaded, low)
    closed = low_starts == 0
    count = list_lines_from(shaded, low, high, 0, moves, count)
    if low < high:  # TD-22: either die is the label, the other the distance
        closed = closed or open_starts(shaded, high) == 0
        count = list_lines_from(shaded, high, low, low_starts, moves, count)
    if closed:
        moves[count] = PASS
        count += 1
    return count


def open_starts(shaded: int, label: int) -> int:
    """Return the unshaded hexes that touch a label, as bits."""
    return TOUCHING[label - 1] & ~shaded


def list_lines_from(shaded: int, label: int, distance: int, listed: int, moves: Ints, count: int) -> int:
    """List the lines from one label. `listed` are the starts of the other label, if its lines are listed already."""
    begun = 0
    for k in range(3):
        start = STARTS[label - 1, k]
        if shaded >> start & 1:
            continue
        dot_listed = False
        for direction in range(6):
            end = line_end(shaded, start, direction, distance)
            if end == start:  # a single hex is the same in all directions
                if dot_listed:
                    continue
                dot_listed = True
            elif begun >> end & 1:  # drawn backwards from another start of this label?
                if line_end(shaded, end, (direction + 3) % 6, distance) == start:
                    continue
            elif listed >> end & 1 and line_end(shaded, end, (direction + 3) % 6, label) == start:
                continue
            moves[count] = pack3(LINE, label, start, direction)
            count += 1
        begun |= 1 << start
    return count


def line_end(shaded: int, start: int, direction: int, distance: int) -> int:
    """Return the last hex of a line, which runs until its distance, the edge or a shaded hex (TD-23)."""
    blocked = shaded | EDGE
    step = 1
    while step < distance and blocked >> RAYS[start, direction, step] & 1 == 0:
        step += 1
    return RAYS[start, direction, step - 1]


def named_line(sheet: Record, move: int) -> int:
    """Return the hexes, as bits, of the line that a move names."""
    start = part(LINE, move, 1)
    direction = part(LINE, move, 2)
    distance = int(sheet.phone[0]) + int(sheet.phone[1]) - part(LINE, move, 0)
    end = line_end(int(sheet.shaded), start, direction, distance)
    hexes = 1 << end
    step = 0
    while RAYS[start, direction, step] != end:
        hexes |= 1 << RAYS[start, direction, step]
        step += 1
    return hexes


def abilities(sheet: Record) -> int:
    """TD-30: one ability for each dotted hex shaded, less those spent."""
    count = -int(sheet.spent)
    for hex_no in DOTTED:
        count += int(sheet.shaded) >> hex_no & 1
    return count


def is_worth_swapping(s: Record, value: int) -> bool:
    """TD-31: say whether the unused die may stand in for a die: one that is there and shows another value."""
    return value != 0 and value != s.unused


def list_abilities(s: Record, sheet: Record, moves: Ints, count: int) -> int:
    """List the dice not yet used, of another value, for which the unused die may stand in (TD-31)."""
    for i in range(2):
        value = int(sheet.nav[i])
        if is_worth_swapping(s, value) and not (i == 1 and value == sheet.nav[0]):
            moves[count] = pack1(UNUSED_NAV, value)
            count += 1
    for i in range(2):
        value = int(sheet.phone[i])
        if is_worth_swapping(s, value) and not (i == 1 and value == sheet.phone[0]):
            moves[count] = pack1(UNUSED_PHONE, value)
            count += 1
    return count


def play(s: Record, seat: int, move: int) -> None:
    """Make a move; the last one of a round ends it."""
    if is_form(ALLOCATE, move):
        hand_out(s, move)
        return
    sheet = s.sheets[seat]
    if is_form(WRITE, move):
        box = part(WRITE, move, 1)
        value = part(WRITE, move, 0)
        sheet.matrix[box] = value
        sheet.written = box
        take(sheet.nav, value)
    elif is_form(CROSS, move):
        sheet.matrix[part(CROSS, move, 0)] = CROSSED
        sheet.nav[0] = 0
    elif is_form(UNUSED_NAV, move):
        swap(sheet.nav, part(UNUSED_NAV, move, 0), s.unused)
        sheet.spent += 1
    elif is_form(UNUSED_PHONE, move):
        swap(sheet.phone, part(UNUSED_PHONE, move, 0), s.unused)
        sheet.spent += 1
    else:
        if move != PASS:
            sheet.shaded = int(sheet.shaded) | named_line(sheet, move)
        sheet.phone[0] = 0
        sheet.phone[1] = 0
    if waiting(s) == 0:
        end_round(s)


def take(pair: Ints, value: int) -> None:
    """Use up one die of a pair; the other moves to the front."""
    if pair[0] == value:
        pair[0] = pair[1]
    pair[1] = 0


def swap(pair: Ints, value: int, unused: int) -> None:
    """Let the unused die stand in for one die of a pair, and keep the higher in front."""
    kept = pair[1] if pair[0] == value else pair[0]
    pair[0] = max(kept, unused)
    pair[1] = min(kept, unused)


def end_round(s: Record) -> None:
    """Pass the start player clockwise, or end the game after the last round (TD-05)."""
    if s.round_no == ROUNDS:
        s.phase = OVER
        return
    s.round_no += 1
    s.roller = (s.roller + 1) % s.seat_count
    s.phase = DICE


def score(s: Record, seat: int) -> int:
    """Add up rows, columns and charger (TD-44), in halves."""
    sheet = s.sheets[seat]
    points = charger_points(sheet)
    for i in range(WIDTH):
        points += row_points(sheet, i) + column_points(sheet, i)
    return 2 * points


def row_points(sheet: Record, row: int) -> int:
    """Score a row of the matrix (TD-40)."""
    number = 0
    for column in range(WIDTH):
        number = number << 3 | int(sheet.matrix[row * WIDTH + column])
    return LINE_POINTS[number]


def column_points(sheet: Record, column: int) -> int:
    """Score a column of the matrix (TD-40)."""
    number = 0
    for row in range(WIDTH):
        number = number << 3 | int(sheet.matrix[row * WIDTH + column])
    return LINE_POINTS[number]


def charger_points(sheet: Record) -> int:
    """Score the charger: 55 less the unshaded hexes (TD-43), which is the number of shaded ones."""
    shaded = int(sheet.shaded)
    points = 0
    while shaded:
        shaded &= shaded - 1
        points += 1
    return points


def conceal(s: Record, seat: int) -> None:
    """Hide nothing: every sheet is open."""


def same(s: Record, seat: int, move: int) -> int:
    """Return the one written name of a move: pairs low to high, and lines as TD-24 names them, which is the order in
    which `list_lines` meets them."""
    if is_form(ALLOCATE, move):
        a = part(ALLOCATE, move, 0)
        b = part(ALLOCATE, move, 1)
        c = part(ALLOCATE, move, 2)
        d = part(ALLOCATE, move, 3)
        return pack4(ALLOCATE, min(a, b), max(a, b), min(c, d), max(c, d))
    sheet = s.sheets[seat]
    if not is_form(LINE, move) or not is_drawable(sheet, move):
        return move
    hexes = named_line(sheet, move)
    for die in range(1, -1, -1):  # the lower label first
        label = int(sheet.phone[die])
        for k in range(3):
            for direction in range(6):
                name = pack3(LINE, label, STARTS[label - 1, k], direction)
                if is_drawable(sheet, name) and named_line(sheet, name) == hexes:
                    return name
    return move


def is_drawable(sheet: Record, move: int) -> bool:
    """Say whether a line, by whatever name, can be drawn: the label is a die, the start touches it and is unshaded."""
    label = part(LINE, move, 0)
    on_die = sheet.phone[0] == label or sheet.phone[1] == label
    return on_die and open_starts(int(sheet.shaded), label) >> part(LINE, move, 1) & 1 == 1
