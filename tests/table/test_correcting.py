"""Own dice: what was entered wrongly can be corrected until the next move, and nobody learns a secret by it."""

import contextlib
import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rollwright.games
from rollwright.core.contract import SPECTATOR
from rollwright.core.dice import Roll, SeededDice
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.language import Phrase
from rollwright.records import replay, write
from rollwright.table import Corrected, Moved, Rolled, Table, Undone
from rollwright.table.company import Remark
from rollwright.table.events import effective_events, from_json, to_json
from rollwright.table.score_history import history
from rollwright.table.story import DICE, Story
from rollwright.testing import Playthrough, playthroughs
from tests.support import SHELF

NAME = "terminal_dispute"


@pytest.fixture(scope="module")
def bids() -> Iterator[Game]:
    """The small game with secrets: both its moves are secret until everybody is ready."""
    rollwright.games.__path__.append(str(SHELF))
    yield Game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


def rolled_table(seats: int = 2) -> Table:
    """A table with the first dice entered."""
    table = Table(open_game(NAME), seats, SeededDice(3), {"start": "1"}, rolls_itself=False, compiled=False)
    table.roll([1, 2, 3, 4, 5])
    return table


def texts(story: Story, viewer: int = SPECTATOR) -> list[str]:
    return [str(told.phrase) for told in story.entries(viewer)]


def again(table: Table) -> Table:
    """Return the table that the log of another adds up to, when it is kept and loaded."""
    kept = json.loads(json.dumps([to_json(event) for event in table.log]))
    return Table.from_log([from_json(event) for event in kept], SeededDice(0), compiled=table.rules.compiled)


def same(table: Table, other: Table) -> bool:
    return table.position.tobytes() == other.position.tobytes()


def test_the_dice_show_what_was_corrected() -> None:
    table, right = rolled_table(), rolled_table()
    assert table.can_correct()
    assert table.correct([6, 6, 3, 4, 5], seat=1) == Corrected(1, (6, 6, 3, 4, 5), 1)
    table.correct([6, None, None, 1, None])
    assert table.can_correct()
    right = Table(open_game(NAME), 2, SeededDice(3), {"start": "1"}, rolls_itself=False, compiled=False)
    right.roll([6, 6, 3, 1, 5])
    assert same(table, right)
    assert [event.faces for event in effective_events(table.log) if isinstance(event, Rolled)] == [(6, 6, 3, 1, 5)]
    assert write(table) == write(right)
    assert history(table) == history(right)
    assert same(again(table), table)
    assert again(table).log == table.log


def test_a_correction_that_does_not_fit_changes_nothing() -> None:
    table = rolled_table()
    before, events = table.position.tobytes(), len(table.log)
    for faces in ([1, 2, 3, 4], [1, 2, 3, 4, 7], [0, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]):
        with pytest.raises(Refusal, match="do not match the dice that were rolled: d6 d6 d6 d6 d6"):
            table.correct(faces)
    for already in ([1, 2, 3, 4, 5], [None] * 5, [1, None, 3, None, 5]):
        with pytest.raises(Refusal, match="already show these faces"):
            table.correct(already)
    assert (table.position.tobytes(), len(table.log)) == (before, events)


def test_a_correction_is_possible_until_the_next_move() -> None:
    table = Table(open_game(NAME), 2, SeededDice(3), {"start": "1"}, names=["Ana", "Ben"], rolls_itself=False)
    assert not table.can_correct()
    with pytest.raises(Refusal, match="There are no dice to correct"):
        table.correct([1, 2, 3, 4, 5])
    table.roll([1, 2, 3, 4, 5])
    table.play(0, table.legal(0)[0])
    before, events = table.position.tobytes(), len(table.log)
    assert not table.can_correct()
    assert not table.can_correct({1})
    with pytest.raises(Refusal, match="until the next move: first undo what Ana did since"):
        table.correct([1, 2, 3, 4, 6])
    assert (table.position.tobytes(), len(table.log)) == (before, events)
    table.undo(0)
    assert table.can_correct(), "a move that was taken back is none"
    table.correct([1, 2, 3, 4, 6])
    assert table.moved_this_epoch() == []
    with pytest.raises(Refusal, match="nothing to undo"):
        table.undo(0)


def test_bots_move_again_after_a_correction() -> None:
    table = rolled_table(3)
    table.play(0, table.legal(0)[0])
    table.play(1, table.legal(1)[0])
    table.play(0, table.legal(0)[0])
    assert not table.can_correct({0})
    with pytest.raises(Refusal, match="what Player 2 did since"):
        table.correct([6] * 5, droppable={0})
    assert table.can_correct({0, 1})
    table.correct([6] * 5, droppable={0, 1, 2})
    assert table.log[-4:] == [*(Undone(moved.seat, place, moved.text) for place in (4, 3, 2)
                                for moved in [table.log[place]] if isinstance(moved, Moved)),
                              Corrected(1, (6,) * 5)]  # fmt: skip
    assert table.waiting == [0]
    assert same(again(table), table)


def test_dice_that_led_to_more_dice_can_be_corrected_until_those_fall() -> None:
    table = Table(open_game(NAME), 2, SeededDice(5), rolls_itself=False, compiled=False)
    table.roll([1])
    assert (table.dice_due, table.roller) == ([6] * 5, 0)
    table.correct([2])
    assert (table.dice_due, table.roller) == ([6] * 5, 1)
    faces = SeededDice(5).faces(Roll(1, 1, 0, [6] * 5))
    assert list(table.roll().faces) == faces, "those of whose dice they are now"
    with pytest.raises(Refusal, match="do not match the dice that were rolled: d6 d6 d6 d6 d6"):
        table.correct([1])
    assert same(again(table), table)


