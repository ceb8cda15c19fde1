"""The conformance kit passes a sound game and catches a broken one: each check has a saboteur it must notice."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwright.games
from rollwright.core.contract import copy
from rollwright.core.game import Game
from rollwright.testing import CHECKS, Check, Effort
from tests.kit import broken_pages, broken_rules  # noqa: F401 - they register their saboteurs
from tests.kit.sabotage import SABOTEURS, Patch, Saboteur
from tests.support import SHELF

QUICK = Effort(examples=12, plain_examples=4, games_each=20, settings_each=2, simplify=False)


@pytest.fixture
def bids(monkeypatch: Patch) -> Iterator[Game]:
    """A fresh, uncompiled copy of the small game with secrets."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SHELF))
    yield Game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


def named(name: str) -> Check:
    return next(check for check in CHECKS if check.__name__ == name)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_sound_game_passes(bids: Game, check: Check) -> None:
    check(bids, QUICK)


def test_every_check_has_a_saboteur() -> None:
    in_files = {"rules_pages_are_there", "every_rule_is_tested", "everything_is_translated", "style_is_its_own"}
    in_files |= {"worth_is_measured", "pictures_are_drawn", "symbols_are_explained", "lessons_play_to_their_end"}
    in_files |= {"puzzles_have_an_answer"}
    assert {check.__name__ for check in CHECKS} - {name for name, _ in SABOTEURS} == in_files


