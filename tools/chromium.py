"""Make sure that there is a Chromium for the browser tests: look for one, and install it where that is ours to do."""

import os
import shutil
import subprocess
import sys

NAMED = "ROLLWRIGHT_CHROMIUM"
"""Environment variable: the browser to test with, instead of the first one found."""

SHELL = "chromium-headless-shell"
"""Chromium without a browser's windows around the page: the same pages, and a test takes a third of the time."""

PROGRAMS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ARGUMENTS = [
    "--no-sandbox",  # in a container the tests run as root, where Chromium's sandbox refuses to start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""How the browser is started: alone with our pages, asking nothing of anybody."""


class MissingError(Exception):
    """There is no browser to test with."""


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


def install() -> None:
    """Install Chromium from the system's packages: its shell, or all of it where they have none."""
    print("Installing Chromium for the browser tests (once) ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], *(["install", "-y", "--no-install-recommends", name] for name in (SHELL, "chromium"))):
        ended = subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)
        if SHELL in command and ended.returncode == 0:
            return


def can_install() -> bool:
    """Say whether this is a system whose packages are ours to install."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def main() -> int:
    """Find a browser, or install one; say what is missing if neither works."""
    try:
        find_chromium()
    except MissingError:
        if can_install() and not os.environ.get(NAMED):
            install()
    try:
        find_chromium()
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
