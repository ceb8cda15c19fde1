"""Results: how a finished game ended for each browser that played it, for its own statistics."""

import json
from collections.abc import Iterable, Sequence

from rollwright.table.company import Chair, Company
from rollwright.table.deals import is_daily
from rollwright.table.events import Event, Step
from rollwright.table.models import DiceKind, Result, SeatKind
from rollwright.table.table import Table

ALONE, PEOPLE = "alone", "people"
"""The opponents of a game, besides the levels of bots: nobody, or at least one other person."""


def changed_results(
    company: Company, table: Table, was_over: bool, events: Iterable[Event], ended: float, levels: Iterable[str]
) -> list[Result] | None:
    """Return the results to store after these events, or None if the stored ones stay valid.

    A finished game goes on when a move is taken back, and may end differently when, in one go, the last move is
    replaced or the last dice are corrected.
    """
    if not table.over:
        return [] if was_over else None
    return results_of(company, table, ended, levels) if any(isinstance(event, Step) for event in events) else None


def results_of(company: Company, table: Table, ended: float, levels: Iterable[str]) -> list[Result]:
    """Return the results of a finished game; `levels` are those of bots, weakest first.

    Only browsers with exactly one seat get a result: with several seats, several people share the screen, and it is
    unknown which of them will look at it. A seat that a bot plays at the end has no result. A player with several
    devices has it on each.
    """
    head = company.head
    if head.dice == DiceKind.RECORD or (is_daily(head.deal) and not head.ranked):
        return []  # played elsewhere, or repeated for practice
    strength = list(levels)
    return [
        Result(
            table_id=head.table_id,
            seat=seat,
            holder=holder,
            game=company.game.name,
            ended=ended,
            halves=table.halves(seat),
            place=place_of(table, seat),
            seats=table.seats,
            against=_against(company.chairs[:seat] + company.chairs[seat + 1 :], strength),
            setting=json.dumps({name: values[seat] for name, values in table.setting.items()}, sort_keys=True),
            deal=head.deal,
            name=chair.player.name,
        )
        for seat, chair in enumerate(company.chairs)
        if chair.player.kind != SeatKind.BOT and not chair.lent
        for holder in chair.holders
        if len(company.seats_of(holder)) == 1
    ]


def place_of(table: Table, seat: int) -> int:
    """Return a seat's place in the ranking: 1 for the winner; tied seats have the same place."""
    ranking = table.ranking()
    own = next(number for number, sharing in enumerate(ranking) if seat in sharing)
    return 1 + sum(map(len, ranking[:own]))


def _against(others: Sequence[Chair], strength: list[str]) -> str:
    """Return the opponents of a seat: people, or else the level of the strongest bot, stand-ins included."""
    playing = [chair.level for chair in others]
    if "" in playing:
        return PEOPLE
    return max(playing, key=lambda level: strength.index(level) if level in strength else -1, default=ALONE)
