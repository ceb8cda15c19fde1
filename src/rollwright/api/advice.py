"""What a bot advises: its move, and what it expects of that one and of others."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rollwright.api.legal_move import Move
from rollwright.core.errors import NotYourTurn
from rollwright.core.language import Phrase

if TYPE_CHECKING:
    from rollwright.api.seen_position import Position


@dataclass(frozen=True)
class Advice:
    """A bot's choice for a seat.

    >>> import rollwright
    >>> table = rollwright.open("terminal_dispute", seed=7)
    >>> advice = table.advise(0, "hard")
    >>> moved = table.play(advice.move)
    >>> advice.expected > 20, advice.move in [move for move, _ in advice.others]
    (True, False)
    """

    move: Move
    """The move that it chose."""
    expected: float | None
    """The points it expects the seat to end with: a rough mean of games in its head. None if it played none."""
    others: list[tuple[Move, float]]
    """The next best moves that it tried, each with the points it expects of them; those points are as rough, so a move
    may seem better here than the one that it chose with far more games."""
    playouts: int
    """How many games it tried in its head; 0 if there was only one move, or none was needed."""


def advise(position: "Position", level: str, seed: int, seconds: float | None) -> Advice:
    """Ask the bot of a level, without a clock unless `seconds` are given."""
    from rollwright.bots.levels import choose  # slow to import

    known = {move.id: move for move in position.legal()}
    if not known:
        raise NotYourTurn(Phrase("This seat has no move to make now."))
    limit = float("inf") if seconds is None else seconds
    found = choose(position.game, bytes(position), position.seat, level, seed, seconds=limit)
    others = [(known[move], halves / 2) for move, halves in found.others]
    expected = found.halves / 2 if found.playouts else None
    return Advice(known[found.move], expected, others, found.playouts)
