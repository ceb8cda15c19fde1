"""A replay in the browser: gone through by keys, slider, chart and address, and never more of it than one may see."""

import re
from collections.abc import Callable
from functools import cache
from html import unescape
from math import floor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.contract import Record, copy
from rollwright.core.game import game_names, open_game
from rollwright.records import replay
from rollwright.records.record import read, steps
from rollwright.table.replay import PlayedGame, Replay
from rollwright.view import Part, Pen, draw_parts, view_of
from tests.support import LONG
from tests.support.browser.around import NAMES, Person, come, link_of, open_table, sit, start
from tests.support.browser.axe import violations
from tests.support.browser.hands import Mouse, aim, eventually, open_arrangements
from tests.support.browser.windows import PHONE, Opener, Watch
from tests.support.pages import expanded
from tests.support.sampling import some

LABELS = """
() => Object.fromEntries([...document.querySelectorAll("svg[data-part] .spot")].map((it) => [it.id, it.ariaLabel]))
"""

STATE = """
() => ({
  at: Number(document.getElementById("replay-slider").value),
  text: document.getElementById("replay-step").textContent,
  spoken: document.getElementById("replay-slider").ariaValueText,
  current: [...document.querySelectorAll("#log a")].findIndex((each) => each.ariaCurrent === "step"),
})
"""


def golden(game: str) -> Path:
    """Return the record of a whole game, of several people if several can play it, and of most if there is time."""
    records = sorted((open_game(game).folder / "golden").glob("*-seats.txt"))
    several = [path for path in records if path.name != "1-seats.txt"]
    return (several or records)[-1 if LONG else 0]


@cache
def positions(game: str) -> list[Record]:
    """Return all positions of the record, from its beginning on."""
    lines = read(golden(game).read_text(encoding="utf-8")).lines
    found = [copy(table.position) for table in steps(read(golden(game).read_text(encoding="utf-8")))]
    assert lines[-1][1].startswith("score"), "it is over"
    return found[:-1]


def labels(game: str, seat: int, at: int) -> dict[str, str]:
    """Return what every spot of a seat's sheet is called at a position, as the seat knows it."""
    known, played = copy(positions(game)[at]), open_game(game)
    played.rules().conceal(known, seat)
    parts: list[Part] = draw_parts(played, known, seat, Pen(played.speech("en")))
    drawn = "".join(markup for part in parts for markup in part.groups.values())
    found = re.findall(r'<g id="([^"]+)" class="spot[^>]*?aria-label="([^"]*)"', drawn)
    assert found, "every sheet has spots"
    return {name: unescape(label) for name, label in found}


@cache
def story(game: str) -> list[str]:
    table = replay(golden(game).read_text(encoding="utf-8"))
    say = table.game.speech("en").naming(table.players)
    return [say(frame.said) for frame in Replay(PlayedGame.of(table)).frames(0)]


def open_record(page: Page, game: str) -> None:
    """Open a record by the form, to watch it."""
    page.goto("/tables")
    page.locator("input[type=file]").set_input_files(golden(game))
    page.get_by_role("button", name="Watch").click()
    page.wait_for_url("**/replay*")


def shows(page: Page, game: str, at: int, seat: int = 0) -> None:
    """Check that a page shows a position, and says so everywhere."""
    wanted = {"at": at, "text": story(game)[at], "current": at}
    eventually(lambda: page.evaluate(STATE).items() >= wanted.items(), page)
    spots = labels(game, seat, at)
    eventually(lambda: bool(page.evaluate(LABELS) == spots), page)
    assert story(game)[at] in page.evaluate(STATE)["spoken"]


def slide(page: Page, to: int) -> None:
    move = "(each, to) => { each.value = to; each.dispatchEvent(new Event('input')); }"
    page.locator("#replay-slider").evaluate(move, to)


HELD = """
async (times) => {
  const key = { key: "ArrowRight", bubbles: true, cancelable: true, repeat: true };
  for (let i = 0; i < times; i += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    await new Promise((done) => setTimeout(done, 2));
  }
}
"""
"""An arrow key that is held, faster than any keyboard repeats it."""

