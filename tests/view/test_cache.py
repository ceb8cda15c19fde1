"""Drawings that are remembered are those that would be made: whatever was drawn before, for whomever."""

import random
from typing import Any

import pytest

from rollwright.core.contract import SPECTATOR
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games
from rollwright.core.language import Phrase
from rollwright.table import Table
from rollwright.view import Pen, draw_parts, draw_thumbnail
from rollwright.view.cache import clear_caches

STEPS = 60
NAMES = ["Ana", "Blas", "Carla", "Dima"]


def drawn(table: Table, seat: int, viewer: int, language: str, **kind: bool) -> list[Any]:
    """Return all that is drawn of a seat's sheet."""
    view, say = table.seen_by(viewer), table.game.speech(language).naming(table.players)
    pen = Pen(say, **kind)
    parts = [(part.name, say(part.title), part.halves, part.groups) for part in draw_parts(table.game, view, seat, pen)]
    return [*parts, draw_thumbnail(table.game, view, seat)]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(2))
def test_what_was_drawn_before_changes_no_drawing(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    seats = min(4, game.seats[-1])
    table = Table(game, seats, SeededDice(seed), names=NAMES[:seats], compiled=False)
    for step in range(STEPS):
        if table.over:
            break
        asked = dice.choice(table.waiting)
        table.make(asked, dice.choice(table.legal_moves(asked)))
        if step % 20 == 7:
            table.names = table.names[1:] + table.names[:1]
        seat, viewer = dice.randrange(seats), dice.choice([SPECTATOR, *range(seats)])
        look = {"totals": dice.random() < 0.5, "live": dice.random() < 0.8}
        language = dice.choice(["en", "es", "ru"])
        for each in range(seats):
            drawn(table, each, viewer, language)
        cached_drawing = drawn(table, seat, viewer, language, **look)
        if step % 3 == 0:
            clear_caches()
            assert drawn(table, seat, viewer, language, **look) == cached_drawing


def test_a_pen_knows_all_that_its_drawings_depend_on() -> None:
    game = all_games()[0]
    english, named = game.speech("en"), game.speech("en").naming([Phrase("Ana")])
    pens = [
        Pen(english), Pen(english, totals=False), Pen(english, live=False), Pen(english, live=False, paper=True),
        Pen(game.speech("es")), Pen(named), Pen(game.speech("en").naming([Phrase("Blas")])),
    ]  # fmt: skip
    assert len({pen.key for pen in pens}) == len(pens)
    assert Pen(english).key == Pen(game.speech("en")).key
