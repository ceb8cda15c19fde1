"""Checks of the rules: games end, somebody can always move, scores stay in bounds, refusals are right."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from rollwright.bots.playout import STUCK, random_games
from rollwright.core.contract import CONTRACT, HEADER, MOST_SIDES, copy
from rollwright.core.dice import SeededDice
from rollwright.core.errors import MoveRefused, Unreadable
from rollwright.core.game import Game
from rollwright.core.random_stream import streams
from rollwright.table import Table
from rollwright.testing.playthroughs import (
    Effort,
    Playthrough,
    Walk,
    due,
    for_all,
    legal_moves,
    seen,
    some_settings,
    waited_for,
)

NONSENSE = ("", "   ", "?", "xyzzy", "1 2 3", "' OR 1=1", "\x00", "é" * 500)
MAX_MOVES_TRIED = 4_000
MAX_MOVES_ASKED_ABOUT = 1_000
"""Random moves that `why` is called with at each position."""
MIN_GAMES = 5
"""Minimum number of random games with each setting of the options."""
POSITIONS_TRIED = 8
"""Positions of a game at which `why` is checked."""


def keeps_the_contract(game: Game, effort: Effort) -> None:
    """Every function of the contract is defined, and STATE begins with the header."""
    module = game.part("rules")
    for stub in CONTRACT:
        assert callable(getattr(module, stub.__name__, None)), f"rules.{stub.__name__} is missing"
    fields = game.rules(compiled=False).state.descr[: len(HEADER)]
    assert [(name, kind[-2:]) for name, kind, *_ in fields] == HEADER, "STATE must begin with the fields of HEADER"
    clashes = [name for name in _field_names(game.rules(compiled=False).state) if hasattr(np.record, name)]
    assert not clashes, f"fields named like attributes of numpy.record cannot be read uncompiled: {clashes}"


def _field_names(state: np.dtype[Any]) -> Iterator[str]:
    """Yield the names of all fields of a record and of its nested records."""
    for name in state.names or ():
        yield name
        yield from _field_names(state[name].base)


def options_can_be_set(game: Game, effort: Effort) -> None:
    """Every number of seats has a valid setting, and no option has the name of a record's header line."""
    for option in game.options:
        assert option.name not in {"rollwright", "game", "seats", "names"}, f"an option may not be called {option.name}"
    for seats in game.seats:
        assert some_settings(game, seats, 1), f"with {seats} seats the options cannot be set"


