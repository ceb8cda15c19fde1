"""Options: what can be chosen when a table is opened. Games declare them; they are checked here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.errors import BadOption
from rollwright.core.language import Phrase, listed, plural, printable


@dataclass(frozen=True)
class Choice:
    """One value of an option, offered to tables with `least_seats` to `most_seats` seats.

    `label` is what people read, and `about` explains it to those who have not chosen yet.
    """

    name: str
    least_seats: int = 1
    most_seats: int = 99
    label: str = ""
    about: str = ""


@dataclass(frozen=True)
class Option:
    """A choice made before the game: for the table, or for each seat (`per_seat`), then perhaps all `distinct`.

    `label` is what people read. The default is the first choice, or, for `distinct` and `varied` options, a different
    choice for each seat. The choices of an option `of_seats` are seat numbers, counted from 1. An option none of whose
    choices is for a table's number of seats does not exist there.

    An option that a game got later says with `unsaid` what was played before: the choice of every log and record that
    does not name the option. Whoever opens a table is still offered the first choice first.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    per_seat: bool = False
    distinct: bool = False
    varied: bool = False
    of_seats: bool = False
    unsaid: str = ""

    def __post_init__(self) -> None:
        """Check that only an option per seat is distinct or varied, and that what is unsaid is a choice."""
        assert self.per_seat or not (self.distinct or self.varied), f"option {self.name}: a table has one value only"
        assert not self.unsaid or not self.distinct, f"option {self.name}: seats that must differ need a value each"
        assert not self.unsaid or self.unsaid in {each.name for each in self.choices}, f"no choice is {self.unsaid}"

    def default(self, seats: int) -> list[str] | None:
        """Return the default for each seat, or None if there is no valid choice."""
        names = self.names(seats)
        if self.unsaid in names:
            return [self.unsaid] * seats
        if self.varied and not self.distinct and names:
            return [names[seat % len(names)] for seat in range(seats)]
        return next(([*setting] for setting in self.settings(seats)), None)

    def names(self, seats: int) -> list[str]:
        """Return the names of the choices for a table with this many seats."""
        return [choice.name for choice in self.choices if choice.least_seats <= seats <= choice.most_seats]

    def index(self, name: str, seats: int) -> int:
        """Return the number of a choice; refuse a name that is not offered."""
        if name not in self.names(seats):
            raise BadOption(
                Phrase(
                    "Option '{option}' cannot be '{value}' with {seats}: choose from {offered}.",
                    option=self.name,
                    value=printable(name),
                    seats=seated(seats),
                    offered=listed(self.names(seats)),
                )
            )
        return [choice.name for choice in self.choices].index(name)

    def settings(self, seats: int) -> Iterator[tuple[str, ...]]:
        """Yield every way to set this option: one name per seat, all the same for an option of the table."""
        names = self.names(seats)
        if not self.per_seat:
            yield from ((name,) * seats for name in names)
        elif self.distinct:
            yield from permutations(names, seats)
        else:
            yield from product(names, repeat=seats)


def seated(seats: int) -> Phrase:
    """Return a number of seats as a phrase, such as "2 seats"."""
    return plural("{n} seat", "{n} seats", seats)


def settle(options: Sequence[Option], seats: int, chosen: Mapping[str, str | Sequence[str]]) -> dict[str, list[str]]:
    """Return the full setting of a table, one name per seat for each option, with defaults; refuse invalid choices.

    >>> colour = Option("colour", "Colour", (Choice("red"), Choice("blue")), per_seat=True, distinct=True)
    >>> settle([colour], 2, {"colour": ["blue", "red"]})
    {'colour': ['blue', 'red']}
    """
    known = [option.name for option in options]
    for name in chosen:
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
    return {
        option.name: _settle_one(option, seats, chosen.get(option.name))
        for option in options
        if option.names(seats) or option.name in chosen
    }


def _settle_one(option: Option, seats: int, chosen: str | Sequence[str] | None) -> list[str]:
    default = option.default(seats)
    if not default:
        raise BadOption(Phrase("Option '{option}' has no value for {seats}.", option=option.name, seats=seated(seats)))
    if chosen is None:
        return default
    names = [chosen] if isinstance(chosen, str) else list(chosen)
    values = {"option": option.name, "given": printable(listed(names)), "seats": seated(seats)}
    if not option.per_seat and len(set(names)) > 1:
        raise BadOption(
            Phrase("Option '{option}' is for the whole table: it takes one value, not '{given}'.", **values)
        )
    if len(names) == 1 and not option.distinct:
        names *= seats
    if len(names) != seats:
        raise BadOption(Phrase("Option '{option}' needs a value for each of {seats}, not '{given}'.", **values))
    for name in names:
        option.index(name, seats)
    if option.distinct and len(set(names)) < seats:
        raise BadOption(Phrase("Option '{option}' must differ from seat to seat: '{given}' repeats a value.", **values))
    return names


def first_offered(
    options: Sequence[Option], seats: int, chosen: Mapping[str, str | Sequence[str]]
) -> dict[str, str | Sequence[str]]:
    """Return what was chosen for a new table, and the first choice of options with `unsaid` that were not chosen.

    >>> level = Option("level", "Level", (Choice("easy"), Choice("hard")), unsaid="hard")
    >>> first_offered([level], 1, {}), settle([level], 1, {})
    ({'level': 'easy'}, {'level': ['hard']})
    """
    first = {option.name: option.names(seats)[:1] for option in options if option.unsaid}
    return {**{name: names[0] for name, names in first.items() if names}, **chosen}


def as_array(options: Sequence[Option], seats: int, setting: Mapping[str, Sequence[str]]) -> Ints:
    """Return a full setting as an array for the rules: one row per option, one column per seat.

    The row of an option that does not exist with this many seats is 0.
    """
    array = np.zeros((max(1, len(options)), seats), np.int64)
    for row, option in enumerate(options):
        if option.name in setting:
            array[row] = [option.index(name, seats) for name in setting[option.name]]
    return array


def all_settings(options: Sequence[Option], seats: int) -> Iterator[dict[str, list[str]]]:
    """Yield every full setting of a table with this many seats."""
    there = [option for option in options if option.names(seats)]
    for values in product(*(list(option.settings(seats)) for option in there)):
        yield {option.name: list(value) for option, value in zip(there, values, strict=True)}
