"""A seat is its player's: when others may free it, who may come back, and that nobody gets another's secrets."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rollwright.games
from rollwright.store.protocol import Store
from rollwright.table import Event, Moved, Undone
from rollwright.table.events import Closed, Greeted, Kept, Left, Overdue, Reclaimed, Seated
from tests.support.environments import GONE, Hours, SameSeed, with_settings
from tests.support.online import Guest, Party, party, played
from tests.support.wire import ANY_NUMBER, JSON

BIDS = "sealed_bids"
PYRAMIDS = "rolling_pyramids"
DAY = 24 * 3600

LONG_GONE = with_settings(GONE, abandoned_after=0)
"""Whoever has no live connection counts as away for days."""


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """A small game of secret numbers, on the shelf."""
    path: Any = rollwright.games.__path__
    path.append(str(Path(__file__).parent.parent / "shelf"))
    yield
    path.pop()


@contextmanager
def long_gone(store: Store) -> Iterator[Party]:
    with party(store, environment=LONG_GONE) as friends:
        yield friends


def log(store: Store, guest: Guest) -> list[Any]:
    return store.load(guest.table).result()[1]


def newcomer(friends: Party, host: Guest, seat: int = 1, name: str = "Cleo") -> Guest:
    """Return somebody new who has taken a freed seat by a renewed link."""
    cleo = friends.guest(name)
    assert cleo.join(host.renew("join")).status_code == 200
    cleo.do("sit", seat=seat, name=name)
    return cleo


def test_a_seat_is_not_freed_before_days_of_absence(any_store: Store) -> None:
    hours = Hours()
    with party(any_store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER)
        before = len(log(any_store, host))
        hours.pass_by(2 * DAY)
        assert "after 3 days of absence" in host.refused("leave", seat=1)
        assert "Free the seat of" not in host.get("/company").json()["html"]
        assert len(log(any_store, host)) == before
        hours.pass_by(DAY + 1)
        assert "Free the seat of Guest 1" in host.get("/company").json()["html"]
        host.do("leave", seat=1)
        assert log(any_store, host)[-1] == Left(1, freed=True)
        assert ana.state["seats"] == []


def test_who_was_seen_here_is_not_gone_because_nobody_has_moved_for_days(store: Store) -> None:
    hours = Hours()
    with party(store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        hours.pass_by(4 * DAY)
        ana.refused("play", seat=1, move="nonsense")
        hours.pass_by(120)
        assert "after 3 days of absence" in host.refused("leave", seat=1), "the table is unchanged, but Ana was here"
        hours.pass_by(3 * DAY)
        host.do("leave", seat=1)


def test_when_the_table_last_changed_follows_what_another_process_writes(store: Store) -> None:
    hours = Hours()
    with party(store, environment=hours.environment()) as friends:
        host, _ = friends.begun(BIDS)
        no_bots(friends, host)
        room = friends.room(host)
        while room.table.dice_due:
            assert advance(friends, room, {0, 1})
        before = room.touched
        hours.pass_by(DAY)
        move = room.table.legal_moves(1)[0]
        secret = Moved(1, move, room.game.moves.text(move))
        assert store.append(host.table, room.length, [secret], None, None, None).result()
        friends.call(room.catch_up)
        assert room.table.recent(1)
        assert room.touched == before, "when somebody moves in secret is not told"
        summary = room.company.summary(room.table)
        assert store.append(host.table, room.length, [Greeted(0, "hello")], None, summary, None).result()
        friends.call(room.catch_up)
        assert room.touched == hours.unix.now
        room.touched = 0.0
        friends.call(room._reload)
        assert room.touched == store.listed(host.table).result().touched


def test_a_seat_that_changed_hands_elsewhere_has_a_new_run_when_the_room_is_read_again(store: Store) -> None:
    with long_gone(store) as friends:
        host, _ = friends.begun(BIDS)
        no_bots(friends, host)
        room = friends.room(host)
        boot = room.boot
        friends.call(room._reload)
        assert room.boot == boot
        summary, seated = room.company.summary(room.table), Seated(1, "somebody new", "Cleo", {})
        events: list[Event] = [Left(1, freed=True), seated]
        assert store.append(host.table, room.length, events, None, summary, None).result()
        friends.call(room._reload)
        assert room.company.chairs[1].holders == ("somebody new",)
        assert room.boot != boot, "the numbers of versions would tell how often the one before did something in secret"


def test_after_a_restart_it_counts_since_when_a_player_is_waited_for(any_store: Store) -> None:
    hours = Hours()
    with party(any_store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        assert ana.state["roll"]
        cookies, table = host.client.cookies, host.table
    touched = next(each.touched for each in any_store.list_tables(any_store.load(table).result()[0].owner).result())
    for days, seat, freed in ((2, 1, False), (4, 1, True)):
        hours = Hours()
        hours.unix.now = touched + days * DAY
        with party(any_store, environment=hours.environment()) as friends:
            host = friends.guest("host")
            host.client.cookies, host.table = cookies, table
            assert host.post("leave", seat=seat).status_code == (200 if freed else 422)


def test_after_a_restart_nobody_is_gone_who_waits_for_others(any_store: Store) -> None:
    hours = Hours()
    with party(any_store, environment=hours.environment()) as friends:
        host, _ = friends.begun(ANY_NUMBER, start="1")
        cookies, table = host.client.cookies, host.table
    hours = Hours()
    hours.unix.now += 400 * DAY
    with party(any_store, environment=hours.environment()) as friends:
        host = friends.guest("host")
        host.client.cookies, host.table = cookies, table
        assert "days of absence" in host.refused("leave", seat=1), "the host has not rolled"


def test_with_a_clock_a_seat_is_freed_and_lent_once_the_time_is_up(any_store: Store) -> None:
    hours = Hours()
    with party(any_store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2", clock=str(3 * DAY))
        hours.pass_by(2 * DAY)
        assert "still has time" in host.refused("leave", seat=1)
        assert "still has time" in host.refused("lend", seat=1)
        assert 'data-do="lend"' not in host.values()["html/players"]
        hours.pass_by(DAY + 1)
        host.do("leave", seat=1)
        assert ana.state["former"] == [1]


def test_the_clock_s_own_moves_do_not_give_a_player_who_is_gone_new_time(store: Store) -> None:
    hours = Hours()
    with party(store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2", clock="60")
        room = friends.room(host)
        hours.pass_by(61)
        friends.call(room.bot_players.roll_late)
        assert Overdue(1) in log(store, host)
        assert room.clock.deadlines.get(1, hours.unix.now + 1) > hours.unix.now, "the next decision has time of its own"
        host.do("lend", seat=1)
        ana.do("return", seat=1)
        assert "still has time" in host.refused("lend", seat=1), "who is back has all their time"


def test_one_s_own_seat_is_lent_at_any_time(store: Store) -> None:
    with party(store, environment=GONE) as friends:
        _, ana = friends.begun(ANY_NUMBER, clock=str(3 * DAY))
        ana.do("lend", seat=1)
        ana.do("return", seat=1)


def test_whose_seat_was_freed_comes_back_also_from_somebody_who_has_not_moved(any_store: Store) -> None:
    with long_gone(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="1")
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        assert ana.get("/view").status_code == 200, "a renewed link does not shut out whose seat it was"
        assert ana.table in ana.client.get("/tables").text
        assert ana.state["former"] == [1]
        assert "Come back to your seat" in ana.get("/company").json()["html"]
        assert "you can come back until they make a move" in ana.values(show=1)["html/ask"]
        ana.do("return", seat=1)
        assert ana.state["seats"] == [1]
        assert cleo.state["seats"] == cleo.state["former"] == []
        assert log(any_store, host)[-1] == Reclaimed(1, friends.room(host).company.chairs[1].holders[0])
        told = [each["text"] for each in host.get("/view", told=0).json()["told"] if each.get("aside")]
        assert told[-2:] == ["Cleo takes over the seat of Guest 1.", "Guest 1 is back."]
        assert "You are watching" in cleo.refused("play", seat=1, move="pass")


def test_whose_seat_was_freed_comes_back_from_a_bot(any_store: Store) -> None:
    with long_gone(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        host.do("leave", seat=1)
        host.renew("join")
        ana.do("return", seat=1)
        assert ana.state["seats"] == [1]
        assert Kept(1) not in log(any_store, host), "a bot that stands in does not take a seat away"


def test_somebody_new_who_has_moved_keeps_the_seat(any_store: Store) -> None:
    with long_gone(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        while Kept(1) not in log(any_store, host):
            assert ana.state["former"] == [1]
            played([host, cleo], 1)
        assert ana.get("/view").status_code == 404, "there is nothing to come back to"
        assert ana.table not in ana.client.get("/tables").text
        ana.refused("return", 404, seat=1)


def advance(friends: Party, room: Any, seats: set[int]) -> bool:
    """Let one of these seats roll or move directly in the room; return whether one could."""
    if room.table.dice_due:
        if room.table.roller in seats:
            friends.call(room.roll, None)
        return room.table.roller in seats
    able = sorted(seats.intersection(room.table.waiting))
    if able:
        friends.call(room.play, able[0], room.table.legal(able[0])[0], None)
    return bool(able)


def test_moves_of_the_one_before_do_not_keep_the_seat_for_somebody_new(store: Store) -> None:
    with long_gone(store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        no_bots(friends, host)
        room = friends.room(host)
        while not (room.table.recent(1) and room.asked == [0]):
            assert advance(friends, room, {0, 1})
        host.do("leave", seat=1)
        newcomer(friends, host)
        assert room.table.recent(1), "the moves of the one before stay"
        epoch = int(room.table.position.epoch)
        while int(room.table.position.epoch) == epoch:
            assert advance(friends, room, {0})
        assert Kept(1) not in log(store, host), "nobody new has moved there"
        ana.do("return", seat=1)


@pytest.mark.parametrize("game", [ANY_NUMBER, BIDS])
def test_moves_of_the_clock_do_not_keep_the_seat_for_somebody_new(store: Store, game: str) -> None:
    """In secret too, and also after a restart, when only the log tells of them."""
    hours = Hours()
    with party(store, environment=hours.environment(LONG_GONE)) as friends:
        host, ana = friends.begun(game, start="2" if game == ANY_NUMBER else "", clock="60")
        no_bots(friends, host)
        room = friends.room(host)
        hours.pass_by(61)
        while 1 not in room.clock.late:
            assert advance(friends, room, {0, 1})
            hours.pass_by(61)
        host.do("leave", seat=1)
        newcomer(friends, host)
        hours.pass_by(61)
        place = len(room.table.log)
        while not any(isinstance(event, Moved) and event.seat == 1 for event in room.table.log[place:]):
            if room.table.dice_due:
                friends.call(room.bot_players.roll_late)
            elif 1 in room.table.waiting:
                friends.call(room.bot_players.stand_in, 1, "easy")
            else:
                assert advance(friends, room, {0})
            hours.pass_by(61)
        friends.call(room._reload)
        epoch = int(room.table.position.epoch)
        while int(room.table.position.epoch) == epoch:
            if not advance(friends, room, {0}):
                friends.call(room.bot_players.roll_late if room.table.dice_due else room.clock._decide)
            hours.pass_by(61)
        assert Kept(1) not in log(store, host)
        ana.do("return", seat=1)


def test_moves_of_a_stand_in_do_not_keep_the_seat_for_who_lent_it(store: Store) -> None:
    with long_gone(store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        no_bots(friends, host)
        room = friends.room(host)
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        cleo.do("lend", seat=1)
        while not (room.table.recent(1) and room.asked == [0]):
            assert advance(friends, room, {0, 1})
        cleo.do("return", seat=1)
        epoch = int(room.table.position.epoch)
        while int(room.table.position.epoch) == epoch:
            assert advance(friends, room, {0})
        assert Kept(1) not in log(store, host)
        ana.do("return", seat=1)


def test_who_leaves_of_their_own_accord_gives_the_seat_up(store: Store) -> None:
    with long_gone(store) as friends:
        host, ana = friends.begun(ANY_NUMBER)
        ana.do("leave", seat=1)
        assert ana.state["former"] == []
        host.renew("join")
        assert ana.get("/view").status_code == 404


def no_bots(friends: Party, guest: Guest) -> None:
    """Let no bot move at a table, so that a freed seat stays as it was left."""
    friends.room(guest).bot_players.wake = lambda delay=0.0: None


def told_to(guest: Guest, seat: int) -> str:
    return json.dumps(guest.get("/view", show=seat, told=0).json()["told"])


def test_a_newcomer_gets_no_secret_of_the_one_before(any_store: Store) -> None:
    """Two games differ only in what the player before bid in secret: what the newcomer gets does not."""
    found = []
    for number in (2, 5):
        with party(any_store, environment=replace(LONG_GONE, random_bits=SameSeed(7))) as friends:
            host, ana = friends.begun(BIDS)
            while not ana.values(show=1)["moves"]:
                next(guest for guest in (host, ana) if guest.state["roll"]).do("roll")
            no_bots(friends, host)
            for each in range(number):
                ana.do("play", seat=1, move=f"bid {each + 1}", **({"instead": f"bid {each}"} if each else {}))
            host.do("leave", seat=1)
            cleo = newcomer(friends, host)
            assert isinstance(log(any_store, host)[-1], Undone)
            moves = cleo.values(show=1)["moves"]
            assert [each["move"] for each in moves if "instead" in each] == []
            assert cleo.state["undo"] is None
            cleo.refused("undo", seat=1)
            cleo.refused("play", seat=1, move="bid 3", instead=f"bid {number}")
            told = cleo.get("/view", show=1, told=0).json()
            steps = [cleo.get("/replay/steps", show=seat).json() for seat in (0, 1)]
            found.append((told["told"], told["values"], told["version"], steps))
            assert "takes back" not in told_to(cleo, 1)
    assert found[0] == found[1]


def test_who_comes_back_gets_no_secret_of_the_newcomer(any_store: Store) -> None:
    with long_gone(any_store) as friends:
        host, ana = friends.begun(BIDS)
        while not ana.values(show=1)["moves"]:
            next(guest for guest in (host, ana) if guest.state["roll"]).do("roll")
        no_bots(friends, host)
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        cleo.do("play", seat=1, move="bid 3")
        assert ana.state["former"] == [1], "nobody can know yet that somebody else has moved"
        assert Kept(1) not in log(any_store, host)
        before = told_to(host, 0)
        ana.do("return", seat=1)
        assert told_to(ana, 1) == told_to(host, 0) != before
        assert [each for each in ana.values(show=1)["moves"] if "instead" in each] == []
        assert ana.state["undo"] is None


def test_a_newcomer_who_bid_in_secret_keeps_the_seat_once_bids_are_shown(store: Store) -> None:
    with long_gone(store) as friends:
        host, ana = friends.begun(BIDS)
        no_bots(friends, host)
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        while ana.get("/view").status_code == 200:
            assert Kept(1) not in log(store, host)
            played([host, cleo], 1)
        assert Kept(1) in log(store, host)


def sends(room: Any) -> list[str]:
    """Return the secret orders that the second seat of Rolling Pyramids can give now."""
    return [text for text in room.table.legal(1) if text.startswith("send")]


def brought_to_orders(friends: Party, room: Any) -> None:
    """Play Rolling Pyramids until the second seat can give an order."""
    for _ in range(300):
        if sends(room):
            return
        assert advance(friends, room, {0, 1})


def test_nobody_learns_from_a_handover_whether_there_were_secret_orders(store: Store) -> None:
    """Two games differ only in whether the player before gave orders in secret before the open "ready"."""
    found = []
    for orders in (0, 1):
        with party(store, environment=replace(LONG_GONE, random_bits=SameSeed(3))) as friends:
            host, ana = friends.begun(PYRAMIDS)
            no_bots(friends, host)
            room = friends.room(host)
            brought_to_orders(friends, room)
            for order in sends(room)[:orders]:
                ana.do("play", seat=1, move=order)
            ana.do("play", seat=1, move="ready")
            host.do("leave", seat=1)
            newcomer(friends, host)
            assert room.table.recent(1) == ()
            shown = host.get("/view", show=0, told=0).json()
            found.append((shown["told"], shown["values"], room.asked))
    assert found[0] == found[1]


def test_open_moves_stay_where_nothing_could_be_secret(store: Store) -> None:
    with party(store, environment=replace(LONG_GONE, random_bits=SameSeed(3))) as friends:
        host, _ = friends.begun(PYRAMIDS)
        no_bots(friends, host)
        room = friends.room(host)
        form = room.game.moves.form
        while not room.table.recent(1) or any(form(move).secret for move in room.table.legal_moves(1)):
            assert not sends(room), "there is an open move before the first order"
            assert advance(friends, room, {1} if 1 in room.table.waiting else {0, 1})
        moves = room.table.recent(1)
        host.do("leave", seat=1)
        newcomer(friends, host)
        assert room.table.recent(1) == moves


def test_orders_of_the_one_before_are_withdrawn(store: Store) -> None:
    """Rolling Pyramids: secret orders, and the open "ready" after them."""
    with party(store, environment=replace(LONG_GONE, random_bits=SameSeed(3))) as friends:
        host, ana = friends.begun(PYRAMIDS)
        no_bots(friends, host)
        room = friends.room(host)
        brought_to_orders(friends, room)
        order = sends(room)[0]
        ana.do("play", seat=1, move=order)
        ana.do("play", seat=1, move="ready")
        assert room.table.recent(1)
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        assert [type(event) for event in log(store, host)[-2:]] == [Undone, Undone]
        assert room.table.recent(1) == ()
        assert [each["move"] for each in cleo.values(show=1)["moves"] if "instead" in each] == []
        assert order in room.table.legal(1)
        assert cleo.state["undo"] is None


def test_a_game_with_others_is_closed_by_all_of_them(any_store: Store) -> None:
    with party(any_store) as friends:
        host, ana, ben = friends.begun(ANY_NUMBER, 2, start="1")
        delete = f"/table/{host.table}/delete"
        eve = friends.guest("eve")
        eve.join(host.renew("watch"))
        assert "You are watching" in eve.refused("agree")
        assert "Agree to stop here" in ben.get("/company").json()["html"]
        host.do("agree")
        ana.do("agree")
        assert "Agreed: Player 1, Guest 1. Still to agree: Guest 2." in ana.get("/company").json()["html"]
        assert "Still to agree: Guest 2" in ana.refused("agree")
        ana.do("disagree")
        assert "not agreed" in ana.refused("disagree")
        ben.do("agree")
        assert "agreed to close it" in host.client.post(delete, headers=JSON).json()["refused"]
        host.do("roll")
        ana.do("agree")
        told = [each["text"] for each in eve.get("/view", told=0).json()["told"] if each.get("aside")]
        assert told == [
            "Player 1 agrees to close this game.", "Guest 1 agrees to close this game.",
            "Guest 1 does not want to close this game any more.", "Guest 2 agrees to close this game.",
            "Guest 1 agrees to close this game.", "Everybody has agreed: this game is closed.",
        ]  # fmt: skip
        length = len(log(any_store, host))
        refused: dict[str, dict[str, Any]] = {"roll": {}, "play": {"seat": 0, "move": "pass"}, "undo": {"seat": 0},
                                              "lend": {"seat": 0}, "agree": {}, "disagree": {}}  # fmt: skip
        for what, body in refused.items():
            assert "closed by agreement" in host.refused(what, **body)
        assert "This game is closed" in host.values()["html/ask"]
        assert (host.values()["moves"], host.state["roll"], host.state["turns"]) == ([], False, [])
        assert len(log(any_store, host)) == length
        listed, home = host.client.get("/tables").text, host.client.get("/").text
        assert "closed early" in listed
        assert "Resume" not in listed
        assert host.table not in home, "it is no game to go on with"
        assert host.client.post(delete).status_code == 303


def test_a_closed_game_stays_closed_after_a_restart_and_its_bots_rest(any_store: Store) -> None:
    with party(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2")
        ana.do("lend", seat=1)
        ana.do("agree")
        host.do("agree")
        cookies, table, length = host.client.cookies, host.table, len(log(any_store, host))
    with party(any_store) as friends:
        host = friends.guest("host")
        host.client.cookies, host.table = cookies, table
        assert "This game is closed" in host.values()["html/ask"]
        assert len(log(any_store, host)) == length


def test_a_game_is_not_deleted_while_somebody_may_come_back(any_store: Store) -> None:
    with long_gone(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER)
        host.do("leave", seat=1)
        assert host.client.post(f"/table/{host.table}/delete").status_code == 422
        ana.do("return", seat=1)
        assert host.client.post(f"/table/{host.table}/delete").status_code == 422
        ana.do("leave", seat=1)
        assert host.client.post(f"/table/{host.table}/delete").status_code == 303, "only bots play with the host"


def test_a_game_is_not_closed_in_a_short_absence_of_who_may_come_back(store: Store) -> None:
    hours = Hours()
    with party(store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2", clock="60")
        no_bots(friends, host)
        hours.pass_by(61)
        host.do("leave", seat=1)
        assert "Guest 1 may still come back" in host.refused("agree")
        assert host.client.post(f"/table/{host.table}/delete").status_code == 422
        hours.pass_by(2 * DAY)
        ana.refused("agree")
        hours.pass_by(2 * DAY)
        assert "3 days" in host.refused("agree"), "Ana was here two days ago"
        hours.pass_by(DAY + 1)
        host.do("agree")
        assert isinstance(log(store, host)[-1], Closed)


def test_a_game_is_closed_with_somebody_new_once_nobody_can_come_back(store: Store) -> None:
    hours = Hours()
    with party(store, environment=hours.environment()) as friends:
        host, _ = friends.begun(ANY_NUMBER, start="2", clock="60")
        no_bots(friends, host)
        hours.pass_by(61)
        host.do("leave", seat=1)
        cleo = newcomer(friends, host)
        assert "Guest 1 may still come back" in cleo.refused("agree")
        while Kept(1) not in log(store, host):
            played([host, cleo], 1)
        cleo.do("agree")
        host.do("agree")
        assert isinstance(log(store, host)[-1], Closed)


def test_who_looks_on_without_their_seat_is_not_away(store: Store) -> None:
    """Also if they only have the page open, and somebody new is long gone."""
    hours = Hours()
    with party(store, environment=hours.environment()) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="2", clock="60")
        no_bots(friends, host)
        hours.pass_by(61)
        host.do("leave", seat=1)
        with ana.client.websocket_connect(f"ws://localhost/table/{ana.table}/live"):
            hours.pass_by(5 * DAY)
            assert "may still come back" in host.refused("agree")
            assert friends.room(host).presence.is_away(1), "nobody is shown as connected there"
        hours.pass_by(4 * DAY)
        host.do("agree")


def test_seats_of_a_finished_game_are_neither_freed_nor_taken(store: Store) -> None:
    """Whoever took one could take back its last move, and with it everybody's result."""
    with long_gone(store) as friends:
        host, ana, ben = friends.begun(ANY_NUMBER, 2)
        friends.play_blindly(host)
        ben.do("leave", seat=2)
        length = len(log(store, host))
        assert "The game is over" in host.refused("leave", seat=1)
        cleo = friends.guest("Cleo")
        assert cleo.join(host.renew("join")).status_code == 200
        assert "The game is over" in cleo.refused("sit", seat=2, name="Cleo")
        assert "Take over the seat" not in cleo.get("/company").json()["html"]
        assert not any(isinstance(event, Left | Seated) for event in log(store, host)[length:])
        assert ana.state["seats"] == [1]
