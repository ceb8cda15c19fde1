"""The end of a game: the score in parts, its story, the sheet and pictures of it, the best result of this device."""

import json
import re
import struct
from functools import cache
from itertools import count
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import game_names, open_game
from rollwright.core.scoring import points
from rollwright.records import replay, write
from rollwright.table import Moved, Table
from tests.support.browser.hands import halves, open_record, settled, sit_down, typing_field
from tests.support.browser.windows import NOWHERE, PHONE, Opener
from tests.support.environments import DICE
from tests.support.sampling import dealt, some

SVG = "{http://www.w3.org/2000/svg}"
ALONE = [name for name in game_names() if 1 in open_game(name).seats]
EVERY_GAME_ALONE = pytest.mark.parametrize("game", ALONE)

QUIET = next(name for name in ALONE if not open_game(name).secrets)
"""A game alone for what is the same in all games."""


@cache
def finished(game: str, seed: int) -> Table:
    """Return a game played alone to its end, with the dice of these tests' server: with the first seed by somebody who
    does what the game prefers, as chance alone may never get far, and else by somebody who takes any move."""
    rng = Random(seed)
    table = Table(open_game(game), 1, SeededDice(DICE), rolls_itself=False)
    while not table.over:
        if table.dice_due:
            table.roll()
            continue
        legal, view = table.legal_moves(0), table.seen_by(0)
        preferred = max(legal, key=lambda move: table.rules.prefer(view, 0, move)) if seed == 0 else rng.choice(legal)
        table.make(0, preferred)
    return table


@cache
def low_and_high(game: str) -> tuple[Table, Table]:
    """Return two games that end with a move, the second with the better result."""
    found: dict[int, Table] = {}
    for seed in count():
        table = finished(game, seed)
        if isinstance(table.log[-1], Moved):
            found[table.halves(0)] = table
        if len(found) > 1:
            return found[min(found)], found[max(found)]
    raise AssertionError


def sit_before_the_end(page: Page, table: Table) -> None:
    """Open a game as it was before its last move."""
    *before, _, _ = write(table).splitlines()
    open_record(page, "\n".join(before))
    settled(page)


def finish(page: Page, table: Table) -> None:
    """Make the last move."""
    last = table.log[-1]
    assert isinstance(last, Moved)
    typing_field(page).fill(last.text)
    page.keyboard.press("Enter")
    expect(page.locator("#end-title")).to_be_visible()


def kept(page: Page) -> dict[str, list[dict[str, Any]]]:
    """Return the results that the browser keeps, by what they are compared under."""
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return {name: json.loads(value) for name, value in found.items() if name.startswith("best-")}


def kept_halves(page: Page) -> list[int]:
    """Return the half points that are kept, all under one name."""
    return [each["halves"] for results in kept(page).values() for each in results]


@pytest.mark.parametrize("game", some(ALONE, count=1))
def test_the_best_of_this_device_is_told_and_each_table_counts_once(game: str, opened: Opener) -> None:
    low, high = low_and_high(game)
    page = opened(NOWHERE)
    told, goal = page.locator(".end .best"), page.locator(".best-aim")

    sit_before_the_end(page, low)
    expect(goal).to_be_hidden()
    finish(page, low)
    expect(told).to_be_hidden()  # there is nothing yet to compare it with
    first = kept(page)
    assert kept_halves(page) == [low.halves(0)]
    page.reload()
    expect(page.locator("#end-title")).to_be_visible()
    expect(told).to_be_hidden()
    assert kept(page) == first

    if low.moved_this_epoch():
        page.locator("#undo").click()
        expect(told).to_have_count(0)
        assert kept_halves(page) == []
        finish(page, low)
    expect(told).to_be_hidden()
    assert kept_halves(page) == [low.halves(0)]

    before, after = points(low.halves(0)), points(high.halves(0))
    sit_before_the_end(page, high)
    expect(goal).to_have_text(f"Best on this device: {before}")
    finish(page, high)
    expect(told).to_have_text(re.compile(rf"^Your best yet\. It was {before} \(\w+ \d+, \d+\)\.$"))
    expect(goal).to_be_hidden()

    sit_before_the_end(page, low)
    expect(goal).to_have_text(f"Best on this device: {after}")
    finish(page, low)
    expect(told).to_have_text(re.compile(rf"^Your best is {after} \(\w+ \d+, \d+\)\.$"))
    if low.moved_this_epoch():
        page.locator("#undo").click()
        expect(goal).to_have_text(f"Best on this device: {after}")
        assert kept_halves(page) == [high.halves(0), low.halves(0)]
    else:
        expect(page.locator("#undo")).to_be_disabled()


def test_a_result_as_good_as_the_best_is_told_in_the_readers_language(opened: Opener) -> None:
    game, _ = low_and_high(ALONE[0])
    page = opened(NOWHERE, PHONE, locale="es")
    for _ in range(2):
        sit_before_the_end(page, game)
        finish(page, game)
    expect(page.locator(".end .best")).to_have_text(re.compile(r"\(\d+ de \w+ de \d{4}\)\.$"))


