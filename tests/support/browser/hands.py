"""Plays at a table like a person: picks among what is lit, by mouse, touch or keyboard.

Works for every game. Picks come from a seeded source, so a test plays the same game every time.
"""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.records import write
from rollwright.table import Table

OFFER_TIMEOUT = 120.0
"""Seconds to wait until a table offers something: a bot may have to wait for the compiler."""

LOOK = """
(patience) => new Promise((done, fail) => {
  const end = performance.now() + 1000 * patience;
  const shown = (each) => each.getClientRects().length > 0;
  const size = (each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height);
  const tabOf = (each) => each.closest("[data-tab-of]").dataset.tabOf;
  const later = (wait) => {
    if (performance.now() > end) fail(new Error("the table offers nothing: " + document.body.innerText));
    else setTimeout(painted, wait, look);
  };
  const painted = (act) => requestAnimationFrame(() => setTimeout(act)); // what is measured has its size and place then
  const look = () => {
    if (document.getElementById("table").hasAttribute("aria-busy")) return later(5);
    const cover = document.querySelector("#cover:has([data-when=asked]:not([hidden])) button");
    if (cover && shown(cover)) cover.click(); // whoever is asked opens their sheet
    const lit = [...document.querySelectorAll("svg[data-part] .spot.lit")];
    const others = document.querySelectorAll("svg[data-part] .spot.also:not([data-places])"); // places lie below
    const also = [...others].filter(shown);
    const now = {
      over: document.getElementById("end-title") !== null,
      roll: shown(document.getElementById("roll")),
      actions: document.querySelectorAll(".deeds [data-move]").length,
      lit: lit.filter(shown).map((each) => each.id),
      also: also.map((each) => each.id),
      behind: [...new Set(lit.filter((each) => !shown(each)).map(tabOf))],
      held: document.querySelector(".spot.picked, .spot.pending") !== null,
      pending: document.querySelector(".spot.pending")?.id ?? null,
      smallest: Math.min(...lit.filter(shown).concat(also).map(size)),
    };
    const some = now.over || now.roll || now.actions || now.lit.length || now.behind.length;
    return some ? done(now) : later(15); // all this is too much to do it while bots think
  };
  painted(look);
})
"""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"

SHEET = """
() => ({
  spots: Object.fromEntries(
    [...document.querySelectorAll("svg[data-part] .spot")].map((each) => [each.id, each.ariaLabel])
  ),
  parts: [...document.querySelectorAll("svg[data-part]")].map((each) => each.ariaLabel),
  score: document.getElementById("score").textContent,
  log: [...document.querySelectorAll("#log li")].map((each) => each.textContent),
})
"""


@dataclass(frozen=True)
class Offer:
    """What a table offers now: visible spots that can be picked, and tabs with more of them.

    `also` are spots that would replace an earlier pick; `held` is whether something is picked, and `pending` whether a
    spot was tapped once; `smallest` is the size of the smallest spot that can be picked, in pixels.
    """

    over: bool
    roll: bool
    actions: int
    lit: list[str]
    also: list[str]
    behind: list[str]
    held: bool
    pending: str | None
    smallest: float

    def wants_button(self, rng: Random) -> bool:
        """Decide whether to press a button: always if something is picked, else with the same chance as any spot."""
        things = self.actions + len(self.lit) + len(self.behind)
        return self.actions > 0 and (self.held or rng.randrange(things) < self.actions)


def offer(page: Page) -> Offer:
    """Wait until something can be done at the table, or the game is over; return what is offered."""
    return Offer(**page.evaluate(LOOK, OFFER_TIMEOUT))


def settled(page: Page) -> None:
    """Wait until no request is pending, and the page is painted as it is now."""
    page.locator("#table:not([aria-busy])").wait_for(state="attached")
    page.evaluate(PAINTED)


def shown_seat(page: Page) -> int:
    """Return whose sheet is shown."""
    shown = page.locator("[data-show][aria-current]")
    return int(str(shown.get_attribute("data-show"))) if shown.count() else 0


