"""Sheets as one drawing that needs no other file, for notebooks and files."""

import re
from collections.abc import Sequence
from functools import cache
from html import escape

from rollwright.core.game import Game
from rollwright.core.language import PACKAGE, player_name
from rollwright.core.position import Position
from rollwright.view import Part, Pen, draw_parts

STYLES = PACKAGE / "web" / "static" / "style"
ROW, GAP, TITLE = 1100, 24, 44
"""The width of a row of parts, the space around them, and the height of a player's name."""

PLACES = ("dice", "sheet", "foot")
"""Where the parts of a sheet are, from the top to the bottom."""


def picture(game: Game, position: Position, names: Sequence[str | None]) -> str:
    """Draw the sheets of all seats below each other."""
    pen = Pen(game.speech(), live=False)
    drawn: list[str] = []
    top, right = float(GAP), float(2 * GAP)
    for seat, name in enumerate(names):
        if len(names) > 1:
            title = escape(str(player_name(name or "", seat)))
            drawn.append(f'<text class="whose" x="{GAP}" y="{top + TITLE / 2}">{title}</text>')
            top += TITLE
        parts = draw_parts(game, position.record, seat, pen, position.rules)
        for place in PLACES:
            elements, top, reached = _rows([part for part in parts if part.where == place], pen, top)
            drawn += elements
            right = max(right, reached)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:.0f} {top:.0f}" width="{right / 2:.0f}" '
        f'class="rollwright of-{game.name}" role="img" aria-label="{escape(game.title)}">'
        f"<style>{_style(game)}</style>"
        f'<rect width="100%" height="100%" rx="16" class="ground"/>{"".join(drawn)}</svg>'
    )


def _rows(parts: Sequence[Part], pen: Pen, top: float) -> tuple[list[str], float, float]:
    """Lay parts beside each other, as many as fit into a row; return them, and where they end below and right."""
    drawn: list[str] = []
    right = 0.0
    rows: list[list[Part]] = []
    for part in parts:
        if rows and sum(each.size[0] + GAP for each in rows[-1]) + part.size[0] <= ROW:
            rows[-1].append(part)
        else:
            rows.append([part])
    for row in rows:
        scale = min(1.0, ROW / (sum(part.size[0] for part in row) + GAP * (len(row) - 1)))
        left = float(GAP)
        for part in row:
            width, height = part.size[0] * scale, part.size[1] * scale
            drawn.append(part.svg(pen, x=left, y=top, width=width, height=height, overflow="visible"))
            left += width + GAP
        right = max(right, left)
        top += max(part.size[1] for part in row) * scale + GAP
    return drawn, top, right


def styled(game: Game, svg: str) -> str:
    """Return the drawing of a part as a file of its own: with its colours and strokes."""
    opening, rest = svg.split(">", 1)
    opening = opening.replace('class="', f'class="rollwright of-{game.name} ', 1)
    return f"{opening}><style>{_style(game)}</style>{rest}"


@cache
def _style(game: Game) -> str:
    """Return the colours and strokes of a game's drawing; by day, as a drawing does not know its surroundings."""
    texts = [(STYLES / name).read_text(encoding="utf-8") for name in ("tokens.css", "drawing.css")]
    texts.append((game.folder / "view.css").read_text(encoding="utf-8"))
    style = re.sub(r"/\*.*?\*/|@font-face\s*\{[^}]*\}", "", "".join(texts), flags=re.S)
    style = style.replace(":root", ".rollwright")
    whose = "text.whose{font:700 24px var(--font-text);fill:var(--text);dominant-baseline:central}"
    return f"{style}.rollwright{{color-scheme:light}}.rollwright>.ground{{fill:var(--page)}}{whose}"
