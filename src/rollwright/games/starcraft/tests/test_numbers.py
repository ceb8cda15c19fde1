"""The numbers by which StarCraft is drawn and described agree with the rules, and with what the game says."""

from random import Random

import pytest

from rollwright.core.contract import Record, copy
from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.core.moves import is_form
from rollwright.games.starcraft import ahead, words
from rollwright.games.starcraft.moves import SUPPORT
from rollwright.games.starcraft.rules.production import support
from rollwright.games.starcraft.rules.state import SUPPORTING
from rollwright.games.starcraft.sheet import COMBINATIONS
from rollwright.games.starcraft.tests.reference import RACES
from rollwright.games.starcraft.tests.staging import NAME
from rollwright.table import Table
from rollwright.view import ways_of


def rows_listed(s: Record, seat: int) -> list[int]:
    """Return the rows of all moves that the rules list, whether it is the time to build or not."""
    return sorted({ahead.row_built(move) for move in (*ahead.units(s, seat), *ahead.buildings(s, seat))})


def check_seat(table: Table, seat: int) -> None:
    s = table.seen_by(seat)
    made = [COMBINATIONS[number] for number in ahead.members(ahead.combinations_made(s, seat))]
    assert sorted(made) == sorted({ahead.combination(move) for move in ahead.units(s, seat)})
    assert ahead.members(ahead.rows_open(s, seat)) == rows_listed(s, seat)
    legal = table.legal_moves(seat)
    for move in legal if s.phase == SUPPORTING else []:
        if is_form(SUPPORT.layout, move):
            colour, face, change = SUPPORT.values(move).values()
            then = copy(s)
            support(then, colour, face, 2 * change - 1)
            assert ahead.members(ahead.rows_open_after(s, seat, move)) == rows_listed(then, seat)
    say = table.game.speech().naming(table.players)
    for move, way in ways_of(table.game, s, seat, legal).items():
        assert way.words is not None
        assert say(way.words) == say(words.describe(s, seat, move))


@pytest.mark.parametrize("seed", range(4))
def test_numbers_agree_with_the_rules_and_the_words(seed: int) -> None:
    random = Random(seed)
    seats = random.randint(2, 4)
    setting = {"race": random.choices(RACES, k=seats), "leftovers": random.choice(["taken", "shared"])}
    table = Table(open_game(NAME), seats, SeededDice(seed), setting, rolls_itself=False)
    while not table.over:
        if table.dice_due:
            table.roll()
            continue
        for seat in table.waiting:
            check_seat(table, seat)
        seat = random.choice(table.waiting)
        legal = table.legal_moves(seat)
        table.make(seat, legal[-1] if random.random() < 0.7 else random.choice(legal))
