"""What a table tells of things that are pointed at: what they would bring, or why they cannot be picked."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.contract import Record
from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.games.tou_shi import ahead
from rollwright.games.tou_shi.sheet import DICE
from rollwright.records import replay
from tests.support.browser.hands import (
    aim,
    eventually,
    happened,
    learn_of,
    note_of,
    offer,
    open_record,
    record,
    settled,
)
from tests.support.browser.windows import NOWHERE, PHONE, Opener, Watch

OPENING = """rollwright: 1
game: tou_shi
seats: 1
sheet: classic

"""

PAYING = f"""{OPENING}1 tick d4 1
1 square c3
1 tick d6 1
dice 2
1 square c2
1 tick d8 1
1 tick d10 1
dice 2
1 square d2
1 tick d12 1
"""
"""Of all the 1s only that of the d20 is open: who pays with it can do nothing with a 2."""

NO_WALK = f"""{PAYING}1 tick d20 1
dice 2
"""

FAR = f"""{OPENING}1 tick d20 20
1 square c3
1 tick d12 12
dice 6
"""

WALKING = f"""{OPENING}1 tick d20 20
1 square c3
1 tick d4 4
dice 4
1 square d4
1 tick d4 2
1 tick d4 3
dice 3
1 square e4
1 tick d6 2
1 tick d4 1
dice 3
"""

CHOSEN = f"{WALKING}1 square c4\n"

CLOSED = {"d8-5": ["Right"] * 4, "d6-1": ["Up"], "d4-1": ["Up", "Up"], "d20-1": ["Down"] * 4}
"""Boxes that are not open for c4, and how arrows lead to each from the 1 of the d8.

The first has a wrong number, the second a die that stands in the row already, all boxes of the third are used up, and
the last has a die that stands in the column already.
"""

GHOSTS = "document.querySelectorAll('.spot.ghosted')"


def position(text: str) -> Record:
    """Return where a record leads."""
    return replay(text).position


def ghosted(page: Page) -> set[str]:
    """Return the spots that are marked because of something that is pointed at."""
    return set(page.evaluate(f"[...{GHOSTS}].map((each) => each.id)"))


def dotted(page: Page) -> set[str]:
    """Return the spots that have a dot because of something that is pointed at."""
    return set(page.evaluate("[...document.querySelectorAll('.mark-dot')].map((each) => each.dataset.of)"))


def marked(note: dict[str, Any]) -> set[str]:
    """Return the spots that the server's note marks."""
    return {spot for marks in note["marks"].values() for spot, _ in marks}


def chances(note: dict[str, Any]) -> list[str]:
    """Return the chances that a note tells of."""
    return re.findall(r"\d+%", note["text"])


def shown_bars(page: Page) -> list[tuple[str, float, float]]:
    """Return the bars on the page: a name, and how high the full and the hollow part are."""
    names = page.locator("#note .bar-name").all_text_contents()
    heights = [
        page.locator(f"#note .{kind}").evaluate_all("all => all.map((each) => Number(each.getAttribute('height')))")
        for kind in ("bar-sure", "bar-possible")
    ]
    return list(zip(names, *heights, strict=True))


def check_bars(page: Page, bars: list[tuple[str, int, int]]) -> None:
    """The bars are as high as their numbers, the highest one fills the picture, and nothing is crossed but nothing."""
    most = max(possible for _, _, possible in bars)
    scaled = [(name, round(each, 6), round(high, 6)) for name, each, high in shown_bars(page)]
    assert scaled == [(name, round(50 * sure / most, 6), round(50 * high / most, 6)) for name, sure, high in bars]
    assert page.locator("#note .bar-value").all_text_contents() == [str(high) for _, _, high in bars if high]
    expect(page.locator("#note .bar-none")).to_have_count(sum(high == 0 for _, _, high in bars))


