"""Games as environments of PettingZoo: seats act one by one (`env`), or all that are waited for (`parallel_env`)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwright.adapters.rewards import Rewards
from rollwright.adapters.text_drawing import check_mode, drawn
from rollwright.batch import Single
from rollwright.core.errors import need

need("pettingzoo", "rl")

from gymnasium import spaces  # noqa: E402 - its absence is told above
from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

RENDER_MODES = ["ansi"]

Setting = Mapping[str, str | Sequence[str]]
Seen = dict[str, NDArray[Any]]
"""What an agent is shown: the observation, and the mask of its legal ids."""


def agent_name(seat: int) -> str:
    """Return what a seat is called here."""
    return f"player_{seat}"


class _Seats:
    """What both kinds of environments have in common: the game, its agents and their spaces."""

    single: Single
    possible_agents: list[str]

    def _open(
        self, game: str, seats: int | None, options: Setting | None, reward: str, render_mode: str | None, more_ids: int
    ) -> None:
        check_mode(render_mode, RENDER_MODES)
        self.single = Single(game, seats, options)
        self.possible_agents = [agent_name(seat) for seat in range(self.single.seats)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._given = Rewards(self.single, reward)
        self._is_seeded = False
        size, ids = len(self.single.features), self.single.ids + more_ids
        self._observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(0, 1, (size,), np.float32), action_mask=spaces.Box(0, 1, (ids,), np.int8)
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(ids) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent is shown: its observation and its mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the ids that an agent can choose from."""
        return self._action_spaces[agent]

    def _start(self, seed: int | None) -> None:
        if seed is None and not self._is_seeded:
            seed = int(seeding.np_random()[0].integers(2**31))
        self._is_seeded = True
        self.single.start(seed)
        self._given.start()
        self.agents = list(self.possible_agents)

    def _check_started(self) -> None:
        """Raise before the first game has started."""
        if not self._is_seeded:
            raise RuntimeError("No game has started: call reset() before the first step.")

    def render(self) -> str | None:
        """Draw all sheets with characters, as somebody without a seat may see them, if the mode is ``"ansi"``."""
        return drawn(self.single) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: no window and no file is open."""

    def raw(self, agent: str) -> bytes:
        """Return what an agent may know as the bytes of the record."""
        return self.single.raw(self.possible_agents.index(agent))


class SequentialEnv(_Seats, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game in which the lowest seat that is waited for acts.

    An id that is not legal changes nothing: the same agent is asked again, and ``infos[agent]["illegal"]`` is true.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Setting | None = None,
        reward: str = "result",
        render_mode: str | None = None,
    ) -> None:
        """Open a game; `reward` is ``"result"``, paid at the end, or ``"points"``, every change of the score."""
        super().__init__()
        self._open(game, seats, options, reward, render_mode, more_ids=0)
        self.metadata = {"name": f"rollwright_{game}", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start anew: with this seed, or with the dice that come next, at first with random ones."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"illegal": False} for agent in self.agents}
        self.agent_selection = agent_name(self.single.seat)

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know, and which ids are legal for it now: none unless it is asked."""
        seat = self.possible_agents.index(agent)
        asked = seat == self.single.seat
        mask = self.single.mask(seat) if asked else np.zeros(self.single.ids, np.int8)
        return {"observation": self.single.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked; None once it is done."""
        self._check_started()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        was_legal = action is not None and self.single.play(self.single.seat, int(action))
        self.infos[agent] = {"illegal": not was_legal}
        self._cumulative_rewards[agent] = 0.0
        given = self._given.take() if was_legal else [0.0] * self.single.seats
        self.rewards = dict(zip(self.possible_agents, given, strict=True))
        if self.single.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = agent_name(self.single.seat)
        self._accumulate_rewards()


class SimultaneousEnv(_Seats, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """A game in which all seats that are waited for act at once.

    Its last id means nothing: it is the only legal one for who is not waited for. An id that is not legal changes
    nothing, and ``infos[agent]["illegal"]`` is true.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Setting | None = None,
        reward: str = "result",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Open a game, as `SequentialEnv` does; it is cut short after `max_cycles` steps."""
        self._open(game, seats, options, reward, render_mode, more_ids=1)
        self.metadata = {"name": f"rollwright_{game}_parallel", "render_modes": RENDER_MODES}
        self.max_cycles = max_cycles
        self._cycles = 0

    @property
    def nothing(self) -> int:
        """The id of doing nothing."""
        return self.single.ids

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Start anew: with this seed, or with the dice that come next, at first with random ones."""
        self._start(seed)
        self._cycles = 0
        return self._seen(), {agent: {"illegal": False} for agent in self.agents}

    def _seen(self) -> dict[str, Seen]:
        seen: dict[str, Seen] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.append(self.single.mask(seat), np.int8(0))
            mask[self.nothing] = seat not in self.single.waiting
            seen[agent] = {"observation": self.single.observation(seat), "action_mask": mask}
        return seen

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Make the moves of all who are waited for, in the order of seats: moves made at the same time commute."""
        self._check_started()
        asked = self.single.waiting
        infos = {}
        for seat, agent in enumerate(self.possible_agents):
            chosen = int(actions.get(agent, self.nothing))
            done = self.single.play(seat, chosen) if seat in asked else chosen == self.nothing
            infos[agent] = {"illegal": not done}
        given = dict(zip(self.possible_agents, self._given.take(), strict=True))
        self._cycles += 1
        over = self.single.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        ends = dict.fromkeys(self.possible_agents, over), dict.fromkeys(self.possible_agents, cut)
        if over or cut:
            self.agents = []
        return self._seen(), given, *ends, infos


def env(game: str, seats: int | None = None, **settings: Any) -> SequentialEnv:
    """Return a game in which one seat acts after the other."""
    return SequentialEnv(game, seats, **settings)


def parallel_env(game: str, seats: int | None = None, **settings: Any) -> SimultaneousEnv:
    """Return a game in which all seats that are waited for act at once."""
    return SimultaneousEnv(game, seats, **settings)
