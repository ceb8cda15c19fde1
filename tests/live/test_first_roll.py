"""The first roll of fair dice waits for the numbers of browsers that are here, but not for long."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rollwright.core.dice import commitment, number_commitment
from rollwright.core.errors import NotYourTurn
from rollwright.core.game import open_game
from rollwright.live.entry import new_table
from rollwright.live.room import Room
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.events import Arrangement, CommitmentsClosed, Committed, Gave, Seated, Started
from rollwright.table.models import DiceKind
from tests.support.paced_world import BOT, FRIEND, HERE, MOMENT, TOKEN, World, paused, tried, until

WAIT = 3.0
NUMBERS = ("0a" * 16, "1b" * 16)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


async def two(world: World) -> Room:
    """Open a table with fair dice at which two people are connected, each with a browser, and the first one rolls."""
    room = await world.room([HERE, FRIEND], "1", DiceKind.FAIR)
    setting = room.company.setting
    await room.arrange(None, lambda: [Seated(1, "friend", "Ana", {}), Started([0, 1], {}, setting)])
    room.join(asyncio.Event(), (1,))
    return room


async def commit(room: Room, seat: int) -> None:
    def act() -> Sequence[Arrangement]:
        digest = number_commitment(commitment(room.seed), seat, NUMBERS[seat])
        return room.company.numbers.commit(seat, digest, room.company.number_givers)

    await room.arrange(None, act)


async def reveal(room: Room, seat: int) -> None:
    def act() -> Sequence[Arrangement]:
        return room.company.numbers.reveal(seat, NUMBERS[seat], commitment(room.seed))

    await room.arrange(None, act)


def order(room: Room) -> list[str]:
    return room.company.numbers.order


def test_nothing_waits_when_all_numbers_are_there(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await two(world)
        for step in (commit, reveal):
            for seat in (0, 1):
                await step(room, seat)
        await room.roll(None)
        assert room.table.rolls == 1
        assert world.sleep.asked == [], "no pause was made"

    tried(world, attempt)


def test_a_roll_waits_for_commitments_and_numbers_of_those_who_are_here(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await two(world)
        await commit(room, 0)
        roll = asyncio.create_task(room.roll(None))
        await paused(world, WAIT)
        assert room.first_roll.is_waiting
        await commit(room, 1)
        assert order(room)[-1] == "close"
        await until(lambda: len(world.sleep.asked) == 2)
        await reveal(room, 1)
        assert room.table.rolls == 0
        await reveal(room, 0)
        await roll
        assert room.table.rolls == 1
        assert order(room) == ["commit 0", "commit 1", "close", "reveal 1", "reveal 0"]
        assert not room.first_roll.is_waiting

    tried(world, attempt)


def test_a_roll_does_not_wait_for_ever(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await two(world)
        await commit(room, 0)
        roll = asyncio.create_task(room.roll(None))
        await paused(world, WAIT)
        world.sleep.end()
        await until(lambda: len(world.sleep.asked) == 2)
        assert order(room) == ["commit 0", "close"], "then it goes on with those who have committed"
        assert room.table.rolls == 0
        world.sleep.end()
        await roll
        assert room.table.rolls == 1
        assert room.company.numbers.unrevealed == {0}

    tried(world, attempt)


def test_who_is_not_here_is_not_waited_for(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, FRIEND], "1", DiceKind.FAIR)
        setting = room.company.setting
        await room.arrange(None, lambda: [Seated(1, "friend", "Ana", {}), Started([0, 1], {}, setting)])
        await commit(room, 0)
        roll = asyncio.create_task(room.roll(None))
        await until(lambda: room.company.numbers.closed)
        await reveal(room, 0)
        await roll
        assert order(room) == ["commit 0", "close", "reveal 0"]

    tried(world, attempt)


def test_a_bot_s_first_roll_closes_the_commitments_and_waits_for_the_numbers(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await world.room([HERE, BOT], "2", DiceKind.FAIR)
        await room.arrange(None, lambda: [Committed(0, number_commitment(commitment(room.seed), 0, NUMBERS[0]))])
        await paused(world, MOMENT)
        world.sleep.end()
        await until(lambda: room.company.numbers.closed)
        assert room.table.rolls == 0
        await reveal(room, 0)
        await until(lambda: world.sleep.lengths)

        def goes_on() -> bool:
            world.sleep.end()
            return room.table.rolls == 1

        await until(goes_on)
        assert order(room) == ["commit 0", "close", "reveal 0"]

    tried(world, attempt)


def test_two_rolls_that_wait_roll_once(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        room = await two(world)
        await room.arrange(
            None, lambda: [Committed(0, "0" * 64), Committed(1, "1" * 64), CommitmentsClosed(), Gave(1, "ab" * 16)]
        )
        rolls = [asyncio.create_task(room.roll("key")) for _ in range(2)]
        await paused(world, WAIT, WAIT)
        world.sleep.end()
        await asyncio.gather(*rolls)
        assert room.table.rolls == 1

    tried(world, attempt)


def test_a_roll_while_no_dice_are_due_is_refused_at_once_and_uses_up_nothing(store: SQLiteStore) -> None:
    world = World(store)

    async def attempt() -> None:
        world.start()
        game = open_game("tou_shi")  # it begins with a decision, before any dice
        opened = await new_table.open_table(store, world.environment, TOKEN, game, [HERE], {}, DiceKind.FAIR)
        room = await world.rooms.room(opened)
        room.join(asyncio.Event(), (0,))
        early = asyncio.create_task(room.roll(None))
        await until(lambda: early.done() or world.sleep.lengths)
        assert world.sleep.asked == [], "nothing is waited for"
        with pytest.raises(NotYourTurn, match="no dice to roll now"):
            await early
        while not room.table.dice_due:
            await room.play(0, room.table.legal(0)[0], None)
        roll = asyncio.create_task(room.roll(None))
        await paused(world, WAIT)
        await commit(room, 0)
        await until(lambda: len(world.sleep.asked) == 2)
        await reveal(room, 0)
        await roll
        assert order(room) == ["commit 0", "close", "reveal 0"]

    tried(world, attempt)
