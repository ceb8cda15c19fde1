"""Looks that are remembered are those that would be drawn: whatever was drawn before, for whomever."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rollwright.core.contract import SPECTATOR
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games
from rollwright.core.language import Phrase, player, speech
from rollwright.table import Table
from rollwright.view import Groups, Pen, draw_parts, draw_thumbnail
from rollwright.view.template import LOOKS, NAMED_LOOKS, LookCache

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
        kind = {"totals": dice.random() < 0.5, "live": dice.random() < 0.8}
        language = dice.choice(["en", "es", "ru"])
        for each in range(seats):
            drawn(table, each, viewer, language)
        remembered = drawn(table, seat, viewer, language, **kind)
        if step % 3 == 0:
            LOOKS.forget()
            NAMED_LOOKS.forget()
            assert drawn(table, seat, viewer, language, **kind) == remembered


def counted(*phrases: Phrase) -> tuple[Groups, list[int]]:
    """Return groups that say a phrase each, and a list of the codes that were drawn."""
    calls: list[int] = []

    def draw(place: int, code: int, pen: Pen) -> tuple[str, str]:
        calls.append(code)
        return pen.group(f"group-{place}", pen.say(phrases[place]), str(code))

    return Groups(0, [f"group-{place}" for place in range(len(phrases))], draw), calls


def pen(language: str, *names: str, **kind: bool) -> Pen:
    return Pen(speech(language).naming([Phrase("{name}", name=name) for name in names]), **kind)


def test_a_look_is_drawn_once_for_all_tables() -> None:
    groups, calls = counted(Phrase("{a}", a="written"))
    looks = {groups.look(0, 3, pen("en", name)) for name in NAMES}
    assert looks == {'<g id="group-0">written3</g>'}
    assert calls == [3]


@pytest.mark.parametrize("other", [pen("es", "Ana"), pen("en", "Ana", live=False)])
def test_a_look_is_drawn_for_each_language_and_kind_of_drawing(other: Pen) -> None:
    groups, calls = counted(Phrase("{a}", a="written"))
    groups.look(0, 3, pen("en", "Ana"))
    groups.look(0, 3, other)
    assert calls == [3, 3]


def test_a_look_with_a_name_serves_players_of_that_name() -> None:
    groups, calls = counted(player(0))
    ana, blas = (groups.look(0, 1, pen("en", name)) for name in ("Ana", "Blas"))
    assert ("Ana" in ana, "Blas" in blas) == (True, True)
    assert groups.look(0, 1, pen("en", "Ana")) == ana
    assert calls == [1, 1]


def test_a_look_drawn_where_nobody_has_a_name_serves_no_table() -> None:
    """As on pages of rules, which are drawn with the same groups."""
    groups, calls = counted(player(0))
    assert "Player 1" in groups.look(0, 1, pen("en"))
    assert "Ana" in groups.look(0, 1, pen("en", "Ana"))
    assert calls == [1, 1]


def test_a_name_that_is_read_from_the_speech_serves_one_table_too() -> None:
    def draw(place: int, code: int, pen: Pen) -> tuple[str, str]:
        return pen.group("group-0", pen.say.names[0])

    groups = Groups(0, ["group-0"], draw)
    assert ["Ana" in groups.look(0, 1, pen("en", name)) for name in ("Ana", "Blas")] == [True, False]


def test_the_oldest_looks_make_room() -> None:
    cache = LookCache(100)
    for number in range(12):
        cache.keep((number,), "x" * 10)
    assert [cache.get((number,)) is not None for number in range(12)] == [False, False, *[True] * 10]
    cache.keep((11,), "x" * 10)
    assert cache.get((2,)), "what is kept already takes no more room"


def test_threads_may_remember_at_once() -> None:
    cache = LookCache(500)

    def fill(first: int) -> None:
        for number in range(3_000):
            cache.keep((first, number), "x" * 10)

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(fill, range(3))) == [None, None, None]


def test_a_pen_knows_all_that_its_drawings_depend_on() -> None:
    game = all_games()[0]
    english, named = game.speech("en"), game.speech("en").naming([Phrase("Ana")])
    pens = [
        Pen(english), Pen(english, totals=False), Pen(english, live=False), Pen(english, live=False, paper=True),
        Pen(game.speech("es")), Pen(named), Pen(game.speech("en").naming([Phrase("Blas")])),
    ]  # fmt: skip
    assert len({pen.key for pen in pens}) == len(pens)
    assert Pen(english).key == Pen(game.speech("en")).key
