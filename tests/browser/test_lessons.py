"""Every lesson of every game through real input: by mouse in English, by touch in Spanish, by keyboard in Russian.

What is wanted comes from the lessons' files, so new ones are found by themselves. Each lesson is played in one of the
three ways, and under long effort in all of them.
"""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rollwright.core.game import all_games
from rollwright.core.language import Phrase
from rollwright.table.lessons.lesson_file import Lesson, lesson_after, lessons_of
from tests.support.browser.axe import violations
from tests.support.browser.hands import Hand, Keyboard, Mouse, Touch, eventually, happened, offer, record, settled
from tests.support.browser.windows import DESKTOP, LANDSCAPE, PHONE, Opener
from tests.support.sampling import dealt, some

FIRST = [lessons_of(game)[0] for game in all_games() if lessons_of(game)]
WAYS: dict[str, tuple[Hand, str, dict[str, Any]]] = {
    "mouse": (Mouse(), "en", DESKTOP),
    "touch": (Touch(), "es", PHONE),
    "keyboard": (Keyboard(), "ru", DESKTOP),
}
LESSONS = [lesson for game in all_games() for lesson in lessons_of(game)]
EVERY_FIRST = pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.deal)

ABLE = """
() => !document.getElementById("table").hasAttribute("aria-busy") && [
  ...document.querySelectorAll("svg[data-part] .spot:is(.lit, .pending)"),
  ...document.querySelectorAll(".deeds [data-move], #roll:not([hidden], [disabled])"),
].length > 0
"""

COVERED = """
() => {
  const card = document.querySelector(".lesson-card").getBoundingClientRect();
  const pressed = [...document.querySelectorAll("svg[data-part] .spot.lit, #roll:not([disabled])")];
  return pressed.filter((each) => each.getClientRects().length).filter((each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > card.left && x < card.right && y > card.top && y < card.bottom;
  }).map((each) => each.outerHTML);
}
"""
"""Script: what is to be pressed and lies below the card."""


HIDDEN = """
() => {
  const card = document.querySelector(".lesson-card").getBoundingClientRect();
  return [...document.querySelectorAll(".spotlight .rim")].map((each) => each.getBoundingClientRect()).filter(
    (box) => box.left < card.right && box.right > card.left && box.top < card.bottom && box.bottom > card.top,
  ).length;
}
"""
"""Script: how many lights of the spotlight lie below the card."""


STEP = "() => { const it = document.getElementById('lesson'); return it.hidden ? 0 : +it.dataset.step; }"


def begin(page: Page, lesson: Lesson) -> None:
    """Open the table of a lesson from the page of the game's lessons."""
    page.goto(f"/learn/{lesson.game.name}")
    page.locator(f"form:has([name=lesson][value='{lesson.name}']) button.primary").click()
    page.wait_for_url("**/table/*")


def shown_step(page: Page) -> int:
    """Return the number of the step that is shown; 0 while none is."""
    return int(page.evaluate(STEP))


def wait_for_step(page: Page, number: int) -> None:
    """Wait for a step; where motion is reduced, scenes of what happened before it wait to be closed."""
    shown, scenes = page.locator(f"#lesson:not([hidden])[data-step='{number}']"), page.locator("#scenes-skip")

    def is_there() -> bool:
        if scenes.is_visible():
            scenes.press("Enter")
        return shown.count() > 0

    eventually(is_there, page)


def press(hand: Hand, target: Locator) -> None:
    """Press a button of the card."""
    if isinstance(hand, Mouse):
        hand.press(target)
    else:
        expect(target).to_be_focused()
        target.page.keyboard.press("Enter")


def do_step(page: Page, lesson: Lesson, number: int, hand: Hand, rng: Random) -> None:
    """Do what a step wants, or read it: only what is wanted is lit, so anything lit will do."""
    wait_for_step(page, number)
    if not lesson.steps[number - 1].do:
        press(hand, page.locator("[data-lesson=next]"))
        return
    eventually(lambda: bool(page.evaluate(ABLE)), page)
    assert page.evaluate(COVERED) == [], f"step {number}"
    while shown_step(page) == number:
        if page.evaluate(ABLE):
            hand.play(page, rng, offer(page))
            settled(page)
        else:
            page.wait_for_timeout(10)


IN_FRONT = """
(each) => {
  const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}
"""


def to_the_first_move(page: Page, lesson: Lesson, hand: Hand) -> int:
    """Play a lesson up to the first step that wants a move; return its number."""
    rng = Random("first move")
    number = next(at for at, step in enumerate(lesson.steps, start=1) if step.do and not step.rolls)
    for at in range(shown_step(page), number):
        do_step(page, lesson, at, hand, rng)
    wait_for_step(page, number)
    return number


@pytest.mark.parametrize(("lesson", "way"), dealt(LESSONS, list(WAYS)), ids=lambda value: getattr(value, "deal", value))
def test_a_lesson_to_its_end(lesson: Lesson, way: str, opened: Opener) -> None:
    hand, language, window = WAYS[way]
    say = lesson.game.speech(language)
    page = opened("/about", window, locale=language)
    begin(page, lesson)
    rng = Random(f"{way} {lesson.deal}")
    for number, step in enumerate(lesson.steps[:-1], start=1):
        wait_for_step(page, number)
        expect(page.locator("#lesson-say")).to_have_text(say(Phrase(step.say)))
        expect(page.locator("#lesson-more")).to_have_text(say(Phrase(step.more)) if step.more else "")
        assert page.locator(".spotlight .rim").count() > 0 or not step.show, f"step {number} shows nothing"
        do_step(page, lesson, number, hand, rng)
    wait_for_step(page, len(lesson.steps))
    after = lesson_after(lesson)
    expect(page.locator(".lesson-after button:visible")).to_contain_text([say(Phrase(after.title))] if after else [])
    press(hand, page.locator("[data-lesson=stay]"))
    expect(page.locator("#lesson")).to_be_hidden()
    before = happened(record(page)) if not lesson.game.secrets else []
    hand.play(page, rng, offer(page))
    settled(page)
    page.reload()
    offer(page)
    expect(page.locator("#lesson")).to_be_hidden()
    assert lesson.game.secrets or len(happened(record(page))) >= len(before), "the game goes on"
    page.goto("/")
    expect(page.locator(f"[data-learnt='{lesson.deal}']")).to_have_count(int(lesson is lessons_of(lesson.game)[0]))
    for mark in page.locator(f"[data-learnt='{lesson.deal}']").all():
        expect(mark).to_be_visible()


