"""Whole games of orders and battles: four people at one screen, two with bots, one alone. As Rolling Pyramids has them.

Of each game the beginning and the end are played by hand.
"""

import re
from collections.abc import Iterator
from random import Random

from playwright.sync_api import Page, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.records import replay, write
from rollwright.table import Table
from tests.support import LONG
from tests.support.browser.beside import Beside, any_way
from tests.support.browser.cover import check_covered, uncover
from tests.support.browser.hands import (
    Keyboard,
    Touch,
    before_the_end,
    check_the_end,
    happened,
    offer,
    open_record,
    play_on,
    record,
    settled,
    shown_seat,
    sit_down,
)
from tests.support.browser.windows import PHONE, TOUCHABLE, Opener
from tests.support.environments import DICE

GAME = "rolling_pyramids"
ROUNDS = 10
HIDDEN = "points hidden until the end"
UNWANTED = ("ready", "discard", "done")

FOOTMEN = {1: ("8 19", "10 11", "13 14", "16 17"), 2: ("9 18", "9 12", "12 15", "15 18")}
"""Where everybody's footmen go in the first rounds: in the second, neighbours meet."""

FLOW = 900
"""Milliseconds for which a picture is shown that goes on by itself."""


def second_round() -> str:
    """Return the record of a game of four, up to where the dice of the second round have fallen."""
    rng = Random("first round")
    table = Table(open_game(GAME), 4, SeededDice(DICE), rolls_itself=False)
    table.roll()
    while not table.dice_due:
        table.play(table.waiting[0], f"zone {'abcd'[table.waiting[0]]}", exact=True)
    table.roll()
    while not table.dice_due:
        seat = table.waiting[0]
        moves = orders(table, seat, rng) if gives_orders(table) else [any_way(table, seat, rng, *UNWANTED)]
        for move in moves:
            table.play(seat, move, exact=True)
    table.roll()
    return write(table)


def orders(table: Table, seat: int, rng: Random) -> Iterator[str]:
    """Yield orders until all groups are sent: the footmen go where neighbours meet, the others anywhere."""
    footmen = FOOTMEN[table.round_no][seat].split() if table.round_no in FOOTMEN else []
    for group, space in zip(("footmen-1", "footmen-2"), footmen, strict=False):
        yield f"send {group} {space}"
    move = ""
    while move != "ready":
        move = any_way(table, seat, rng, "ready")
        yield move


def last_round() -> str:
    """Return the record of a game of four, up to where the dice of its last round have fallen; few orders are given."""
    rng = Random("last round")
    table = Table(open_game(GAME), 4, SeededDice(4), rolls_itself=False)
    while table.round_no < ROUNDS or table.dice_due:
        if table.dice_due:
            table.roll()
        else:
            table.play(table.waiting[0], any_way(table, table.waiting[0], rng, "discard"), exact=True)
    return write(table)


def gives_orders(table: Table) -> bool:
    """Say whether orders are given now."""
    return bool(table.waiting) and table.legal(table.waiting[0])[0] == "ready"


# Four people at one screen


def play_round(beside: Beside, rng: Random) -> None:
    """Play a round by hand from when its dice have fallen: dice, covered orders, battles, triangles."""
    table = beside.table
    while not table.dice_due and not table.over:
        if gives_orders(table):
            while gives_orders(table):
                give_orders(beside, rng)
            expect(beside.page.locator("#cover")).to_be_hidden()
            watch_scenes(beside)
        else:
            offer(beside.page)
            seat = shown_seat(beside.page)
            beside.point(seat, any_way(table, seat, rng, *UNWANTED))


