"""Gymnasium: its own checks, what an illegal id does, seeds, and many games at once."""

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import rollwright.adapters
from rollwright.adapters.gymnasium_env import SoloEnv, environment_id
from rollwright.adapters.vector_env import BatchEnv
from rollwright.core.errors import BadOption
from rollwright.core.game import Game, all_games
from rollwright.core.random_stream import draw, streams
from tests.adapters.tables import SOLO, TABLES, named


@pytest.mark.parametrize("game", SOLO, ids=named)
def test_gymnasium_finds_nothing_wrong(game: Game) -> None:
    assert "gymnasium" in rollwright.adapters.register()
    env = gymnasium.make(environment_id(game), render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def whole_game(env: Any, seed: int | None, choices: int = 0) -> list[Any]:
    """Play a whole game with moves that follow from `choices`; return all that was shown."""
    observation, info = env.reset(seed=seed)
    stream = streams(choices, 0, 1)[0]
    shown: list[Any] = [observation.tobytes(), info["action_mask"].tobytes()]
    over = False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, over, cut, info = env.step(int(legal[draw(stream, len(legal))]))
        assert not cut
        assert not info["illegal"]
        shown += [observation.tobytes(), info["action_mask"].tobytes(), reward, over]
    return shown


@pytest.mark.parametrize("game", SOLO, ids=named)
def test_the_seed_decides_the_whole_game(game: Game) -> None:
    one, other = SoloEnv(game.name), SoloEnv(game.name)
    assert whole_game(one, 3) == whole_game(other, 3)
    assert whole_game(one, None) == whole_game(other, None), "the dice go on"
    assert whole_game(one, 3) != whole_game(other, 4)


class Forgetful(SoloEnv):
    """Broken: it does not use the seed."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=None, options=options)


def test_the_seed_test_notices_an_environment_that_ignores_the_seed() -> None:
    one, other = (Forgetful(SOLO[0].name) for _ in range(2))
    assert whole_game(one, 3) != whole_game(other, 3)


@pytest.mark.parametrize("game", SOLO, ids=named)
def test_an_illegal_id_changes_nothing(game: Game) -> None:
    env = SoloEnv(game.name)
    before, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, cut, told = env.step(wrong)
    assert told["illegal"]
    assert (reward, over, cut) == (0.0, False, False)
    assert before.tobytes() == after.tobytes()
    assert info["action_mask"].tobytes() == told["action_mask"].tobytes()
    assert after is not before, "observations are arrays of their own"


@pytest.mark.parametrize("game", SOLO, ids=named)
def test_copies_go_on_alone(game: Game) -> None:
    env = SoloEnv(game.name)
    _, info = env.reset(seed=1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        first = [each.step(int(np.flatnonzero(info["action_mask"])[0]))[0].tobytes() for each in (twin, env)]
        assert first[0] == first[1]
        env.reset(seed=1)
        assert twin.single.length == 1


def test_a_game_for_several_is_refused() -> None:
    several = next(game for game in all_games() if 1 not in game.seats)
    with pytest.raises(BadOption, match="cannot be played alone"):
        SoloEnv(several.name)


@pytest.mark.parametrize("kind", [SoloEnv, BatchEnv])
@pytest.mark.parametrize("wrong", [{"render_mode": "human"}, {"reward": "x"}])
def test_what_an_environment_cannot_do_is_refused_in_a_sentence(kind: Any, wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"='\w+' is none of these: "):
        kind(SOLO[0].name, **wrong)


def test_many_games_take_seeds_of_any_whole_type_and_one_for_each() -> None:
    env = BatchEnv(SOLO[0].name, 3)
    first, _ = env.reset(seed=5)
    for seed in (np.int64(5), [5, 6, 7], np.array([5, 6, 7])):
        assert env.reset(seed=seed)[0].tobytes() == first.tobytes()  # type: ignore[arg-type]
    seen, _ = BatchEnv(SOLO[0].name, 3).reset(seed=[5, None, 7])
    assert [seen[i].tobytes() for i in (0, 2)] == [first[i].tobytes() for i in (0, 2)]
    goes_on, _ = env.reset()
    assert goes_on.tobytes() != first.tobytes()
    env.reset(seed=5)
    mixed, _ = env.reset(seed=[6, None, 5])
    assert [row.tobytes() for row in mixed] == [each.tobytes() for each in (first[1], goes_on[1], first[0])]
    with pytest.raises(ValueError, match="There are 3 games, but 2 seeds"):
        env.reset(seed=[1, 2])


@pytest.mark.parametrize("game", all_games(), ids=named)
def test_copies_of_many_games_go_on_alone(game: Game) -> None:
    env = BatchEnv(game.name, 4)
    env.reset(seed=1)
    for _ in range(20):
        env.step(env.batch.sample())
    before = env.batch.positions.tobytes()
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = [env.step(env.batch.sample())[0].tobytes() for _ in range(20)]
    for twin in twins:
        assert twin.batch.positions.tobytes() == before
        assert [twin.step(twin.batch.sample())[0].tobytes() for _ in range(20)] == expected
        twin.close()
    env.close()


@pytest.mark.parametrize("game", SOLO, ids=named)
def test_the_vector_environment_does_what_single_ones_do(game: Game) -> None:
    """Gymnasium's own way to step single environments one by one is the model."""
    count = 3
    many: Any = gymnasium.make_vec(environment_id(game), num_envs=count, vectorization_mode="vector_entry_point")
    model: Any = SyncVectorEnv([lambda: SoloEnv(game.name)] * count, autoreset_mode=AutoresetMode.SAME_STEP)
    assert isinstance(many.unwrapped, BatchEnv)
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert many.observation_space == model.observation_space
    assert many.action_space == model.action_space
    (seen, infos), (expected, told) = many.reset(seed=5), model.reset(seed=5)
    stream = streams(1, 0, 1)[0]
    endings = 0
    while endings < count + 1:
        assert seen.tobytes() == expected.tobytes()
        assert infos["action_mask"].tobytes() == told["action_mask"].tobytes()
        legal = [np.flatnonzero(row) for row in infos["action_mask"]]
        chosen = np.array([row[draw(stream, len(row))] for row in legal])
        if endings == 1:
            chosen[0] = np.flatnonzero(infos["action_mask"][0] == 0)[0]
        seen, rewards, ended, cut, infos = many.step(chosen)
        expected, paid, over, _, told = model.step(chosen)
        assert rewards.tolist() == paid.tolist()
        assert ended.tolist() == over.tolist()
        assert not cut.any()
        for i in np.flatnonzero(ended):
            assert infos["final_obs"][i].tobytes() == told["final_obs"][i].tobytes()
            endings += 1
    many.close()
    model.close()


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[1] == 2], ids=named)
def test_several_seats_are_told_apart(game: Game, seats: int) -> None:
    many = BatchEnv(game.name, 8, seats)
    seen, infos = many.reset(seed=1)
    for _ in range(300):
        movers = infos["seat"]
        kept = seen.tobytes()
        before = seen
        seen, rewards, ended, _, infos = many.step(many.batch.sample())
        assert rewards.tolist() == infos["rewards"][np.arange(8), movers].tolist()
        assert before.tobytes() == kept, "what was returned is not overwritten"
        assert np.abs(infos["rewards"].sum(axis=1)).max() == 0
        assert (infos["rewards"].any(axis=1) <= ended).all()
