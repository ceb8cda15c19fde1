"""The text record of a game.

A header of ``name: value`` lines, an empty line, then one line for each roll and move::

    rollwright: 1
    game: terminal_dispute
    seats: 2
    names: Ana, Ben
    start: random

    dice 2
    dice 3 5 6 3 4
    2 allocate nav 3 5 phone 3 4
    1 write 5 b3

``dice`` lists faces in the order in which the rules asked for them; a move begins with the number of its seat, counted
from 1. Moves that were taken back are left out. A line that begins with ``#`` is a comment. The record of a finished
game ends with the scores, which are checked on replay. A record replays to the same position, byte for byte.

The header of a game with fair dice also contains their proof::

    fair-commitment: 9f3a...
    fair-nonces: 51c0..., -
    fair-seed: 04e7...
    fair-rolls: 0.0.0:2, 1.1.0:6+6+6+6+6

If players committed to their numbers, as they have since these proofs have a version, it also contains::

    fair-version: 2
    fair-committed: 77ab..., -
    fair-order: commit 0, close, reveal 0

These are the SHA-256 of the seed; the number that each seat gave, or ``-`` for none; once the game is over, the seed;
and for each ``dice`` line, in order, what the rules asked for: the round, the roller's seat, counted from 0, how many
dice that roller has already had in this round, and the sides. `rollwright.core.dice.FairDice` defines how the faces are
computed. ``fair-committed`` is the commitment of each seat to its number, or ``-`` for none, which
`rollwright.core.dice.number_commitment` defines; a seat with a commitment and no number never revealed it.
``fair-order`` lists what happened, seats counted from 0: all commitments, ``close``, and only then any number.
``give`` is a number that was given without a commitment, at a table that was opened before there were any.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rollwright.core.dice import DiceSource, ScriptedDice
from rollwright.core.errors import BadRecord, Refusal
from rollwright.core.game import open_game
from rollwright.core.language import Phrase, printable
from rollwright.core.scoring import points
from rollwright.records.proof import Proof, read_proof
from rollwright.table import Moved, Rolled, Table
from rollwright.table.events import effective_events

VERSION = "1"


@dataclass(frozen=True)
class GameRecord:
    """A game read from text, not yet replayed."""

    game: str
    seats: int
    options: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    lines: tuple[tuple[int, str], ...] = ()
    """The lines after the header: (line number in the file, text)."""
    proof: Proof | None = None


def write(table: Table, proof: Proof | None = None) -> str:
    """Return the record of a table, finished or not, with the proof of its dice, if given."""
    head = [f"rollwright: {VERSION}", f"game: {table.game.name}", f"seats: {table.seats}"]
    if any(table.names):
        head.append(f"names: {', '.join(table.names)}")
    for option in table.game.options:
        values = table.setting.get(option.name, [])
        if values and set(values) != {option.unsaid}:  # a record that does not name it is read as that anyway
            head.append(f"{option.name}: {', '.join(values if option.per_seat else values[:1])}")
    events = effective_events(table.log)
    if proof is not None:
        head += proof.lines((event for event in events if isinstance(event, Rolled)), table.over)
    body = [
        f"{event.seat + 1} {event.text}" if isinstance(event, Moved) else f"dice {' '.join(map(str, event.faces))}"
        for event in events
    ]
    if table.over:
        body.append(_score_line(table))
    return "\n".join([*head, "", *body]) + "\n"


def _score_line(table: Table) -> str:
    return "score " + " ".join(points(table.halves(seat)) for seat in range(table.seats))


def read(text: str) -> GameRecord:
    """Parse a record; refuse a text that is not one. Its moves are only checked on replay."""
    head: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(map(str.strip, text.removeprefix("\ufeff").splitlines()), start=1):
        if not line or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        if colon and not lines:
            head[name.strip()] = value.strip()
        else:
            lines.append((number, line))
    if head.pop("rollwright", None) != VERSION:
        raise BadRecord(
            Phrase("This is not a record of a game: a record starts with 'rollwright: {version}'.", version=VERSION)
        )
    game = open_game(head.pop("game", ""))
    seats = head.pop("seats", "")
    if not _number(seats):
        raise BadRecord(
            Phrase(
                "The record does not say how many seats the table had: 'seats: {seats}'.", seats=printable(seats, 20)
            )
        )
    names = [name.strip() for name in head.pop("names").split(",")] if "names" in head else []
    proof = read_proof(head, _number(seats))
    options = {name: [each.strip() for each in value.split(",")] for name, value in head.items()}
    game.setting(_number(seats), options)
    return GameRecord(game.name, _number(seats), options, names, tuple(lines), proof)


def steps(record: GameRecord, dice: DiceSource | None = None, compiled: bool | None = None) -> Iterator[Table]:
    """Replay a record, yielding the table at its opening and after every line; refuse an illegal line.

    With `dice` the game can be continued where the record ends.
    """
    game = open_game(record.game)
    table = Table(game, record.seats, dice or ScriptedDice([]), record.options, names=record.names,
                  rolls_itself=False, compiled=compiled)  # fmt: skip
    yield table
    ended = False
    for number, line in record.lines:
        try:
            if ended:
                raise BadRecord(Phrase("nothing can follow the final score."))
            _follow(table, line)
            ended = line.startswith("score")
        except Refusal as refusal:
            raise BadRecord(
                Phrase("Line {number}, '{line}': {reason}", number=number, line=printable(line), reason=refusal.phrase)
            ) from refusal
        yield table


def _follow(table: Table, line: str) -> None:
    """Apply one line of a record to a table."""
    first, _, rest = line.partition(" ")
    if first == "dice":
        table.roll([_number(face) for face in rest.split()])
    elif first == "score":
        if not table.over:
            raise BadRecord(Phrase("the game is not over, so it has no final score yet."))
        if line != _score_line(table):
            raise BadRecord(Phrase("the game ended with another score: {line}.", line=_score_line(table)))
    elif _number(first) > 0:
        table.play(_number(first) - 1, rest, exact=True)
    else:
        raise BadRecord(
            Phrase("a line must be 'dice' with faces, a seat's number with its move, or 'score' at the end.")
        )


def _number(text: str) -> int:
    """Return a number of at most four digits, or 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= 4 else 0


def replay(record: GameRecord | str, dice: DiceSource | None = None, compiled: bool | None = None) -> Table:
    """Return the table at the end of a record; with `dice`, the game can be continued."""
    *_, table = steps(read(record) if isinstance(record, str) else record, dice, compiled)
    return table
