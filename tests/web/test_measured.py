"""An analysis that the page measures, on the wire: who is asked for it, what is told of it, and what is kept."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import open_game
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.http.rendering import what_thinks
from rollwright.web.replay.analysis_view import PROVISIONAL
from tests.support.environments import NOON, QUICK, StoppedTime, with_settings
from tests.support.loops import run_apart
from tests.support.online import party
from tests.support.places import PATIENCE
from tests.support.wire import ANY_NUMBER, JSON, QuickThinkers, browser, opened, play_on

ALONE = {"kind-0": "here", "name-0": "Ana", "dice": "seeded"}
HASTY = with_settings(QUICK, analysis_playouts=2, analysis_refinements=1)
PLAYOUTS = 16


@pytest.fixture
def client(store: SQLiteStore) -> Iterator[TestClient]:
    with browser(store, QuickThinkers(), HASTY) as client:
        yield client


def post(client: TestClient, table: str, what: str, **body: Any) -> Any:
    version = run_apart(what_thinks(open_game(ANY_NUMBER)))["version"]
    return client.post(f"/table/{table}/replay/analysis/{what}", json={"sheet": 0, "thinks": version, **body})


def sums(task: dict[str, Any]) -> dict[str, Any]:
    """Return what a page may measure: every step brings two points."""
    values = [[[4 * place * PLAYOUTS, 60 * PLAYOUTS]] for place in range(len(task["steps"]) + 1)]
    step = task["first"][0]
    tallies = [[task["steps"][step - 1]["move"], 0, 60 * PLAYOUTS, [[0, 0]] * 3]]
    choices = {step: {"playouts": PLAYOUTS, "tallies": tallies}}
    return {"playouts": PLAYOUTS, "value_playouts": PLAYOUTS, "values": values, "choices": choices}


def test_what_a_page_has_measured_is_told_to_it_and_kept_for_nobody(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    assert "data-engine" in client.get(f"/table/{table}/replay").text
    given = post(client, table, "task").json()
    assert given["budget"]["playouts"] == 2
    assert given["budget"]["passes"] == 2
    found = post(client, table, "measured", **sums(given["task"]), partial=True)
    assert found.status_code == 200
    assert "Your choices" in found.json()["sum"]
    assert str(PROVISIONAL) in found.json()["sum"]
    assert len(found.json()["steps"]) == len(given["task"]["steps"])
    assert store.analysis(table).result(PATIENCE) is None


def test_results_keep_what_luck_and_decisions_came_to(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    said = sums(post(client, table, "task").json()["task"])
    found = post(client, table, "measured", **said, complete=True)
    assert found.status_code == 200
    assert str(PROVISIONAL) not in found.text
    finer = post(client, table, "measured", **said).json()
    [step] = said["choices"]
    assert str(PROVISIONAL) in finer["sum"]
    assert str(PROVISIONAL) in finer["steps"][str(step)]["html"]
    head, _ = store.load(table).result(PATIENCE)
    [result] = store.results(head.owner).result(PATIENCE)
    assert result.luck is not None
    assert result.decisions == 1
    assert not store.analysis(table).result(PATIENCE), "others who look have it made by the server"


def test_nothing_is_measured_again_that_the_server_knows(client: TestClient, store: SQLiteStore) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    said = sums(post(client, table, "task").json()["task"])
    _, log = store.load(table).result(PATIENCE)
    assert store.keep_analysis(table, len(log), "known", []).result(PATIENCE)
    assert post(client, table, "task").json() == {"task": None}
    assert post(client, table, "measured", **said, complete=True).status_code == 200
    assert store.analysis(table).result(PATIENCE) == "known"


@pytest.mark.parametrize("others", [{}, {"kind-1": "here", "name-1": "Ben"}])
def test_an_analysis_in_which_everything_is_nothing_is_told(others: dict[str, str], client: TestClient) -> None:
    """It is so for a seat that none of the playouts let win."""
    table = opened(client, ANY_NUMBER, **ALONE, **others)
    play_on(client, table)
    task = post(client, table, "task").json()["task"]
    said = sums(task) | {"values": [[[0, 0]] * (1 + len(others) // 2)] * (len(task["steps"]) + 1), "choices": {}}
    found = post(client, table, "measured", **said)
    assert found.status_code == 200
    assert "<svg" in found.json()["sum"]


def test_nonsense_is_refused(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    said = sums(post(client, table, "task").json()["task"])
    for wrong in ({}, {**said, "playouts": -1}, {**said, "values": said["values"][1:]}, {**said, "choices": {"x": 1}}):
        assert post(client, table, "measured", **wrong).status_code == 400


def test_a_page_from_before_an_update_measures_nothing(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    assert post(client, table, "task", thinks="another").json() == {"task": None}
    assert post(client, table, "task", thinks="").json() == {"task": None}


def test_a_game_that_goes_on_is_not_told(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    for what in ("task", "measured"):
        assert post(client, table, what).status_code == 422


def test_only_who_had_the_table_for_themselves_measures_it(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER, **ALONE)
    play_on(client, table)
    said = sums(post(client, table, "task").json()["task"])
    client.cookies = {}
    assert "data-engine" not in client.get(f"/table/{table}/replay").text
    assert post(client, table, "task").json() == {"task": None}
    assert post(client, table, "measured", **said).status_code == 400


def test_a_daily_game_is_analysed_by_the_server(store: SQLiteStore) -> None:
    with party(store, QuickThinkers, replace(HASTY, utc_now=StoppedTime(NOON))) as everybody:
        ana = everybody.guest("Ana")
        begun = ana.client.post(f"/daily/{NOON:%Y-%m-%d}/{ANY_NUMBER}", data={"name": "Ana"}, headers=JSON)
        ana.table = begun.headers["location"].removeprefix("/table/")
        everybody.play_blindly(ana)
        assert post(ana.client, ana.table, "task").json() == {"task": None}
