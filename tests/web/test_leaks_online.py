"""What one player does in secret changes no byte that goes to another's browser or to who watches, nor how many
messages go there, nor what lists of tables tell; in any game with secrets."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from rollwright.core.game import open_game
from rollwright.live.entry.identity import known_as
from rollwright.live.environment import Environment
from rollwright.records import replay, write
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.models import DiceKind
from rollwright.testing.secret_positions import before_secrets, open_moves, secret_line
from tests.support import LONG
from tests.support.environments import HandSetTime
from tests.support.online import Guest, Party, party
from tests.support.pages import expanded
from tests.support.secrets import FEW, GAMES, OFTEN_CHANGED, Echo, keep, token

CLOCK = 300
"""Seconds for a decision, at tables that have a clock."""


@pytest.fixture
def hours() -> HandSetTime:
    """The clock by which tables run."""
    return HandSetTime(1_000_000.0)


@pytest.fixture
def friends(store: SQLiteStore, bids: str, environment: Environment, hours: HandSetTime) -> Iterator[Party]:
    """Browsers at a server whose bots tell in their advice if they know anything else than before."""
    with party(store, Echo, replace(environment, now=hours)) as found:
        yield found


@dataclass
class Ears:
    """All that goes to one browser: its live connection, and the answers to whatever else it may ask."""

    guest: Guest
    live: Any
    seat: int
    heard: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Be sent the page anew; whatever was sent in the meantime comes first."""
        self.live.send_text(json.dumps({"show": self.seat}))
        self.heard.append(self.live.receive_text())

    def note(self, answer: Any) -> None:
        headers = {name: value for name, value in answer.headers.items() if name not in OFTEN_CHANGED}
        self.heard.append(f"{answer.status_code} {headers} {answer.text}")

    def ask_around(self, seats: int, mine: int | None) -> None:
        """Ask for everything that a page, or a curious person with a script, could ask for."""
        sheet = expanded(json.loads(self.heard[-1]))["values"]
        spots = sorted(name[4:] for name in sheet if name.startswith("svg/"))
        get, post = self.guest.get, self.guest.post
        for seat in range(seats):
            self.note(get("/view", show=seat, language="es"))
            self.note(get("/view", show=seat, opened=1 + seat, covered="true", version=1))
            for spot in spots[:: -(-len(spots) // FEW)] if seat == mine else spots[:1]:
                self.note(get("/about", seat=seat, spot=spot))
            if seat != mine:
                for what in ("play", "undo", "hint", "leave", "lend", "return"):
                    self.note(post(what, seat=seat, show=seat, move="pass", key="k"))
            self.note(get("/score", show=seat, opened=1 + seat))
            if seat != mine:
                for what in ("play", "undo", "correct"):
                    self.try_live(what, seat)
        for what in ("", "/company", "/record"):
            self.note(get(what))
        for what in ("roll", "correct", "again", "begin"):
            self.note(post(what, faces=[1]) if what == "correct" else post(what))
        for address in ("/", "/tables", f"/table/{self.guest.table}/delete"):
            answer = self.guest.client.get(address)
            answer._content = re.sub(rb"<time.*?</time>|from [^\"]*", b"", answer.content)
            self.note(answer)

    def try_live(self, what: str, seat: int) -> None:
        """Try to act for somebody else over the live connection."""
        body = {"seat": seat, "show": seat, "move": "pass", "faces": [1]}
        self.live.send_text(json.dumps({"do": what, "action": 1, **body}))
        self.heard.append(self.live.receive_text())

    def all(self) -> list[str]:
        """Return everything that was heard, without what names this very run."""
        boots = set(re.findall(r'"boot": ?"(\w+)/', "".join(self.heard)))
        unnamed = re.compile("|".join([re.escape(self.guest.table), *boots]))
        return [unnamed.sub("", text) for text in self.heard]


@dataclass
class Evening:
    """One and the same game, brought to where somebody may do something in secret."""

    store: SQLiteStore
    friends: Party
    hours: HandSetTime
    history: str
    actor: int
    host: int
    dice: DiceKind
    clock: int
    runs: int = 0

    def guest(self, who: str, name: str) -> Guest:
        guest = self.friends.guest(who)
        guest.client.cookies.set("rollwright", token(who))
        guest.table = name
        return guest

    def overheard(self, secretly: list[str], openly: list[str], mine: list[str]) -> list[list[str]]:
        """Return all that goes to everybody but one, while that one does something in secret and then openly."""
        self.runs += 1
        self.hours.now = 1_000_000.0
        name, table = f"table-{self.runs:010}", replay(self.history)
        keep(self.store, name, table, self.host, self.dice, self.clock)
        room = self.friends.call(self.friends.rooms.room, name)
        self.friends.call(room.clock.start, self.hours.now)  # the store says by its own clock when it was touched
        actor = self.guest(f"{self.actor}", name)
        others = [seat for seat in range(table.seats) if seat != self.actor]
        with ExitStack() as stack:

            def connected(guest: Guest) -> Any:
                return stack.enter_context(guest.client.websocket_connect(f"ws://localhost/table/{name}/live"))

            acting = connected(actor)
            guests = [(self.guest(f"{seat}", name), seat) for seat in others]
            guests += [(self.guest("watcher", name), self.actor), (self.guest("watcher", name), others[0])]
            everybody = [Ears(guest, connected(guest), seat) for guest, seat in guests]
            acting.send_text(json.dumps({"show": self.actor}))
            acting.receive_text()
            for ears in everybody:
                ears.live.send_text(json.dumps({"show": ears.seat}))
            time.sleep(0.02)
            for ears in everybody:  # what is sent while all of them come is not of interest
                ears.guest.get("/view")
            self.drain(everybody)
            touched = self.touched(name)
            for move in secretly:
                self.hours.now += 1
                self.act(acting, "undo" if move == "undo" else "play", seat=self.actor, show=self.actor, move=move)
            self.hours.now = 1_000_020.0
            assert self.touched(name) == touched, "lists of tables tell when something was done in secret"
            for ears in everybody:
                ears.look()
                ears.ask_around(table.seats, ears.seat if ears.guest.name != "watcher" else None)
            for move in openly:
                actor.do("play", seat=self.actor, show=self.actor, move=move)
                for ears in everybody:
                    ears.heard.append(ears.live.receive_text())
            for ears in everybody[: len(others)]:
                for move in mine if ears.seat == others[0] else []:
                    ears.heard += self.act(ears.live, "play", seat=ears.seat, show=ears.seat, move=move)
            for ears in everybody:
                ears.look()
                ears.ask_around(table.seats, ears.seat if ears.guest.name != "watcher" else None)
                ears.look()
        self.store.delete(name).result()
        return [ears.all() for ears in everybody]

    def act(self, live: Any, what: str, **body: Any) -> list[str]:
        """Do something over a live connection; return the answer and the update that follows it."""
        live.send_text(json.dumps({"do": what, "action": 1, **body}))
        while "action" not in json.loads(answer := live.receive_text()):
            pass  # who came and who left
        assert "refused" not in answer, answer
        return [answer, live.receive_text()]

    def drain(self, everybody: list[Ears]) -> None:
        """Let everybody hear what has happened until now, and forget it."""
        for ears in everybody:
            ears.live.send_text(json.dumps({"show": ears.seat, "language": "ru"}))
            while not re.search("[а-я]{5}", ears.live.receive_text()):
                pass

    def touched(self, name: str) -> list[Any]:
        listed = self.store.list_tables(known_as(token(f"{self.host}"))).result()
        return [(each.touched, each.summary) for each in listed if each.head.table_id == name]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12) if LONG else (1, 2))
