"""Dice that are picked for rows and left to others, and attacks on their sheets: as StarCraft has them."""

import re

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.records import replay, write
from rollwright.table import Table
from tests.support.browser.hands import happened, learn_of, offer, open_record, record, settled, shown_seat
from tests.support.browser.windows import NOWHERE, PHONE, Opener

NAMES = ("Ana", "Ben", "Cleo")
EXAMPLE = (3, 5, 5, 2, 3, 5, 4, 2, 6)
"""Blue, white and black dice, as the published text rolls them (SC-43); in order, the white ones are 2 3 4 5 5 5."""

FIVES = {"die-white-4", "die-white-5", "die-white-6"}


def begun(*races: str) -> Table:
    """Open a table at which Ana begins; everybody has written 2 5 5."""
    game = open_game("starcraft")
    names = NAMES[: len(races)]
    table = Table(game, len(races), SeededDice(0), {"race": races}, names=names, rolls_itself=False)
    table.roll([1])
    for seat in range(len(races)):
        for face in (2, 5, 5):
            table.play(seat, f"number {face}")
    return table


def example() -> Table:
    """Return a Terran's first turn, who may change a die."""
    table = begun("terran", "zerg")
    table.roll(EXAMPLE)
    return table


def to_build() -> Table:
    """Return the same, one step on: a unit may be built."""
    table = example()
    table.play(0, "pass")
    return table


def with_red_die() -> Table:
    """Return a Terran's turn who has every worker, and keeps a red 5 to the white ones 2 3 4 5 5 5."""
    table = begun("terran", "zerg")
    while len(table.dice_due) < 3 + 6 + 2 + 1 + 1:
        if due := table.dice_due:
            table.roll([1 + i % 3 for i in range(len(due))])
        else:
            (seat,) = table.waiting
            table.play(seat, "train 1-2-3" if seat == 0 and "train 1-2-3" in table.legal(0) else "pass")
    table.roll([1, 1, 1, *EXAMPLE[1:], 1, 5])
    table.play(0, "pass")
    table.play(0, "pass")
    return table


def in_tactics(*races: str, plays: str = "", dice: tuple[int, ...] = ()) -> Table:
    """Return Ana's first turn when all have passed and an ability can be used, or has been, with these dice."""
    table = begun(*races)
    table.roll(EXAMPLE)
    while not any(text.startswith("ability") for text in table.legal(table.waiting[0])):
        table.play(table.waiting[0], "pass")
    if plays:
        table.play(0, plays)
        table.roll(dice)
    return table


def told(table: Table, move: str, seat: int = 0) -> str:
    """Return what a move is said to do."""
    return str(table.game.words.describe(table.seen_by(seat), seat, table.read(seat, move)))


def asked(table: Table, seat: int) -> str:
    """Return what a seat is asked."""
    return str(table.game.words.ask(table.seen_by(seat), seat, table.players).ask)


def lit(page: Page) -> set[str]:
    return set(offer(page).lit)


def offered(page: Page) -> dict[str, str]:
    """Return the moves on buttons, with what is written on them."""
    buttons = page.locator(".deeds [data-move]").all()
    return {str(each.get_attribute("data-move")): each.inner_text() for each in buttons}


def ghosted(page: Page, beginning: str) -> set[str]:
    """Return the spots that the move which is pointed at would take."""
    names = page.locator(".spot.ghosted").evaluate_all("all => all.map((each) => each.id)")
    return {name for name in names if name.startswith(beginning)}


def let_go(page: Page) -> None:
    while page.locator("#let-go").is_visible():
        page.keyboard.press("Escape")


def happened_since(page: Page, table: Table) -> list[str]:
    """Return what happened at the table since a record was opened there."""
    settled(page)
    return happened(record(page))[len(happened(write(table))) :]


