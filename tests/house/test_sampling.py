"""What is left out without long effort: by `dealt` no value of a factor, by `some` what has its turn in other tests.

Under long effort nothing is left out.
"""

from itertools import product

import pytest

from tests.support.sampling import dealt, some


@pytest.mark.parametrize(("size", "count"), [(size, count) for size in range(1, 9) for count in range(1, 4)])
def test_each_value_has_its_turn(size: int, count: int) -> None:
    values = list(range(size))
    samples = [some(values, turn, count, long=False) for turn in values]
    assert {len(set(sample)) for sample in samples} == {min(size, count)}
    assert all(sample == sorted(sample) for sample in samples), "in the order of the values"
    assert {value for sample in samples for value in sample} == set(values)
    assert {tuple(some(values, turn, count, long=True)) for turn in values} == {tuple(values)}


def test_two_turns_show_four_values() -> None:
    assert some("abcd", 0, long=False) + some("abcd", 1, long=False) == ["a", "c", "b", "d"]


@pytest.mark.parametrize("sizes", [(4, 2), (2, 4), (4, 3), (3,), (4, 3, 2), (1, 5)])
def test_each_value_is_dealt(sizes: tuple[int, ...]) -> None:
    factors = [list(range(size)) for size in sizes]
    sample = dealt(*factors, long=False)
    assert len(sample) == max(sizes)
    assert [sorted(set(column)) for column in zip(*sample, strict=True)] == factors
    assert dealt(*factors, long=True) == list(product(*factors))
