"""The app of a page, in this process: what differs from the server's own."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rollwright.offline import page_app
from tests.offline.page_process import FORM, JSON, Kept, PlainEngine, Sent, asked, opened
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER

OVER_THERE = "This game was played by other rules than those of this server."


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


async def posted(app: Any, address: str, **body: Any) -> tuple[int, Any]:
    """Return the status and the content of an answer to what a page posts."""
    status, _, content = await app.answer("POST", address, json.dumps(JSON), Sent(json.dumps(body)))
    return status, json.loads(content)


async def new_table(app: Any, form: str = "quick=alone") -> str:
    """Open a table, and return its address."""
    headers, _ = await asked(app, "POST", f"/new/{ANY_NUMBER}", FORM, form)
    return str(headers["location"])


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


def test_the_list_of_tables_says_why_the_server_did_not_take_one(tmp_path: Path) -> None:
    browser = Alone()
    tables: list[str] = []

    async def play(app: Any) -> None:
        tables.append(await new_table(app))

    async def look(app: Any) -> None:
        assert (await asked(app, "GET", "/tables", []))[1].count(OVER_THERE) == 1
        assert (await posted(app, f"{tables[0]}/roll", key="a"))[0] == 200
        assert OVER_THERE not in (await asked(app, "GET", "/tables", []))[1], "it will be sent again"

    in_app(tmp_path, browser, play)
    browser.refused[tables[0].removeprefix("/table/")] = OVER_THERE
    in_app(tmp_path, browser, look)
