"""Checks of the rules themselves: games end, somebody can always move, scores stay in bounds, refusals are right."""

from random import Random

import numpy as np

from rollwright.bots.playout import STUCK, random_games
from rollwright.core.contract import CONTRACT, HEADER, copy
from rollwright.core.dice import SeededDice
from rollwright.core.errors import MoveRefused, Unreadable
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.stream import streams
from rollwright.table import Table
from rollwright.testing.play import Effort, Playthrough, Walk, due, for_all, legal_moves, some_settings, waited_for

NONSENSE = ("", "   ", "?", "xyzzy", "1 2 3", "' OR 1=1", "\x00", "é" * 500)
MOST_MOVES_TRIED = 4_000


def keeps_the_contract(game: Game, effort: Effort) -> None:
    """Every function of the contract is there, and the position begins with the header."""
    module = game.part("rules")
    for stub in CONTRACT:
        assert callable(getattr(module, stub.__name__, None)), f"rules.{stub.__name__} is missing"
    fields = game.rules(compiled=False).state.descr[: len(HEADER)]
    assert [(name, kind[-2:]) for name, kind, *_ in fields] == HEADER, "STATE must begin with the fields of HEADER"
    names = game.rules(compiled=False).state.names or ()
    clashes = [name for name in names if hasattr(np.record, name)]
    assert not clashes, f"fields named like attributes of numpy.record cannot be read uncompiled: {clashes}"


def plays_to_the_end(game: Game, effort: Effort) -> None:
    """Random games end within the stated number of decisions, for all seats and options."""
    for seats in game.seats:
        for number, setting in enumerate(some_settings(game, seats, effort.settings_each)):
            options = game.options_array(seats, setting)
            decisions, scores = random_games(game, seats, options, streams(seats, number, effort.games_each))
            assert decisions != STUCK, f"{seats} seats, {setting}: a game did not end"
            low, high = game.score_bounds
            assert low <= scores.min(), f"{seats} seats, {setting}: a score of {scores.min()} halves"
            assert scores.max() <= high, f"{seats} seats, {setting}: a score of {scores.max()} halves"


def somebody_can_always_move(game: Game, effort: Effort) -> None:
    """Whoever is waited for has legal moves, all different and within bounds; nobody acts while dice are due."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        decisions = 0
        walk = Walk(game, played, rules)
        for position in walk:
            seats = waited_for(rules, position)
            assert not (seats and due(rules, position)), "dice are due while seats are waited for"
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
    """A score is defined at every moment and stays within SCORE_BOUNDS."""
    rules = game.rules()
    low, high = game.score_bounds

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in range(played.seats):
                assert low <= rules.score(position, seat) <= high

    for_all(game, effort, effort.examples, check)


def dice_raise_the_epoch(game: Game, effort: Effort) -> None:
    """Every roll raises the epoch, the round never goes back, and the header says who rolls."""
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
    """Every move has a text of its own that reads back as that move."""
    notation = game.moves
    tried = _some_moves(game)
    texts = {notation.text(move): move for move in tried}
    assert len(texts) == len(tried), "two moves have the same text"
    for text, move in texts.items():
        assert notation.read(text) == move, f"'{text}' reads back as another move"
        assert notation.read(text.upper() + " ") == move, f"'{text}' is not read in capitals"


def refusals_explain_and_change_nothing(game: Game, effort: Effort) -> None:
    """Nonsense and illegal moves are refused with a sentence, and nothing has changed."""

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
        meant = table.rules.same(table.position, seat, move) if table.rules.same is not None else move
        if meant not in legal:
            text = table.game.moves.text(move)
            assert _refusal(MoveRefused, table, seat, text), f"'{text}' is illegal and is not refused with a reason"
    assert table.position.tobytes() == before, "a refused move changed the position"
    assert table.log == log, "a refused move is in the log"


def _refusal(kind: type[MoveRefused], table: Table, seat: int, text: str) -> str:
    """Return the sentence with which a move is refused, or nothing if it is not refused in this way."""
    try:
        table.play(seat, text)
    except kind as refused:
        reason: object = refused.phrase  # what a game's `why` returned, which may be nothing
        return str(reason) if isinstance(reason, Phrase) else ""
    return ""


def why_is_silent_on_legal_moves_only(game: Game, effort: Effort) -> None:
    """`why` has nothing to say about a legal move, and something about every other."""
    rules = game.rules(compiled=False)

    def check(played: Playthrough) -> None:
        random = Random(played.seed)
        walk = Walk(game, played, rules)
        for position in walk:
            if random.random() < 0.97:
                continue
            seat = random.randrange(played.seats)
            legal = set(legal_moves(rules, position, seat))
            for move in {*_some_moves(game), *legal}:
                reason = game.words.why(position, seat, move)
                assert (reason is None) == (move in legal), f"{game.moves.text(move)}: {reason}"

    for_all(game, effort, effort.plain_examples, check)


def other_names_mean_legal_moves(game: Game, effort: Effort) -> None:
    """`same` turns a second name into the legal move it means, and leaves every other move as it is."""
    rules = game.rules()
    if rules.same is None:
        return
    same = rules.same

    def check(played: Playthrough) -> None:
        for position in Walk(game, played, rules):
            for seat in waited_for(rules, position):
                legal = set(legal_moves(rules, position, seat))
                before = copy(position).tobytes()
                for move in Random(played.seed).sample(range(game.moves.size), min(100, game.moves.size)):
                    meant = int(same(position, seat, move))
                    assert meant == move or move not in legal, "a legal move has another name"
                    assert int(same(position, seat, meant)) == meant, "the name of a name is another name"
                for move in legal:
                    assert int(same(position, seat, move)) == move, "a legal move is said to be another"
                assert position.tobytes() == before, "`same` changed the position"

    for_all(game, effort, max(2, effort.examples // 5), check)


def _some_moves(game: Game) -> list[int]:
    size = game.moves.size
    return list(range(size)) if size <= MOST_MOVES_TRIED else Random(0).sample(range(size), MOST_MOVES_TRIED)


CHECKS = (
    keeps_the_contract,
    plays_to_the_end,
    somebody_can_always_move,
    scores_stay_in_bounds,
    dice_raise_the_epoch,
    moves_read_back,
    refusals_explain_and_change_nothing,
    why_is_silent_on_legal_moves_only,
    other_names_mean_legal_moves,
)
