"""Tables and events as the rows that a database keeps, and back."""

import json
import time
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from rollwright.table.events import Event, Opened, from_json, to_json
from rollwright.table.store import Head, Listed, Player, Summary

HEAD = "id, owner, opened, players, seed"
"""The columns that `head_of` reads."""

LISTED = f"game, seats, summary, touched, {HEAD}"
"""The columns that `listed_of` reads."""


def table_row(
    head: Head, events: Sequence[Event], summary: Summary
) -> tuple[str, str, float, float, str, int, str, str, str]:
    """Return a new table as it is kept, in the order of its columns, touched now."""
    opened = events[0]
    assert isinstance(opened, Opened), "a log begins with the opening of its table"
    players = json.dumps([astuple(player) for player in head.players])
    return (head.table_id, head.owner, head.opened, time.time(), opened.game, opened.seats, f"{head.seed:x}",
            players, standing(summary))  # fmt: skip


def event_text(event: Event) -> str:
    """Return an event as it is kept."""
    return json.dumps(to_json(event), separators=(",", ":"))


def event_of(text: str) -> Event:
    """Read an event back."""
    return from_json(json.loads(text))


def standing(summary: Summary) -> str:
    """Return how a game stands as it is kept."""
    return json.dumps((summary.round_no, summary.halves, summary.over))


def head_of(table_id: str, owner: str, opened: float, players: str, seed: str) -> Head:
    """Read back what is known of a table beside its log."""
    return Head(table_id, owner, opened, tuple(Player(*player) for player in json.loads(players)), int(seed, 16))


def listed_of(game: str, seats: int, summary: str, touched: float, *head: Any) -> Listed:
    """Read back a table of a list of tables."""
    round_no, halves, over = json.loads(summary)
    return Listed(head_of(*head), game, seats, Summary(round_no, tuple(halves), over), touched)
