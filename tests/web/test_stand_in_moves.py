"""What a bot did for a player who has others at the table is not theirs to undo: it would be advice for nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rollwright.games
from rollwright.store.protocol import Store
from rollwright.table.events import Moved
from tests.support.environments import GONE, QUICK, Hours, with_settings
from tests.support.online import Guest, Party, party
from tests.support.places import wait_until
from tests.support.wire import ANY_NUMBER

BIDS = "sealed_bids"
NOT_YOURS = "A bot made the last move for you"


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """A small game of secret numbers, on the shelf."""
    path: Any = rollwright.games.__path__
    path.append(str(Path(__file__).parent.parent / "shelf"))
    yield
    path.pop()


def two_seats_and_a_guest(friends: Party, dice: str) -> Guest:
    """Return the host of a table, who plays two seats at one screen; a guest has the third."""
    host, ana = friends.guest("host"), friends.guest("ana")
    form = {"kind-0": "here", "kind-1": "here", "kind-2": "link", "option-start": "1", "dice": dice}
    opening = host.client.post(f"/new/{ANY_NUMBER}", data=form)
    host.table = opening.headers["location"].removeprefix("/table/")
    assert ana.join(host.links()["join"]).status_code == 200
    ana.do("sit", seat=2, name="Ana")
    return host


def offered(guest: Guest, seat: int) -> list[str]:
    return [move["move"] for move in guest.values(show=seat)["moves"] if "instead" not in move]


def lent_for_a_while(friends: Party, guest: Guest, seat: int) -> None:
    """Let a bot play a seat until it has nothing more to do there."""
    room = friends.room(guest)
    guest.do("lend", seat=seat)
    wait_until(lambda: bool(room.table.recent(seat) and seat not in room.table.waiting))
    guest.do("return", seat=seat)


def own_text(friends: Party, guest: Guest, seat: int) -> str:
    """Return the last move of a seat in this epoch."""
    table = friends.room(guest).table
    event = table.log[table.recent(seat)[-1]]
    assert isinstance(event, Moved)
    return event.text


def assert_stays(friends: Party, guest: Guest, seat: int) -> None:
    """Fail if anything of a seat can be undone or replaced, or seems so."""
    before, made = friends.room(guest).table.recent(seat), own_text(friends, guest, seat)
    values = guest.values(show=seat)
    assert values["state"]["undo"] is None
    assert not [move for move in values["moves"] if "instead" in move]
    opened = values["state"]["opening"]
    assert NOT_YOURS in guest.refused("undo", seat=seat, opened=opened)
    guest.refused("play", seat=seat, move=made, instead=made, opened=opened)
    assert friends.room(guest).table.recent(seat) == before


@pytest.mark.parametrize("moved_first", [False, True], ids=["nothing done before", "one move before"])
def test_what_a_bot_did_at_a_lent_seat_cannot_be_undone(any_store: Store, moved_first: bool) -> None:
    with party(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="1")
        host.do("roll")
        host.do("play", seat=0, move=offered(host, 0)[0])
        if moved_first:
            ana.do("play", seat=1, move=offered(ana, 1)[0])
            assert ana.state["undo"] == 1
        lent_for_a_while(friends, ana, 1)
        assert_stays(friends, ana, 1)
        assert host.state["undo"] == 0, "others undo as ever"
        cookies = ana.client.cookies
    with party(any_store) as friends:
        again = friends.guest("ana")
        again.client.cookies, again.table = cookies, ana.table
        assert_stays(friends, again, 1)


def test_what_a_player_does_after_a_bot_can_be_undone_and_nothing_before(any_store: Store) -> None:
    with party(any_store, environment=with_settings(QUICK, bot_retry=60)) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="1")
        host.do("roll")
        host.do("play", seat=0, move=offered(host, 0)[0])
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None  # the bot moves when it is told to
        ana.do("lend", seat=1)
        friends.call(room.play, 1, room.table.legal(1)[0], None)
        ana.do("return", seat=1)
        by_bot = room.table.recent(1)
        ana.do("play", seat=1, move=offered(ana, 1)[0])
        assert ana.state["undo"] == 1
        ana.do("undo", seat=1)
        assert room.table.recent(1) == by_bot
        assert_stays(friends, ana, 1)


def test_who_has_seen_what_a_bot_did_in_secret_does_not_get_rid_of_it_by_another_browser(any_store: Store) -> None:
    """Whoever takes over a seat chooses secrets anew: so nobody lends it, looks, leaves, and comes as another."""
    with party(any_store) as friends:
        host, ana = friends.begun(BIDS)
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        while room.table.dice_due:
            friends.call(room.roll, None)
        ana.do("lend", seat=1)
        friends.call(room.play, 1, room.table.legal(1)[0], None)
        assert room.table.recent(1)
        ana.do("leave", seat=1)
        other = friends.guest("ana again")
        assert other.join(host.links()["join"]).status_code == 200
        assert "once these are revealed" in other.refused("sit", seat=1, name="Anna")
        assert room.table.recent(1)
        epoch = int(room.table.position.epoch)
        while int(room.table.position.epoch) == epoch:
            mover = min(room.table.waiting)
            friends.call(room.play, mover, room.table.legal(mover)[-1], None)
        other.do("sit", seat=1, name="Anna")


def test_who_left_a_seat_and_looked_what_a_bot_did_there_in_secret_does_not_choose_anew(any_store: Store) -> None:
    """Who sits down again where they sat sees what the bot chose meanwhile: then they must not come as another."""
    with party(any_store) as friends:
        host, ana = friends.begun(BIDS)
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        while room.table.dice_due:
            friends.call(room.roll, None)
        ana.do("leave", seat=1)
        friends.call(room.play, 1, room.table.legal(1)[0], None)
        before = room.table.recent(1)
        ana.do("sit", seat=1, name="Ana")
        assert room.table.recent(1) == before, "it is the same player's seat, so the bot's choice stays, and is seen"
        ana.do("leave", seat=1)
        other = friends.guest("ana again")
        assert other.join(host.links()["join"]).status_code == 200
        assert "once these are revealed" in other.refused("sit", seat=1, name="Anna")
        assert room.table.recent(1) == before
        friends.call(room._reload)
        assert "once these are revealed" in other.refused("sit", seat=1, name="Anna")


def test_dice_are_not_corrected_to_get_rid_of_what_a_bot_chose_in_secret(any_store: Store) -> None:
    """A correction takes back what was done in secret since the roll: not what a bot did for whoever corrects."""
    with party(any_store) as friends:
        host, _ = friends.begun(BIDS, dice="own")
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        while room.table.dice_due:
            host.do("roll", faces=[3] * len(room.table.dice_due))
        assert host.state["fallen"], "before, they can be corrected"
        host.do("lend", seat=0)
        friends.call(room.play, 0, room.table.legal(0)[0], None)
        host.do("return", seat=0)
        before = room.table.recent(0)
        assert before
        assert not host.state["fallen"]
        assert "A bot" in host.refused("correct", faces=[4])
        assert room.table.recent(0) == before
        friends.call(room._reload)
        assert "A bot" in host.refused("correct", faces=[4])


@pytest.mark.parametrize("dice", ["fair", "own"])
def test_who_has_two_seats_cannot_have_the_moves_of_a_bot_at_one_dropped_from_the_other(
    any_store: Store, dice: str
) -> None:
    """A bot's move goes with what it depends on, but not one that was made for whoever takes that back."""
    with party(any_store) as friends:
        host = two_seats_and_a_guest(friends, dice)
        host.do("begin")
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        faces = {"faces": [1, 2, 3, 4, 5]} if dice == "own" else {}
        host.do("roll", **faces)
        if dice == "fair":
            host.do("play", seat=0, move=offered(host, 0)[0])
            host.do("lend", seat=1)
        else:  # what the first of them does is done by a bot
            host.do("lend", seat=0)
        lent = 1 if dice == "fair" else 0
        friends.call(room.play, lent, room.table.legal(lent)[0], None)
        before = room.table.recent(lent)
        if dice == "fair":
            assert "later moves depend on it" in host.refused("undo", seat=0)
        else:
            assert not host.values(show=1)["state"]["fallen"]
            assert "A bot has moved for you" in host.refused("correct", 422, **faces)
        assert room.table.recent(lent) == before
        host.do("return", seat=lent)
        assert NOT_YOURS in host.refused("undo", seat=lent)


