"""An analysis whose playouts a page makes: what the page is told of the game, and what is made of the sums it returns.

The sums are what somebody's page says. They are read like any request: what cannot have come of playouts is refused.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from rollwright.bots.analysis.account import DICE, Analysis, Walk, decisions
from rollwright.bots.analysis.measuring import SHOWN, Choice, Sums, Tally, Value, value_of
from rollwright.bots.guided_playouts import VICTORY
from rollwright.bots.search import decision_seed
from rollwright.core.contract import Rules
from rollwright.core.position import Position
from rollwright.table.events import Rolled
from rollwright.table.replay import PlayedGame

MOST = 2**53
"""Whole numbers below this are exact in a page."""

MOST_HALVES = 1_000_000
"""No score is that high."""


class BadSums(ValueError):  # noqa: N818 - says what it is, like a refusal
    """What a page returned cannot be the sums of playouts."""


def task(walk: Walk, played: PlayedGame, people: frozenset[int], passes: int) -> dict[str, Any]:
    """Return what a page needs to know of a game to analyse it, in so many passes: people's decisions come first."""
    rules = played.rules
    steps = sorted(decisions(walk.movers), key=lambda step: walk.movers[step - 1] not in people)
    first = [step for step in steps if walk.movers[step - 1] in people]
    return {
        "start": b64encode(walk.positions[0]).decode(),
        "steps": [
            {"faces": list(event.faces)} if isinstance(event, Rolled) else {"seat": event.seat, "move": event.move}
            for event in played.events
        ],
        "drawn": walk.drawn,
        "seed": str(walk.seed),
        "first": first,
        "choices": {step: _seeds(walk, rules, step, passes) for step in steps},
    }


def _seeds(walk: Walk, rules: Rules, step: int, passes: int) -> list[str]:
    """Return the seeds of a decision, one for each time that it is measured."""
    seat = walk.movers[step - 1]
    seen = bytes(Position(rules, rules.restore(walk.positions[step - 1])).seen(seat))
    return [str(decision_seed(nth, seat, seen)) for nth in range(passes)]


def analysis_of(walk: Walk, rules: Rules, said: dict[str, Any]) -> Analysis:
    """Return the analysis that a page's sums amount to; refuse what cannot be sums of a game's playouts."""
    try:
        playouts = _number(said["playouts"], 2, MOST_HALVES)
        seats = len(walk.drawn[0]) - 1
        found = Analysis(seats, walk.movers, playouts)
        of_values = _number(said["value_playouts"], 2, MOST_HALVES)
        found.values = [_value(each, seats, of_values) for each in said["values"]]
        if len(found.values) != len(walk.positions):
            raise BadSums("there is a value for each position")
        for text, each in said["choices"].items():
            step = int(text)
            if step not in range(1, len(walk.movers) + 1) or walk.movers[step - 1] == DICE:
                raise BadSums("nobody chose at that step")
            found.choices[step] = _choice(walk, rules, step, each)
    except BadSums:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise BadSums("they are not of the form that was asked for") from fault
    return found


def _value(said: Sequence[Any], seats: int, playouts: int) -> Value:
    sums = [(_number(halves, -MOST, MOST), _number(share, 0, VICTORY * playouts)) for halves, share in said]
    if len(sums) != seats:
        raise BadSums("there is a value for each seat")
    return value_of(sums, playouts)


def _choice(walk: Walk, rules: Rules, step: int, said: dict[str, Any]) -> Choice:
    """Return a decision; its moves must have been legal, as they are described in words."""
    seat, played = walk.movers[step - 1], walk.moves[step - 1]
    playouts = _number(said["playouts"], 2, MOST_HALVES)
    tallies = [_tally(each, playouts) for each in said["tallies"]]
    legal = Position(rules, rules.restore(walk.positions[step - 1])).legal(seat)
    moves = [each.move for each in tallies]
    if not set(moves) <= set(legal) or played not in moves or not 1 <= len(moves) == len(set(moves)) <= SHOWN + 1:
        raise BadSums("these are not the moves of that decision")
    options = tuple(each.option(playouts, alone=len(walk.drawn[0]) == 2) for each in tallies)
    return Choice(seat, played, options, len(legal))


def _tally(said: Sequence[Any], playouts: int) -> Tally:
    move, halves, share, behind = said
    shares, points, leads = (Sums(_number(total, -MOST, MOST), _number(squares, 0, MOST)) for total, squares in behind)
    for each in (shares, points, leads):
        if playouts * each.squares < each.total * each.total:
            raise BadSums("no numbers have such sums")
    halves, share = _number(halves, -MOST, MOST), _number(share, 0, VICTORY * playouts)
    return Tally(_number(move, 0, MOST), halves, share, (shares, points, leads))


def _number(said: Any, least: int, most: int) -> int:
    """Return a whole number within these bounds."""
    if type(said) is not int or not least <= said <= most:
        raise BadSums(f"{said!r} is not a whole number from {least} to {most}")
    return said
