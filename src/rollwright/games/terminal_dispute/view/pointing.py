"""How the moves of Terminal Dispute are pointed out on the page."""

from collections import defaultdict
from functools import lru_cache

from rollwright.core.contract import Ints, Record
from rollwright.core.grids.hexes import COMPASS
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1, pack2, pack3, pack4, part
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.moves import ALLOCATE, CROSS, LINE, PASS, UNUSED_NAV, UNUSED_PHONE, WRITE
from rollwright.games.terminal_dispute.rules import ROLLED, is_drawable, named_line
from rollwright.games.terminal_dispute.sheet import CHARGER, MATRIX, RAYS, SHARES_LINE, SPOTS
from rollwright.games.terminal_dispute.view.charger import label_near
from rollwright.games.terminal_dispute.view.shows import HEXES, USED, placed_die
from rollwright.games.terminal_dispute.view.tray import PLACES, die_name
from rollwright.games.terminal_dispute.why import why
from rollwright.games.terminal_dispute.words import proposal, where_to
from rollwright.view import Marks, Path, Way

ALLOCATES = ALLOCATE.layout
WRITES = WRITE.layout
LINES = LINE.layout
SWAPS_NAV = UNUSED_NAV.layout
SWAPS_PHONE = UNUSED_PHONE.layout
DIRECTIONS = len(COMPASS)

ONLY_VALUE, FIRST_OF_TWO = 4, 8
"""Parts of the code of a number to write, above two bits for the dice that show it."""
BACKWARD = 8
"""Added to the length of a line that can be drawn from its other end too."""


def _allocation(spots: list[int]) -> Path:
    """Return the path of one of the thirty ways to allocate five dice."""
    places = zip(spots, ("nav", "nav", "phone", "phone", "unused"), strict=True)
    return Path([[[f"die-{die + 1}"], [f"zone-{zone}"]] for die, zone in places], free=True, spare=1)


ALLOCATIONS = [(spots, _allocation(spots)) for spots in SPOTS.tolist()]
"""Every way to allocate five dice: their places, and its path."""


