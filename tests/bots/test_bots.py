"""Bots think alike everywhere, know only what they may, get better with their level, and survive their workers."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.levels import EASY, LEVELS, NORMAL, budgets, choose
from rollwright.bots.search import CHUNK, Advice, Budget, advise, has_preferences
from rollwright.bots.thinkers import NICENESS, TRIES, Thinkers
from rollwright.core.errors import BadOption, UnknownGame
from rollwright.core.game import Game, all_games, open_game
from rollwright.lab.matches import RANDOM, Match, play_match
from rollwright.lab.simulate import simulate
from rollwright.table import Table
from rollwright.testing import opened
from tests.support import SHELF

NAME = "terminal_dispute"


@pytest.fixture
def bids() -> Iterator[Game]:
    """The small game with secrets, put on the shelf; two have bid, one is ready."""
    rollwright.games.__path__.append(str(SHELF))
    yield open_game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    with Thinkers(1) as thinkers:
        yield thinkers


def first_decision() -> tuple[Game, bytes]:
    table = opened(NAME, 1, 3, 5, 2, 6, 1)
    return table.game, table.position.tobytes()


def bidding(*bids: int) -> Table:
    """Open a table of Sealed Bids, uncompiled, at which the seats after the first have bid."""
    table = opened("sealed_bids", 3, 6, 6, 6, rounds="2")
    for seat, bid in enumerate(bids, 1):
        table.play(seat, f"bid {bid}")
    return table


# How a bot thinks.


def test_a_single_move_is_made_without_thinking(bids: Game) -> None:
    table = bidding()
    table.play(0, "bid 4")
    advice = advise(bids, table.position.tobytes(), 0, Budget(1_000), seed=1, compiled=False)
    assert advice == Advice(table.legal_moves(0)[0], 0.0, [], 0)
    assert bids.moves.text(advice.move) == "ready"


def test_a_seat_that_is_not_waited_for_gets_no_advice(bids: Game) -> None:
    table = bidding()
    table.play(0, "bid 4")
    table.play(0, "ready")
    with pytest.raises(ValueError, match="Seat 0 is not waited for"):
        advise(bids, table.position.tobytes(), 0, Budget(10), seed=1, compiled=False)


def test_the_same_question_has_the_same_answer() -> None:
    game, position = first_decision()
    answers = {repr(advise(game, position, 0, Budget(200), seed=7)) for _ in range(3)}
    assert len(answers) == 1
    answers |= {repr(advise(game, position, 0, Budget(200), seed=8))}
    assert len(answers) == 2, "another seed, other playouts"


def test_compiled_and_uncompiled_bots_agree() -> None:
    game, position = first_decision()
    for guided in (True, False):
        fast, plain = (advise(game, position, 0, Budget(12, guided=guided), 3, compiled=kind) for kind in (True, False))
        assert fast == plain


def test_the_rest_is_told_best_first() -> None:
    game, position = first_decision()
    advice = advise(game, position, 0, Budget(2_000), seed=1)
    assert len(advice.others) == 4
    assert len({advice.move, *(move for move, _ in advice.others)}) == 5
    assert advice.halves >= advice.others[0][1], "alone, the last two had the same number of playouts"
    low, high = game.score_bounds
    assert low < advice.others[-1][1] < high
    assert 1_500 < advice.playouts <= 2_000


def test_when_time_is_up_the_best_so_far_is_played() -> None:
    game, position = first_decision()
    table = opened(NAME, 1, 3, 5, 2, 6, 1)
    advice = advise(game, position, 0, Budget(1_000_000), seed=1, seconds=0, compiled=False)
    assert advice.move in table.legal_moves(0)
    assert advice.playouts == 1, "one look at the clock, no more"
    assert advice.others == [], "nothing else was tried"
    advice = advise(game, position, 0, Budget(10_000_000), seed=1, seconds=0)
    assert 0 < advice.playouts <= CHUNK


@pytest.mark.parametrize("compiled", [True, False])
def test_bots_keep_to_their_clock_however_many_moves_there_are(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes a second here, so that what is done between two looks can be counted."""
    game, position = first_decision()
    looks = count(1)
    monkeypatch.setattr("rollwright.bots.search.CHUNK", 2)
    monkeypatch.setattr("rollwright.bots.search.CHUNK_PLAIN", 2)
    monkeypatch.setattr("rollwright.bots.search.time.monotonic", lambda: float(next(looks)))
    advice = advise(game, position, 0, Budget(1_000_000), seed=1, seconds=5, compiled=compiled)
    assert advice.playouts <= 2
    assert 7 <= next(looks) <= 9, "the moves alone take more than five looks"


