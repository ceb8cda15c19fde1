"""StarCraft: Roll & Write on paper, from the rules page alone: what the rules must agree with."""

from collections import Counter
from collections.abc import Generator, Iterator
from copy import deepcopy
from typing import Any

from rollwright.core.contract import Record

RACES = ("terran", "protoss", "zerg")
COLOURS = ("white", "black", "blue", "green", "red")
ROWS = {
    "terran": "scv marine goliath tank ghost battlecruiser"
    " command-centre starport barracks factory science-facility minerals gas",
    "protoss": "probe zealot dragoon reaver high-templar carrier"
    " nexus stargate gateway robotics-facility templar-archives minerals gas",
    "zerg": "drone zergling hydralisk lurker mutalisk ultralisk"
    " hatchery spire spawning-pool hydralisk-den ultralisk-cavern minerals gas",
}
"""The rows of each sheet, as the rules page lists them."""
NEEDS: dict[str, list[tuple[int, ...]]] = {  # white dice in sequence, or so many of a kind showing one of these
    "worker": [(low, low + 1, low + 2) for low in (1, 2, 3, 4)],
    "light": [(face, face) for face in (1, 2, 3, 4)],
    "medium": [(face, face) for face in (5, 6)],
    "heavy": [(face, face, face) for face in (1, 2, 3)],
    "special": [(face, face, face) for face in (4, 5, 6)],
    "capital": [(face, face, face, face) for face in (1, 2, 3, 4, 5, 6)],
}
POINTS = (1, 1, 2, 4, 3, 5, 3, 2, 1, 1, 2, 0.5, 1)
LENGTHS = (8, 6, 5, 4, 4, 3, 3, 8, 4, 4, 8, 48, 30)
SHORTER = {"scv": 7, "gateway": 3, "robotics-facility": 3}
ALLOWS = {7: (1, 3), 8: (1, 2), 9: (5, 6), 10: (4, 6)}  # by place among the rows; 6 is the main building
YIELDS = {1: 0, 2: 1, 3: 1, 4: 1, 5: 2, 6: 3}
BRINGS = {
    "terran": {2: "blue", 3: "green", 5: "blue", 7: "red"},
    "protoss": {3: "blue", 4: "green", 6: "blue", 7: "red", 8: "+1"},
    "zerg": {3: "blue", 4: "green", 5: "blue", 7: "red", 8: "+1"},
}
SHEETS = {
    race: {
        name: (SHORTER.get(name, length), points)
        for name, length, points in zip(names.split(), LENGTHS, POINTS, strict=True)
    }
    for race, names in ROWS.items()
}
"""Length and points of each row."""
Ask = list[int] | dict[int, list[str]]
"""Dice that are due, by their sides; or who is waited for, and what each may do."""
Asking = Generator[Any, Any, None]
"""A part of the game: it asks, and is sent the faces, or a seat and its move."""
Dice = dict[str, list[int]]


