"""Whole games of Rolling Pyramids, played by the rules and on paper side by side."""

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.test_paper import (
    BORDERS,
    DEVICES,
    FACTIONS,
    MAPS,
    NAME,
    NUMBERED,
    PHARAOH,
    SHAPES,
    SPACES,
    TRACKS,
    UPGRADES,
    Board,
    Device,
    Side,
    Stack,
)
from rollwright.games.rolling_pyramids.test_staging import Ask, Paper
from rollwright.testing.playthroughs import after, due, legal_moves, seen, waited_for

TEXT = cache(open_game(NAME).moves.text)
GROUPS = ("heroes", "legion", "colossus", "bomb", "footmen-1", "footmen-2", "kept")
SLOTS = [(part, place) for part, shapes in SHAPES.items() for place in range(len(shapes))]
TRACK_SPACES = {group: " ".join(spaces for spaces, _ in track).split() for group, track in TRACKS.items()}
SIDES: list[Side] = [0, 1, 2, 3, PHARAOH, None]
"""Whom the number of an owner means; -1 is nobody."""
PLACES = {"ram": BORDERS, "spikes": BORDERS, "umbrella": NUMBERED}


def new_game(rules: Rules, name: str, factions: list[str]) -> Record:
    """Lay out a position."""
    setting = {"map": [name] * len(factions), "faction": factions}
    s = rules.new()
    rules.begin(s, len(factions), open_game(NAME).options_array(len(factions), setting))
    return s


# What a position says, as it stands on paper


def land_of(land: Record) -> dict[str, Stack]:
    rows = zip(land.owner.tolist(), land.men.tolist(), land.heroes.tolist(), strict=True)
    return {space: Stack(SIDES[owner], men, heroes) for space, (owner, men, heroes) in zip(SPACES, rows, strict=True)}


def board_of(sheet: Record) -> Board:
    """Copy a board of a position."""
    board = Board(FACTIONS[sheet.faction])
    board.zone = SPACES[sheet.zone] if sheet.zone >= 0 else ""
    for (part, place), number in zip(SLOTS, sheet.written.tolist(), strict=True):
        board.armies[part][place] = number
    for (group, spaces), crossed in zip(TRACK_SPACES.items(), sheet.crossed.tolist(), strict=True):
        board.crossed[group] = {space for place, space in enumerate(spaces) if crossed >> place & 1}
        assert crossed < 1 << len(spaces)
    board.pairs = [list(pair) for pair in zip(sheet.low.tolist(), sheet.high.tolist(), strict=True)]
    board.spent = {pair for pair, spent in enumerate(sheet.spent.tolist()) if spent}
    board.upgrades = {name for name, bought in zip(UPGRADES, sheet.upgrades.tolist(), strict=True) if bought}
    for name, at, since in zip(DEVICES, sheet.devices.tolist(), sheet.placed.tolist(), strict=True):
        if at:
            board.devices[name] = Device(PLACES[name][at - 1], since)
    board.strengths = {group: men for group, men in zip(GROUPS, sheet.group.tolist(), strict=True) if men}
    board.orders = {group: SPACES[to - 1] for group, to in zip(GROUPS, sheet.order.tolist(), strict=True) if to}
    board.kept, board.points, board.triangles = int(sheet.kept), int(sheet.points), int(sheet.triangles)
    return board


def dice_of(s: Record) -> list[str]:
    """Return the dice on the table, as moves name them."""
    kinds = [f"{colour}d{sides}" for colour in "1234p" for sides in (4, 4, 8, 8)]
    return [f"{kind}-{face}" for kind, face in zip(kinds, s.dice.tolist(), strict=True) if face]


def compare(s: Record, paper: Paper, rules: Rules) -> None:
    """See that everything is as on paper."""
    assert land_of(s.land) == paper.land
    if paper.fought:
        assert (land_of(s.before), land_of(s.after)) == (paper.before, paper.fought)
    for seat, board in enumerate(paper.boards):
        assert vars(board_of(s.sheets[seat])) == vars(board), seat
        assert s.sheets[seat].told == (paper.phase == "deploy" and seat in paper.done)
        assert rules.score(s, seat) == 2 * (paper.goals() if paper.alone else board.points)
        won_in_time = paper.alone and paper.phase == "over"
        assert rules.tiebreak(s, seat) == (15 - paper.round if won_in_time else 0)
    assert sorted(dice_of(s)) == sorted(paper.dice)
    assert (s.first, s.drawn, s.march, s.last_kept) == (paper.first, paper.drawn, paper.march, paper.last_kept)
    assert (s.epoch, s.round_no) == (paper.epoch, paper.round)
    assert s.round_no == 0 or s.roller == paper.first
    assert not any(s.forces.tobytes()), "nobody is left in a battle"


def compare_views(s: Record, paper: Paper, rules: Rules) -> None:
    """See that everybody sees everything but the orders of the others, as long as orders are given (RP-24)."""
    for viewer in (SPECTATOR, *range(len(paper.boards))):
        wanted = copy(s)
        for other in range(len(paper.boards)) if paper.phase == "deploy" else ():
            if other != viewer:
                wanted.sheets[other].order[:] = 0
                wanted.sheets[other].ready = 0
        assert seen(rules, s, viewer).tobytes() == wanted.tobytes()


def follow(rules: Rules, s: Record, paper: Paper, random: Random, hot: str = "") -> Counter[str]:
    """Play to the end, and on paper beside it, which must agree all the way; return how often each deed was done.

    Most orders go to a hot space, if there is one that everybody fights for.
    """
    game = paper.game() if s.round_no == 0 else paper.rounds(int(s.round_no))
    ask: Ask | None = next(game)
    told: Counter[str] = Counter()
    while ask is not None:
        compare(s, paper, rules)
        compare_views(s, paper, rules)
        sides, seats = due(rules, s), waited_for(rules, s)
        if isinstance(ask, list):
            assert (sides, seats) == (ask, [])
            faces = [random.randint(1, side) for side in sides]
            rules.roll(s, np.array(faces))
            ask = next_of(game, faces)
        else:
            assert (sides, seats) == ([], sorted(ask))
            assert not any(legal_moves(rules, s, seat) for seat in range(len(paper.boards)) if seat not in ask)
            seat = random.choice(seats)
            moves = legal_moves(rules, s, seat)
            assert sorted(map(TEXT, moves)) == sorted(ask[seat]), "each once"
            wanted = [move for move in moves if TEXT(move).startswith("send") and TEXT(move).split()[2] == hot]
            move = random.choice(wanted if wanted and random.random() < 0.85 else moves)
            rules.play(s, seat, move)
            told[TEXT(move).split()[0]] += 1
            ask = next_of(game, (seat, TEXT(move)))
    compare(s, paper, rules)
    compare_views(s, paper, rules)
    assert (due(rules, s), waited_for(rules, s), paper.phase) == ([], [], "over")
    return told


def next_of(game: object, answer: object) -> Ask | None:
    """Answer what was asked on paper; return what is asked next, nothing at the end."""
    try:
        return game.send(answer)  # type: ignore[attr-defined, no-any-return]
    except StopIteration:
        return None


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
    told = follow(rules, new_game(rules, name, factions), Paper(name, factions), random)
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
