"""The analysis of a game on the wire: who may ask, what is told, what is kept, and what the results make of it."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.bots.analysis import jobs
from rollwright.bots.analysis.account import Analysis
from rollwright.bots.analysis.measuring import Measure
from rollwright.core.game import open_game
from rollwright.live.analysis import analyses
from rollwright.live.analysis.analyses import FEWEST, MOST, planned
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Moved
from rollwright.table.models import Judged
from rollwright.web.replay import analysis_route
from rollwright.web.replay.analysis_view import PROVISIONAL
from rollwright.web.replay.choice_view import LITTLE_SHARE
from tests.support.environments import NOON, QUICK, StoppedTime, with_settings
from tests.support.online import party
from tests.support.places import PATIENCE, wait_until
from tests.support.wire import ANY_NUMBER, JSON, QuickThinkers, browser, opened, play_on

ALONE = {"kind-0": "here", "name-0": "Ana", "dice": "seeded"}
HASTY = with_settings(QUICK, analysis_playouts=2, analysis_refinements=1)
TWO = {**ALONE, "kind-1": "here", "name-1": "Ben"}


class ThinkersHere(QuickThinkers):
    """Thinkers that do every job at once, in this process."""

    def ask(self, job: Callable[..., Any], *arguments: object) -> "Future[Any]":
        answer: Future[Any] = Future()
        answer.set_result(job(*arguments))
        return answer


@cache
def measure_of(name: str) -> Measure:
    return Measure(open_game(name), compiled=True)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let analyses take a fraction of their time: few playouts, compiled."""
    monkeypatch.setattr(jobs, "_measure", measure_of)


@pytest.fixture
def client(store: SQLiteStore) -> Iterator[TestClient]:
    with browser(store, ThinkersHere(), HASTY) as client:
        yield client


def ask(client: TestClient, table: str, sheet: int = 0, version: int = 0) -> Any:
    return client.post(f"/table/{table}/replay/analysis", json={"sheet": sheet, "version": version})


def analysed(client: TestClient, table: str, sheet: int = 0) -> dict[str, Any]:
    """Ask until all is known."""
    wait_until(lambda: ask(client, table, sheet).json()["stage"] == "complete")
    found: dict[str, Any] = ask(client, table, sheet).json()
    return found


def test_a_finished_game_is_analysed_and_told(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client, ANY_NUMBER, **TWO)
    play_on(client, table)
    found = analysed(client, table)
    assert found["curve"].startswith("<svg")
    assert "Choices of Ana" in found["sum"], "two share this screen"
    assert "Choices of others" in found["sum"]
    kept = Analysis.read(store.analysis(table).result(PATIENCE) or "")
    assert kept is not None
    assert len(found["steps"]) == len(kept.movers)
    assert {choice.seat for choice in kept.choices.values()} == {0, 1}
    worth_a_word = [step for step in kept.costliest(0, 3) if kept.choices[step].loss >= LITTLE_SHARE]
    assert set(found["puzzles"]) == {str(step) for step in worth_a_word}
    for puzzle in found["puzzles"].values():
        assert puzzle["html"].count("data-try") == len(puzzle["told"]) + 1
    same = ask(client, table, version=found["version"]).json()
    assert "curve" not in same, "what the page has is not sent again"
    assert "Choices of Ben" in ask(client, table, sheet=1).json()["sum"]
    assert str(PROVISIONAL) not in str(found), "it is as exact as it gets"


def test_the_bars_of_points_begin_at_nothing(client: TestClient) -> None:
    """So one of half the points is half as long."""
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    shown = analysed(client, table)["sum"]
    rows = re.findall(r'class="part-row (\w+)".*?\bx="([^"]*)".*?\bwidth="([^"]*)".*?<strong>([^<]*)<', shown)
    (_, at, long, start), (_, too, whole, result) = (row for row in rows if row[0] in ("start", "result"))
    assert float(at) == float(too) == 0
    assert float(long) / float(whole) == pytest.approx(float(start) / float(result), abs=0.01)


