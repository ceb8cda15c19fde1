"""The levels of bots that a person can choose; each is a number of playouts per decision."""

from dataclasses import dataclass

from rollwright.bots.search import Advice, advise
from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import N_, Phrase, listed

MAX_THINKING_SECONDS = 5.0
"""Time after which a bot makes the best move it has found so far, on any machine, compiled or not."""


@dataclass(frozen=True)
class Level:
    """A strength of bots."""

    name: str
    label: str
    """The name that people read (in English; not yet translated)."""
    playouts: int
    guided: bool
    """Whether playouts follow the game's `prefer`, or are random."""


EASY = Level("easy", N_("easy"), playouts=10, guided=False)
NORMAL = Level("normal", N_("normal"), playouts=50, guided=True)
HARD = Level("hard", N_("hard"), playouts=8_000, guided=True)

LEVELS = {level.name: level for level in (EASY, NORMAL, HARD)}
"""All levels by name, weakest first."""


def level_named(name: str) -> Level:
    """Return the level of this name; refuse an unknown name."""
    if name not in LEVELS:
        raise BadOption(Phrase("There is no level '{name}': the levels are {known}.", name=name, known=listed(LEVELS)))
    return LEVELS[name]


def level_name(level: str) -> Phrase | None:
    """Return the label of a level, or None if there is no such level."""
    return Phrase(LEVELS[level].label) if level in LEVELS else None


def choose(
    game: Game,
    position: bytes,
    seat: int,
    level: str,
    seed: int,
    *,
    seconds: float = MAX_THINKING_SECONDS,
    compiled: bool | None = None,
) -> Advice:
    """Choose a seat's next move at this level; `position` is the bytes of what the seat may know."""
    chosen = level_named(level)
    return advise(game, position, seat, chosen.playouts, seed, guided=chosen.guided, seconds=seconds, compiled=compiled)
