"""Mutation testing: break a game's rules, one small change at a time, and count the mutants that its tests notice.

Each mutant runs in a process of its own, uncompiled: first the game's own tests, then, if they pass, the conformance
kit's counts and golden records. A mutant that survives both is either the same game written differently, or a rule
that no test would miss: the former are explained in the golden folder, and no other may survive.
"""

import ast
import importlib
import os
import signal
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

os.environ["ROLLWRIGHT_COMPILE"] = "off"

import pytest
from hypothesis import Phase, settings

from rollwright.core.game import SHELF, Game, game_names, open_game
from rollwright.testing import Effort
from rollwright.testing.determinism import counts_are_as_written
from rollwright.testing.files import golden_records_hold

TIMEOUT_FACTOR = 6
"""A mutant that takes this many times as long as the unchanged rules is in an endless loop, and counts as noticed."""

LONGEST = 300
"""The most seconds that the tests may take with the unchanged rules."""

WANTED = 0.9
"""The fraction of mutants that a game's own tests must notice."""

BY_TESTS, BY_KIT, BY_TIME = "noticed by tests", "noticed by the kit", "never ends"
SAME, SURVIVED = "the same game", "SURVIVED"

EXPLAINED = "mutants.toml"
"""The file in a game's golden folder that says which mutants are the same game, and why."""

UNCHANGED = "unchanged"
"""The control: the unchanged rules, which must survive, or the run is invalid."""

COMPARISONS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATIONS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change to a source: which node, the kind of change, and its line."""

    node: int
    change: str
    line: int = 0
    told: str = ""

    def tree(self, source: str) -> ast.Module:
        """Return the changed syntax tree, or the unchanged one for the control."""
        tree = ast.parse(source)
        if self.change != UNCHANGED:
            apply(list(ast.walk(tree))[self.node], self.change)
            ast.fix_missing_locations(tree)
        return tree


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module's functions."""
    tree = ast.parse(source)
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in (node for function in functions for node in ast.walk(function)):
        for change in changes(node):
            twin = deepcopy(node)
            before = ast.unparse(twin).splitlines()[0]
            if apply(twin, change):
                after = ast.unparse(ast.fix_missing_locations(twin)).splitlines()[0]
                yield Mutant(numbers[id(node)], change, getattr(node, "lineno", 0), f"{before}  ->  {after}")


def changes(node: ast.AST) -> list[str]:
    """Return the kinds of change that are possible at a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ["compare"]
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return ["operate", "drop"] if isinstance(node, ast.AugAssign) else ["operate"]
    if isinstance(node, ast.BoolOp):
        return ["and or"]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ["more"]
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return ["negate"]
    if isinstance(node, ast.Assign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return ["drop"]
    if isinstance(node, ast.Continue | ast.Break):
        return ["drop"]
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return ["never", "always"] if not isinstance(node, ast.While) else ["never"]
    if isinstance(node, ast.UnaryOp):
        return ["unary"]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"min", "max"}:
        return ["extreme"]
    return []


def apply(node: ast.AST, change: str) -> bool:  # noqa: PLR0912 - one branch for each kind of change
    """Change a node in place; return whether there was anything to change."""
    if change == "compare":
        assert isinstance(node, ast.Compare)
        node.ops = [COMPARISONS[type(node.ops[0])]()]
    elif change == "operate":
        assert isinstance(node, ast.BinOp | ast.AugAssign)
        if type(node.op) not in OPERATIONS:
            return False
        node.op = OPERATIONS[type(node.op)]()
    elif change == "and or":
        assert isinstance(node, ast.BoolOp)
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif change == "more":
        assert isinstance(node, ast.Constant)
        node.value = int(str(node.value)) + 1
    elif change == "negate":
        assert isinstance(node, ast.Constant)
        node.value = not node.value
    elif change == "drop":
        node.__class__ = ast.Pass
        for name in list(vars(node)):
            if name not in {"lineno", "col_offset", "end_lineno", "end_col_offset"}:
                delattr(node, name)
    elif change in {"never", "always"}:
        assert isinstance(node, ast.If | ast.While | ast.IfExp)
        node.test = ast.Constant(value=change == "always")
    elif change == "unary":
        assert isinstance(node, ast.UnaryOp)
        node.op = (
            ast.UAdd() if isinstance(node.op, ast.USub) else ast.Not() if isinstance(node.op, ast.Invert) else node.op
        )
        if isinstance(node.op, ast.Not):
            node.operand = ast.UnaryOp(op=ast.Not(), operand=node.operand)
    else:
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        node.func.id = "max" if node.func.id == "min" else "min"
    return True


def module_name(game: Game, path: Path) -> str:
    """Return the module name of a file in a game's folder; for `__init__.py`, that of its folder."""
    parts = path.relative_to(game.folder).with_suffix("").parts
    return ".".join([SHELF, game.name, *(part for part in parts if part != "__init__")])


class Changed(MetaPathFinder, Loader):
    """An import hook that loads one module from a changed source."""

    def __init__(self, module: str, path: Path, tree: ast.Module) -> None:
        """Take the module's name, its file, and the changed syntax tree."""
        self.module, self.path, self.tree = module, path, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the changed module; leave all others to Python."""
        if fullname != self.module:
            return None
        inside = [str(self.path.parent)] if self.path.stem == "__init__" else None
        return spec_from_file_location(fullname, self.path, loader=self, submodule_search_locations=inside)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the changed source."""
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def install(module: str, path: Path, tree: ast.Module) -> None:
    """Install the import hook for a mutant, and unload all modules of the game."""
    package = ".".join(module.split(".")[: SHELF.count(".") + 2])
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, Changed(module, path, tree))
    importlib.import_module(module)


