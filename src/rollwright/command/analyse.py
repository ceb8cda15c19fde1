"""The command that analyses a record: what was luck, what were choices, and the costliest of them."""

import argparse
from pathlib import Path

from rollwright.bots.analysis.account import Analysis, Walk, analysed
from rollwright.command.play import text_of
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, Speech
from rollwright.core.position import Position
from rollwright.records import replay
from rollwright.table import Table
from rollwright.table.replay import PlayedGame

PLAYOUTS = 64
COSTLIEST = 3
HUNDRED = 100


def analyse(arguments: argparse.Namespace) -> int:
    """Print the analysis of the game in a record."""
    table = replay(text_of(Path(arguments.file)))
    if not table.over:
        raise Refusal(Phrase("A game can be analysed once it is over."))
    walk = Walk.of(PlayedGame.of(table))
    say = table.game.speech(arguments.language).naming(table.players)
    print(told(table, walk, analysed(walk, arguments.playouts), say))
    return 0


def told(table: Table, walk: Walk, found: Analysis, say: Speech) -> str:
    """Return an analysis as text: a row for each seat, then everybody's costliest choices."""
    head = [say(text) for text in ("At the start", "Luck", "Choices", "Choices of others", "Result")]
    names = [say(name) for name in table.players]
    wide = max(map(len, names))
    lines = [f"{'':{wide}}  " + "  ".join(f"{each:>{max(8, len(each))}}" for each in head)]
    for seat, name in enumerate(names):
        parts = found.sum(seat)
        values = (parts.start, parts.luck, parts.own, parts.others, parts.result)
        row = "  ".join(
            f"{_written(found, value):>{max(8, len(each))}}" for value, each in zip(values, head, strict=True)
        )
        lines.append(f"{name:{wide}}  {row}")
    for seat, name in enumerate(names):
        for step in found.costliest(seat, COSTLIEST):
            lines += ["", *_choice(table, walk, found, step, name, say)]
    return "\n".join(lines)


def _choice(table: Table, walk: Walk, found: Analysis, step: int, name: str, say: Speech) -> list[str]:
    choice, words = found.choices[step], table.game.words
    known = Position(table.rules, table.rules.restore(walk.positions[step - 1])).seen(choice.seat).record
    lines = [say("{name}, round {n}: lost {lost}", name=name, n=int(known.round_no), lost=_written(found, choice.loss))]
    for option in choice.options:
        mark = "=" if option.move == choice.played else ">" if option == choice.best else " "
        move = say(words.describe(known, choice.seat, option.move))
        lines.append(f"  {mark} {_written(found, option.worth):>6}  {move}")
    reason = words.reason(known, choice.seat, choice.played, choice.best.move)
    return [*lines, f"  {say(reason)}"] if reason else lines


def _written(found: Analysis, value: float) -> str:
    return f"{value:.1f}" if found.alone else f"{HUNDRED * value:.0f}%"
