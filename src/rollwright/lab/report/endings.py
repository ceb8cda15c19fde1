"""What a game can say of its games when they are counted, in its own words: how they ended, who began, what was done.

Each is an optional function of its `words.py`: `ending`, `place`, `start`, `deed`.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from rollwright.core.contract import Record
from rollwright.core.game import Game

Endings = Counter[str]
"""How many games ended in each way, told in English; nothing for a game that cannot say it."""


def ending_teller(game: Game) -> Callable[[Record], str] | None:
    """Return what says in English how a finished game ended, nothing if it ended as all do, if this game can."""
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
    """Return each seat's place in the order of a finished game, 0 for who began; nothing if the game cannot say it."""
    if not game.words.tells_places:
        return ()
    return tuple(int(game.words.place(position, seat)) for seat in range(position.seat_count))


def starts_at_end(game: Game, position: Record) -> tuple[str, ...]:
    """Return in English what each seat of a finished game began with, nothing for a seat that had nothing of the kind.

    Returns nothing at all if the game cannot say it.
    """
    if not game.words.tells_starts:
        return ()
    say = game.speech()
    began = [game.words.start(position, seat) for seat in range(position.seat_count)]
    return tuple("" if phrase is None else say(phrase) for phrase in began)


def deed_teller(game: Game) -> Callable[[Record, int, int], str] | None:
    """Return what says in English what kind of thing a move does, nothing if it does not count, if this game can."""
    if not game.words.tells_deeds:
        return None
    deed, say = game.words.deed, game.speech()

    def tell(position: Record, seat: int, move: int) -> str:
        phrase = deed(position, seat, move)
        return "" if phrase is None else say(phrase)

    return tell