def halves(text: str) -> int:
    """Parse points, or a difference of points, as half points."""
    whole = text.removesuffix("½").removeprefix("+")
    sign = -1 if text.startswith("-") else 1
    return 2 * int(whole if whole.strip("-") else 0) + sign * text.endswith("½")


def sheet(page: Page) -> Any:
    """Return the text of the sheet that is shown: every spot's label, the captions, the score, the log."""
    return page.evaluate(SHEET)


def record(page: Page) -> str:
    """Return the record of a page's table."""
    answer = page.context.request.get(f"{page.url.partition('?')[0]}/record")
    assert answer.ok
    return answer.text()


def happened(text: str) -> list[str]:
    """Return the lines of a record with dice and moves."""
    return text.partition("\n\n")[2].splitlines()


def open_record(page: Page, text: str) -> None:
    """Open a record as a new table, and go there."""
    answer = page.context.request.post("/open", multipart={"text": text}, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(answer.headers["location"].removesuffix("/replay"))  # a finished game redirects to its replay


def before_the_end(game: str, seats: int, moves: int) -> str:
    """Return the record of a random game, up to `moves` moves before its end."""
    rng = Random(f"{game} {seats}")
    table = Table(open_game(game), seats, SeededDice(seats), rolls_itself=False)
    texts = [write(table)]
    while not table.over:
        if table.dice_due:
            table.roll()
        else:
            seat = rng.choice(table.waiting)
            table.make(seat, rng.choice(table.legal_moves(seat)))
            texts = [*texts[-moves:], write(table)]
    return texts[0]


def sit_down(page: Page, game: str, *kinds: str, **chosen: Sequence[str]) -> None:
    """Open a table by the form, with players from the second seat on, and the choices of each."""
    page.goto(f"/new/{game}")
    for seat, kind in enumerate(kinds, start=1):
        choose(page, f"kind-{seat}", kind)
    for option, choices in chosen.items():
        for seat, choice in enumerate(choices):
            choose(page, f"option-{option}-{seat}", choice)
    page.locator("main form button.primary").click()
    page.wait_for_url("**/table/*")


def choose(page: Page, name: str, value: str) -> None:
    """Press one of the radio buttons of this name; for a seat that is empty, a bot is added first."""
    wanted = page.locator(f"[name='{name}'][value='{value}']")
    away = page.locator(f"[name='{name}'][value='none']")
    if not wanted.is_visible():  # who sits there is first taken away, or a bot is added, of any level
        if away.is_visible() and not away.is_checked():
            away.click()
        if not wanted.is_visible():
            page.locator(f"[name='{name}'][value='normal']").click()
    wanted.click()  # it need not stay pressed: when a player is taken away, the next ones move up


def open_menu(page: Page) -> None:
    """Open the menu that every page has."""
    page.locator("#menu-open").click()
    expect(page.locator("#menu")).to_be_visible()


def open_rules(page: Page) -> None:
    """Open the rules from the menu."""
    open_menu(page)
    page.locator("#rules-open").click()


def open_arrangements(page: Page) -> None:
    """Open the dialog about the table from the menu: links, seats and dice."""
    open_menu(page)
    page.locator("#company-open").click()


def typing_field(page: Page) -> Locator:
    """Return the field for typed moves, opened by its key."""
    if not page.locator("#typed").is_visible():
        page.locator("#ask").focus()
        page.keyboard.press("/")
    field = page.locator("#typed input")
    field.focus()
    return field


def type_move(page: Page, text: str) -> None:
    """Make a move by typing it."""
    typing_field(page).fill(text)
    page.keyboard.press("Enter")
    settled(page)


def company(game: str, kind: str = "easy") -> list[str]:
    """Return the other players: one of this kind, or none in a solo game."""
    return [kind] if 2 in open_game(game).seats else []


def eventually(holds: Callable[[], bool], page: Page, seconds: float = 60.0) -> None:
    """Wait until a condition holds that is not about a single element of the page."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        page.wait_for_timeout(10)


class Hand(Protocol):
    """A way to use a page: mouse, touch or keyboard."""

    def play(self, page: Page, rng: Random, now: Offer) -> None:
        """Do one of the things that are offered."""
        ...


def play_on(page: Page, hand: Hand, rng: Random, *, steps: int = 10_000) -> Offer:
    """Play some steps, or to the end; return what is offered then."""
    for _ in range(steps):
        now = offer(page)
        if now.over:
            return now
        hand.play(page, rng, now)
    return offer(page)


def play_until_something_happens(page: Page, hand: Hand, rng: Random) -> None:
    """Play until dice were rolled or a move was made."""
    settled(page)
    before = record(page)
    while record(page) == before:
        play_on(page, hand, rng, steps=1)
        settled(page)


def play_until_it_can_be_chosen(page: Page, hand: Hand, rng: Random) -> None:
    """Play until something on the sheet can be picked and nothing is picked yet."""
    while (now := offer(page)).roll or now.held or not now.lit:
        hand.play(page, rng, now)


AIM = """
(each) => {
  const middle = () => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const inFront = () => document.elementFromPoint(...middle());
  if (!each.contains(inFront())) each.scrollIntoView({ block: "center" });
  if (each.contains(inFront())) return middle();
  throw new Error(`${each.outerHTML} at ${middle()} cannot be pointed at: in front of it is ${inFront()?.outerHTML}`);
}
"""


def aim(target: Locator) -> tuple[float, float]:
    """Return the position of an element on the screen, scrolling if need be; fail if another element covers it."""
    x, y = target.evaluate(AIM)
    return x, y


HINTED = "document.querySelector('.overlay > *, .spot.picked, #confirm button, .deeds .choice.strong') !== null"


def ask_for_hint(page: Page) -> str:
    """Press the hint button, and wait until the hint is shown; return the move that it proposes."""
    with page.expect_response("**/hint", timeout=1000 * OFFER_TIMEOUT) as answer:
        page.locator("#hint").click()
    eventually(lambda: bool(page.evaluate(HINTED)), page)
    return str(answer.value.json()["move"])


def note_of(page: Page, spot: str) -> dict[str, Any]:
    """Return the server's note about a spot: its text, marks and bars."""
    language = page.locator("html").get_attribute("lang")
    asked: dict[str, str | float | bool] = {"seat": shown_seat(page), "spot": spot, "language": str(language)}
    answer = page.context.request.get(f"{page.url}/about", params=asked)
    assert answer.ok
    found: dict[str, Any] = answer.json()
    return found


def learn_of(page: Page, spot: str) -> dict[str, Any]:
    """Point at a spot with the mouse, and wait until the page shows the server's note, if it shows notes at all."""
    page.locator(f"#{spot}").hover()
    note = note_of(page, spot)
    if page.locator("#note").count():
        expect(page.locator("#note p")).to_have_text(note["text"])
    return note


class Mouse:
    """Points and clicks."""

    def press(self, target: Locator) -> None:
        """Click something."""
        target.page.mouse.click(*aim(target))

    def play(self, page: Page, rng: Random, now: Offer) -> None:
        """Do one of the things that are offered."""
        if now.roll:
            self.press(page.locator("#roll"))
        elif now.wants_button(rng):
            self.press(page.locator(".deeds [data-move]").nth(rng.randrange(now.actions)))
        elif now.also and rng.random() < 0.1:
            self.press(page.locator(f"#{rng.choice(now.also)}"))
        elif now.lit and (not now.behind or rng.random() < 0.7):
            self.press(page.locator(f"#{rng.choice(now.lit)}"))
        else:
            self.press(page.locator(f"[data-tab={rng.choice(now.behind)}]"))


class Touch(Mouse):
    """Taps: the first tap previews a move; a second one, or the confirm button, makes it."""

    def press(self, target: Locator) -> None:
        """Tap something."""
        target.page.touchscreen.tap(*aim(target))

    def play(self, page: Page, rng: Random, now: Offer) -> None:
        """Do one of the things that are offered, or confirm the pending tap."""
        if now.pending and rng.random() < 0.5:
            self.press(page.locator(f"#{now.pending}"))
        else:
            super().play(page, rng, now)


FOCUS = """
(wanted) => {
  const now = document.activeElement;
  const able = [...document.querySelectorAll(wanted)].filter((each) => each.getClientRects().length > 0);
  if (able.includes(now)) return "there";
  if (now === document.body || !able.length) return "after";
  return now.compareDocumentPosition(able[0]) & Node.DOCUMENT_POSITION_PRECEDING ? "before" : "after";
}
"""

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

AWAY = """
() => {
  const now = document.activeElement;
  const at = (spot) => spot.dataset.at.split(" ").map(Number);
  const lit = [...(now.ownerSVGElement?.querySelectorAll(".spot.lit") ?? [])];
  return lit.map((each) => [at(each)[0] - at(now)[0], at(each)[1] - at(now)[1]]);
}
"""
"""Script: the distance and direction of each lit spot from the focused one."""

FARTHEST = 60
"""The most key presses between any two elements of a page."""


class Keyboard:
    """Moves by Tab and arrows, and presses Enter or space."""

    def reach(self, page: Page, wanted: str) -> None:
        """Move the focus to an element by Tab alone."""
        for _ in range(FARTHEST):
            where = page.evaluate(FOCUS, wanted)
            if where == "there":
                return
            page.keyboard.press("Shift+Tab" if where == "before" else "Tab")
        both = "(wanted) => [document.querySelector(wanted), document.activeElement].map((each) => each?.outerHTML)"
        there = page.evaluate(both, wanted)
        raise AssertionError(f"the keyboard does not reach {wanted}; it and what has the focus: {there}")

    def play(self, page: Page, rng: Random, now: Offer) -> None:
        """Do one of the things that are offered."""
        if now.roll:
            self.reach(page, "#roll")
        elif now.wants_button(rng):
            move = page.locator(".deeds [data-move]").nth(rng.randrange(now.actions)).get_attribute("data-move")
            self.reach(page, f'.deeds [data-move="{move}"]')
        else:
            part = page.locator(f"#{rng.choice(now.lit)}").evaluate("each => each.ownerSVGElement.dataset.part")
            self.reach(page, f'svg[data-part="{part}"] .spot[tabindex="0"]')
            self.wander(page, rng)
        page.keyboard.press(rng.choice(("Enter", "Space")))

    def wander(self, page: Page, rng: Random) -> None:
        """Move by arrows to a lit spot, mostly in its direction."""
        for _ in range(2 * FARTHEST):
            away: list[list[float]] = page.evaluate(AWAY)
            if [0, 0] in away and rng.random() < 0.7:
                return
            dx, dy = rng.choice(away) if away else (0, 0)
            along = "ArrowRight" if dx > 0 else "ArrowLeft"
            across = "ArrowDown" if dy > 0 else "ArrowUp"
            best = along if abs(dx) > abs(dy) else across
            page.keyboard.press(best if rng.random() < 0.7 else rng.choice(ARROWS))
        raise AssertionError(f"the arrows lead to nothing lit: {page.evaluate('document.activeElement.outerHTML')}")


def check_the_end(page: Page) -> None:
    """Check that the end screen shows the record's score, a rating or a ranking, and a chart."""
    scores = re.findall(r"[\d.½-]+", happened(record(page))[-1].removeprefix("score "))
    end = page.locator("#end")
    for score in scores:
        expect(end.get_by_text(score).first).to_be_visible()
    if len(scores) == 1:
        expect(end.locator(".rating")).not_to_be_empty()
    else:
        expect(end.locator(".ranking li")).to_have_count(len(scores))
    expect(end.locator("svg.chart .chart-line")).to_have_count(len(scores))
    expect(page.locator("#roll")).to_be_hidden()
