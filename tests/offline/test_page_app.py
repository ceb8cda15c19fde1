"""The app of a page, in this process: what differs from the server's own."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from errno import ENOSPC
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


class Full(Alone):
    """A browser without room at times."""

    def __init__(self) -> None:
        """Have room for now."""
        super().__init__()
        self.is_full = False

    async def keep(self, content: bytes, played: str) -> None:
        """Keep everything, or nothing."""
        await asyncio.sleep(0)
        if self.is_full:
            raise OSError(ENOSPC, "There is no room.")
        await super().keep(content, played)


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


async def shows_roll(app: Any, table: str) -> bool:
    """Return whether a page is still offered to roll."""
    view = json.loads((await asked(app, "GET", f"{table}/view?seat=0&version=0", JSON))[1])
    return bool(view["values"]["state"]["roll"])


def test_what_the_browser_cannot_keep_was_never_done(tmp_path: Path) -> None:
    browser = Full()
    tables: list[str] = []

    async def play(app: Any) -> None:
        tables.append(await new_table(app))
        [table] = tables
        log, file = dict(browser.played), browser.content
        browser.is_full = True
        for _ in range(2):
            status, told = await posted(app, f"{table}/roll", key="a")
            assert status == 503
            assert told["refused"] == "This could not be saved, so nothing has changed: the disk is full."
            assert await shows_roll(app, table)
        assert (await posted(app, f"{table}/play", seat=0, move="phone", key="b"))[0] == 422, "there are no dice yet"
        assert (browser.played, browser.content) == (log, file)
        browser.is_full = False
        assert (await posted(app, f"{table}/roll", key="a"))[0] == 200
        assert (browser.played, browser.content) != (log, file)
        assert not await shows_roll(app, table)

    async def look(app: Any) -> None:
        assert not await shows_roll(app, tables[0])
        assert (await posted(app, f"{tables[0]}/roll", key="a"))[0] == 200, "it was done"

    in_app(tmp_path, browser, play)
    in_app(tmp_path, browser, look)


def test_a_table_that_the_browser_cannot_keep_is_not_opened(tmp_path: Path) -> None:
    browser = Full()

    async def use(app: Any) -> None:
        browser.is_full = True
        status, _, _ = await app.answer("POST", f"/new/{ANY_NUMBER}", json.dumps(FORM), Sent("quick=alone"))
        assert status == 503
        browser.is_full = False
        assert "You have no tables yet." in (await asked(app, "GET", "/tables", []))[1]
        table = await new_table(app)
        assert list(browser.played) == [table.removeprefix("/table/")]

    in_app(tmp_path, browser, use)
