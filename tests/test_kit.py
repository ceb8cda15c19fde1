"""The conformance kit passes a sound game and catches a broken one: each check has a saboteur it must notice."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rollwright.games
from rollwright.core import contract
from rollwright.core.compiling import Plain
from rollwright.core.contract import Record, Rules, copy
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.moves import Dimension, Form, Notation
from rollwright.core.options import Choice, Option
from rollwright.core.scoring import ScoreRow
from rollwright.testing import CHECKS, Check, Effort
from rollwright.view import Note, Part, Way
from rollwright.view import Path as SpotPath

SHELF = Path(__file__).parent / "shelf"
QUICK = Effort(examples=12, plain_examples=4, games_each=20, settings_each=2)

Patch = pytest.MonkeyPatch


@pytest.fixture
def bids(monkeypatch: Patch) -> Iterator[Game]:
    """A fresh, uncompiled copy of the small game with secrets."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SHELF))
    yield Game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


def named(name: str) -> Check:
    return next(check for check in CHECKS if check.__name__ == name)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_sound_game_passes(bids: Game, check: Check) -> None:
    check(bids, QUICK)


Saboteur = Callable[[Game, Patch], None]
SABOTEURS: list[tuple[str, Saboteur]] = []


def caught_by(*names: str) -> Callable[[Saboteur], Saboteur]:
    def register(saboteur: Saboteur) -> Saboteur:
        SABOTEURS.extend((name, saboteur) for name in names)
        return saboteur

    return register


def wrap(game: Game, patch: Patch, name: str, change: Callable[..., Any]) -> None:
    """Replace a function of the rules by one that is given the original first."""
    module = game.part("rules")
    original = getattr(module, name)

    def changed(*arguments: Any) -> Any:
        return change(original, *arguments)

    patch.setattr(module, name, changed)


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
    patch.setattr(game.words, "ask", lambda s, seat, names: Phrase("Guess what."))


@caught_by("words_fit_every_moment")
def nothing_is_asked(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "ask", lambda s, seat, names: Phrase(" "))


@caught_by("position_is_drawn")
def a_sheet_is_not_drawn(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("text"), "draw", lambda s, names, say, seats: say(names[0]))


def rewrite(game: Game, patch: Patch, part: str, name: str, change: Callable[..., Any]) -> None:
    """Replace a function of another module of the game by one that is given what the original returns."""
    module = game.part(part)
    original = getattr(module, name)
    patch.setattr(module, name, lambda *arguments: change(original(*arguments), *arguments))


@caught_by("words_fit_every_moment")
def two_moves_are_described_alike(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "describe", lambda s, seat, move: Phrase("{a}", a="a move"))


@caught_by("moves_can_be_pointed_out")
def a_move_is_not_offered(game: Game, patch: Patch) -> None:
    rewrite(game, patch, "view", "ways", lambda ways, s, seat, moves: dict(list(ways.items())[1:]))


@caught_by("moves_can_be_pointed_out")
def two_moves_are_pointed_out_alike(game: Game, patch: Patch) -> None:
    rewrite(game, patch, "view", "ways", lambda ways, *_: {move: Way([SpotPath.of("bid-1")]) for move in ways})


@caught_by("moves_can_be_pointed_out")
def a_spot_is_not_drawn(game: Game, patch: Patch) -> None:
    rewrite(game, patch, "view", "ways", lambda ways, *_: {move: Way([SpotPath.of(f"no-{move}")]) for move in ways})


@caught_by("moves_can_be_pointed_out")
def a_preview_marks_nothing(game: Game, patch: Patch) -> None:
    marks = {"write": [("nowhere", "5")]}
    rewrite(game, patch, "view", "ways", lambda ways, *_: {m: Way(w.paths, marks, w.button) for m, w in ways.items()})


@caught_by("moves_can_be_pointed_out")
def a_move_opens_a_deed_that_is_done(game: Game, patch: Patch) -> None:
    def all_open(ways: dict[int, Way], *_: Any) -> dict[int, Way]:
        return {
            move: Way([SpotPath.of("bids-ready")] if way.button else way.paths, opens=True)
            for move, way in ways.items()
        }

    rewrite(game, patch, "view", "ways", all_open)


@caught_by("moves_can_be_pointed_out")
def a_deed_takes_two_picks_to_open(game: Game, patch: Patch) -> None:
    def twice(ways: dict[int, Way], *_: Any) -> dict[int, Way]:
        return {
            m: Way([SpotPath.of("prize", *w.paths[0].spots)], opens=True) if w.paths else w for m, w in ways.items()
        }

    rewrite(game, patch, "view", "ways", twice)


