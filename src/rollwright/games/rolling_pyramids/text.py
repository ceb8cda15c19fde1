"""A position of Rolling Pyramids drawn with characters, for terminals, tests and golden records."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Text
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points
from rollwright.games.rolling_pyramids import rules
from rollwright.games.rolling_pyramids.moves import DICE
from rollwright.games.rolling_pyramids.names import (
    border_label,
    faction_title,
    group_title,
    label,
    part_title,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.rules.board import strength, unlocked
from rollwright.games.rolling_pyramids.rules.draft import name_of
from rollwright.games.rolling_pyramids.rules.state import DEPLOYMENT, GROUP_COUNT, NOBODY, OVER, PHARAOH, rounds_of
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    COLOSSUS,
    DATA,
    DEVICES,
    FACTORY,
    FIRST_DEVICE,
    FIRST_SLOT,
    FOOT_GROUPS,
    FOOT_ONE,
    LAST_POINTS,
    LEGION,
    MEN,
    NUMBERED,
    PAIR_COUNT,
    PARTS,
    POINTS,
    SPACE_NAMES,
    TRACK_SPACES,
    UMBRELLA,
    UPGRADES,
)

WIDTH = 78
"""How wide everything is drawn, in characters."""
CELL = 14
"""How wide a space of the map is."""


def draw(s: Record, names: Sequence[Phrase], say: Speech, seats: Sequence[int]) -> str:
    """Draw the dice, the map and the boards of these seats."""
    boards = [line for seat in seats for line in _board(s, seat, say(names[seat]), say)]
    lines = [_head(s, say), *_map(s), *_devices(s, say), *boards]
    return "\n".join(line.rstrip() for line in lines)


def _head(s: Record, say: Speech) -> str:
    """Draw the round and the dice on the table, each with the number of its owner."""
    rounds = int(rounds_of(s))
    dice = " ".join(_die(s, die) for die in range(len(s.dice)) if s.dice[die])
    return f"{say('Round {n} of {rounds}', n=max(1, int(s.round_no)), rounds=rounds)}  {dice}"


def _die(s: Record, die: int) -> str:
    """Return a die as moves name it."""
    return DICE[int(name_of(s, die))]


def _map(s: Record) -> list[str]:
    """Draw the map: of each space its number and what it holds, below that who stands there, heroes with a star."""
    lines = []
    for row in DATA["rows"]:
        spaces = [SPACE_NAMES.index(name) for name in row.split()]
        indent = " " * ((5 - len(spaces)) * CELL // 2)
        lines.append(indent + "".join(f"{_printed(s, space):<{CELL}}" for space in spaces))
        lines.append(indent + "".join(f"{_standing(s, space):<{CELL}}" for space in spaces))
    return lines


def _printed(s: Record, space: int) -> str:
    """Return what is printed on a space: its number, and its points or its factory."""
    if space >= NUMBERED:
        return f"[{label(space)}]"
    factory = int(FACTORY[s.map, space])
    holds = PARTS[factory] if factory >= 0 else f"{POINTS[s.map, space]}/{LAST_POINTS[s.map, space]}"
    return f"{label(space)} {holds}"


def _standing(s: Record, space: int) -> str:
    """Return who stands on a space: the number of the player, men, and heroes with a star."""
    owner = int(s.land.owner[space])
    if owner == NOBODY:
        return " ."
    men, heroes = int(s.land.men[space]), int(s.land.heroes[space])
    units = "+".join([str(men)] * (men > 0) + [f"{heroes}*"] * (heroes > 0))
    return f" {'P' if owner == PHARAOH else owner + 1}: {units}" if units else f" {owner + 1}"


def _devices(s: Record, say: Speech) -> list[str]:
    """Tell which devices are placed."""
    found = []
    for seat in range(int(s.seat_count)):
        for device in range(DEVICES):
            where = int(s.sheets[seat].devices[device]) - 1
            if where >= 0:
                at = label(where) if FIRST_DEVICE + device == UMBRELLA else border_label(where)
                found.append(f"{seat + 1}: {say(upgrade_title(FIRST_DEVICE + device))} {at}")
    return [" " + ", ".join(found)] if found else []


def _board(s: Record, seat: int, name: str, say: Speech) -> list[str]:
    """Draw a board: armies, footmen, pairs and upgrades, and during a deployment the orders."""
    sheet = s.sheets[seat]
    head = f"{seat + 1} {name} ({say(faction_title(int(sheet.faction)))})"
    lines = [f"── {head} {'─' * max(2, WIDTH - 4 - len(head))}"]
    armies = [f"{say(part_title(0))} {_number(sheet.written[0])}"]
    for part, sign in ((LEGION, "<"), (COLOSSUS, "-"), (BOMB, ">")):
        slots = sign.join(_number(sheet.written[FIRST_SLOT[part] + place]) for place in range(3))
        ready = int(strength(sheet, part))
        armies.append(f"{say(part_title(part))} {slots}" + (f" ={ready}" if ready else ""))
    lines.append("  " + "   ".join(armies))
    for group in range(FOOT_GROUPS):
        spaces = " ".join(
            "x" if int(sheet.crossed[group]) >> n & 1 else name for n, name in enumerate(TRACK_SPACES[group])
        )
        title = say(group_title(FOOT_ONE + group))
        lines.append(f"  {title} {spaces} ={MEN + int(unlocked(sheet, group))}")
    pairs = " ".join(_pair(sheet, pair) for pair in range(PAIR_COUNT))
    bought = [say(upgrade_title(n)) for n in range(len(UPGRADES)) if sheet.upgrades[n]]
    lines.append(f"  {pairs}   {', '.join(bought)}")
    if s.phase == DEPLOYMENT:
        lines.append("  " + "   ".join(_order(sheet, group, say) for group in range(GROUP_COUNT) if sheet.group[group]))
    if s.phase == OVER:
        lines.append(f"  {say('points: {points}', points=points(int(rules.score(s, seat))))}")
    return lines


def _pair(sheet: Record, pair: int) -> str:
    """Return a pair, with an x once it is spent."""
    return f"{_number(sheet.low[pair])}<{_number(sheet.high[pair])}{'x' * int(sheet.spent[pair])}"


def _number(value: int) -> str:
    return str(value) if value else "_"


def _order(sheet: Record, group: int, say: Speech) -> str:
    """Return a group with its number, and where it is sent."""
    order = int(sheet.order[group])
    return f"{say(group_title(group))} {sheet.group[group]}" + (f" > {label(order - 1)}" if order else "")


TEXT = Text(draw=draw)
