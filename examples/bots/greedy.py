"""A bot for the games in which every move shows what it brings: take the most points at once."""

import rollwright


def bot(position: rollwright.Position) -> rollwright.Move:
    """Make the move that gains most; among equals, any."""
    return max(position.legal(), key=lambda move: (move.gain or 0, position.random.random()))