@pytest.mark.parametrize(("name", "saboteur"), SABOTEURS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_broken_games_are_caught(bids: Game, monkeypatch: Patch, name: str, saboteur: Saboteur) -> None:
    """That the same check passes the same game as it is, `test_a_sound_game_passes` tells."""
    saboteur(bids, monkeypatch)
    with pytest.raises(AssertionError):
        named(name)(bids, QUICK)


@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        ("rules_pages_are_there", "rules.ru.md", "", None),
        ("rules_pages_are_there", "rules.es.md", "SB-03", "SB-04"),
        ("rules_pages_are_there", "rules.en.md", "SB-03", "SB-02"),
        ("pictures_are_drawn", "rules.es.md", "picture:a-bid", "picture:a-bet"),
        ("pictures_are_drawn", "rules.ru.md", "](picture:a-bid)", "]"),
        ("pictures_are_drawn", "rules.en.md", "The prize is 4. Player 1 bids 1 for it.", ""),
        ("pictures_are_drawn", "pictures.toml", "1 bid 1", "1 bid 7"),
        ("pictures_are_drawn", "pictures.toml", "1 bid 1", "1 bids 1"),
        ("pictures_are_drawn", "pictures.toml", 'lit = "bid"', 'lit = "bet"'),
        ("pictures_are_drawn", "pictures.toml", 'parts = ["sheet"]', 'parts = ["map"]'),
        ("pictures_are_drawn", "pictures.toml", "steps = 1", 'steps = 1\nrows = ["nowhere"]'),
        ("lessons_play_to_their_end", "lessons/first.toml", "", None),
        ("lessons_play_to_their_end", "lessons/first.toml", '"bid 3", "bid 5"', '"bid 7"'),
        ("lessons_play_to_their_end", "lessons/first.toml", 'do = "ready"', 'do = ["ready", "bid 1"]'),
        ("lessons_play_to_their_end", "lessons/first.toml", 'do = "ready"', 'do = "dice 4"'),
        ("lessons_play_to_their_end", "lessons/first.toml", "2 bid 2", "2 bid 9"),
        ("lessons_play_to_their_end", "lessons/first.toml", "2 ready", ""),
        ("lessons_play_to_their_end", "lessons/first.toml", "2 bid 2", "1 bid 2"),
        ("lessons_play_to_their_end", "lessons/first.toml", 'show = "bids"', 'show = "map"'),
        ("lessons_play_to_their_end", "lessons/first.toml", 'show = "bids"', 'show = "undo"'),
        ("lessons_play_to_their_end", "lessons/first.toml", "seats = 2", "seats = 7"),
        ("lessons_play_to_their_end", "lessons/first.toml", "minutes = 1", "minute = 1"),
        ("lessons_play_to_their_end", "lessons/first.toml", "Roll it.", "Roll {it}."),
        (
            "lessons_play_to_their_end",
            "lessons/first.toml",
            "Roll it.",
            "Roll it" + ", do" * 14 + ".",
        ),
        ("everything_is_translated", "lessons/first.toml", "Roll it.", "Roll!"),
        ("every_rule_is_tested", "tests/test_rules.py", "SB-02", ""),
        ("everything_is_translated", "locale/ru.po", "", None),
        ("everything_is_translated", "locale/es.po", "Espera a los demás.", ""),
        ("everything_is_translated", "locale/es.po", "Apuesta por {prize}.", "Apuesta por {precio}."),
        ("everything_is_translated", "locale/es.po", "Wait for the others.", "Wait for a while."),
        ("golden_records_hold", "golden/2-seats.txt", "", None),
        ("golden_records_hold", "golden/3-seats.txt", "bid 4", "bid 5"),
        ("golden_drawings_hold", "golden/drawings.toml", "", None),
        ("golden_drawings_hold", "golden/drawings.toml", '  "', '  "0'),
        ("golden_drawings_hold", "golden/drawings.toml", 'paper = "', 'paper = "0'),
        ("counts_are_as_written", "golden/counts.toml", "", None),
        ("worth_is_measured", "worth.toml", "", None),
        ("worth_is_measured", "worth.toml", "playouts = 50", "playouts = 49"),
        ("worth_is_measured", "worth.toml", 'rules = "', 'rules = "0'),
        ("worth_is_measured", "worth.toml", "seats = 2", "seats = 1"),
        ("worth_is_measured", "golden/counts.toml", "= ", "= 1"),
        ("symbols_are_explained", "symbols.toml", "", None),
        ("symbols_are_explained", "symbols.toml", "[bid]", "[bids]"),
        ("symbols_are_explained", "symbols.toml", 'rule = "SB-01"', 'rule = "SB-99"'),
        ("symbols_are_explained", "symbols.toml", "A number that you can bid, once a game.", ""),
        ("everything_is_translated", "symbols.toml", "The prize of this round.", "The prize of each round."),
        ("puzzles_have_an_answer", "puzzles/last-prize.toml", '"bid 3" =', '"bid 2" ='),
        ("puzzles_have_an_answer", "puzzles/last-prize.toml", '"bid 3" = [0.0', '"bid 3" = [9.0'),
        ("puzzles_have_an_answer", "puzzles/last-prize.toml", 'moves = "bid *"', 'moves = "bid 6"'),
        ("puzzles_have_an_answer", "puzzles/last-prize.toml", "1 bid 2", "1 bid 9"),
        ("puzzles_have_an_answer", "puzzles/last-prize.toml", 'show = "bids"', 'show = "map"'),
        ("puzzles_have_an_answer", "puzzles/last-prize.toml", "Which number do you bid?", "Which number"),
        ("everything_is_translated", "puzzles/last-prize.toml", "Which number do you bid?", "What do you bid?"),
        ("style_is_its_own", "view.css", ".of-sealed_bids .prize", ".prize"),
        ("style_is_its_own", "view.css", ".of-sealed_bids .prize", ".of-sealed_bids_too .prize"),
        ("style_is_its_own", "view.css", ".of-sealed_bids .prize", ".of-sealed_bids :is(.prize, .bid), .prize"),
        ("style_is_its_own", "view.css", "/*", "@keyframes turn { to { rotate: 1turn; } } /*"),
    ],
)
def test_missing_and_altered_files_are_caught(
    bids: Game, tmp_path: Path, name: str, file: str, old: str, new: str | None
) -> None:
    folder = tmp_path / "sealed_bids"
    shutil.copytree(SHELF / "sealed_bids", folder)
    bids.__dict__["folder"] = folder
    named(name)(bids, QUICK)
    if new is None:
        (folder / file).unlink()
    else:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssertionError):
        named(name)(bids, QUICK)


def test_a_copy_is_independent(bids: Game) -> None:
    position = bids.rules().new()
    twin = copy(position)
    twin.sheets[0].bid = 3
    assert position.sheets[0].bid == 0
