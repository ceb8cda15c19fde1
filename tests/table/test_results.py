"""What is kept of a finished game: for whom, how it went, and against whom it was played."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rollwright.games
from rollwright.bots.levels import LEVELS
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games, open_game
from rollwright.table import Table
from rollwright.table.company import Company
from rollwright.table.events import Carried, Event, Greeted, Left, Lent, Opened, Returned, Seated
from rollwright.table.models import DiceKind, Head, Player, Result, SeatKind
from rollwright.table.results import changed_results, results_of
from rollwright.testing import Playthrough, playthroughs

OWNER, ENDED = "owner", 1_234.5
GAMES = all_games()


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """A small game of secret bids, on the shelf."""
    path: Any = rollwright.games.__path__
    path.append(str(Path(__file__).parent.parent / "shelf"))
    yield
    path.pop()


def play_out(table: Table, rng: Random) -> Table:
    """Play a game to its end, by chance."""
    while not table.over:
        if table.dice_due:
            table.roll()
        else:
            seat = rng.choice(table.waiting)
            table.make(seat, rng.choice(table.legal_moves(seat)))
    return table


def seated(*players: Player, game: str = "sealed_bids", **head: Any) -> Company:
    """Return who sits at a table; to seats by a link somebody has come, called as the seat."""
    opened = Opened(game, len(players), open_game(game).setting(len(players), {}))
    company = Company(Head("t", OWNER, 0.0, players, 7, **{"dice": DiceKind.FAIR, **head}), opened)
    company.started = True
    for seat, player in enumerate(players):
        if player.kind == SeatKind.LINK:
            company.follow(Seated(seat, f"guest {seat}", f"Guest {seat}", {}), 1)
    return company


def finished(seats: int, game: str = "sealed_bids", seed: int = 1) -> Table:
    return play_out(Table(open_game(game), seats, SeededDice(seed), rolls_itself=False, compiled=False), Random(seed))


def kept(company: Company) -> dict[str, Result]:
    """Return the results of a game at these seats, by whose they are."""
    return {each.holder: each for each in results_of(company, finished(len(company.chairs)), ENDED, LEVELS)}


ME, FRIEND = Player("Ana", SeatKind.HERE), Player("", SeatKind.LINK)
EASY, NORMAL, HARD, EXPERT = (Player("Ada", SeatKind.BOT, level) for level in LEVELS)
UNKNOWN = Player("Ada", SeatKind.BOT, "of another age")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whole_games_of_any_company(game: Game) -> None:
    """Whoever has one seat and plays it to the end has a result, and nobody else; it says what the table says."""

    @settings(max_examples=12, deadline=None, database=None, derandomize=True)
    @given(playthroughs(game), st.data())
    def check(played: Playthrough, data: st.DataObject) -> None:
        kinds = data.draw(st.lists(st.sampled_from([ME, FRIEND, EASY, HARD]), min_size=played.seats,
                                   max_size=played.seats))  # fmt: skip
        company = seated(*kinds, game=game.name)
        for seat, player in enumerate(kinds):
            if player.kind == SeatKind.BOT:
                continue
            chances: list[list[Event]] = [[], [], [Lent(seat, "normal")], [Lent(seat, "normal"), Returned(seat)]]
            if player.kind == SeatKind.LINK:
                chances += [[Left(seat)], [Carried(seat, f"phone {seat}")]]
            for event in data.draw(st.sampled_from(chances)):
                company.follow(event, 1)
        dice = SeededDice(played.seed)
        table = play_out(Table(game, played.seats, dice, played.setting), Random(played.seed))
        found = results_of(company, table, ENDED, LEVELS)

        person = [
            chair.player.kind != SeatKind.BOT and bool(chair.holders) and not chair.lent for chair in company.chairs
        ]
        expected = {(seat, holder) for seat, chair in enumerate(company.chairs) for holder in chair.holders
                    if person[seat] and (holder != OWNER or kinds.count(ME) == 1)}  # fmt: skip
        assert {(each.seat, each.holder) for each in found} == expected
        assert len(found) == len(expected)
        merits = [(table.halves(seat), table.rules.tiebreak(table.position, seat)) for seat in range(table.seats)]
        for each in found:
            assert each.halves == merits[each.seat][0]
            assert each.place == 1 + sum(merit > merits[each.seat] for merit in merits)
            assert (each.table_id, each.game, each.ended) == ("t", game.name, ENDED)
            assert (each.seats, each.name) == (played.seats, company.chairs[each.seat].player.name)
            assert json.loads(each.setting) == {name: values[each.seat] for name, values in played.setting.items()}
            assert (each.against == "alone") == (played.seats == 1)
            others = [seat for seat in range(played.seats) if seat != each.seat]
            assert (each.against == "people") == any(person[seat] for seat in others)

    check()


@pytest.mark.parametrize(
    ("players", "against"),
    [
        ((ME, EASY), "easy"),
        ((ME, NORMAL, EASY), "normal"),
        ((ME, EASY, HARD, NORMAL), "hard"),
        ((ME, EXPERT, HARD), "expert"),
        ((ME, UNKNOWN, EASY), "easy"),
        ((ME, HARD, FRIEND), "people"),
    ],
)
def test_the_strongest_counts_and_people_before_bots(players: tuple[Player, ...], against: str) -> None:
    assert kept(seated(*players))[OWNER].against == against


def test_who_is_a_bot_s_by_now_is_no_person() -> None:
    company = seated(ME, FRIEND, FRIEND, EASY)
    company.follow(Lent(1, "hard"), 1)
    company.follow(Left(2), 1)
    assert {holder: each.against for holder, each in kept(company).items()} == {OWNER: "hard"}


def test_with_several_people_at_one_screen_only_the_others_have_results() -> None:
    company = seated(ME, ME, FRIEND)
    assert set(kept(company)) == {"guest 2"}
    company.follow(Lent(1, "normal"), 1)
    assert set(kept(company)) == {"guest 2"}, "two people were there, and one of them is still"


def test_every_device_of_a_player_has_the_result() -> None:
    company = seated(ME, FRIEND)
    company.follow(Carried(1, "phone"), 1)
    found = kept(company)
    assert set(found) == {OWNER, "guest 1", "phone"}
    assert replace(found["phone"], holder="guest 1") == found["guest 1"]


DEAL = "daily/2026-11-16/sealed_bids"


@pytest.mark.parametrize(
    ("head", "counts"),
    [
        ({"dice": DiceKind.OWN}, True),
        ({"dice": DiceKind.RECORD}, False),
        ({"deal": DEAL, "ranked": True}, True),
        ({"deal": DEAL}, False),
        ({"deal": "table/another"}, True),
    ],
)
def test_practice_and_opened_records_do_not_count(head: dict[str, Any], counts: bool) -> None:
    found = kept(seated(ME, EASY, **head))
    assert [each.deal for each in found.values()] == ([head.get("deal", "")] if counts else [])


def test_results_change_with_the_game_and_with_nothing_else() -> None:
    def changed(*events: Event, was_over: bool) -> list[Result] | None:
        return changed_results(company, table, was_over, events, ENDED, LEVELS)

    company, table = seated(ME, EASY, game=(game := able_to_go_on()).name), finished(2, game.name)
    last = table.log[-1]
    ended = results_of(company, table, ENDED, LEVELS)
    assert changed(last, was_over=False) == ended
    assert changed(last, was_over=True) == ended, "the last move was made anew, in one go"
    assert changed(Greeted(0, "thanks"), was_over=True) is None
    undone = table.undo(table.moved_this_epoch()[-1])
    assert changed(undone, was_over=True) == []
    assert changed(undone, was_over=False) is None


def able_to_go_on() -> Game:
    """Return a game whose last move can be taken back."""
    return next(game for game in GAMES if 2 in game.seats and finished(2, game.name).moved_this_epoch())
