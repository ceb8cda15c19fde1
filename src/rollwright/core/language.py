"""Translation: sentences are written in English in the source and looked up in gettext catalogues.

Code that has something to say returns a :class:`Phrase`, which is not yet in any language::

    Phrase("Write the {value}.", value=5)
    plural("{n} point", "{n} points", 3)

and a :class:`Speech` translates it: ``say(phrase)``. Catalogues are ``locale/<language>.po``, in each game's folder and
in the package's own.
"""

import locale as system_locale
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from gettext import c2py
from pathlib import Path

from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "es": "Español", "ru": "Русский"}
"""The supported languages by code, each with its own name for itself."""

PACKAGE = Path(__file__).parent.parent
"""The folder of the platform itself, whose catalogue every Speech includes."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text for translation where it is declared; it is translated where it is used."""
    return text


class Phrase:
    """A text with placeholders, filled with numbers, names or further phrases. `str` gives it in English."""

    def __init__(self, text: str, /, **values: object) -> None:
        """Take an English text with placeholders in braces, and their values."""
        self.text = text
        self.values = values
        self.many: str | None = None
        self.seat: int | None = None

    def __str__(self) -> str:
        """Return it in English."""
        return speech()(self)

    def __repr__(self) -> str:
        """Return a representation with the English text."""
        return f"Phrase({str(self)!r})"


def words_of(text: str) -> str:
    """Return the letters of a text outside its placeholders: empty if there is nothing to translate."""
    return "".join(re.findall(r"[^\W\d_]", re.sub(r"{\w*}", "", text)))


def plural(one: str, many: str, n: int, /, **values: object) -> Phrase:
    """Return a phrase whose form depends on a number, which also fills ``{n}``."""
    phrase = Phrase(one, n=n, **values)
    phrase.many = many
    return phrase


def player(seat: int) -> Phrase:
    """Return a phrase for a seat's player: the name if the speech knows it, else the number of the seat."""
    phrase = Phrase("Player {n}", n=seat + 1)
    phrase.seat = seat
    return phrase


def player_name(name: str, seat: int) -> Phrase:
    """Return what a seat's player is called: a name, or "Player N" without one."""
    return Phrase("{name}", name=name) if name else Phrase("Player {n}", n=seat + 1)


def together(phrases: Iterable[Phrase], between: str = " ") -> Phrase:
    """Join several phrases into one."""
    values = {f"part_{place}": phrase for place, phrase in enumerate(phrases)}
    return Phrase(between.join(f"{{{name}}}" for name in values), **values)


def series(phrases: Iterable[Phrase]) -> Phrase:
    """Join several phrases into one, separated by commas."""
    return together(phrases, ", ")


def printable(text: str, most: int = 80) -> str:
    """Return user input in a form that can be shown: one line, no control characters, at most `most` characters."""
    shown = "".join(char if char.isprintable() else " " for char in text.encode("utf-8", "replace").decode())
    return " ".join(shown.split())[:most]


def listed(parts: Iterable[object]) -> str:
    """Join several things into one text, separated by commas."""
    return ", ".join(map(str, parts))


class Speech:
    """Translates phrases into one language, with the catalogues of the platform and of games."""

    def __init__(
        self, language: str, catalogues: list[dict[str, tuple[str, ...]]], players: Sequence[Phrase] = ()
    ) -> None:
        """Take the catalogues; use `speech()` instead, which finds them."""
        self.language = language
        self._catalogues = catalogues
        self._players = players
        self._plural_form = _plural_rule(language)
        self.names_told = 0
        """How often the name of a player was told: a text made meanwhile contains none if this has not changed."""

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Cache key: everything a translation depends on besides the phrase."""
        return self.nameless_key, self._names

    @cached_property
    def nameless_key(self) -> tuple[object, ...]:
        """Cache key of a translation without the names of players."""
        return self.language, tuple(map(id, self._catalogues))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        self.names_told += 1
        return self._names

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(map(self, self._players))

    def naming(self, players: Sequence[Phrase]) -> "Speech":
        """Return the same speech with the names of a table's players."""
        return Speech(self.language, self._catalogues, players)

    def __call__(self, phrase: Phrase | str, /, **values: object) -> str:
        """Translate a phrase, or a text with values for its placeholders."""
        if isinstance(phrase, str):
            phrase = Phrase(phrase, **values)
        if phrase.seat is not None:
            self.names_told += 1  # even where there is none: another speech may know it
            if phrase.seat < len(self._players):
                phrase = self._players[phrase.seat]
        said = {name: self(value) if isinstance(value, Phrase) else value for name, value in phrase.values.items()}
        return self._form(phrase).format(**said)

    def lacks(self, phrase: Phrase) -> bool:
        """Return whether a phrase, or one inside it, lacks a translation in this language."""
        inner = any(self.lacks(value) for value in phrase.values.values() if isinstance(value, Phrase))
        return inner or (self.language != "en" and bool(words_of(phrase.text)) and not self._find(phrase.text))

    def _form(self, phrase: Phrase) -> str:
        forms = self._find(phrase.text)
        if phrase.many is None:
            return forms[0] if forms else phrase.text
        n = int(str(phrase.values["n"]))
        if forms:
            return forms[self._plural_form(n)]
        return phrase.text if n == 1 else phrase.many

    def _find(self, text: str) -> tuple[str, ...]:
        for catalogue in self._catalogues:
            if text in catalogue:
                return catalogue[text]
        return ()


def speech(language: str = "en", *folders: Path) -> Speech:
    """Return the speech of a language, with the catalogues of the games in these folders."""
    catalogues = [catalogue for each in (*folders, PACKAGE) if (catalogue := _catalogue(each, language))]
    return Speech(language, catalogues)


def preferred_language() -> str:
    """Return the language that the environment asks for if it is supported, else English."""
    for name in ("ROLLWRIGHT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            code = system_locale.normalize(value)[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


@cache
def _catalogue(folder: Path, language: str) -> dict[str, tuple[str, ...]]:
    path = folder / "locale" / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    found = {}
    for message in catalogue:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        source = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
        if source and all(strings) and not message.fuzzy:
            found[str(source)] = tuple(map(str, strings))
    return found


@cache
def _plural_rule(language: str) -> Callable[[int], int]:
    rule: Callable[[int], int] = c2py(str(get_plural(language).plural_expr))
    return rule
