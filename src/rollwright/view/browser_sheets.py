"""Empty sheets to print: which ones a game has, and how they are drawn."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.core.options import Choice, Option, settle
from rollwright.core.position import Position
from rollwright.view import Part, Pen, draw_parts

SCALE = 0.22
"""Millimetres on paper per unit of a drawing, for the small parts."""

Setting = dict[str, list[str]]


def sheets(game: Game, asked: Mapping[str, str], say: Speech) -> list[dict[str, Any]]:
    """Draw the empty sheets for the requested options of the table: one, or one for each choice of a player.

    Refuses options that the game does not have.
    """
    setting = _setting(game, asked)
    pen = Pen(say, live=False, paper=True)
    own = [option for option in game.options if option.per_seat][:1]
    named = [*_visible_options(game), *own]
    return [
        {"named": [_choice(option, each) for option in named if len(option.names(_seats(game))) > 1],
         "drawn": [{"part": part, "svg": _drawn(part, pen)} for part in _parts(game, each, pen)]}
        for each in _each_players(setting, own, _seats(game))
    ]  # fmt: skip


def choices(game: Game, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the options of the table that change its sheets, with the URL of each choice."""
    setting = _setting(game, asked)
    shown = _visible_options(game)
    now = {option.name: setting[option.name][0] for option in shown}
    return [
        {"label": option.label,
         "choices": [{"label": choice.label or choice.name, "now": choice.name == now[option.name],
                      "address": f"/print/{game.name}/sheet?{urlencode(now | {option.name: choice.name})}"}
                     for choice in option.choices if choice.name in option.names(_seats(game))]}
        for option in shown
    ]  # fmt: skip


def _seats(game: Game) -> int:
    """Return the number of seats to draw sheets for; sheets do not depend on it."""
    return game.seats[0]


def _setting(game: Game, asked: Mapping[str, str]) -> Setting:
    """Return the requested setting of the table, with the default choices of the seats."""
    tables = [option for option in game.options if not option.per_seat]
    return game.setting(_seats(game), settle(tables, _seats(game), asked))


def _each_players(setting: Setting, own: list[Option], seats: int) -> list[Setting]:
    """Return the setting once for each choice of the first player."""
    found = {"": setting}
    for option in own:
        found = {values[0]: setting | {option.name: list(values)} for values in option.settings(seats)}
    return list(found.values())


def _choice(option: Option, setting: Setting) -> str:
    """Return the label of the first seat's choice."""
    chosen: Choice = next(choice for choice in option.choices if choice.name == setting[option.name][0])
    return chosen.label or chosen.name


@cache
def _visible_options(game: Game) -> list[Option]:
    """Return the options of the table that change its empty sheets."""
    pen = Pen(game.speech(), live=False, paper=True)
    found = []
    for option in game.options:
        if not option.per_seat:
            settings = [_setting(game, {option.name: name}) for name in option.names(_seats(game))]
            drawings = {"".join(str(_drawn(part, pen)) for part in _parts(game, each, pen)) for each in settings}
            if len(drawings) > 1:
                found.append(option)
    return found


def _parts(game: Game, setting: Setting, pen: Pen) -> list[Part]:
    """Draw the first seat's empty sheet."""
    position = Position.new(game, _seats(game), setting, compiled=False)
    return draw_parts(game, position.record, 0, pen)


def _drawn(part: Part, pen: Pen) -> Markup:
    """Return a part for paper; small parts have a fixed height."""
    height = None if part.where == "sheet" else f"{part.size[1] * SCALE:.1f}mm"
    return Markup(part.svg(pen, height=height))  # drawn by us
