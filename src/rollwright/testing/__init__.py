"""The conformance kit: checks that every game must pass, for authors of new games.

From the command line, ``rollwright check GAME`` runs every check and says which fail. In a test suite::

    import pytest
    from rollwright.testing import CHECKS, Effort
    from rollwright.core.game import open_game

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_game_conforms(check):
        check(open_game("my_game"), Effort())

A check raises AssertionError with a sentence that says what is wrong. For a game's own tests, :func:`opened` opens a
table with scripted dice, and :func:`playthroughs` is a Hypothesis strategy for whole games.
"""

from collections.abc import Callable

from rollwright.core.game import Game
from rollwright.testing import determinism, faces, files, legality, looks, players, secrecy, view, words
from rollwright.testing.editions import edition_checks
from rollwright.testing.lessons import lesson_checks, puzzle_checks
from rollwright.testing.playthroughs import Effort, Playthrough, opened, playthroughs

Check = Callable[[Game, Effort], None]

CHECKS: tuple[Check, ...] = (
    *faces.CHECKS,
    *legality.CHECKS,
    *determinism.CHECKS,
    *edition_checks.CHECKS,
    *secrecy.CHECKS,
    *players.CHECKS,
    *words.CHECKS,
    *looks.CHECKS,
    *view.CHECKS,
    *files.CHECKS,
    *lesson_checks.CHECKS,
    *puzzle_checks.CHECKS,
)
"""All checks, in the order in which failures are best fixed."""

__all__ = ["CHECKS", "Check", "Effort", "Playthrough", "opened", "playthroughs"]
