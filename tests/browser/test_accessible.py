"""Everybody can use every page: axe-core finds nothing to complain of, in light and in dark, large and small."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import game_names, open_game
from rollwright.core.language import Phrase
from rollwright.core.options import all_settings
from rollwright.records import write
from rollwright.table import Table
from tests.support import LONG
from tests.support.browser.around import Person, come, link_of, open_table, open_with_own_dice, sit, start
from tests.support.browser.axe import unnamed, violations
from tests.support.browser.hands import (
    Mouse,
    Touch,
    ask_for_hint,
    company,
    learn_of,
    offer,
    open_arrangements,
    open_menu,
    open_record,
    play_until_it_can_be_chosen,
    settled,
    sit_down,
)
from tests.support.browser.windows import DESKTOP, NOWHERE, PHONE, Opener, Watch
from tests.support.sampling import dealt, some

EVERY_GAME = pytest.mark.parametrize("game", game_names())
GAMES = 12
"""How many random games show everything that is asked."""

OPENED = 1 if LONG else 4
"""Of so many questions one is opened."""

FEWER = 1 if LONG else 12
"""Of so many questions one is looked at with all of axe-core; the names of what can be picked are checked at each."""


def test_pages(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 404", "the server responded with a status of 422")
    page = opened(NOWHERE)
    of_games = [f"/{kind}/{game}" for game, kind in dealt(game_names(), ("new", "rules", "print"))]
    for address in ("/", "/tables", "/about", "/verify", "/statistics", "/nowhere", *of_games):
        page.goto(address)
        alike = address in of_games[3:]  # but for a game's own words and drawings, which tables show too
        assert violations(page, dark=not alike) == [], address
    for game in some(game_names()):
        sit_down(page, game, *company(game))
    for address in ("/", "/tables", f"{page.url}/delete"):
        page.goto(address)
        assert violations(page) == [], address
    page.goto("/tables")
    page.locator("textarea").fill("nonsense")
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []


def moments(page: Page, game: str, hand: Mouse) -> Iterator[str]:
    """Bring a table to the moments that look different, and say which it is."""
    rng = Random(f"moments {game}")
    yield "before the first roll, guided"
    hand.press(page.locator("[data-do=guide-off]"))
    play_until_it_can_be_chosen(page, hand, rng)
    yield "something to choose"
    ask_for_hint(page)
    yield "a hint"
    now = offer(page)
    hand.play(page, rng, now)
    settled(page)
    yield f"something was chosen: {now}"
    if company(game):
        hand.press(page.locator("[data-show='1']"))
        expect(page.locator("#back")).to_be_visible()
        yield "another's sheet"


@pytest.mark.parametrize(("game", "kind"), dealt(game_names(), ("phone", "desktop")))
def test_a_table(kind: str, game: str, opened: Opener) -> None:
    page = opened(NOWHERE, PHONE if kind == "phone" else DESKTOP)
    sit_down(page, game, *company(game))
    hand = Touch() if kind == "phone" else Mouse()
    for moment in moments(page, game, hand):
        assert unnamed(page) == [], moment
        assert violations(page, dark=kind == "phone") == [], moment
    open_menu(page)
    assert violations(page, dark=kind == "phone") == [], "the menu"
    page.locator("#rules-open").click()
    assert violations(page, dark=kind == "phone") == [], "the rules' drawer"


@pytest.mark.parametrize("kind", some(["phone", "desktop"], count=1))
def test_around_a_table(kind: str, opened: Opener) -> None:
    """Where people gather, what they can arrange, and where they enter their own dice."""
    ana, ben = (
        Person(name, opened("/about", PHONE if kind == "phone" else DESKTOP), Mouse()) for name in ("Ana", "Ben")
    )
    game = next(name for name in game_names() if open_game(name).seats[0] == 1 and 2 in open_game(name).seats)
    link = open_table(ana, game, links=1, dice="own")
    come(ben, link)
    for each in (ana, ben):
        assert violations(each.page) == [], "lobby"
    sit(ben)
    assert violations(ben.page) == [], "seated"
    start([ana, ben])
    open_arrangements(ana.page)
    link_of(ana.page, "watch")
    ana.page.get_by_text("QR code, new link").first.click()
    assert violations(ana.page) == [], "the table's dialog"
    alone = next(name for name in game_names() if open_game(name).seats[0] == 1)
    open_with_own_dice(ana, alone).locator(".face").first.click()
    assert violations(ana.page) == [], "own dice"


def sentences(phrase: Phrase) -> set[str]:
    """Return the sentences of which a phrase is made, without numbers and names."""
    inside = [sentences(value) for value in phrase.values.values() if isinstance(value, Phrase)]
    return {text for text in (phrase.text,) if text.endswith((".", "?"))}.union(*inside)


def questions(game: str) -> Iterator[str]:
    """Yield records of random games up to where something is asked that was not asked before."""
    known: set[str] = set()
    played = open_game(game)
    settings = list(all_settings(played.options, played.seats[0]))
    for seed in range(GAMES):
        rng = Random(seed)
        setting = settings[seed * 5 % len(settings)]
        table = Table(played, played.seats[0], SeededDice(seed), setting, rolls_itself=False)
        while not table.over:
            for seat in table.waiting or [table.roller]:
                asked = sentences(table.game.words.ask(table.seen_by(seat), seat, table.players).whole)
                if not asked <= known:
                    yield write(table)
                known |= asked
            if table.dice_due:
                table.roll()
            else:
                seat = rng.choice(table.waiting)
                table.make(seat, rng.choice(table.legal_moves(seat)))


@EVERY_GAME
def test_every_question(game: str, opened: Opener) -> None:
    """Whatever is asked, with something pointed at of which there is something to tell."""
    page = opened(NOWHERE)
    for number, text in enumerate(islice(questions(game), 0, None, OPENED)):
        open_record(page, text)
        now = offer(page)
        learn_of(page, now.lit[-1] if now.lit else str(page.locator(".spot").last.get_attribute("id")))
        assert unnamed(page) == [], text
        if number * OPENED % FEWER == 0:
            assert violations(page) == [], text


@EVERY_GAME
def test_the_end(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    for path in some(sorted((open_game(game).folder / "golden").glob("*-seats.txt")), turn=1, count=1):
        open_record(page, path.read_text(encoding="utf-8"))
        expect(page.locator("#end-title")).to_be_visible()
        assert violations(page) == [], path.name
