"""The levels of bots that a person can choose, and what each of them does at each game."""

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache

from rollwright.bots.search import Advice, Budget, advise
from rollwright.core.errors import BadOption
from rollwright.core.game import Game, cannot_load
from rollwright.core.language import N_, Phrase, listed

LEVELS_FILE = "levels.toml"
"""The file in a game's folder that says how its levels search; what it does not say is as below."""


@dataclass(frozen=True)
class Level:
    """A strength of bots."""

    name: str
    label: str
    """The name that people read (in English; not yet translated)."""
    budget: Budget
    """How it searches at a game that does not say otherwise."""
    seconds: float
    """Time after which it makes the best move it has found so far, on any machine, compiled or not."""


EASY = Level("easy", N_("easy"), Budget(10, overlooks=50), seconds=1.0)
NORMAL = Level("normal", N_("normal"), Budget(50), seconds=2.0)
HARD = Level("hard", N_("hard"), Budget(2_000), seconds=3.0)
EXPERT = Level("expert", N_("expert"), Budget(20_000), seconds=5.0)

LEVELS = {level.name: level for level in (EASY, NORMAL, HARD, EXPERT)}
"""All levels by name, weakest first."""


def level_named(name: str) -> Level:
    """Return the level of this name; refuse an unknown name."""
    if name not in LEVELS:
        raise BadOption(Phrase("There is no level '{name}': the levels are {known}.", name=name, known=listed(LEVELS)))
    return LEVELS[name]


def level_name(level: str) -> Phrase | None:
    """Return the label of a level, or None if there is no such level."""
    return Phrase(LEVELS[level].label) if level in LEVELS else None


@cache
def budgets(game: Game) -> dict[str, Budget]:
    """Return how each level searches at a game; refuse a file of levels that makes no sense."""
    path = game.folder / LEVELS_FILE
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return _with_own(own)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError) as fault:
        raise cannot_load(f"{game.name}/{LEVELS_FILE}", fault) from fault


def _with_own(own: dict[str, object]) -> dict[str, Budget]:
    """Return the budgets of all levels, with what a file says of them."""
    if strange := sorted(set(own) - set(LEVELS)):
        raise ValueError(f"there is no level '{strange[0]}'")
    found = {}
    known = {each.name for each in fields(Budget)}
    for level in LEVELS.values():
        said = own.get(level.name, {})
        if not isinstance(said, dict) or not set(said) <= known:
            raise ValueError(f"of a level one can say {', '.join(sorted(known))}")
        if not all(isinstance(each, int | float) for each in said.values()):
            raise ValueError(f"what it says of '{level.name}' are not numbers")
        found[level.name] = replace(level.budget, **said)
    return found


def choose(
    game: Game,
    position: bytes,
    seat: int,
    level: str,
    seed: int,
    *,
    seconds: float | None = None,
    compiled: bool | None = None,
) -> Advice:
    """Choose a seat's next move at this level; `position` is the bytes of what the seat may know.

    `seconds` replaces the level's own limit of time.
    """
    chosen = level_named(level)
    limit = chosen.seconds if seconds is None else seconds
    return advise(game, position, seat, budgets(game)[level], seed, seconds=limit, compiled=compiled)
