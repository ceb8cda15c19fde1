"""The house is in order: imports go down only, nothing names a game but the game, nothing is left behind."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rollwright.core.game import game_names
from rollwright.core.language import PACKAGE
from rollwright.testing.catalogues import gaps
from tests.support import ROOT

LAYERS = {
    "core": 0,
    "games": 1,
    "table": 2,
    "view": 3,
    "bots": 3,
    "records": 3,
    "store": 3,
    "live": 4,
    "web": 5,
    "terminal": 5,
    "lab": 5,
    "adapters": 5,
    "testing": 5,
    "command": 6,
}
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE = 450
LONGEST_FUNCTION = 70


def layer(module: str) -> tuple[str, int]:
    """Return the part of the package a module belongs to, and its layer; the package's own face may use all but 6."""
    parts = module.split(".")
    if len(parts) == 1 or parts[1].startswith("__"):
        return "", 6
    number = LAYERS[parts[1]]
    if parts[1] == "games" and parts[-1] == "view":
        number = LAYERS["view"]
    return parts[1], number


def name_of(path: Path) -> str:
    parts = ["rollwright", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the modules of this package that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rollwright"):
            for name in node.names:
                inner = PACKAGE.joinpath(*node.module.split(".")[1:], name.name)
                is_module = inner.is_dir() or inner.with_suffix(".py").exists()
                yield f"{node.module}.{name.name}" if is_module else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("rollwright"))


@pytest.mark.parametrize("path", [path for path in MODULES if not path.name.startswith("test_")], ids=name_of)
def test_imports_go_down_only(path: Path) -> None:
    part, number = layer(name_of(path))
    for imported in imports(path):
        other, below = layer(imported)
        if part == "games" and other == "games":
            assert imported.split(".")[2] == name_of(path).split(".")[2], f"one game imports another: {imported}"
        elif other != part or part == "":
            draws = (
                "view" in name_of(path).split(".")[3:] and other == "view"
            )  # a game draws with the primitives beside it
            assert draws or below < number or number == 6, f"{name_of(path)} imports {imported}, which is not below it"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if path.relative_to(PACKAGE).parts[0] != "games"], ids=name_of
)
def test_nothing_outside_its_folder_names_a_game(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documents = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    said = [str(value) for value in constants if value not in documents]
    said += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    said += list(imports(path))
    for game in game_names():
        assert not [text for text in said if game in text], f"{name_of(path)} names {game}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if not path.name.startswith("test_"):
        assert text.count("\n") <= LONGEST_MODULE, "a module that long is two ideas"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno <= LONGEST_FUNCTION, f"{node.name} is too long"


def test_scripts_and_style_sheets_stay_short() -> None:
    for path in [path for path in tracked() if path.suffix in (".js", ".css") and PACKAGE in path.parents]:
        assert path.read_text(encoding="utf-8").count("\n") <= LONGEST_MODULE, f"{path.name} is two ideas"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_sentence_stands_where_translators_find_it(path: Path) -> None:
    """One that has a name first is not seen: it must be marked where it is written."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            texts = {
                target.id
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            said = [ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Call)
                    and ast.unparse(node.func) == "Phrase" and node.args
                    and isinstance(node.args[0], ast.Name) and node.args[0].id in texts]  # fmt: skip
            assert said == []


def test_the_platform_is_translated() -> None:
    assert gaps(PACKAGE) == []


def tracked() -> list[Path]:
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def test_no_address_of_a_registry_and_no_path_of_a_machine_is_committed() -> None:
    for path in tracked():
        text = path.read_text(encoding="utf-8", errors="ignore")
        if path.parent.name == "requirements":
            assert "://" not in text, f"{path.name} holds an address"
        found = re.findall(r"(?<![\w.])/(?:home|root|Users|work)/\w+", text)
        assert not found, f"{path.relative_to(ROOT)} holds a path of one machine: {found[0]}"


CALLERS = {"urllib.request", "http.client", "requests", "httpx", "httpx2", "aiohttp", "smtplib", "ftplib"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_calls_other_servers(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not CALLERS.intersection(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module not in CALLERS


def test_every_dependency_is_pinned_with_hashes() -> None:
    for name in ("play.txt", "server.txt", "test.txt"):
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        blocks = re.split(r"\n(?=\S)", text.strip())
        assert blocks
        for block in blocks:
            assert re.match(r"[\w.-]+==\S+", block), block[:40]
            assert "--hash=sha256:" in block, block[:40]
