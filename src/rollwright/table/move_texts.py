"""Which move a text means: it may be abbreviated, and a move may have several names."""

from collections.abc import Callable, Sequence

from rollwright.core.moves import Notation

MAX_ALIASED_MOVES = 500
"""If a text matches more moves than this, aliases are not resolved (see `same` in the contract)."""


def named_moves(notation: Notation, text: str, same: Callable[[int], int], *, exact: bool) -> list[int]:
    """Return the moves that a text names, legal or not; refuse one that names none.

    `same` returns the legal move of which a move is an alias. Unless it must be `exact`, a text may be abbreviated.
    """
    if not text.strip():
        raise notation.not_read(text)
    whole = notation.read(text)
    named = [whole] if whole is not None else [] if exact else notation.begun(text)
    if not named:
        raise notation.not_read(text)
    return [same(move) for move in named] if len(named) <= MAX_ALIASED_MOVES else named


def meant_moves(notation: Notation, text: str, named: Sequence[int], legal: Sequence[int]) -> list[int]:
    """Return the one legal move among those that a text names; none if the only one named is illegal.

    Refuses a text that could mean several, or of which nothing that it abbreviates is legal.
    """
    meant = sorted(set(named).intersection(legal), key=legal.index)
    if not meant and len(named) > 1:
        raise notation.not_read(text)
    if len(meant) > 1:
        raise notation.ambiguous(text, meant)
    return meant
