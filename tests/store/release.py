"""Make a database of a release, to see later that newer ones still read it: see `data/README.md`.

Everything is done over HTTP, as browsers do it, so that this plays at whichever release it is pointed to. What the
pages show in the end is noted beside the database; `test_old_releases.py` asks the present pages for the same.
"""

import argparse
import gzip
import html
import json
import re
import shutil
import signal
import subprocess
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

from rollwright.core.dice import number_commitment
from tests.support.pages import expanded

JSON = {"Accept": "application/json", "Accept-Language": "en"}
TRIES = 200
"""How often something is asked for that the server is too busy for, or that a bot has to do first."""

DATABASE, BACKUP, NOTES = "tables.sqlite3.gz", "backup.gz", "shown.json"


class Browser:
    """A browser without a window: anything that makes requests as httpx does, with cookies of its own."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def token(self) -> str:
        """What the server knows this browser by."""
        return str(self.client.cookies["rollwright"])

    def ask(self, method: str, address: str, **rest: Any) -> Any:
        """Ask for something, again if that was too fast."""
        for _ in range(TRIES):
            answer = self.client.request(method, address, headers=JSON, **rest)
            if answer.status_code != 429:
                return answer
            time.sleep(float(answer.headers["Retry-After"]))
        raise AssertionError(f"{address} is always too fast")

    def page(self, address: str) -> str:
        """Return a page, as HTML."""
        answer = self.client.get(address, headers={"Accept-Language": "en"})
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        return str(answer.text)

    def send(self, address: str, **form: str) -> str:
        """Send a form that leads to a table, and return that table."""
        answer = self.ask("POST", address, data=form)
        assert answer.status_code == 303, f"{address}: {answer.status_code} {answer.text}"
        return str(answer.headers["location"]).removeprefix("/table/").removesuffix("/replay")

    def do(self, table: str, what: str, **body: Any) -> Any:
        """Do something at a table."""
        answer = self.ask("POST", f"/table/{table}/{what}", json=body)
        assert answer.status_code == 200, f"{what} {body}: {answer.status_code} {answer.text}"
        return answer.json()

    def values(self, table: str, seat: int = 0) -> Any:
        """Return what a table's page shows, for a seat."""
        answer = self.ask("GET", f"/table/{table}/view", params={"show": seat})
        assert answer.status_code == 200, answer.text
        return _values(answer.json())

    def moves(self, table: str, seat: int) -> tuple[list[str], int]:
        """Return the moves that a seat is offered, and the number by which its sheet is known to be open."""
        opening = self.values(table, seat)["state"].get("opening", 0)  # the first releases covered no sheets
        answer = self.ask("GET", f"/table/{table}/view", params={"show": seat, "opened": opening})
        return [each["move"] for each in _values(answer.json())["moves"] if "instead" not in each], opening

    def link(self, table: str, kind: str) -> str:
        """Return a link to a table that its page shows."""
        shown = self.page(f"/table/{table}") + self.ask("GET", f"/table/{table}/company").json()["html"]
        address = ""
        for found in re.finditer(r'value="(https?://[^"]*/join#[^"]+)"|data-link="(\w+)"', shown):
            if found[2] == kind and address:
                return html.unescape(address)
            address = found[1] or ""
        raise AssertionError(f"there is no link to {kind}")

    def join(self, link: str) -> str:
        """Come by a link, and return the table it leads to."""
        answer = self.ask("POST", "/join", json={"link": link})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["address"]).removeprefix("/table/")

    def record(self, table: str) -> str | None:
        """Return the record of a table; None while it would tell secrets, or if nothing has begun."""
        answer = self.ask("GET", f"/table/{table}/record")
        return str(answer.text) if answer.status_code == 200 else None

    def tables(self) -> list[list[str]]:
        """Return the tables of this browser as they are listed: which, and what is said of it."""
        rows = re.findall(r"<li>(.*?)</li>", self.page("/tables").partition('<ul class="tables">')[2], re.DOTALL)
        return [[_found(r'href="/table/([\w-]+)', row), _text(row.partition("<time")[0])] for row in rows]

    def results(self) -> list[list[str]]:
        """Return the last results of this browser as they are listed, without when they were."""
        rows = re.findall(r"<tr>(.*?)</tr>", self.page("/statistics").partition('<table class="last">')[2], re.DOTALL)
        return [[_text(cell) for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)[1:]] for row in rows[1:]]

    def board(self, day: str, game: str) -> list[list[str]]:
        """Return the lines of a day's board: place, name and points."""
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", self.page(f"/daily/{day}/{game}"), re.DOTALL)[1:]
        return [[_text(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)[:3]] for row in rows]

    def digest(self, day: str, game: str) -> str:
        """Return the digest by which a day's dice can be checked afterwards."""
        return _found(r"<code>([0-9a-f]{64})</code>", self.page(f"/daily/{day}/{game}"))


