"""A batch plays the games that single environments play, byte for byte, compiled and uncompiled."""

import copy
import pickle
from itertools import count
from typing import Any

import numpy as np
import pytest

from rollwright.batch import Batch, Single
from rollwright.core.errors import BadOption
from rollwright.core.game import Game, all_games
from rollwright.core.random_stream import draw, streams
from tests.support import LONG

TABLES = [(game, seats) for game in all_games() for seats in game.seats]
"""Every game with every number of seats."""

FEW = [(game, seats) for game, seats in TABLES if LONG or seats in (game.seats[0], 2)]
"""Without long effort: every game with as few seats as possible, and with two."""

GAMES = 3


def named(table: object) -> str:
    return table.name if isinstance(table, Game) else str(table)


def choices(batch: Batch, stream: np.ndarray) -> np.ndarray:
    """Choose a legal move of each game at random."""
    return np.array([batch.legal[i, draw(stream, int(batch.counts[i]))] for i in range(len(batch))])


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_a_batch_plays_what_single_environments_play(game: Game, seats: int) -> None:
    """Past the ends of games, which start anew by themselves."""
    batch = Batch(game, GAMES, seats, seed=5, masks="bool")
    singles = [Single(game, seats, seed=5 + i) for i in range(GAMES)]
    stream = streams(seats, 0, 1)[0]
    endings = 0
    for step in count():
        whole = step % 7 == 0  # what takes long in Python is compared now and then
        for i, single in enumerate(singles):
            seat = single.seat
            assert batch.seat[i] == seat
            assert batch.legal[i, : batch.counts[i]].tolist() == single.legal(seat)
            if whole:
                assert batch.raw[i].tobytes() == single.raw(seat)
                assert batch.observations[i].tobytes() == single.observation(seat).tobytes()
                assert batch.masks[i].tolist() == single.mask(seat).tolist()
        chosen = choices(batch, stream)
        stepped = batch.step(chosen)
        for i, single in enumerate(singles):
            mover = single.seat
            assert single.play(mover, int(chosen[i]))
            assert stepped.ended[i] == single.over
            assert stepped.rewards[i].tolist() == np.array(single.result(), np.float32).tolist()
            if single.over:
                endings += 1
                assert batch.last_points[i].tolist() == single.points()
                assert batch.last_lengths[i] == single.length
                assert batch.last_observations[i].tobytes() == single.observation(mover).tobytes()
                single.start()
            assert batch.lengths[i] == single.length
        if endings > GAMES:
            break


@pytest.mark.parametrize(("game", "seats"), FEW, ids=named)
def test_plain_functions_write_the_same_bytes(game: Game, seats: int) -> None:
    compiled, plain = (
        Batch(game, 2, seats, seed=9, masks="packed", reward="points", compiled=kind) for kind in (True, False)
    )
    for _ in range(40 if LONG else 15):
        chosen = compiled.sample()
        assert chosen.tolist() == plain.sample().tolist()
        steps = [batch.step(chosen) for batch in (compiled, plain)]
        for name in ("rewards", "ended", "illegal"):
            assert len({getattr(step, name).tobytes() for step in steps}) == 1
        for name in ("observations", "raw", "masks", "seat", "counts", "positions", "last_points"):
            assert len({np.ascontiguousarray(getattr(batch, name)).tobytes() for batch in (compiled, plain)}) == 1, name


@pytest.mark.parametrize(("game", "seats"), FEW, ids=named)
def test_an_illegal_id_changes_nothing(game: Game, seats: int) -> None:
    batch = Batch(game, 4, seats, seed=1, masks="bool")
    before = [array.copy() for array in (batch.positions, batch.observations, batch.legal, batch.counts, batch.masks)]
    for wrong in (-1, batch.ids, int(np.flatnonzero(~batch.masks[0])[0])):
        chosen = batch.sample()
        chosen[0] = wrong
        chosen[1:] = -1
        stepped = batch.step(chosen)
        assert stepped.illegal.all()
        assert not stepped.ended.any()
        assert not stepped.rewards.any()
        after = [batch.positions, batch.observations, batch.legal, batch.counts, batch.masks]
        assert [array.tobytes() for array in before] == [np.ascontiguousarray(array).tobytes() for array in after]


