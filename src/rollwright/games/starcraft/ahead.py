"""What the dice on the table would allow: looked at before a move is made, with the rules' own functions."""

from functools import lru_cache

import numpy as np

from rollwright.core.contract import Ints, Record, copy
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.moves import BUILD, BUILD_RED, SUPPORT, TRAIN, TRAIN_RED
from rollwright.games.starcraft.rules.building import list_buildings, list_units
from rollwright.games.starcraft.rules.production import support
from rollwright.games.starcraft.rules.state import BLACKS, FACES, MAX_MOVES, STATE, SUPPORTING, WHITES, red_face
from rollwright.games.starcraft.sheet import BUILDINGS, COMBINATIONS, MAIN, MAKES


def is_unit(move: int) -> bool:
    """Say whether a move builds a unit."""
    return is_form(TRAIN.layout, move) or is_form(TRAIN_RED.layout, move)


def is_building(move: int) -> bool:
    """Say whether a move builds a building."""
    return is_form(BUILD.layout, move) or is_form(BUILD_RED.layout, move)


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
    return set(_rows_open(s.tobytes(), seat))


@lru_cache(64)
def _rows_open(position: bytes, seat: int) -> tuple[int, ...]:
    """Find the rows that are open to a seat once for a position, of which many moves ask."""
    s = np.frombuffer(bytearray(position), STATE)[0]
    return tuple({row_built(move) for move in (*units(s, seat), *buildings(s, seat))})


def rows_changed(s: Record, seat: int, move: int) -> tuple[list[int], list[int]]:
    """Return the rows that a use of support would open to a seat, and those that it would close."""
    assert s.phase == SUPPORTING, "support has a phase of its own"
    colour, face, change = SUPPORT.values(move).values()
    then = copy(s)
    support(then, colour, face, 2 * change - 1)
    before, after = rows_open(s, seat), rows_open(then, seat)
    return sorted(after - before), sorted(before - after)


def shown(counts: Ints) -> list[int]:
    """Return the faces of dice that are counted by face, lowest first."""
    return [face for face in range(1, FACES + 1) for _ in range(int(counts[face]))]


def left(s: Record, colour: int) -> list[int]:
    """Return the faces of the dice of a colour that are not set aside, lowest first."""
    return shown(s.dice[colour])


def left_after(s: Record, move: int) -> list[int]:
    """Return the dice that would be left after building by a move: white ones of a unit, black ones of a building."""
    if is_form(BUILD_RED.layout, move):
        return left(s, BLACKS)
    if is_form(BUILD.layout, move):
        dice, faces = left(s, BLACKS), [part(BUILD.layout, move, 1)]
    else:
        dice, faces = left(s, WHITES), faces_of(combination(move))
        if is_form(TRAIN_RED.layout, move):
            faces.remove(int(red_face(s)))
    for face in faces:
        dice.remove(face)
    return dice
