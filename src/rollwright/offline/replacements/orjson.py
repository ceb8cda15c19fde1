"""What the app needs of orjson, in the page: JSON by the standard library."""

import json
import re
from dataclasses import asdict, is_dataclass
from typing import Any

OPT_NON_STR_KEYS = 0

MARK = "\ue000"
"""A character for private use, which stands around the number of a fragment until it is put in."""

_MARKED = re.compile(f'"{MARK}(\\d+){MARK}"')


class Fragment:
    """A part that is JSON already."""

    __slots__ = ("text",)

    def __init__(self, content: bytes) -> None:
        """Take the part."""
        self.text = content.decode()


def dumps(data: object, default: object = None, option: int = 0) -> bytes:
    """Return data as JSON."""
    fragments: list[Fragment] = []

    def other(value: object) -> object:
        if isinstance(value, Fragment):
            fragments.append(value)
            return f"{MARK}{len(fragments) - 1}{MARK}"
        if is_dataclass(value) and not isinstance(value, type):
            return asdict(value)
        raise TypeError(f"This is nothing that JSON knows: {type(value).__name__}")

    text = json.dumps(data, default=other, ensure_ascii=False, separators=(",", ":"))
    return (_MARKED.sub(lambda found: fragments[int(found[1])].text, text) if fragments else text).encode()


def loads(text: str | bytes) -> Any:
    """Return what JSON says."""
    return json.loads(text)