class Sheet:
    """A player's sheet: each cell holds nothing, O, X, or an O under an X."""

    def __init__(self, race: str) -> None:
        """Draw a worker into its first cell."""
        self.race = race
        self.names = ROWS[race].split()
        self.rows = {name: [""] * length for name, (length, _) in SHEETS[race].items()}
        self.rows[self.names[0]][0] = "O"
        self.numbers: list[int] = []
        self.support = self.ability = 3
        self.hits: Counter[str] = Counter()
        self.hit_by: dict[str, set[int]] = {}
        self.took: dict[str, object] = {}

    @classmethod
    def copied(cls, sheet: Record) -> "Sheet":
        """Copy a sheet of a position."""
        paper = cls(RACES[sheet.race])
        for number, name in enumerate(paper.names):
            filled, crossed = int(sheet.filled[number]), int(sheet.crossed[number])
            held = int(sheet.reached) if number == 0 else filled
            row = paper.rows[name]
            for cell in range(len(row)):
                row[cell] = "O" * (cell < held) + "X" * (cell < crossed)
        paper.numbers = [int(number) for number in sheet.numbers]
        paper.support, paper.ability = 3 - int(sheet.supports), 3 - int(sheet.abilities)
        return paper

    def drawn(self, name: str) -> str:
        """Draw a row as `cells` does."""
        return "".join("X" if "X" in cell else cell or "." for cell in self.rows[name])

    def has_room(self, name: str) -> bool:
        return "" in self.rows[name]

    def gain(self, name: str, count: int) -> None:
        """Write so many O into the next free cells, as long as there are any."""
        for _ in range(count):
            if self.has_room(name):
                self.rows[name][self.rows[name].index("")] = "O"

    def uncrossed(self, name: str) -> list[int]:
        return [cell for cell, mark in enumerate(self.rows[name]) if "X" not in mark]

    def cross(self, name: str, by: int) -> None:
        """Cross the first cell that is not crossed, if there is one (SC-34)."""
        if self.uncrossed(name):
            self.rows[name][self.uncrossed(name)[0]] += "X"
            self.hits[name] += 1
            self.hit_by.setdefault(name, set()).add(by)

    def brought(self, what: str) -> int:
        """Count what the worker cells bring, up to the last that ever held a worker (SC-02, SC-34)."""
        last = max(cell for cell, mark in enumerate(self.rows[self.names[0]], 1) if "O" in mark)
        return sum(brings == what for cell, brings in BRINGS[self.race].items() if cell <= last)

    def units(self, white: list[int], red: list[int]) -> set[str]:
        """List the combinations that make a unit with room for it (SC-23), with and without the red die (SC-25)."""
        found = set()
        for kind, name in zip(NEEDS, self.names[:6], strict=True):
            for need in NEEDS[kind] if self.has_room(name) else ():
                text = "-".join(map(str, need))
                if not Counter(need) - Counter(white):
                    found.add(f"train {text}")
                if red and red[0] in need and not Counter(need) - Counter(white + red):
                    found.add(f"train {text} red")
        return found

    def allowed(self, face: int, among: str) -> Iterator[str]:
        """Yield the buildings that a black die allows: to build one more (`room`), or to cross one out."""
        for place, name in enumerate(self.names[6:11], 6):
            open_cells = [cell for cell, mark in enumerate(self.rows[name]) if not mark]
            if among != "room":
                open_cells = self.uncrossed(name)
            needed = (self.numbers[open_cells[0]],) if open_cells and place == 6 else ALLOWS.get(place, ())
            if open_cells and face in needed:
                yield name

    def score(self) -> float:
        """Add up the O that are not crossed (SC-40, SC-41)."""
        total = sum(SHEETS[self.race][name][1] * row.count("O") for name, row in self.rows.items())
        return total + self.rows[self.names[0]].count("O") * self.brought("+1")


