"""Your results: what is counted and what not, what is compared with what, and that they are forgotten for good."""

import json
import re
from dataclasses import replace
from datetime import datetime
from itertools import count
from random import Random
from typing import cast

import pytest
from babel.dates import format_date
from starlette.testclient import TestClient

from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games, open_game
from rollwright.live.entry.identity import known_as
from rollwright.store.protocol import MAX_RESULTS
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Moved, Opened, Table
from rollwright.table.events import Greeted
from rollwright.table.models import Head, Player, Result, SeatKind, Summary
from tests.support.wire import ANY_NUMBER, QuickThinkers, browser, opened, post

TOKEN = "a" * 32
ME = known_as(TOKEN)
DAY = 86_400.0
NOW = 1_790_000_000.0
NOTHING = "There are no results for this browser yet."


def choosing() -> Game:
    """Return a game that is played alone on one of several sheets or maps."""
    return next(game for game in all_games() if 1 in game.seats
                and any(not each.per_seat and not each.of_seats for each in game.options))  # fmt: skip


def result(table_id: str, halves: int, days: float, **rest: object) -> Result:
    """Return a result of somebody who played alone, unless it is said otherwise, so many days ago."""
    alone = Result(table_id, 0, ME, ANY_NUMBER, NOW - DAY * days, halves, 1, 1, "alone", "{}", "", "Ana")
    return replace(alone, **rest)  # type: ignore[arg-type]


def keep(store: SQLiteStore, *results: Result, tables: bool = True) -> None:
    """Keep results, with their tables or without."""
    for each in results:
        game = open_game(each.game)
        seats = max(each.seats, game.seats[0])
        head = Head(each.table_id, ME, each.ended, (Player("", SeatKind.HERE),) * seats, 1)
        log = [Opened(each.game, seats, game.setting(seats, {}))]
        store.open_table(head, log, Summary(1, (0,) * seats, True)).result()
        store.append(each.table_id, 1, [Greeted(0, "bye")], None, None, [each]).result()
        if not tables:
            store.delete(each.table_id).result()


def known(store: SQLiteStore) -> TestClient:
    """Return a browser that has been here before."""
    return browser(store, QuickThinkers(), cookies={"rollwright": TOKEN})


