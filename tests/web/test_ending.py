"""The end of a game as each page tells it: the verdict, something warm, and what the result is worth."""

import re
from collections.abc import Mapping, Sequence
from html import unescape

import pytest
from starlette.testclient import TestClient

from rollwright.bots import worth as worth_module
from rollwright.bots.worth import Measured, Worth
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, open_game
from rollwright.core.language import speech
from rollwright.core.scoring import points
from rollwright.table import Table
from rollwright.table.score_history import ScoreHistory
from rollwright.web.table.pieces import verdict as verdict_module
from rollwright.web.table.pieces.verdict import is_good, lead_told, verdict, worth_told
from tests.support.pages import expanded
from tests.support.wire import ANY_NUMBER, JSON, opened, play_on

ENGLISH = speech("en")


class Finished(Table):
    """A game at its end, whose points are given."""

    def __init__(self, halves: Sequence[int], options: Mapping[str, str] | None = None, game: str = ANY_NUMBER) -> None:
        names = ["Ana", "Ben", "Eve"][: len(halves)]
        super().__init__(open_game(game), len(halves), SeededDice(1), options, names=names)
        while not self.over:
            seat = self.waiting[0]
            self.make(seat, self.legal_moves(seat)[0])
        self._halves = halves

    def halves(self, seat: int, viewer: int | None = None) -> int:
        return self._halves[seat]

    def ranking(self) -> list[list[int]]:
        totals = sorted(set(self._halves), reverse=True)
        return [[seat for seat, halves in enumerate(self._halves) if halves == total] for total in totals]


@pytest.mark.parametrize(
    ("halves", "me", "told"),
    [
        ([20, 10], 0, "You win by 5!"),
        ([20, 11], 0, "You win by 4½!"),
        ([20, 10], 1, "Ana wins by 5."),
        ([20, 10], None, "Ana wins by 5."),
        ([20, 20, 4], 0, "You share the win with Ben!"),
        ([20, 20, 20], 2, "You share the win with Ana and Ben!"),
        ([20, 20, 4], 2, "Ana and Ben share the win."),
        ([42], 0, "21 points"),
        ([2], 0, "1 point"),
        ([3], None, "1½ points"),
    ],
)
def test_the_verdict(halves: list[int], me: int | None, told: str) -> None:
    assert str(verdict(Finished(halves), me, ENGLISH)) == told


def test_a_win_by_the_tie_break_names_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Finished([20, 20])
    monkeypatch.setattr(table, "ranking", lambda: [[1], [0]])
    assert str(verdict(table, 1, ENGLISH)) == "You win!"
    assert str(verdict(table, 0, ENGLISH)) == "Ben wins."


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([[0, 0], [2, 4], [8, 6], [20, 10]], "You led from round 2 on."),
        ([[0, 0], [2, 4], [4, 6], [20, 10]], "It was open to the very end."),
        ([[0, 0], [6, 4], [8, 6], [10, 20]], "You led after round 2."),
        ([[0, 0], [0, 9], [8, 9], [9, 20], [10, 24]], "Round 2 was close."),
        ([[0, 0], [0, 4], [0, 14], [2, 18], [4, 20]], "The next one could be yours."),
    ],
)
def test_something_warm_is_said(rows: list[list[int]], told: str) -> None:
    table = Finished(rows[-1])
    history = ScoreHistory(table)
    history.rows[:] = rows
    assert str(lead_told(table, history, 0)) == told


def measured_as(monkeypatch: pytest.MonkeyPatch, *tables: Worth) -> None:
    """Let the bot's games have come to this."""

    def found(game: Game) -> Measured:
        return Measured(1, 50, "", tables)

    monkeypatch.setattr(worth_module, "measured", found)


TENS = tuple(range(10, 110, 10))


@pytest.mark.parametrize(
    ("halves", "told"),
    [
        (85, "Better than 8 of 10 games of the normal bot."),
        (101, "Better than all 50 games of the normal bot."),
        (10, "As good as 1 of 10 games of the normal bot."),
        (3, "9 of 10 games of the normal bot come to 10 or more."),
    ],
)
def test_what_a_result_is_worth(monkeypatch: pytest.MonkeyPatch, halves: int, told: str) -> None:
    measured_as(monkeypatch, Worth(1, {}, 50, (), TENS))
    assert [str(phrase) for phrase in worth_told(Finished([halves]), 0)] == [told]
    assert is_good(Finished([halves]), 0) == (halves > 60)


