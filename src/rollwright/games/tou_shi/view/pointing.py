"""How the moves of Tóu Shí are pointed out on the sheet, and what is told of its spots."""

from collections.abc import Iterable, Sequence

from rollwright.core.contract import Ints, Record
from rollwright.core.language import Phrase, listed, plural, together
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.ahead import Box, Outlook, boxes_ahead, boxes_of, outlooks, unpaid
from rollwright.games.tou_shi.guide import about_stars
from rollwright.games.tou_shi.moves import BONUS, SQUARE, TICK
from rollwright.games.tou_shi.paths import walk
from rollwright.games.tou_shi.rules import (
    AGAIN,
    BONUS_BOX,
    BOX,
    FIRST_SQUARE,
    ONE,
    STOP,
    WALK,
    allowed_kinds,
    numbers_left,
    score,
)
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES, lengths, numbers
from rollwright.games.tou_shi.view.spots import box_name, die_name, head_name, square_name, told_line
from rollwright.games.tou_shi.why import why, why_nothing_now
from rollwright.games.tou_shi.words import proposal
from rollwright.view import BY_POSITION, Marks, Note, Path, Way

TICKS = TICK.layout
WALKS_TO = SQUARE.layout

PHASE = 16
"""The code of a move is its phase, and in these what else it depends on."""
PLACE, FACE = 64, 32
"""More than there are squares, and than there are faces of a die."""
MOST_LEFT = max(len(lengths(start, target)) for start in range(len(GRID)) for target in range(len(GRID)))
"""How many different numbers walks to one square can leave; each is two less than the one before."""


