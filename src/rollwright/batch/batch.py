"""The batch API: many games of one game and number of seats, in arrays that every step overwrites."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rollwright.batch import driver
from rollwright.batch.game_arrays import Arrays
from rollwright.batch.given import at_least_one, ids_of, one_of, seeds_of
from rollwright.core import compiler
from rollwright.core.game import Game, open_game
from rollwright.core.observation import Features
from rollwright.core.position import Position
from rollwright.core.random_stream import streams

Setting = Mapping[str, str | Sequence[str]]

MASKS = {None: driver.NO_MASK, "bool": driver.ONE_BYTE, "packed": driver.ONE_BIT}
REWARDS = {"result": driver.RESULT, "points": driver.POINTS}

DICE, CHOICES = 0, 1
"""Parts of a seed: streams of random numbers for the dice of a game, and for moves that are drawn."""


@dataclass(frozen=True)
class Stepped:
    """What a step brought to each game. Arrays of the batch, which the next step overwrites."""

    rewards: NDArray[np.float32]
    """For each game and seat."""
    ended: NDArray[np.bool_]
    """Where a game came to its end."""
    illegal: NDArray[np.bool_]
    """Where the id was not legal, so that nothing happened."""


class Batch:
    """Games that are stepped at once; ended ones start anew by themselves.

    In each game the lowest seat that is waited for is asked. Game `i` of a batch with seed `s` meets the dice of a
    single environment with seed `s + i`, and goes on with the same dice when it starts anew. A batch can be copied and
    pickled; the copy goes on alone.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        seats: int | None = None,
        options: Setting | Sequence[Setting] | None = None,
        *,
        seed: int = 0,
        reward: str = "result",
        masks: str | None = None,
        restarts: bool = True,
        workers: int = 1,
        compiled: bool | None = None,
    ) -> None:
        """Start `count` games.

        `options` are those of all games, or a list whose entries take turns. `reward` is ``"result"``, paid when a game
        ends, or ``"points"``, every change of the score. `masks` of the legal ids are ``"bool"`` (a byte each),
        ``"packed"`` (a bit each, the lowest first) or left out. The games are divided among `workers`, threads that run
        at the same time.
        """
        count, workers = at_least_one("games", count), at_least_one("workers", workers)
        self._way, self._rewarded = one_of("masks", masks, MASKS), one_of("reward", reward, REWARDS)
        self._restarts = restarts
        self.game = open_game(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self._compiled = kind = compiler.is_enabled() if compiled is None else compiled
        if kind:
            self.game.make_native(driver.BATCH)
        self._made_with = {
            "game": self.game.name, "count": count, "seats": self.seats, "options": options, "reward": reward,
            "masks": masks, "restarts": restarts, "workers": workers, "compiled": kind,
        }  # fmt: skip
        self._rules = self.game.rules(kind)
        self._start = self.game.bind(driver.start_games, kind)
        self._step = self.game.bind(driver.step_games, kind)
        self._draw = self.game.bind(driver.draw_ids, kind)
        self._guided: dict[Any, Any] = {}
        self.features: Features = self.game.features(self.seats)
        self._starts = self._first_positions(options)
        width = {driver.NO_MASK: 0, driver.ONE_BYTE: self.ids, driver.ONE_BIT: -(-self.ids // 8)}[self._way]
        self._arrays = Arrays.zeroed(count, self.seats, self._rules, len(self.features), width)
        edges = [count * number // workers for number in range(workers + 1)]
        slices = [slice(low, high) for low, high in pairwise(edges) if low < high]
        self._to_start = [self._start_arguments(part) for part in slices]
        self._to_step = [self._step_arguments(part) for part in slices]
        self._pool = ThreadPoolExecutor(len(slices)) if len(slices) > 1 else None
        self.reset(seed)

    def _first_positions(self, options: Setting | Sequence[Setting] | None) -> NDArray[np.void]:
        """Return the positions from which games start: one for each set of options."""
        settings = [options or {}] if options is None or isinstance(options, Mapping) else list(options)
        if not settings:
            raise ValueError("The list of options is empty: give options that games can start with, or no list.")
        starts = np.zeros(len(settings), self._rules.state)
        for place, chosen in enumerate(settings):
            starts[place] = Position.new(self.game, self.seats, chosen, rules=self._rules).record
        return starts

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._arrays.states)

    @property
    def ids(self) -> int:
        """The number of ids that a move can have."""
        return self.game.moves.size

    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seat that is asked may know, one row a game; `features.names` says what each number tells."""
        return _shown(self._arrays.out)

    @property
    def raw(self) -> NDArray[np.uint8]:
        """The same position as bytes, one row a game: the record, concealed for the seat that is asked."""
        return _shown(self._arrays.data.view(np.uint8))

    @property
    def legal(self) -> NDArray[np.int64]:
        """The ids of the legal moves: in row `i` the first `counts[i]` entries."""
        return _shown(self._arrays.ids)

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many legal moves there are in each game."""
        return _shown(self._arrays.notes[:, driver.COUNT])

    @property
    def masks(self) -> NDArray[Any]:
        """Which ids are legal, one row a game: truth values, or bits, the lowest first."""
        return _shown(self._arrays.masks.view(np.bool_ if self._way == driver.ONE_BYTE else np.uint8))

    @property
    def seat(self) -> NDArray[np.int64]:
        """The seat that is asked in each game; -1 where the game is over and does not start anew."""
        return _shown(self._arrays.notes[:, driver.SEAT])

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many moves were made in each game so far."""
        return _shown(self._arrays.notes[:, driver.LENGTH])

    @property
    def last_observations(self) -> NDArray[np.float32]:
        """The observation at the end of the game that ended last in each row, for the seat that made the last move."""
        return _shown(self._arrays.last)

    @property
    def last_points(self) -> NDArray[np.float64]:
        """The points of each seat in the game that ended last in each row."""
        points: NDArray[np.float64] = self._arrays.results / 2
        return points

    @property
    def last_lengths(self) -> NDArray[np.int64]:
        """How many moves were made in the game that ended last in each row."""
        return _shown(self._arrays.notes[:, driver.LAST_LENGTH])

    @property
    def positions(self) -> NDArray[np.void]:
        """The positions themselves, with all that is secret: for analyses, not for players."""
        return _shown(self._arrays.states)

    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """Start all games anew: from this seed, or from a seed each; without one, a game goes on with its own dice."""
        for place, each in enumerate([] if seed is None else seeds_of(seed, len(self))):
            if each is not None:
                self._arrays.streams[place] = streams(each, DICE, 1)
                self._arrays.choices[place] = streams(each, CHOICES, 1)
        self._each(self._start, self._to_start)
        self._arrays.rewards[:] = 0

    def step(self, chosen: ArrayLike) -> Stepped:
        """Make the move with the chosen id in each game, roll what is due, and show who is asked next."""
        self._arrays.chosen[:] = ids_of(chosen, len(self))
        self._each(self._step, self._to_step)
        notes = self._arrays.notes
        ended, illegal = notes[:, driver.ENDED] != 0, notes[:, driver.ILLEGAL] != 0
        return Stepped(_shown(self._arrays.rewards), ended, illegal)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal id for each game; every game has random numbers of its own for this."""
        chosen = np.zeros(len(self), np.int64)
        self._draw(self._arrays.ids, self._arrays.notes, self._arrays.choices, chosen)
        return chosen

    def guide(self) -> NDArray[np.int64]:
        """Return for each game the legal id that the game's guide, the advice to beginners, likes best."""
        chosen = np.zeros(len(self), np.int64)
        arrays = self._arrays
        self._bind_guided(driver.guide_ids)(arrays.seen, arrays.ids, arrays.notes, arrays.choices, chosen)
        return chosen

    def weights(self) -> NDArray[np.int64]:
        """Return how much the game's guide likes each legal id: in row `i` the first `counts[i]` entries, then 0.

        The guide chooses the greatest. Weights of one position can be compared with each other and with nothing else.
        """
        weights = np.zeros_like(self._arrays.ids)
        self._bind_guided(driver.weigh_ids)(self._arrays.seen, self._arrays.ids, self._arrays.notes, weights)
        return weights

    def _bind_guided(self, function: Callable[..., Any]) -> Any:
        """Return a function that asks the guide, compiled with the others at its first use."""
        if function not in self._guided:
            if self._compiled:
                self.game.make_native(driver.GUIDED)
            self._guided[function] = self.game.bind(function, self._compiled)
        return self._guided[function]

    def close(self) -> None:
        """End the threads of the batch."""
        if self._pool is not None:
            self._pool.shutdown()

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to make the same again: from what it was made with, and the bytes of its arrays."""
        return restored, (type(self), self._made_with, self._arrays.contents())

    def _start_arguments(self, games: slice) -> tuple[Any, ...]:
        part, sides = self._arrays.part(games), np.zeros(self._rules.max_dice, np.int64)
        return (
            part.states, part.seen, part.data, self._starts, games.start, part.streams, self.seats, self.features.plan,
            part.out, part.ids, part.masks, self._way, part.notes, part.halves, sides,
        )  # fmt: skip

    def _step_arguments(self, games: slice) -> tuple[Any, ...]:
        part = self._arrays.part(games)
        return (
            *self._start_arguments(games), part.chosen, self._restarts, self._rewarded, part.rewards, part.last,
            part.results,
        )  # fmt: skip

    def _each(self, work: Any, parts: list[tuple[Any, ...]]) -> None:
        """Do something with each part of the games, at the same time if there are workers."""
        if self._pool is None:
            work(*parts[0])
        else:
            list(self._pool.map(lambda part: work(*part), parts))


def restored(kind: type[Batch], made_with: dict[str, Any], contents: Sequence[bytes]) -> Batch:
    """Return a batch that goes on where the copied one was."""
    batch = kind(**made_with)
    batch._arrays.fill(contents)
    return batch


def _shown(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
