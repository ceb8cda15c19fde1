"""What is sent stays small and strict: little script, none of it inline, no style in the text, no other hosts."""

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import httpx2 as httpx
import pytest

from rollwright.core.game import game_names
from tests.support.browser.serving import Server
from tests.support.http import new_client

MOST_SCRIPT, MOST_PACKED = 161_000, 86_000
"""Bytes of script that a page may begin with, not counting comments, and that it may be sent packed, with them."""

MOST_LATER = 20_000
"""Bytes of script that a page may load when somebody wants it, without comments: sharing a result, thinking."""

MOST_FIRST = 350_000
"""Bytes of script, style and fonts that somebody is sent who comes to a table for the first time, packed."""

COMMENTS = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)

DATA = "application/json"


class Reader(HTMLParser):
    """Reads a page and keeps what should not be in it, and the scripts it asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.scripts: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.wrong += [f"<{tag} {name}>" for name in named if name == "style" or name.startswith("on")]
        self.addresses += [named[name] or "" for name in ("src", "href", "action") if name in named]
        if tag == "style":
            self.wrong.append("<style>")
        if tag == "script" and named.get("src"):
            self.scripts.append(str(named["src"]))
        elif tag == "script" and named.get("type") != DATA:
            self.wrong.append(f"<script type={named.get('type')}>")


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    with new_client(base_url=server.address, follow_redirects=True) as client:
        yield client


@pytest.fixture
def served(visitor: httpx.Client) -> list[httpx.Response]:
    """Every kind of page."""
    games = game_names()
    tables = [visitor.post(f"/new/{game}", data={"quick": "1"}) for game in games]
    addresses = ["/", "/tables", "/about", "/nowhere", f"{tables[0].url}/delete"]
    addresses += [f"/{kind}/{game}" for game in games for kind in ("new", "rules", "print")]
    return [*tables, *(visitor.get(address) for address in addresses)]


def read(response: httpx.Response) -> Reader:
    reader = Reader()
    reader.feed(response.text)
    return reader


def test_pages_are_strict(served: list[httpx.Response]) -> None:
    for response in served:
        policy = response.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["cache-control"] == "no-store"
        assert read(response).wrong == [], response.url


def test_pages_name_no_other_host(served: list[httpx.Response]) -> None:
    for response in served:
        for address in read(response).addresses:
            assert urlsplit(address).netloc == "", f"{response.url} names {address}"


def loaded(visitor: httpx.Client, address: str, *, also_later: bool) -> dict[str, str]:
    """Return a script and all that it imports at once; with `also_later` what it loads when somebody wants it, too."""
    found: dict[str, str] = {}
    waiting = {address}
    while waiting:
        module = waiting.pop()
        script = found[module] = visitor.get(module).raise_for_status().text
        later = re.findall(r'\bimport\("(\.[\w./]+)"\)', script)
        assert script.count("import(") == len(later), "all that is loaded later is known"
        names = re.findall(r'^\s*import\b(?:.* from)? "(\.[\w./]+)";$', script, re.M)
        assert len(re.findall(r"^\s*import\b", script, re.M)) == len(names), "every import is known"
        waiting |= {urljoin(module, name) for name in [*names, *(later if also_later else [])]} - found.keys()
    return found


def test_a_page_is_sent_little_script(served: list[httpx.Response], visitor: httpx.Client) -> None:
    for response in served:
        addresses = read(response).scripts
        assert len(addresses) <= 2, "one that all pages have, and one module for the page itself"
        begins, every = (
            {name: text for each in addresses for name, text in loaded(visitor, each, also_later=later).items()}
            for later in (False, True)
        )
        assert size(begins) <= MOST_SCRIPT
        assert sum(len(gzip.compress(text.encode())) for text in begins.values()) <= MOST_PACKED
        assert size(every) - size(begins) <= MOST_LATER


def size(scripts: dict[str, str]) -> int:
    """Return how many bytes of scripts are run, without comments."""
    return sum(len(COMMENTS.sub("", text).encode()) for text in scripts.values())


def test_a_first_visit_to_a_table_is_cheap(served: list[httpx.Response], visitor: httpx.Client) -> None:
    for response in served[: len(game_names())]:
        page = read(response)
        scripts = {
            name: text for address in page.scripts for name, text in loaded(visitor, address, also_later=True).items()
        }
        styles = {
            name: visitor.get(name).raise_for_status() for name in page.addresses if ".css" in name or "/style/" in name
        }
        fonts = {
            urljoin(name, font)
            for name, style in styles.items()
            for font in re.findall(r'url\("([^"]+\.woff2)"\)', style.text)
        }
        assert fonts, "the pages have fonts of their own"
        packed = [
            gzip.compress(text.encode()) for text in [*scripts.values(), *(style.text for style in styles.values())]
        ]
        sent = sum(map(len, packed)) + sum(len(visitor.get(font).raise_for_status().content) for font in fonts)
        assert sent <= MOST_FIRST


def test_script_is_sent_packed(served: list[httpx.Response], visitor: httpx.Client) -> None:
    address = max(
        (script for response in served for script in read(response).scripts), key=lambda each: "table" in each
    )
    with visitor.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as response:
        packed = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == "gzip"
    assert "immutable" in response.headers["cache-control"]
    assert len(packed) < len(gzip.decompress(packed)) <= MOST_SCRIPT
