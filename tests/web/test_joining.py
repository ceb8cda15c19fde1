"""The page that a link leads to: it asks for nothing, tells nobody, and speaks the reader's language."""

import re

import pytest
from starlette.testclient import TestClient

from rollwright.web.http.assets import STATIC


def test_the_page_tells_nobody_where_its_reader_came_from(client: TestClient) -> None:
    answer = client.get("/join")
    assert answer.status_code == 200
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert client.get("/").headers["referrer-policy"] == "same-origin"


def test_its_script_is_a_file_of_ours(client: TestClient) -> None:
    source = re.search(r'<script type="module" src="(/static/\w+/lobby/join\.js)"></script>', client.get("/join").text)
    assert source
    assert client.get(source[1]).text == (STATIC / "lobby/join.js").read_text(encoding="utf-8")


def test_without_a_script_the_form_stays_away_and_a_sentence_says_why(client: TestClient) -> None:
    text = client.get("/join").text
    assert re.search(r"<noscript>.*JavaScript.*</noscript>", text)
    form = re.search(r'<form id="join"[^>]*>', text)
    assert form
    assert form[0].endswith(" hidden>")
    assert 'method="post"' in form[0], "nothing pasted could ever come to stand in an address"


@pytest.mark.parametrize(("language", "word"), [("en", "Join"), ("es", "Entrar"), ("ru", "Войти")])
def test_it_speaks_the_readers_language(client: TestClient, language: str, word: str) -> None:
    assert f">{word}</button>" in client.get("/join", headers={"Accept-Language": language}).text
