"""What a first-time player of Tóu Shí is told on the real table, one thing at a time.

The first round tells how the game goes, the second what to aim for, the third what stars are for and when to stop. The
sentences are short: on a phone three lines are seen.
"""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, plural
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import ALL_KINDS, DICE, GRID, KINDS, LINE_POINTS, SQUARE_POINTS, STAR_POINTS

Advice = tuple[str, Phrase]
"""The part of the page to look at, and what to know about it."""

POINTS = {"square": SQUARE_POINTS, "line": LINE_POINTS, "star": STAR_POINTS}


def guide(s: Record, seat: int) -> Advice | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == rules.FIRST_BOX:
        return "boxes", Phrase(
            "Score all you can: {square} a square, {line} a full row or column, {star} a star you keep. Begin with any "
            "box.",
            **POINTS,
        )
    if s.phase == rules.FIRST_SQUARE:
        return "grid", Phrase("Choose a square near the middle: from there every other square is close.")
    if s.phase in _OF_STARS:
        return _OF_STARS[int(s.phase)]
    rounds = (_first_round, _second_round, _later_round)
    return rounds[min(int(s.round_no), len(rounds)) - 1](s) if s.phase in _OF_A_ROUND else None


_OF_A_ROUND = (rules.PAY, rules.DICE, rules.WALK, rules.BOX)

_OF_STARS = {
    rules.ONE: ("dice", Phrase("Rolling again is free. A star you keep is {star} points: save it.", **POINTS)),
    rules.NO_WALK: (
        "grid",
        Phrase("A star costs {star}, and brings {square} for its square and {line} for each full line. "
               "The third ends the game.", **POINTS),
    ),
    rules.BONUS_SQUARE: (
        "grid",
        Phrase("Best is a square that fills a row or a column: {line} points each.", **POINTS),
    ),
    rules.BONUS_BOX: ("boxes", Phrase("With a star any open number will do: tick one you need least.")),
}  # fmt: skip


def _first_round(s: Record) -> Advice:
    """Tell how a round goes."""
    if s.phase == rules.PAY:
        return "dice", Phrase(
            "Touch a die, or point at it: it tells how far it takes you. Then pay with the box you need least."
        )
    if s.phase == rules.DICE:
        return "dice", Phrase("Roll when you are ready. Until then, Undo gives back the box you pay with.")
    if s.phase == rules.WALK:
        return "grid", Phrase(
            "Go to a lit square. Each step takes 1 off the {rolled}, and at least 1 must be left.", rolled=int(s.rolled)
        )
    square = GRID.names[s.target]
    return "boxes", Phrase("Your box decides which die stands on {square}: none twice in a line.", square=square)


def _second_round(s: Record) -> Advice:
    """Tell what to aim for."""
    if s.phase == rules.PAY:
        return "boxes", plural(
            "Every full row and column needs a d4, and {n} box of it is open: pay with other dice.",
            "Every full row and column needs a d4, and {n} boxes of it are open: pay with other dice.",
            int(s.open[0]).bit_count() + int(s.second[0]).bit_count(),
        )
    if s.phase == rules.DICE:
        return "dice", Phrase("A 1 does no harm: you roll again for free, or use a star.")
    if s.phase == rules.WALK:
        return "grid", _told_fullest(s)
    return "boxes", Phrase("Small dice have few boxes. Write them when you can, and pay with large ones.")


def _told_fullest(s: Record) -> Phrase:
    """Name the line with the most dice among those in which a walk can end."""
    lit = [square for square in range(len(GRID)) if rules.can_walk_to(s, square)]
    lines = [(int(s.row_kinds[row]), True, str(row + 1)) for row in dict.fromkeys(map(GRID.row, lit))]
    lines += [
        (int(s.column_kinds[column]), False, GRID.names[column][0]) for column in dict.fromkeys(map(GRID.column, lit))
    ]
    kinds, is_row, name = max(lines, key=lambda line: line[0].bit_count())
    values = {"name": name, "dice": _named(kinds), "line": LINE_POINTS}
    if not kinds:
        return Phrase("Lines score when they hold all six dice. Stay close, so that some are full soon.")
    if is_row:
        return Phrase("Row {name} has {dice}: go on there. Full, it is {line} points more.", **values)
    return Phrase("Column {name} has {dice}: go on there. Full, it is {line} points more.", **values)


def _later_round(s: Record) -> Advice:
    """Tell what stars are for, and when the game ends."""
    if s.phase == rules.PAY:
        return "boxes", plural(
            "{n} box is open, and every round takes two. Without two the game is over.",
            "{n} boxes are open, and every round takes two. Without two the game is over.",
            int(s.boxes),
        )
    if s.phase == rules.DICE:
        return "dice", Phrase("If a roll leads nowhere, use a star and play on, or stop and keep your stars.")
    if s.phase == rules.WALK:
        told = Phrase("A star could write anywhere instead. It costs {star} points: save it for two lines at once.",
                      star=STAR_POINTS)  # fmt: skip
        return "grid", told
    kinds = ALL_KINDS & ~(int(s.row_kinds[GRID.row(s.target)]) | int(s.column_kinds[GRID.column(s.target)]))
    values = {"square": GRID.names[s.target], "dice": _named(kinds)}
    return "boxes", Phrase("{square} still takes: {dice}. Write what will be hardest to place later.", **values)


def _named(kinds: int) -> str:
    """List the dice of these types."""
    return listed(DICE[kind] for kind in range(KINDS) if kinds >> kind & 1)


def about_stars() -> Phrase:
    """Say what a bonus star does, and what it is worth unused."""
    return Phrase(
        "A bonus star lets you write any die that is allowed there into any square, and moves the marker to it. Each "
        "star you keep is worth {star} points, and using the third one ends the game.",
        star=STAR_POINTS,
    )
