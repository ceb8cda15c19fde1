"""People play together, each in their own browser: they come by a link, sit down, play, leave and come back."""

import html
import json
import re
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import all_games, open_game
from rollwright.records import read, verify
from rollwright.store.errors import Conflict
from rollwright.store.protocol import Store
from rollwright.table import Rolled
from rollwright.table.models import DiceKind
from tests.support.environments import QUICK, with_settings
from tests.support.online import Guest, Party, party, played, with_two
from tests.support.pages import expanded
from tests.support.wire import ANY_NUMBER, JSON, quick_app

NONCES = ("0" * 31 + "1", "0" * 31 + "2")


@pytest.fixture
def friends(any_store: Store) -> Iterator[Party]:
    """Browsers at a server, with one kind of store and with the other."""
    with party(any_store) as found:
        yield found


@pytest.fixture
def hasty(store: Store) -> Iterator[Party]:
    """Browsers at a server where whoever has gone is soon missed."""
    with party(store, environment=with_settings(QUICK, reconnect_grace=0.05)) as found:
        yield found


@pytest.fixture
def here(store: Store) -> Iterator[Party]:
    """Browsers at a server whose tables are in a file: for what does not depend on that."""
    with party(store) as found:
        yield found


def log(store: Store, guest: Guest) -> list[Any]:
    return store.load(guest.table).result()[1]


def owner(store: Store, guest: Guest) -> str:
    return store.load(guest.table).result()[0].owner


def test_people_come_by_a_link_sit_down_and_play(friends: Party, any_store: Store) -> None:
    host, (ana, ben) = friends.open(ANY_NUMBER, 2)
    state = {"started": False, "seats": [0], "free": [], "taken": {}, "can_start": True}
    assert host.state == state
    assert "Guest 2" in ana.get().text
    assert "not started yet" in ana.refused("roll")
    assert "Only the host" in ana.refused("begin")
    host.do("begin")
    assert [guest.state["seats"] for guest in (host, ana, ben)] == [[0], [1], [2]]
    assert not played([host, ana, ben], 8)
    assert host.get("/record").text == ana.get("/record").text
    for guest in (host, ana, ben):
        assert guest.table in guest.client.get("/tables").text
    stranger = friends.guest()
    stranger.table = host.table
    assert stranger.get("/view").status_code == 404
    assert (
        stranger.refused("roll", 404)
        == "There is no such table in this browser: it may have been deleted, or you need a link to it."
    )


@pytest.mark.parametrize("name", with_two())
def test_every_game_is_played_by_two_browsers(here: Party, name: str) -> None:
    everybody = here.begun(name)
    over = played(everybody, 12)
    texts = [guest.get("/record") for guest in everybody]
    assert texts[0].text == texts[1].text
    secret = open_game(name).keeps_secrets(2, over=over)
    assert texts[0].status_code == (422 if secret else 200)


def test_who_watches_sees_and_does_nothing(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER)
    eve = friends.guest("eve")
    assert eve.join(host.renew("watch")).status_code == 200
    assert eve.state["seats"] == []
    assert not eve.state["roll"]
    for what, body in WHAT_A_PLAYER_DOES.items():
        for seat in (0, 1):
            assert eve.post(what, **{"seat": seat, **body}).status_code == 422, what
    for what in ("again", "delete"):
        assert eve.post(what).status_code in (404, 422), what
    assert "You are watching" in eve.refused("sit", seat=0) or "taken" in eve.refused("sit", seat=0)
    assert host.get("/record").text == ana.get("/record").text == eve.get("/record").text


WHAT_A_PLAYER_DOES: dict[str, dict[str, Any]] = {
    "play": {"move": "pass"},
    "undo": {},
    "hint": {},
    "roll": {},
    "correct": {"faces": [1]},
    "leave": {},
    "lend": {},
    "return": {},
    "greet": {"greeting": "hello"},
    "commitment": {"commitment": "0" * 64},
    "nonce": {"nonce": NONCES[0]},
    "link": {"link": "seat"},
    "begin": {},
}


