"""Tables and the pages around them. What has a face is tested in a real browser, in `browser`."""

import json
import re
import time
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import rollwright.games
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games, open_game
from rollwright.core.language import LANGUAGES
from rollwright.records import replay
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Table
from rollwright.view import ways_of
from rollwright.view.drawing import RESERVED, RESERVED_BEGINNINGS
from tests.support.environments import QUICK, HandEndedSleep, with_settings
from tests.support.pages import expanded
from tests.support.wire import (
    ANY_NUMBER,
    GAMES,
    JSON,
    QuickThinkers,
    SleepingCrew,
    browser,
    moves,
    opened,
    play_on,
    post,
    record,
    services,
    wait_for,
)


def opens(game: Game) -> bool:
    """Say whether the first moves of a game only open a deed."""
    table = Table(game, game.seats[0], SeededDice(1), rolls_itself=False)
    legal = table.legal_moves(0)
    return any(way.opens for way in ways_of(game, table.seen_by(0), 0, legal).values())


OPENING = next(game.name for game in all_games() if opens(game))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(client: TestClient, language: str) -> None:
    table = opened(client)
    addresses = ["/", "/tables", "/about", f"/table/{table}", f"/table/{table}/delete"]
    addresses += [f"/{page}/{game}" for page in ("new", "rules", "print") for game in GAMES]
    for address in addresses:
        answer = client.get(address, headers={"Accept-Language": language})
        assert answer.status_code == 200, address
        assert f'lang="{language}"' in answer.text
        assert "{" not in re.sub(r"<script.*?</script>|<pre>.*?</pre>", "", answer.text, flags=re.DOTALL), address


def test_who_opens_a_table_reads_what_there_is_to_choose(client: TestClient) -> None:
    abouts = {game.name: [each.about for option in game.options for each in option.choices] for game in all_games()}
    assert any(any(each) for each in abouts.values())
    for name, told in abouts.items():
        page = unescape(client.get(f"/new/{name}").text)
        assert [about for about in told if about not in page] == []


def test_two_clicks_to_the_first_die(client: TestClient) -> None:
    table = opened(client, quick="1")
    assert post(client, table, "roll").status_code == 200
    assert "dice" in record(client, table)


def table_of(client: TestClient, table: str) -> Table:
    """Return a table as it was opened."""
    head, log = services(client).store.load(table).result()
    return Table.from_log(log[:1], SeededDice(0), names=[player.name for player in head.players])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_quick_game_is_alone_or_against_a_bot(client: TestClient, game: Game) -> None:
    had = {seats: who for seats, who in ((1, "alone"), (2, "bot")) if seats in game.seats}
    tables = [table_of(client, opened(client, game.name, quick=who)) for who in had.values()]
    assert [table.seats for table in tables] == list(had)
    assert [table.names[1:] for table in tables] == [["Ada"][: seats - 1] for seats in had]
    for table in tables:
        offered = {option.name: option.names(table.seats)[:1] for option in game.options if option.unsaid}
        assert {name: table.setting.get(name, [])[:1] for name in offered} == offered, "the easiest is first"


def test_a_choice_for_one_player_is_not_asked_of_more(client: TestClient) -> None:
    """As the form of a browser without scripts would send it."""
    for game in all_games():
        for option in game.options:
            if not option.names(game.seats[-1]):
                chosen = {f"option-{option.name}": option.choices[0].name}
                table = opened(client, game.name, **{"kind-0": "here", "kind-1": "easy"}, **chosen)
                assert option.name not in table_of(client, table).setting


def test_a_table_is_played_over_the_wire_and_its_record_opens_again(client: TestClient) -> None:
    table = opened(client)
    play_on(client, table)
    text = record(client, table)
    assert replay(text).over
    again = client.post("/open", files={"file": ("game.txt", text)}, data={"text": ""})
    assert again.status_code == 303
    address = again.headers["location"].removesuffix("/replay")
    assert address != again.headers["location"], "what is over is watched"
    assert record(client, address.removeprefix("/table/")) == text
    pasted = client.post("/open", data={"text": text})
    assert pasted.status_code == 303
    view = expanded(client.get(f"{address}/view", headers=JSON).json())
    assert "chart" in view["values"]["html/end"]


def test_a_choice_that_only_opens_a_deed_can_be_changed(client: TestClient) -> None:
    table = opened(client, OPENING)
    first, second, *_ = moves(client, table)
    assert post(client, table, "play", seat=0, move=first).status_code == 200
    offered = expanded(client.get(f"/table/{table}/view?show=0", headers=JSON).json())["values"]["moves"]
    others = {move["move"]: move for move in offered if "instead" in move}
    assert second in others
    assert first not in others
    assert {move["instead"] for move in others.values()} == {first}
    begun = {move["paths"][0]["steps"][0][0] for move in others.values()}
    notes = {
        spot: client.get(f"/table/{table}/about?seat=0&spot={spot}", headers=JSON).json()["text"] for spot in begun
    }
    assert {move["say"] for move in others.values()} <= set(notes.values()), "a spot says that it cannot be picked"
    for _ in range(2):  # a page that missed the answer asks again, and it is done once
        answer = post(client, table, "play", seat=0, move=second, instead=first, key="twice")
        assert answer.status_code == 200
    assert record(client, table).splitlines()[-1] == f"1 {second}"
    assert first not in record(client, table)
    for move, last in (("nonsense", second), (first, first)):  # no move, and a page that has missed the change
        assert post(client, table, "play", seat=0, move=move, instead=last).status_code == 422
    assert record(client, table).splitlines()[-1] == f"1 {second}"


