"""The commands that open a table: play, replay, verify."""

import argparse
import os
import pydoc
import secrets
import shutil
import sys
from pathlib import Path

from rollwright.command.reports import read_options
from rollwright.core.dice import SeededDice
from rollwright.core.errors import BadOption, BadRecord, Refusal
from rollwright.core.game import Game, all_games, open_game
from rollwright.core.language import Phrase, Speech, listed, printable, speech
from rollwright.core.options import first_offered
from rollwright.core.scoring import points
from rollwright.records import replay, verify
from rollwright.table import Table
from rollwright.terminal.client import Client
from rollwright.terminal.saved_games import AutoSave, last_unfinished, new_path

NOT_PROVEN = 1
"""Exit code of `verify` for dice that are not proven."""


def play(arguments: argparse.Namespace) -> int:
    """Play in this terminal; the game is saved after every step."""
    dice = SeededDice(secrets.randbits(64) if arguments.seed is None else arguments.seed)
    say = speech(arguments.language)
    patient = sys.stdin.isatty()
    path = _record_path(arguments)
    try:
        table = _old_table(arguments, path, dice) if path and path.exists() else _new_table(arguments, dice)
        path = path or new_path(table.game.name)
        auto_save = AutoSave(path, text_of(path) if path.exists() else None)
        client = Client(table, input, print, arguments.language, patient, on_step=auto_save)
        if patient:
            client.width = shutil.get_terminal_size().columns
            client.page = pydoc.pager
            _complete_with(client)
        over = client.run()
    except (EOFError, KeyboardInterrupt):
        print()
        over = False
    if path and path.exists():
        command = f"{_program()} play " + (f"--record {path}" if arguments.record else "--resume")
        if arguments.seed is not None:
            command += f" --seed {arguments.seed}"
        left = say("Your game is saved. Continue it with `{command}`.", command=command)
        print(say("The record is in {path}.", path=path) if over else left)
    return 0


def _program() -> str:
    """Return the command for this program: its name if it is on the path, else its relative path."""
    started = Path(sys.argv[0])
    if started.name != "rollwright" or shutil.which("rollwright"):
        return "rollwright"
    return os.path.relpath(started)


def _old_table(arguments: argparse.Namespace, path: Path, dice: SeededDice) -> Table:
    """Return the table of a saved game."""
    table = replay(text_of(path), dice)
    if arguments.seats or arguments.names or arguments.option:
        raise BadOption(Phrase("A resumed game keeps its seats, names and options: leave them out."))
    return table


def _record_path(arguments: argparse.Namespace) -> Path | None:
    """Return the file of the game to resume or to start, if one is named."""
    if arguments.record:
        return Path(arguments.record)
    if not arguments.resume:
        return None
    if arguments.game:
        open_game(arguments.game)
    path = last_unfinished(arguments.game)
    if path is None:
        raise Refusal(Phrase("There is no unfinished game to resume: start one with `rollwright play`."))
    return path


def _new_table(arguments: argparse.Namespace, dice: SeededDice) -> Table:
    say = speech(arguments.language)
    game = open_game(arguments.game) if arguments.game else _choose_game(say)
    names = [name.strip() for name in (arguments.names or "").split(",") if name.strip()]
    seats = arguments.seats or (len(names) if names else _choose_seats(game, say))
    options = first_offered(game.options, seats, read_options(arguments.option))
    return Table(game, seats, dice, options, names=names, rolls_itself=False)


def _choose_game(say: Speech) -> Game:
    shelf = all_games()
    if len(shelf) == 1 or not sys.stdin.isatty():
        return shelf[0]
    for number, game in enumerate(shelf, start=1):
        print(f"{number}. {game.title}")
    while True:
        answer = _answer(say("Which game? [1]"), "1")
        for number, game in enumerate(shelf, start=1):
            if answer in {str(number), game.name, game.title}:
                return game
        print(say("There is no game called '{name}': the games are {known}.",
                  name=printable(answer), known=listed(game.name for game in shelf)))  # fmt: skip


def _choose_seats(game: Game, say: Speech) -> int:
    low, high = game.seats[0], game.seats[-1]
    if low == high or not sys.stdin.isatty():
        return low
    question = say("{title}: how many players, {low} to {high}? [{low}]", title=game.title, low=low, high=high)
    while True:
        answer = _answer(question, str(low))
        if answer.isdecimal() and len(answer) < 3 and int(answer) in game.seats:
            return int(answer)
        print(say("'{answer}' is not a number of players.", answer=printable(answer)))


def _answer(question: str, default: str) -> str:
    """Ask a question before the game and return the answer, or the default; quitting here exits the program."""
    answer = input(question + " ").strip() or default
    if answer.lower() in {"quit", "q", "exit"}:
        raise EOFError
    return answer


def _complete_with(client: Client) -> None:
    """Let Tab complete moves, where the terminal has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(_: str, state: int) -> str | None:
        found = client.completions(readline.get_line_buffer())
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


def show_record(arguments: argparse.Namespace) -> int:
    """Replay a record and show how the game stands."""
    table = replay(text_of(Path(arguments.file)))
    print(table.drawing(language=arguments.language))
    say = speech(arguments.language)
    totals = [points(table.halves(seat)) for seat in range(table.seats) if table.shows_total(seat)]
    scores = ", ".join(totals) or say("points hidden until the end")
    print("\n" + (say("Over: {scores}", scores=scores) if table.over else say("Not over yet: {scores}", scores=scores)))
    return 0


def check_dice(arguments: argparse.Namespace) -> int:
    """Check whether the fair dice of a record are proven."""
    verdict = verify(text_of(Path(arguments.file)))
    say = speech(arguments.language)
    for sentence in verdict.sentences:
        print(say(sentence))
    return 0 if verdict.proven else NOT_PROVEN


def text_of(path: Path) -> str:
    """Return the text of a record; refuse a file that cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as fault:
        raise BadRecord(Phrase("'{path}' cannot be read: {reason}.", path=path, reason=fault.strerror)) from fault
    except UnicodeDecodeError as fault:
        raise BadRecord(Phrase("'{path}' is not a record: it is not text.", path=path)) from fault