def test_a_die_and_a_box_that_pays_tell_what_may_come(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, PAYING)
    s = position(PAYING)
    kind = DICE.index("d20")
    looks = ahead.outlooks(s, kind)

    note = learn_of(page, "die-d20")
    assert chances(note) == ["0%", "5%"]
    by_face = list(zip(*(look.squares[1:] for look in looks.values()), strict=True))
    check_bars(page, [(str(face), min(each), max(each)) for face, each in enumerate(by_face, start=2)])
    assert dotted(page) == marked(note) == {f"{DICE[k]}-{n}" for k, n in ahead.boxes_ahead(s, kind)}
    expect(page.locator("#die-d20")).to_have_attribute("aria-description", note["text"])

    for number, told in ((1, ["5%"]), (2, [])):  # one of 19 numbers allows no move, or none does
        note = learn_of(page, f"d20-{number}")
        assert chances(note) == told
        check_bars(page, [(str(face), n, n) for face, n in enumerate(looks[number].squares[1:], start=2)])
        assert dotted(page) == marked(note) == {f"{DICE[k]}-{n}" for k, n in ahead.boxes_ahead(s, kind, number)}
        assert f"d20-{number}" not in dotted(page)

    page.locator("#ask").hover()
    expect(page.locator("#note")).to_have_class(re.compile("empty"))
    expect(page.locator("#note .bars")).to_have_count(0)
    assert dotted(page) == set()
    expect(page.locator("[aria-description]")).to_have_count(0)

    page.locator("#die-d20").click()
    page.locator("#ask").hover()
    expect(page.locator("#note p")).to_have_text(note_of(page, "die-d20")["text"])
    assert happened(record(page)) == happened(PAYING)


Point = tuple[float, float]


def centre(page: Page, spot: str) -> Point:
    x, y = map(float, str(page.locator(f"#{spot}").get_attribute("data-at")).split())
    return x, y


def drawn_walk(page: Page) -> list[tuple[Point, Point]]:
    """Return the lines of the walk that is drawn, one for each step."""
    expect(page.locator(".walk-line")).to_have_count(1)
    lines = re.findall(r"M([\d.]+) ([\d.]+) L([\d.]+) ([\d.]+)", str(page.locator(".walk-line").get_attribute("d")))
    return [((float(x), float(y)), (float(u), float(v))) for x, y, u, v in lines]


def counted(page: Page) -> list[str]:
    """Return what is left at each step of the walk that is drawn."""
    return page.locator(".walk-count").all_text_contents()


def test_a_square_marks_its_boxes_and_a_box_draws_the_walk(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, FAR)
    note = learn_of(page, "square-c5")
    assert {"d8 2 4", "d12 2 4"} <= set(re.findall(r"d\d+ 2 4", note["text"]))
    before = ghosted(page)
    assert counted(page) == ["5", "4"], "the shortest walk to c5"
    page.locator("#square-c5").click()
    settled(page)
    lit = set(offer(page).lit)
    assert lit == before == {f"{die}-{number}" for die in DICE if die != "d20" for number in (2, 4)}

    start, target = centre(page, "square-c3"), centre(page, "square-c5")
    square = (target[1] - start[1]) / 2
    for box in sorted(lit):
        page.locator(f"#{box}").hover()
        left = int(box.partition("-")[2])
        assert counted(page) == [str(number) for number in range(5, left - 1, -1)]
        walk = drawn_walk(page)
        assert len(walk) == 6 - left
        assert 0 < abs(walk[0][0][0] - start[0]) + abs(walk[0][0][1] - start[1]) < square / 2, "clear of the die there"
        assert 0 < abs(walk[-1][1][0] - target[0]) + abs(walk[-1][1][1] - target[1]) < square / 2
        assert all(end == begin for (_, end), (begin, _) in pairwise(walk)), "no other die is on the way"
        expect(page.locator("svg[data-part=grid] .ghost")).to_have_text(box[1:].partition("-")[0])
    page.locator("#ask").hover()
    expect(page.locator(".walk-line")).to_have_count(0)


def test_a_walk_that_all_boxes_share_is_drawn_at_once(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, CHOSEN)
    assert counted(page) == ["2", "1"]
    page.locator("#d8-1").hover()
    expect(page.locator("svg[data-part=grid] .ghost")).to_have_text("8")
    assert counted(page) == ["2", "1"]