def test_nobody_acts_for_another(friends: Party, any_store: Store) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    host.do("roll")
    before = len(log(any_store, host))
    for what, body in WHAT_A_PLAYER_DOES.items():
        said = ana.refused(what, **{"seat": 0, **body})
        assert said
    assert "This is the seat of Player 1: yours is Guest 1." in ana.refused("undo", seat=0)
    assert ana.get("/about", seat=0, spot="x").status_code == 422
    assert ana.links() == {}
    for link in ("join", "watch"):
        assert "Only the host" in ana.refused("link", link=link)
    assert "no such link" in host.refused("link", link="opener")
    assert "no such link" in host.refused("link", link="")
    assert ana.post("delete").status_code == 404
    assert len(log(any_store, host)) == before


def test_a_seat_is_lent_to_a_bot_and_taken_back(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER)
    ana.do("lend", seat=1)
    assert ana.state["lent"] == [1]
    assert "A bot plays for you now" in ana.refused("play", seat=1, move="pass")
    assert "A bot is already playing this seat." in ana.refused("lend", seat=1)
    for _ in range(4):
        if host.state["roll"]:
            host.do("roll")
    ana.do("return", seat=1)
    assert ana.state["lent"] == []
    told = [news["text"] for news in host.get("/view", version=0, told=0).json()["told"] if news.get("aside")]
    assert told == ["A bot now plays for Guest 1.", "Guest 1 is back."]


def test_only_an_absent_player_s_seat_is_lent_by_another(hasty: Party) -> None:
    host, ana = hasty.begun(ANY_NUMBER)
    ana.do("greet", seat=1, greeting="hello")
    assert "is here" in host.refused("lend", seat=1), "not connected, but not away"
    with host.client.websocket_connect(f"ws://localhost/table/{host.table}/live") as seen:
        seen.send_text("{}")
        seen.receive_text()
        with ana.client.websocket_connect(f"ws://localhost/table/{ana.table}/live") as live:
            live.send_text("{}")
            live.receive_text()
            assert "is here: a bot can only play for players who are away" in host.refused("lend", seat=1)
            assert "away" not in expanded(json.loads(seen.receive_text()))["values"]["html/players"]
        time.sleep(0.1)
        host.do("lend", seat=1)


def test_who_leaves_is_followed_by_a_bot_and_then_by_who_sits_down(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER)
    ana.do("leave", seat=1)
    link = host.renew("join")
    assert ana.get("/view").status_code == 404, "who has left, and came by the old link"
    ben = friends.guest("ben")
    assert ben.join(link).status_code == 200
    ben.do("sit", seat=1, name="Ben")
    ana.refused("sit", 404, seat=1)
    assert ben.state["seats"] == [1]
    assert [table in guest.client.get("/tables").text for guest in (ana, ben) for table in [ben.table]] == [False, True]


def test_the_host_frees_a_chair_before_the_game_and_not_in_it(friends: Party) -> None:
    host, (ana, ben) = friends.open(ANY_NUMBER, 2)
    assert "This is the seat of" in ana.refused("leave", seat=2)
    host.do("leave", seat=2)
    assert ben.state["seats"] == []
    host.do("begin")
    assert host.state["seats"] == [0]
    assert len(read(host.get("/record").text).names) == 2
    assert "has not been away for long" in host.refused("leave", seat=1)
    assert host.client.get(f"/table/{host.table}/delete").status_code == 422
    assert host.client.post(f"/table/{host.table}/delete").status_code == 422, "others play here"
    ana.do("leave", seat=1)
    assert host.client.post(f"/table/{host.table}/delete").status_code == 303
    assert ana.get("/view").status_code == 404


def test_an_empty_chair_goes_or_a_bot_sits_down(friends: Party) -> None:
    for with_bots, seats in ((False, 2), (True, 3)):
        host, (_, ben) = friends.open(ANY_NUMBER, 2)
        host.do("leave", seat=1)
        host.do("begin", bots=with_bots)
        assert ben.state["seats"] == [seats - 1]
        assert len(read(ben.get("/record").text).names) == seats


def test_who_plays_alone_as_nobody_came_hides_nothing_from_themselves(here: Party) -> None:
    name = next(game.name for game in all_games() if 1 in game.seats and game.hidden_totals and game.secrets)
    host = here.guest()
    opened = host.client.post(f"/new/{name}", data={"kind-0": "here", "kind-1": "link"})
    host.table = opened.headers["location"].removeprefix("/table/")
    host.do("begin")
    listed = host.client.get("/tables").text
    assert "Player 1: 0" in listed
    assert f"/table/{host.table}/record" in listed


