"""Several browsers at one table, each with its own cookies."""

import html
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from starlette.testclient import TestClient

from rollwright.core.dice import number_commitment
from rollwright.core.errors import NotYourTurn
from rollwright.core.game import open_game
from rollwright.live.environment import Environment
from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
from tests.support.environments import QUICK
from tests.support.pages import expanded
from tests.support.wire import JSON, QuickThinkers, browser, services

GOOD = 200


class Guest:
    """One browser, at a table or about to join one."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client = client
        self.name = name
        self.table = ""

    def post(self, what: str, **body: Any) -> Any:
        """Post a request to the table, and return the response."""
        return self.client.post(f"/table/{self.table}/{what}", json=body, headers=JSON)

    def do(self, what: str, **body: Any) -> Any:
        """Post a request that must succeed, and return the update."""
        answer = self.post(what, **body)
        assert answer.status_code == GOOD, f"{self.name} cannot {what}: {answer.text}"
        return answer.json()

    def refused(self, what: str, status: int = 422, **body: Any) -> str:
        """Post a request that must be refused, and return the sentence."""
        answer = self.post(what, **body)
        assert answer.status_code == status, f"{self.name} tried {what}: {answer.status_code} {answer.text}"
        said = str(answer.json()["refused"])
        assert re.search(r"[.)]$", said), said
        return said

    def commit(self, seat: int, number: str) -> None:
        """Commit to a number for fair dice, as a page does."""
        self.do("commitment", seat=seat, commitment=number_commitment(self.state["fair"], seat, number))

    def add_number(self, seat: int, number: str) -> None:
        """Add a number to fair dice as the only browser at the table: commit to it, and show it at once."""
        self.commit(seat, number)
        self.do("nonce", seat=seat, nonce=number)

    def get(self, what: str = "", **query: Any) -> Any:
        return self.client.get(f"/table/{self.table}{what}", params=query, headers=JSON if what else {})

    def values(self, **query: Any) -> Any:
        """Return the page's values."""
        return expanded(self.get("/view", **query).json())["values"]

    @property
    def state(self) -> Any:
        return self.values()["state"]

    def links(self) -> dict[str, str]:
        """Return the invitation links on this page, by kind."""
        started = self.state.get("started", True)
        shown = self.get("/company").json()["html"] if started else self.get().text
        found, address = {}, ""
        for token in re.finditer(r'value="(https?://[^"]*/join#[^"]+)"|data-link="(\w+)"', shown):
            if token[2] and address:
                found[token[2]] = html.unescape(address)
            address = token[1] or ""
        return found

    def renew(self, link: str, seat: int = -1) -> str:
        """Renew a link, and return it."""
        before = set(self.links().values())
        self.do("link", link=link, **({"seat": seat} if seat >= 0 else {}))
        (made,) = set(self.links().values()) - before
        return made

    def join(self, link: str) -> Any:
        """Join by a link."""
        answer = self.client.post("/join", json={"link": link}, headers=JSON)
        if answer.status_code == GOOD:
            self.table = answer.json()["address"].removeprefix("/table/")
        return answer


class Party:
    """All browsers of a test, on one server."""

    def __init__(self, first: TestClient) -> None:
        self._first = first
        self._used = False

    def guest(self, name: str = "somebody") -> Guest:
        """Return another browser."""
        if not self._used:
            self._used = True
            return Guest(self._first, name)
        client = TestClient(self._first.app, base_url="http://localhost", follow_redirects=False)
        client.portal = self._first.portal
        return Guest(client, name)

    def open(self, game: str, others: int = 1, start: str = "", **form: str) -> tuple[Guest, list[Guest]]:
        """Open a table, and let others join by its link and sit down; return the host and the others."""
        host = self.guest("host")
        kinds = {"kind-0": "here"} | {f"kind-{row}": "link" for row in range(1, others + 1)}
        answer = host.client.post(f"/new/{game}", data=kinds | form | ({"option-start": start} if start else {}))
        assert answer.status_code == 303, answer.text
        host.table = answer.headers["location"].removeprefix("/table/")
        link = host.links()["join"]
        guests = [self.guest(f"guest {number}") for number in range(1, others + 1)]
        for seat, guest in enumerate(guests, start=1):
            assert guest.join(link).status_code == GOOD
            guest.do("sit", seat=seat, name=f"Guest {seat}")
        return host, guests

    def begun(self, game: str, others: int = 1, start: str = "", **form: str) -> list[Guest]:
        """Open such a table, and start its game; return everybody in the order of seats."""
        host, guests = self.open(game, others, start, **form)
        host.do("begin")
        return [host, *guests]

    def room(self, guest: Guest) -> Any:
        """Return the room of a guest's table."""
        guest.get("/view")
        return self.rooms._rooms[guest.table]

    @property
    def rooms(self) -> Rooms:
        """The rooms of the server."""
        return services(self._first).rooms

    def call(self, what: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the server's event loop, and return its result."""
        assert self._first.portal
        return self._first.portal.call(what, *arguments)

    def play_blindly(self, guest: Guest, choice: int = -1, faces: Callable[[Any], list[int]] | None = None) -> None:
        """Play a table to its end directly in its room, always choosing by the same rule; `faces` are the entered faces
        of real dice."""
        room = self.room(guest)
        while not room.table.over:
            if room.table.dice_due:
                with suppress(NotYourTurn):  # the server has rolled them: they were a bot's, or of somebody absent
                    self.call(room.roll, None, lambda: None, faces(room.table) if faces else None)
            elif people := set(room.table.waiting) - room.bots:
                seat = min(people)
                offered = room.table.legal(seat)
                self.call(room.play, seat, offered[choice % len(offered)], None)
            else:
                time.sleep(0.005)  # bots are thinking


@contextmanager
def party(
    store: Store, thinkers: type[QuickThinkers] = QuickThinkers, environment: Environment = QUICK
) -> Iterator[Party]:
    """Serve an app to several browsers."""
    with browser(store, thinkers(), environment) as client:
        yield Party(client)


def with_two() -> list[str]:
    """Return the games for two players."""
    from tests.support.wire import GAMES

    return [name for name in GAMES if 2 in open_game(name).seats]


def played(everybody: list[Guest], steps: int = 10_000, choose: Callable[[list[str]], str] = lambda m: m[0]) -> bool:
    """Continue a game, each player from their own browser; return whether it is over."""
    for _ in range(steps):
        for seat, guest in enumerate(everybody):
            values = guest.values(show=seat)
            if values["state"]["over"]:
                return True
            if values["state"]["roll"]:
                guest.do("roll")
                break
            moves = [move["move"] for move in values["moves"] if "instead" not in move]
            if moves:
                guest.do("play", seat=seat, move=choose(moves))
                break
        else:
            raise AssertionError("nobody can do anything")
    return bool(everybody[0].state["over"])
