"""The check of advisories says in one sentence what it found, and what kept it from looking."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.support import ROOT
from tools.advisories import FOUND, NOT_CHECKED, advisories_in

NOWHERE = "http://127.0.0.1:9"
"""An address at which nobody answers."""

OFFLINE = {
    "PIP_INDEX_URL": f"{NOWHERE}/simple", "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0",
    "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1", "no_proxy": "*",
}  # fmt: skip


class Answers(BaseHTTPRequestHandler):
    """A server that answers, whatever it is asked."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def database() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1/query"
    server.shutdown()
    server.server_close()


def checked(database: str, folder: Path) -> tuple[int, str]:
    """Run the check without a package index, and return its status and what it says."""
    command = [sys.executable, "-m", "tools.advisories", "--database", database, "--folder", str(folder)]
    ran = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **OFFLINE}, capture_output=True, text=True, check=False, timeout=200
    )
    return ran.returncode, ran.stderr


def test_without_a_database_one_sentence_says_so_and_nothing_is_installed(tmp_path: Path) -> None:
    status, said = checked(f"{NOWHERE}/v1/query", tmp_path / "audit")
    assert status == NOT_CHECKED
    assert len(said.splitlines()) == 1
    assert said.startswith(f"The advisories were not checked: the database at {NOWHERE}/v1/query cannot be reached (")
    assert not (tmp_path / "audit").exists()


def test_without_a_package_index_one_sentence_says_so(tmp_path: Path, database: str) -> None:
    status, said = checked(database, tmp_path / "audit")
    assert status == NOT_CHECKED
    assert len(said.splitlines()) == 1
    assert "pip-audit cannot be installed, as no package index can be reached" in said


def report(**more: object) -> str:
    known = {"name": "anyio", "version": "4.16.0", "vulns": []}
    return json.dumps({"dependencies": [known, {"name": "uvicorn", "version": "0.1", **more}], "fixes": []})


def test_an_advisory_is_told_with_the_versions_that_mend_it() -> None:
    vulns = [{"id": "GHSA-1", "fix_versions": ["0.2", "0.3"], "aliases": []}, {"id": "GHSA-2", "fix_versions": []}]
    assert [str(each) for each in advisories_in(report(vulns=vulns))] == [
        "uvicorn 0.1: GHSA-1, mended in 0.2, 0.3",
        "uvicorn 0.1: GHSA-2, not mended yet",
    ]
    assert advisories_in(report(vulns=[])) == []
    assert FOUND not in (0, NOT_CHECKED)


@pytest.mark.parametrize("text", ["", "{", report(skip_reason="it was not found")])
def test_what_was_not_checked_is_not_taken_for_safe(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expecting|uvicorn could not be checked"):
        advisories_in(text)
