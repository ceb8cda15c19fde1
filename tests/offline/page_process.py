"""Runs in a process of its own: the app as it is in a page, with what takes the place of packages there.

Writes what the tests look at, as JSON. The engine's functions are the plain rules here, called by addresses as the
page's are, so that all but the browser and WebAssembly is tried.
"""

import asyncio
import ctypes
import hashlib
import json
import platform
import re
import sys
from html import unescape
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any

NOT_IN_A_PAGE = ("numba", "llvmlite", "uvicorn", "h11", "segno", "psycopg", "cryptography", "websockets", "typst",
                 "multiprocessing", "_multiprocessing")  # fmt: skip
FORM = [["content-type", "application/x-www-form-urlencoded"]]
JSON = [["content-type", "application/json"], ["accept", "application/json"]]


def like_a_page() -> None:
    """Have nothing that a page does not have; what takes its place is found first, as the test sees to."""
    sys.modules.update(dict.fromkeys(NOT_IN_A_PAGE))  # type: ignore[arg-type] # what is None cannot be imported
    platform.machine = lambda: "wasm32"  # there are no native libraries for it


class PlainEngine:
    """Calls the plain functions of a game's engine on what is at addresses."""

    def __init__(self, name: str) -> None:
        """Take the game's name."""
        from rollwright.bots.page_engine import engine_functions
        from rollwright.core.game import open_game

        self.game = open_game(name)
        self.declared = {each.name: each for each in engine_functions(self.game)}

    def call(self, name: str, *given: int) -> int:
        """Call a function: see `rollwright.offline.engine_library.Engine`."""
        import numpy as np

        from rollwright.core.fast_record import fast_record
        from rollwright.core.native.declaration import Argument

        declared, state = self.declared[name], fast_record(self.game.rules(compiled=False).state)
        left, arguments = iter(given), list[Any]()
        for kind in declared.arguments:
            if kind is Argument.NUMBER:
                arguments.append(next(left))
            elif kind is Argument.RECORD:
                arguments.append(np.frombuffer(memory(next(left), state.itemsize), state)[0])
            else:
                at, size = next(left), next(left)
                shape = tuple(next(left) for _ in range(kind.dimensions))
                element = state if kind is Argument.RECORDS else kind.dtype
                whole = np.frombuffer(memory(at, size), element) if size else np.zeros(shape, element)
                arguments.append(whole.reshape(shape))
        return int(self.game.bind(declared.function, compiled=False)(*arguments) or 0)


def memory(at: int, size: int) -> memoryview:
    """Return the bytes at an address."""
    return memoryview((ctypes.c_char * size).from_address(at)).cast("B")


