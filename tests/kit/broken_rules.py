"""Games whose rules, words or secrets are broken."""

from dataclasses import replace
from typing import Any

from rollwright.core import contract
from rollwright.core.compiler import Plain
from rollwright.core.contract import Record, Rules
from rollwright.core.face import Question
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.moves import Dimension, Form, Notation
from rollwright.core.options import Choice, Option
from rollwright.core.scoring import ScoreRow
from tests.kit.sabotage import Patch, caught_by, wrap


@caught_by("keeps_the_contract")
def a_function_is_missing(game: Game, patch: Patch) -> None:
    patch.delattr(game.part("rules"), "conceal")


@caught_by("options_can_be_set")
def an_option_has_too_few_colours(game: Game, patch: Patch) -> None:
    patch.setattr(game._facts, "SEATS", range(2, 6))


@caught_by("options_can_be_set")
def an_option_is_called_like_a_header(game: Game, patch: Patch) -> None:
    patch.setattr(game._facts, "OPTIONS", (Option("seats", "Seats", (Choice("few"),)),))


@caught_by("plays_to_the_end")
def dice_are_asked_for_without_end(game: Game, patch: Patch) -> None:
    def never_done(roll: Any, s: Record, faces: Any) -> None:
        s.epoch += 1

    wrap(game, patch, "roll", never_done)


@caught_by("somebody_can_always_move")
def more_moves_than_stated(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("rules"), "MAX_MOVES", 4)


@caught_by("somebody_can_always_move")
def more_dice_than_stated(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("rules"), "MAX_DICE", 0)


@caught_by("somebody_can_always_move")
def a_die_has_too_many_sides(game: Game, patch: Patch) -> None:
    def wide(dice: Any, s: Record, sides: Any) -> int:
        count: int = dice(s, sides)
        sides[:count] = contract.MOST_SIDES + 1
        return count

    wrap(game, patch, "dice", wide)
    wrap(game, patch, "roll", lambda roll, s, faces: roll(s, faces % 2 + 1))


@caught_by("plays_to_the_end")
def a_round_repeats_for_ever(game: Game, patch: Patch) -> None:
    def keep_round(reveal: Any, s: Record) -> None:
        before = int(s.round_no)
        reveal(s)
        s.round_no = before

    wrap(game, patch, "reveal", keep_round)


@caught_by("somebody_can_always_move")
def somebody_is_stuck(game: Game, patch: Patch) -> None:
    wrap(game, patch, "legal", lambda legal, s, seat, moves: 0 if s.round_no == 2 else legal(s, seat, moves))


@caught_by("somebody_can_always_move")
def a_move_is_listed_twice(game: Game, patch: Patch) -> None:
    def twice(legal: Any, s: Record, seat: int, moves: Any) -> int:
        count: int = legal(s, seat, moves)
        moves[count] = moves[0]
        return count + (count > 0)

    wrap(game, patch, "legal", twice)


@caught_by("somebody_can_always_move")
def dice_are_due_while_seats_act(game: Game, patch: Patch) -> None:
    wrap(game, patch, "waiting", lambda waiting, s: waiting(s) | (1 if s.prize == 0 and s.round_no == 2 else 0))


@caught_by("plays_to_the_end", "scores_stay_in_bounds")
def a_score_leaves_its_bounds(game: Game, patch: Patch) -> None:
    wrap(game, patch, "score", lambda score, s, seat: score(s, seat) + 100)


@caught_by("dice_raise_the_epoch")
def a_roll_leaves_the_epoch(game: Game, patch: Patch) -> None:
    def silent(roll: Any, s: Record, faces: Any) -> None:
        before = int(s.epoch)
        roll(s, faces)
        s.epoch = before

    wrap(game, patch, "roll", silent)


@caught_by("moves_read_back")
def two_moves_share_a_text(game: Game, patch: Patch) -> None:
    names = Dimension(("1", "1", "3", "4", "5", "6"), 1)
    patch.setattr(game.part("moves"), "MOVES", Notation(Form("bid {number}", number=names), Form("ready")))


@caught_by("refusals_explain_and_change_nothing", "why_is_silent_on_legal_moves_only")
def why_is_silent(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "why", lambda s, seat, move: None)


@caught_by("why_is_silent_on_legal_moves_only")
def why_refuses_everything(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "why", lambda s, seat, move: Phrase("No."))


@caught_by("other_names_mean_legal_moves")
def a_legal_move_is_called_another(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("rules"), "same", lambda s, seat, move: (move + 1) % 7, raising=False)


@caught_by("compiled_equals_plain")
def compiled_play_differs(game: Game, patch: Patch) -> None:
    plain = game.rules(compiled=False)

    def play(s: Record, seat: int, move: int) -> None:
        plain.play(s, seat, move)
        s.sheets[seat].colour = 0

    game._rules[True] = replace(plain, play=play, compiled=True)


@caught_by("compiled_games_equal_plain", "bots_think_alike_uncompiled")
def compiled_games_differ(game: Game, patch: Patch) -> None:
    plain = game.rules(compiled=False)
    game._rules[True] = replace(plain, compiled=True)
    changed: dict[Any, Any] = dict(game._binders[False]._bindings)
    changed[contract.score] = lambda s, seat: 1
    game._binders[True] = Plain(changed)
    patch.setattr(game, "load_native", lambda functions: False)  # the sound library that another test may have made


