"""A table's replay: every position as each may see it, at addresses that stay good, and nothing that is not theirs."""

import base64
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from rollwright.core.contract import SPECTATOR, Record, copy
from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.live.entry.new_table import new_table_id
from rollwright.live.environment import Environment
from rollwright.records import replay as replayed
from rollwright.records import write
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Rolled, Table
from rollwright.table.events import effective_events
from rollwright.table.models import DiceKind
from rollwright.table.replay import Frame, PlayedGame, Replay
from rollwright.testing.secret_positions import before_secrets, secret_line
from rollwright.view import Pen
from rollwright.view.drawing import RESERVED, RESERVED_BEGINNINGS
from rollwright.web.http.limits import Limits
from rollwright.web.replay.frames import ReplayView
from rollwright.web.table.pieces.sheet import sheet
from rollwright.web.web_settings import WebSettings
from tests.support.environments import QUICK
from tests.support.online import Guest, Party, party
from tests.support.pages import expanded
from tests.support.secrets import OFTEN_CHANGED, keep, token
from tests.support.wire import (
    ANY_NUMBER,
    GAMES,
    JSON,
    QuickThinkers,
    browser,
    opened,
    play_on,
    post,
    quick_app,
    services,
)

SHELF = [*GAMES, "sealed_bids"]
SECRET = [name for name in GAMES if open_game(name).secrets] + ["sealed_bids"]


@pytest.fixture
def friends(store: SQLiteStore, bids: str, environment: Environment) -> Iterator[Party]:
    with party(store, environment=environment) as found:
        yield found


def at_random(name: str, seats: int, undoing: bool) -> Table:
    """Play a whole game at random, taking something back now and then."""
    rng = Random(f"{name} {seats}")
    table = Table(open_game(name), seats, SeededDice(seats), rolls_itself=False, compiled=False)
    while not table.over:
        if table.dice_due:
            table.roll()
            continue
        seat = rng.choice(table.waiting)
        if undoing and table.recent(seat) and rng.random() < 0.05:
            table.undo(table.moved_this_epoch()[-1])
        else:
            table.make(seat, rng.choice(table.legal_moves(seat)))
    return table


def fold(table: Table) -> list[tuple[int | None, Record]]:
    """Return every position of a game, one after the other, each with whose secret move led to it, if it was one."""
    rules, position = table.rules, table.rules.new()
    rules.begin(position, table.seats, table.game.options_array(table.seats, table.setting))
    found: list[tuple[int | None, Record]] = [(None, copy(position))]
    for event in effective_events(table.log):
        epoch = position.epoch
        if isinstance(event, Rolled):
            rules.roll(position, np.array(event.faces, np.int64))
            found.append((None, copy(position)))
        else:
            rules.play(position, event.seat, event.move)
            secret = table.game.moves.form(event.move).secret and position.epoch == epoch
            found.append((event.seat if secret else None, copy(position)))
    return found


def known(table: Table, position: Record, viewer: int) -> bytes:
    view = copy(position)
    table.rules.conceal(view, viewer)
    return bytes(view.tobytes())


def words(frames: Iterable[Frame]) -> list[tuple[str, int, str, list[str]]]:
    return [(frame.name, frame.round_no, str(frame.said), [*map(str, frame.more)]) for frame in frames]


