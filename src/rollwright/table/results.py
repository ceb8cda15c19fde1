"""Working out the results of a finished game, one for each browser that played it."""

import json
from collections.abc import Iterable, Sequence

from rollwright.table.company import Company
from rollwright.table.deals import is_daily
from rollwright.table.events import Event, Step
from rollwright.table.models import DiceKind, Result, SeatKind
from rollwright.table.seats.holders import Chair
from rollwright.table.table import Table

UNCOUNTED = (DiceKind.RECORD, DiceKind.WATCHED, DiceKind.LESSON)
"""The dice of tables without results."""

ALONE, PEOPLE = "alone", "people"
"""The values of `Result.against` that are not the level of a bot."""


def changed_results(
    company: Company, table: Table, was_over: bool, events: Iterable[Event], ended: float, levels: Iterable[str]
) -> list[Result] | None:
    """Return the results that replace the stored ones after these events; None if these stay as they are.

    A finished game goes on if a move is undone, and the end of one changes if its last dice are corrected.
    """
    if not table.over:
        return [] if was_over else None
    return results_of(company, table, ended, levels) if any(isinstance(event, Step) for event in events) else None


def results_of(company: Company, table: Table, ended: float, levels: Iterable[str]) -> list[Result]:
    """Return the results of a finished game; `levels` are those of bots, the weakest first.

    Each browser with exactly one seat has a result. One with several seats has none, as several people shared its
    screen; nor has a seat that a bot plays at the end. A player with several devices has the result on each.
    """
    head = company.head
    if head.dice in UNCOUNTED or (is_daily(head.deal) and not head.ranked):
        return []  # played elsewhere or by a script, or a daily game for practice
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
    """Return the place of a seat: 1 for the winner; seats that share a place have the same number."""
    ranking = table.ranking()
    own = next(number for number, sharing in enumerate(ranking) if seat in sharing)
    return 1 + sum(map(len, ranking[:own]))


def _against(others: Sequence[Chair], strength: list[str]) -> str:
    """Return `Result.against`; a bot that plays for an absent person counts as a bot."""
    playing = [chair.level for chair in others]
    if "" in playing:
        return PEOPLE
    return max(playing, key=lambda level: strength.index(level) if level in strength else -1, default=ALONE)