def plays_to_the_end(game: Game, effort: Effort) -> None:
    """Random games end within MAX_DECISIONS and SCORE_BOUNDS, for all numbers of seats and all options."""
    for seats in game.seats:
        every = some_settings(game, seats, effort.settings_each)
        games = max(MIN_GAMES, effort.games_each // len(every))
        for number, setting in enumerate(every):
            options = game.options_array(seats, setting)
            played = random_games(game, seats, options, streams(seats, number, games))
            assert played.decisions != STUCK, f"{seats} seats, {setting}: a game did not end"
            low, high = game.score_bounds
            assert low <= played.halves.min(), f"{seats} seats, {setting}: a score of {played.halves.min()} halves"
            assert played.halves.max() <= high, f"{seats} seats, {setting}: a score of {played.halves.max()} halves"


def somebody_can_always_move(game: Game, effort: Effort) -> None:
    """Exactly the seats that may act have legal moves, all distinct and in bounds; nobody acts while dice are due."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        decisions = 0
        walk = Walk(game, played, rules)
        for position in walk:
            seats = waited_for(rules, position)
            sides = due(rules, position)
            assert not (seats and sides), "dice are due while seats are waited for"
            assert len(sides) <= rules.max_dice, "more dice than MAX_DICE"
            assert all(n > 0 for n in sides), "a die without sides"
            assert all(n <= MOST_SIDES for n in sides), f"a die with {max(sides)} sides, more than {MOST_SIDES}"
            for seat in range(played.seats):
                moves = legal_moves(rules, position, seat)
                assert bool(moves) == (seat in seats), f"seat {seat} has {len(moves)} moves; waited for: {seats}"
                assert len(set(moves)) == len(moves), "a legal move is listed twice"
                assert len(moves) <= rules.max_moves, "more moves than MAX_MOVES"
                assert all(0 <= move < game.moves.size for move in moves), "a move outside the notation"
        decisions = sum(step.move >= 0 for step in walk.taken)
        assert decisions <= game.max_decisions, f"{decisions} decisions, more than MAX_DECISIONS"

    for_all(game, effort, effort.examples, check)


def scores_stay_in_bounds(game: Game, effort: Effort) -> None:
    """A score is defined at every position and stays within SCORE_BOUNDS."""
    rules = game.rules()
    low, high = game.score_bounds

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in range(played.seats):
                assert low <= rules.score(position, seat) <= high

    for_all(game, effort, effort.examples, check)


def dice_raise_the_epoch(game: Game, effort: Effort) -> None:
    """Every roll raises the epoch, epoch and round never decrease, and the roller is a valid seat."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        walk = Walk(game, played, rules)
        epoch, round_no, rolls = 0, 0, 0
        for position in walk:
            rolled = sum(bool(step.faces) for step in walk.taken)
            assert position.epoch >= epoch, "the epoch went back"
            assert rolled == rolls or position.epoch > epoch, "a roll did not raise the epoch"
            assert position.round_no >= round_no, "the round went back"
            assert position.seat_count == played.seats
            assert 0 <= position.roller < played.seats
            epoch, round_no, rolls = int(position.epoch), int(position.round_no), rolled

    for_all(game, effort, effort.examples, check)


def moves_read_back(game: Game, effort: Effort) -> None:
    """Every move has a unique text that reads back as that move."""
    notation = game.moves
    size = notation.size
    tried = range(size) if size <= MAX_MOVES_TRIED else Random(0).sample(range(size), MAX_MOVES_TRIED)
    texts = {notation.text(move): move for move in tried}
    assert len(texts) == len(tried), "two moves have the same text"
    for text, move in texts.items():
        assert notation.read(text) == move, f"'{text}' reads back as another move"
        assert notation.read(text.upper() + " ") == move, f"'{text}' is not read in capitals"


def refusals_explain_and_change_nothing(game: Game, effort: Effort) -> None:
    """Nonsense and illegal moves are refused with a sentence, and change nothing."""

    def check(played: Playthrough) -> None:
        table = Table(game, played.seats, SeededDice(played.seed), played.setting)
        random = Random(played.seed)
        while not table.over:
            seat = random.choice(table.waiting)
            if random.random() < 0.1:
                _refuse(table, seat, random)
            table.make(seat, random.choice(table.legal_moves(seat)))

    for_all(game, effort, max(2, effort.examples // 5), check)


def _refuse(table: Table, seat: int, random: Random) -> None:
    before, log, legal = table.position.tobytes(), list(table.log), table.legal_moves(seat)
    for text in NONSENSE:
        assert _refusal(Unreadable, table, seat, text), f"{text!r} is not refused as unreadable, with a sentence"
    for move in random.sample(range(table.game.moves.size), min(5, table.game.moves.size)):
        meant = table.rules.same(table.seen_by(seat), seat, move)
        if meant not in legal:
            text = table.game.moves.text(move)
            assert table.game.words.why(table.seen_by(seat), seat, meant), (
                f"'{text}' is illegal, and `why` has no reason"
            )
            assert _refusal(MoveRefused, table, seat, text), f"'{text}' is illegal and is not refused with a reason"
    assert table.position.tobytes() == before, "a refused move changed the position"
    assert table.log == log, "a refused move is in the log"


def _refusal(kind: type[MoveRefused], table: Table, seat: int, text: str) -> str:
    """Return the sentence with which a move is refused, or an empty text if it is not refused with this error."""
    try:
        table.play(seat, text)
    except kind as refused:
        return str(refused.phrase)
    return ""


def why_is_silent_on_legal_moves_only(game: Game, effort: Effort) -> None:
    """`why` returns None for legal moves, and a reason for all others."""
    rules, size = game.rules(), game.moves.size

    def check(played: Playthrough) -> None:
        random = Random(played.seed)
        positions = [copy(position) for position in Walk(game, played, rules)]
        for position in random.sample(positions, min(POSITIONS_TRIED, len(positions))):
            seat = random.choice(waited_for(rules, position) or range(played.seats))
            known = seen(rules, position, seat)
            legal = set(legal_moves(rules, known, seat))
            for move in {*random.sample(range(size), min(MAX_MOVES_ASKED_ABOUT, size)), *legal}:
                reason = game.words.why(known, seat, move)
                assert (reason is None) == (move in legal), f"{game.moves.text(move)}: {reason}"

    for_all(game, effort, effort.plain_examples, check)


def other_names_mean_legal_moves(game: Game, effort: Effort) -> None:
    """`same` turns an alias into the move it means, leaves legal moves unchanged, and is idempotent."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in waited_for(rules, position):
                legal = set(legal_moves(rules, position, seat))
                before = copy(position).tobytes()
                for move in Random(played.seed).sample(range(game.moves.size), min(100, game.moves.size)):
                    meant = int(rules.same(position, seat, move))
                    assert meant == move or move not in legal, "a legal move has another name"
                    assert int(rules.same(position, seat, meant)) == meant, "the name of a name is another name"
                for move in legal:
                    assert int(rules.same(position, seat, move)) == move, "a legal move is said to be another"
                assert position.tobytes() == before, "`same` changed the position"

    for_all(game, effort, max(2, effort.examples // 5), check)


CHECKS = (
    keeps_the_contract,
    options_can_be_set,
    somebody_can_always_move,
    plays_to_the_end,
    scores_stay_in_bounds,
    dice_raise_the_epoch,
    moves_read_back,
    refusals_explain_and_change_nothing,
    why_is_silent_on_legal_moves_only,
    other_names_mean_legal_moves,
)
