"""What the documents say is true: commands run, files exist, the picture is current. (Python in them is doctested.)"""

import importlib.util
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterable
from pathlib import Path

import pytest

from rollwright.core.language import PACKAGE
from tests.support import ROOT

README = ROOT / "README.md"
OPERATIONS = ROOT / "docs" / "operations.md"
"""Its commands are run by the tests of operation, one after the other, as they build on each other."""

DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_WORDS = 950
"""Words of the README, without what is in code blocks: it is read in five minutes."""


def commands() -> list[str]:
    """Return every command in the documents' shell blocks."""
    found = []
    for document in DOCUMENTS:
        if document == OPERATIONS:
            continue
        for block in re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), re.S):
            found += [line.split("#")[0].strip() for line in block.splitlines()]
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.mark.slow
@pytest.mark.parametrize("command", [each for each in commands() if not each.startswith("make")])
def test_every_command_runs(command: str, home: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/rollwright"
    if arguments[0] == "serve":
        check_serving(arguments, home)
        return
    if "--resume" in arguments:
        seeded = [sys.executable, "-m", "rollwright", "play", "terminal_dispute"]
        subprocess.run(seeded, input="\n", text=True, check=True, capture_output=True, env=_at(home))
    if "-o" in arguments:  # not into the repository
        place = arguments.index("-o") + 1
        arguments[place] = str(home / arguments[place])
    run = subprocess.run(
        [sys.executable, "-m", "rollwright", *arguments], cwd=ROOT, env=_at(home), input="", text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


def check_serving(arguments: list[str], home: Path) -> None:
    """A server runs until it is stopped: it must say where it is, answer there, and stop when asked."""
    command = [sys.executable, "-m", "rollwright", *arguments, "--no-browser"]
    with subprocess.Popen(command, cwd=ROOT, env=_at(home), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http://localhost:"))
            with urllib.request.urlopen(address) as page:
                assert page.status == 200
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=30) in (0, 130)
        finally:
            server.kill()


def _at(home: Path) -> dict[str, str]:
    return {**os.environ, "ROLLWRIGHT_DATA": str(home), "ROLLWRIGHT_LANGUAGE": "en"}


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for document in DOCUMENTS:
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", document.read_text(encoding="utf-8"), re.M):
            assert target in targets, f"{document.name} speaks of `make {target}`"


def test_every_file_linked_exists() -> None:
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
            if link.startswith(("https://keepachangelog.com", "https://github.com/OWASP", "picture:", "draw:")):
                continue
            name, _, part = link.partition("#")
            led_to = document.parent / name if name else document
            assert led_to.exists(), link
            assert not part or part in parts(led_to), link


def parts(document: Path) -> set[str]:
    """Return what links call the parts of a document."""
    titles = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in titles}


def prose(document: Path) -> str:
    """Return a document without its code blocks."""
    return re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)


def test_the_readme_is_read_in_five_minutes() -> None:
    assert len(prose(README).split()) <= MOST_WORDS


def test_the_readme_is_complete_where_links_lead_nowhere() -> None:
    """A package index shows it without our files: a link's text names its file, and a picture's says what it shows."""
    for is_picture, text, target in re.findall(r"(!?)\[([^]]*)\]\(([^)]+)\)", prose(README)):
        assert text == target if not is_picture else len(text.split()) > 2, target


def test_every_document_is_within_two_steps_of_the_readme() -> None:
    near = {README}
    for _ in range(2):
        for document in list(near):
            links = re.findall(r"\]\(([^)#:]+\.md)[)#]", document.read_text(encoding="utf-8"))
            near |= {(document.parent / link).resolve() for link in links}
    assert {document.resolve() for document in DOCUMENTS} <= near


def test_every_path_named_exists() -> None:
    for document in DOCUMENTS:
        for name in re.findall(r"`((?:src|tests|tools|docs|deploy)/[\w./-]+)`", document.read_text(encoding="utf-8")):
            assert (ROOT / name).exists(), f"{document.name} names {name}"


def test_every_module_of_the_glossary_exists() -> None:
    named = re.findall(r"\| `([\w/.]+)` \|$", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.M)
    assert len(named) > 30
    for name in named:
        assert (PACKAGE / name).exists(), name


