"""The app of a page, in this process: what differs from the server's own."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rollwright.offline import page_app
from tests.offline.page_process import FORM, Kept, PlainEngine, Sent, asked, opened
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER


class Alone(Kept):
    """A browser in which no engine is ever there: bots would think by it, and other tests have games as they are."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        super().__init__()
        self.never: list[asyncio.Event] = []

    async def engine(self, game: str) -> PlainEngine:
        """Wait for ever."""
        self.never.append(asyncio.Event())
        await self.never[-1].wait()
        raise AssertionError("this is never reached")


@pytest.fixture(autouse=True)
def own_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give back where the file is and what chance is: the app in a page chooses both."""
    monkeypatch.setattr(page_app, "FILE", page_app.FILE)
    state = random.getstate()
    yield
    random.setstate(state)


def in_app(folder: Path, browser: Kept, use: Callable[[Any], Awaitable[None]]) -> None:
    """Use the app on what a browser keeps."""

    async def run() -> None:
        app = await opened(browser, folder)
        try:
            await use(app)
        finally:
            await app.close()

    run_apart(run())


def test_no_time_limit_is_offered_as_the_server_takes_no_such_table(tmp_path: Path) -> None:
    async def use(app: Any) -> None:
        _, form = await asked(app, "GET", f"/new/{ANY_NUMBER}", [])
        assert "Dice" in form
        assert 'name="clock"' not in form
        status, _, _ = await app.answer(
            "POST", f"/new/{ANY_NUMBER}", json.dumps(FORM), Sent("kind-0=here&kind-1=here&clock=60")
        )
        assert status == 422

    in_app(tmp_path, Alone(), use)
