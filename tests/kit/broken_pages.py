"""Games that draw, point or say the wrong thing, and bots that cannot play them."""

from typing import Any

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.view import Marks, Note, Part, Scene, Way, view_of
from rollwright.view import Path as SpotPath
from tests.kit.sabotage import Patch, caught_by, redraw


@caught_by("says_and_draws_what_is_asked")
def words_are_not_declared(game: Game, patch: Patch) -> None:
    patch.delattr(game.part("words"), "WORDS")


@caught_by("says_and_draws_what_is_asked")
def a_function_is_missing(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "closing", None)


@caught_by("says_and_draws_what_is_asked")
def a_function_takes_too_little(game: Game, patch: Patch) -> None:
    patch.setattr(view_of(game), "thumbnail", lambda s: ((1, 1), ""))


@caught_by("says_and_draws_what_is_asked")
def an_optional_function_is_forgotten(game: Game, patch: Patch) -> None:
    patch.setattr(game.part("words"), "lately", lambda s, seat: None, raising=False)


@caught_by("words_fit_every_moment")
def two_moves_are_described_alike(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "describe", lambda s, seat, move: Phrase("{a}", a="a move"))


@caught_by("moves_can_be_pointed_out")
def a_move_is_not_offered(game: Game, patch: Patch) -> None:
    redraw(game, patch, "ways", lambda ways, s, seat, moves: dict(list(ways.items())[1:]))


@caught_by("moves_can_be_pointed_out")
def two_moves_are_pointed_out_alike(game: Game, patch: Patch) -> None:
    redraw(game, patch, "ways", lambda ways, *_: {move: Way([SpotPath.of("bid-1")]) for move in ways})


@caught_by("moves_can_be_pointed_out")
def a_spot_is_not_drawn(game: Game, patch: Patch) -> None:
    redraw(game, patch, "ways", lambda ways, *_: {move: Way([SpotPath.of(f"no-{move}")]) for move in ways})


@caught_by("moves_can_be_pointed_out")
def a_preview_marks_nothing(game: Game, patch: Patch) -> None:
    marks: Marks = {"write": [("nowhere", "5")]}
    redraw(game, patch, "ways", lambda ways, *_: {m: Way(w.paths, marks, w.button) for m, w in ways.items()})


@caught_by("moves_can_be_pointed_out")
def a_move_opens_a_deed_that_is_done(game: Game, patch: Patch) -> None:
    def all_open(ways: dict[int, Way], *_: Any) -> dict[int, Way]:
        return {
            move: Way([SpotPath.of("bids-ready")] if way.button else way.paths, opens=True)
            for move, way in ways.items()
        }

    redraw(game, patch, "ways", all_open)


@caught_by("moves_can_be_pointed_out")
def a_deed_is_opened_by_a_button_alone(game: Game, patch: Patch) -> None:
    button = Phrase("Bid")
    redraw(game, patch, "ways", lambda ways, *_: {m: Way(button=button, opens=True) for m in ways})


@caught_by("sheet_is_drawn")
def nothing_changes_on_the_sheet(game: Game, patch: Patch) -> None:
    part = Part("bids", Phrase("Bids"), (10, 10), {"a": "<g/>"})
    redraw(game, patch, "parts", lambda parts, *_: [part])


@caught_by("sheet_is_drawn")
def a_spot_says_nothing(game: Game, patch: Patch) -> None:
    def silent(parts: list[Part], *_: Any) -> list[Part]:
        spot = '<g id="mute" class="spot box"/>'
        return [*parts, Part("mute", Phrase("Mute"), (10, 10), {"mute": spot})]

    redraw(game, patch, "parts", silent)


@caught_by("sheet_is_drawn")
def two_things_have_one_name(game: Game, patch: Patch) -> None:
    redraw(game, patch, "parts", lambda parts, *_: [*parts, *parts])


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


@caught_by("words_fit_every_moment")
def an_account_is_not_translated(game: Game, patch: Patch) -> None:
    patch.setattr(game.words, "account", lambda *_: [Phrase("Result, untranslated")], raising=False)
