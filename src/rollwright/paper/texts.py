"""Texts in Markdown, as Typst's markup: rules pages, summaries and whatever else a game writes."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rollwright.core.game import Game
from rollwright.paper.layout.markup import literal, words

FOREIGN = re.compile(r" ?\([\u2e80-\u9fff]+\)")
RULE_ID = re.compile(r"\[([A-Z]{2}-\d\d)\]")

Image = Callable[[str, str, str], str]
"""(address, caption as content, the words behind the address): an image as content."""


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def tokens_of(text: str) -> list[Token]:
    """Read a text."""
    return _markdown().parse(text)


def columns_of(text: str) -> list[list[list[Token]]]:
    """Split a text into pages, at lines of stars, and each page into columns, at lines of dashes."""
    pages: list[list[list[Token]]] = [[[]]]
    for token in tokens_of(text):
        if token.type == "hr" and token.markup.startswith("*"):
            pages.append([[]])
        elif token.type == "hr":
            pages[-1].append([])
        else:
            pages[-1][-1].append(token)
    return pages


class Typesetter:
    """Writes tokens of Markdown as content of Typst."""

    def __init__(self, image: Image) -> None:
        """Take what makes an image."""
        self._image = image

    def content(self, tokens: Sequence[Token]) -> str:
        """Return tokens as content."""
        written = []
        place = 0
        while place < len(tokens):
            token = tokens[place]
            end = place
            if token.nesting == 1:
                end = _closing(tokens, place)
            written.append(self._block(token, tokens[place + 1 : end]))
            place = end + 1
        return "".join(written)

    def _block(self, token: Token, inner: Sequence[Token]) -> str:
        """Return one block: a heading, a paragraph, a list, a table, or lines of code."""
        match token.type:
            case "heading_open":
                return f"\n#heading(level: {token.tag[1:]})[{self.content(inner)}]\n"
            case "paragraph_open":
                return f"{self.content(inner)}\n\n"
            case "bullet_list_open":
                return f"\n#list({self._items(inner)})\n"
            case "ordered_list_open":
                return f"\n#enum({self._items(inner)})\n"
            case "table_open":
                return self._table(inner)
            case "fence" | "code_block":
                return f"\n#cells(({', '.join(map(literal, token.content.rstrip().splitlines()))},))\n"
            case "inline":
                return "".join(self._inline(token.children or []))
        return self.content(inner)

    def _items(self, inner: Sequence[Token]) -> str:
        return ", ".join(f"[{self.content(each)}]" for each in _parts(inner, "list_item_open"))

    def _table(self, inner: Sequence[Token]) -> str:
        rows = list(_parts(inner, "tr_open"))
        cells = [[self.content(cell) for cell in _cells(row)] for row in rows]
        widest = [max(len(_plain(cell)) for cell in column) for column in zip(*map(_cells, rows), strict=True)]
        columns = ", ".join(f"{min(wide, 60) ** 0.6:.2f}fr" if wide > 13 else "auto" for wide in widest)
        written = ", ".join(f"[{cell}]" for row in cells for cell in row)
        return f"\n#block(breakable: false, table(columns: ({columns},), {written}))\n"

    def _inline(self, tokens: Sequence[Token]) -> Iterator[str]:
        """Yield the pieces of a line."""
        for token in tokens:
            match token.type:
                case "text":
                    yield self._text(token.content)
                case "softbreak" | "hardbreak":
                    yield " " if token.type == "softbreak" else " \\ "
                case "code_inline":
                    yield f"#code[{words(token.content)}];"
                case "strong_open":
                    yield "#strong["
                case "em_open":
                    yield "#emph["
                case "strong_close" | "em_close":
                    yield "];"
                case "image":
                    caption = "".join(self._inline(token.children or []))
                    yield self._image(str(token.attrs["src"]), caption, str(token.attrs.get("title") or ""))

    def _text(self, text: str) -> str:
        """Return plain words; the id of a rule is small. A bracket in a script that our face lacks is left out."""
        pieces = RULE_ID.split(FOREIGN.sub("", text))
        return "".join(
            f"#tag[{words(piece)}];" if place % 2 else words(piece) for place, piece in enumerate(pieces) if piece
        )


def _closing(tokens: Sequence[Token], opening: int) -> int:
    """Return where a block is closed that begins at a place."""
    level = 0
    for place in range(opening, len(tokens)):
        level += tokens[place].nesting
        if level == 0:
            return place
    return len(tokens)


def _parts(tokens: Sequence[Token], kind: str) -> Iterator[Sequence[Token]]:
    """Yield what is inside each block of a kind."""
    place = 0
    while place < len(tokens):
        if tokens[place].type == kind:
            end = _closing(tokens, place)
            yield tokens[place + 1 : end]
            place = end
        place += 1


def _cells(row: Sequence[Token]) -> list[Sequence[Token]]:
    return [
        row[place + 1 : _closing(row, place)] for place, token in enumerate(row) if token.type in ("th_open", "td_open")
    ]


def _plain(tokens: Sequence[Token]) -> str:
    return "".join(token.content for token in tokens)


def title_and_rest(text: str) -> tuple[str, str]:
    """Return the title of a text, its first line, and what follows."""
    first, _, rest = text.lstrip().partition("\n")
    return first.removeprefix("# ").strip(), rest


@cache
def one_minute(game: Game, language: str) -> tuple[str, ...]:
    """Return the sentences of the first list of a rules page, which tells a game in a minute, as content."""
    path = game.folder / f"rules.{language}.md"
    tokens = tokens_of(path.read_text(encoding="utf-8")) if path.exists() else []
    opening = next((place for place, token in enumerate(tokens) if token.type == "bullet_list_open"), None)
    if opening is None:
        return ()
    setter = Typesetter(lambda address, caption, width: "")
    items = _parts(tokens[opening + 1 : _closing(tokens, opening)], "list_item_open")
    return tuple(setter.content(each).strip() for each in items)