def test_a_bot_knows_nothing_it_may_not_know(bids: Game) -> None:
    answers = {repr(choose(bids, bidding(*others).position.tobytes(), 0, "normal", 5)) for others in ((), (1,), (6, 3))}
    assert len(answers) == 1


def test_a_bot_sees_what_is_open(bids: Game) -> None:
    """The last round, and one number left that nobody can match or beat: the prize is sure, unless one bids low."""
    table = bidding(5, 6)
    for seat, move in ((0, "bid 4"), (0, "ready"), (1, "ready"), (2, "ready")):
        table.play(seat, move)
    advice = advise(bids, table.position.tobytes(), 0, Budget(2_000), seed=1, compiled=False)
    assert bids.moves.text(advice.move) in {"bid 6", "bid 5"}


def test_a_game_guides_playouts_in_a_file_of_its_own(bids: Game) -> None:
    assert has_preferences(open_game(NAME))
    assert not has_preferences(bids)


# Levels.


def test_an_unknown_level_is_refused(thinkers: Thinkers) -> None:
    game, position = first_decision()
    for ask in (lambda: choose(game, position, 0, "brutal", 1), lambda: thinkers.think(NAME, position, 0, "brutal", 1)):
        with pytest.raises(BadOption, match="no level 'brutal': the levels are easy, normal, hard, expert"):
            ask()


def test_levels_grow_in_playouts() -> None:
    """Those in which the bot plays by its value take many times as long, so fewer of them are more."""
    for game in all_games():
        found = [budgets(game)[name] for name in ("normal", "hard", "expert")]
        efforts = [(each.by_value, each.follows, each.playouts) for each in found]
        assert efforts == sorted(set(efforts)), game.name
        assert budgets(game)["easy"].overlooks > 0, "an easy bot does not see everything"
    assert list(LEVELS) == ["easy", "normal", "hard", "expert"]


def test_each_level_is_clearly_better_than_the_one_below() -> None:
    """Fixed seeds, so this either always holds or never; the report plays enough games to say by how much."""
    game = open_game(NAME)
    random = simulate(game, 1, 2_000, seed=1).points.mean()
    means = {
        level.name: np.mean([play_match(game, [level.name], seed).halves[0] / 2 for seed in range(24)])
        for level in (EASY, NORMAL)
    }
    assert random + 10 < means["easy"] < means["normal"] - 10


def test_the_better_bot_wins() -> None:
    game = open_game(NAME)
    matches = [play_match(game, pair, seed) for seed in range(6) for pair in (("normal", "easy"), ("easy", "normal"))]
    won = sum(match.share(match.players.index("normal")) for match in matches)
    assert won >= 10


def test_a_victory_is_shared_only_between_equals() -> None:
    assert Match(("easy", RANDOM), 1, [4, 4], [0, 0], 9).share(0) == 0.5
    assert Match(("easy", RANDOM), 1, [4, 4], [0, 1], 9).share(0) == 0
    assert Match(("easy", RANDOM), 1, [5, 4], [0, 1], 9).share(0) == 1


# The crew.


def test_a_crew_thinks_as_this_process_does(thinkers: Thinkers) -> None:
    game, position = first_decision()
    assert thinkers.prepare(NAME).result() is None
    assert thinkers.think(NAME, position, 0, "normal", 5).result() == choose(game, position, 0, "normal", 5)