@dataclass
class Trial:
    """A mutant being tested in a process of its own."""

    mutant: Mutant
    child: int
    started: float

    @classmethod
    def start(cls, game: Game, module: str, path: Path, mutant: Mutant) -> "Trial":
        """Fork a process that tests the mutant and reports by its exit code."""
        child = os.fork()
        if child == 0:
            os.setsid()
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            os._exit(_try(game, module, path, mutant))
        return cls(mutant, child, time.monotonic())

    def outcome(self, patience: float) -> str | None:
        """Return the outcome, or None while the mutant is still being tested; `patience` is the timeout in seconds."""
        done, status = os.waitpid(self.child, os.WNOHANG)
        if done:
            return {0: SURVIVED, 1: BY_TESTS, 2: BY_KIT}.get(os.waitstatus_to_exitcode(status), BY_TESTS)
        if time.monotonic() < self.started + patience:
            return None
        os.killpg(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        return BY_TIME


def try_all(game: Game, path: Path) -> Iterator[tuple[Mutant, str]]:
    """Test the mutants of one file, as many in parallel as there are cores, and yield the outcome of each.

    The control is tested first, alone: it must survive, and its time sets the timeout of the mutants.
    """
    module = module_name(game, path)
    control = Trial.start(game, module, path, Mutant(0, UNCHANGED))
    while (outcome := control.outcome(LONGEST)) is None:
        time.sleep(0.01)
    if outcome != SURVIVED:
        raise SystemExit(f"The tests of {game.title} fail without any change to {path.name}: {outcome}.")
    patience = 5 + TIMEOUT_FACTOR * (time.monotonic() - control.started)
    left = list(mutants(path.read_text(encoding="utf-8")))
    running: list[Trial] = []
    while left or running:
        while left and len(running) < (os.cpu_count() or 1):
            running.append(Trial.start(game, module, path, left.pop(0)))
        for trial in list(running):
            if found := trial.outcome(patience):
                running.remove(trial)
                yield trial.mutant, found
        time.sleep(0.01)


def _try(game: Game, module: str, path: Path, mutant: Mutant) -> int:
    try:
        settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate], database=None)
        settings.load_profile("mutants")
        install(module, path, mutant.tree(path.read_text(encoding="utf-8")))
        options = [
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-p",
            "no:doctest",
            "-o",
            "addopts=",
            "-o",
            "filterwarnings=",
        ]
        tests = [str(test) for test in sorted(game.folder.glob("tests/test_*.py"))]
        if pytest.main([*options, "--import-mode=importlib", *tests]) != 0:
            return 1
    except BaseException:
        return 1
    try:
        for check in (counts_are_as_written, golden_records_hold):
            check(Game(game.name), Effort.short())
    except BaseException:
        return 2
    return 0


def is_same_game(game: Game, path: Path, mutant: Mutant) -> bool:
    """Say whether the game's folder lists a mutant as equivalent."""
    explained = game.folder / "golden" / EXPLAINED
    line = path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    reasons = tomllib.loads(explained.read_text(encoding="utf-8"))["same"] if explained.exists() else []
    return any(
        (reason["file"], reason["change"]) == (path.name, mutant.told) and reason.get("line", line) == line
        for reason in reasons
    )


def rules_files(game: Game) -> list[Path]:
    """Return the files to mutate: a game's rules, and the sheet that they read."""
    named = [game.folder / "sheet.py", game.folder / "rules.py", *sorted((game.folder / "rules").glob("*.py"))]
    return [path for path in named if path.exists()]


def run(game: Game) -> bool:
    """Test all mutants of a game's rules and print the outcomes; return whether enough were noticed."""
    found: list[tuple[Path, Mutant, str]] = []
    for path in rules_files(game):
        for mutant, outcome in try_all(game, path):
            same = outcome == SURVIVED and is_same_game(game, path, mutant)
            found.append((path, mutant, SAME if same else outcome))
            if sys.stderr.isatty():
                print(f"\r{len(found)} mutants tried", end="", file=sys.stderr, flush=True)
    counts = {
        kind: sum(outcome == kind for *_, outcome in found) for kind in (BY_TESTS, BY_TIME, BY_KIT, SAME, SURVIVED)
    }
    noticed = (counts[BY_TESTS] + counts[BY_TIME]) / len(found)
    print(f"\n{game.title}: {len(found)} mutants; " + ", ".join(f"{kind}: {count}" for kind, count in counts.items()))
    print(f"The game's own tests notice {noticed:.1%} (at least {WANTED:.0%} are wanted).")
    for path, mutant, outcome in sorted(found, key=lambda each: (each[0], each[1].line)):
        if outcome in {SURVIVED, BY_KIT}:
            print(f"  {outcome:20} {path.name}:{mutant.line}  {mutant.told}")
    return noticed >= WANTED and counts[SURVIVED] == 0


def main(names: list[str]) -> int:
    """Test the mutants of these games, or of all games."""
    results = [run(open_game(name)) for name in names or game_names()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
