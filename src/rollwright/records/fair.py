"""Verification of fair dice: whether every die of a finished game was determined before the first roll."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rollwright.core.dice import FairDice, RollCounter, commitment
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, player_name, plural, printable, series
from rollwright.records.proof import ROLLS, Proof, roll_text
from rollwright.records.record import GameRecord, read, steps
from rollwright.table import Rolled, Table

__all__ = ["Proof", "Verdict", "verify"]


@dataclass(frozen=True)
class Verdict:
    """The result of checking a record: whether its dice are proven, and sentences that explain it."""

    proven: bool
    sentences: tuple[Phrase, ...]


class _NotProven(Refusal):
    """The dice are not proven; the phrase says why."""


def verify(text: str) -> Verdict:
    """Check the dice of a record by replaying it; refuse a text that is not a record or breaks the rules."""
    record = read(text)
    proof = record.proof
    if proof is None:
        said = Phrase("This record contains no proof: it was not played with fair dice, or someone removed the proof.")
        return Verdict(False, (said,))
    try:
        if proof.seed is not None and commitment(proof.seed) != proof.commitment:
            raise _NotProven(Phrase("The seed does not match the commitment: its SHA-256 is different."))
        _check_numbers(record, proof)
        return Verdict(True, _proven(proof, *_checked(record, proof)))
    except _NotProven as refusal:
        return Verdict(False, (refusal.phrase,))


def _check_numbers(record: GameRecord, proof: Proof) -> None:
    """Check that every number is the one that its seat committed to, and that all commitments came first."""
    if proof.swapped:
        seat = proof.swapped[0]
        name = player_name(record.names[seat] if seat < len(record.names) else "", seat)
        said = Phrase("The number of {name} does not match the commitment to it: one of them was changed.", name=name)
        raise _NotProven(said)
    if not proof.in_order:
        said = Phrase("The record does not show that everyone committed before any number was shown.")
        raise _NotProven(said)


def _checked(record: GameRecord, proof: Proof) -> tuple[Table, int]:
    """Replay a record and compare every die; return the final table and the number of dice compared.

    Dice are compared as soon as they are rolled, so that an altered face is reported before a later move fails.
    """
    dice = None if proof.seed is None else FairDice(proof.seed, proof.nonces)
    rolls = RollCounter()
    listed = list(proof.rolls)
    tables = steps(record)
    table = next(tables)
    for (number, line), _ in zip(record.lines, tables, strict=True):
        rolled = table.log[-1]
        if dice is not None and line.startswith("dice") and isinstance(rolled, Rolled):
            roll = rolls.next(rolled.round_no, rolled.roller, rolled.sides)
            _compare(number, dice.faces(roll), rolled.faces)
            _check_listed(number, roll_text(roll), listed.pop(0) if listed else "")
    if dice is None and table.over:
        raise _NotProven(Phrase("The game is over, but its seed is missing from the record: nothing can be checked."))
    if dice is None:
        raise _NotProven(Phrase("The game is not over, so its seed is still secret: check the record when it is over."))
    if not table.over:
        raise _NotProven(Phrase("The seed is revealed, but the record ends before the game does."))
    if listed:
        raise _NotProven(Phrase("The proof lists a roll that never happened: {roll}.", roll=printable(listed[0], 60)))
    return table, rolls.total


def _compare(number: int, expected: Sequence[int], faces: Sequence[int]) -> None:
    """Report the first die that does not show the expected face."""
    for place, (right, face) in enumerate(zip(expected, faces, strict=True), start=1):
        if right != face:
            said = Phrase("Line {line}: die {die} shows {face}, but the seed gives {right}.", line=number,
                          die=place, face=face, right=right)  # fmt: skip
            raise _NotProven(said)


def _check_listed(number: int, asked: str, listed: str) -> None:
    """Check that the proof lists the roll that the rules asked for."""
    if asked != listed:
        said = Phrase("Line {line}: the rules asked for the dice {asked}, but '{name}' lists '{listed}'.",
                      line=number, asked=asked, name=ROLLS, listed=printable(listed, 60))  # fmt: skip
        raise _NotProven(said)


def _proven(proof: Proof, table: Table, dice: int) -> tuple[Phrase, ...]:
    """Return sentences about what is proven and what is not."""
    givers = [table.name(seat) for seat, nonce in enumerate(proof.nonces) if nonce]
    added = Phrase("Numbers were added by: {names}.", names=series(givers))
    nobody = Phrase("No player added a number, so the dice were decided by the choice of the seed alone.")
    return (
        plural("Proven: the {n} die of this game is exactly as it was fixed before the first roll.",
               "Proven: all {n} dice of this game are exactly as they were fixed before the first roll.", dice),
        Phrase("The seed matches the commitment: {commitment}. Compare it with the one the table showed.",
               commitment=proof.commitment),
        added if givers else nobody,
        *_about_numbers(proof, table),
        Phrase("So nothing was changed. But no proof can tell whether the person who runs the server looked at the "
               "seed."),
    )  # fmt: skip


def _about_numbers(proof: Proof, table: Table) -> Iterator[Phrase]:
    """Yield sentences about how the players' numbers came about."""
    given = [seat for seat, nonce in enumerate(proof.nonces) if nonce]
    if given and not proof.uncommitted:
        yield Phrase("All of them committed to their numbers before any was shown: nobody could choose one to suit the "
                     "others.")  # fmt: skip
    elif given:
        names = series(table.name(seat) for seat in proof.uncommitted)
        yield Phrase("The numbers were not committed first: {names}. Whoever gave theirs last may have known the "
                     "others.", names=names)  # fmt: skip
    if proof.unrevealed:
        names = series(table.name(seat) for seat in proof.unrevealed)
        # Another may sit there by now, and the record names only who played to the end.
        yield Phrase("Committed but never revealed, at the seat of: {names}. Whoever sat there before the numbers were "
                     "shown had committed to it, and may have left since. Such a number counts as empty. That happens "
                     "when a page is closed too early, or when somebody has seen the other numbers and keeps back "
                     "their own.",
                     names=names)  # fmt: skip
