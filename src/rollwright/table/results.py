"""Results: how a finished game ended for each browser that played it, to be kept for its own statistics."""

import json
from collections.abc import Iterable, Sequence

from rollwright.table.company import Chair, Company
from rollwright.table.deals import is_daily
from rollwright.table.events import Event, Step
from rollwright.table.models import DiceKind, Result, SeatKind
from rollwright.table.table import Table

ALONE, PEOPLE = "alone", "people"
"""Whom a game was played against, beside the levels of bots: nobody, or at least one other person."""


def changed_results(
    company: Company, table: Table, was_over: bool, events: Iterable[Event], ended: float, levels: Iterable[str]
) -> list[Result] | None:
    """Return the results to keep after these events; None if those that are kept already stay as they are.

    A game that is over may go on when a move is taken back, and may end otherwise when the last move is made again or
    the last dice are corrected, all at once.
    """
    if not table.over:
        return [] if was_over else None
    return results_of(company, table, ended, levels) if any(isinstance(event, Step) for event in events) else None


def results_of(company: Company, table: Table, ended: float, levels: Iterable[str]) -> list[Result]:
    """Return how a game that is over ended for each browser with just one seat; `levels` of bots, the weakest first.

    Who has several seats has several people before the screen, and nobody knows which of them comes back. A seat that a
    bot plays at the end has no result. A player with several devices has it on each.
    """
    head = company.head
    if head.dice == DiceKind.RECORD or (is_daily(head.deal) and not head.ranked):
        return []  # played elsewhere, or again for practice
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
    """Return a seat's place: 1 for who won; those who share a place have the same."""
    ranking = table.ranking()
    own = next(number for number, sharing in enumerate(ranking) if seat in sharing)
    return 1 + sum(map(len, ranking[:own]))


def _against(others: Sequence[Chair], strength: list[str]) -> str:
    """Say whom a seat had to beat: people, or else the strongest of the bots, also of those that stood in."""
    playing = [chair.level for chair in others]
    if "" in playing:
        return PEOPLE
    return max(playing, key=lambda level: strength.index(level) if level in strength else -1, default=ALONE)
