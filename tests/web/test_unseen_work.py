"""What one does in secret makes no work for others, however they ask: the time that takes would tell of it."""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.language import Speech
from rollwright.live.environment import Environment
from rollwright.live.history.story_texts import StoryTexts
from rollwright.live.presence import Presence
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.story import StoryEntry
from rollwright.web.table import notes, page_state
from tests.support.online import Guest, Party, party
from tests.support.pages import LivePage
from tests.support.wire import ANY_NUMBER, JSON, opened, post

WORK = {
    page_state: ("_values", "sheet_drawn", "thumbnails_drawn", "player_rows", "prompt_html", "table_state", "offers"),
    notes: ("_found",),
}
"""What is computed for pages: values, sheets, thumbnails, who is there, the question, the state, moves, notes."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each kind of work was done, and how often an entry of the story was put into words."""
    counted: Counter[str] = Counter()
    for module, names in WORK.items():
        for name in names:
            monkeypatch.setattr(module, name, _counted(counted, name, getattr(module, name)))
    told = StoryTexts.told

    def saying(texts: StoryTexts, entry: StoryEntry, say: Speech) -> str:
        before = len(vars(texts)["_texts"].get(say.key, ()))
        text = told(texts, entry, say)
        counted["told"] += len(vars(texts)["_texts"][say.key]) - before
        return text

    monkeypatch.setattr(StoryTexts, "told", saying)
    review = Presence.review

    def reviewed(presence: Presence) -> None:
        before = vars(presence)["_reported"]
        review(presence)
        counted["presence"] += before != vars(presence)["_reported"]

    monkeypatch.setattr(Presence, "review", reviewed)
    return counted


def _counted(counted: Counter[str], name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    def noted(*arguments: Any, **rest: Any) -> Any:
        counted[name] += 1
        return work(*arguments, **rest)

    return noted


def at_a_table(friends: Party, game: str) -> list[Guest]:
    """Return three players at a table where bids are asked for, and one who watches."""
    everybody = friends.begun(game, 2)
    everybody[0].do("roll")
    watcher = friends.guest("watcher")
    assert watcher.join(everybody[0].renew("watch")).status_code == 200
    return [*everybody, watcher]


def asked(guest: Guest, seat: int) -> list[str]:
    """Ask for everything that a page may ask for, and return the answers."""
    guest.get()
    whole = guest.get("/view", show=seat)
    shown = whole.json()
    again = guest.get("/view", show=seat, version=shown["version"], told=len(shown["told"]), boot=shown["boot"])
    other = guest.get("/view", show=0)
    spots = [guest.get("/about", seat=seat, spot=spot) for spot in ("bid-1", "bid-2", "nothing")]
    lists = [guest.client.get(page) for page in ("/tables", "/")]
    return [answer.text for answer in (whole, again, other, *spots, *lists)]


def test_a_secret_move_makes_no_work_for_others_however_they_ask(
    store: SQLiteStore, bids: str, environment: Environment, done: Counter[str]
) -> None:
    with party(store, environment=environment) as friends, ExitStack() as stack:
        host, *others = everybody = at_a_table(friends, bids)
        seats = {guest.name: min(place, 2) for place, guest in enumerate(everybody)}
        for guest in others:
            live = guest.client.websocket_connect(f"ws://localhost/table/{guest.table}/live")
            LivePage(stack.enter_context(live), seats[guest.name])
        before = [asked(guest, seats[guest.name]) for guest in others]
        assert [asked(guest, seats[guest.name]) for guest in others] == before
        counted = Counter(done)
        assert all(counted[name] for name in ("_values", "sheet_drawn", "thumbnails_drawn", "player_rows", "_found"))
        for move in ("bid 3", "bid 2"):
            instead = {"instead": "bid 3"} if move == "bid 2" else {}
            answer = host.post("play", seat=0, move=move, show=2, opened=0, **instead)  # shown another's sheet
            assert answer.status_code == 200, answer.text
            counted = Counter(done)  # what was computed for the one who moved is nobody else's
            assert [asked(guest, seats[guest.name]) for guest in others] == before
            assert done == counted
        host.get("/view", show=0)
        assert done["_values"] > counted["_values"], "the one who moved is shown it"


def test_no_answer_tells_how_long_it_took(client: TestClient, bids: str) -> None:
    table = opened(client, ANY_NUMBER)
    answers = [
        client.get(path, headers=headers)
        for path in ("/", "/tables", "/daily", "/statistics", "/about", "/health", "/ready", "/nowhere", "/table/none",
                     *(f"/table/{table}{what}" for what in ("", "/view", "/company", "/score", "/record", "/replay",
                                                            "/replay/steps", "/replay/frames", "/delete")))
        for headers in ({}, JSON)
    ]  # fmt: skip
    answers += [post(client, table, what, seat=0, move="nonsense") for what in ("roll", "play", "undo", "hint", "sit")]
    assert {answer.status_code for answer in answers} == {200, 404, 422}
    for answer in answers:
        telling = {"server-timing", "x-response-time", "x-runtime", "x-process-time"} & set(answer.headers)
        assert not telling, answer.url
        assert "timing-allow-origin" not in answer.headers
    with client.websocket_connect(f"ws://localhost/table/{table}/live") as page:
        LivePage(page)
        headers: Any = page.extra_headers
        assert not any(b"timing" in name.lower() for name, _ in headers or ())
