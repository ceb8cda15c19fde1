"""Rolling Pyramids on paper: the whole game a second time, from the rules page alone."""

from collections.abc import Callable, Generator, Iterable
from typing import Any

from rollwright.games.rolling_pyramids.tests.reference import (
    BORDERS,
    DEVICES,
    GARRISONS,
    MAPS,
    NUMBERED,
    PHARAOH,
    SPACES,
    TRIANGLES,
    UPGRADES,
    ZONES,
    Battle,
    Board,
    Device,
    Force,
    Side,
    Stack,
    around_of,
)

Ask = list[int] | dict[int, list[str]]
"""Dice that are due, by their sides; or who is waited for, and what each may do."""
Asking = Generator[Any, Any, None]
"""A part of the game: it asks, and is sent the faces, or a seat and its move."""


class Paper:
    """A game on paper. It is played by answering what `game` asks."""

    def __init__(self, name: str, factions: Iterable[str], difficulty: str = "hard") -> None:
        """Lay out a map and hand out the boards."""
        self.difficulty = difficulty
        self.map, self.chart = name, MAPS[name]
        self.boards = [Board(faction) for faction in factions]
        self.alone = len(self.boards) == 1
        self.land = {space: Stack() for space in SPACES}
        self.before: dict[str, Stack] = {}
        self.fought: dict[str, Stack] = {}
        self.dice: list[str] = []
        self.first = self.round = self.drawn = self.march = self.last_kept = 0
        self.phase, self.epoch = "set-up", 0
        self.done: set[int] = set()

    def game(self) -> Asking:
        """Play from the beginning."""
        (face,) = yield [4 if self.alone else len(self.boards)]
        self.epoch += 1
        if self.alone:
            self.garrison("abcd"[face - 1])
        else:
            self.first = face - 1
            for seat in reversed(self.order()):
                free = [f"zone {zone}" for zone in ZONES if self.land[zone].owner is None]
                _, text = yield {seat: free}
                self.boards[seat].zone = text.split()[1]
                self.land[self.boards[seat].zone] = Stack(seat)
        yield from self.rounds(1)

    def garrison(self, own: str) -> None:
        """Give everything but a start zone to the Pharaoh (RP-50)."""
        centre, zone, near, factory, far = GARRISONS[self.difficulty]
        for space in SPACES:
            men = far[self.map]
            if space == "1":
                men = centre
            elif space in ZONES:
                men = zone
            elif int(space) <= 8:
                men = factory if isinstance(self.chart[space], str) else near
            self.land[space] = Stack(0) if space == own else Stack(PHARAOH, men)
        self.boards[0].zone = own

    def order(self) -> list[int]:
        """Return the seats from the first player on, clockwise."""
        return [(self.first + place) % len(self.boards) for place in range(len(self.boards))]

    def rounds(self, first: int) -> Asking:
        """Play the rounds from this one on."""
        last = 15 if self.alone else 10
        for self.round in range(first, last + 1):
            yield from self.draft()
            self.phase = "develop"
            yield from self.at_once(self.purchases, self.develop)
            self.epoch += 1
            self.phase = "deploy"
            for board in self.boards:
                board.strengths, board.orders, board.kept = board.counted(), {}, 0
            yield from self.at_once(self.sendings, self.send)
            self.epoch += 1
            self.phase = "reveal"
            self.reveal()
            if self.alone and self.goals() == 5:
                break
            if self.round == last:
                if self.alone:
                    self.reinforcements()
                break
            for seat, board in enumerate(self.boards):
                won = [space for space in SPACES if self.land[space].owner == seat != self.before[space].owner]
                board.triangles = min(len(won), len(board.triangles_left()))
            yield from self.at_once(self.crossings, self.cross)
            if self.alone:
                self.reinforcements()
                yield from self.spoils()
            self.phase = "clean-up"
            for board in self.boards:
                board.clean()
            yield from self.at_once(self.placings, self.place)
            self.first = self.order()[1 % len(self.boards)]
        self.phase = "over"

    def at_once(self, offer: Callable[[int], list[str]], answer: Callable[[int, str], None]) -> Asking:
        """Ask everybody who is offered anything, in whatever order they answer, until nobody is."""
        self.done = set()
        while asked := {
            seat: moves for seat in range(len(self.boards)) if seat not in self.done and (moves := offer(seat))
        }:
            seat, text = yield asked
            if text in {"done", "ready"}:
                self.done.add(seat)
                self.boards[seat].triangles = 0
            else:
                answer(seat, text)

    def draft(self) -> Asking:
        """Roll, and take dice in a snake (RP-20, RP-52)."""
        self.phase = "roll"
        kinds = [f"{seat + 1}d{sides}" for seat in range(len(self.boards)) for sides in (4, 4, 8, 8)]
        kinds += ["pd4", "pd8"] if self.alone else []
        faces = yield [int(kind[-1]) for kind in kinds]
        self.epoch += 1
        self.phase = "draft"
        self.dice = [f"{kind}-{face}" for kind, face in zip(kinds, faces, strict=True)]
        self.drawn = 0
        for seat in 2 * [*self.order(), *reversed(self.order())]:
            _, text = yield {seat: self.takings(seat)}
            die = text.split()[-1]
            self.dice.remove(die)
            self.drawn += int(die[-1])
            if text.startswith("write"):
                _, number, slot, *_ = text.split()
                self.boards[seat].write(slot, int(number), "T" if "d4" in die else "R")
        self.dice = []

    def takings(self, seat: int) -> list[str]:
        """List how a seat can take a die and what it can write (RP-10, RP-21)."""
        owned = {self.chart[space] for space in NUMBERED if self.land[space].owner == seat}
        slots = {shape: self.boards[seat].slots(shape) for shape in "TR"}
        found = [f"discard {die}" for die in set(self.dice)]
        for die in set(self.dice):
            face, own = int(die[-1]), die.startswith(f"{seat + 1}d")
            for slot, (part, taken) in slots["T" if "d4" in die else "R"].items():
                by_colour = (-1, 0, 1) if own else (0,)
                by_factory = (-2, 0, 2) if part in owned else (0,)
                numbers = {face + one + two for one in by_colour for two in by_factory}
                found += [f"write {number} {slot} from {die}" for number in numbers & taken]
        return found

    def purchases(self, seat: int) -> list[str]:
        """List what a seat can buy, if it has a pair to spend (RP-23, RP-56)."""
        left = [name for name in UPGRADES if name not in self.boards[seat].upgrades]
        if self.alone:
            left = [name for name in left if name not in DEVICES]
        return ["done", *(f"develop {name}" for name in left)] if left and self.boards[seat].unspent() else []

    def develop(self, seat: int, text: str) -> None:
        self.boards[seat].spent.add(self.boards[seat].unspent()[0])
        self.boards[seat].upgrades.add(text.split()[1])

    def owned(self, side: Side) -> set[str]:
        return {space for space, stack in self.land.items() if stack.owner == side}

    def sendings(self, seat: int) -> list[str]:
        """List the orders that a seat can still give (RP-24, RP-51)."""
        board = self.boards[seat]
        field = {space for space in (SPACES if self.alone else NUMBERED) if space != board.zone}
        around = around_of(self.owned(seat))
        found = ["ready"]
        for group in board.strengths:
            reached = field if group == "bomb" else around & field
            if group == "heroes" and board.faction == "sobeccians":
                reached = around_of(around) & field
            if group not in board.orders:
                found += [f"send {group} {space}" for space in reached]
        return found

    def send(self, seat: int, text: str) -> None:
        _, group, space = text.split()
        self.boards[seat].orders[group] = space

    def reveal(self) -> None:
        """Fight for every space, from what stood before (RP-25); then the pyramids score (RP-30)."""
        self.march = 0
        self.before = self.land
        self.land = {space: Stack(stack.owner) for space, stack in self.before.items()}
        for space in SPACES:
            if space in NUMBERED or (self.alone and space != self.boards[0].zone):
                self.land[space] = Battle(self.boards, self.before, space).outcome()
        self.fought = {space: Stack(stack.owner, stack.men, stack.heroes) for space, stack in self.land.items()}
        for space, worth in self.chart.items():
            owner = self.land[space].owner
            if isinstance(owner, int) and not self.alone and not isinstance(worth, str):
                self.boards[owner].points += worth[self.round == 10]

    def goals(self) -> int:
        return len(self.owned(0) & {"1", *ZONES})

    def crossings(self, seat: int) -> list[str]:
        return ["done", *self.boards[seat].triangles_left()] if self.boards[seat].triangles else []

    def cross(self, seat: int, text: str) -> None:
        group, space = TRIANGLES[text]
        self.boards[seat].crossed[group].add(space)
        self.boards[seat].triangles -= 1

    def reinforcements(self) -> None:
        """Let the Pharaoh's men walk from space 1 on, and leave one on each (RP-53)."""
        self.march = self.drawn // 2
        walking = ["man"] * self.march
        for space in NUMBERED:
            stack = self.land[space]
            if stack.owner == 0:
                standing = Force(stack.men, [self.boards[0].toughness] * stack.heroes)
                while walking and standing:
                    walking.pop()
                    standing.hit(1)
                stack = Stack(0, standing.men, len(standing.heroes)) if standing else Stack()
            if walking:
                walking.pop()
                stack = Stack(PHARAOH, stack.men + 1)
            self.land[space] = stack
            if not walking:
                break

    def spoils(self) -> Asking:
        """Let the player's men come, and keep those of some spaces (RP-55)."""
        self.phase = "spoils"
        bring = {space: self.chart[space][0] for space in NUMBERED
                 if space in self.owned(0) and not isinstance(self.chart[space], str)}  # fmt: skip
        while bring:
            _, text = yield {0: ["done", *(f"keep {space}" for space in bring)]}
            chosen = text.removeprefix("keep ")
            for space in list(bring):
                if text == "done" or int(space) < int(chosen):
                    self.land[space].men += bring.pop(space)
            if text != "done":
                self.boards[0].kept += bring.pop(chosen)
                self.last_kept = int(chosen)
                if not bring:
                    yield {0: ["done"]}
        self.last_kept = 0

    def placings(self, seat: int) -> list[str]:
        """List where a seat can place its devices (RP-31)."""
        board, mine = self.boards[seat], self.owned(seat)
        free = [name for name in DEVICES if name in board.upgrades and name not in board.devices]
        found = [f"{name} {border}" for name in free if name != "umbrella"
                 for border in BORDERS if mine & set(border.split("-"))]  # fmt: skip
        if "umbrella" in free:
            found += [f"umbrella {space}" for space in mine if space in NUMBERED]
        return ["done", *found] if found else []

    def place(self, seat: int, text: str) -> None:
        name, at = text.split()
        self.boards[seat].devices[name] = Device(at, self.round)
