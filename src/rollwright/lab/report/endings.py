"""What a game says about its finished games, for statistics: how they ended, who began, what was done.

Each comes from an optional function of its `words.py`: `ending`, `place`, `start`, `deed`.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from rollwright.core.contract import Record
from rollwright.core.game import Game

Endings = Counter[str]
"""Number of games that ended in each way, in English; empty for a game that does not say it."""


def ending_teller(game: Game) -> Callable[[Record], str] | None:
    """Return a function from a final position to its ending in English, or None if the game has no endings.

    The function returns an empty text for an ordinary ending.
    """
    if not game.words.tells_endings:
        return None
    ending, say = game.words.ending, game.speech()

    def tell(position: Record) -> str:
        phrase = ending(position)
        return "" if phrase is None else say(phrase)

    return tell


def count_endings(game: Game, positions: Iterable[Record]) -> Endings:
    """Count how these finished games ended."""
    tell = ending_teller(game)
    return Counter(filter(None, map(tell, positions))) if tell else Counter()


def places_at_end(game: Game, position: Record) -> tuple[int, ...]:
    """Return each seat's place in the order of play, 0 for the first; empty if the game does not say it."""
    if not game.words.tells_places:
        return ()
    return tuple(int(game.words.place(position, seat)) for seat in range(position.seat_count))


def starts_at_end(game: Game, position: Record) -> tuple[str, ...]:
    """Return what each seat of a finished game started with, in English; an empty text for nothing special.

    Returns an empty tuple if the game does not say it.
    """
    if not game.words.tells_starts:
        return ()
    say = game.speech()
    began = [game.words.start(position, seat) for seat in range(position.seat_count)]
    return tuple("" if phrase is None else say(phrase) for phrase in began)


def deed_teller(game: Game) -> Callable[[Record, int, int], str] | None:
    """Return a function from a move to what it does, in English, or None if the game does not say it.

    The function returns an empty text for a move that does not count.
    """
    if not game.words.tells_deeds:
        return None
    deed, say = game.words.deed, game.speech()

    def tell(position: Record, seat: int, move: int) -> str:
        phrase = deed(position, seat, move)
        return "" if phrase is None else say(phrase)

    return tell
