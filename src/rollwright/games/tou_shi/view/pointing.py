"""How the moves of Tóu Shí are pointed out on the sheet, and what is told of its spots."""

from collections.abc import Iterable, Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, plural, together
from rollwright.core.moves import is_form, pack1, pack2
from rollwright.core.scoring import points
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.ahead import Box, Outlook, boxes_ahead, boxes_of, outlooks, unpaid
from rollwright.games.tou_shi.guide import about_stars
from rollwright.games.tou_shi.moves import AGAIN, BONUS, SQUARE, TICK
from rollwright.games.tou_shi.paths import walk
from rollwright.games.tou_shi.sheet import DICE, GRID, SIDES, numbers
from rollwright.games.tou_shi.view.drawing import box_name, square_name, told_line
from rollwright.games.tou_shi.why import why, why_nothing_now
from rollwright.games.tou_shi.words import use_star
from rollwright.view import Marks, Note, Path, Way


def ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    """Return, for each legal move, how it is pointed out and what it would do."""
    return {move: _way(s, move) for move in moves}


def _way(s: Record, move: int) -> Way:
    if is_form(TICK.layout, move):
        return _way_to_tick(s, *TICK.values(move).values())
    if is_form(SQUARE.layout, move):
        return _way_to_square(s, SQUARE.values(move)["square"])
    if is_form(BONUS.layout, move):
        return Way([Path.of("stars")], {"cross": [("stars", "")]}, button=use_star(s), opens=True)
    if is_form(AGAIN.layout, move):
        return Way(button=Phrase("Roll the {die} again", die=DICE[s.die]))
    return Way(button=Phrase("Stop with {points} points", points=points(rules.score(s, 0))))


def _way_to_tick(s: Record, kind: int, number: int) -> Way:
    name = box_name(kind, number)
    ticked = [(name, "")]
    if s.phase in (rules.FIRST_BOX, rules.PAY):
        paths = [Path.of(name), Path.of(f"die-{DICE[kind]}", name)]
        return Way(paths, {"cross": ticked}, opens=bool(s.phase == rules.FIRST_BOX))
    marks: Marks = {"write": [(square_name(int(s.target)), str(SIDES[kind]))], "cross": ticked}
    if s.phase == rules.BOX:
        squares = walk(int(s.marker), int(s.target), int(s.rolled) - number)
        marks["walk"] = [(square_name(place), "") for place in squares]
    return Way([Path.of(name)], marks)


def _way_to_square(s: Record, place: int) -> Way:
    name = square_name(place)
    if s.phase == rules.FIRST_SQUARE:
        return Way([Path.of(name)], {"write": [(name, str(SIDES[s.die]))]})
    return Way([Path.of(name)], {"trace": _traced(open_boxes(s, place))}, opens=True)


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
    if s.phase == rules.DICE and spot == f"die-{DICE[s.die]}":
        return _look_ahead(s, int(s.die), None, [unpaid(s, int(s.die))])
    if s.phase == rules.FIRST_BOX and kind is not None and number is None:
        count = plural("{n} box", "{n} boxes", SIDES[kind])
        return Note(Phrase("{die}: {boxes} to choose from.", die=DICE[kind], boxes=count))
    if spot.startswith(("row-", "column-")):
        return Note(told_line(s, spot))
    if spot == "stars":
        reason = why_not(s, seat, spot)
        return Note(together([reason, about_stars()]) if reason else about_stars())
    if s.phase == rules.WALK and spot.startswith("square-"):
        place = GRID.index(spot.removeprefix("square-"))
        return _about_square(s, place) if rules.can_walk_to(s, place) else None
    return None


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
