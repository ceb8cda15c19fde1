"""How games ended, in the game's own words, for the games that can say it: `ending` in their `words.py`."""

from collections import Counter
from collections.abc import Callable, Iterable

from rollwright.core.contract import Record
from rollwright.core.game import Game

Endings = Counter[str]
"""How many games ended in each way, told in English; nothing for a game that cannot say it."""


def ending_teller(game: Game) -> Callable[[Record], str] | None:
    """Return what says in English how a finished game ended, if this game can."""
    ending = game.optional("words", "ending")
    if ending is None:
        return None
    say = game.speech()
    return lambda position: say(ending(position))


def count_endings(game: Game, positions: Iterable[Record]) -> Endings:
    """Count how these finished games ended."""
    tell = ending_teller(game)
    return Counter(map(tell, positions)) if tell else Counter()
