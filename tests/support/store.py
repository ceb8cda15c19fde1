"""A small table for tests of the store, and functions to open, append to and read it."""

from collections.abc import Callable

from rollwright.store.protocol import Store
from rollwright.table import Event, Moved, Opened
from rollwright.table.models import DiceKind, Head, Player, SeatKind, Summary
from tests.support.places import PATIENCE

SUMMARY = Summary(1, (4, -3), False)
OPENED = Opened("some_game", 2, {"start": ["1", "1"]})


def head(table_id: str = "t", owner: str = "ana", seed: int = 2**127 + 5) -> Head:
    return Head(
        table_id,
        owner,
        1.5,
        (Player("Ana, the first", SeatKind.HERE), Player("", SeatKind.BOT, "strong")),
        seed,
        DiceKind.FAIR,
        90,
    )


def moved(number: int, text: str = "") -> Moved:
    return Moved(0, number, text or f"move {number}")


def opened(store: Store, *names: str) -> None:
    for name in names or ("t",):
        store.open_table(head(name), [OPENED], SUMMARY).result(PATIENCE)


def append(store: Store, place: int, *events: Event, name: str = "t", key: str | None = None) -> bool:
    return store.append(name, place, events or [moved(place)], key, SUMMARY).result(PATIENCE)


def log(store: Store, name: str = "t") -> list[Event]:
    return store.load(name).result(PATIENCE)[1]


def hold_up(store: Store, awaited: Callable[[], None]) -> None:
    """Give a store an operation that has no effect, and wait by `awaited` until the store is blocked on it."""
    store.append("nowhere", 1, [], None, SUMMARY)
    awaited()