def test_a_seat_comes_along_to_a_phone_until_its_link_is_renewed(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER)
    phone, thief = friends.guest("phone"), friends.guest("thief")
    link = ana.renew("seat", 1)
    assert phone.join(link).status_code == thief.join(link).status_code == 200
    assert phone.state["seats"] == thief.state["seats"] == [1]
    phone.do("greet", seat=1, greeting="hello")
    thief.renew("seat", 1)
    assert phone.get("/view").status_code == 404, "a new link lets all others go"
    assert ana.state["seats"] == [1], "but not whose seat it was first"
    ana.do("link", link="seat", seat=1)
    assert thief.get("/view").status_code == 404
    assert thief.table not in thief.client.get("/tables").text
    assert phone.join(link).json()["refused"] == "This link no longer works: ask for a new one."
    assert host.join(ana.links()["seat"]).status_code == 422, "who has a seat here cannot have two"


def test_an_old_or_foreign_or_guessed_link_is_of_no_use(friends: Party) -> None:
    host, _ = friends.open(ANY_NUMBER)
    old = host.links()["join"]
    new = host.renew("join")
    elsewhere = friends.guest("another host")
    answer = elsewhere.client.post(f"/new/{ANY_NUMBER}", data={"kind-0": "here", "kind-1": "link"})
    other = answer.headers["location"].removeprefix("/table/")
    secret = new.partition("#")[2].partition(".")[2]
    eve = friends.guest("eve")
    for bad in (old, f"http://localhost/join#{other}.{secret}", new[:-1] + ("A" if new[-1] != "A" else "B"),
                f"http://localhost/join#{'x' * 16}.{secret}"):  # fmt: skip
        answer = eve.join(bad)
        assert (answer.status_code, answer.json()["refused"]) == (
            404,
            "This link no longer works: ask for a new one.",
        )
        assert "set-cookie" not in answer.headers
    assert eve.join(new).status_code == 200


def test_greetings_are_heard_by_all_in_their_language(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER)
    ana.do("greet", seat=1, greeting="luck")
    assert "no such message" in ana.refused("greet", seat=1, greeting="<b>hi</b>")
    told = [host.get("/view", language=language).json()["told"][-1] for language in ("en", "es")]
    assert told[0] == {"round": told[0]["round"], "text": "Guest 1: Good luck!", "aside": True}
    assert told[1]["text"].startswith("Guest 1: ")


@pytest.mark.parametrize("name", with_two())
def test_fair_dice_are_proven_in_the_record(here: Party, name: str) -> None:
    everybody = here.begun(name, 1, dice=DiceKind.FAIR)
    for seat, guest in enumerate(everybody):
        assert guest.state["number"] == {"seat": seat, "commitments": None}
        guest.commit(seat, NONCES[seat])
    for seat, guest in enumerate(everybody):
        guest.do("nonce", seat=seat, nonce=NONCES[seat])
    shown = re.search(r'"fair": ?"(\w{64})"', everybody[0].get().text)
    assert shown
    here.play_blindly(everybody[0])
    text = everybody[1].get("/record").text
    assert read(text).proof.nonces == NONCES[:2]  # type: ignore[union-attr]
    assert verify(text).proven, verify(text)
    assert read(text).proof.order == ("commit 0", "commit 1", "close", "reveal 0", "reveal 1")  # type: ignore[union-attr]
    assert shown[1] in text, "what the page showed is what the seed is checked by"
    assert everybody[0].state["undo"] is None
    for seat, guest in enumerate(everybody):
        assert guest.post("undo", seat=seat).status_code == 422, "who knows the seed knows dice to come"


def test_own_dice_are_entered_and_corrected_by_whose_they_are(friends: Party, any_store: Store) -> None:
    everybody = friends.begun(ANY_NUMBER, dice=DiceKind.OWN, start="1")
    host, ana = everybody
    due = host.state["own"]
    faces = [1] * len(due)
    assert not ana.state["own"]
    assert "These dice belong to Player 1" in ana.refused("roll", faces=faces)
    assert "one face for each die" in host.refused("roll", faces=[*faces, 1])
    host.refused("roll", faces=[99] * len(due))
    host.refused("roll", 400, faces=["1"] * len(due))
    host.do("roll", faces=faces)
    assert not ana.state["fallen"]
    assert "who can correct them" in ana.refused("correct", faces=[2] * len(due))
    host.do("correct", faces=[2] * len(due))
    rolled = [event for event in log(any_store, host) if isinstance(event, Rolled)]
    assert rolled[-1].faces[: len(due)] == tuple(faces)
    assert log(any_store, host)[-1].faces[: len(due)] == (2,) * len(due)
    assert "corrects the dice" in ana.get("/view").json()["told"][-1]["text"]
    assert "the app rolls the dice" in friends.begun(ANY_NUMBER)[0].refused("roll", faces=[1])


