"""Games for one as environments of Gymnasium: ``gymnasium.make("rollwright/TouShi-v0")``."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rollwright.adapters.rewards import Rewards
from rollwright.adapters.text_drawing import check_mode, drawn
from rollwright.batch import Single
from rollwright.core.errors import BadOption, need
from rollwright.core.game import Game, open_game, playable_games
from rollwright.core.language import Phrase

need("gymnasium", "rl")

import gymnasium  # noqa: E402 - its absence is told above
from gymnasium import spaces  # noqa: E402

NAMESPACE = "rollwright"


def environment_id(game: Game) -> str:
    """Return the id of a game's environment; its version is one less than the edition of the rules.

    >>> from rollwright.core.game import open_game
    >>> environment_id(open_game("tou_shi"))
    'rollwright/TouShi-v0'
    """
    name = "".join(word.capitalize() for word in game.name.split("_"))
    return f"{NAMESPACE}/{name}-v{max(0, game.edition - 1)}"


class SoloEnv(gymnasium.Env[NDArray[np.float32], int]):
    """A game for one. An action is the id of a move; ``info["action_mask"]`` says which ids are legal.

    An id that is not legal changes nothing: the reward is 0 and ``info["illegal"]`` is true.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        options: Mapping[str, str | Sequence[str]] | None = None,
        reward: str = "result",
        render_mode: str | None = None,
    ) -> None:
        """Open a game; `reward` is ``"result"``, the points at the end, or ``"points"``, every change of them."""
        if 1 not in open_game(game).seats:
            raise BadOption(
                Phrase("{title} cannot be played alone: use the adapter to PettingZoo.", title=open_game(game).title)
            )
        check_mode(render_mode, self.metadata["render_modes"])
        self.single = Single(game, 1, options)
        self.render_mode = render_mode
        self._rewards = Rewards(self.single, reward)
        self._is_seeded = False
        self.observation_space = spaces.Box(0, 1, (len(self.single.features),), np.float32)
        self.action_space = spaces.Discrete(self.single.ids)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start anew: with this seed, or with the dice that come next, at first with random ones."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**31))
        self._is_seeded = True
        self.single.start(seed)
        self._rewards.start()
        return self.single.observation(0), self._info(False)

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make the move with this id."""
        was_legal = self.single.play(0, int(action))
        reward = self._rewards.take()[0] if was_legal else 0.0
        return self.single.observation(0), reward, self.single.over, False, self._info(not was_legal)

    def action_masks(self) -> NDArray[np.int8]:
        """Return which ids are legal: what agents that know masks ask for."""
        return self.single.mask(0)

    def render(self) -> str | None:
        """Draw the sheet with characters."""
        return drawn(self.single) if self.render_mode == "ansi" else None

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {"action_mask": self.single.mask(0), "illegal": illegal, "points": self.single.points()[0]}


def register() -> None:
    """Register every game that can be played alone, and the environment of many games at once with it."""
    for game in playable_games():
        if 1 in game.seats and environment_id(game) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game),
                entry_point="rollwright.adapters.gymnasium_env:SoloEnv",
                vector_entry_point="rollwright.adapters.vector_env:BatchEnv",
                kwargs={"game": game.name},
            )
