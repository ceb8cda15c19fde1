"""Compile each game's rules and search to WebAssembly, into its folder; ``--check`` writes nothing, and compares."""

import argparse
import gzip
import os
import subprocess
import sys
from collections.abc import Sequence

from rollwright.bots.page_engine import build_engine, description
from rollwright.core.game import game_names, open_game
from rollwright.core.wasm.engine_file import ENGINE_FILE, MADE_WITH, described, differences, versions

HASH_SEED = "PYTHONHASHSEED"
"""Environment variable: with a fixed seed, Numba goes through its sets in the same order each time."""


def is_current(name: str) -> bool:
    """Return whether the file in a game's folder says that it was made of the present source."""
    path = open_game(name).folder / ENGINE_FILE
    return path.exists() and not list(differences(described(path.read_bytes()), description(open_game(name))))


def check(name: str) -> str:
    """Compile a game anew and return what is wrong with the file in its folder, or an empty text."""
    path = open_game(name).folder / ENGINE_FILE
    if not is_current(name):
        return f"{name}: {ENGINE_FILE} was not made of this source"
    shipped = path.read_bytes()
    if described(shipped)[MADE_WITH] != versions():
        return ""  # other compilers give other bytes: the digest of the source must do
    return "" if build_engine(open_game(name)) == shipped else f"{name}: {ENGINE_FILE} is not what this source gives"


def write(name: str) -> str:
    """Compile a game into its folder and return what was done."""
    game = open_game(name)
    made = build_engine(game)
    (game.folder / ENGINE_FILE).write_bytes(made)
    return f"{name}: {len(made):,} bytes, {len(gzip.compress(made, mtime=0)):,} compressed"


def main(arguments: Sequence[str]) -> int:
    """Compile or check these games, or all; return 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.wasm", description="Compile the games for the page.")
    parser.add_argument("games", nargs="*", help="their names; all games if none is named")
    parser.add_argument("--check", action="store_true", help="compile, and compare with the files that are there")
    asked = parser.parse_args(arguments)
    if os.environ.get(HASH_SEED) != "0":
        command = [sys.executable, "-m", "tools.wasm", *arguments]
        return subprocess.run(command, env={**os.environ, HASH_SEED: "0"}, check=False).returncode
    wrong = 0
    for name in asked.games or game_names():
        told = check(name) if asked.check else write(name)
        wrong += asked.check and bool(told)
        print(told or f"{name}: {ENGINE_FILE} is what this source gives", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