def test_a_spot_tells_what_it_brings_or_why_it_brings_nothing(client: TestClient) -> None:
    table = opened(client, OPENING)
    about = f"/table/{table}/about?seat=0&spot="
    drawn = expanded(client.get(f"/table/{table}/view?show=0", headers=JSON).json())["values"]
    texts = {
        name: client.get(about + name.removeprefix("svg/"), headers=JSON).json()["text"]
        for name in drawn
        if name.startswith("svg/")
    }
    assert all(texts.values())
    assert len(set(texts.values())) > 20, "spots say different things"
    assert client.get(about + "nonsense", headers=JSON).json()["text"] == "You cannot do anything with that now."


def test_a_record_that_is_left_is_played_on(client: TestClient) -> None:
    table = opened(client)
    play_on(client, table, steps=9)
    again = client.post("/open", data={"text": record(client, table)}).headers["location"].removeprefix("/table/")
    assert record(client, again) == record(client, table)
    play_on(client, again)
    assert replay(record(client, again)).over


def test_a_bad_record_is_refused_with_its_line_and_not_lost(client: TestClient) -> None:
    answer = client.post("/open", data={"text": "rollwright: 1\ngame: nonsense\n"})
    assert answer.status_code == 422
    assert "There is no game called &#39;nonsense&#39;" in answer.text
    assert "game: nonsense" in answer.text  # what was pasted is still there


def test_bots_answer_and_undo_lets_them_move_again(client: TestClient) -> None:
    table = opened(client, **{"kind-0": "here", "kind-1": "easy", "name-0": "Ana", "option-start": "1"})
    post(client, table, "roll")
    first, *_, last = moves(client, table)
    post(client, table, "play", seat=0, move=first)
    text = wait_for(client, table, r"^2 line|^2 pass")
    assert "names: Ana, Ada" in text
    assert post(client, table, "undo", seat=0).status_code == 200
    assert not re.search(r"^[12] ", record(client, table), re.MULTILINE), "the bot's moves went with the allocation"
    post(client, table, "play", seat=0, move=last)
    assert f"1 {last}" in wait_for(client, table, r"^2 line|^2 pass")


def test_everything_survives_a_restart(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers()) as before:
        table = opened(before)
        play_on(before, table, steps=12)
        text, cookies = record(before, table), dict(before.cookies)
    with browser(store, QuickThinkers(), cookies=cookies) as after:
        assert record(after, table) == text
        play_on(after, table)
        assert replay(record(after, table)).over


def test_a_repeated_request_is_done_once(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client)
    first = post(client, table, "roll", key="the-roll")
    move = moves(client, table)[0]
    for _ in range(3):
        assert post(client, table, "roll", key="the-roll").status_code == 200
        assert post(client, table, "play", seat=0, move=move, key="the-move").status_code == 200
    assert first.status_code == 200
    assert len(store.load(table).result()[1]) == 3
    with browser(store, QuickThinkers(), cookies=dict(client.cookies)) as restarted:
        assert post(restarted, table, "play", seat=0, move=move, key="the-move").status_code == 200
    assert len(store.load(table).result()[1]) == 3


def test_a_table_can_be_deleted(client: TestClient) -> None:
    table = opened(client)
    assert table in client.get("/tables").text
    assert client.post(f"/table/{table}/delete").headers["location"] == "/tables"
    assert table not in client.get("/tables").text
    assert client.get(f"/table/{table}").status_code == 404


def test_playing_again_keeps_players_and_options_and_another_one_starts(client: TestClient) -> None:
    people = {"kind-0": "here", "kind-1": "here", "name-0": "Ana", "name-1": "Ben"}
    table = opened(client, ANY_NUMBER, **people)
    again = client.post(f"/table/{table}/again").headers["location"].removeprefix("/table/")
    assert again != table
    assert record(client, again) == record(client, table).replace("Ana, Ben", "Ben, Ana")


