"""Daily games: the same dice for everybody, one ranked try for each browser, and practice after it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.bots.levels import level_name
from rollwright.core.dice import SEED_BYTES, commitment
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, open_game, playable_games
from rollwright.core.language import Phrase, printable
from rollwright.live.entry.shared_dice import SEALED, daily_players, is_over, open_daily, seat_plays, tries
from rollwright.store.errors import Tried
from rollwright.table.deals import Daily
from rollwright.table.models import Listed, SeatKind
from rollwright.table.table import MAX_NAME_LENGTH
from rollwright.view.charts.histogram import histogram
from rollwright.web.daily.boards import Entry, board
from rollwright.web.http.cookies import holder_of, remember
from rollwright.web.http.limits import peer_of
from rollwright.web.http.redirects import SEE_OTHER, open_and_redirect, opening_form
from rollwright.web.http.rendering import Reader, page
from rollwright.web.services import services_of

FIRST_DAY = date(2026, 11, 16)
"""The day of the first daily games."""
RESULTS_SHOWN = 5
"""Results shown for each game; the game's own board lists all of them."""
NAME_COOKIE = "name"
"""The cookie with the player's last name on a board, which is offered again."""


CLOSING = Phrase(
    "That day is over, so you cannot start an attempt. Its replays and practice with its dice open when its "
    "leaderboard closes, six hours after midnight UTC."
)
"""Shown for a day that is past but not closed, to browsers that have not started a try."""


class NoSuchDay(Refusal):
    """There is no daily game on the requested day."""

    def __init__(self) -> None:
        """Say which days have daily games."""
        super().__init__(Phrase("There is a daily game for every day from {day} to today.", day=FIRST_DAY))


@dataclass(frozen=True)
class Today:
    """The state of a daily game at one time for one browser."""

    now: datetime
    daily: Daily
    game: Game
    entries: list[Entry]
    begun: bool
    """Whether this browser has started its ranked try."""
    own: Listed | None
    """That try, unless it was deleted."""

    @property
    def may_try(self) -> bool:
        """Whether a ranked try can be started."""
        return self.daily.is_today(self.now) and not self.begun

    @property
    def is_closing(self) -> bool:
        """Whether it is too late for a try and too early for practice: the day is past, and its board is still open."""
        return self.daily.is_open(self.now) and not self.daily.is_today(self.now) and not self.begun

    @property
    def may_go_on(self) -> bool:
        """Whether there is an unfinished ranked try."""
        return self.own is not None and self.own.ended is None

    @property
    def may_know(self) -> bool:
        """Whether the dice may be known to this browser, so that replays and practice are open to it."""
        return not self.daily.is_open(self.now) or (self.begun and is_over(self.own))

    @property
    def mine(self) -> Entry | None:
        """This browser's row on the board, if it has one."""
        return next((entry for entry in self.entries if entry.mine), None)

    @property
    def choices(self) -> list[tuple[Phrase, Phrase]]:
        """The day's values of the game's options that have more than one choice, as labels."""
        setting, seats = self.daily.setting(self.game), self.game.seats[0]
        found = []
        for option in self.game.options:
            if len(option.names(seats)) > 1:
                label = {choice.name: choice.label or choice.name for choice in option.choices}
                found.append((Phrase(option.label), Phrase(label[setting[option.name][0]])))
        return found

    @property
    def opponents(self) -> list[tuple[str, Phrase | None, list[Phrase]]]:
        """The bots at this daily game: name, level, and the day's choices for each."""
        setting = self.daily.setting(self.game)
        return [
            (player.name, level_name(player.level), seat_plays(self.game, setting, seat))
            for seat, player in enumerate(daily_players(self.daily, ""))
            if player.kind == SeatKind.BOT
        ]


async def daily_page(request: Request) -> Response:
    """Show the games of a day: today's, unless the address names another."""
    services_of(request).limits.asking.spend(peer_of(request))  # a long board is expensive, and public
    day = _day(request)
    found = await _all_found(request, [Daily(day, game.name) for game in playable_games()])
    language = Reader.of(request).language
    games = [{"found": each, "say": each.game.speech(language)} for each in found]
    return page(request, "daily.html", games=games, shown=RESULTS_SHOWN, **_around(request, day))


