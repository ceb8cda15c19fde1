"""Thinking time is divided fairly: nobody waits for the many tables of somebody else, and nobody waits forever."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright.bots.thinking_queue import MAX_DEBT, QUANTUM, UNWATCHED_EVERY, Asker, ThinkingQueue
from tests.support.environments import HandSetTime
from tests.support.loops import run_apart

MANY = 55
"""The tables of somebody who has many."""


class Desk:
    """A queue whose clock is set by hand, and whose thinkers are told by hand that they have finished."""

    def __init__(self, thinkers: int = 1) -> None:
        self.clock = HandSetTime(0.0)
        self.waits: list[tuple[bool, float]] = []
        self.queue = ThinkingQueue(thinkers, self.clock, lambda watched, seconds: self.waits.append((watched, seconds)))
        self.begun: list[tuple[Asker, asyncio.Event]] = []
        """Whoever has had a turn, in that order."""
        self.asked: dict[Asker, list[asyncio.Task[None]]] = {}

    async def ask(self, *askers: Asker) -> None:
        for asker in askers:
            self.asked.setdefault(asker, []).append(asyncio.create_task(self._think(asker)))
        await self.settle()

    async def _think(self, asker: Asker) -> None:
        done = asyncio.Event()
        async with self.queue.turn(asker):
            self.begun.append((asker, done))
            await done.wait()

    async def settle(self) -> None:
        for _ in range(6):  # steps of a task between two of its pauses
            await asyncio.sleep(0)

    async def finish(self, seconds: float = 0.2, again: bool = True) -> Asker:
        """Let the one who thinks longest finish; the same table asks at once for its next move."""
        self.clock.now += seconds
        asker, done = next(each for each in self.begun if not each[1].is_set())
        if again:
            self.asked[asker].append(asyncio.create_task(self._think(asker)))
        await self.settle()
        done.set()
        await self.settle()
        return asker

    async def turns_until(self, wanted: Callable[[], bool], costs: Sequence[float], most: int = 10_000) -> int:
        """Count the turns until something is so; bots take these times, again and again."""
        turns = 0
        while not wanted():
            assert turns < most, "it never comes"
            await self.finish(costs[turns % len(costs)])
            turns += 1
        return turns

    def had_turn(self, asker: Asker) -> bool:
        return any(each is asker for each, _ in self.begun)

    async def close(self) -> None:
        for tasks in self.asked.values():
            for task in tasks:
                task.cancel()
        await asyncio.gather(*(task for tasks in self.asked.values() for task in tasks), return_exceptions=True)


def tried(scenario: Callable[[Desk], Any], thinkers: int = 1) -> None:
    async def run() -> None:
        desk = Desk(thinkers)
        try:
            await scenario(desk)
        finally:
            await desk.close()

    run_apart(run())


def watched(address: str, owner: str, table: str) -> Asker:
    return Asker(address, owner, table, lambda: True)


NAMES = st.sampled_from("abcdef")
ASKERS = st.lists(
    st.builds(
        lambda a, o, t, looks: Asker(a, f"{a}{o}", f"{a}{o}{t}", lambda: looks), NAMES, NAMES, NAMES, st.booleans()
    ),
    min_size=1,
    max_size=40,
)
COSTS = st.lists(st.floats(0, 0.4), min_size=1, max_size=8)


@settings(deadline=None, max_examples=60)
@given(ASKERS, COSTS, st.integers(0, 12))
def test_who_comes_from_elsewhere_waits_for_one_turn_of_each_address(
    askers: list[Asker], costs: list[float], before: int
) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.ask(*askers)
        for turn in range(before):
            await desk.finish(costs[turn % len(costs)])
        newcomer = watched("new", "new", "new")
        await desk.ask(newcomer)
        turns = await desk.turns_until(lambda: desk.had_turn(newcomer), costs)
        addresses = len({asker.address for asker in askers if asker.is_watched()})
        assert turns <= 1 + addresses + (addresses + 1) // (UNWATCHED_EVERY - 1) + 1, "the one who thinks, and these"

    tried(scenario)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(NAMES, st.integers(0, 50)), min_size=1, max_size=60), COSTS, st.integers(0, 12))
def test_at_one_address_it_is_one_turn_of_each_owner_however_many_tables_they_have(
    tables: list[tuple[str, int]], costs: list[float], before: int
) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.ask(*(watched("school", owner, f"{owner}{table}") for owner, table in tables))
        for turn in range(before):
            await desk.finish(costs[turn % len(costs)])
        newcomer = watched("school", "new", "new")
        await desk.ask(newcomer)
        turns = await desk.turns_until(lambda: desk.had_turn(newcomer), costs)
        assert turns <= 1 + len({owner for owner, _ in tables})

    tried(scenario)


@settings(deadline=None, max_examples=60)
@given(ASKERS, COSTS, st.integers(1, 3))
def test_everybody_has_a_turn_sooner_or_later(askers: list[Asker], costs: list[float], thinkers: int) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.ask(*askers)
        await desk.turns_until(lambda: all(map(desk.had_turn, askers)), costs)

    tried(scenario, thinkers)


@settings(deadline=None, max_examples=60)
@given(st.floats(QUANTUM, 1.0), st.floats(QUANTUM, 1.0), st.integers(1, 20))
def test_what_is_shared_is_the_time_and_not_the_number_of_questions(slow: float, quick: float, tables: int) -> None:
    async def scenario(desk: Desk) -> None:
        cost = {"slow": slow, "quick": quick}
        await desk.ask(*(watched("slow", "slow", f"slow {table}") for table in range(tables)))
        await desk.ask(watched("quick", "quick", "quick"), watched("quick", "quick", "quick too"))
        used = {"slow": 0.0, "quick": 0.0}
        for _ in range(60):
            thinking = next(asker for asker, done in desk.begun if not done.is_set())
            used[thinking.address] += cost[thinking.address]
            await desk.finish(cost[thinking.address])
        assert abs(used["slow"] - used["quick"]) <= 2 * max(slow, quick) + QUANTUM

    tried(scenario)


def test_one_turn_in_five_is_for_tables_that_nobody_looks_at() -> None:
    async def scenario(desk: Desk) -> None:
        looks, left = watched("a", "a", "a"), Asker("b", "b", "b")
        await desk.ask(looks, looks, left, left)
        for _ in range(50):
            await desk.finish()
        served = Counter(asker.table_id for asker, _ in desk.begun[1:])
        assert served == {"a": 40, "b": 10}

    tried(scenario)


def test_a_table_comes_first_as_soon_as_somebody_looks_at_it() -> None:
    async def scenario(desk: Desk) -> None:
        here: list[str] = []
        mine = Asker("a", "a", "mine", lambda: bool(here))
        await desk.ask(*(Asker("a", "a", f"t{number}") for number in range(MANY)), mine)
        here.append("somebody")
        await desk.finish()
        assert desk.begun[-1][0] is mine
        assert desk.waits[-1] == (True, 0.2)
        assert desk.waits[0] == (False, 0.0)

    tried(scenario)


def test_thinkers_are_never_idle_while_somebody_waits_and_a_question_may_be_dropped() -> None:
    async def scenario(desk: Desk) -> None:
        askers = [watched("a", "a", f"t{number}") for number in range(6)]
        await desk.ask(*askers)
        assert [asker.table_id for asker, _ in desk.begun] == ["t0", "t1"]
        desk.asked[askers[2]][0].cancel()  # while it waits
        desk.asked[askers[0]][0].cancel()  # while it thinks
        await desk.settle()
        assert [asker.table_id for asker, _ in desk.begun] == ["t0", "t1", "t3"]
        _, done = desk.begun[1]
        done.set()
        await asyncio.sleep(0)
        for number in (4, 5):  # one of them has just been given its turn
            desk.asked[askers[number]][0].cancel()
        await desk.settle()
        await desk.ask(askers[0])
        assert desk.begun[-1][0] is askers[0]
        assert len(desk.queue) == 0

    tried(scenario, thinkers=2)


def test_nobody_is_remembered_when_all_is_quiet() -> None:
    async def scenario(desk: Desk) -> None:
        await desk.ask(*(watched(f"address {number}", "a", "t") for number in range(4)))
        assert any(share.parts for share in desk.queue._shares.values())
        for _ in range(4):
            await desk.finish(2 * MAX_DEBT, again=False)
        assert not any(share.parts for share in desk.queue._shares.values())

    tried(scenario)
