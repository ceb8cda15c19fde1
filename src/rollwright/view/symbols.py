"""What the symbols of a sheet mean: a sentence for each, and the rule it comes from.

A game says it in `symbols.toml`. A table ``[box]`` speaks of everything drawn whose name is ``box`` or begins with
``box-``; where several fit, the longest name decides.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from rollwright.core.game import Game, cannot_load

SYMBOLS_FILE = "symbols.toml"


@dataclass(frozen=True)
class Symbol:
    """What a symbol means, in English as in the source, and the id of the rule that says so."""

    say: str
    rule: str = ""


def symbols_of(game: Game) -> dict[str, Symbol]:
    """Return what a game says about its symbols, by the beginnings of names; nothing if it has no such file."""
    path = game.folder / SYMBOLS_FILE
    if not path.exists():
        return {}
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: Symbol(**each) for name, each in read.items()}
    except Exception as fault:  # it may have been edited by hand
        raise cannot_load(f"{game.name}/{SYMBOLS_FILE}", fault) from fault


def symbol_for(symbols: Mapping[str, Symbol], name: str) -> Symbol | None:
    """Return what is said about something drawn.

    >>> known = {"box": Symbol("A box."), "box-a": Symbol("A box of row a.")}
    >>> symbol_for(known, "box-a-1").say, symbol_for(known, "box-b").say, symbol_for(known, "boxes")
    ('A box of row a.', 'A box.', None)
    """
    parts = name.split("-")
    beginnings = ("-".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((symbols[each] for each in beginnings if each in symbols), None)
