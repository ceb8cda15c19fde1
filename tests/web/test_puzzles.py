"""Puzzles over the wire: wrong moves are answered with what they lose and change nothing, right ones solve it."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import Game, all_games
from rollwright.table.lessons.puzzle_file import Puzzle, puzzles_of
from rollwright.web.site.puzzles import todays_puzzle
from tests.support.pages import expanded
from tests.support.wire import JSON

WITH_SOME = [game for game in all_games() if puzzles_of(game)]
HANDFUL = 4

EVERY_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def sat_down(client: TestClient, puzzle: Puzzle) -> str:
    answer = client.post(f"/puzzles/{puzzle.game.name}", data={"puzzle": puzzle.name})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def seen(client: TestClient, table: str) -> dict[str, object]:
    """Return the moves and the drawing of the own sheet that a page shows; bots may be moving meanwhile."""
    values: dict[str, object] = expanded(client.get(f"{table}/view?show=0", headers=JSON).json())["values"]
    drawn = {name: value for name, value in values.items() if name.startswith("svg/") and "rival" not in name}
    return {"moves": values["moves"], **drawn}


@EVERY_GAME
def test_every_game_has_a_handful(game: Game) -> None:
    assert len(puzzles_of(game)) >= HANDFUL


@EVERY_GAME
def test_a_wrong_move_is_answered_and_changes_nothing(client: TestClient, game: Game) -> None:
    puzzle = puzzles_of(game)[0]
    table = sat_down(client, puzzle)
    before = seen(client, table)
    offered = {move["move"] for move in before["moves"]}  # type: ignore[attr-defined]
    assert offered == set(puzzle.worth), "all answers are offered, right or wrong"
    wrong = next(move for move in puzzle.worth if move not in puzzle.answers)
    refused = client.post(f"{table}/play", json={"seat": 0, "move": wrong}, headers=JSON)
    assert refused.status_code == 422
    assert "loses" in refused.json()["refused"]
    assert seen(client, table) == before
    assert client.post(f"{table}/play", json={"seat": 0, "move": puzzle.answers[0]}, headers=JSON).status_code == 200


def test_one_that_was_left_is_gone_on_with(client: TestClient) -> None:
    puzzle = puzzles_of(WITH_SOME[0])[0]
    table = sat_down(client, puzzle)
    assert sat_down(client, puzzle) == table
    assert "Puzzle" in client.get("/tables").text


def test_an_unknown_one_is_refused(client: TestClient) -> None:
    answer = client.post(f"/puzzles/{WITH_SOME[0].name}", data={"puzzle": "nothing"})
    assert answer.status_code == 422
    assert "There is no such puzzle." in answer.text


def test_all_are_listed_and_another_one_is_proposed_each_day(client: TestClient) -> None:
    text = client.get("/puzzles").text
    puzzles = {puzzle.deal for game in WITH_SOME for puzzle in puzzles_of(game)}
    assert all(f'data-learnt="{deal}"' in text for deal in puzzles)
    days = [date(2026, 1, 1) + timedelta(n) for n in range(200)]
    proposed = [todays_puzzle(WITH_SOME, day) for day in days]
    assert {puzzle.deal for puzzle in proposed if puzzle} == puzzles
    assert all(one != other for one, other in pairwise(proposed))