def test_preferences_are_kept_and_lead_back(client: TestClient) -> None:
    answer = client.post("/set", data={"language": "ru", "back": "/about"})
    assert answer.headers["location"] == "/about"
    assert 'lang="ru"' in client.get("/about", headers={"Accept-Language": "en"}).text
    client.post("/set", data={"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text
    for elsewhere in ("https://evil.example", "//evil.example", "/\\evil.example"):
        assert client.post("/set", data={"back": elsewhere}).headers["location"] == "/"


def test_a_live_page_hears_what_another_does(client: TestClient) -> None:
    table = opened(client)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        live.send_text(json.dumps({"show": 0, "version": 0, "told": 0}))
        first = live.receive_json()
        assert first["values"]["state"]["roll"]
        assert post(client, table, "roll").status_code == 200
        news = live.receive_json()
        assert news["version"] > first["version"]
        assert [each["text"] for each in news["told"]]
        assert set(news["values"]) < set(first["values"]), "only what changed is sent"
        live.send_text(json.dumps({"show": 0, "version": news["version"], "told": 1, "boot": news["boot"]}))
        assert live.receive_json()["values"] == {}
        client.post(f"/table/{table}/delete")
        with pytest.raises(WebSocketDisconnect) as closed:
            live.receive_json()
        assert closed.value.code == 4004


def test_while_rules_compile_people_play_and_bots_play_by_the_guide_and_say_so(store: SQLiteStore) -> None:
    sleep = HandEndedSleep()
    slow = with_settings(replace(QUICK, sleep=sleep), bot_pace=1.0, bot_patience=0)
    with browser(store, SleepingCrew(), slow) as client:
        table = opened(client, ANY_NUMBER, **{"kind-0": "here", "kind-1": "hard", "option-start": "1"})
        assert post(client, table, "roll").status_code == 200
        assert post(client, table, "play", seat=0, move=moves(client, table)[0]).status_code == 200
        players = expanded(client.get(f"/table/{table}/view?show=0", headers=JSON).json())["values"]["html/players"]
        assert "plays by the guide until the rules are compiled" in players
        while not sleep.lengths:
            time.sleep(0.005)
        assert client.portal
        client.portal.call(sleep.end)
        wait_for(client, table, "^2 ")


def make_ready(client: TestClient) -> None:
    """Wait until bots can search."""

    async def ready() -> None:
        await services(client).engine.prepare(open_game(ANY_NUMBER))

    assert client.portal
    client.portal.call(ready)


def test_a_hint_proposes_a_legal_move_and_says_what_it_is_worth(client: TestClient) -> None:
    table = opened(client)
    post(client, table, "roll")
    make_ready(client)  # until then a hint is the guide's guess
    answer = post(client, table, "hint", seat=0).json()
    assert answer["move"] in moves(client, table)
    assert "points" in answer["text"]


def test_a_hint_that_is_asked_for_too_late_is_no_fault(client: TestClient) -> None:
    answer = post(client, opened(client), "hint", seat=0)
    assert (answer.status_code, answer.json()) == (200, {"move": None, "text": ""}), "dice are due, and no move"


def test_every_choice_a_player_has_gets_a_sheet_to_print(client: TestClient, bids: str) -> None:
    assert client.get(f"/print/{bids}/sheet").text.count('class="sheet"') == 4


def test_a_table_whose_game_is_gone_can_still_be_deleted(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **{"kind-0": "here", "kind-1": "here"})
    shelf: Any = rollwright.games.__path__
    folder = shelf.pop()
    services(client).rooms._rooms.clear()
    try:
        assert client.get("/").status_code == 200
        assert "This game is no longer available." in client.get("/tables").text
        assert client.get(f"/table/{table}").status_code == 404
        assert client.get(f"/table/{table}/delete").status_code == 200
        assert client.post(f"/table/{table}/delete").status_code == 303
        assert table not in client.get("/tables").text
    finally:
        shelf.append(folder)


def test_the_page_keeps_its_own_names_for_itself(client: TestClient) -> None:
    page = client.get(f"/table/{opened(client)}").text
    own = set(re.findall(r' id="([\w-]+)"', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)))
    assert {name for name in own if not name.startswith(RESERVED_BEGINNINGS)} <= RESERVED


def test_rooms_that_nobody_uses_are_forgotten_and_come_back(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers(), with_settings(QUICK, max_rooms=2)) as client:
        tables = [opened(client) for _ in range(4)]
        for table in tables * 2:
            assert client.get(f"/table/{table}").status_code == 200
        assert len(services(client).rooms._rooms) == 2
        for table in tables:
            play_on(client, table, steps=5)


def test_a_page_that_comes_back_after_all_had_left_is_told_everything(client: TestClient) -> None:
    table = opened(client)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        live.send_text(json.dumps({"show": 0}))
        live.receive_json()
        post(client, table, "roll")
        seen = live.receive_json()
    play_on(client, table, steps=3)
    look = {"show": 0, "version": seen["version"], "boot": seen["boot"], "told": 1}
    answer = client.get(f"/table/{table}/view", params=look, headers=JSON).json()
    whole = client.get(f"/table/{table}/view", params={"show": 0}, headers=JSON).json()
    assert answer["values"] == whole["values"]
    assert answer["boot"] != seen["boot"]
