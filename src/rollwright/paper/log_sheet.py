"""The log: lines on which a game is written down as it is played, to be typed into the app or into a record later."""

from rollwright.core.game import Game
from rollwright.core.language import Phrase, Speech
from rollwright.paper.layout.markup import box, mm, placed, words
from rollwright.paper.layout.pages import Page
from rollwright.paper.layout.sizes import page_room

LINES = 34
COLUMNS = 3


def log_page(game: Game, say: Speech, paper: str, up: int) -> Page:
    """Return a page of lines: the round, whose move it is, and the dice or the move, as the rules page writes moves."""
    room = page_room(paper, True)
    title = f"#shown(text(size: 15pt)[{words(game.title)}]) #h(2mm)"
    title += f"#text(size: 12pt, weight: 600)[{words(say(Phrase('Log')))}]"
    told = say(
        Phrase(
            "Write dice as they fall, and moves as the rules page writes them. In the app, choose your own dice and "
            "type them in to replay, analyse or finish the game."
        )
    )
    names = [say(Phrase("Round")), say(Phrase("Player")), say(Phrase("Dice or move"))]
    heads = ", ".join(f"[{words(name)}]" for name in names)
    empty = ", ".join("[], [], []" for _ in range(LINES))
    height = (room.height - 24) / (LINES + 1)
    table = (
        f"table(columns: (13mm, 16mm, 1fr), rows: {mm(height)}, inset: 1.2mm, align: left + horizon,"
        f" stroke: 0.35pt + luma(110), {heads}, {empty})"
    )
    grid = f"#grid(columns: (1fr,) * {COLUMNS}, column-gutter: 5mm, ..({table},) * {COLUMNS})"
    content = placed(0, 0, box(room.width, 9, title)) + placed(
        0, 9, box(room.width, 10, f"#text(size: 9pt)[{words(told)}]")
    )
    return Page(content + placed(0, 21, f"#box(width: {mm(room.width)})[#text(size: 7.5pt)[{grid}]]"), True, up)
