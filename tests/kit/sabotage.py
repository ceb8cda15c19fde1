"""How a game is broken on purpose, and which check must notice."""

from collections.abc import Callable
from typing import Any

import pytest

from rollwright.core.game import Game
from rollwright.view import view_of

Patch = pytest.MonkeyPatch
Saboteur = Callable[[Game, Patch], None]
SABOTEURS: list[tuple[str, Saboteur]] = []


def caught_by(*names: str) -> Callable[[Saboteur], Saboteur]:
    def register(saboteur: Saboteur) -> Saboteur:
        SABOTEURS.extend((name, saboteur) for name in names)
        return saboteur

    return register


def wrap(game: Game, patch: Patch, name: str, change: Callable[..., Any]) -> None:
    """Replace a function of the rules by one that is given the original first."""
    module = game.part("rules")
    original = getattr(module, name)

    def changed(*arguments: Any) -> Any:
        return change(original, *arguments)

    patch.setattr(module, name, changed)


def redraw(game: Game, patch: Patch, name: str, change: Callable[..., Any]) -> None:
    """Replace a function of the game's view by one that is given what the original returns."""
    view = view_of(game)
    original = getattr(view, name)
    patch.setattr(view, name, lambda *arguments: change(original(*arguments), *arguments))
