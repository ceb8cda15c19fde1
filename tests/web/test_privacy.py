"""People at one screen: a sheet that the others may not see is not sent before its player has opened it."""

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import all_games, open_game
from rollwright.live.privacy import is_private
from rollwright.records import replay, write
from rollwright.table import Table
from rollwright.testing.secret_positions import before_secrets, open_moves, secret_line
from tests.support.pages import expanded
from tests.support.wire import JSON, opened, post

SECRET = [game.name for game in all_games() if game.secrets]
EVERY_GAME = pytest.mark.parametrize("name", [*SECRET, "sealed_bids"])
PEOPLE = {"kind-0": "here", "kind-1": "here"}

COVER = {"moves", "state", "html/players", "html/cover"}
"""All that is sent of a covered sheet."""


def look(client: TestClient, table: str, seat: int, opened: int = 0, **seen: Any) -> Any:
    asked = {"show": seat, "opened": opened, **seen}
    return expanded(client.get(f"/table/{table}/view", params=asked, headers=JSON).json())


def open_record(client: TestClient, table: Table) -> str:
    return str(client.post("/open", data={"text": write(table)}).headers["location"]).removeprefix("/table/")


@EVERY_GAME
def test_a_private_sheet_is_sent_when_it_is_opened(client: TestClient, bids: str, name: str) -> None:
    start = before_secrets(open_game(name), 2, 1)
    table = open_record(client, start)
    covered = look(client, table, 1)
    assert set(covered["values"]) == COVER
    assert covered["covered"]
    assert covered["told"] == []
    assert covered["values"]["state"]["private"] == [0, 1]
    assert "svg/" not in client.get(f"/table/{table}").text
    opening = covered["values"]["state"]["opening"]
    sheet = look(client, table, 1, opening, version=covered["version"], covered="true", boot=covered["boot"])
    assert not sheet["covered"]
    assert (sheet["since"], sheet["opened"]) == (0, opening)
    assert {"html/ask", "html/score"} <= set(sheet["values"])
    assert sheet["values"]["moves"]
    spot = next(name[4:] for name in sheet["values"] if name.startswith("svg/"))
    for given, told in ((0, False), (opening - 1, False), (opening, True)):
        about = client.get(f"/table/{table}/about?seat=1&spot={spot}&opened={given}", headers=JSON)
        assert about.status_code == 200, about.text
        assert (about.json() is not None) == told, "a question that comes too late is no fault, and is told nothing"
    assert post(client, table, "hint", seat=1, show=1).status_code == 422
    assert client.get(f"/table/{table}/record").status_code == 422


def test_a_sheet_is_opened_for_one_secret_only(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **PEOPLE)
    before = look(client, table, 0)
    assert not before["covered"], "there is nothing to hide while the dice are due"
    assert before["values"]["state"]["private"] == []
    seen = {"version": before["version"], "boot": before["boot"]}
    rolled = expanded(post(client, table, "roll", show=0, **seen).json())
    assert rolled["covered"]
    assert rolled["since"] == rolled["first"] == 0, "what the page has seen was the sheet"
    opening = rolled["values"]["state"]["opening"]
    assert look(client, table, 1, opening)["covered"], "it opens one sheet only"
    for seat in (0, 1):
        mine = look(client, table, seat)["values"]["state"]["opening"]
        for move in ("bid 3", "ready"):
            assert not look(client, table, seat, mine)["covered"]
            post(client, table, "play", seat=seat, move=move)
    assert not look(client, table, 0)["covered"], "all is open now"
    post(client, table, "roll")
    assert look(client, table, 0, opening)["covered"]


def test_who_is_alone_with_bots_is_not_asked_who_they_are(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **(PEOPLE | {"kind-1": "easy"}))
    answer = post(client, table, "roll", show=0).json()
    assert not answer["covered"]
    assert answer["values"]["state"]["private"] == []
    assert not look(client, table, 1)["covered"]


@EVERY_GAME
def test_what_is_private_does_not_depend_on_what_was_done(bids: str, name: str) -> None:
    """Nor does it end before the secrets open."""
    rng = Random(name)
    for seed in range(4):
        table = before_secrets(open_game(name), 2, seed, skipped=seed // 2)
        private = [is_private(table, seat) for seat in (0, 1)]
        assert all(private)
        for _ in range(6):
            secret_line(table, 0, rng, 1)
            assert [is_private(table, seat) for seat in (0, 1)] == private


@pytest.mark.parametrize("name", SECRET)
def test_in_an_open_phase_all_is_as_in_an_open_game(client: TestClient, name: str) -> None:
    """The sheet comes up uncovered, and who moved last can take it back from the other's."""
    game = open_game(name)
    full = before_secrets(game, 2, 1)
    lines = write(full).splitlines(keepends=True)
    while not (full := replay("".join(lines))).moved_this_epoch() or full.dice_due:
        lines.pop()
    table = open_record(client, full)
    last = full.moved_this_epoch()[-1]
    for seat in (0, 1):
        sheet = look(client, table, seat)
        state = sheet["values"]["state"]
        assert not sheet["covered"]
        assert state["private"] == []
        assert state["undo"] == (seat if seat in full.moved_this_epoch() else last)
        assert state["turns"] == full.waiting
    assert post(client, table, "undo", seat=last, show=1 - last).status_code == 200


@pytest.mark.parametrize("name", SECRET)
def test_who_has_said_to_be_done_is_not_waited_for(client: TestClient, name: str) -> None:
    """Where that is said openly, others hear it, and the screen is handed to somebody else."""
    start = before_secrets(open_game(name), 3, 2)
    done = next(text for text in open_moves(start, 0) if finishes(start, 0, text))
    table = open_record(client, start)
    assert look(client, table, 1)["values"]["state"]["turns"] == [0, 1, 2]
    assert post(client, table, "play", seat=0, move=done, show=0).status_code == 200
    opening = look(client, table, 1)["values"]["state"]["opening"]
    start.play(0, done)
    for seat, given in ((1, 0), (1, opening), (2, opening)):
        values = look(client, table, seat, given)["values"]
        assert values["state"]["turns"] == [1, 2]
        assert values["html/players"].count("to play") == 2
        assert str(start.game.words.lately(start.seen_by(seat), 0)) in values["html/players"]


def finishes(table: Table, seat: int, text: str) -> bool:
    """Say whether after a move a seat is not waited for, and nothing has opened."""
    then = replay(write(table))
    then.play(seat, text)
    return seat not in then.waiting and then.position.epoch == table.position.epoch


def test_nothing_is_done_or_told_for_a_sheet_that_is_covered(client: TestClient, bids: str) -> None:
    """A refusal would tell what its player has done, and undo would undo it."""
    table = opened(client, bids, **PEOPLE)
    post(client, table, "roll")
    assert post(client, table, "play", seat=1, move="bid 3").status_code == 200
    tried = [{"move": "bid 3"}, {"move": "bid"}, {"move": "ready"}, {"move": "zz", "instead": "bid 3"}]
    tried += [{"move": "zz", "instead": "bid 4"}]
    told = [post(client, table, "play", seat=1, opened=0, **each) for each in tried]
    told += [post(client, table, "undo", seat=1, opened=0)]
    assert {each.status_code for each in told} == {422}
    assert {each.json()["refused"] for each in told} == {"This sheet is covered: only Player 2 can open it."}
    assert post(client, table, "play", seat=1, move="ready").status_code == 200, "nothing has changed"
