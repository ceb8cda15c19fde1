"""A game is analysed in the page as on the server: the same seeds and playouts give the same numbers."""

import base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rollwright.bots.analysis.account import Walk, analysed
from rollwright.bots.analysis.page_task import analysis_of, task
from rollwright.bots.search import Budget, advise
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, game_names, open_game
from rollwright.table import Table
from rollwright.table.replay import PlayedGame
from rollwright.web.http.rendering import engine, page_search
from tests.support.browser.hands import eventually
from tests.support.browser.windows import Opener, Watch

PLAYOUTS = 16

SLOWLY = """
const ask = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...said) { setTimeout(() => ask.apply(this, said), 100); };
"""
"""An engine that takes its time: a game is measured in a quarter of a minute."""

SOON = 5
"""Seconds in which it is closed all the same."""

MEASURE = """
async ([addresses, task, playouts]) => {
  const { RemoteEngine } = await import("/static/engine/remote_engine.js");
  const engine = new RemoteEngine(...addresses);
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const text = (found) => btoa(Array.from(found, (byte) => String.fromCharCode(byte)).join(""));
  try {
    const positions = await engine.ask("walk", bytes(task.start), task.steps);
    const values = [], choices = {};
    for (const [place, position] of positions.entries()) {
      values.push(await engine.ask("valueSums", position, task.seed, playouts, task.drawn[place]));
    }
    for (const [step, [seed]] of Object.entries(task.choices)) {
      const { seat, move: played } = task.steps[step - 1];
      const choice = await engine.ask("judgeChoice", { position: positions[step - 1], seat, played, seed, playouts });
      if (choice) choices[step] = { playouts, tallies: choice.tallies };
    }
    return { positions: positions.map(text), said: { playouts, value_playouts: playouts, values, choices } };
  } finally {
    engine.close();
  }
}
"""


def played_game(game: Game, seats: int) -> PlayedGame:
    """Play a game by the guide, which overlooks half of the moves."""
    table = Table(game, seats, SeededDice(3), rolls_itself=False)
    while not table.over:
        if table.dice_due:
            table.roll()
        else:
            seat = table.waiting[0]
            seen = table.seen_by(seat).tobytes()
            table.make(seat, advise(game, seen, seat, Budget(0, overlooks=50), 1).move)
    return PlayedGame.of(table, game.rules())


@pytest.mark.parametrize("name", game_names())
def test_values_and_losses_are_those_of_the_server(opened: Opener, name: str) -> None:
    game, page = open_game(name), opened("/about")
    played = played_game(game, game.seats[0])
    walk = Walk.of(played)
    given = task(walk, played, frozenset(range(game.seats[0])), 1)
    found = page.evaluate(MEASURE, [[engine(game), page_search(game)], given, PLAYOUTS])
    assert [base64.b64decode(each) for each in found["positions"]] == list(walk.positions)
    wanted = analysed(walk, PLAYOUTS)
    assert wanted.choices
    assert analysis_of(walk, played.rules, found["said"]) == wanted


def abort(route: Route) -> None:
    route.abort()


def shown(page: Page, without: str = "", answer: Callable[[Route], None] = abort) -> str:
    """Open the replay of a game that somebody else has played, and return its analysis as it is told."""
    if without:
        page.route(without, answer)
    record = (open_game("tou_shi").folder / "golden" / "1-seats.txt").read_text(encoding="utf-8")
    page.locator("textarea").fill(record)
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_url("**/replay*")
    page.get_by_role("button", name="Luck and choices").press("Enter")
    expect(page.locator("#analysis-progress")).to_be_hidden(timeout=180_000)
    return page.locator("#analysis-found").inner_text()


def test_the_page_tells_what_the_server_would_tell(opened: Opener, watch: Watch) -> None:
    watch.allow("Failed to load resource")
    asked: list[Any] = []
    first, second = opened("/tables"), opened("/tables", color_scheme="dark")
    for page in (first, second):
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    own = shown(first)
    assert "measured" in asked
    assert "analysis" not in asked, "the server is not asked to think"
    asked.clear()
    assert shown(second, without="**/engine/*") == own
    assert "analysis" in asked
    second.unroute_all()


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_cannot_answer_now_is_asked_again(opened: Opener, watch: Watch, status: int) -> None:
    watch.allow("Failed to load resource")
    asked, refused = list[str](), list[str]()
    page = opened("/tables")
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))

    def later(route: Route) -> None:
        refused.append(route.request.url)
        if len(refused) < 3:
            route.fulfill(status=status, json={"refused": "Not now."})
        else:
            route.continue_()

    assert shown(page, "**/analysis/measured", later)
    assert len(refused) >= 3
    assert "analysis" not in asked, "the server need not think for that"
    page.unroute_all()


def test_what_the_server_does_not_understand_is_left_to_it(opened: Opener, watch: Watch) -> None:
    watch.allow("Failed to load resource")
    page = opened("/about")
    page.add_init_script(SLOWLY)
    page.goto("/tables")
    left: list[int] = []

    def refuse(route: Route) -> None:
        route.fulfill(status=400, json={"refused": "No."})

    def stop_first(route: Route) -> None:
        with suppress(AssertionError):
            eventually(lambda: page.workers == [], page, SOON)
        left.append(len(page.workers))
        route.continue_()

    page.route("**/replay/analysis", stop_first)
    assert shown(page, "**/analysis/measured", refuse)
    assert left[0] == 0, "the page does not go on measuring what nobody is told"
    page.unroute_all()
