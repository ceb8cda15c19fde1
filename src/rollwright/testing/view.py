"""Checks of a game's drawing: it is valid, and every legal move can be pointed out on it unambiguously."""

from itertools import cycle
from xml.etree import ElementTree

import numpy as np

from rollwright.core.contract import Record, Rules
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES
from rollwright.core.position import Position
from rollwright.testing.playthroughs import Effort, Playthrough, Walk, for_all, legal_moves, looked_at, seen, waited_for
from rollwright.view import BY_POSITION, Marks, Part, Path, Pen, Way, draw_parts, draw_thumbnail, view_of, ways_of
from rollwright.view.codes import offer_codes
from rollwright.view.drawing import MARK_KINDS, RESERVED, RESERVED_BEGINNINGS
from rollwright.view.symbols import SYMBOLS_FILE, symbol_for, symbols_of


def moves_can_be_pointed_out(game: Game, effort: Effort) -> None:
    """Every legal move has a path of drawn spots, or a button; a complete path means that move only."""
    rules = game.rules()

    def check(played: Playthrough) -> None:
        for position, seats in looked_at(game, played, rules, effort):
            for seat in set(seats).intersection(waited_for(rules, position)):
                known = seen(rules, position, seat)
                legal = legal_moves(rules, known, seat)
                _check_by_position(game, rules, known, seat, legal)
                ways = ways_of(game, known, seat, legal, rules)
                drawn = _names(game, rules, known, seat)
                reach = {move: {spot for path in way.paths for spot in path.spots} for move, way in ways.items()}
                for move, way in ways.items():
                    assert way.paths or way.button, f"'{game.moves.text(move)}' cannot be pointed out"
                    _check_marks(way.marks, drawn, f"the preview of '{game.moves.text(move)}'")
                    _check_opening(game, known, seat, move, way)
                    for path in way.paths:
                        _check_path(game, path, move, ways, reach, drawn)

    for_all(game, effort, effort.plain_examples, check)


def _names(game: Game, rules: Rules, known: Record, seat: int) -> set[str]:
    """Return the names of all that is drawn."""
    return {name for part in draw_parts(game, known, seat, Pen(game.speech()), rules) for name in part.groups}


def _check_by_position(game: Game, rules: Rules, known: Record, seat: int, legal: list[int]) -> None:
    """Check that `ways` finds the way of every move with the code BY_POSITION, and of no other."""
    codes = offer_codes(game, rules, known, seat, np.array(legal, np.int64), len(legal)).tolist()
    left = [move for move, code in zip(legal, codes, strict=True) if code == BY_POSITION]
    found = view_of(game).ways(known, seat, left) if left else {}
    assert sorted(found) == sorted(left), "`ways` does not find exactly the moves that it is asked for"


def _check_path(
    game: Game, path: Path, move: int, ways: dict[int, Way], reach: dict[int, set[str]], drawn: set[str]
) -> None:
    text = game.moves.text(move)
    assert all(path.steps), f"a path of '{text}' has no picks"
    spots = path.spots
    assert spots <= drawn, f"'{text}' is pointed out by what is not drawn: {', '.join(sorted(spots - drawn))}"
    picks = [pick[0] for step in path.steps[: len(path.steps) - path.spare] for pick in step]
    meant = [
        other
        for other, way in ways.items()
        if reach[other].issuperset(picks)
        and any(followed is not None and followed[1] for followed in (each.follow(picks) for each in way.paths))
    ]
    assert meant == [move], f"pointing out '{text}' could mean {len(meant)} moves"


