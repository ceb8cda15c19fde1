"""What Tóu Shí says: what moves do, what happened, and what scores. Questions are in `asking`, refusals in `why`."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Words
from rollwright.core.language import Phrase, plural, together
from rollwright.core.moves import is_form
from rollwright.core.scoring import ScoreRow, points
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.asking import ask, progress
from rollwright.games.tou_shi.guide import guide
from rollwright.games.tou_shi.moves import BONUS, SQUARE, STOP, TICK
from rollwright.games.tou_shi.reason import reason
from rollwright.games.tou_shi.sheet import DICE, GRID, LINE_POINTS, SQUARE_POINTS, STAR_POINTS
from rollwright.games.tou_shi.why import why


def explain(s: Record, seat: int) -> list[Phrase]:
    """Explain how the moves that are possible now are written, for somebody who asks."""
    told = []
    if s.phase in (rules.FIRST_BOX, rules.PAY, rules.BOX, rules.BONUS_BOX):
        told.append(Phrase("tick DIE NUMBER: an open box, such as tick d20 17."))
    if s.phase in (rules.FIRST_SQUARE, rules.WALK, rules.BONUS_SQUARE):
        told.append(Phrase("square NAME: a column's letter and a row's number, such as square c3."))
    if s.phase in (rules.ONE, rules.WALK, rules.NO_WALK) and rules.bonus_is_possible(s):
        told.append(Phrase("bonus: cross out a star, then write any die anywhere it is allowed."))
    if s.phase == rules.ONE:
        told.append(Phrase("again: roll the die again."))
    if s.phase == rules.NO_WALK:
        told.append(Phrase("stop: end the game and keep the stars."))
    if told:
        told.append(
            Phrase(
                "In the grid, a number is a die that is written, brackets hold the marker, and > < the chosen square; "
                "at the edge are the dice that a row or column is missing. Below are the open boxes of each die; a "
                "plus means two of a kind."
            )
        )
    return told


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Say what a move would do, as one proposes it."""
    halves = rules.score(s, seat) if is_form(STOP.layout, move) else 0
    values = {"die": int(s.die), "rolled": int(s.rolled), "target": int(s.target), "stars": int(s.stars)}
    return proposal(move, int(s.phase), **values, halves=halves)


def proposal(
    move: int, phase: int, *, die: int = 0, rolled: int = 0, target: int = 0, stars: int = 0, halves: int = 0
) -> Phrase:
    """Say what a move would do in a phase, with what it depends on besides."""
    if is_form(TICK.layout, move):
        kind, number = TICK.values(move).values()
        return _proposed_tick(phase, {"die": DICE[kind], "number": number}, rolled - number, target)
    if is_form(SQUARE.layout, move):
        square = GRID.names[SQUARE.values(move)["square"]]
        if phase == rules.FIRST_SQUARE:
            return Phrase("Write the {die} on {square}", die=DICE[die], square=square)
        return (
            Phrase("Walk to {square}", square=square)
            if phase == rules.WALK
            else Phrase("Jump to {square}", square=square)
        )
    if is_form(BONUS.layout, move):  # the last star is not to be used unawares (TS-31)
        return Phrase("Last star: ends the game") if stars == 1 else Phrase("Use a star")
    if phase == rules.ONE:
        return Phrase("Roll the {die} again", die=DICE[die])
    return Phrase("Stop with {points} points", points=points(halves))


def _proposed_tick(phase: int, box: dict[str, object], steps: int, target: int) -> Phrase:
    if phase == rules.FIRST_BOX:
        return Phrase("Begin with the {number} of the {die}", **box)
    if phase == rules.PAY:
        return Phrase("Pay with the {number} of the {die}", **box)
    square = GRID.names[target]
    if phase == rules.BOX:
        return plural(
            "Write the {die} on {square}: {n} step, {number} left",
            "Write the {die} on {square}: {n} steps, {number} left",
            steps,
            square=square,
            **box,
        )
    return Phrase("Write the {die} on {square}, tick its {number}", square=square, **box)


