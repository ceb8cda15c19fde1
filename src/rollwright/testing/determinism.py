"""Checks that rules are deterministic: the same steps give the same bytes, compiled or not, in any order of seats."""

from itertools import pairwise
from random import Random

import numpy as np

from rollwright.bots.playout import random_games
from rollwright.core.game import Game
from rollwright.core.random_stream import streams
from rollwright.testing.counts import COUNTS_FILE, count_all, written_counts
from rollwright.testing.playthroughs import (
    Effort,
    Playthrough,
    Walk,
    after,
    due,
    for_all,
    legal_moves,
    seen,
    waited_for,
)


def compiled_equals_plain(game: Game, effort: Effort) -> None:
    """Compiled and uncompiled rules give the same bytes, legal moves and scores."""
    fast, plain = game.rules(compiled=True), game.rules(compiled=False)

    def check(played: Playthrough) -> None:
        walk, shadow = Walk(game, played, fast), Walk(game, played, plain)
        with np.errstate(all="raise"):
            for position, twin in zip(walk, shadow, strict=True):
                assert position.tobytes() == twin.tobytes(), f"after {walk.taken[-1:]} the positions differ"
                assert due(fast, position) == due(plain, twin)
                assert fast.waiting(position) == plain.waiting(twin)
                for seat in range(played.seats):
                    assert legal_moves(fast, position, seat) == legal_moves(plain, twin, seat)
                    assert fast.score(position, seat) == plain.score(twin, seat)
                    assert fast.tiebreak(position, seat) == plain.tiebreak(twin, seat)
                    assert seen(fast, position, seat).tobytes() == seen(plain, twin, seat).tobytes()
                    for move in Random(played.seed).sample(range(game.moves.size), min(20, game.moves.size)):
                        assert fast.same(position, seat, move) == plain.same(twin, seat, move)
                    for move in legal_moves(fast, position, seat)[:5]:
                        assert fast.prefer(position, seat, move) == plain.prefer(twin, seat, move)

    for_all(game, effort, effort.plain_examples, check)


def compiled_games_equal_plain(game: Game, effort: Effort) -> None:
    """Whole random games end in the same bytes in the compiled and in the uncompiled loop."""
    for seats in sorted({game.seats[0], game.seats[-1]}):
        options = game.options_array(seats, game.setting(seats, {}))
        fast, plain = (random_games(game, seats, options, streams(7, seats, 3), compiled) for compiled in (True, False))
        assert fast.decisions == plain.decisions
        assert fast.states.tobytes() == plain.states.tobytes()
        assert (fast.halves == plain.halves).all()


def same_steps_give_the_same_game(game: Game, effort: Effort) -> None:
    """Replaying the faces and moves of a game on a fresh record gives the same bytes at every step."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        walk = Walk(game, played, rules)
        seen = [position.tobytes() for position in walk]
        again = Walk(game, played, rules).position
        assert again.tobytes() == seen[0]
        for step, expected in zip(walk.taken, seen[1:], strict=True):
            step.take(rules, again)
            assert again.tobytes() == expected

    for_all(game, effort, effort.examples, check)


def copies_are_independent(game: Game, effort: Effort) -> None:
    """Playing on a copy leaves the original unchanged, and queries change nothing."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            before = position.tobytes()
            for seat in waited_for(rules, position):
                moves = legal_moves(rules, position, seat)
                rules.score(position, seat)
                changed = after(rules, position, seat, moves[0])
                assert position.tobytes() == before, "a copy shares memory, or a question changed the position"
                assert changed.tobytes() != before, f"'{game.moves.text(moves[0])}' changes nothing"

    for_all(game, effort, effort.examples, check)


def bytes_restore_the_position(game: Game, effort: Effort) -> None:
    """A position restored from its bytes continues like the original."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        walk = Walk(game, played, rules)
        restored = rules.restore(walk.position.tobytes())
        for position in walk:
            if walk.taken:
                walk.taken[-1].take(rules, restored)
            assert restored.tobytes() == position.tobytes()
            restored = rules.restore(restored.tobytes())

    for_all(game, effort, max(2, effort.examples // 5), check)


def seats_commute(game: Game, effort: Effort) -> None:
    """Two seats that may act at once can move in either order, and neither changes the other's legal moves."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for number, position in enumerate(Walk(game, played, rules)):
            seats = waited_for(rules, position)
            for a, b in pairwise(seats):
                moves_a, moves_b = legal_moves(rules, position, a), legal_moves(rules, position, b)
                move_a, move_b = moves_a[number % len(moves_a)], moves_b[number % len(moves_b)]
                a_first, b_first = after(rules, position, a, move_a), after(rules, position, b, move_b)
                assert legal_moves(rules, a_first, b) == moves_b, f"seat {a}'s move changed what seat {b} may do"
                assert legal_moves(rules, b_first, a) == moves_a, f"seat {b}'s move changed what seat {a} may do"
                rules.play(a_first, b, move_b)
                rules.play(b_first, a, move_a)
                assert a_first.tobytes() == b_first.tobytes(), f"the order of seats {a} and {b} matters"

    for_all(game, effort, effort.examples, check)


def counts_are_as_written(game: Game, effort: Effort) -> None:
    """With fixed dice, the number of ways to play a few moves is the one in the game's file."""
    written = written_counts(game)
    assert written, f"golden/{COUNTS_FILE} is missing or empty: `make golden` writes it"
    assert count_all(game) == written, "the counts have changed: if that is right, `make golden` writes them anew"


CHECKS = (
    compiled_equals_plain,
    compiled_games_equal_plain,
    same_steps_give_the_same_game,
    copies_are_independent,
    bytes_restore_the_position,
    seats_commute,
    counts_are_as_written,
)
