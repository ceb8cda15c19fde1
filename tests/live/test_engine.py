"""The engine lets people and bots play while a game is compiled, and never imports the compiler itself."""

import asyncio
import itertools
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

import rollwright.games
from rollwright.bots.levels import choose
from rollwright.bots.makers import Makers, is_made, nothing_further
from rollwright.bots.search import Advice, guess
from rollwright.bots.thinkers import Thinkers
from rollwright.bots.thinking_queue import Asker
from rollwright.core.contract import Record, score
from rollwright.core.dice import ScriptedDice, SeededDice
from rollwright.core.game import Game, open_game
from rollwright.core.native.declaration import Argument, NativeFunction
from rollwright.live.engine import Engine
from rollwright.table import Table
from tests.support import ROOT, SHELF
from tests.support.environments import QUICK
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER, GAMES, QuickThinkers, SleepingCrew

SMALL = "sealed_bids"


@pytest.fixture
def bids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The small game, and an empty cache."""
    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ROLLWRIGHT_COMPILE", raising=False)
    rollwright.games.__path__.append(str(SHELF))
    monkeypatch.setattr("rollwright.core.game._OPENED", {})  # nothing of the game is loaded yet
    yield open_game(SMALL)
    rollwright.games.__path__.remove(str(SHELF))


def bidding(game: Game, seats: int) -> Table:
    """Open a table of the small game at which all seats may bid, with the plain rules."""
    return Table(game, seats, ScriptedDice([6, 6, 6]), {"rounds": "2"}, compiled=False)


def doubled(s: Record, seat: int) -> int:
    return 2 * score(s, seat)


DOUBLED = NativeFunction(doubled, (Argument.RECORD, Argument.NUMBER))


def further(_: Game) -> list[NativeFunction]:
    return [DOUBLED]


@pytest.mark.slow
def test_bots_play_by_preference_until_their_search_is_compiled(bids: Game) -> None:
    position = bidding(bids, 2).position.tobytes()

    async def run() -> None:
        engine = Engine(Thinkers(1, further), QUICK)
        try:
            assert not engine.rules(bids).compiled
            while not engine.thinkers.is_making(SMALL):
                await asyncio.sleep(0.01)
            early = await engine.think(bids, position, 0, "hard", 1)
            assert not engine.is_ready(bids), "nobody waited for it"
            assert early == guess(bids, bids.rules(False), position, 0, 1)
            assert early.playouts == 0
            await engine.settled()
            assert engine.is_ready(bids)
            assert engine.rules(bids).compiled
            assert "library" in vars(engine.rules(bids).play)
            assert "library" in vars(bids.native(DOUBLED))
            late = await engine.think(bids, position, 0, "normal", 1)
            assert late == choose(bids, position, 0, "normal", 1, compiled=False)
            assert late.playouts > 0
        finally:
            await engine.close()

    assert not is_made(bids)
    run_apart(run())
    assert is_made(bids, further)


def test_a_guess_is_legal_and_knows_no_secrets(bids: Game) -> None:
    rules, moves = bids.rules(False), set()
    table = bidding(bids, 3)
    told = {guess(bids, rules, table.position.tobytes(), 0, 1).move}
    for bid in table.legal(1)[:3]:
        other = bidding(bids, 3)
        other.play(1, bid)
        told.add(guess(bids, rules, other.position.tobytes(), 0, 1).move)
    assert len(told) == 1, "what another seat bids in secret changes nothing"
    for seed in range(20):
        moves.add(guess(bids, rules, table.position.tobytes(), 0, seed).move)
    assert moves <= set(table.legal_moves(0))
    with pytest.raises(ValueError, match="Seat 0 is not waited for"):
        guess(bids, rules, rules.new().tobytes(), 0, 1)


class Slow(Thinkers):
    """Processes that note what they are asked to do, and never do it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[object] = []
        self.closed = threading.Event()

    def ask(self, job: object, *arguments: object) -> "object":  # type: ignore[override]
        self.asked.append(arguments[0])
        self.last: Future[None] = Future()
        return self.last

    def close(self) -> None:
        self.closed.set()


def test_what_somebody_plays_is_compiled_first() -> None:
    slow = Slow()
    makers = Makers(lambda: slow, 1)
    made = {name: makers.make(name, nothing_further) for name in ("a", "b", "c")}
    assert makers.make("a", nothing_further) is made["a"]
    makers.hurry("c")
    makers.hurry("a")
    for name in ("a", "c", "b"):
        assert slow.asked[-1] == name
        assert makers.is_making(name)
        slow.last.set_result(None)
        assert made[name].result() is None
        assert not makers.is_making(name)
    assert slow.closed.wait(60), "when nothing is left to make, the processes end"


