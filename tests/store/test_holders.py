"""Whoever has a seat by what the log adds up to is found by the lists of tables, and nobody else."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from rollwright.core.errors import Refusal
from rollwright.core.game import all_games
from rollwright.table.company import JOIN, Company
from rollwright.table.events import Opened
from rollwright.table.rows import changes_holders, held_after
from rollwright.table.store import HERE, LINK, Head, Player

GAME = next(game for game in all_games() if {2, 3, 4} <= set(game.seats))
PLAYERS = (Player("Ana", HERE), Player("", LINK), Player("", LINK), Player("", LINK))
PEOPLE = ("ana", "ben", "cleo", "dora", "eva")

seats = st.integers(0, 3)
people = st.sampled_from(PEOPLE)
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("take"), seats, people),
        st.tuples(st.just("carry"), seats, people),
        st.tuples(st.just("leave"), seats),
        st.tuples(st.just("lend"), seats),
        st.tuples(st.just("start"), st.booleans()),
    ),
    max_size=25,
)


@given(deeds)
def test_lists_of_tables_follow_who_sits_where(deeds: list[tuple[str, int, str]]) -> None:
    company = Company(Head("t", "ana", 0, PLAYERS, 1), Opened(GAME.name, 4, GAME.setting(4, {})))
    for person in PEOPLE[1:]:
        for event in company.admit(person, JOIN):
            company.follow(event, 0)
    held: list[tuple[int, str]] = []
    for what, *rest in deeds:
        with suppress(Refusal):
            if what == "start":
                events = company.start(with_bots=bool(rest[0]), names=["Bot", "Bert", "Bea"])
            else:
                events = getattr(company, what)(*rest, *(["", {}] if what == "take" else []))
            for event in events:
                company.follow(event, 0)
            if changes_holders(events):
                held = held_after(held, events)
    seated = {(seat, holder) for seat, chair in enumerate(company.chairs) for holder in chair.holders}
    assert seated - {(0, "ana")} == set(held)
    assert all(chair.player.kind != HERE or seat == 0 for seat, chair in enumerate(company.chairs))
