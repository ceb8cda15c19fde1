"""Everything that can be set about a server, in one place: on the command line, or else by the environment.

The table in docs/operations.md says the same, and a test compares them.
"""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any, Literal

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

PREFIX = "ROLLWRIGHT_"

MOST_WORKERS = 64
LONGEST_NUMBER = 20
LONGEST_DRAIN = 300
"""Seconds: whoever passes requests on has noticed by then."""
MOST_DAYS = 36_500

LOGS = ("quiet", "text", "json")
"""How the log is written."""


def any_number(text: str) -> int:
    """Read a whole number from 0 on."""
    if not text.strip().isdecimal() or len(text.strip()) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(f"'{text[:LONGEST_NUMBER]}' is not a whole number from 0 on")
    return int(text)


def counted(most: int, least: int = 1) -> Callable[[str], int]:
    """Return what reads a number that counts something: from 1, or another least, to `most`."""

    def read(text: str) -> int:
        number = any_number(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"'{number}' is not a number from {least} to {most}")
        return number

    return read


def port(text: str) -> int:
    """Read a port; 0 means any free one."""
    return counted(65535, 0)(text)


def one_of(*words: str) -> Callable[[str], str]:
    """Return what reads one of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(f"'{text[:40]}' is none of {', '.join(words)}")
        return text

    return read


def on_or_off(text: str) -> bool:
    """Read whether something is wanted."""
    return one_of("on", "off")(text) == "on"


def listening(text: str) -> tuple[str, int] | Literal[False]:
    """Read an address with its port, or that nothing listens."""
    if text == "off":
        return False
    host, _, number = text.rpartition(":")
    if not host.strip("[]"):
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is not written as 127.0.0.1:9600, nor is it off")
    return host.strip("[]"), port(number)


def networks(text: str) -> tuple[str, ...]:
    """Read addresses, or networks of them, with commas between."""
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
    """Something that can be set, and what holds if nobody does."""

    name: str
    option: str
    """How the command line calls it, with a word for its value; nothing if it is for the environment alone."""
    read: Callable[[str], Any] | None
    """Reads a value; none where whoever uses it looks into the environment itself."""
    value: Any
    """What holds if nobody says otherwise."""
    usual: str
    """The same, for people."""
    meaning: str

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.name

    @property
    def place(self) -> str:
        """Where the command line leaves it."""
        return self.name.lower()

    def add_to(self, parser: "argparse._ActionsContainer") -> None:
        """Let a command line take it; what it leaves open the environment may say."""
        option, _, metavar = self.option.partition(" ")
        told = f"{self.meaning} (default: {self.usual}; also: {self.variable})".replace("`", "").replace("%", "%%")
        if metavar:
            parser.add_argument(option, dest=self.place, metavar=metavar, type=self.read or str, help=told)
        else:  # it says no
            parser.add_argument(option, dest=self.place, action="store_const", const=False, help=told)

    def settled(self, said: Any) -> Any:
        """Return what holds: what the command line said, or else the environment, or else the usual."""
        text = os.environ.get(self.variable, "").strip()
        if said is not None or self.read is None or not text:
            return self.value if said is None else said
        try:
            return self.read(text)
        except argparse.ArgumentTypeError as wrong:
            raise Refusal(
                Phrase("{variable} cannot be understood: {wrong}.", variable=self.variable, wrong=str(wrong))
            ) from None


PLACES = (
    Setting(
        "DATA", "--data FOLDER", None, None, "the user's data folder",
        "the folder where tables are kept",
    ),
    Setting(
        "DATABASE", "--database URL", None, None, "none",
        "the address of a PostgreSQL database that keeps them instead; one with a password belongs in the environment, "
        "where the list of processes does not show it",
    ),
)  # fmt: skip
"""Where tables are kept; other commands are told it, too."""

SERVING = (
    Setting(
        "HOST", "--host ADDRESS", str, "127.0.0.1", "`127.0.0.1`, this computer only",
        "where to listen; `0.0.0.0`: at all addresses of this computer",
    ),
    Setting(
        "PORT", "--port PORT", port, None, "`8600`, or the next free one",
        "at which port to listen; `0`: at any free one",
    ),
    Setting(
        "NAME", "--name NAME", str, "", "none",
        "what the outside calls this server, if it is behind a proxy",
    ),
    Setting(
        "PROXY", "--proxy ADDRESS", networks, ("127.0.0.1",), "`127.0.0.1`, one on this computer",
        "addresses or networks of proxies, with commas between, that are believed when they say who asks and whether "
        "over TLS",
    ),
    *PLACES,
    Setting(
        "WORKERS", "--workers N", counted(MOST_WORKERS), 1, "1",
        "how many processes serve; more than one need a database",
    ),
    Setting(
        "THINKERS", "--thinkers N", counted(MOST_WORKERS), None,
        "one for each core, at most 8, divided among the workers",
        "how many processes the bots of each worker think in",
    ),
    Setting(
        "BROWSER", "--no-browser", on_or_off, True, "`on`, if there is a screen",
        "whether the browser is opened, `on` or `off`",
    ),
    Setting(
        "LOG", "--log KIND", one_of(*LOGS), LOGS[0], "`quiet`",
        "what is written to the standard error: `quiet`, what went wrong; `text`, a line for each request too; `json`, "
        "the same as a JSON object a line",
    ),
    Setting(
        "METRICS", "--metrics ADDRESS", listening, False, "`off`",
        "where Prometheus finds the metrics, such as `127.0.0.1:9600`; nobody else should reach it",
    ),
    Setting(
        "DRAIN", "--drain SECONDS", counted(LONGEST_DRAIN, 0), 0, "0",
        "for how many seconds a server that was asked to stop still takes requests, while `/ready` says that it stops",
    ),
    Setting(
        "SWEEP", "--sweep DAYS", counted(MOST_DAYS, 0), 90, "90",
        "after how many days without a move an unfinished table is deleted; `0`: never",
    ),
)  # fmt: skip
"""What `rollwright serve` can be told."""

ANYWHERE = tuple(
    Setting(name, "", None, None, usual, meaning)
    for name, usual, meaning in (
        ("LANGUAGE", "the system's", "`en`, `es` or `ru`: the language of the command line"),
        ("GAMES", "none", "further folders whose subfolders are games, with colons between"),
        ("CACHE", "the user's cache folder", "where compiled code is kept"),
        ("COMPILE", "`on`", "`off`: run the rules as plain Python, for debugging"),
        ("CHROMIUM", "the first one found", "for the tests: the browser that they drive"),
        ("POSTGRES", "the first ones found", "for the tests: the folder of the PostgreSQL programs that they start"),
        ("EFFORT", "`short`", "for the tests: `long` tries much harder, as `make test-long` does"),
    )
)
"""What is looked for in the environment alone."""

SETTINGS = SERVING + ANYWHERE


def settle(arguments: argparse.Namespace) -> None:
    """Fill in what the command line of a server leaves open."""
    for setting in SERVING:
        setattr(arguments, setting.place, setting.settled(getattr(arguments, setting.place)))


def unknown() -> list[str]:
    """Return the variables that look like settings of ours and are none, as a misspelt one does."""
    known = {setting.variable for setting in SETTINGS}
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