def _text(marked: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", marked)).split())


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""


class Evening:
    """People who play at one server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._random = Random(8)
        self.people = {name: self.browser() for name in ("ana", "ben", "cleo", "dora")}
        self.day = datetime.now(UTC).date().isoformat()
        self.tables: dict[str, str] = {}
        self.links: dict[str, str] = {}

    def browser(self) -> Browser:
        return Browser(httpx.Client(base_url=self._address, timeout=60))

    def play(self, table: str, seated: dict[int, Browser], steps: int = 10_000) -> None:
        """Let people play on, for so many steps or to the end; a bot may have to do something in between."""
        waited = 0
        while steps and waited < TRIES:
            for seat, browser in seated.items():
                state = browser.values(table, seat)["state"]
                if state["over"]:
                    return
                if self._act(browser, table, seat, state):
                    steps -= 1
                    waited = 0
                    break
            else:
                waited += 1
                time.sleep(0.1)
        assert not steps, "nobody can do anything"

    def _act(self, browser: Browser, table: str, seat: int, state: Any) -> bool:
        if state["roll"]:
            faces = [self._random.randint(1, die["sides"]) for die in state.get("own", [])]
            browser.do(table, "roll", key=self._key(), **({"faces": faces} if faces else {}))
        elif seat in state["turns"]:
            moves, opened = browser.moves(table, seat)
            move = self._random.choice(moves)
            browser.do(table, "play", seat=seat, move=move, opened=opened, key=self._key())
        else:
            return False
        return True

    def take_back(self, table: str, seated: dict[int, Browser]) -> None:
        """Play on until somebody can take a move back, and let them."""
        for _ in range(TRIES):
            for seat, browser in seated.items():
                if browser.values(table, seat)["state"]["undo"] == seat:
                    browser.do(table, "undo", seat=seat, opened=browser.moves(table, seat)[1], key=self._key())
                    return
            self.play(table, seated, 1)
        raise AssertionError("nothing can be taken back")

    def correct(self, table: str, seated: dict[int, Browser]) -> None:
        """Play on until own dice have fallen, and say that they showed something else."""
        for _ in range(TRIES):
            browser = seated[0]
            fallen = browser.values(table, 0)["state"]["fallen"]
            if fallen:
                browser.do(table, "correct", faces=[1 + die["face"] % die["sides"] for die in fallen])
                return
            self.play(table, seated, 1)
        raise AssertionError("no dice have fallen")

    def together(self, game: str, opener: Browser, guests: dict[str, Browser], **form: str) -> str:
        """Open a table to which others come by its link, and let them sit down."""
        kinds = {"kind-0": "here"} | {f"kind-{row}": "link" for row in range(1, len(guests) + 1)}
        table = opener.send(f"/new/{game}", **kinds | form)
        link = opener.link(table, "join")
        for seat, (name, guest) in enumerate(guests.items(), start=1):
            guest.join(link)
            guest.do(table, "sit", seat=seat, name=name)
        return table

    def give_numbers(self, table: str, seated: dict[int, Browser]) -> None:
        """Let every browser add its own number to fair dice."""
        numbers = {seat: f"{self._random.getrandbits(128):032x}" for seat in seated}
        for seat, browser in seated.items():
            fixed = browser.values(table, seat)["state"]["fair"]
            browser.do(table, "commitment", seat=seat, commitment=number_commitment(fixed, seat, numbers[seat]))
        for seat, browser in seated.items():
            browser.do(table, "nonce", seat=seat, nonce=numbers[seat])

    def wait_for_turn(self, browser: Browser, table: str) -> None:
        """Wait until the bots have done what they can, which they begin with by getting ready."""
        for _ in range(TRIES):
            state = browser.values(table)["state"]
            if state["asked"] or state["roll"]:
                return
            time.sleep(2)
        raise AssertionError("the bots think for ever")

    def _key(self) -> str:
        return f"{self._random.getrandbits(64):016x}"

    def run(self) -> None:
        """Play all evening."""
        self.finish_games()
        self.leave_games_unfinished()
        self.wait_for_guests()
        self.play_the_daily_games()

    def finish_games(self) -> None:
        """Finish each game with dice of another kind."""
        ana, ben, cleo, _ = self.people.values()
        table = self.together("terminal_dispute", ana, {"Ben": ben}, **{"name-0": "Ana"})
        ana.do(table, "begin")
        seated = {0: ana, 1: ben}
        self.give_numbers(table, seated)
        self.take_back(table, seated)
        self.play(table, seated)
        self.tables["fair, by link, finished"] = table
        ben.do(table, "greet", seat=1, greeting=self._greeting(ben, table))

        self.tables["seeded, alone, finished"] = table = ana.send(
            "/new/tou_shi", **{"kind-0": "here", "dice": "seeded"}
        )
        self.play(table, {0: ana})
        self.tables["the same dice again, finished"] = again = ben.send(f"/table/{table}/same", **{"kind-0": "here"})
        self.play(again, {0: ben})

        here = {"kind-0": "here", "name-0": "Cleo", "kind-1": "here", "name-1": "Éva", "dice": "own"}
        self.tables["own dice, two here, finished"] = table = cleo.send("/new/starcraft", **here)
        seated = {0: cleo, 1: cleo}
        self.correct(table, seated)
        self.take_back(table, seated)
        self.play(table, seated)

        self.tables["fair, alone, finished"] = table = cleo.send("/new/rolling_pyramids", **{"kind-0": "here"})
        self.play(table, {0: cleo})
        record = cleo.record(table)
        assert record
        self.tables["record, finished"] = ben.send("/open", text=record, how="watch")

        gone = ana.send("/new/tou_shi", quick="1")
        self.play(gone, {0: ana})
        assert ana.ask("POST", f"/table/{gone}/delete").status_code == 303

    def leave_games_unfinished(self) -> None:
        """Leave a game of each kind in the middle."""
        ana, ben, cleo, _ = self.people.values()
        here = {"kind-0": "here", "kind-1": "here", "name-1": "Бен", "dice": "own", "option-start": "2"}
        self.tables["own dice, two here"] = table = ana.send("/new/terminal_dispute", **here)
        seated = {0: ana, 1: ana}
        self.play(table, seated, 12)
        self.take_back(table, seated)
        self.correct(table, seated)

        alone = ben.send("/new/tou_shi", **{"kind-0": "here", "dice": "seeded"})
        self.play(alone, {0: ben}, 9)
        record = ben.record(alone)
        assert record
        self.tables["record"] = table = cleo.send("/open", text=record, how="play")
        self.play(table, {0: cleo}, 6)

        table = self.together("starcraft", ana, {"Ben": ben}, **{"kind-2": "easy"})
        ana.do(table, "begin")
        self.give_numbers(table, {0: ana, 1: ben})
        self.play(table, {0: ana, 1: ben}, 5)
        ben.do(table, "lend", seat=1)
        self.wait_for_turn(ana, table)
        self.tables["fair, by link, one lent"] = table

        table = self.together("rolling_pyramids", cleo, {"Ana": ana}, clock="259200")
        cleo.do(table, "begin")
        self.play(table, {0: cleo, 1: ana}, 11)
        cleo.do(table, "link", link="seat", seat=0)
        self.people["cleo's phone"] = phone = self.browser()
        phone.join(cleo.link(table, "seat"))
        self.tables["fair, by link, with secrets"] = table

    def wait_for_guests(self) -> None:
        """Open a table to which not everybody has come."""
        ben, dora = self.people["ben"], self.people["dora"]
        table = self.together("terminal_dispute", dora, {"Ben": ben}, **{"name-0": "Dora", "kind-2": "link"})
        dora.do(table, "link", link="watch")
        self.tables["waits for players"] = table
        self.links = {"join": dora.link(table, "join"), "watch": dora.link(table, "watch")}

    def play_the_daily_games(self) -> None:
        """Have a try at two of the daily games, and one more for practice."""
        for name, browser in list(self.people.items())[:4]:
            for game in ("terminal_dispute", "tou_shi"):
                table = browser.send(f"/daily/{self.day}/{game}", name=name.title())
                unfinished = game == "tou_shi" and name == "dora"
                self.play(table, {0: browser}, 7 if unfinished else 10_000)
                self.tables[f"daily {game}, {name}" + ("" if unfinished else ", finished")] = table
        table = self.people["ana"].send(f"/daily/{self.day}/tou_shi", name="Ana", practice="1")
        self.play(table, {0: self.people["ana"]}, 5)
        self.tables["daily, practice"] = table

    def _greeting(self, browser: Browser, table: str) -> str:
        return _found(r'data-greeting="(\w+)"', browser.page(f"/table/{table}"))

    def notes(self) -> dict[str, Any]:
        """Return all that a later release must show too."""
        games, dora = ("terminal_dispute", "tou_shi"), self.people["dora"]
        return {
            "day": self.day,
            "tokens": {name: browser.token for name, browser in self.people.items()},
            "tables": self.tables,
            "links": self.links,
            "listed": {name: browser.tables() for name, browser in self.people.items()},
            "results": {name: browser.results() for name, browser in self.people.items()},
            "boards": {game: dora.board(self.day, game) for game in games},
            "digests": {game: dora.digest(self.day, game) for game in games},
            "records": {table: self._record(table) for table in self.tables.values()},
        }

    def _record(self, table: str) -> str | None:
        known = (browser.record(table) for browser in self.people.values())
        return next((record for record in known if record), None)


def _values(update: dict[str, Any]) -> Any:
    """Return what a page shows, of this release or of one that sent drawings instead of numbers."""
    return expanded(update)["values"] if "template" in update else update["values"]


def write_release(about: str | None, play: type[Evening], *, with_backup: bool) -> None:
    """Start the server of a release, play at it, and keep what it has written."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("rollwright", help="the command `rollwright` of the release")
    parser.add_argument("folder", type=Path, help="where to put the files")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = [arguments.rollwright, "serve", "--port", "0", "--thinkers", "1", "--no-browser", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            try:
                evening = play(_found(r"(http://\S+?:\d+)/", server.stdout.readline()))
                evening.run()
                notes = evening.notes()
            finally:
                server.send_signal(signal.SIGINT)
        if with_backup:
            backup = arguments.folder / BACKUP
            backup.unlink(missing_ok=True)
            subprocess.run([arguments.rollwright, "backup", "--data", data, str(backup)], check=True)
        with (
            open(Path(data) / "tables.sqlite3", "rb") as database,
            gzip.GzipFile(arguments.folder / DATABASE, "wb", mtime=0) as packed,
        ):
            shutil.copyfileobj(database, packed)
    (arguments.folder / NOTES).write_text(json.dumps(notes, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_release(__doc__, Evening, with_backup=True)
