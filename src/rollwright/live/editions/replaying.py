"""Turns what goes wrong while a log is replayed into one sentence for the player and one line for the operator."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from rollwright.core.errors import Refusal, UnknownGame
from rollwright.core.facts import NO_EDITION
from rollwright.core.game import open_game
from rollwright.store.errors import NoSuchTable, StoreRefused, UnreadableLog
from rollwright.store.protocol import Store
from rollwright.table.company import Company
from rollwright.table.editions.replayable import CannotReplay, Unreplayed, company_of
from rollwright.table.events import Event
from rollwright.table.models import Head

LOG = logging.getLogger(__name__)

STARTS_THREADS = "threading", "concurrent.futures.thread"
"""The modules in whose `start` and `submit` a thread may fail to start."""


class Differs(Exception):  # noqa: N818 - it never leaves `replaying`
    """A log was replayed to something else than what was kept of its table."""


@asynccontextmanager
async def replaying(store: Store, table_id: str, log: Sequence[Event] = ()) -> AsyncIterator[None]:
    """Raise CannotReplay, and log one line, if a table's log fails to be read or replayed in this context.

    What the computer lacks at the moment, such as memory, says nothing about the log and is raised as it is.
    `log` is filled as soon as it is read; without one, nobody but the host is known to sit at the table.
    """
    try:
        yield
    except (NoSuchTable, StoreRefused, UnknownGame, CannotReplay, MemoryError, OSError):
        raise  # the last two are no fault of the log's: it may be replayed in a moment
    except Exception as fault:  # any exception of the rules, which were not made for this log
        if _is_of_threads(fault):
            raise
        listed = await asyncio.wrap_future(store.listed(table_id))
        same = listed.head.edition == open_game(listed.game).edition != NO_EDITION
        damaged = same or isinstance(fault, UnreadableLog)
        kept = Unreplayed(listed, _company(listed.head, log), len(log), told(fault), damaged)
        _tell(kept)
        raise CannotReplay(kept) from fault


def _is_of_threads(fault: Exception) -> bool:
    """Say whether no thread could be started, which is a RuntimeError like many of the rules'."""
    frames = [frame for frame, _ in traceback.walk_tb(fault.__traceback__)]
    return type(fault) is RuntimeError and any(
        frame.f_globals.get("__name__") in STARTS_THREADS and frame.f_code.co_name in ("start", "submit")
        for frame in frames
    )


def told(fault: Exception) -> str:
    """Say what went wrong, without any name of a player: a refusal is told with its placeholders unfilled."""
    if isinstance(fault, Differs):
        return str(fault)
    if isinstance(fault, Refusal):
        return f"{type(fault).__name__}: {fault.phrase.text}"
    where = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} in {Path(where.filename).name}, line {where.lineno}"


def _company(head: Head, log: Sequence[Event]) -> Company | None:
    """Return who sits at a table, if its log can be read that far."""
    try:
        return company_of(head, log) if log else None
    except Exception:  # an option may be gone, for instance
        return None


def _tell(kept: Unreplayed) -> None:
    """Write one line for the operator: an error if the log itself is at fault, as that must not happen."""
    game, edition = open_game(kept.listed.game), kept.listed.head.edition
    LOG.log(
        logging.ERROR if kept.damaged else logging.WARNING,
        "Cannot replay %s (%s, %s, edition %s, now %s): %s",
        kept.listed.head.in_logs, game.name, "finished" if kept.listed.summary.over else "unfinished",
        edition or "unknown", game.edition or "unknown", kept.reason,
    )  # fmt: skip
