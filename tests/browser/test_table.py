"""What a table shows before a move is made, what it refuses, how it helps, and what it does when the line is cut."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from rollwright.core.errors import Refusal
from rollwright.core.game import game_names
from rollwright.records import replay
from tests.support import LONG
from tests.support.browser.hands import (
    Mouse,
    ask_for_hint,
    choose,
    company,
    eventually,
    halves,
    happened,
    offer,
    open_menu,
    open_record,
    play_on,
    play_until_it_can_be_chosen,
    play_until_something_happens,
    record,
    settled,
    sheet,
    sit_down,
    typing_field,
)
from tests.support.browser.windows import DESKTOP, LOST, NOWHERE, PHONE, REFUSED, Opener, Watch
from tests.support.pages import expanded
from tests.support.sampling import some

OPENING = """rollwright: 1
game: terminal_dispute
seats: 1
start: random

dice 2 2 5 5 3
1 allocate nav 2 5 phone 2 5
"""

SECOND_NUMBER = f"{OPENING}1 write 5 e4\n"
LINE_LEFT = f"{SECOND_NUMBER}1 write 2 d1\n"

ROLLED_1 = """rollwright: 1
game: tou_shi
seats: 1
sheet: classic

1 tick d20 20
1 square c3
1 tick d12 12
dice 1
"""


def server_moves(page: Page) -> dict[str, dict[str, Any]]:
    """Return the legal moves as the server tells them."""
    answer = page.context.request.get(f"{page.url}/view", params={"show": 0, "version": 0, "told": 0})
    return {move["move"]: move for move in expanded(answer.json())["values"]["moves"]}


def texts(found: Locator) -> list[str]:
    return found.all_text_contents()


def total(page: Page) -> int:
    """Return the score that is shown, in half points."""
    return halves(page.locator("#score summary strong").text_content() or "")


def refusal(text: str, move: str) -> str:
    """Return why the rules refuse a move."""
    with pytest.raises(Refusal) as refused:
        replay(text).play(0, move)
    return str(refused.value.phrase)


def test_a_number_is_shown_before_it_is_written(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, OPENING)
    page.locator("#nav-2").click()
    page.locator("#box-b3").hover()
    matrix = page.locator("svg[data-part=matrix]")
    expect(matrix.locator(".ghost")).to_have_text("5")
    expect(matrix.locator(".ghost-bar")).to_have_count(8)
    assert texts(matrix.locator(".gain.large text")) == [server_moves(page)["write 5 b3"]["gain"]]
    assert "write 5 b3" not in record(page)
    page.locator("#nav-1").hover()
    expect(matrix.locator(".ghost")).to_have_count(0)
    page.locator("#box-b3").click()
    expect(page.locator("#box-b3")).to_have_attribute("aria-label", "Box b3: 5")
    expect(page.locator("#box-b1")).to_have_attribute("aria-label", "Box b1, barred this round")


def test_a_line_is_counted_before_it_is_drawn(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, LINE_LEFT)
    moves = server_moves(page)
    page.locator("#hex-c1").click()
    page.locator("#hex-d3").hover()
    charger = page.locator("svg[data-part=charger]")
    expect(charger.locator(".trace-count")).to_have_text(["1", "2", "3", "4", "5"])
    expect(charger.locator(".gain.large text")).to_have_text(moves["line 2 from c1 sw"]["gain"])
    before = total(page)
    page.locator("#hex-d3").click()
    expect(page.locator("#hex-d3")).to_have_attribute("aria-label", "Hex d3, shaded")
    settled(page)
    assert total(page) - before == halves(moves["line 2 from c1 sw"]["gain"]) == 10


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_what_a_move_is_said_to_bring_is_what_it_brings(game: str, opened: Opener) -> None:
    """Whatever is shown before a move, with a thing in hand, the score grows by just that.

    In some games no move scores by itself, and nothing is shown. Moves after which a bot was quick, too, do not count.
    """
    page = opened(NOWHERE)
    sit_down(page, game)
    rng = Random(f"gains {game}")
    checked = steps = 0
    tells = False
    while checked < (5 if LONG else 3) and steps < (300 if tells else 30):
        steps += 1
        now = offer(page)
        if now.roll or not now.lit or (now.held and now.actions):
            Mouse().play(page, rng, now)
            continue
        spot = page.locator(f"#{rng.choice(now.lit)}")
        spot.hover()
        tells = tells or any(move["gain"] for move in server_moves(page).values())
        shown = texts(page.locator(".gain.large text"))
        assert tells or not shown
        kept, round_before, before = happened(record(page)), sheet(page)["parts"], total(page)
        spot.click()
        settled(page)
        after = total(page)
        if len(happened(record(page))) == len(kept) + 1 and shown:
            assert after - before == halves(shown[0]), round_before
            checked += 1
    assert checked or not tells


def test_what_is_picked_can_be_let_go(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, OPENING)
    lit = offer(page).lit
    picked = page.locator(".spot.picked")
    for let_go in ("Escape", "button", "again"):
        page.locator("#nav-1").click()
        expect(picked).to_have_count(1)
        expect(page.locator("#nav-1")).to_have_attribute("aria-pressed", "true")
        if let_go == "Escape":
            page.keyboard.press("Escape")
        elif let_go == "button":
            page.locator("#let-go").click()
        else:
            page.locator("#nav-1").click()
        expect(picked).to_have_count(0)
        expect(page.locator("#let-go")).to_be_hidden()
        assert offer(page).lit == lit
    assert happened(record(page)) == happened(OPENING)


def test_a_pick_can_be_changed_for_another(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, OPENING)
    page.locator("#nav-1").click()
    page.locator("#nav-2").click()
    expect(page.locator("#nav-1")).not_to_have_class(re.compile("picked"))
    page.locator("#box-a1").click()
    expect(page.locator("#box-a1")).to_have_attribute("aria-label", "Box a1: 5")


@pytest.mark.parametrize(
    ("text", "spot", "move"),
    [
        (SECOND_NUMBER, "box-e4", "write 2 e4"),
        (SECOND_NUMBER, "box-e1", "write 2 e1"),
        (LINE_LEFT, "box-a1", "write 2 a1"),
        (LINE_LEFT, "hex-d5", "line 2 from d5 e"),
    ],
)
def test_a_spot_where_nothing_can_be_done_says_why(text: str, spot: str, move: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, text)
    page.locator(f"#{spot}").click()
    expect(page.locator("#notice")).to_have_text(refusal(text, move))
    assert happened(record(page)) == happened(text)


def test_a_typed_move_is_made_or_refused_with_its_reason(opened: Opener, watch: Watch) -> None:
    watch.allow(*REFUSED)
    page = opened(NOWHERE)
    open_record(page, SECOND_NUMBER)
    field = typing_field(page)
    for wrong in ("write 2 e1", "write 7 a1", "dance", "<b>"):
        field.fill(wrong)
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_have_text(refusal(SECOND_NUMBER, wrong))
    assert happened(record(page)) == happened(SECOND_NUMBER)
    field.fill("write 2 d1")
    page.keyboard.press("Enter")
    expect(page.locator("#box-d1")).to_have_attribute("aria-label", "Box d1: 2")
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("way", ["button", "typed"])
def test_who_chooses_to_roll_again_need_not_press_roll(way: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, ROLLED_1)
    if way == "button":
        page.locator("[data-move=again]").click()
    else:
        typing_field(page).fill("again")
        page.keyboard.press("Enter")
    eventually(lambda: len(happened(record(page))) == len(happened(ROLLED_1)) + 2, page)
    *before, again, dice = happened(record(page))
    assert (before, again, dice.split()[0]) == (happened(ROLLED_1), "1 again", "dice")
    offer(page)
    expect(page.locator("#undo")).to_be_disabled()


def test_who_rolls_dice_of_their_own_again_enters_them_again(opened: Opener) -> None:
    page = opened("/new/tou_shi")
    choose(page, "dice", "own")
    page.get_by_role("button", name="Create the table").click()
    for spot in ("#d20-20", "#square-c3", "#d12-12"):
        page.locator(f"{spot}.lit").click()
        settled(page)
    form = page.get_by_role("form", name="Your dice")
    form.locator("[data-key=face-1]").click()
    form.locator("[data-key=send]").click()
    expect(form).to_be_hidden()
    again = page.locator("[data-move=again]")
    again.click()
    expect(form).to_be_visible()
    page.locator("#undo").click()
    again.click()
    form.locator("[data-key=face-7]").click()
    form.locator("[data-key=send]").click()
    expect(page.locator("#ask")).to_contain_text("You rolled 7")
    assert happened(record(page)) == [*happened(ROLLED_1), "1 again", "dice 7"]


def drag(page: Page, start: Locator, *ends: Locator) -> None:
    """Drag something by the mouse, over some places, and let it go at the last."""
    start.hover()
    page.mouse.down()
    for end in ends:
        page.mouse.move(*middle(end), steps=4)
    page.mouse.up()


def middle(thing: Locator) -> tuple[float, float]:
    """Return where the middle of something is on the screen."""
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_dice_are_dragged(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, "\n".join(OPENING.splitlines()[:6]) + "\n")
    nowhere = page.locator("#figure-matrix h2")
    drag(page, page.locator("#die-1"), nowhere)
    expect(page.locator(".spot.picked")).to_have_count(0)
    for die, zone in (("die-1", "nav"), ("die-2", "phone"), ("die-3", "unused"), ("die-4", "nav")):
        drag(page, page.locator(f"#{die}"), page.locator(f"#zone-{zone}"))
    drag(page, page.locator("#die-3"), page.locator("#zone-phone"))
    page.locator(".deeds [data-move]").click()
    page.locator("#nav-1").wait_for()
    assert record(page).splitlines()[-1] == "1 allocate nav 2 5 phone 2 5"
    drag(page, page.locator("#nav-1"), page.locator("#box-c3"), page.locator("#box-a1"))
    expect(page.locator("#box-a1")).to_have_attribute("aria-label", "Box a1: 2")
    drag(page, page.locator("#nav-2"), page.locator("#box-a2"))
    expect(page.locator(".spot.picked")).to_have_count(0)
    assert record(page).splitlines()[-1] == "1 write 2 a1"


def test_dice_are_dragged_by_a_finger(opened: Opener) -> None:
    page = opened(NOWHERE, PHONE)
    open_record(page, OPENING)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = middle(page.locator("#nav-1"))
    touch("touchStart", x, y)
    touch("touchMove", x, y - 30)
    expect(page.locator("#nav-1")).to_have_class(re.compile("picked"))
    touch("touchMove", *middle(page.locator("#box-a1")))
    expect(page.locator("svg[data-part=matrix] .ghost")).to_have_text("2")
    touch("touchEnd")
    expect(page.locator("#box-a1")).to_have_attribute("aria-label", "Box a1: 2")


def test_a_first_tap_shows_and_a_second_one_does(opened: Opener) -> None:
    page = opened(NOWHERE, PHONE)
    open_record(page, SECOND_NUMBER)
    page.locator("#box-a1").tap()
    expect(page.locator("#box-a1")).to_have_class(re.compile("pending"))
    expect(page.locator("svg[data-part=matrix] .ghost")).to_have_text("2")
    page.locator("#box-b1").tap()
    expect(page.locator(".spot.pending")).to_have_count(1)
    page.locator("#let-go").tap()
    expect(page.locator(".spot.pending")).to_have_count(0)
    assert happened(record(page)) == happened(SECOND_NUMBER)
    page.locator("#box-b1").tap()
    page.locator("#box-b1").tap()
    expect(page.locator("#box-b1")).to_have_attribute("aria-label", "Box b1: 2")


@pytest.mark.parametrize("game", some(game_names()))
def test_a_hint_says_what_a_bot_would_do(game: str, opened: Opener) -> None:
    """It is told in sentences, shown on the sheet, and done by the button that it offers."""
    page = opened(NOWHERE)
    sit_down(page, game)
    rng = Random(game)
    for _ in range(2):
        play_until_it_can_be_chosen(page, Mouse(), rng)
        move = ask_for_hint(page)
        expect(page.locator("#notice")).to_have_text(re.compile(r"^\w.*\. .*\.$"))
        page.locator(f'[data-move="{move}"]').click()
        settled(page)
        own = [line for line in happened(record(page)) if line.startswith("1 ")]  # a bot may have moved since
        assert own[-1] == f"1 {move}"
        expect(page.locator("#notice")).to_be_hidden()


def test_a_hint_that_comes_after_the_move_is_not_shown(opened: Opener) -> None:
    """Somebody asks and moves at once: the question reaches the server when there is nothing to move any more."""
    page = opened(NOWHERE)
    open_record(page, LINE_LEFT)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/hint", hold)
    page.locator("#hint").click()
    eventually(lambda: len(asked) == 1, page)
    while not offer(page).roll:
        play_on(page, Mouse(), Random(5), steps=1)
    with page.expect_response("**/hint") as answer:
        asked[0].continue_()
    assert answer.value.json()["move"] is None
    expect(page.locator("#notice")).to_be_hidden()
    assert offer(page).roll


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_a_first_time_player_is_guided(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, game)
    guide = page.locator(".guide")
    expect(guide).to_be_visible()
    first = guide.inner_text()
    expect(page.locator(".guided")).to_have_count(1)
    play_until_something_happens(page, Mouse(), Random(game))
    expect(guide).not_to_have_text(first)
    page.locator("[data-do=guide-off]").click()
    expect(guide).to_be_hidden()
    expect(page.locator(".guided")).to_have_count(0)
    page.reload()
    offer(page)
    expect(guide).to_be_hidden()
    play_on(page, Mouse(), Random(game), steps=2)
    expect(guide).to_be_hidden()
    open_menu(page)
    page.locator("#guide-open").click()
    expect(guide).to_be_visible()


@pytest.mark.parametrize("game", some(game_names()))
def test_the_rules_are_at_hand(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, game)
    drawer = page.locator("dialog#rules")
    for close in ("Escape", "Enter"):
        open_menu(page)
        page.locator("#rules-open").focus()
        page.keyboard.press("Enter")
        expect(drawer).to_be_visible()
        expect(drawer.locator("h1")).to_be_visible()
        page.keyboard.press(close)
        expect(drawer).to_be_hidden()


def test_another_sheet_is_looked_at_and_not_played_on(opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, next(game for game in game_names() if company(game)), "easy")
    before = offer(page)
    page.locator("[data-show='1']").click()
    expect(page.locator("#ask")).to_contain_text("You are looking at the sheet of")
    assert page.locator(".spot.lit").count() == 0
    expect(page.locator("#roll")).to_be_hidden()
    page.locator("#back").click()
    expect(page.locator("#back")).to_be_hidden()
    assert offer(page) == before


def test_a_click_meant_for_one_sheet_never_lands_on_another(opened: Opener) -> None:
    """Between asking for another's sheet and seeing it, nothing can be picked: it would be that player's move."""
    page = opened(NOWHERE)
    text = LINE_LEFT.replace("seats: 1", "seats: 2").replace("start: random", "start: 1")
    open_record(page, text)
    offer(page)
    page.evaluate(
        """() => {
            document.querySelector("[data-show='1']").click();
            for (const id of ["hex-c1", "hex-d3"]) {
              document.getElementById(id).dispatchEvent(new MouseEvent("click", { bubbles: true }));
            }
        }"""
    )
    settled(page)
    expect(page.locator("#ask")).to_contain_text("Player 2:")
    assert happened(record(page)) == happened(text)


@pytest.mark.parametrize("focused", [True, False])
def test_a_move_keeps_the_focus_and_is_taken_back_by_keys(focused: bool, opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, SECOND_NUMBER)
    box = page.locator("#box-a1")
    box.focus()
    page.keyboard.press("Enter")
    expect(box).to_have_attribute("aria-label", "Box a1: 2")
    settled(page)
    expect(box).to_be_focused()
    if not focused:
        box.evaluate("each => each.blur()")
    page.keyboard.press("Control+z")
    expect(box).to_have_attribute("aria-label", "Box a1, empty")
    assert happened(record(page)) == happened(SECOND_NUMBER)


def test_a_cut_line_is_told_of_and_what_was_done_meanwhile_is_sent_once(opened: Opener, watch: Watch) -> None:
    watch.allow(*LOST)
    page = opened(NOWHERE)
    open_record(page, SECOND_NUMBER)
    page.context.set_offline(True)
    page.locator("#box-a1").click()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_have_text(re.compile("Connection lost"))
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#box-a1")).to_have_attribute("aria-label", "Box a1: 2")
    assert happened(record(page)) == happened(f"{SECOND_NUMBER}1 write 2 a1\n")


def test_a_move_whose_answer_is_lost_is_made_once(opened: Opener, watch: Watch) -> None:
    watch.allow(*LOST)
    page = opened(NOWHERE)
    open_record(page, SECOND_NUMBER)
    asked = []

    def lose_first(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "")["key"])
        if len(asked) == 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    def lose_answer(live: WebSocketRoute) -> None:
        """Pass everything on, until a move is made: then its answer never comes, and there is no new connection."""
        if asked:
            live.close()
            return
        server = live.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            said = json.loads(text)
            server.send(text)
            if "do" in said:
                asked.append(said["key"])

        live.on_message(pass_on)
        server.on_message(lambda text: live.close() if asked else live.send(text))

    page.route_web_socket("**/live", lose_answer)
    page.route("**/play", lose_first)
    page.reload()
    settled(page)
    page.locator("#box-a1").click()
    eventually(lambda: len(asked) == 3, page)
    settled(page)
    assert len(set(asked)) == 1, "over the live connection, then twice by request, it is the same move"
    assert happened(record(page)) == happened(f"{SECOND_NUMBER}1 write 2 a1\n")


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_what_is_patched_into_a_drawing_is_drawn(game: str, opened: Opener) -> None:
    """Elements that come with an update are SVG, not HTML that only looks like it."""
    page = opened(NOWHERE)
    sit_down(page, game)
    drawn = "document.querySelectorAll('svg[data-part] > :not(.overlay) *').length"
    before = page.evaluate(drawn)
    play_on(page, Mouse(), Random(game), steps=8)
    assert page.evaluate(drawn) != before, "nothing new was patched in"
    strange = (
        "[...document.querySelectorAll('svg, svg *')].filter((e) => e.namespaceURI !== 'http://www.w3.org/2000/svg')"
    )
    assert page.evaluate(f"{strange}.map((each) => each.outerHTML)") == []
    unseen = "[...document.querySelectorAll('.spot')].filter((e) => !e.getBBox().width).map((e) => e.id)"
    assert page.evaluate(unseen) == []


@pytest.mark.parametrize(("motion", "moving"), [("reduce", False), ("no-preference", True)])
def test_dice_tumble_only_for_those_who_like_it(motion: str, moving: bool, opened: Opener) -> None:
    page = opened(NOWHERE, DESKTOP, reduced_motion=motion)
    sit_down(page, game_names()[0])
    page.evaluate(
        "() => new MutationObserver(() => { window.tumbled ||= document.querySelector('.tumbling') !== null; })"
        ".observe(document.querySelector('.felt'), { subtree: true, childList: true, attributes: true })"
    )
    now, rolled = offer(page), False
    while not (rolled and page.locator(".felt .die").count()):  # some dice are told of and not seen: for a start zone
        rolled = now.roll
        Mouse().play(page, Random(1), now)
        now = offer(page)
    if moving:
        eventually(lambda: bool(page.evaluate("window.tumbled")), page)
    assert page.evaluate("window.tumbled === true") == moving
