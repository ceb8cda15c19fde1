"""Whole games of Rolling Pyramids, played by the rules and on paper side by side."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from rollwright.core.contract import Record, Rules
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.tests.comparison import board_of, follow, land_of, new_game
from rollwright.games.rolling_pyramids.tests.reference import (
    BORDERS,
    FACTIONS,
    GARRISONS,
    MAPS,
    NAME,
    NUMBERED,
    SPACES,
)
from rollwright.games.rolling_pyramids.tests.reference_game import Paper
from rollwright.testing.playthroughs import after, due, legal_moves, waited_for

# Positions from anywhere


def anywhere(rules: Rules, random: Random, name: str, factions: list[str], round_no: int, hot: str = "1") -> Record:
    """Lay out a position before the dice of a round: land held and boards filled anyhow, devices at a hot space."""
    s = new_game(rules, name, factions)
    while s.round_no == 0:
        if sides := due(rules, s):
            rules.roll(s, np.array([random.randint(1, side) for side in sides]))
        else:
            (seat,) = waited_for(rules, s)
            rules.play(s, seat, random.choice(legal_moves(rules, s, seat)))
    alone = len(factions) == 1
    owners = [0, 0, 4, -1] if alone else [*range(len(factions))] + [-1] * random.choice([1, 2, 6])
    for number in range(len(NUMBERED) if not alone else len(SPACES)):
        if number != s.sheets[0].zone or not alone:
            owner = random.choice(owners)
            heroes = random.choice([0, 1, 2, 5]) if 0 <= owner < 4 else 0
            s.land.owner[number] = owner
            s.land.men[number] = 0 if owner < 0 else random.choice([0, 1, 2, 3, 8]) + (heroes == 0)
            s.land.heroes[number] = heroes
    for seat in range(len(factions)):
        fill(s.sheets[seat], random, 0 if alone else round_no, hot)
    if alone:
        s.sheets[0].kept = random.choice([0, 3, 11])
    s.round_no = round_no
    return s


def fill(sheet: Record, random: Random, devices_until: int, hot: str) -> None:
    """Write something on a board: armies that are nearly full, pairs spent or not, and devices at a hot space."""
    shuffled = [sorted(random.sample(range(1, 9), 3)) for _ in range(2)]
    number = random.randint(1, 7)
    written = [0, *shuffled[0], number, random.randint(1, 8), number, *reversed(shuffled[1])]
    sheet.written[:] = [each if random.random() < 0.75 and place else 0 for place, each in enumerate(written)]
    for first in (1, 4, 7):
        if all(sheet.written[first : first + 3]):
            sheet.written[random.randint(first, first + 2)] = 0
    sheet.crossed[:] = [random.choice([0, 3, 15, random.getrandbits(8), random.getrandbits(8) | 15]) for _ in range(2)]
    bought = random.sample(range(5), random.randint(0, 3)) + random.sample([5, 6, 7], 3 if devices_until else 0)
    for place in range(6):
        low = random.randint(1, 5)
        high = random.randint(low + 1, 8)
        if place < len(bought):
            sheet.low[place], sheet.high[place], sheet.spent[place] = low, high, 1
            sheet.upgrades[bought[place]] = 1
        else:
            sheet.low[place], sheet.high[place] = random.choice([(0, 0), (low, 0), (0, high), (low, high)])
    for device in range(3):
        if sheet.upgrades[5 + device] and random.random() < 0.8:
            near = [n for n, border in enumerate(BORDERS) if hot in border.split("-")]
            sheet.devices[device] = 1 + (random.choice(near) if device < 2 else SPACES.index(hot))
            sheet.placed[device] = random.randrange(devices_until)


def on_paper(s: Record, name: str, factions: list[str]) -> Paper:
    """Copy a position before the dice of a round."""
    paper = Paper(name, factions)
    paper.land = land_of(s.land)
    paper.boards = [board_of(s.sheets[seat]) for seat in range(len(factions))]
    paper.round, paper.first, paper.epoch = int(s.round_no), int(s.first), int(s.epoch)
    return paper


# The games

TABLES = [list(some) for seats in (1, 2, 3, 4) for some in combinations(FACTIONS, seats)]


@pytest.mark.parametrize(("name", "factions"), list(zip([*MAPS] * 5, TABLES, strict=True)))
def test_whole_games_are_as_on_paper(name: str, factions: list[str]) -> None:
    """RP-01 to RP-56: every set of factions."""
    rules = open_game(NAME).rules()
    random = Random(f"whole game {name} {factions}")
    random.shuffle(factions)
    level = random.choice(list(GARRISONS))
    told = follow(rules, new_game(rules, name, factions, level), Paper(name, factions, level), random)
    assert told["zone"] == (len(factions) if len(factions) > 1 else 0)
    assert told["write"] + told["discard"] == 4 * len(factions) * (10 if len(factions) > 1 else 15)
    assert min(told["send"], told["develop"]) > 0
    assert told["cross"] > 0 or len(factions) == 1, "alone, chance may conquer nothing"


@pytest.mark.parametrize("seed", range(40))
def test_games_from_anywhere_are_as_on_paper(seed: int) -> None:
    """RP-10 to RP-56: in the middle of a war, with all there is on boards and borders."""
    rules = open_game(NAME).rules()
    random = Random(f"anywhere {seed}")
    factions = random.sample(FACTIONS, 1 + seed % 4)
    name, hot = random.choice(list(MAPS)), random.choice(NUMBERED)
    s = anywhere(rules, random, name, factions, 13 if len(factions) == 1 else 8, hot)
    follow(rules, s, on_paper(s, name, factions), random, hot)


@pytest.mark.parametrize("seed", range(4))
def test_phases_of_all_at_once_commute(seed: int) -> None:
    """RP-23, RP-24, RP-28, RP-31: whoever is quicker, the same comes of it."""
    rules = open_game(NAME).rules()
    random = Random(f"at once {seed}")
    factions = random.sample(FACTIONS, 2 + seed % 3)
    s = anywhere(rules, random, random.choice(list(MAPS)), factions, 9)
    tried = 0
    while sides := due(rules, s) or waited_for(rules, s):
        if due(rules, s):
            rules.roll(s, np.array([random.randint(1, side) for side in sides]))
            continue
        seats = waited_for(rules, s)
        if len(seats) > 1:
            one, other = random.sample(seats, 2)
            first, second = (random.choice(legal_moves(rules, s, seat)) for seat in (one, other))
            ends = [
                after(rules, after(rules, s, one, first), other, second),
                after(rules, after(rules, s, other, second), one, first),
            ]
            assert ends[0].tobytes() == ends[1].tobytes()
            tried += 1
        seat = random.choice(seats)
        rules.play(s, seat, random.choice(legal_moves(rules, s, seat)))
    assert tried > 5
