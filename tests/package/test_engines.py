"""The WebAssembly in each game's folder is what the source gives.

That it says so is checked for every game: it holds a digest of all functions, constants and tables that it was made of.
That its bytes are those of the compiler is checked for one game, and for all of them under long effort: compiling takes
from ten seconds to two minutes. Other versions of Python, Numba or LLVM may give other bytes; then only the digest
counts.
"""

import json
import os
import subprocess
import sys
from types import FunctionType
from typing import Any

import pytest

from rollwright.bots.page_engine import description, engine_functions
from rollwright.bots.playout import whole_games
from rollwright.core.contract import Record, prefer
from rollwright.core.digests.function_digest import functions_digest
from rollwright.core.game import game_names, open_game
from rollwright.core.wasm.engine_file import ENGINE_FILE, described, differences, with_description
from rollwright.core.wasm.wasm_linker import NotAModule, custom_sections, link_module
from tests.support import ROOT
from tests.support.sampling import some

QUICKEST = sorted(game_names(), key=lambda name: (open_game(name).folder / ENGINE_FILE).stat().st_size)


@pytest.mark.parametrize("name", game_names())
def test_the_engine_in_a_games_folder_was_made_of_this_source(name: str) -> None:
    game = open_game(name)
    shipped = described((game.folder / ENGINE_FILE).read_bytes())
    assert not list(differences(shipped, description(game))), "run `make wasm`"


@pytest.mark.slow
@pytest.mark.parametrize("name", some(QUICKEST, count=1))
def test_the_compiler_gives_the_bytes_of_the_engine(name: str) -> None:
    command = [sys.executable, "-m", "tools.wasm", "--check", name]
    told = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def another_prefer(s: Record, seat: int, move: int) -> int:
    return 7


def changed(function: Any, **values: object) -> Any:
    """Return a function that reads other constants."""
    return FunctionType(function.__code__, {**function.__globals__, **values}, function.__name__)


def test_the_digest_tells_when_a_constant_or_a_function_has_changed() -> None:
    game = open_game(game_names()[0])
    functions, state, bindings = engine_functions(game), game.rules(compiled=False).state, game.bindings
    digest = functions_digest(functions, bindings, state)
    assert digest == functions_digest(functions, dict(bindings), state)
    driver: Any = whole_games
    guide: Any = prefer
    assert digest != functions_digest(functions, {**bindings, driver: changed(driver, STUCK=-7)}, state)
    assert digest != functions_digest(functions, {**bindings, guide: another_prefer}, state)  # type: ignore[dict-item]
    assert digest != functions_digest(functions[:-1], bindings, state)


def test_what_needs_something_from_outside_is_no_module() -> None:
    with pytest.raises(NotAModule, match="does not begin"):
        link_module(b"ELF", [])
    imported = b"\0asm\1\0\0\0" + b"\x02\x0f\x01\x03env\x07outside\x00\x00"
    with pytest.raises(NotAModule, match="outside is not defined"):
        link_module(imported, [])


def test_a_description_can_be_read_again() -> None:
    module = with_description(b"\0asm\1\0\0\0", {"game": "any"})
    assert described(module)["game"] == "any"
    assert json.loads(custom_sections(module, "rollwright")[0]) == described(module)
    assert custom_sections(module, "other") == []
