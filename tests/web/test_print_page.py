"""Printing in the app: the page, its papers and pictures, sheets of tables, cards; what is refused, what is bounded."""

import asyncio

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import open_game
from rollwright.paper import press
from rollwright.web.http.limits import Budget, RateLimiter, TooMany
from rollwright.web.print.printer import Printer
from rollwright.web.web_settings import WebSettings
from tests.support.loops import run_apart
from tests.support.printed import Printed
from tests.support.wire import GAMES, JSON, opened


@pytest.mark.parametrize("game", GAMES)
def test_the_page_offers_every_paper_and_shows_its_pages(client: TestClient, game: str) -> None:
    text = client.get(f"/print/{game}?what=summary").text
    for what in ("sheet", "summary", "rules", "log", "kit"):
        assert f'name="what" value="{what}"' in text
    assert f'src="/print/{game}/page/1?what=summary' in text
    picture = client.get(f"/print/{game}/page/1?what=summary")
    assert picture.headers["content-type"] == "image/png"
    assert client.get(f"/print/{game}/page/99?what=summary").status_code == 404


def test_a_game_that_declares_nothing_has_its_sheets(client: TestClient, bids: str) -> None:
    text = client.get(f"/print/{bids}").text
    for what in ("sheet", "log", "kit"):
        assert f'name="what" value="{what}"' in text
    printed = Printed(client.get(f"/print/{bids}/paper.pdf?what=sheet").content)
    assert len(printed.pages) == 1, "its players choose a colour, which changes nothing that is drawn"


def test_a_paper_is_sent_as_pdf(client: TestClient) -> None:
    game = GAMES[0]
    answer = client.get(f"/print/{game}/paper.pdf?paper=letter&language=es&up=4")
    assert answer.headers["content-type"] == "application/pdf"
    printed = Printed(answer.content)
    assert printed.sizes[0] in ((612, 792), (792, 612))
    assert open_game(game).speech("es")("Name") in printed.text


def test_what_there_is_not_is_refused(client: TestClient) -> None:
    game = GAMES[0]
    assert client.get(f"/print/{game}?what=nothing", headers=JSON).status_code == 422
    assert client.get(f"/print/{game}/paper.pdf?no=such", headers=JSON).status_code == 422
    assert client.get(f"/print/{game}/paper.pdf?language=xx").status_code == 404
    assert client.get(f"/print/{game}/paper.pdf?paper=a0", headers=JSON).status_code == 422


def test_without_typst_the_page_says_so_and_leads_to_the_browsers_own_printing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "is_available", lambda: False)
    text = client.get(f"/print/{GAMES[0]}").text
    assert "not installed" in text
    assert f'href="/print/{GAMES[0]}/sheet"' in text


def test_a_table_prints_its_sheet_with_its_name_and_a_code(client: TestClient) -> None:
    table = opened(client)
    printed = Printed(client.get(f"/table/{table}/sheet.pdf").content)
    assert len(printed.pages) == 1
    assert client.get(f"/table/{table}/sheet.pdf?seat=9").status_code == 404
    assert client.get(f"/table/{table}/card.pdf", headers=JSON).status_code == 422, "the game is not over"


def test_a_stranger_prints_no_running_table(client: TestClient) -> None:
    table = opened(client)
    client.cookies.clear()
    for what in ("sheet.pdf", "card.pdf", "card.png"):
        assert client.get(f"/table/{table}/{what}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_becomes_a_card(client: TestClient, game: str) -> None:
    record = sorted((open_game(game).folder / "golden").glob("*-seats.txt"))[0]
    place = client.post("/open", data={"text": record.read_text("utf-8")}).headers["location"]
    table = place.removeprefix("/table/").split("/")[0]
    printed = Printed(client.get(f"/table/{table}/card.pdf").content)
    assert len(printed.pages) == 1
    assert printed.images == []
    assert client.get(f"/table/{table}/card.png").content.startswith(b"\x89PNG")


def test_papers_are_made_once_and_bounded() -> None:
    """One address can neither fill the queue nor ask for something new without end."""
    made = []

    def make() -> bytes:
        made.append(1)
        return b"paper"

    async def play() -> None:
        settings = WebSettings(max_print_queue=3, max_print_queue_per_address=2, max_printed_size=12)
        printer = Printer(settings, RateLimiter(Budget(6, 0.001)))
        assert [await printer.made("a", "key", make) for _ in range(9)] == [b"paper"] * 9
        assert len(made) == 1
        await printer.made("a", "other", make)
        await printer.made("a", "third", make)  # the first has to make room
        await printer.made("a", "key", make)
        assert len(made) == 4
        with pytest.raises(TooMany):
            await asyncio.gather(*(printer.made("b", None, make) for _ in range(4)))
        for _ in range(2):
            await printer.made("a", None, make)
        with pytest.raises(TooMany):
            await printer.made("a", None, make)
        printer.close()

    run_apart(play())