def offers(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
    """Write, for each legal move, the number that tells how it is pointed out."""
    sheet = s.sheets[seat]
    for i in range(count):
        move = moves[i]
        if is_form(ALLOCATES, move):
            codes[i] = dice_rolled(s)
        elif is_form(WRITES, move):
            codes[i] = writing(s, seat, part(WRITES, move, 0))
        elif is_form(LINES, move):
            codes[i] = line(sheet, move)
        elif is_form(SWAPS_NAV, move):
            codes[i] = int(s.unused) << 2 | showing(s, seat, 0, part(SWAPS_NAV, move, 0))
        elif is_form(SWAPS_PHONE, move):
            codes[i] = int(s.unused) << 2 | showing(s, seat, 3, part(SWAPS_PHONE, move, 0))
        else:
            codes[i] = 0


def dice_rolled(s: Record) -> int:
    """Return the five dice as one number."""
    code = 0
    for i in range(ROLLED):
        code = code << 3 | int(s.rolled[i])
    return code


def showing(s: Record, seat: int, first: int, value: int) -> int:
    """Return which of two dice, from a place on, are not used and show a value: as bits."""
    found = 0
    for i in range(2):
        if placed_die(s, seat, first + i) == value:
            found |= 1 << i
    return found


def writing(s: Record, seat: int, value: int) -> int:
    """Return how a number is written: with which dice, and whether another one follows."""
    sheet = s.sheets[seat]
    code = showing(s, seat, 0, value)
    if not sheet.nav[1] or sheet.nav[0] == sheet.nav[1]:
        code |= ONLY_VALUE
    if sheet.nav[0] and sheet.nav[1]:
        code |= FIRST_OF_TWO
    return code


def line(sheet: Record, move: int) -> int:
    """Return the length of a line, and whether it can be drawn from its other end too."""
    hexes = named_line(sheet, move)
    length = 0
    for hex_no in range(HEXES):
        length += hexes >> hex_no & 1
    end = RAYS[part(LINES, move, 1), part(LINES, move, 2), length - 1]
    for i in range(2):
        for direction in range(DIRECTIONS):
            twin = pack3(LINES, int(sheet.phone[i]), end, direction)
            if length > 1 and is_drawable(sheet, twin) and named_line(sheet, twin) == hexes:
                return length + BACKWARD
    return length


def way(seat: int, move: int, code: int) -> Way:
    """Return how a legal move with this code is pointed out, and what it would do."""
    if is_form(ALLOCATES, move):
        return _way_to_allocate(move, code)
    if is_form(WRITES, move):
        return _way_to_write(move, code)
    if is_form(CROSS.layout, move):
        name = f"box-{MATRIX.names[part(CROSS.layout, move, 0)]}"
        return Way([Path.of(name)], {"cross": [(name, "")]}, words=proposal(move))
    if is_form(LINES, move):
        return _way_to_shade(move, code)
    if is_form(PASS.layout, move):
        return Way(button=proposal(move), words=proposal(move))
    return _way_to_swap(move, code)


def _way_to_allocate(move: int, code: int) -> Way:
    """Dice go to places one by one, in any order; the fifth follows from the others. Equal dice may be exchanged."""
    return Way(_allocations(code)[move], confirm=True, words=proposal(move), then=Phrase("Where do the others go?"))


@lru_cache(maxsize=100)
def _allocations(code: int) -> dict[int, list[Path]]:
    """Return the paths of every way to allocate these dice."""
    rolled = [code >> 3 * (ROLLED - 1 - i) & 7 for i in range(ROLLED)]
    found = defaultdict(list)
    for spots, path in ALLOCATIONS:
        nav_a, nav_b, phone_a, phone_b = (rolled[die] for die in spots[:4])
        nav, phone = sorted((nav_a, nav_b)), sorted((phone_a, phone_b))
        found[pack4(ALLOCATES, *nav, *phone)].append(path)
    return found


def _names(first: int, bits: int) -> list[str]:
    """Return the dice of a zone, from a place on, that these bits name."""
    return [die_name(*PLACES[first + i]) for i in range(2) if bits >> i & 1]


def _way_to_write(move: int, code: int) -> Way:
    value, box = part(WRITES, move, 0), part(WRITES, move, 1)
    name = f"box-{MATRIX.names[box]}"
    paths = [Path.of(_names(0, code), name, free=True)]
    if code & ONLY_VALUE:
        paths.append(Path.of(name))
    marks: Marks = {"write": [(name, str(value))]}
    if code & FIRST_OF_TWO:
        barred = [other for other in range(len(MATRIX)) if other != box and SHARES_LINE[box] >> other & 1]
        marks["bar"] = [(f"box-{MATRIX.names[other]}", "") for other in barred]  # on those that are empty
    which = Phrase("Which number goes into {box}?", box=MATRIX.names[box])
    return Way(paths, marks, words=proposal(move), then=where_to(value), backward=which)


def _way_to_shade(move: int, code: int) -> Way:
    """A line is pointed out by its start and any further hex of it; from either end, where that is possible."""
    _, start, direction = LINE.values(move).values()
    length = code % BACKWARD
    hexes = [f"hex-{CHARGER.names[hex_no]}" for hex_no in RAYS[start, direction, :length]]
    paths = [Path.of(hexes[0], hexes[1:]) if length > 1 else Path.of(hexes[0])]
    if code > BACKWARD:
        paths.append(Path.of(hexes[-1], hexes[-2::-1]))
    trace = [(name, str(count)) for count, name in enumerate(hexes, start=1)]
    return Way(paths, {"trace": trace}, words=proposal(move, length=length), then=Phrase("Which way does it go?"))


def _way_to_swap(move: int, code: int) -> Way:
    names = _names(0 if is_form(SWAPS_NAV, move) else 3, code)
    unused = code >> 2
    words, then = proposal(move, unused=unused), Phrase("Which die makes way for the {unused}?", unused=unused)
    return Way([Path.of("unused", names)], {"write": [(names[0], str(unused))]}, words=words, then=then)


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    sheet = s.sheets[seat]
    kind, _, name = spot.partition("-")
    if kind == "box":
        return why(s, seat, pack2(WRITES, int(sheet.nav[0]) or 1, MATRIX.index(name)))
    if kind == "hex":
        hex_no = CHARGER.index(name)
        near = label_near(hex_no)
        asked = near if near in sheet.phone else int(sheet.phone[1]) or 1
        return why(s, seat, pack3(LINES, asked, hex_no, 0))
    if s.phase != rules.WRITING:
        return why(s, seat, PASS.layout[0])
    return _why_not_die(s, seat, spot) if kind in ("nav", "phone", "unused") else None


def _why_not_die(s: Record, seat: int, spot: str) -> Phrase | None:
    zone, _, _ = spot.partition("-")
    place = next(i for i, each in enumerate(PLACES) if die_name(*each) == spot)
    code = placed_die(s, seat, place)
    if code > USED:
        return Phrase("You have already used this die.")
    if zone == "phone":
        return Phrase("Pick a lit hex: one phone die says where the line starts, the other how long it is.")
    if zone == "nav":
        return why(s, seat, pack1(SWAPS_NAV, code))
    values = [*s.sheets[seat].nav, *s.sheets[seat].phone]
    return next((why(s, seat, pack1(SWAPS_NAV, int(value))) for value in values if value), None)
