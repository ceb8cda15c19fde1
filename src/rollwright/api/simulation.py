"""Many games at once, and what came of them: arrays, a summary, a table for notebooks, a chart."""

import pickle
import time
from collections.abc import Mapping, Sequence
from dataclasses import fields
from html import escape
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from rollwright.api.own_bots import Bot, Chooser, as_player, name_of
from rollwright.api.progress_bar import Progress, follower
from rollwright.core.errors import BadBot, BadOption
from rollwright.core.game import Game, open_game
from rollwright.core.gpu.device import CPU
from rollwright.core.language import Phrase, printable
from rollwright.lab import simulate as lab
from rollwright.lab.gpu.device_choice import plays_on_gpu
from rollwright.lab.matches import RANDOM, SEED_STRIDE, Match, Seating, endings_of, play_match, play_matches
from rollwright.lab.statistics import Estimate

if TYPE_CHECKING:
    import altair

Setting = Mapping[str, str | Sequence[str]]


class Simulation(lab.Simulation):
    """The results of many games: one row for each game, one column for each seat.

    >>> import rollwright
    >>> result = rollwright.simulate("terminal_dispute", 500, seats=2, seed=1)
    >>> result.points.shape, result.shares().shape
    ((500, 2), (500, 2))
    >>> print(result.summary().partition("; ")[0])
    Terminal Dispute, 2 seats, 500 games by random: mean score 51.84, standard deviation 6.24, from 30 to 74
    """

    def summary(self) -> str:
        """Return the result as a sentence.

        >>> import rollwright
        >>> rollwright.simulate("tou_shi", 300).summary().split(":")[0]
        'Tóu Shí, 1 seat, 300 games by random'
        """
        points = self.points
        seats = "1 seat" if self.seats == 1 else f"{self.seats} seats"
        text = (
            f"{self.game.title}, {seats}, {self.games:,} games by {self.player}: mean score {points.mean():.2f}, "
            f"standard deviation {points.std():.2f}, from {points.min():g} to {points.max():g}"
        )
        return text if self.seats == 1 else f"{text}; wins {', '.join(f'{share:.0%}' for share in self.wins())}"

    def estimate(self, seat: int = 0) -> Estimate:
        """Return a seat's mean score with its 95% confidence interval.

        >>> import rollwright
        >>> found = rollwright.simulate("tou_shi", 300).estimate()
        >>> found.low < found.mean < found.high
        True
        """
        return Estimate.of_mean(self.points[:, seat])

    def chart(self) -> "altair.Chart":
        """Return the distribution of the scores as an Altair chart; needs ``pip install 'rollwright[lab]'``.

        >>> import rollwright
        >>> rollwright.simulate("tou_shi", 300).chart().to_dict()["mark"]["type"]
        'bar'
        """
        from rollwright.api.altair_charts import histogram

        return histogram({f"seat {seat + 1}": self.points[:, seat] for seat in range(self.seats)}, self.game.title)

    def __repr__(self) -> str:
        """Return the summary."""
        return f"<Simulation: {self.summary()}>"

    def _repr_html_(self) -> str:
        """Return the result as a table, which notebooks show."""
        wins = self.wins()
        rows = []
        for seat in range(self.seats):
            column, found = self.points[:, seat], self.estimate(seat)
            rows.append(
                [f"{seat + 1}", f"{found.mean:.2f} ({found.low:.2f} to {found.high:.2f})", f"{column.std():.2f}",
                 f"{column.min():g}", f"{np.median(column):g}", f"{column.max():g}", f"{wins[seat]:.1%}"]
            )  # fmt: skip
        head = ["seat", "mean (95%)", "deviation", "lowest", "median", "highest", "wins"]
        return html_table(f"{self.game.title}: {self.games:,} games by {self.player}", head, rows)


