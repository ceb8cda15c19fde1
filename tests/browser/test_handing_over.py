"""People at one screen in a game with secrets: a sheet that the others may not see is covered until it is opened."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import rollwright.games
from rollwright.core.game import all_games, open_game
from rollwright.records import replay, write
from rollwright.testing.secret_positions import before_secrets, secret_line
from tests.support import SHELF
from tests.support.browser.axe import violations
from tests.support.browser.cover import check_covered, uncover
from tests.support.browser.hands import eventually, open_record, shown_seat, sit_down, type_move
from tests.support.browser.serving import Server
from tests.support.browser.windows import DESKTOP, NOWHERE, PHONE, Opener

SMALL = "sealed_bids"
GAMES = [*((game.name, DESKTOP) for game in all_games() if game.secrets and 2 in game.seats), (SMALL, PHONE)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the small game of secrets on its shelf, and with plain rules, as no bot plays here."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ROLLWRIGHT_GAMES", str(SHELF))
        patched.setenv("ROLLWRIGHT_COMPILE", "off")
        patched.setattr(rollwright.games, "__path__", [*rollwright.games.__path__, str(SHELF)])
        running = Server(tmp_path_factory.mktemp("covered"))
        yield running
        running.stop()
        assert running.log() == ""


def lines(history: str, seats: int) -> list[list[str]]:
    """Return for each seat what it can do one after the other: first something secret, and then it is done."""
    table = replay(history)
    found = []
    for seat in range(seats):
        moves = secret_line(table, seat, Random(seat), 1)
        epoch = table.position.epoch
        while seat in table.waiting and table.position.epoch == epoch:
            done = [text for text in table.legal(seat) if text in ("ready", "done")] or table.legal(seat)
            moves.append(table.play(seat, done[0]).text)
        found.append(moves)
    return found


@pytest.mark.parametrize(("name", "kind"), GAMES, ids=[name for name, _ in GAMES])
def test_the_screen_is_handed_over_covered(opened: Opener, name: str, kind: dict[str, Any]) -> None:
    game = open_game(name)
    history = write(before_secrets(game, 2, 1)).replace("seats: 2\n", "seats: 2\nnames: Ana, Ben\n")
    ana, ben = lines(history, 2)
    page = opened(NOWHERE, kind)
    open_record(page, history)
    check_covered(page, "Ana")
    assert violations(page) == []
    uncover(page)
    assert shown_seat(page) == 0
    type_move(page, ana[0])
    expect(page.locator("#undo")).to_be_enabled()
    told = str(page.locator("#log li").first.text_content())
    page.reload()
    check_covered(page, "Ana")
    page.goto("/")
    page.go_back()
    check_covered(page, "Ana")
    uncover(page)
    expect(page.locator("#log li").first).to_have_text(told)
    second = page.context.new_page()
    second.goto(page.url)
    check_covered(second, "Ana")
    second.close()
    page.locator("[data-show='1']").click()
    check_covered(page, "Ben")
    page.locator("[data-show='0']").click()
    check_covered(page, "Ana")
    uncover(page)
    page.locator("#conceal").click()
    check_covered(page, "Ana")
    uncover(page)
    for move in ana[1:]:
        type_move(page, move)
    check_covered(page, "Ben")
    uncover(page)
    expect(page.locator("#log li", has_text=told)).to_have_count(0)
    assert kind is DESKTOP or violations(page) == []
    for move in ben:
        type_move(page, move)
    expect(page.locator("#log li", has_text=told)).to_have_count(1)
    expect(page.locator("#cover")).to_be_hidden()


def test_three_people_take_turns_and_one_looks_again(opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, SMALL, "here", "here")
    page.locator("#roll").click()
    check_covered(page, "Player 1")
    uncover(page)
    page.locator("#bid-2").click()
    expect(page.locator(".deeds [data-move]")).to_have_text("Ready")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    check_covered(page, "Player 1")
    uncover(page)
    page.locator(".deeds [data-move]").dblclick()
    check_covered(page, "Player 2")
    uncover(page)
    expect(page.locator("#score")).to_contain_text("Score of Player 2")
    for move in ("bid 3", "ready"):
        type_move(page, move)
    check_covered(page, "Player 3")
    page.locator("[data-show='0']").click()
    check_covered(page, "Player 1", asked=False)
    uncover(page)
    expect(page.locator("#ask")).to_contain_text("Wait for the others.")
    page.locator("#undo").click()
    expect(page.locator(".deeds [data-move]")).to_have_text("Ready")
    type_move(page, "ready")
    check_covered(page, "Player 3")
    uncover(page)
    for move in ("bid 1", "ready"):
        type_move(page, move)
    expect(page.locator("#roll")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("Player 1 bids 2.")


def test_a_note_that_is_asked_for_just_before_the_sheet_is_covered_is_no_fault(opened: Opener) -> None:
    """Somebody points at a spot and rolls: the question may reach the server after the roll, which covers the sheet."""
    page = opened(NOWHERE)
    sit_down(page, SMALL, "here")
    under_way: list[Route] = []

    def keep(route: Route) -> None:
        under_way.append(route)

    page.route("**/about?*", keep)
    page.locator("#bid-1").click()  # nothing can be done with it, and the page asks why
    eventually(lambda: len(under_way) == 1, page)
    page.locator("#roll").click()
    expect(page.locator("#cover")).to_be_visible()
    with page.expect_response("**/about?*") as answer:
        under_way[0].continue_()
    page.unroute("**/about?*")
    assert answer.value.status == 200
    check_covered(page, "Player 1")
