"""Papers of a table: a sheet as it is now, to go on with a pencil, and the card of a finished game."""

from babel.dates import format_date
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.room import Room
from rollwright.paper import press
from rollwright.paper.game_drawings import flat_drawing
from rollwright.paper.layout.pages import document
from rollwright.paper.layout.sizes import PAPERS
from rollwright.paper.sheets import Heading, sheet_page
from rollwright.paper.texts import one_minute
from rollwright.paper.variants import named_choices, sheet_options
from rollwright.paper.wall_card import Card, winner_of
from rollwright.records import replay, write
from rollwright.view import Pen, draw_parts
from rollwright.view.qr import qr_drawing
from rollwright.web.http.limits import peer_of
from rollwright.web.http.rendering import Reader
from rollwright.web.print.routes import pdf_response
from rollwright.web.replay.access import ReplayViewer, replay_viewer_of
from rollwright.web.services import services_of

CARD_PPI = 144.0


def _seat(request: Request, looking: ReplayViewer, usual: int) -> int:
    """Return the seat that an address names, counted from 1, or the usual one."""
    said = request.query_params.get("seat", "")
    if not said:
        return usual
    seat = int(said) - 1 if said.isdecimal() and len(said) < 3 else -1
    if seat not in range(looking.played.opened.seats):
        raise HTTPException(404)
    return seat


def _paper(request: Request) -> str:
    paper = request.query_params.get("paper", "a4")
    return paper if paper in PAPERS else "a4"


async def table_sheet(request: Request) -> Response:
    """Send a sheet of a table as it is now, concealed for whoever asks, with a code that leads back to the table."""
    looking = await replay_viewer_of(request)
    room, paper, reader = looking.room, _paper(request), Reader.of(request)
    seat = _seat(request, looking, looking.first_sheet)
    viewer = looking.viewer_for(seat)
    base = services_of(request).public_address.link_base(str(request.base_url)).base
    address = f"{base}/table/{room.head.table_id}"
    say = room.speech(reader.language)
    async with room.settled():
        known = room.table.seen_by(viewer).copy()
        progress = room.game.words.progress(known)
        name = say(room.table.name(seat))
    round_told, day, setting = [say(progress.text)] if progress else [], _day(request, room), _of_seat(room, seat)
    totals = looking.shows_total(seat, viewer)

    def make() -> bytes:
        game, pen = room.game, Pen(say, live=False, paper=True, totals=totals)
        size, drawn = qr_drawing(address)
        code = flat_drawing(game, (size, size), drawn)
        parts = draw_parts(game, known, seat, pen)
        told = [say(label) for label in named_choices(sheet_options(game), setting)]
        heading = Heading(game.title, [*told, *round_told], name, day)
        page = sheet_page(game, parts, pen, heading, paper, beside=code, short=one_minute(game, say.language))
        return press.pdf(document([page], f"{game.title}: {name}", reader.language, paper))

    made = await services_of(request).printer.made(peer_of(request), None, make)
    return pdf_response(made, f"{room.game.name}-{room.head.table_id[:6]}-{seat + 1}.pdf")


def _of_seat(room: Room, seat: int) -> dict[str, list[str]]:
    """Return the setting of a table, with a seat's own choices first."""
    return {name: [values[seat], *values] for name, values in room.table.setting.items()}


def _day(request: Request, room: Room) -> str:
    reader = Reader.of(request)
    return format_date(reader.moment(room.head.opened), "medium", locale=reader.language)


async def table_card(request: Request) -> Response:
    """Send the card of a finished game, as PDF or as a picture."""
    looking = await replay_viewer_of(request)
    room, reader, form = looking.room, Reader.of(request), request.path_params["form"]
    if form not in ("pdf", "png"):
        raise HTTPException(404)
    if not looking.played.over:
        raise Refusal(Phrase("A card is made of a game that is over."))
    async with room.settled():
        text = write(room.table)
        usual = looking.first_sheet if looking.screen.seats else winner_of(room.table)
    seat = _seat(request, looking, usual)
    day = format_date(reader.moment(room.head.opened), "long", locale=reader.language)
    paper = _paper(request)

    def make() -> bytes:
        card = Card(replay(text), seat, day, reader.language, paper)
        return card.pdf() if form == "pdf" else card.png(CARD_PPI)

    made = await services_of(request).printer.made(peer_of(request), None, make)
    name = f"{room.game.name}-{room.head.table_id[:6]}"
    if form == "pdf":
        return pdf_response(made, f"{name}.pdf")
    headers = {"Content-Disposition": f'inline; filename="{name}.png"', "Cache-Control": "no-store"}
    return Response(made, media_type="image/png", headers=headers)
