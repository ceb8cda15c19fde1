"""Parses the command line and runs a command; every refusal becomes one sentence and exit code 2."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from rollwright import __version__
from rollwright.command import backup as backup_commands
from rollwright.command import balance_command, duel_command, printing, puzzle_command, reports, train_command
from rollwright.command import play as play_commands
from rollwright.command import serve as serve_command
from rollwright.command.analyse import PLAYOUTS
from rollwright.command.analyse import analyse as analyse_command
from rollwright.command.database import add_place
from rollwright.command.duel_command import add_device, add_workers
from rollwright.command.settings import MAX_WORKERS, PLACES, SERVING, any_number, counted
from rollwright.core.errors import Refusal
from rollwright.core.game import any_speech
from rollwright.core.language import LANGUAGES, Phrase, preferred_language
from rollwright.lab.matches import MEASURED, RANDOM
from rollwright.lab.worth_games import RESULTS

APP = "serve"
"""The command that is run when none is given: it opens the app."""

REFUSED = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser that reports errors as refusals, in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse an invalid command line."""
        wrong, tell = message[0].upper() + message[1:], f"{self.prog} --help"
        raise Refusal(Phrase("{wrong}. Run `{tell}` for help.", wrong=wrong, tell=tell))


MAX_GAMES = 50_000_000


