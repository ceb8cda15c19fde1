"""What one seat does in secret changes no byte that goes to another, in any game with secrets."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import open_game
from rollwright.live.environment import Environment
from rollwright.records import replay, write
from rollwright.store.sqlite import SQLiteStore
from rollwright.testing.secret_positions import before_secrets, open_moves, secret_line
from tests.support.pages import expanded
from tests.support.printed import Printed
from tests.support.sampling import some
from tests.support.secrets import FEW, GAMES, Echo
from tests.support.wire import JSON, browser, post

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


@pytest.fixture
def story(store: SQLiteStore, bids: str, environment: Environment) -> Iterator[TestClient]:
    """A browser whose bots tell in their advice if they know anything else than before."""
    with browser(store, Echo(), environment) as client:
        yield client


@dataclass
class Ears:
    """All that goes to one person's page: its live connection, and the answers to whatever else it may ask."""

    client: TestClient
    table: str
    live: Any
    seat: int
    heard: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Open the sheet, and be sent all of it anew; whatever was sent in the meantime comes first."""
        view = self.client.get(f"/table/{self.table}/view?show={self.seat}", headers=JSON).json()
        self.opened = view["values"]["state"]["opening"]
        self.live.send_text(json.dumps({"show": self.seat, "opened": self.opened}))
        self.heard.append(self.live.receive_text())

    def do(self, what: str, move: str) -> None:
        """Do something of one's own, and hear of it twice."""
        body = {"seat": self.seat, "show": self.seat, "opened": self.opened, "move": move}
        answer = post(self.client, self.table, what, **body)
        assert answer.status_code == 200, answer.text
        self.heard += [answer.text, self.live.receive_text()]

    def ask_around(self, others: int) -> None:
        """Ask for everything that a page, or a curious person, could ask for."""
        sheet = expanded(json.loads(self.heard[-1]))["values"]
        spots = sorted(name[4:] for name in sheet if name.startswith("svg/"))
        get, about = self.client.get, f"/table/{self.table}/about?opened={self.opened}&seat={self.seat}&spot="
        self.heard += [get(f"{about}{spot}", headers=JSON).text for spot in spots[:: -(-len(spots) // FEW)]]
        self.heard += [get(f"/table/{self.table}/view?show={seat}", headers=JSON).text for seat in range(others)]
        self.heard += [get(f"/table/{self.table}{page}").text for page in ("", "/record", "/delete")]
        papers = (get(f"/table/{self.table}/sheet.pdf?seat={seat + 1}").content for seat in range(others))
        self.heard += [Printed(paper).text for paper in papers]
        self.heard += [re.sub(r"<time.*?</time>|from [^\"]*", "", get(page).text) for page in ("/", "/tables")]
        self.heard.append(post(self.client, self.table, "roll", show=self.seat, opened=self.opened).text)
        body = {"seat": self.seat, "show": self.seat, "opened": self.opened}
        self.heard.append(post(self.client, self.table, "hint", **body).text)

    def all(self) -> list[str]:
        """Return everything that was heard, without what names this very table."""
        boots = set(re.findall(r'"boot": ?"(\w+)/', "".join(self.heard)))
        unnamed = re.compile("|".join([re.escape(self.table), *boots]))
        return [unnamed.sub("", text) for text in self.heard]


def overheard(client: TestClient, history: str, secretly: list[str], openly: list[str], mine: list[str]) -> list[str]:
    """Return all that the second player's page is sent while the first does something in secret, then something openly,
    and the second something of their own."""
    seats = replay(history).seats
    table = client.post("/open", data={"text": history}).headers["location"].removeprefix("/table/")
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        ears = Ears(client, table, live, 1)
        ears.look()
        for move in secretly:
            answer = post(client, table, "undo" if move == "undo" else "play", seat=0, show=0, move=move)
            assert answer.status_code == 200, answer.text
        ears.look()
        ears.ask_around(seats)
        for move in openly:
            assert post(client, table, "play", seat=0, show=0, move=move).status_code == 200
            ears.heard.append(live.receive_text())
        ears.look()
        ears.ask_around(seats)
        for move in mine:
            ears.do("play", move)
        ears.look()
        ears.ask_around(seats)
        if mine:
            ears.do("undo", "")
        ears.look()
    client.post(f"/table/{table}/delete")
    return ears.all()


@EVERY_GAME
@pytest.mark.parametrize("seed", some(range(3), turn=1))  # with two seats and with three
def test_what_a_page_is_sent_does_not_depend_on_others_secrets(story: TestClient, name: str, seed: int) -> None:
    rng = Random(seed)
    game = open_game(name)
    start = before_secrets(game, 2 + seed % 2, seed, skipped=seed // 2)
    history = write(start)
    lines: list[list[str]] = [[]]
    spoken = set(open_moves(start, 0))
    for steps in (2, 9):
        table = replay(history)
        lines.append(secret_line(table, 0, rng, steps))
        spoken &= set(open_moves(table, 0))
    assert len({tuple(line) for line in lines}) == 3, "the same was done in secret"
    table = replay(history)
    mine = secret_line(table, 1, rng, 1)
    sent = [overheard(story, history, line, sorted(spoken)[:1], mine) for line in lines]
    for line, found in zip(lines[1:], sent[1:], strict=True):
        for heard, before in zip(found, sent[0], strict=True):
            assert heard == before, f"it tells of {line}"