def test_they_play_again_one_seat_on_and_only_when_it_is_over(friends: Party, any_store: Store) -> None:
    host, ana = everybody = friends.begun(ANY_NUMBER)
    eve = friends.guest("eve")
    eve.join(host.renew("watch"))
    assert "when this one is over" in ana.refused("again")
    friends.play_blindly(everybody[0])
    assert "You are watching" in eve.refused("again")
    addresses = [guest.post("again").headers["location"] for guest in (ana, host, eve)]
    assert len(set(addresses)) == 1
    for guest in (host, ana, eve):
        guest.table = addresses[0].removeprefix("/table/")
    assert [guest.state["seats"] for guest in (host, ana, eve)] == [[1], [0], []]
    assert ana.state["next"] == ""
    assert not played([ana, host], 4)


def test_a_table_to_which_nobody_is_led_goes(here: Party, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    host, ana = here.begun(ANY_NUMBER)
    here.play_blindly(host)

    async def lose(*request: object) -> None:
        raise Conflict

    with monkeypatch.context() as patched:
        patched.setattr(here.room(ana), "arrange", lose)
        ana.refused("again", 409)
    assert [each.head.table_id for each in store.list_tables(owner(store, host)).result()] == [host.table]
    ana.post("again")
    assert len(store.list_tables(owner(store, host)).result()) == 2


def test_the_clock_moves_for_who_is_late(any_store: Store) -> None:
    brief = with_settings(QUICK, clocks={0: "No clock", 1: "A second"}, clock_retry=0.2)
    with party(any_store, environment=brief) as friends:
        be_late(*friends.begun(ANY_NUMBER, clock="1", start="2"))


def be_late(host: Guest, ana: Guest) -> None:
    assert list(host.state["clock"]) == ["1"]
    assert host.state["clock"]["1"] > 1000 * (time.time() - 1)
    until = time.monotonic() + 20
    while len(read(host.get("/record").text).lines) < 2:
        assert time.monotonic() < until, "nobody rolled and moved for who was late"
        time.sleep(0.1)
    assert ana.state["lent"] == [], "a move is made, and the seat is still theirs"
    told = [each["text"] for each in host.get("/view").json()["told"] if each.get("aside")]
    assert "Time is up for Guest 1: a bot makes this decision." in told


def test_the_clock_goes_on_where_it_was_when_the_server_comes_back(store: Store) -> None:
    with party(store) as friends:
        host, _ = friends.begun(ANY_NUMBER, clock="3600", start="1")
        host.do("roll")
        before = host.state["clock"]
    with party(store) as again:
        back = again.guest("host")
        back.client.cookies = host.client.cookies
        back.table = host.table
        with back.client.websocket_connect(f"ws://localhost/table/{back.table}/live") as live:
            live.send_text("{}")
            after = expanded(json.loads(live.receive_text()))["values"]["state"]["clock"]
    assert before.keys() == after.keys() != set()
    touched = next(each.touched for each in store.list_tables(owner(store, host)).result())
    assert set(after.values()) == {round(1000 * (touched + 3600))}, "not from when somebody came to look"


def test_presence_is_shown_and_ends(hasty: Party) -> None:
    host, ana = hasty.begun(ANY_NUMBER)
    with host.client.websocket_connect(f"ws://localhost/table/{host.table}/live") as live:
        live.send_text("{}")
        assert "away" in expanded(json.loads(live.receive_text()))["values"]["html/players"]
        with ana.client.websocket_connect(f"ws://localhost/table/{ana.table}/live") as anas:
            anas.send_text("{}")
            anas.receive_text()
            assert "away" not in expanded(json.loads(live.receive_text()))["values"]["html/players"]
        assert "away" in expanded(json.loads(live.receive_text()))["values"]["html/players"]


def test_who_is_let_go_hears_it_at_once(here: Party) -> None:
    host, _ = here.begun(ANY_NUMBER)
    eve = here.guest("eve")
    eve.join(host.renew("watch"))
    with eve.client.websocket_connect(f"ws://localhost/table/{eve.table}/live") as live:
        live.send_text("{}")
        live.receive_text()
        host.do("link", link="watch")
        assert live.receive()["code"] == 4004


def test_a_request_of_another_s_name_is_another_request(friends: Party, any_store: Store) -> None:
    host, ana = friends.begun(ANY_NUMBER, start="1")
    ana.do("greet", seat=1, greeting="hello", key="guessed")
    host.do("roll", key="guessed")
    assert isinstance(log(any_store, host)[-1], Rolled), "the roll was swallowed"
    before = len(log(any_store, host))
    host.do("roll", key="guessed")
    ana.do("greet", seat=1, greeting="hello", key="guessed")
    assert len(log(any_store, host)) == before, "repeated by whoever made it, it is done once"


def markup(values: dict[str, Any]) -> Iterator[str]:
    """Yield all that a page puts into itself as markup, and not as text."""
    for name, value in values.items():
        if name.startswith(("svg/", "html/")):
            yield value
    for scene in values.get("scenes", {}).get("frames", []):
        yield from scene.get("groups", {}).values()


def test_markup_in_names_is_only_ever_text(here: Party) -> None:
    nasty = "<img src=x onerror=alert(1)>\"'&"
    for name in with_two():
        host, (ana,) = here.open(name)
        ana.do("sit", seat=1, name=nasty)
        pages = [host.get().text, *markup(host.values())]
        host.do("begin")
        pages += [guest.get().text for guest in (host, ana)]
        pages += [guest.client.get(address).text for guest in (host, ana) for address in ("/", "/tables")]
        for _ in range(3):
            played([host, ana], 4)
            pages += [each for guest in (host, ana) for seat in (0, 1) for each in markup(guest.values(show=seat))]
            pages.append(host.get("/company").json()["html"])
        pages.append(host.client.post(f"/table/{host.table}/undo", content=b'{"seat": 1}').text)
        assert sum(nasty in html.unescape(page) for page in pages) > 5, "the name is hardly shown"
        assert not [page for page in pages if "<img src=x" in page], name


def test_a_name_is_no_query(friends: Party) -> None:
    for name in ("Robert'); DROP TABLE tables;--", "%s %(id)s ?", "\\' OR 1=1", "{name} {0.__class__}"):
        host, (ana,) = friends.open(ANY_NUMBER)
        ana.do("sit", seat=1, name=name)
        host.do("begin")
        assert name in html.unescape(ana.client.get("/tables").text)
        assert read(ana.get("/record").text).names[1] == name


def test_fields_that_nobody_asked_for_change_nothing(here: Party, store: Store) -> None:
    host, (ana,) = here.open(ANY_NUMBER)
    more = {
        "holder": "0" * 64,
        "kind": "bot",
        "owner": "x",
        "dice": [6],
        "seed": 1,
        "is": "started",
        "after": 0,
        "move": 1,
    }
    ana.do("sit", seat=1, name="Ana", choices={"start": "2", "holder": "x"}, **more)
    host.do("begin", **more, chairs=[1], setting={})
    host.refused("nonce", 422, seat=0, nonce=NONCES[0], **more)
    events = log(store, host)
    assert [type(event).__name__ for event in events[1:]] == ["Linked", "Admitted", "Seated", "Seated", "Started"]
    assert (events[4].name, events[4].choices, events[4].holder) == ("Ana", {}, events[3].holder)
    assert events[5].chairs == [0, 1]


JUNK: list[Any] = [None, True, -1, 0, 1, 7, 10**12, 1.5, float("inf"), "", "0", "x" * 300, "\ud800", "\u202e", [], [1],
                   [[]], {}, {"x": 1}, {"colour": "red"}, {"start": []}, ["1"] * 200, "seat", "hello"]  # fmt: skip
FIELDS = ("seat", "show", "move", "instead", "faces", "name", "choices", "link", "greeting", "nonce", "bots", "key",
          "commitment",
          "opened", "covered", "boot", "version", "told", "language")  # fmt: skip
TRIES = 700


def test_whatever_is_sent_gets_an_answer_of_ours(here: Party, store: Store) -> None:
    rng = Random(8)
    host, (ana,) = here.open(ANY_NUMBER, dice=DiceKind.OWN)
    for number in range(TRIES):
        if number == TRIES // 3:
            host.post("begin")
        what = rng.choice([*WHAT_A_PLAYER_DOES, "sit", "again"])
        body = {name: rng.choice(JUNK) for name in rng.sample(FIELDS, rng.randrange(1, 7))}
        who = rng.choice([host, ana])
        sent = json.dumps(body).encode()
        answer = who.client.post(f"/table/{who.table}/{what}", content=sent, headers=JSON)
        assert answer.status_code in (200, 303, 400, 404, 422), f"{what} {body}: {answer.status_code} {answer.text}"
        if answer.status_code >= 400:
            assert answer.json()["refused"].endswith((".", ")")), answer.text
        if not who.table or answer.status_code == 404:
            ana.join(host.renew("join"))
    before = log(store, host)
    with party(store) as again:
        same = again.guest()
        same.client.cookies, same.table = host.client.cookies, host.table
        assert same.get("/view").status_code == 200, "and what was kept can be read again"
    assert log(store, host) == before


def test_links_are_tried_slowly(store: Store) -> None:
    with TestClient(quick_app(store), base_url="http://localhost") as client:
        guess = {"link": f"#{'t' * 16}.{'s' * 32}"}
        tried = [client.post("/join", json=guess, headers=JSON).status_code for _ in range(40)]
    assert tried[:30] == [404] * 30
    assert 429 in tried[30:]


def test_who_renews_a_link_all_the_time_is_stopped(here: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwright.table.company.MAX_CHANGES", 2)
    _, ana = here.begun(ANY_NUMBER)
    last = [ana.renew("seat", 1) for _ in range(2)][-1]
    assert "can no longer be changed" in ana.refused("link", link="seat", seat=1)
    phone = here.guest("phone")
    assert phone.join(last).status_code == 200


def test_who_takes_back_all_the_time_is_stopped(store: Store) -> None:
    with party(store, environment=with_settings(QUICK, max_undos=3)) as friends:
        take_back_too_often(*friends.begun(ANY_NUMBER, start="1"))


def take_back_too_often(host: Guest, ana: Guest) -> None:
    host.do("roll")
    while not host.values(show=0)["moves"]:
        host.do("roll")
    move = host.values(show=0)["moves"][0]["move"]
    for _ in range(3):
        host.do("play", seat=0, move=move)
        host.do("undo", seat=0)
    host.do("play", seat=0, move=move)
    assert "too many moves" in host.refused("undo", seat=0)
    assert "too many moves" in host.refused("play", seat=0, move=move, instead=move)
    assert sum("takes back" in news["text"] for news in ana.get("/view").json()["told"]) == 3


@pytest.mark.parametrize("form", [
    {"name-0": "Player 2", "kind-1": "link"},
    {"name-0": "Jugador 2", "kind-1": "link"},
    {"kind-1": "link", "kind-2": "easy", "name-2": "Player 2"},
    {"name-0": "Ana", "kind-1": "link", "kind-2": "easy", "name-2": "\N{CYRILLIC CAPITAL LETTER A}na"},
], ids=["host", "another language", "bot", "bot like the host"])  # fmt: skip
def test_nobody_opens_a_table_under_the_name_of_somebody_who_has_not_come_yet(
    friends: Party, form: dict[str, str]
) -> None:
    """Who sits down without a name is called by the number of the seat: the host must not be called so, nor a bot."""
    host = friends.guest("host")
    answer = host.client.post(f"/new/{ANY_NUMBER}", data={"kind-0": "here", **form})
    assert answer.status_code == 422
    assert "Someone here is already called" in answer.text


def test_bots_that_take_free_chairs_are_not_called_like_people(friends: Party) -> None:
    host, _ = friends.open(ANY_NUMBER, 1, **{"name-0": "\N{CYRILLIC CAPITAL LETTER A}da", "kind-2": "link"})
    host.do("begin", bots=True)
    assert friends.room(host).company.names == ["\N{CYRILLIC CAPITAL LETTER A}da", "Guest 1", "Blaise"]