async def board_page(request: Request) -> Response:
    """Show all results of a day's game."""
    services_of(request).limits.asking.spend(peer_of(request))
    daily = _daily(request)
    found = await _found(request, daily)
    seed = await services_of(request).daily_seeds.seed(daily)
    secret = seed.to_bytes(SEED_BYTES, "big")
    proof: dict[str, Any] = {"commitment": commitment(secret), "seed": "" if daily.is_open(found.now) else secret.hex()}
    say = found.game.speech(Reader.of(request).language)
    mine = found.mine.halves / 2 if found.mine else None
    picture = histogram([entry.halves / 2 for entry in found.entries], mine, say(Phrase("Players by points")))
    return page(
        request,
        "board.html",
        found.game,
        found=found,
        picture=picture,
        notice=SEALED if "sealed" in request.query_params and not found.may_know else None,
        **proof,
        **_around(request, daily.day),
    )


async def play_daily(request: Request) -> Response:
    """Start or continue the ranked try of today's game, or practise: after that try, or on any closed day."""
    daily = _daily(request)
    form = await opening_form(request)
    name = printable(form.get("name", "")[: 4 * MAX_NAME_LENGTH], MAX_NAME_LENGTH)
    found = await _found(request, daily)
    ranked = "practice" not in form
    if ranked and found.own is not None:
        return RedirectResponse(f"/table/{found.own.head.table_id}", SEE_OTHER)
    if ranked and found.begun:
        raise Refusal(
            Phrase("You have deleted your attempt at this game, and everyone gets only one: you can still practise.")
        )
    if found.is_closing:
        raise Refusal(CLOSING)
    if ranked and not daily.is_today(found.now):
        raise Refusal(Phrase("That day is over and no longer counts: you can practise, or play today's game."))
    if not ranked and not found.may_know:
        raise Refusal(Phrase("Practice uses the same dice as the ranked attempt: finish your attempt first."))
    try:
        seed = await services_of(request).daily_seeds.seed(daily)
        response = await open_and_redirect(request, open_daily, daily, seed, name, ranked)
    except Tried:  # started in another window at the same time
        own = (await _found(request, daily)).own
        response = RedirectResponse(f"/table/{own.head.table_id}" if own else f"/{daily.name}", SEE_OTHER)
    remember(response, NAME_COOKIE, quote(name))
    return response


async def _found(request: Request, daily: Daily) -> Today:
    """Return the state of a daily game for the browser that asks."""
    [found] = await _all_found(request, [daily])
    return found


async def _all_found(request: Request, dailies: Sequence[Daily]) -> list[Today]:
    """Return the states of several daily games for the browser that asks."""
    services, holder = services_of(request), holder_of(request)
    store, now = services.store, services.environment.utc_now()
    made = await tries(store, holder, [daily.name for daily in dailies])
    found = []
    for daily in dailies:
        listed = await asyncio.wrap_future(store.dealt(daily.name, daily.closes.timestamp()))
        entries = board(listed, daily, holder)
        found.append(Today(now, daily, open_game(daily.game), entries, daily.name in made, made.get(daily.name)))
    return found


def _day(request: Request) -> date:
    """Return the day in the address, or today if there is none."""
    said = request.path_params.get("day")
    if said is None:
        return _today(request)
    try:
        day = date.fromisoformat(said)
    except ValueError:
        raise NoSuchDay from None
    if not FIRST_DAY <= day <= _today(request):
        raise NoSuchDay
    return day


def _today(request: Request) -> date:
    return services_of(request).environment.utc_now().date()


def _daily(request: Request) -> Daily:
    return Daily(_day(request), open_game(request.path_params["game"]).name)


def last_name(request: Request) -> str:
    """Return the name that this browser's player last had on a board."""
    return printable(unquote(request.cookies.get(NAME_COOKIE, ""))[:MAX_NAME_LENGTH], MAX_NAME_LENGTH)


def _around(request: Request, day: date) -> dict[str, Any]:
    """Return the template values shared by all pages of a day: the day, its neighbours, and so on."""
    today = _today(request)
    said = partial(format_date, format="full", locale=Reader.of(request).language)
    return {
        "day": day,
        "today": day == today,
        "said": said(day),
        "before": day - timedelta(days=1) if day > FIRST_DAY else None,
        "after": day + timedelta(days=1) if day < today else None,
        "closing": CLOSING,
        "name": last_name(request),
    }
