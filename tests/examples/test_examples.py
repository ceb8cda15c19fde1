"""Every example runs, with fewer games than a reader would play; notebooks are run cell by cell."""

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rollwright
from rollwright.core.game import game_names
from tests.support import ROOT

EXAMPLES = ROOT / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("*.py"))
NOTEBOOKS = sorted(path.name for path in EXAMPLES.glob("*.ipynb"))
GAMES = 4

SAYS = {
    "changed_sheet.py": r"starcraft_changed: the Zerg win [\d.]+% of 4 games",
    "own_bot.py": r"careful has [\d.]+% of the victories",
    "ten_thousand_games.py": r"The picture is scores\.svg\.",
    "tournament.py": r"4\. random",
}
"""What each script prints towards its end."""


def test_every_example_is_told_of_and_tried() -> None:
    told = set(re.findall(r"`([\w./]+)`", (EXAMPLES / "README.md").read_text(encoding="utf-8")))
    assert {*SCRIPTS, *NOTEBOOKS, "bots/"} <= told
    assert set(SCRIPTS) == set(SAYS)
    assert len(NOTEBOOKS) == 3


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_runs_from_any_folder(script: str, tmp_path: Path) -> None:
    # A changed copy of a game would be compiled for half a minute: what is compiled is tried by the others.
    compiled = {"ROLLWRIGHT_COMPILE": "off"} if script == "changed_sheet.py" else {}
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / script), "--games", str(GAMES)], cwd=tmp_path, env={**os.environ, **compiled},
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert re.search(SAYS[script], ran.stdout), ran.stdout
    if script == "ten_thousand_games.py":
        assert (tmp_path / "scores.svg").read_text(encoding="utf-8").startswith("<svg")


def shown(value: Any) -> Any:
    """Return what a notebook shows of a value, as Jupyter asks for it."""
    for kind in ("_repr_mimebundle_", "_repr_svg_", "_repr_html_"):
        if hasattr(value, kind):
            return getattr(value, kind)()
    return repr(value)


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_notebook_runs_from_its_first_cell_to_its_last(notebook: str) -> None:
    cells = json.loads((EXAMPLES / notebook).read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    results = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [], "notebooks are kept without what they printed"
        code = re.sub(r"^GAMES = [\d_]+$", f"GAMES = {GAMES}", "".join(cell["source"]), flags=re.M)
        tree = ast.parse(code)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, notebook, "exec"), names)
        if isinstance(last, ast.Expr):
            results.append(shown(eval(compile(ast.Expression(last.value), notebook, "eval"), names)))
    assert len(results) > 2
    assert all(results)


def own_bot(name: str) -> Any:
    """Return the bot of the examples for a game."""
    path = EXAMPLES / "bots" / f"{name}.py"
    path = path if path.exists() else EXAMPLES / "bots" / "greedy.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.bot


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_bot_written_from_the_documents_beats_random_play(name: str) -> None:
    """The seed is fixed, so the result is always the same; the interval says that it is not luck."""
    assert rollwright.duel(name, own_bot(name), "random", 30, seed=1, progress=False).share.low > 0.5
