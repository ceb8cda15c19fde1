"""Tables by link: friends at devices of their own play together, go away, come back, and find everything as it is."""

import re
import signal
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import rollwright.games
from rollwright.core.dice import number_commitment
from rollwright.core.game import all_games, open_game
from rollwright.core.language import LANGUAGES
from tests.support import SHELF
from tests.support.browser.actions import actions, watch_actions
from tests.support.browser.around import (
    Person,
    come,
    gather,
    link_of,
    open_table,
    open_with_own_dice,
    people,
    play_together,
    sit,
    start,
)
from tests.support.browser.hands import Mouse, Touch, choose, eventually, open_arrangements, open_menu, sit_down
from tests.support.browser.serving import Server
from tests.support.browser.windows import LOST, PHONE, Opener, Watch
from tests.support.sampling import dealt, some

SMALL = "sealed_bids"
GAMES = [game.name for game in all_games() if 3 in game.seats]


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here, with the small game on its shelf; another one for a test that names its profile."""
    profile = getattr(request, "param", "hurried")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ROLLWRIGHT_GAMES", str(SHELF))
        patched.setattr(rollwright.games, "__path__", [*rollwright.games.__path__, str(SHELF)])
        running = Server(tmp_path_factory.mktemp("online"), profile)
        yield running
        running.stop()
        assert running.log() == ""


def dom(page: Page) -> str:
    return str(page.evaluate("() => document.getElementById('table').outerHTML"))


def watches(opened: Opener, link: str) -> Person:
    page = opened("/about")
    found = Person("", page, None)  # type: ignore[arg-type]
    come(found, link)
    return found


def can_do_nothing(page: Page) -> None:
    """Check that whoever watches sees the table and is offered nothing, nor let do anything."""
    expect(page.locator(".players li")).to_have_count(3)
    assert page.locator(".spot").count() > 0
    assert page.locator(".spot.lit, .spot.also, .deeds [data-move]").count() == 0
    for name in ("roll", "undo", "hint", "greetings", "return", "correct", "own-dice"):
        expect(page.locator(f"#{name}")).to_be_hidden()
    for what, body in (
        ("roll", {}),
        ("play", {"seat": 0, "move": "pass"}),
        ("greet", {"seat": 0, "greeting": "hello"}),
    ):
        answer = page.context.request.post(f"{page.url}/{what}", data=body, headers={"Accept": "application/json"})
        assert answer.status == 422, (what, answer.text())
        assert what == "roll" or "watching" in answer.json()["refused"]


@pytest.mark.parametrize("server", ["forgetful"], indirect=True)
@pytest.mark.parametrize("game", some(GAMES, turn=2, count=1))
def test_three_people_at_one_table(game: str, opened: Opener, watch: Watch) -> None:
    """That whoever watches is sent nothing of secrets is shown in `tests/web/test_leaks_online.py` too."""
    watch.allow(*LOST)
    ana, ben, cem = everybody = people(opened)
    link = open_table(ana, game)
    for guest in (ben, cem):
        come(guest, link)
    watcher = watches(opened, link_of(ana.page, "watch"))
    for guest in (ben, cem):  # both pages were there before anybody sat down
        for choice in sit(guest):
            for each in (ana, ben, cem, watcher):
                expect(each.page.locator(".chairs li", has_text=guest.name)).to_contain_text(choice)
    start(everybody)
    watcher.page.locator(".players li").first.wait_for()
    play_together(everybody, steps=10)
    if open_game(game).secrets:
        secretly(game, everybody, watcher)
    can_do_nothing(watcher.page)
    for each in (ben, watcher):
        each.sees_all()
    loses_its_network(cem, [ana, ben])
    play_together(everybody, until=lambda: ben.state == "able")
    goes_away(ben, [ana, cem])
    play_together(everybody, steps=4)
    for each in (*everybody, watcher):
        each.sees_all()


def secretly(game: str, everybody: list[Person], watcher: Person) -> None:
    """Play until somebody has done something in secret, which whoever watches cannot notice."""
    moves = open_game(game).moves
    for each in everybody:
        watch_actions(each.page)
    for _ in range(300):
        for each in everybody:
            if each.state != "able":
                continue
            told, before = len(each.log()), dom(watcher.page)
            actions(each.page)
            each.act()
            opened = len(each.log()) > told + 1
            sent = [action["move"] for action in actions(each.page) if action["do"] == "play"]
            move = moves.read(sent[0]) if sent else None
            if move is not None and moves.form(move).secret and not opened:
                watcher.page.wait_for_timeout(80)
                assert dom(watcher.page) == before, f"who watches notices {sent[0]}"
                return
            quiet(watcher.page)
    raise AssertionError("nobody has done anything in secret")


def quiet(page: Page) -> None:
    """Wait until a page does not change any more."""
    before = ""
    while (now := dom(page)) != before:
        before = now
        page.wait_for_timeout(40)


def loses_its_network(one: Person, others: list[Person]) -> None:
    """Take somebody's network away, let others go on, and bring it back."""
    play_together([one, *others], until=lambda: any(each.state == "able" for each in others))
    before = others[0].log()
    one.page.context.set_offline(True)
    expect(one.page.locator("#lost")).to_be_visible()
    assert play_together(others, steps=12) > 0, [(each.state, each.page.inner_text("#ask")) for each in others]
    others[0].page.locator(f".players li:has-text('{one.name}') .badge:has-text('away')").wait_for()
    one.page.context.set_offline(False)
    expect(one.page.locator("#lost")).to_be_hidden()
    one.sees_all()
    assert len(others[0].log()) >= len(before)


