"""The pages around the tables: languages, the form of a new table, your tables, records saved and opened again."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rollwright.core.game import all_games, game_names, open_game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.web.site.home import sides
from tests.support.browser.axe import violations
from tests.support.browser.hands import (
    Mouse,
    ask_for_hint,
    choose,
    happened,
    learn_of,
    offer,
    open_menu,
    open_record,
    play_on,
    play_until_it_can_be_chosen,
    record,
    settled,
    sit_down,
)
from tests.support.browser.windows import DESKTOP, NOWHERE, PHONE, Opener, Watch
from tests.support.sampling import some

EVERY_GAME = pytest.mark.parametrize("game", game_names())
FOR_MANY = max(game_names(), key=lambda name: len(open_game(name).seats))
"""The game that is for the most different numbers of people."""

TEXTS = """
() => {
  const found = new Set([document.title]);
  const silent = "script, style, code, pre, time, datalist, textarea, .typed input";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(silent)) found.add(walker.currentNode.data);
  for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"]) {
    const spoken = document.querySelectorAll(`[${name}]:not([aria-hidden=true])`);
    for (const each of spoken) found.add(each.getAttribute(name));
  }
  return [...found].map((text) => text.replace(/\\s+/g, " ").trim());
}
"""

SAME_EVERYWHERE = {"Rollwright", "Ada", "Nadia", *LANGUAGES.values(), *(code.upper() for code in LANGUAGES)}
"""Names are the same in every language."""


def texts(page: Page) -> set[str]:
    """Return everything a page says, seen or spoken."""
    return set(page.evaluate(TEXTS))


def is_word(text: str) -> bool:
    """Say whether a text is more than a number, in Roman digits too, a sign or the letter of a column."""
    return re.search(r"[^\W\d_]{2}", text) is not None and re.fullmatch(r"[IVX]+", text) is None


def is_name(text: str) -> bool:
    """Say whether a text is a name, the title of a game or the number of a rule."""
    titles = {game.title for game in all_games()}
    is_rule = re.fullmatch(r"[A-Z]{2}-\d\d", text) is not None
    return is_rule or text.removesuffix(" · Rollwright").removeprefix(": ") in SAME_EVERYWHERE | titles


def readings(text: str) -> tuple[str, str, str]:
    """Return what a text may be in a catalogue, where a word may be the same in both: itself, or without its number."""
    return text, re.sub(r": \d+$", "", text), re.sub(r"\d+", "{n}", text)


def untranslated(language: str, said: dict[str, set[str]]) -> list[str]:
    """Return what is said in another language as it is in English, and should not be."""
    catalogues = [game.speech(language) for game in all_games()]  # the first page shows sheets of all of them
    alike = (text for text in said["en"] & said[language] if is_word(text) and not is_name(text))
    return sorted(
        text for text in alike if all(say.lacks(Phrase(each)) for say in catalogues for each in readings(text))
    )


OTHERS = [language for language in LANGUAGES if language != "en"]


def speak(page: Page, language: str) -> None:
    """Change the language in the menu."""
    open_menu(page)
    page.locator(f"button[name=language][value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.wait_for_load_state()


@pytest.mark.parametrize("game", some(game_names(), count=1))  # the kit looks for words without translation too
def test_every_page_speaks_every_language(game: str, opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 404")
    page = opened(NOWHERE)
    sit_down(page, game)
    table = page.url
    play_on(page, Mouse(), Random(game), steps=9)
    play_until_it_can_be_chosen(page, Mouse(), Random(game))
    finished = max((open_game(game).folder / "golden").glob("*-seats.txt")).read_text(encoding="utf-8")
    open_record(page, finished)
    ended = page.url
    first = game == game_names()[0]
    others = ["/", "/tables", "/about", "/verify", "/nowhere", f"{table}/delete"]  # pages that are alike for every game
    for address in [f"/new/{game}", f"/rules/{game}", table, ended, *(others if first else [])]:
        page.goto(address)
        said = {}
        for language in LANGUAGES:
            speak(page, language)
            assert page.url.endswith(address)
            if address == table:
                ask_for_hint(page)
                learn_of(page, offer(page).lit[0])
            said[language] = texts(page)
        for language in OTHERS:
            assert untranslated(language, said) == [], f"{address} in {language}"


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_the_print_sheet_speaks_every_language(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    said = {}
    for language in LANGUAGES:
        page.goto("/about")
        speak(page, language)
        page.goto(f"/print/{game}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        said[language] = texts(page)
    for language in OTHERS:
        assert untranslated(language, said) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_comes_from_the_browser(language: str, opened: Opener) -> None:
    page = opened("/", locale=f"{language}-{language.upper()}")
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_theme_is_chosen_in_the_menu_and_kept(opened: Opener) -> None:
    page = opened("/", color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    open_menu(page)
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(colour) != light
    page.goto("/about")
    open_menu(page)
    page.get_by_role("button", name="Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.evaluate(colour) == light


@EVERY_GAME
def test_two_clicks_lead_into_the_game(game: str, opened: Opener) -> None:
    """The second click rolls the first dice, or makes the first choice, and there is more to do."""
    page = opened("/")
    page.locator(f"form[action='/new/{game}'] button.primary").click()
    page.wait_for_url("**/table/*")
    now = offer(page)
    page.locator("#roll" if now.roll else f"#{now.lit[0]}").click()
    settled(page)
    played = open_game(game)
    if not played.keeps_secrets(played.quick_seats, over=False):  # else there is no record yet
        bots = re.compile(r"[2-9] ")  # who writes at the same time may be faster than this test
        assert len([each for each in happened(record(page)) if not bots.match(each)]) == 1
    now = offer(page)
    assert now.lit or now.roll


def test_the_form_of_a_new_table(opened: Opener) -> None:
    page = opened(f"/new/{FOR_MANY}")
    page.locator("[name=name-0]").fill("Nadia <b>")
    expect(page.locator("[name=kind-1]:visible").first).to_be_visible()
    expect(page.locator("[name=kind-2]:visible")).to_have_count(0)  # one empty chair is enough to add another player
    choose(page, "kind-1", "link")
    expect(page.locator("[name=name-1]")).to_be_hidden()  # who comes by a link says it there
    choose(page, "kind-2", "easy")
    choose(page, "kind-1", "none")
    expect(page.locator("[name=kind-1][value=easy]")).to_be_checked()  # players close ranks
    expect(page.locator("[name=kind-2][value=none]")).to_be_checked()
    choose(page, "kind-1", "normal")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#players strong")).to_have_text(["Nadia <b>", "Ada"])
    expect(page.locator("#players .badge")).to_have_text(["bot, normal"])
    assert "names: Nadia <b>, Ada" in record(page)


def test_a_form_that_is_refused_keeps_what_was_filled_in(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 422")
    pair = next(game for game in game_names() if open_game(game).seats[0] > 1)
    page = opened(f"/new/{pair}")
    page.locator("[name=name-0]").fill("Nadia <b>")
    choose(page, "kind-1", "none")
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("alert")).to_contain_text("2 to 6 seats")
    expect(page.locator("[name=name-0]")).to_have_value("Nadia <b>")
    expect(page.locator("[name=kind-1][value=none]")).to_be_checked()


def test_who_had_what_you_choose_gets_what_you_give_up(opened: Opener) -> None:
    game = next(game for game in all_games() if any(option.distinct for option in game.options))
    option = next(option for option in game.options if option.distinct)
    first, second = (choice.name for choice in option.choices[:2])
    page = opened(f"/new/{game.name}")
    choose(page, "kind-1", "easy")
    expect(page.locator(f"[name=option-{option.name}-1][value={second}]")).to_be_checked()
    choose(page, f"option-{option.name}-0", second)
    expect(page.locator(f"[name=option-{option.name}-1][value={first}]")).to_be_checked()


@pytest.fixture
def played(opened: Opener) -> Page:
    """A page with a table that has been played at for a while."""
    page = opened(NOWHERE)
    sit_down(page, FOR_MANY, "here")
    play_on(page, Mouse(), Random(4), steps=12)
    settled(page)
    return page


def saved(page: Page, tmp_path: Path) -> Path:
    """Save the record of the first of your tables."""
    with page.expect_download() as downloading:
        page.get_by_role("link", name=re.compile("^Save the record")).first.click()
    path = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(path)
    assert path.suffix == ".txt"
    return path


def test_a_table_is_resumed_saved_and_deleted(played: Page, tmp_path: Path) -> None:
    page, table, kept = played, played.url, record(played)
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Go on")).click()
    page.wait_for_url(table)
    assert record(page) == kept
    page.goto("/tables")
    assert saved(page, tmp_path).read_text(encoding="utf-8") == kept
    page.get_by_role("link", name=re.compile("^Delete")).click()
    page.get_by_role("link", name="Keep it").click()
    page.get_by_role("link", name=re.compile("^Delete")).click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("You have no tables yet.")).to_be_visible()
    assert page.context.request.get(table).status == 404


def test_a_table_that_is_deleted_elsewhere_says_so(played: Page) -> None:
    other = played.context.new_page()
    other.goto(f"{played.url}/delete")
    other.get_by_role("button", name="Delete").click()
    expect(played.locator("#lost")).to_contain_text("This table is no longer available")


@pytest.mark.parametrize("how", ["file", "text"])
def test_a_record_is_opened_again(played: Page, how: str, tmp_path: Path) -> None:
    page, table, kept = played, played.url, record(played)
    page.goto("/tables")
    path = saved(page, tmp_path)
    if how == "file":
        page.locator("input[type=file]").set_input_files(path)
    else:
        page.locator("textarea").fill(path.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/table/*")
    assert page.url != table
    assert record(page) == kept
    play_on(page, Mouse(), Random(5), steps=4)


@EVERY_GAME
def test_a_golden_record_is_opened_and_saved_as_it_was(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    for path in some(sorted((open_game(game).folder / "golden").glob("*-seats.txt")), count=1):
        lines = path.read_text(encoding="utf-8").splitlines()
        open_record(page, "\n".join(lines))
        expect(page.locator("#end-title")).to_be_visible()
        told = [line for line in record(page).splitlines() if line]
        assert told == [line for line in lines if line and not line.startswith("#")]


def test_a_text_that_is_no_record_is_refused_and_kept_in_the_form(opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 422")
    page = opened("/tables")
    page.locator("textarea").fill("rollwright: 2\n</textarea><script>")
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This is not a record of a game")
    expect(page.locator("textarea")).to_have_value("rollwright: 2\n</textarea><script>")


def test_a_table_is_there_only_for_the_browser_that_opened_it(played: Page, opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 404")
    stranger = opened(played.url)
    expect(stranger.locator("h1")).to_have_text("That did not work")
    assert stranger.context.request.get(f"{played.url}/record").status == 404


PAGES = ["/", "/tables", "/about", *(f"/{kind}/{game}" for game in game_names() for kind in ("new", "rules"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_phone(language: str, opened: Opener) -> None:
    """Each page in one of the languages, and under long effort in all of them."""
    page = opened(NOWHERE, PHONE, locale=language)
    sit_down(page, FOR_MANY, "easy", "here", "here")
    turn = list(LANGUAGES).index(language)
    pages = [*some(PAGES, turn, -(-len(PAGES) // len(LANGUAGES))), page.url]
    for game in some(game_names(), turn):
        sit_down(page, game)
        pages.append(page.url)
    for address in pages:
        page.goto(address)
        widths = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        assert page.evaluate(widths) == [390, 390], address


def cookies(context: BrowserContext) -> dict[str, bool]:
    return {each["name"]: each["httpOnly"] for each in context.cookies()}


def test_no_cookie_is_set_before_it_is_needed_and_no_script_reads_one(opened: Opener) -> None:
    page = opened("/")
    assert cookies(page.context) == {}
    speak(page, "es")
    assert cookies(page.context) == {"language": True}
    sit_down(page, game_names()[0])
    assert cookies(page.context) == {"language": True, "rollwright": True}


@pytest.mark.parametrize("kind", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", [game.name for game in all_games() if sides(game)])
def test_a_race_or_faction_is_chosen_and_played_at_once(game: str, kind: dict[str, Any], opened: Opener) -> None:
    """A button with emblems shows cards, reached by keys; a card starts a game against a bot, who has another one."""
    page = opened("/", kind)
    [(option, choices)] = sides(open_game(game))
    button = page.locator(f"[aria-labelledby='game-{game}'] .sides")
    button.focus()
    page.keyboard.press("Enter")
    cards = page.locator(f"#as-{game}-{option.name}")
    expect(cards.locator("button.choice-card img")).to_have_count(len(choices))
    for card in cards.locator("button.choice-card, header button").all():
        expect(card).to_be_in_viewport(ratio=0.99)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(cards).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.value") != choices[-1].name:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    settled(page)
    seats = page.locator(".players li")
    expect(seats).to_have_count(2)
