"""The codes of a position, and what is drawn by them: sheets, thumbnails, and the ways of moves."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from rollwright.core.contract import Ints, Record, Rules
from rollwright.core.game import Game
from rollwright.core.native.declaration import Argument, NativeFunction
from rollwright.core.native.library import is_supported
from rollwright.view.drawing import Part, Pen, Way
from rollwright.view.face import BY_POSITION, view_of
from rollwright.view.template import Drawing


def drawing_functions(game: Game) -> tuple[NativeFunction, ...]:
    """Return the functions of a game's drawing that are compiled: a library of their own."""
    view = view_of(game)
    showing = dict.fromkeys((view.sheet.shows, view.thumbnail.shows))  # one function may serve both
    return (
        *(NativeFunction(shows, (Argument.RECORD, Argument.NUMBER, Argument.INTS)) for shows in showing),
        NativeFunction(view.offers, (Argument.RECORD, Argument.NUMBER, Argument.INTS, Argument.NUMBER, Argument.INTS)),
    )


def bound(game: Game, rules: Rules, function: Callable[..., None]) -> Callable[..., object]:
    """Return a function of the drawing as these rules are: compiled, if its library is loaded, or plain."""
    if rules.compiled and is_supported():
        return game.native_or_plain(function)
    found: Callable[..., object] = game.bind(function, rules.compiled)
    return found


def codes_of(game: Game, rules: Rules, drawing: Drawing, s: Record, seat: int) -> Ints:
    """Return the codes of a drawing of a seat's sheet, at a concealed position."""
    codes = np.zeros(drawing.slots, np.int64)
    bound(game, rules, drawing.shows)(s, seat, codes)
    return codes


def draw_parts(game: Game, s: Record, seat: int, pen: Pen, rules: Rules | None = None) -> list[Part]:
    """Draw the parts of a seat's sheet, at a concealed position."""
    sheet = view_of(game).sheet
    template = sheet.template_for(s, seat, paper=pen.paper)
    codes = codes_of(game, rules or game.loaded_rules(), sheet, s, seat)
    if not pen.totals:
        template.hide_totals(codes)
    numbers = codes.tolist()
    return [part.drawn(numbers, pen) for part in template.parts]


def draw_thumbnail(game: Game, s: Record, seat: int, rules: Rules | None = None) -> tuple[tuple[int, int], str]:
    """Draw a seat's sheet very small, at a concealed position: its size and its SVG elements."""
    small = view_of(game).thumbnail
    (template,) = small.template_for(s, seat).parts
    numbers = codes_of(game, rules or game.loaded_rules(), small, s, seat).tolist()
    part = template.drawn(numbers, thumbnail_pen(game))
    return part.size, "".join(part.groups.values())


@cache
def thumbnail_pen(game: Game) -> Pen:
    """Return the pen for thumbnails, which contain no words."""
    return Pen(game.speech(), live=False)


def offer_codes(game: Game, rules: Rules, s: Record, seat: int, moves: Ints, count: int) -> Ints:
    """Return the code of the way of each of a seat's legal moves, at a concealed position."""
    codes = np.zeros(count, np.int64)
    bound(game, rules, view_of(game).offers)(s, seat, moves, count, codes)
    return codes


def ways_of(game: Game, s: Record, seat: int, moves: Sequence[int], rules: Rules | None = None) -> dict[int, Way]:
    """Return, for each of a seat's legal moves at a concealed position, how it is pointed out and previewed."""
    view = view_of(game)
    codes = offer_codes(game, rules or game.loaded_rules(), s, seat, np.array(moves, np.int64), len(moves)).tolist()
    by_position = [move for move, code in zip(moves, codes, strict=True) if code == BY_POSITION]
    found = view.ways(s, seat, by_position) if by_position else {}
    return {
        move: found[move] if code == BY_POSITION else view.way(seat, move, code)
        for move, code in zip(moves, codes, strict=True)
    }
