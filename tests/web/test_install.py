"""The installed app: its manifest and icons, and the script that runs behind the pages."""

import json
import re
import struct
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray
from starlette.testclient import TestClient

from rollwright.core.language import LANGUAGES
from rollwright.web.http import assets
from rollwright.web.http.assets import STATIC, asset
from rollwright.web.install import worker
from rollwright.web.install.routes import ABOUT, COLOUR
from rollwright.web.install.worker import OFFLINE, WORKER, kept_files
from tools.icons import ICONS, PAPER, drawn

DRIFT = 8
"""How far a colour may be off in a picture drawn on another machine, of 255."""


def pixels(picture: bytes) -> NDArray[np.int16]:
    """Return the colours of a PNG with 8 bits for each of red, green, blue and opacity, row by row."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, dict[bytes, bytes]()
    while at < len(picture):
        [length] = struct.unpack(">I", picture[at : at + 4])
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        parts[kind] = parts.get(kind, b"") + data
        at += 12 + length
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert (depth, colours, interlaced) == (8, 6, 0)
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + 4 * width)
    found = np.zeros((height, 4 * width), np.uint8)
    for y, (kind, *_) in enumerate(rows):
        above = found[y - 1] if y else np.zeros(4 * width, np.uint8)
        found[y] = unfiltered(int(kind), rows[y, 1:], above)
    return found.reshape(height, width, 4).astype(np.int16)


def unfiltered(kind: int, row: NDArray[np.uint8], above: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Undo the filter of one row, as the PNG specification has it."""
    if kind in (0, 2):
        return row + above if kind else row
    made, up = [0] * 4, [0, 0, 0, 0, *map(int, above)]
    for x, value in enumerate(map(int, row)):
        left, over, corner = made[x], up[x + 4], up[x]
        nearest = min((left, over, corner), key=lambda each: abs(left + over - corner - each))
        made.append((value + {1: left, 3: (left + over) // 2, 4: nearest}[kind]) % 256)
    return np.array(made[4:], np.uint8)


@pytest.mark.parametrize("name", ICONS)
def test_icons_are_drawn_from_the_emblem(name: str) -> None:
    kept, made = pixels((STATIC / "icons" / name).read_bytes()), pixels(drawn(*ICONS[name]))
    assert kept.shape[:2] == (ICONS[name][0], ICONS[name][0])
    assert np.abs(kept - made).max() <= DRIFT, "python -m tools.icons draws them anew"


def test_what_must_be_seen_of_a_maskable_icon_is_in_its_middle() -> None:
    picture = pixels((STATIC / "icons" / "maskable-512.png").read_bytes())
    ground = [int(PAPER[place : place + 2], 16) for place in (1, 3, 5)]
    y, x = np.nonzero(np.abs(picture[:, :, :3] - ground).max(axis=2) > DRIFT)
    assert np.hypot(x - 255.5, y - 255.5).max() <= 0.4 * 512
    assert picture[:, :, 3].min() == 255, "whatever shape it is cut to is filled"


def test_the_manifest_speaks_the_readers_language(client: TestClient) -> None:
    told = set()
    for language in LANGUAGES:
        client.post("/set", data={"language": language})
        answer = client.get("/manifest.webmanifest")
        assert answer.headers["content-type"] == "application/manifest+json"
        assert answer.headers["cache-control"] == "no-cache"
        found = answer.json()
        assert found["lang"] == language
        told.add(found["description"])
        for icon in found["icons"]:
            sent = client.get(icon["src"])
            assert (sent.status_code, sent.headers["content-type"]) == (200, "image/png")
            assert "x".join(map(str, struct.unpack(">II", sent.content[16:24]))) == icon["sizes"]
        for shortcut in found["shortcuts"]:
            assert client.get(shortcut["url"]).status_code == 200
    assert len(told) == len(LANGUAGES)
    assert ABOUT in told


def test_the_app_starts_in_the_colour_of_its_pages() -> None:
    tokens = (STATIC / "style" / "tokens.css").read_text(encoding="utf-8")
    assert re.findall(r"--page: light-dark\((#\w+),", tokens) == [COLOUR] == [PAPER]


def test_pages_name_the_manifest_and_may_fetch_it(client: TestClient) -> None:
    answer = client.get("/")
    assert '<link rel="manifest" href="/manifest.webmanifest"' in answer.text
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]


def test_the_worker_is_asked_for_anew_and_names_files_that_are_there(client: TestClient) -> None:
    answer = client.get(WORKER)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    head, _, rest = answer.text.partition("\n")
    built = json.loads(head.removeprefix("const BUILT = ").removesuffix(";"))
    assert rest == (STATIC / "worker" / "service_worker.js").read_text(encoding="utf-8")
    assert built["offline"] == OFFLINE
    for address in (*built["files"], built["icon"], OFFLINE):
        assert client.get(address).status_code == 200, address
    size = sum(len(client.get(address).content) for address in built["files"])
    assert size < 160_000, "what is kept for the offline page, fonts included"


def test_the_offline_page_needs_nothing_that_is_not_kept(client: TestClient) -> None:
    for language in LANGUAGES:
        client.post("/set", data={"language": language})
        needed = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', client.get(OFFLINE).text))
        assert needed
        assert needed <= set(kept_files())


def test_the_worker_differs_when_any_file_does(monkeypatch: pytest.MonkeyPatch) -> None:
    before = worker.worker_text()
    caches = (worker.worker_text, worker.kept_files, worker.offline_pages)
    for each in caches:
        each.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(assets, "digest", lambda: "0" * 12)
        after = worker.worker_text()
    for each in caches:
        each.cache_clear()
    assert before.partition("\n")[0] != after.partition("\n")[0]
    assert asset("icon.svg") in before
    assert "/static/000000000000/icon.svg" in after
