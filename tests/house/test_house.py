"""The house is in order: imports go down only, nothing names a game but the game, nothing is left behind.

Each test goes through all modules and prints together what is wrong in any of them.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rollwright.core.game import all_games
from rollwright.core.language import PACKAGE
from rollwright.testing.catalogues import gaps
from tests.house.layers import LAYERS
from tests.support import ROOT

MODULES = sorted(PACKAGE.rglob("*.py"))
PROGRAM = [path for path in MODULES if "tests" not in path.relative_to(PACKAGE).parts]
"""Modules that are not there for tests."""

LONGEST_MODULE = 450
LONGEST_FUNCTION = 70


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def layer(module: str) -> tuple[str, int]:
    """Return the part of the package a module belongs to, and its layer; the package's own face may use all but 6."""
    parts = module.split(".")
    if len(parts) == 1 or parts[1].startswith("__"):
        return "", 6
    number = LAYERS[parts[1]]
    if parts[1] == "games" and parts[-1] in ("view", "papers"):
        number = LAYERS["view"]
    return parts[1], number


def name_of(path: Path) -> str:
    parts = ["rollwright", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the modules of this package that a file imports."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rollwright"):
            for name in node.names:
                inner = PACKAGE.joinpath(*node.module.split(".")[1:], name.name)
                is_module = inner.is_dir() or inner.with_suffix(".py").exists()
                yield f"{node.module}.{name.name}" if is_module else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("rollwright"))


def is_allowed(module: str, imported: str) -> bool:
    """Say whether one module may import another: what is below it, or of its own part; of a game, its own."""
    (part, number), (other, below) = layer(module), layer(imported)
    if "tests" in imported.split("."):
        return False
    if part == "games" and other == "games":
        return module.split(".")[2] == imported.split(".")[2]
    drawing = {"view", "papers"} & set(module.split(".")[3:])
    draws = bool(drawing) and other == "view"  # a game draws with the primitives beside it
    return draws or below < number or number == 6 or (part != "" and part == other)


def test_imports_go_down_only() -> None:
    wrong = [
        f"{name_of(path)} imports {imported}"
        for path in PROGRAM
        for imported in imports(path)
        if not is_allowed(name_of(path), imported)
    ]
    assert not wrong, "\n".join(wrong)


def said(path: Path) -> Iterator[str]:
    """Yield the names, strings and imports of a module, without its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documents = {ast.get_docstring(node, clean=False) for node in nodes(path) if isinstance(node, documented)}
    constants = (node.value for node in nodes(path) if isinstance(node, ast.Constant))
    yield from (str(value) for value in constants if value not in documents)
    yield from (node.id for node in nodes(path) if isinstance(node, ast.Name))
    yield from imports(path)


def test_nothing_outside_its_folder_names_a_game() -> None:
    games = [name for game in all_games() for name in (game.name, game.title)]
    wrong = [
        f"{name_of(path)} names {game}: {text}"
        for path in MODULES
        if path.relative_to(PACKAGE).parts[0] != "games"
        for text in said(path)
        for game in games
        if game in text
    ]
    assert not wrong, "\n".join(wrong)


def test_scripts_and_style_sheets_stay_short() -> None:
    scripts = [path for path in tracked() if path.suffix in (".js", ".css") and PACKAGE in path.parents]
    lengths = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8").count("\n") for path in scripts}
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE}


def test_modules_and_functions_stay_short() -> None:
    """A module that is longer is two ideas; only files of tests may be."""
    wrong = []
    for path in MODULES:
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > LONGEST_MODULE and not path.name.startswith("test_"):
            wrong.append(f"{name_of(path)} has {lines} lines")
        for function in functions(path):
            lines = (function.end_lineno or 0) - function.lineno
            if lines > LONGEST_FUNCTION:
                wrong.append(f"{name_of(path)}.{function.name} has {lines} lines")
    assert not wrong, "\n".join(wrong)


def unmarked(function: ast.AST) -> Iterator[str]:
    """Yield the phrases that a function makes of a sentence which has a name there."""
    named = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name) and first.id in named:
                yield ast.unparse(node)


def test_every_sentence_stands_where_translators_find_it() -> None:
    """One that has a name first is not seen: it must be marked where it is written."""
    wrong = [
        f"{name_of(path)}.{function.name}: {phrase}"
        for path in MODULES
        for function in functions(path)
        for phrase in unmarked(function)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_platform_is_translated() -> None:
    assert gaps(PACKAGE) == []


def tracked() -> list[Path]:
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def test_no_address_of_a_registry_and_no_path_of_a_machine_is_committed() -> None:
    wrong = []
    for path in tracked():
        text = path.read_text(encoding="utf-8", errors="ignore")
        if path.parent.name == "requirements" and "://" in text:
            wrong.append(f"{path.relative_to(ROOT)} holds an address")
        found = re.findall(r"(?<![\w.])/(?:home|root|Users|work)/\w+", text)
        wrong += [f"{path.relative_to(ROOT)} holds a path of one machine: {each}" for each in found]
    assert not wrong, "\n".join(wrong)


CALLERS = {"urllib.request", "http.client", "requests", "httpx", "httpx2", "aiohttp", "smtplib", "ftplib"}


def called(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports whole or in part."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_nothing_calls_other_servers() -> None:
    wrong = [f"{name_of(path)} imports {each}" for path in MODULES for each in CALLERS.intersection(called(path))]
    assert not wrong, "\n".join(wrong)


CONNECTORS = {"open_connection", "create_connection"}

MAY_CONNECT = {
    "rollwright.web.push.push_services": "to the push services that browsers name",
    "rollwright.lab.workers.cluster": "to the scheduler that somebody names on the command line",
}


def test_connections_are_opened_where_it_is_said_to_whom() -> None:
    found = {
        name_of(path)
        for path in PROGRAM
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in CONNECTORS
    }
    assert found == set(MAY_CONNECT)


def test_event_loops_of_tests_run_apart() -> None:
    """As after a browser test its process has a loop running already, in which no other can be started."""
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "loops.py"]
    wrong = [
        f"{path.relative_to(ROOT)}, line {node.lineno}: use tests.support.loops.run_apart"
        for path in tests
        for node in nodes(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "asyncio.run"
    ]
    assert not wrong, "\n".join(wrong)


def test_every_dependency_is_pinned_with_hashes() -> None:
    for name in ("play.txt", "server.txt", "test.txt", "audit.txt"):
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        blocks = re.split(r"\n(?=\S)", text.strip())
        assert blocks
        for block in blocks:
            assert re.match(r"[\w.-]+==\S+", block), block[:40]
            assert "--hash=sha256:" in block, block[:40]
