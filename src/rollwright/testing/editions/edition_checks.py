"""The guard of editions: rules that decide anything differently must have another number.

A table remembers by which edition it is played. So what an edition decides is written down as digests of whole games,
played with fixed dice and choices: a refactoring keeps them all, and any other change raises the edition.
"""

import tomllib
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from rollwright.core.contract import Record, Rules
from rollwright.core.dice import RollCounter, SeededDice
from rollwright.core.facts import NO_EDITION
from rollwright.core.game import Game
from rollwright.core.options import Option
from rollwright.core.position import Position
from rollwright.testing.playthroughs import Effort, Step, after, due, legal_moves, waited_for

EDITIONS_FILE = "editions.toml"

GAMES = 16
"""Games of each kind of table: half by chance alone, half by the better of a few moves, which fill more of a sheet."""

TRIED = 4
"""Moves among which the better one is chosen."""

MANY = 3
"""Seats at which the choices of options are tried: enough that one player can do something to another's opponent."""

DIGITS = 16
"""The length of a digest in the file."""

HEAD = """\
# What each edition of the rules decides: digests of whole games with fixed dice and choices, by seats and options.
# `make golden` adds what is missing. A line is never changed: rules that decide differently are another edition.
"""

Digests = dict[str, str]
"""By the seats and the options of a table."""


def decisions(game: Game) -> Digests:
    """Return what the rules decide, for every kind of table."""
    rules = game.rules()
    return {name: _digest(game, rules, seats, options) for name, seats, options in _kinds(game)}


def _kinds(game: Game) -> Iterator[tuple[str, int, dict[str, list[str]]]]:
    """Yield the kinds of tables: every number of seats, and every choice of every option with three seats if possible.

    An option that is added later, with `unsaid`, adds kinds and changes none.
    """
    for seats in game.seats:
        yield f"{seats} seats", seats, {}
    for option in game.options:
        for choice in option.choices:
            offered = [seats for seats in game.seats if choice.least_seats <= seats <= choice.most_seats]
            seats = next((seats for seats in reversed(offered) if seats <= MANY), offered[0])
            yield f"{seats} seats, {option.name} {choice.name}", seats, {option.name: _from(option, choice.name, seats)}


def _from(option: Option, choice: str, seats: int) -> list[str]:
    """Return an option with this choice for the first seat, and those after it for the others if seats may differ."""
    names = option.names(seats)
    first = names.index(choice)
    return [names[(first + seat) % len(names)] if option.per_seat else choice for seat in range(seats)]


def _digest(game: Game, rules: Rules, seats: int, options: dict[str, list[str]]) -> str:
    total = sha256()
    for seed in range(GAMES):
        for line in _played(game, rules, seats, options, seed):
            total.update(line.encode() + b"\n")
    return total.hexdigest()[:DIGITS]


def _played(game: Game, rules: Rules, seats: int, options: dict[str, list[str]], seed: int) -> Iterator[str]:
    """Play a game, and yield what the rules decided at each step: dice, who may move, how many moves, and the end.

    Nothing depends on how a position is laid out, on the order in which moves are listed, or on bots.
    """
    position = Position.new(game, seats, game.setting(seats, options), rules=rules).record
    random, dice, rolls = Random(seed), SeededDice(seed), RollCounter()
    while True:
        if sides := due(rules, position):
            faces = tuple(dice.faces(rolls.next(int(position.round_no), int(position.roller), sides)))
            Step(faces=faces).take(rules, position)
            yield f"dice {sides}"
        elif waiting := waited_for(rules, position):
            seat = random.choice(waiting)
            moves = sorted(legal_moves(rules, position, seat))
            tried = random.sample(moves, min(TRIED if seed % 2 else 1, len(moves)))
            move = _best(rules, position, seat, tried)
            yield f"{waiting} {seat} {len(moves)} {game.moves.text(move)}"
            Step(seat=seat, move=move).take(rules, position)
        else:
            break
    yield " ".join(f"{int(rules.score(position, seat))}/{int(rules.tiebreak(position, seat))}" for seat in range(seats))


def _best(rules: Rules, position: Record, seat: int, moves: list[int]) -> int:
    """Return the move with the most points, the first of several."""
    if len(moves) == 1:
        return moves[0]
    return max(moves, key=lambda move: int(rules.score(after(rules, position, seat, move), seat)))


def written_decisions(game: Game) -> dict[int, Digests]:
    """Return what the file in the game's folder says of each edition."""
    path = game.folder / "golden" / EDITIONS_FILE
    said = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {int(name.removeprefix("edition-")): digests for name, digests in said.items()}


def changed_decisions(written: Digests, now: Digests) -> list[str]:
    """Return the kinds of tables of an edition that the rules now decide differently, or do not offer any more."""
    return [name for name, digest in written.items() if now.get(name) != digest]


def other_edition(game: Game, changed: list[str]) -> str:
    """Say what an author has to do whose rules decide differently."""
    return (
        f"the rules decide differently from edition {game.edition} ({changed[0]}): raise EDITION in __init__.py, then "
        "`make golden`; or keep the earlier rules as an option with `unsaid`, so that games can be finished by them"
    )


def editions_text(game: Game) -> str:
    """Return the content of the file, with what is missing of the present edition; refuse to change what is there."""
    written, now = written_decisions(game), decisions(game)
    if changed := changed_decisions(written.get(game.edition, {}), now):
        raise ValueError(other_edition(game, changed))
    lines = [HEAD]
    for edition, digests in sorted({**written, game.edition: now}.items()):
        lines += [f"[edition-{edition}]", *(f'"{name}" = "{digest}"' for name, digest in digests.items()), ""]
    return "\n".join(lines)


def edition_is_raised(game: Game, effort: Effort) -> None:
    """Rules that decide differently from what is written of their edition have another number.

    A game that declares no EDITION is not checked: nobody plays it yet.
    """
    if game.edition == NO_EDITION:
        return
    written, now = written_decisions(game).get(game.edition, {}), decisions(game)
    changed = changed_decisions(written, now)
    assert not changed, other_edition(game, changed)
    missing = sorted(now.keys() - written.keys())
    assert not missing, f"golden/{EDITIONS_FILE} lacks {missing[0]} of edition {game.edition}: `make golden` writes it"


CHECKS = (edition_is_raised,)
