"""Measure the rules and the search as WebAssembly in a page, beside native code on the same machine."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from rollwright.bots.playout import random_games
from rollwright.bots.search import Budget, Thought
from rollwright.core.game import Game, all_games
from rollwright.core.position import Position
from rollwright.core.random_stream import streams
from rollwright.web.http.rendering import engine, page_search
from tools.chromium import ARGUMENTS, find_chromium
from tools.page_playouts import add_playouts

BIN = Path(sys.executable).parent
GAMES = 2_000
LUCKS = 200
ROUNDS = 3
"""The best of so many measurements counts."""

MEASURE = """
async ([addresses, name, given, rounds]) => {
  const { RemoteEngine } = await import("/static/engine/remote_engine.js");
  const started = performance.now();
  const engine = new RemoteEngine(...addresses);
  await engine.ready;
  const loaded = performance.now() - started;
  if (name === "tryMoves") given[0] = Uint8Array.from(given[0]);
  let best = Infinity;
  for (let i = 0; i < rounds; i++) {
    const begun = performance.now();
    await engine.ask(name, ...given);
    best = Math.min(best, performance.now() - begun);
  }
  engine.close();
  return [loaded, best / 1000];
}
"""


def main() -> int:
    """Measure every game and print the results."""
    with tempfile.TemporaryDirectory() as data:
        command = [str(BIN / "rollwright"), "serve", "--port", "0", "--no-browser", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
                page = browser.new_page(service_workers="block")  # it would answer for what is put in its place
                add_playouts(page)
                page.goto(address.rstrip("/") + "/about")
                for game in all_games():
                    _print_game(page, game)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


def _print_game(page: Page, game: Game) -> None:
    seats = game.seats[0]
    options, luck = game.options_array(seats, game.setting(seats, {})), streams(1, 0, GAMES)
    decisions = random_games(game, seats, options, luck.copy()).decisions
    native = min(_timed(lambda: random_games(game, seats, options, luck.copy())) for _ in range(ROUNDS))
    given: list[Any] = [seats, options.tolist(), luck.ravel().tolist()]
    loaded, in_page = page.evaluate(MEASURE, [addresses(game), "playGames", given, ROUNDS])
    print(f"{game.title}, {seats} seat(s): the engine is ready after {loaded:.0f} ms")
    _print("random play, decisions", decisions, native, in_page)
    position = Position.new(game, seats)
    while position.dice_due:
        position = position.rolled([1 for _ in position.dice_due])
    thought = Thought(game, bytes(position), position.waiting[0], 1, Budget(1), None)
    moves, lucks = thought.moves[:8], thought.lucks(1, LUCKS)
    native = min(_timed(lambda: thought.results(moves, lucks, thought.cut)) for _ in range(ROUNDS))
    given = [list(thought.root.tobytes()), thought.seat, moves.tolist(), lucks.ravel().tolist()]
    _, in_page = page.evaluate(MEASURE, [addresses(game), "tryMoves", [*given, {"guided": thought.guided}], ROUNDS])
    _print("guided playouts of moves", len(moves) * LUCKS, native, in_page)


def addresses(game: Game) -> list[str]:
    """Return where a page finds a game's engine, and what its search goes by."""
    return [engine(game), page_search(game)]


def _timed(work: Any) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _print(what: str, count: int, native: float, in_page: float) -> None:
    print(
        f"  {what:28} {count / in_page:12,.0f}/s in the page, {count / native:12,.0f}/s native, {native / in_page:.2f}"
    )


if __name__ == "__main__":
    sys.exit(main())