@caught_by("compiled_equals_plain")
def compiled_concealing_differs(game: Game, patch: Patch) -> None:
    plain = game.rules(compiled=False)
    game._rules[True] = replace(plain, conceal=lambda s, seat: None, compiled=True)


@caught_by("compiled_equals_plain")
def compiled_scores_differ(game: Game, patch: Patch) -> None:
    plain = game.rules(compiled=False)
    game._rules[True] = replace(plain, score=lambda s, seat: plain.score(s, seat) + 1, compiled=True)


@caught_by("same_steps_give_the_same_game")
def the_rules_remember_something(game: Game, patch: Patch) -> None:
    calls = []

    def forgetful(play: Any, s: Record, seat: int, move: int) -> None:
        calls.append(move)
        play(s, seat, move)
        s.sheets[seat].colour = len(calls) % 3

    wrap(game, patch, "play", forgetful)


@caught_by("copies_are_independent")
def a_question_changes_the_position(game: Game, patch: Patch) -> None:
    def nosy(score: Any, s: Record, seat: int) -> int:
        s.sheets[seat].colour += 1
        return int(score(s, seat))

    wrap(game, patch, "score", nosy)


@caught_by("copies_are_independent")
def a_move_changes_nothing(game: Game, patch: Patch) -> None:
    def idle(play: Any, s: Record, seat: int, move: int) -> None:
        if move != 6 or s.round_no != 2:
            play(s, seat, move)

    wrap(game, patch, "play", idle)


@caught_by("bytes_restore_the_position")
def a_restored_position_is_short(game: Game, patch: Patch) -> None:
    restore = Rules.restore
    patch.setattr(Rules, "restore", lambda rules, data: restore(rules, data[:-1] + b"\x09"))


@caught_by("seats_commute")
def the_order_of_seats_matters(game: Game, patch: Patch) -> None:
    def last(play: Any, s: Record, seat: int, move: int) -> None:
        play(s, seat, move)
        s.sheets[0].colour = seat

    wrap(game, patch, "play", last)


@caught_by("seats_commute")
def one_seat_takes_anothers_move(game: Game, patch: Patch) -> None:
    def greedy(play: Any, s: Record, seat: int, move: int) -> None:
        play(s, seat, move)
        for other in range(s.seat_count):
            if move < 6 and other != seat and s.sheets[other].bid == 0:
                s.sheets[other].used = int(s.sheets[other].used) | 2 << move

    wrap(game, patch, "play", greedy)


@caught_by("counts_are_as_written", "golden_records_hold")
def a_rule_changes(game: Game, patch: Patch) -> None:
    wrap(game, patch, "is_free", lambda is_free, sheet, number: number != 2 and is_free(sheet, number))


@caught_by("concealing_keeps_legality", "bots_make_legal_moves")
def concealing_hides_ones_own_bid(game: Game, patch: Patch) -> None:
    wrap(game, patch, "conceal", lambda conceal, s, seat: conceal(s, -1))


@caught_by("secret_moves_show_nothing", "secrets_do_not_reach_other_views", "bots_know_only_what_they_may")
def bids_are_open(game: Game, patch: Patch) -> None:
    wrap(game, patch, "conceal", lambda conceal, s, seat: None)


@caught_by("secret_moves_show_nothing", "secrets_do_not_reach_other_views")
def a_spectator_sees_bids(game: Game, patch: Patch) -> None:
    wrap(game, patch, "conceal", lambda conceal, s, seat: conceal(s, seat) if seat >= 0 else None)


@caught_by("words_fit_every_moment")
def the_score_does_not_add_up(game: Game, patch: Patch) -> None:
    row = ScoreRow(Phrase("a"), Phrase("b"), 1)
    patch.setattr(game.words, "score_rows", lambda s, seat: [row])


@caught_by("secrets_are_declared")
def secrets_are_denied(game: Game, patch: Patch) -> None:
    patch.setattr(game._facts, "SECRETS", False)


@caught_by("secrets_are_declared")
def no_form_is_secret(game: Game, patch: Patch) -> None:
    for form in game.moves.forms:
        patch.setattr(form, "secret", False)


@caught_by("secrets_are_declared")
def nothing_is_concealed(game: Game, patch: Patch) -> None:
    wrap(game, patch, "conceal", lambda conceal, s, seat: None)


@caught_by("words_fit_every_moment")
def something_said_is_in_no_catalogue(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "ask", lambda s, seat, names: Question(Phrase("Guess what.")))


@caught_by("words_fit_every_moment")
def nothing_is_asked(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "ask", lambda s, seat, names: Question(Phrase(" ")))


@caught_by("position_is_drawn")
def a_sheet_is_not_drawn(game: Game, patch: Patch) -> None:
    patch.setattr(game.text, "draw", lambda s, names, say, seats: say(names[0]))


@caught_by("edition_is_raised")
def the_rules_decide_differently(game: Game, patch: Patch) -> None:
    wrap(game, patch, "score", lambda score, s, seat: score(s, seat) + (s.round_no > 3))


@caught_by("edition_is_raised")
def an_edition_was_never_written_down(game: Game, patch: Patch) -> None:
    patch.setattr(game._facts, "EDITION", 2)


@caught_by("edition_is_raised")
def a_choice_is_gone(game: Game, patch: Patch) -> None:
    patch.setattr(game._facts, "SEATS", range(2, 3))
