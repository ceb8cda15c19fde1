"""Whoever has a seat by what the log adds up to is found by the lists of tables, and nobody else."""

from contextlib import suppress
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from rollwright.core.errors import Refusal
from rollwright.core.game import all_games
from rollwright.store.table_rows import changes_holders, held_after
from rollwright.table.company import Company
from rollwright.table.events import Arrangement, Linked, Opened
from rollwright.table.models import Head, InvitationKind, Player, SeatKind

GAME = next(game for game in all_games() if {2, 3, 4} <= set(game.seats))
PLAYERS = (
    Player("Ana", SeatKind.HERE),
    Player("", SeatKind.LINK),
    Player("", SeatKind.LINK),
    Player("", SeatKind.LINK),
)
PEOPLE = ("ana", "ben", "cleo", "dora", "eva")

seats = st.integers(0, 3)
people = st.sampled_from(PEOPLE)
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("take"), seats, people),
        st.tuples(st.just("carry"), seats, people),
        st.tuples(st.just("leave"), seats),
        st.tuples(st.just("free"), seats),
        st.tuples(st.just("reclaim"), seats, people),
        st.tuples(st.just("keep"), seats),
        st.tuples(st.just("renew"), seats, people),
        st.tuples(st.just("lend"), seats),
        st.tuples(st.just("start"), st.booleans()),
    ),
    max_size=25,
)


@given(deeds)
@example([("take", 1, "ben"), ("carry", 1, "cleo"), ("take", 1, "ben")])
@example([("take", 1, "ben"), ("carry", 1, "cleo"), ("renew", 1, "ben")])
@example([("take", 1, "ben"), ("take", 3, "cleo"), ("leave", 1), ("start", False), ("carry", 1, "dora")])
@example([("take", 1, "ben"), ("start", False), ("leave", 0), ("take", 0, "ana")])
@example([("take", 1, "ben"), ("start", False), ("free", 1), ("take", 1, "ben"), ("leave", 1)])
@example([("take", 1, "ben"), ("carry", 1, "eva"), ("start", False), ("free", 1), ("take", 1, "cleo"),
          ("carry", 1, "ben"), ("free", 1)])  # fmt: skip
@example([("take", 1, "ben"), ("carry", 1, "cleo"), ("start", False), ("free", 1), ("take", 1, "dora"),
          ("free", 1), ("take", 1, "eva"), ("reclaim", 1, "cleo")])  # fmt: skip
@example([("take", 1, "ben"), ("start", False), ("free", 1), ("take", 1, "dora"), ("keep", 1), ("free", 1)])
def test_lists_of_tables_follow_who_sits_where(deeds: list[tuple[Any, ...]]) -> None:
    company = Company(Head("t", "ana", 0, PLAYERS, 1), Opened(GAME.name, 4, GAME.setting(4, {})))
    for person in PEOPLE[1:]:
        for event in company.admit(person, InvitationKind.JOIN):
            company.follow(event, 0)
    held: list[tuple[int, str]] = []
    for what, *rest in deeds:
        with suppress(Refusal):
            events: list[Arrangement]
            if what == "renew":
                seat, holder = rest
                events = (
                    [Linked(InvitationKind.SEAT, "digest", seat, [holder])] if seat in company.seats_of(holder) else []
                )
            elif what == "free":
                events = company.leave(rest[0], freed=company.started)
            elif what == "keep":
                events = company.keep([(seat, 1) for seat in rest if seat < len(company.chairs)])
            elif what == "start":
                events = company.start(with_bots=bool(rest[0]), names=["Bot", "Bert", "Bea"])
            else:
                events = getattr(company, what)(*rest, *(["", {}] if what == "take" else []))
            for event in events:
                company.follow(event, 0)
            if changes_holders(events):
                held = held_after(held, events)
    seated = {(seat, holder) for seat, chair in enumerate(company.chairs) for holder in chair.holders}
    seated |= {
        (~seat, holder) for seat, chair in enumerate(company.chairs) if chair.former for holder in chair.former.holders
    }
    host = {(0, "ana"), (~0, "ana")}  # has that seat from the beginning, and after leaving it by a link like anybody
    assert seated - host == set(held) - host
    assert all(chair.player.kind != SeatKind.HERE or seat == 0 for seat, chair in enumerate(company.chairs))