def html_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML, with everything escaped."""
    top = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def simulate(
    game: str,
    games: int = 1_000,
    *players: str | Bot,
    seats: int | None = None,
    seed: int = 1,
    options: Setting | None = None,
    workers: int = 1,
    cluster: str | None = None,
    device: str = CPU,
    progress: Progress = None,
) -> Simulation:
    """Play many games and return their results: at random, or by players, one for all seats or one for each.

    Random games are played by compiled code, some ten thousand a second; the same seed gives the same games for any
    number of workers, and those of ``rollwright sim``. With several workers one's own bots must be importable, as they
    run in other processes. `cluster` is the address of a Dask scheduler, as tcp://HOST:PORT: its workers play instead.
    With `device="gpu"` a graphics processor plays the same random games (``pip install 'rollwright[gpu]'``).

    >>> import rollwright
    >>> rollwright.simulate("tou_shi", 300, seed=1).points.shape
    (300, 1)
    >>> def first(position):
    ...     return position.legal()[0]
    >>> rollwright.simulate("terminal_dispute", 2, first, "guide", progress=False).halves.shape
    (2, 2)
    """
    opened = open_game(game)
    check_counts(workers, cluster, seed)
    seed = int(seed)  # NumPy's own could not be written as JSON
    told = follower(progress, games, "games")
    count = seats or (len(players) if len(players) > 1 else opened.seats[0])
    if len(players) not in (0, 1, count):
        raise BadOption(Phrase("Give one player for all seats, or one for each of {count}.", count=count))
    chosen = [as_player(each) for each in (players or (RANDOM,)) * (1 if len(players) > 1 else count)]
    if plays_on_gpu(device, RANDOM if set(chosen) == {RANDOM} else None, [RANDOM], workers, cluster):
        from rollwright.lab.gpu.device_simulation import simulate_on_gpu

        return _public(simulate_on_gpu(opened, count, games, seed, options, told))
    if set(chosen) == {RANDOM} and cluster:
        from rollwright.lab.workers.pool import open_workers

        with open_workers(cluster) as playing:
            return _public(lab.simulate_with(playing, opened, count, games, seed, options, told))
    if set(chosen) == {RANDOM}:
        return _public(lab.simulate(opened, count, games, seed, options, workers=workers, progress=told))
    setting = opened.setting(count, options or {})
    seatings = [Seating(chosen, seed * SEED_STRIDE + number, setting) for number in range(games)]
    started = time.perf_counter()
    played = matches(opened, seatings, workers, told, cluster)
    seconds = time.perf_counter() - started
    names = [name_of(each) for each in players]
    halves, ties = np.array([each.halves for each in played]), np.array([each.ties for each in played])
    decisions = sum(each.decisions for each in played)
    return Simulation(
        opened, count, games, seed, setting, decisions, seconds, halves, ties,
        endings_of(played), ", ".join(names),
    )  # fmt: skip


def _public(found: lab.Simulation) -> Simulation:
    return Simulation(**{each.name: getattr(found, each.name) for each in fields(found)})


def check_counts(workers: Any, cluster: str | None, seed: Any) -> None:
    """Refuse a number of workers or a seed that cannot be."""
    if not isinstance(workers, Integral) or workers < 1:
        raise BadOption(Phrase("At least one worker plays, not {workers}.", workers=repr(workers)))
    if workers != 1 and cluster:
        raise BadOption(Phrase("A cluster has its own workers: leave out workers, or the cluster."))
    if not isinstance(seed, Integral) or seed < 0:
        raise BadOption(Phrase("A seed is a whole number, 0 or more, not {seed}.", seed=repr(seed)))


def matches(
    game: Game, seatings: Sequence[Seating], workers: int, progress: Any, cluster: str | None = None
) -> list[Match]:
    """Play these games, here, in other processes or on other machines; the results are the same."""
    if workers > 1 or cluster:
        from rollwright.lab.workers.pool import open_workers

        _check_portable(seatings)
        with open_workers(cluster, workers) as playing:
            playing.prepare(game.name).result()
            return play_matches(playing, game, seatings, progress)
    played: list[Match] = []
    for each in seatings:
        played.append(play_match(game, each.players, each.seed, each.setting))
        progress(len(played))
    return played


def _check_portable(seatings: Sequence[Seating]) -> None:
    """Refuse a bot that other processes could not import."""
    for player in {player for each in seatings for player in each.players if isinstance(player, Chooser)}:
        try:
            pickle.dumps(player)
        except Exception as fault:  # pickling fails in several ways
            raise BadBot(
                Phrase("The bot {name} cannot go to other processes ({reason}): define it in a module, in a way that "
                       "can be pickled, or leave out workers.", name=name_of(player.bot),
                       reason=printable(str(fault), 200))
            ) from fault  # fmt: skip
