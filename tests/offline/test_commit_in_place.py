"""Commits in a page: what is read while the browser keeps them, and after it could not."""

import asyncio
from asyncio import wrap_future
from collections.abc import Awaitable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from rollwright.offline.commit_in_place import CommitInPlace
from rollwright.store.errors import NoSuchTable, StoreRefused
from rollwright.store.sqlite import SQLiteStore
from tests.support.loops import run_apart
from tests.support.store import OPENED, SUMMARY, head, moved


class Held:
    """A browser that keeps a file when it is told to, or refuses to."""

    def __init__(self, path: Path) -> None:
        """Keep the store as it is when it is opened."""
        self.store = SQLiteStore(path, lambda group, reason: CommitInPlace(group, reason, self))
        self.content = self.store.content()
        self.asked: asyncio.Queue[tuple[list[str], asyncio.Future[None]]] = asyncio.Queue()

    def keep(self, tables: Sequence[str]) -> Awaitable[object]:
        """Wait for what the test says."""
        return self._keep(self.store.content(), [*tables])

    async def _keep(self, content: bytes, tables: list[str]) -> None:
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.asked.put_nowait((tables, told))
        await told
        self.content = content

    def undo(self) -> None:
        """Return to what is kept."""
        self.store.return_to(self.content)


async def writes_and_reads(path: Path) -> None:
    browser = Held(path)
    with closing(browser.store) as store:
        opening = wrap_future(store.open_table(head(), [OPENED], SUMMARY))
        tables, told = await browser.asked.get()
        assert tables == ["t"]
        early, late = (wrap_future(store.load("t")), wrap_future(store.append("t", 1, [moved(1)], "a", SUMMARY)))
        await asyncio.sleep(0.01)
        assert not any(each.done() for each in (opening, early, late)), "nobody knows yet whether there is such a table"
        told.set_exception(OSError("There is no room."))
        with pytest.raises(StoreRefused):
            await opening
        with pytest.raises(NoSuchTable):
            await early
        (await browser.asked.get())[1].set_result(None)
        with pytest.raises(NoSuchTable):
            await late
        opening = wrap_future(store.open_table(head(), [OPENED], SUMMARY))
        (await browser.asked.get())[1].set_result(None)
        await opening
        for number in range(2):
            adding = wrap_future(store.append("t", 1, [moved(1)], "a", SUMMARY))
            _, told = await browser.asked.get()
            assert browser.content != store.content()
            if number:
                told.set_result(None)
                assert await adding, "the same request is done anew, as nothing is left of it"
            else:
                told.set_exception(OSError("There is no room."))
                with pytest.raises(StoreRefused):
                    await adding
        assert (await wrap_future(store.load("t")))[1] == [OPENED, moved(1)]
    kept = path.with_name("kept")
    kept.write_bytes(browser.content)
    with closing(SQLiteStore(kept)) as again:
        assert again.load("t").result(60)[1] == [OPENED, moved(1)]


def test_what_is_not_kept_is_undone_before_anybody_reads_it(tmp_path: Path) -> None:
    run_apart(writes_and_reads(tmp_path / "store"))
