"""Playouts in which the seat plays by its learned value: alike everywhere, better than the guide, and in time."""

from itertools import count

import numpy as np
import pytest

from rollwright.bots.guided_playouts import VALUE_UNIT, WORTH
from rollwright.bots.learned_value import WEIGHTS_FILE
from rollwright.bots.search import LOOKING, SEARCHING, Budget, Thought, advise
from rollwright.bots.valued_playouts import foresee
from rollwright.core.contract import Ints
from rollwright.core.game import Game, all_games, open_game
from rollwright.lab.matches import play_match

NAME = "terminal_dispute"
UNLEARNED = "tou_shi"

LEARNED = [game.name for game in all_games() if (game.folder / WEIGHTS_FILE).exists()]


def decisions(game: Game, seats: int = 1) -> list[tuple[bytes, int]]:
    """Return the positions of a game that the guide plays, each with the seat that has to decide."""
    asked: list[tuple[bytes, int]] = []
    play_match(game, [0] * seats, 1, watch=lambda view, seat: asked.append((view, seat)))
    return asked


@pytest.mark.parametrize("name", LEARNED)
def test_compiled_and_uncompiled_bots_agree(name: str) -> None:
    game = open_game(name)
    asked = decisions(game, game.seats[0])
    for number, (view, seat) in enumerate(asked[1 :: max(1, len(asked) // 3)]):
        budget = Budget(6, cut=1, considers=3, by_value=2, follows=2 * (number % 2))
        fast, plain = (advise(game, view, seat, budget, 1, compiled=kind) for kind in (True, False))
        assert fast == plain


def test_the_same_question_has_the_same_answer() -> None:
    game = open_game(NAME)
    view, seat = decisions(game)[3]
    budget = Budget(100, cut=1, by_value=4)
    assert advise(game, view, seat, budget, 7) == advise(game, view, seat, budget, 7)
    assert advise(game, view, seat, budget, 7) != advise(game, view, seat, budget, 8)


def test_who_plays_by_the_value_comes_to_more_of_it() -> None:
    """One round by the value is worth more than one by the guide on the same dice, on average over a game."""
    game = open_game(NAME)
    gains = []
    for view, seat in decisions(game)[2:40:6]:
        guided, valued = (
            Thought(game, view, seat, 1, Budget(1, cut=1, by_value=by_value), None) for by_value in (0, 6)
        )
        lucks = valued.lucks(SEARCHING, 200)
        dice = np.ascontiguousarray(lucks[:, : lucks.shape[1] // 2])
        means = [
            each.results(each.moves[:1], luck, 1)[:, :, WORTH].mean()
            for each, luck in ((guided, dice), (valued, lucks))
        ]
        gains.append((means[1] - means[0]) / VALUE_UNIT)
    assert np.mean(gains) > 0.25, "in half points"
    assert sum(gain > 0 for gain in gains) > len(gains) / 2


def test_what_follows_a_move_is_better_by_the_value_than_by_the_guide() -> None:
    """No move leads to less by the moves that the value chooses than by the guide's, and most lead to more."""
    game = open_game(NAME)
    views = [asked for asked in decisions(game) if len(kinds(game, *asked)) == 1][::3]
    gains = np.concatenate([foreseen(game, *asked, follows=400) - foreseen(game, *asked, follows=0) for asked in views])
    assert len(gains) > 50
    assert (gains >= 0).mean() > 0.95, "what is best for each step need not be best for two"
    assert (gains > 0).mean() > 0.5


def foreseen(game: Game, view: bytes, seat: int, follows: int) -> Ints:
    """Return the learned values that the moves of a seat lead to when dice are due next."""
    thought = Thought(game, view, seat, 1, Budget(1, cut=1, by_value=4), None)
    work, luck, sides, listed, noted, limit = thought.buffers
    ends, found = np.zeros(len(thought.moves), game.rules().state), np.zeros(len(thought.moves), np.int64)
    game.bind(foresee)(
        thought.root, seat, thought.moves, thought.lucks(LOOKING, 1)[0], follows, thought.weights, ends,
        work, luck, sides, listed, np.zeros_like(listed), noted, limit, found,
    )  # fmt: skip
    return found


@pytest.mark.parametrize("follows", [0, 2])
def test_the_same_in_another_order_is_tried_once(follows: int) -> None:
    """A line and a number can be drawn and written in either order, and end in one position."""
    game = open_game(NAME)
    view, seat = next(asked for asked in decisions(game) if len(kinds(game, *asked)) > 1)
    plain, valued = (
        Thought(game, view, seat, 1, Budget(1, cut=1, by_value=by_value, follows=follows), None) for by_value in (0, 4)
    )
    plain.order()
    valued.order()
    assert set(valued.moves.tolist()) < set(plain.moves.tolist())
    assert len(set(valued.moves.tolist())) == len(valued.moves)
    assert int(plain.moves[0]) in valued.moves, "of equals the one that the guide likes best"


def kinds(game: Game, view: bytes, seat: int) -> set[str]:
    """Return the first words of what a seat may do."""
    thought = Thought(game, view, seat, 1, Budget(1), None)
    return {game.moves.text(int(move)).split()[0] for move in thought.moves}


def test_without_a_learned_value_it_changes_nothing() -> None:
    game = open_game(UNLEARNED)
    view, seat = decisions(game)[4]
    plain, valued = (advise(game, view, seat, Budget(60, cut=1, by_value=by_value), 1) for by_value in (0, 4))
    assert plain == valued


@pytest.mark.parametrize("compiled", [True, False])
def test_it_keeps_to_its_clock(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes a second here, so that what is done between two looks can be counted."""
    game = open_game(NAME)
    view, seat = decisions(game)[0]
    looks = count(1)
    for name in ("CHUNK", "CHUNK_BY_VALUE", "CHUNK_PLAIN"):
        monkeypatch.setattr(f"rollwright.bots.search.{name}", 2)
    monkeypatch.setattr("rollwright.bots.search.time.monotonic", lambda: float(next(looks)))
    advice = advise(game, view, seat, Budget(1_000_000, cut=1, by_value=4), seed=1, seconds=5, compiled=compiled)
    assert advice.playouts <= 2
    assert 7 <= next(looks) <= 10, "the moves alone take more than five looks"


def test_time_that_is_up_while_the_value_looks_ahead_leaves_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(NAME)
    view, seat = decisions(game)[0]
    thought = Thought(game, view, seat, 1, Budget(1, cut=1, by_value=4), None)
    all_moves = thought.moves.copy()
    monkeypatch.setattr("rollwright.bots.search.CHUNK", 4)
    looks = count(1)
    monkeypatch.setattr("rollwright.bots.search.time.monotonic", lambda: float(next(looks)))
    thought.order(deadline=len(all_moves) / 4 + 3)
    assert 0 < len(thought.moves) < len(all_moves)
    assert np.isin(thought.moves, all_moves).all()
