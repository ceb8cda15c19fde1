"""Deals: the same dice for several tables, whatever is chosen at each."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from rollwright.core.dice import SEED_BYTES, FairDice, RepeatedDice, Roll, SeededDice
from rollwright.core.game import Game, all_games
from rollwright.core.options import all_settings
from rollwright.table import Rolled, Table
from rollwright.table.deals import Daily, dice_by_round, fallen_dice, is_sealed
from rollwright.table.events import Dealt, from_json, to_json

SECRET = bytes(range(32))
DAYS = [date(2026, 11, 16) + timedelta(days=n) for n in range(40)]


def played(table: Table, rng: Random) -> dict[tuple[int, int, int, int], int]:
    """Play a table by chance; return every die by its round, its roller, its place among theirs, and its sides."""
    before: Counter[tuple[int, int]] = Counter()
    dice = {}
    while not table.over:
        if table.dice_due:
            rolled = table.roll()
            key = rolled.round_no, rolled.roller
            for sides, face in zip(rolled.sides, rolled.faces, strict=True):
                dice[(*key, before[key], sides)] = face
                before[key] += 1
            continue
        seat = table.waiting[0]
        table.make(seat, rng.choice(table.legal_moves(seat)))
    return dice


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_whatever_is_chosen_a_day_has_the_same_dice(game: Game) -> None:
    daily = Daily(DAYS[0], game.name)
    dice = FairDice(daily.seed(SECRET).to_bytes(SEED_BYTES, "big"), [""] * game.seats[0])
    tables = [
        played(Table(game, game.seats[0], dice, daily.setting(game), rolls_itself=False, compiled=False), Random(n))
        for n in range(2)
    ]
    both = tables[0].keys() & tables[1].keys()
    assert len(both) > 3
    assert all(tables[0][die] == tables[1][die] for die in both)
    other = FairDice(Daily(DAYS[1], game.name).seed(SECRET).to_bytes(SEED_BYTES, "big"), [""] * game.seats[0])
    next_day = played(Table(game, game.seats[0], other, daily.setting(game), rolls_itself=False), Random(0))
    assert any(tables[0][die] != next_day[die] for die in tables[0].keys() & next_day.keys())


def test_each_day_game_and_server_has_dice_of_its_own() -> None:
    seeds = {Daily(day, game).seed(secret) for day in DAYS for game in ("a", "b") for secret in (SECRET, bytes(32))}
    assert len(seeds) == 4 * len(DAYS)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_days_try_all_set_ups_that_there_are(game: Game) -> None:
    seats = game.seats[0]
    chosen = {str(Daily(day, game.name).setting(game)) for day in DAYS}
    assert chosen <= {str(setting) for setting in all_settings(game.options, seats)}
    for option in game.options:
        picked = {tuple(Daily(day, game.name).setting(game)[option.name]) for day in DAYS}
        if option.unsaid:
            assert picked == {(option.unsaid,) * seats}, "days before there was a choice are as they were"
        else:
            assert len(picked) > 1 or len(list(option.settings(seats))) == 1


def test_a_day_takes_results_for_some_hours_more() -> None:
    daily = Daily(date(2026, 11, 16), "any")

    def at(day: int, hour: int, minute: int) -> tuple[bool, bool, bool]:
        now = datetime(2026, 11, day, hour, minute, tzinfo=UTC)
        return daily.is_today(now), daily.is_open(now), is_sealed(daily.name, now)

    assert at(16, 23, 59) == (True, True, True)
    assert at(17, 0, 0) == (False, True, True)
    assert at(17, 5, 59) == (False, True, True)
    assert at(17, 6, 0) == (False, False, False)
    now = datetime(2026, 11, 16, tzinfo=UTC)
    assert not is_sealed("", now)
    assert not is_sealed("table/x", now)


def test_laid_dice_fall_again_and_others_come_from_elsewhere() -> None:
    log = [Rolled(1, 0, (6, 8), (5, 7)), Rolled(1, 1, (6,), (2,)), Rolled(1, 0, (6,), (3,))]
    dealt = from_json(to_json(fallen_dice(log)))
    assert isinstance(dealt, Dealt)
    assert dealt == fallen_dice(log)
    rest = SeededDice(4)
    dice = RepeatedDice(dice_by_round(dealt), rest)
    assert dice.faces(Roll(1, 0, 0, (6, 8, 6))) == [5, 7, 3]
    assert dice.faces(Roll(1, 0, 2, (6,))) == [3], "a die is known by its place, however it is asked for"
    assert dice.faces(Roll(1, 1, 0, (6,))) == [2]
    for other in (Roll(1, 0, 0, (20,)), Roll(1, 0, 3, (6, 6)), Roll(2, 0, 0, (6,)), Roll(1, 2, 0, (8,))):
        assert dice.faces(other) == rest.faces(other)