def why_not(spot: str) -> str:
    """Return why the rules refuse to tick a box for c4."""
    with pytest.raises(Refusal) as refused:
        replay(CHOSEN).play(0, f"tick {spot.replace('-', ' ')}")
    return str(refused.value.phrase)


def test_a_box_that_is_not_open_says_why_by_mouse_and_by_keyboard(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, CHOSEN)
    note = page.locator("#note p")
    reasons = {spot: why_not(spot) for spot in CLOSED}
    assert len(set(reasons.values())) == len(CLOSED)
    for spot, why in reasons.items():
        learn_of(page, spot)
        expect(note).to_have_text(why)
        expect(page.locator(f"#{spot}")).to_have_attribute("aria-description", why)
        expect(page.locator("[aria-description]")).to_have_count(1)
    page.mouse.move(0, 0)
    for spot, why in reasons.items():
        page.locator("#d8-1").focus()
        for arrow in CLOSED[spot]:
            page.keyboard.press(f"Shift+Arrow{arrow}")
        expect(page.locator(f"#{spot}")).to_be_focused()
        expect(note).to_have_text(why)
        expect(page.locator(f"#{spot}")).to_have_attribute("aria-description", why)
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_have_text(why)
    page.locator("#d8-1").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#d10-1")).to_be_focused()
    assert happened(record(page)) == happened(CHOSEN)


HOPS = {"square-c4": [], "square-d3": ["Up", "Right"], "square-e5": ["Right", "Down", "Down"]}
"""Squares that can be reached, and how arrows lead from each to the next."""


@pytest.mark.parametrize("hand", ["mouse", "touch", "keyboard"])
def test_another_square_can_be_chosen_in_place_of_the_first(hand: str, opened: Opener) -> None:
    page = opened(NOWHERE, PHONE if hand == "touch" else None)
    open_record(page, WALKING)
    squares = {spot for spot in offer(page).lit if spot.startswith("square-")}
    assert {"square-c4", "square-d3", "square-e5"} <= squares

    def choose(spot: str) -> None:
        square = page.locator(f"#{spot}")
        if hand == "touch":
            page.locator("#tab-grid").tap()
            page.touchscreen.tap(*aim(square))
        elif hand == "mouse":
            page.mouse.click(*aim(square))
        else:
            for arrow in HOPS[spot]:
                page.keyboard.press(f"Shift+Arrow{arrow}")
            expect(square).to_be_focused()
            page.keyboard.press("Enter")
        expect(square).to_have_class(re.compile("chosen"))
        settled(page)

    page.locator("#square-c4").focus()
    boxes = []
    for spot in HOPS:
        choose(spot)
        assert happened(record(page)) == [*happened(WALKING), f"1 {spot.replace('-', ' ')}"]
        expect(page.locator(".chosen")).to_have_count(1)
        now = offer(page)
        also = page.locator(".spot.also").evaluate_all("all => all.map((each) => each.id)")  # on a phone on another tab
        assert set(also) == squares - {spot} | {"stars"}
        boxes.append(now.lit)
        if hand == "touch":
            assert hidden(page, now.lit) == []
    assert boxes[0] != boxes[1]
    newest = page.locator("#log li").all_text_contents()[:2]
    assert newest[0].endswith("chooses square e5.")
    assert newest[1].endswith("takes back: Player 1 chooses square d3.")
    page.locator("#undo").click()
    settled(page)
    assert happened(record(page)) == happened(WALKING)
    assert squares <= set(offer(page).lit)


def test_a_note_does_not_cover_what_it_is_about(opened: Opener) -> None:
    page = opened(NOWHERE, PHONE)
    open_record(page, PAYING)
    for die in ("die-d20", "die-d4", "die-d20"):
        page.touchscreen.tap(*aim(page.locator(f"#{die}")))
        expect(page.locator("#note .bars")).to_be_visible()
        eventually(lambda: hidden(page, [spot for spot in offer(page).lit if spot.startswith("d")]) == [], page)


