"""Scripts and style sheets: a browser may keep them for ever, and never mixes those of two versions."""

import asyncio
import gzip
import re
from hashlib import sha256
from pathlib import Path
from posixpath import normpath
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from rollwright.bots.levels import LEVELS
from rollwright.core.game import Game, open_game
from rollwright.core.wasm.engine_file import ENGINE_FILE
from rollwright.web.http.assets import SPRITE, STATIC, asset, digest, imported
from rollwright.web.http.rendering import WEB, art, engine
from tests.support.wire import GAMES, opened

ANOTHER = "0" * 12
ADDRESS = re.compile(r'(?:href|src)="(/static/[^"]+)"')
IMPORT = re.compile(r'^\s*import\b[^"\n]*"([^"]+)"', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+)"\)')
URL = re.compile(r'url\("([^"]+)"\)')


def test_every_page_names_files_by_the_digest_of_all(client: TestClient) -> None:
    for page in ("/", "/about", "/join", "/verify", "/statistics", f"/print/{GAMES[0]}", f"/table/{opened(client)}"):
        addresses = ADDRESS.findall(client.get(page).text)
        assert addresses
        for address in addresses:
            assert address.startswith(f"/static/{digest()}/"), page
            answer = client.get(address)
            assert answer.status_code == 200, address
            assert "immutable" in answer.headers["cache-control"]


def test_what_a_file_names_is_there_and_below_the_same_digest() -> None:
    for path in [*STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        text, name = path.read_text(encoding="utf-8"), path.relative_to(STATIC).as_posix()
        for relative in IMPORT.findall(text) if path.suffix == ".js" else URL.findall(text):
            assert relative.startswith("."), f"{name} names {relative}"
            address = urljoin(asset(name), relative)
            assert address.startswith(asset("")), f"{name} leaves the digest by {relative}"
            assert (STATIC / address.removeprefix(asset(""))).is_file(), f"{name} names {relative}"


def test_no_page_mixes_two_versions(client: TestClient) -> None:
    """A page of another version is led to ours, below whose digest are all files that the script imports."""
    answer = client.get(f"/static/{ANOTHER}/table/table.js")
    assert (answer.status_code, answer.headers["location"]) == (307, asset("table/table.js"))
    assert answer.headers["cache-control"] == "no-store"
    for nothing in ("table/nothing.js", "../../app.py", "table/../../../app.py"):
        assert client.get(f"/static/{ANOTHER}/{nothing}").status_code == 404


def test_a_file_that_an_update_has_replaced_is_not_kept(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwright.web.http.assets._stamps", dict)
    answer = client.get(asset("table/table.js"))
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


def test_without_a_digest_a_file_is_checked_each_time(client: TestClient) -> None:
    answer = client.get("/static/table/table.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_a_games_own_style_is_kept_under_its_own_digest_only(client: TestClient) -> None:
    found = re.search(r'href="(/style/\w+)\?(v=\w+)"', client.get("/").text)
    assert found
    assert "immutable" in client.get(f"{found[1]}?{found[2]}").headers["cache-control"]
    for query in ("", f"?v={ANOTHER}"):
        assert client.get(found[1] + query).headers["cache-control"] == "no-cache"


def test_a_pages_modules_are_asked_for_at_once(client: TestClient) -> None:
    text = client.get(f"/table/{opened(client)}").text
    preloaded = set(re.findall(r'<link rel="modulepreload" href="([^"]+)">', text))
    assert preloaded == {
        asset(name) for script in ("table/table.js", "shared/every_page.js") for name in imported(script)
    }
    named = {
        normpath(f"{module.parent.relative_to(STATIC).as_posix()}/{relative}")
        for module in [*STATIC.glob("table/*.js"), *STATIC.glob("shared/*.js")]
        for relative in IMPORT.findall(module.read_text(encoding="utf-8"))
    }
    known = {*imported("table/table.js"), *imported("shared/every_page.js")}
    assert named == known, "a module that nothing imports, or an import that is not seen"


def imported_later(name: str) -> list[str]:
    """Return the modules that a script loads only when they are needed."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return [
        normpath(f"{Path(name).parent.as_posix()}/{module}") for module in re.findall(r'\bimport\("([^"]+)"\)', text)
    ]


def test_every_style_sheet_and_script_is_used() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in (WEB / "templates").rglob("*.html"))
    for path in STATIC.glob("style/*.css"):
        assert f'"{path.stem}"' in templates, path.name
    scripts = set(re.findall(r'script\("([^"]+)"\)', templates))
    used = scripts.union(*(imported(name) for name in scripts))
    used |= {later for name in used for later in imported_later(name)}
    workers = {"worker/service_worker.js", "engine/engine_worker.js", "offline/python_worker.js"}
    apart = {*workers, "engine/remote_engine.js"}  # no page names them: workers, and who starts the engine
    used |= apart.union(*(imported(name) for name in apart))
    assert {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")} == used


def test_a_games_pictures_are_kept_for_ever_by_their_digest(client: TestClient) -> None:
    for name in GAMES:
        address = art(open_game(name), "cover")
        answer = client.get(address)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
        assert client.get(address.partition("?")[0]).headers["cache-control"] == "no-cache"
    assert client.get(f"/art/{GAMES[0]}/emblem-1.svg").status_code == 404
    assert client.get("/art/none/cover.svg").status_code == 404


@pytest.fixture
def with_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose engine is in a folder of the test."""
    game = Game(GAMES[0])
    game.__dict__["folder"] = tmp_path
    monkeypatch.setattr("rollwright.web.site.documents.open_game", lambda name: game)
    return game


def test_an_engine_is_kept_for_ever_only_under_its_own_digest(client: TestClient, with_engine: Game) -> None:
    (with_engine.folder / ENGINE_FILE).write_bytes(b"the old one")
    address = engine(with_engine)
    for encodings in ("gzip", "identity"):
        (with_engine.folder / ENGINE_FILE).write_bytes(f"one of an update, for {encodings}".encode())
        answer = client.get(address, headers={"Accept-Encoding": encodings})
        assert "immutable" in answer.headers["cache-control"]
        assert address.endswith(f"?v={sha256(answer.content).hexdigest()[:12]}")
        assert client.get(address.partition("?")[0]).headers["cache-control"] == "no-cache"


def is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_an_engine_is_compressed_once_while_others_are_served(
    client: TestClient, with_engine: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    (with_engine.folder / ENGINE_FILE).write_bytes(b"rules")
    in_loop: list[bool] = []
    real = gzip.compress

    def compress(content: bytes, **settings: int) -> bytes:
        in_loop.append(is_in_loop())
        return real(content, **settings)

    monkeypatch.setattr(gzip, "compress", compress)
    for _ in range(2):
        answer = client.get(f"/engine/{with_engine.name}", headers={"Accept-Encoding": "gzip"})
        assert (answer.content, answer.headers["content-encoding"]) == (b"rules", "gzip")
    assert in_loop == [False], "compressed once, and not in the loop that serves everybody"


def test_a_game_without_an_engine_has_no_page_for_it(client: TestClient, with_engine: Game) -> None:
    assert client.get(f"/engine/{with_engine.name}").status_code == 404


def test_every_icon_that_a_page_names_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / SPRITE).read_text(encoding="utf-8")))
    templates = "".join(path.read_text(encoding="utf-8") for path in (WEB / "templates").rglob("*.html"))
    named = set(re.findall(r"""\bline_icon\(["']([\w-]+)["']\)""", templates))
    assert named <= drawn
    assert {f"face-{level}" for level in (*LEVELS, "person", "free")} <= drawn