MIDDLE = """
(chart) => {
  chart.scrollIntoView({ block: "center" });
  const box = chart.getBoundingClientRect();
  const [from, to] = [Number(chart.dataset.from), Number(chart.dataset.to)];
  const scale = box.width / chart.viewBox.baseVal.width;
  const x = Math.round(box.left + scale * (from + to) / 2);
  return [x, Math.round(box.top + box.height / 2), ((x - box.left) / scale - from) / (to - from)];
}
"""
"""The pixel in the middle of a chart, and what share of the steps lies before it: a pixel may be several of them."""


@pytest.mark.parametrize("game", some(game_names()))
def test_a_whole_game_is_gone_through_by_keys_slider_chart_and_address(game: str, opened: Opener) -> None:
    page, rng = opened("/"), Random(game)
    open_record(page, game)
    last, press = len(story(game)) - 1, page.keyboard.press
    shows(page, game, 0)
    for at in range(1, 6):
        press("ArrowRight")
        shows(page, game, at)
    page.evaluate(HELD, last - 5)
    shows(page, game, last)
    press("ArrowLeft")
    shows(page, game, last - 1)
    press("Home")
    shows(page, game, 0)
    rounds = []
    for key in ("PageDown", "PageDown", "PageUp"):
        press(key)
        rounds.append(re.findall(r"Round \d+", page.evaluate(STATE)["spoken"]))
    assert rounds[0] == rounds[2] != rounds[1]
    press("End")
    shows(page, game, last)
    for at in rng.sample(range(last), 2):
        slide(page, at)
        shows(page, game, at)
        eventually(lambda: page.locator("#replay-address").input_value() == page.url, page)
        page.goto(page.url)
        shows(page, game, at)
    page.locator("#log a").nth(last // 3).click()
    shows(page, game, last // 3)
    x, y, share = page.locator("svg.chart").evaluate(MIDDLE)
    assert abs(share - 0.5) < 0.01
    page.mouse.click(x, y)
    shows(page, game, floor(last * share + 0.5))  # as scripts round
    assert violations(page) == []


def pictured(game: str) -> int:
    """Return the first position that has pictures of what has just happened."""
    for at, table in enumerate(steps(read(golden(game).read_text(encoding="utf-8")))):
        if view_of(table.game).scenes(table.seen_by(), 0, Pen(table.game.speech())):
            return at
    raise AssertionError


def test_it_plays_by_itself_turns_to_other_sheets_and_shows_pictures(opened: Opener) -> None:
    game = next(name for name in game_names() if view_of(open_game(name)).has_scenes)
    page = opened("/")
    open_record(page, game)
    page.keyboard.press("Space")
    eventually(lambda: page.evaluate(STATE)["at"] >= 1, page)
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_text("Play back")
    at = page.evaluate(STATE)["at"]
    page.locator('[data-show="1"]').click()
    shows(page, game, at, seat=1)
    page.get_by_label("Follow the active player").check()
    acts = next(place for place, text in enumerate(story(game)) if place > 6 and text.startswith("Player 3"))
    slide(page, acts)
    shows(page, game, acts, seat=2)
    expect(page.locator("#replay-player-2")).to_have_class("acts")
    assert page.locator(".replay-mark").count() >= 1, "what was changed is outlined"
    slide(page, pictured(game))
    page.get_by_role("button", name="Show it picture by picture").click()
    expect(page.locator("#scenes-text")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scenes")).to_be_hidden()


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_it_is_good_on_a_phone(game: str, opened: Opener) -> None:
    page = opened("/", PHONE)
    open_record(page, game)
    middle = len(story(game)) // 2
    page.touchscreen.tap(*aim(page.locator("#replay-next")))
    shows(page, game, 1)
    slide(page, middle)
    shows(page, game, middle)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"], "something sticks out"


def test_an_address_can_be_copied_and_opened_by_a_stranger(opened: Opener) -> None:
    game = game_names()[0]
    page = opened("/", permissions=["clipboard-read", "clipboard-write"])
    open_record(page, game)
    slide(page, 9)
    page.get_by_role("button", name="Copy the link to this position").click()
    expect(page.locator("#live")).to_have_text("Copied.")
    address = page.evaluate("navigator.clipboard.readText()")
    stranger = opened(address)
    shows(stranger, game, 9)
    expect(stranger.get_by_role("link", name="Back to the table")).to_have_count(0)
    stranger.goto(re.sub(r"at=\d+", "at=99999", address))
    shows(stranger, game, len(story(game)) - 1)
    expect(stranger.locator("#replay-wrong")).to_contain_text("does not exist")


def test_what_a_server_that_restarts_did_not_send_is_asked_for_again(opened: Opener, watch: Watch) -> None:
    watch.allow("net::ERR_CONNECTION_REFUSED")
    game, page = game_names()[0], opened("/")
    page.route("**/replay/frames?*", lambda route: route.abort("connectionrefused"))
    open_record(page, game)
    expect(page.locator("#lost")).to_be_visible()
    with page.expect_event("requestfailed"):
        slide(page, len(story(game)) - 1)
    page.unroute("**/replay/frames?*")
    shows(page, game, len(story(game)) - 1)
    expect(page.locator("#lost")).to_be_hidden()


def moves(person: Person, seat: int) -> list[str]:
    """Return what a seat can do now, or the roll that is due, as its own browser is told."""
    request, table = person.page.context.request, person.page.url.partition("?")[0]
    values: dict[str, Any] = expanded(request.get(f"{table}/view?show={seat}").json())["values"]
    if values["state"]["roll"]:
        return ["roll"]
    return [move["move"] for move in values["moves"] if "instead" not in move]


def act(person: Person, seat: int, move: str) -> None:
    request, table = person.page.context.request, person.page.url.partition("?")[0]
    what = "roll" if move == "roll" else "play"
    answer = request.post(f"{table}/{what}", data={"seat": seat, "show": seat, "move": move})
    assert answer.ok, answer.text()


def play_until(everybody: list[Person], found: Callable[[int, list[str]], bool]) -> int:
    """Let people play at random until one of them can do something, and return who."""
    rng = Random(1)
    for _ in range(200):
        for seat, person in enumerate(everybody):
            legal = moves(person, seat)
            if legal and found(seat, legal):
                return seat
            if legal:
                act(person, seat, rng.choice(legal))
    raise AssertionError("nobody could")


def test_a_game_that_goes_on_shows_each_what_they_may_see(opened: Opener) -> None:
    game = next(name for name in game_names() if open_game(name).secrets)
    notation = open_game(game).moves

    def is_secret(text: str) -> bool:
        move = notation.read(text)
        return move is not None and notation.form(move).secret

    ana, ben, eve = (Person(name, opened("/about"), Mouse()) for name in NAMES)
    come(ben, open_table(ana, game, links=1))
    sit(ben)
    start([ana, ben])
    open_arrangements(ana.page)
    come(eve, link_of(ana.page, "watch"))
    everybody = [ana, ben]
    seat = play_until(everybody, lambda seat, legal: seat == 1 and any(map(is_secret, legal)))
    assert seat == 1
    pages = [person.page.context.new_page() for person in (ana, eve)]
    for person, page in zip((ana, eve), pages, strict=True):
        page.goto(f"{person.page.url}/replay")
    before = [looked(page) for page in pages]
    order = next(text for text in moves(ben, 1) if is_secret(text))
    act(ben, 1, order)
    assert [looked(page) for page in pages] == before
    own = ben.page.context.new_page()
    own.goto(f"{ben.page.url}/replay?sheet=2")
    eventually(lambda: re.search(r"at=\d+\.2\.1&", own.url) is not None, own)
    count = page.locator("#log li").count()
    play_until(everybody, lambda seat, legal: legal == ["roll"])
    page.get_by_role("button", name="Now").click()
    eventually(lambda: page.locator("#log li").count() > count, page)
    assert not [text for text in page.locator("#log a").evaluate_all("all => all.map((a) => a.search)") if "." in text]


def looked(page: Page) -> list[str]:
    """Return all that a page is sent when it asks for what is new and when it is opened anew, and all it shows then."""
    with page.expect_response("**/steps*") as steps:
        page.get_by_role("button", name="Now").click()
    news, opened = steps.value.text(), page.goto(page.url)
    assert opened
    for key in ("Home", "End"):
        page.keyboard.press(key)
    frames = page.context.request.get(f"{page.url.replace('?', '/frames?')}&from=0")
    eventually(lambda: page.locator("#replay-address").input_value() == page.url, page)
    eventually(lambda: page.locator("#live").inner_text() == page.evaluate(STATE)["spoken"], page)
    shown = str(page.locator("main").evaluate("(each) => each.outerHTML"))
    return [news, opened.text(), frames.text(), re.sub(r' style="width: \d+px;"', "", shown)]  # sizes may come later
