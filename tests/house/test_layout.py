"""Files are where one looks for them: no folder hides its shape, no name means two things, no test is a library."""

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

from rollwright.core.language import PACKAGE
from tests.support import ROOT

MOST_MODULES = 14
"""Modules beside each other in one folder, without its `__init__`."""

MEANS_THE_SAME = {
    "access": "who may see or do something",
    "board": "a game's board: as the rules know it, and as it is drawn",
    "cache": "what is kept to spare work",
    "connection": "a connection to a database",
    "drawing": "the primitives of drawing, and what a game adds to them",
    "errors": "what a part refuses, and how it says so",
    "face": "what a game shows of itself: in words, and in drawings",
    "moves": "how moves are written: by any game, and by one",
    "notes": "what a spot tells: as a game writes it, and as the page gets it",
    "page": "a page that is put together from its parts",
    "routes": "the addresses of a part of the site, and what answers there",
    "scenes": "what happened, picture by picture: as a game draws it, and as the page gets it",
    "schema": "the tables of a database, and how older ones become them",
    "serve": "the command, and the server that it starts",
    "sheet": "a game's sheet as data, and the one that a page shows",
    "sqlite": "SQLite: keeping tables in it, and backing it up",
    "store": "what implements a store, and what measures one",
    "story": "what happened at a table: told by any game, and by one",
    "subscriptions": "where browsers want to be told of their turn",
    "sweep_notes": "what a store notes about abandoned tables",
    "view": "how a game is drawn, and the checks of that",
    "words": "what a game says, and the checks of that",
}
"""Names of modules in several places, and the one thing that each of them means there."""


def modules() -> list[Path]:
    """Return the modules of the program, without packages' own and without tests."""
    found = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
    return [path for path in found if path.name != "__init__.py" and "tests" not in path.parts]


def test_no_folder_hides_its_shape() -> None:
    counts = Counter(path.parent for path in modules())
    wrong = [f"{folder} has {count} modules" for folder, count in counts.items() if count > MOST_MODULES]
    assert not wrong, "\n".join(wrong)


def test_no_name_means_two_things() -> None:
    """All games have the same files: the same place in two games is one place."""
    places = defaultdict(set)
    for path in modules():
        of_a_game = path.parts[0] == "games"
        places[path.stem].add(Path("games", "any", *path.parts[2:]) if of_a_game else path)
    wrong = [
        f"{name}: {', '.join(sorted(map(str, found)))}"
        for name, found in places.items()
        if len(found) > 1 and name not in MEANS_THE_SAME
    ]
    assert not wrong, "\n".join(wrong)


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def test_no_test_is_a_library() -> None:
    """What tests share stands in files of other names; scripts that tests write down are read, too."""
    importing = re.compile(r"\b(?:from|import) +[\w. ]*\btest_\w+")
    wrong = [
        f"{path.relative_to(ROOT)}: {found}"
        for path in sources("src", "tests", "tools")
        for found in importing.findall(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def is_search_path(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.path"


def changes_search_path(node: ast.AST) -> bool:
    """Say whether a statement or call changes where Python looks for modules."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return is_search_path(node.func.value) or node.func.attr in {"syspath_prepend", "addsitedir"}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return any(is_search_path(inner) for target in targets for inner in ast.walk(target))


def test_tests_and_tools_are_packages() -> None:
    """They import each other by their names: none changes where Python looks for modules."""
    wrong = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', '')} changes the search path"
        for path in sources("tests", "tools")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if changes_search_path(node)
    ]
    assert not wrong, "\n".join(wrong)