def test_the_ten_best_are_kept(opened: Opener) -> None:
    game, _ = low_and_high(ALONE[0])
    page = opened(NOWHERE)
    sit_before_the_end(page, game)
    finish(page, game)
    (name,) = kept(page)
    better = [{"table": f"table-{n}", "halves": game.halves(0) + 2, "date": 1e12} for n in range(10)]
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(better)])
    page.reload()
    expect(page.locator(".end .best")).to_contain_text("Your best is")
    assert kept(page) == {name: better}


@pytest.mark.parametrize("game", some(ALONE, turn=1))
def test_what_was_played_elsewhere_or_together_does_not_count(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    for path in (open_game(game).folder / "golden").glob("*-seats.txt"):
        open_record(page, path.read_text(encoding="utf-8"))
        expect(page.locator("#end-title")).to_be_visible()
        expect(page.locator(".end .best:visible, .best-aim:visible")).to_have_count(0)
    assert kept(page) == {}


KEEPS_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('nothing is kept'); } })"


@pytest.mark.parametrize("script", [KEEPS_NOTHING, "Storage.prototype.setItem = () => { throw new Error('full'); }"])
def test_a_browser_that_keeps_nothing_shows_nothing(script: str, opened: Opener) -> None:
    game, _ = low_and_high(ALONE[0])
    page = opened(NOWHERE)
    page.context.add_init_script(script)
    sit_before_the_end(page, game)
    finish(page, game)
    expect(page.locator(".end .best")).to_be_hidden()


def test_what_others_wrote_where_results_are_kept_breaks_nothing(opened: Opener) -> None:
    game, _ = low_and_high(ALONE[0])
    page = opened(NOWHERE)
    sit_before_the_end(page, game)
    finish(page, game)
    (name,) = kept(page)
    for text in some(("{", "7", "{}", "[null]", '[{"table": "a", "halves": 4, "date": 1e300}]'), turn=2):
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, text])
        sit_before_the_end(page, game)
        finish(page, game)
        expect(page.locator(".end .best")).to_be_hidden()
        assert kept_halves(page) == [game.halves(0)], text


@EVERY_GAME_ALONE
def test_the_parts_of_a_score_add_up_to_it(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    for table in low_and_high(game):
        open_record(page, write(table))
        parts = page.locator(".end-parts tbody tr:first-child td").all_text_contents()
        assert sum(map(halves, parts)) == table.halves(0)
        for part in page.locator(".end-parts tbody:has(.line)").all():
            total, *lines = part.locator("td").all_text_contents()
            assert sum(map(halves, lines)) == halves(total)
            assert "0" not in lines


IDS = "[...document.querySelectorAll('[id]')].map((each) => each.id)"


@pytest.mark.parametrize("game", some(game_names()))
def test_a_picture_of_the_sheet_is_no_second_sheet(game: str, opened: Opener) -> None:
    """It shows what the sheet shows, cannot be pointed at, and leaves the page's names alone."""
    page = opened(NOWHERE)
    for path in (open_game(game).folder / "golden").glob("*-seats.txt"):
        text = path.read_text(encoding="utf-8")
        open_record(page, text)
        picture = page.get_by_role("img", name=re.compile("^The finished sheet of"))
        expect(picture).to_be_visible()
        ids: list[str] = page.evaluate(IDS)
        assert len(set(ids)) == len(ids)
        assert picture.locator(".spot, [data-part], [tabindex]").count() == 0
        all_of_it = picture.locator("text").all_text_contents()
        winner = replay(text).ranking()[0][0]
        page.locator(f"[data-show='{winner}']").click()
        expect(page.locator(f"[data-show='{winner}']")).to_have_attribute("aria-current", "true")
        settled(page)
        shown = page.locator("svg[data-part]").first
        expect(shown.locator("text").first).to_be_visible()
        first = shown.locator("text").all_text_contents()
        assert all_of_it[: len(first)] == first
        assert set(all_of_it) <= set(page.locator("svg[data-part] text").all_text_contents())
        page.get_by_role("button", name="Back to the result").click()
        expect(picture).to_be_visible()
        expect(shown.locator("text").first).to_be_hidden()


def test_no_best_is_told_to_several(opened: Opener) -> None:
    game = next(name for name in game_names() if 2 in open_game(name).seats)
    page = opened(NOWHERE)
    sit_down(page, game, "here")
    expect(page.locator(".best-aim")).to_be_hidden()


def golden_of_several(game: str) -> str:
    """Return the golden record with the most seats."""
    paths = (open_game(game).folder / "golden").glob("*-seats.txt")
    return max(paths, key=lambda path: path.name).read_text(encoding="utf-8")


def test_confetti_falls_for_a_new_best_and_stays(opened: Opener) -> None:
    low, high = low_and_high(QUIET)
    page = opened(NOWHERE, reduced_motion="no-preference")
    confetti = page.locator(".confetti i")
    sit_before_the_end(page, low)
    finish(page, low)
    expect(page.locator(".end.arrives")).to_have_count(1)
    expect(confetti).to_have_count(0)

    sit_before_the_end(page, high)
    finish(page, high)
    expect(confetti).to_have_count(60)
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished)).then(() => {})")
    expect(confetti).to_have_count(60)
    expect(confetti.first).to_be_visible()
    page.reload()
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator(".end.arrives, .confetti")).to_have_count(0)