class Paper:
    """A game on paper. It is played by answering what `game` asks."""

    def __init__(self, races: list[str], shared: bool) -> None:
        """Hand out the sheets."""
        self.sheets = [Sheet(race) for race in races]
        self.shared = shared
        self.dice: Dice = {}
        self.round, self.active = 0, 0
        self.ability_dice: list[int] = []
        self.changed = self.target = self.joker = ""

    def game(self) -> Asking:
        """Play from the beginning (SC-10, SC-11)."""
        first = (yield [len(self.sheets)])[0]
        self.active = first - 1
        while any(len(sheet.numbers) < 3 for sheet in self.sheets):
            missing = [seat for seat, sheet in enumerate(self.sheets) if len(sheet.numbers) < 3]
            who, text = yield {seat: [f"number {face}" for face in range(1, 7)] for seat in missing}
            self.sheets[who].numbers.append(int(text.split()[1]))
        yield from self.rounds(1)

    def rounds(self, first: int) -> Asking:
        """Play the rounds from this one on, the active player beginning (SC-40)."""
        began = self.active
        for self.round in range(first, 13):
            for turn in range(len(self.sheets)):
                self.active = (began + turn) % len(self.sheets)
                yield from self.turn(self.active)

    def choose(self, seat: int, moves: list[str]) -> Generator[Any, Any, str]:
        """Ask a seat, unless there is nothing but a pass (SC-35)."""
        if not moves:
            return "pass"
        _, text = yield {seat: ["pass", *moves]}
        return str(text)

    def turn(self, seat: int) -> Asking:
        """Take a turn."""
        sheet = self.sheets[seat]
        yield from self.production(sheet)
        if sheet.support:
            changes = [f"support {colour} {face} {change}" for colour, face, change in self.changes()]
            self.support(sheet, (yield from self.choose(seat, changes)))
        for colour, track in (("blue", "minerals"), ("green", "gas")):
            for face in self.dice[colour]:
                sheet.gain(track, YIELDS[face])
        mines = [track for track in ("minerals", "gas") if sheet.has_room(track)]
        if self.dice["red"] and YIELDS[self.dice["red"][0]]:
            text = yield from self.choose(seat, [f"red {track}" for track in mines])
            if text != "pass":
                self.joker = f"{self.dice['red'][0]} {text.split()[1]}"
                sheet.gain(text.split()[1], YIELDS[self.dice["red"].pop()])
        yield from self.build(seat, self.dice, own=True)
        others = [(seat + place) % len(self.sheets) for place in range(1, len(self.sheets))]
        if self.shared:
            yield from self.build_at_once(others)
        else:
            for other in others:
                yield from self.build(other, self.dice, own=False)
        if sheet.ability:
            yield from self.tactics(seat)
        sheet.hits, sheet.hit_by = Counter(), {}

    def production(self, sheet: Sheet) -> Asking:
        """Roll, and put away what was noted in the turn before (SC-20)."""
        count = {"blue": 1 + sheet.brought("blue"), "white": 6, "black": 2}
        count |= {"green": sheet.brought("green"), "red": sheet.brought("red")}
        faces = list((yield [6] * sum(count.values())))
        self.dice = {colour: [faces.pop(0) for _ in range(number)] for colour, number in count.items()}
        self.changed, self.target, self.joker, self.ability_dice = "", "", "", []
        for each in self.sheets:
            each.took = {}

    def changes(self) -> set[tuple[str, int, str]]:
        """List the ways to change one die (SC-21)."""
        shown = {(colour, face) for colour, faces in self.dice.items() for face in faces}
        up = {(colour, face, "+1") for colour, face in shown if face < 6}
        return up | {(colour, face, "-1") for colour, face in shown if face > 1}

    def support(self, sheet: Sheet, text: str) -> None:
        if text != "pass":
            _, colour, face, change = text.split()
            self.dice[colour].remove(int(face))
            self.dice[colour].append(int(face) + int(change))
            self.changed = f"{colour} {int(face) + int(change)}"
            sheet.support -= 1

    def build(self, seat: int, dice: Dice, own: bool) -> Asking:
        """Let a seat build a unit and then a building from these dice, with the red one if they are its own."""
        sheet = self.sheets[seat]
        red = dice["red"] if own else []
        text = yield from self.choose(seat, sorted(sheet.units(dice["white"], red)))
        if text != "pass":
            faces = [int(face) for face in text.split()[1].split("-")]
            kind = next(kind for kind, needs in NEEDS.items() if tuple(faces) in needs)
            name = sheet.names[list(NEEDS).index(kind)]
            sheet.gain(name, 1)
            sheet.took["unit"] = text.split()[1]
            if text.endswith("red"):
                self.joker = f"{red[0]} {name}"
                faces.remove(red.pop())
            for face in faces:
                dice["white"].remove(face)
        black = [f"build {name} {face}" for face in set(dice["black"]) for name in sheet.allowed(face, "room")]
        black += [f"build {name} red" for face in red for name in sheet.allowed(face, "room")]
        text = yield from self.choose(seat, black)
        if text != "pass":
            _, name, die = text.split()
            sheet.gain(name, 1)
            sheet.took |= {"building": name, "die": red[0] if die == "red" else int(die)}
            if die == "red":
                self.joker = f"{red.pop()} {name}"
            else:
                dice["black"].remove(int(die))

    def build_at_once(self, seats: list[int]) -> Asking:
        """Let these seats build from all that was left, each as if alone (SC-28, `leftovers=shared`)."""
        building = {seat: self.build(seat, deepcopy(self.dice), own=False) for seat in seats}
        asked: dict[int, list[str]] = {}
        for seat in seats:
            asked |= next(building[seat], {})
        while asked:
            who, text = yield asked
            del asked[who]
            try:
                asked |= building[who].send((who, text))
            except StopIteration:
                continue

    def tactics(self, seat: int) -> Asking:
        """Offer the race's ability (SC-30)."""
        sheet = self.sheets[seat]
        others = {f"{other + 1}": each for other, each in enumerate(self.sheets) if other != seat}
        ways = {"terran": ["ability minerals", "ability gas"], "protoss": ["ability"]}
        text = yield from self.choose(seat, ways.get(sheet.race, [f"ability against {other}" for other in others]))
        if text == "pass":
            return
        sheet.ability -= 1
        self.target = text.split()[-1] if " " in text else ""
        if sheet.race == "terran":  # SC-31
            for other in others.values():
                other.cross("minerals", seat)
                other.cross("gas", seat)
        self.ability_dice = yield [6] * (4 if sheet.race == "zerg" else 1)
        if sheet.race == "terran":
            sheet.gain(self.target, YIELDS[self.ability_dice[0]])
            return
        targets = {}
        if sheet.race == "protoss":  # SC-32
            for number, other in others.items():
                for name in other.allowed(self.ability_dice[0], "uncrossed"):
                    targets[f"cross {name} of {number}"] = (other, name)
        else:  # SC-33
            other = others[self.target]
            for kind, name in zip(NEEDS, other.names[:6], strict=True):
                if other.uncrossed(name) and any(
                    not Counter(need) - Counter(self.ability_dice) for need in NEEDS[kind]
                ):
                    targets[f"cross {name}"] = (other, name)
        if targets:
            _, text = yield {seat: list(targets)}
            other, name = targets[text]
            other.cross(name, seat)
