"""The table: whose turn it is, undo, the log, and what each seat may see."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rollwright
from rollwright.core.dice import ScriptedDice, SeededDice
from rollwright.core.errors import BadOption, Illegal, NotYourTurn, Refusal
from rollwright.core.game import game_names, open_game
from rollwright.games.terminal_dispute.sheet import CHARGER
from rollwright.records import replay, write
from rollwright.table import Moved, Rolled, Table, Undone
from rollwright.table.events import effective_events
from rollwright.table.score_history import history
from rollwright.testing import Playthrough, playthroughs

NAME = "terminal_dispute"


def waiting_table(seats: int = 2) -> Table:
    """A table that waits for `roll()`, the first dice rolled and allocated."""
    table = Table(open_game(NAME), seats, SeededDice(3), {"start": "1"}, rolls_itself=False)
    table.roll()
    table.play(0, table.legal(0)[0])
    return table


def write_all(table: Table, seat: int) -> None:
    while seat in table.waiting:
        table.play(seat, table.legal(seat)[0])


def test_a_table_rolls_by_itself_or_waits() -> None:
    assert rollwright.open(NAME, seats=2, seed=7).waiting
    table = Table(open_game(NAME), 2, SeededDice(7), rolls_itself=False)
    assert table.dice_due == [2]
    with pytest.raises(NotYourTurn, match="Player 1 has no move to make now: the dice must be rolled first"):
        table.play(0, "pass")
    table.roll()
    assert table.dice_due == [6] * 5
    table.roll()
    with pytest.raises(NotYourTurn, match="There are no dice to roll now: the table is waiting for Player"):
        table.roll()


def test_a_seat_that_is_done_is_told_whom_the_table_waits_for() -> None:
    table = waiting_table()
    write_all(table, 0)
    with pytest.raises(NotYourTurn, match="Player 1 has no move to make now: the table is waiting for Player 2"):
        table.play(0, "write 1 a1")
    with pytest.raises(Refusal, match="There is no such seat: this table has 2 seats"):
        table.play(5, "pass")
    with pytest.raises(Refusal, match="no such seat"):
        table.legal(-1)


def test_undo_takes_back_ones_own_last_move() -> None:
    table = waiting_table()
    before = table.position.tobytes()
    first, second = table.legal(0)[0], table.legal(1)[3]
    table.play(0, first)
    table.play(1, second)
    assert table.moved_this_epoch() == [0, 1]
    undone = table.undo(0)
    assert undone.text == first
    assert table.moved_this_epoch() == [0, 1], "the allocation is still there to take back"
    table.undo(1)
    assert table.position.tobytes() == before
    kinds = [type(event) for event in table.log]
    assert kinds[-4:] == [Moved, Moved, Undone, Undone], "the log forgets nothing"
    assert len(effective_events(table.log)) == 2, "dice and allocation stand"


def test_undo_reaches_over_the_end_of_a_round_until_the_dice_fall() -> None:
    table = waiting_table()
    write_all(table, 1)
    write_all(table, 0)
    assert table.dice_due
    assert table.round_no == 2
    table.undo(1)
    assert (table.round_no, table.waiting) == (1, [1])
    write_all(table, 1)
    table.roll()
    with pytest.raises(Refusal, match="nothing to undo"):
        table.undo(1)


def test_undo_refuses_what_others_built_on() -> None:
    table = waiting_table()
    table.play(1, table.legal(1)[0])
    with pytest.raises(Refusal, match="cannot be undone: later moves depend on it"):
        table.undo(0)
    table.undo(1)
    table.undo(0)
    assert table.waiting == [0]
    assert table.legal(0)[0].startswith("allocate")


def test_undo_takes_back_any_own_move_that_nothing_depends_on() -> None:
    table = waiting_table()
    allocation = len(table.log) - 1
    texts = [text for text in table.legal(0) if text.startswith("write")][:1]
    texts += [text for text in table.legal(0) if text.startswith("line")][:1]
    for text in texts:
        table.play(0, text)
    with pytest.raises(Refusal, match="later moves depend on it"):
        table.undo(0, place=allocation)
    with pytest.raises(Refusal, match="nothing to undo"):
        table.undo(0, place=1)
    assert table.undo(0, place=allocation + 1).text == texts[0]
    assert texts[0] in table.legal(0)
    assert not any(text.startswith("line") for text in table.legal(0)), "the line still stands"


def test_another_move_can_be_made_in_place_of_the_last() -> None:
    table = waiting_table()
    before = table.position.tobytes()
    first, second = table.legal(0)[:2]
    table.play(0, first)
    every = [form.layout for form in table.game.moves.forms]
    moved, known = next(table.without_each(0, every))
    assert list(table.without_each(0, every[:1])) == [], "a move of another form ends the search"
    assert (moved.text, known.tobytes()) == (first, before)
    table.replace_move(0, first, second)
    assert [event.text for event in effective_events(table.log) if isinstance(event, Moved)][-1] == second
    assert isinstance(table.log[-2], Undone)
    assert Table.from_log(table.log, SeededDice(3)).position.tobytes() == table.position.tobytes()


def test_a_move_that_cannot_take_the_others_place_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = waiting_table()
    first, second, *_ = table.legal(0)
    table.play(0, first)
    before, log = table.position.tobytes(), list(table.log)

    def unchanged() -> bool:
        recent = (len(log) - 2, len(log) - 1)
        return (table.position.tobytes(), table.log, table.recent(0)) == (before, log, recent)

    with pytest.raises(Refusal):
        table.replace_move(0, first, "pass")
    assert unchanged()
    with pytest.raises(Refusal, match="the game has moved on"):
        table.replace_move(0, second, "pass")
    assert unchanged()
    monkeypatch.setattr(table.game.words, "why", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        table.replace_move(0, first, "cross a1")
    assert unchanged()
    monkeypatch.undo()
    table.undo(0)
    table.undo(0)
    assert list(table.without_each(0, [form.layout for form in table.game.moves.forms])) == []
    with pytest.raises(Refusal, match="the game has moved on"):
        table.replace_move(0, first, second)


def test_undo_never_changes_the_dice() -> None:
    table = Table(open_game(NAME), 1, SeededDice(5), rolls_itself=False)
    table.roll()
    faces = [event.faces for event in table.log if isinstance(event, Rolled)]
    table.play(0, table.legal(0)[3])
    table.undo(0)
    table.play(0, table.legal(0)[7])
    write_all(table, 0)
    table.undo(0)
    write_all(table, 0)
    table.roll()
    again = Table(open_game(NAME), 1, SeededDice(5), rolls_itself=False)
    again.roll()
    write_all(again, 0)
    again.roll()
    assert [event.faces for event in table.log if isinstance(event, Rolled)][1:] == [
        event.faces for event in again.log if isinstance(event, Rolled)
    ][1:]
    assert faces == [event.faces for event in again.log if isinstance(event, Rolled)][:1]


def test_a_move_is_not_taken_back_if_a_later_one_would_do_something_else() -> None:
    table = Table(open_game(NAME), 1, ScriptedDice([1, 2, 3, 4, 6]), rolls_itself=False)
    table.roll()
    table.play(0, "allocate nav 1 2 phone 3 4")
    table.position.sheets[0].shaded = 1 << CHARGER.index("c3")
    table._start_epoch()
    ability = len(table.log)
    table.play(0, "unused for phone 4")
    table.play(0, "line 3 from h4 w")
    with pytest.raises(Refusal, match="later moves depend on it"):
        table.undo(0, place=ability)
    assert table.undo(0).text == "line 3 from h4 w"
    assert table.undo(0).text == "unused for phone 4"


def test_undo_drops_the_moves_of_bots_that_depend_on_it() -> None:
    table = waiting_table(3)
    allocation = len(table.log) - 1
    for seat in (1, 2, 1):
        table.play(seat, table.legal(seat)[0])
    before, events = table.position.tobytes(), len(table.log)
    for persons in ({1}, {2}, set[int]()):
        with pytest.raises(Refusal, match="later moves depend on it"):
            table.undo(0, droppable=persons)
    assert (table.position.tobytes(), len(table.log)) == (before, events), "nothing has changed"
    undone = table.undo(0, droppable={1, 2})
    assert undone == table.log[-1]
    gone = [(event.seat, event.place) for event in table.log[-4:] if isinstance(event, Undone)]
    assert gone == [(1, allocation + 3), (2, allocation + 2), (1, allocation + 1), (0, allocation)], "the latest first"
    assert table.waiting == [0]
    again = Table.from_log(table.log, SeededDice(0))
    assert again.position.tobytes() == table.position.tobytes()
    assert again.log == table.log


def test_undo_leaves_the_moves_of_bots_that_do_not_depend_on_it() -> None:
    table = waiting_table()
    table.play(0, table.legal(0)[0])
    table.play(1, table.legal(1)[0])
    table.undo(0, droppable={1})
    assert [type(event) for event in table.log[-3:]] == [Moved, Moved, Undone]
    assert table.moved_this_epoch() == [0, 1]


def test_a_gain_is_what_the_move_then_brings() -> None:
    table = Table(open_game(NAME), 1, SeededDice(5), rolls_itself=False)
    assert table.gains(0) == {}, "the dice are due"
    table.roll()
    known = 0
    while table.round_no < 4:
        if table.dice_due:
            table.roll()
        gains, before = table.gains(0), table.halves(0)
        assert list(gains) == table.legal_moves(0)
        best = max(gains, key=lambda move: gains[move] or 0)
        table.make(0, best)
        assert table.halves(0) - before == gains[best], "also for the last write of a round, which makes dice due"
        known += 1
    assert known > 6
    with pytest.raises(Refusal, match="no such seat"):
        table.gains(1)


def test_the_history_has_an_entry_for_every_round() -> None:
    table = waiting_table()
    assert history(table)[0] == [0, 0]
    assert len(history(table)) == 2, "the beginning and now"
    after = [history(table)[0]]
    while not table.over:
        round_no = table.round_no
        if table.dice_due:
            table.roll()
        else:
            seat = table.waiting[0]
            table.play(seat, table.legal(seat)[0])
            if len(table.log) % 7 == 0:
                table.undo(seat)
        if table.round_no > round_no or table.over:
            after.append([table.halves(seat) for seat in range(2)])
    grown = history(table)
    assert grown[-1] == [table.halves(seat) for seat in range(2)]
    assert len(grown) == len(after) > 3
    assert grown == after


def test_the_kind_of_rules_may_change_in_mid_game() -> None:
    def played(*kinds: bool) -> bytes:
        chooser = random.Random(2)
        table = rollwright.open(NAME, seats=2, seed=3, compiled=kinds[0])
        for step in range(60):
            table.use(table.game.rules(kinds[step % len(kinds)]))
            seat = chooser.choice(table.waiting)
            table.play(seat, chooser.choice(table.legal(seat)))
            if step % 7 == 3 and seat in table.moved_this_epoch():
                with contextlib.suppress(Refusal):
                    table.undo(seat)
        assert table.rules.compiled == kinds[59 % len(kinds)]
        return table.position.tobytes()

    assert played(True) == played(False) == played(False, True)


@pytest.mark.parametrize("name", game_names())
def test_a_log_adds_up_to_its_table(name: str) -> None:
    @settings(max_examples=15, deadline=None)
    @given(playthroughs(open_game(name)), st.randoms(use_true_random=False))
    def run(played: Playthrough, chance: random.Random) -> None:
        table = Table(open_game(name), played.seats, SeededDice(played.seed), played.setting, rolls_itself=False)
        for _ in range(120):
            can = table.moved_this_epoch()
            if can and chance.random() < 0.2:
                bots = {seat for seat in range(table.seats) if chance.random() < 0.5}
                with contextlib.suppress(Refusal):
                    table.undo(chance.choice(can), droppable=bots)
            elif table.dice_due:
                table.roll()
            elif table.waiting:
                seat = chance.choice(table.waiting)
                table.make(seat, chance.choice(table.legal_moves(seat)))
        again = Table.from_log(table.log, SeededDice(0))
        assert again.position.tobytes() == table.position.tobytes()
        assert again.log == table.log
        assert replay(write(table)).position.tobytes() == table.position.tobytes()

    run()


def test_a_failed_roll_changes_nothing() -> None:
    table = Table(open_game(NAME), 1, ScriptedDice([1, 2, 9, 4, 5]), rolls_itself=False)
    before, events = table.position.tobytes(), len(table.log)
    with pytest.raises(Refusal, match="A d6 cannot show 9"):
        table.roll()
    for faces in ([1, 2, 3, 4], [1, 2, 3, 4, 7], [0, 2, 3, 4, 5]):
        with pytest.raises(Refusal, match="These faces do not match the dice to roll: d6 d6 d6 d6 d6"):
            table.roll(faces)
    assert (table.position.tobytes(), len(table.log)) == (before, events)


def test_a_move_may_be_made_by_number_but_only_a_legal_one() -> None:
    table = waiting_table()
    with pytest.raises(Illegal, match="already been allocated"):
        table.make(0, 0)
    assert table.make(0, table.legal_moves(0)[0]).seat == 0


def test_dice_that_never_end_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(open_game(NAME), 1, SeededDice(1), rolls_itself=False)
    monkeypatch.setattr(Table, "dice_due", property(lambda self: [6]))
    monkeypatch.setattr(Table, "roll", lambda self: None)
    table.rolls_itself = True
    with pytest.raises(RuntimeError, match="asks for dice without end"):
        table._roll_due_dice()


def test_names_are_used_where_players_are_named() -> None:
    table = rollwright.open(NAME, seats=2, seed=7, names=["Ana", "Ben"])
    assert str(table).count("Ana") == 1
    with pytest.raises(BadOption, match="Give one name for each of 2 seats, not 3"):
        rollwright.open(NAME, seats=2, names=["a", "b", "c"])
    write = table.legal(0)[0]
    table.play(0, write)
    write_all(table, 0)
    with pytest.raises(NotYourTurn, match="Ana has no move to make now: the table is waiting for Ben"):
        table.play(0, "pass")
    assert "Player" not in table.drawing(language="ru")
    assert repr(table) == "<Table: Terminal Dispute, 2 seats, round 1>"


def test_a_table_refuses_what_the_game_does_not_have() -> None:
    with pytest.raises(BadOption, match="Terminal Dispute is for 1 to 6 seats, not 7"):
        rollwright.open(NAME, seats=7)
    with pytest.raises(BadOption, match="no option 'size'"):
        rollwright.open(NAME, options={"size": "big"})


def test_the_same_seed_gives_the_same_game() -> None:
    def played(compiled: bool) -> bytes:
        chooser = random.Random(4)
        table = rollwright.open(NAME, seats=3, seed=11, compiled=compiled)
        while not table.over:
            seat = chooser.choice(table.waiting)
            table.play(seat, chooser.choice(table.legal(seat)))
        return table.position.tobytes()

    assert played(True) == played(True) == played(False)


def test_the_record_of_a_table_leaves_out_what_was_taken_back() -> None:
    table = waiting_table()
    text = table.legal(0)[0]
    table.play(0, text)
    assert f"1 {text}\n" in write(table)
    table.undo(0)
    assert f"1 {text}\n" not in write(table)
