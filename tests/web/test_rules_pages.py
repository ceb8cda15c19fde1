"""The rules pages: pictures by the games' own drawings, and the ids of rules at the margin."""

import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from rollwright.core.errors import Refusal
from rollwright.core.game import Game, all_games
from rollwright.core.language import LANGUAGES
from rollwright.view.pictures import frames, pictures_of
from rollwright.web.http.rules_pages import rules_page

EACH_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@EACH_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_shown_in_pictures(game: Game, language: str) -> None:
    page = rules_page(game, language)
    shown = re.compile(r'<figure[^>]* data-picture="([^"]+)">.*?<figcaption>(.+?)</figcaption></figure>', re.DOTALL)
    figures = shown.findall(page)
    assert [name for name, _ in figures] == [name for name, _ in shown.findall(rules_page(game, "en"))]
    assert len(figures) >= 4
    assert page.count("<figure") == page.count("</figure>") == len(figures)
    assert "picture:" not in page
    assert "<p><figure" not in page


@EACH_GAME
def test_before_and_after_are_said_in_the_readers_language(game: Game) -> None:
    two = sum(bool(picture.then) for picture in pictures_of(game).values())
    assert two > 0
    for language, before, after in (("en", "Before", "After"), ("es", "Antes", "Después"), ("ru", "До", "После")):
        page = rules_page(game, language)
        titles = [page.count(f'<p class="illustration-when">{title}</p>') for title in (before, after)]
        assert titles == [two, two]


@EACH_GAME
def test_pictures_are_no_part_of_a_table(game: Game) -> None:
    """They stand in the page of a table, too: without ids or anything to pick, and without styles of their own."""
    for drawn in re.findall(r"<svg.*?</svg>", rules_page(game, "en"), re.DOTALL):
        assert not re.search(r' (id|data-part|data-at|tabindex|style)="', drawn)
        assert 'role="img" aria-label="' in drawn


@EACH_GAME
def test_ids_of_rules_stand_apart(game: Game) -> None:
    text = (game.folder / "rules.en.md").read_text(encoding="utf-8")
    page = rules_page(game, "en")
    assert re.findall(r'<span class="rule-id" id="rule-[A-Z]+-\d+">([^<]+)</span>', page) == re.findall(
        r"\*\*\[([^]]+)\]\*\*", text
    )
    assert "[<" not in page
    assert not re.search(r"<strong>\[", page)


@EACH_GAME
def test_the_page_has_the_style_of_the_game(client: TestClient, game: Game) -> None:
    page = client.get(f"/rules/{game.name}").text
    assert f"/style/{game.name}?" in page
    assert re.search(r"style/rules[^\"]*\.css", page)


@EACH_GAME
def test_what_can_be_done_is_lit_before_it_is_done(game: Game) -> None:
    for name, picture in pictures_of(game).items():
        if picture.lit:
            first, *then = ["".join(svg for _, svg in frame) for frame in frames(game, picture, game.speech())]
            assert "spot lit" in first, name
            assert all("spot lit" not in each for each in then), name


@EACH_GAME
def test_an_illegal_script_is_refused(game: Game) -> None:
    picture = next(each for each in pictures_of(game).values() if each.then)
    with pytest.raises(Refusal):
        list(frames(game, replace(picture, then=["1 no such move"]), game.speech()))


def test_a_strip_of_a_part_is_shown_at_its_width() -> None:
    game, picture = next(
        (game, picture) for game in all_games() for picture in pictures_of(game).values() if picture.rows
    )
    ((part, svg),) = next(frames(game, picture, game.speech()))
    left, top, width, height = map(float, re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    assert (left, width) == (0, part.size[0])
    assert 0 <= top < top + height <= part.size[1]
    assert height < part.size[1]
