"""An analysis adds up, calls luck what dice did, judges by what a seat knew, and ranks players by their decisions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import rollwright.games
from rollwright.bots.analysis.account import Analysis, Walk, analysed, values_of
from rollwright.bots.analysis.measuring import Choice, Gap, Line, Measure, Option
from rollwright.bots.guided_playouts import TO_THE_END, VALUE_UNIT, WORTH
from rollwright.bots.levels import LEVELS, choose
from rollwright.bots.search import SEARCHING, Budget, Thought, advise
from rollwright.core.contract import Ints, Record
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, all_games, open_game
from rollwright.core.position import Position
from rollwright.table import Table
from rollwright.table.replay import PlayedGame
from rollwright.testing import opened
from tests.support import LONG, SHELF

GAMES = [game.name for game in all_games()]

GUIDE, RANDOM = "guide", "random"
"""Players besides the levels of bots: by the guide alone, and by chance."""

SHORT_LEVELS = ("easy", "normal", "hard")
"""Levels that do not take long."""

LUCKY_GAMES = 200 if LONG else 40
"""Games whose luck is measured."""

SAMPLE = 200 if LONG else 32
"""Decisions for which all players are compared."""

JUDGED = 600 if LONG else 100
"""Playouts that judge a move."""


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
            move = advise(game, table.seen_by(seat).tobytes(), seat, Budget(0), seed, compiled=compiled).move
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
    found = Analysis(table.seats, walk.movers, 2, values_of(walk, measure, 2))
    check_sums(found, table)


def test_a_game_with_secrets_is_analysed_and_kept_as_text(bids: Game) -> None:
    table = played(bids, 3, RANDOM, seed=1, compiled=False)
    found = analysed(walked(table), 4, compiled=False)
    check_sums(found, table)
    assert Analysis.read(found.text()) == found
    assert Analysis.read('{"form":0}') is None
    assert found == analysed(walked(table), 4, compiled=False), "the same game, the same analysis"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_luck_is_zero_on_average(name: str) -> None:
    """Over many games, in points: of every seat, as all seats are played alike."""
    game = open_game(name)
    measure, seats = Measure(game), game.seats[0]
    lucks, spread = [], []
    for seed in range(LUCKY_GAMES):
        table = played(game, seats, GUIDE, seed)
        walk = walked(table)
        found = Analysis(seats, walk.movers, 4, values_of(walk, measure, 4))
        lucks.append(np.mean([found.sum(seat, points=True).luck for seat in range(seats)]))
        spread.append(np.mean([table.halves(seat) / 2 for seat in range(seats)]))
    error = np.std(lucks, ddof=1) / np.sqrt(len(lucks))
    assert abs(np.mean(lucks)) < 2.5 * error
    assert error < 2 * np.std(spread, ddof=1) / np.sqrt(len(lucks)) + 0.5, "and not because it was measured badly"


def test_a_move_that_the_guide_would_have_made_changes_nothing() -> None:
    """Before and after it, playouts meet the same dice: only other choices, and dice, change what a game is worth."""
    game = open_game("terminal_dispute")
    measure = Measure(game)
    walk = walked(played(game, 2, GUIDE, seed=2))
    found = Analysis(2, walk.movers, 8, values_of(walk, measure, 8))
    clear = 0
    for step, (mover, move) in enumerate(zip(walk.movers, walk.moves, strict=True)):
        here = Position(measure.rules, measure.rules.restore(walk.positions[step]))
        weights = [measure.rules.prefer(here.record, mover, each) for each in here.legal(mover)] if mover >= 0 else []
        if [mover] == here.waiting[:1] and weights.count(max(weights)) == 1:
            assert measure.rules.prefer(here.record, mover, move) == max(weights), "it was the guide who played"
            assert found.changes(mover)[step] == 0
            clear += 1
    assert clear > 5


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


class ByItself(Measure):
    """Judges each move as if the guide went on at once."""

    def _followed(self, root: Record, seat: int, moves: Ints, seed: int, playouts: int) -> list[Line]:
        return [Line(move, root, move) for move in moves.tolist()]


@pytest.mark.slow
def test_of_two_moves_that_are_both_made_the_order_is_no_mistake() -> None:
    """The best move has a best next one. Who makes that one first has lost nothing, where the other can follow it."""
    game = open_game("terminal_dispute")
    measure, by_itself, wrong = Measure(game), ByItself(game), np.zeros(2, int)
    walk, swapped = walked(played(game, 1, GUIDE, seed=0)), 0
    for position, mover, move in zip(walk.positions, walk.movers, walk.moves, strict=False):
        choice = measure.choice(position, mover, move, 0, 32) if mover >= 0 else None
        here = Position(measure.rules, measure.rules.restore(position))
        after = here.after(mover, choice.best.move) if choice else here
        if choice is None or mover not in after.waiting:
            continue
        then = choose(game, bytes(after), mover, "hard", 1).move
        if then in here.legal(mover) and choice.best.move in here.after(mover, then).legal(mover):
            judged = [each.choice(position, mover, then, 1, 64) for each in (measure, by_itself)]
            wrong += [each is not None and each.is_mistake for each in judged]
            swapped += 1
    assert swapped > 10
    assert wrong[0] <= swapped / 10
    assert wrong[0] < wrong[1] / 2, "which the guide would have made of it"


def test_a_seat_without_a_choice_is_not_judged(bids: Game) -> None:
    table = opened("sealed_bids", 3, 6, 6, 6, rounds="2")
    table.play(0, "bid 4")
    [move] = table.legal_moves(0)
    assert Measure(bids, False).choice(table.position.tobytes(), 0, move, 0, 8) is None


def option(move: int, worth: float, loss: float = 0.0, error: float = 0.0, points: float = 0.0) -> Option:
    """Return a measured move."""
    return Option(move, worth, loss, error, points, Gap(loss, error), Gap(loss, error))


def test_nothing_is_a_mistake_within_two_standard_errors() -> None:
    best = option(1, 9.0)
    choice = Choice(0, 2, (best, option(2, 8.0, 1.0, 0.5)), 2)
    assert not choice.is_mistake
    assert replace(choice, options=(best, option(2, 8.0, 1.0, 0.4))).is_mistake
    assert not replace(choice, options=(best, option(2, 9.2, -0.2, 0.05))).is_mistake, "it was even better"
    assert not replace(choice, played=1).is_mistake


def test_who_wins_is_settled_only_where_no_move_changes_it() -> None:
    assert Choice(0, 2, (option(1, 0.0), option(2, 0.0)), 2).is_settled
    assert Choice(0, 2, (option(1, 1.0), option(2, 0.995)), 2).is_settled
    assert not Choice(0, 2, (option(1, 1.0), option(2, 0.9)), 2).is_settled
    assert not Choice(0, 2, (option(1, 0.5), option(2, 0.5)), 2).is_settled, "all is open"


def test_a_kept_analysis_is_read_as_it_was(bids: Game) -> None:
    table = opened("sealed_bids", 2, 6, 6, 6, rounds="2")
    choice = Measure(bids, False).choice(table.position.tobytes(), 0, table.legal_moves(0)[-1], 0, 8)
    assert choice is not None
    kept = Analysis(2, (0,), 8, choices={1: choice})
    read = Analysis.read(kept.text())
    assert read is not None
    assert read.choices == {1: choice}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_better_players_lose_less(name: str) -> None:
    """All levels are asked in the same positions, and judged by playouts with the same dice: a better one loses less.

    A small sample shows that no level is clearly worse than the one below; many decisions show the order itself.
    """
    game = open_game(name)
    chance = np.random.default_rng(3)
    players = (RANDOM, *(LEVELS if LONG else SHORT_LEVELS))
    losses: dict[str, list[float]] = {player: [] for player in players}
    for position, seat, moves in some_decisions(game, chance):
        chosen = [
            int(chance.choice(moves)) if player == RANDOM else choose(game, position, seat, player, 3).move
            for player in players
        ]
        judge = Thought(game, position, seat, 4, Budget(JUDGED), None)
        lucks = judge.lucks(SEARCHING, JUDGED)
        worths = judge.results(np.array(chosen, np.int64), lucks, TO_THE_END)[:, :, WORTH].mean(axis=1) / VALUE_UNIT
        for player, worth in zip(players, worths.tolist(), strict=True):
            losses[player].append(float(worths.max()) - worth)
    mean = {player: float(np.mean(found)) for player, found in losses.items()}
    assert mean[RANDOM] > mean["easy"] > mean["hard"], mean
    for weaker, stronger in pairwise(players):
        apart = np.array(losses[stronger]) - np.array(losses[weaker])
        assert np.mean(apart) <= 2 * np.std(apart, ddof=1) / np.sqrt(len(apart)), mean
    assert not LONG or list(mean) == sorted(mean, key=lambda player: -mean[player]), mean


def some_decisions(game: Game, chance: np.random.Generator) -> Iterator[tuple[bytes, int, list[int]]]:
    """Yield SAMPLE decisions with at least three moves from games of the guide, of two where there are: position, seat
    and moves."""
    left, rules = SAMPLE, game.rules()
    for seed in range(3, 3 + SAMPLE):
        walk = walked(played(game, 2 if 2 in game.seats else game.seats[0], GUIDE, seed))
        steps = [step for step, mover in enumerate(walk.movers) if mover >= 0]
        for step in chance.permutation(steps)[:12]:
            position, seat = walk.positions[step], walk.movers[step]
            moves = Position(rules, rules.restore(position)).seen(seat).legal(seat)
            if len(moves) >= 3:
                yield position, seat, moves
                left -= 1
                if not left:
                    return
