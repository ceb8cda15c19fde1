"""What guides playouts of Terminal Dispute makes sense to a player."""

import pytest

from rollwright.games.terminal_dispute.prefer import hope
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
    assert set(weights(opened("terminal_dispute", 1, 3, 5, 2, 6, 1)).values()) == {1}, "any allocation will do"


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
