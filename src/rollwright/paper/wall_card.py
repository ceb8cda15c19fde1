"""Cards for the wall: a finished sheet in colour, with names, points and the date."""

from dataclasses import dataclass

from rollwright.core.contract import SPECTATOR
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points
from rollwright.paper import press
from rollwright.paper.game_drawings import flat_drawing, flat_part
from rollwright.paper.layout.arrangement import arranged
from rollwright.paper.layout.markup import box, mm, picture, placed, words
from rollwright.paper.layout.pages import Page, document
from rollwright.paper.layout.sizes import Room, page_room
from rollwright.table import Table
from rollwright.view import Pen, draw_parts
from rollwright.view.art import emblem_html, emblem_key

HEAD, FOOT, PODIUM = 17.0, 6.0, 15.0
SPACE = 6.0


@dataclass(frozen=True)
class Card:
    """A card: of which table, whose sheet it shows, and the day on which the game was played, as it is written."""

    table: Table
    seat: int
    day: str
    language: str = "en"
    paper: str = "a4"

    @property
    def source(self) -> str:
        """The card as a text for the press."""
        game = self.table.game
        say = game.speech(self.language).naming(self.table.players)
        return document(
            [_page(self, say)], f"{game.title}: {say(self.table.players[self.seat])}", self.language, self.paper
        )

    def pdf(self) -> bytes:
        """Return the card as PDF."""
        return press.pdf(self.source)

    def png(self, ppi: float) -> bytes:
        """Return the card as a picture."""
        return press.pngs(self.source, ppi)[0]


def winner_of(table: Table) -> int:
    """Return the seat whose sheet a card shows if nobody says otherwise."""
    return table.ranking()[0][0]


def _page(card: Card, say: Speech) -> Page:
    table, game = card.table, card.table.game
    pen = Pen(say, live=False)
    drawn = draw_parts(game, table.seen_by(SPECTATOR), card.seat, pen, table.rules)
    parts = [part for part in drawn if part.where == "sheet" and part.pictured]
    ways = []
    for landscape in (True, False):
        room = page_room(card.paper, landscape)
        free = Room(room.width - 12, room.height - HEAD - PODIUM - FOOT - 12)
        scale, places = arranged([part.size for part in parts], free, SPACE, 0)
        ways.append((scale, landscape, room, places))
    _, landscape, room, places = max(ways, key=lambda way: way[0])
    frame = (
        f'#rect(width: {mm(room.width)}, height: {mm(room.height)}, radius: 5mm, stroke: 1.6pt, fill: rgb("#fffcf4"))'
    )
    content = placed(0, 0, frame)
    title = f"#shown(text(size: 21pt)[{words(game.title)}])"
    day = f"#text(size: 11pt, weight: 500)[{words(card.day)}]"
    head = f"#grid(columns: (1fr, auto), align: horizon, [{title}], [{day}])"
    content += placed(7, 4, box(room.width - 14, HEAD - 5, head))
    content += placed(7, HEAD + 1, _podium(card, say, room.width - 14))
    left = room.height - HEAD - PODIUM - FOOT - 12 - max(place.y + place.height for place in places)
    for part, place in zip(parts, places, strict=True):
        drawing = picture(flat_part(game, part, pen, coloured=True), mm(place.width), mm(place.height))
        content += placed(place.x + 6, HEAD + PODIUM + 3 + place.y + left / 2, drawing)
    told = say(Phrase("The sheet of {name}. Played with Rollwright.", name=table.players[card.seat]))
    foot = f"#text(size: 7.5pt)[{words(told)}]"
    content += placed(7, room.height - FOOT - 2, box(room.width - 14, FOOT, foot, "center + horizon"))
    return Page(content, landscape)


def _podium(card: Card, say: Speech, width: float) -> str:
    """Return everybody's emblem, name and points, the best first."""
    table = card.table
    seats = [seat for sharing in table.ranking() for seat in sharing]
    shown = [_player(card, seat, say) for seat in seats]
    size = "" if len(shown) < 5 else "#set text(size: 0.8em)"
    return box(
        width, PODIUM - 3, f"{size}#grid(columns: (auto,) * {len(shown)}, column-gutter: 1fr, {', '.join(shown)})"
    )


def _player(card: Card, seat: int, say: Speech) -> str:
    table = card.table
    emblem = emblem_html(table.game, emblem_key(table.game, table.setting, seat), seat)
    drawn = picture(flat_drawing(table.game, (48, 48), _inner(emblem), coloured=True), "10mm")
    name = f"#text(size: 11pt, weight: 600)[{words(say(table.players[seat]))}]"
    total = f"#shown(text(size: 16pt)[{words(points(table.halves(seat)))}])"
    return f"[#grid(columns: 3, column-gutter: 2.5mm, align: horizon, [{drawn}], [{name}], [{total}])]"


def _inner(svg: str) -> str:
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