def goes_away(one: Person, others: list[Person]) -> None:
    """Close somebody's window; a bot plays for them until they are back."""
    address, context = one.page.url, one.page.context
    one.page.close()
    keeper = others[0]
    keeper.page.get_by_role("button", name=f"Let a bot play for {one.name}").click()
    expect(keeper.page.locator("#log")).to_contain_text(f"A bot now plays for {one.name}.")
    before = len(keeper.log())
    expect(keeper.page.locator(".players li", has_text=one.name)).to_contain_text("a bot plays")

    def moved() -> bool:
        return any(one.name in line for line in keeper.log()[: len(keeper.log()) - before])

    play_together(others, until=moved, done=10_000)
    one.page = context.new_page()
    one.page.goto(address)
    expect(one.page.locator("#ask")).to_contain_text("A bot plays for you.")
    one.page.locator("#return").click()
    expect(one.page.locator("#return")).to_be_hidden()
    expect(keeper.page.locator("#log")).to_contain_text(f"{one.name} is back.")
    expect(keeper.page.locator(".players li", has_text=one.name)).not_to_contain_text("a bot plays")


FAIR_AND_SHORT = {"dice": "fair", "option-rounds": "2"}


def table_dialog(page: Page) -> Locator:
    """Open the dialog about the table."""
    open_arrangements(page)
    dialog = page.locator("#company")
    expect(dialog).to_be_visible()
    return dialog


