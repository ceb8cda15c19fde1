"""Calling the app without a server: where it seems to be, and what it answers after a fault."""

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from rollwright.offline.asgi import Answer, Place, answer
from tests.support.loops import run_apart


@pytest.mark.parametrize(
    ("host", "server"),
    [
        ("games.example", ("games.example", 443)),
        ("localhost:8600", ("localhost", 8600)),
        ("[::1]:8600", ("::1", 8600)),
        ("[::1]", ("::1", 443)),
    ],
)
def test_it_is_where_the_page_is_by_whatever_name(host: str, server: tuple[str, int]) -> None:
    scope = Place("https", host).scope("http", "/tables?a=b", [])
    assert scope["server"] == server
    assert (b"host", host.encode()) in scope["headers"]
    assert (scope["path"], scope["query_string"]) == ("/tables", b"a=b")


async def fail(_: Request) -> Response:
    raise LookupError("a fault of ours")


async def say_sorry(_: Request, fault: Exception) -> Response:
    return PlainTextResponse("We are sorry.", 500)


def answered(app: Any) -> Answer:
    scope = Place("http", "localhost").scope("http", "/", []) | {"method": "GET"}
    return run_apart(answer(app, scope, b""))


def test_after_a_fault_the_page_is_given_what_the_app_says_of_it(caplog: pytest.LogCaptureFixture) -> None:
    found = answered(Starlette(routes=[Route("/", fail)], exception_handlers={Exception: say_sorry}))
    assert (found.status, found.body) == (500, b"We are sorry.")
    assert "a fault of ours" in caplog.text, "what went wrong is in the log"


def test_a_fault_without_an_answer_is_raised() -> None:
    async def broken(*_: Any) -> None:
        raise LookupError("a fault of ours")

    with pytest.raises(LookupError):
        answered(broken)
