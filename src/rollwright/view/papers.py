"""What a game declares about its papers: texts to print besides its sheet and its rules, and what is drawn in them.

A paper is a text in the folder `papers` of a game, `papers/<name>.<language>.md`, and its title is the first line. A
line ``---`` begins the next column, and a line ``***`` the next page. An image ``![](picture:name)`` is a picture of
the rules page, and ``![](draw:name)`` something that the game draws for it: the folder's ``__init__.py``, which may be
left out, then declares ``PAPERS``, a `Paper` for each such text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rollwright.core.game import Game
from rollwright.view.drawing import Pen

FOLDER = "papers"

Setting = Mapping[str, Sequence[str]]
"""What is chosen at a table: a name for each seat, by the names of options."""

Drawn = tuple[tuple[float, float], str]
"""A drawing: its size in units, and its elements as SVG."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """How one of a game's papers is made."""

    draws: Mapping[str, Callable[[Setting, Pen], Drawn]] = field(default_factory=dict)
    """What the text shows as ``draw:name``: (setting, pen)."""
    options: Sequence[str] = ()
    """The options of a table that change the paper."""
    landscape: bool = False
    up: int = 1
    """How many stand on a page, if nobody says otherwise: slips are small."""


class Papers(dict[str, Paper]):
    """The papers of a game by name, as its folder `papers` declares them."""


def papers_of(game: Game) -> Papers:
    """Return the papers of a game: those that it declares, and those that are only texts."""
    found = Papers()
    for path in sorted((game.folder / FOLDER).glob("*.en.md")):
        found[path.name.removesuffix(".en.md")] = Paper()
    if (game.folder / FOLDER / "__init__.py").exists():
        found.update(game.face(FOLDER, Papers))
    return found


def text_of(game: Game, name: str, language: str) -> str:
    """Return the text of a paper."""
    return (game.folder / FOLDER / f"{name}.{language}.md").read_text(encoding="utf-8")
