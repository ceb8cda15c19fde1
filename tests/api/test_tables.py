"""Tables, positions and moves as a library offers them, for every game."""

import pickle
import xml.etree.ElementTree as ET
from math import isfinite

import pytest

import rollwright
from rollwright.core.game import game_names
from rollwright.core.position import Position as CorePosition

GAMES = game_names()


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_its_text_and_can_be_played(name: str) -> None:
    table = rollwright.open(name, seed=3)
    for _ in range(8):
        moves = table.legal()
        assert {move.seat for move in moves} == set(table.waiting)
        move = moves[-1]
        assert move == move.text == table.game.moves.text(move.id)
        assert move.description
        assert move.gain is None or isfinite(move.gain)
        assert table.play(move).text == move


@pytest.mark.parametrize("name", GAMES)
def test_a_gain_is_the_difference_in_score(name: str) -> None:
    table = rollwright.open(name, seed=5)
    known = 0
    while not table.over and known < 40:
        move = table.view(table.waiting[0]).random.choice(table.legal(table.waiting[0]))
        position = table.view(move.seat)
        if move.gain is not None:
            known += 1
            assert position.after(move).score() - position.score() == move.gain
        table.play(move)
    assert known


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_on_alone_and_meets_the_same_dice(name: str) -> None:
    table = rollwright.open(name, seed=11)
    table.play(table.legal()[0])
    before, log = table.position.tobytes(), list(table.log)
    twin, other = table.copy().finish("random", seed=1), table.copy().finish("random", seed=1)
    assert twin.record() == other.record()
    assert (table.position.tobytes(), table.log) == (before, log)
    assert table.finish("random", seed=1).record() == twin.record()


def test_a_copy_takes_back_alone() -> None:
    table = rollwright.open("terminal_dispute", seed=7)
    table.play(table.legal()[0])
    twin = table.copy()
    twin.undo(0)
    assert len(table.legal()) != len(twin.legal())
    table.undo(0)
    assert table.position.tobytes() == twin.position.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays_to_the_same_bytes(name: str) -> None:
    table = rollwright.open(name, seed=2).finish("random")
    again = rollwright.replay(table.record())
    assert again.over
    assert again.position.tobytes() == table.position.tobytes()
    assert again.record() == table.record()


def test_a_record_can_be_continued() -> None:
    table = rollwright.open("terminal_dispute", seats=2, seed=7)
    table.play(table.legal()[0])
    again = rollwright.replay(table.record(), dice=table.dice)
    assert again.finish("random").record() == table.finish("random").record()


@pytest.mark.parametrize("name", GAMES)
def test_a_drawing_needs_no_other_file(name: str) -> None:
    table = rollwright.open(name, seed=2, names=["<Ana> & co"] * rollwright.open_game(name).seats[0])
    for drawn in (table._repr_svg_(), table.view(0)._repr_svg_()):
        tree = ET.fromstring(drawn)
        assert tree.tag.endswith("svg")
        assert len(list(tree.iter())) > 50
        assert "url(" not in drawn.replace("url(#", "")
        assert "@import" not in drawn


def test_what_a_seat_may_not_know_is_not_in_its_position() -> None:
    table = rollwright.open("rolling_pyramids", seats=2, seed=4)
    hidden = 0
    while not table.over and not hidden:
        move = table.legal()[-1]
        table.play(move)
        other = 1 - move.seat
        hidden += bytes(table.view(other)) != bytes(CorePosition(table.rules, table.position))
        assert bytes(table.view(other)) == bytes(table.state.seen(other))
    assert hidden


def test_a_position_is_a_value() -> None:
    table = rollwright.open("terminal_dispute", seed=7)
    position = table.view(0)
    assert position == table.view(0)
    assert len({position, table.view(0)}) == 1
    move = position.legal()[0]
    after = position.after(move)
    table.play(move)
    assert after == table.view(0)
    assert position != after
    assert str(position) != str(after)


def test_refusals_are_documented_kinds() -> None:
    table = rollwright.open("terminal_dispute", seats=2, seed=7)
    for kind, seat, text in (
        (rollwright.Unreadable, 0, "fly"), (rollwright.Ambiguous, 0, "allocate"), (rollwright.Illegal, 0, "write 5 b3"),
        (rollwright.NotYourTurn, 1, "write 5 b3"),
    ):  # fmt: skip
        with pytest.raises(kind):
            table.play(seat, text)
    for kind, text in (
        (rollwright.Unreadable, "fly"),
        (rollwright.Ambiguous, "allocate"),
        (rollwright.Illegal, "write 5 b3"),
    ):
        with pytest.raises(kind):
            table.view(0).after(text)
    with pytest.raises(rollwright.NotYourTurn):
        table.view(1).after("write 5 b3")
    with pytest.raises(rollwright.NotYourTurn):
        table.advise(1)
    with pytest.raises(TypeError):
        table.play(0)  # type: ignore[call-overload]


def test_a_move_travels_as_its_text() -> None:
    move = rollwright.open("tou_shi").legal()[0]
    assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("faces", [[1], [], [9] * 5, [0] * 5, [1] * 8])
def test_dice_that_cannot_be_rolled_are_refused(faces: list[int]) -> None:
    start = rollwright.open("terminal_dispute", rolls_itself=False).view(0)
    with pytest.raises(rollwright.Refusal, match="do not match the dice to roll: d6 d6 d6 d6 d6"):
        start.rolled(faces)
    with pytest.raises(rollwright.Refusal, match="no dice to roll now"):
        start.rolled([3, 1, 4, 1, 5]).rolled([1])


@pytest.mark.parametrize("player", rollwright.players())
def test_a_player_that_is_not_waited_for_says_so(player: str) -> None:
    position = rollwright.open("terminal_dispute", seats=2, seed=7).view(1)
    with pytest.raises(rollwright.NotYourTurn, match="no move to make now"):
        rollwright.bot(player)(position)


def test_a_level_that_plays_no_games_in_its_head_expects_nothing() -> None:
    advice = rollwright.open("terminal_dispute", seed=7).advise(0, "normal")
    assert (advice.expected, advice.playouts) == (None, 0)
