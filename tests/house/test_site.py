"""The documentation site is built without a warning, holds every page, and asks no other server for anything."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rollwright
from tests.support import ROOT
from tools.docs import pages, relinked


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("site") / "html"
    command = [sys.executable, "-m", "tools.docs", "--output", str(output)]  # apart, as it changes its process
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return output


@pytest.mark.slow
def test_every_document_is_a_page(site: Path) -> None:
    for page in pages().values():
        assert (site / page).with_suffix(".html").exists(), page


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(site: Path) -> None:
    text = (site / "api.html").read_text(encoding="utf-8")
    missing = [name for name in rollwright.__all__ if f'id="rollwright.{name}"' not in text]
    assert not missing, f"docs/site/api.md lacks {missing}"


@pytest.mark.slow
def test_it_can_be_searched_and_read_without_a_network(site: Path) -> None:
    assert "simulate" in (site / "searchindex.js").read_text(encoding="utf-8")
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]*)"', page)
        assert not fetched, f"{path.name} fetches {fetched}"


def test_links_lead_to_pages_or_to_nothing() -> None:
    known, assets = {"README.md": "index.md", "docs/a.md": "a.md", "CHANGELOG.md": "CHANGELOG.md"}, set[str]()
    text = "[a](a.md#part) [log](../CHANGELOG.md) [code](../src/x.py) ![p](pictures/p.png) [w](https://x.org)\n"
    code = "```\n[kept](../src/x.py)\n```"
    changed = relinked(text + code, "docs/b.md", "b.md", known, assets)
    assert changed == ("[a](a.md#part) [log](CHANGELOG.md) code ![p](pictures/p.png) [w](https://x.org)\n" + code)
    assert assets == {"docs/pictures/p.png"}
