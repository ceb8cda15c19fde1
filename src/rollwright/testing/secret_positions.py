"""Positions in which seats can move in secret, and such moves: for tests of any game with secrets."""

from collections.abc import Iterator
from random import Random

from rollwright.core.dice import SeededDice
from rollwright.core.game import Game
from rollwright.table import Table

TURNS = 400
"""Maximum number of turns played before a secret move must be possible."""


def before_secrets(game: Game, seats: int, seed: int, skipped: int = 0) -> Table:
    """Play a random game until a secret move is possible at the start of an epoch; skip the first `skipped` times."""
    rng = Random(f"{game.name} {seats} {seed}")
    table = Table(game, seats, SeededDice(seed), rolls_itself=False, compiled=False)
    for _ in range(TURNS):
        if table.dice_due:
            table.roll()
        if secret_seats(table) and not any(map(table.recent, range(table.seats))):
            if not skipped:
                return table
            skipped -= 1
        seat = rng.choice(table.waiting)
        table.make(seat, rng.choice(table.legal_moves(seat)))
    raise AssertionError(f"nothing is secret in {game.title}")


def secret_seats(table: Table) -> list[int]:
    """Return the seats that have a secret move now."""
    forms = table.game.moves
    return [seat for seat in table.waiting if any(forms.is_secret(move) for move in table.legal_moves(seat))]


def secret_line(table: Table, seat: int, rng: Random, steps: int) -> list[str]:
    """Make random secret moves of a seat at this table, and take some back; return the moves' texts and "undo"."""
    done = []
    first = len(table.recent(seat))
    for _ in range(steps):
        if len(table.recent(seat)) > first and rng.random() < 0.35:
            table.undo(seat)
            done.append("undo")
            continue
        if legal := list(_quiet(table, seat)):
            done.append(table.play(seat, rng.choice(legal)).text)
    return done


def _quiet(table: Table, seat: int) -> Iterator[str]:
    """Yield the secret moves of a seat that do not start a new epoch."""
    forms = table.game.moves
    for move in table.legal_moves(seat):
        if forms.is_secret(move) and table.state.after(seat, move).record.epoch == table.position.epoch:
            yield forms.text(move)


def open_moves(table: Table, seat: int) -> list[str]:
    """Return the legal moves of a seat that are not secret."""
    forms = table.game.moves
    return [forms.text(move) for move in table.legal_moves(seat) if not forms.is_secret(move)]