@pytest.mark.parametrize("game", all_games(), ids=named)
def test_masks_say_the_same(game: Game) -> None:
    ways = [Batch(game, 8, seed=2, masks=way) for way in ("bool", "packed")]
    for _ in range(60):
        bits = np.unpackbits(ways[1].masks, axis=1, count=ways[1].ids, bitorder="little")
        assert (bits == ways[0].masks).all()
        assert (ways[0].masks.sum(axis=1) == ways[0].counts).all()
        chosen = ways[0].sample()
        for each in ways:
            each.step(chosen)


@pytest.mark.parametrize("game", all_games(), ids=named)
def test_points_add_up_to_the_last_ones(game: Game) -> None:
    batch = Batch(game, 16, seed=3, reward="points")
    first = np.array([[single.points()] for single in (Single(game, batch.seats, seed=3 + i) for i in range(16))])[:, 0]
    paid = first.copy()
    ended = np.zeros(16, bool)
    while not ended.all():
        stepped = batch.step(batch.sample())
        paid[~ended] += stepped.rewards[~ended]
        now = stepped.ended & ~ended
        assert paid[now].tolist() == batch.last_points[now].tolist()
        ended |= now


def test_several_workers_play_the_same_games() -> None:
    game = all_games()[-1]
    alone, shared = Batch(game, 7, seed=4), Batch(game, 7, seed=4, workers=3)
    for _ in range(80):
        chosen = alone.sample()
        alone.step(chosen)
        shared.step(chosen)
        assert alone.positions.tobytes() == shared.positions.tobytes()
        assert alone.observations.tobytes() == shared.observations.tobytes()
    shared.close()


@pytest.mark.parametrize(("game", "seats"), FEW, ids=named)
@pytest.mark.parametrize("restarts", [True, False])
def test_copies_and_pickles_go_on_alone(game: Game, seats: int, restarts: bool) -> None:
    batch = Batch(game, 4, seats, seed=8, reward="points", masks="packed", restarts=restarts, workers=2)
    shown = ("positions", "observations", "raw", "legal", "counts", "masks", "seat", "lengths", "last_points",
             "last_observations", "last_lengths")  # fmt: skip

    def bytes_of(one: Batch) -> list[bytes]:
        return [np.ascontiguousarray(getattr(one, name)).tobytes() for name in shown]

    for _ in range(150):
        batch.step(batch.sample())
    assert batch.last_lengths.any() or batch.lengths.any()
    before = bytes_of(batch)
    twins = [copy.deepcopy(batch), copy.copy(batch), pickle.loads(pickle.dumps(batch))]
    assert all(bytes_of(twin) == before for twin in twins)
    expected = []
    for _ in range(60):
        stepped = batch.step(batch.sample())
        expected.append([*bytes_of(batch), stepped.rewards.tobytes(), stepped.ended.tobytes()])
    for twin in twins:
        assert bytes_of(twin) == before, "what the first one does is not seen by its copies"
        for each in expected:
            stepped = twin.step(twin.sample())
            assert [*bytes_of(twin), stepped.rewards.tobytes(), stepped.ended.tobytes()] == each
        twin.close()
    batch.close()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"options": []}, "list of options is empty"),
        ({"masks": "x"}, "masks='x' is none of these: None, 'bool', 'packed'"),
        ({"reward": "x"}, "reward='x' is none of these: 'result', 'points'"),
        ({"count": 0}, "number of games is a whole number from 1 on, not 0"),
        ({"count": 2.5}, "number of games is a whole number from 1 on, not 2.5"),
        ({"workers": 0}, "number of workers is a whole number from 1 on, not 0"),
        ({"seed": -1}, "seed is a whole number from 0 on, not -1"),
        ({"seed": 1.5}, "seed is a whole number from 0 on, not 1.5"),
        ({"seed": [1, 2]}, "There are 3 games, but 2 seeds"),
        ({"seed": [1, "2", 3]}, "seed is a whole number from 0 on, not '2'"),
    ],
    ids=str,
)
def test_what_a_batch_cannot_use_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Batch(all_games()[-1], **{"count": 3} | given)


