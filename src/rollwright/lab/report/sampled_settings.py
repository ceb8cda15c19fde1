"""The settings that are played where a game has too many to play them all."""

from collections.abc import Sequence
from math import prod
from random import Random

from rollwright.core.options import Option, all_settings, settle

HANDFUL = 4
"""Maximum number of settings for solo games: each takes minutes."""


def count_settings(options: Sequence[Option], seats: int) -> int:
    """Return the number of settings of a table with this many seats."""
    return prod(sum(1 for _ in option.settings(seats)) for option in options if option.names(seats))


def handful(options: Sequence[Option], seats: int, most: int = HANDFUL) -> list[dict[str, list[str]]]:
    """Return all settings if they are few, else the default and some that change one option of it.

    Each option is changed once before any is changed twice.
    """
    if count_settings(options, seats) <= most:
        return list(all_settings(options, seats))
    usual = settle(options, seats, {})
    changes = [
        (rank, {**usual, option.name: list(way)})
        for option in options
        for rank, way in enumerate(way for way in option.settings(seats) if list(way) != usual.get(option.name))
    ]
    return [usual, *(changed for _, changed in sorted(changes, key=lambda change: change[0]))][:most]


def for_one(options: Sequence[Option]) -> list[list[dict[str, list[str]]]]:
    """Return the settings for solo games: for a handful of table settings, all choices of the player.

    The options of the table come from `handful`, those of the seat from `in_turn`.
    """
    own = [option for option in options if option.per_seat]
    return [
        [{**table, **chosen} for chosen in in_turn(own, 1)]
        for table in handful([option for option in options if not option.per_seat], 1)
    ]


def in_turn(options: Sequence[Option], seats: int) -> list[dict[str, list[str]]]:
    """Return settings to rotate through, so that games are not all between the same choices of the seats.

    Each option of the seats takes all its values, in a fixed shuffled order; the table's options keep their defaults.
    """
    usual = settle(options, seats, {})
    ways = {
        option.name: Random(option.name).sample(every := list(option.settings(seats)), len(every))
        for option in options
        if option.per_seat
    }
    rounds = max((len(each) for each in ways.values()), default=1)
    return [
        {**usual, **{name: list(each[number % len(each)]) for name, each in ways.items()}} for number in range(rounds)
    ]
