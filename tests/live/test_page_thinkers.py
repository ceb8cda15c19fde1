"""Pages think for the bots of tables that their browser has for itself, and for nobody else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

import rollwright.games
from rollwright.bots.search import SHOWN, Advice
from rollwright.core.game import open_game
from rollwright.core.position import Position
from rollwright.live.engine import Engine
from rollwright.live.entry import new_table
from rollwright.live.entry.identity import known_as
from rollwright.live.room import Room
from rollwright.live.rooms import Rooms
from rollwright.live.thinking.page_thinkers import Question, ThinkingPage, checked_advice
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Moved
from rollwright.table.events import Admitted
from rollwright.table.models import DiceKind, InvitationKind, Player
from tests.support.environments import QUICK, with_settings
from tests.support.loops import run_apart
from tests.support.paced_world import BOT, FRIEND, HERE, until
from tests.support.wire import ANY_NUMBER, QuickThinkers

TOKEN = "0" * 32
HOME = known_as(TOKEN)
PATIENT = with_settings(QUICK, page_patience=60.0)
SILENT = with_settings(QUICK, page_patience=-0.9)
"""A page has a tenth of a second, as the easy level takes a second at the most."""


class Counted(QuickThinkers):
    """Thinkers that note what they were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.positions: list[bytes] = []

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> "Future[Advice]":
        self.positions.append(position)
        return super().think(game_name, position, seat, level, seed)


@dataclass
class Page:
    """A page, and what it was asked; by default it makes the first legal move."""

    room: Room
    holder: str = HOME
    answer: Callable[[Question], Any] | None = None
    asked: list[Question] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.thinking = ThinkingPage(self.holder, self.ask)
        self.room.bot_players.pages.offer(self.thinking)

    async def ask(self, question: Question) -> None:
        self.asked.append(question)
        if self.answer is None:
            move = self.room.table.legal_moves(question.seat)[0]
            self.tell(question, {"move": move, "halves": 3, "others": [], "playouts": 0})
        elif (said := self.answer(question)) is not ...:
            self.tell(question, said)

    def tell(self, question: Question, said: Any) -> None:
        self.room.bot_players.pages.answered(self.thinking, question.key, said)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


Attempt = Callable[[Room, Counted], Awaitable[None]]


def tried(
    store: SQLiteStore, attempt: Attempt, players: Sequence[Player] = (HERE, BOT), game: str = ANY_NUMBER,
    patient: Any = PATIENT,
) -> None:  # fmt: skip
    """Try something at a table of one process."""

    async def run() -> None:
        thinkers = Counted()
        dice = DiceKind.SEEDED
        table_id = await new_table.open_table(store, patient, TOKEN, open_game(game), players, {}, dice)
        rooms = Rooms(store, Engine(thinkers, patient), patient)
        try:
            await attempt(await rooms.room(table_id), thinkers)
        finally:
            await rooms.close()

    run_apart(run())


async def played(room: Room, moves: int = 1) -> list[int]:
    """Play until a bot has made so many moves, and return them."""

    def made() -> list[int]:
        return [each.move for each in room.table.log if isinstance(each, Moved) and each.seat in room.bots]

    async with asyncio.timeout(60):
        while len(made()) < moves:
            if room.table.dice_due and room.table.roller not in room.bots:
                await room.roll(None)
            elif 0 in room.table.waiting and 0 not in room.bots:
                await room.play(0, room.table.legal(0)[0], None)
            else:
                await asyncio.sleep(0.005)
    return made()


def test_a_page_moves_for_a_bot_and_the_server_need_not_think(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room)
        moves = await played(room, 3)
        assert len(page.asked) >= len(moves) >= 3
        assert not thinkers.positions
        assert {each.level for each in page.asked} == {"easy"}
        assert len({each.seed for each in page.asked}) == len(page.asked), "each decision has a seed of its own"

    tried(store, attempt)


def test_what_a_page_chooses_is_what_is_played(store: SQLiteStore) -> None:
    chosen: list[int] = []

    async def attempt(room: Room, thinkers: Counted) -> None:
        def last(question: Question) -> Any:
            chosen.append(room.table.legal_moves(question.seat)[-1])
            return {"move": chosen[-1], "halves": 1.5, "others": [], "playouts": 7}

        Page(room, answer=last)
        moves = await played(room, 2)
        assert moves == chosen[: len(moves)]

    tried(store, attempt)


