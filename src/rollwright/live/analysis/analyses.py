"""Analyses of finished games: worked out in the thinkers' processes, in small jobs, and kept with their tables.

A first view takes some seconds. It is refined, with more playouts, as long as somebody looks. Whoever asks for it pays
with their part of the thinking time, as for a bot.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rollwright.bots.analysis.account import Analysis, Walk, decisions
from rollwright.bots.analysis.jobs import judge_choice, time_playouts, value_positions
from rollwright.bots.analysis.measuring import OF_A_DECISION, Value
from rollwright.bots.thinking_queue import Asker
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.engine import Engine
from rollwright.live.environment import Environment
from rollwright.live.room import Room
from rollwright.table.models import Judged
from rollwright.table.replay import PlayedGame

LOG = logging.getLogger(__name__)

FEWEST, MOST = 16, 512
"""Playouts of each move in a first view."""

VALUE_FACTOR = 4
"""How many times more playouts a position gets than a move: only moves are compared with the same dice."""

LONGEST_JOB = 0.4
"""The seconds that a job is planned to take at most, as bots may wait for its end."""

TIMES = 4
"""With how many times more playouts an analysis is refined."""

LOOKED_FOR = 12.0
"""Seconds since somebody last asked how far it is for which somebody still looks."""

MAX_KEPT = 64
"""Analyses held in memory, about 100 kB each."""

MAX_RUNNING_OF_ONE = 2
"""Analyses that one address may have worked out at the same time."""


class Stage(StrEnum):
    """How far an analysis is."""

    FIRST = "first"
    """The first view is being worked out."""
    REFINING = "refining"
    """It can be looked at, and gets more exact."""
    COMPLETE = "complete"
    FAILED = "failed"


@dataclass
class Work:
    """The analysis of one table, as far as it is."""

    played: PlayedGame
    people: frozenset[int]
    """The seats whose decisions are looked at first."""
    address: str
    stage: Stage = Stage.FIRST
    done: float = 0.0
    """The part of the present pass that is done."""
    analysis: Analysis | None = None
    version: int = 0
    """Counts what there is to be seen anew."""
    looked: float = 0.0
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether it is being worked out."""
        return self.task is not None and not self.task.done()

    def show(self, analysis: Analysis, stage: Stage) -> None:
        """Let people see what is known now."""
        self.analysis, self.stage = analysis, stage
        self.version += 1


