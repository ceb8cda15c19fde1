"""Players commit to their numbers for fair dice before any is shown, so nobody chooses one that suits the others'."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rollwright.core.dice import FairDice, Roll, number_commitment
from rollwright.records import read, verify
from rollwright.store.protocol import Store
from rollwright.table.events import Gave
from rollwright.table.models import DiceKind
from tests.support.environments import QUICK, SameSeed
from tests.support.online import Guest, Party, party
from tests.support.wire import ANY_NUMBER

NUMBERS = ("0a" * 16, "1b" * 16, "2c" * 16)


@pytest.fixture
def friends(any_store: Store) -> Iterator[Party]:
    """Browsers at a server, with one kind of store and with the other."""
    with party(any_store) as found:
        yield found


def chosen_number(everybody: Party, host: Guest, others: str) -> str:
    """Return a number that gives the operator's seat three sixes at first, tried out with what the server knows."""
    seed = everybody.room(host).seed
    for tried in itertools.count():
        number = f"{tried:032x}"
        if FairDice(seed, (number, others)).faces(Roll(1, 0, 0, [6] * 3)) == [6] * 3:
            return number
    raise AssertionError


def log(store: Store, guest: Guest) -> list[Any]:
    return store.load(guest.table).result()[1]


def kinds(store: Store, guest: Guest) -> list[str]:
    """Return what happened to the numbers, in the order of the log."""
    told = {"Committed", "CommitmentsClosed", "Gave", "Rolled"}
    return [name for event in log(store, guest) if (name := type(event).__name__) in told]


