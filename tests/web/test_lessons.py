"""Lessons through requests: opened, left, taken up again, begun again, refused and finished."""

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import all_games, open_game
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.events import Moved, Rolled
from rollwright.table.lessons.course import Course
from rollwright.table.lessons.lesson_file import Lesson, lessons_of
from rollwright.table.models import DiceKind
from tests.support.environments import QUICK
from tests.support.wire import QuickThinkers, browser, moves, play_on, post, record, seen_by, services

LESSONS = [lesson for game in all_games() for lesson in lessons_of(game)]
ALONE = next(lesson for lesson in LESSONS if lesson.seats == 1)
EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.deal)


def learn(client: TestClient, lesson: Lesson, **form: str) -> str:
    answer = client.post(f"/learn/{lesson.game.name}", data={"lesson": lesson.name, **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/table/")


def lesson_state(client: TestClient, table: str) -> dict[str, Any]:
    found: dict[str, Any] = seen_by(client, table)["state"]["lesson"]
    return found


def do_next(client: TestClient, table: str) -> None:
    """Do what is wanted, as soon as it can be done."""
    while not (state := seen_by(client, table)["state"])["lesson"]["ready"]:
        pass  # the bots are acting
    if state["roll"]:
        assert post(client, table, "roll").status_code == 200
    else:
        assert post(client, table, "play", seat=0, move=moves(client, table)[0]).status_code == 200


def finish(client: TestClient, table: str, lesson: Lesson) -> None:
    for _ in range(sum(bool(step.do) for step in lesson.steps)):
        do_next(client, table)


@EVERY_LESSON
def test_a_lesson_is_played_and_becomes_a_game(lesson: Lesson, client: TestClient, store: SQLiteStore) -> None:
    table = learn(client, lesson)
    steps = json.loads(re.findall(r'id="lesson-steps">(.*?)</script>', client.get(f"/table/{table}").text)[0])["steps"]
    assert [step["say"] for step in steps] == [step.say for step in lesson.steps]
    assert [step.get("does") for step in steps] == [
        None if not step.do else "roll" if step.rolls else "move" for step in lesson.steps
    ]
    finish(client, table, lesson)
    assert lesson_state(client, table)["at"] == len(lesson.steps)
    head, log = store.load(table).result()
    assert (head.dice, head.deal, head.ranked) == (DiceKind.LESSON, lesson.deal, False)
    written = [step.do[0].split()[1:] for step in lesson.steps if step.rolls]
    fallen = [[str(face) for face in event.faces] for event in log if isinstance(event, Rolled) and event.roller == 0]
    assert fallen[-len(written) :] == written if written else True


def test_a_wrong_move_is_explained_and_changes_nothing(client: TestClient) -> None:
    table = learn(client, ALONE)
    while ALONE.steps[lesson_state(client, table)["at"]].rolls:
        do_next(client, table)
    step = ALONE.steps[lesson_state(client, table)["at"]]
    before, course = record(client, table), Course(ALONE)
    there = course.laid()
    for at in range(lesson_state(client, table)["at"]):
        course.follow(there, ALONE.steps[at], "")
    other = next(text for text in there.legal(0) if not step.accepts(text))
    refused = post(client, table, "play", seat=0, move=other)
    assert refused.status_code == 422
    assert refused.json()["refused"] == step.otherwise
    assert "refused" in post(client, table, "play", seat=0, move="nonsense").json()
    assert record(client, table) == before
    assert all(map(step.accepts, moves(client, table)))
    hint = post(client, table, "hint", seat=0).json()
    assert step.accepts(hint["move"])


def test_a_lesson_is_left_and_taken_up_again(store: SQLiteStore) -> None:
    with browser(store, QuickThinkers(), QUICK) as client:
        table = learn(client, ALONE)
        do_next(client, table)
        where, cookies = lesson_state(client, table), dict(client.cookies)
    with browser(store, QuickThinkers(), QUICK, cookies=cookies) as client:  # after a restart
        assert learn(client, ALONE) == table
        assert lesson_state(client, table) == where
        told = f"Lesson, step {where['first'] + 1} of {len(ALONE.steps)}"
        for path in ("/", "/tables"):
            assert told in client.get(path).text
        assert "Begin again" in client.get(f"/learn/{ALONE.game.name}").text
        again = learn(client, ALONE, again="1")
        assert again != table
        assert lesson_state(client, again)["first"] == 0
        assert client.get(f"/table/{table}").status_code == 404
        finish(client, again, ALONE)
        assert learn(client, ALONE) != again, "a finished lesson begins anew"


def test_undo_goes_back_a_step_but_not_before_the_lesson(client: TestClient) -> None:
    table = learn(client, ALONE)
    assert seen_by(client, table)["state"]["undo"] is None
    assert "begins here" in post(client, table, "undo", seat=0).json()["refused"]
    while seen_by(client, table)["state"]["undo"] is None:
        before = lesson_state(client, table)
        do_next(client, table)
    assert lesson_state(client, table) != before
    assert post(client, table, "undo", seat=0).status_code == 200
    assert lesson_state(client, table) == before


def test_a_lesson_has_no_result(client: TestClient, store: SQLiteStore) -> None:
    table = learn(client, ALONE)
    finish(client, table, ALONE)
    play_on(client, table)
    assert seen_by(client, table)["state"]["over"]
    head, _ = store.load(table).result()
    assert store.results(head.owner).result() == []
    assert seen_by(client, table)["state"]["alone"] is None
    assert f"/table/{table}/same" not in seen_by(client, table)["html/end"]


def test_bots_play_by_the_script(client: TestClient, bids: str) -> None:
    [lesson] = lessons_of(open_game(bids))
    table = learn(client, lesson)
    finish(client, table, lesson)
    while not lesson_state(client, table)["calm"]:
        pass
    log = services(client).rooms._rooms[table].table.log
    assert [event.text for event in log if isinstance(event, Moved) and event.seat == 1] == ["bid 2", "ready"]


def test_unknown_lessons_are_refused(client: TestClient) -> None:
    assert client.post(f"/learn/{ALONE.game.name}", data={"lesson": "none"}).status_code == 422
    assert client.get("/learn/chess").status_code == 404


def test_pages_lead_to_lessons(client: TestClient) -> None:
    name = ALONE.game.name
    assert f'action="/learn/{name}"' in client.get("/").text
    assert f'href="/learn/{name}"' in client.get(f"/new/{name}").text
    assert f'href="/learn/{name}"' in client.get(f"/table/{learn(client, ALONE)}").text