class Analyses:
    """The analyses of all tables."""

    def __init__(self, engine: Engine, environment: Environment) -> None:
        """Begin with none."""
        self._engine = engine
        self._environment = environment
        self._works: OrderedDict[str, Work] = OrderedDict()

    async def look(self, room: Room, played: PlayedGame, asker: Asker) -> Work:
        """Return the analysis of a table's finished game; begin it, or go on with it, as somebody looks now."""
        table_id = room.head.table_id
        work = self._works.get(table_id)
        if work is None or work.played.events != played.events:
            work = self._works[table_id] = await self._begun(room, played, asker)
            while len(self._works) > MAX_KEPT:
                _, oldest = self._works.popitem(last=False)
                if oldest.task:
                    oldest.task.cancel()
        self._works.move_to_end(table_id)
        work.looked = self._environment.monotonic()
        if work.task is None or (work.stage in (Stage.REFINING, Stage.FAILED) and not work.is_running):
            self._check_share(asker.address)
            work.address = asker.address
            work.task = asyncio.create_task(self._run(room, work, asker))
        return work

    async def _begun(self, room: Room, played: PlayedGame, asker: Asker) -> Work:
        """Take up what was kept of a table's analysis, or begin anew."""
        work = Work(played, people_of(room), asker.address)
        kept = await asyncio.wrap_future(room.store.analysis(room.head.table_id))
        if kept and (analysis := Analysis.read(kept)) and len(analysis.movers) == len(played.events):
            work.show(analysis, Stage.REFINING)
        return work

    def _check_share(self, address: str) -> None:
        running = sum(work.is_running and work.address == address for work in self._works.values())
        if running >= MAX_RUNNING_OF_ONE:
            raise Refusal(Phrase("Other games are being analysed for you: look again when they are done."))

    async def _run(self, room: Room, work: Work, asker: Asker) -> None:
        try:
            job = _Job(self._engine, self._environment, room, work, asker)
            await job.run()
        except Refusal as refusal:
            LOG.info("An analysis was not finished: %s", refusal)
            work.stage = Stage.FAILED
        except Exception:
            LOG.exception("an analysis was not finished")
            work.stage = Stage.FAILED

    async def close(self) -> None:
        """Stop all that is being worked out."""
        tasks = [work.task for work in self._works.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Job:
    """Works out one analysis."""

    def __init__(self, engine: Engine, environment: Environment, room: Room, work: Work, asker: Asker) -> None:
        self._engine, self._environment, self._room, self._work = engine, environment, room, work
        self._game = work.played.game.name
        self._asker = Asker(asker.address, asker.owner, asker.table_id, self._is_looked_at)
        self._settings = environment.settings
        self._seconds = 0.0

    def _is_looked_at(self) -> bool:
        return self._environment.monotonic() - self._work.looked < LOOKED_FOR

    async def run(self) -> None:
        """Make the first view, unless it was kept, and refine it while somebody looks."""
        work = self._work
        await self._engine.prepare_analysis(work.played.game)
        walk = await asyncio.to_thread(Walk.of, work.played)
        middle = walk.positions[:: max(1, len(walk.positions) // 4)][:4]
        self._seconds = await self._engine.ask(self._asker, time_playouts, self._game, middle)
        steps = [step for step in decisions(walk.movers) if walk.movers[step - 1] in work.people]
        if work.analysis is None:
            wanted = self._settings.analysis_seconds
            in_time = planned(wanted, self._seconds, len(walk.positions), len(steps))
            playouts = self._settings.analysis_playouts or in_time
            fresh = Analysis(work.played.opened.seats, walk.movers, playouts)
            fresh.values = await self._values(walk, playouts, part=0.5)
            work.show(fresh, Stage.FIRST)
            await self._choose(walk, fresh, steps, playouts, 0, (0.5, 1.0))
            work.show(fresh, Stage.REFINING)
            await self._keep(fresh)
        for nth in range(1, self._settings.analysis_refinements + 1):
            before = work.analysis
            assert before is not None, "there is a first view"
            playouts = before.playouts * TIMES
            if playouts > MOST or not self._is_looked_at():
                break
            await self._refine(walk, before, steps, playouts, nth)
        if self._is_looked_at():
            work.stage = Stage.COMPLETE
            work.version += 1

    async def _refine(self, walk: Walk, before: Analysis, steps: Sequence[int], playouts: int, nth: int) -> None:
        """Measure everything again with more playouts: the costliest decisions first, those of bots last."""
        finer = Analysis(before.seats, before.movers, playouts, choices=dict(before.choices))
        finer.values = await self._values(walk, playouts, part=0.4)
        found = before.choices
        order = sorted(steps, key=lambda step: -found[step].loss if step in found else 0.0)
        await self._choose(walk, finer, order, playouts, nth, (0.4, 0.8))
        others = [step for step in decisions(walk.movers) if step not in found and step not in set(steps)]
        await self._choose(walk, finer, others, before.playouts, 0, (0.8, 1.0))
        self._work.show(finer, Stage.REFINING)
        await self._keep(finer)

    async def _values(self, walk: Walk, playouts: int, part: float) -> list[Value]:
        """Return the values of all positions, some at a time."""
        each = VALUE_FACTOR * playouts
        at_once = max(1, int(LONGEST_JOB / max(1e-9, self._seconds * each)))
        positions = list(zip(walk.positions, walk.drawn, strict=True))
        found: list[Value] = []
        while len(found) < len(positions):
            some = positions[len(found) : len(found) + at_once]
            found += await self._engine.ask(self._asker, value_positions, self._game, some, walk.seed, each)
            self._work.done = part * len(found) / len(walk.positions)
        return found

    async def _choose(
        self, walk: Walk, into: Analysis, steps: Sequence[int], playouts: int, nth: int, part: tuple[float, float]
    ) -> None:
        """Judge some decisions."""
        for number, step in enumerate(steps):
            position, seat, move = walk.positions[step - 1], walk.movers[step - 1], walk.moves[step - 1]
            choice = await self._engine.ask(
                self._asker, judge_choice, self._game, position, seat, move, playouts, nth
            )  # fmt: skip
            if choice is not None:
                into.choices[step] = choice
            self._work.done = part[0] + (part[1] - part[0]) * (number + 1) / len(steps)

    async def _keep(self, analysis: Analysis) -> None:
        """Keep it with the table and its results, unless the game went on."""
        room = self._room
        async with room.settled():
            if room.deleted or not room.table.over or PlayedGame.of(room.table).events != self._work.played.events:
                return
            place = room.length
        kept = room.store.keep_analysis(room.head.table_id, place, analysis.text(), judged(analysis))
        await asyncio.wrap_future(kept)


def people_of(room: Room) -> frozenset[int]:
    """Return the seats whose decisions are looked at first: people's, or all if there are none."""
    chairs = room.company.chairs
    return frozenset(seat for seat, chair in enumerate(chairs) if not chair.level) or frozenset(range(len(chairs)))


def planned(wanted_seconds: float, seconds: float, positions: int, steps: int) -> int:
    """Return the playouts of each move in a first view that may take so long, if one takes so long: a power of two."""
    wanted = wanted_seconds / (seconds * (VALUE_FACTOR * positions + OF_A_DECISION * max(1, steps)))
    longest = LONGEST_JOB / (seconds * OF_A_DECISION)
    playouts = FEWEST
    while playouts * 2 <= min(wanted, longest, MOST):
        playouts *= 2
    return playouts


def judged(analysis: Analysis) -> list[Judged]:
    """Return what an analysis says about each seat whose decisions it knows."""
    found = []
    for seat in range(analysis.seats):
        losses = [choice.loss for choice in analysis.of_seat(seat).values()]
        if losses:
            found.append(Judged(seat, analysis.sum(seat, points=True).luck, sum(losses), len(losses)))
    return found