def test_a_correction_is_told_to_everybody() -> None:
    table = rolled_table()
    story = Story(table)
    move = table.legal(0)[0]
    table.play(0, move)
    table.correct([6, 6, 3, 4, 5], droppable={0}, seat=1)
    table.correct([6, 6, 3, 4, 6])
    story.follow()
    dice, moved, undone, corrected, nameless = story.entries(0)
    assert str(dice.phrase).startswith("Round 1: ")
    assert str(undone.phrase) == f"Player 1 takes back: {moved.phrase}"
    assert (corrected.round_no, corrected.seat) == (1, DICE)
    assert str(corrected.phrase) == "Player 2 corrects the dice: Round 1: 6, 6, 3, 4, 5."
    assert str(nameless.phrase) == "The dice were corrected: Round 1: 6, 6, 3, 4, 6."
    assert texts(Story(table)) == texts(story)
    assert story.position.tobytes() == table.position.tobytes()


def test_a_correction_says_nothing_of_secret_moves(bids: Game) -> None:
    def told(secretly: bool) -> tuple[list[str], bool]:
        table = Table(bids, 3, SeededDice(1), rolls_itself=False, compiled=False)
        story = Story(table)
        table.roll([2])
        if secretly:
            table.play(0, "bid 4")
            table.play(0, "ready")
            table.play(1, "bid 1")
        can = table.can_correct()
        table.correct([4], seat=2)
        story.follow()
        assert same(again(table), table)
        if secretly:
            assert texts(story, 0)[-2] == "Player 1 takes back: Player 1 bids 4."
            assert table.waiting == [0, 1, 2]
        return texts(story, 2) + texts(story), can

    assert told(False) == told(True)
    assert told(True) == (["The prize is 2.", "Player 3 corrects the dice: The prize is 4."] * 2, True)


def test_what_was_opened_stays_open(bids: Game) -> None:
    table = Table(bids, 2, SeededDice(1), rolls_itself=False, compiled=False)
    table.roll([2])
    for seat in (0, 1):
        table.play(seat, "bid 1")
        table.play(seat, "ready")
    assert not table.can_correct({0, 1}), "not even if all of them are bots"
    with pytest.raises(Refusal, match="no dice to correct"):
        table.correct([3], droppable={0, 1})


def test_remarks_are_told_where_they_were_made() -> None:
    table, remarks = rolled_table(), list[Remark]()
    story = Story(table, remarks)

    def remark(seat: int, text: str) -> None:
        remarks.append(Remark(len(table.log), seat, Phrase("{text}", text=text)))

    remark(1, "Hello!")
    assert len(texts(story)) == 1, "nothing is told before it follows"
    story.follow()
    table.play(0, table.legal(0)[0])
    remark(0, "Nice!")
    remark(1, "Ouch!")
    table.play(1, table.legal(1)[0])
    story.follow()
    story.follow()
    remark(0, "Bye!")
    story.follow()
    assert [texts(story)[place] for place in (1, 3, 4, 6)] == ["Hello!", "Nice!", "Ouch!", "Bye!"]
    assert [(told.round_no, told.seat) for told in story.entries()][:2] == [(1, DICE), (1, 1)]
    assert texts(Story(table, remarks)) == texts(story), "the same when it is told later"


def random_step(table: Table, chance: Random, bots: set[int]) -> None:
    """Roll, enter, correct, take back or move, at random."""
    can = table.moved_this_epoch()
    if chance.random() < 0.35 and table.can_correct(bots):
        rolled = [event for event in effective_events(table.log) if isinstance(event, Rolled)][-1]
        faces = [None if chance.random() < 0.5 else chance.randint(1, n) for n in rolled.sides]
        with contextlib.suppress(Refusal):  # the very same faces
            table.correct(faces, droppable=bots, seat=chance.randrange(-1, table.seats))
    elif can and chance.random() < 0.2:
        with contextlib.suppress(Refusal):
            table.undo(chance.choice(can), droppable=bots)
    elif table.dice_due:
        table.roll([None if chance.random() < 0.5 else chance.randint(1, n) for n in table.dice_due])
    elif table.waiting:
        seat = chance.choice(table.waiting)
        table.make(seat, chance.choice(table.legal_moves(seat)))


@pytest.mark.parametrize("name", game_names())
def test_a_log_with_corrections_adds_up_to_its_table(name: str) -> None:
    seen = 0

    @settings(max_examples=8, deadline=None, derandomize=True)
    @given(playthroughs(open_game(name)), st.integers(0, 2**32))
    def run(played: Playthrough, seed: int) -> None:
        nonlocal seen
        chance = Random(seed)
        table = Table(open_game(name), played.seats, SeededDice(played.seed), played.setting, rolls_itself=False)
        story = Story(table)
        bots = {seat for seat in range(table.seats) if chance.random() < 0.5}
        for step in range(100):
            random_step(table, chance, bots)
            if step % 4 == 0:
                story.follow()
                assert story.position.tobytes() == table.position.tobytes()
        story.follow()
        loaded = again(table)
        assert same(loaded, table)
        assert loaded.log == table.log
        assert [loaded.can_correct(each) for each in (set(), bots)] == [table.can_correct(each) for each in ((), bots)]
        assert same(replay(write(table)), table)
        assert history(loaded) == history(table) == history(replay(write(table)))
        whole = Story(table)
        assert all(texts(whole, viewer) == texts(story, viewer) for viewer in range(-1, table.seats))
        seen += sum(isinstance(event, Corrected) for event in table.log)

    run()
    assert seen > 10