def test_a_whole_game_with_all_that_people_do_around_it(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 404")
    ana, ben, cem = everybody = gather(opened, SMALL, **FAIR_AND_SHORT)
    only_who_is_asked_reads_it_in_the_title(ana, ben)
    greets(ben, [ana, cem])
    brings_the_seat_along(cem, opened)
    dora = takes_the_seat(ben, ana, opened)
    everybody = [ana, dora, cem]
    play_together(everybody)
    for each in everybody:
        expect(each.page.locator("#end-title")).to_be_visible()
    checks_the_dice(dora)
    plays_again(everybody)


def only_who_is_asked_reads_it_in_the_title(asked: Person, other: Person) -> None:
    expect(asked.page).to_have_title(re.compile("^● Your turn · "))
    expect(other.page).to_have_title(re.compile("^(?!●)"))
    asked.act()
    for each in (asked, other):
        expect(each.page).to_have_title(re.compile("^● Your turn · "))


def greets(one: Person, others: list[Person]) -> None:
    open_menu(one.page)
    one.page.get_by_text("Say something").click()
    one.page.get_by_role("button", name="Good luck!").click()
    for each in others:
        expect(each.page.locator("#aside")).to_have_text(f"{one.name}: Good luck!")
        expect(each.page.locator("#log li", has_text="Good luck!")).to_have_count(1)


def brings_the_seat_along(one: Person, opened: Opener) -> None:
    """Go on with the same seat on another device; a renewed link makes the old one useless."""
    dialog = table_dialog(one.page)
    old = link_of(one.page, "seat")
    tablet = Person(one.name, opened("/about"), Mouse())
    come(tablet, old)
    expect(tablet.page.locator(".players li", has_text=one.name)).to_contain_text("you")
    assert tablet.state == "able"
    tablet.act()
    one.sees_all()
    dialog.get_by_text("QR code, new link").click()
    dialog.get_by_role("button", name="Create a new link").click()
    eventually(lambda: link_of(one.page, "seat") != old, one.page)
    dialog.get_by_role("button", name="Close").click()
    late = opened("/about")
    late.goto(old)
    expect(late.get_by_role("alert")).to_have_text("This link no longer works: ask for a new one.")
    tablet.page.close()


def takes_the_seat(one: Person, host: Person, opened: Opener) -> Person:
    """Let somebody leave; a bot plays until another comes by the link and sits down."""
    table_dialog(one.page).get_by_role("button", name="Leave the table").click()
    expect(host.page.locator("#log")).to_contain_text(f"{one.name} leaves.")
    expect(one.page.locator("#ask")).to_contain_text("You are looking at the sheet of")
    expect(one.page.get_by_role("button", name="Take this seat")).to_be_visible()
    dialog = table_dialog(host.page)
    dora = Person("Dora", opened("/about", PHONE), Touch())
    come(dora, link_of(host.page, "join"))
    dialog.get_by_role("button", name="Close").click()
    dora.hand.press(dora.page.get_by_role("button", name="Take this seat"))
    dora.page.locator(".take").get_by_label("Your name").fill(dora.name)
    dora.page.locator(".take button").tap()
    expect(host.page.locator("#log")).to_contain_text(f"Dora takes over the seat of {one.name}.")
    expect(dora.page.locator("[data-show][aria-current]")).to_contain_text("Dora you")
    expect(one.page.get_by_role("button", name="Take this seat")).to_have_count(0)
    return dora


def checks_the_dice(one: Person) -> None:
    """Follow the way to the page that checks the dice: every one is as it must be."""
    table, rolls = one.page.url, 2
    expect(table_dialog(one.page).get_by_role("link", name="Check the dice")).to_be_visible()
    one.page.keyboard.press("Escape")
    one.page.locator("#end").get_by_role("link", name="Check the dice").click()
    one.page.wait_for_url("**/verify")
    expect(one.page.get_by_role("status")).to_contain_text("Proven")
    assert one.page.locator("#rows .sign span:first-child").all_text_contents() == ["✓"] * rolls
    expect(one.page.locator("#further")).to_contain_text("Numbers were added by: Ana, Dora, Cem.")
    one.page.goto(table)


def plays_again(everybody: list[Person]) -> None:
    """Play once more: all get to the same table by themselves, or later by a link; there the next one begins."""
    one, *others = everybody
    old = one.page.url
    one.page.get_by_role("button", name="Play again").click()
    expect(one.page).not_to_have_url(old)
    for each in others:
        each.page.wait_for_url(one.page.url)
    later = others[0].page.context.new_page()
    later.goto(old)
    expect(later.get_by_role("button", name="Play again")).to_be_hidden()
    later.get_by_role("link", name="To the next game").click()
    later.wait_for_url(one.page.url)
    later.close()
    names = one.page.locator(".players strong")
    expect(names).to_have_text([*(each.name for each in others), one.name])
    one.page.goto("/tables")
    rows = one.page.locator(".tables li")
    expect(rows.filter(has_text="Dora, Cem, Ana")).not_to_contain_text("your turn")
    others[0].page.goto("/tables")
    expect(others[0].page.locator(".tables li").first).to_contain_text("your turn")


def test_before_the_start(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 422", "the server responded with a status of 404")
    ana, ben, cem = people(opened)
    old = open_table(ana, SMALL, links=1)
    for guest in (ben, cem):
        come(guest, old)
    sit(ben)
    expect(cem.page.locator("#full")).to_be_visible()
    expect(cem.page.locator("#sit")).to_be_hidden()
    ben.page.get_by_role("button", name="Leave the seat").click()
    expect(cem.page.locator("#sit")).to_be_visible()
    cem.page.locator("#sit [name=name]").fill("ana")
    cem.page.get_by_role("button", name="Sit down").tap()
    expect(cem.page.get_by_role("alert")).to_have_text("Someone here is already called ana: choose another name.")
    sit(cem)
    expect(ana.page.get_by_role("button", name="Start the game")).to_be_visible()
    ana.page.get_by_role("button", name="Free the seat of Cem").click()
    expect(cem.page.get_by_role("button", name="Sit down")).to_be_visible()
    ana.page.get_by_text("New link", exact=True).click()
    with ana.page.expect_event("load"):
        ana.page.get_by_role("button", name="Create a new link").first.click()
    assert link_of(ana.page, "join") != old
    for guest in (ben, cem):  # who came by the old link and has no seat is let go
        expect(guest.page.locator("#lost")).to_have_text(
            "This table is no longer available: it was deleted, or its link was renewed."
        )
    late = opened("/about")
    late.goto(old)
    expect(late.get_by_role("alert")).to_have_text("This link no longer works: ask for a new one.")
    come(ben, link_of(ana.page, "join"))
    sit(ben)
    for each in (ana, ben):
        table = each.page.url
        each.page.goto("/tables")
        expect(each.page.locator(".tables li").first).to_contain_text("waiting for players")
        each.page.goto(table)
    ana.page.get_by_role("link", name="Close the table").click()
    ana.page.locator("main form button").click()
    ana.page.wait_for_url("**/tables")
    expect(ben.page.locator("#lost")).to_have_text(
        "This table is no longer available: it was deleted, or its link was renewed."
    )


NOTIFIED = """
window.notified = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { Notification.permission = "granted"; }
  constructor(title) { window.notified.push(title); }
};
Object.defineProperty(document, "hidden", { get: () => true });
"""
"""A browser with another window before this one, which asks whether it may tell something and then keeps it."""


def test_the_clock_runs_out(opened: Opener) -> None:
    ana = Person("Ana", opened("/about"), Mouse())
    ben = Person("Ben", opened("/about"), Mouse())
    ben.page.context.add_init_script(NOTIFIED)
    come(ben, open_table(ana, SMALL, links=1, clock="2"))
    expect(ben.page.locator(".setup-head")).to_contain_text("Time limit: 2 seconds per decision")
    sit(ben)
    start([ana, ben])
    expect(ben.page.locator(".players li", has_text="Ana")).to_contain_text(re.compile(r"0:0[012] left"))
    expect(ben.page.locator(".players li", has_text="Ana")).to_contain_text("rolls next")
    open_menu(ben.page)
    ben.page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(ben.page.locator("#ask")).not_to_contain_text("roll", timeout=8_000)  # nobody has done anything
    expect(ana.page).to_have_title(re.compile("^● Your turn"))
    eventually(lambda: ben.page.evaluate("() => window.notified") == ["Your turn"], ben.page)
    while ana.state == "able":
        ana.act()
    expect(ana.page.locator("#log")).to_contain_text(re.compile("Ben .*Ana|Ana .*Ben", re.S), timeout=12_000)


NAMED = [game.name for game in all_games() if game.words.names_dice and 2 in game.seats]
"""Games whose dice have names."""


@pytest.mark.parametrize("game", some(NAMED, count=1))
def test_one_s_own_dice(game: str, opened: Opener) -> None:
    one = Person("", opened("/about", PHONE), Touch())
    form, page = open_with_own_dice(one, game, "easy"), one.page
    slots = form.locator(".slot")
    names = slots.locator("small").all_text_contents()
    assert len(names) > 5
    assert len(set(names)) > 1, "they can be told apart"
    expect(page.locator("#roll")).to_be_hidden()
    send = form.get_by_role("button", name="Enter these")
    for _ in names:
        expect(send).to_be_disabled()
        form.locator(".face").nth(1).tap()
    slots.first.tap()
    form.locator(".face").first.tap()
    assert [each[:1] for each in slots.all_inner_texts()] == ["1"] + ["2"] * (len(names) - 1)
    rolled = page.locator("#log li").count()
    send.tap()
    expect(form).to_be_hidden()
    expect(page.locator("#log li")).not_to_have_count(rolled)
    before = str(page.locator("#log li").first.text_content())
    page.get_by_role("button", name="Correct the dice").tap()
    slots.nth(1).tap()
    form.locator(".face").nth(3).tap()
    send.tap()
    expect(form).to_be_hidden()
    expect(page.locator("#log li").first).not_to_have_text(before)
    one.sees_all()
    while page.get_by_role("button", name="Correct the dice").is_visible():
        one.act()
    assert not form.is_visible()


BAR = """
() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".bar > *, .bar .players li")].map((each) => each.getBoundingClientRect());
  const shown = seen.filter((each) => each.height > 0);
  const out = shown.filter((each) => each.bottom > bar.bottom || each.right > bar.right || each.left < bar.left);
  return { height: bar.height, out: out.length, rows: new Set(shown.map((each) => each.top > bar.top + 46)).size };
}
"""
"""How high the top of a table is, in how many rows, and how much of it sticks out."""


def test_the_top_of_a_table_takes_two_rows_on_a_phone(opened: Opener) -> None:
    page = opened("/about", PHONE)
    shown = dealt(GAMES, list(LANGUAGES))
    for game in GAMES:
        sit_down(page, game)
        for language in (language for each, language in shown if each == game):
            open_menu(page)
            page.locator(f"button[name=language][value={language}]").click()
            page.locator(f"html[lang={language}] .players li").first.wait_for()
            top = page.evaluate(BAR)
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert top["height"] <= 104, (game, language)
            assert (top["rows"], top["out"], wide) == (2, 0, 390), (game, language)


def test_a_server_that_does_not_answer_is_noticed(server: Server, opened: Opener, watch: Watch) -> None:
    watch.allow(*LOST)
    page = opened(f"/new/{GAMES[0]}")
    page.locator("main form button.primary").click()
    page.locator(".players li").first.wait_for()
    page.wait_for_timeout(500)
    server.process.send_signal(signal.SIGSTOP)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_visible(timeout=12_000)
    server.process.send_signal(signal.SIGCONT)
    expect(page.locator("#lost")).to_be_hidden(timeout=12_000)


FAKE_LINES = """
async () => {
  window.lines = [];
  window.WebSocket = class {
    static CONNECTING = 0;
    static OPEN = 1;
    constructor() { this.readyState = 0; lines.push(this); }
    send() {}
    close() { this.readyState = 3; }
    answers() { this.readyState = 1; this.onopen(); this.onmessage({ data: "{}" }); }
  };
  const { live } = await import("/static/shared/connection.js");
  live("/table/none", { greeting: () => ({}), heard() {}, lost() {}, gone() {} });
}
"""


def test_what_was_waited_for_from_a_line_does_not_cut_the_next(opened: Opener) -> None:
    page = opened("/about")
    page.clock.install()
    page.evaluate(FAKE_LINES)
    look = "() => { dispatchEvent(new Event('online')); }"
    page.evaluate("() => lines[0].answers()")
    page.evaluate(look)  # asks the first line, which is closing by then
    page.evaluate("() => { lines[0].readyState = 2; }")
    page.evaluate(look)
    page.evaluate("() => lines[1].answers()")
    page.clock.run_for(15_000)
    assert page.evaluate("() => lines.map((line) => line.readyState)") == [2, 1]


def test_a_phone_that_cannot_notify_plays_on(opened: Opener) -> None:
    page = opened(f"/new/{GAMES[0]}")
    page.locator("main form button.primary").click()
    page.locator(".players li").first.wait_for()
    page.evaluate("""async () => {
      window.Notification = class {
        static permission = "granted";
        constructor() { throw new TypeError("Illegal constructor"); }
      };
      Object.defineProperty(document, "hidden", { value: true });
      const { showAround } = await import(new URL("around.js", document.querySelector("script[type=module]").src));
      showAround({ seats: [0], asked: true, open: true, next: "somewhere" }, { asked: false });
    }""")
    expect(page.locator("#next-table")).to_be_visible()


def test_all_windows_of_a_browser_commit_to_the_same_number(opened: Opener) -> None:
    page = opened(f"/new/{GAMES[0]}")
    choose(page, "dice", "fair")
    sent = list[str]()
    page.context.route("**/commitment", lambda route: sent.append(route.request.post_data_json["commitment"]))
    page.locator("main form button.primary").click()
    page.locator(".players li").first.wait_for()
    second = page.context.new_page()
    second.goto(page.url)
    eventually(lambda: len(sent) == 2, second)
    assert sent[0] == sent[1], "only the first counts, and both windows know it"


def test_pages_commit_to_their_numbers_and_show_them_without_being_asked(opened: Opener) -> None:
    everybody = gather(opened, SMALL, **FAIR_AND_SHORT)
    page = everybody[0].page

    def shown() -> list[str]:
        answer = page.context.request.get(f"{page.url}/company", headers={"Accept": "application/json"})
        return re.findall(r"<code>(\w{32})</code>", answer.json()["html"])

    eventually(lambda: len(shown()) == len(everybody), page)
    name, numbers = f"fair-{urlsplit(page.url).path}", shown()
    kept = [each.page.evaluate("name => JSON.parse(localStorage.getItem(name))", name) for each in everybody]
    assert [each["nonce"] for each in kept] == numbers
    fixed = [number_commitment(kept[0]["commitment"], seat, number) for seat, number in enumerate(numbers)]
    assert [each["commitments"] for each in kept] == [fixed] * len(everybody), "each knows what the others fixed"


def test_a_page_that_was_loaded_again_shows_the_number_that_it_committed_to(opened: Opener, watch: Watch) -> None:
    watch.allow("net::ERR_FAILED")
    page = opened(f"/new/{GAMES[0]}")
    choose(page, "dice", "fair")
    page.context.route("**/nonce", lambda route: route.abort())
    page.locator("main form button.primary").click()
    page.locator(".players li").first.wait_for()
    record = f"{page.url}/record"
    eventually(lambda: "fair-order: commit 0, close\n" in page.request.get(record).text(), page)
    page.context.unroute("**/nonce")
    page.reload()
    eventually(lambda: "close, reveal 0\n" in page.request.get(record).text(), page)


@pytest.mark.parametrize("status", [429, 503])
def test_a_number_that_a_busy_server_refused_is_sent_again_while_it_is_due(
    opened: Opener, watch: Watch, status: int
) -> None:
    watch.allow(f"the server responded with a status of {status}")
    page = opened(f"/new/{GAMES[0]}")
    choose(page, "dice", "fair")
    refused = list[str]()

    def refuse(route: Route) -> None:
        step = urlsplit(route.request.url).path.rpartition("/")[2]
        if step in refused:
            route.fallback()
        else:
            refused.append(step)
            route.fulfill(status=status, json={"refused": "Not now."})

    page.context.route(re.compile("/(commitment|nonce)$"), refuse)
    page.locator("main form button.primary").click()
    page.locator(".players li").first.wait_for()
    record = f"{page.url}/record"
    eventually(lambda: "fair-order: commit 0, close, reveal 0\n" in page.request.get(record).text(), page)
    assert refused == ["commitment", "nonce"]


def test_what_a_busy_server_refused_is_not_sent_again_when_it_is_no_longer_due(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 503")
    page = opened(f"/new/{GAMES[0]}")
    page.locator("main form button.primary").click()
    page.locator(".players li").first.wait_for()
    sent = list[str]()

    def refuse(route: Route) -> None:
        sent.append((route.request.post_data_json or {})["key"])
        route.fulfill(status=503, json={"refused": "Not now."})

    page.context.route("**/nonce", refuse)
    answer = page.evaluate("""async () => {
      const { post } = await import("/static/table/server.js");
      const due = [true, true, true, false];
      return post("nonce", {}, true, () => due.shift());
    }""")
    assert answer is None
    assert len(sent) == 2, "again after one pause, and no more after the next"
    assert sent[0] == sent[1], "with the same key, so that it is done once"


def test_a_game_is_closed_when_all_agree(opened: Opener) -> None:
    ana, ben = Person("Ana", opened("/about"), Mouse()), Person("Ben", opened("/about"), Mouse())
    come(ben, open_table(ana, SMALL, links=1))
    sit(ben)
    start([ana, ben])
    dialog = table_dialog(ana.page)
    dialog.get_by_role("button", name="Agree to stop here").click()
    expect(dialog).to_contain_text("Still to agree: Ben.")
    expect(dialog.get_by_role("button", name="Keep playing after all")).to_be_visible()
    expect(ben.page.locator("#log")).to_contain_text("agrees to close this game.")
    table_dialog(ben.page).get_by_role("button", name="Agree to stop here").click()
    for person in (ana, ben):
        expect(person.page.locator("#ask")).to_contain_text("This game is closed, as everybody has agreed.")
