"""Games that draw, point or say the wrong thing, and bots that cannot play them."""

from dataclasses import replace
from typing import Any

from rollwright.core.compiler import Plain
from rollwright.core.contract import Ints, Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.view import BY_POSITION, HIDDEN, Groups, Marks, Note, Pen, Scene, Template, Way, view_of
from rollwright.view import Path as SpotPath
from tests.kit.sabotage import Patch, caught_by, recode, redraw, reoffer, repoint


@caught_by("says_and_draws_what_is_asked")
def words_are_not_declared(game: Game, patch: Patch) -> None:
    patch.delattr(game.part("words"), "WORDS")


@caught_by("says_and_draws_what_is_asked")
def a_function_is_missing(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "closing", None)


@caught_by("says_and_draws_what_is_asked")
def a_function_takes_too_little(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "way", lambda seat, move: Way())


@caught_by("says_and_draws_what_is_asked")
def codes_are_written_for_nobody(game: Game, patch: Patch) -> None:
    shows: Any = lambda s, codes: None  # noqa: E731
    patch.setattr(view_of(game), "sheet", replace(view_of(game).sheet, shows=shows))


@caught_by("says_and_draws_what_is_asked")
def a_thumbnail_is_no_drawing(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "thumbnail", lambda s, seat: ((1, 1), ""))


@caught_by("says_and_draws_what_is_asked")
def an_optional_function_is_forgotten(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("words"), "lately", lambda s, seat: None, raising=False)


@caught_by("words_fit_every_moment")
def two_moves_are_described_alike(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "describe", lambda s, seat, move: Phrase("{a}", a="a move"))


