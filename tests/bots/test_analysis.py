"""An analysis adds up, calls luck what dice did, judges by what a seat knew, and ranks players by their decisions."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.analysis.account import Analysis, Walk, analysed
from rollwright.bots.analysis.measure import Choice, Measure, Option
from rollwright.bots.levels import EASY, HARD, NORMAL, choose
from rollwright.bots.search import guess
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games, open_game
from rollwright.table import Table
from rollwright.table.replay import PlayedGame
from rollwright.testing import opened
from tests.support import SHELF

GAMES = [game.name for game in all_games()]

GUIDE, RANDOM = "guide", "random"


@pytest.fixture
def bids() -> Iterator[Game]:
    rollwright.games.__path__.append(str(SHELF))
    yield open_game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


def played(game: Game, seats: int, player: str, seed: int, compiled: bool | None = None) -> Table:
    """Play a game in which every seat is played alike."""
    table = Table(game, seats, SeededDice(seed), compiled=compiled)
    chance = np.random.default_rng(seed)
    while not table.over:
        seat = table.waiting[0]
        moves = table.legal_moves(seat)
        if len(moves) == 1:
            move = moves[0]
        elif player == RANDOM:
            move = int(chance.choice(moves))
        elif player == GUIDE:
            move = guess(game, table.rules, table.seen_by(seat).tobytes(), seat, seed).move
        else:
            move = choose(game, table.seen_by(seat).tobytes(), seat, player, seed).move
        table.make(seat, move)
    return table


def walked(table: Table) -> Walk:
    return Walk.of(PlayedGame.of(table))


def check_sums(found: Analysis, table: Table) -> None:
    winners = table.ranking()[0]
    for seat in range(table.seats):
        for points in (True, False):
            total = found.sum(seat, points=points)
            result = table.halves(seat) / 2 if points else (seat in winners) / len(winners)
            assert total.result == pytest.approx(result, abs=1e-9)
            assert total.start + total.luck + total.own + total.others == pytest.approx(result, abs=1e-9)


@pytest.mark.parametrize("player", [GUIDE, RANDOM])
@pytest.mark.parametrize("name", GAMES)
def test_start_luck_and_choices_add_up_to_the_result(name: str, player: str) -> None:
    game = open_game(name)
    table = played(game, game.seats[min(1, len(game.seats) - 1)], player, seed=4)
    walk = walked(table)
    measure = Measure(game)
    found = Analysis(table.seats, walk.movers, 2, [measure.value(each, walk.seed, 2) for each in walk.positions])
    check_sums(found, table)


def test_a_game_with_secrets_is_analysed_and_kept_as_text(bids: Game) -> None:
    table = played(bids, 3, RANDOM, seed=1, compiled=False)
    found = analysed(walked(table), 4, compiled=False)
    check_sums(found, table)
    assert Analysis.read(found.text()) == found
    assert Analysis.read('{"form":0}') is None
    assert found == analysed(walked(table), 4, compiled=False), "the same game, the same analysis"


def test_luck_is_zero_on_average() -> None:
    game = open_game("terminal_dispute")
    measure = Measure(game)
    lucks = []
    for seed in range(60):
        walk = walked(played(game, 1, GUIDE, seed))
        values = [measure.value(each, walk.seed, 64) for each in walk.positions]
        lucks.append(Analysis(1, walk.movers, 64, values).sum(0).luck)
    error = np.std(lucks, ddof=1) / np.sqrt(len(lucks))
    assert abs(np.mean(lucks)) < 2.5 * error
    assert error < 1.5, "and not because nothing was measured"


def test_a_decision_is_judged_by_what_its_seat_knew(bids: Game) -> None:
    """Other seats' secrets change no byte of it."""
    found = []
    for bid in (1, 4):
        table = opened("sealed_bids", 3, 6, 6, 6, rounds="2")
        table.play(1, f"bid {bid}")
        move = table.legal_moves(0)[0]
        found.append(repr(Measure(bids, False).choice(table.position.tobytes(), 0, move, 0, 32)))
    assert found[0] == found[1]
    assert "Option" in found[0]


def test_a_seat_without_a_choice_is_not_judged(bids: Game) -> None:
    table = opened("sealed_bids", 3, 6, 6, 6, rounds="2")
    table.play(0, "bid 4")
    [move] = table.legal_moves(0)
    assert Measure(bids, False).choice(table.position.tobytes(), 0, move, 0, 8) is None


def test_nothing_is_a_mistake_within_two_standard_errors() -> None:
    best = Option(1, 9.0, 0.0, 0.0)
    choice = Choice(0, 2, (best, Option(2, 8.0, 1.0, 0.5)), 2)
    assert not choice.is_mistake
    assert replace(choice, options=(best, Option(2, 8.0, 1.0, 0.4))).is_mistake
    assert not replace(choice, options=(best, Option(2, 9.2, -0.2, 0.05))).is_mistake, "it was even better"
    assert not replace(choice, played=1).is_mistake


@pytest.mark.parametrize("name", GAMES)
def test_better_players_lose_less(name: str) -> None:
    """A sample of decisions of each kind of player, judged alike; all games of a kind have the same seeds."""
    game = open_game(name)
    measure = Measure(game)
    losses = {}
    for player, games in ((RANDOM, 1), (EASY.name, 2), (NORMAL.name, 2), (HARD.name, 2)):
        found = []
        for seed in range(games):
            walk = walked(played(game, game.seats[0], player, seed))
            steps = [step for step, mover in enumerate(walk.movers) if mover >= 0][:: 3 if games > 1 else 2]
            for step in steps:
                choice = measure.choice(walk.positions[step], walk.movers[step], walk.moves[step], 0, 24)
                if choice:
                    found.append(choice.loss)
        losses[player] = float(np.mean(found))
    assert losses[RANDOM] > losses[EASY.name] > losses[NORMAL.name] > losses[HARD.name]