def can_be_hit(spot: Locator) -> bool:
    """Say whether nothing, such as the card, lies over a spot."""
    return bool(spot.evaluate(IN_FRONT))


@pytest.mark.parametrize("lesson", some(FIRST), ids=lambda lesson: lesson.deal)
def test_what_is_wrong_is_explained_and_what_is_left_waits(lesson: Lesson, opened: Opener) -> None:
    page = opened("/about")
    begin(page, lesson)
    wait_for_step(page, 1)
    assert violations(page) == []
    if not lesson.steps[0].do:
        check_that_nothing_can_be_done(page)
    number = to_the_first_move(page, lesson, Mouse())
    assert violations(page) == []
    offer(page)
    before = page.locator("#log").inner_html()
    spots = page.locator("svg[data-part] .spot:not(.lit)").all()
    Mouse().press(next(spot for spot in spots if spot.is_visible() and can_be_hit(spot)))
    expect(page.locator(".lesson-again")).not_to_be_empty()
    if said := lesson.steps[number - 1].otherwise:
        expect(page.locator(".lesson-again")).to_have_text(said)
    settled(page)
    assert (shown_step(page), page.locator("#log").inner_html()) == (number, before)
    leave_and_come_back(page, lesson, number)


def check_that_nothing_can_be_done(page: Page) -> None:
    """While something is to be read, nothing is lit, and the dice do not roll; the step stays when the page is left."""
    expect(page.locator("svg[data-part] .spot.lit")).to_have_count(0)
    before = page.locator("#log").inner_html()
    page.locator("#ask").focus()
    page.keyboard.press("Space")
    settled(page)
    assert (shown_step(page), page.locator("#log").inner_html()) == (1, before)
    page.locator("[data-lesson=next]").click()
    wait_for_step(page, 2)
    page.reload()
    wait_for_step(page, 2)


def leave_and_come_back(page: Page, lesson: Lesson, number: int) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("#lesson-say")).to_have_text("Skip the lesson?")
    expect(page.locator(".lesson-after:visible")).to_have_count(0)
    page.locator("[data-lesson=stay]").click()
    expect(page.locator("#lesson-say")).to_have_text(lesson.steps[number - 1].say)
    page.locator("[data-lesson=leave]").click()
    page.locator(".lesson-ways a").click()
    page.wait_for_url("**/")
    expect(page.locator(".pick").first).to_contain_text("Lesson, step")
    page.locator(f".learn[action='/learn/{lesson.game.name}'] button").click()
    wait_for_step(page, number)
    address = page.url
    page.goto(f"/learn/{lesson.game.name}")
    page.locator("[name=again]").first.click()
    wait_for_step(page, 1)
    assert page.url != address


@pytest.mark.parametrize("lesson", some(FIRST, turn=1, count=1), ids=lambda lesson: lesson.deal)
def test_the_card_covers_nothing_that_matters_on_a_phone_held_sideways(lesson: Lesson, opened: Opener) -> None:
    page, rng = opened("/about", LANDSCAPE), Random("card")
    begin(page, lesson)
    for number in range(1, len(lesson.steps)):
        wait_for_step(page, number)
        eventually(lambda: page.evaluate(HIDDEN) == 0, page)
        do_step(page, lesson, number, Touch(), rng)


@EVERY_FIRST
def test_on_a_phone_the_card_takes_the_place_of_the_question(lesson: Lesson, opened: Opener) -> None:
    page = opened("/about", PHONE)
    begin(page, lesson)
    to_the_first_move(page, lesson, Touch())
    offer(page)
    expect(page.locator(".question")).to_have_css("opacity", "0")
    expect(page.locator(".lesson-ask")).to_be_hidden()
    Touch().press(next(spot for spot in page.locator("svg[data-part] .spot.lit").all() if can_be_hit(spot)))
    expect(page.locator(".lesson-ask")).to_be_visible()
    assert page.locator(".lesson-ask").inner_html() == page.locator("#ask").inner_html() != ""
    page.locator("[data-lesson=leave]").click()
    page.locator(".lesson-ways a").click()
    page.wait_for_url("**/")


def test_the_next_lesson_begins_where_one_ends(opened: Opener) -> None:
    lesson = next(lesson for lesson in FIRST if lesson_after(lesson))
    page, rng = opened("/about"), Random("next")
    begin(page, lesson)
    for number in range(1, len(lesson.steps)):
        do_step(page, lesson, number, Mouse(), rng)
    wait_for_step(page, len(lesson.steps))
    address = page.url
    page.locator(".lesson-after button").click()
    page.wait_for_url(lambda url: "/table/" in url and url != address)
    following = lesson_after(lesson)
    assert following
    wait_for_step(page, 1)
    expect(page.locator("#lesson-say")).to_have_text(following.steps[0].say)
