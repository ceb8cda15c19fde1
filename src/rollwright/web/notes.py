"""What there is to know of a spot that somebody points at."""

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase, plural
from rollwright.view import Note, Pen, Way


def find_note(game: Game, known: Record, seat: int, spot: str, legal: list[int]) -> Note:
    """Find what there is to tell: what the game has to say, the move that the spot makes, or why it makes none."""
    view = game.part("view")
    if spot not in {name for part in view.parts(known, seat, Pen(game.speech())) for name in part.groups}:
        return _NOTHING
    told: Note | None = view.about(known, seat, spot) if hasattr(view, "about") else None
    return told or _about_moves(game, known, seat, spot, legal)


def _about_moves(game: Game, known: Record, seat: int, spot: str, legal: list[int]) -> Note:
    view = game.part("view")
    ways: dict[int, Way] = view.ways(known, seat, legal)
    meant = [move for move, way in ways.items() if _begins(spot, way)]
    if len(meant) == 1:
        return Note(game.words.describe(known, seat, meant[0]))
    if meant:
        return Note(plural("Part of {n} move: pick it to go on.", "Part of {n} moves: pick it to go on.", len(meant)))
    reason: Phrase | None = view.why_not(known, seat, spot)
    return Note(reason) if reason else _NOTHING


def _begins(spot: str, way: Way) -> bool:
    """Say whether picking a spot can be the beginning of a move."""
    return any(spot in begun[0] for path in way.paths if (begun := path.follow([])))


_NOTHING = Note(Phrase("Nothing can be done with that now."))
