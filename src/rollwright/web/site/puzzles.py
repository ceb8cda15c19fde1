"""Puzzles: a page with those of all games, and the way to their tables. One is proposed each day."""

from datetime import date

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.errors import Refusal
from rollwright.core.game import Game, open_game, playable_games
from rollwright.core.language import Phrase
from rollwright.live.entry.lesson_tables import left_lesson, open_lesson
from rollwright.table.lessons.lesson_file import LessonError
from rollwright.table.lessons.puzzle_file import Puzzle, puzzles_of
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.redirects import SEE_OTHER, open_and_redirect, opening_form
from rollwright.web.http.rendering import Reader, page
from rollwright.web.services import services_of


def todays_puzzle(games: list[Game], day: date) -> Puzzle | None:
    """Return the puzzle of a day: another game's each day, and all of a game's in turn."""
    with_some = [found for game in games if (found := readable_puzzles(game))]
    if not with_some:
        return None
    round_no, place = divmod(day.toordinal(), len(with_some))
    return with_some[place][round_no % len(with_some[place])]


def readable_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """Return a game's puzzles; none if a file cannot be read."""
    try:
        return puzzles_of(game)
    except LessonError:
        return ()


async def puzzles_page(request: Request) -> Response:
    """Show all puzzles, today's first."""
    games, language = playable_games(), Reader.of(request).language
    shown = [(game, game.speech(language), found) for game in games if (found := readable_puzzles(game))]
    today = todays_puzzle(games, services_of(request).environment.utc_now().date())
    return page(request, "puzzles.html", shown=shown, today=today, today_say=today and today.game.speech(language))


async def solve_puzzle(request: Request) -> Response:
    """Go to the table of a puzzle: the one that was left, or a new one."""
    game, services = open_game(request.path_params["game"]), services_of(request)
    wanted = (await opening_form(request)).get("puzzle", "")
    puzzle = next((puzzle for puzzle in readable_puzzles(game) if puzzle.name == wanted), None)
    if puzzle is None:
        raise Refusal(Phrase("There is no such puzzle."))
    left = await left_lesson(services.store, holder_of(request), puzzle.lesson)
    if left:
        return RedirectResponse(f"/table/{left}", SEE_OTHER)
    return await open_and_redirect(request, open_lesson, puzzle.lesson)