def offers(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
    """Write, for each legal move, the number that tells how it is pointed out."""
    for i in range(count):
        detail = detail_of(s, moves[i])
        codes[i] = BY_POSITION if detail < 0 else detail * PHASE + int(s.phase)


def detail_of(s: Record, move: int) -> int:
    """Return what a move depends on besides its phase, or -1 if that is too much for a number."""
    if is_form(TICKS, move):
        if s.phase == BOX:
            return (int(s.rolled) * PLACE + int(s.marker)) * PLACE + int(s.target)
        return int(s.target) if s.phase == BONUS_BOX else 0
    if is_form(WALKS_TO, move):
        if s.phase == WALK:
            return boxes_left(s, part(WALKS_TO, move, 0)) * PLACE + int(s.marker)
        return int(s.die) if s.phase == FIRST_SQUARE else -1
    if s.phase == ONE and move == AGAIN:
        return int(s.die)
    return score(s, 0) if move == STOP else int(s.stars)


def boxes_left(s: Record, square: int) -> int:
    """Return the boxes that walks to a square leave, as bits for each type, and the largest of their numbers."""
    left, kinds = numbers_left(s, square), allowed_kinds(s, square)
    largest = FACE - 1
    while left >> largest & 1 == 0:
        largest -= 1
    found = 0
    for kind in range(KINDS):
        for i in range(MOST_LEFT):
            number = largest - 2 * i
            if number > 0 and kinds >> kind & left >> number & int(s.open[kind]) >> number & 1:
                found |= 1 << kind * MOST_LEFT + i
    return found * FACE + largest


def way(seat: int, move: int, code: int) -> Way:
    """Return how a legal move with this code is pointed out, and what it would do."""
    detail, phase = divmod(code, PHASE)
    if is_form(TICKS, move):
        return _way_to_tick(move, phase, detail)
    if is_form(WALKS_TO, move):
        return _way_to_square(move, phase, detail)
    if is_form(BONUS.layout, move):
        words = proposal(move, phase, stars=detail)
        return Way([Path.of("stars")], {"cross": [("stars", "")]}, words, opens=True, words=words)
    if phase == rules.ONE:
        return Way(button=Phrase("Roll again"), rolls=True, words=proposal(move, phase, die=detail))
    words = proposal(move, phase, halves=detail)
    return Way(button=words, words=words)


def _way_to_tick(move: int, phase: int, detail: int) -> Way:
    kind, number = TICK.values(move).values()
    name = box_name(kind, number)
    ticked = [(name, "")]
    if phase in (rules.FIRST_BOX, rules.PAY):
        paths = [Path.of(name), Path.of(die_name(kind), name)]
        then = (
            Phrase("Which box of the {die} do you tick?", die=DICE[kind])
            if phase == rules.FIRST_BOX
            else Phrase("Which box of the {die} pays for the roll?", die=DICE[kind])
        )
        return Way(paths, {"tick": ticked}, opens=phase == rules.FIRST_BOX, words=proposal(move, phase), then=then)
    rest, target = divmod(detail, PLACE)
    rolled, marker = divmod(rest, PLACE)
    marks: Marks = {"stamp": _stamped(target, kind), "tick": ticked}
    if phase == rules.BOX:
        marks["walk"] = _counted(marker, target, rolled - number, rolled)
    return Way([Path.of(name)], marks, words=proposal(move, phase, rolled=rolled, target=target))


def _stamped(square: int, kind: int) -> list[tuple[str, str]]:
    """Mark a square with the die that would be written there: it looks as at the head of its boxes."""
    return [(square_name(square), head_name(kind))]


def _counted(start: int, target: int, length: int, rolled: int) -> list[tuple[str, str]]:
    """Mark the squares of a walk, each with what is left of the rolled number there (TS-24)."""
    squares = walk(start, target, length)
    return [(square_name(square), str(rolled - steps) if steps else "") for steps, square in enumerate(squares)]


def _way_to_square(move: int, phase: int, detail: int) -> Way:
    square = part(WALKS_TO, move, 0)
    name = square_name(square)
    if phase == rules.FIRST_SQUARE:
        return Way([Path.of(name)], {"stamp": _stamped(square, detail)}, words=proposal(move, phase, die=detail))
    rest, marker = divmod(detail, PLACE)
    bits, largest = divmod(rest, FACE)
    boxes = [(kind, largest - 2 * i) for kind in range(KINDS) for i in range(MOST_LEFT)
             if bits >> kind * MOST_LEFT + i & 1]  # fmt: skip
    most = max(number for _, number in boxes)
    shortest = lengths(marker, square)[0]
    marks: Marks = {
        "trace": _traced(boxes),
        "walk": _counted(marker, square, shortest + largest - most, shortest + largest),
    }
    return Way([Path.of(name)], marks, opens=True, words=proposal(move, phase))


def ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    """Return how squares for a bonus are pointed out: any open box may follow, and these are too many for a number."""
    places = {move: part(WALKS_TO, move, 0) for move in moves}
    return {
        move: Way([Path.of(square_name(place))], {"trace": _traced(open_boxes(s, place))}, opens=True)
        for move, place in places.items()
    }


def open_boxes(s: Record, place: int) -> set[Box]:
    """Return the boxes that could be ticked if this square were chosen."""
    left = int(rules.numbers_left(s, place)) if s.phase == rules.WALK else ~1
    return boxes_of(s, int(rules.allowed_kinds(s, place)), left)


def _traced(boxes: Iterable[Box]) -> list[tuple[str, str]]:
    return [(box_name(*box), "") for box in sorted(boxes)]


def about(s: Record, seat: int, spot: str) -> Note | None:
    """Tell what a spot would bring: looking ahead at a die or a box that pays, and at a square that can be reached."""
    kind, number = _die_or_box(spot)
    if s.phase == rules.PAY and kind is not None and int(s.open[kind]) & (~1 if number is None else 1 << number):
        found = outlooks(s, kind)
        return _look_ahead(s, kind, number, list(found.values()) if number is None else [found[number]])
    if s.phase == rules.DICE and spot == die_name(int(s.die)):
        return _look_ahead(s, int(s.die), None, [unpaid(s, int(s.die))])
    if s.phase == rules.FIRST_BOX and kind is not None and number is None:
        count = plural("{n} box", "{n} boxes", SIDES[kind])
        return Note(Phrase("{die}: {boxes} to choose from.", die=DICE[kind], boxes=count))
    if spot.startswith(("row-", "column-")):
        return Note(told_line(spot, _kinds_of(s, spot)))
    if spot == "stars":
        reason = why_not(s, seat, spot)
        return Note(together([reason, about_stars()]) if reason else about_stars())
    if s.phase == rules.WALK and spot.startswith("square-"):
        place = GRID.index(spot.removeprefix("square-"))
        return _about_square(s, place) if rules.can_walk_to(s, place) else None
    return None


def _kinds_of(s: Record, line: str) -> int:
    """Return the types that a line has, as bits."""
    way, _, name = line.partition("-")
    return int(s.row_kinds[int(name) - 1] if way == "row" else s.column_kinds[GRID.column(GRID.index(f"{name}1"))])


def _die_or_box(spot: str) -> tuple[int | None, int | None]:
    """Read the name of a die, or of a box of it."""
    first, _, second = spot.partition("-")
    if first == "die":
        return DICE.index(second), None
    return (DICE.index(first), int(second)) if first in DICE else (None, None)


def _look_ahead(s: Record, kind: int, number: int | None, looks: list[Outlook]) -> Note:
    """Tell how far each number of a die would lead, by what is possible or, if there is one outlook only, sure."""
    by_face = list(zip(*(each.squares for each in looks), strict=True))
    bars = [(str(face), min(counts), max(counts)) for face, counts in enumerate(by_face, start=1) if face > 1]
    stuck = [each.stuck for each in looks]
    low, high = (f"{float(chance):.0%}" for chance in (min(x.chance for x in looks), max(x.chance for x in looks)))
    values: dict[str, object] = {
        "die": DICE[kind],
        "faces": len(bars),
        "least": min(stuck),
        "most": max(stuck),
        "low": low,
        "high": high,
    }
    legend = Phrase("Bars: squares within reach; a 1 is rolled again. Dots: boxes it could leave.")
    return Note(
        together([_told_chances(values), legend]),
        {"dot": _traced(boxes_ahead(s, kind, number))},
        bars,
    )


def _told_chances(values: dict[str, object]) -> Phrase:
    """Say how many rolls leave no move, if some do, or between how many and how many."""
    if values["most"] == 0:
        return Phrase("{die}: every roll from 2 up allows a move.", **values)
    if values["least"] == values["most"]:
        return plural(
            "{die}: {n} of {faces} rolls from 2 up leaves no move ({high}).",
            "{die}: {n} of {faces} rolls from 2 up leave no move ({high}).",
            int(str(values["most"])),
            **values,
        )
    return Phrase(
        "{die}: {least} to {most} of {faces} rolls from 2 up leave no move ({low} to {high}), depending on the box you "
        "pay with.",
        **values,
    )


def _about_square(s: Record, place: int) -> Note:
    """Tell what walks to a square can leave, and which boxes that opens."""
    left = numbers(int(rules.numbers_left(s, place)))
    return Note(
        Phrase(
            "Square {square}: a walk of {lengths} leaves {left}. Boxes: {boxes}.",
            square=GRID.names[place],
            lengths=listed(int(s.rolled) - number for number in reversed(left)),
            left=listed(reversed(left)),
            boxes=_grouped(sorted(open_boxes(s, place))),
        )
    )


def _grouped(boxes: Iterable[Box]) -> str:
    """Write boxes die by die: ``d8 2 4, d12 2``."""
    found: dict[int, list[int]] = {}
    for kind, number in boxes:
        found.setdefault(kind, []).append(number)
    return listed(f"{DICE[kind]} {' '.join(map(str, each))}" for kind, each in found.items())


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    kind, number = _die_or_box(spot)
    if spot.startswith("square-"):
        return why(s, seat, pack1(SQUARE.layout, GRID.index(spot.removeprefix("square-"))))
    if spot == "stars":
        return why(s, seat, BONUS.layout[0])
    if kind is None:
        return None
    if number is not None:
        return why(s, seat, pack2(TICK.layout, kind, number))
    if s.phase in (rules.FIRST_BOX, rules.PAY) and int(s.open[kind]) == 0:
        return why(s, seat, pack2(TICK.layout, kind, 1))
    return None if s.phase in (rules.FIRST_BOX, rules.PAY) else _why_not_die(s)


def _why_not_die(s: Record) -> Phrase:
    if s.phase in (rules.DICE, rules.OVER):
        return why_nothing_now(s)
    return Phrase("You choose a die at the beginning of a round.")