WRONG: list[Any] = [
    None,
    17,
    {},
    {"move": -1, "halves": 0, "others": [], "playouts": 0},
    {"move": "1", "halves": 0, "others": [], "playouts": 0},
    {"move": True, "halves": 0, "others": [], "playouts": 0},
    {"move": 5, "halves": nan, "others": [], "playouts": 0},
    {"move": 5, "halves": inf, "others": [], "playouts": 0},
    {"move": 5, "halves": 1e9, "others": [], "playouts": 0},
    {"move": 5, "halves": 10**400, "others": [], "playouts": 0},
    {"move": 5, "halves": 0, "others": [[6, -(10**400)]], "playouts": 0},
    {"move": 5, "halves": None, "others": [], "playouts": 0},
    {"move": 5, "halves": 0, "others": None, "playouts": 0},
    {"move": 5, "halves": 0, "others": [[6]], "playouts": 0},
    {"move": 5, "halves": 0, "others": [[99, 0]], "playouts": 0},
    {"move": 5, "halves": 0, "others": [[6, 0]] * (SHOWN + 1), "playouts": 0},
    {"move": 5, "halves": 0, "others": [], "playouts": 1.5},
    {"move": 5, "halves": 0, "others": []},
]


@pytest.mark.parametrize("said", WRONG)
def test_an_answer_that_makes_no_sense_is_none(said: Any) -> None:
    assert checked_advice(said, [5, 6]) is None


def test_an_answer_is_an_advice() -> None:
    said = {"move": 5, "halves": 3, "others": [[6, 2.5]], "playouts": 100}
    assert checked_advice(said, [5, 6]) == Advice(5, 3.0, [(6, 2.5)], 100)


def test_a_page_that_answers_nonsense_is_not_asked_again(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room, answer=lambda _: {"move": 10**6, "halves": 0, "others": [], "playouts": 0})
        await played(room, 2)
        assert len(page.asked) == 1
        assert len(thinkers.positions) >= 2

    tried(store, attempt)


def test_the_server_moves_when_a_page_is_silent_and_a_late_answer_changes_nothing(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room, answer=lambda _: ...)
        moves = await played(room, 1)
        assert len(page.asked) == 1
        assert thinkers.positions[0] == page.asked[0].position
        log = list(room.table.log)
        page.tell(page.asked[0], {"move": moves[0], "halves": 0, "others": [], "playouts": 0})
        assert room.table.log == log
        assert len(page.asked) == 1

    tried(store, attempt, patient=SILENT)


def test_the_server_moves_when_a_page_is_closed_while_it_thinks(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room, answer=lambda _: ...)
        playing = asyncio.create_task(played(room, 1))
        await until(lambda: page.asked)
        room.bot_players.pages.withdraw(page.thinking)
        await playing
        assert thinkers.positions[0] == page.asked[0].position

    tried(store, attempt)