def give_orders(beside: Beside, rng: Random) -> None:
    """Take over the covered screen, send every group, and be ready."""
    page, table = beside.page, beside.table
    expect(page.locator("#cover [data-when=asked] h2")).to_be_visible()
    seat = int(str(page.locator("#cover button").get_attribute("data-seat")))
    assert seat in table.waiting
    check_covered(page, f"Player {seat + 1}")
    uncover(page)
    expect(page.locator(".orders .order")).to_have_count(0)
    expect(page.locator("#players .points", has_text=HIDDEN)).to_have_count(3)
    for move in orders(table, seat, rng):
        beside.point(seat, move)
        if move == "send footmen-1 8":
            change_order(beside, "send footmen-1 8", "send footmen-1 19")
            change_order(beside, "send footmen-1 19", "send footmen-1 8")


def change_order(beside: Beside, made: str, text: str) -> None:
    """Pick a group that has its order, and another space for it."""
    _, group, space = text.split()
    beside.page.locator(f"#group-{group}.also").click()
    beside.page.locator(f"#space-{space}.lit").click()
    settled(beside.page)
    beside.table.replace_move(0, made, text)
    expect(beside.page.locator(f"#group-{group}")).to_have_attribute("aria-label", re.compile(rf"space {space}$"))


def watch_scenes(beside: Beside) -> None:
    """See what happened picture by picture: on, back, on to the end; then leave, look once more, and leave early."""
    page = beside.page
    offer(page)
    scenes, told = beside.scenes(shown_seat(page)), beside.told(shown_seat(page))
    check_scene(page, told, 0)
    expect(page.locator("#scenes-back")).to_be_disabled()
    for number in range(1, len(told)):
        page.locator("#scenes-next").click()
        check_scene(page, told, number)
        if scenes[number].spot:
            expect(page.locator(".watched")).to_have_id(scenes[number].spot)
    if len(told) > 1:
        page.locator("#scenes-back").click()
        check_scene(page, told, len(told) - 2)
        page.locator("#scenes-next").click()
    page.locator("#scenes-next").click()
    expect(page.locator("#scenes")).to_be_hidden()
    page.locator("#scenes-again").click()
    check_scene(page, told, 0)
    page.locator("#scenes-skip").click()
    expect(page.locator("#scenes")).to_be_hidden()
    expect(page.locator(".watched")).to_have_count(0)


def check_scene(page: Page, told: list[str], number: int) -> None:
    expect(page.locator("#scenes-text")).to_have_text(told[number])
    expect(page.locator("#scenes-count")).to_have_text(f"{number + 1} / {len(told)}")


def from_the_first_roll(page: Page, rng: Random) -> Beside:
    """Sit down, and play by hand up to where the dice of the second round have fallen."""
    sit_down(page, GAME, "here", "here", "here")
    beside = Beside.new(page, GAME, 4)
    beside.roll()
    while beside.table.waiting:
        (seat,) = beside.table.waiting
        beside.point(seat, f"zone {'abcd'[seat]}")
    beside.roll()
    play_round(beside, rng)
    beside.roll()
    return beside


def test_four_people_at_one_screen(opened: Opener) -> None:
    """The second round and the last, and under long effort the first too."""
    rng = Random("four people")
    page = opened("/about")
    if LONG:
        beside = from_the_first_roll(page, rng)
    else:
        text = second_round()
        open_record(page, text)
        beside = Beside.of(page, text)
    assert beside.table.round_no == 2
    play_round(beside, rng)
    assert {scene.spot for scene in beside.scenes(0)} > {"space-9", "space-12", "space-15", "space-18"}

    text = last_round()
    open_record(page, text)
    beside = Beside.of(page, text)
    play_round(beside, rng)
    assert beside.table.over
    check_the_end(page)
    expect(page.locator("#players .points", has_text=HIDDEN)).to_have_count(0)
    assert happened(record(page))[:-1] == happened(write(beside.table))[:-1]
    winners = [str(beside.table.name(seat)) for seat in beside.table.ranking()[0]]
    for name in winners:
        expect(page.locator(".ranking li").first).to_contain_text(name)


# Two people and two bots, by touch


