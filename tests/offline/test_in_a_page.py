"""The app as it is in a page, in a process without what a page does not have."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.language import PACKAGE
from rollwright.store.sqlite import SQLiteStore
from tests.support import ROOT
from tests.support.environments import QUICK
from tests.support.wire import QuickThinkers, browser


def process(what: str, folder: Path) -> Any:
    """Return what the process tells."""
    command = [sys.executable, "-m", "tests.offline.page_process", what, str(folder)]
    settings = {**os.environ, "ROLLWRIGHT_COMPILE": "off" if what != "page" else "on"}
    if what != "numpy":
        settings["PYTHONPATH"] = str(PACKAGE / "offline" / "replacements")
    ended = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return json.loads(ended.stdout)


def test_games_are_the_same_with_numpy_and_with_what_takes_its_place(tmp_path: Path) -> None:
    assert process("replaced", tmp_path) == process("numpy", tmp_path)


@pytest.mark.slow
def test_the_app_plays_in_a_page_and_its_games_come_home(tmp_path: Path) -> None:
    told = process("page", tmp_path)
    assert told["late"] == [], "what is imported late is not in the snapshot: name it in `warm_start.LATER`"
    assert told["nowhere"] == [], "a page of the app in a page links only to what works there"
    assert all(told["kept"]), "a page that is opened again goes on where it was"
    assert told["left"] == [False, True, True, True], "what the server has is no longer kept"
    store = SQLiteStore(tmp_path / "server.sqlite3")
    with browser(store, QuickThinkers(), QUICK) as client:
        assert brought(client, told["logs"]) == len(told["logs"])
        assert brought(client, told["logs"]) == len(told["logs"]), "a game can be sent again"
        assert client.get("/tables").text.count("played without a connection") == len(told["logs"])
    store.close()


def brought(client: TestClient, logs: list[str]) -> int:
    """Bring games to a server; return how many it has taken."""
    return sum(client.post("/offline/brought", json=json.loads(log)).status_code == 200 for log in logs)
