"""Pictures for the rules pages: positions that a script of dice and moves leads to, drawn as the game draws them.

A game's `pictures.toml` has a table for each picture. A picture with `then` has two frames: before and after. A rules
page shows it where it says ``![The caption.](picture:name)``.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rollwright.core.dice import ScriptedDice
from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.table import Table
from rollwright.table.lessons.script_lines import follow
from rollwright.view.codes import draw_parts, ways_of
from rollwright.view.drawing import Part, Pen
from rollwright.view.svg import number

FILE = "pictures.toml"
ADDRESS = "picture:"
"""How a rules page begins the address of a picture."""

AT = re.compile(r'data-at="[^ "]+ ([^"]+)" data-size="([^"]+)"')
OPENING = re.compile(r'<g(?: class="([^"]*)")?')


@dataclass(frozen=True)
class Picture:
    """A picture: which parts of whose sheet, and the script that leads there.

    `parts` are names of parts, or places on the page, such as "dice" for all that lies in the tray. The script is
    `record`, a file in the game's folder of which the first `steps` lines count, and then the lines `script`; lines are
    as in records. `lit` is the beginning of moves: what points them out is lit before they are made. `rows` are
    beginnings of the names of spots: only the strip of a large part where these lie is shown.
    """

    parts: Sequence[str]
    seat: int = 1
    seats: int = 1
    options: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    record: str = ""
    steps: int = 0
    script: Sequence[str] = ()
    then: Sequence[str] = ()
    lit: str = ""
    rows: Sequence[str] = ()


def pictures_of(game: Game) -> dict[str, Picture]:
    """Return a game's pictures by name."""
    path = game.folder / FILE
    read: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: Picture(**{key: _lines(key, value) for key, value in each.items()}) for name, each in read.items()}


def _lines(key: str, value: Any) -> Any:
    """Return a script, which is written as one text, as its lines; any other value as it is."""
    return value.strip().split("\n") if key in ("script", "then") else value


def frames(game: Game, picture: Picture, say: Speech) -> Iterator[list[tuple[Part, str]]]:
    """Draw the frames of a picture, each as its parts and their SVG; refuse a script with an illegal line."""
    table = _opened(game, picture)
    for line in picture.script:
        follow(table, line)
    yield _drawn(table, picture, say, picture.lit)
    for line in picture.then:
        follow(table, line)
    if picture.then:
        yield _drawn(table, picture, say)


def _opened(game: Game, picture: Picture) -> Table:
    """Return a table of this picture, after the lines that it takes from a record."""
    seats, options, lines = picture.seats, dict(picture.options), list[str]()
    if picture.record:
        text = (game.folder / picture.record).read_text(encoding="utf-8")
        head, _, body = text.partition("\n\n")
        said = dict(line.split(": ", 1) for line in head.splitlines())
        seats = int(said.pop("seats"))
        options |= {name: said[name].split(", ") for name in said if name not in ("rollwright", "game", "names")}
        lines = [line for line in body.splitlines() if not line.startswith(("#", "score"))]
    table = Table(game, seats, ScriptedDice([]), options, rolls_itself=False, compiled=game.loaded_rules().compiled)
    for line in lines[: picture.steps]:
        follow(table, line)
    return table


def _drawn(table: Table, picture: Picture, say: Speech, lit: str = "") -> list[tuple[Part, str]]:
    """Draw the parts of a picture as they are now, with what points out the moves that begin like `lit`."""
    seat, pen = picture.seat - 1, Pen(say.naming(table.players), live=False)
    known = table.seen_by(seat)
    spots: set[str] = set()
    if lit:
        moves = [move for move in table.legal_moves(seat) if table.game.moves.text(move).startswith(lit)]
        assert moves, f"no legal move begins with '{lit}'"
        ways = ways_of(table.game, known, seat, moves, table.rules)
        spots = {spot for way in ways.values() for path in way.paths for spot in path.spots}
    found = []
    live = {part.name: part for part in draw_parts(table.game, known, seat, Pen(pen.say), table.rules)}
    for part in draw_parts(table.game, known, seat, pen, table.rules):
        if part.name in picture.parts or part.where in picture.parts:
            for name in spots & part.groups.keys():
                part.groups[name] = OPENING.sub(_light, part.groups[name], count=1)
            shown = {"viewBox": _strip(part, live[part.name], picture.rows)} if picture.rows else {}
            found.append((part, part.svg(pen, width=part.size[0], **shown)))
    missing = [name for name in picture.parts if not any(name in (part.name, part.where) for part, _ in found)]
    assert not missing, f"there is no part {', '.join(missing)}"
    return found


def _strip(part: Part, live: Part, rows: Sequence[str]) -> str:
    """Return what is seen of a part if only the strip with certain spots is shown."""
    marked = (AT.search(markup) for name, markup in live.groups.items() if name.startswith(tuple(rows)))
    spots = [(float(spot[1]), float(spot[2])) for spot in marked if spot]
    assert spots, f"part {part.name} has no spot that begins with {', '.join(rows)}"
    top = max(0.0, min(y - size for y, size in spots))
    bottom = min(float(part.size[1]), max(y + size for y, size in spots))
    return f"0 {number(top)} {part.size[0]} {number(bottom - top)}"


def _light(group: re.Match[str]) -> str:
    return f'<g class="spot lit {group[1] or ""}"'
