"""Pages of text that must fit: summaries and kits, in columns, as large as the room allows."""

from collections.abc import Mapping, Sequence

from rollwright.core.game import Game
from rollwright.core.language import Phrase, Speech
from rollwright.paper.illustrations import image_maker
from rollwright.paper.layout.markup import box, mm, placed, words
from rollwright.paper.layout.pages import Page
from rollwright.paper.layout.sizes import page_room
from rollwright.paper.texts import Typesetter, columns_of, title_and_rest
from rollwright.view.papers import Paper, text_of

TITLE, FOOTER, GUTTER = 13.0, 4.0, 7.0
LARGEST = "13.5pt"


def text_pages(
    game: Game, name: str, paper: Paper, setting: Mapping[str, Sequence[str]], named: Sequence[str], say: Speech,
    language: str, size: str, up: int,
) -> list[Page]:  # fmt: skip
    """Return the pages of one of a game's papers."""
    title, rest = title_and_rest(text_of(game, name, language))
    setter = Typesetter(image_maker(game, say, paper, setting))
    room = page_room(size, paper.landscape)
    found = []
    for columns in columns_of(rest):
        height = room.height - TITLE - FOOTER
        body = ", ".join(f"[{setter.content(column)}]" for column in columns)
        grid = f"#grid(columns: (1fr,) * {len(columns)}, column-gutter: {mm(GUTTER)}, {body})"
        head = f"#shown(text(size: 15pt)[{words(game.title)}]) #h(2mm) #text(size: 12pt, weight: 600)[{words(title)}]"
        told = f"#text(size: 10pt)[{words(' · '.join(named))}]"
        top = f"#grid(columns: (1fr, auto), align: horizon, [{head}], [{told}])"
        fitted = f"#box(width: {mm(room.width)}, height: {mm(height)})[#fitted({LARGEST})[{grid}]]"
        foot = f"#text(size: 6.5pt)[{words(say(Phrase('Made with Rollwright. The rules are in the booklet.')))}]"
        content = placed(0, 0, box(room.width, TITLE - 3, top)) + placed(0, TITLE, fitted)
        content += placed(0, room.height - FOOTER + 1, box(room.width, FOOTER - 1, foot, "center + horizon"))
        found.append(Page(content, paper.landscape, up))
    return found
