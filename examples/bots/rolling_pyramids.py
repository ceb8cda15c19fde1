"""A bot for Rolling Pyramids: recruit footmen, let nobody stay at home, and spread over the land.

Points come late here, so what a move gains at once says little. The rules say that a group without an order is lost,
that footmen march in every round, and that conquered spaces make them grow; the words of a move say enough. A die that
no footmen want is discarded: so nobody else has it. Filling the other armies was tried, too, and did worse.
"""

import rollwright

LIKED = {"send": 4, "cross": 4, "develop": 4, "discard": 2, "ready": 0, "done": 0}
"""How much this bot likes a kind of move, by its first word."""


def worth(move: rollwright.Move) -> int:
    """Return how much this bot likes a move."""
    kind, *words = move.split()
    if kind == "write":
        return 3 if words[1].startswith("footmen") else 1
    return LIKED.get(kind, 2)


def bot(position: rollwright.Position) -> rollwright.Move:
    """Make the move that it likes best; among equals, any."""
    return max(position.legal(), key=lambda move: (worth(move), position.random.random()))