def test_what_goes_to_other_browsers_does_not_depend_on_secrets(
    store: SQLiteStore, friends: Party, hours: HandSetTime, name: str, seed: int
) -> None:
    rng = Random(seed)
    game = open_game(name)
    start = before_secrets(game, 2 + seed % 2, seed, skipped=seed // 2 % 2)
    history = write(start)
    actor = seed % start.seats
    lines: list[list[str]] = [[]]
    spoken = set(open_moves(start, actor))
    for steps in (2, 9) if LONG else (9,):
        table = replay(history)
        lines.append(secret_line(table, actor, rng, steps))
        spoken &= set(open_moves(table, actor))
    table = replay(history)
    other = next(seat for seat in range(start.seats) if seat != actor)
    mine = secret_line(table, other, rng, 1)
    dice, clock = ((DiceKind.SEEDED, 0), (DiceKind.FAIR, CLOCK), (DiceKind.OWN, 0), (DiceKind.SEEDED, CLOCK))[seed % 4]
    evening = Evening(store, friends, hours, history, actor, (seed // 2) % start.seats, dice, clock)
    sent = [evening.overheard(line, sorted(spoken)[:1], mine) for line in lines]
    assert len({tuple(line) for line in lines}) > 1, "the same was done in secret"
    for line, found in zip(lines[1:], sent[1:], strict=True):
        for heard, before in zip(found, sent[0], strict=True):
            assert len(heard) == len(before)
            for text, told in zip(heard, before, strict=True):
                assert text == told, f"it tells of {line}"
