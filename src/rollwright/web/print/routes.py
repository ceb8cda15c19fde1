"""The routes of papers: the page with the choices, a paper as PDF, and pictures of its pages."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.game import Game, open_game
from rollwright.core.language import LANGUAGES, N_
from rollwright.core.options import Option
from rollwright.paper import press, print_jobs
from rollwright.paper.layout.sizes import PAPERS, UPS
from rollwright.paper.variants import ALL
from rollwright.web.http.limits import peer_of
from rollwright.web.http.rendering import Reader, page
from rollwright.web.services import services_of

PREVIEW_PPI = 72.0
OWN = ("what", "paper", "up", "language")
"""What an address says besides the options of the game."""

PAPER_NAMES = {"a4": N_("A4"), "letter": N_("US Letter")}


def wish_of(request: Request) -> print_jobs.Wish:
    """Read what somebody wants to print from the address of a request; by default the sheet, in their language."""
    said = dict(request.query_params)
    up = said.get("up", "")
    return print_jobs.Wish(
        said.get("what") or print_jobs.SHEET,
        {name: value for name, value in said.items() if name not in OWN and value},
        said.get("paper") or "a4",
        int(up) if up in map(str, UPS) else 0,
        said.get("language") or Reader.of(request).language,
    )


def _key(game: Game, wish: print_jobs.Wish, form: str) -> tuple[object, ...]:
    return (form, game.name, wish.what, tuple(sorted(wish.options.items())), wish.paper, wish.up, wish.language)


async def _asked(request: Request) -> tuple[Game, print_jobs.Wish]:
    """Return what a request wants: with as many on a page as is usual, if so many as are asked for cannot be.

    Which papers there are is found out in a thread, as all sheets of a game are drawn for it once.
    """
    game, wish = open_game(request.path_params["game"]), wish_of(request)
    if wish.language not in LANGUAGES:
        raise HTTPException(404)
    kind = (await asyncio.to_thread(print_jobs.kinds, game, wish.language)).get(wish.what)
    return game, replace(wish, up=0) if kind and wish.up not in kind.ups else wish


async def print_page(request: Request) -> Response:
    """Show what can be printed of a game, and the pages of what is chosen."""
    game, wish = await _asked(request)
    printer, ready = services_of(request).printer, press.is_available()
    pages = list[bytes]()
    if ready:
        pages = await printer.made(
            peer_of(request), _key(game, wish, "png"), lambda: print_jobs.preview(game, wish, PREVIEW_PPI)
        )
    said = _said(wish)
    return page(
        request, "papers.html", game, ready=ready, wish=wish, pages=len(pages), said=urlencode(said),
        **_choices(game, wish),
    )  # fmt: skip


def _said(wish: print_jobs.Wish) -> dict[str, str]:
    said = {"what": wish.what, **wish.options, "paper": wish.paper, "language": wish.language}
    return said | ({"up": str(wish.up)} if wish.up else {})


def _choices(game: Game, wish: print_jobs.Wish) -> dict[str, Any]:
    """Return what the form offers."""
    known = print_jobs.kinds(game, wish.language)
    kind = known.get(wish.what, known[print_jobs.SHEET])
    return {
        "kinds": list(known.values()),
        "kind": kind,
        "options": [_option(option, wish.options) for option in kind.options],
        "papers": [(name, PAPER_NAMES[name]) for name in PAPERS],
        "ups": [(str(up), str(up)) for up in kind.ups],
        "up": wish.up or kind.up,
    }


def _option(option: Option, chosen: Mapping[str, str]) -> dict[str, Any]:
    now = chosen.get(option.name, ALL if option.per_seat else option.choices[0].name)
    choices = [(choice.name, choice.label or choice.name) for choice in option.choices]
    return {"name": option.name, "label": option.label, "choices": [(ALL, N_("All")), *choices], "now": now}


async def paper_pdf(request: Request) -> Response:
    """Send a paper as PDF."""
    game, wish = await _asked(request)
    made = await services_of(request).printer.made(
        peer_of(request), _key(game, wish, "pdf"), lambda: print_jobs.pdf(game, wish)
    )
    return pdf_response(made, print_jobs.file_name(game, wish.what, wish.language))


async def paper_picture(request: Request) -> Response:
    """Send the picture of a page of a paper."""
    (game, wish), number = await _asked(request), request.path_params["number"]
    made = await services_of(request).printer.made(
        peer_of(request), _key(game, wish, "png"), lambda: print_jobs.preview(game, wish, PREVIEW_PPI)
    )
    if not 1 <= number <= len(made):
        raise HTTPException(404)
    return Response(made[number - 1], media_type="image/png", headers={"Cache-Control": "no-cache"})


def pdf_response(made: bytes, name: str) -> Response:
    """Return a response with a PDF, which a browser shows or saves."""
    disposition = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=disposition)
