"""The architecture document is true: what its walks name exists, and each step is connected with the one before."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from rollwright.core.language import PACKAGE
from tests.house.layers import LAYERS
from tests.support import ROOT

DOCUMENT = ROOT / "docs" / "architecture.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")

NAMED = re.compile(r"`([\w/]+\.(?:py|js))::([\w.]+)`")
ROUTE = re.compile(r"`(?:GET|POST) (/[\w/{}]*)`")
FILE = re.compile(r"`((?:[\w<>.]+/)+[\w.]*)`")

Step = tuple[str, list[tuple[str, str]]]
"""An item of a walk: its text, and the files and functions that it names, in order."""


def walks(text: str) -> dict[str, list[Step]]:
    """Return the walks of a document by their titles, as steps."""
    found = {}
    for title, body in re.findall(r"^## (Walk \d.*?)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        items = re.split(r"^\d+\. ", re.split(r"\n\n(?!\d+\. )", body[body.index("1. ") :])[0], flags=re.M)[1:]
        found[title] = [(item, NAMED.findall(item)) for item in items]
    return found


@cache
def tree_of(file: str) -> ast.Module:
    return ast.parse((PACKAGE / file).read_text(encoding="utf-8"))


def names_in(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """Return what a module or a class defines at its own level."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found |= {target.id: node for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


def script_function(file: str, name: str) -> str:
    """Return the text of a function that a script defines at its own level; empty if there is none."""
    script = (PACKAGE / file).read_text(encoding="utf-8")
    start = rf"^(?:export )?(?:(?:async )?function {name}\(|const {name} = )"
    found = re.search(rf"{start}(?:[^\n]*;$|.*?^\}})", script, re.M | re.S)
    return found[0] if found else ""


def problem_with(file: str, name: str) -> str:
    """Say what is wrong with a name in a file; nothing if it is there."""
    if not (PACKAGE / file).is_file():
        return f"there is no {file}"
    if file.endswith(".js"):
        return "" if script_function(file, name) else f"{file} has no {name}"
    body = tree_of(file).body
    for part in name.split("."):
        node = names_in(body).get(part)
        if node is None:
            return f"{file} has no {name}"
        body = node.body if isinstance(node, ast.ClassDef) else []
    return ""