def test_nothing_is_said_of_tables_that_were_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured_as(monkeypatch, Worth(1, {"sheet": "classic"}, 50, (), TENS, {"Stuck": 5}))
    game = "tou_shi"
    assert worth_told(Finished([85], {"sheet": "classic"}, game), 0)
    assert worth_told(Finished([85], {"sheet": "generous"}, game), 0) == []
    assert not is_good(Finished([85], {"sheet": "generous"}, game), 0)
    assert worth_told(Finished([85, 10]), 0) == []


def test_how_often_the_bot_ends_like_this(monkeypatch: pytest.MonkeyPatch) -> None:
    measured_as(monkeypatch, Worth(1, {"sheet": "classic"}, 50, (), TENS, {"Stuck": 5}))
    table = Finished([85], {"sheet": "classic"}, "tou_shi")
    ending = open_game("tou_shi").words.ending(table.position)
    told = [str(phrase) for phrase in worth_told(table, 0)]
    assert told[1] == f"Of 100 of its games, {10 if str(ending) == 'Stuck' else 0} end like this."
    assert str(ending) in map(str, table.game.words.closing(table.position)), "it is said beside this"


def test_who_has_won_is_not_told_how_few_points_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    measured_as(monkeypatch, Worth(2, {}, 50, (), TENS))
    assert worth_told(Finished([25, 10]), 0) == []
    assert [str(phrase) for phrase in worth_told(Finished([85, 10]), 0)] == [
        "Better than 8 of 10 games of the normal bot."
    ]
    assert [str(phrase) for phrase in worth_told(Finished([25, 85]), 0)] == [
        "Better than 2 of 10 games of the normal bot."
    ]


def end_of(client: TestClient, table: str) -> str:
    found = expanded(client.get(f"/table/{table}/view?show=0", headers=JSON).json())["values"]["html/end"]
    return unescape(str(found))


def test_the_page_tells_the_worth_only_where_it_is_known(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(client, ANY_NUMBER)
    play_on(client, table)
    assert 'class="worth"' in end_of(client, table)
    monkeypatch.setattr(verdict_module, "worth_of", lambda *asked: None)
    other = opened(client, ANY_NUMBER)
    play_on(client, other)
    assert 'class="worth"' not in end_of(client, other)


def test_alone_and_together(client: TestClient) -> None:
    alone = opened(client, ANY_NUMBER)
    play_on(client, alone)
    end = end_of(client, alone)
    assert re.search(r'<h2 id="end-title" tabindex="-1">\S+ points?</h2>', end)
    assert 'class="best"' in end
    assert "Your sheet" in end
    assert "ranking" not in end

    together = opened(client, ANY_NUMBER, **{"kind-0": "here", "kind-1": "here", "name-0": "Ana", "name-1": "Ben"})
    play_on(client, together)
    end = end_of(client, together)
    assert "You " not in end, "two people look at this screen"
    assert end.count('class="token"') == 2
    assert end.count("<li class=") == 2
    assert 'data-wins="1"' in end
    for address in ("/again", "/same", "/same?friend=1", "/replay", "/record"):
        assert f"/table/{together}{address}" in end


def test_a_friend_is_challenged_by_a_link(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER)
    play_on(client, table)
    selected = 'value="link" checked>'
    assert selected not in client.get(f"/table/{table}/same").text
    assert client.get(f"/table/{table}/same?friend=1").text.count(selected) == 1


def test_the_sum_is_that_of_the_parts(client: TestClient) -> None:
    table = opened(client, ANY_NUMBER)
    play_on(client, table)
    end = end_of(client, table)
    found = re.search(r'class="end-sum">([^<]*) = ([^<]*)<', end)
    assert found
    total = re.search(r'id="end-title" tabindex="-1">(\S+) point', end)
    assert total
    assert found[2] == total[1]
    assert sum(map(int, found[1].split(" + "))) == int(found[2])
    assert points(2 * int(found[2])) == found[2]
