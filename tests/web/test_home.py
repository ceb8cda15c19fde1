"""The home page: where one left off, today's game, and the games from the easiest to the deepest."""

import re

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import all_games, open_game
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.site.home import DIFFICULTIES, easiest_first, players
from tests.support.online import party
from tests.support.wire import GAMES, opened

DEEPEST = max(GAMES, key=lambda name: open_game(name).difficulty)
WITH_RACES = next(name for name in GAMES if any(o.per_seat and not o.distinct for o in open_game(name).options))


def cards(page: str) -> list[str]:
    return re.findall(r'<article class="game.*?</article>', page, re.DOTALL)


def go_on(page: str) -> str:
    found = re.search(r'<section class="pick[^>]*aria-labelledby="go-on".*?</section>', page, re.DOTALL)
    assert found
    return found[0]


def test_games_stand_from_the_easiest_to_the_deepest(client: TestClient) -> None:
    shown = [re.findall(r'id="game-(\w+)"', card)[0] for card in cards(client.get("/").text)]
    assert shown == ["terminal_dispute", "tou_shi", "starcraft", "rolling_pyramids"]


def test_a_card_tells_what_one_wants_to_know(client: TestClient) -> None:
    found = cards(client.get("/").text)
    for card, game in zip(found, easiest_first(all_games()), strict=True):
        assert f"{game.minutes} min" in card
        assert players(game) in card
        assert card.count('<i class="full">') == game.difficulty
        assert DIFFICULTIES[game.difficulty - 1] in card
        for link in (f"/art/{game.name}/cover.svg", f"/rules/{game.name}", f"/print/{game.name}", f"/new/{game.name}"):
            assert link in card


def test_every_game_says_how_long_it_takes_and_how_hard_it_is() -> None:
    for game in all_games():
        assert game.minutes % 5 == 0 < game.minutes, game.name
        assert 1 <= game.difficulty <= len(DIFFICULTIES)
        assert game.quick_seats in game.seats


def test_a_game_that_says_neither_is_shown_last_and_without_them(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(GAMES[-1])
    for fact in ("MINUTES", "DIFFICULTY"):
        monkeypatch.delattr(game._facts, fact)
    card = cards(client.get("/").text)[-1]
    assert f'id="game-{game.name}"' in card
    assert " min</li>" not in card
    assert "steps" not in card


def test_a_quick_game_is_as_its_game_proposes_or_as_asked(client: TestClient) -> None:
    assert open_game(DEEPEST).quick_seats == 2
    for quick, seats in (("1", 2), ("bot", 2), ("alone", 1)):
        table = client.post(f"/new/{DEEPEST}", data={"quick": quick}).headers["location"]
        card = go_on(client.get("/").text)
        assert f'href="{table}"' in card
        assert card.count('class="emblem"') == seats


def test_a_quick_game_that_the_game_does_not_have_is_refused(client: TestClient) -> None:
    alone = next(name for name in GAMES if open_game(name).seats[-1] == 1)
    assert client.post(f"/new/{alone}", data={"quick": "bot"}).status_code == 422
    pair = next(name for name in GAMES if open_game(name).seats[0] > 1)
    assert client.post(f"/new/{pair}", data={"quick": "alone"}).status_code == 422


def test_nobody_goes_on_who_has_no_table(client: TestClient) -> None:
    assert "go-on" not in client.get("/").text


def test_one_goes_on_where_one_left_off(client: TestClient) -> None:
    table = opened(client, WITH_RACES, **{"kind-0": "here", "kind-1": "easy", "name-0": "Ana <b>",
                                          "option-race-0": "zerg", "option-race-1": "protoss"})  # fmt: skip
    card = go_on(client.get("/").text)
    assert f'href="/table/{table}"' in card
    assert "Your turn" in card
    assert card.count('class="emblem"') == 2
    assert 'title="Ana &lt;b&gt;"' in card
    zerg = (open_game(WITH_RACES).folder / "art" / "emblem-zerg.svg").read_text(encoding="utf-8")
    assert re.findall(r' d="([^"]+)"', zerg)[0] in card, "the emblem is that of what one chose"
    assert "All your tables" not in card
    opened(client)
    assert "All your tables" in go_on(client.get("/").text)


def test_while_others_are_waited_for_it_says_so(store: SQLiteStore) -> None:
    with party(store) as everybody:
        host, _ = everybody.open(WITH_RACES, others=1)
        card = go_on(host.client.get("/").text)
        assert "Waiting for players" in card
        assert "emblem" not in card.replace('class="emblems"', "")


def test_todays_game_is_begun_with_the_name_one_had(client: TestClient) -> None:
    page = client.get("/").text
    address = re.search(r'action="(/daily/[^"]+)"', page)
    assert address
    answer = client.post(address[1], data={"name": "Nadia"})
    assert answer.headers["location"].startswith("/table/")
    assert '<input type="hidden" name="name" value="Nadia">' in client.get("/").text
    again = client.post(address[1], data={"name": "Nadia"})
    assert again.headers["location"] == answer.headers["location"], "there is one try"