def file_of(module: str) -> str | None:
    """Return the file of a module of this package."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate.relative_to(PACKAGE).as_posix()
    return None


def sources(module: str, name: str) -> Iterator[str]:
    """Yield the files that an import of a name leads to: a module, or where a package has the name from."""
    if inner := file_of(f"{module}.{name}"):
        yield inner
        return
    file = file_of(module)
    if file is None:
        return
    yield file
    if file.endswith("__init__.py"):
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.ImportFrom) and node.module and any(each.name == name for each in node.names):
                yield from sources(node.module, name)


@cache
def imports(file: str) -> frozenset[str]:
    """Return the files of the package that a file imports."""
    if file.endswith(".js"):
        found = re.findall(r'from "(\.[^"]+)"', (PACKAGE / file).read_text(encoding="utf-8"))
        folder = (PACKAGE / file).parent
        return frozenset((folder / each).resolve().relative_to(PACKAGE.resolve()).as_posix() for each in found)
    reached: set[str] = set()
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rollwright"):
            for each in node.names:
                reached.update(sources(node.module, each.name))
    return frozenset(reached)


def are_connected(one: str, other: str) -> bool:
    return one == other or one in imports(other) or other in imports(one)


def routes() -> dict[str, set[tuple[str, str]]]:
    """Return which functions answer an address, each by its file and name."""
    tree = tree_of("web/routes.py")
    origin: dict[str, tuple[str, str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rollwright"):
            origin |= {each.asname or each.name: (node.module, each.name) for each in node.names}
    found: dict[str, set[tuple[str, str]]] = {}
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id.endswith("Route")):
            continue
        address, endpoint = call.args[:2]
        if not isinstance(address, ast.Constant):
            continue
        module, _, name = ast.unparse(endpoint).rpartition(".")
        package, imported = origin[module or name]
        file = file_of(f"{package}.{imported}" if module else package)
        found.setdefault(str(address.value), set()).add((str(file), name))
    return found


def gaps(walk: list[Step]) -> list[str]:
    """Return what is wrong with a walk: names that are not there, and steps that nothing connects."""
    wrong: list[str] = []
    visited: set[str] = set()
    before: list[tuple[str, str]] = []
    for number, (text, named) in enumerate(walk, start=1):
        wrong += [problem for file, name in named if (problem := problem_with(file, name))]
        files = [file for file, _ in named]
        if not files:
            wrong.append(f"step {number} names nothing")
        if wrong:
            return wrong
        crossed = ROUTE.findall(text)
        scripts = [script_function(*each) for each in (*before, *named) if each[0].endswith(".js")]
        for address in crossed:
            ends = {file for file, _ in routes().get(address, ())}
            if not ends & {*files, *visited}:
                wrong.append(f"step {number}: {address} leads to {ends or 'nothing'}, which the walk does not name")
            last = address.rpartition("/")[2]
            if not any(re.search(rf"[\"/]{last}[\"`]", script) for script in scripts):
                wrong.append(f"step {number}: no function of a script that is named asks for {address}")
        for place, file in enumerate(files):
            near = [*(each for each, _ in before), *files[:place]]
            known = file in visited or not near or any(are_connected(file, other) for other in near)
            if not known and not (crossed and place == 0):  # over the wire there is no import
                wrong.append(f"step {number}: nothing connects {file} with {', '.join(dict.fromkeys(near))}")
        visited.update(files)
        before = named
    return wrong


@pytest.mark.parametrize("title", walks(TEXT))
def test_a_walk_leads_from_step_to_step(title: str) -> None:
    walk = walks(TEXT)[title]
    assert len(walk) > 5
    assert gaps(walk) == []


def test_there_are_three_walks() -> None:
    assert len(walks(TEXT)) == 3


def test_everything_that_is_named_exists() -> None:
    named = NAMED.findall(TEXT)
    assert len(named) > 80
    assert [problem for file, name in named if (problem := problem_with(file, name))] == []


def test_every_file_that_is_named_exists() -> None:
    for name in FILE.findall(TEXT):
        if "<" not in name:
            base = ROOT if name.split("/")[0] in ("tests", "tools", "src", "docs") else PACKAGE
            assert (base / name).exists(), name


def test_the_folders_are_those_of_the_package() -> None:
    told = re.findall(r"^\| `(\w+)` \|", TEXT, re.M)
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert set(told) == folders
    assert folders <= set(LAYERS)


def test_the_picture_shows_every_folder_in_its_layer() -> None:
    picture = TEXT[TEXT.index("```text") :].split("```")[1]
    shown = {
        name: int(layer)
        for layer, boxes in re.findall(r"^ +(\d) +\|(.*)\|", picture, re.M)
        for name in re.findall(r"\w+", boxes.replace("/<game>", ""))
    }
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert shown == {name: layer for name, layer in LAYERS.items() if name in folders}


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (1, "live/room.py::Room.do`", "live/room.py::Room.does`"),
        (1, "table/story.py::Story.follow`", "table/tale.py::Story.follow`"),
        (1, ".js::choose`", ".js::chose`"),
        (1, "GET /table/{table}/live`", "GET /table/{table}/lives`"),
        (1, "`live/room.py::Room._try` hands", "`records/record.py::read` hands"),
        (3, "frames.js::fetchFrames` asks", "navigation.js::bring` asks"),
    ],
    ids=["a function", "a file", "a script's function", "an address", "a connection", "who asks for an address"],
)
def test_a_walk_that_is_wrong_is_noticed(number: int, old: str, new: str) -> None:
    [title] = [each for each in walks(TEXT) if each.startswith(f"Walk {number}:")]
    assert old in TEXT
    assert gaps(walks(TEXT.replace(old, new))[title])


def test_a_function_of_a_script_is_read_without_its_neighbours() -> None:
    text = script_function("web/static/replay/frames.js", "fetchFrames")
    assert text.startswith("export async function fetchFrames(")
    assert text.endswith("\n}")
    assert "valuesAt" not in text
    assert script_function("web/static/replay/frames.js", "firstOf").count("\n") == 0
    assert script_function("web/static/replay/navigation.js", "fetchFrames") == ""


def test_an_import_is_followed_through_a_package() -> None:
    assert are_connected("live/room.py", "table/table.py")
    assert not are_connected("store/group_commit.py", "web/table/socket.py")
