"""Rewrite the golden records, counts and digests of drawings of every game, and add what its edition decides.

Read the diff afterwards: it is the effect of a change.
"""

import sys
from pathlib import Path
from random import Random

from rollwright.core.dice import FairDice, commitment, number_commitment
from rollwright.core.facts import NO_EDITION
from rollwright.core.game import game_names, open_game
from rollwright.records import Proof, write
from rollwright.table import Table
from rollwright.table.events import CommitmentsClosed, Committed, Gave
from rollwright.table.fair.fair_numbers import FairNumbers
from rollwright.testing.counts import COUNTS_FILE, counts_text
from rollwright.testing.editions.edition_checks import EDITIONS_FILE, editions_text
from rollwright.testing.golden import DRAWINGS_FILE, drawings_text, golden_records, golden_text

FAIR = Path(__file__).parent.parent / "docs" / "fair-game.txt"
"""The record with fair dice that the documentation uses."""


def fair_record(name: str, seats: int = 2, seed: int = 2) -> str:
    """Return the record of a random game with fair dice, with a fixed seed and numbers that were committed to."""
    chance = Random(seed)
    dice = FairDice(chance.randbytes(32), [chance.randbytes(16).hex() for _ in range(seats)])
    table = Table(open_game(name), seats, dice, names=["Ana", "Ben", "Eve"][:seats])
    while not table.over:
        seat = chance.choice(table.waiting)
        table.make(seat, chance.choice(table.legal_moves(seat)))
    return write(table, Proof.of(dice, committed_numbers(dice)))


def committed_numbers(dice: FairDice) -> FairNumbers:
    """Let every seat that has a number commit to it, and then reveal it."""
    numbers, fixed = FairNumbers(), commitment(dice.seed)
    given = [(seat, nonce) for seat, nonce in enumerate(dice.nonces) if nonce]
    for seat, nonce in given:
        numbers.follow(Committed(seat, number_commitment(fixed, seat, nonce)))
    numbers.follow(CommitmentsClosed())
    for seat, nonce in given:
        numbers.follow(Gave(seat, nonce))
    return numbers


def main(names: list[str]) -> int:
    """Write the golden files of these games, or of all games."""
    for name in names or game_names():
        game = open_game(name)
        folder = game.folder / "golden"
        folder.mkdir(exist_ok=True)
        if game.edition != NO_EDITION:
            try:
                text = editions_text(game)
            except ValueError as changed:
                print(f"{game.title}: {changed}")
                return 1
            (folder / EDITIONS_FILE).write_text(text, encoding="utf-8")
        (folder / COUNTS_FILE).write_text(counts_text(game), encoding="utf-8")
        for golden in golden_records(game):
            (folder / golden.file).write_text(golden_text(game, golden), encoding="utf-8")
        (folder / DRAWINGS_FILE).write_text(drawings_text(game), encoding="utf-8")
        print(f"{game.title}: golden files written")
    FAIR.write_text(fair_record("terminal_dispute"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
