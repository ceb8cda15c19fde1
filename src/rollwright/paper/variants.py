"""Which sheets a game has: one for every choice that changes how a sheet looks."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import Phrase, listed, printable
from rollwright.core.options import Option
from rollwright.core.position import Position
from rollwright.view import Part, Pen, draw_parts

ALL = "all"
"""Asks for every choice of an option."""

MAX_VARIANTS = 24
"""The most sheets in one document."""

Setting = dict[str, list[str]]


def seats_of(game: Game) -> int:
    """Return the number of seats to draw sheets for; sheets do not depend on it."""
    return game.seats[0]


def variants(game: Game, asked: Mapping[str, str], options: Sequence[Option]) -> list[Setting]:
    """Return the settings to print for: of these options what is asked for, or all, or the first choice.

    What each player chooses for themselves is printed once for each choice, unless one is asked for. Refuses options
    and choices that the game does not have.
    """
    seats = seats_of(game)
    _check_known(game, asked)
    ways = []
    for option in options:
        wish = asked.get(option.name, ALL if option.per_seat else "")
        names = option.names(seats)
        if wish not in ("", ALL):
            option.index(wish, seats)
        ways.append(names if wish == ALL else [wish or names[0]])
    found = []
    for chosen in product(*ways):
        setting: dict[str, str | Sequence[str]] = {}
        for option, name in zip(options, chosen, strict=True):
            setting[option.name] = _with_first(option, name, seats) if option.per_seat else name
        found.append(game.setting(seats, setting))
    return found[:MAX_VARIANTS]


def _check_known(game: Game, asked: Mapping[str, str]) -> None:
    known = [option.name for option in game.options]
    for name in asked:
        if name not in known:
            raise BadOption(
                Phrase(
                    "This game has no option '{name}': its options are {known}.",
                    name=printable(name),
                    known=listed(known),
                )
                if known
                else Phrase("This game has no option '{name}': it has none at all.", name=printable(name))
            )


def _with_first(option: Option, name: str, seats: int) -> list[str]:
    """Return a choice for each seat, of which the first is this one."""
    others = [other for other in option.names(seats) if other != name] if option.distinct else [name] * seats
    return [name, *others][:seats]


@cache
def sheet_options(game: Game) -> tuple[Option, ...]:
    """Return the options that change a game's empty sheets: those of the table, then those of players."""
    pen = Pen(game.speech(), live=False, paper=True)
    found = []
    for option in game.options:
        names = option.names(seats_of(game))
        each = [variants(game, {option.name: name}, [option])[0] for name in names]
        drawings = {"".join(part.svg(pen) for part in empty_parts(game, setting, pen)) for setting in each}
        if len(drawings) > 1:
            found.append(option)
    return tuple(sorted(found, key=lambda option: option.per_seat))


def named_choices(options: Sequence[Option], setting: Mapping[str, Sequence[str]]) -> list[str]:
    """Return what a sheet is for: the labels of the first seat's choices."""
    return [
        choice.label or choice.name
        for option in options
        for choice in option.choices
        if choice.name == setting[option.name][0]
    ]


def empty_parts(game: Game, setting: Mapping[str, Sequence[str]], pen: Pen) -> list[Part]:
    """Draw the first seat's empty sheet."""
    position = Position.new(game, seats_of(game), {name: list(each) for name, each in setting.items()}, compiled=False)
    return draw_parts(game, position.record, 0, pen)
