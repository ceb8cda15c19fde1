"""The commands that print: a game's papers as PDF, and the card of a finished game."""

import argparse
from datetime import date
from pathlib import Path
from typing import TypeVar

from babel.dates import format_date

from rollwright.command.play import text_of
from rollwright.core.errors import BadOption, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import LANGUAGES, Phrase, listed, preferred_language, printable
from rollwright.paper.layout.sizes import PAPERS, UPS
from rollwright.records import replay

PICTURE_PPI = 144.0


Parser = TypeVar("Parser", bound=argparse.ArgumentParser)


def add_to(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the commands to the command line."""
    printing = commands.add_parser(
        "print",
        help="print a game's sheets, rules and other papers as PDF",
        description="Further options are those of the game, such as --race or --map; `all` prints every choice.",
    )
    printing.add_argument("game", metavar="GAME")
    printing.add_argument("--what", default="sheet", help="which paper: sheet, rules, summary, kit, log ...")
    printing.add_argument("--paper", choices=list(PAPERS), default="a4")
    printing.add_argument("--up", type=int, choices=UPS, default=0, help="how many stand on a page")
    printing.add_argument("--language", choices=list(LANGUAGES), default=preferred_language())
    printing.add_argument("-o", "--output", metavar="FILE", required=True, help="a PDF, or pictures if it ends in .png")
    printing.set_defaults(run=print_paper, takes_more=True)

    card = commands.add_parser("card", help="make a card for the wall of a finished game, as PDF or PNG")
    card.add_argument("file", metavar="RECORD")
    card.add_argument("--seat", type=int, default=0, help="whose sheet it shows (default: the winner's)")
    card.add_argument("--date", type=date.fromisoformat, help="the day of the game, as in 2026-01-31 (default: today)")
    card.add_argument("--paper", choices=list(PAPERS), default="a4")
    card.add_argument("--language", choices=list(LANGUAGES), default=preferred_language())
    card.add_argument("-o", "--output", metavar="FILE", required=True, help="ends in .pdf or .png")
    card.set_defaults(run=make_card)


def print_paper(arguments: argparse.Namespace) -> int:
    """Write a paper of a game."""
    from rollwright.paper import print_jobs  # needs packages that a simulation does without

    game = open_game(arguments.game)
    options = _options(game, arguments.more)
    wish = print_jobs.Wish(arguments.what, options, arguments.paper, arguments.up, arguments.language)
    path = Path(arguments.output)
    if path.suffix == ".png":
        pictures = print_jobs.preview(game, wish, PICTURE_PPI)
        for number, each in enumerate(pictures, 1):
            (path if len(pictures) == 1 else path.with_stem(f"{path.stem}-{number}")).write_bytes(each)
        return 0
    path.write_bytes(print_jobs.pdf(game, wish))
    return 0


def _options(game: Game, more: list[str]) -> dict[str, str]:
    """Return the choices that stand on the command line as options of the game: --race zerg, or --race=zerg."""
    found: dict[str, str] = {}
    words = [part for word in more for part in (word.split("=", 1) if word.startswith("--") else [word])]
    for name, value in zip(words[::2], words[1::2], strict=False):
        if not name.startswith("--"):
            break
        found[name.removeprefix("--")] = value
    if len(words) % 2 or len(found) != len(words) // 2:
        known = listed([f"--{option.name}" for option in game.options])
        raise BadOption(
            Phrase("'{words}' is not understood: the options of this game are {known}.",
                   words=printable(" ".join(more)), known=known or "-")
        )  # fmt: skip
    return found


def make_card(arguments: argparse.Namespace) -> int:
    """Write the card of the game in a record."""
    from rollwright.paper.wall_card import Card, winner_of

    table = replay(text_of(Path(arguments.file)))
    if not table.over:
        raise Refusal(Phrase("A card is made of a game that is over."))
    if not 0 <= arguments.seat <= table.seats:
        raise BadOption(Phrase("There is no seat {n} in this game.", n=arguments.seat))
    seat = arguments.seat - 1 if arguments.seat else winner_of(table)
    day = format_date(arguments.date or date.today(), "long", arguments.language)
    card = Card(table, seat, day, arguments.language, arguments.paper)
    path = Path(arguments.output)
    path.write_bytes(card.png(PICTURE_PPI) if path.suffix == ".png" else card.pdf())
    return 0
