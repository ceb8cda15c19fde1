"""The wheel holds what is needed to play and nothing else, the source distribution the rest."""

import re
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from packaging.requirements import Requirement

from rollwright import __version__
from tests.support import ROOT
from tests.support.installed import Installed, build

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = {"numpy", "numba", "babel"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    wheel, sdist = build(tmp_path_factory.mktemp("dist"), "wheel", "sdist")
    return wheel, sdist


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


def names(requirements: list[str]) -> set[str]:
    return {Requirement(each).name for each in requirements}


@pytest.mark.slow
def test_the_wheel_holds_what_is_needed_to_play_and_nothing_else(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        held = wheel.namelist()
        for part in ("/tests/", "/golden/", "conftest"):
            assert not [name for name in held if part in name], part
        icons = {name for name in held if name.endswith(".png")}
        assert {Path(name).parent.as_posix() for name in icons} == {"rollwright/web/static/icons"}, (
            "pictures of the README"
        )
        tracked = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src/rollwright").rglob("*.*")}
        wanted = {name for name in tracked if not re.search(r"/tests/|/golden/|__pycache__", name)}
        assert wanted == {name for name in held if name.startswith("rollwright/")}
        assert sum(each.compress_size for each in wheel.infolist()) < 2_200_000


@pytest.mark.slow
def test_the_metadata_is_complete(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        [path] = [name for name in wheel.namelist() if name.endswith("METADATA")]
        raw = wheel.read(path)
        licences = [name for name in wheel.namelist() if "/licenses/" in name]
    told = Metadata.from_email(raw, validate=True)
    assert str(told.version) == __version__
    assert told.license_expression == "MIT AND OFL-1.1"
    assert {Path(name).name for name in licences} == {"LICENSE", "OFL.txt"}
    assert len(told.keywords or []) > 3
    assert any(each.endswith("3.14") for each in told.classifiers or [])
    assert message_from_bytes(raw)["Description-Content-Type"] == "text/markdown"


@pytest.mark.slow
def test_the_source_distribution_has_tests_golden_records_and_documents(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[1]) as sdist:
        held = {name.partition("/")[2] for name in sdist.getnames()}
    for path in (
        "Makefile",
        "docs/authoring.md",
        "tests/house/test_house.py",
        "requirements/test.txt",
        "tools/check.py",
    ):
        assert path in held, path
    assert any("/golden/" in name for name in held)
    assert not [name for name in held if name.startswith((".venv", ".git/", "build/", "dist/"))]


def test_the_readme_renders_on_an_index() -> None:
    from readme_renderer.markdown import render

    page = render((ROOT / "README.md").read_text(encoding="utf-8"))
    assert page
    assert re.search(r"<h1[^>]*>Rollwright<", page)
    assert page.count("<pre") > 3


def test_extras_are_declared_once_and_all_means_all() -> None:
    extras = PROJECT["optional-dependencies"]
    assert names(PROJECT["dependencies"]) == CORE | names(extras["web"])
    assert set(extras["web"]) <= set(PROJECT["dependencies"]), "the same versions in both places"
    [everything] = extras["all"]
    assert Requirement(everything).extras == set(extras) - {"all", "gpu"}, "a GPU's compiler is half a gigabyte"


def test_what_is_pinned_is_what_is_declared() -> None:
    """`make play` installs a list of its own, with hashes: that of the package, with the tools that install it."""
    pinned = (ROOT / "requirements" / "play.in").read_text(encoding="utf-8")
    listed = names([line for line in pinned.splitlines() if line and not line.startswith("#")])
    extras = set().union(*(names(each) for each in PROJECT["optional-dependencies"].values()))
    assert names(PROJECT["dependencies"]) <= listed
    assert listed - names(PROJECT["dependencies"]) <= extras | {"hatchling", "editables"}


EVERY_PAGE = """
from rollwright.core.game import all_games
from rollwright.core.language import LANGUAGES
from rollwright.table.lessons.lesson_file import lessons_of
from rollwright.table.lessons.puzzle_file import puzzles_of
from rollwright.view.symbols import symbols_of
from rollwright.web.http.rules_pages import rules_page

for game in all_games():
    assert all("<h1>" in rules_page(game, language) for language in LANGUAGES)
    assert lessons_of(game) and puzzles_of(game) and symbols_of(game)
"""


@pytest.mark.slow
def test_everything_that_pages_read_is_in_the_wheel(installed: Installed) -> None:
    ran = installed.run("python", "-c", EVERY_PAGE)
    assert ran.returncode == 0, ran.stderr


README_EXAMPLES = """
import doctest, sys, rollwright
assert rollwright.__file__.startswith(sys.prefix), rollwright.__file__
found = doctest.testfile({readme!r}, module_relative=False)
assert found.attempted > 5 and not found.failed, found
"""


@pytest.mark.slow
def test_the_readmes_example_runs_in_an_empty_environment(installed: Installed) -> None:
    ran = installed.run("python", "-c", README_EXAMPLES.format(readme=str(ROOT / "README.md")))
    assert ran.returncode == 0, ran.stdout + ran.stderr


WITHOUT = """
import sys
LEFT_OUT = {left_out!r}

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LEFT_OUT:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
from rollwright.command.main import main
sys.exit(main({arguments!r}))
"""

MODULES = {
    "markdown-it-py": "markdown_it",
    "python-multipart": "python_multipart",
    "prometheus-client": "prometheus_client",
}


def without_extras(installed: Installed, *arguments: str) -> tuple[int, str, str]:
    """Run the command line as if only the core's packages were installed."""
    extras = set().union(*(names(each) for name, each in PROJECT["optional-dependencies"].items() if name != "all"))
    left_out = {MODULES.get(name, name.replace("-", "_")) for name in extras} | {
        "markupsafe",
        "multipart",
        "vl_convert",
    }
    ran = installed.run("python", "-c", WITHOUT.format(left_out=left_out, arguments=list(arguments)))
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.slow
def test_simulations_work_without_the_web_packages(installed: Installed) -> None:
    code, out, err = without_extras(installed, "sim", "tou_shi", "--games", "100", "--seed", "1")
    assert (code, err) == (0, "")
    assert "100 random games" in out
    code, out, err = without_extras(installed, "sim", "tou_shi", "--games", "2", "--player", "easy")
    assert (code, err) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "extra"),
    [((), "web"), (("serve",), "web"), (("check", "tou_shi"), "testing"),
     (("serve", "--database", "postgresql://nobody@localhost/none"), "web")],
)  # fmt: skip
def test_what_is_missing_is_told_in_one_sentence(installed: Installed, arguments: tuple[str, ...], extra: str) -> None:
    code, out, err = without_extras(installed, *arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert f"pip install 'rollwright[{extra}]'" in err


@pytest.mark.slow
def test_a_game_that_was_installed_says_where_it_can_be_checked(installed: Installed) -> None:
    ran = installed.run("rollwright", "check", "tou_shi")
    assert ran.returncode == 2
    assert ran.stderr == (
        "Tóu Shí was installed without its tests and golden records: check it in the source distribution.\n"
    )
