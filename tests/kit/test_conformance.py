"""Every game on the shelf passes the whole conformance kit."""

import os

import pytest

from rollwright.core.game import game_names, open_game
from rollwright.testing import CHECKS, Check, Effort

EFFORT = Effort.long() if os.environ.get("ROLLWRIGHT_EFFORT") == "long" else Effort()


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(name: str, check: Check) -> None:
    check(open_game(name), EFFORT)
