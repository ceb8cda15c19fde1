"""Compiled code is the same functions, kept on disk, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rollwright.core import compiling
from rollwright.core.compiling import Plain, Twins, cache_root, digest

SHELF = Path(__file__).parent / "shelf"


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


def test_the_environment_switches_compiling_off(tmp_path: Path) -> None:
    assert run(PLAY, tmp_path) == "True 10 CPUDispatcher"
    for off in ("off", "0", "no", "FALSE"):
        assert run(PLAY, tmp_path, ROLLWRIGHT_COMPILE=off) == "False 0 function"


HITS = """
from rollwright.core.game import open_game
from rollwright.bots.playout import random_games, whole_games
from rollwright.core.stream import streams
game = open_game("sealed_bids")
_, scores = random_games(game, 2, game.options_array(2, game.setting(2, {})), streams(1, 0, 50))
stats = game.bind(whole_games).stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), scores.sum())
"""


def test_what_was_compiled_once_is_loaded_the_second_time(tmp_path: Path) -> None:
    hits, misses, total = run(HITS, tmp_path).split()
    assert (hits, misses) == ("0", "1")
    assert run(HITS, tmp_path).split() == ["1", "0", total], "a driver bound to a game comes from the cache"


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
        assert run(script, tmp_path, shelf) == str(answer)


def test_data_is_part_of_the_digest_and_tests_are_not(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("A = 1\n")
    (tmp_path / "sheet.toml").write_text("a = 1\n")
    first = digest([tmp_path])
    (tmp_path / "test_rules.py").write_text("...\n")
    assert digest([tmp_path]) == first
    (tmp_path / "sheet.toml").write_text("a = 2\n")
    assert digest([tmp_path]) != first


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert run(PLAY, tmp_path).startswith("True")


def test_old_generations_are_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    keepsake = tmp_path / "holiday pictures"
    keepsake.mkdir()
    for number in range(compiling.KEPT + 5):
        Twins(f"game{number}", [], {})
    assert keepsake.exists()
    assert len([path for path in tmp_path.iterdir() if path != keepsake]) == compiling.KEPT


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
