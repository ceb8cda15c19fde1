"""The daily game in the browser: two people, the same dice, one try each; and the pages around it."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.game import game_names, open_game
from tests.support.browser.around import Person, play_together
from tests.support.browser.axe import violations
from tests.support.browser.hands import Mouse, Touch, choose, settled
from tests.support.browser.windows import DESKTOP, PHONE, Opener
from tests.support.sampling import some

DAY = "2099-11-20"
ALONE = next(name for name in game_names() if 1 in open_game(name).seats and not open_game(name).secrets)

DICE = """async () => {
  const text = await (await fetch(`${location.pathname}/record`)).text();
  const names = text.match(/^fair-rolls: (.*)$/m)[1].split(", ");
  return Object.fromEntries(text.match(/^dice .*$/gm).map((line, number) => [names[number], line]));
}"""
"""The dice that fell at a table, by who rolled them when, and their sides."""

PLAY = """async ([table, ends]) => {
  const say = async (what, body) => (await fetch(`${table}/${what}`, { method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json" } })).json();
  const firstMove = ({ ways, values: { moves } }) => {
    const [move, code] = moves.legal;
    return (code < 0 ? moves.beside[move] : ways.find((each) => each[0] === move && each[1] === code)[2]).move;
  };
  let update = await (await fetch(`${table}/view?show=0`)).json();
  while (!update.values.state[ends])
    update = await (update.values.state.roll ? say("roll", {}) : say("play", { seat: 0, move: firstMove(update) }));
}"""


def begin(page: Page, game: str, name: str) -> None:
    """Begin one's try of today's game."""
    page.goto("/daily")
    card = page.get_by_role("article", name=open_game(game).title)
    page.get_by_label("Your name on the leaderboard").fill(name)
    card.get_by_role("button", name="Start ranked attempt").click()
    page.wait_for_url("**/table/*")
    page.locator(".players li").first.wait_for()


def play_first_moves(page: Page, ends: str) -> None:
    """Make the first legal move again and again, as a page does it but without drawing, until the state says `ends`."""
    table = page.url
    page.goto("/about")
    page.evaluate(PLAY, [table, ends])
    page.goto(table)


def finish(page: Page) -> None:
    """Play to the end."""
    play_first_moves(page, "over")
    expect(page.locator("#end-title")).to_be_visible()


@pytest.mark.parametrize("game", some(game_names()))
def test_two_browsers_meet_the_same_dice_whatever_is_chosen(opened: Opener, game: str) -> None:
    ana, ben = opened("/daily"), opened("/daily", PHONE)
    met = []
    for page, hand, seed in ((ana, Mouse(), 1), (ben, Touch(), 2)):
        begin(page, game, f"{game} {seed}")
        play_first_moves(page, "rolls")  # so that both have met one die at least
        play_together([Person("somebody", page, hand, Random(seed))], steps=8, done=8)
        met.append(page.evaluate(DICE))
    both = met[0].keys() & met[1].keys()
    assert both
    assert [met[0][die] for die in both] == [met[1][die] for die in both]


def test_a_second_try_does_not_count(opened: Opener) -> None:
    page = opened("/daily")
    begin(page, ALONE, "Ana")
    first = page.url
    page.reload()
    settled(page)
    assert page.url == first
    expect(page.locator("#hint")).to_be_hidden()
    window = page.context.new_page()
    window.goto(f"/daily/{DAY}/{ALONE}")
    expect(window.get_by_role("button", name="Start ranked attempt")).to_have_count(0)
    expect(window.get_by_role("button", name="Practise")).to_have_count(0)
    window.get_by_role("link", name="Resume your attempt").click()
    window.wait_for_url(first)
    window.close()
    finish(page)
    page.get_by_role("link", name="To the leaderboard").click()
    mine = page.locator(".board .mine")
    expect(mine).to_contain_text("Ana")
    told = mine.inner_text()
    assert violations(page) == []
    page.get_by_role("button", name="Practise with these dice").click()
    page.wait_for_url(re.compile(r"/table/"))
    assert page.url != first
    finish(page)
    page.goto(f"/daily/{DAY}/{ALONE}")
    assert page.locator(".board .mine").inner_text() == told
    mine.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"{first}/replay*")
    other = opened(f"/daily/{DAY}/{ALONE}")
    expect(other.locator(".board")).to_contain_text("Ana")
    expect(other.locator(".board").get_by_role("link")).to_have_count(0)
    other.goto(f"{first}/replay")
    expect(other.locator(".notice")).to_contain_text("your own attempt")
    assert f"/daily/{DAY}/{ALONE}" in other.url, "there it can be played"


def test_the_same_dice_are_played_again_and_compared(opened: Opener) -> None:
    page = opened("/")
    page.goto(f"/new/{ALONE}")
    page.locator("[name=name-0]").fill("Ana")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    settled(page)
    finish(page)
    page.get_by_role("link", name="Same dice, better").click()
    assert violations(page) == []
    choose(page, "kind-0", "link")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    ben = opened(page.locator(".link-join input.address").input_value(), PHONE)
    ben.wait_for_url("**/table/*")
    ben.locator("#sit").get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.get_by_role("button", name="Start the game").click()
    ben.locator(".players li").first.wait_for()
    settled(ben)
    finish(ben)
    ben.get_by_role("link", name="Compare").click()
    expect(ben.locator(".compared")).to_contain_text("Ana")
    expect(ben.locator(".compared .mine")).to_contain_text("Ben")
    expect(ben.locator("svg.chart")).to_have_count(1)
    assert violations(ben) == []


@pytest.mark.parametrize("kind", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_pages_fit_and_are_for_everybody(opened: Opener, kind: dict[str, object]) -> None:
    page = opened("/daily", kind)
    for address in ("/daily", f"/daily/{DAY}/{ALONE}", "/daily/2099-11-19"):
        page.goto(address)
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
