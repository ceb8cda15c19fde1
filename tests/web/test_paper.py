"""Sheets to print: which there are, and what is refused."""

import re

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import open_game
from tests.support.wire import GAMES, JSON


def test_there_is_a_sheet_for_each_choice_of_a_player(client: TestClient, bids: str) -> None:
    """What the table chooses without changing the sheet is not offered, but may be asked for."""
    text = client.get(f"/print/{bids}/sheet").text
    own = next(option for option in open_game(bids).options if option.per_seat)
    named = re.findall(r'<p class="named">(.*?)</p>', text)
    assert named == [choice.name for choice in own.choices]
    assert len(re.findall("<section", text)) == len(own.choices)
    assert "choices" not in text
    assert client.get(f"/print/{bids}/sheet?rounds=2").text == text


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_there_is_not_is_refused(client: TestClient, game: str) -> None:
    answer = client.get(f"/print/{game}/sheet?nothing=such", headers=JSON)
    assert answer.status_code == 422
    assert "no option 'nothing'" in answer.json()["refused"]
    for option in open_game(game).options:
        if option.per_seat:  # there is a sheet for each choice anyway
            continue
        answer = client.get(f"/print/{game}/sheet?{option.name}=<b>")
        assert answer.status_code == 422
        assert "cannot be &#39;&lt;b&gt;&#39;" in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_no_two_things_on_a_page_of_sheets_have_one_id(client: TestClient, game: str) -> None:
    for address in (f"/print/{game}/sheet", "/"):
        ids = re.findall(r'\sid="([^"]*)"', client.get(address).text)
        assert len(set(ids)) == len(ids)


def test_paper_has_no_ids_at_all(client: TestClient, bids: str) -> None:
    assert not re.findall(r'\sid="', client.get(f"/print/{bids}/sheet").text)
