"""Compiled code is the same functions, kept on disk, and never stale."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from rollwright.core import compiler
from rollwright.core.compiler import Plain, Twins, cache_root, digest, reachable_functions
from rollwright.core.game import Game, game_names
from tests.support import SHELF, SKETCHES
from tests.support.sampling import some


def run(script: str, tmp_path: Path, shelf: Path = SHELF, **environment: str) -> str:
    """Run a script in a Python of its own, with a cache of its own."""
    inherited = {name: value for name, value in os.environ.items() if name != "ROLLWRIGHT_COMPILE"}
    chosen = {"ROLLWRIGHT_CACHE": str(tmp_path / "cache"), "ROLLWRIGHT_GAMES": str(shelf), **environment}
    return subprocess.check_output([sys.executable, "-c", script], env={**inherited, **chosen}, text=True).strip()


PLAY = """
from rollwright.core.game import open_game
told = []
game = open_game("sealed_bids")
rules = game.rules(progress=lambda title, done, total: told.append(done))
print(rules.compiled, len(told), type(rules.play).__name__)
"""


@pytest.mark.slow
def test_the_environment_switches_compiling_off(tmp_path: Path) -> None:
    assert run(PLAY, tmp_path) == "True 13 CPUDispatcher"
    assert run(PLAY, tmp_path, ROLLWRIGHT_COMPILE="off") == "False 0 function"


@pytest.mark.parametrize("word", ["off", "0", "no", "FALSE", "on", "1"])
def test_several_words_switch_compiling_off(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", word)
    assert compiler.is_enabled() == (word in ("on", "1"))


HITS = """
from rollwright.core.game import open_game
from rollwright.bots.playout import random_games, whole_games
from rollwright.core.random_stream import streams
game = open_game("sealed_bids")
played = random_games(game, 2, game.options_array(2, game.setting(2, {})), streams(1, 0, 50))
scores = played.halves
stats = game.bind(whole_games).stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), scores.sum())
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The small game and a driver, compiled once for all tests that need them on disk; and what the driver found."""
    folder = tmp_path_factory.mktemp("compiled")
    hits, misses, total = run(HITS, folder).split()
    assert (hits, misses) == ("0", "1")
    return folder / "cache", total


@pytest.mark.slow
def test_what_was_compiled_once_is_loaded_the_second_time(tmp_path: Path, compiled: tuple[Path, str]) -> None:
    cache, total = compiled
    shutil.copytree(cache, tmp_path / "cache")
    assert run(HITS, tmp_path).split() == ["1", "0", total], "a driver bound to a game comes from the cache"


@pytest.mark.slow
def test_a_changed_callee_in_another_file_is_noticed(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(SHELF, shelf)
    script = """
from rollwright.core.game import open_game
rules = open_game("sealed_bids").rules()
print(rules.score(rules.new(), 0))
"""
    rules = shelf / "sealed_bids" / "rules.py"
    rules.write_text(
        rules.read_text().replace("return int(s.sheets[seat].halves)", "return helper(s)")
        + "\n\nfrom rollwright.games.sealed_bids.other import helper\n"
    )
    other = shelf / "sealed_bids" / "other.py"
    for answer in (7, 8):
        stamp = other.stat() if other.exists() else None
        other.write_text(f"def helper(s):\n    return {answer}\n")
        if stamp:  # same size, same time: only the content differs
            os.utime(other, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        assert run(script, tmp_path, shelf, PYTHONDONTWRITEBYTECODE="1") == str(answer)


TABLE = np.arange(3)


def reads_a_table(x: int) -> int:
    return int(TABLE[x])


def calls(x: int) -> int:
    return reads_a_table(x) + 1


def calls_itself(x: int) -> int:
    return calls_itself(x - 1)


def same_name(s: Any) -> int:
    return int(s.same_name) + reads_a_table(0)


def plain_function(function: Any) -> FunctionType:
    assert isinstance(function, FunctionType)
    return function


def test_the_digest_is_of_what_the_code_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = reachable_functions([plain_function(calls)], {})
    assert [function.__name__ for function in functions] == ["reads_a_table", "calls"]
    first = digest(functions)
    assert digest(functions) == first
    monkeypatch.setitem(globals(), "TABLE", np.array([0, 1, 9]))
    assert digest(functions) != first, "a table that is read is part of it"


def test_rules_that_call_themselves_are_refused_in_a_sentence() -> None:
    with pytest.raises(TypeError, match="Rules may not call themselves: calls_itself calls calls_itself"):
        reachable_functions([plain_function(calls_itself)], {})


def test_a_field_may_be_called_like_a_function() -> None:
    assert [function.__name__ for function in reachable_functions([plain_function(same_name)], {})] == [
        "reads_a_table",
        "same_name",
    ]


@pytest.mark.slow
def test_a_driver_in_any_file_is_noticed_when_what_it_calls_changes(tmp_path: Path) -> None:
    script = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from rollwright.core.game import open_game
from driver import drive
print(open_game("sealed_bids").bind(drive)(1))
"""
    (tmp_path / "driver.py").write_text("from helper import helped\n\ndef drive(x):\n    return helped(x)\n")
    for answer in (100, 777):
        (tmp_path / "helper.py").write_text(f"def helped(x):\n    return {answer}\n")
        assert run(script, tmp_path, PYTHONDONTWRITEBYTECODE="1") == str(answer)