@caught_by("sheet_is_drawn")
def nothing_changes_on_the_sheet(game: Game, patch: Patch) -> None:
    part = Part("bids", Phrase("Bids"), (10, 10), {"a": "<g/>"})
    rewrite(game, patch, "view", "parts", lambda parts, *_: [part])


@caught_by("sheet_is_drawn")
def a_spot_says_nothing(game: Game, patch: Patch) -> None:
    def silent(parts: list[Part], *_: Any) -> list[Part]:
        spot = '<g id="mute" class="spot box"/>'
        return [*parts, Part("mute", Phrase("Mute"), (10, 10), {"mute": spot})]

    rewrite(game, patch, "view", "parts", silent)


@caught_by("sheet_is_drawn")
def two_things_have_one_name(game: Game, patch: Patch) -> None:
    rewrite(game, patch, "view", "parts", lambda parts, *_: [*parts, *parts])


@caught_by("spots_say_why_not")
def no_spot_ever_says_why(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("view"), "why_not", lambda s, seat, spot: None)


@caught_by("spots_tell_what_they_bring")
def a_note_marks_what_is_not_drawn(game: Game, patch: Patch) -> None:
    note = Note(Phrase("Wait for the others."), {"trace": [("nowhere", "")]})
    patch.setattr(game.part("view"), "about", lambda s, seat, spot: note, raising=False)


@caught_by("spots_tell_what_they_bring")
def a_note_is_in_english_only(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("view"), "about", lambda s, seat, spot: Note(Phrase("Look here.")), raising=False)


@caught_by("spots_tell_what_they_bring")
def no_spot_ever_tells_anything(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("view"), "about", lambda s, seat, spot: None, raising=False)


@caught_by("facts_are_there")
def nobody_is_credited(game: Game, patch: Patch) -> None:
    patch.setattr(game._facts, "CREDITS", "")


@caught_by("preferences_are_weights")
def a_move_has_no_weight(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("rules"), "prefer", lambda s, seat, move: move, raising=False)


@caught_by("preferences_are_weights")
def weighing_changes_the_position(game: Game, patch: Patch) -> None:
    def nosy(s: Record, seat: int, move: int) -> int:
        s.sheets[seat].colour += 1
        return 1

    patch.setattr(game.part("rules"), "prefer", nosy, raising=False)


def test_every_check_has_a_saboteur() -> None:
    in_files = {"rules_pages_are_there", "every_rule_is_tested", "everything_is_translated", "style_is_its_own"}
    assert {check.__name__ for check in CHECKS} - {name for name, _ in SABOTEURS} == in_files


@pytest.mark.parametrize(("name", "saboteur"), SABOTEURS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_broken_games_are_caught(bids: Game, monkeypatch: Patch, name: str, saboteur: Saboteur) -> None:
    named(name)(bids, QUICK)
    fresh = Game("sealed_bids")
    saboteur(fresh, monkeypatch)
    with pytest.raises(AssertionError):
        named(name)(fresh, QUICK)


@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        ("rules_pages_are_there", "rules.ru.md", "", None),
        ("rules_pages_are_there", "rules.es.md", "SB-03", "SB-04"),
        ("rules_pages_are_there", "rules.en.md", "SB-03", "SB-02"),
        ("every_rule_is_tested", "test_rules.py", "SB-02", ""),
        ("everything_is_translated", "locale/ru.po", "", None),
        ("everything_is_translated", "locale/es.po", "Espera a los demás.", ""),
        ("everything_is_translated", "locale/es.po", "Apuesta por {prize}.", "Apuesta por {precio}."),
        ("everything_is_translated", "locale/es.po", "Wait for the others.", "Wait for a while."),
        ("golden_records_hold", "golden/2-seats.txt", "", None),
        ("golden_records_hold", "golden/3-seats.txt", "bid 4", "bid 5"),
        ("counts_are_as_written", "golden/counts.toml", "", None),
        ("style_is_its_own", "view.css", ".of-sealed_bids .prize", ".prize"),
    ],
)
def test_missing_and_altered_files_are_caught(
    bids: Game, tmp_path: Path, name: str, file: str, old: str, new: str | None
) -> None:
    folder = tmp_path / "sealed_bids"
    shutil.copytree(SHELF / "sealed_bids", folder)
    bids.__dict__["folder"] = folder
    named(name)(bids, QUICK)
    if new is None:
        (folder / file).unlink()
    else:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssertionError):
        named(name)(bids, QUICK)


def test_a_copy_is_independent(bids: Game) -> None:
    position = bids.rules().new()
    twin = copy(position)
    twin.sheets[0].bid = 3
    assert position.sheets[0].bid == 0
