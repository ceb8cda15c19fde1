"""Every rule of Sealed Bids."""

import pytest

from rollwright.core.errors import Illegal
from rollwright.testing import opened


def test_sb01_sb02_sb03_a_round() -> None:
    table = opened("sealed_bids", 2, 5, 1, 1)
    assert table.position.prize == 5, "SB-01"
    assert table.legal(0) == [f"bid {number}" for number in range(1, 7)], "SB-02"
    for seat, number in ((0, 4), (1, 3)):
        table.play(seat, f"bid {number}")
        assert "ready" in table.legal(seat)
    for seat in (0, 1):
        table.play(seat, "ready")
    assert [table.score(seat) for seat in (0, 1)] == [3, 0], "SB-03: the prize less half the bid"
    with pytest.raises(Illegal, match="You have bid 4 before"):
        table.play(0, "bid 4")


def test_sb03_equal_bids_win_nothing() -> None:
    table = opened("sealed_bids", 3, 5, 1, 1)
    for seat, number in ((0, 6), (1, 6), (2, 1)):
        table.play(seat, f"bid {number}")
        table.play(seat, "ready")
    assert [table.score(seat) for seat in range(3)] == [0, 0, 4.5]