def test_a_number_of_seats_that_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOption, match="not 99"):
        Batch(all_games()[-1], 3, 99)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ([1.5, 2.0, 3.0], "Ids are whole numbers, not of the type float64"),
        ([True, False, True], "Ids are whole numbers, not of the type bool"),
        ([10**30, 1, 1], "Ids are whole numbers"),
        ([1, 2], "array of 3 ids"),
        (1, "array of 3 ids"),
    ],
)
def test_what_are_no_ids_is_refused_and_nothing_changes(chosen: Any, sentence: str) -> None:
    batch = Batch(all_games()[-1], 3, seed=1)
    before = batch.positions.tobytes()
    with pytest.raises(ValueError, match=sentence):
        batch.step(chosen)
    assert batch.positions.tobytes() == before
    assert not batch.step(batch.legal[:, 0].astype(np.uint16)).illegal.any()


def test_seeds_can_be_numbers_of_any_whole_type_and_a_game_without_one_goes_on() -> None:
    four: Any = np.int64(4)
    batch, twin = Batch(all_games()[-1], 3, seed=four), Batch(all_games()[-1], 3, seed=4)
    assert batch.positions.tobytes() == twin.positions.tobytes()
    for seed in (np.int32(6), np.array([6, 7, 8]), [np.uint8(6), 7, 8], range(6, 9)):
        batch.reset(seed)  # type: ignore[arg-type]
        twin.reset(6)
        assert batch.positions.tobytes() == twin.positions.tobytes()
        assert batch.sample().tolist() == twin.sample().tolist()
    on = Batch(all_games()[-1], 3, seed=6)
    on.sample()
    on.reset()
    batch.reset([1, None, 3])
    assert batch.positions[1].tobytes() == on.positions[1].tobytes()
    other = Batch(all_games()[-1], 3, seed=1)
    assert [batch.positions[i].tobytes() for i in (0, 2)] == [other.positions[i].tobytes() for i in (0, 2)]
    before = batch.positions.tobytes(), batch.sample().tolist()
    with pytest.raises(ValueError, match="seed is a whole number"):
        batch.reset([5, 6, -7])
    assert batch.positions.tobytes() == before[0]


def test_options_take_turns() -> None:
    game = next(game for game in all_games() if any(len(option.choices) > 1 for option in game.options))
    option = next(option for option in game.options if len(option.names(game.seats[0])) > 1)
    names = option.names(game.seats[0])[:2]
    settings = [{option.name: [name] * game.seats[0] if option.per_seat else name} for name in names]
    batch = Batch(game, 5, options=settings, seed=1)
    for i in range(5):
        single = Single(game, options=settings[i % 2], seed=1 + i)
        assert batch.raw[i].tobytes() == single.raw(single.seat)


def test_a_game_that_does_not_restart_stays_over() -> None:
    game = all_games()[-1]
    batch = Batch(game, 3, seed=1, restarts=False)
    while (batch.seat >= 0).any():
        batch.step(batch.sample())
    assert not batch.counts.any()
    stepped = batch.step(batch.sample())
    assert stepped.illegal.all()
    assert not stepped.ended.any()


def test_what_is_shown_cannot_be_written_to() -> None:
    batch = Batch(all_games()[-1], 2)
    for array in (batch.observations, batch.legal, batch.raw, batch.masks, batch.counts, batch.positions):
        assert not array.flags.writeable


@pytest.mark.parametrize("game", all_games(), ids=named)
def test_the_guide_chooses_one_of_the_greatest_weights(game: Game) -> None:
    compiled, plain = (Batch(game, 4, seed=6, compiled=kind) for kind in (True, False))
    differ = False
    for _ in range(30 if LONG else 10):
        weights, chosen = compiled.weights(), compiled.guide()
        assert weights.tolist() == plain.weights().tolist()
        for i, number in enumerate(compiled.counts):
            liked = weights[i, :number]
            assert not weights[i, number:].any()
            assert liked[compiled.legal[i].tolist().index(chosen[i])] == liked.max()
            differ |= liked.min() < liked.max()
        for batch in (compiled, plain):
            batch.step(chosen)
    assert differ
