"""The command that lets two players play against each other, and says who is better."""

import argparse
import json
from math import log10
from typing import TYPE_CHECKING

from rollwright.command.reports import read_options, show_games
from rollwright.command.settings import MAX_WORKERS, any_number, counted
from rollwright.core.errors import BadOption
from rollwright.core.game import open_game
from rollwright.core.gpu.device import CPU, GPU
from rollwright.core.language import Phrase, listed, printable
from rollwright.core.options import seated
from rollwright.lab.duels import Seats
from rollwright.lab.matches import MEASURED, Player, play_matches
from rollwright.lab.workers.pool import open_workers

if TYPE_CHECKING:
    from rollwright.command.main import Parser

MAX_PLAYOUTS = 10_000_000

CLUSTER = "tcp://HOST:PORT"


def add_to(commands: "argparse._SubParsersAction[Parser]", max_games: int) -> None:
    """Add the command."""
    duel = commands.add_parser("duel", help="let two players play on the same dice, and say who is better")
    duel.add_argument("game", metavar="GAME")
    duel.add_argument("first", metavar="FIRST", help=f"{', '.join(MEASURED)}, or a number of playouts for a decision")
    duel.add_argument("second", metavar="SECOND", help="likewise")
    duel.add_argument("--seats", type=counted(99), help="seats of the table (default: 2, or 1 if the game is for one)")
    duel.add_argument("--games", type=counted(max_games), default=100)
    duel.add_argument("--seed", type=any_number, default=1)
    duel.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    add_workers(duel, "all")
    duel.add_argument("--json", action="store_true", help="print one JSON object")
    duel.set_defaults(run=run_duel)


def add_workers(command: argparse.ArgumentParser, default: str) -> None:
    """Add the options that say what plays: cores of this machine, or the workers of a cluster, but not both."""
    either = command.add_mutually_exclusive_group()
    either.add_argument("--workers", type=counted(MAX_WORKERS), help=f"CPU cores to use (default: {default})")
    either.add_argument("--cluster", metavar=CLUSTER, help="let the workers of this Dask scheduler play")


def add_device(command: argparse.ArgumentParser) -> None:
    """Add the option that lets a GPU play."""
    command.add_argument("--device", choices=(CPU, GPU), default=CPU, help="let a GPU play: the results are the same")


def player_named(text: str) -> Player:
    """Return the player of this name, or one that makes so many playouts for a decision."""
    if text in MEASURED:
        return text
    if text.isascii() and text.isdigit() and int(text) <= MAX_PLAYOUTS:
        return int(text)
    raise BadOption(
        Phrase(
            "There is no player '{name}': the players are {known}, or a number of playouts.",
            name=printable(text),
            known=listed(MEASURED),
        )
    )


def run_duel(arguments: argparse.Namespace) -> int:
    """Play a duel and print the first player's share of the victories."""
    game = open_game(arguments.game)
    players = player_named(arguments.first), player_named(arguments.second)
    seats = Seats.of(game, arguments.seats, arguments.games)
    options = read_options(arguments.option)
    if options:
        game.setting(seats.seats, options)
    seatings = seats.seatings(game, *players, arguments.seed, options or None)
    with open_workers(arguments.cluster, arguments.workers) as workers:
        workers.prepare(game.name).result()
        played = play_matches(workers, game, seatings, show_games(len(seatings)))
    points, shares = seats.judge(played)
    share, lead = seats.share(shares), seats.lead(points)
    if arguments.json:
        found = {
            "game": game.name,
            "players": [arguments.first, arguments.second],
            "seats": seats.seats,
            "games": share.games,
            "sets_of_dice": seats.dice,
            "seed": arguments.seed,
            "options": options,
            "share": [share.mean, share.low, share.high],
            "lead": [lead.mean, lead.low, lead.high],
            "points": points.tolist(),
            "shares": shares.tolist(),
        }
        print(json.dumps(found))
        return 0
    names = f"{_name(arguments.first)} against {_name(arguments.second)}"
    dice = f"{share.games:,} games on {seats.dice:,} sets of dice"
    print(f"{game.title}, {seated(seats.seats)}, {names}, {dice}, seed {arguments.seed}")
    print(
        f"{_name(arguments.first)} has {share.mean:.1%} of the victories ({share.low:.1%} to {share.high:.1%}), "
        f"{_elo(share.mean)}, and leads by {lead.mean:.2f} points ({lead.low:.2f} to {lead.high:.2f})"
    )
    return 0


def _name(text: str) -> str:
    return f"{int(text):,} playouts" if text.isdigit() else text


def _elo(share: float) -> str:
    """Return the difference in Elo points that a share means."""
    return f"{400 * log10(share / (1 - share)):+.0f} Elo" if 0 < share < 1 else "as many Elo as one likes"
