"""Numbers for fair dice: committed to by all, then closed, and only then shown."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright.core.dice import number_commitment
from rollwright.core.errors import Refusal
from rollwright.records.proof import Proof
from rollwright.table.company import Company
from rollwright.table.events import Arrangement, CommitmentsClosed, Committed, Event, Gave, Opened, from_json, to_json
from rollwright.table.fair.fair_numbers import FairNumbers
from rollwright.table.models import DiceKind, Head, InvitationKind, Player, SeatKind

FIXED = "5e" * 32
NUMBERS = ["0a" * 16, "1b" * 16, "2c" * 16]
SEATS = range(3)


def digest(seat: int, number: str | None = None, fixed: str = FIXED) -> str:
    return number_commitment(fixed, seat, NUMBERS[seat] if number is None else number)


def after(*events: Committed | CommitmentsClosed | Gave) -> FairNumbers:
    numbers = FairNumbers()
    for event in events:
        numbers.follow(event)
    return numbers


def committed(*seats: int) -> list[Committed]:
    return [Committed(seat, digest(seat)) for seat in seats]


def test_a_commitment_is_the_digest_that_the_documents_describe() -> None:
    # printf 'rollwright number/<64 digits>/1/<32 digits>' | sha256sum
    assert number_commitment("00" * 32, 1, "ff" * 16) == (
        "19b09482036dfa4dc93ad5d7722564e65b0495fe584d85c3698a944cb89dfbec"
    )
    several = {
        number_commitment(fixed, seat, number) for fixed, seat, number in product((FIXED, "00" * 32), SEATS, NUMBERS)
    }
    assert len(several) == 18, "another table, seat or number: another commitment"


def test_the_last_who_is_awaited_closes_the_commitments() -> None:
    assert FairNumbers().commit(1, digest(1), {0, 1}) == [Committed(1, digest(1))]
    assert after(*committed(1)).commit(0, digest(0), {0, 1}) == [Committed(0, digest(0)), CommitmentsClosed()]
    assert FairNumbers().commit(0, digest(0), {0}) == [Committed(0, digest(0)), CommitmentsClosed()], (
        "who is alone waits for nobody"
    )
    assert FairNumbers().close() == [], "nobody has committed to anything"
    assert after(*committed(0)).close() == [CommitmentsClosed()]
    assert after(*committed(0), CommitmentsClosed()).close() == []
    assert after(*committed(0)).commit(0, digest(0), {0, 1}) == [], "the same again"


@pytest.mark.parametrize(
    ("events", "seat", "number", "sentence"),
    [
        (committed(0, 1), 1, NUMBERS[1], "secret until everyone has committed"),
        ([*committed(0), CommitmentsClosed()], 1, NUMBERS[1], "has not committed to a number"),
        ([], 1, NUMBERS[1], "has not committed to a number"),
        ([*committed(0, 1), CommitmentsClosed()], 1, NUMBERS[0], "not the number that this seat has committed to"),
        ([Committed(1, digest(0, NUMBERS[1])), CommitmentsClosed()], 1, NUMBERS[1], "not the number"),
        ([Committed(1, digest(1, fixed="00" * 32)), CommitmentsClosed()], 1, NUMBERS[1], "not the number"),
        ([*committed(0, 1), CommitmentsClosed()], 1, NUMBERS[1].upper(), "32 to 64 hexadecimal digits"),
        ([*committed(0, 1), CommitmentsClosed()], 1, "ab" * 8, "32 to 64 hexadecimal digits"),
    ],
    ids=["too early", "late comer", "nobody", "another number", "another seat", "another table", "large", "short"],
)
def test_another_number_than_the_one_committed_to_is_refused(
    events: list[Any], seat: int, number: str, sentence: str
) -> None:
    numbers = after(*events)
    with pytest.raises(Refusal, match=sentence):
        numbers.reveal(seat, number, FIXED)


@pytest.mark.parametrize(
    ("events", "commitment", "sentence"),
    [
        ([*committed(0), CommitmentsClosed()], digest(1), "are being shown already"),
        (committed(1), digest(1, NUMBERS[0]), "has its number for the dice already"),
        ([Gave(1, "ab")], digest(1), "has its number for the dice already"),
        ([], "x" * 64, "64 hexadecimal digits"),
        ([], "", "64 hexadecimal digits"),
    ],
    ids=["closed", "twice", "given openly before", "no digits", "empty"],
)
def test_a_commitment_that_comes_too_late_or_twice_is_refused(
    events: list[Any], commitment: str, sentence: str
) -> None:
    with pytest.raises(Refusal, match=sentence):
        after(*events).commit(1, commitment, SEATS)


def test_who_leaves_takes_the_commitment_along_until_commitments_are_closed() -> None:
    numbers = after(*committed(0, 1))
    numbers.withdraw(1)
    assert (set(numbers.commitments), numbers.order) == ({0}, ["commit 0"])
    numbers.follow(CommitmentsClosed())
    numbers.withdraw(0)
    assert numbers.unrevealed == {0}, "everybody sees that it was never revealed"


def test_a_number_without_a_commitment_counts_only_if_nobody_had_committed_yet() -> None:
    halfway = after(Gave(0, "ab"), Gave(0, "cd"), *committed(1), CommitmentsClosed(), Gave(1, NUMBERS[1]))
    assert halfway.nonces == {0: "ab", 1: NUMBERS[1]}
    assert halfway.order == ["give 0", "commit 1", "close", "reveal 1"], "a number that does not count is no step"
    openly, close, shown = Gave(0, "ab"), CommitmentsClosed(), Gave(1, NUMBERS[1])
    for numbers in (
        after(*committed(1), openly, close, shown),
        after(*committed(1), close, openly, shown),
        after(*committed(1), close, shown, openly),
    ):
        assert numbers.nonces == {1: NUMBERS[1]}
        assert numbers.order == ["commit 1", "close", "reveal 1"]


HOST, ANA, BEN = "host", "ana", "ben"
HOLDERS = [HOST, ANA, BEN]
STEPS = st.one_of(
    st.tuples(st.just("commit"), st.sampled_from(SEATS), st.sampled_from(NUMBERS)),
    st.tuples(st.just("reveal"), st.sampled_from(SEATS), st.sampled_from(NUMBERS)),
    st.tuples(st.sampled_from(["leave", "sit", "lend", "return"]), st.sampled_from([1, 2]), st.just("")),
    st.tuples(st.sampled_from(["close", "close", "roll"]), st.just(0), st.just("")),
)


class Table:
    """A table with fair dice at which everything is done through what a server offers."""

    def __init__(self) -> None:
        kinds = (SeatKind.HERE, SeatKind.LINK, SeatKind.LINK)
        self.head = Head("t", HOST, 0.0, tuple(Player("", kind) for kind in kinds), 7, DiceKind.FAIR)
        self.log: list[Event] = [Opened("terminal_dispute", 3, {})]
        self.company = Company(self.head, self.log[0])  # type: ignore[arg-type]
        self.dice: dict[int, str] | None = None
        """The numbers that the dice are computed from, from the first roll on."""
        for seat in (1, 2):
            self.do(self.company.admit(HOLDERS[seat], InvitationKind.JOIN))
            self.do(self.company.take(seat, HOLDERS[seat], "", {}))

    def do(self, arranged: list[Arrangement]) -> None:
        for event in arranged:
            self.company.follow(event, 1)
            self.log.append(event)

    def step(self, what: str, seat: int, number: str) -> None:
        company, numbers = self.company, self.company.numbers
        held = seat < len(company.chairs) and bool(company.chairs[seat].holders)  # a server asks for no other seat
        takes_numbers = company.started and self.dice is None and held
        if what == "commit" and takes_numbers:
            self.do(numbers.commit(seat, digest(seat, number), company.number_givers))
        elif what == "reveal" and takes_numbers:
            self.do(numbers.reveal(seat, number, FIXED))
        elif what == "start":
            self.do(company.start(with_bots=False, names=()))
        elif what == "close" and takes_numbers:
            self.do(numbers.close())
        elif what == "roll" and takes_numbers and (numbers.closed or not numbers.commitments):
            self.dice = dict(numbers.nonces)
        elif what == "sit":
            self.do(company.take(seat, HOLDERS[seat], "", {}))
        elif what in ("leave", "lend", "return"):
            self.do(getattr(company, {"return": "return_to"}.get(what, what))(seat))


@settings(deadline=None)
@given(st.lists(STEPS, max_size=40))
def test_no_order_of_anything_lets_a_number_be_chosen_after_another_is_shown(steps: list[tuple[str, int, str]]) -> None:
    table = Table()
    for what, seat, number in [*steps[:2], ("start", 0, ""), *steps[2:]]:
        try:
            table.step(what, seat, number)
        except Refusal:
            continue
        numbers, kinds = table.company.numbers, [type(event) for event in table.log]
        if Gave in kinds:
            shown = kinds.index(Gave)
            assert CommitmentsClosed in kinds[:shown], "a number was shown while others could commit"
            assert Committed not in kinds[shown:], "somebody committed to a number after seeing another's"
        assert all(digest(seat, number) == numbers.commitments[seat] for seat, number in numbers.nonces.items())
        assert table.dice is None or table.dice == numbers.nonces, "dice changed that have been rolled"
        assert kinds.count(CommitmentsClosed) <= 1
    opened, *rest = (from_json(json.loads(json.dumps(to_json(event)))) for event in table.log)
    again = Company(table.head, opened)  # type: ignore[arg-type]
    for event in rest:
        again.follow(event, 1)
    assert again.numbers == table.company.numbers, "the log alone tells it"
    if again.numbers.commitments:
        seats = len(again.chairs)
        told = [tuple(found.get(seat, "") for seat in range(seats))
                for found in (again.numbers.nonces, again.numbers.commitments)]  # fmt: skip
        proof = Proof(FIXED, told[0], None, (), told[1], tuple(again.numbers.order))
        assert proof.in_order
        assert not proof.swapped
