"""`rollwright serve` for tests: `python -m tests.support.server PROFILE serve ...` uses another environment.

It takes the same arguments as `rollwright serve`; the profile says what differs from a real server.
"""

import logging
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvicorn
from jinja2 import ChoiceLoader, DictLoader

from rollwright.command.main import parser
from rollwright.command.serve import serve
from rollwright.live.environment import LiveSettings
from rollwright.store.protocol import Store
from rollwright.web.http import assets
from rollwright.web.http.rendering import TEMPLATES
from rollwright.web.ops.serve import Service
from rollwright.web.web_settings import WebSettings
from tests.support.environments import BROWSER, Numbered, StoppedTime, with_settings
from tests.support.places import EarlyDatabase, EarlyFile

PICTURE_DAY = "2030-11-20"
"""The day of the pictures; for the store it must be in the future."""

UNREAD_FOR = 1.0
"""Seconds after which the profile `impatient` disconnects a client that does not read."""

EARLY_BY = 0.25
"""Seconds by which the profile `early` acknowledges too early: enough to be killed in time on a busy computer."""

GENEROUS = WebSettings(limit_factor=10_000, button_delay=0)
"""Limits that tests never reach, though they all come from one address, and buttons that can be pressed at once."""


def generous(service: Service) -> Service:
    """Serve with limits that tests never reach, and with bots that do not pause."""
    quick = with_settings(service.environment, bot_pace=0, bot_quick_pace=0, bot_moment=0)
    return replace(service, settings=GENEROUS, environment=quick)


def browser(service: Service) -> Service:
    """Serve the browser tests, with known dice."""
    return replace(generous(service), environment=BROWSER)


def calm(service: Service) -> Service:
    """Serve the browser tests with buttons that wait, as on a real server, before they can be pressed."""
    return replace(browser(service), settings=replace(GENEROUS, button_delay=WebSettings().button_delay))


def watched(service: Service) -> Service:
    """Serve the browser tests with bots that can be watched, as on a real server; they leave much time for an undo."""
    usual = LiveSettings()
    slow = with_settings(BROWSER, bot_pace=usual.bot_pace, bot_quick_pace=usual.bot_quick_pace, bot_moment=60.0)
    return replace(generous(service), environment=slow)


def hurried(service: Service) -> Service:
    """Serve with short clocks, and notice soon who is away; as dice are rolled for whoever is absent, nobody is so."""
    clocks = {2: "2 seconds", **BROWSER.settings.clocks}
    hasty = with_settings(BROWSER, clock_retry=0.3, reconnect_grace=0.4, absent_after=3600.0, clocks=clocks)
    return replace(generous(service), environment=hasty)


def forgetful(service: Service) -> Service:
    """Serve with short clocks, and let people go on soon without whoever is away."""
    served = hurried(service)
    return replace(served, environment=with_settings(served.environment, absent_after=2.0))


def pictures(service: Service) -> Service:
    """Serve the pictures, with the same ids and links in every run."""
    environment = replace(
        BROWSER,
        utc_now=StoppedTime(datetime.fromisoformat(PICTURE_DAY).replace(hour=12, tzinfo=UTC)),
        token_urlsafe=Numbered(lambda number, size: f"table-{number}"),
        token_hex=Numbered(lambda number, size: f"{number:0{2 * size}x}"),
    )
    return replace(generous(service), environment=environment)


def updated(service: Service) -> Service:
    """Serve the browser tests as a later release: its files have other addresses, and a page has another text."""
    assets.digest = lambda: "d16e5700d16e"  # type: ignore[assignment]
    usual = TEMPLATES.loader
    assert usual
    text, _, _ = usual.get_source(TEMPLATES, "about.html")
    newer = {"about.html": text.replace("About Rollwright", "About the newer Rollwright")}
    TEMPLATES.loader = ChoiceLoader([DictLoader(newer), usual])
    return browser(service)


def telling(service: Service) -> Service:
    """Serve the browser tests, and tell people soon of their turn, also by a push service on this computer."""
    soon = with_settings(BROWSER, notice_delay=0.2, reconnect_grace=0.2, active_for=0.2)
    settings = replace(GENEROUS, push_anywhere=True)
    return replace(browser(service), environment=soon, settings=settings, push="mailto:tests@example.org")


def impatient(service: Service) -> Service:
    """Serve with the normal limits, and soon close connections that are not read."""
    return replace(service, settings=WebSettings(unread_timeout=UNREAD_FOR, tcp_timeout=UNREAD_FOR))


def _open_early(where: str | Path) -> Store:
    store = EarlyFile(where) if isinstance(where, Path) else EarlyDatabase(where)
    store.early_by = EARLY_BY
    return store


def early(service: Service) -> Service:
    """Acknowledge a move a quarter of a second before it is committed, which the tests must detect."""
    return replace(generous(service), open_store=_open_early)


def loud(service: Service) -> Service:
    """Log everything that can be logged."""
    make: Any = uvicorn.Config.__init__

    def everything(self: uvicorn.Config, *arguments: Any, **settings: Any) -> None:
        make(self, *arguments, **{**settings, "log_level": "trace", "access_log": True, "log_config": None})

    uvicorn.Config.__init__ = everything  # type: ignore[method-assign]
    logging.basicConfig(level=logging.DEBUG)
    return generous(service)


def full_disk(service: Service) -> Service:
    """Simulate a full disk while a file named "full" lies beside the store."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    folder = Path(service.where).parent

    def watch() -> None:
        while True:
            full = (folder / "full").exists()
            if full and not (folder / "is-full").exists():
                size = max(file.stat().st_size for file in folder.glob("*sqlite*"))
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8_192, resource.RLIM_INFINITY))
                (folder / "is-full").touch()
            elif not full and (folder / "is-full").exists():
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                (folder / "is-full").unlink()
            time.sleep(0.01)

    threading.Thread(target=watch, daemon=True).start()
    return generous(service)


PROFILES: dict[str, Callable[[Service], Service]] = {
    profile.__name__: profile
    for profile in (
        generous,
        browser,
        calm,
        watched,
        hurried,
        forgetful,
        pictures,
        updated,
        telling,
        impatient,
        early,
        loud,
        full_disk,
    )
}


def command(profile: str) -> list[str]:
    """Return the command that serves with a profile, to be run in the repository's root."""
    assert profile in PROFILES
    return [sys.executable, "-m", "tests.support.server", profile, "serve"]


def main() -> int:
    """Serve until interrupted."""
    _, profile, *arguments = sys.argv
    try:
        return serve(parser().parse_args(arguments), PROFILES[profile])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