class Kept:
    """A browser that keeps what it is given."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self.content = b""
        self.played: dict[str, str] = {}
        self.refused: dict[str, str] = {}

    def to_bytes(self) -> bytes:
        """Return the file."""
        return self.content

    async def keep(self, content: bytes, played: str) -> None:
        """Keep the file and the logs."""
        self.content = content
        for table, log in json.loads(played).items():
            self.played.pop(table, None)
            if log is not None:
                self.played[table] = log

    def left(self) -> dict[str, str]:
        """Return the tables that the server does not have, each with why it does not take it."""
        return {table: self.refused.get(table, "") for table in self.played}

    async def engine(self, game: str) -> PlainEngine:
        """Return the plain functions."""
        return PlainEngine(game)


class Sent:
    """The body of a request."""

    def __init__(self, text: str) -> None:
        """Take its text."""
        self.text = text

    def to_bytes(self) -> bytes:
        """Return its bytes."""
        return self.text.encode()


async def opened(browser: Kept, folder: Path) -> Any:
    """Open the app on what a browser keeps."""
    from rollwright.offline import page_app

    page_app.FILE = folder / f"{len(list(folder.iterdir()))}.db"
    reader = json.dumps({"scheme": "http", "host": "localhost", "language": "en", "theme": ""})
    return await page_app.open_app(browser if browser.content else None, browser, reader, json.dumps(browser.left()))


LINK = re.compile(r'<a (?![^>]*target="_top")[^>]*href="(/(?!static/)[^"]*)"')
"""A link of a page to another one of the app; what leaves it says so by its target. Files are kept."""


async def leads_nowhere(app: Any, pages: list[str]) -> list[str]:
    """Return the links of these pages to which the app in a page has no answer."""
    links = {unescape(each) for page in pages for each in LINK.findall(page)}
    answers = {each: (await app.answer("GET", each, "[]", None))[0] for each in sorted(links)}
    return [link for link, status in answers.items() if status >= HTTPStatus.BAD_REQUEST]


async def asked(app: Any, method: str, address: str, headers: list[list[str]], body: str = "") -> tuple[Any, str]:
    """Return the headers and the text of an answer, which is no refusal."""
    status, told, content = await app.answer(method, address, json.dumps(headers), Sent(body) if body else None)
    text = content.decode()
    assert status < 400, (method, address, status, re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", text))[-300:])
    return dict(json.loads(told)), text


async def played(app: Any, game: str, rng: Random, steps: int) -> str:
    """Play a game with as few people as it allows, all at one screen, as a page does; return its address.

    There are no bots: their guides are compiled in a page, and would have to be worked out here.
    """
    from rollwright.core.game import open_game

    people = "&".join(f"kind-{seat}=here" for seat in range(open_game(game).seats[0]))
    headers, _ = await asked(app, "POST", f"/new/{game}", FORM, people)
    table = str(headers["location"])
    for number in range(steps):
        seat = number % open_game(game).seats[0]
        view = json.loads((await asked(app, "GET", f"{table}/view?seat={seat}&version=0", JSON))[1])
        seat, state = view["seat"], view["values"]
        legal = state.get("moves", {}).get("legal") or []
        if state["state"].get("over"):
            break
        if state["state"].get("roll"):
            await asked(app, "POST", f"{table}/roll", JSON, json.dumps({"key": f"{number}"}))
        elif legal:
            text = open_game(game).moves.text(rng.choice(legal[::3]))
            body = {"seat": seat, "move": text, "key": f"{number}"}
            await asked(app, "POST", f"{table}/play", JSON, json.dumps(body))
        else:
            await asyncio.sleep(0.05)
    return table


async def in_a_page(folder: Path) -> dict[str, Any]:
    """Look at every page and play at every game; then open the app again on what the browser has kept."""
    from rollwright.core.game import game_names
    from rollwright.offline import page_app, warm_start

    assert page_app.__name__ in sys.modules, "it is imported before the modules are counted"
    warm_start.warm_up()
    before, browser = set(sys.modules), Kept()
    app = await opened(browser, folder)
    pages = [
        (await asked(app, "GET", address, []))[1]
        for address in ("/", "/tables", "/statistics", "/puzzles", "/about", "/verify")
    ]
    tables = []
    for game in game_names():
        for page in ("new", "rules", "symbols", "style", "learn"):
            pages.append((await asked(app, "GET", f"/{page}/{game}", []))[1])
        tables.append(await played(app, game, Random(game), 6))
        for page in (tables[-1], f"{tables[-1]}/replay"):
            pages.append((await asked(app, "GET", page, []))[1])
    shown = [(await asked(app, "GET", f"{table}/view?seat=0&version=0", JSON))[1] for table in tables]
    nowhere = await leads_nowhere(app, pages)
    late = sorted(each for each in {*sys.modules} - before if not each.startswith("rollwright.games."))
    await app.close()
    again = await opened(browser, folder)
    same = []
    for table, text in zip(tables, shown, strict=True):
        now = json.loads((await asked(again, "GET", f"{table}/view?seat=0&version=0", JSON))[1])
        same.append([now[name] for name in ("codes", "told")] == [json.loads(text)[name] for name in ("codes", "told")])
    browser.played.pop(tables[0].removeprefix("/table/"))  # as if the server had it now
    await again.close()
    last = await opened(browser, folder)
    listed = (await asked(last, "GET", "/tables", []))[1]
    left = [table.removeprefix("/table/") in listed for table in tables]
    await last.close()
    return {"late": late, "nowhere": nowhere, "kept": same, "left": left, "logs": list(browser.played.values())}


def games() -> dict[str, str]:
    """Return a digest of all positions of a game of each kind, played at random by the plain rules."""
    from rollwright.core.game import all_games
    from rollwright.core.position import Position
    from rollwright.core.random_stream import streams

    found = {}
    for game in all_games():
        rng, seen = Random(game.name), hashlib.sha256(streams(7, 1, 3).tobytes())
        now = Position.new(game, game.seats[-1], compiled=False)
        while not now.over:
            if now.dice_due:
                now = now.rolled([rng.randint(1, sides) for sides in now.dice_due])
            else:
                seat = rng.choice(now.waiting)
                now = now.after(seat, rng.choice(now.legal(seat)))
            seen.update(bytes(now) + bytes(now.seen(0)) + str([now.score(seat) for seat in range(now.seats)]).encode())
        found[game.name] = seen.hexdigest()
    return found


if __name__ == "__main__":
    what, where = sys.argv[1:]
    if what != "numpy":
        like_a_page()
    with asyncio.Runner() as runner:
        told = runner.run(in_a_page(Path(where))) if what == "page" else games()
    sys.stdout.write(json.dumps(told))
