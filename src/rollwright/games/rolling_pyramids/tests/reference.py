"""Maps, boards and battles of Rolling Pyramids on paper, from the rules page alone: what the rules must agree with."""

from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

NAME = "rolling_pyramids"
FACTIONS = ("anubians", "bastet", "rashar", "sobeccians")
PHARAOH = "p"

DRAWN = """
a . 8 . 9 . 10 . b
. 19 . 2 . 3 . 11
18 . 7 . 1 . 4 . 12
. 17 . 6 . 5 . 13
d . 16 . 15 . 14 . c
"""
WHERE = {
    name: (column, row)
    for row, line in enumerate(DRAWN.split("\n"))
    for column, name in enumerate(line.split())
    if name != "."
}
NUMBERED = [str(number) for number in range(1, 20)]
ZONES = ["a", "b", "c", "d"]
SPACES = [*NUMBERED, *ZONES]
NEAR = {
    name: {other for other, (x2, y2) in WHERE.items() if (abs(x - x2), abs(y - y2)) in {(2, 0), (1, 1)}}
    for name, (x, y) in WHERE.items()
}
"""The spaces around each one (RP-02)."""
BORDERS = [f"{one}-{other}" for place, one in enumerate(SPACES) for other in SPACES[place:] if other in NEAR[one]]


def chart(rest: tuple[str, tuple[int, int]], **marked: str) -> dict[str, Any]:
    """Return what stands on each numbered space (RP-03): white pyramids as `u3_9`, factories by their names."""
    found: dict[str, Any] = dict.fromkeys(rest[0].split(), rest[1])
    for what, spaces in marked.items():
        worth = tuple(map(int, what[1:].split("_"))) if what[1].isdigit() else what
        found |= dict.fromkeys(spaces.split(), worth)
    assert sorted(found) == sorted(NUMBERED)
    return found


RIM = "8 9 10 11 12 13 14 15 16 17 18 19"
MAPS = {
    "inner": chart((RIM, (1, 2)), u3_9="1", u2_4="9 15", legion="4 7", bomb="2 3 5 6"),
    "outer": chart((RIM, (1, 2)), u3_9="1", u2_4="2 3 4 5 6 7", legion="9 15", footmen="12 18", colossus="11 13 17 19"),
    "4x": chart((RIM, (1, 3)), u4_12="1", u2_5="2 3 5 6", colossus="4 7", footmen="9 15"),
}
GARRISONS = {  # on space 1, in a zone, on each of 2 to 8, on a factory there, and farther out
    "easy": (15, 8, 4, 6, {"inner": 8, "4x": 10, "outer": 12}),
    "medium": (20, 10, 5, 10, {"inner": 14, "4x": 18, "outer": 20}),
    "hard": (20, 10, 5, 10, {"inner": 32, "4x": 36, "outer": 38}),
}

SHAPES = {"hero": "T", "legion": "CCC", "colossus": "TCR", "bomb": "CCC"}
TRACKS = {
    "footmen-1": (("T1 T2", 1), ("T3 T4", 1), ("R1 R2", 1), ("R3 R4", 2)),
    "footmen-2": (("T1 T2", 1), ("T3 T4", 1), ("R5 R6", 1), ("R7 R8", 2)),
}
TRIANGLES = {f"cross {group} {number}": (group, f"T{number}") for group in TRACKS for number in range(1, 5)}
DEVICES = ("ram", "spikes", "umbrella")
UPGRADES = ("legion", "legion-line", "colossus", "bomb", "bomb-line", *DEVICES)

Side = int | str | None
"""A seat, the Pharaoh or nobody."""


@cache
def is_sound(part: str, numbers: tuple[int, ...]) -> bool:
    """Say whether an army or a pair that is full keeps its rule."""
    left, right = numbers[0], numbers[-1]
    if part == "colossus":
        return left == right
    if part == "pair":
        return left < right
    return part == "hero" or list(numbers) == sorted(set(numbers), reverse=part == "bomb")


@cache
def room(part: str, numbers: tuple[int, ...], place: int) -> set[int]:
    """Return the numbers that a slot takes: those with which the army can still be finished (RP-17)."""
    if numbers[place]:
        return set()
    shapes = SHAPES.get(part, "TR")
    ways = [
        [number] if number else range(1, 8 if shape == "T" else 9)
        for number, shape in zip(numbers, shapes, strict=True)
    ]
    return {full[place] for full in product(*ways) if is_sound(part, full)}