def _check_opening(game: Game, known: Record, seat: int, move: int, way: Way) -> None:
    """Check that a move with `opens` leaves its seat to act in the same epoch, so that it can be replaced.

    After one with `rolls`, dice are due.
    """
    text = game.moves.text(move)
    assert type(way.opens) is bool, f"`opens` of '{text}' is no plain bool: wrap it in bool()"
    assert type(way.confirm) is bool, f"`confirm` of '{text}' is no plain bool: wrap it in bool()"
    if way.opens:
        named = game.moves.form(move) in view_of(game).opening_forms
        assert named, f"'{text}' opens a deed, but its form is not among the `opening_forms`"
        assert way.paths, f"'{text}' opens a deed, but nothing points it out"
        then = Position(game.rules(), known).after(seat, move)
        assert then.record.epoch == known.epoch, f"'{text}' opens a deed, but also an epoch: it could not be changed"
        assert seat in then.waiting, f"'{text}' opens a deed, but leaves its seat nothing to do"
    if way.rolls:
        then = Position(game.rules(), known).after(seat, move)
        assert then.dice_due, f"'{text}' is said to roll, but no dice are due after it"


def _check_marks(marks: Marks, drawn: set[str], whose: str) -> None:
    assert set(marks) <= MARK_KINDS, f"{whose} has marks of an unknown kind"
    assert {spot for each in marks.values() for spot, _ in each} <= drawn, f"{whose} marks what is not drawn"


