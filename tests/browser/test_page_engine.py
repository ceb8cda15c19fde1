"""The rules and the search in a page are those of the server: the same random numbers give the same bytes."""

import base64
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from rollwright.bots.guided_playouts import TO_THE_END
from rollwright.bots.learned_value import learned_value
from rollwright.bots.playout import random_games
from rollwright.bots.search import Budget, Thought, has_preferences
from rollwright.core.contract import Ints
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.position import Position
from rollwright.core.random_stream import streams
from rollwright.web.http.rendering import engine, page_search
from tests.support.browser.windows import Opener

GAMES = 1_000
"""Games of each kind and number of seats, to the end."""

LUCKS = 3
"""Playouts of each move that is tried."""

MOST_MOVES = 12

ASK = """
async ([addresses, name, given]) => {
  const { RemoteEngine } = await import("/static/engine/remote_engine.js");
  const engine = new RemoteEngine(...addresses);
  try {
    const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const read = given.map((each) => (typeof each === "string" ? bytes(each) : each));
    const found = await engine.ask(name, ...read);
    if (!found.states) return Array.from(found);
    const states = Array.from(found.states, (byte) => String.fromCharCode(byte)).join("");
    return { ...found, scores: Array.from(found.scores), states: btoa(states) };
  } finally {
    engine.close();
  }
}
"""


def asked(page: Page, game: Game, name: str, *given: Any) -> Any:
    """Ask the engine of a page."""
    return page.evaluate(ASK, [[engine(game), page_search(game)], name, list(given)])


@pytest.mark.parametrize("name", game_names())
def test_whole_games_are_the_same_bytes_as_native_ones(opened: Opener, name: str) -> None:
    game, page = open_game(name), opened("/about")
    for seats in sorted({game.seats[0], game.seats[-1]}):
        options = game.options_array(seats, game.setting(seats, {}))
        luck = streams(seats, 0, GAMES)
        found = asked(page, game, "playGames", seats, options.tolist(), luck.ravel().tolist())
        wanted = random_games(game, seats, options, luck)
        assert base64.b64decode(found["states"]) == wanted.states.tobytes()
        assert found["decisions"] == wanted.decisions
        assert np.reshape(found["scores"], (GAMES, seats, 2)).tolist() == (
            np.stack([wanted.halves, wanted.ties], axis=2).tolist()
        )


def thoughts(game: Game, budget: Budget) -> list[Thought]:
    """Return searches of positions early, in the middle and late in a game by random players."""
    seats, found = game.seats[-1], []
    position = Position.new(game, seats)
    chance = np.random.default_rng(7)
    for step in range(120):
        if position.dice_due:
            position = position.rolled([int(chance.integers(1, sides + 1)) for sides in position.dice_due])
        elif waiting := position.waiting:
            if step % 20 == 5 or step < 2:
                found.append(Thought(game, bytes(position), waiting[0], step, budget, None))
            moves = position.legal(waiting[0])
            position = position.after(waiting[0], moves[int(chance.integers(len(moves)))])
        else:
            break
    return [each for each in found if len(each.moves) > 1]


@pytest.mark.parametrize("name", game_names())
def test_playouts_of_moves_are_worth_the_same_as_native_ones(opened: Opener, name: str) -> None:
    game, page = open_game(name), opened("/about")
    weights = learned_value(game).weights
    ways = [Budget(1, guided=False), Budget(1)] + ([Budget(1, cut=2)] if len(weights) else [])
    for budget in ways:
        tried = thoughts(game, budget)
        assert tried
        for thought in tried[:4]:
            moves: Ints = thought.moves[:MOST_MOVES]
            lucks = thought.lucks(1, LUCKS)
            position = base64.b64encode(thought.root.tobytes()).decode()
            way = {"guided": budget.guided and has_preferences(game), "cut": budget.cut}
            way |= {"weights": weights.tolist()} if budget.cut != TO_THE_END else {}
            found = asked(page, game, "tryMoves", position, thought.seat, moves.tolist(), lucks.ravel().tolist(), way)
            assert found == thought.results(moves, lucks, thought.cut).ravel().tolist()
