"""What requests say, read with care."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

LONGEST_TEXT = 200
MOST_NUMBERS = 100


class Malformed(Refusal):
    """A request that is not written as requests are."""


async def read_json(request: Request) -> dict[str, Any]:
    """Read the body of a request: one JSON object."""
    return parsed(await request.body())


def parsed(text: str | bytes) -> dict[str, Any]:
    """Read one JSON object."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Malformed(Phrase("The request is not JSON that can be read.")) from fault
    if not isinstance(body, dict):
        raise Malformed(Phrase("The request must be one JSON object."))
    return body


def number(body: dict[str, Any], name: str, default: int = 0) -> int:
    """Return a whole number that a request gives."""
    value = body.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
        raise Malformed(Phrase("The field '{name}' must be a whole number.", name=name))
    return value


def numbers(body: dict[str, Any], name: str) -> list[int]:
    """Return a short list of whole numbers that a request gives."""
    value = body.get(name)
    if not isinstance(value, list) or len(value) > MOST_NUMBERS:
        raise Malformed(Phrase("The field '{name}' must be a list of whole numbers.", name=name))
    return [number({name: each}, name) for each in value]


def word(body: dict[str, Any], name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
    """Return a short text that a request gives."""
    value = body.get(name, default)
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        wrong = Phrase("The field '{name}' must be a text of at most {n} printable signs.", name=name, n=longest)
        raise Malformed(wrong)
    return value


def query(request: Request) -> dict[str, Any]:
    """Return what an address asks for; what looks like a number is one."""
    asked = request.query_params.items()
    return {name: int(value) if value.isdecimal() and len(value) < 10 else value for name, value in asked}


def key(body: dict[str, Any]) -> str | None:
    """Return the page's own name for its request, so that one that is repeated is not done twice."""
    return word(body, "key") if body.get("key") is not None else None


def answer(content: dict[str, Any]) -> Response:
    """Answer with something that nobody is to keep."""
    return JSONResponse(content, headers={"Cache-Control": "no-store"})