@pytest.mark.parametrize("clock", ["", "60"])
def test_what_a_bot_did_that_others_had_play_can_be_undone_unless_time_was_up(any_store: Store, clock: str) -> None:
    """One who is away for a minute has not asked for it, and the bot's moves would be their opponent's choice."""
    hours = Hours()
    with party(any_store, environment=hours.environment(GONE)) as friends:
        host, ana = friends.begun(ANY_NUMBER, 1, "1", **({"clock": clock} if clock else {}))
        host.do("roll")
        host.do("play", seat=0, move=offered(host, 0)[0])
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        room.clock.stop()
        room.clock._watch = lambda: None
        hours.pass_by(61)
        host.do("lend", seat=1)
        friends.call(room.play, 1, room.table.legal(1)[0], None)
        ana.do("return", seat=1)
        friends.call(room._reload)
        if clock:
            assert_stays(friends, ana, 1)
        else:
            assert ana.state["undo"] == 1
            ana.do("undo", seat=1)
            assert not friends.room(host).table.recent(1)


def test_who_plays_with_bots_only_may_undo_what_a_bot_did(any_store: Store) -> None:
    with party(any_store) as friends:
        host = friends.guest("host")
        opening = host.client.post(f"/new/{ANY_NUMBER}", data={"kind-0": "here", "kind-1": "easy", "option-start": "1"})
        host.table = opening.headers["location"].removeprefix("/table/")
        host.do("roll")
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        host.do("lend", seat=0)
        friends.call(room.play, 0, room.table.legal(0)[0], None)
        host.do("return", seat=0)
        assert host.state["undo"] == 0
        host.do("undo", seat=0)
        assert not room.table.recent(0)


@pytest.mark.parametrize("game", [ANY_NUMBER, BIDS])
def test_what_was_decided_when_the_time_was_up_cannot_be_undone(any_store: Store, game: str) -> None:
    hours = Hours()
    with party(any_store, environment=hours.environment(GONE)) as friends:
        host, ana = friends.begun(game, start="1" if game == ANY_NUMBER else "", clock="60")
        room = friends.room(host)
        room.bot_players.wake = lambda delay=0.0: None
        room.clock.stop()
        room.clock._watch = lambda: None
        while 1 not in room.table.waiting:
            if room.table.dice_due:
                friends.call(room.roll, None)
            else:
                friends.call(room.play, 0, room.table.legal(0)[0], None)
        hours.pass_by(61)
        friends.call(room.bot_players.stand_in, 1, "easy")
        assert len(room.table.recent(1)) == 1
        assert_stays(friends, ana, 1)
        friends.call(room._reload)
        assert_stays(friends, ana, 1)
