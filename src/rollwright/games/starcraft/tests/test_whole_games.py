"""Whole games of StarCraft, played by the rules and on paper side by side."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from rollwright.core.contract import Record, Rules, copy
from rollwright.core.game import open_game
from rollwright.games.starcraft import rules as module
from rollwright.games.starcraft.sheet import COMBINATIONS
from rollwright.games.starcraft.tests.reference import COLOURS, RACES, ROWS, SHEETS, Ask, Paper, Sheet
from rollwright.games.starcraft.tests.staging import NAME
from rollwright.testing.playthroughs import after, due, legal_moves, waited_for

TRACKS = ("minerals", "gas")
TEXT = open_game(NAME).moves.text


def new_game(rules: Rules, races: list[str], shared: bool) -> Record:
    """Lay out a position."""
    setting = {"race": races, "leftovers": ["shared" if shared else "taken"] * len(races)}
    s = rules.new()
    rules.begin(s, len(races), open_game(NAME).options_array(len(races), setting))
    return s


def from_anywhere(rules: Rules, random: Random, races: list[str], shared: bool) -> Record:
    """Lay out a position before some turn: rows filled and crossed out anyhow, uses left or not."""
    s = new_game(rules, races, shared)
    rules.roll(s, np.array([random.randint(1, len(races))]))
    for seat in range(len(races)):
        for _ in range(3):
            rules.play(s, seat, random.choice(legal_moves(rules, s, seat)))
        sheet = s.sheets[seat]
        for row, (length, _) in enumerate(SHEETS[races[seat]].values()):
            sheet.filled[row] = random.choice([length, random.randint(row == 0, length), max(row == 0, length - 1)])
            sheet.crossed[row] = random.choice([0, 0, 1, sheet.filled[row], random.randint(0, sheet.filled[row])])
            sheet.crossed[row] = min(sheet.crossed[row], sheet.filled[row])
        empty = sheet.crossed[0] == sheet.filled[0]
        sheet.reached = random.randint(1, sheet.filled[0]) if empty else sheet.filled[0]
        sheet.supports, sheet.abilities = random.choice([0, 2, 3]), random.choice([0, 0, 1, 2])
    s.round_no = random.randint(10, 12)
    return s


def noted(sheet: Record) -> dict[str, object]:
    """Return what a sheet remembers of the turn, as the sheet on paper notes it."""
    names = ROWS[RACES[sheet.race]].split()
    found: dict[str, object] = {}
    if sheet.trained:
        found["unit"] = COMBINATIONS[sheet.trained - 1]
    if sheet.raised:
        found["building"] = names[6 + sheet.raised - 1]
    if sheet.die:
        found["die"] = int(sheet.die)
    return found


def compare_sheets(s: Record, paper: Paper, rules: Rules) -> None:
    """See that every sheet is as on paper: rows, uses, score and what is remembered."""
    for seat, drawn in enumerate(paper.sheets):
        sheet = s.sheets[seat]
        told = zip(*(sheet[field].tolist() for field in ("filled", "crossed", "hits", "hit_by")), strict=True)
        for name, (filled, crossed, hits, by) in zip(drawn.names, told, strict=True):
            free = len(drawn.rows[name]) - filled
            assert "X" * crossed + "O" * (filled - crossed) + "." * free == drawn.drawn(name), (seat, name)
            assert hits == drawn.hits[name], (seat, name)
            assert by == sum(1 << other for other in drawn.hit_by.get(name, ())), (seat, name)
        assert [int(number) for number in sheet.numbers if number] == drawn.numbers
        assert (3 - sheet.supports, 3 - sheet.abilities) == (drawn.support, drawn.ability)
        assert noted(sheet) == drawn.took
        assert rules.score(s, seat) == 2 * drawn.score()
        assert rules.tiebreak(s, seat) == drawn.rows["gas"].count("O")


def compare_table(s: Record, paper: Paper) -> None:
    """See that dice and the table's memory are as on paper."""
    for number, colour in enumerate(COLOURS):
        faces = [face for face, count in enumerate(s.dice[number].tolist()) for _ in range(count)]
        assert faces == sorted(paper.dice.get(colour, [])), colour
    assert (s.round_no, s.roller) == (paper.round, paper.active)
    place, face = divmod(int(s.supported), 10)
    assert (f"{COLOURS[place]} {face}" if face else "") == paper.changed
    if paper.joker:
        served, row = paper.joker.split()
        owner = next(sheet for sheet in paper.sheets if row in sheet.names)
        assert (s.joker, s.joker_row) == (int(served), owner.names.index(row))
    else:
        assert (s.joker, s.joker_row) == (0, 0)
    assert [face for face, count in enumerate(s.claws.tolist()) for _ in range(count)] == sorted(paper.ability_dice)
    if paper.target in TRACKS:
        assert TRACKS[s.target] == paper.target
    elif paper.target:
        assert s.target + 1 == int(paper.target)
    elif paper.dice:
        assert s.target == module.state.NOBODY


