"""Players who go: for a moment, for good, or without a word."""

from dataclasses import replace

from rollwright.core.game import open_game
from rollwright.store.protocol import Store
from rollwright.table.models import DiceKind
from tests.support.environments import QUICK, HandSetTime, with_settings
from tests.support.online import party
from tests.support.pages import expanded
from tests.support.wire import ANY_NUMBER, JSON, QuickThinkers, browser, moves, opened, play_on, post, wait_for


def test_who_went_just_now_is_given_a_minute(store: Store) -> None:
    clock = HandSetTime(1_000.0)
    patient = with_settings(replace(QUICK, monotonic=clock), active_for=-1, absent_after=60)
    with party(store, environment=patient) as friends:
        host, ana = friends.begun(ANY_NUMBER)
        assert "wait a minute" in host.refused("lend", seat=1)
        assert "has not been away for long" in host.refused("leave", seat=1)
        assert 'data-do="lend"' not in host.values()["html/players"]
        clock.now += 60
        host.do("lend", seat=1)
        assert ana.state["lent"] == [1]


def test_the_host_frees_the_seat_of_who_is_gone_and_they_come_back_by_the_link(store: Store) -> None:
    with party(store, environment=with_settings(QUICK, active_for=-1, abandoned_after=0)) as friends:
        host, ana, ben = friends.begun(ANY_NUMBER, 2)
        assert "yours is" in ben.refused("leave", seat=1)
        assert "Free the seat of Guest 1" in host.get("/company").json()["html"]
        assert "Free the seat" not in ben.get("/company").json()["html"]
        host.do("leave", seat=1)
        assert ana.state["seats"] == []
        phone = friends.guest("ana's phone")
        phone.join(host.links().get("join") or host.renew("join"))
        phone.do("sit", seat=1, name="Ana")
        assert phone.state["seats"] == [1]
        freed = "The seat of Guest 1 is free: a bot plays there until somebody sits down."
        assert freed in [each["text"] for each in host.get("/view").json()["told"]]


def test_the_host_leaves_and_the_others_play_on(store: Store) -> None:
    with party(store) as friends:
        host, (ana,) = friends.open(ANY_NUMBER)
        assert "You cannot leave this seat" in host.refused("leave", seat=0)
        host.do("begin")
        host.do("leave", seat=0)  # a bot plays there, and rolls
        assert host.state["seats"] == []
        assert "You are watching" in host.values()["html/ask"]
        wait_for(ana.client, ana.table, "^dice")
        assert ana.state["seats"] == [1]


def test_a_name_may_hold_signs_that_are_glued_together(store: Store) -> None:
    with party(store) as friends:
        host, (ana,) = friends.open(ANY_NUMBER)
        ana.do("sit", seat=1, name="Ana \N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}")
        assert "Ana" in host.values()["html/chairs"]
        assert "at most 200" in ana.refused("sit", 400, seat=1, name="a" * 201)


def test_alone_too_nothing_is_taken_back_once_the_seed_is_out(store: Store) -> None:
    fair = with_settings(QUICK, default_dice=DiceKind.FAIR)
    game = next(name for name in (ANY_NUMBER,) if 1 in open_game(name).seats)
    with browser(store, QuickThinkers(), fair) as client:
        table = opened(client, game)
        play_on(client, table)
        assert moves(client, table) == []
        answer = post(client, table, "undo", seat=0)
        assert answer.status_code == 422
        assert "nothing can be undone" in answer.json()["refused"]
        state = expanded(client.get(f"/table/{table}/view", headers=JSON).json())["values"]["state"]
        assert state["undo"] is None


def test_whoever_watches_is_told_whose_turn_it_is(store: Store) -> None:
    with party(store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="1")
        eve = friends.guest("eve")
        eve.join(host.renew("watch"))
        assert "You are watching: Player 1 has to roll the dice." in eve.values()["html/ask"]
        host.do("roll")
        assert "You are watching: it is the turn of Player 1." in eve.values()["html/ask"]
        assert "You are watching" not in ana.values()["html/ask"]
