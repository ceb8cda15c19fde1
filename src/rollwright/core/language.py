"""Words for people: sentences are written in English in the source and looked up in gettext catalogues.

Whoever has something to say returns a :class:`Phrase`, which is not yet in any language::

    Phrase("Write the {value}.", value=5)
    plural("{n} point", "{n} points", 3)

and a :class:`Speech` says it: ``say(phrase)``. Catalogues are ``locale/<language>.po``, in a game's folder and in the
package's own.
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
"""The languages everything is said in, each by its own name."""

PACKAGE = Path(__file__).parent.parent
"""The folder of the platform itself, whose catalogue every Speech knows."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text for translation where it is declared; it is looked up where it is said."""
    return text


class Phrase:
    """Something to say, with its places filled by numbers, names or further phrases. As a string it is English."""

    def __init__(self, text: str, /, **values: object) -> None:
        """Take an English text with places in braces."""
        self.text = text
        self.values = values
        self.many: str | None = None
        self.seat: int | None = None

    def __str__(self) -> str:
        """Say it in English."""
        return speech()(self)

    def __repr__(self) -> str:
        """Show what would be said in English."""
        return f"Phrase({str(self)!r})"


def words_of(text: str) -> str:
    """Return what there is to translate in a text: nothing, if it is all places and punctuation."""
    return "".join(re.findall(r"[^\W\d_]", re.sub(r"{\w*}", "", text)))


def plural(one: str, many: str, n: int, /, **values: object) -> Phrase:
    """Return a phrase that depends on a number, which itself fills ``{n}``."""
    phrase = Phrase(one, n=n, **values)
    phrase.many = many
    return phrase


def player(seat: int) -> Phrase:
    """Return what a seat's player is called: by name, if whoever says it knows the names, else by number."""
    phrase = Phrase("Player {n}", n=seat + 1)
    phrase.seat = seat
    return phrase


def together(phrases: Iterable[Phrase], between: str = " ") -> Phrase:
    """Return several phrases as one, said after each other."""
    values = {f"part_{place}": phrase for place, phrase in enumerate(phrases)}
    return Phrase(between.join(f"{{{name}}}" for name in values), **values)


def series(phrases: Iterable[Phrase]) -> Phrase:
    """Return several phrases as one, with commas between."""
    return together(phrases, ", ")


def printable(text: str, most: int = 80) -> str:
    """Return a text that somebody typed so that it can be shown: one line, no control characters, not too long."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text.encode("utf-8", "replace").decode())
    return " ".join(shown.split())[:most]


def listed(parts: Iterable[object]) -> str:
    """Return several things as one, with commas between."""
    return ", ".join(map(str, parts))


class Speech:
    """A language to speak in, with the words of the platform and of one game."""

    def __init__(
        self, language: str, catalogues: list[dict[str, tuple[str, ...]]], players: Sequence[Phrase] = ()
    ) -> None:
        """Use `speech()` instead, which finds the catalogues."""
        self.language = language
        self._catalogues = catalogues
        self._players = players
        self._plural_form = _plural_rule(language)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What anything said depends on, beside the phrase: the words there are, and the players' names."""
        return self.language, tuple(map(id, self._catalogues)), tuple(map(self, self._players))

    def naming(self, players: Sequence[Phrase]) -> "Speech":
        """Return the same language for a table, whose players have names."""
        return Speech(self.language, self._catalogues, players)

    def __call__(self, phrase: Phrase | str, /, **values: object) -> str:
        """Say a phrase, or a text with its places filled in."""
        if isinstance(phrase, str):
            phrase = Phrase(phrase, **values)
        if phrase.seat is not None and phrase.seat < len(self._players):
            phrase = self._players[phrase.seat]
        said = {name: self(value) if isinstance(value, Phrase) else value for name, value in phrase.values.items()}
        return self._form(phrase).format(**said)

    def lacks(self, phrase: Phrase) -> bool:
        """Say whether a phrase, or one inside it, has words but no translation in this language."""
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
    """Return the speech of a language, with the words of the games in these folders."""
    catalogues = [catalogue for each in (*folders, PACKAGE) if (catalogue := _catalogue(each, language))]
    return Speech(language, catalogues)


def preferred_language() -> str:
    """Return the language of this person's environment, if it is one of ours, else English."""
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
