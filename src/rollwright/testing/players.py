"""Checks that bots can play a game: their moves are legal, reproducible, and depend only on what the seat may know."""

from collections.abc import Iterator
from random import Random

from rollwright.bots.search import Budget, advise
from rollwright.core.contract import Record, Rules, copy
from rollwright.core.game import Game
from rollwright.testing.playthroughs import Effort, Playthrough, Walk, for_all, legal_moves, seen, waited_for
from rollwright.testing.secrecy import secret_lines

FEW = 6
"""Playouts per decision: enough to see that the search works, and fast enough uncompiled."""

POSITIONS_TRIED = 3
"""Positions of a game that are searched."""


def preferences_are_weights(game: Game, effort: Effort) -> None:
    """`prefer` is at least 1 for every legal move, and does not change the position."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            before = position.tobytes()
            for seat in waited_for(rules, position):
                for move in legal_moves(rules, position, seat):
                    weight = rules.prefer(position, seat, move)
                    assert weight >= 1, f"`prefer` gives '{game.moves.text(move)}' the weight {weight}"
            assert position.tobytes() == before, "`prefer` changed the position"

    for_all(game, effort, max(2, effort.examples // 5), check)


def bots_make_legal_moves(game: Game, effort: Effort) -> None:
    """Given what its seat may know, a bot chooses a legal move, and the same one when asked again."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position, seat in some_decisions(game, played, rules):
            view = seen(rules, position, seat).tobytes()
            advice = advise(game, view, seat, Budget(FEW), played.seed)
            legal = legal_moves(rules, position, seat)
            for move in (advice.move, *(move for move, _ in advice.others)):
                assert move in legal, f"a bot would like '{game.moves.text(move)}', which is not legal"
            low, high = game.score_bounds
            assert low <= advice.halves <= high, f"a bot expects {advice.halves} halves"
            assert advise(game, view, seat, Budget(FEW), played.seed) == advice, "the same question has two answers"

    for_all(game, effort, effort.plain_examples, check)


def bots_know_only_what_they_may(game: Game, effort: Effort) -> None:
    """Changing another seat's secret moves does not change a bot's advice, even if it gets the whole position."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position, seat in some_decisions(game, played, rules):
            advice = advise(game, position.tobytes(), seat, Budget(FEW), played.seed)
            for other in waited_for(rules, position):
                changed = secret_lines(game, rules, position, other) if other != seat else []
                for then in changed[:POSITIONS_TRIED]:
                    other_advice = advise(game, then.tobytes(), seat, Budget(FEW), played.seed)
                    assert other_advice == advice, f"the bot at seat {seat} knows what seat {other} did in secret"

    for_all(game, effort, max(2, effort.plain_examples // 3), check)


def bots_think_alike_uncompiled(game: Game, effort: Effort) -> None:
    """Compiled and uncompiled, a bot gives exactly the same advice."""
    rules = game.rules(compiled=False)

    def check(played: Playthrough) -> None:
        for position, seat in some_decisions(game, played, rules, late=True):
            fast, plain = (
                advise(game, position.tobytes(), seat, Budget(FEW), played.seed, compiled=compiled)
                for compiled in (True, False)
            )
            assert fast == plain, f"compiled, the bot at seat {seat} says {fast}; uncompiled, {plain}"

    for_all(game, effort, max(2, effort.plain_examples // 3), check)


def some_decisions(
    game: Game, played: Playthrough, rules: Rules, *, late: bool = False
) -> Iterator[tuple[Record, int]]:
    """Yield a few positions of a game in which somebody may act, each with one such seat.

    `late` positions, of the last quarter, are quickly played to the end.
    """
    random = Random(played.seed)
    positions = [copy(position) for position in Walk(game, played, rules) if waited_for(rules, position)]
    positions = positions[len(positions) * 3 // 4 :] if late else positions
    for position in random.sample(positions, min(POSITIONS_TRIED, len(positions))):
        yield position, random.choice(waited_for(rules, position))


CHECKS = (
    preferences_are_weights,
    bots_make_legal_moves,
    bots_know_only_what_they_may,
    bots_think_alike_uncompiled,
)
