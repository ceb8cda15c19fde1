"""Code shared by the web app's tests: quick bots, and playing through requests."""

import re
import time
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from starlette.applications import Starlette
from starlette.testclient import TestClient

from rollwright.bots.levels import choose
from rollwright.bots.makers import Further
from rollwright.bots.search import Advice
from rollwright.bots.thinkers import Thinkers
from rollwright.core.game import all_games, open_game
from rollwright.live.environment import Environment
from rollwright.store.protocol import Store
from rollwright.view.codes import drawing_functions
from rollwright.web.app import make_app, make_services
from rollwright.web.services import Services
from rollwright.web.web_settings import WebSettings
from tests.support.environments import QUICK
from tests.support.pages import expanded

GAMES = [game.name for game in all_games()]

ANY_NUMBER = next(game.name for game in all_games() if {1, 2} <= set(game.seats) and not game.secrets)
"""A game without secrets for one or two players, which most of these tests use."""

GENEROUS = 1_000
"""The factor by which tests multiply the rate limits."""

JSON = {"Accept": "application/json"}


class QuickThinkers(Thinkers):
    """Bots that think at once, in this process, with the plain rules; drawings are compiled as on a real server."""

    def __init__(self) -> None:
        super().__init__(further=drawing_functions)

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        answer: Future[Advice] = Future()
        answer.set_result(choose(open_game(game_name), position, seat, level, seed, seconds=0.05, compiled=False))
        return answer

    def prepare(self, game_name: str, further: Further | None = None) -> Future[None]:
        answer: Future[None] = Future()
        answer.set_result(None)
        return answer


class SleepingCrew(QuickThinkers):
    """Bots whose rules are never compiled."""

    def prepare(self, game_name: str, further: Further | None = None) -> Future[None]:
        return Future()


def quick_app(
    store: Store, environment: Environment = QUICK, hosts: tuple[str, ...] = (), **services: Any
) -> Starlette:
    """Return an app whose bots think and move at once; some services can be replaced."""
    return make_app(make_services(store, QuickThinkers(), environment=environment, **services), hosts)


def browser(
    store: Store,
    thinkers: Thinkers,
    environment: Environment = QUICK,
    settings: WebSettings | None = None,
    **rest: Any,
) -> TestClient:
    """Return a client for a new app with generous rate limits."""
    settings = replace(settings or WebSettings(), limit_factor=GENEROUS)
    app = make_app(make_services(store, thinkers, environment=environment, settings=settings))
    return TestClient(app, base_url="http://localhost", follow_redirects=False, **rest)


def services(client: TestClient) -> Services:
    """Return the services of a client's app."""
    app: Any = client.app
    found: Services = app.state.services
    return found


def opened(client: TestClient, game: str = ANY_NUMBER, **form: str) -> str:
    """Open a table and return its id."""
    answer = client.post(f"/new/{game}", data=form or {"quick": "1"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/table/")


def post(client: TestClient, table: str, what: str, **body: Any) -> Any:
    """Post a request; by default the page has revealed the sheet of the seat that acts."""
    if what in ("play", "undo") and "seat" in body and "opened" not in body:
        view = client.get(f"/table/{table}/view", params={"show": body["seat"]}, headers=JSON)
        body["opened"] = expanded(view.json())["values"]["state"]["opening"] if view.status_code == 200 else 0
    return client.post(f"/table/{table}/{what}", json=body, headers=JSON)


def seen_by(client: TestClient, table: str, seat: int = 0, **query: Any) -> dict[str, Any]:
    """Return the values that a page shows of a seat's sheet."""
    view = client.get(f"/table/{table}/view", params={"show": seat, **query}, headers=JSON).json()
    values: dict[str, Any] = expanded(view)["values"]
    return values


def moves(client: TestClient, table: str, seat: int = 0) -> list[str]:
    return [move["move"] for move in seen_by(client, table, seat)["moves"] if "instead" not in move]


def record(client: TestClient, table: str) -> str:
    return str(client.get(f"/table/{table}/record").text)


def play_on(client: TestClient, table: str, steps: int = 10_000, seats: int = 1) -> None:
    """Continue a game through requests: whoever may move makes the first legal move."""
    shown = 0
    for _ in range(steps):
        values = seen_by(client, table, shown)
        state = values["state"]
        if state["over"]:
            return
        if state["roll"]:
            assert post(client, table, "roll").status_code == 200
        elif shown not in state["turns"]:
            shown = state["turns"][0]
        else:
            move = next(move["move"] for move in values["moves"] if "instead" not in move)
            sheet = {"seat": shown, "opened": state["opening"]}
            assert post(client, table, "play", move=move, **sheet).status_code == 200


def wait_for(client: TestClient, table: str, pattern: str) -> str:
    """Return the record once it matches a pattern, such as a bot's move."""
    for _ in range(400):
        text = record(client, table)
        if re.search(pattern, text, re.MULTILINE):
            return text
        time.sleep(0.01)
    raise AssertionError(f"the record never held {pattern}: {text}")
