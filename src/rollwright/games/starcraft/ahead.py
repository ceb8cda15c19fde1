"""What the dice on the table would allow: looked at before a move is made, with the rules' own functions."""

import numpy as np

from rollwright.core.contract import Record, copy
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.moves import BUILD, BUILD_RED, TRAIN, TRAIN_RED
from rollwright.games.starcraft.rules import play
from rollwright.games.starcraft.rules.building import list_buildings, list_units
from rollwright.games.starcraft.rules.state import BLACKS, FACES, MAX_MOVES, REDS, SUPPORTING, WHITES
from rollwright.games.starcraft.sheet import BUILDINGS, COMBINATIONS, MAIN, MAKES


def row_built(move: int) -> int:
    """Return the row in which a move builds."""
    if is_form(TRAIN.layout, move):
        return int(MAKES[part(TRAIN.layout, move, 0)])
    if is_form(TRAIN_RED.layout, move):
        return int(MAKES[part(TRAIN_RED.layout, move, 0)])
    form = BUILD if is_form(BUILD.layout, move) else BUILD_RED
    return MAIN + part(form.layout, move, 0) % BUILDINGS


def combination(move: int) -> str:
    """Return the dice of a unit, as moves write them."""
    form = TRAIN if is_form(TRAIN.layout, move) else TRAIN_RED
    return COMBINATIONS[part(form.layout, move, 0)]


def faces_of(dice: str) -> list[int]:
    """Return the faces of a combination.

    >>> faces_of("5-5-5")
    [5, 5, 5]
    """
    return [int(face) for face in dice.split("-")]


def units(s: Record, seat: int) -> list[int]:
    """Return the moves by which a seat could build a unit from the dice as they lie."""
    moves = np.zeros(MAX_MOVES, np.int64)
    return [int(move) for move in moves[: list_units(s, seat, moves, 0)]]


def buildings(s: Record, seat: int) -> list[int]:
    """Return the moves by which a seat could build a building from the dice as they lie."""
    moves = np.zeros(MAX_MOVES, np.int64)
    return [int(move) for move in moves[: list_buildings(s, seat, moves, 0)]]


def rows_open(s: Record, seat: int) -> set[int]:
    """Return the rows in which a seat could build from the dice as they lie."""
    return {row_built(move) for move in (*units(s, seat), *buildings(s, seat))}


def rows_changed(s: Record, seat: int, move: int) -> tuple[list[int], list[int]]:
    """Return the rows that a use of support would open to a seat, and those that it would close."""
    assert s.phase == SUPPORTING, "support has a phase of its own"
    then = copy(s)
    play(then, seat, move)
    before, after = rows_open(s, seat), rows_open(then, seat)
    return sorted(after - before), sorted(before - after)


def left(s: Record, colour: int) -> list[int]:
    """Return the faces of the dice of a colour that are not set aside, lowest first."""
    return [face for face in range(1, FACES + 1) for _ in range(int(s.dice[colour, face]))]


def left_after(s: Record, move: int) -> tuple[list[int], list[int]]:
    """Return the white and the black dice that would be left after building by a move."""
    white, black = left(s, WHITES), left(s, BLACKS)
    if is_form(TRAIN.layout, move) or is_form(TRAIN_RED.layout, move):
        faces = faces_of(combination(move))
        if is_form(TRAIN_RED.layout, move):
            faces.remove(next(face for face in range(1, FACES + 1) if s.dice[REDS, face]))
        for face in faces:
            white.remove(face)
    elif is_form(BUILD.layout, move):
        black.remove(part(BUILD.layout, move, 1))
    return white, black
