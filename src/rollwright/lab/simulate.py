"""Random games in bulk: the same seed gives the same games for any number of threads."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.playout import STUCK, Games, random_games
from rollwright.bots.thinkers import Thinkers
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase
from rollwright.core.random_stream import streams
from rollwright.lab.report.endings import Endings, count_endings
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import spread

PART = 1_000
"""Games in one part; each part has its own random streams."""

WAVE = 8
"""Parts that are played before their final positions are evaluated and dropped: it bounds the memory used."""


@dataclass(frozen=True)
class Simulation:
    """The results of many games, by random players unless a player is named."""

    game: Game
    seats: int
    games: int
    seed: int
    setting: dict[str, list[str]]
    decisions: int
    seconds: float
    """Time spent playing, without compiling and evaluating."""
    halves: NDArray[np.int64]
    """Scores in half points: one row per game, one column per seat."""
    ties: NDArray[np.int64]
    """Tie-break values, likewise."""
    endings: Endings
    """Number of games that ended in each way, if the game says it."""
    player: str = "random"
    """The player on every seat."""

    @property
    def points(self) -> NDArray[np.float64]:
        """The scores in points."""
        return self.halves / 2

    @property
    def decisions_per_second(self) -> float:
        """The speed of play."""
        return self.decisions / max(self.seconds, 1e-9)

    def rated(self) -> list[tuple[str, int, int]]:
        """Return the number of solo games with each rating, best first: (title, minimum points, games)."""
        if self.seats > 1:
            return []
        steps = [(str(title), least) for least, title in self.game.words.ratings()]
        totals, found, above = self.points[:, 0], [], np.inf
        for title, least in steps:
            found.append((title, least, int(((totals >= least) & (totals < above)).sum())))
            above = least
        return found

    def shares(self) -> NDArray[np.float64]:
        """Return each seat's share of each win: one row per game, one column per seat."""
        first = self.halves == self.halves.max(axis=1, keepdims=True)
        ties = np.where(first, self.ties, np.iinfo(np.int64).min)
        best = ties == ties.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = best / best.sum(axis=1, keepdims=True)
        return shares

    def wins(self) -> list[float]:
        """Return the share of games that each seat won; a shared first place counts as a fraction."""
        return [float(share) for share in self.shares().mean(axis=0)]

    def as_json(self) -> dict[str, object]:
        """Return the numbers as a JSON object."""
        points = self.points
        return {
            "game": self.game.name,
            "player": self.player,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "options": self.setting,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "decisions_per_second": round(self.decisions_per_second),
            "mean_score": round(float(points.mean()), 4),
            "standard_deviation": round(float(points.std()), 4),
            "lowest_score": float(points.min()),
            "highest_score": float(points.max()),
            "mean_score_by_seat": [round(float(mean), 4) for mean in points.mean(axis=0)],
            "share_of_wins_by_seat": [round(share, 4) for share in self.wins()],
            "ratings": [{"title": title, "from": least, "games": count} for title, least, count in self.rated()],
            "endings": dict(self.endings.most_common()),
        }


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int,
    options: Mapping[str, str | Sequence[str]] | None = None,
    *,
    workers: int = 1,
    compiled: bool | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play random games and return their results."""
    setting = game.setting(seats, options or {})
    array = game.options_array(seats, setting)
    parts = [(part, min(PART, games - part * PART)) for part in range(-(-games // PART))]
    random_games(game, seats, array, streams(seed, 0, 1), compiled)  # compiles, or loads from the cache

    def one(part: tuple[int, int]) -> Games:
        return random_games(game, seats, array, streams(seed, *part), compiled)

    played: list[Games] = []
    halves, ties, endings = list[NDArray[np.int64]](), list[NDArray[np.int64]](), Endings()
    decisions, seconds, done = 0, 0.0, 0
    with ThreadPoolExecutor(workers) as pool:
        for first in range(0, len(parts), WAVE):
            started = time.perf_counter()
            played.clear()
            for each in pool.map(one, parts[first : first + WAVE]):
                played.append(finished(game, each))
                done += len(each.halves)
                progress(done)
            seconds += time.perf_counter() - started
            for each in played:
                halves.append(each.halves)
                ties.append(each.ties)
                endings += count_endings(game, each.states)
                decisions += each.decisions
    scores = np.concatenate(halves), np.concatenate(ties)
    return Simulation(game, seats, games, seed, setting, decisions, seconds, *scores, endings)


def simulate_with(
    workers: Workers,
    game: Game,
    seats: int,
    games: int,
    seed: int,
    options: Mapping[str, str | Sequence[str]] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play the same random games: in threads of this process for a pool, which saves copying them, else on workers."""
    if isinstance(workers, Thinkers):
        return simulate(game, seats, games, seed, options, workers=workers.workers, progress=progress)
    setting = game.setting(seats, options or {})
    workers.prepare(game.name).result()
    started = time.perf_counter()
    parts = [(part, min(PART, games - part * PART)) for part in range(-(-games // PART))]
    played = spread(
        workers, _play_parts, (game.name, seats, setting, seed), parts, lambda done: progress(min(games, done * PART))
    )
    return Simulation(
        game,
        seats,
        games,
        seed,
        setting,
        sum(each.decisions for each in played),
        time.perf_counter() - started,
        np.concatenate([each.halves for each in played]),
        np.concatenate([each.ties for each in played]),
        sum((each.endings for each in played), Endings()),
    )


@dataclass(frozen=True)
class _Part:
    """What a worker sends back of a part: no positions, which are large."""

    decisions: int
    halves: NDArray[np.int64]
    ties: NDArray[np.int64]
    endings: Endings


def _play_parts(
    name: str, seats: int, setting: Mapping[str, Sequence[str]], seed: int, parts: Sequence[tuple[int, int]]
) -> list[_Part]:
    """Play parts of a simulation in a worker."""
    game = open_game(name)
    array = game.options_array(seats, setting)
    found = []
    for part in parts:
        played = finished(game, random_games(game, seats, array, streams(seed, *part)))
        endings = count_endings(game, played.states)
        found.append(_Part(played.decisions, played.halves.copy(), played.ties.copy(), endings))
    return found


def finished(game: Game, played: Games) -> Games:
    """Return these games; refuse those that did not end."""
    if played.decisions == STUCK:
        raise Refusal(Phrase("A game of {title} did not finish: run `rollwright check` for details.", title=game.title))
    return played