def test_dice_light_rows_and_rows_light_dice(opened: Opener) -> None:
    table = to_build()
    page = opened(NOWHERE)
    open_record(page, write(table))
    rows = {"row-scv", "row-goliath", "row-ghost"}
    assert lit(page) == {f"die-white-{n}" for n in range(1, 7)} | rows
    assert set(offered(page)) == {"pass"}

    page.locator("#die-white-4").click()
    assert lit(page) == {"die-white-2", "die-white-3"} | FIVES - {"die-white-4"} | rows
    page.locator("#die-white-6").click()
    assert lit(page) == {"die-white-5", "row-goliath", "row-ghost"}
    assert list(offered(page)) == ["train 5-5"], "equal dice are one choice"
    assert offered(page)["train 5-5"].startswith(told(table, "train 5-5"))

    let_go(page)
    page.locator("#row-scv").click()
    assert lit(page) == {f"die-white-{n}" for n in range(1, 7)}
    assert set(offered(page)) == {"train 2-3-4", "train 3-4-5"}
    for move, text in offered(page).items():
        assert text.startswith(told(table, move))
    page.locator("#die-white-2").click()
    assert lit(page) == {"die-white-1", "die-white-3"} | FIVES, "a 3 is in both"
    assert happened_since(page, table) == []

    let_go(page)
    page.locator("#row-ghost").hover()
    assert ghosted(page, "die-") == FIVES
    assert ghosted(page, "left-") == {die.replace("die-", "left-") for die in FIVES}, "what one would leave"
    assert ghosted(page, "could-") == {"could-3-4-5", "could-5-5", "could-5-5-5"}, "what others could no longer do"
    page.locator("#row-ghost").click()
    expect(page.locator("#die-white-4")).to_have_class(re.compile("used"))
    assert happened_since(page, table) == ["1 train 5-5-5"]


def test_dice_set_aside_are_marked_and_the_rest_is_for_others(opened: Opener) -> None:
    """The published example (SC-43): 2, 3, 4 and the black 2 are left."""
    table = to_build()
    page = opened(NOWHERE)
    open_record(page, write(table))
    for die in sorted(FIVES):
        page.locator(f"#{die}").click()
    settled(page)
    assert lit(page) == {"die-black-1", "die-black-2", "row-barracks", "row-command-centre", "row-factory",
                         "row-science-facility"}  # fmt: skip
    page.locator("#row-science-facility").click()
    assert happened_since(page, table) == ["1 train 5-5-5", "1 build science-facility 6"]

    expect(page.locator("[data-show='1']")).to_have_attribute("aria-current", "true")
    now = replay(record(page))
    expect(page.locator("#ask")).to_contain_text(asked(now, 1))
    expect(page.locator("#ask")).to_contain_text("from what is left")
    assert set(page.locator(".spot.used").evaluate_all("all => all.map((each) => each.id)")) == FIVES | {"die-black-2"}
    expect(page.locator("#die-black-2")).to_have_attribute("aria-label", re.compile("Ana"))
    assert lit(page) == {"die-white-1", "die-white-2", "die-white-3", "row-drone"}
    page.locator("[data-show='0']").click()
    expect(page.locator("#ask")).to_contain_text(asked(now, 0))
    assert page.locator(".spot.lit").count() == 0


def test_a_row_that_several_sets_pay_for_offers_each_with_what_it_leaves(opened: Opener) -> None:
    """With and without the red die."""
    table = with_red_die()
    page = opened(NOWHERE)
    open_record(page, write(table))
    assert lit(page) >= {"row-goliath", "row-ghost", "row-battlecruiser", "die-red-1"}
    for row, dice in (("row-ghost", "5-5-5"), ("row-goliath", "5-5")):
        page.locator(f"#{row}").click()
        assert set(offered(page)) == {f"train {dice}", f"train {dice} red"}
        texts = [text for move, text in offered(page).items() if text.startswith(told(table, move))]
        assert len(set(texts)) == 2
        assert lit(page) == FIVES | {"die-red-1"}
        let_go(page)
    page.locator("#row-ghost").click()
    page.locator("[data-move='train 5-5-5 red']").click()
    expect(page.locator("#die-red-1")).to_have_class(re.compile("used"))
    assert happened_since(page, table) == ["1 train 5-5-5 red"]
    expect(page.locator(".spot.used")).to_have_count(3)


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_support_changes_a_die_after_saying_what_that_would_do(kind: str, opened: Opener) -> None:
    table = example()
    page = opened(NOWHERE, PHONE if kind == "touch" else None)
    open_record(page, write(table))
    both = {"change-plus", "change-minus"}
    assert lit(page) >= both | {"die-white-1", "die-black-2", "die-blue-1"}
    press = "tap" if kind == "touch" else "click"
    getattr(page.locator("#die-black-2"), press)()
    assert lit(page) == {"change-minus"}, "a 6 goes no higher"
    getattr(page.locator("#let-go"), press)()
    getattr(page.locator("#die-white-1"), press)()
    assert lit(page) == both
    plus = page.locator("#change-plus")
    if kind == "touch":
        plus.tap()
        expect(page.locator("#ask")).to_contain_text(told(table, "support white 2 +1"))
    else:
        plus.hover()
    expect(plus).to_have_attribute("aria-description", re.compile(re.escape(told(table, "support white 2 +1"))))
    expect(page.locator(".spot.ghosted")).to_have_id("die-white-1")
    getattr(plus, press)()
    settled(page)
    assert happened_since(page, table) == ["1 support white 2 +1"]
    white = page.locator("[id^=die-white]").evaluate_all("all => all.map((each) => each.ariaLabel.at(-1))")
    assert white == ["3", "3", "4", "5", "5", "5"]