def test_a_crew_finds_games_put_on_the_shelf_here(bids: Game) -> None:
    with Thinkers(1) as thinkers:
        position = bidding().position.tobytes()
        assert thinkers.think(bids.name, position, 0, "easy", 1).result() == choose(bids, position, 0, "easy", 1)


def test_what_goes_wrong_is_told_to_whoever_asked(thinkers: Thinkers) -> None:
    with pytest.raises(UnknownGame, match="no game called 'chess'"):
        thinkers.think("chess", b"", 0, "easy", 1).result()
    with pytest.raises(ValueError, match="A position has"):
        thinkers.think(NAME, b"", 0, "easy", 1).result()


def test_workers_step_back_and_start_no_threads(thinkers: Thinkers) -> None:
    assert thinkers.ask(os.nice, 0).result() >= NICENESS
    assert thinkers.ask(os.getenv, "OMP_NUM_THREADS").result() == "1"
    assert thinkers.ask(os.getenv, "NUMBA_NUM_THREADS").result() == "1"


def test_a_worker_does_not_hear_ctrl_c(thinkers: Thinkers) -> None:
    worker = thinkers.ask(os.getpid).result()
    os.kill(worker, signal.SIGINT)
    assert thinkers.ask(os.getpid).result() == worker


def test_a_killed_worker_loses_no_question(thinkers: Thinkers) -> None:
    game, position = first_decision()
    worker = thinkers.ask(os.getpid).result()
    asleep = thinkers.ask(time.sleep, 1)
    asked = [thinkers.think(NAME, position, 0, "easy", seed) for seed in range(4)]
    os.kill(worker, signal.SIGKILL)
    asleep.result()
    assert [each.result() for each in asked] == [choose(game, position, 0, "easy", seed) for seed in range(4)]
    again = thinkers.ask(os.getpid).result()
    assert again != worker
    os.kill(again, signal.SIGKILL)
    while Path(f"/proc/{again}/stat").exists() and thinkers.ask(os.getpid).result() == again:
        time.sleep(0.01)  # killed while nobody asked anything; noticed sooner or later
    assert thinkers.think(NAME, position, 0, "easy", 1).result() == choose(game, position, 0, "easy", 1)


def test_a_question_that_kills_every_worker_is_given_up(thinkers: Thinkers) -> None:
    assert TRIES > 1
    with pytest.raises(BrokenProcessPool):
        thinkers.ask(os._exit, 1).result()
    assert thinkers.ask(os.getpid).result() > 0, "others are still served"


def test_a_closed_crew_cancels_and_starts_nobody() -> None:
    thinkers = Thinkers(1)
    asked = [thinkers.ask(time.sleep, 600), thinkers.ask(time.sleep, 600)]
    thinkers.close()
    asked.append(thinkers.ask(time.sleep, 600))
    for each in asked:
        with pytest.raises(CancelledError):
            each.result()
    thinkers.close()


CAPTAIN = """
import os, signal, time
from rollwright.bots.thinkers import Thinkers
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background are started without one
    with Thinkers(1) as thinkers:
        print(thinkers.ask(os.getpid).result(), flush=True)
        thinkers.ask(time.sleep, 600).result()
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_leave_with_their_captain(tmp_path: Path, end: signal.Signals) -> None:
    script = tmp_path / "captain.py"
    script.write_text(CAPTAIN, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as captain:
        assert captain.stdout is not None
        worker = int(captain.stdout.readline())
        captain.send_signal(end)
        for _ in range(6_000):
            if not is_running(worker):
                break
            time.sleep(0.01)
        assert not is_running(worker)
        captain.kill()


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_uncompiled_workers_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    game, position = first_decision()
    with Thinkers(1) as thinkers:
        thinkers.prepare(NAME).result()
        assert thinkers.think(NAME, position, 0, "easy", 1).result() == choose(game, position, 0, "easy", 1)


def test_every_game_can_be_prepared(thinkers: Thinkers) -> None:
    for game in all_games():
        assert thinkers.prepare(game.name).result() is None
