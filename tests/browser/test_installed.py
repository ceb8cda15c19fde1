"""In an environment made from the wheel alone, one command opens the app, and a round can be played."""

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.hands import Mouse, happened, play_on, record, settled, sit_down
from tests.support.installed import Installed

ROUNDS = 2


@pytest.fixture
def app(tmp_path: Path) -> Iterator[str]:
    """The address of the app that bare `rollwright` opens."""
    installed = Installed(tmp_path)
    settings = {"ROLLWRIGHT_PORT": "0", "ROLLWRIGHT_BROWSER": "off", "ROLLWRIGHT_THINKERS": "1"}
    with subprocess.Popen(
        [str(installed.folder / "bin" / "rollwright")], cwd=installed.home, stdout=subprocess.PIPE, text=True,
        env=installed.environment | settings,
    ) as program:  # fmt: skip
        try:
            assert program.stdout
            found = re.search(r"http://localhost:\d+", program.stdout.readline())
            assert found
            yield found[0]
            program.send_signal(signal.SIGINT)
            assert program.wait(timeout=60) in (0, 130)
        finally:
            program.kill()


@pytest.mark.slow
def test_a_round_is_played(app: str, browser: Browser) -> None:
    context = browser.new_context(base_url=app, locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    expect(page.locator("h1").first).to_be_visible()
    sit_down(page, "terminal_dispute")
    rng, mouse = Random(1), Mouse()
    for _ in range(200):
        play_on(page, mouse, rng, steps=1)
        settled(page)
        if sum(line.startswith("dice") for line in happened(record(page))) >= ROUNDS:
            break
    assert sum(line.startswith("dice") for line in happened(record(page))) >= ROUNDS
    context.close()