@caught_by("moves_can_be_pointed_out")
def a_move_is_not_offered(game: Game, patch: Patch) -> None:
    def by_position(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
        codes[:count] = BY_POSITION

    reoffer(game, patch, by_position)
    way = view_of(game).way
    patch.setattr(view_of(game), "ways", lambda s, seat, moves: {move: way(seat, move, 0) for move in moves[1:]})


@caught_by("moves_can_be_pointed_out")
def two_moves_are_pointed_out_alike(game: Game, patch: Patch) -> None:
    repoint(game, patch, lambda way, *_: replace(way, paths=[SpotPath.of("bid-1")]))


@caught_by("moves_can_be_pointed_out")
def a_spot_is_not_drawn(game: Game, patch: Patch) -> None:
    repoint(game, patch, lambda way, seat, move, code: replace(way, paths=[SpotPath.of(f"no-{move}")]))


@caught_by("moves_can_be_pointed_out")
def a_preview_marks_nothing(game: Game, patch: Patch) -> None:
    marks: Marks = {"write": [("nowhere", "5")]}
    repoint(game, patch, lambda way, *_: replace(way, marks=marks))


@caught_by("moves_can_be_pointed_out")
def a_move_opens_a_deed_that_is_done(game: Game, patch: Patch) -> None:
    ready = SpotPath.of("bids-ready")
    repoint(game, patch, lambda way, *_: replace(way, paths=[ready] if way.button else way.paths, opens=True))


@caught_by("moves_can_be_pointed_out")
def a_form_that_opens_deeds_is_not_named(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "opening_forms", ())


@caught_by("moves_can_be_pointed_out")
def a_deed_is_opened_by_a_button_alone(game: Game, patch: Patch) -> None:
    repoint(game, patch, lambda way, *_: Way(button=Phrase("Bid"), opens=True))


@caught_by("moves_can_be_pointed_out")
def a_move_rolls_where_no_dice_are_due(game: Game, patch: Patch) -> None:
    repoint(game, patch, lambda way, *_: replace(way, rolls=True))


@caught_by("offers_tell_what_moves_do")
def a_way_has_no_words(game: Game, patch: Patch) -> None:
    repoint(game, patch, lambda way, *_: replace(way, words=None))


@caught_by("offers_tell_what_moves_do")
def a_way_has_other_words_than_its_move(game: Game, patch: Patch) -> None:
    repoint(game, patch, lambda way, *_: replace(way, words=Phrase("Ready")))


@caught_by("offers_tell_what_moves_do")
def a_way_depends_on_what_was_asked_before(game: Game, patch: Patch) -> None:
    asked: list[int] = []

    def forgetful(way: Way, seat: int, move: int, code: int) -> Way:
        asked.append(move)
        return replace(way, quiet=len(asked) > 40)

    repoint(game, patch, forgetful)


@caught_by("offers_tell_what_moves_do")
def a_move_has_no_code(game: Game, patch: Patch) -> None:
    def only_some(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
        codes[: count - 1] = 0

    patch.setattr(view_of(game), "offers", only_some)


@caught_by("offers_tell_what_moves_do")
def a_move_has_too_large_a_code(game: Game, patch: Patch) -> None:
    def enlarge(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
        codes[:count] = 2**53

    reoffer(game, patch, enlarge)


@caught_by("offers_tell_what_moves_do")
def offering_moves_makes_one(game: Game, patch: Patch) -> None:
    def nosy(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
        s.sheets[seat].bid = 1

    reoffer(game, patch, nosy)


def differ_when_compiled(game: Game, **changed: Any) -> None:
    """Let compiled code be the plain code, but for these functions of the view: instead of `shows` or `offers`."""
    view = view_of(game)
    functions = {"shows": view.sheet.shows, "shows_small": view.thumbnail.shows, "offers": view.offers}
    game._rules[True] = replace(game.rules(compiled=False), compiled=True)
    others: dict[Any, Any] = {functions[name]: other for name, other in changed.items()}
    game._binders[True] = Plain(dict(game._binders[False]._bindings) | others)
    game._libraries.functions |= {each: game.bind(each, compiled=False) for each in functions.values()} | others


@caught_by("compiled_codes_equal_plain")
def a_compiled_sheet_differs(game: Game, patch: Patch) -> None:
    differ_when_compiled(game, shows=lambda s, seat, codes: None)


@caught_by("compiled_codes_equal_plain")
def a_compiled_thumbnail_differs(game: Game, patch: Patch) -> None:
    def all_full(s: Record, seat: int, codes: Ints) -> None:
        codes[:] = 1

    differ_when_compiled(game, shows_small=all_full)


@caught_by("compiled_codes_equal_plain")
def compiled_offers_differ(game: Game, patch: Patch) -> None:
    def others(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
        codes[:count] = 1

    differ_when_compiled(game, offers=others)


@caught_by("codes_are_written")
def a_code_is_not_written(game: Game, patch: Patch) -> None:
    more = view_of(game).sheet.slots
    redraw(game, patch, Groups(more, ["more"], lambda place, code, pen: pen.group("more")))
    patch.setattr(view_of(game), "sheet", replace(view_of(game).sheet, slots=more + 1))


@caught_by("codes_are_written")
def a_slot_is_out_of_range(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(view_of(game).sheet.slots, ["more"], lambda place, code, pen: pen.group("more")))


@caught_by("codes_are_written")
def a_code_is_too_large(game: Game, patch: Patch) -> None:
    def enlarge(s: Record, seat: int, codes: Ints) -> None:
        codes[0] = 2**53

    recode(game, patch, enlarge)


@caught_by("codes_are_written")
def the_game_hides_a_total_itself(game: Game, patch: Patch) -> None:
    def hide(s: Record, seat: int, codes: Ints) -> None:
        codes[0] = HIDDEN

    recode(game, patch, hide)


@caught_by("codes_are_written")
def writing_codes_changes_the_position(game: Game, patch: Patch) -> None:
    def nosy(s: Record, seat: int, codes: Ints) -> None:
        s.sheets[seat].colour = (s.sheets[seat].colour + 1) % 4

    recode(game, patch, nosy)


@caught_by("looks_follow_from_codes")
def a_group_is_drawn_as_another(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(0, ["one"], lambda place, code, pen: pen.group("other")))


@caught_by("looks_follow_from_codes")
def two_groups_of_a_part_have_one_name(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(0, ["one", "one"], lambda place, code, pen: pen.group("one")))


@caught_by("looks_follow_from_codes")
def a_look_depends_on_what_was_drawn_before(game: Game, patch: Patch) -> None:
    drawn: list[int] = []

    def forgetful(place: int, code: int, pen: Pen) -> tuple[str, str]:
        drawn.append(code)
        return pen.group("more", "x" * (len(drawn) // 10))

    redraw(game, patch, Groups(0, ["more"], forgetful))


@caught_by("looks_follow_from_codes")
def a_look_tells_a_total_by_itself(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(0, ["more"], lambda place, code, pen: pen.group("more", "7" if pen.totals else "?")))


@caught_by("looks_follow_from_codes")
def a_template_is_made_at_every_position(game: Game, patch: Patch) -> None:
    sheet = view_of(game).sheet
    assert isinstance(sheet.template, Template)
    parts = sheet.template.parts
    patch.setattr(view_of(game), "sheet", replace(sheet, template=lambda s, seat, paper: Template(parts)))


@caught_by("golden_drawings_hold")
def one_code_is_wrong_once(game: Game, patch: Patch) -> None:
    """What the second seat sees of the third sheet, at the end of the last round."""

    def wrong(s: Record, seat: int, codes: Ints) -> None:
        if seat == 2 and s.round_no == 3 and s.prize and not s.sheets[0].bid and s.sheets[1].ready:
            codes[0] ^= 1

    recode(game, patch, wrong)


@caught_by("golden_drawings_hold")
def one_thumbnail_has_a_wrong_code(game: Game, patch: Patch) -> None:
    small = view_of(game).thumbnail

    def shows(s: Record, seat: int, codes: Ints, original: Any = small.shows) -> None:
        original(s, seat, codes)
        codes[5] |= int(s.round_no == 2)

    patch.setattr(view_of(game), "thumbnail", replace(small, shows=shows))


@caught_by("golden_drawings_hold")
def one_look_is_drawn_otherwise(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(0, ["more"], lambda place, code, pen: pen.group("more")))


@caught_by("sheet_is_drawn")
def nothing_changes_on_the_sheet(game: Game, patch: Patch) -> None:
    def blank(s: Record, seat: int, codes: Ints) -> None:
        codes[:] = 0

    recode(game, patch, blank)


@caught_by("sheet_is_drawn")
def a_spot_says_nothing(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(0, ["mute"], lambda *_: ("mute", '<g id="mute" class="spot box"/>')))


@caught_by("sheet_is_drawn")
def two_things_have_one_name(game: Game, patch: Patch) -> None:
    redraw(game, patch, Groups(0, ["bid-1"], lambda place, code, pen: pen.group("bid-1")))


@caught_by("spots_say_why_not")
def no_spot_ever_says_why(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "why_not", lambda s, seat, spot: None)


@caught_by("spots_tell_what_they_bring")
def a_note_marks_what_is_not_drawn(game: Game, patch: Patch) -> None:
    note = Note(Phrase("Wait for the others."), {"trace": [("nowhere", "")]})
    patch.setattr(view_of(game), "about", lambda s, seat, spot: note, raising=False)


@caught_by("spots_tell_what_they_bring")
def a_note_is_in_english_only(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "about", lambda s, seat, spot: Note(Phrase("Look here.")), raising=False)


@caught_by("spots_tell_what_they_bring")
def no_spot_ever_tells_anything(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "about", lambda s, seat, spot: None, raising=False)


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


@caught_by("scenes_belong_to_the_drawing")
def a_scene_shows_what_is_not_drawn(game: Game, patch: Patch) -> None:
    nowhere = Scene(Phrase("{a}", a="Once"), {"nowhere": '<g id="nowhere"/>'})
    patch.setattr(view_of(game), "scenes", lambda *_: [nowhere], raising=False)


@caught_by("scenes_belong_to_the_drawing")
def nothing_ever_happens(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "scenes", lambda *_: [], raising=False)


@caught_by("scenes_change_only_when_something_happened")
def a_scene_changes_with_a_bid(game: Game, patch: Patch) -> None:
    def scenes(s: Record, seat: int, pen: Pen) -> list[Scene]:
        return [Scene(Phrase("{bid}", bid=int(s.sheets[seat].bid)), {})]

    patch.setattr(view_of(game), "scenes", scenes)


@caught_by("words_fit_every_moment")
def an_account_is_not_translated(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "account", lambda *_: [Phrase("Result, untranslated")], raising=False)
