"""A position of StarCraft: Roll & Write drawn with characters, for terminals, tests and golden records."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Text
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points
from rollwright.games.starcraft import rules
from rollwright.games.starcraft.ahead import left
from rollwright.games.starcraft.names import race_of, row_of, support_of
from rollwright.games.starcraft.rules.rows import standing, worth
from rollwright.games.starcraft.rules.state import BLACKS, BLUES, GREENS, OVER, PRODUCTION, REDS, WHITES
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    ALLOWS,
    COMBINATIONS,
    DATA,
    GAS,
    LENGTHS,
    MAIN,
    MAKES,
    MINERALS,
    RACES,
    ROUNDS,
    SUPPORTS,
    WORKER,
)

WIDTH = 64
"""How wide a sheet is drawn, in characters."""

NAME, CELLS = 23, 14
"""How wide names and cells are."""


def draw(s: Record, names: Sequence[Phrase], say: Speech, seats: Sequence[int]) -> str:
    """Draw the dice and the sheets of these seats."""
    return "\n".join([_head(s, say), *(_sheet(s, seat, say(names[seat]), say) for seat in seats)])


def _head(s: Record, say: Speech) -> str:
    """Draw the round and the dice that are not set aside."""
    now = int(s.round_no)
    done = ROUNDS if s.phase == OVER else max(0, now - 1)
    boxes = "■" * done + "□" * (ROUNDS - done)
    return f"{say('Round {n} of {rounds}', n=max(1, now), rounds=ROUNDS)}  {boxes}  {_dice(s, say)}".rstrip()


def _dice(s: Record, say: Speech) -> str:
    faces = [" ".join(map(str, left(s, colour))) for colour in (WHITES, BLACKS, BLUES, GREENS, REDS)]
    if s.phase == PRODUCTION or not any(faces):
        return ""
    white, black, blue, green, red = (each or "-" for each in faces)
    return say(
        "white {white} | black {black} | blue {blue} | green {green} | red {red}",
        white=white,
        black=black,
        blue=blue,
        green=green,
        red=red,
    )


def _sheet(s: Record, seat: int, name: str, say: Speech) -> str:
    sheet = s.sheets[seat]
    head = f"{name} ({say(race_of(sheet))})"
    lines = [f"── {head} {'─' * max(2, WIDTH - 4 - len(head))}"]
    lines += [_row(sheet, row, say) for row in range(MINERALS)]
    minerals, gas = (_track(sheet, row) for row in (MINERALS, GAS))
    lines.append(f"  {say('minerals {minerals}   gas {gas}', minerals=minerals, gas=gas)}")
    support = _uses(int(sheet.supports), SUPPORTS)
    ability = _uses(int(sheet.abilities), ABILITIES)
    foot = say("{support} {uses}   ability {ability}", support=support_of(sheet), uses=support, ability=ability)
    total = say("points: {points}", points=points(rules.score(s, seat)))
    return "\n".join([*lines, f"  {foot}   {total}"])


def _row(sheet: Record, row: int, say: Speech) -> str:
    """Draw a row: its name, a sign a cell, behind a worker's cell the die that it brings, what it needs and scores."""
    race = RACES[sheet.race]
    cells = []
    for cell in range(int(LENGTHS[sheet.race, row])):
        sign = "x" if cell < sheet.crossed[row] else "o" if cell < sheet.filled[row] else "."
        brings = DATA[race]["workers"].get(str(cell + 1), "") if row == WORKER else ""
        cells.append(sign + brings[:1])
    each = f"+{points(int(worth(sheet, row)))}"
    return f"  {say(row_of(sheet, row)):<{NAME}} {''.join(cells):<{CELLS}} {_needs(sheet, row):<17} {each}"


def _needs(sheet: Record, row: int) -> str:
    """Return what a row needs: the first and last of its combinations, faces, or the main building's numbers."""
    if row < MAIN:
        dice = [COMBINATIONS[i] for i in range(len(COMBINATIONS)) if MAKES[i] == row]
        return f"{dice[0]} .. {dice[-1]}" if len(dice[0]) < 7 else f"{dice[0]} .."
    if row == MAIN:
        return " ".join(str(number) if number else "." for number in sheet.numbers)
    return " ".join(str(face) for face in range(1, 7) if ALLOWS[face, row - MAIN])


def _track(sheet: Record, row: int) -> str:
    """Tell a track by its counts: standing, of as many as there are, and how many are crossed out."""
    crossed = f" x{sheet.crossed[row]}" if sheet.crossed[row] else ""
    return f"{standing(sheet, row)}/{LENGTHS[sheet.race, row]}{crossed}"


def _uses(used: int, most: int) -> str:
    return "x" * used + "." * (most - used)


TEXT = Text(draw=draw)
