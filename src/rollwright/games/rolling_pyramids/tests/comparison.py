"""A position of Rolling Pyramids beside the same game on paper: both are played on, and must agree."""

from collections import Counter
from functools import cache
from random import Random

import numpy as np

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.tests.reference import (
    BORDERS,
    DEVICES,
    FACTIONS,
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
from rollwright.games.rolling_pyramids.tests.reference_game import Ask, Paper
from rollwright.testing.playthroughs import due, legal_moves, seen, waited_for

TEXT = cache(open_game(NAME).moves.text)
GROUPS = ("heroes", "legion", "colossus", "bomb", "footmen-1", "footmen-2", "kept")
SLOTS = [(part, place) for part, shapes in SHAPES.items() for place in range(len(shapes))]
TRACK_SPACES = {group: " ".join(spaces for spaces, _ in track).split() for group, track in TRACKS.items()}
SIDES: list[Side] = [0, 1, 2, 3, PHARAOH, None]
"""Whom the number of an owner means; -1 is nobody."""
PLACES = {"ram": BORDERS, "spikes": BORDERS, "umbrella": NUMBERED}


def new_game(rules: Rules, name: str, factions: list[str], difficulty: str = "hard") -> Record:
    """Lay out a position."""
    setting = {"map": [name] * len(factions), "faction": factions}
    if len(factions) == 1:
        setting["difficulty"] = [difficulty]
    s = rules.new()
    rules.begin(s, len(factions), open_game(NAME).options_array(len(factions), setting))
    return s


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
