"""Players' names: which of them read alike, and which read like nothing.

People are told apart by their names alone, so nobody may take one that others would read as somebody else's: in
capitals, with an accent, with a blank inside, or with a letter of another alphabet that looks the same.
"""

from collections.abc import Iterable, Sequence
from unicodedata import category, normalize

from rollwright.core.errors import BadOption
from rollwright.core.language import LANGUAGES, Phrase, printable, speech
from rollwright.table.table import MAX_NAME_LENGTH

BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that are invisible, although Unicode counts them as letters, signs or symbols."""

UNSEEN = ("Z", "C", "M")
"""The Unicode categories, by their first letters, of what is left out: blanks, signs of control, and accents."""

_LOOK_ALIKES = (
    ("АВЕЅІЈКМНОРСТУХҮҺԌԚԜӀЗБ", "ABESIJKMHOPCTYXYHGQWI36"),
    ("авеѕіјкмнорстухүһԍԛԝӏзбгпиь", "abesijkmhopctyxyhgqwi36rnub"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("αβγεικνορςτυχϲη", "abyeikvopctuxcn"),
    ("ıɩɪʟɡɑʀɴʜøłđħŧɓƙƥʋ", "iiilgarnholdhtbkpv"),
    ("ԁѵєσω\u1d26\u1d04\u1d0f\u1d1c\u1d20\u1d21\u1d22\ua731\u01c0ʏĸƅ", "dveowrcouvwzslykb"),
    ("\u1d00ʙƀ\u1d05ɖɗðƌ\u1d07ɇɛ\ua730ƒғɢɠǥɦћђңӈҥ\u1d0aȷʝɉ\u1d0bқҟҝӄɫɭƚ", "abbdddddeeefffggghhhhhhjjjjkkkkklll"),
    ("\u1d0dɱɲɳŋƞɵөѳ\u1d18þɋɍɼɽɾʂȿ\u1d1bƫƭʈⱦʉѡҳұƴɏɣƶȥʐɀƈȼ", "mmnnnnoooppqrrrrsstttttuwxyyyyzzzzcc"),
    ("ɃƉƊÐƋɆƐƑҒƓǤҢӇҤɈҚҞҜӃȽⱢⱮƝ", "BDDDDEEFFGGHHHJKKKKLLMN"),
    ("ŊȠƟӨѲɌⱤⱾƬƮȾɄƲѠҲҰƳɎƵȤⱿƇȻ", "NNOOORRSTTTUUWXYYYZZZCC"),
)
"""Letters of other alphabets, and rare ones of the Latin, with the plain letter that each of them looks like."""

_FRAMED = (0x1F150, 0x1F170, 0x1F1E6)
"""The first of the letters from A to Z that stand in black circles or boxes, or are for flags: those in other circles
Unicode itself calls the same as plain ones."""

_PLAIN = {ord(like): plain for likes, plains in _LOOK_ALIKES for like, plain in zip(likes, plains, strict=True)}
_PLAIN |= {first + place: chr(ord("a") + place) for first in _FRAMED for place in range(26)}
_STROKES = str.maketrans("01i|!", "ollll")
"""What looks alike once there are no capitals: 0 and O, and all that is one stroke."""
_PAIRS = (("rn", "m"), ("vv", "w"))


def name_key(name: str) -> str:
    """Return the key by which names are compared: two names that read alike have the same one.

    >>> name_key("Ana  Maria") == name_key("anamaria") == name_key("\\N{CYRILLIC CAPITAL LETTER A}n\\u00e1 maria")
    True
    """
    seen = "".join(char for char in normalize("NFKD", name) if _is_seen(char))
    key = normalize("NFKD", seen.translate(_PLAIN).casefold()).translate(_STROKES)
    for pair, letter in _PAIRS:
        key = key.replace(pair, letter)
    return key


def name_keys(name: Phrase) -> set[str]:
    """Return the keys of a name in all languages."""
    return {key for language in LANGUAGES for key in _keys(speech(language)(name))}


def checked_name(name: str, seat: int, others: Iterable[tuple[int, str]]) -> str:
    """Return a cleaned name, empty if it is the seat's default; `others` are the other seats with their names.

    Refuses a name that reads like another player's, or like nothing. Another seat's default name, "Player 2" in any
    language, is refused too.
    """
    typed = name.replace(",", " ").split()
    clean = printable(" ".join(typed), MAX_NAME_LENGTH)
    keys = _keys(clean)
    if typed and not any(keys):
        raise BadOption(Phrase("Nobody could read that name: use letters or digits, or leave it empty."))
    if not clean or keys & name_keys(Phrase("Player {n}", n=seat + 1)):
        return ""
    for place, other in others:
        if keys & (_keys(other) | name_keys(Phrase("Player {n}", n=place + 1))):
            raise BadOption(Phrase("Someone here is already called {name}: choose another name.", name=clean))
    return clean


def check_names(names: Sequence[str], people: Iterable[int]) -> None:
    """Refuse names with which a table is opened if one of these people would be taken for another player."""
    for seat in people:
        checked_name(names[seat], seat, [(place, name) for place, name in enumerate(names) if place != seat])


def unlike(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Return those of these names, such as bots', that nobody would take for one of the names that are taken.

    >>> unlike(["Ada", "Blaise"], ["", "\\N{CYRILLIC CAPITAL LETTER A}DA"])
    ['Blaise']
    """
    keys = set().union(*(_keys(name) for name in taken if name))
    return [name for name in names if keys.isdisjoint(_keys(name))]


def _is_seen(char: str) -> bool:
    return char not in BLANKS and category(char)[0] not in UNSEEN


def _keys(name: str) -> set[str]:
    """Return the keys of a name as it is written and in small letters: some letters look alike only as capitals."""
    return {name_key(name), name_key(name.casefold())}
