"""How well a bot plays: levels that a person can choose, each a number of playouts for a decision."""

from dataclasses import dataclass

from rollwright.bots.search import Advice, advise
from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import N_, Phrase, listed

LONGEST_THOUGHT = 5.0
"""Seconds after which a bot makes the best move it has found, on whatever machine, compiled or not."""


@dataclass(frozen=True)
class Level:
    """A strength of play."""

    name: str
    label: str
    """What people are shown (in English; say it to translate it)."""
    playouts: int
    guided: bool
    """Whether playouts follow what the game prefers, or chance alone."""


EASY = Level("easy", N_("easy"), playouts=10, guided=False)
NORMAL = Level("normal", N_("normal"), playouts=50, guided=True)
HARD = Level("hard", N_("hard"), playouts=8_000, guided=True)

LEVELS = {level.name: level for level in (EASY, NORMAL, HARD)}
"""All levels by name, weakest first."""


def level_named(name: str) -> Level:
    """Return the level of this name; refuse a name no level has."""
    if name not in LEVELS:
        raise BadOption(Phrase("There is no level '{name}': the levels are {known}.", name=name, known=listed(LEVELS)))
    return LEVELS[name]


def level_name(level: str) -> Phrase | None:
    """Return what a bot's level is called, if there is such a level."""
    return Phrase(LEVELS[level].label) if level in LEVELS else None


def choose(
    game: Game,
    position: bytes,
    seat: int,
    level: str,
    seed: int,
    *,
    seconds: float = LONGEST_THOUGHT,
    compiled: bool | None = None,
) -> Advice:
    """Think about a seat's next move as well as this level does."""
    chosen = level_named(level)
    return advise(game, position, seat, chosen.playouts, seed, guided=chosen.guided, seconds=seconds, compiled=compiled)
