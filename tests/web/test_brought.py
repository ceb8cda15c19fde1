"""Games that were played without a connection: what a server takes, and what it refuses."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.dice import SEED_BYTES, FairDice
from rollwright.core.game import game_names, open_game
from rollwright.live.entry.brought_tables import packed
from rollwright.live.entry.new_table import quick_players
from rollwright.store.errors import Conflict
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Table
from rollwright.table.events import Moved, from_json, to_json
from rollwright.table.models import DiceKind, Head
from rollwright.web.app import make_app, make_services
from rollwright.web.http.limits import MOST_BROUGHT, MOST_BROUGHT_OF_ONE, Limits, TooMany
from rollwright.web.install.bundle import Bundle, package_digest
from tests.support.online import Party
from tests.support.wire import JSON, QuickThinkers

SEED = 7


def game_log(name: str, moves: int = 10_000) -> dict[str, Any]:
    """Return a game of this kind as a page sends it, played at random for so many moves or to its end."""
    game, rng = open_game(name), Random(name)
    players = tuple(quick_players(game))
    dice = FairDice(SEED.to_bytes(SEED_BYTES, "big"), ("",) * len(players))
    table = Table(game, len(players), dice, rolls_itself=False, compiled=False)
    while not table.over and sum(isinstance(event, Moved) for event in table.log) < moves:
        if table.dice_due:
            table.roll()
        else:
            seat = rng.choice(table.waiting)
            table.make(seat, rng.choice(table.state.legal(seat)))
    head = Head("a-table-of-a-page", "whoever", 0.0, players, SEED, DiceKind.FAIR, edition=game.edition)
    sent: dict[str, Any] = json.loads(json.dumps(packed(head, table.log, table.over)))
    return sent


def bring(client: TestClient, sent: dict[str, Any]) -> int:
    return client.post("/offline/brought", json=sent).status_code


@pytest.mark.parametrize("name", game_names())
def test_whole_games_are_played_anew_and_listed_as_what_they_are(name: str, client: TestClient) -> None:
    sent = game_log(name)
    assert bring(client, sent) == 200
    assert bring(client, sent) == 200, "it can be sent again"
    listed = client.get("/tables").text
    assert listed.count("played without a connection") == 1
    assert "game over" in listed
    assert client.get(f"/table/{sent['table']}/record").text.count("fair-seed") == 1
    assert len(client.get("/statistics").text) > 0


def test_whoever_plays_the_same_dice_is_told_where_they_were_played_first(client: TestClient) -> None:
    sent = game_log("terminal_dispute")
    assert bring(client, sent) == 200
    assert "played without a connection" in client.get(f"/table/{sent['table']}/compare").text


def test_a_game_that_goes_on_is_continued_on_the_server(client: TestClient) -> None:
    sent = game_log("terminal_dispute", 3)
    assert bring(client, sent) == 200
    assert "Resume" in client.get("/tables").text
    assert "without a connection" in client.get(f"/table/{sent['table']}").text


def test_a_table_belongs_to_the_browser_that_brought_it_first(client: TestClient) -> None:
    sent = game_log("terminal_dispute", 3)
    assert bring(client, sent) == 200
    client.cookies.clear()
    assert bring(client, sent) == 422
    assert sent["table"] not in client.get("/tables").text


def test_a_game_that_was_played_on_before_the_answer_came_is_complete(client: TestClient) -> None:
    assert bring(client, game_log("terminal_dispute", 3)) == 200
    client.get("/table/a-table-of-a-page")  # the server has it in memory
    whole = game_log("terminal_dispute")
    assert bring(client, whole) == 200
    assert bring(client, game_log("terminal_dispute", 3)) == 200, "it has that much, too"
    assert "game over" in client.get("/tables").text
    record = client.get(f"/table/{whole['table']}/record").text
    assert bring(client, whole) == 200
    assert client.get(f"/table/{whole['table']}/record").text == record


def test_what_was_played_elsewhere_after_it_went_on_here_is_refused(client: TestClient) -> None:
    sent = game_log("terminal_dispute", 3)
    assert bring(client, sent) == 200
    page = Party(client).guest()
    page.table = sent["table"]
    page.do("undo", seat=0)
    whole = game_log("terminal_dispute")
    answer = client.post("/offline/brought", json=whole, headers=JSON)
    assert answer.status_code == 422, "the browser keeps it"
    assert "has been played on here" in answer.json()["refused"]
    assert bring(client, sent) == 200, "what the server has already is nothing new"


def test_a_table_is_opened_with_its_mark_and_its_results_at_once(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can play on in between, and no fault can leave half of it."""

    def outrun(*_: Any) -> Any:
        raise Conflict

    monkeypatch.setattr(SQLiteStore, "append", outrun)
    for name in ("terminal_dispute", "starcraft"):
        sent = game_log(name, 3 if name == "starcraft" else 10_000) | {"table": f"a-table-of-{name}"}
        assert bring(client, sent) == 200
    assert client.get("/tables").text.count("played without a connection") == 2
    assert ends(store, "a-table-of-terminal_dispute") == [halves_of(game_log("terminal_dispute"))]


