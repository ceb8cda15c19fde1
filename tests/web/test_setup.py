"""Setting a table up: faces, cards and pressed buttons that work without a script, for games with and without art."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.bots.levels import LEVELS
from rollwright.core.game import open_game
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.http.rendering import art
from tests.support.online import party, with_two
from tests.support.wire import GAMES, opened

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


def pressed(page: str) -> dict[str, str]:
    """Return what the form posts if nothing is touched, as a browser without scripts does."""
    fields = {}
    for tag in re.findall(r"<input[^>]*>", page):
        found = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if found.get("type") == "radio" and not re.search(r"\schecked\b", tag):
            continue
        if re.match(r"kind|name-|option|dice|clock", found.get("name", "")):
            assert found["name"] not in fields, "one of each is pressed"
            fields[found["name"]] = found["value"]
    return fields


@EVERY_GAME
def test_nothing_drops_down_and_every_choice_is_one_press_away(client: TestClient, name: str) -> None:
    game, page = open_game(name), client.get(f"/new/{name}").text
    assert "<select" not in page
    for row in range(1, game.seats[-1]):
        for kind in ("here", "link", "none", *LEVELS):
            assert f'type="radio" name="kind-{row}" value="{kind}"' in page
    for option in game.options:
        for choice in option.choices:
            field = f"option-{option.name}-0" if option.per_seat else f"option-{option.name}"
            assert f'name="{field}" value="{choice.name}"' in page


@EVERY_GAME
def test_what_is_pressed_at_first_opens_a_table(client: TestClient, name: str) -> None:
    posted = pressed(client.get(f"/new/{name}").text)
    assert posted["kind-0"] == "here"
    answer = client.post(f"/new/{name}", data=posted)
    assert answer.headers["location"].startswith("/table/")


@EVERY_GAME
def test_what_one_leads_is_shown_by_its_banner(client: TestClient, name: str) -> None:
    game, page = open_game(name), client.get(f"/new/{name}").text
    for option in game.options:
        for choice in option.choices if option.per_seat else ():
            assert art(game, f"choice-{choice.name}") in page


def test_a_quick_game_takes_what_its_player_chose_and_gives_bots_what_is_left(
    client: TestClient, store: SQLiteStore
) -> None:
    for name in with_two():
        game = open_game(name)
        for option in (option for option in game.options if option.per_seat):
            for choice in option.names(2):
                table = opened(client, name, quick="bot", **{f"option-{option.name}-0": choice})
                log: Any = store.load(table).result()[1]
                mine, theirs = log[0].setting[option.name]
                assert mine == choice
                assert (theirs != mine) == (option.distinct or option.varied)
            refused = client.post(f"/new/{name}", data={"quick": "bot", f"option-{option.name}-0": "nobody"})
            assert refused.status_code == 422


def test_whoever_comes_by_a_link_sees_the_same_cards_without_what_is_taken(store: SQLiteStore) -> None:
    for name in with_two():
        options = [option for option in open_game(name).options if option.per_seat]
        with party(store) as everybody:
            _, [guest] = everybody.open(name, others=1)
            page = guest.get().text
            assert "<select" not in page
            for option in options:
                cards = re.findall(rf'name="option-{option.name}" value="(\w+)"[^>]*?( disabled)?>', page)
                taken = [value for value, disabled in cards if disabled]
                assert len(cards) == len(option.choices)
                assert len(taken) == (1 if option.distinct else 0)


def test_a_game_without_art_is_set_up_on_ours(client: TestClient, bids: str) -> None:
    for address in (f"/new/{bids}", "/"):
        page = client.get(address).text
        cover = re.search(rf"/art/{bids}/cover\.svg\?v=\w+", page)
        assert cover, address
        assert client.get(cover[0]).text.startswith("<svg")
    assert f"/art/{bids}/surface.svg" in client.get(f"/style/{bids}").text
