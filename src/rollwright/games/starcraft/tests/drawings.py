"""What is drawn, pointed out and told at a table of StarCraft, for tests."""

from rollwright.games.starcraft import view
from rollwright.games.starcraft.tests.sentences import say
from rollwright.table import Table
from rollwright.view import Part, Pen, Way, draw_parts, ways_of


def parts(table: Table, seat: int) -> dict[str, Part]:
    return {part.name: part for part in draw_parts(table.game, table.position, seat, Pen(table.game.speech()))}


def ways(table: Table, seat: int = 0) -> dict[str, Way]:
    found = ways_of(table.game, table.position, seat, table.legal_moves(seat))
    return {table.game.moves.text(move): way for move, way in found.items()}


def note(table: Table, seat: int, spot: str) -> str:
    found = view.about(table.position, seat, spot)
    return say(table, found.text) if found else ""
