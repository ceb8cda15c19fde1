"""Golden records: whole games with the position drawn after every round, reviewed by a person once.

The same dice and choices must always give the same text; when a change alters it, the difference must be reviewed. Of
the drawings for the page, which are long, there is a digest for every step of every golden record.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from random import Random

from rollwright.core.contract import SPECTATOR, copy
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES
from rollwright.core.scoring import points
from rollwright.records import write
from rollwright.table import Table
from rollwright.view import Drawing, Pen, Template, browser_sheets, view_of
from rollwright.view.codes import codes_of

DRAWINGS_FILE = "drawings.toml"
DIGITS = 10
"""The length of a digest in that file."""


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
            others = [name for name in option.names(few) if [name] * few != option.default(few)]
            found += [Golden(f"{few}-seats-{option.name}-{name}.txt", few, {option.name: name}) for name in others]
    return found


def golden_text(game: Game, golden: Golden) -> str:
    """Play a game with fixed dice and choices; return its record with the story and drawings as comments."""
    steps = list(golden_steps(game, golden))
    story, table = [line for _, told in steps for line in told], steps[-1][0]
    scores = [points(table.halves(seat)) for seat in range(golden.seats)]
    rows = [f"# {row.label}: {points(row.halves)}" for row in game.words.score_rows(table.position, 0)]
    end = [f"# {phrase}" for phrase in game.words.closing(table.position)]
    return "\n".join([*story, *rows, *end, "score " + " ".join(scores)]) + "\n"


def golden_steps(game: Game, golden: Golden) -> Iterator[tuple[Table, list[str]]]:
    """Play a game with fixed dice and choices; yield the table at its opening and after every step, and what is told.

    It is the same table every time.
    """
    seats = golden.seats
    table = Table(game, seats, SeededDice(seats), golden.options, rolls_itself=False)
    random = Random(seats)
    yield table, write(table).splitlines()
    while table.dice_due or table.waiting:
        round_no = table.round_no
        told = _rolled(table) if table.dice_due else _moved(table, random)
        if table.round_no != round_no > 0 or table.over:
            told += [f"# {line}".rstrip() for line in str(table).splitlines()]
        yield table, told


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


def drawings_text(game: Game) -> str:
    """Return the digests of all drawings of the golden records: of a sheet for paper, and a line for every step."""
    lines = [
        "# Digests of all that is drawn at each step of the golden records, for every viewer, in every language.",
        "# If one changes, look at the drawing. `make golden` writes this.",
        "",
        f'paper = "{_paper_digest(game)}"',
    ]
    for golden in golden_records(game):
        lines += ["", f'["{golden.file}"]', "steps = [", *(f'  "{each}",' for each in _digests(game, golden)), "]"]
    return "\n".join(lines) + "\n"


def changed_drawings(game: Game, written: str) -> list[str]:
    """Return what is drawn otherwise than in this file of digests."""
    old, new = (tomllib.loads(text) for text in (written, drawings_text(game)))
    changed = ["the sheet on paper"] if old.pop("paper", "") != new.pop("paper") else []
    for name, record in new.items():
        steps = enumerate(zip_longest(record["steps"], old.get(name, {}).get("steps", [])))
        changed += [f"{name} after step {step}" for step, (now, before) in steps if now != before][:1]
    return changed


def _digests(game: Game, golden: Golden) -> Iterator[str]:
    """Yield, for each step, a digest of all sheets and thumbnails, as each seat and a spectator see them."""
    view = view_of(game)
    known: dict[tuple[Template, bytes], bytes] = {}
    for table, _ in golden_steps(game, golden):
        pens = [Pen(game.speech(language).naming(table.players)) for language in LANGUAGES]
        total = sha256()
        for viewer in (SPECTATOR, *range(golden.seats)):
            for seat in range(golden.seats):
                for drawing in (view.sheet, view.thumbnail):
                    total.update(_digest(table, drawing, seat, viewer, pens, known))
        yield total.hexdigest()[:DIGITS]


def _digest(
    table: Table, drawing: Drawing, seat: int, viewer: int, pens: list[Pen], known: dict[tuple[Template, bytes], bytes]
) -> bytes:
    """Return a digest of one drawing in all languages; most are known, as little changes from step to step."""
    position = table.seen_by(viewer)
    template = drawing.template_for(position, seat)
    codes = codes_of(table.game, table.rules, drawing, position, seat)
    if not table.shows_total(seat, viewer):
        template.hide_totals(codes)
    key = template, codes.tobytes()
    if key not in known:
        numbers, total = codes.tolist(), sha256()
        for pen in pens:
            for part in template.parts:
                drawn = part.drawn(numbers, pen)
                told = [drawn.name, pen.say(drawn.title), drawn.size, drawn.where, drawn.halves, drawn.tab]
                short = pen.say(drawn.short) if drawn.short else ""
                total.update(repr([*told, short, drawn.pictured, *drawn.groups.items()]).encode())
        known[key] = total.digest()
    return known[key]


def _paper_digest(game: Game) -> str:
    total = sha256()
    for language in LANGUAGES:
        for golden in golden_records(game):
            for sheet in browser_sheets.sheets(game, golden.options, game.speech(language)):
                total.update("".join(str(drawn["svg"]) for drawn in sheet["drawn"]).encode())
    return total.hexdigest()[:DIGITS]
