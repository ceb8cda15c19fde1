"""Checks of the numbers by which a game is drawn: codes follow from a position, and looks and ways from codes alone."""

from collections.abc import Hashable, Iterator
from itertools import cycle
from typing import Any

import numpy as np

from rollwright.core.contract import Ints, Record, Rules
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, Speech
from rollwright.testing.playthroughs import (
    Effort,
    Playthrough,
    Walk,
    for_all,
    legal_moves,
    looked_at,
    moments,
    seen,
    waited_for,
)
from rollwright.testing.words import players
from rollwright.view import ABSENT, BY_POSITION, Drawing, Groups, Pen, Scene, Template, View, Way, view_of
from rollwright.view.codes import bound, codes_of, drawing_functions
from rollwright.view.template import CODE_LIMIT

GARBAGE = (-77, 2**60)
"""What the slots hold before codes are written, so that one that is not written shows."""


def _drawings(view: View) -> dict[str, Drawing]:
    return {"sheet": view.sheet, "thumbnail": view.thumbnail}


def compiled_codes_equal_plain(game: Game, effort: Effort) -> None:
    """`shows` and `offers` write the same codes compiled and uncompiled."""
    fast, plain, view = game.rules(compiled=True), game.rules(compiled=False), view_of(game)
    game.make_native(drawing_functions(game))

    def check(played: Playthrough) -> None:
        for position, seats in looked_at(game, played, fast, effort):
            for seat in seats:
                known = seen(fast, position, seat)
                for name, drawing in _drawings(view).items():
                    ours, theirs = np.zeros(drawing.slots, np.int64), np.zeros(drawing.slots, np.int64)
                    bound(game, fast, drawing.shows)(known, seat, ours)
                    bound(game, plain, drawing.shows)(known, seat, theirs)
                    slots = np.flatnonzero(ours != theirs).tolist()
                    assert not slots, f"the {name} has other codes compiled than uncompiled, in the slots {slots[:5]}"
                moves = _moves(fast, position, known, seat)
                ours, theirs = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.int64)
                bound(game, fast, view.offers)(known, seat, moves, len(moves), ours)
                bound(game, plain, view.offers)(known, seat, moves, len(moves), theirs)
                wrong = [game.moves.text(int(move)) for move in moves[ours != theirs]]
                assert not wrong, f"'{wrong[0]}' has another code compiled than uncompiled"

    for_all(game, effort, effort.plain_examples, check)


def _moves(rules: Rules, position: Record, known: Record, seat: int) -> Ints:
    """Return the legal moves of a seat, if it is waited for."""
    legal = legal_moves(rules, known, seat) if seat in waited_for(rules, position) else []
    return np.array(legal, np.int64)


def codes_are_written(game: Game, effort: Effort) -> None:
    """`shows` writes a code into every slot that is drawn: ABSENT, or a number that is not too large for a page.

    It changes nothing else.
    """
    rules, view = game.rules(), view_of(game)

    def check(played: Playthrough) -> None:
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                known = seen(rules, position, seat)
                for drawing in _drawings(view).values():
                    _check_codes(game, rules, drawing, known, seat)

    for_all(game, effort, effort.plain_examples, check)


def _check_codes(game: Game, rules: Rules, drawing: Drawing, known: Record, seat: int) -> None:
    before = known.tobytes()
    once, again = (np.full(drawing.slots, garbage, np.int64) for garbage in GARBAGE)
    for codes in (once, again):
        bound(game, rules, drawing.shows)(known, seat, codes)
    assert known.tobytes() == before, "`shows` changes the position"
    for paper in (False, True):
        template = drawing.template_for(known, seat, paper=paper)
        for slot, name, least in _slots_of(template):
            assert 0 <= slot < drawing.slots, f"'{name}' has the slot {slot} of {drawing.slots}"
            assert once[slot] == again[slot], f"`shows` writes no code for '{name}'"
            assert least <= once[slot] < CODE_LIMIT, f"'{name}' has the code {once[slot]}: too small or too large"


def _slots_of(template: Template) -> Iterator[tuple[int, str, int]]:
    """Yield every slot that a template uses, with what it is for and the least code that it may have."""
    for part in template.parts:
        for groups in part.groups:
            yield from ((groups.first + place, name, ABSENT) for place, name in enumerate(groups.names))
        if part.heading_slot != ABSENT:
            yield part.heading_slot, f"the title of {part.name}", ABSENT
        if part.halves != ABSENT:
            yield part.halves, f"the points of {part.name}", -CODE_LIMIT