def test_decisions_of_bots_are_not_said_to_be_as_exact_as_those_of_people(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (analyses, analysis_route):
        monkeypatch.setattr(module, "people_of", lambda room: frozenset({0}))
    table = opened(client, ANY_NUMBER, **TWO)
    play_on(client, table)
    own, other = analysed(client, table), ask(client, table, sheet=1).json()
    assert "each tried in 8 games" in own["sum"]
    assert "each tried in at most 2 games" in other["sum"]
    kept = Analysis.read(store.analysis(table).result(PATIENCE) or "")
    assert kept is not None
    for step, choice in kept.choices.items():
        assert ("tried in fewer games" in own["steps"][str(step)]["html"]) == (choice.seat == 1)


def test_a_kept_analysis_is_not_made_again(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    with browser(store, ThinkersHere(), HASTY) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table)
        before = analysed(client, table)
    monkeypatch.setattr(analyses, "MOST", 0)  # nothing is refined any more
    with browser(store, ThinkersHere(), HASTY, cookies=client.cookies) as later:
        assert ask(later, table).json()["curve"] == before["curve"]


def test_results_keep_what_an_analysis_says(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    assert "analyse" in client.get("/statistics").text
    analysed(client, table)
    page = client.get("/statistics").text
    assert "Your choices" in ask(client, table).json()["sum"]
    assert "Luck and skill" in page
    assert "Lost per decision" in page
    assert f"/table/{table}/replay?analysis=1" not in page, "it is not offered again"
    client.post(f"/table/{table}/delete")
    assert "Luck and skill" in client.get("/statistics").text, "it outlives the table"


def test_a_game_that_goes_on_is_not_analysed(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    answer = ask(client, table)
    assert answer.status_code == 422
    assert answer.json()["refused"] == "A game can be analysed once it is over."
    assert "show-analysis" not in client.get(f"/table/{table}/replay").text


def test_strangers_may_ask_once_it_is_over_and_never_for_a_sheet_that_is_not_there(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    client.cookies, kept = {}, client.cookies
    assert ask(client, table).status_code == 404
    client.cookies = kept
    play_on(client, table)
    client.cookies = {}
    assert ask(client, table).status_code == 200
    assert ask(client, table, sheet=3).status_code == 422
    assert client.post(f"/table/{table}/replay/analysis", json={"sheet": "x"}).status_code == 400


def test_dice_that_others_may_still_play_are_not_analysed_for_them(store: SQLiteStore) -> None:
    """Of a daily game whose board is open, only those who have had their try may ask."""
    environment = replace(HASTY, utc_now=StoppedTime(NOON))
    with party(store, ThinkersHere, environment) as everybody:
        ana, ben = everybody.guest("Ana"), everybody.guest("Ben")
        begun = ana.client.post(f"/daily/{NOON:%Y-%m-%d}/{ANY_NUMBER}", data={"name": "Ana"}, headers=JSON)
        ana.table = begun.headers["location"].removeprefix("/table/")
        everybody.play_blindly(ana)
        refused = ask(ben.client, ana.table)
        assert refused.status_code == 422
        assert "This replay opens when" in refused.json()["refused"]
        assert ask(ana.client, ana.table).status_code == 200


def test_one_that_cannot_be_replayed_says_so(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    _, log = store.load(table).result(PATIENCE)
    assert store.append(table, len(log), [Moved(0, 0, "nonsense")], None, None).result(PATIENCE)
    with browser(store, ThinkersHere(), HASTY, cookies=client.cookies) as later:
        answer = ask(later, table)
        assert answer.status_code == 409
        assert "cannot be replayed" in answer.json()["refused"]


def test_both_stores_keep_an_analysis_until_the_game_changes(any_store: Store) -> None:
    with browser(any_store, ThinkersHere(), HASTY) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table)
    _, log = any_store.load(table).result(PATIENCE)
    judged = [Judged(0, -1.5, 4.25, 17)]
    assert not any_store.keep_analysis(table, len(log) - 1, "early", judged).result(PATIENCE)
    assert any_store.analysis(table).result(PATIENCE) is None
    assert any_store.keep_analysis(table, len(log), "first", judged).result(PATIENCE)
    assert any_store.keep_analysis(table, len(log), "finer", judged).result(PATIENCE)
    assert any_store.analysis(table).result(PATIENCE) == "finer"
    head, _ = any_store.load(table).result(PATIENCE)
    [result] = any_store.results(head.owner).result(PATIENCE)
    assert (result.luck, result.loss, result.decisions) == (-1.5, 4.25, 17)
    assert any_store.append(table, len(log), [], None, None, [replace(result, luck=None)]).result(PATIENCE)
    assert any_store.analysis(table).result(PATIENCE) is None


def test_playouts_are_planned_by_how_long_they_take() -> None:
    assert planned(5.0, 1.0, 200, 100) == FEWEST, "even on a slow machine"
    assert planned(5.0, 1e-7, 50, 20) == MOST
    plans = [planned(5.0, seconds, 100, 50) for seconds in (1e-5, 1e-4, 1e-3)]
    assert plans == sorted(plans, reverse=True)
    assert all(plan & (plan - 1) == 0 for plan in plans)
