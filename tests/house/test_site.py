"""The documentation site is built without a warning, holds every page, and asks no other server for anything."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rollwright
from tests.support import ROOT
from tools.docs import pages, relinked


@pytest.mark.slow
def test_the_site_is_complete_and_needs_no_network(tmp_path: Path) -> None:
    """One test, so that the site is built once."""
    site = tmp_path / "html"
    command = [sys.executable, "-m", "tools.docs", "--output", str(site)]  # apart, as it changes its process
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    for page in pages().values():
        assert (site / page).with_suffix(".html").exists(), page
    reference = (site / "api.html").read_text(encoding="utf-8")
    missing = [name for name in rollwright.__all__ if f'id="rollwright.{name}"' not in reference]
    assert not missing, f"docs/site/api.md lacks {missing}"
    assert "simulate" in (site / "searchindex.js").read_text(encoding="utf-8")
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]*)"', text)
        assert not fetched, f"{path.name} fetches {fetched}"


def test_links_lead_to_pages_or_to_nothing() -> None:
    known, assets = {"README.md": "index.md", "docs/a.md": "a.md", "CHANGELOG.md": "CHANGELOG.md"}, set[str]()
    text = "[a](a.md#part) [log](../CHANGELOG.md) [code](../src/x.py) ![p](pictures/p.png) [w](https://x.org)\n"
    code = "```\n[kept](../src/x.py)\n```"
    changed = relinked(text + code, "docs/b.md", "b.md", known, assets)
    assert changed == ("[a](a.md#part) [log](CHANGELOG.md) code ![p](pictures/p.png) [w](https://x.org)\n" + code)
    assert assets == {"docs/pictures/p.png"}