@pytest.mark.parametrize("name", SHELF)
def test_every_frame_is_what_its_viewer_may_know_under_a_name_that_stays(name: str, bids: str) -> None:
    table = at_random(name, 2 if 2 in open_game(name).seats else 1, undoing=True)
    played, positions = PlayedGame.of(table), fold(table)
    whole = Replay(played)
    names = {frame.name: frame for frame in whole.frames(0)}
    assert len(names) == len(positions), "once it is over everything is a frame, and each has a name of its own"
    earlier = None
    for count in (0, 1, len(positions) // 3, len(positions) // 2, len(positions) - 2):
        going = replace(played, events=played.events[:count], over=False)
        earlier = Replay(going, earlier)
        for viewer in range(SPECTATOR, table.seats):
            frames = earlier.frames(viewer)
            seen = [position for secret, position in positions[: count + 1] if secret in (None, viewer)]
            assert [earlier.seen(each, viewer).tobytes() for each in frames] == [
                known(table, position, viewer) for position in seen
            ]
            for frame in frames:
                assert whole.seen(names[frame.name], viewer).tobytes() == earlier.seen(frame, viewer).tobytes()
            assert words(frames) == words(Replay(going).frames(viewer)), "gone through at once, or bit by bit"
            assert [earlier.find(frame.name, frames) for frame in frames] == [(i, True) for i in range(len(frames))]
            assert [frame.name for frame in frames if "." in frame.name] == [
                name for name in (frame.name for frame in frames) if f".{viewer + 1}." in name
            ], "nobody can count what another does in secret"


def test_secrets_are_told_when_they_open_and_once_it_is_over_each_by_itself(bids: str) -> None:
    table = Table(open_game(bids), 2, SeededDice(7), rolls_itself=False, compiled=False)
    table.roll()
    for seat, text in ((0, "bid 5"), (1, "bid 6"), (1, "undo"), (1, "bid 2"), (1, "ready"), (0, "ready")):
        if text == "undo":
            table.undo(seat)
        else:
            table.play(seat, text)
    going = Replay(PlayedGame.of(table))
    told = {viewer: words(going.frames(viewer)) for viewer in (SPECTATOR, 0, 1)}
    assert told[SPECTATOR] == [
        ("0", 1, "The game starts.", []),
        ("1", 1, "The prize is 6.", []),
        ("2", 1, "Player 1 is ready.", ["Player 1 bids 5.", "Player 2 bids 2.", "Player 2 is ready."]),
    ]
    assert told[1][2:] == [
        ("1.2.1", 1, "Player 2 bids 2.", []),
        ("1.2.2", 1, "Player 2 is ready.", []),
        ("2", 1, "Player 1 is ready.", ["Player 1 bids 5."]),
    ]
    table.roll()
    table.play(1, "bid 4")
    assert Replay(PlayedGame.of(table)).frames(1)[-1].name == "3.2.1", "counted anew after every step that all can see"
    over = Replay(replace(going.played, over=True)).frames(0)
    assert words(over[2:]) == [
        ("1.1.1", 1, "Player 1 bids 5.", []),
        *told[1][2:4],
        ("2", 1, "Player 1 is ready.", []),
    ]
    frames = going.frames(0)
    for name, found in {"1.1.1": (2, True), "1.2.2": (1, False), "1.1.7": (2, False), "9": (3, False),
                        "9.9.9": (3, False), "002": (3, True), "2.1.0": (0, False), "": (0, False), "-1": (0, False),
                        "1.1": (0, False), "\u0661": (0, False), "1" * 400: (0, False)}.items():  # fmt: skip
        assert going.find(name, frames) == found, name


def written(before: dict[str, Any], now: dict[str, Any], name: str) -> bool:
    """Say whether there is more, or less, written in a group than before."""
    return bool(now[f"svg/{name}"].count("<") != before.get(f"svg/{name}", "").count("<"))


def all_values(guest: Guest, table: str, sheet: int) -> list[dict[str, Any]]:
    """Return all that is to be seen at every frame of a sheet, put together from what is sent of it."""
    values: dict[str, Any] = {}
    found: list[dict[str, Any]] = []
    steps = guest.client.get(f"/table/{table}/replay/steps", params={"sheet": sheet}).json()["steps"]
    while len(found) < len(steps):
        chunk = guest.client.get(f"/table/{table}/replay/frames", params={"sheet": sheet, "from": len(found)}).json()
        assert chunk["first"] == len(found)
        for place, frame in enumerate(chunk["frames"]):
            before = {} if place == 0 else values
            values = {name: value for name, value in (before | frame["values"]).items() if value is not None}
            changed = {name[4:] for name in values if found and found[-1].get(name) != values[name] and "svg/" in name}
            assert set(frame["changed"]) <= changed
            assert frame["changed"] or not any(written(found[-1], values, name) for name in changed)
            found.append(values)
    return found


@pytest.mark.parametrize("name", SHELF)
def test_a_page_is_sent_every_frame_as_it_was_drawn_at_the_table(friends: Party, name: str) -> None:
    path = max((open_game(name).folder / "golden").glob("*-seats.txt"))
    table = replayed(path.read_text(encoding="utf-8"), compiled=False)
    guest = friends.guest()
    address = guest.client.post("/open", data={"text": write(table)}).headers["location"]
    assert address.endswith("/replay")
    assert guest.client.get(address).status_code == 200
    number = table.seats
    pen = Pen(table.game.speech("en").naming(table.players))
    found = all_values(guest, address.split("/")[2], number)
    for (_, position), values in zip(fold(table), found, strict=True):
        view = copy(position)
        table.rules.conceal(view, number - 1)
        drawn = sheet(table.game, view, number - 1, pen)
        assert {each: value for each, value in values.items() if each[:4] in ("svg/", "part")} == drawn


def heard(guest: Guest, name: str, seats: int) -> list[str]:
    """Return all that a browser is sent of a table's replay, whatever it asks for."""
    answers = []
    for number in range(1, seats + 1):
        addresses = ["?", "?at=1.2.1", "/steps?", *(f"/steps?at={at}" for at in ("0", "1.2.1", "5.1.1", "9999"))]
        answers += [guest.client.get(f"/table/{name}/replay{address}&sheet={number}") for address in addresses]
        count = len(answers[-1].json()["steps"])
        places = (*range(0, count, 16), count + 16)
        answers += [guest.client.get(f"/table/{name}/replay/frames?from={at}&sheet={number}") for at in places]
    assert {answer.status_code for answer in answers} == {200}
    return [re.sub(re.escape(name), "", answer.text) for answer in answers]


@pytest.mark.parametrize("name", SECRET)
def test_what_one_does_in_secret_changes_no_byte_of_another_s_replay(
    store: SQLiteStore, friends: Party, name: str
) -> None:
    game, seats, actor = open_game(name), 3, 1
    history = write(before_secrets(game, seats, 3, skipped=1))
    lines, sent = [], []
    for run, steps in enumerate((0, 3, 9)):
        table = replayed(history)
        lines.append(tuple(secret_line(table, actor, Random(run), steps)))
        at = f"table-{run:010}"
        keep(store, at, table, 0, DiceKind.SEEDED, 0)
        everybody = [friends.guest(who) for who in ("0", "2", "watcher", f"{actor}")]
        for guest in everybody:
            guest.client.cookies.set("rollwright", token(guest.name))
        sent.append([heard(guest, at, seats) for guest in everybody])
    assert len(set(lines)) == 3, "the same was done in secret"
    for before, after in pairwise(sent):
        assert before[:3] == after[:3]
        assert before[3] != after[3], "who did it is shown what was done"


@pytest.mark.parametrize("name", SECRET)
def test_a_viewer_s_replay_changes_with_what_the_viewer_may_know_and_with_nothing_else(name: str, bids: str) -> None:
    opened, *log = at_random(name, 2, undoing=True).log[:150]
    table = Table.from_log([opened], SeededDice(0), compiled=False)
    replay, before, same = None, dict[int, Any](), 0
    for event in log:
        table.follow(event)
        played = PlayedGame.of(table)
        replay = Replay(played, replay)
        for viewer in (SPECTATOR, 0, 1):
            frames = replay.frames(viewer)
            shown = words(frames), [replay.seen(frame, viewer).tobytes() for frame in frames]
            moment = played.known_to(viewer)
            alike = viewer in before and before[viewer][0] == moment
            assert not alike or before[viewer][1] == shown, "this would be shown as it was before"
            same += alike
            before[viewer] = moment, shown
    assert same > 10


def test_how_long_a_replay_takes_does_not_tell_when_others_do_something_in_secret(
    friends: Party, bids: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = friends.begun(bids)
    ana.do("roll")
    made: list[str] = []

    def noticed(kind: Any, *what: Any) -> Any:
        made.append(kind.__name__)
        return kind(*what)

    for kind in (Replay, ReplayView):
        monkeypatch.setattr(f"rollwright.web.replay.cache.{kind.__name__}", partial(noticed, kind))

    def worked_out(guest: Guest) -> list[str]:
        made.clear()
        assert guest.get("/replay/frames").status_code == 200
        return made[:]

    assert worked_out(ben) == ["Replay", "ReplayView"]
    for what, said in (("play", {"move": "bid 5"}), ("undo", {}), ("play", {"move": "bid 2"})):
        assert post(ana.client, ana.table, what, seat=0, **said).status_code == 200
        assert worked_out(ben) == []
        assert worked_out(ana)[-1:] == ["ReplayView"], "who did it is shown what was done"
        assert worked_out(ben) == []
    assert post(ben.client, ben.table, "play", seat=1, move="bid 3").status_code == 200
    assert worked_out(ben) == ["Replay", "ReplayView"]


def test_people_at_one_screen_see_each_other_s_sheets_as_anybody_does(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **{"kind-0": "here", "kind-1": "here"})
    assert post(client, table, "roll").status_code == 200
    before = [client.get(f"/table/{table}/replay/steps?sheet={number}").json() for number in (1, 2)]
    assert post(client, table, "play", seat=0, show=0, move="bid 5").status_code == 200
    after = [client.get(f"/table/{table}/replay/steps?sheet={number}").json() for number in (1, 2)]
    assert before == after
    assert [step["at"] for step in after[0]["steps"]] == ["0", "1"]


def test_points_that_are_hidden_at_the_table_are_hidden_in_its_replay(store: SQLiteStore, friends: Party) -> None:
    name = next(name for name in GAMES if open_game(name).hidden_totals)
    table = before_secrets(open_game(name), 2, 1, skipped=2)
    keep(store, "table-0000000000", table, 0, DiceKind.SEEDED, 0)
    shown = {}
    for who in ("0", "1", "watcher"):
        guest = friends.guest(who)
        guest.client.cookies.set("rollwright", token(who))
        for number in (1, 2):
            index = guest.client.get(f"/table/table-0000000000/replay/steps?sheet={number}").json()
            lines = re.findall(r"chart-name line-(\d)", index["chart"])
            gains = {seat for step in index["steps"] for seat in step.get("gains", {})}
            values = all_values(guest, "table-0000000000", number)[-1]
            told = [seat for seat in range(2) if "points:" in values[f"html/replay-player-{seat}"]]
            assert told == [int(line) for line in lines]
            assert gains <= set(lines)
            shown[who, number] = lines
    assert shown == {
        ("0", 1): ["0"], ("0", 2): [], ("1", 1): [], ("1", 2): ["1"], ("watcher", 1): [], ("watcher", 2): [],
    }  # fmt: skip


def test_a_game_that_goes_on_is_shown_to_those_at_the_table_and_one_that_is_over_to_whoever_has_the_address(
    friends: Party,
) -> None:
    everybody = friends.begun(ANY_NUMBER)
    table = everybody[0].table
    stranger = friends.guest("stranger")
    ways = ("", "/steps", "/frames?from=0")
    nowhere = [stranger.client.get(f"/table/{new_table_id(QUICK)}/replay{way}", headers=JSON) for way in ways]
    for way, none in zip(ways, nowhere, strict=True):
        assert {guest.client.get(f"/table/{table}/replay{way}").status_code for guest in everybody} == {200}
        answer = stranger.client.get(f"/table/{table}/replay{way}", headers=JSON)
        assert (answer.status_code, answer.text, lasting(answer)) == (404, none.text, lasting(none))
    friends.play_blindly(everybody[0])
    for way in ways:
        answer = stranger.client.get(f"/table/{table}/replay{way}")
        assert answer.status_code == 200
        assert answer.headers["x-robots-tag"] == "noindex"
        assert answer.headers["cache-control"] == "no-store"
    page = stranger.client.get(f"/table/{table}/replay").text
    assert "Back to the table" not in page
    assert f"/table/{table}/record" not in page
    assert stranger.client.get(f"/table/{table}").status_code == 404
    assert "Back to the table" in everybody[1].client.get(f"/table/{table}/replay").text


def lasting(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in OFTEN_CHANGED}


def test_before_a_game_begins_there_is_nothing_to_replay(friends: Party) -> None:
    host, _ = friends.open(ANY_NUMBER)
    answer = host.get("/replay")
    assert answer.status_code == 422
    assert "The game has not started" in answer.text
    assert friends.guest().client.get(f"/table/{host.table}/replay").status_code == 404


WRONG = (
    "",
    "x",
    "-1",
    "1.1",
    "0.0.0",
    "99999999999999999999",
    "1.1.1.1",
    "٣",
    "\x00",
    "%",
    "'--",
    "a" * 600,
    "9" * 99,
)


def test_whatever_an_address_says_there_is_a_page_or_a_sentence(client: TestClient) -> None:
    table = opened(client, **{"kind-0": "here", "kind-1": "here"})
    play_on(client, table, steps=20)
    for wrong in WRONG:
        for asked in ({"at": wrong}, {"sheet": wrong}, {"at": wrong, "sheet": wrong, "key": wrong}):
            for way in ("", "/steps"):
                assert client.get(f"/table/{table}/replay{way}", params=asked).status_code == 200, asked
        answer = client.get(f"/table/{table}/replay/frames", params={"from": wrong}, headers=JSON)
        assert answer.status_code in (200, 400)
        assert answer.status_code == 200 or answer.json()["refused"].endswith(".")
    for path in (f"/table/{table}/replay/", f"/table/{table}/replay/nothing", "/table/%00/replay", "/table//replay"):
        assert client.get(path).status_code in (307, 404)


def opened_golden(client: TestClient) -> str:
    """Open the record of a game that is over, and return its table."""
    path = min((open_game(ANY_NUMBER).folder / "golden").glob("*-seats.txt"))
    text = path.read_text(encoding="utf-8")
    return str(client.post("/open", data={"text": text}).headers["location"]).split("/")[2]


def test_an_address_leads_to_the_nearest_position_before_one_that_is_gone(client: TestClient) -> None:
    table = opened(client)
    play_on(client, table, steps=12)

    def steps(**asked: str) -> Any:
        return client.get(f"/table/{table}/replay/steps", params=asked).json()

    now = steps()
    last = now["steps"][now["place"]]["at"]
    assert now["place"] == len(now["steps"]) - 1, "who comes while it goes on comes to now"
    assert steps(at=last)["wrong"] == ""
    assert steps(at=last, key=now["key"]) == {"key": now["key"], "same": True, "place": now["place"], "wrong": ""}
    assert post(client, table, "undo", seat=0).status_code == 200
    gone = steps(at=last, key=now["key"])
    assert gone["wrong"] == "The position in this link does not exist: this is the nearest one before it."
    assert gone["place"] == len(gone["steps"]) - 1 == now["place"] - 1
    assert steps(sheet="9")["wrong"] == "There is no such sheet at this table: this is the sheet of Player 1."
    table = opened_golden(client)
    assert steps()["place"] == 0, "and who comes when it is over, to the beginning"
    assert steps(at="3")["place"] == 3


def test_who_asks_too_much_is_refused_and_a_stranger_by_address(store: SQLiteStore) -> None:
    app = quick_app(store, limits=Limits(0.1, clock=lambda: 0.0))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        steps = f"/table/{opened_golden(client)}/replay/steps"
        assert [client.get(steps).status_code for _ in range(21)] == [200] * 20 + [429]
        client.cookies.clear()

        def as_another(number: int) -> int:
            return client.get(steps, headers={"Cookie": f"rollwright={number:032}"}).status_code

        assert [as_another(number) for number in range(21)] == [200] * 20 + [429]
        missing = [client.get(f"/table/{new_table_id(QUICK)}/replay").status_code for _ in range(7)]
        assert missing == [404] * 6 + [429]


def test_what_is_kept_of_replays_has_an_end(store: SQLiteStore) -> None:
    few = WebSettings(max_replays=2, max_replay_views=1)
    with browser(store, QuickThinkers(), settings=few) as client:
        tables = [opened(client, **{"kind-0": "here", "kind-1": "here"}) for _ in range(3)]
        replays = services(client).replays
        for table in tables * 2:
            for number in (1, 2):
                assert client.get(f"/table/{table}/replay?sheet={number}").status_code == 200
        assert list(replays._tables) == tables[1:]
        assert [len(kept.views) for kept in replays._tables.values()] == [1, 1]
        assert not vars(replays)["_waiting"], "nothing is kept of addresses that wait for nothing"
    for none in (WebSettings(max_replay_queue=0), WebSettings(max_replay_queue_per_address=0)):
        with browser(store, QuickThinkers(), settings=none, cookies=dict(client.cookies)) as refused:
            assert refused.get(f"/table/{tables[0]}/replay").status_code == 429
            assert not vars(services(refused).replays)["_waiting"]
    with browser(store, QuickThinkers(), cookies=dict(client.cookies)) as again:
        assert again.get(f"/table/{tables[0]}/replay").status_code == 200


def test_a_table_s_name_cannot_be_guessed() -> None:
    names = {new_table_id(QUICK) for _ in range(100)}
    assert len(names) == 100
    assert {len(base64.urlsafe_b64decode(f"{name}==")) for name in names} == {16}, "128 bits"


def test_the_page_keeps_its_own_names_for_itself(client: TestClient) -> None:
    page = client.get(f"/table/{opened(client)}/replay").text
    own = set(re.findall(r' id="([\w-]+)"', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)))
    assert {name for name in own if not name.startswith(RESERVED_BEGINNINGS)} <= RESERVED


def test_a_record_is_watched_or_played_on_and_is_no_game_of_this_server(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    play_on(client, table, steps=9)
    text = client.get(f"/table/{table}/record").text
    watched = client.post("/open", data={"text": text, "how": "watch"}).headers["location"]
    assert watched.endswith("/replay")
    assert json.loads(start(client.get(watched).text))["place"] == len(replayed(text).log) - 1
    again = client.post("/open", data={"text": text, "how": "play"}).headers["location"].removeprefix("/table/")
    head, _ = store.load(again).result()
    assert head.dice == DiceKind.RECORD
    play_on(client, again)
    onwards = client.post(f"/table/{again}/again").headers["location"].removeprefix("/table/")
    assert store.load(onwards).result()[0].dice == DiceKind.SEEDED, (
        "what is played after it is a game of this server again"
    )


def start(page: str) -> str:
    found = re.search(r'id="start">(.*?)</script>', page, re.DOTALL)
    assert found
    return found[1]


def test_lists_and_tables_lead_to_replays(client: TestClient) -> None:
    table = opened_golden(client)
    for page in ("/tables", f"/table/{table}"):
        assert f'href="/table/{table}/replay"' in client.get(page).text
    end = expanded(client.get(f"/table/{table}/view", headers=JSON).json())["values"]["html/end"]
    assert f'href="/table/{table}/replay"' in end
