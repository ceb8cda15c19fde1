"""Every game on the shelf passes the whole conformance kit."""

import pytest

from rollwright.core.game import game_names, open_game
from rollwright.testing import CHECKS, Check, Effort
from tests.support import LONG

EFFORT = Effort.long() if LONG else Effort.short()


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(name: str, check: Check) -> None:
    check(open_game(name), EFFORT)
