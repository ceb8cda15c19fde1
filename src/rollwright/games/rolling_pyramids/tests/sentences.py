"""What players of Rolling Pyramids read at a table, in English and with names."""

from rollwright.core.contract import copy
from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids import words
from rollwright.games.rolling_pyramids.tests.staging import rolled
from rollwright.table import Table


def players(table: Table) -> list[Phrase]:
    """Give names to the players of a table."""
    table.names = ["Ann", "Bob", "Cem", "Dan"][: table.seats]
    return table.players


def say(table: Table, phrase: Phrase) -> str:
    return table.game.speech().naming(players(table))(phrase)


def ask(table: Table, seat: int) -> str:
    return say(table, words.ask(table.seen_by(seat), seat, players(table)).whole)


def move_of(table: Table, text: str) -> int:
    move = table.game.moves.read(text)
    assert move is not None
    return move


def proposed(table: Table, seat: int, text: str) -> str:
    assert text in table.legal(seat)
    return say(table, words.describe(table.seen_by(seat), seat, move_of(table, text)))


def told(table: Table, seat: int, text: str) -> str:
    """Make a move, and return what is told of it."""
    before, move = copy(table.position), table.play(seat, text, exact=True).move
    return say(table, words.told_move(before, seat, move, table.position, players(table)))


def told_dice(table: Table, faces: str) -> str:
    """Let dice fall, and return what is told of them."""
    before = copy(table.position)
    rolled(table, faces)
    return say(table, words.told_roll(before, table.position, players(table)))
