"""Records: a game as text that replays to the same bytes, and refuses what is not one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright.core.dice import SeededDice
from rollwright.core.errors import BadRecord, Refusal
from rollwright.core.game import game_names, open_game
from rollwright.records import read, replay, write
from rollwright.table import Table
from rollwright.testing import Playthrough, playthroughs
from rollwright.testing.playthroughs import Walk


def table_of(name: str, played: Playthrough, steps: int) -> Table:
    """Play some steps of a game at a table."""
    game = open_game(name)
    walk = Walk(game, played, game.rules())
    for _ in walk:
        pass
    names = ["Ana", "B, e\nn", "", "D", "E", "F"][: played.seats]
    table = Table(game, played.seats, SeededDice(played.seed), played.setting, names=names, rolls_itself=False)
    for step in walk.taken[:steps]:
        if step.faces:
            table.roll()
        else:
            table.make(step.seat, step.move)
    return table


@pytest.mark.parametrize("name", game_names())
def test_a_record_replays_to_the_same_bytes(name: str) -> None:
    @settings(max_examples=20, deadline=None)
    @given(playthroughs(open_game(name)), st.integers(0, 400))
    def run(played: Playthrough, steps: int) -> None:
        table = table_of(name, played, steps)
        again = replay(write(table))
        assert again.position.tobytes() == table.position.tobytes()
        assert again.log[1:] == table.log[1:]
        assert write(again) == write(table)

    run()


RECORD = """\
rollwright: 1
game: terminal_dispute
seats: 2
names: Ana, Ben
start: 1

# a comment
dice 3 5 6 3 4
1 allocate nav 3 5 phone 3 4
2 write 5 b3
1 line 3 from h6 sw
"""


def test_a_record_is_read() -> None:
    record = read(RECORD)
    assert (record.game, record.seats, record.names, record.options) == (
        "terminal_dispute", 2, ["Ana", "Ben"], {"start": ["1"]}
    )  # fmt: skip
    table = replay(record)
    assert table.waiting == [0, 1]
    assert "Ben" in str(table)


def test_a_record_can_be_played_on_with_new_dice() -> None:
    table = replay(RECORD, SeededDice(1))
    while not table.over:
        if table.dice_due:
            table.roll()
        else:
            table.play(table.waiting[0], table.legal(table.waiting[0])[0])
    assert "\nscore " in write(table)
    assert replay(write(table)).over


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("rollwright: 1", "rollwright: 9", "not a record of a game"),
        ("rollwright: 1\n", "", "not a record of a game"),
        ("game: terminal_dispute", "game: chess", "There is no game called 'chess'"),
        ("seats: 2", "seats: two", "does not say how many seats"),
        ("seats: 2", "seats: 7", "is for 1 to 6 seats, not 7"),
        ("start: 1", "start: 5", "cannot be '5' with 2 seats"),
        (
            "dice 3 5 6 3 4",
            "dice 3 5 6 3",
            "Line 8, 'dice 3 5 6 3': These faces do not match the dice to roll: d6 d6",
        ),
        ("dice 3 5 6 3 4", "dice 3 5 6 3 x", "These faces do not match"),
        ("dice 3 5 6 3 4", "dice 3 5 6 3 7", "These faces do not match"),
        ("2 write 5 b3", "2 write 6 b3", "Line 10, '2 write 6 b3': There is no 6 among your navigation dice"),
        ("2 write 5 b3", "7 write 5 b3", "There is no such seat"),
        ("2 write 5 b3", "write 5 b3", "a line must be 'dice' with faces"),
        ("2 write 5 b3", "2 wrote 5 b3", "is not a move you can make now"),
        ("2 write 5 b3", "2 w 5 b3", "'w 5 b3' is not a move"),
        ("1 line 3 from h6 sw", "1 line 3 from h6 s", "is not a move"),
        ("seats: 2", "seats: " + "9" * 5000, "does not say how many seats"),
        ("names: Ana, Ben", "names: Ana", "Give one name for each of 2 seats, not 1"),
        ("2 write 5 b3", "score 1 2", "the game is not over"),
        ("2 write 5 b3", "dice 1 2 3 4 5", "There are no dice to roll now"),
    ],
)
def test_bad_records_are_refused_with_the_line(old: str, new: str, sentence: str) -> None:
    assert old in RECORD
    with pytest.raises(Refusal, match=sentence):
        replay(RECORD.replace(old, new))


def test_a_mark_at_the_beginning_of_the_file_does_no_harm() -> None:
    assert replay("\ufeff" + RECORD).waiting == [0, 1]


def test_control_signs_are_not_echoed() -> None:
    with pytest.raises(BadRecord) as refused:
        replay(RECORD.replace("2 write 5 b3", "2 \x1b[2Jwrite"))
    assert "\x1b" not in str(refused.value)


def test_a_nameless_seat_keeps_its_place() -> None:
    table = replay(RECORD.replace("names: Ana, Ben", "names: , Ben"))
    assert [str(name) for name in table.players] == ["Player 1", "Ben"]
    assert "names: , Ben" in write(table)


def test_a_wrong_score_is_refused() -> None:
    golden = open_game("terminal_dispute").folder / "golden" / "1-seats.txt"
    text = golden.read_text(encoding="utf-8")
    assert replay(text).over
    with pytest.raises(BadRecord, match="the game ended with another score: score"):
        replay(text.replace("\nscore ", "\nscore 9"))
