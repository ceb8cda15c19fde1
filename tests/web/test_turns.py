"""What a page is told in the course of a game and at its end, of any game: gains, points of a tab, the last picture."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.core.language import Phrase, speech
from rollwright.core.scoring import points, signed
from rollwright.records import write
from rollwright.table import Table
from rollwright.view import Heading, Part, PartTemplate, Pen, Template, Way, draw_parts, tabs, ways_of
from rollwright.web.table.pieces.drawings import part_headings
from tests.support.pages import expanded
from tests.support.wire import GAMES, JSON

FEW = 60
"""Decisions in which a game shows most of its phases."""


def played(name: str) -> Iterator[Table]:
    """Play a game to its end; yield its table before every decision, and when it is over."""
    game = open_game(name)
    seats = 2 if 2 in game.seats else game.seats[0]
    table = Table(game, seats, SeededDice(3))
    while not table.over:
        yield table
        seat = table.waiting[0]
        legal = table.legal(seat)
        table.play(seat, legal[len(table.log) % len(legal)])
    yield table


def seen(client: TestClient, table: Table, seat: int = 0) -> Any:
    """Open a table by its record, and return what a page shows of it."""
    address = client.post("/open", data={"text": write(table)}).headers["location"].removesuffix("/replay")
    return expanded(client.get(f"{address}/view?show={seat}", headers=JSON).json())["values"]


def parts(table: Table, seat: int = 0) -> list[Part]:
    drawn: list[Part] = draw_parts(table.game, table.seen_by(seat), seat, Pen(table.game.speech()))
    return drawn


def ways(table: Table, seat: int) -> dict[int, Way]:
    found: dict[int, Way] = ways_of(table.game, table.seen_by(seat), seat, table.legal_moves(seat))
    return found


def with_gain(quiet: bool) -> tuple[Table, int]:
    """Return a table and a seat with a move that would change its score, and says so or is quiet about it."""
    for name in GAMES:
        for table in islice(played(name), FEW):
            seat = table.waiting[0]
            gains = table.gains(seat)
            if any(way.quiet == quiet and gains[move] for move, way in ways(table, seat).items()):
                return table, seat
    raise AssertionError("no game has such moves")


@pytest.mark.parametrize("quiet", [True, False])
def test_a_move_says_what_it_scores_unless_it_is_quiet(client: TestClient, quiet: bool) -> None:
    """Else whoever leaves the dice as they are would be told of points that come of the dice."""
    table, seat = with_gain(quiet)
    offers = {offer["move"]: offer["gain"] for offer in seen(client, table, seat)["moves"]}
    gains = table.gains(seat)
    for move, way in ways(table, seat).items():
        gain = gains[move]
        assert offers[table.game.moves.text(move)] == (None if way.quiet or gain is None else signed(gain))


@pytest.mark.parametrize("name", GAMES)
def test_a_tab_says_what_its_parts_score_together(client: TestClient, name: str) -> None:
    *_, table = played(name)
    values = seen(client, table)
    for tab, together in tabs(parts(table)).items():
        scoring = [part.halves for part in together if part.halves is not None]
        told = points(sum(scoring)) if scoring else None
        for part in together:
            shown = values[f"part/{part.name}"]
            assert (shown["tab"], shown["points"]) == (tab, told)


def test_parts_on_one_tab_are_summed() -> None:
    """No game of ours has such a tab, but one may."""
    plain = Heading(Phrase("Part"), (10, 10))
    scoring = [PartTemplate(f"part-{slot}", plain, [], halves=slot, tab="together") for slot in range(2)]
    template = Template([*scoring, PartTemplate("apart", plain, [], halves=2)])
    found = part_headings(template, [3, 4, 5], Pen(speech("en")), lambda name, source, make: make())
    assert [found[f"part/{part.name}"]["points"] for part in template.parts] == [points(7), points(7), points(5)]


@pytest.mark.parametrize("name", GAMES)
def test_the_end_pictures_the_winners_own_sheet(client: TestClient, name: str) -> None:
    """What shows others, or is no part of the sheet, is left out."""
    *_, table = played(name)
    end = seen(client, table)["html/end"]
    for part in parts(table, table.ranking()[0][0]):
        pictured = f'class="part part-{part.name}"' in end
        assert pictured == (part.where == "sheet" and part.pictured), part.name
