"""Training finds weights that tell how games end, the same ones again, and bots that look ahead with them play well."""

import random
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.guided_playouts import VALUE_UNIT
from rollwright.bots.learned_value import (
    NOTHING_LEARNED,
    WEIGHTS_FILE,
    learned_value,
    read_weights,
    weights_text,
)
from rollwright.bots.search import Budget, advise
from rollwright.command.main import main
from rollwright.command.train_command import OWN
from rollwright.core.errors import UnknownGame
from rollwright.core.game import Game, all_games, open_game
from rollwright.core.position import Position
from rollwright.lab.matches import play_match
from rollwright.lab.training.least_squares import fit
from rollwright.lab.training.train import train
from tests.support import LONG, SKETCHES

ONE, STEPS = 0, 1
ACROSS = 4


@pytest.fixture
def ice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Game]:
    """A copy of a small game with features: four rolls lead across, unless the ice breaks under a low one."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SKETCHES))
    game = open_game("thin_ice")
    monkeypatch.setattr(game, "folder", Path(copytree(game.folder, tmp_path / "thin_ice")))
    learned_value.cache_clear()
    yield game
    rollwright.games.__path__.remove(str(SKETCHES))
    learned_value.cache_clear()


def sums_of(rows: list[tuple[list[int], int]]) -> list[list[int]]:
    """Return the sums of products that rows of features and results add up to."""
    width = len(rows[0][0])
    sums = [[sum(row[i] * row[j] for row, _ in rows) for j in range(width)] for i in range(width)]
    return [[*sums[i], sum(row[i] * result for row, result in rows), len(rows)] for i in range(width)]


def test_weights_are_found_where_results_are_a_weighted_sum() -> None:
    chance = random.Random(1)
    rows = [[1, chance.randrange(-40, 40), chance.randrange(100)] for _ in range(400)]
    found = fit(sums_of([(row, 12 + 3 * row[1] - 2 * row[2]) for row in rows]))
    assert [each / VALUE_UNIT for each in found] == pytest.approx([12, 3, -2], rel=0.02)
    assert fit([[0, 0, 0, 0]] * 2) == [0, 0], "nothing was played"


def test_a_value_is_learned_of_self_play_and_learned_alike_again(ice: Game) -> None:
    """On the last step of thin ice, five of six get across: the steps so far and four more; one loses all."""
    found = train(ice, seed=3, rounds=3, games=600)
    again = train(ice, seed=3, rounds=3, games=600)
    assert np.array_equal(found.weights, again.weights)
    last = found.weights[ACROSS - 1]
    assert last[STEPS] / VALUE_UNIT == pytest.approx(2 * 5 / 6, abs=0.15)
    assert last[ONE] / VALUE_UNIT == pytest.approx(2 * 20 / 6, abs=3)
    assert not np.array_equal(found.weights, train(ice, seed=4, rounds=3, games=600).weights)


def test_a_bot_looks_ahead_with_what_was_learned(ice: Game) -> None:
    """Without a single die it goes on while there is little to lose, and home with much."""
    (ice.folder / WEIGHTS_FILE).write_text(weights_text(train(ice, seed=3, rounds=3, games=600)), encoding="utf-8")
    assert learned_value(ice).training is not None
    texts = []
    for faces in ([3], [6, 6, 6]):
        position = Position.new(ice, 1, {"ice": "thin"})
        for number, face in enumerate(faces):
            position = position.rolled([face])
            if number < len(faces) - 1:
                position = position.after(0, position.legal(0)[0])
        texts.append(ice.moves.text(advise(ice, bytes(position), 0, Budget(8, cut=0), seed=1).move))
    assert texts == ["on", "home"]


def test_training_writes_the_file_that_is_read(ice: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "thin_ice", "--seed", "3", "--rounds", "2", "--games", "200"]) == 0
    assert "saved in weights.toml" in capsys.readouterr().out
    text = (ice.folder / WEIGHTS_FILE).read_text(encoding="utf-8")
    found = learned_value(ice)
    assert weights_text(found) == text
    assert found.training is not None
    assert (found.training.seed, found.training.rounds, found.training.games) == (3, 2, 200)


def test_a_game_that_was_never_trained_has_learned_nothing(ice: Game) -> None:
    assert learned_value(open_game("thin_ice")) is NOTHING_LEARNED, "it has features, but was never trained"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"steps"', '"miles"', "its names are not those of the game's features"),
        ("weights = [", "weights = [[1, 2],", "one row of weights for each of the 8 stages"),
        ("  [", "  [0.5, ", "the weights of stage 0 are not 2 whole numbers"),
        ("  [", f"  [{2**40}, 1], [", "one row of weights for each of the 8 stages"),
        ("seed = 3", "sead = 3", "with which seed, rounds and games"),
        ("names", "names names", "TOMLDecodeError"),
    ],
)
def test_weights_that_do_not_fit_are_refused_with_a_sentence(ice: Game, old: str, new: str, reason: str) -> None:
    sound = weights_text(train(ice, seed=3, rounds=1, games=20))
    (ice.folder / WEIGHTS_FILE).write_text(sound.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UnknownGame, match=r"'thin_ice/weights\.toml' cannot be loaded") as refused:
        learned_value(ice)
    assert reason in str(refused.value)


LEARNED = [game.name for game in all_games() if (game.folder / WEIGHTS_FILE).exists()]


@pytest.mark.parametrize("name", LEARNED)
def test_shipped_weights_fit_and_are_cut_short_alike_uncompiled(name: str) -> None:
    game = open_game(name)
    value = learned_value(game)
    assert read_weights(weights_text(value), value.names, len(value.weights)).training == value.training
    asked: list[tuple[bytes, int]] = []
    play_match(game, [0] * game.seats[0], 1, watch=lambda view, seat: asked.append((view, seat)))
    for view, seat in asked[:: max(1, len(asked) // 3)]:
        fast, plain = (advise(game, view, seat, Budget(8, cut=1), 1, compiled=kind) for kind in (True, False))
        assert fast == plain


@pytest.mark.skipif(not LONG, reason="it takes minutes a game")
@pytest.mark.parametrize("name", LEARNED)
def test_training_again_gives_the_shipped_weights(name: str) -> None:
    game = open_game(name)
    shipped = learned_value(game)
    assert shipped.training is not None
    again = train(game, shipped.training.seed, shipped.training.rounds, shipped.training.games)
    assert np.array_equal(again.weights, shipped.weights)


@pytest.mark.skipif(not LONG, reason="it takes minutes a game")
@pytest.mark.parametrize("name", [game.name for game in all_games() if game.has_part(OWN)])
def test_what_only_one_game_has_is_trained_again_as_it_is_shipped(name: str) -> None:
    game = open_game(name)
    trained = game.part(OWN).train(1, lambda text: None)
    assert trained == {file: (game.folder / file).read_text(encoding="utf-8") for file in trained}
    assert trained


def test_what_is_learned_backwards_is_learned_alike_again(ice: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ice.part("features"), "BACKWARD", True, raising=False)
    found = train(ice, seed=3, rounds=1, games=300)
    assert np.array_equal(found.weights, train(ice, seed=3, rounds=1, games=300).weights)
    assert not np.array_equal(found.weights, train(ice, seed=4, rounds=1, games=300).weights)
