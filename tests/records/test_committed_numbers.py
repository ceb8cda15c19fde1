"""Proofs with commitments to the players' numbers: what was exchanged is noticed, and older proofs stay valid."""

from functools import cache
from pathlib import Path

import pytest

from rollwright.core.dice import number_commitment
from rollwright.core.errors import Refusal
from rollwright.records import read, verify, write
from rollwright.records.record import steps
from tests.support.fair_records import altered_numbers, with_lines
from tools.golden import fair_record

NAME = "terminal_dispute"
OLD = (Path(__file__).parent / "data" / "fair-game-without-commitments.txt").read_text(encoding="utf-8")
"""A record as it was written before numbers were committed to."""


@cache
def record() -> str:
    return fair_record(NAME)


def said(text: str) -> list[str]:
    return [str(sentence) for sentence in verify(text).sentences]


def test_numbers_that_were_committed_to_first_are_told_so() -> None:
    verdict = verify(record())
    assert verdict.proven
    assert any(
        each.startswith("All of them committed to their numbers before any was shown") for each in said(record())
    )
    proof = read(record()).proof
    assert proof
    assert proof.order == ("commit 0", "commit 1", "close", "reveal 0", "reveal 1")
    assert [number_commitment(proof.commitment, seat, proof.nonces[seat]) for seat in (0, 1)] == list(proof.committed)
    *_, table = steps(read(record()))
    assert write(table, proof) == record()


def test_an_older_proof_stays_valid_and_is_told_as_what_it_is() -> None:
    verdict = verify(OLD)
    assert verdict.proven
    assert (
        "The numbers were not committed first: Ana, Ben. Whoever gave theirs last may have known the others."
        in said(OLD)
    )
    assert not any("committed to their numbers" in each for each in said(OLD))


def test_a_number_that_was_given_openly_before_anybody_committed_stays_valid() -> None:
    proof = read(record()).proof
    assert proof
    order = "give 1, commit 0, close, reveal 0"
    text = with_lines(record(), {"fair-committed": f"{proof.committed[0]}, -", "fair-order": order})
    assert verify(text).proven
    assert any(each.startswith("The numbers were not committed first: Ben.") for each in said(text))


@pytest.mark.parametrize("what", altered_numbers(record()))
def test_whatever_is_exchanged_is_noticed(what: str) -> None:
    text, sentence = altered_numbers(record())[what]
    assert not verify(text).proven
    assert sentence in said(text)[0]


def test_a_number_that_was_kept_back_is_named() -> None:
    proof = read(record()).proof
    assert proof
    text = with_lines(
        record(), {"fair-nonces": f"{proof.nonces[0]}, -", "fair-order": "commit 0, commit 1, close, reveal 0"}
    )
    found = read(text).proof
    assert found
    assert (found.unrevealed, found.in_order, found.swapped) == ((1,), True, ())
    assert "but the seed gives" in said(text)[0], "other numbers give other dice"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"fair-version": "3"}, "'fair-version' must be '2', the only version"),
        ({"fair-version": None}, "'fair-version' must be '2', the only version"),
        ({"fair-committed": "-"}, "'fair-committed' must be one commitment per seat"),
        ({"fair-committed": "-, -"}, "'fair-committed' must be one commitment per seat"),
        ({"fair-committed": f"{'0' * 63}, -"}, "'fair-committed' must be one commitment per seat"),
        ({"fair-committed": None}, "'fair-committed' must be one commitment per seat"),
        ({"fair-order": "commit 0, shut, reveal 0"}, "'fair-order' must be a list"),
    ],
)
def test_commitments_that_cannot_be_read_are_refused(changed: dict[str, str | None], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        verify(with_lines(record(), changed))
