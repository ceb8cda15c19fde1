"""An environment drawn with characters."""

from collections.abc import Sequence

from rollwright.batch import Single
from rollwright.batch.given import one_of
from rollwright.core.language import player


def drawn(single: Single) -> str:
    """Draw all sheets as somebody without a seat may see them."""
    seats = range(single.seats)
    names = [player(seat) for seat in seats]
    return single.game.text.draw(single.position.seen().record, names, single.game.speech(), seats)


def check_mode(mode: str | None, known: Sequence[str]) -> None:
    """Raise unless an environment can be drawn in this way.

    >>> check_mode("human", ["ansi"])
    Traceback (most recent call last):
    ValueError: render_mode='human' is none of these: None, 'ansi'.
    """
    one_of("render_mode", mode, dict.fromkeys([None, *known]))
