"""Puts the games of this folder on the shelf while their own tests run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwright.games

collect_ignore_glob = [f"*/{name}.py" for name in ("__init__", "moves", "rules", "text", "view", "words")]


@pytest.fixture(autouse=True)
def on_the_shelf() -> Iterator[None]:
    here = str(Path(__file__).parent)
    rollwright.games.__path__.append(here)
    yield
    rollwright.games.__path__.remove(here)
