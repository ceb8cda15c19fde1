"""What guides playouts of Terminal Dispute makes sense to a player."""

import pytest

from rollwright.games.terminal_dispute.prefer import hope
from rollwright.games.terminal_dispute.sheet import ROUNDS
from rollwright.games.terminal_dispute.tests.staging import arrange, at_writing
from rollwright.table import Table
from rollwright.testing import opened


def weights(table: Table) -> dict[str, int]:
    rules = table.game.rules()
    return {table.game.moves.text(move): int(rules.prefer(table.position, 0, move)) for move in table.legal_moves(0)}


def begun(*moves: str) -> Table:
    """Open a table alone, with a 3 and a 5 to write and lines of 2 or 6; a 2, a 5 and lines of 1 or 2 come next."""
    table = opened("terminal_dispute", 1, 3, 5, 2, 6, 1, 5, 5, 2, 2, 1, 1)
    for move in ("allocate nav 3 5 phone 2 6", *moves):
        table.play(0, move)
    return table


def test_a_long_line_is_preferred_to_a_short_one() -> None:
    found = weights(begun())
    assert found["line 2 from c1 sw"] > found["line 6 from a5 e"], "six hexes are more than two"
    assert found["line 2 from c1 sw"] > found["line 2 from c1 w"], "the edge comes after three"
    assert found["line 2 from f2 se"] == found["line 2 from c1 w"]


def test_lines_come_before_numbers_and_numbers_before_the_rest() -> None:
    kinds: dict[str, set[int]] = {}
    for text, weight in weights(begun()).items():
        kinds.setdefault(text.split()[0], set()).add(weight)
    assert min(kinds["line"]) > max(kinds["write"])
    assert min(kinds["write"]) > 1


def test_dice_are_allocated_for_the_best_numbers_and_the_best_line() -> None:
    found = weights(opened("terminal_dispute", 1, 3, 5, 2, 6, 1))
    assert found["allocate nav 2 3 phone 1 6"] > found["allocate nav 1 6 phone 2 3"], "a 6 is best as a length"
    assert found["allocate nav 3 5 phone 1 6"] > found["allocate nav 1 5 phone 3 6"], "a 3 begins more straights"


def test_a_line_through_a_dot_is_preferred_and_one_along_a_label_is_not() -> None:
    found = weights(begun())
    assert found["line 2 from e2 sw"] > found["line 2 from f2 sw"], "it wins a swap on e3"
    assert found["line 2 from f2 w"] > found["line 2 from f2 se"], "the hexes at label 3 are where lines begin"


def with_a_swap(matrix: str, unused: int) -> Table:
    """Set up a last round with a 2 and a 4 to write, and a swap won before."""
    table = arrange(at_writing("2 4", unused, "1 1"), matrix=matrix, shaded="c3")
    table.position.round_no = ROUNDS
    return table


def test_a_swap_is_made_for_what_it_gains_and_kept_otherwise() -> None:
    full = "1 2 3 4 .  2 2 6 1 1  3 5 4 1 6  4 6 3 . 2  6 3 1 6 1"
    found = weights(with_a_swap(full, unused=5))
    assert found["unused for nav 2"] > max(weight for text, weight in found.items() if text.startswith("write"))
    assert found["unused for nav 2"] < min(weight for text, weight in found.items() if text.startswith("line"))
    early = weights(arrange(at_writing("2 4", 5, "1 1"), shaded="c3"))
    assert early["unused for nav 2"] == 1, "on an empty sheet every number fits"


def test_a_number_is_preferred_where_it_fits() -> None:
    found = weights(begun("line 2 from c1 sw", "write 5 a1", "write 3 b2"))
    assert found["write 2 e2"] > found["write 2 e1"], "2 beside 3 begins a straight, beside 5 it does not"
    assert found["write 2 c2"] == found["write 2 e2"] == found["write 2 b5"], "a line is a line, read either way"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((1, 2, 3, 4, 5), (1, 1, 1, 1, 1)),
        ((0, 2, 3, 4, 5), (0, 1, 3, 4, 5)),
        ((0, 0, 3, 3, 3), (0, 0, 3, 3, 7)),
        ((0, 0, 0, 0, 0), (0, 0, 0, 0, 7)),
    ],
)
def test_hopes_are_in_the_right_order(better: tuple[int, ...], worse: tuple[int, ...]) -> None:
    assert hope(better) > hope(worse)


def test_a_full_line_is_worth_its_points() -> None:
    assert hope((2, 3, 4, 5, 6)) == 7, "TD-40"
    assert hope((1, 1, 3, 3, 7)) == 2, "TD-41"