def test_the_page_that_came_last_is_asked_and_no_other_page_answers_for_it(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        first, last = Page(room), Page(room, answer=lambda _: ...)
        playing = asyncio.create_task(played(room, 1))
        await until(lambda: last.asked)
        first.tell(last.asked[0], {"move": 0, "halves": 0, "others": [], "playouts": 0})
        await asyncio.sleep(0.02)
        assert not playing.done()
        move = room.table.legal_moves(last.asked[0].seat)[-1]
        last.tell(last.asked[0], {"move": move, "halves": 0, "others": [], "playouts": 0})
        assert (await playing)[0] == move
        assert not first.asked

    tried(store, attempt)


def test_a_page_is_asked_one_thing_at_a_time(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page, pages = Page(room, answer=lambda _: ...), room.bot_players.pages
        if room.table.dice_due:
            await room.roll(None)
        position, move = room.table.seen_by(0).tobytes(), room.table.legal_moves(0)[0]
        asking = [asyncio.create_task(pages.advise(0, "easy", position, seed)) for seed in range(3)]
        await until(lambda: page.asked)
        await asyncio.sleep(0.02)
        [first] = page.asked
        page.tell(first, {"move": move, "halves": 0, "others": [], "playouts": 0})
        assert await asking[0] == Advice(move, 0.0, [], 0)
        await until(lambda: len(page.asked) == 2)
        page.tell(page.asked[1], None)
        assert [await asking[1], await asking[2]] == [None, None]
        assert len(page.asked) == 2, "nobody waits for a page that has failed"

    tried(store, attempt, players=(HERE,))


def test_what_was_thought_about_a_position_that_is_no_more_is_dropped(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        stale: list[Question] = []

        def undone(question: Question) -> Any:
            legal = room.table.legal_moves(question.seat)
            if not stale and room.table.recent(0):
                stale.append(question)
                return ...
            return {"move": legal[0], "halves": 0, "others": [], "playouts": 0}

        page = Page(room, answer=undone)
        playing = asyncio.create_task(played(room, 40))
        await until(lambda: stale)
        playing.cancel()
        count = len(page.asked)
        await room.undo(0, None, lambda: None)
        moved = len(room.table.log)
        last = room.table.legal_moves(stale[0].seat)[-1]
        page.tell(stale[0], {"move": last, "halves": 0, "others": [], "playouts": 0})
        await until(lambda: len(page.asked) > count)
        assert last not in [each.move for each in room.table.log[moved:] if isinstance(each, Moved)]

    tried(store, attempt)


def test_no_page_is_asked_where_somebody_else_may_play_or_watches(store: SQLiteStore) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        pages = room.bot_players.pages
        assert pages.is_home_of(HOME) is not room.company.has_invited_seats
        assert not pages.is_home_of(known_as("1" * 32))
        stranger = Page(room, holder=known_as("1" * 32))
        await room.do(None, lambda: [Admitted(known_as("2" * 32), InvitationKind.WATCH)])
        page = Page(room)
        assert not pages.is_home_of(HOME)
        if room.company.started:
            await played(room, 1)
            assert thinkers.positions
        assert not page.asked
        assert not stranger.asked

    tried(store, attempt)
    tried(store, attempt, players=(HERE, FRIEND, BOT))


@pytest.mark.parametrize("shared", [{"deal": "daily 2030-01-01"}, {"ranked": True}])
def test_no_page_is_asked_where_others_compare_their_results(store: SQLiteStore, shared: dict[str, Any]) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room)
        room.company.head = room.head = replace(room.head, **shared)
        await played(room, 1)
        assert thinkers.positions
        assert not page.asked

    tried(store, attempt)


def test_no_page_is_asked_for_what_is_to_be_a_secret(store: SQLiteStore, bids: str) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room)
        moves = await played(room, 1)
        assert room.game.moves.is_secret(moves[0])
        assert thinkers.positions
        assert not page.asked

    tried(store, attempt, players=(HERE, BOT, replace(BOT, name="Blaise")), game=bids)


def test_a_page_finds_a_hint_for_the_seat_that_is_played_there(store: SQLiteStore, bids: str) -> None:
    async def attempt(room: Room, thinkers: Counted) -> None:
        page = Page(room)
        while 0 not in room.table.waiting:
            await (room.roll(None) if room.table.dice_due and room.table.roller == 0 else asyncio.sleep(0.005))
        position, advice = await room.bot_players.hint(0, "hard")
        [question] = [each for each in page.asked if each.level == "hard"]
        assert question.position == position
        shown = Position(room.table.rules, room.table.rules.restore(position))
        assert bytes(shown.seen(0)) == position, "it holds nothing that is concealed from that seat"
        assert advice.move == room.table.legal_moves(0)[0]

    for game in (ANY_NUMBER, bids):
        tried(store, attempt, players=(HERE, BOT, replace(BOT, name="Blaise")), game=game)


@pytest.fixture
def bids() -> Iterator[str]:
    """A game of the tests, whose moves are secret."""
    shelf = str(Path(__file__).parents[1] / "shelf")
    rollwright.games.__path__.append(shelf)
    yield "sealed_bids"
    rollwright.games.__path__.remove(shelf)