def ends(store: SQLiteStore, table_id: str) -> list[int]:
    """Return what the results say a table came to."""
    owner = store.listed(table_id).result(60).head.owner
    return [each.halves for each in store.results(owner).result(60) if each.table_id == table_id]


def replay_of(sent: dict[str, Any]) -> Table:
    """Return the table that was sent, which one can play on."""
    dice = FairDice(SEED.to_bytes(SEED_BYTES, "big"), ("",) * len(sent["players"]))
    return Table.from_log([from_json(event) for event in sent["events"]], dice, compiled=False)


def halves_of(sent: dict[str, Any]) -> int:
    return replay_of(sent).halves(0)


def logged(sent: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return what a page sends of a table that was played on."""
    events = json.loads(json.dumps([to_json(event) for event in table.log]))
    return sent | {"over": table.over, "events": events}


def other_end(sent: dict[str, Any]) -> dict[str, Any]:
    """Take back the last moves of a game until it can end otherwise, and end it so."""
    table, end = replay_of(sent), halves_of(sent)
    for _ in range(10):
        table.undo(0)
        for move in table.state.legal(0):
            other = replay_of(logged(sent, table))
            other.make(0, move)
            while not other.over and not other.dice_due:
                other.make(0, other.state.legal(0)[0])
            if other.over and other.halves(0) != end:
                return logged(sent, other)
    raise AssertionError("the game always ends so")


def test_results_are_those_of_the_end_that_was_brought_last(client: TestClient, store: SQLiteStore) -> None:
    sent = game_log("terminal_dispute")
    assert bring(client, sent) == 200
    changed = other_end(sent)
    assert bring(client, changed) == 200, "the first answer was lost, and it was ended otherwise"
    assert ends(store, sent["table"]) == [halves_of(changed)]
    assert bring(client, sent) == 200, "it has that much, too"
    assert ends(store, sent["table"]) == [halves_of(changed)], "and it did not end so"


def test_a_game_that_goes_on_again_has_no_results(client: TestClient, store: SQLiteStore) -> None:
    sent = game_log("terminal_dispute")
    assert bring(client, sent) == 200
    table = replay_of(sent)
    table.undo(0)
    assert bring(client, logged(sent, table)) == 200
    assert ends(store, sent["table"]) == []
    assert "Resume" in client.get("/tables").text


def test_results_of_others_outlive_a_table_whose_id_is_brought_again(client: TestClient, store: SQLiteStore) -> None:
    party = Party(client)
    host, guest = party.begun("terminal_dispute")
    party.play_blindly(host)
    results = store.results(party.room(guest).company.chairs[1].holders[0])
    [before] = results.result(60)
    assert host.post("delete").status_code == 303
    again = game_log("terminal_dispute") | {"table": host.table}
    answer = host.client.post("/offline/brought", json=again, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["refused"] == "This game was here before and was deleted: it is not taken again."
    assert store.results(before.holder).result(60) == [before]
    assert guest.get().status_code == 404


def test_names_are_kept_as_where_tables_are_opened(client: TestClient) -> None:
    sent = game_log("terminal_dispute", 3)
    sent["players"][0][0] = "\u202eAna,\n\ud800" + "x" * 50
    assert client.post("/offline/brought", content=json.dumps(sent)).status_code == 200
    shown = client.get("/tables")
    assert shown.status_code == 200
    assert "Ana ?" + "x" * 35 in shown.text
    assert "x" * 36 not in shown.text


@pytest.mark.parametrize("moment", [1e300, -1e300, 4e9, "Infinity", "NaN", "nan"])
def test_a_clock_that_is_wrong_does_no_harm(moment: Any, client: TestClient) -> None:
    sent = game_log("terminal_dispute", 3)
    body = json.dumps(sent | {"opened": moment})
    for word in ("NaN", "Infinity"):
        body = body.replace(f'"{word}"', word)
    assert client.post("/offline/brought", content=body).status_code == 200
    assert client.get("/tables").status_code == 200
    assert client.get(f"/table/{sent['table']}").status_code == 200


def test_a_long_log_is_read_and_written_down_in_a_thread_of_its_own(
    client: TestClient, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    open_table = store.open_table

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return open_table(*arguments)

    monkeypatch.setattr(store, "open_table", noted)
    assert bring(client, game_log("terminal_dispute", 3)) == 200
    [name] = threads
    assert name.startswith("rollwright brought game")


def test_only_so_many_wait_to_be_played_anew() -> None:
    limits = Limits()
    with ExitStack() as waiting:
        for each in range(MOST_BROUGHT):
            if each == MOST_BROUGHT_OF_ONE:
                with pytest.raises(TooMany):
                    waiting.enter_context(limits.bringing("address 0"))
            waiting.enter_context(limits.bringing(f"address {each // MOST_BROUGHT_OF_ONE}"))
        with pytest.raises(TooMany):
            waiting.enter_context(limits.bringing("another"))
    with limits.bringing("another"):
        pass


def other_dice(sent: dict[str, Any]) -> None:
    rolled = next(event for event in sent["events"] if event["is"] == "rolled")
    rolled["faces"][0] = rolled["faces"][0] % rolled["sides"][0] + 1


def other_seed(sent: dict[str, Any]) -> None:
    sent["seed"] = "8"


def illegal_move(sent: dict[str, Any]) -> None:
    first = next(place for place, event in enumerate(sent["events"]) if event["is"] == "moved")
    sent["events"].insert(first, sent["events"][first])


def other_edition(sent: dict[str, Any]) -> None:
    sent["edition"] += 1


def guest(sent: dict[str, Any]) -> None:
    sent["players"][0][1] = "link"


def somebody_seated(sent: dict[str, Any]) -> None:
    sent["events"].append({"is": "admitted", "holder": "somebody", "link": "join"})


def daily_dice(sent: dict[str, Any]) -> None:
    sent["dice"] = "dealt"


def short_name(sent: dict[str, Any]) -> None:
    sent["table"] = "x"


def nothing_opened(sent: dict[str, Any]) -> None:
    del sent["events"][0]


def no_events(sent: dict[str, Any]) -> None:
    sent["events"] = {}


def event(sent: dict[str, Any], **said: Any) -> None:
    sent["events"].append(said)


def value(sent: dict[str, Any], **said: Any) -> None:
    sent.update(said)


def opening(sent: dict[str, Any], **said: Any) -> None:
    sent["events"][0].update(said)


def forged() -> Iterator[Any]:
    """What no app of ours sends, and what would be kept for a long time."""
    events: list[dict[str, Any]] = [{"is": "undone", "seat": 0, "place": 10**30, "text": ""}]
    levels: list[Any] = ["nobody", None, {}, "normal" * 1000]
    events += [{"is": "lent", "seat": 0, "level": level} for level in levels]
    for seat in (-1, 1, True, 0.0, "0", None):
        events += [{"is": "agreed", "seat": seat}, {"is": "committed", "seat": seat, "commitment": "0" * 64}]
    for number in ({"x": 1}, "zz", 5):
        events += [{"is": "committed", "seat": 0, "commitment": number}, {"is": "gave", "seat": 0, "nonce": number}]
    values: list[dict[str, Any]] = [{"clock": float("inf")}, {"edition": float("inf")}, {"opened": 10**400}]
    players: Any = (["", "bot", "nobody"], [None, "here", ""], ["", "here", []], ["", "bot"], [])
    values += [{"players": [player]} for player in players]
    openings: list[dict[str, Any]] = [{"game": ["terminal_dispute"]}, {"seats": True}]
    for change, said in ((event, events), (value, values), (opening, openings)):
        yield from (partial(change, **each) for each in said)


@pytest.mark.parametrize("change", [*forged()])
def test_what_is_forged_is_refused_with_a_sentence(change: Any, client: TestClient) -> None:
    sent = game_log("terminal_dispute", 3)
    change(sent)
    answer = client.post("/offline/brought", content=json.dumps(sent), headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["refused"].endswith(".")


@pytest.mark.parametrize(
    "change",
    [
        other_dice,
        other_seed,
        illegal_move,
        other_edition,
        guest,
        somebody_seated,
        daily_dice,
        short_name,
        nothing_opened,
        no_events,
    ],
)
def test_what_does_not_fit_is_refused(change: Any, client: TestClient) -> None:
    sent = game_log("terminal_dispute", 5)
    change(sent)
    assert bring(client, sent) == 422
    assert f"/table/{sent['table']}" not in client.get("/tables").text


def equal_values(said: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is equal to the numbers of an event, and is none of the numbers that a log holds."""
    for name, known in said.items():
        if type(known) is int:
            yield name, float(known)
            if known in (0, 1):
                yield name, bool(known)
        elif name in ("sides", "faces"):
            yield name, [float(each) for each in known]


def changed_log() -> dict[str, Any]:
    """Return a game with dice of one's own, in which a roll was corrected and a move taken back."""
    game = open_game("terminal_dispute")
    table = Table(game, 1, FairDice(bytes(SEED_BYTES), ("",)), rolls_itself=False, compiled=False)
    table.roll([1] * len(table.dice_due))
    assert table.last_roll
    table.correct([2] * len(table.last_roll.faces), seat=0)
    table.make(0, table.state.legal(0)[0])
    table.undo(0)
    players = tuple(quick_players(game, 1))
    head = Head("a-table-of-a-page", "whoever", 0.0, players, SEED, DiceKind.OWN, edition=game.edition)
    sent: dict[str, Any] = json.loads(json.dumps(packed(head, table.log, over=False)))
    return sent


def test_what_is_kept_is_what_was_played_anew_and_not_what_only_equals_it(
    client: TestClient, store: SQLiteStore
) -> None:
    tried = 0
    for place, said in enumerate(changed_log()["events"][1:], start=1):
        for name, value in equal_values(said):
            tried += 1
            sent = changed_log() | {"table": f"a-table-of-a-page-{tried}"}
            sent["events"][place][name] = value
            assert bring(client, sent) in (200, 422)
            if f"/table/{sent['table']}" in client.get("/tables").text:
                _, log = store.load(sent["table"]).result(60)
                kept = [json.dumps(to_json(event)) for event in log[:-1]]
                assert kept == [json.dumps(event) for event in changed_log()["events"]], (name, value)
    assert tried > 15


def built(folder: Path, memory: bytes) -> None:
    """Build a folder of this source, all but its content."""
    folder.mkdir(exist_ok=True)
    for ending in ("", ".br", ".gz"):
        (folder / f"memory.bin{ending}").write_bytes(memory)
    about = {"source": package_digest(), "lock": {}, "sizes": {"memory.bin": [len(memory)] * 3}}
    (folder / "about.json").write_text(json.dumps(about))


def test_what_is_built_while_a_server_runs_waits_for_its_restart(store: SQLiteStore, tmp_path: Path) -> None:
    built(tmp_path / "offline", b"old")
    bundle = Bundle.found(tmp_path / "offline")
    app = make_app(make_services(store, QuickThinkers(), bundle=bundle))
    with TestClient(app, base_url="http://localhost") as client:
        about = client.get("/offline/bundle").json()
        [address] = [each for each in about["files"] if each.endswith("/memory.bin")]
        assert client.get(address, headers={"Accept-Encoding": "identity"}).content == b"old"
        built(tmp_path / "offline", b"newer")
        assert client.get(address).status_code == 404, "browsers would keep it as part of the version before"
        assert client.get("/offline/bundle").json() is None
        assert client.get("/offline/play").status_code == 200, "who has the games already can play them"
    assert Bundle(tmp_path / "offline").version != about["version"]


def test_without_a_built_folder_nothing_is_offered(client: TestClient) -> None:
    assert client.get("/offline/bundle").json() is None
    for path in ("/offline/play", "/offline/files/0/memory.bin"):
        assert client.get(path).status_code == 404
