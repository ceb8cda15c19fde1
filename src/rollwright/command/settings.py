"""All settings of a server, given on the command line or else in the environment.

The table in docs/operations.md lists them too, and a test compares the two.
"""

import argparse
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

PREFIX = "ROLLWRIGHT_"

MAX_WORKERS = 64
MAX_DIGITS = 20
MAX_DRAIN = 300
"""The longest drain time in seconds; load balancers have noticed by then."""
MAX_DAYS = 36_500
MAX_CONTACT = 200
MAX_PACE = 10_000
"""The longest time in milliseconds that a deed of a bot may take."""

LOGS = ("quiet", "text", "json")
"""The log formats."""


def any_number(text: str) -> int:
    """Parse a whole number that is not negative."""
    if not text.strip().isdecimal() or len(text.strip()) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"'{text[:MAX_DIGITS]}' is not a whole number, 0 or more")
    return int(text)


def counted(most: int, least: int = 1) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        number = any_number(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"'{number}' is not a number from {least} to {most}")
        return number

    return read


def port(text: str) -> int:
    """Parse a port; 0 means any free one."""
    return counted(65535, 0)(text)


def one_of(*words: str) -> Callable[[str], str]:
    """Return a parser that accepts one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(f"'{text[:40]}' is not one of {', '.join(words)}")
        return text

    return read


def on_or_off(text: str) -> bool:
    """Parse on or off."""
    return one_of("on", "off")(text) == "on"


def listening(text: str) -> tuple[str, int] | Literal[False]:
    """Parse an address with its port; False means not to listen."""
    if text == "off":
        return False
    host, _, number = text.rpartition(":")
    if not host.strip("[]"):
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is neither an address such as 127.0.0.1:9600 nor off")
    return host.strip("[]"), port(number)


def contact(text: str) -> str:
    """Parse an address by which the operator can be reached; an empty text means off."""
    if text == "off":
        return ""
    if not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^\s/]+(/\S*)?", text) or len(text) > MAX_CONTACT:
        raise argparse.ArgumentTypeError(
            f"'{text[:40]}' is neither an address such as mailto:me@example.org or https://example.org nor off"
        )
    return text


def networks(text: str) -> tuple[str, ...]:
    """Parse addresses and networks, separated by commas."""
    found = tuple(each.strip() for each in text.split(",") if each.strip())
    for each in found:
        try:
            ip_network(each)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"'{each[:40]}' is neither an address such as 10.0.0.7 nor a network such as 10.0.0.0/24"
            ) from None
    return found


@dataclass(frozen=True)
class Setting:
    """One setting, with its default."""

    name: str
    option: str
    """The command-line option with a placeholder for its value; empty for a setting of the environment only."""
    read: Callable[[str], Any] | None
    """Parses a value; None where the code that uses the setting reads the environment itself."""
    value: Any
    """The default."""
    usual: str
    """The default as the documentation words it."""
    meaning: str

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.name

    @property
    def place(self) -> str:
        """The attribute of the parsed arguments that holds it."""
        return self.name.lower()

    def add_to(self, parser: "argparse._ActionsContainer") -> None:
        """Add the option to a parser, without a default, so that the environment can supply one."""
        option, _, metavar = self.option.partition(" ")
        told = f"{self.meaning} (default: {self.usual}; also: {self.variable})".replace("`", "").replace("%", "%%")
        if metavar:
            parser.add_argument(option, dest=self.place, metavar=metavar, type=self.read or str, help=told)
        else:  # an option without a value switches something off
            parser.add_argument(option, dest=self.place, action="store_const", const=False, help=told)

    def settled(self, said: Any) -> Any:
        """Return the value: that of the command line, else that of the environment, else the default."""
        text = os.environ.get(self.variable, "").strip()
        if said is not None or self.read is None or not text:
            return self.value if said is None else said
        try:
            return self.read(text)
        except argparse.ArgumentTypeError as wrong:
            raise Refusal(
                Phrase("{variable} is not valid: {wrong}.", variable=self.variable, wrong=str(wrong))
            ) from None


PLACES = (
    Setting(
        "DATA", "--data FOLDER", None, None, "the user's data folder",
        "the folder where tables are stored",
    ),
    Setting(
        "DATABASE", "--database URL", None, None, "none",
        "the address of a PostgreSQL database that stores them instead; put one with a password in the environment, "
        "where the process list does not show it",
    ),
)  # fmt: skip
"""The location of the store; other commands have these settings too."""

SERVING = (
    Setting(
        "HOST", "--host ADDRESS", str, "127.0.0.1", "`127.0.0.1`, this computer only",
        "the address to listen on; `0.0.0.0`: all addresses of this computer",
    ),
    Setting(
        "PORT", "--port PORT", port, None, "`8600`, or the next free one",
        "the port to listen on; `0`: any free one",
    ),
    Setting(
        "NAME", "--name NAME", str, "", "none",
        "the public host name of this server, if it is behind a proxy",
    ),
    Setting(
        "PROXY", "--proxy ADDRESS", networks, ("127.0.0.1",), "`127.0.0.1`, one on this computer",
        "addresses or networks of trusted proxies, separated by commas; what they say about the client's address and "
        "TLS is believed",
    ),
    *PLACES,
    Setting(
        "WORKERS", "--workers N", counted(MAX_WORKERS), 1, "1",
        "how many processes serve; more than one needs a database",
    ),
    Setting(
        "THINKERS", "--thinkers N", counted(MAX_WORKERS), None,
        "one for each core, at most 8, divided among the workers",
        "how many processes each worker has for its bots",
    ),
    Setting(
        "BROWSER", "--no-browser", on_or_off, True, "`on`, if there is a screen",
        "whether to open the browser, `on` or `off`",
    ),
    Setting(
        "LOG", "--log KIND", one_of(*LOGS), LOGS[0], "`quiet`",
        "what is written to standard error: `quiet`, only what went wrong; `text`, also a line for each request; "
        "`json`, the same with one JSON object per line",
    ),
    Setting(
        "METRICS", "--metrics ADDRESS", listening, False, "`off`",
        "where Prometheus finds the metrics, such as `127.0.0.1:9600`; nobody else should reach it",
    ),
    Setting(
        "DRAIN", "--drain SECONDS", counted(MAX_DRAIN, 0), 0, "0",
        "for how many seconds a stopping server still accepts requests, while `/ready` says that it is shutting down",
    ),
    Setting(
        "SWEEP", "--sweep DAYS", counted(MAX_DAYS, 0), 90, "90",
        "after how many days without a move an unfinished table is deleted; `0`: never",
    ),
    Setting(
        "PACE", "--pace MILLISECONDS", counted(MAX_PACE, 0), 750, "750",
        "how long each deed of a bot takes for people who watch; before a bot rolls, four times as long is left for an "
        "undo; `0`: bots do everything at once",
    ),
    Setting(
        "PUSH", "--push CONTACT", contact, "", "`off`",
        "tells players who want it of their turn while their pages are closed, by the push services of their browsers; "
        "these are sent your address, such as `mailto:me@example.org`",
    ),
    Setting(
        "OFFLINE", "--offline FOLDER", Path, None, "none",
        "the folder that `python -m tools.offline` has built: lets browsers fetch games to play without a connection",
    ),
)  # fmt: skip
"""The settings of `rollwright serve`."""

ANYWHERE = tuple(
    Setting(name, "", None, None, usual, meaning)
    for name, usual, meaning in (
        ("LANGUAGE", "the system's", "`en`, `es` or `ru`: the language of the command line"),
        ("GAMES", "none", "more folders whose subfolders are games, separated by colons"),
        ("CACHE", "the user's cache folder", "where compiled code is cached"),
        ("COMPILE", "`on`", "`off`: run the rules as plain Python, for debugging"),
        ("CHROMIUM", "the first one found", "for the tests: the browser that they drive"),
        ("POSTGRES", "the first ones found", "for the tests: the folder of the PostgreSQL programs that they start"),
        ("EFFORT", "`short`", "for the tests: `long` tries many more cases, as `make test-long` does"),
    )
)
"""The settings that are read from the environment only."""

SETTINGS = SERVING + ANYWHERE


def settle(arguments: argparse.Namespace) -> None:
    """Fill in the settings that a server's command line does not give."""
    for setting in SERVING:
        setattr(arguments, setting.place, setting.settled(getattr(arguments, setting.place)))


def unknown() -> list[str]:
    """Return the environment variables that look like our settings but are not, such as misspelt ones."""
    known = {setting.variable for setting in SETTINGS}
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
