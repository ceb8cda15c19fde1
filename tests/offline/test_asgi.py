"""Calling the app without a server: where it seems to be."""

import pytest

from rollwright.offline.asgi import Place


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
