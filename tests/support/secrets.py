"""Tables of games with secrets, and bots whose advice reveals everything that they are told."""

from concurrent.futures import Future
from hashlib import sha256

import numpy as np

from rollwright.bots.search import Advice
from rollwright.core.game import all_games, open_game
from rollwright.live.entry.identity import known_as
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Table
from rollwright.table.company import Company
from rollwright.table.events import Admitted, Event, Linked, Opened, Seated, Started
from rollwright.table.models import DiceKind, Head, InvitationKind, Player, SeatKind
from tests.support.wire import QuickThinkers

GAMES = [*(game.name for game in all_games() if game.secrets), "sealed_bids"]
"""Every installed game with secrets, and a small one for these tests."""
FEW = 6
"""How many spots of a sheet are queried."""


class Echo(QuickThinkers):
    """Bots whose advice depends on every byte that they are told, and on nothing else."""

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        rules = open_game(game_name).rules(False)
        moves = np.zeros(rules.max_moves, np.int64)
        count = rules.legal(rules.restore(position), seat, moves)
        chosen = int.from_bytes(sha256(position + f"{seat} {level} {seed}".encode()).digest()[:4], "big") % count
        answer: Future[Advice] = Future()
        answer.set_result(Advice(int(moves[chosen]), float(chosen), [], 1))
        return answer


OFTEN_CHANGED = ("content-length", "x-request-id")
"""Headers that differ between responses anyway."""


def token(who: str) -> str:
    return sha256(f"token of {who}".encode()).hexdigest()[:32]


def keep(store: SQLiteStore, name: str, table: Table, host: int, dice: DiceKind, clock: int) -> None:
    """Store a game in progress at a table with a browser for each seat, and one spectator."""
    seats = range(table.seats)
    players = tuple(Player(f"P{seat}", SeatKind.HERE if seat == host else SeatKind.LINK) for seat in seats)
    head = Head(name, known_as(token(f"{host}")), 0.0, players, 7, dice, clock)
    opened = table.log[0]
    assert isinstance(opened, Opened)
    events: list[Event] = [
        opened,
        Linked(InvitationKind.JOIN, "d"),
        Admitted(known_as(token("watcher")), InvitationKind.WATCH),
    ]
    for seat in seats:
        if seat != host:
            events += [
                Admitted(known_as(token(f"{seat}")), InvitationKind.JOIN),
                Seated(seat, known_as(token(f"{seat}")), f"P{seat}", {}),
            ]
    events += [Started(list(seats), {}, table.setting), *table.log[1:]]
    company = Company(head, opened)
    for event in events[1:]:
        company.follow(event, 1)
    store.open_table(head, events, company.summary(table)).result()
