"""What is public is listed, documented and shown by an example that runs."""

import doctest
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType

import pytest

import rollwright
from tests.support import ROOT

PUBLIC = {
    "Advice", "Ambiguous", "BadBot", "BadOption", "BadRecord", "Duel", "Game", "Illegal", "Missing", "Move",
    "MoveRefused", "NotYourTurn", "Position", "Refusal", "Simulation", "Table", "UnknownGame", "Unreadable",
    "all_games", "bot", "duel", "open", "open_game", "players", "replay", "simulate",
}  # fmt: skip
"""Removing or changing one is a new major version (before 1.0 a new minor one); adding one is a new minor version."""


def documented() -> Iterator[tuple[str, object]]:
    """Yield every public name, and what the library's own classes define."""
    for name in rollwright.__all__:
        found = getattr(rollwright, name)
        yield name, found
        if inspect.isclass(found) and found.__module__.startswith("rollwright.api"):
            for inner, member in vars(found).items():
                if not inner.startswith("_") and isinstance(member, FunctionType | property | cached_property):
                    yield f"{name}.{inner}", member


def examples(thing: object) -> int:
    """Count the lines of code that a docstring shows."""
    return len(doctest.DocTestParser().get_examples(inspect.getdoc(thing) or ""))


def test_the_list_of_public_names_is_what_was_agreed() -> None:
    assert set(rollwright.__all__) == PUBLIC
    assert rollwright.__all__ == sorted(rollwright.__all__)
    assert set(rollwright.__all__) <= set(dir(rollwright))


NAMED = dict(documented())


@pytest.mark.parametrize(("name", "thing"), NAMED.items(), ids=list(NAMED))
def test_every_public_name_has_a_docstring_with_an_example(name: str, thing: object) -> None:
    assert inspect.getdoc(thing), name
    assert examples(thing), f"{name} has no example"


def test_a_name_without_an_example_is_noticed() -> None:
    def bare() -> None:
        """Do something."""

    assert not examples(bare)
    assert len(NAMED) > 50


def test_examples_are_run_as_doctests() -> None:
    """The suite collects the doctests of all modules; those of names that are made elsewhere are there, too."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "--doctest-modules" in settings
    assert re.search(r'testpaths = \["src"', settings)


def test_a_name_that_does_not_exist_is_told() -> None:
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        rollwright.opne  # noqa: B018
