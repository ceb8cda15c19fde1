"""Build the documentation site: gather its pages from the repository, then let Sphinx make HTML of them.

Pages link to files of the repository, as code hosts show them. Here a link to a page of the site leads there, and a
link to anything else becomes plain text. Warnings are errors.
"""

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from rollwright.api.svg_picture import styled
from rollwright.core.game import Game, all_games
from rollwright.core.language import LANGUAGES
from rollwright.view.pictures import frames, pictures_of

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "site"
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$", re.M | re.S)
PICTURE, DRAWING = "picture:", "draw:"


def pages() -> dict[str, str]:
    """Return which file of the repository is which page of the site, both as paths without a leading folder."""
    found = {path.relative_to(ROOT).as_posix(): path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    found |= {name: name for name in ("CONTRIBUTING.md", "CHANGELOG.md")}
    found["README.md"] = "index.md"
    for game in all_games():
        for language in LANGUAGES:
            path = (game.folder / f"rules.{language}.md").relative_to(ROOT).as_posix()
            found[path] = f"rules/{game.name}.{language}.md"
    return found


def relinked(text: str, source: str, page: str, known: dict[str, str], assets: set[str]) -> str:
    """Return a page's text with its links changed: to pages of the site, to copied files, or to nothing."""
    here, there = PurePosixPath(source).parent.as_posix(), PurePosixPath(page).parent.as_posix()

    def link(found: re.Match[str]) -> str:
        target, _, part = found["target"].partition("#")
        if "://" in target or target.startswith((PICTURE, DRAWING)) or not target:
            return found[0]
        path = normpath(f"{here}/{target}")
        if path in known:
            led_to = relpath(known[path], there) + (f"#{part}" if part else "")
        elif path.startswith("docs/"):
            assets.add(path)
            led_to = relpath(path.removeprefix("docs/"), there)
        else:
            return found["text"]
        return f"{found['picture']}[{found['text']}]({led_to})"

    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return f"\0{len(kept) - 1}\0"

    changed = LINK.sub(link, CODE.sub(keep, text))
    return re.sub(r"\0(\d+)\0", lambda place: kept[int(place[1])], changed)


def illustrated(text: str, game: Game, language: str, folder: Path) -> str:
    """Return a page of rules with its pictures, which are drawn into files beside it."""

    def image(found: re.Match[str]) -> str:
        if not found["target"].startswith(PICTURE):
            return found[0]
        name = found["target"].removeprefix(PICTURE)
        drawn = [svg for frame in frames(game, pictures_of(game)[name], game.speech(language)) for _, svg in frame]
        files = [f"{game.name}-{name}-{language}-{number}.svg" for number in range(len(drawn))]
        for file, svg in zip(files, drawn, strict=True):
            (folder / file).write_text(styled(game, svg), encoding="utf-8")
        return "\n\n".join(f"![{found['text']}]({file})" for file in files) + f"\n\n*{found['text']}*"

    return LINK.sub(image, text)


def gather(folder: Path) -> None:
    """Write all pages of the site and what they show into a folder."""
    known, assets = pages(), set[str]()
    (folder / "rules").mkdir(parents=True)
    by_name = {game.name: game for game in all_games()}
    for source, page in known.items():
        if page == "index.md":
            continue
        text = relinked((ROOT / source).read_text(encoding="utf-8"), source, page, known, assets)
        if page.startswith("rules/"):
            name, language, _ = page.removeprefix("rules/").split(".")
            text = illustrated(text, by_name[name], language, folder / "rules")
        (folder / page).write_text(text, encoding="utf-8")
    (folder / "rules" / "index.md").write_text(rules_index(list(by_name.values())), encoding="utf-8")
    for path in sorted(assets):
        (folder / path.removeprefix("docs/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path.removeprefix("docs/"))
    for own in (ROOT / "docs" / "site").iterdir():
        if own.is_file():
            shutil.copy(own, folder)


def rules_index(games: Sequence[Game]) -> str:
    """Return the page that lists the rules of all games in all languages."""
    rows = [
        f"| {game.title} | " + " | ".join(f"[{LANGUAGES[each]}]({game.name}.{each}.md)" for each in LANGUAGES) + " |"
        for game in games
    ]
    entries = "\n".join(
        f"{game.title} ({LANGUAGES[language]}) <{game.name}.{language}>" for game in games for language in LANGUAGES
    )
    return (
        "# The rules\n\nIn our own words; every rule has a number, and every number has a test.\n\n"
        f"| game |{' |' * len(LANGUAGES)}\n| --- |{' --- |' * len(LANGUAGES)}\n" + "\n".join(rows)
        + f"\n\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n"
    )  # fmt: skip


def build(output: Path, work: Path) -> int:
    """Gather the pages in a folder and build the site into another; return Sphinx's exit code."""
    from sphinx.cmd.build import main as sphinx

    if work.exists():
        shutil.rmtree(work)
    gather(work)
    return int(sphinx(["-q", "-W", "--keep-going", "-d", str(work / ".doctrees"), str(work), str(output)]))


def main(arguments: Sequence[str]) -> int:
    """Build the site, and say where it is."""
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description="Build the documentation site.")
    parser.add_argument("--output", type=Path, default=SITE)
    output = parser.parse_args(arguments).output
    code = build(output, output.parent / "site-pages")
    if code == 0:
        print(f"Built: open {output / 'index.html'} in a browser. It needs no network and no server.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