def parser() -> Parser:
    """Return the parser of the whole command line."""
    top = Parser(prog="rollwright", description="A home for roll-and-write games. Without a command it opens the app.")
    top.add_argument("--version", action="version", version=f"rollwright {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    _add_playing(commands)
    printing.add_to(commands)
    _add_keeping(commands)
    _add_measuring(commands)
    return top


def _add_playing(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the commands for playing."""
    games = commands.add_parser("games", help="list the games")
    games.set_defaults(run=reports.list_games)

    play = commands.add_parser("play", help="play in this terminal")
    play.add_argument("game", nargs="?", metavar="GAME")
    play.add_argument("--seats", type=counted(99), help="number of players, all at this terminal")
    play.add_argument("--names", help="the players' names, separated by commas")
    play.add_argument("--seed", type=any_number, help="roll the dice from this seed, also when resuming")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    play.add_argument("--language", choices=list(LANGUAGES), default=preferred_language())
    play.add_argument("--resume", action="store_true", help="resume the last unfinished game")
    play.add_argument("--record", metavar="FILE", help="resume the game in this file, or save a new one there")
    play.set_defaults(run=play_commands.play)

    serve = commands.add_parser("serve", help="play in the browser")
    add_place(serve)
    for setting in SERVING:
        if setting not in PLACES:
            setting.add_to(serve)
    serve.set_defaults(run=serve_command.serve)

    replay = commands.add_parser("replay", help="read a record and show the state of its game")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--language", choices=list(LANGUAGES), default=preferred_language())
    replay.set_defaults(run=play_commands.show_record)

    analyse = commands.add_parser("analyse", help="say what was luck in a record's game, and what were choices")
    analyse.add_argument("file", metavar="FILE")
    analyse.add_argument("--playouts", type=counted(10_000), default=PLAYOUTS, help="games for each move and position")
    analyse.add_argument("--language", choices=list(LANGUAGES), default=preferred_language())
    analyse.set_defaults(run=analyse_command)

    verify = commands.add_parser("verify", help="check that the fair dice of a record were not changed")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--language", choices=list(LANGUAGES), default=preferred_language())
    verify.set_defaults(run=play_commands.check_dice)


def _add_keeping(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the commands for backups."""
    backup = commands.add_parser("backup", help="write all tables into one file", description=backup_commands.TAKING)
    backup.add_argument("file", metavar="FILE", help="a new file; - for standard output")
    add_place(backup)
    backup.set_defaults(run=backup_commands.take_backup)

    restore = commands.add_parser(
        "restore", help="restore a backup into an empty place", description=backup_commands.BRINGING_BACK
    )
    restore.add_argument("file", metavar="FILE", help="a file written by `backup`; - for standard input")
    add_place(restore)
    restore.set_defaults(run=backup_commands.bring_back)


def _add_measuring(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the commands that simulate, measure and check."""
    sim = commands.add_parser("sim", help="simulate many games, played at random or by bots")
    sim.add_argument("game", metavar="GAME")
    sim.add_argument("--player", choices=MEASURED, default=RANDOM, help="who plays every seat")
    sim.add_argument("--seats", type=counted(99))
    sim.add_argument("--games", type=counted(MAX_GAMES), default=10_000)
    sim.add_argument("--seed", type=any_number, default=1)
    sim.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    add_workers(sim, "1")
    add_device(sim)
    sim.add_argument("--json", action="store_true", help="print one JSON object")
    sim.set_defaults(run=reports.run_simulation)

    bench = commands.add_parser("bench", help="measure speed against yardsticks")
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.set_defaults(run=reports.run_bench)

    report = commands.add_parser("report", help="let the bots play, and report how strong they are")
    report.add_argument("game", nargs="?", metavar="GAME", help="only this game's part (default: all games)")
    report.add_argument("--output", metavar="FILE", help=f"where to write it (default: {reports.REPORT})")
    report.add_argument("--seed", type=any_number, default=1)
    add_workers(report, "all")
    report.add_argument(
        "--quick", action="store_true", help="just a few games, to see that it works; saved only with --output"
    )
    report.set_defaults(run=reports.run_report)

    duel_command.add_to(commands, MAX_GAMES)
    balance_command.add_to(commands)
    _add_teaching(commands)


def _add_teaching(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the commands that work out what games keep in their folders, and check games."""
    puzzles = commands.add_parser("puzzles", help="work out what the moves of a game's puzzles are worth")
    puzzles.add_argument("game", metavar="GAME")
    puzzles.add_argument("--seed", type=any_number, default=1)
    puzzles.add_argument("--find", type=counted(MAX_GAMES), metavar="GAMES", help="look for positions in so many games")
    puzzles.add_argument("--seats", type=any_number, help="with --find: how many play")
    puzzles.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="with --find")
    puzzles.set_defaults(run=puzzle_command.run_puzzles)

    worth = commands.add_parser("worth", help="let the normal bot play, and write down what its games come to")
    worth.add_argument("game", metavar="GAME")
    worth.add_argument("--output", metavar="FILE", help="where to write it (default: worth.toml in the game's folder)")
    worth.add_argument("--seed", type=any_number, default=1)
    worth.add_argument(
        "--results", type=counted(MAX_GAMES), default=RESULTS, help="results for each kind of table: one a seat"
    )
    worth.add_argument("--workers", type=counted(MAX_WORKERS), default=1, help="CPU cores to use")
    worth.set_defaults(run=reports.run_worth)

    train = commands.add_parser(
        "train", help="let a game's bots play with themselves, and write down what that teaches"
    )
    train.add_argument("game", metavar="GAME")
    train.add_argument("--seed", type=any_number, default=1)
    train.add_argument("--rounds", type=counted(MAX_GAMES), help="rounds of self-play")
    train.add_argument("--games", type=counted(MAX_GAMES), help="games in each round for each number of seats")
    train.set_defaults(run=train_command.run_training)

    check = commands.add_parser("check", help="run the conformance kit on a game")
    check.add_argument("game", metavar="GAME")
    check.add_argument("--long", action="store_true", help="try many more games")
    check.set_defaults(run=reports.run_checks)


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; only some commands take options that are known to nobody but a game."""
    whole = parser()
    chosen, more = whole.parse_known_args(arguments)
    if more and not getattr(chosen, "takes_more", False):
        whole.error(f"unrecognized arguments: {' '.join(more)}")
    chosen.more = more
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    language = preferred_language()
    if sys.stdout is None:  # closed by the parent process
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - stays open until exit
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that the terminal cannot show are replaced
            stream.reconfigure(errors="replace")
    try:
        given = sys.argv[1:] if arguments is None else arguments
        chosen = _parsed(given or [APP])
        language = getattr(chosen, "language", language)
        code = int(chosen.run(chosen))
        sys.stdout.flush()
    except Refusal as refusal:
        print(any_speech(language)(refusal.phrase), file=sys.stderr)
        return REFUSED
    except OSError as fault:
        if isinstance(fault, BrokenPipeError):  # the reader of our output has gone, which is normal
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(
            any_speech(language)(Phrase("System error: {reason}.", reason=fault.strerror or fault)),
            file=sys.stderr,
        )
        os._exit(REFUSED)  # if writing output failed, flushing it at exit would fail again
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code
