"""Dice written into armies, secret orders to a map, devices on its borders: as Rolling Pyramids has them."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from rollwright.core.errors import Refusal
from rollwright.records import replay
from tests.support.browser.axe import unnamed, violations
from tests.support.browser.cover import check_covered, uncover
from tests.support.browser.hands import offer, open_record, settled
from tests.support.browser.windows import PHONE, TOUCHABLE, Opener
from tests.support.sampling import some

HEAD = """rollwright: 1
game: rolling_pyramids
seats: 2
names: Ana, Ben
map: inner
faction: anubians, bastet

dice 1
"""

ZONES = f"{HEAD}2 zone c\n1 zone a\n"

DRAFT = f"{ZONES}dice 3 2 4 6 4 3 7 5\n"
"""Ana's d4 and d8 are die 1 to 4, Ben's 5 to 8."""

DRAFTED = f"""{DRAFT}1 write 3 hero from 1d4-3
2 write 6 bomb-1 from 2d8-7
2 write 5 bomb-2 from 2d8-5
1 write 2 legion-1 from 1d4-2
1 write 4 legion-2 from 1d8-4
2 write 3 bomb-3 from 2d4-3
2 write 4 hero from 2d4-4
1 write 6 legion-3 from 1d8-6
"""
"""Ana has 3 heroes and a legion of 4, Ben 4 heroes and a bomb of 4, both their footmen."""

PAIRS = f"""{ZONES}dice 2 3 6 7 2 3 6 7
1 write 2 pair-1 from 1d4-2
2 write 2 pair-1 from 2d4-2
2 write 6 pair-1 from 2d8-6
1 write 6 pair-1 from 1d8-6
1 write 3 pair-2 from 1d4-3
2 write 3 pair-2 from 2d4-3
2 write 7 pair-2 from 2d8-7
1 write 7 pair-2 from 1d8-7
"""

MARCHED = """1 send footmen-1 8
1 send footmen-2 19
1 ready
2 send footmen-1 14
2 send footmen-2 13
2 ready
"""

CONQUERED = f"{PAIRS}1 develop ram\n1 develop spikes\n2 develop ram\n2 develop umbrella\n{MARCHED}"

PLACING = f"""{CONQUERED}1 cross footmen-1 1
1 cross footmen-1 2
2 cross footmen-1 1
2 cross footmen-1 2
"""

FOUR_ZONES = (
    HEAD.replace("seats: 2", "seats: 4")
    .replace("Ana, Ben", "Ana, Ben, Cleo, Dai")
    .replace("bastet", "bastet, rashar, sobeccians")
)
FOUR_DRAFT = f"{FOUR_ZONES}4 zone d\n3 zone c\n2 zone b\n1 zone a\ndice 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4\n"
PHASES = {
    "choosing": FOUR_ZONES,
    "drafting": FOUR_DRAFT,
    "developing": PAIRS,
    "ordering": DRAFTED,
    "crossing": CONQUERED,
    "placing": PLACING,
}


def lit(page: Page) -> set[str]:
    return set(offer(page).lit)


def spaces(*names: int | str) -> set[str]:
    return {f"space-{name}" for name in names}


def open_sheet(page: Page, text: str) -> None:
    """Open a record; if the sheet that comes up is covered, its player opens it."""
    open_record(page, text)
    offer(page)
    settled(page)


def refusal(text: str, move: str, seat: int = 0) -> str:
    """Return why the rules refuse a move."""
    with pytest.raises(Refusal) as refused:
        replay(text).play(seat, move)
    return str(refused.value.phrase)


WRITTEN_ON = """
(kind) => Object.fromEntries([...document.querySelectorAll(`.overlay .${kind}`)].map((mark) => {
  const place = `${mark.getAttribute("x")} ${mark.getAttribute("y")}`;
  return [mark.ownerSVGElement.querySelector(`.spot[data-at="${place}"]`)?.id, mark.textContent];
}))
"""
"""What is offered on which spot."""


# The draft

D8 = {*(f"slot-{army}-{n}" for army in ("legion", "bomb") for n in (1, 2, 3)), "slot-colossus-2", "slot-colossus-3"}
"""Where any d8 of middling numbers fits on an empty board."""

A_D8_OF_THREE_TO_FIVE = D8 | {"foot-1-r3", "foot-1-r4", "foot-2-r5", "discard", "pair-1-high"}
A_D4_OF_FOUR = {*(f"slot-{army}-{n}" for army in ("legion", "bomb") for n in (1, 2, 3)), "slot-hero",
                "slot-colossus-1", "slot-colossus-2", "foot-1-t4", "foot-2-t4", "discard", "pair-1-low"}  # fmt: skip


def test_a_die_lights_just_the_slots_that_take_it_and_says_as_what(opened: Opener) -> None:
    page = opened("/about")
    open_record(page, DRAFT)
    assert {f"die-{n}" for n in range(1, 9)} < lit(page)
    page.locator("#die-3").click()
    assert lit(page) == A_D8_OF_THREE_TO_FIVE
    assert page.evaluate(WRITTEN_ON, "offer-text") == dict.fromkeys(D8 | {"pair-1-high"}, "3 4 5") | {
        "pair-1-high": "345"
    }, "a small slot has room for no spaces"
    page.locator("#die-5").click()
    assert lit(page) == A_D4_OF_FOUR, "another's die is written as it fell"
    assert set(page.evaluate(WRITTEN_ON, "offer-text").values()) == {"4"}
    assert not any(f"value-{n}" in lit(page) for n in range(1, 9))

    page.locator("#die-3").click()
    page.locator("#slot-legion-1").click()
    assert lit(page) == {"value-3", "value-4", "value-5"}
    page.locator("#value-5").hover()
    expect(page.locator("svg[data-part=board] .ghost")).to_have_text("5")
    page.locator("#value-5").click()
    expect(page.locator("[data-show='1']")).to_have_attribute("aria-current", "true")
    expect(page.locator("#log li").first).to_contain_text("Ana")
    page.locator("[data-show='0']").click()
    expect(page.locator("#slot-legion-1")).to_have_attribute("aria-label", re.compile(": 5$"))
    expect(page.locator("#die-3")).to_have_class(re.compile("taken"))


def test_a_slot_is_picked_first_and_a_die_that_fits_one_way_is_written_at_once(opened: Opener) -> None:
    page = opened("/about")
    open_record(page, DRAFT)
    page.locator("#slot-hero").click()
    assert lit(page) == {"die-1", "die-2", "die-5", "die-6"}, "a triangle takes only a d4"
    page.locator("#die-5").click()
    expect(page.locator("[data-show='1']")).to_have_attribute("aria-current", "true")
    assert "slot-hero" in lit(page)
    page.locator("[data-show='0']").click()
    expect(page.locator("#slot-hero")).to_have_attribute("aria-label", re.compile(": 4$"))


def test_a_slot_that_takes_no_die_says_why(opened: Opener) -> None:
    page = opened("/about")
    open_record(page, DRAFTED.rpartition("1 write 6")[0])
    assert "slot-legion-2" not in lit(page)
    page.locator("#slot-legion-2").click()
    expect(page.locator("#notice")).to_have_text("Something is written there already.")
    page.locator("#die-4").click()
    expect(page.locator("#notice")).to_be_hidden()
    assert lit(page) >= {"slot-legion-3", "slot-colossus-3"}
    assert not lit(page) & {"slot-hero", "slot-colossus-1", "slot-legion-1", "slot-legion-2"}
    page.locator("#slot-colossus-1").hover()
    expect(page.locator("#note")).to_contain_text("Only a triangle goes in here.")
    page.locator("#space-9").click()
    expect(page.locator("#notice")).to_have_text(refusal(DRAFT, "send heroes 9"))
    page.locator("#slot-legion-3").click()
    page.locator("#value-6").click()
    expect(page.locator(".deeds [data-move]")).to_have_text(re.compile("^Write 6 with own rhombus 6"))
    page.locator(".deeds [data-move]").click()
    check_covered(page, "Ana")


# Orders


def sent(page: Page) -> list[str]:
    """Return the numbers on the arrows that are drawn, one an order."""
    return page.locator(".orders .order text").all_text_contents()


def test_orders_are_arrows_that_only_their_player_sees_and_can_change(opened: Opener) -> None:
    page = opened("/about")
    open_record(page, DRAFTED)
    check_covered(page, "Ana")
    uncover(page)
    groups = {"group-heroes", "group-legion", "group-footmen-1", "group-footmen-2"}
    assert lit(page) == groups | spaces(8, 19)
    assert sent(page) == []
    page.locator("#group-legion").click()
    assert lit(page) == spaces(8, 19)
    page.locator("#space-8").hover()
    expect(page.locator("svg[data-part=map] .walk-line")).to_have_count(2)
    page.locator("#space-8").click()
    expect(page.locator("#group-legion")).to_have_attribute("aria-label", "Legion (4), sent to space 8")
    assert sent(page) == ["4"]
    assert lit(page) == groups - {"group-legion"} | spaces(8, 19)

    page.locator("#group-legion").click()
    assert lit(page) == spaces(19), "the order can be changed"
    page.locator("#space-19").click()
    expect(page.locator("#group-legion")).to_have_attribute("aria-label", "Legion (4), sent to space 19")
    assert sent(page) == ["4"]
    page.locator("#space-8").click()
    assert lit(page) == groups - {"group-legion"}
    page.locator("#group-heroes").click()
    expect(page.locator("#group-heroes")).to_have_attribute("aria-label", re.compile("sent to space 8$"))
    assert sent(page) == ["3", "4"]
    page.locator("#undo").click()
    expect(page.locator("#group-heroes")).to_have_attribute("aria-label", re.compile("without an order$"))
    page.locator("[data-move=ready]").click()

    check_covered(page, "Ben")
    uncover(page)
    assert sent(page) == []
    assert "sent to" not in page.content()
    page.locator("#group-bomb").click()
    assert lit(page) == spaces(*range(1, 20)), "a bomb goes anywhere"
    page.locator("#space-19").click()
    settled(page)
    assert sent(page) == ["4"]
    page.locator("[data-move=ready]").click()
    expect(page.locator("#scenes")).to_be_visible()
    assert sent(page) == ["4", "4"], "now everybody sees all orders"


COVERED = """
() => {
  const box = (each) => each.getBoundingClientRect();
  const card = box(document.querySelector("#scenes"));
  const meets = ({ left, right, top, bottom }) =>
    left < card.right - 1 && right > card.left + 1 && top < card.bottom - 1 && bottom > card.top + 1;
  return [...document.querySelectorAll(".desk .spot, .tray, #table button, .strips")]
    .filter((each) => each.checkVisibility() && !each.closest("#scenes, #menu, .drawer"))
    .filter((each) => box(each).width && meets(box(each)))
    .map((each) => each.id || each.className);
}
"""
"""The places, dice and buttons that the card with battles lies on."""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390), (800, 620), (820, 1180), (1280, 800)])
def test_the_card_with_battles_lies_on_the_question_and_nothing_else(size: tuple[int, int], opened: Opener) -> None:
    page = opened("/about", viewport={"width": size[0], "height": size[1]}, has_touch=False)
    open_sheet(page, CONQUERED.rsplit("2 ready", 1)[0])
    page.locator("[data-move=ready]").click()
    expect(page.locator("#scenes")).to_be_visible()
    assert page.evaluate(COVERED) == []
    for name in ("Next", "All at once"):
        button = page.locator("#scenes").get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        shape = button.bounding_box()
        assert shape is not None
        assert min(shape["width"], shape["height"]) >= 32


def test_a_space_that_cannot_be_reached_says_what_can(opened: Opener) -> None:
    page = opened("/about")
    open_record(page, DRAFTED)
    uncover(page)
    assert not lit(page) & spaces(1, "c")
    for space in ("1", "c"):
        page.locator(f"#space-{space}").click()
        expect(page.locator("#notice")).to_have_text(refusal(DRAFTED, f"send heroes {space}"))
    assert sent(page) == []


# Devices


def test_devices_go_to_borders_that_light_up_and_stay_there(opened: Opener) -> None:
    page = opened("/about")
    open_record(page, PLACING)
    borders = {f"border-{border}" for border in ("2-8", "2-19", "7-19", "8-9", "8-19", "8-a", "18-19", "19-a")}
    assert lit(page) == {"device-ram", "device-spikes"} | borders
    page.locator("#border-8-9").click()
    assert lit(page) == {"device-ram", "device-spikes"}, "two devices could be meant"
    page.locator("#device-ram").click()
    expect(page.locator("#device-ram")).to_have_count(0)
    expect(page.locator(".devices .device")).to_have_count(1)
    assert lit(page) == {"device-spikes"} | borders
    page.locator("#border-2-8").click()
    expect(page.locator("[data-show='1']")).to_have_attribute("aria-current", "true")
    expect(page.locator(".devices .device")).to_have_count(2)

    assert lit(page) >= {"device-ram", "device-umbrella", "border-13-14", *spaces(13, 14)}
    page.locator("#space-14").click()
    expect(page.locator(".devices .device")).to_have_count(3)
    assert lit(page) == {"device-ram"} | {spot for spot in lit(page) if spot.startswith("border-")}
    page.locator("[data-move=done]").click()
    expect(page.locator("#roll")).to_be_visible()
    expect(page.locator("[id^=border-]")).to_have_count(0)


# Everybody, every screen, paper


PICKED = {"drafting": "die-3", "ordering": "group-legion", "crossing": "scenes-again", "placing": "device-ram"}
"""What is in hand, or in sight, in a phase whose moves take more than one click."""


@pytest.mark.parametrize("phase", some(PHASES, count=3))
def test_everybody_can_use_each_phase(phase: str, opened: Opener) -> None:
    page = opened("/about")
    open_sheet(page, PHASES[phase])
    if phase in PICKED:
        page.locator(f"#{PICKED[phase]}").click()
    assert unnamed(page) == []
    assert violations(page) == []


def test_a_finger_hits_everything(opened: Opener) -> None:
    page = opened("/about", PHONE)
    for text in PHASES.values():
        open_sheet(page, text)
        check_sizes(page)
        page.locator(f"#{offer(page).lit[-1]}").tap()
        check_sizes(page)


def check_sizes(page: Page) -> None:
    """What can be picked is large enough for a finger, whichever tab it is behind, and nothing is too wide."""
    for tab in (None, *offer(page).behind):
        if tab:
            page.locator(f"[data-tab={tab}]").tap()
        now = offer(page)
        assert now.smallest >= TOUCHABLE, now
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_map_and_board_are_printed_on_one_page(opened: Opener) -> None:
    page = opened("/print/rolling_pyramids/sheet?map=4x")
    printed = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    factions = ("Anubians", "Bastet", "Ra'shar", "Sobeccians")
    assert len(printed.pages) == len(factions)
    for paper, faction in zip(printed.pages, factions, strict=True):
        told = paper.extract_text()
        assert {f"{n}" for n in range(1, 20)} <= set(told.split()), "the spaces of the map"
        assert all(word in told for word in (faction, "4x", "Points", "Legion", "Umbrella"))
    page.emulate_media(media="print")
    for sheet in page.locator("section.sheet").all():
        boxes = [each.bounding_box() for each in (sheet, *sheet.locator("svg").all())]
        around, land, board = (box for box in boxes if box)
        for drawn in (land, board):
            assert around["x"] <= drawn["x"]
            assert drawn["x"] + drawn["width"] <= around["x"] + around["width"]
            assert min(drawn["width"], drawn["height"]) > 300
        apart = land["y"] + land["height"] <= board["y"] or land["x"] + land["width"] <= board["x"]
        assert apart, "neither lies on the other"
