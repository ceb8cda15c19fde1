"""The rules and the search in a page are those of the server: the same random numbers give the same bytes."""

import base64
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from rollwright.bots.guided_playouts import TO_THE_END
from rollwright.bots.learned_value import learned_value
from rollwright.bots.playout import random_games
from rollwright.bots.search import Budget, Thought, has_preferences
from rollwright.core.contract import Ints
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.native.declaration import Argument, NativeFunction
from rollwright.core.position import Position
from rollwright.core.random_stream import streams
from rollwright.core.wasm.wasm_build import build_module
from rollwright.web.http.rendering import engine, page_search
from tests.support.browser.windows import Opener
from tools.page_playouts import add_playouts

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


@pytest.fixture
def page(opened: Opener) -> Page:
    """A page whose engine can do what is asked here."""
    page = opened("/about")
    add_playouts(page)
    return page


def asked(page: Page, game: Game, name: str, *given: Any) -> Any:
    """Ask the engine of a page."""
    return page.evaluate(ASK, [[engine(game), page_search(game)], name, list(given)])


@pytest.mark.parametrize("name", game_names())
def test_whole_games_are_the_same_bytes_as_native_ones(page: Page, name: str) -> None:
    game = open_game(name)
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
def test_playouts_of_moves_are_worth_the_same_as_native_ones(page: Page, name: str) -> None:
    game = open_game(name)
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


def test_a_page_knows_the_dimensions_of_every_kind_of_argument(opened: Opener) -> None:
    ask = 'async (kinds) => kinds.map((await import("/static/engine/engine.js")).dimensions)'
    assert opened("/about").evaluate(ask, list(Argument)) == [each.dimensions for each in Argument]


def in_column(numbers: Any, whole: Any, column: int) -> int:
    """Return a sum of each column of two tables: where its numbers are depends on the size of an element."""
    return int(numbers[:, column].sum()) * 100 + int(whole[:, column].sum())


CALL = """
async ([module, first, second, rows, columns, column]) => {
  const { instance } = await WebAssembly.instantiate(Uint8Array.from(module));
  const { memory, free_from, in_column } = instance.exports;
  const at = Number(free_from.value), there = at + 1024;
  memory.grow(1);
  new Uint8Array(memory.buffer).set(first, at);
  new Uint8Array(memory.buffer).set(second, there);
  return Number(in_column(at, rows, columns, there, rows, columns, column));
}
"""


def test_tables_of_small_numbers_are_read_where_they_are(browser: Browser) -> None:
    kinds = (Argument.BYTES_2D, Argument.FLOATS_2D, Argument.NUMBER)
    state = open_game(game_names()[0]).rules(compiled=False).state
    module = build_module("a game", {}, [NativeFunction(in_column, kinds)], state)
    bytes_, floats = np.arange(12, dtype=np.int8).reshape(3, 4), np.arange(12, dtype=np.float32).reshape(3, 4)
    given = [list(module), list(bytes_.tobytes()), list(floats.tobytes()), 3, 4]
    page = browser.new_page()
    for column in range(4):
        wanted = in_column(bytes_, floats, column)
        assert page.evaluate(CALL, [*given, column]) == wanted
    page.close()