def sheet_is_drawn(game: Game, effort: Effort) -> None:
    """Every part of a sheet is valid SVG, with a spoken label for every spot, and so is the thumbnail.

    It can also be drawn where totals are hidden; the empty sheet for paper and as a picture, without spots and ids.
    """
    rules = game.rules()

    def check(played: Playthrough) -> None:
        drawings: dict[str, set[str]] = {language: set() for language in LANGUAGES}
        languages = cycle(LANGUAGES)
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                known, language = seen(rules, position, seat), next(languages)
                for pen in (Pen(game.speech(language), totals=totals) for totals in (False, True)):
                    parts = draw_parts(game, known, seat, pen, rules)
                    _check_parts(parts, pen)
                drawings[language].add("".join(markup for part in parts for markup in part.groups.values()))
                (width, height), small = draw_thumbnail(game, known, seat, rules)
                assert min(width, height) > 0
                ElementTree.fromstring(f"<svg>{small}</svg>")
        assert any(len(each) > 1 for each in drawings.values()), "every position is drawn alike"
        empty = Walk(game, played, rules).position
        for pen in (Pen(game.speech(), live=False), Pen(game.speech(), live=False, paper=True)):
            for part in draw_parts(game, empty, 0, pen, rules):
                drawn = ElementTree.fromstring(part.svg(pen))
                assert not list(drawn.iterfind(".//*[@aria-label]")), "a picture has spots"
                assert not list(drawn.iterfind(".//*[@id]")), "a picture has ids, which a page may hold already"

    for_all(game, effort, max(2, effort.plain_examples // 3), check)


def _check_parts(parts: list[Part], pen: Pen) -> None:
    names = [name for part in parts for name in part.groups]
    assert len(set(names)) == len(names), "two things on a sheet have one name"
    taken = [name for name in names if name in RESERVED or name.startswith(RESERVED_BEGINNINGS)]
    assert not taken, f"the page uses the name '{taken[:1]}' itself"
    assert any(part.where == "sheet" for part in parts), "there is no sheet among the parts"
    for part in parts:
        assert pen.say(part.title).strip(), f"the part '{part.name}' has no title"
        drawn = ElementTree.fromstring(part.svg(pen))
        for group in drawn:
            if "spot" in group.get("class", "").split():
                assert group.get("aria-label", "").strip(), f"the spot '{group.get('id')}' says nothing"
        assert not list(drawn.iterfind(".//*[@style]")), "a style attribute is forbidden by the page's policy"


def spots_say_why_not(game: Game, effort: Effort) -> None:
    """`why_not` works for everything that is drawn, at any position and in every language."""
    rules, view = game.rules(), view_of(game)

    def check(played: Playthrough) -> None:
        said = 0
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                known = seen(rules, position, seat)
                for name in _names(game, rules, known, seat):
                    reason = view.why_not(known, seat, name)
                    assert reason is None or all(game.speech(language)(reason).strip() for language in LANGUAGES)
                    said += reason is not None
        assert said, "no spot ever says why nothing can be done with it"

    for_all(game, effort, 2, check)


def spots_tell_what_they_bring(game: Game, effort: Effort) -> None:
    """The notes about spots, if the game has any, are translated, and their marks are on drawn spots."""
    rules, view = game.rules(), view_of(game)
    if not view.has_notes:
        return

    def check(played: Playthrough) -> None:
        said = 0
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                known = seen(rules, position, seat)
                parts = draw_parts(game, known, seat, Pen(game.speech()), rules)
                assert any(part.where == "dice" for part in parts), "notes stand beside the dice"
                drawn = {name for part in parts for name in part.groups}
                for name in drawn:
                    note = view.about(known, seat, name)
                    if note is not None:
                        said += 1
                        _check_marks(note.marks, drawn, f"the note of '{name}'")
                        assert all(0 <= sure <= possible for _, sure, possible in note.bars), "a bar is upside down"
                        for language in LANGUAGES:
                            say = game.speech(language)
                            assert say(note.text).strip(), f"the note of '{name}' says nothing"
                            assert not say.lacks(note.text), f"'{note.text.text}' is not in the {language} catalogue"
                        plain = all(type(height) is int for _, *heights in note.bars for height in heights)
                        assert plain, f"a bar of '{name}' has a height that is no plain int: wrap it in int()"
        assert said, "no spot ever tells what it would bring"

    for_all(game, effort, 2, check)


def scenes_belong_to_the_drawing(game: Game, effort: Effort) -> None:
    """Scenes only replace groups of the drawing, and their sentences are translated."""
    rules, view = game.rules(), view_of(game)
    if not view.has_scenes:
        return

    def check(played: Playthrough) -> None:
        shown = 0
        for position, seats in looked_at(game, played, rules, effort):
            for seat, language in zip(seats, cycle(LANGUAGES), strict=False):
                known, say = seen(rules, position, seat), game.speech(language)
                drawn = _names(game, rules, known, seat)
                for scene in view.scenes(known, seat, Pen(say)):
                    shown += 1
                    assert {*scene.groups, scene.spot or min(drawn)} <= drawn, "a scene shows what is not drawn"
                    for name, markup in scene.groups.items():
                        assert ElementTree.fromstring(markup).get("id") == name, f"a scene calls '{name}' otherwise"
                    assert say(scene.text).strip(), "a scene says nothing"
                    assert not say.lacks(scene.text), f"'{scene.text.text}' is not in the {language} catalogue"
        assert shown, "no scene is ever shown"

    for_all(game, effort, 2, check)


LONGEST_MEANING = 180
"""The most characters of what is said about a symbol."""


def symbols_are_explained(game: Game, effort: Effort) -> None:
    """Everything that is drawn on a sheet has a sentence that says what it means, and a rule that the pages state."""
    symbols, rules = symbols_of(game), game.rules()
    assert symbols, f"{SYMBOLS_FILE} is missing or empty: it says what each symbol of the sheet means"
    page = game.folder / "rules.en.md"
    stated = page.read_text(encoding="utf-8") if page.exists() else ""
    for name, symbol in symbols.items():
        assert 0 < len(symbol.say) <= LONGEST_MEANING, f"{SYMBOLS_FILE}, {name}: one sentence, not too long"
        assert f"[{symbol.rule}]" in stated, f"{SYMBOLS_FILE}, {name}: no rules page states {symbol.rule or 'its rule'}"

    def check(played: Playthrough) -> None:
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                for name in _names(game, rules, seen(rules, position, seat), seat):
                    assert symbol_for(symbols, name), f"{SYMBOLS_FILE} says nothing about '{name}'"

    for_all(game, effort, effort.plain_examples, check)


CHECKS = (
    moves_can_be_pointed_out,
    sheet_is_drawn,
    spots_say_why_not,
    spots_tell_what_they_bring,
    scenes_belong_to_the_drawing,
    symbols_are_explained,
)
