"""What is left out without long effort: by `dealt` no value of a factor, by `some` what has its turn in other tests.

Under long effort nothing is left out.
"""

from itertools import product

import pytest

from tests.support.ordering import long_ones_first
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


def test_tests_that_take_long_are_begun_first_in_each_process_and_none_is_lost() -> None:
    items = [f"{file}{number}" for file in "abcdefgh" for number in range(4)]
    found = long_ones_first(items, lambda item: item[0], ["h", "c", "x", "e"], 2)
    assert sorted(found) == items
    assert found[:8] == ["h0", "h1", "h2", "h3", "e0", "e1", "e2", "e3"]
    assert found[16:20] == ["c0", "c1", "c2", "c3"], "where the second process begins"
    rest = [item for item in found if item[0] not in "hce"]
    assert rest == sorted(rest), "the others stay as they are"
    assert long_ones_first(items, lambda item: item[0], ["h"], 1)[:4] == ["h0", "h1", "h2", "h3"]