@dataclass
class Stack:
    """Who holds a space, and with what."""

    owner: Side = None
    men: int = 0
    heroes: int = 0


@dataclass
class Force:
    """A side in a battle: its men, and what each of its heroes can still take. The first hero is the wounded one."""

    men: int = 0
    heroes: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return self.men + len(self.heroes)

    def hit(self, damage: int) -> None:
        """Lose men, then heroes, point by point (RP-27)."""
        for _ in range(damage):
            if self.men:
                self.men -= 1
            elif self.heroes:
                self.heroes[0] -= 1
                self.heroes = [left for left in self.heroes if left]

    def lose(self, number: int) -> None:
        """Lose so many units, men first (RP-29)."""
        for _ in range(number):
            if self.men:
                self.men -= 1
            elif self.heroes:
                self.heroes.pop()

    def struck(self, damage: int, toughness: int) -> None:
        """Lose units to a strike; half a blow is no blow to a tough hero (RP-40)."""
        dead = min(damage, self.men)
        self.lose(dead + (damage - dead) // toughness)


@dataclass
class Device:
    """A ram, spikes or an umbrella, and when it was placed."""

    at: str
    since: int


class Board:
    """A player's board."""

    def __init__(self, faction: str) -> None:
        """Leave everything empty."""
        self.faction = faction
        self.toughness = 2 if faction == "bastet" else 1
        self.zone = ""
        self.armies = {part: [0] * len(shapes) for part, shapes in SHAPES.items()}
        self.crossed: dict[str, set[str]] = {group: set() for group in TRACKS}
        self.pairs = [[0, 0] for _ in range(6)]
        self.spent: set[int] = set()
        self.upgrades: set[str] = set()
        self.devices: dict[str, Device] = {}
        self.strengths: dict[str, int] = {}
        self.orders: dict[str, str] = {}
        self.kept = self.points = self.triangles = 0

    def slots(self, shape: str) -> dict[str, tuple[str, set[int]]]:
        """Return for each slot its part, and the numbers that it takes from a die of this shape."""
        found = {}
        for part, numbers in self.armies.items():
            for place, wanted in enumerate(SHAPES[part]):
                if wanted in {shape, "C"}:
                    name = part if part == "hero" else f"{part}-{place + 1}"
                    found[name] = (part, room(part, tuple(numbers), place))
        for group, track in TRACKS.items():
            left = set(" ".join(spaces for spaces, _ in track).split()) - self.crossed[group]
            found[group] = ("footmen", {int(space[1]) for space in left if space[0] == shape})
        for number, pair in enumerate(self.pairs):
            if pair not in self.pairs[:number]:
                found[f"pair-{number + 1}"] = ("pair", room("pair", tuple(pair), "TR".index(shape)))
        return found

    def write(self, slot: str, number: int, shape: str) -> None:
        part, _, place = slot.partition("-")
        if part == "footmen":
            self.crossed[slot].add(f"{shape}{number}")
        elif part == "pair":
            self.pairs[int(place) - 1]["TR".index(shape)] = number
        else:
            self.armies[part][int(place or 1) - 1] = number

    def unspent(self) -> list[int]:
        """Return the pairs that can buy something."""
        return [number for number, pair in enumerate(self.pairs) if all(pair) and number not in self.spent]

    def counted(self) -> dict[str, int]:
        """Return how strong each group is that is ready (RP-11 to RP-15, RP-40, RP-55)."""
        full = {part: numbers for part, numbers in self.armies.items() if all(numbers)}
        found = {"kept": self.kept}
        if "hero" in full:
            number = full["hero"][0]
            found["heroes"] = number + 1 if self.faction == "rashar" and number >= 5 else number
        if "legion" in full:
            found["legion"] = full["legion"]["legion-line" in self.upgrades] + (4 if "legion" in self.upgrades else 2)
        if "colossus" in full:
            found["colossus"] = full["colossus"][0] * (2 if "colossus" in self.upgrades else 1)
        if "bomb" in full:
            found["bomb"] = (8 - full["bomb"]["bomb-line" in self.upgrades]) * (3 if "bomb" in self.upgrades else 2)
        for group, track in TRACKS.items():
            needed: set[str] = set()
            found[group] = 1
            for spaces, men in track:
                needed |= set(spaces.split())
                found[group] += men if needed <= self.crossed[group] else 0
        return {group: number for group, number in found.items() if number}

    def clean(self) -> None:
        """Erase what was finished (RP-31)."""
        for numbers in self.armies.values():
            if all(numbers):
                numbers[:] = [0] * len(numbers)

    def triangles_left(self) -> list[str]:
        return [text for text, (group, space) in TRIANGLES.items() if space not in self.crossed[group]]


def around_of(spaces: set[str]) -> set[str]:
    """Return some spaces and all that border them."""
    return spaces.union(*(NEAR[space] for space in spaces))


class Battle:
    """What happens in one space when the orders are open."""

    def __init__(self, boards: list[Board], before: dict[str, Stack], space: str) -> None:
        """Let everybody stand where they stood."""
        self.boards, self.before, self.space = boards, before, space
        stood = before[space]
        self.owner = stood.owner
        self.sides: dict[Side, Force] = {seat: Force() for seat in (*range(len(boards)), PHARAOH)}
        if self.owner is not None:
            self.sides[self.owner] = self.force(self.owner, stood.men, stood.heroes)

    def force(self, side: Side, men: int, heroes: int) -> Force:
        return Force(men, [self.toughness(side)] * heroes)

    def toughness(self, side: Side) -> int:
        return self.boards[side].toughness if isinstance(side, int) else 1

    def device(self, side: Side, name: str) -> str:
        """Return where a side has a device, or nothing."""
        devices = self.boards[side].devices if isinstance(side, int) else {}
        return devices[name].at if name in devices else ""

    def attackers(self) -> list[Side]:
        return [side for side, force in self.sides.items() if side != self.owner and force]

    def outcome(self) -> Stack:
        """Fight, and return who holds the space."""
        if self.owner is not None:
            self.bombs(self.sides[self.owner])
        self.arrivals()
        if self.owner is not None and self.sides[self.owner]:
            self.devices(self.sides[self.owner])
            self.strikes(self.sides[self.owner])
        while len(left := {side: len(force) for side, force in self.sides.items() if force}) > 1:
            for side in left:
                self.sides[side].hit(max(number for other, number in left.items() if other != side))
        for side in left:
            return Stack(side, self.sides[side].men, len(self.sides[side].heroes))
        return Stack()

    def bombs(self, standing: Force) -> None:
        damage = sum(
            board.strengths["bomb"]
            for seat, board in enumerate(self.boards)
            if seat != self.owner and board.orders.get("bomb") == self.space
        )
        whole = Force(standing.men, list(standing.heroes))
        standing.hit(damage)
        if self.device(self.owner, "umbrella") == self.space and len(whole) - len(standing) >= len(whole) // 2:
            whole.lose(len(whole) // 2)
            standing.men, standing.heroes = whole.men, whole.heroes

    def arrivals(self) -> None:
        for seat, board in enumerate(self.boards):
            for group, space in board.orders.items():
                if space == self.space and group == "heroes":
                    self.sides[seat].heroes += [board.toughness] * board.strengths[group]
                elif space == self.space and group != "bomb":
                    self.sides[seat].men += board.strengths[group]

    def borders(self, side: Side) -> set[str]:
        """Return the borders of the space that a side could come across (RP-29)."""
        owned = {space for space, stack in self.before.items() if stack.owner == side}
        board = self.boards[side] if isinstance(side, int) else None
        if board and board.faction == "sobeccians" and board.orders.get("heroes") == self.space:
            owned |= around_of(owned)
        last = owned & NEAR[self.space]
        return {border for border in BORDERS for one in last if set(border.split("-")) == {one, self.space}}

    def devices(self, defenders: Force) -> None:
        for side in self.attackers():
            if self.borders(side) == {self.device(self.owner, "spikes")}:
                self.sides[side].lose(len(self.sides[side]) // 2)
        if any(self.device(side, "ram") in self.borders(side) for side in self.attackers()):
            defenders.lose(len(defenders) // 2)

    def strikes(self, defenders: Force) -> None:
        def heroes(side: Side, faction: str) -> int:
            is_theirs = isinstance(side, int) and self.boards[side].faction == faction
            return len(self.sides[side].heroes) if is_theirs else 0

        struck = sum(heroes(side, "anubians") + (heroes(side, "sobeccians") > 0) for side in self.attackers())
        guard = heroes(self.owner, "rashar")
        for side in self.attackers():
            self.sides[side].struck(guard, self.toughness(side))
        defenders.struck(struck, self.toughness(self.owner))