def dice_used(text: str) -> Counter[str]:
    """Return how many dice of each colour a move sets aside, told from its text."""
    deed, *rest = text.split()
    if deed == "train":
        return Counter(white=len(rest[0].split("-")) - rest.count("red"), red=rest.count("red"))
    if deed == "build":
        return Counter(["red" if rest[1] == "red" else "black"])
    return Counter(["red"]) if deed == "red" else Counter()


def on_table(s: Record) -> Counter[str]:
    return Counter({colour: int(s.dice[number].sum()) for number, colour in enumerate(COLOURS)})


def follow(rules: Rules, s: Record, paper: Paper, random: Random) -> Counter[str]:
    """Play to the end, and on paper beside it, which must agree all the way; return how often each deed was done."""
    game = paper.game() if s.round_no == 0 else paper.rounds(int(s.round_no))
    ask: Ask | None = next(game)
    told: Counter[str] = Counter()
    epoch = int(s.epoch)
    while ask is not None:
        sides, seats = due(rules, s), waited_for(rules, s)
        if isinstance(ask, list):
            assert (sides, seats) == (ask, [])
            faces = [random.randint(1, side) for side in sides]
            rules.roll(s, np.array(faces))
            ask = next_of(game, faces)
            epoch += 1
        else:
            assert (sides, seats) == ([], sorted(ask))
            seat = random.choice(seats)
            moves = legal_moves(rules, s, seat)
            assert sorted(map(TEXT, moves)) == sorted(ask[seat]), "each once"
            move = random.choice(moves)
            before = on_table(s)
            kept = s.shared and seat != s.roller
            rules.play(s, seat, move)
            assert before == on_table(s) + (Counter() if kept else dice_used(TEXT(move))), "no die is lost or found"
            ask = next_of(game, (seat, TEXT(move)))
            told[TEXT(move).split()[0]] += 1
        compare_sheets(s, paper, rules)
        compare_table(s, paper)
        assert s.epoch == epoch
    assert (due(rules, s), waited_for(rules, s), s.round_no) == ([], [], 12)
    return told


def next_of(game: object, answer: object) -> Ask | None:
    """Answer what was asked on paper; return what is asked next, nothing at the end."""
    try:
        return game.send(answer)  # type: ignore[attr-defined, no-any-return]
    except StopIteration:
        return None


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_whole_games_are_as_on_paper(seats: int, shared: bool) -> None:
    """SC-01 to SC-44."""
    rules = open_game(NAME).rules()
    random = Random(f"whole game {seats} {shared}")
    races = random.choices(RACES, k=seats)
    told = follow(rules, new_game(rules, races, shared), Paper(races, shared), random)
    assert told["number"] == 3 * seats
    assert told["support"] <= 3 * seats
    assert told["train"] + told["build"] > 6 * seats


@pytest.mark.parametrize("seed", range(16))
def test_games_from_anywhere_are_as_on_paper(seed: int) -> None:
    """SC-20 to SC-44: with rows that are full, or crossed out, and all dice unlocked."""
    rules = open_game(NAME).rules()
    random = Random(f"anywhere {seed}")
    races = random.choices(RACES, k=random.choice([2, 3, 4]))
    s = from_anywhere(rules, random, races, shared=seed % 2 == 1)
    paper = Paper(races, shared=seed % 2 == 1)
    paper.sheets = [Sheet.copied(s.sheets[seat]) for seat in range(len(races))]
    paper.round, paper.active = int(s.round_no), int(s.roller)
    follow(rules, s, paper, random)


@pytest.mark.parametrize("seed", range(6))
def test_sc28_shared_leftovers_commute(seed: int) -> None:
    """SC-28: whoever of the others is quicker, the same comes of it."""
    rules = open_game(NAME).rules()
    random = Random(f"at once {seed}")
    s = new_game(rules, random.choices(RACES, k=4), shared=True)
    tried = 0
    for _ in range(150):
        if sides := due(rules, s):
            rules.roll(s, np.array([random.randint(1, side) for side in sides]))
            continue
        seats = waited_for(rules, s)
        if len(seats) > 1:
            one, other = random.sample(seats, 2)
            first, second = (random.choice(legal_moves(rules, s, seat)) for seat in (one, other))
            ends = [after(rules, after(rules, copy(s), *a), *b).tobytes() for a, b in [
                ((one, first), (other, second)),
                ((other, second), (one, first)),
            ]]  # fmt: skip
            assert ends[0] == ends[1]
            tried += s.round_no > 0
        seat = random.choice(seats)
        rules.play(s, seat, random.choice(legal_moves(rules, s, seat)))
    assert tried
