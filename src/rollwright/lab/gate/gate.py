"""Plays the contests of a game until each is decided, and says which sides win too often."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rollwright.core.game import Game
from rollwright.lab.gate.contests import SLIPS, Contest, Dice, Lead, as_quarters, play_dice
from rollwright.lab.gate.sequential_test import KINDS, Bounds, Verdict
from rollwright.lab.matches import SEED_STRIDE, Player
from rollwright.lab.statistics import Estimate
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import counting, spread

AT_ONCE = 400
"""Sets of dice of a contest that are played before it is judged, where games are compiled; each STEP of them counts."""

FEW_AT_ONCE = 50
"""The same where bots think."""


@dataclass(frozen=True)
class Judged:
    """A contest and what was found."""

    contest: Contest
    verdicts: tuple[Verdict, Verdict]
    """Of both sides."""
    games: int
    """Games that the verdict needed."""
    share: Estimate
    """The first side's share of the victories in these games."""
    is_cut: bool
    """Whether it was undecided after the most games, so that the likelier was taken."""
    alone: "tuple[Judged, ...]" = ()
    """What was found on each of the tables that go round, alone; empty if there is one table only."""

    @property
    def passes(self) -> bool:
        """Whether no side wins too often."""
        return Verdict.OVER not in self.verdicts

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides, the one that wins too often first."""
        one, other = self.contest.sides
        return (other, one) if self.verdicts[1] == Verdict.OVER else (one, other)

    @property
    def winning(self) -> tuple[float, float, float]:
        """The share of the first of these sides, and its interval."""
        found = self.share.mean, self.share.low, self.share.high
        return (1 - found[0], 1 - found[2], 1 - found[1]) if self.verdicts[1] == Verdict.OVER else found


def judge(contest: Contest, found: Sequence[Lead], bounds: Bounds) -> Judged:
    """Judge a contest by its sets of dice, as far as they were played."""
    seen = as_quarters(found)
    first, second, after = bounds.judge_both(seen)
    used = seen[:after]
    each = [[quarter / (KINDS - 1)] for quarter in used.tolist()]
    games = sum(len(lead.leads) for lead in found[:after])
    share = Estimate.of_share_in_sets(each)
    is_cut = after >= bounds.most and not bounds.is_sure(used, (first, second))
    return Judged(contest, (first, second), games, share, is_cut)


def is_open(judged: Judged) -> bool:
    """Return whether more games are needed."""
    return judged.passes and Verdict.OPEN in judged.verdicts


Play = Callable[[Sequence[Dice], Callable[[int], None]], Sequence[Lead]]
"""What plays sets of dice and counts those that are done."""


def run_gate(
    workers: Workers,
    game: Game,
    every: Sequence[Contest],
    player: Player,
    seed: int,
    most: int,
    progress: Callable[[str], None] = lambda text: None,
    *,
    on_gpu: bool = False,
) -> list[Judged]:
    """Play all contests on the same sets of dice until each is decided; on a GPU, all that are due at once.

    Where tables go round, the contests are also played on each of them alone: that is told, and judges nothing.
    """
    if not on_gpu:
        workers.prepare(game.name).result()

    def play(wanted: Sequence[Dice], done: Callable[[int], None]) -> Sequence[Lead]:
        if on_gpu:
            return play_dice(game.name, player, wanted, on_gpu=True)
        return spread(workers, play_dice, (game.name, player), wanted, done)

    at_once = AT_ONCE if player in SLIPS else FEW_AT_ONCE

    def decided(these: Sequence[Contest], what: str) -> list[Judged]:
        return decide(play, these, seed, most, at_once, lambda text: progress(f"{game.title}{what}: {text}"))

    judged, tables = decided(every, ""), every[0].tables if every else ()
    if len(tables) < 2:
        return judged
    by_table = [
        decided([replace(contest, tables=(table,)) for contest in every], f", table {number} of {len(tables)} alone")
        for number, table in enumerate(tables, start=1)
    ]
    return [replace(each, alone=alone) for each, alone in zip(judged, zip(*by_table, strict=True), strict=True)]


def decide(
    play: Play, every: Sequence[Contest], seed: int, most: int, at_once: int, progress: Callable[[str], None]
) -> list[Judged]:
    """Play contests until each is decided."""
    bounds = Bounds(2 * len(every), most)
    found: dict[Contest, list[Lead]] = {contest: [] for contest in every}
    judged: dict[Contest, Judged] = {}
    undecided = list(every)
    while undecided:
        wanted = [
            (contest, number, seed * SEED_STRIDE + number)
            for contest in undecided
            for number in range(len(found[contest]), min(most, len(found[contest]) + at_once))
        ]
        text = f"{len(undecided)} of {len(every)} pairings, {len(found[undecided[0]]):,} sets of dice each"
        leads = play(wanted, counting(progress, f"{text}; the next", len(wanted)))
        for (contest, _, _), lead in zip(wanted, leads, strict=True):
            found[contest].append(lead)
        for contest in undecided:
            judged[contest] = judge(contest, found[contest], bounds)
        undecided = [contest for contest in undecided if is_open(judged[contest])]
    return [judged[contest] for contest in every]