def told_roll(before: Record, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what was rolled, and what comes of it."""
    rolled = Phrase("{who} rolls {face} with the {die}.", who=names[0], face=after.rolled, die=DICE[after.die])
    if after.rolled == 1:
        return together([rolled, Phrase("A 1 is too small to move.")])
    if after.phase == rules.NO_WALK:
        return together([rolled, Phrase("No move is possible with it.")])
    if after.phase == rules.OVER:
        return together([rolled, Phrase("No move is possible: the game is over.")])
    return rolled


def told_move(before: Record, seat: int, move: int, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what a move did."""
    who = names[seat]
    if is_form(TICK.layout, move):
        kind, number = TICK.values(move).values()
        return _told_tick(before, after, who, DICE[kind], number)
    if is_form(SQUARE.layout, move):
        square = GRID.names[SQUARE.values(move)["square"]]
        if before.phase == rules.FIRST_SQUARE:
            return Phrase("{who} writes the {die} into square {square}.", who=who, die=DICE[before.die], square=square)
        return Phrase("{who} chooses square {square}.", who=who, square=square)
    if is_form(BONUS.layout, move):
        return plural(
            "{who} crosses out a star; {n} is left.",
            "{who} crosses out a star; {n} are left.",
            int(after.stars),
            who=who,
        )
    if before.phase == rules.ONE:
        return Phrase("{who} rolls the {die} again.", who=who, die=DICE[before.die])
    return plural("{who} stops and keeps {n} star.", "{who} stops and keeps {n} stars.", int(after.stars), who=who)


def _told_tick(before: Record, after: Record, who: Phrase, die: str, number: int) -> Phrase:
    if before.phase == rules.FIRST_BOX:
        return Phrase("{who} ticks the {number} of the {die} to begin.", who=who, number=number, die=die)
    if before.phase == rules.PAY:
        return Phrase("{who} pays with the {number} of the {die}.", who=who, number=number, die=die)
    square = GRID.names[before.target]
    told = [Phrase("{who} writes the {die} into square {square} and ticks its {number}.",
                   who=who, die=die, square=square, number=number)]  # fmt: skip
    lines = _lines(after) - _lines(before)
    if lines:
        told.append(plural("That fills {n} line.", "That fills {n} lines.", lines))
    if after.phase == rules.OVER:
        told += closing(after)[1:]
    return together(told)


def _lines(s: Record) -> int:
    """Return how many rows and columns are full."""
    return int(rules.full_lines(s.row_kinds) + rules.full_lines(s.column_kinds))


def score_rows(s: Record, seat: int) -> list[ScoreRow]:
    """Return the score in its four parts (TS-50)."""
    counted = (
        (Phrase("Written squares"), rules.squares_written(s), SQUARE_POINTS),
        (Phrase("Full rows"), rules.full_lines(s.row_kinds), LINE_POINTS),
        (Phrase("Full columns"), rules.full_lines(s.column_kinds), LINE_POINTS),
        (Phrase("Unused stars"), s.stars, STAR_POINTS),
    )
    return [
        ScoreRow(Phrase("{name}: {n}", name=name, n=count), name, 2 * int(count) * worth)
        for name, count, worth in counted
    ]


_ENDINGS = {
    rules.STUCK: (Phrase("Stuck"), Phrase("The roll allowed no move, and no star could help.")),
    rules.OUT_OF_BOXES: (Phrase("Out of boxes"), Phrase("A round needs two boxes, and you have fewer left.")),
    rules.THIRD_STAR: (Phrase("Third star"), Phrase("The third star ends the game.")),
    rules.STOPPED: (Phrase("Stopped"), Phrase("No move was possible; every unused star counts.")),
    rules.FULL: (Phrase("Full grid"), Phrase("Every square is filled: the game is over.")),
}


def ending(s: Record) -> Phrase:
    """Say in a few words how the game ended."""
    return _ENDINGS[int(s.ending)][0]


def closing(s: Record) -> list[Phrase]:
    """Say what there is to say when the game is over."""
    return list(_ENDINGS[int(s.ending)])


WORDS = Words(
    ask=ask,
    explain=explain,
    told_roll=told_roll,
    told_move=told_move,
    why=why,
    describe=describe,
    reason=reason,
    guide=guide,
    score_rows=score_rows,
    closing=closing,
    ending=ending,
    progress=progress,
)
