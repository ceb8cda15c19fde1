"""Bots roll for themselves and act at a pace that people can follow, which they may choose, and cut short."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rollwright.bots.search import Advice
from rollwright.live.entry.identity import known_as
from rollwright.live.pace import Pace, Speed
from rollwright.live.room import Room
from rollwright.store.errors import StoreRefused
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Moved, Rolled
from rollwright.table.events import CommitmentsClosed, Committed, Gave, Seated, Started
from rollwright.table.models import DiceKind
from tests.support.environments import QUICK, HandSetTime, with_settings
from tests.support.paced_world import BOT, FRIEND, HERE, MOMENT, PACE, QUICK_PACE, TOKEN, World, paused, tried, until
from tests.support.wire import QuickThinkers


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


async def written_by_person(world: World, room: Room) -> None:
    """Let the bot do all it can, and the person everything until dice are due."""
    while not room.table.dice_due:
        if 0 in room.table.waiting:
            await room.play(0, room.table.legal(0)[0], None)
        else:
            await until(lambda: world.sleep.lengths)
            world.sleep.end()
            await asyncio.sleep(0.005)
    async with room.settled():
        assert room.table.dice_due, "and what the bot did is committed"


def has_done(room: Room, count: int) -> bool:
    return deeds(room) >= count


def deeds(room: Room) -> int:
    return sum(isinstance(event, Moved | Rolled) for event in room.table.log)


def test_a_bot_rolls_and_moves_one_deed_after_the_other(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "2")
        for deed in range(2):
            await paused(world, PACE)
            assert deeds(room) == deed, "each deed is published before the next one"
            world.sleep.end()
            await until(partial(has_done, room, deed + 1))
        assert [type(event) for event in room.table.log[1:]] == [Rolled, Moved]
        assert room.table.roller == 1

    tried(world, attempt)


def test_a_person_rolls_their_own_dice(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "1")
        assert room.table.dice_due
        assert room.bot_players.dice.plan is None
        assert not world.sleep.asked

    tried(world, attempt)


def test_bots_that_move_at_the_same_time_pause_side_by_side(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT, replace(BOT, name="Blaise")], "1")
        await room.roll(None)
        await room.play(0, room.table.legal(0)[0], None)
        assert {1, 2} <= set(room.table.waiting)
        await paused(world, PACE, PACE)

    tried(world, attempt)


def test_thinking_is_part_of_the_pace(store: SQLiteStore) -> None:
    clock = HandSetTime(1_000.0)

    class SlowThinkers(QuickThinkers):
        def think(self, *asked: Any) -> Future[Advice]:
            clock.now += 0.5
            return super().think(*asked)

    world = World(store, clock, thinkers=SlowThinkers)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "2")
        await paused(world, PACE)
        world.sleep.end()
        await paused(world, 0.25)
        assert room.table.waiting == [1]

    tried(world, attempt)


def test_before_a_bot_rolls_there_is_a_moment_to_undo(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "1")
        await room.roll(None)
        await written_by_person(world, room)
        plan = room.bot_players.dice.plan
        assert plan
        assert (plan.seat, plan.moment) == (1, MOMENT)
        assert plan.due == world.clock.now + MOMENT
        await paused(world, MOMENT)
        await room.undo(0, None)
        assert room.bot_players.dice.plan is None, "the undo stops it"
        before = room.table.rolls
        world.sleep.end()
        await asyncio.sleep(0.01)
        assert room.table.rolls == before
        await written_by_person(world, room)
        await paused(world, MOMENT)
        world.sleep.end()
        await until(lambda: room.table.rolls > before)

    tried(world, attempt)


def test_the_moment_is_counted_from_the_last_move_of_a_person(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "1")
        await room.roll(None)
        while 0 in room.table.waiting:
            await room.play(0, room.table.legal(0)[0], None)
        world.clock.now += 2.0
        await written_by_person(world, room)
        plan = room.bot_players.dice.plan
        assert plan
        assert plan.due == world.clock.now + MOMENT - 2.0

    tried(world, attempt)


def test_who_hurries_waits_neither_for_the_roll_nor_long_for_what_follows(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "1")
        await room.roll(None)
        await written_by_person(world, room)
        await paused(world, MOMENT)
        before = room.table.rolls
        room.bot_players.pace.hurry()
        await until(lambda: room.table.rolls > before)
        assert room.table.waiting == [1]
        await paused(world, QUICK_PACE)
        world.sleep.end()
        await until(lambda: 0 in room.table.waiting and not room.lock.locked())
        assert room.bot_players.pace.step == PACE, "a person is asked again"

    tried(world, attempt)


def test_the_slowest_speed_counts_of_those_who_are_here() -> None:
    pace = Pace(with_settings(QUICK, bot_pace=PACE, bot_quick_pace=QUICK_PACE, bot_moment=MOMENT))
    assert (pace.speed, pace.step, pace.moment) == (Speed.WATCH, PACE, MOMENT)
    pace.choose("ana", Speed.AT_ONCE)
    assert pace.step == 0
    assert 0 < pace.moment < MOMENT, "something can still be undone"
    pace.choose("ben", Speed.QUICK)
    assert pace.step == QUICK_PACE
    pace.choose("ana", Speed.WATCH)
    assert pace.step == PACE
    pace.forget("ana")
    assert pace.step == QUICK_PACE


def test_at_once_is_without_a_pause(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        world.start()
        room = await world.rooms.room(await world.open([HERE, BOT], "2"))
        room.bot_players.pace.choose(known_as(TOKEN), Speed.AT_ONCE)
        room.join(asyncio.Event(), (0,))
        await until(lambda: 0 in room.table.waiting)
        assert room.table.rolls == 1

    tried(world, attempt)


def test_a_restarted_server_goes_on_with_the_roll_of_a_bot(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "1")
        await room.roll(None)
        await written_by_person(world, room)
        rolls, log = room.table.rolls, len(room.table.log)
        await world.rooms.close()
        world.start()
        again = await world.rooms.room(room.head.table_id)
        assert (again.table.rolls, len(again.table.log)) == (rolls, log)
        await until(lambda: again.bot_players.dice.plan)
        await until(lambda: world.sleep.lengths)
        world.sleep.end()
        await until(lambda: again.table.rolls > rolls)

    tried(world, attempt)


def test_a_roll_that_could_not_be_committed_is_tried_again(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = World(store)

    def refuse(*request: object) -> Any:
        raise StoreRefused("the store is away")  # type: ignore[arg-type]

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "2")
        await paused(world, PACE)
        with monkeypatch.context() as away:
            away.setattr(store, "append", refuse)
            world.sleep.end()
            await until(lambda: QUICK.settings.bot_retry in world.sleep.lengths)
            assert room.table.rolls == 0, "nobody has seen dice that are not stored"
        for _ in range(2):
            await until(lambda: world.sleep.lengths)
            world.sleep.end()
        await until(lambda: room.table.rolls == 1)

    tried(world, attempt)
    assert "could not be rolled" in caplog.text


def test_real_dice_of_bots_are_rolled_by_people(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "2", DiceKind.OWN)
        assert room.table.dice_due
        assert room.bot_players.dice.plan is None

    tried(world, attempt)


def test_the_first_roll_waits_for_the_numbers_of_the_browsers(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "2", DiceKind.FAIR)
        plan = room.bot_players.dice.plan
        assert plan
        assert (plan.early, plan.moment, plan.due) == (True, 0, world.clock.now + MOMENT)
        await room.arrange(None, lambda: [Committed(0, "0" * 64), CommitmentsClosed()])
        assert room.bot_players.dice.plan == plan, "it is not shown yet"
        await room.arrange(None, lambda: [Gave(0, "0" * 32)])
        plan = room.bot_players.dice.plan
        assert plan is not None
        assert (plan.early, plan.due) == (False, world.clock.now + PACE)
        await paused(world, PACE)
        world.sleep.end()
        await until(lambda: room.table.rolls == 1)

    tried(world, attempt)


def test_dice_of_somebody_absent_are_rolled_for_those_who_are_here(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, FRIEND], "2")
        setting = room.company.setting
        await room.arrange(None, lambda: [Seated(1, "friend", "Ana", {}), Started([0, 1], {}, setting)])
        friend = asyncio.Event()
        room.join(friend, (1,))
        assert room.table.roller == 1
        assert room.bot_players.dice.plan is None, "she is here, and rolls herself"
        room.leave(friend)
        assert room.bot_players.dice.plan is None, "perhaps she only loads the page again"
        world.clock.now += 60
        room.presence.review()
        await until(lambda: world.sleep.lengths)
        world.sleep.end()
        await until(lambda: room.table.rolls == 1)
        assert room.table.waiting == [1], "she alone decides what to do with them"

    tried(world, attempt)
