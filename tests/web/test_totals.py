"""Where points stay hidden until the end, nobody is shown another's total before, on any page."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import all_games, open_game
from rollwright.core.scoring import points
from tests.support.pages import expanded
from tests.support.wire import JSON, moves, opened, post, services

HIDDEN = "points hidden until the end"
PEOPLE = {"kind-0": "here", "kind-1": "here"}
DONE = [("bid 6", "ready"), ("bid 1", "ready")]
"""A round that the first player wins: they have 2 points, as the prize is a 5, and the other has none."""


@pytest.fixture
def table(client: TestClient, bids: str) -> str:
    """A table after its first round: the first player has some points."""
    table = opened(client, bids, **PEOPLE)
    play_round(client, table, DONE)
    return table


def play_round(client: TestClient, table: str, done: Sequence[tuple[str, ...]]) -> None:
    assert post(client, table, "roll").status_code == 200
    for seat, texts in enumerate(done):
        for text in texts:
            assert post(client, table, "play", seat=seat, move=text).status_code == 200


def sheet(client: TestClient, table: str, seat: int) -> Any:
    return expanded(client.get(f"/table/{table}/view?show={seat}", headers=JSON).json())["values"]


def shown(values: Any) -> list[str]:
    """Return what the list of players tells of everybody's points."""
    found = re.findall(r'<span class="points">(.*?)</span>\n', values["html/players"])
    return [HIDDEN if HIDDEN in each else each.rpartition(">")[2].strip() for each in found]


def halves(client: TestClient, table: str) -> list[int]:
    room = services(client).rooms._rooms[table]
    return [room.table.halves(seat) for seat in range(room.table.seats)]


def test_a_page_shows_its_own_total_alone(client: TestClient, table: str) -> None:
    """On a sheet that its player has opened: any other is seen by everybody at the screen."""
    mine, other = map(points, halves(client, table))
    assert mine != other
    for seat in (0, 1):
        values = sheet(client, table, seat)
        assert shown(values) == [HIDDEN, HIDDEN]
        assert "Points stay hidden until the end" in values["html/score"]
        assert "?" in values["svg/halves"]
    post(client, table, "roll")
    for seat, expected in ((0, [mine, HIDDEN]), (1, [HIDDEN, other])):
        key = sheet(client, table, seat)["state"]["opening"]
        values = expanded(client.get(f"/table/{table}/view?show={seat}&opened={key}", headers=JSON).json())["values"]
        assert shown(values) == expected
        assert f"<strong>{expected[seat]}</strong>" in values["html/score"]
        assert "Points stay hidden" not in values["html/score"]
        assert "?" not in values["svg/halves"]


def test_against_bots_one_s_own_total_is_always_shown(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **(PEOPLE | {"kind-1": "easy"}))
    values = sheet(client, table, 0)
    assert shown(values) == ["0", HIDDEN]
    assert "<strong>0</strong>" in values["html/score"]


def test_another_s_sheet_shows_no_points_but_says_why(client: TestClient, bids: str) -> None:
    """A spectator, as whoever looks at a bot's sheet is, is shown nobody's."""
    table = opened(client, bids, **(PEOPLE | {"kind-1": "easy"}))
    values = sheet(client, table, 1)
    assert shown(values) == [HIDDEN, HIDDEN]
    assert (
        "Points stay hidden until the end: you only see your own, and only while nobody else can see this screen."
        in values["html/score"]
    )
    assert "<td>" not in values["html/score"]
    assert "?" in values["svg/halves"], "the drawing is told"
    assert all(value["points"] is None for name, value in values.items() if name.startswith("part/"))


def test_what_changes_is_sent_without_others_totals(client: TestClient, bids: str) -> None:
    table = opened(client, bids, **PEOPLE)
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
        live.send_text(json.dumps({"show": 1}))
        live.receive_json()
        for text in news(client, table, live):
            players = text["values"].get("html/players", "")
            assert f"> {points(halves(client, table)[0])}</span>" not in players
            assert "html/end" not in text["values"] or not text["values"]["html/end"]
    assert halves(client, table)[0] > 0


def news(client: TestClient, table: str, live: Any) -> Iterator[Any]:
    play_round(client, table, DONE)
    yield live.receive_json()
    live.send_text(json.dumps({"show": 1}))
    while (text := live.receive_json())["since"]:
        yield text
    yield text


def test_a_cover_shows_nobody_s_total(client: TestClient, table: str) -> None:
    post(client, table, "roll")
    values = sheet(client, table, 0)
    assert shown(values) == [HIDDEN, HIDDEN]
    assert "html/score" not in values


def test_lists_of_tables_name_players_without_points_until_the_end(client: TestClient, table: str) -> None:
    mine = points(halves(client, table)[0])
    home, tables = (client.get(page).text for page in ("/", "/tables"))
    assert "Player 1, Player 2" in tables
    assert f"Player 1: {mine}" not in tables
    assert all(f'title="Player {n}"' in home for n in (1, 2))
    assert "leads by" not in home
    assert "lead by" not in home
    play_round(client, table, [("bid 5", "ready"), ("bid 2", "ready")])
    play_round(client, table, [("bid 4", "ready"), ("bid 3", "ready")])
    first, second = map(points, halves(client, table))
    assert f"Player 1: {first}, Player 2: {second}" in client.get("/tables").text
    for seat in (0, 1):
        values = sheet(client, table, seat)
        assert shown(values) == [first, second]
        assert "Points stay hidden" not in values["html/score"]
        assert f"<strong>{first}</strong>" in values["html/end"]


@pytest.mark.parametrize("name", [game.name for game in all_games() if not game.hidden_totals])
def test_other_games_show_everybody_s_total(client: TestClient, name: str) -> None:
    game = open_game(name)
    seats = min(2, game.seats[-1])
    table = opened(client, name, **{f"kind-{seat}": "here" for seat in range(seats)})
    values = sheet(client, table, 0)
    assert HIDDEN not in values["html/players"]
    assert len(shown(values)) == seats
    assert moves(client, table) or values["state"]["roll"]
