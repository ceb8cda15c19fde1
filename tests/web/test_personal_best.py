"""What a page is told of a game played alone, so that it can keep the best result of its device."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import open_game
from rollwright.records import replay
from tests.support.pages import expanded
from tests.support.wire import GAMES, JSON, opened, play_on, record

ALONE = [name for name in GAMES if 1 in open_game(name).seats]


def told(client: TestClient, table: str, seat: int = 0) -> Any:
    return expanded(client.get(f"/table/{table}/view?show={seat}", headers=JSON).json())["values"]["state"]["alone"]


def again(client: TestClient, text: str) -> str:
    """Open a record as a table."""
    return str(client.post("/open", data={"text": text}).headers["location"]).removeprefix("/table/")


@pytest.mark.parametrize("game", ALONE)
def test_a_game_alone_is_told_with_its_setting(client: TestClient, game: str) -> None:
    keys = set()
    options = [option for option in open_game(game).options if not option.per_seat]
    for option in options:
        for name in option.names(1):
            table = opened(client, game, **{"kind-0": "here", f"option-{option.name}": name})
            found = told(client, table)
            assert found["key"].startswith(f"{game}-")
            said = f"{option.name}-{name}" in found["key"]
            assert said == (name != option.unsaid), "bests from before there was the option are still found"
            keys.add(found["key"])
    assert len(keys) >= max((len(option.names(1)) for option in options), default=0)


def test_results_are_told_in_halves_and_a_record_that_was_opened_does_not_count(client: TestClient) -> None:
    table = opened(client, ALONE[0], quick="alone")
    assert told(client, again(client, record(client, table))) is None, "even if nothing was rolled before"
    play_on(client, table, steps=30)
    assert told(client, table)["halves"] == replay(record(client, table)).halves(0)
    assert told(client, again(client, record(client, table))) is None


def test_a_game_with_others_is_not_told(client: TestClient) -> None:
    game = next(name for name in GAMES if 2 in open_game(name).seats)
    for other in ("here", "easy"):
        table = opened(client, game, **{"kind-0": "here", "kind-1": other})
        assert [told(client, table, seat) for seat in (0, 1)] == [None, None]
