"""Coming to a table by its link."""

from starlette.requests import Request
from starlette.responses import Response

from rollwright.web.rendering import page


async def join_page(request: Request) -> Response:
    """Show the page that a link leads to: its script sends us what stands behind the `#`, which browsers keep back."""
    answer = page(request, "join.html")
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
