"""Parses and validates requests."""

import asyncio
import json
import sys
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

MAX_TEXT_LENGTH = 200
MAX_NUMBERS = 100


class Malformed(Refusal):
    """A request is malformed."""


async def read_json(request: Request) -> dict[str, Any]:
    """Parse the body of a request as one JSON object."""
    return parsed(await request.body())


async def read_form(request: Request) -> dict[str, str]:
    """Parse the body of a request as a form, in a thread: one made to be slow would keep everybody else waiting.

    A budget is spent before, so that nobody can have many of them parsed. In the page there are no threads, and nobody
    else.
    """
    body = await request.body()
    if sys.platform == "emscripten":
        return await _fields_of(request.scope, body)
    return await asyncio.to_thread(fields_of, request.scope, body)


def fields_of(scope: Scope, body: bytes) -> dict[str, str]:
    """Return the fields of a form that a body holds; a file is its text, and an empty one if none was chosen."""
    return asyncio.run(_fields_of(scope, body))


async def _fields_of(scope: Scope, body: bytes) -> dict[str, str]:

    async def whole() -> Message:
        return {"type": "http.request", "body": body}

    async with Request(scope, whole).form() as form:
        return {
            name: value if isinstance(value, str) else (await value.read()).decode("utf-8", "replace")
            for name, value in form.items()
        }


def parsed(text: str | bytes) -> dict[str, Any]:
    """Parse a text as one JSON object."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Malformed(Phrase("The request is not valid JSON.")) from fault
    if not isinstance(body, dict):
        raise Malformed(Phrase("The request must be a single JSON object."))
    return body


def number(body: dict[str, Any], name: str, default: int = 0) -> int:
    """Return a whole number from a request."""
    value = body.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
        raise Malformed(Phrase("The field '{name}' must be a whole number.", name=name))
    return value


def numbers(body: dict[str, Any], name: str) -> list[int]:
    """Return a short list of whole numbers from a request."""
    value = body.get(name)
    if not isinstance(value, list) or len(value) > MAX_NUMBERS:
        raise Malformed(Phrase("The field '{name}' must be a list of whole numbers.", name=name))
    return [number({name: each}, name) for each in value]


def word(body: dict[str, Any], name: str, default: str | None = None, longest: int = MAX_TEXT_LENGTH) -> str:
    """Return a short text from a request."""
    value = body.get(name, default)
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        wrong = Phrase("The field '{name}' must be a text of at most {n} printable characters.", name=name, n=longest)
        raise Malformed(wrong)
    return value


def query(request: Request) -> dict[str, Any]:
    """Return the query parameters of a request, with decimal digits converted to numbers."""
    asked = request.query_params.items()
    return {name: int(value) if value.isdecimal() and len(value) < 10 else value for name, value in asked}


def key(body: dict[str, Any]) -> str | None:
    """Return the idempotency key that the page chose, so that a retry is not done twice."""
    return word(body, "key") if body.get("key") is not None else None


def answer(content: dict[str, Any] | None) -> Response:
    """Return JSON that must not be cached."""
    body = orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
