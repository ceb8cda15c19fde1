"""The art of the games: pictures that are light and keep to themselves, and emblems that differ by more than colour."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rollwright.core.game import Game, all_games
from rollwright.view.art import SHAPES, STOCK, emblem_html, emblem_key, glyph, picture

LARGEST = 13_000
"""The most bytes of a picture, before it is compressed."""

DRAWN = [*STOCK.glob("*.svg"), *(path for game in all_games() for path in (game.folder / "art").glob("*.svg"))]


@pytest.fixture
def plain(tmp_path: Path) -> Game:
    """A game whose folder has no art."""
    game = Game(all_games()[0].name)
    game.__dict__["folder"] = tmp_path
    return game


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_picture_is_light_and_needs_nothing_else(path: Path) -> None:
    """It is shown as an image, where neither our fonts nor our styles are known; and styles of its own are refused."""
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    root = ElementTree.fromstring(text)
    assert root.get("viewBox")
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        assert name not in {"text", "style", "script", "image", "animate", "foreignObject"}, name
        assert "style" not in element.attrib
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_has_pictures_and_an_emblem_for_every_player(game: Game) -> None:
    for name in ("cover.svg", "surface.svg"):
        path = picture(game, name)
        assert path is not None
        assert path.parent == game.folder / "art", "a game of ours has its own"
    seats = game.seats[-1]
    setting = game.setting(seats, {})
    keys = [emblem_key(game, setting, seat) for seat in range(seats)]
    for seat, key in enumerate(keys):
        assert (game.folder / "art" / f"emblem-{key}.svg").is_file(), key
        assert f"var(--p{seat + 1})" in emblem_html(game, key, seat)


def test_every_choice_of_a_player_has_an_emblem() -> None:
    for game in all_games():
        for option in game.options:
            for choice in option.choices if option.per_seat else ():
                assert (game.folder / "art" / f"emblem-{choice.name}.svg").is_file(), choice.name
                assert picture(game, f"choice-{choice.name}.svg"), choice.name


def test_emblems_differ_in_shape_from_seat_to_seat() -> None:
    game = all_games()[0]
    shapes = {re.findall(r' d="([^"]+)"', emblem_html(game, "1", seat))[0] for seat in range(len(SHAPES))}
    assert len(shapes) == len(SHAPES) == 6


def test_an_emblem_is_drawn_in_the_colours_of_the_page() -> None:
    for game in all_games():
        for path in (game.folder / "art").glob("emblem-*.svg"):
            drawn = emblem_html(game, path.stem.removeprefix("emblem-"), 1)
            assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', drawn)) <= {"none", "var(--p2)", "var(--on-p)"}
            assert 'aria-hidden="true"' in drawn


def test_a_game_without_art_gets_ours(plain: Game) -> None:
    for name in ("cover.svg", "surface.svg"):
        assert picture(plain, name) == STOCK / name
    assert picture(plain, "choice-red.svg") is None
    assert [glyph(plain, str(seat + 1), seat).count("<circle") for seat in range(6)] == [1, 2, 3, 4, 5, 6]


def test_no_other_file_is_a_picture() -> None:
    game = all_games()[0]
    for name in ("../view.css", "emblem-1.svg", "cover.svg/..", "../golden/counts.toml", "choice-..svg"):
        assert picture(game, name) is None
    assert glyph(game, "../art/emblem-1", 0) == glyph(game, "none", 0)
