"""The home page: where this browser left off, today's game, and all games from the easiest to the deepest."""

from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.game import Game, open_game, playable_games
from rollwright.core.language import N_
from rollwright.core.options import Choice, Option
from rollwright.table.deals import Daily
from rollwright.table.lessons.lesson_file import lessons_of
from rollwright.web.daily.routes import last_name
from rollwright.web.http.rendering import Reader, page
from rollwright.web.services import services_of
from rollwright.web.site.going_on import going_on
from rollwright.web.site.my_tables import listed_tables
from rollwright.web.site.new_table_page import AGAINST_A_BOT, QUICK_SEATS
from rollwright.web.site.puzzles import readable_puzzles

DIFFICULTIES = (N_("Easy"), N_("Medium"), N_("Tricky"), N_("Deep"))
"""The names of the levels of difficulty, from 1."""


async def home(request: Request) -> Response:
    """Show the games, today's one, and this browser's latest unfinished table."""
    language = Reader.of(request).language
    games = easiest_first(playable_games())
    today = todays_game(request, games)
    unfinished = [listed for listed in await listed_tables(request) if listed.summary.goes_on]
    return page(
        request,
        "home.html",
        games=[
            {
                "game": game,
                "say": game.speech(language),
                "players": players(game),
                "lessons": lessons_of(game),
                "sides": sides(game),
            }
            for game in games
        ],
        difficulties=DIFFICULTIES,
        going_on=await going_on(request, unfinished),
        more=len(unfinished) - 1,
        today=None if today is None else {"daily": today, "game": open_game(today.game)},
        puzzles=any(readable_puzzles(game) for game in games),
        name=last_name(request),
    )


def easiest_first(games: list[Game]) -> list[Game]:
    """Return the games from the easiest to the deepest; those that do not say come last."""
    return sorted(games, key=lambda game: (game.difficulty or len(DIFFICULTIES) + 1, game.minutes, game.title))


def players(game: Game) -> str:
    """Return how many players a game takes."""
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low}-{high}"


def sides(game: Game) -> list[tuple[Option, list[Choice]]]:
    """Return what a player chooses for a game against a bot, such as a race, with the choices."""
    seats = QUICK_SEATS[AGAINST_A_BOT]
    if seats not in game.seats:
        return []
    offered = [
        (option, [choice for choice in option.choices if choice.name in option.names(seats)])
        for option in game.options
        if option.per_seat
    ]
    return [(option, choices) for option, choices in offered if len(choices) > 1]


def todays_game(request: Request, games: list[Game]) -> Daily | None:
    """Return the daily game to propose: every day another one."""
    day = services_of(request).environment.utc_now().date()
    return Daily(day, games[day.toordinal() % len(games)].name) if games else None