ATTACKS = {
    "protoss": (("protoss", "terran", "zerg"), "ability", (1,), "starport", {"rival-3-spire", "rival-2-barracks"}),
    "zerg": (("zerg", "terran", "protoss"), "ability against 2", (1, 1, 5, 5), "marine", {"rival-2-goliath"}),
}


@pytest.mark.parametrize("race", ATTACKS)
def test_an_attack_is_aimed_at_a_row_and_shown_where_it_hits(race: str, opened: Opener) -> None:
    races, ability, dice, row, more = ATTACKS[race]
    table = in_tactics(*races, plays=ability, dice=dice)
    page = opened(NOWHERE)
    open_record(page, write(table))
    target = f"rival-2-{row}"
    assert lit(page) >= more | {target}
    assert all(spot.startswith("rival-2-" if race == "zerg" else "rival-") for spot in lit(page))
    learn_of(page, target)
    expect(page.locator(".ghost-cross")).to_have_count(1)
    page.locator(f"#{target}").click()
    settled(page)
    (move,) = happened_since(page, table)
    assert re.fullmatch(rf"1 cross {row}( of 2)?", move)
    page.locator("[data-show='1']").click()
    check_hits(page, 1, {f"row-{row}"})
    expect(page.locator("#log li").first).to_contain_text(re.compile("Ana.*Ben"))
    page.locator("[data-show='0']").click()
    check_hits(page, 0, {target})


def check_hits(page: Page, seat: int, rows: set[str]) -> None:
    """The sheet of a seat is shown, and marks these rows as freshly hit."""
    expect(page.locator(f"[data-show='{seat}']")).to_have_attribute("aria-current", "true")
    settled(page)
    assert shown_seat(page) == seat
    found = page.locator(".spot.was-hit").evaluate_all("all => all.map((each) => each.id)")
    assert set(found) == rows
    assert page.locator(".was-hit .fresh-cut").count() >= len(rows)


def test_whom_the_zerg_attack_is_pointed_at(opened: Opener) -> None:
    table = in_tactics("zerg", "terran", "protoss")
    page = opened(NOWHERE)
    open_record(page, write(table))
    assert lit(page) == {"rival-2", "rival-3"}
    assert set(offered(page)) == {"pass", "ability against 2", "ability against 3"}
    page.locator("#rival-3").click()
    assert happened_since(page, table) == ["1 ability against 3"]
    assert offer(page).roll


def test_a_strike_of_the_terrans_hits_everybody(opened: Opener) -> None:
    table = in_tactics("terran", "protoss", "zerg")
    page = opened(NOWHERE)
    open_record(page, write(table))
    assert set(offered(page)) == {"pass", "ability minerals", "ability gas"}
    page.locator("[data-move='ability gas']").click()
    settled(page)
    check_hits(page, 0, {f"rival-{other}-{row}" for other in (2, 3) for row in ("minerals", "gas")})
    page.locator("#roll").click()
    settled(page)
    for seat, other in ((1, 3), (2, 2)):
        page.locator(f"[data-show='{seat}']").click()
        check_hits(page, seat, {"row-minerals", "row-gas", f"rival-{other}-minerals", f"rival-{other}-gas"})
        expect(page.locator("#ask")).to_contain_text(re.compile("Your turn.*Ana" if seat == 1 else "Ben rolls next"))


def test_of_equal_dice_those_that_were_clicked_are_marked(opened: Opener) -> None:
    """The white dice are 2 3 4 5 5 5: a preview takes the fives that were picked, not the first of them."""
    page = opened(NOWHERE)
    open_record(page, write(example()))
    for die in sorted(FIVES):
        page.locator(f"#{die}").click()
        page.locator("#change-plus").hover()
        assert ghosted(page, "die-") == {die}
        let_go(page)
    open_record(page, write(to_build()))
    for spared in sorted(FIVES):
        for die in sorted(FIVES - {spared}, reverse=True):
            page.locator(f"#{die}").click()
        assert ghosted(page, "die-") == FIVES - {spared}
        let_go(page)