def said(client: TestClient, address: str = "/statistics", **headers: str) -> str:
    """Return what a page says, without its marks."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.text
    text = re.sub(r"(?s)<header.*?</header>|<svg.*?</svg>|<[^>]*>", " ", answer.text.partition("<body")[2])
    return " ".join(text.split())


def test_a_browser_without_a_cookie_is_told_and_given_none(client: TestClient) -> None:
    answer = client.get("/statistics")
    assert NOTHING in answer.text
    assert "set-cookie" not in answer.headers
    asked = client.get("/statistics/forget")
    assert (asked.status_code, asked.headers["location"]) == (303, "/statistics?forgotten")
    assert "set-cookie" not in asked.headers


def test_results_are_added_up_by_whom_they_were_against(store: SQLiteStore) -> None:
    beaten, lost = {"against": "hard", "seats": 3, "place": 1}, {"against": "hard", "seats": 3, "place": 2}
    keep(
        store,
        *(result("a", 61, 6), result("b", 83, 5)),
        *(result("c", 70, 4, **beaten), result("d", 41, 3, **lost), result("e", 40, 2, **lost)),
        result("f", 30, 1, against="people", seats=2, place=1),
    )
    with known(store) as client:
        text = said(client)
        assert "6 games finished" in text
        assert "Games 6 Won 2 of 4 Best 41½ Alone" in text
        assert "Alone 36.0 41½ 2 Against bots, hard 25.2 35 3 1 won 1 Against people 15.0 15 1 1 won 1" in text
        russian = said(client, **{"Accept-Language": "ru"})
        assert "36,0" in russian
        assert "30½" in russian
        dots = re.findall(r'<a href="(/table/./replay)" aria-label="([^"]*)"><title>', client.get("/statistics").text)
        date = format_date(datetime.fromtimestamp(NOW - DAY).astimezone(), "medium", locale="en")
        assert dots[-1] == ("/table/f/replay", f"{date}: 15, Against people, place 1 of 2")


def test_what_cannot_be_compared_is_not_mixed(store: SQLiteStore) -> None:
    game = choosing()
    option = next(each for each in game.options if not each.per_seat and not each.of_seats)
    others = {each.name: each.unsaid for each in game.options if each.unsaid}
    first, second = (json.dumps({**others, option.name: name}) for name in option.names(1)[:2])
    known_as = [[choice.label for choice in each.choices if choice.name == each.unsaid] for each in game.options]
    before = "".join(f"{each.label}: {told[0]} · " for each, told in zip(game.options, known_as, strict=True) if told)
    labels = [choice.label for choice in option.choices]
    keep(
        store,
        *(result(f"a{n}", 20 + n, n, game=game.name, setting=first) for n in range(3)),
        *(result(f"b{n}", 80 + n, n, game=game.name, setting=second) for n in range(3)),
    )
    with known(store) as client:
        text = said(client)
    assert f"Best 41 {before}{option.label}: {labels[1]}" in text
    assert f"{option.label}: {labels[0]} Alone 10.5 11 3" in text
    assert f"{option.label}: {labels[1]} Alone 40.5 41 3" in text
    assert "25.5" not in text, "an average of it all would mean nothing"


def test_results_from_before_an_option_count_as_what_was_played_then(store: SQLiteStore) -> None:
    game, option = next((game, each) for game in all_games() for each in game.options if each.unsaid)
    others = {each.name: each.names(1)[0] for each in game.options if each.names(1) and each is not option}
    now = json.dumps({**others, option.name: option.unsaid}, sort_keys=True)
    easier = json.dumps({**others, option.name: option.names(1)[0]}, sort_keys=True)
    played = {"old": json.dumps(others, sort_keys=True), "new": now, "easier": easier}
    halves = {"old": 2, "new": 6, "easier": 10}
    keep(store, *(result(n, halves[n], 1, game=game.name, setting=setting) for n, setting in played.items()))
    with known(store) as client:
        text = said(client)
    labels = {choice.name: choice.label for choice in option.choices}
    assert f"{option.label}: {labels[option.unsaid]}" in text
    assert "Alone 2.0 3 2" in text, "the old one and the new one together"


def test_what_is_mixed_is_said(store: SQLiteStore) -> None:
    game, option = next((game, each) for game in all_games() for each in game.options if each.per_seat)
    chosen = [json.dumps({option.name: choice.name}) for choice in option.choices]
    against = {"game": game.name, "against": "easy", "seats": 2}
    keep(store, *(result(f"a{n}", 20, n, setting=chosen[n], **against) for n in range(2)))
    with known(store) as client:
        assert f"Not distinguished here: {option.label}." in said(client)


def test_the_same_dice_count_once_and_daily_games_are_marked(store: SQLiteStore) -> None:
    keep(
        store,
        *(result("first", 20, 5), result("again", 60, 4, deal="table/first")),
        *(result("theirs", 30, 3, deal="table/x"), result("once more", 90, 2, deal="table/x")),
        result("daily", 40, 1, deal=f"daily/2026-11-16/{ANY_NUMBER}"),
    )
    with known(store) as client:
        text = said(client)
        page = client.get("/statistics").text
    assert "3 games finished" in text
    assert "Games 3 Best 20 Average 15.0" in text
    assert text.count("same dice again") == 2
    assert re.findall(r"(\S+ \S+) Alone (\d+)", text.partition("When Game Points Place")[2]) == [
        ("daily game", "20"), ("dice again", "45"), (title_end(), "15"), ("dice again", "30"), (title_end(), "10"),
    ]  # fmt: skip
    assert len(re.findall('class="dot-body[^"]*"', page.partition("dots wide")[2].partition("</svg>")[0])) == 3


def title_end() -> str:
    """Return the last two words of the game's title."""
    return " ".join(open_game(ANY_NUMBER).title.split()[-2:])