def looks_follow_from_codes(game: Game, effort: Effort) -> None:
    """A group looks the same whenever it has the same code, for every viewer, and is drawn by its own name.

    So nothing but the place, the code and the pen may be read where a look is drawn. A template is made once for all
    positions of a game.
    """
    rules, view = game.rules(), view_of(game)
    looks: dict[tuple[object, ...], str] = {}

    def check(played: Playthrough) -> None:
        pens = cycle(_pens(game, played.seats))
        templates: dict[tuple[str, int], Template] = {}
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                known, pen = seen(rules, position, seat), next(pens)
                for name, drawing in _drawings(view).items():
                    template = drawing.template_for(known, seat)
                    first = templates.setdefault((name, seat), template)
                    assert first is template, f"the template of the {name} is made anew: use functools.cache"
                    _check_names(template)
                    codes = codes_of(game, rules, drawing, known, seat).tolist()
                    for groups in template.kinds():
                        _check_looks(groups, codes, pen, looks)

    for_all(game, effort, max(2, effort.plain_examples // 3), check)


def _pens(game: Game, seats: int) -> list[Pen]:
    """Return pens of every language. Whether totals are shown is told by a code, so it may not change a look."""
    speeches = [game.speech(language).naming(players(seats)) for language in LANGUAGES]
    return [Pen(say, totals=totals) for totals in (True, False) for say in speeches]


def _check_names(template: Template) -> None:
    names = [name for groups in template.kinds() for name in groups.names]
    twice = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else None
    assert not twice, f"two groups of a template are called '{min(twice or '?')}'"


def _check_looks(groups: Groups, codes: list[int], pen: Pen, looks: dict[tuple[object, ...], str]) -> None:
    for place, name in enumerate(groups.names):
        code = codes[groups.first + place]
        if code != ABSENT:
            drawn, look = groups.draw(place, code, pen)
            assert drawn == name, f"the group '{name}' is drawn as '{drawn}'"
            first = looks.setdefault((groups, place, code, pen.nameless_key, pen.say.names), look)
            assert look == first, f"'{name}' with the code {code} does not always look the same"


def offers_tell_what_moves_do(game: Game, effort: Effort) -> None:
    """A move's code is written by `offers`, `way` needs nothing else, and its words are those of `describe`."""
    rules, view = game.rules(), view_of(game)
    ways: dict[tuple[int, int, int], list[Any]] = {}

    def check(played: Playthrough) -> None:
        speeches = [game.speech(language).naming(players(played.seats)) for language in LANGUAGES]
        for position, seats in looked_at(game, played, rules, effort):
            for seat in seats:
                known = seen(rules, position, seat)
                moves = _moves(rules, position, known, seat)
                for move, code in zip(moves.tolist(), _offered(game, rules, known, seat, moves), strict=True):
                    text = game.moves.text(move)
                    assert BY_POSITION <= code < CODE_LIMIT, f"'{text}' has the code {code}: too small or too large"
                    if code != BY_POSITION:
                        way = view.way(seat, move, code)
                        _check_words(way, game.words.describe(known, seat, move), speeches, text)
                        told = _told(way, speeches[0])
                        same = ways.setdefault((seat, move, code), told) == told
                        assert same, f"'{text}' with the code {code} is not always pointed out alike"

    for_all(game, effort, effort.plain_examples, check)


def _offered(game: Game, rules: Rules, known: Record, seat: int, moves: Ints) -> list[int]:
    """Return the codes of the ways of moves, written twice."""
    before = known.tobytes(), moves.tobytes()
    once, again = (np.full(len(moves), garbage, np.int64) for garbage in GARBAGE)
    for codes in (once, again):
        bound(game, rules, view_of(game).offers)(known, seat, moves, len(moves), codes)
    assert (known.tobytes(), moves.tobytes()) == before, "`offers` changes what it is asked about"
    assert (once == again).all(), "`offers` does not write the code of every move"
    return [int(code) for code in once]


def _check_words(way: Way, described: Any, speeches: list[Speech], text: str) -> None:
    assert way.words is not None, f"the way of '{text}' has no words"
    for say in speeches:
        assert say(way.words) == say(described), f"the way of '{text}' has other words than `describe`"


def _told(way: Way, say: Speech) -> list[Any]:
    """Return all that a way tells, to be compared."""
    words = [say(phrase) if phrase else None for phrase in (way.button, way.words)]
    return [[path.as_json() for path in way.paths], way.marks, words, way.confirm, way.opens, way.quiet]


def scenes_change_only_when_something_happened(game: Game, effort: Effort) -> None:
    """The scenes stay the same as long as `happened` does, by default the epoch: a page asks for them once."""
    rules, view = game.rules(), view_of(game)
    if not view.has_scenes:
        return

    def check(played: Playthrough) -> None:
        pen = Pen(game.speech().naming(players(played.seats)))
        chosen = moments(game, played, rules, effort)
        shown: dict[tuple[Hashable, int], list[Any]] = {}
        for number, position in enumerate(Walk(game, played, rules)):
            if number in chosen or number - 1 in chosen:
                for seat in range(played.seats):
                    known = seen(rules, position, seat)
                    scenes = [_shown(scene, pen) for scene in view.scenes(known, seat, pen)]
                    before = shown.setdefault((view.happened(known), seat), scenes)
                    assert scenes == before, "scenes change although nothing has happened"

    for_all(game, effort, 2, check)


def _shown(scene: Scene, pen: Pen) -> list[Any]:
    return [pen.say(scene.text), scene.groups, scene.spot, scene.flows]


CHECKS = (
    compiled_codes_equal_plain,
    codes_are_written,
    looks_follow_from_codes,
    offers_tell_what_moves_do,
    scenes_change_only_when_something_happened,
)
