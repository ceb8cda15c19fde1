"""How a game is broken on purpose, and which check must notice."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rollwright.core.contract import Ints, Record
from rollwright.core.game import Game
from rollwright.view import Groups, Heading, PartTemplate, Template, Way, view_of

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


def recode(game: Game, patch: Patch, change: Callable[[Record, int, Ints], None]) -> None:
    """Let a function change the codes of a sheet after they were written."""
    sheet = view_of(game).sheet

    def shows(s: Record, seat: int, codes: Ints, original: Any = sheet.shows, change: Any = change) -> None:
        original(s, seat, codes)
        change(s, seat, codes)

    patch.setattr(view_of(game), "sheet", replace(sheet, shows=shows))


def redraw(game: Game, patch: Patch, *groups: Groups) -> None:
    """Draw more groups on a sheet, as a part of their own."""
    sheet = view_of(game).sheet
    assert isinstance(sheet.template, Template)
    title = sheet.template.parts[0].heading
    assert isinstance(title, Heading)
    parts = [*sheet.template.parts, PartTemplate("more", title, groups)]
    patch.setattr(view_of(game), "sheet", replace(sheet, template=Template(parts)))


def repoint(game: Game, patch: Patch, change: Callable[..., Way]) -> None:
    """Replace the way of each move by another one; `change` is given the way, and then what the original is given."""
    original = view_of(game).way
    patch.setattr(view_of(game), "way", lambda *arguments: change(original(*arguments), *arguments))


def reoffer(game: Game, patch: Patch, change: Callable[[Record, int, Ints, int, Ints], None]) -> None:
    """Let a function change the codes of moves after they were written."""
    written = view_of(game).offers

    def offers(
        s: Record, seat: int, moves: Ints, count: int, codes: Ints, original: Any = written, change: Any = change
    ) -> None:
        original(s, seat, moves, count, codes)
        change(s, seat, moves, count, codes)

    patch.setattr(view_of(game), "offers", offers)
