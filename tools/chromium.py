"""Make sure that there is a Chromium for the browser tests: find one, or install it where we may."""

import os
import shutil
import sys

from tools.packages import MissingError, ensure, install

NAMED = "ROLLWRIGHT_CHROMIUM"
"""Environment variable: the browser to test with, in place of the first one found."""

SHELL = "chromium-headless-shell"
"""Chromium without a user interface: it renders the same, and tests take a third of the time."""

PROGRAMS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ARGUMENTS = [
    "--no-sandbox",  # Chromium's sandbox refuses to run as root, as in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""The browser's command line, mainly to switch off its background network requests."""


def find_chromium() -> str:
    """Return the browser's path; refuse if there is none."""
    if named := os.environ.get(NAMED):
        if found := shutil.which(named):
            return found
        raise MissingError(f"{NAMED} names '{named}', which is no program that can be run.")
    for program in PROGRAMS:
        if found := shutil.which(program):
            return found
    raise MissingError(
        f"The browser tests need Chromium: install it (on Debian: apt-get install chromium), or let {NAMED} name one."
    )


def get_chromium() -> None:
    """Install Chromium from the system's packages: the headless shell, or all of it where there is no such package."""
    print("Installing Chromium for the browser tests (once) ...", flush=True)
    if not install(SHELL):
        install("chromium")


def main() -> int:
    """Find a browser, or install one; say what is missing if neither works."""
    return ensure(find_chromium, get_chromium, NAMED)


if __name__ == "__main__":
    sys.exit(main())
