"""PettingZoo: its own checks, seeds, secrets, and what an illegal id does."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils.conversions import parallel_to_aec

from rollwright.adapters.pettingzoo_env import SequentialEnv, SimultaneousEnv, env, parallel_env
from rollwright.core.game import Game
from rollwright.core.random_stream import draw, streams
from tests.adapters.tables import TABLES, named

KNOWN = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",
)
"""Warnings of masks beside observations, from which PettingZoo exempts its own such games by name; and of no moves."""


@pytest.fixture(autouse=True)
def expected_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        for each in KNOWN:
            warnings.filterwarnings("ignore", each)
        yield


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_pettingzoo_finds_nothing_wrong(game: Game, seats: int) -> None:
    api_test(env(game.name, seats), num_cycles=100)
    seed_test(lambda: env(game.name, seats), num_cycles=20)
    parallel_api_test(parallel_env(game.name, seats), num_cycles=60)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_a_game_can_be_cut_short(game: Game, seats: int) -> None:
    """The test wants every agent to act in every cycle, so the environment is converted by PettingZoo."""

    def short(max_cycles: int) -> SimultaneousEnv:
        return parallel_env(game.name, seats, max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=short, env=lambda max_cycles: parallel_to_aec(short(max_cycles))))


def at_once(table: SimultaneousEnv, seed: int | None) -> list[Any]:
    """Play a whole game of legal moves, all that are waited for at once; return all that was shown."""
    seen, _ = table.reset(seed=seed)
    stream = streams(1, 0, 1)[0]
    shown: list[Any] = []
    while table.agents:
        chosen = {}
        for agent in table.agents:
            legal = np.flatnonzero(seen[agent]["action_mask"])
            chosen[agent] = int(legal[draw(stream, len(legal))])
        seen, rewards, ended, cut, infos = table.step(chosen)
        assert not any(info["illegal"] for info in infos.values())
        shown.append([[each.tobytes() for each in part.values()] for part in seen.values()])
        shown.append([rewards, ended, cut])
    return shown


def one_by_one(table: SequentialEnv, seed: int | None) -> list[Any]:
    """Play a whole game of legal moves, one seat after the other; return all that was shown."""
    table.reset(seed=seed)
    stream = streams(1, 0, 1)[0]
    shown: list[Any] = []
    for agent in table.agent_iter():
        seen, reward, ended, cut, info = table.last()
        assert seen is not None
        assert not info["illegal"]
        shown.append([agent, *(each.tobytes() for each in seen.values()), reward, ended, cut])
        legal = np.flatnonzero(seen["action_mask"])
        table.step(None if ended or cut else int(legal[draw(stream, len(legal))]))
    return shown


KINDS: list[tuple[Any, Any]] = [(env, one_by_one), (parallel_env, at_once)]
"""How an environment is made, and how a whole game of it is played."""


@pytest.mark.parametrize(("made", "played"), KINDS)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_the_seed_decides_the_whole_game(game: Game, seats: int, made: Any, played: Any) -> None:
    """PettingZoo's own test of this takes ids without masks, so that nearly nothing happens in it."""
    one, other = made(game.name, seats), made(game.name, seats)
    assert played(one, 3) == played(other, 3)
    assert played(one, None) == played(other, None), "the dice go on"
    assert played(one, 3) != played(other, 4)


class ForgetfulAtOnce(SimultaneousEnv):
    """Broken: it does not use the seed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=None, options=options)


class ForgetfulOneByOne(SequentialEnv):
    """Broken: it does not use the seed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=None, options=options)


@pytest.mark.parametrize(("kind", "played"), [(ForgetfulOneByOne, one_by_one), (ForgetfulAtOnce, at_once)])
def test_the_seed_test_notices_an_environment_that_ignores_the_seed(kind: Any, played: Any) -> None:
    game, seats = TABLES[0]
    assert played(kind(game.name, seats), 3) != played(kind(game.name, seats), 3)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_copies_go_on_alone(game: Game, seats: int) -> None:
    first = env(game.name, seats)
    first.reset(seed=1)
    everyone = parallel_env(game.name, seats)
    everyone.reset(seed=1)
    pickled = pickle.dumps((first, everyone))
    for twin, crowd in (copy.deepcopy((first, everyone)), pickle.loads(pickled)):
        before = bytes(first.single.position)
        for _ in range(10):
            agent = twin.agent_selection
            twin.step(int(np.flatnonzero(twin.observe(agent)["action_mask"])[-1]))
            idle = dict.fromkeys(crowd.agents, crowd.nothing)
            asked = crowd.single.seat
            crowd.step(idle | {crowd.possible_agents[asked]: max(crowd.single.legal(asked))})
            assert bytes(twin.single.position) == bytes(crowd.single.position)
        assert twin.single.length == crowd.single.length == 10
        assert bytes(first.single.position) == bytes(everyone.single.position) == before


@pytest.mark.parametrize("made", [env, parallel_env])
def test_what_cannot_be_done_is_refused_in_a_sentence(made: Any) -> None:
    game, seats = TABLES[0]
    with pytest.raises(ValueError, match="render_mode='human' is none of these: None, 'ansi'"):
        made(game.name, seats, render_mode="human")
    with pytest.raises(ValueError, match="reward='x' is none of these"):
        made(game.name, seats, reward="x")
    with pytest.raises(RuntimeError, match="call reset"):
        made(game.name, seats).step({})


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[1] == 2], ids=named)
def test_an_illegal_id_changes_nothing(game: Game, seats: int) -> None:
    table = env(game.name, seats)
    table.reset(seed=1)
    agent = table.agent_selection
    before = table.observe(agent)
    table.step(int(np.flatnonzero(before["action_mask"] == 0)[0]))
    assert table.agent_selection == agent
    assert table.infos[agent]["illegal"]
    after = table.observe(agent)
    assert [each.tobytes() for each in before.values()] == [each.tobytes() for each in after.values()]
    everyone = parallel_env(game.name, seats)
    seen, _ = everyone.reset(seed=1)
    idle = dict.fromkeys(everyone.agents, everyone.nothing)
    then, _, _, _, infos = everyone.step(idle)
    asked = [agent for agent in everyone.agents if not seen[agent]["action_mask"][everyone.nothing]]
    assert asked
    assert [agent for agent in everyone.agents if infos[agent]["illegal"]] == asked
    assert all((seen[agent]["observation"] == then[agent]["observation"]).all() for agent in everyone.agents)


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[1] > 1], ids=named)
def test_a_secret_move_is_not_observed_by_others(game: Game, seats: int) -> None:
    """Where one seat makes different secret moves, the others are shown the same."""
    if not game.secrets:
        assert not any(form.secret for form in game.moves.forms)
        return
    table = env(game.name, seats)
    table.reset(seed=2)
    stream = streams(2, 0, 1)[0]
    compared = 0
    while not table.single.over and compared < 10:
        single = table.single
        seat, others = single.seat, single.waiting[1:]
        legal = single.legal(seat)
        secret = [move for move in legal if game.moves.is_secret(move)][:2]
        if len(secret) == 2 and others:
            shown = []
            before = single.position
            for move in secret:
                single.play(seat, move)
                shown.append([(single.observation(other).tobytes(), single.raw(other)) for other in others])
                single.position = before
            assert shown[0] == shown[1]
            compared += 1
        single.play(seat, legal[draw(stream, len(legal))])
    assert compared == 10