def test_two_people_and_two_bots_by_touch_in_spanish(opened: Opener) -> None:
    rng = Random("two people")
    page = opened("/about", PHONE, locale="es-ES")
    sit_down(page, GAME, "here", "easy", "easy")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    watched = people = 0
    rolls = 0
    while rolls < 3:
        now = offer(page)
        rolls += now.roll
        assert now.smallest >= TOUCHABLE, now
        if page.locator("#scenes").is_visible():
            watched += 1
            expect(page.locator("#scenes-text")).to_have_text(re.compile("^Ronda 1: "))
            page.locator("#scenes-skip").tap()
        people |= 1 << shown_seat(page)
        tap_something(page, rng)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    assert (watched, people) == (1, 0b11)
    expect(page.locator("#progress")).to_have_text("Ronda 2 de 10")
    assert offer(page).lit


def tap_something(page: Page, rng: Random) -> None:
    """Tap what makes a move as soon as possible: dice and groups first, and what is done is done at last."""
    now = offer(page)
    things = [spot for spot in now.lit if spot != "discard"]
    first = [spot for spot in things if spot.startswith(("die-", "group-"))] if not now.held else []
    if now.roll:
        tapped = "#roll"
    elif now.pending:
        tapped = f"#{now.pending}"
    elif now.actions and (now.held or not (things or now.behind)):
        tapped = ".deeds [data-move] >> nth=0"
    elif things:
        tapped = f"#{rng.choice(first or things)}"
    else:
        tapped = f"[data-tab={now.behind[0]}]"
    Touch().press(page.locator(tapped))
    settled(page)


# One alone, by keyboard


def test_a_campaign_alone_by_keyboard_in_russian(opened: Opener) -> None:
    """The first round and the end by keys, something between them typed."""
    rng, hand = Random("alone"), Keyboard()
    page = opened("/about", locale="ru-RU", reduced_motion="no-preference")
    page.clock.install()
    sit_down(page, GAME)
    while not page.locator("#scenes").is_visible():
        check_goals(page)
        play_on(page, hand, rng, steps=1)
        settled(page)
    watch_what_happened(page, hand)

    text = before_the_end(GAME, 1, 20)
    open_record(page, text)
    beside = Beside.of(page, text, language="ru")
    while not beside.table.dice_due:
        beside.type(0, any_way(beside.table, 0, rng, *UNWANTED))
    assert happened(record(page)) == happened(write(beside.table))
    assert play_on(page, hand, rng).over
    check_the_end(page)
    ended = replay(record(page))
    for phrase in ended.game.words.closing(ended.position):
        expect(page.locator("#end")).to_contain_text(beside.say(phrase))


def check_goals(page: Page) -> None:
    """The round and the goals are in sight."""
    table = replay(record(page))
    told = table.game.words.progress(table.position)
    assert told is not None
    assert table.halves(0) // 2 == told.text.values["held"]
    expect(page.locator("#progress")).to_have_text(table.game.speech("ru")(told.text))
    expect(page.locator("#progress")).to_be_in_viewport()


def watch_what_happened(page: Page, hand: Keyboard) -> None:
    """What happened plays by itself; shown again, it can be stepped through by keys."""
    beside = Beside.of(page, record(page), language="ru")
    scenes, told = beside.scenes(0), beside.told(0)
    assert len(scenes) > 1
    for number, scene in enumerate(scenes):
        check_scene(page, told, number)
        if scene.spot:
            expect(page.locator(".watched")).to_have_id(scene.spot)
        page.clock.run_for(FLOW)
    expect(page.locator("#scenes")).to_be_hidden()
    expect(page.locator(".watched")).to_have_count(0)

    hand.reach(page, "#scenes-again")
    page.keyboard.press("Enter")
    check_scene(page, told, 0)
    expect(page.locator("#scenes-next")).to_be_focused()
    for number in range(1, len(scenes)):
        page.keyboard.press("Enter")
        check_scene(page, told, number)
        page.clock.run_for(FLOW)
        check_scene(page, told, number)  # whoever steps by hand is not hurried
    page.keyboard.press("Enter")
    expect(page.locator("#scenes")).to_be_hidden()
    expect(page.locator("#ask")).to_be_focused()
