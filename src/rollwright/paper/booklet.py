"""The rules page as a booklet: to fold, or to read page by page."""

from functools import lru_cache

from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.paper import press
from rollwright.paper.illustrations import image_maker
from rollwright.paper.layout.markup import mm, words
from rollwright.paper.layout.pages import cut_marks, head
from rollwright.paper.layout.sizes import MARGIN, PAPERS, Imposition
from rollwright.paper.texts import Typesetter, title_and_rest, tokens_of

FOLDED = 2
"""So many pages stand on each side of the paper of a booklet."""


def rules_source(game: Game, language: str, paper: str, up: int) -> str:
    """Return the rules of a game, as pages of half the paper for a booklet, or of the whole of it."""
    say = game.speech(language)
    title, rest = title_and_rest((game.folder / f"rules.{language}.md").read_text(encoding="utf-8"))
    body = Typesetter(image_maker(game, say)).content(tokens_of(rest))
    width, height = PAPERS[paper]
    folded = up == FOLDED
    if folded:
        width, height = height / 2, width
    size, columns = ("8.6pt", 1) if folded else ("9pt", 2)
    told = words(say(Phrase("Print on both sides, turn over at the short edge, fold."))) if folded else ""
    advice = f"#if counter(page).get().first() == 1 [#linebreak(){told}]" if told else ""
    foot = f"align(center, text(size: 7.5pt)[{words(title)} · #counter(page).display(){advice}])"
    return (
        head(f"{title}: {say(Phrase('Rules'))}", language, hyphenate=True)
        + f"#set page(width: {mm(width)}, height: {mm(height)}, margin: (x: {mm(MARGIN + 1)}, top: {mm(MARGIN)},"
        + f" bottom: {mm(MARGIN + 5)}), columns: {columns}, footer-descent: 2mm, footer: context {foot})\n"
        + f"#set columns(gutter: 7mm)\n#set text(size: {size})\n"
        + f"#shown(text(size: 1.9em)[{words(title)}])\n\n{body}"
    )


@lru_cache(12)
def rules_pdf(game: Game, language: str, paper: str, up: int) -> bytes:
    """Return the rules of a game as PDF; as a booklet, its pages are in the order in which the paper is folded."""
    pages = press.pdf(rules_source(game, language, paper, up))
    if up != FOLDED:
        return pages
    return press.pdf(folded_source(press.page_count(pages), f"{game.title}", language, paper), {"pages.pdf": pages})


def folded_source(count: int, title: str, language: str, paper: str) -> str:
    """Return a document with the pages of a booklet beside each other: printed on both sides, it is folded once."""
    height, width = PAPERS[paper]
    sides = []
    for left, right in folding_order(count):
        halves = [
            f'#place(top + left, dx: {mm(at)}, image("pages.pdf", page: {page}, width: {mm(width / 2)}))'
            for page, at in ((left, 0.0), (right, width / 2))
            if page <= count
        ]
        sides.append("".join(halves) + _fold_mark(width, height))
    page = f"#set page(width: {mm(width)}, height: {mm(height)}, margin: 0mm)\n"
    return head(title, language) + page + "\n#pagebreak()\n".join(sides)


def _fold_mark(width: float, height: float) -> str:
    """Return marks at both ends of the line where the paper is folded."""
    marks = cut_marks(Imposition(width, height, 2, 1))
    return "\n".join(line for line in marks.splitlines() if "dashed" not in line)


def folding_order(count: int) -> list[tuple[int, int]]:
    """Return the pages on each side of the paper, left and right, the outermost first.

    >>> folding_order(8)
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    total = -(-count // 4) * 4
    sides = []
    for first in range(1, total // 2, 2):
        sides += [(total - first + 1, first), (first + 1, total - first)]
    return sides
