"""A page that has a table for itself thinks for its bots; where it cannot, the server does."""

import base64
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket, expect

from rollwright.bots.levels import LEVELS, budgets
from rollwright.bots.search import advise, decision_seed
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.position import Position
from rollwright.records import replay
from rollwright.web.table.hints import HINT_LEVEL
from tests.support import LONG
from tests.support.browser.windows import NOWHERE, Opener, Watch
from tests.support.environments import DICE
from tests.support.pages import expanded
from tests.support.wire import ANY_NUMBER

DECISIONS = 3
"""Decisions of a bot that are looked at in each game; of the expert, who thinks longest, one will do."""

ENOUGH = 3_600.0
"""Seconds that are never needed."""

WITH_BOTS = [name for name in game_names() if open_game(name).seats[-1] > 1]

SILENT = """
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  if (!text.includes('"thought"')) send.call(this, text);
};
"""
"""The page thinks, but what it thought never arrives."""


@dataclass
class Heard:
    """What a page was asked to think about, and what it answered, by the number of the question."""

    asked: dict[int, dict[str, Any]] = field(default_factory=dict)
    thought: dict[int, Any] = field(default_factory=dict)
    thinks: bool = False

    def listen(self, page: Page) -> "Heard":
        """Listen to the live connections of a page."""
        page.on("websocket", self._follow)
        return self

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)
        socket.on("framesent", self._sent)

    def _received(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        if "think" in said:
            self.asked[said["think"]] = said["question"]

    def _sent(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        self.thinks |= bool(said.get("thinks"))
        if "thought" in said:
            self.thought[said["thought"]] = said["advice"]


def without_a_clock(page: Page) -> list[str]:
    """Let the page think as long as it has to, on however busy a computer; return the games that it is told so of."""
    told: list[str] = []

    def answer(route: Route) -> None:
        facts = route.fetch().json()
        for level in facts["levels"].values():
            level["seconds"] = ENOUGH
        told.append(route.request.url)
        route.fulfill(json=facts)

    page.context.route("**/engine/*/search?*", answer)
    return told


def sat_down(page: Page, game: str, level: str) -> None:
    """Open a table against a bot of this level, or alone if the game is for one."""
    form: Any = {"kind-0": "here", **({"kind-1": level} if game in WITH_BOTS else {})}
    answer = page.context.request.post(f"/new/{game}", form=form, max_redirects=0)
    page.goto(answer.headers["location"])


def look(page: Page) -> dict[str, Any]:
    """Return all that the page can know."""
    answer = page.context.request.get(f"{page.url}/view", params={"show": 0, "version": 0, "told": 0})
    return expanded(answer.json())


def step(page: Page) -> bool:
    """Do the next thing that the person has to do, if there is any; return whether the game goes on."""
    values = look(page)["values"]
    state = values["state"]
    if state["over"]:
        return False
    moves = [move["move"] for move in values["moves"] if "instead" not in move]
    if state["roll"]:
        page.context.request.post(f"{page.url}/roll", data={"seat": 0})
    elif moves:
        page.context.request.post(f"{page.url}/play", data={"seat": 0, "move": moves[0]})
    else:
        page.wait_for_timeout(20)
    return True


def is_asked(page: Page) -> bool:
    """Return whether the person has a move to make; until they make it, a hint stays offered."""
    return any("instead" not in move for move in look(page)["values"]["moves"])


def wait_until_it_thinks(page: Page, heard: Heard) -> None:
    while not heard.thinks:
        page.wait_for_timeout(20)


def check_answer(game: Game, question: dict[str, Any], said: Any, level: str) -> None:
    """Check that a page has thought about a question as the server would have done."""
    position, seat = base64.b64decode(question["position"]), question["seat"]
    assert question["level"] == level
    seed = int.from_bytes(sha256(f"bot {DICE}/{seat}".encode()).digest()[:6], "big")
    assert question["seed"] == str(decision_seed(seed, seat, position))
    advice = advise(game, position, seat, budgets(game)[level], seed)
    others = [list(each) for each in advice.others]
    assert said == {"move": advice.move, "halves": advice.halves, "others": others, "playouts": advice.playouts}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", WITH_BOTS)
def test_a_page_thinks_for_the_bots_of_its_table_as_the_server_would(opened: Opener, name: str, level: str) -> None:
    game, page = open_game(name), opened("/about")
    heard, told = Heard().listen(page), without_a_clock(page)
    sat_down(page, name, level)
    wait_until_it_thinks(page, heard)
    enough = DECISIONS if LONG or level != "expert" else 1
    while len(heard.thought) < enough and step(page):
        pass
    assert len(heard.thought) >= enough
    assert told
    for key, said in heard.thought.items():
        question = heard.asked[key]
        position = base64.b64decode(question["position"])
        shown = Position(game.rules(), game.rules().restore(position))
        assert bytes(shown.seen()) == position, "a page is told nothing that a spectator may not know"
        assert not any(map(game.moves.is_secret, shown.legal(question["seat"]))), "nor what will be a secret"
        check_answer(game, question, said, level)


def moves_of_bots(page: Page) -> list[str]:
    """Return what the bots have done, as it is told."""
    return [entry["text"] for entry in look(page)["told"] if "Ada" in entry["text"]]


def test_the_server_moves_when_the_engine_cannot_be_loaded(opened: Opener, watch: Watch) -> None:
    watch.allow("Failed to load resource")
    page = opened("/about")
    page.route("**/engine/*", lambda route: route.abort())
    heard = Heard().listen(page)
    sat_down(page, ANY_NUMBER, "easy")
    while not moves_of_bots(page):
        assert step(page)
    assert not heard.asked
    assert not heard.thinks
    page.unroute_all()


def test_the_server_moves_when_a_page_does_not_answer(opened: Opener) -> None:
    page = opened(NOWHERE)
    page.add_init_script(SILENT)
    heard = Heard().listen(page)
    page.goto("/about")
    sat_down(page, ANY_NUMBER, "easy")
    wait_until_it_thinks(page, heard)
    while len(moves_of_bots(page)) < DECISIONS:
        assert step(page)
    assert len(heard.asked) == 1, "after that, it is not asked again"


def test_a_second_tab_and_pages_that_are_loaded_again_lose_nothing(opened: Opener) -> None:
    page = opened("/about")
    sat_down(page, ANY_NUMBER, "hard")
    other = page.context.new_page()
    heard = Heard().listen(page).listen(other)
    other.goto(page.url)
    wait_until_it_thinks(other, heard)
    while len(heard.thought) < DECISIONS:
        asked = len(heard.asked)
        while len(heard.asked) == asked:
            assert step(page)
        (page if asked % 2 else other).reload()  # while one of them thinks
        page.wait_for_timeout(300)
    other.close()
    while len(moves_of_bots(page)) < 4 * DECISIONS:
        assert step(page)
    record = page.context.request.get(f"{page.url}/record").text()
    assert not replay(record).over, "it is a record of legal moves, each made once"


@pytest.mark.parametrize("name", game_names())
def test_a_hint_is_found_in_the_page(opened: Opener, name: str) -> None:
    page = opened("/about")
    heard = Heard().listen(page)
    sat_down(page, name, "easy")
    wait_until_it_thinks(page, heard)
    while not is_asked(page):
        assert step(page)
    page.locator("#hint").click()
    while not (
        asked := [key for key, each in heard.asked.items() if each["level"] == HINT_LEVEL and key in heard.thought]
    ):
        page.wait_for_timeout(20)
    expect(page.locator("#notice")).to_contain_text(".")
    [key] = asked
    assert heard.asked[key]["seat"] == 0
    check_answer(open_game(name), heard.asked[key], heard.thought[key], HINT_LEVEL)


def test_a_table_with_others_loads_no_engine(opened: Opener) -> None:
    page = opened("/about")
    form: Any = {"kind-0": "here", "kind-1": "link"}
    answer = page.context.request.post(f"/new/{ANY_NUMBER}", form=form, max_redirects=0)
    page.goto(answer.headers["location"])
    assert page.locator("[data-engine]").count() == 0