def test_results_outlive_their_tables_and_games(store: SQLiteStore) -> None:
    keep(store, *(result(f"gone{n}", 20, n) for n in range(3)), tables=False)
    keep(store, result("there", 30, 4))
    store.append("there", 2, [Greeted(0, "bye")], None, None, [
        result("there", 30, 4), result("elsewhere", 50, 5, game="gone_game", setting='{"map": "<b>"}'),
    ]).result()  # fmt: skip
    with known(store) as client:
        text = client.get("/statistics").text
    assert set(re.findall(r"/table/(\w+)/replay", text)) == {"there"}
    assert "gone_game" in text
    assert "map: &lt;b&gt;" in text
    assert "/new/gone_game" not in text


def test_nobody_else_s_results_are_shown_or_forgotten(store: SQLiteStore, client: TestClient) -> None:
    keep(store, result("a", 60, 1))
    opened(client)
    assert NOTHING in client.get("/statistics").text
    client.post("/statistics/forget")
    assert len(store.results(ME).result()) == 1


def test_results_are_forgotten_when_it_was_asked_for_twice(store: SQLiteStore) -> None:
    keep(store, result("a", 60, 1), result("b", 60, 2))
    with known(store) as client:
        assert 'action="/statistics/forget"' in client.get("/statistics/forget").text
        assert client.post("/statistics/forget", headers={"Origin": "http://elsewhere.example"}).status_code == 403
        assert len(store.results(ME).result()) == 2
        answer = client.post("/statistics/forget")
        assert store.results(ME).result() == []
        text = said(client, answer.headers["location"])
        assert "Your results have been deleted" in text
        assert NOTHING in text
        assert len(store.list_tables(ME).result()) == 2, "tables stay"
        keep(store, result("c", 60, 1))
        assert "have been deleted" not in said(client, answer.headers["location"]), "there is something again"


def before_its_end() -> tuple[Table, Moved]:
    """Return a game played alone up to its last move, which can be taken back, and that move."""
    for seed in count():
        rng, table = Random(seed), Table(open_game(ANY_NUMBER), 1, SeededDice(seed), rolls_itself=False)
        while not table.over:
            if table.dice_due:
                table.roll()
            else:
                table.make(0, rng.choice(table.legal_moves(0)))
        last = table.log[-1]
        if isinstance(last, Moved) and table.moved_this_epoch():
            table.undo(0)
            return table, last
    raise AssertionError


def test_a_game_counts_when_it_ends_and_not_while_it_goes_on_again(store: SQLiteStore) -> None:
    table, last = before_its_end()
    head = Head("t", ME, NOW, (Player("Ana", SeatKind.HERE),), cast(SeededDice, table.dice).seed)
    store.open_table(head, table.log, Summary.of(table)).result()

    def results() -> list[tuple[int, str, str]]:
        return [(each.halves, each.against, each.name) for each in store.results(ME).result()]

    with known(store) as client:
        for _ in range(2):
            assert results() == []
            assert post(client, "t", "play", seat=0, move=last.text).status_code == 200
            table.make(0, last.move)
            assert results() == [(table.halves(0), "alone", "Ana")]
            table.undo(0)
            assert post(client, "t", "undo", seat=0).status_code == 200
        assert post(client, "t", "play", seat=0, move=last.text).status_code == 200
        assert client.post("/table/t/delete").status_code == 303
        assert "1 game finished" in said(client)


def test_of_very_many_the_last_are_counted(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_RESULTS >= 5_000
    monkeypatch.setattr("rollwright.web.results.routes.MAX_RESULTS", 3)
    keep(store, *(result(f"a{n}", 20, n) for n in range(2)))
    with known(store) as client:
        assert "Only the last" not in said(client)
        keep(store, result("b", 20, 3))
        assert "Only the last 3 results are counted." in said(client)
