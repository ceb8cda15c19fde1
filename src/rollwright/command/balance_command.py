"""The command that lets every choice of a game play against every other, and fails if one wins too often."""

import argparse
import json
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rollwright.command.duel_command import add_device, add_workers, player_named
from rollwright.command.reports import read_options, show_measuring
from rollwright.command.settings import any_number, counted
from rollwright.core.errors import BadOption
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase
from rollwright.lab.gate.contests import SEATS, contests
from rollwright.lab.gate.gate import Judged, run_gate
from rollwright.lab.gate.sequential_test import ERROR, HIGH, LOW, MOST
from rollwright.lab.gpu.device_choice import plays_on_gpu
from rollwright.lab.matches import BY_THE_GUIDE, MEASURED, NEWCOMER, RANDOM
from rollwright.lab.report.gate_page import (
    fail_sentence,
    gate_head,
    gate_rows,
    nothing_to_weigh,
    side_names,
    turn_sentences,
)
from rollwright.lab.report.plans import plan_of
from rollwright.lab.workers.pool import Here, open_workers

if TYPE_CHECKING:
    from rollwright.command.main import Parser

FAILED = 1
"""The exit code if a side wins too often."""

MAX_DICE = 1_000_000


def add_to(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command."""
    balance = commands.add_parser(
        "balance",
        help="let every choice of a game play against every other, and fail if one wins too often",
        description=f"Fails if a side wins {HIGH:.0%} rather than {LOW:.0%}, with {ERROR:.0%} for either error.",
    )
    balance.add_argument("game", metavar="GAME")
    balance.add_argument(
        "--player", default=BY_THE_GUIDE, help=f"who plays: {', '.join(MEASURED)}, or a number of playouts"
    )
    balance.add_argument(
        "--dice", type=counted(MAX_DICE), default=MOST, help="the most sets of dice for each pairing, two games each"
    )
    balance.add_argument("--seed", type=any_number, default=1)
    balance.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the whole table"
    )
    add_workers(balance, "1")
    add_device(balance)
    balance.add_argument("--json", action="store_true", help="print one JSON object")
    balance.set_defaults(run=run_balance)


def run_balance(arguments: argparse.Namespace) -> int:
    """Play the gate, print its table, and say who wins too often."""
    game = open_game(arguments.game)
    player = player_named(arguments.player)
    fixed = table_options(game, read_options(arguments.option))
    every = contests(game, [name for name in plan_of(game).over if name not in fixed], fixed)
    players = RANDOM, NEWCOMER, BY_THE_GUIDE
    cores = arguments.workers or 1
    on_gpu = plays_on_gpu(arguments.device, player, players, cores, arguments.cluster)
    here = cores == 1 and not arguments.cluster
    with nullcontext(Here()) if here else open_workers(arguments.cluster, cores) as workers:
        judged = run_gate(workers, game, every, player, arguments.seed, arguments.dice, show_measuring, on_gpu=on_gpu)
    show_measuring("")
    names = side_names(game)
    if arguments.json:
        print(json.dumps({"game": game.name, "seed": arguments.seed, "pairings": [_as_json(each) for each in judged]}))
    elif not judged:
        print(nothing_to_weigh(game))
    else:
        _print_table([gate_head(judged), *gate_rows(judged, names)])
        if turns := turn_sentences(judged, names):
            print("\n" + "\n- ".join(turns))
    failed = [each for each in judged if not each.passes]
    for each in failed:
        print(f"{game.title} is out of balance: {fail_sentence(each, names)}", file=sys.stderr)
    return FAILED if failed else 0


def table_options(game: Game, options: dict[str, list[str]]) -> dict[str, str]:
    """Return the options of the whole table that were named; refuse others, and more values than one."""
    for option in game.options:
        if option.per_seat and option.name in options:
            raise BadOption(
                Phrase("Option '{option}' is what is weighed: name options of the whole table.", option=option.name)
            )
    game.setting(SEATS if SEATS in game.seats else game.seats[0], options)
    return {name: values[0] for name, values in options.items()}


def _print_table(rows: list[list[str]]) -> None:
    """Print rows in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _as_json(judged: Judged) -> dict[str, object]:
    return {
        "option": judged.contest.option,
        "sides": judged.contest.sides,
        **_found(judged),
        "alone": [{"table": dict(each.contest.tables[0]), **_found(each)} for each in judged.alone],
    }


def _found(judged: Judged) -> dict[str, object]:
    return {
        "games": judged.games,
        "share": [judged.share.mean, judged.share.low, judged.share.high],
        "verdicts": judged.verdicts,
        "undecided": judged.is_cut,
        "passes": judged.passes,
    }
