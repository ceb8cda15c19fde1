"""Lets a page's engine play whole games and try moves, which only tests and the benchmark ask for."""

from pathlib import Path

from playwright.sync_api import Page

from rollwright.web.http.assets import ENGINE_POLICY, ENGINE_WORKER

WORKER = Path(__file__).parent / "js" / "playouts_worker.js"


def add_playouts(page: Page) -> None:
    """Put a worker that is able to do it in the place of the page's own, where no digest is in the address."""
    page.route(
        f"**/static/{ENGINE_WORKER}",
        lambda route: route.fulfill(
            path=WORKER, content_type="text/javascript", headers={"Content-Security-Policy": ENGINE_POLICY}
        ),
    )
