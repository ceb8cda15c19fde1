"""Somebody with very many tables of bots does not stop the bots of others."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from prometheus_client import generate_latest
from starlette.testclient import TestClient

from rollwright.bots.levels import choose
from rollwright.bots.search import Advice
from rollwright.core.game import open_game
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.ops.metrics import COUNTED
from tests.support.places import wait_until
from tests.support.wire import QuickThinkers, browser, opened, record, services

MANY = 55
"""The tables that one browser opens."""
BOTS = 5


class OneThinker(QuickThinkers):
    """One thinker, which answers when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.workers = 1
        self.asked: list[tuple[str, Future[Advice], tuple[Any, ...]]] = []

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        answer: Future[Advice] = Future()
        self.asked.append((level, answer, (game_name, position, seat, seed)))
        return answer

    def answer(self) -> None:
        """Answer the question that is thought about, and wait for the next one."""
        known, (_, answer, (game_name, position, seat, seed)) = len(self.asked), self.asked[-1]
        answer.set_result(choose(open_game(game_name), position, seat, "easy", seed, compiled=False))
        wait_until(lambda: len(self.asked) > known)


def other_browser(client: TestClient, address: str) -> TestClient:
    other = TestClient(client.app, base_url="http://localhost", follow_redirects=False, client=(address, 50_000))
    other.portal = client.portal
    return other


def with_bots(client: TestClient, bots: int, level: str) -> str:
    """Open a table at which bots have to move at once, look at it once, and return its id."""
    kinds = {"kind-0": "here"} | {f"kind-{row}": level for row in range(1, bots + 1)}
    table = opened(client, **kinds, **{"option-start": "2"})
    assert client.get(f"/table/{table}").status_code == 200
    return table


def waits(table: str) -> float:
    """Return how many turns of this kind of table were measured."""
    name = f'rollwright_bot_wait_seconds_count{{table="{table}"}}'
    lines = generate_latest(COUNTED).decode().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def test_many_tables_of_one_browser_do_not_stop_the_bots_of_another(store: SQLiteStore) -> None:
    thinkers = OneThinker()
    with browser(store, thinkers) as client:
        for _ in range(MANY):
            with_bots(client, BOTS, "hard")
        wait_until(lambda: len(services(client).engine.queue) >= MANY - 1)
        other = other_browser(client, "192.0.2.7")
        measured = waits("watched")
        table = with_bots(other, 1, "easy")
        before = record(other, table)
        with other.websocket_connect(f"ws://localhost/table/{table}/live") as page:
            page.send_json({"show": 0})
            page.receive_json()
            turns = 0
            while thinkers.asked[-1][0] != "easy":
                assert turns < 2, "it waits for tables that are not its own"
                thinkers.answer()
                turns += 1
            assert waits("watched") == measured + 1
            thinkers.answer()
            wait_until(lambda: record(other, table) != before)


def test_no_address_is_kept(store: SQLiteStore, tmp_path: Path) -> None:
    with browser(store, QuickThinkers()) as client:
        other = other_browser(client, "192.0.2.7")
        with_bots(other, 1, "easy")
    assert not [file for file in tmp_path.iterdir() if b"192.0.2.7" in file.read_bytes()]
