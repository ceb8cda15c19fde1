"""Many games at once as a vector environment of Gymnasium, stepped by compiled code.

``gymnasium.make_vec("rollwright/TouShi-v0", num_envs=1024, vectorization_mode="vector_entry_point")``
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwright.adapters.text_drawing import check_mode
from rollwright.batch import Batch
from rollwright.batch.given import seeds_of
from rollwright.core.errors import need

need("gymnasium", "rl")

from gymnasium import spaces  # noqa: E402 - its absence is told above
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


class BatchEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Games of one kind; an ended one starts anew in the same step (``AutoresetMode.SAME_STEP``).

    With several seats, ``infos["seat"]`` says which one is asked. The reward of a step is that of the seat which made
    the move; what all seats got is in ``infos["rewards"]``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, str | Sequence[str]] | None = None,
        reward: str = "result",
        workers: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Start the games. Without `copy`, what is returned are views that the next step overwrites."""
        check_mode(render_mode, [])
        self.batch = Batch(game, num_envs, seats, options, reward=reward, masks="bool", workers=workers)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self._copy = copy
        self._is_seeded = False
        self.single_observation_space = spaces.Box(0, 1, (len(self.batch.features),), np.float32)
        self.single_action_space = spaces.Discrete(self.batch.ids)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start all games anew; game `i` meets the dice of a single environment with the seed `seed + i`.

        Seeds can also be given for each game. Where there is None, a game goes on with its dice, at first random ones.
        """
        unsaid: list[int | None] = [None] * self.num_envs
        own = unsaid if seed is None else seeds_of(seed, self.num_envs)
        super().reset(seed=None if seed is None or isinstance(seed, Iterable) else own[0])
        if not self._is_seeded:
            fresh = int(self.np_random.integers(2**31))
            own = [fresh + i if each is None else each for i, each in enumerate(own)]
        self._is_seeded = True
        self.batch.reset(own)
        return self._shown(self.batch.observations), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make one move in each game."""
        batch = self.batch
        movers = batch.seat.copy()
        stepped = batch.step(actions)
        infos = self._infos() | {"illegal": stepped.illegal, "rewards": self._shown(stepped.rewards)}
        if stepped.ended.any():
            infos |= {
                "final_obs": self._shown(batch.last_observations), "_final_obs": stepped.ended,
                "final_info": {"points": batch.last_points, "length": batch.last_lengths.copy()},
                "_final_info": stepped.ended,
            }  # fmt: skip
        rewards = stepped.rewards[np.arange(len(batch)), movers].astype(np.float64)
        no_limit = np.zeros(len(batch), np.bool_)
        return self._shown(batch.observations), rewards, stepped.ended, no_limit, infos

    def close_extras(self, **_: Any) -> None:
        """End the threads of the batch."""
        self.batch.close()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._shown(self.batch.masks.view(np.int8)), "seat": self.batch.seat.copy()}

    def _shown(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array