def test_who_waits_hears_that_making_failed_or_was_stopped() -> None:
    slow = Slow()
    makers = Makers(lambda: slow, 1)
    failed, stopped = makers.make("a", nothing_further), makers.make("b", nothing_further)
    slow.last.set_exception(OSError("disk full"))
    with pytest.raises(OSError, match="disk full"):
        failed.result()
    waiting = makers.make("c", nothing_further)
    makers.close()
    slow.last.cancel()
    assert waiting.cancelled()
    assert stopped.cancelled()
    assert makers.make("d", nothing_further).cancelled()


def test_bots_play_by_preference_too_where_there_are_no_libraries(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    position = bidding(bids, 2).position.tobytes()

    async def run() -> None:
        engine = Engine(SleepingCrew(), QUICK)
        try:
            advice = await engine.think(bids, position, 0, "hard", 1)
            assert advice == guess(bids, bids.rules(False), position, 0, 1)
        finally:
            await engine.close()

    for module in ("core.native.game_libraries", "bots.makers", "bots.thinkers"):
        monkeypatch.setattr(f"rollwright.{module}.is_supported", lambda: False)
    run_apart(run())


def test_bots_do_not_wait_long_for_a_search_that_is_loaded(bids: Game) -> None:
    position = bidding(bids, 2).position.tobytes()
    ticks = itertools.count()

    async def run() -> None:
        engine = Engine(SleepingCrew(), replace(QUICK, monotonic=lambda: float(next(ticks))))
        try:
            assert not engine.thinkers.is_making(SMALL), "nobody knows yet whether there is anything to compile"
            advice = await engine.think(bids, position, 0, "hard", 1)
            assert advice == guess(bids, bids.rules(False), position, 0, 1)
            assert not engine.is_ready(bids)
        finally:
            await engine.close()

    run_apart(run())


class HandThinkers(QuickThinkers):
    """One thinker that answers when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.workers = 1
        self.asked: list[tuple[int, Future[Advice]]] = []

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        answer: Future[Advice] = Future()
        self.asked.append((seed, answer))
        return answer


def test_an_engine_lets_others_in_between_the_questions_of_many_tables() -> None:
    game = open_game(ANY_NUMBER)
    position = Table(game, 1, SeededDice(1), compiled=False).position.tobytes()

    async def run() -> None:
        thinkers = HandThinkers()
        engine = Engine(thinkers, QUICK)
        await engine.prepare(game)

        def ask(seed: int, asker: Asker) -> asyncio.Task[Advice]:
            return asyncio.create_task(engine.think(game, position, 0, "hard", seed, asker))

        many = [ask(0, Asker("here", "one", f"t{number}")) for number in range(55) for _ in range(5)]
        await asyncio.sleep(0.01)
        other = ask(1, Asker("there", "another", "t"))
        await asyncio.sleep(0.01)
        turns = 0
        while thinkers.asked[-1][0] != 1:
            assert turns < 2, "it waits for tables that are not its own"
            thinkers.asked[-1][1].set_result(Advice(0, 0.0, [], 0))
            turns += 1
            async with asyncio.timeout(10):
                while thinkers.asked[-1][1].done():
                    await asyncio.sleep(0)
        thinkers.asked[-1][1].set_result(Advice(7, 0.0, [], 0))
        assert (await other).move == 7
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        await engine.close()

    run_apart(run())


SERVED = """
import sys, time
from pathlib import Path
from contextlib import closing
from rollwright.bots.thinkers import Thinkers
from rollwright.store.sqlite import SQLiteStore
from tests.support.wire import JSON, browser, moves, opened, post, services

if __name__ == "__main__":
    with closing(SQLiteStore(Path(sys.argv[1]))) as store, browser(store, Thinkers(1)) as client:
        client.portal.call(services(client).engine.settled)
        for game in sys.argv[2:]:
            table = opened(client, game)
            made = 0
            while made < 2:
                state = client.get(f"/table/{table}/view?show=0", headers=JSON).json()["values"]["state"]
                if state["roll"]:
                    assert post(client, table, "roll").status_code == 200
                elif 0 in state["turns"]:
                    assert post(client, table, "play", seat=0, move=moves(client, table)[0]).status_code == 200
                    made += 1
                else:  # a bot thinks
                    time.sleep(0.05)
            room = client.portal.call(services(client).rooms.room, table)
            assert "library" in vars(room.table.rules.play), room.table.rules.play
        maps = Path("/proc/self/maps").read_text()
    print(sorted({"numba", "llvmlite"}.intersection(sys.modules)), "llvmlite" in maps, maps.count("/native/") > 0)
"""


@pytest.mark.slow
def test_a_server_plays_every_game_without_the_compiler(tmp_path: Path) -> None:
    script = tmp_path / "served.py"
    script.write_text(SERVED, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "ROLLWRIGHT_COMPILE"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    command = [sys.executable, str(script), str(tmp_path / "tables.sqlite3"), *GAMES]
    told = subprocess.check_output(command, env=environment, text=True, cwd=ROOT)
    assert told.splitlines()[-1] == "[] False True"
