"""Golden records: whole games with the position drawn after every round, reviewed by a person once.

The same dice and choices must always give the same text; when a change alters it, the difference must be reviewed.
"""

from dataclasses import dataclass, field
from random import Random

from rollwright.core.contract import copy
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game
from rollwright.core.scoring import points
from rollwright.records import write
from rollwright.table import Table


@dataclass(frozen=True)
class Golden:
    """A golden record: its file, and the seats and options of its table."""

    file: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)


def golden_records(game: Game) -> list[Golden]:
    """Return the golden records of a game.

    There is one for the fewest and one for the most seats (at most three), and with the fewest seats one for each
    non-default choice of the table's options.
    """
    few, many = game.seats[0], min(3, game.seats[-1])
    found = [Golden(f"{seats}-seats.txt", seats) for seats in sorted({few, many})]
    for option in game.options:
        if not option.per_seat:
            others = option.names(few)[1:]
            found += [Golden(f"{few}-seats-{option.name}-{name}.txt", few, {option.name: name}) for name in others]
    return found


def golden_text(game: Game, golden: Golden) -> str:
    """Play a game with fixed dice and choices; return its record with the story and drawings as comments."""
    seats = golden.seats
    table = Table(game, seats, SeededDice(seats), golden.options, rolls_itself=False)
    random = Random(seats)
    story = [*write(table).splitlines()]
    while table.dice_due or table.waiting:
        round_no = table.round_no
        story += _rolled(table) if table.dice_due else _moved(table, random)
        if table.round_no != round_no > 0 or table.over:
            story += [f"# {line}".rstrip() for line in str(table).splitlines()]
    scores = [points(table.halves(seat)) for seat in range(seats)]
    rows = [f"# {row.label}: {points(row.halves)}" for row in game.words.score_rows(table.position, 0)]
    end = [f"# {phrase}" for phrase in game.words.closing(table.position)]
    return "\n".join([*story, *rows, *end, "score " + " ".join(scores)]) + "\n"


def _rolled(table: Table) -> list[str]:
    before = copy(table.position)
    event = table.roll()
    told = table.game.words.told_roll(before, table.position, table.players)
    return [f"dice {' '.join(map(str, event.faces))}", f"# {told}"]


def _moved(table: Table, random: Random) -> list[str]:
    before = copy(table.position)
    seat = random.choice(table.waiting)
    moves = table.legal_moves(seat)
    event = table.make(seat, _better(table, seat, moves, random))
    told = table.game.words.told_move(before, seat, event.move, table.position, table.players)
    return [f"{seat + 1} {event.text}", f"# {told} ({len(moves)} legal)"]


def _better(table: Table, seat: int, moves: list[int], random: Random) -> int:
    """Choose the best of a few random moves, so that a golden game is not mere noise."""

    def worth(move: int) -> int:
        then = copy(table.position)
        table.rules.play(then, seat, move)
        return int(table.rules.score(then, seat))

    return max(random.sample(moves, min(6, len(moves))), key=worth)
