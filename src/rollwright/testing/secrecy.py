"""Checks that no viewer learns what it may not know."""

from random import Random

from rollwright.core.contract import SPECTATOR, Record, Rules
from rollwright.core.game import Game
from rollwright.testing.playthroughs import Effort, Playthrough, Walk, after, for_all, legal_moves, seen, waited_for

SECRET_MOVES_TRIED = 12
"""Secret moves of a seat that are tried at each position."""


def secrets_are_declared(game: Game, effort: Effort) -> None:
    """A game with SECRETS has secret forms and conceals something; one without conceals nothing."""
    rules = game.rules()
    hidden = []

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in (SPECTATOR, *range(played.seats)):
                if seen(rules, position, seat).tobytes() != position.tobytes():
                    hidden.append(seat)

    for_all(game, effort, effort.examples, check)
    assert bool(hidden) == game.secrets, "SECRETS says one thing, `conceal` does another"
    assert any(form.secret for form in game.moves.forms) == game.secrets, "SECRETS and the secret forms disagree"


def concealing_keeps_legality(game: Game, effort: Effort) -> None:
    """A seat's legal moves are the same on its concealed copy, and concealing is idempotent."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in range(played.seats):
                view = seen(rules, position, seat)
                assert legal_moves(rules, view, seat) == legal_moves(rules, position, seat)
                assert seat not in waited_for(rules, position) or seat in waited_for(rules, view)
                assert seen(rules, view, seat).tobytes() == view.tobytes(), "concealing twice differs from once"
            watched = seen(rules, position, SPECTATOR)
            assert seen(rules, watched, SPECTATOR).tobytes() == watched.tobytes()

    for_all(game, effort, effort.examples, check)


def secret_moves_show_nothing(game: Game, effort: Effort) -> None:
    """A move of a secret form does not change what any other viewer sees until the epoch changes."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        random = Random(played.seed)
        for position in Walk(game, played, rules):
            for seat in waited_for(rules, position):
                secret = [move for move in legal_moves(rules, position, seat) if game.moves.is_secret(move)]
                others = [other for other in (SPECTATOR, *range(played.seats)) if other != seat]
                before = {other: seen(rules, position, other).tobytes() for other in others}
                for move in random.sample(secret, min(SECRET_MOVES_TRIED, len(secret))):
                    then = after(rules, position, seat, move)
                    if then.epoch != position.epoch:
                        continue
                    for other in others:
                        view = seen(rules, then, other).tobytes()
                        assert view == before[other], f"seat {other} sees seat {seat}'s '{game.moves.text(move)}'"

    for_all(game, effort, effort.examples, check)


def secrets_do_not_reach_other_views(game: Game, effort: Effort) -> None:
    """Changing only one seat's secret moves leaves the concealed positions of the others unchanged, byte for byte."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in waited_for(rules, position):
                others = [other for other in (SPECTATOR, *range(played.seats)) if other != seat]
                for ends in secret_lines(game, rules, position, seat):
                    for other in others:
                        assert seen(rules, ends, other).tobytes() == seen(rules, position, other).tobytes()

    for_all(game, effort, max(2, effort.examples // 5), check)


def secret_lines(game: Game, rules: Rules, position: Record, seat: int) -> list[Record]:
    """Return positions that a seat can reach by several secret moves in a row."""
    reached = []
    for choice in range(3):
        here = position
        for _ in range(6):
            secret = [move for move in legal_moves(rules, here, seat) if game.moves.is_secret(move)]
            if not secret:
                break
            then = after(rules, here, seat, secret[choice % len(secret)])
            if then.epoch != position.epoch:
                break
            here = then
            reached.append(here)
    return reached


CHECKS = (secrets_are_declared, concealing_keeps_legality, secret_moves_show_nothing, secrets_do_not_reach_other_views)
