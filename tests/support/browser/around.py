"""Several people at one table, each on their own device: they join by link, take seats, and play in turn.

Works for every game.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.hands import OFFER_TIMEOUT, Mouse, Touch, choose, offer, settled, sheet
from tests.support.browser.windows import DESKTOP, NOWHERE, PHONE, Opener

NAMES = ("Ana", "Ben", "Cem")

ABLE = """
() => {
  const shown = (each) => each.getClientRects().length > 0;
  if (document.getElementById("end-title")) return "over";
  if (document.getElementById("table").hasAttribute("aria-busy")) return "busy";
  const able = shown(document.getElementById("roll")) || document.querySelector(".deeds [data-move], .spot.lit");
  return able ? "able" : "waits";
}
"""
"""Script: whether the page offers its player something to do."""

NEWS = 0.8
"""Seconds in which a change on one page reaches all others."""

PLAYERS = "() => [...document.querySelectorAll('.players li')].map((each) => each.innerText)"


@dataclass
class Person:
    """A person with a device."""

    name: str
    page: Page
    hand: Mouse
    rng: Random = field(default_factory=lambda: Random(1))

    @property
    def state(self) -> str:
        """Return the state of this person's page: able, waits, busy or over."""
        return str(self.page.evaluate(ABLE))

    def act(self) -> None:
        """Do one of the things that the page offers."""
        self.hand.play(self.page, self.rng, offer(self.page))
        settled(self.page)

    def log(self) -> list[str]:
        """Return the log on the page, the latest entry first."""
        found: list[str] = self.page.locator("#log li").all_text_contents()  # the drawer may be closed
        return found

    def sees_all(self) -> None:
        """Check that the page, which was updated step by step, shows the same as a newly loaded one."""
        fresh = self.page.context.new_page()
        fresh.goto(self.page.url)
        fresh.locator(".players li").first.wait_for()
        end = time.monotonic() + 10
        while differences := [pair for pair in zip(told(self.page), told(fresh), strict=True) if pair[0] != pair[1]]:
            assert time.monotonic() < end, f"{self.name} sees the first, and not the second: {differences}"
            self.page.wait_for_timeout(30)
        fresh.close()


def told(page: Page) -> list[object]:
    """Return everything that a page without picks shows: the sheet, the log and the players."""
    for name in ("scenes-skip", "let-go"):
        if page.locator(f"#{name}").is_visible():
            page.locator(f"#{name}").click()
    return [*sheet(page).values(), page.evaluate(PLAYERS), page.locator("#ask").inner_text()]


def people(opened: Opener) -> list[Person]:
    """Return three people: the host, one with a desktop, and one with a phone."""
    kinds = (DESKTOP, DESKTOP, PHONE)
    hands = (Mouse(), Mouse(), Touch())
    return [Person(name, opened(NOWHERE, kind), hand) for name, kind, hand in zip(NAMES, kinds, hands, strict=True)]


def open_table(person: Person, game: str, links: int = 2, **chosen: str) -> str:
    """Open a table by the form with `links` seats for friends; return the invitation link."""
    page = person.page
    page.goto(f"/new/{game}?friends")
    page.locator("[name=name-0]").fill(person.name)
    for seat in range(1, links + 1):
        choose(page, f"kind-{seat}", "link")
    for name, value in chosen.items():
        choose(page, f"{name}", value)
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    return link_of(page, "join")


def link_of(page: Page, kind: str) -> str:
    """Return a link of some kind from a page; create it if there is none yet."""
    section = page.locator(f".link-{kind}")
    section.wait_for()
    if not section.locator("input.address").count():
        section.get_by_role("button", name="Create the link").click()
    return section.locator("input.address").input_value()


def come(person: Person, link: str) -> None:
    """Follow a link to its table."""
    person.page.goto(link)
    person.page.wait_for_url("**/table/*")


def sit(person: Person) -> list[str]:
    """Take a seat with a name, with the last possible value of each option; return the labels of these."""
    form = person.page.locator("#sit")
    form.get_by_label("Your name").fill(person.name)
    chosen = []
    for cards in form.locator(".choice-cards").all():
        card = cards.locator("label:not([hidden])").last
        card.locator("input").check()
        chosen.append(card.locator("strong").inner_text())
    person.hand.press(form.get_by_role("button", name="Sit down"))
    expect(form.get_by_role("button", name="Leave the seat")).to_be_visible()
    return chosen


def start(everybody: Sequence[Person]) -> None:
    """Start the game, and wait until everybody's page has followed."""
    everybody[0].page.get_by_role("button", name="Start the game").click()
    for each in everybody:
        each.page.locator(".players li").first.wait_for()


def gather(opened: Opener, game: str, **chosen: str) -> list[Person]:
    """Open a table for three people and start its game."""
    everybody = people(opened)
    link = open_table(everybody[0], game, 2, **chosen)
    for guest in everybody[1:]:
        come(guest, link)
        sit(guest)
    start(everybody)
    return everybody


def play_together(
    everybody: Sequence[Person], steps: int = 10_000, until: Callable[[], bool] = lambda: False, done: int = 0
) -> int:
    """Let people play `steps` steps, or until `until` holds, or until none of them is asked.

    Return how many steps were made. While these are fewer than `done`, wait for others to move.
    """
    made, end, since = 0, time.monotonic() + OFFER_TIMEOUT, time.monotonic()
    while made < steps and not until():
        for each in everybody:
            if made < steps and each.state == "able":
                each.act()
                made, since = made + 1, time.monotonic()
        states = {each.state for each in everybody}
        if states == {"over"}:
            break
        if "able" not in states:
            if made >= done and time.monotonic() > since + NEWS:
                break
            assert time.monotonic() < end, f"nobody can do anything: {[told(each.page)[-3:] for each in everybody]}"
            everybody[0].page.wait_for_timeout(20)
    return made


def open_with_own_dice(person: Person, game: str, *kinds: str) -> Locator:
    """Open a table with real dice, play until some are due, and return their form."""
    page = person.page
    page.goto(f"/new/{game}")
    for seat, kind in enumerate(kinds, start=1):
        choose(page, f"kind-{seat}", kind)
    choose(page, "dice", "own")
    page.get_by_role("button", name="Create the table").click()
    page.locator(".players li").first.wait_for()
    form, end = page.get_by_role("form", name="Your dice"), time.monotonic() + OFFER_TIMEOUT
    while not form.is_visible():
        assert time.monotonic() < end, "no dice are due"
        if person.state == "able":
            person.act()
        page.wait_for_timeout(20)
    return form