@pytest.mark.slow
def test_two_games_compiled_at_once_keep_their_caches_apart(tmp_path: Path) -> None:
    script = """
import threading
from rollwright.core.game import open_game
names = ["sealed_bids", "foot_race"]
threads = [threading.Thread(target=lambda name=name: open_game(name).rules()) for name in names]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    run(script, tmp_path, ROLLWRIGHT_GAMES=f"{SHELF}{os.pathsep}{SKETCHES}")
    folders = list((tmp_path / "cache").iterdir())
    assert len(folders) == 2
    for folder in folders:
        game = folder.name.rpartition("-")[0]
        inside = {path.name.split(".")[0] for path in folder.rglob("*.nbi")}
        assert inside
        assert (folder / "complete").exists()
        sources = {path.parent.name for path in folder.rglob("*.nbi") if path.name.startswith("rules.")}
        assert all(game in source for source in sources), sources


def test_who_wants_plain_rules_does_not_wait_while_others_are_compiled() -> None:
    held, done = threading.Event(), threading.Event()

    def compile_slowly() -> None:
        with compiler.LOCK:
            held.set()
            done.wait(60)

    compiles = threading.Thread(target=compile_slowly)
    asks = threading.Thread(target=Game(game_names()[0]).rules, args=(False,), daemon=True)
    compiles.start()
    held.wait(60)
    asks.start()
    asks.join(30)
    answered = not asks.is_alive()
    done.set()
    compiles.join()
    assert answered


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert run(PLAY, tmp_path).startswith("True")


@pytest.mark.slow
def test_a_damaged_cache_is_thrown_away(tmp_path: Path, compiled: tuple[Path, str]) -> None:
    shutil.copytree(compiled[0], tmp_path / "cache")
    assert run(PLAY, tmp_path) == "True 0 CPUDispatcher", "it was sound"
    for path in (tmp_path / "cache").rglob("*.nbi"):
        path.write_bytes(b"")
    assert run(PLAY, tmp_path).startswith("True")
    assert run(PLAY, tmp_path) == "True 0 CPUDispatcher", "and made anew"


@pytest.mark.slow
@pytest.mark.parametrize("damage", some([b"", b"not a pickle", b"\x80\x04"], turn=2, count=1))
def test_a_damaged_driver_is_made_anew(tmp_path: Path, damage: bytes, compiled: tuple[Path, str]) -> None:
    cache, total = compiled
    shutil.copytree(cache, tmp_path / "cache")
    for path in (tmp_path / "cache").rglob("playout.whole_games*.nbi"):
        path.write_bytes(damage)
    assert run(HITS, tmp_path).split() == ["0", "1", total]
    assert run(HITS, tmp_path).split() == ["1", "0", total]


def test_old_generations_are_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    keepsake = tmp_path / "holiday pictures"
    keepsake.mkdir()
    for number in range(compiler.KEPT_GENERATIONS + 5):
        monkeypatch.setitem(globals(), "TABLE", np.arange(number))
        Twins("game", {plain_function(helper): plain_function(calls)})
    Twins("game2", {plain_function(helper): plain_function(calls)})
    assert keepsake.exists()
    kept = [path.name for path in tmp_path.iterdir() if path.name.startswith("game-")]
    assert len(kept) == compiler.KEPT_GENERATIONS
    assert len(list(tmp_path.iterdir())) == compiler.KEPT_GENERATIONS + 2


def helper(x: int) -> int:
    return x + 1


def other_helper(x: int) -> int:
    return x + 100


def caller(x: int) -> int:
    return 10 * helper(x)


def test_plain_functions_are_bound_without_compiling() -> None:
    bound = Plain({helper: other_helper})  # type: ignore[dict-item]
    assert bound.of(caller)(1) == 1010  # type: ignore[arg-type]
    assert caller(1) == 20, "the original is as it was"