def test_a_second_click_on_roll_spends_no_star(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, PAYING)
    page.locator("#d20-19").click()
    settled(page)
    x, y = aim(page.locator("#roll"))
    page.mouse.click(x, y, click_count=1)
    expect(page.locator(".deeds [data-move]")).to_have_count(1)
    page.mouse.move(*aim(page.locator(".deeds [data-move]")))
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    settled(page)
    assert happened(record(page))[-1].startswith("dice")
    page.locator(".deeds [data-move]").click()
    settled(page)
    assert happened(record(page))[-1] == "1 bonus"


def test_a_note_that_cannot_be_had_leaves_nothing_false(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 500")
    page = opened(NOWHERE)
    open_record(page, PAYING)
    learn_of(page, "die-d20")
    page.route("**/about?*", lambda route: route.fulfill(status=500, body="{}"))
    page.locator("#square-a1").hover()
    expect(page.locator("#note")).to_have_text("")
    expect(page.locator("#lost")).to_be_hidden()


def hidden(page: Page, spots: list[str]) -> list[str]:
    """Return the spots that cannot be seen, and tapped, without scrolling."""
    found: list[str] = page.evaluate(
        """(ids) => ids.filter((id) => {
            const spot = document.getElementById(id);
            const box = spot.getBoundingClientRect();
            return !spot.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        })""",
        spots,
    )
    return found


def test_a_tap_shows_the_walk_and_the_reason(opened: Opener) -> None:
    page = opened(NOWHERE, PHONE)
    open_record(page, CHOSEN)
    page.touchscreen.tap(*aim(page.locator("#d8-5")))
    expect(page.locator("#notice")).to_have_text(why_not("d8-5"))
    page.touchscreen.tap(*aim(page.locator("#d8-1")))
    expect(page.locator("#notice")).to_be_hidden()
    assert (len(drawn_walk(page)), counted(page)) == (2, ["2", "1"])
    assert hidden(page, ["d8-1"]) == []
    page.touchscreen.tap(*aim(page.locator("#d8-1")))
    expect(page.locator("#square-c4")).to_have_attribute("aria-label", "Square c4: d8")
    page.touchscreen.tap(*aim(page.locator("#die-d20")))
    expect(page.locator("#note .bars")).to_be_visible()
    expect(page.locator("#note p")).to_have_text(note_of(page, "die-d20")["text"])
    assert happened(record(page)) == [*happened(WALKING), "1 square c4", "1 tick d8 1"]


def test_a_roll_that_allows_no_move_leaves_two_buttons(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, NO_WALK)
    asked = open_game("tou_shi").words.ask(position(NO_WALK), 0, [])
    expect(page.locator("#ask p")).to_have_text([str(asked.ask), str(asked.more)])
    assert {"15", "12"} <= set(re.findall(r"-?\d+", str(asked))), "a square is 1, a star 4"
    buttons = page.locator(".deeds [data-move]")
    expect(buttons).to_have_count(2)
    assert offer(page).lit == ["stars"]

    page.locator("[data-move=stop]").click()
    expect(page.locator("#end-title")).to_be_visible()
    assert happened(record(page)) == [*happened(NO_WALK), "1 stop", "score 15"]
    page.locator("#undo").click()
    settled(page)
    assert happened(record(page)) == happened(NO_WALK)

    page.locator("[data-move=bonus]").click()
    expect(page.locator("#stars")).to_have_attribute("aria-label", "Bonus stars: 2 left")
    assert len(offer(page).lit) == 36 - 3
    page.locator("#square-f6").click()
    settled(page)
    page.locator("#d20-19").click()
    expect(page.locator("#square-f6")).to_have_attribute("aria-label", "Square f6: d20")
    settled(page)
    assert happened(record(page)) == [*happened(NO_WALK), "1 bonus", "1 square f6", "1 tick d20 19"]
    assert {"d20-18", "die-d20"} <= set(offer(page).lit)
