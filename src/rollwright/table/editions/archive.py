"""The archive of a finished game: how it ended, in a form that needs no rules, so that any later release can show it.

It holds points and places, what happened as texts, and the finished sheets as SVG, in every language. A game of two or
three players takes 7 to 20 kB, about as much as its log.
"""

import json
import lzma
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

VERSION = 1
"""The version of the format, raised if fields change their meaning."""

PRESET = 1
"""How hard LZMA tries: the languages of one drawing are almost the same, which even its fastest level finds."""

Entry = tuple[int, int, str]
"""One thing that happened: the round, the seat that did it (-1 for dice), and the text."""


class UnreadableArchive(ValueError):  # noqa: N818 - named like the other refusals
    """A text is not an archive that this version can show: it is damaged, or a newer version wrote it."""


@dataclass(frozen=True)
class Place:
    """How a seat ended."""

    name: str
    """The player's name; empty for a player without one."""
    halves: int
    place: int


@dataclass(frozen=True)
class Telling:
    """What is told of a game in one language."""

    sheets: Sequence[Sequence[str]]
    """The parts of each seat's finished sheet, as SVG."""
    story: Sequence[Entry]
    closing: Sequence[str]
    """What the game says at its end."""


@dataclass(frozen=True)
class Archive:
    """How a game ended."""

    places: Sequence[Place]
    """By seat."""
    tellings: Mapping[str, Telling]
    """By language."""

    def telling(self, language: str) -> Telling:
        """Return what is told in a language, or else in English."""
        return self.tellings.get(language) or self.tellings["en"]

    def text(self) -> str:
        """Return it as a text for a database."""
        content = json.dumps({"version": VERSION, **asdict(self)}, ensure_ascii=False, separators=(",", ":"))
        return b64encode(lzma.compress(content.encode(), preset=PRESET)).decode()

    @classmethod
    def read(cls, text: str) -> "Archive":
        """Return the archive that `text` made this from; UnreadableArchive if it cannot be shown."""
        try:
            said = json.loads(lzma.decompress(b64decode(text)))
            _check(said["version"] == VERSION, "its version is unknown")
            places = [_place(**place) for place in said["places"]]
            tellings = {language: _telling(len(places), **told) for language, told in said["tellings"].items()}
        except (ValueError, TypeError, LookupError, AttributeError, EOFError, lzma.LZMAError) as fault:
            raise UnreadableArchive(str(fault)) from fault
        _check(bool(places), "nobody has played")
        _check("en" in tellings, "it is not told in English")
        return cls(places, tellings)


def _place(name: Any, halves: Any, place: Any) -> Place:
    _check(type(name) is str and type(halves) is type(place) is int, "a place is not a name and two numbers")
    return Place(name, halves, place)


def _telling(seats: int, sheets: Any, story: Any, closing: Any) -> Telling:
    _check(type(sheets) is list and len(sheets) == seats, "there are not as many sheets as places")
    for texts in (*sheets, closing):
        _check(type(texts) is list and all(type(each) is str for each in texts), "something told is not a text")
    return Telling(sheets, [_entry(*entry) for entry in story], closing)


def _entry(round_no: Any, seat: Any, line: Any) -> Entry:
    _check(type(round_no) is type(seat) is int and type(line) is str, "an entry is not two numbers and a text")
    return round_no, seat, line


def _check(right: bool, fault: str) -> None:
    if not right:
        raise UnreadableArchive(fault)
