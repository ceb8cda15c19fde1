"""Names that people take for the same, though they are written otherwise."""

from unicodedata import normalize

from rollwright.core.language import LANGUAGES, Phrase, speech

BLANKS = " \u115f\u1160\u2800\u3164\uffa0"
"""Signs that are not seen, though some of them count as letters."""


def alike(name: str) -> str:
    """Return a name without what people do not see: large and small letters, wide ones, and blanks of all kinds.

    >>> alike("Ana  Maria") == alike("anamaria")
    True
    """
    return "".join(sign for sign in normalize("NFKC", name).casefold() if sign not in BLANKS)


def looks_of(name: Phrase) -> set[str]:
    """Return a name as it looks in all languages."""
    return {alike(speech(language)(name)) for language in LANGUAGES}
