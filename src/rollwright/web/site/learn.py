"""The lessons of a game: a page that lists them, and the way to their tables."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.core.language import Phrase
from rollwright.live.entry.lesson_tables import left_lesson, open_lesson
from rollwright.table.lessons.lesson_file import lessons_of
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.redirects import SEE_OTHER, open_and_redirect, opening_form
from rollwright.web.http.rendering import page
from rollwright.web.services import services_of


async def learn_page(request: Request) -> Response:
    """Show the lessons of a game: each can be begun, gone on with, or begun again."""
    game, services = open_game(request.path_params["game"]), services_of(request)
    holder = holder_of(request)
    rows = [(lesson, await left_lesson(services.store, holder, lesson)) for lesson in lessons_of(game)]
    return page(request, "learn.html", game, rows=rows)


async def learn(request: Request) -> Response:
    """Go to the table of a lesson: the one that was left, or a new one."""
    game, services = open_game(request.path_params["game"]), services_of(request)
    form = await opening_form(request)
    lessons = lessons_of(game)
    wanted = form.get("lesson", lessons[0].name if lessons else "")
    lesson = next((lesson for lesson in lessons if lesson.name == wanted), None)
    if lesson is None:
        raise Refusal(Phrase("There is no such lesson."))
    left = await left_lesson(services.store, holder_of(request), lesson)
    if left and "again" not in form:
        return RedirectResponse(f"/table/{left}", SEE_OTHER)
    if left:
        await services.rooms.delete(left)
    return await open_and_redirect(request, open_lesson, lesson)
