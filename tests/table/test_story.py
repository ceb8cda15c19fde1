"""What happened, in words: everybody hears what they may, in order, and nothing before its time."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rollwright.games
from rollwright.core.contract import SPECTATOR
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game, open_game
from rollwright.table import Table
from rollwright.table.score_history import history
from rollwright.table.story import DICE, Story
from tests.support import SHELF

NAME = "terminal_dispute"


@pytest.fixture(scope="module")
def bids() -> Iterator[Game]:
    """The small game with secrets: both its moves are secret until everybody is ready."""
    rollwright.games.__path__.append(str(SHELF))
    yield Game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


def bidding(game: Game, seats: int, seed: int = 1) -> Table:
    return Table(game, seats, SeededDice(seed), rolls_itself=False, compiled=False)


def heard(story: Story, viewer: int) -> list[tuple[int, int, str]]:
    """What a viewer has been told, in values that can be compared."""
    return [(told.round_no, told.seat, str(told.phrase)) for told in story.entries(viewer)]


def texts(story: Story, viewer: int) -> list[str]:
    return [text for _, _, text in heard(story, viewer)]


def test_a_game_without_secrets_is_told_to_everybody_alike() -> None:
    table = Table(open_game(NAME), 2, SeededDice(3), {"start": "1"}, names=["Ana", ""], rolls_itself=False)
    story = Story(table)
    table.roll()
    table.play(0, table.legal(0)[0])
    table.play(1, "write 3 b2") if "write 3 b2" in table.legal(1) else table.play(1, table.legal(1)[0])
    assert story.entries(0) == [], "nothing is told before it follows"
    story.follow()
    table.undo(1)
    story.follow()
    for viewer in (SPECTATOR, 0, 1, 5):
        assert heard(story, viewer) == heard(story, 0)
    dice, allocation, move, undo = story.entries(1)
    assert (dice.round_no, dice.seat) == (1, DICE)
    assert str(dice.phrase).startswith("Round 1: ")
    assert str(allocation.phrase).startswith("Ana: ")
    assert (undo.seat, str(undo.phrase)) == (1, f"Player 2 takes back: {move.phrase}")
    assert heard(Story(table), 0) == heard(story, 0), "the story is the same when it is told later"


def test_a_move_belongs_to_the_round_in_which_it_was_made() -> None:
    table = Table(open_game(NAME), 1, SeededDice(3), rolls_itself=False)
    table.roll()
    while table.round_no == 1:
        table.play(0, table.legal(0)[0])
    story = Story(table)
    assert {told.round_no for told in story.entries()} == {1}
    assert story.position.tobytes() == table.position.tobytes()


def test_secret_moves_are_told_when_they_open(bids: Game) -> None:
    table = bidding(bids, 2)
    story = Story(table)
    table.roll()
    for text in ("bid 4", "ready"):
        table.play(0, text)
    table.undo(0)
    table.undo(0)
    table.play(0, "bid 2")
    table.play(1, "bid 5")
    story.follow()
    prize = f"The prize is {table.position.prize}."
    assert texts(story, SPECTATOR) == [prize]
    assert texts(story, 1) == [prize, "Player 2 bids 5."]
    mine = [
        prize,
        "Player 1 bids 4.",
        "Player 1 is ready.",
        "Player 1 takes back: Player 1 is ready.",
        "Player 1 takes back: Player 1 bids 4.",
        "Player 1 bids 2.",
    ]
    assert texts(story, 0) == mine
    table.play(1, "ready")
    table.play(0, "ready")
    story.follow()
    opened = ["Player 1 bids 2.", "Player 2 bids 5.", "Player 2 is ready.", "Player 1 is ready."]
    assert texts(story, SPECTATOR) == [prize, *opened], "what was taken back is not told to others at all"
    assert texts(story, 1) == [prize, "Player 2 bids 5.", "Player 2 is ready.", "Player 1 bids 2.", opened[-1]]
    assert texts(story, 0) == [*mine, "Player 2 bids 5.", "Player 2 is ready.", "Player 1 is ready."]


def test_secrets_that_only_the_dice_open_come_before_the_dice(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bidding(bids, 2)
    table.roll()
    story = Story(table)
    table.play(0, "bid 4")
    table.position.prize = story.position.prize = 0  # as in a game where dice may fall while orders are secret
    story.follow()
    story.position.prize = 0
    table.roll()
    story.follow()
    assert texts(story, 1)[1] == "Player 1 bids 4."
    assert texts(story, 1)[2].startswith("The prize is")


def random_step(table: Table, seat: int, chance: Random, waits: bool = False) -> None:
    """Let a seat take back, or do, something at random; a seat that waits does not become ready."""
    if chance.random() < 0.3 and seat in table.moved_this_epoch():
        table.undo(seat)
    elif seat in table.waiting and not (waits and table.legal(seat) == ["ready"]):
        table.make(seat, chance.choice(table.legal_moves(seat)))


@settings(max_examples=40, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**16), chance=st.randoms(use_true_random=False))
def test_what_was_told_stays_told(bids: Game, seats: int, seed: int, chance: Random) -> None:
    table = bidding(bids, seats, seed)
    story = Story(table)
    viewers = [SPECTATOR, *range(seats)]
    before: dict[int, list[tuple[int, int, str]]] = {viewer: [] for viewer in viewers}
    for _ in range(150):
        if table.over:
            break
        if table.dice_due:
            table.roll()
        else:
            random_step(table, chance.randrange(seats), chance)
        story.follow()
        assert story.position.tobytes() == table.position.tobytes()
        for viewer in viewers:
            now = heard(story, viewer)
            assert now[: len(before[viewer])] == before[viewer]
            before[viewer] = now
    whole = Story(table)
    assert all(heard(whole, viewer) == before[viewer] for viewer in viewers)
    if table.over:
        standing = sum(1 for text in texts(story, SPECTATOR) if " bids " in text)
        assert standing == seats * table.position.rounds, "everything that stands was told in the end, once"


def secretly_different(bids: Game, seats: int, viewer: int, seed: int, mine: int, theirs: int) -> list[Story]:
    """Play one game in two ways that differ only in what others than the viewer do in secret, in the last epoch."""
    tellings = []
    for other in (theirs, theirs + 1):
        table, chance = bidding(bids, seats, seed), Random(seed)
        for _ in range(chance.randrange(60)):
            if not table.over:
                table.roll() if table.dice_due else random_step(table, chance.randrange(seats), chance)
        if table.dice_due:
            table.roll()
        story = Story(table)
        own, foreign = Random(mine), Random(other)
        for _ in range(12):
            if viewer >= 0:
                random_step(table, viewer, own, waits=True)
            for _ in range(foreign.randrange(4)):
                seat = foreign.choice([each for each in range(seats) if each != viewer])
                random_step(table, seat, foreign, waits=table.waiting == [seat])
            story.follow()
        tellings.append(story)
    return tellings


games_in_two_ways = given(
    seats=st.integers(2, 4),
    place=st.integers(0, 4),
    seed=st.integers(0, 2**16),
    mine=st.integers(0, 2**16),
    theirs=st.integers(0, 2**16),
)


def differs(bids: Game, seats: int, place: int, seed: int, mine: int, theirs: int) -> bool:
    viewer = place % (seats + 1) - 1
    one, other = secretly_different(bids, seats, viewer, seed, mine, theirs)
    return heard(one, viewer) != heard(other, viewer)


@settings(max_examples=60, deadline=None)
@games_in_two_ways
def test_the_secrets_of_others_change_nothing_that_is_heard(
    bids: Game, seats: int, place: int, seed: int, mine: int, theirs: int
) -> None:
    assert not differs(bids, seats, place, seed, mine, theirs)


def test_a_leak_would_be_noticed(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for form in bids.moves.forms:
        monkeypatch.setattr(form, "secret", False)
    assert any(differs(bids, 3, place, seed, seed, seed) for place in range(4) for seed in range(5))


def test_a_gain_says_nothing_of_secrets(bids: Game) -> None:
    table = bidding(bids, 2)
    table.roll()
    for seat in (0, 1):
        table.play(seat, f"bid {3 + seat}")
    table.play(0, "ready")
    (ready,) = table.legal_moves(1)
    assert table.gains(1) == {ready: 0}, "as far as seat 1 knows, the other is still choosing"


def test_a_gain_is_not_told_when_the_move_opens_secrets(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bidding(bids, 2)
    table.roll()
    table.play(0, "bid 3")
    table.play(1, "bid 4")
    table.play(0, "ready")
    monkeypatch.setattr(table, "seen_by", lambda seat: table.position.copy())  # as if all were ready for all to see
    (ready,) = table.legal_moves(1)
    assert table.gains(1) == {ready: None}


def test_the_history_ends_once_where_the_last_round_ends_the_game(bids: Game) -> None:
    table = bidding(bids, 2)
    while not table.over:
        if table.dice_due:
            table.roll()
        else:
            table.make(table.waiting[0], table.legal_moves(table.waiting[0])[-1])
    assert len(history(table)) == 1 + table.position.rounds
    assert history(table)[-1] == [table.halves(0), table.halves(1)]
