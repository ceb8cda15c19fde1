"""One game as an environment: what the adapters to other frameworks step. It needs NumPy and nothing else.

It meets the same dice as game 0 of a batch with the same seed, and goes on with the same dice when it starts anew.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwright.batch.driver import BATCH, MOST_ROLLS, NOBODY
from rollwright.core import compiler
from rollwright.core.contract import copy
from rollwright.core.game import Game, open_game
from rollwright.core.observation.encoder import bytes_of, observe
from rollwright.core.position import Position
from rollwright.core.random_stream import draw, streams

Setting = Mapping[str, str | Sequence[str]]

DICE = 0
"""The part of a seed that decides the dice."""


class Single:
    """A game that is stepped move by move; dice are rolled as soon as they are due. It can be copied and pickled.

    >>> single = Single("tou_shi", seed=1)
    >>> single.seat, len(single.legal(0)), single.observation(0).shape
    (0, 60, (572,))
    >>> single.play(0, single.legal(0)[0]), single.play(0, 10_000)
    (True, False)
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Setting | None = None,
        *,
        seed: int = 0,
        compiled: bool | None = None,
    ) -> None:
        """Start a game."""
        self.game = open_game(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.setting(self.seats, options or {})
        self._compiled = compiler.is_enabled() if compiled is None else compiled
        self._prepare()
        self.start(seed)

    def _prepare(self) -> None:
        if self._compiled:
            self.game.make_native(BATCH)
        self._rules = self.game.rules(self._compiled)
        self._observe = self.game.bind(observe, self._compiled)
        self.features = self.game.features(self.seats)

    def start(self, seed: int | None = None) -> None:
        """Start anew: with this seed, or with the dice that come next."""
        if seed is not None:
            self._stream = streams(seed, DICE, 1)[0]
        self.position = Position.new(self.game, self.seats, self.options, rules=self._rules)
        self.length = 0
        self._settle()

    def _settle(self) -> None:
        """Roll the dice that are due."""
        for _ in range(MOST_ROLLS):
            sides = self.position.dice_due
            if not sides:
                return
            self.position = self.position.rolled([int(draw(self._stream, each)) + 1 for each in sides])

    @property
    def ids(self) -> int:
        """The number of ids that a move can have."""
        return self.game.moves.size

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""
        return self.position.waiting

    @property
    def seat(self) -> int:
        """The lowest seat that may act now, or -1."""
        return next(iter(self.waiting), NOBODY)

    @property
    def over(self) -> bool:
        """Whether the game has ended: after a move dice are rolled, so that somebody is waited for until then."""
        return not self.waiting

    def legal(self, seat: int) -> list[int]:
        """Return the ids of a seat's legal moves; none while it is not waited for."""
        return self.position.legal(seat) if seat in self.waiting else []

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return which ids are legal for a seat, as 0 and 1."""
        mask = np.zeros(self.ids, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat may know, as numbers in a new array; `features.names` says what each of them tells."""
        out = np.zeros(len(self.features), np.float32)
        seen = self.position.seen(seat).record
        self._observe(seen, bytes_of(seen), seat, self.features.plan, out)
        return out

    def raw(self, seat: int) -> bytes:
        """Return what a seat may know, as the bytes of the record."""
        return bytes(self.position.seen(seat))

    def play(self, seat: int, move: int) -> bool:
        """Make a move and roll what is due then; return whether it was legal. If it was not, nothing has changed."""
        if move not in self.legal(seat):
            return False
        self.position = self.position.after(seat, int(move))
        self.length += 1
        self._settle()
        return True

    def points(self) -> list[float]:
        """Return the points of each seat, as if the game ended now."""
        return [self.position.score(seat) / 2 for seat in range(self.seats)]

    def result(self) -> list[float]:
        """Return what the end of the game is worth to each seat; 0 for all as long as it is not over."""
        return result_of(self.position, self.seats) if self.over else [0.0] * self.seats

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy in another process needs: records cannot be pickled, their bytes can."""
        return {
            "game": self.game.name, "seats": self.seats, "options": self.options, "compiled": self._compiled,
            "position": bytes(self.position), "stream": self._stream.copy(), "length": self.length,
        }  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on where the copied game was."""
        self.game, self.seats, self.options = open_game(state["game"]), state["seats"], state["options"]
        self._compiled, self._stream, self.length = state["compiled"], state["stream"].copy(), state["length"]
        self._prepare()
        self.position = Position(self._rules, copy(self._rules.restore(state["position"])))


def result_of(end: Position, seats: int) -> list[float]:
    """Return what the end of a game is worth to each seat.

    Alone these are the points. Else a victory counts 1, less if it is shared, and all together add up to 0. In a batch
    `driver.reward_result` writes the same.
    """
    if seats == 1:
        return [end.score(0) / 2]
    first = end.ranking(seats)[0]
    shared = (seats - len(first)) / (len(first) * (seats - 1))
    lost = -1 / (seats - 1) if len(first) < seats else 0.0
    return [shared if seat in first else lost for seat in range(seats)]
