"""A finished table's dice again, for other people, and what each made of them."""

import re
from typing import Any

import pytest

from rollwright.core.dice import real_dice
from rollwright.core.game import open_game
from rollwright.store.protocol import Store
from rollwright.table import Rolled
from rollwright.table.events import effective_events
from rollwright.table.models import DiceKind
from tests.support.online import Guest, Party, party
from tests.support.wire import ANY_NUMBER, GAMES, JSON

HERE = {"kind-0": "here"}


def open_again(guest: Guest, table: str, **form: str) -> Any:
    answer = guest.client.post(f"/table/{table}/same", data=form, headers=JSON)
    if answer.status_code == 303:
        guest.table = answer.headers["location"].removeprefix("/table/")
    return answer


def rolled(everybody: Party, guest: Guest) -> dict[tuple[int, int, int, int], int]:
    """Return every die that fell at a table, by its round, its roller, its place among theirs, and its sides."""
    found: dict[tuple[int, int, int, int], int] = {}
    before: dict[tuple[int, int], int] = {}
    for event in effective_events(everybody.room(guest).table.log):
        if isinstance(event, Rolled):
            key = event.round_no, event.roller
            for sides, face in zip(event.sides, event.faces, strict=True):
                found[*key, before.get(key, 0), sides] = face
                before[key] = before.get(key, 0) + 1
    return found


def ones(table: Any) -> list[int]:
    """Say that all dice which people can roll show a one."""
    return [1] * len(real_dice(table.dice_due))


def begun(guest: Guest, game: str, **form: str) -> str:
    answer = guest.client.post(f"/new/{game}", data=HERE | form)
    guest.table = answer.headers["location"].removeprefix("/table/")
    return guest.table


@pytest.mark.parametrize("dice", [DiceKind.FAIR, DiceKind.OWN, "seeded", "record"])
def test_whatever_dice_a_table_had_another_has_them_too(store: Store, dice: str) -> None:
    with party(store) as everybody:
        ana = everybody.guest()
        first = begun(ana, ANY_NUMBER, dice="seeded" if dice == "record" else dice)
        if dice == DiceKind.FAIR:
            ana.add_number(0, "ab" * 16)
        everybody.play_blindly(ana, 0, ones if dice == DiceKind.OWN else None)
        if dice == "record":
            text = ana.get("/record").text
            first = ana.client.post("/open", data={"text": text}).headers["location"].split("/")[2]
            ana.table = first
            assert ana.state["over"]
        open_again(ana, first, **HERE)
        assert ana.table != first
        everybody.play_blindly(ana, -1)
        again = rolled(everybody, ana)
        ana.table, twice = first, ana.table
        before = rolled(everybody, ana)
        both = before.keys() & again.keys()
        assert len(both) > 10
        assert all(before[die] == again[die] for die in both)
        open_again(ana, twice, **HERE)  # and again from the copy
        everybody.play_blindly(ana, -1)
        third = rolled(everybody, ana)
        assert third == again, "the same choices meet the same dice"
        heads = [store.load(table).result()[0] for table in (first, twice, ana.table)]
        assert [head.deal for head in heads] == ["", f"table/{first}", f"table/{first}"]


@pytest.mark.parametrize("game", GAMES)
def test_a_friend_plays_them_by_a_link_and_both_are_compared(store: Store, game: str) -> None:
    with party(store) as everybody:
        ana, ben = everybody.guest(), everybody.guest()
        seats = open_game(game).seats[0]
        others = {f"kind-{seat}": "here" for seat in range(1, seats)}
        names = {f"name-{seat}": f"Ana {seat}" for seat in range(seats)}
        first = begun(ana, game, **others, **names)
        everybody.play_blindly(ana, 0)
        shown = ana.get("/same").text
        assert shown.count('<fieldset class="sitter') == seats
        kinds = {f"kind-{seat}": "link" for seat in range(seats)}
        assert open_again(ana, first, **kinds).status_code == 303
        guests = [ben, *(everybody.guest() for _ in range(1, seats))]
        for seat, guest in enumerate(guests):
            assert guest.join(ana.links()["join"]).status_code == 200
            guest.do("sit", seat=seat, name=f"Ben {seat}", choices={"race": "zerg", "faction": "anubians"})
        (ben if seats == 1 else ana).do("begin", bots=False)
        assert first not in ben.get().text, "the dice are not told"
        assert ben.get("/compare").status_code == 422
        everybody.play_blindly(ben)
        ana.table = first
        assert everybody.room(ben).table.setting == everybody.room(ana).table.setting, "nobody can choose"
        compared = ben.get("/compare")
        assert compared.headers["x-robots-tag"] == ben.get("/same").headers["x-robots-tag"] == "noindex"
        both = compared.text
        for seat in range(seats):
            assert f"Ana {seat}" in both
            assert f"Ben {seat}" in both
        assert both.count("<figure") == seats
        assert f"/table/{first}/replay" in both
        assert "Nobody else" not in both
        assert "/compare" in ben.values()["html/end"]


def test_a_deal_begins_with_all_its_seats(store: Store) -> None:
    with party(store) as everybody:
        ana, ben = everybody.guest(), everybody.guest()
        first = begun(ana, ANY_NUMBER, **{"kind-1": "here", "kind-2": "easy"})
        everybody.play_blindly(ana, 0)
        refused = open_again(ana, first, **HERE).json()["refused"]
        assert refused == "The same dice need as many seats as before: 3."
        assert open_again(ana, first, **HERE, **{"kind-1": "link", "kind-2": "link"}).status_code == 303
        ben.join(ana.links()["join"])
        ben.do("sit", seat=1, name="Ben")
        ana.do("begin", bots=False)
        assert len(re.findall("<li", ana.values()["html/players"])) == 3, "a bot has sat down"


def test_dice_of_a_game_that_goes_on_are_not_dealt_again(store: Store) -> None:
    with party(store) as everybody:
        ana, ben = everybody.guest(), everybody.guest()
        table = begun(ana, ANY_NUMBER)
        said = "This game is not over yet: you can play its dice again when it is."
        for answer in (ana.get("/same"), ana.get("/compare"), open_again(ana, table, **HERE)):
            assert (answer.status_code, answer.json()["refused"]) == (422, said)
        assert ben.client.get(f"/table/{table}/same", headers=JSON).status_code == 404


def test_nobody_plays_the_same_dice_under_the_name_of_somebody_who_has_not_come_yet(any_store: Store) -> None:
    with party(any_store) as everybody:
        ana = everybody.guest()
        first = begun(ana, ANY_NUMBER, **{"kind-1": "easy", "dice": "seeded"})
        everybody.play_blindly(ana, 0)
        answer = open_again(ana, first, **HERE, **{"name-0": "Player 2", "kind-1": "link"})
        assert answer.status_code == 422
        assert "Someone here is already called" in answer.json()["refused"]
        assert open_again(ana, first, **HERE, **{"name-0": "Ana", "kind-1": "link"}).status_code == 303
