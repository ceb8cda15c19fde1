"""What games of the normal bot came to: the file is read, compared with a table, and as the bot plays now."""

from pathlib import Path

import pytest

from rollwright.bots.levels import NORMAL, budgets
from rollwright.bots.worth import WORTH_FILE, Measured, Worth, kind_of, kinds, worth_of
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, game_names, open_game
from rollwright.lab.worth_games import first_results, worth_text

EVERY_GAME = pytest.mark.parametrize("name", game_names())

TENS = Worth(1, {}, 50, ((20,),), tuple(range(0, 100, 10)))


@pytest.mark.parametrize(("halves", "below", "equal"), [(0, 0, 1), (5, 1, 0), (70, 7, 1), (91, 10, 0), (90, 9, 1)])
def test_tenths(halves: int, below: int, equal: int) -> None:
    assert (TENS.tenths_below(halves), TENS.tenths_equal(halves)) == (below, equal)


def test_the_low_end_and_the_endings() -> None:
    assert TENS.low == 10
    assert Worth(1, {}, 50, (), (1,), {"won": 20}).ended_so("won") == 40
    assert Worth(1, {}, 50, (), (1,), {"won": 20}).ended_so("lost") == 0


@EVERY_GAME
def test_every_kind_of_table_is_found_by_its_setting(name: str) -> None:
    game = open_game(name)
    for seats, options in kinds(game):
        setting = game.setting(seats, options)
        assert kind_of(game, seats, setting) == options
        found = worth_of(game, seats, setting)
        assert found is not None
        assert (found.seats, found.options) == (seats, options)


@EVERY_GAME
def test_the_bot_still_plays_as_when_it_was_measured(name: str) -> None:
    """The first game of the first kind of table and of the last gives the points that are written down."""
    game = open_game(name)
    measured = Measured.read(game)
    assert measured is not None
    assert measured.playouts == budgets(game)[NORMAL.name].playouts
    for worth in {id(each): each for each in (measured.tables[0], measured.tables[-1])}.values():
        assert first_results(game, worth, measured.seed) == [worth.first[0]], (
            f"{name} plays otherwise: `rollwright worth {name}`"
        )


def copied(name: str, folder: Path) -> Game:
    game = Game(name)
    game.__dict__["folder"] = folder
    return game


def test_a_text_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = open_game(game_names()[0])
    measured = Measured.read(game)
    assert measured is not None
    (tmp_path / WORTH_FILE).write_text(worth_text(game, measured), encoding="utf-8")
    assert Measured.read(copied(game.name, tmp_path)) == measured


def test_a_game_without_the_file_tells_nothing(tmp_path: Path) -> None:
    game = copied(game_names()[0], tmp_path)
    assert worth_of(game, game.seats[0], game.setting(game.seats[0], {})) is None


def test_a_table_that_was_not_measured_tells_nothing() -> None:
    game = next(open_game(name) for name in game_names() if len(kinds(open_game(name))) > 1)
    measured = Measured.read(game)
    assert measured is not None
    seats, options = kinds(game)[0]
    assert measured.at(seats, options) is not None
    assert measured.at(seats, {**options, "another": "one"}) is None
    assert measured.at(99, options) is None


@pytest.mark.parametrize("text", ["seed = ", "seed = 1", "seed = 1\nplayouts = 50\nrules = ''\n[[table]]\nseats = 1"])
def test_a_broken_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / WORTH_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(Refusal):
        Measured.read(copied(game_names()[0], tmp_path))
