"""Draw the README's picture: a sheet of a golden record in round 9, as the terminal shows it."""

import sys
from html import escape
from pathlib import Path

from rollwright.core.game import open_game
from rollwright.records.record import read, steps
from rollwright.table import Table

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"
GAME, RECORD, ROUND = "terminal_dispute", "golden/1-seats.txt", 9

LINE, CHARACTER, MARGIN = 20, 9.03, 24
STYLE = (
    "text{font:15px 'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace;white-space:pre;fill:#1f2a44}"
    "rect{fill:#fffef9;stroke:#c9c2b2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6e2d6}rect{fill:#1b2130;stroke:#3a4358}}"
)


def scene() -> Table:
    """Return the table in the middle of that round."""
    text = (open_game(GAME).folder / RECORD).read_text(encoding="utf-8")
    for table in steps(read(text)):
        if table.round_no == ROUND and table.waiting and not table.legal(0)[0].startswith("allocate"):
            break
    return table


def picture() -> str:
    """Return the picture as SVG."""
    table = scene()
    asked = table.game.words.ask(table.position, 0, table.players)
    lines = [*table.drawing(seats=[0]).splitlines(), "", *str(asked).replace(". ", ".\n").splitlines(), "> "]
    width = round(2 * MARGIN + CHARACTER * max(map(len, lines)))
    height = 2 * MARGIN + LINE * len(lines)
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * (number + 1) - 6}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10"/>\n{rows}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
    sys.exit(0)