def test_python_in_documents_is_run() -> None:
    """What looks like a session is a doctest, and pytest must be told where to find those."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    collected = settings["tool"]["pytest"]["ini_options"]["testpaths"]
    for document in DOCUMENTS:
        if ">>> " in document.read_text(encoding="utf-8"):
            assert document.relative_to(ROOT).as_posix() in collected


def test_what_players_are_told_to_press_is_on_the_pages() -> None:
    pages = PACKAGE / "web"
    said = "".join(path.read_text(encoding="utf-8") for path in (*pages.rglob("*.html"), *pages.rglob("*.py")))
    for document in (README, ROOT / "docs" / "players.md"):
        labels = re.findall(r"(?<!\*)\*([A-Z][^*]*)\*(?!\*)", re.sub(r"\s+", " ", prose(document)))
        assert labels
        for label in labels:
            assert f'"{label}' in said, f"{document.name} speaks of {label}"


AUTHORING = ROOT / "docs" / "authoring.md"


def test_the_game_from_nothing_lacks_what_its_author_is_told_and_nothing_else(tmp_path: Path) -> None:
    text = AUTHORING.read_text(encoding="utf-8")
    files = re.findall(r"^\*\*`(\w+\.py)`\*\*\n\n```python\n(.*?)^```$", text, re.M | re.S)
    assert [name for name, _ in files] == ["__init__.py", "moves.py", "rules.py", "words.py", "text.py", "view.py"]
    environment = _with_ladder(tmp_path, files)
    run = subprocess.run(
        [sys.executable, "-m", "rollwright", "check", "ladder"], env=environment, cwd=ROOT, text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    failed = re.findall(r"^FAILED (.*?) \(", run.stdout, re.M)
    told = text.split("| check | what is missing |")[1].split("\n\n")[0]
    assert sorted(failed) == sorted(re.findall(r"^\| (\w[\w ]*) \|", told, re.M)), run.stdout + run.stderr


def _with_ladder(tmp_path: Path, files: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Write the game of the page down, and return an environment that has it."""
    folder = tmp_path / "games" / "ladder"
    folder.mkdir(parents=True)
    for name, content in files:
        (folder / name).write_text(content, encoding="utf-8")
    return _at(tmp_path) | {"ROLLWRIGHT_GAMES": str(folder.parent), "ROLLWRIGHT_CACHE": str(tmp_path / "cache")}


PLAY_LESSONS = """
from rollwright.core.game import open_game
from rollwright.testing import CHECKS, Effort
[check] = [check for check in CHECKS if check.__name__ == "lessons_play_to_their_end"]
check(open_game("ladder"), Effort())
"""


def test_the_lesson_of_the_page_plays_to_its_end(tmp_path: Path) -> None:
    text = AUTHORING.read_text(encoding="utf-8")
    files = re.findall(r"^\*\*`(\w+\.py)`\*\*\n\n```python\n(.*?)^```$", text, re.M | re.S)
    [lesson] = re.findall(r"^```toml\n(title = (?:(?!^```).)*?^\[\[step\]\].*?)^```$", text, re.M | re.S)
    environment = _with_ladder(tmp_path, files)
    folder = tmp_path / "games" / "ladder" / "lessons"
    folder.mkdir()
    (folder / "first.toml").write_text(lesson, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", PLAY_LESSONS], env=environment, cwd=ROOT, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


SECURITY = ROOT / "docs" / "security.md"


def test_every_test_that_the_security_table_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", SECURITY.read_text(encoding="utf-8"))
    assert len(named) > 50
    for path, test in named:
        assert re.search(rf"^def {test}\(", (ROOT / path).read_text(encoding="utf-8"), re.M), f"{path}::{test}"


def test_what_the_security_table_does_not_show_it_says_is_not_met() -> None:
    rows = re.findall(r"^\| (\d+\.\d.*?) \| (.*?) \| (.*?) ?\|$", SECURITY.read_text(encoding="utf-8"), re.M)
    assert len(rows) > 50
    for requirement, how, shown in rows:
        assert shown.startswith("`tests/") or re.search(r"\*\*not met\*\*", how, re.IGNORECASE), requirement


def test_the_limits_that_are_told_are_those_that_hold() -> None:
    from rollwright.live.entry import new_table
    from rollwright.table import company
    from rollwright.table.table import MAX_NAME_LENGTH
    from rollwright.web.http import guard, limits, requests

    told = SECURITY.read_text(encoding="utf-8")
    for number in (
        limits.OPENING.burst, limits.JOINING.burst, limits.ACTING.burst, limits.ACTING.rate, limits.ASKING.burst,
        limits.ASKING.rate, limits.FAILING.burst, limits.TALKING.rate,
        *(number for each in limits.CONNECTION_LIMITS for number in (each.most, each.watching)),
        guard.LARGEST_BODY // 1024, guard.LARGEST_RECORD // 1024, guard.LONGEST_QUERY // 1024,
        company.MAX_GUESTS, company.MAX_DEVICES, company.MAX_GREETINGS,
        company.MAX_CHANGES, MAX_NAME_LENGTH, requests.MAX_TEXT_LENGTH,
    ):  # fmt: skip
        assert re.search(rf"(?<![\d,]){number}(?![\d,]\d)", told.split("## What is kept")[0]), number
    assert f"{new_table.MAX_RECORD_LINES:,} lines" in told


def test_nothing_is_left_to_fill_in() -> None:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        assert not re.search(r"@@|\bTBD\b|\bXXX\b", text), document.name


def test_every_setting_is_declared_and_in_the_one_table() -> None:
    from rollwright.command.settings import SETTINGS

    used = set()
    for path in (each for folder in ("src", "tools", "tests") for each in (ROOT / folder).rglob("*.py")):
        used |= set(re.findall(r"\bROLLWRIGHT_[A-Z]+\b", path.read_text(encoding="utf-8")))
    assert len(used) > 5
    assert not used - {setting.variable for setting in SETTINGS}
    table = re.findall(
        r"^\| `(ROLLWRIGHT_\w+)` \| (.*?) \| (.*) \| (.*) \|$", OPERATIONS.read_text(encoding="utf-8"), re.M
    )
    assert table == [
        (each.variable, f"`{each.option}`" if each.option else "", each.usual, each.meaning) for each in SETTINGS
    ]


def test_the_picture_is_current() -> None:
    spec = importlib.util.spec_from_file_location("picture", ROOT / "tools" / "picture.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PICTURE.read_text(encoding="utf-8") == module.picture(), "`make golden` draws it anew"