def test_no_confetti_where_people_want_no_motion(opened: Opener) -> None:
    low, high = low_and_high(QUIET)
    page = opened(NOWHERE)
    for table in (low, high):
        sit_before_the_end(page, table)
        finish(page, table)
    expect(page.locator(".end .best")).to_contain_text("It was")
    expect(page.locator(".confetti")).to_have_count(0)


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_a_picture_of_the_sheet_is_made_in_the_page(game: str, opened: Opener) -> None:
    """The SVG needs nothing else: styles are attributes, fonts are inside; the PNG is drawn from it."""
    text = golden_of_several(game)
    page = opened(NOWHERE)
    open_record(page, text)
    with page.expect_download() as saved:
        page.locator("[data-kind=svg]").click()
    drawn = saved.value.path().read_text(encoding="utf-8")
    assert saved.value.suggested_filename.endswith(".svg")
    root = ElementTree.fromstring(drawn)
    texts = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    assert open_game(game).title in texts
    told = page.locator("#end-title").inner_text()
    assert told in texts
    sheet = page.locator(".end-sheet .paper text").all_text_contents()
    assert [each for each in sheet if each not in texts] == []
    assert not any(each.get("class") or each.get("id") for each in root.iter())
    assert "@font-face" in drawn
    assert "url(data:font/woff2;base64," in drawn
    assert set(re.findall(r"https?://[^\s\"']+", drawn)) == {"http://www.w3.org/2000/svg"}

    with page.expect_download() as saved:
        page.locator("[data-kind=png]").click()
    expect(page.locator(".end-told")).to_have_text("The picture is saved.")
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (2 * int(root.get("width", "")), 2 * int(root.get("height", "")))
    assert len(picture) > 20_000, "there is something on it"


SHARES = """
Object.assign(navigator, {
  canShare: () => true, share: async ({ files: [file], title }) => {
    document.documentElement.dataset.shared = `${file.name} ${file.type} ${title}`;
  },
});
"""


def test_a_device_that_shares_is_handed_the_picture(opened: Opener) -> None:
    page = opened(NOWHERE, PHONE)
    page.add_init_script(SHARES)
    open_record(page, golden_of_several(QUIET))
    page.locator("[data-kind=png]").tap()
    title = open_game(QUIET).title
    name = title.lower().replace(" ", "-")
    expect(page.locator("html")).to_have_attribute("data-shared", f"{name}.png image/png {title}")


SMALLEST = """
() => {
  const charted = [...document.querySelectorAll(".end-chart text")].map(
    (each) => parseFloat(getComputedStyle(each).fontSize) * each.ownerSVGElement.getScreenCTM().a);
  const texts = document.querySelectorAll(".end :is(p, h2, h3, li, small, strong, b, th, td, a, button, summary)");
  const written = [...texts].map((each) => parseFloat(getComputedStyle(each).fontSize));
  return Math.min(...charted, ...written);
}
"""
TOO_WIDE = """
() => [...document.querySelectorAll(".end *")].filter((each) => {
  const { left, right } = each.getBoundingClientRect();
  return !each.closest(".paper, .end-rows, details, .hidden") && (left < -0.5 || right > innerWidth + 0.5);
}).map((each) => each.outerHTML.slice(0, 120))
"""


SIZES = [(390, 844), (844, 390), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize(("game", "size"), dealt(game_names(), SIZES), ids=str)
def test_the_end_fits_every_window(game: str, size: tuple[int, int], opened: Opener) -> None:
    page = opened(NOWHERE, {"viewport": {"width": size[0], "height": size[1]}})
    open_record(page, golden_of_several(game))
    expect(page.locator("#end-title")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(SMALLEST) >= 12


@pytest.mark.parametrize("game", some(game_names()))
def test_the_story_is_marked_on_the_chart(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, golden_of_several(game))
    moments = page.locator(".moments li")
    expect(page.locator(".end-chart .chart-disc")).to_have_count(moments.count())
    assert 0 < moments.count() <= 3
    assert page.locator(".chart-number").all_text_contents() == [str(n + 1) for n in range(moments.count())]
    for gain in page.locator(".moment-gain").all_text_contents():
        assert re.fullmatch(r"\+\d*½?", gain)
