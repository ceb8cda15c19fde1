"""Comparison of players' names: names that look the same count as equal."""

from unicodedata import normalize

from rollwright.core.language import LANGUAGES, Phrase, speech

BLANKS = " \u115f\u1160\u2800\u3164\uffa0"
"""Characters that are invisible, although Unicode counts some of them as letters."""


def name_key(name: str) -> str:
    """Return the key by which names are compared: without differences of case, width and blanks.

    >>> name_key("Ana  Maria") == name_key("anamaria")
    True
    """
    return "".join(char for char in normalize("NFKC", name).casefold() if char not in BLANKS)


def name_keys(name: Phrase) -> set[str]:
    """Return the keys of a name in all languages."""
    return {name_key(speech(language)(name)) for language in LANGUAGES}
