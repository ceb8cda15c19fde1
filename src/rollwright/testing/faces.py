"""Checks that a game declares the functions that the page, the terminal and the lab call, with the right arguments."""

import inspect
from collections.abc import Sequence
from dataclasses import fields
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from rollwright.core.errors import UnknownGame
from rollwright.core.face import Text, Words
from rollwright.core.game import Game
from rollwright.testing.playthroughs import Effort
from rollwright.view import Drawing, View

FACES: tuple[tuple[str, type[Any]], ...] = (("words", Words), ("text", Text), ("view", View))
"""The modules of a game's folder that declare a table of functions, and its type."""


def says_and_draws_what_is_asked(game: Game, effort: Effort) -> None:
    """Words, text and view declare all required functions with the right arguments, and leave none undeclared."""
    for name, kind in FACES:
        try:
            face, module = game.face(name, kind), game.part(name)
        except UnknownGame as refusal:
            raise AssertionError(f"{name}.py must declare {name.upper()} = {kind.__name__}(...): {refusal}") from None
        _check_functions(name, kind, face)
        _check_none_forgotten(name, face, module)


def _check_functions(name: str, kind: type[Any], face: object) -> None:
    hints = get_type_hints(kind)
    for field in fields(kind):
        function, hint = getattr(face, field.name), hints[field.name]
        if get_origin(hint) is Sequence:  # data, such as forms
            continue
        if hint is Drawing:
            assert isinstance(function, Drawing), f"{name}.{field.name} is no Drawing"
            function, hint = function.shows, get_type_hints(Drawing)["shows"]
        wanted = get_args(hint)[0]
        assert callable(function), f"{name}.{field.name} is no function"
        shape = inspect.signature(function)
        try:
            shape.bind(*wanted)
        except TypeError:
            raise AssertionError(
                f"{name}.{field.name}{shape} does not fit: it is called with {len(wanted)} arguments"
            ) from None


def _check_none_forgotten(name: str, face: Any, module: ModuleType) -> None:
    """A function with the name of an optional one that is not declared would never be called."""
    for field in fields(face):
        own = getattr(module, field.name, None)
        declared = getattr(face, field.name) is not field.default
        assert own is None or declared, f"{name}.py has a function '{field.name}' that {name.upper()} does not name"


CHECKS = (says_and_draws_what_is_asked,)
