"""The end of a game that is tied: what decides is told beside every total (SC-42)."""

import re

import pytest
from starlette.testclient import TestClient

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.core.scoring import points
from rollwright.records import write
from rollwright.table import Table
from tests.support.pages import expanded
from tests.support.wire import JSON


def tied(*, gas: bool) -> Table:
    """Play a game in which everybody passes but for two workers of the first player; both end with the same total.

    The workers bring a green die: with its 5 the first player has 3 workers and 2 gas, the second 1 worker and 8
    minerals. Without it and them, each has a worker and nothing else.
    """
    table = Table(open_game("starcraft"), 2, SeededDice(0), {"race": "terran"}, rolls_itself=False)
    table.roll([1])
    while not table.over:
        if due := len(table.dice_due):
            blue = [5 if gas and table.roller == 1 and table.round_no <= 4 else 1] + [1] * (due > 9)
            green = [5 if table.round_no == 3 else 1] * (due > 10)
            table.roll([*blue, 1, 2, 3, 3, 3, 3, 4, 4, *green])
        else:
            seat = table.waiting[0]
            works = gas and seat == 0 and table.roller == 0 and table.round_no <= 2
            wanted = ["number 2", *(["train 1-2-3"] if works else []), "pass"]
            table.play(seat, next(text for text in wanted if text in table.legal(seat)))
    return table


@pytest.mark.parametrize(("gas", "places"), [(True, ["1", "2"]), (False, ["1", "1"])])
def test_gas_decides_between_equal_totals(client: TestClient, gas: bool, places: list[str]) -> None:
    table = tied(gas=gas)
    assert table.halves(0) == table.halves(1)
    address = client.post("/open", data={"text": write(table)}).headers["location"].removesuffix("/replay")
    end = expanded(client.get(f"{address}/view?show=0", headers=JSON).json())["values"]["html/end"]
    ranked = re.findall(r'<li class="step [^"]*" value="(\d)">(.*?)</li>', end, re.DOTALL)
    assert [place for place, _ in ranked] == places
    words = table.game.words
    for seat, (_, told) in enumerate(ranked):
        assert f">{words.tie(table.seen_by(), seat)}<" in told
        assert f">{points(table.halves(0))}<" in told
    (closing,) = words.closing(table.position)
    assert f"<p>{closing}</p>" in end
    assert ("decides" in str(closing)) == gas
