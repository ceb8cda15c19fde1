"""What games say and draw is typed, may be left out where it is optional, and is described for authors."""

import re
from dataclasses import fields
from typing import Any

import pytest

from rollwright.core.errors import UnknownGame
from rollwright.core.face import Words
from rollwright.core.game import Game, all_games
from rollwright.core.language import PACKAGE
from rollwright.core.position import Position
from rollwright.view import Pen, View, view_of
from tests.support import ROOT


@pytest.mark.parametrize("kind", [Words, View])
def test_every_function_is_described_for_authors(kind: type[Any]) -> None:
    text = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    missing = [field.name for field in fields(kind) if not re.search(rf"`{field.name}[(=]", text)]
    assert missing == []


def silent() -> Words:
    """Return words that leave out what may be left out, and cannot say the rest."""

    def nothing(*_: object) -> Any:
        return None

    return Words(
        ask=nothing,
        explain=nothing,
        told_roll=nothing,
        told_move=nothing,
        why=nothing,
        describe=nothing,
        guide=nothing,
        score_rows=nothing,
        closing=nothing,
    )


def test_what_is_left_out_says_nothing() -> None:
    words = silent()
    s = Position.new(all_games()[0], all_games()[0].seats[0], compiled=False).record
    assert [*words.ratings(), *words.account(s, s, []), *words.dice_names(s)] == []
    assert [words.ending(s), words.lately(s, 0), words.tie(s, 0), words.start(s, 0), words.deed(s, 0, 0)] == [None] * 5
    assert [words.place(s, seat) for seat in range(3)] == [0, 1, 2]
    told = [words.names_dice, words.tells_endings, words.tells_places, words.tells_starts, words.tells_deeds]
    assert not any(told)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_notes_and_scenes_are_told_by_those_games_that_have_them(game: Game) -> None:
    view, s = view_of(game), Position.new(game, game.seats[0], compiled=False).record
    if not view.has_notes:
        assert view.about(s, 0, "anything") is None
    if not view.has_scenes:
        assert view.scenes(s, 0, Pen(game.speech())) == []


def test_a_game_that_declares_nothing_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()[0]
    monkeypatch.delattr(game.part("text"), "TEXT")
    with pytest.raises(UnknownGame, match=rf"{game.name}/text\.py.*declares no TEXT"):
        _ = game.text


def test_no_function_of_a_game_is_looked_up_by_a_name() -> None:
    """Whoever asks a game for its words or its view gets a typed table of functions."""
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not any(f'part("{name}")' in text for name in ("words", "view", "text")), path
