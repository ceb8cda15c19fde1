"""The bots of a page are those of the server: the same position, level and seed give the same advice."""

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from rollwright.bots.levels import LEVELS, budgets
from rollwright.bots.search import Advice, advise, decision_seed
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.position import Position
from rollwright.core.random_stream import streams
from rollwright.web.http.rendering import engine, page_search
from tests.support import LONG
from tests.support.browser.windows import Opener

ENOUGH = 3_600.0
"""Seconds: on a busy machine, too, no search of these tests is cut short."""

ADVISE = """
async ([addresses, questions]) => {
  const { RemoteEngine } = await import("/static/engine/remote_engine.js");
  const engine = new RemoteEngine(...addresses);
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  try {
    const ask = (each) => engine.ask("advise", { ...each, position: bytes(each.position) });
    return await Promise.all(questions.map(ask));
  } finally {
    engine.close();
  }
}
"""

STREAMS = """
async ([seed, part, count]) => {
  const { streams } = await import("/static/engine/random_streams.js");
  return Array.from(streams(BigInt(seed), part, count));
}
"""

COMPARED = {"easy": 100, "normal": 100, "hard": 8 if LONG else 4, "expert": 3 if LONG else 2}
"""By level: so many decisions, spread over a game, are compared."""


def decisions(game: Game, seats: int, seed: int) -> Iterator[tuple[bytes, int]]:
    """Yield what a seat sees before each decision of a game, which the easy bot plays, and the seat."""
    position, chance = Position.new(game, seats), np.random.default_rng(seed)
    for _ in range(400):
        if position.dice_due:
            position = position.rolled([int(chance.integers(1, sides + 1)) for sides in position.dice_due])
        elif waiting := position.waiting:
            seat = waiting[int(chance.integers(len(waiting)))]
            seen = bytes(position.seen(seat))
            yield seen, seat
            position = position.after(seat, advise(game, seen, seat, budgets(game)["easy"], seed).move)
        else:
            break


def as_told(advice: Advice) -> dict[str, Any]:
    """Return an advice as a page tells it."""
    others = [list(each) for each in advice.others]
    return {"move": advice.move, "halves": advice.halves, "others": others, "playouts": advice.playouts}


def asked(page: Page, game: Game, questions: list[tuple[bytes, int, str, int]]) -> Any:
    """Ask the search of a page."""
    told = [
        {"position": base64.b64encode(seen).decode(), "seat": seat, "level": level, "seconds": ENOUGH,
         "seed": str(decision_seed(seed, seat, seen))}
        for seen, seat, level, seed in questions
    ]  # fmt: skip
    return page.evaluate(ADVISE, [[engine(game), page_search(game)], told])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", game_names())
def test_every_level_gives_the_same_advice_in_the_page(opened: Opener, name: str, level: str) -> None:
    game, page = open_game(name), opened("/about")
    tables = sorted({game.seats[0], game.seats[min(1, len(game.seats) - 1)]})
    for seats in tables if LONG or level != "expert" else tables[-1:]:
        some = list(decisions(game, seats, 5))
        some = some[len(some) // 4 % 5 :: max(1, len(some) // COMPARED[level])]
        questions = [(seen, seat, level, number) for number, (seen, seat) in enumerate(some)]
        budget = budgets(game)[level]
        wanted = [advise(game, seen, seat, budget, seed) for seen, seat, _, seed in questions]
        assert asked(page, game, questions) == [as_told(each) for each in wanted]
        assert len({advice.move for advice in wanted}) > 1


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**127 + 12_345])
def test_random_streams_are_those_of_the_server(opened: Opener, seed: int) -> None:
    assert opened("/about").evaluate(STREAMS, [str(seed), 3, 50]) == streams(seed, 3, 50).ravel().tolist()