def test_an_operator_who_plays_cannot_choose_a_number_after_seeing_the_others(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    ana.post("nonce", seat=1, nonce=NUMBERS[1])
    shown = re.findall(r"\b[0-9a-f]{32}\b", host.get("/company").json()["html"])
    number = chosen_number(friends, host, shown[0] if shown else "")
    host.post("nonce", seat=0, nonce=number)
    assert not shown, "a number is seen before all are fixed"
    assert number not in host.get("/record").text, "a number was chosen after the others were seen"


def test_all_commit_before_any_number_is_shown(friends: Party, any_store: Store) -> None:
    host, ana, ben = friends.begun(ANY_NUMBER, 2, dice=DiceKind.FAIR, start="1")
    everybody = [host, ana, ben]
    for seat, guest in ((1, ana), (2, ben)):
        assert guest.state["number"] == {"seat": seat, "commitments": None}
        guest.commit(seat, NUMBERS[seat])
        assert guest.state["number"] is None, "it waits for the others"
        assert "Keep your number" in guest.refused("nonce", seat=seat, nonce=NUMBERS[seat])
    host.commit(0, NUMBERS[0])
    fixed = [number_commitment(host.state["fair"], seat, NUMBERS[seat]) for seat in range(3)]
    for seat, guest in enumerate(everybody):
        assert guest.state["number"] == {"seat": seat, "commitments": fixed}, "what all are bound to now"
        assert "cannot be changed" in guest.refused("commitment", seat=seat, commitment="0" * 64)
    assert "not the number" in ana.refused("nonce", seat=1, nonce=NUMBERS[2])
    for seat in (2, 0, 1):
        everybody[seat].do("nonce", seat=seat, nonce=NUMBERS[seat])
        everybody[seat].do("nonce", seat=seat, nonce=NUMBERS[seat])
        assert everybody[seat].state["number"] is None
    host.do("roll")
    assert kinds(any_store, host) == ["Committed"] * 3 + ["CommitmentsClosed"] + ["Gave"] * 3 + ["Rolled"]
    proof = read(ana.get("/record").text).proof
    assert proof
    assert (proof.nonces, proof.committed, proof.in_order) == (NUMBERS, tuple(fixed), True)
    assert proof.order[-3:] == ("reveal 2", "reveal 0", "reveal 1")


def test_whoever_does_not_commit_adds_nothing_and_nobody_waits(friends: Party, any_store: Store) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    assert "has not committed" in ana.refused("nonce", seat=1, nonce=NUMBERS[1])
    host.do("roll")
    assert kinds(any_store, host) == ["Rolled"]
    assert "have been rolled already" in ana.refused("commitment", seat=1, commitment="0" * 64)
    assert "have been rolled already" in ana.refused("nonce", seat=1, nonce=NUMBERS[1])
    assert kinds(any_store, host) == ["Rolled"]
    assert "fair-version" not in host.get("/record").text


def test_a_number_that_is_never_shown_is_named_and_comes_too_late_after_the_roll(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    host.commit(0, NUMBERS[0])
    ana.commit(1, NUMBERS[1])
    host.do("nonce", seat=0, nonce=NUMBERS[0])
    assert "Committed to a number:" in host.get("/company").json()["html"]
    host.do("roll")
    fallen = host.get("/record").text
    assert "have been rolled already" in ana.refused("nonce", seat=1, nonce=NUMBERS[1])
    host.do("nonce", seat=0, nonce=NUMBERS[0])  # it counts: whoever did not hear so may ask again
    host.do("commitment", seat=0, commitment=number_commitment(host.state["fair"], 0, NUMBERS[0]))
    assert "have been rolled already" in host.refused("nonce", seat=0, nonce=NUMBERS[1])
    assert host.get("/record").text == fallen, "dice that have fallen stay"
    assert not re.search("seed", fallen, re.IGNORECASE)
    assert "Committed at this seat but never revealed:" in host.get("/company").json()["html"]
    proof = read(fallen).proof
    assert proof
    assert (proof.nonces, proof.unrevealed) == ((NUMBERS[0], ""), (1,))
    friends.play_blindly(host)
    said = [str(sentence) for sentence in verify(host.get("/record").text).sentences]
    assert any(sentence.startswith("Committed but never revealed, at the seat of: Guest 1.") for sentence in said), said


def test_where_dice_follow_from_no_numbers_none_are_taken(friends: Party) -> None:
    host, _ = friends.begun(ANY_NUMBER, dice=DiceKind.OWN, start="1")
    for what, number in (("commitment", {"commitment": "0" * 64}), ("nonce", {"nonce": NUMBERS[0]})):
        assert "no numbers of players" in host.refused(what, 422, seat=0, **number)


def test_who_sits_down_after_the_closing_is_not_told_to_have_kept_back_the_number_of_another(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    host.commit(0, NUMBERS[0])
    ana.commit(1, NUMBERS[1])
    host.do("nonce", seat=0, nonce=NUMBERS[0])
    ana.do("leave", seat=1)
    ben = friends.guest("ben")
    assert ben.join(host.links()["join"]).status_code == 200
    ben.do("sit", seat=1, name="Ben")
    host.do("roll")
    told = host.get("/company").json()["html"]
    assert "Committed at this seat but never revealed:" in told
    assert "Whoever sat there before" in told
    friends.play_blindly(host)
    said = " ".join(str(sentence) for sentence in verify(host.get("/record").text).sentences)
    assert "Committed but never revealed, at the seat of: Ben. Whoever sat there before" in said
    assert "never revealed: Ben" not in said


TOKENS = re.compile(r"/join#[^\"]+|[0-9a-z]{8,}")


def test_before_it_is_shown_nobody_is_told_a_byte_that_depends_on_a_number(store: Store) -> None:
    seen = []
    for number in NUMBERS[1:]:
        with party(store, environment=replace(QUICK, random_bits=SameSeed(5))) as everybody:
            host, ana = everybody.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
            ana.commit(1, number)
            digest = number_commitment(host.state["fair"], 1, number)
            told = [str(host.values()), host.get("/record").text, host.get("/company").json()["html"]]
            assert digest in told[2], "the commitment itself is for everybody"
            assert not [each for each in told if number in each]
            seen.append([told[0].replace(digest, ""), told[1].replace(digest, ""), TOKENS.sub("", told[2])])
    assert seen[0] == seen[1]


def test_a_table_from_before_there_were_commitments_keeps_its_numbers(friends: Party, any_store: Store) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    any_store.append(host.table, len(log(any_store, host)), [Gave(0, "ab" * 8)], None, None).result()
    friends.rooms._rooms[host.table].outdate()
    assert host.state["number"] is None, "it has given its number"
    ana.commit(1, NUMBERS[1])
    fixed = ["", number_commitment(host.state["fair"], 1, NUMBERS[1])]
    assert ana.state["number"] == {"seat": 1, "commitments": fixed, "open": ["ab" * 8, ""]}
    ana.do("nonce", seat=1, nonce=NUMBERS[1])
    friends.play_blindly(host)
    text = host.get("/record").text
    assert read(text).proof.nonces == ("ab" * 8, NUMBERS[1])  # type: ignore[union-attr]
    assert "fair-order: give 0, commit 1, close, reveal 1\n" in text
    verdict = verify(text)
    assert verdict.proven, verdict
    assert any(str(each).startswith("The numbers were not committed first: Player 1.") for each in verdict.sentences)


def test_who_takes_over_a_seat_before_numbers_are_shown_commits_anew(friends: Party) -> None:
    host, ana = friends.begun(ANY_NUMBER, dice=DiceKind.FAIR, start="1")
    ana.commit(1, NUMBERS[1])
    ana.do("leave", seat=1)
    ben = friends.guest("ben")
    assert ben.join(host.links()["join"]).status_code == 200
    ben.do("sit", seat=1, name="Ben")
    assert ben.state["number"] == {"seat": 1, "commitments": None}
    ben.commit(1, NUMBERS[2])
    host.commit(0, NUMBERS[0])
    ben.do("nonce", seat=1, nonce=NUMBERS[2])
    host.do("nonce", seat=0, nonce=NUMBERS[0])
    host.do("roll")
    proof = read(host.get("/record").text).proof
    assert proof
    assert proof.order == ("commit 1", "commit 0", "close", "reveal 1", "reveal 0")
