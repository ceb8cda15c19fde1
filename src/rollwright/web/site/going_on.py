"""The game that a browser left last: what the home page shows of it."""

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request

from rollwright.core.errors import BadOption
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.language import Phrase
from rollwright.core.scoring import points
from rollwright.live.entry.lesson_tables import progress_at
from rollwright.store.errors import NoSuchTable, UnreadableLog
from rollwright.table.company import Company
from rollwright.table.editions.replayable import company_of, is_outdated
from rollwright.table.lessons.course import Progress
from rollwright.table.lessons.puzzle_file import DEAL as PUZZLE
from rollwright.table.models import Listed, SeatKind
from rollwright.view.art import emblem_key
from rollwright.web.http.cookies import holder_of
from rollwright.web.services import services_of


async def going_on(request: Request, unfinished: Sequence[Listed]) -> dict[str, Any] | None:
    """Return what is shown of the first table that can be gone on with: whose turn it is, how far, and who plays."""
    listed = next((each for each in unfinished if each.game in game_names() and not is_outdated(each)), None)
    if listed is None:
        return None
    game, holder = open_game(listed.game), holder_of(request)
    try:
        company = await _company(request, listed.head.table_id)
        lesson = await progress_at(services_of(request).store, listed)
    except (NoSuchTable, UnreadableLog, BadOption):  # deleted meanwhile, or its page says what is wrong
        return None
    setting = {
        option.name: [company.chosen(option.name, seat) for seat in range(len(company.chairs))]
        for option in game.options
        if option.per_seat
    }
    players = [] if listed.summary.waits else range(len(company.chairs))
    return {
        "id": listed.head.table_id,
        "game": game,
        "turn": whose_turn(listed, holder)
        if lesson is None or lesson.is_done
        else lesson_step(lesson, listed.head.deal),
        "round": 0 if listed.summary.waits else listed.summary.round_no,
        "lead": _lead(game, listed, holder),
        "players": [(seat, emblem_key(game, setting, seat), company.name(seat)) for seat in players],
    }


def lesson_step(progress: Progress, deal: str) -> Phrase:
    """Say how far a lesson is; a puzzle has no steps worth telling."""
    if deal.startswith(PUZZLE):
        return Phrase("Puzzle")
    return Phrase("Lesson, step {n} of {most}", n=progress.first + 1, most=progress.steps)


def whose_turn(listed: Listed, holder: str) -> Phrase:
    """Say whether a table waits for this browser."""
    if listed.summary.waits:
        return Phrase("Waiting for players")
    return Phrase("Your turn") if holder in listed.summary.asked else Phrase("The others play")


def _lead(game: Game, listed: Listed, holder: str) -> Phrase | None:
    """Say who leads and by how much, where everybody may know and this browser plays one seat."""
    halves, head = listed.summary.halves, listed.head
    if len(halves) < 2 or listed.summary.waits or game.hides_totals(len(halves), over=False):
        return None
    here = [seat for seat, player in enumerate(head.players) if player.kind == SeatKind.HERE]
    own = here[0] if len(here) == 1 and head.owner == holder else None
    first, second = sorted(halves, reverse=True)[:2]
    if first == second:
        return None
    leader = halves.index(first)
    if leader == own:
        return Phrase("You lead by {points}.", points=points(first - second))
    name = listed.names[leader]
    return Phrase("{name} leads by {points}.", name=name, points=points(first - second)) if name else None


async def _company(request: Request, table_id: str) -> Company:
    """Return who sits at a table, without its game."""
    head, log = await asyncio.wrap_future(services_of(request).store.load(table_id))
    return company_of(head, log)
