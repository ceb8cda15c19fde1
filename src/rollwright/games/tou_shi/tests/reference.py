"""Tóu Shí played by hand, from the rules page alone: what the rules must agree with."""

from collections import Counter
from collections.abc import Generator, Iterator
from functools import cache
from itertools import product

from rollwright.core.contract import Record
from rollwright.games.tou_shi.tests.staging import DICE, SQUARES, Box, open_boxes


def walks(start: str) -> Iterator[tuple[list[str], int]]:
    """Yield all walks from a square, with their changes of direction: TS-23, a step at a time."""

    def further(path: list[str], direction: tuple[int, int], turns: int) -> Iterator[tuple[list[str], int]]:
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ahead = f"{chr(ord(path[-1][0]) + right)}{int(path[-1][1]) + down}"
            turned = turns + (len(path) > 1 and (right, down) != direction)
            if ahead in SQUARES and ahead not in path and turned <= 2:
                yield [*path, ahead], turned
                yield from further([*path, ahead], (right, down), turned)

    yield from further([start], (0, 0), 0)


@cache
def walks_between(start: str) -> dict[str, dict[int, int]]:
    """Return for each target the lengths of walks to it, and the fewest turns a walk of that length takes."""
    found: dict[str, dict[int, int]] = {target: {} for target in SQUARES}
    for path, turns in walks(start):
        lengths = found[path[-1]]
        lengths[len(path) - 1] = min(turns, lengths.get(len(path) - 1, turns))
    return found


class Paper:
    """The sheet on paper: names and counts, and the rules as the rules page tells them."""

    def __init__(self, s: Record) -> None:
        """Copy what stands on a sheet."""
        self.grid = {name: DICE[kind - 1] for name, kind in zip(SQUARES, s.grid, strict=True) if kind}
        self.open = open_boxes(s)
        self.stars = int(s.stars)
        self.marker = SQUARES[s.marker] if s.marker >= 0 else ""

    def allows(self, square: str, die: str) -> bool:
        """No type twice in a row or column (TS-25)."""
        line = [other for other in SQUARES if other[0] == square[0] or other[1] == square[1]]
        return square not in self.grid and all(self.grid.get(other) != die for other in line)

    def walks(self, rolled: int) -> set[tuple[str, Box]]:
        """All ways to use the rolled number: the square, and the box."""
        return {
            (square, (die, rolled - length))
            for square, lengths in walks_between(self.marker).items()
            for die in DICE
            if self.allows(square, die)
            for length in lengths
            if (die, rolled - length) in self.open
        }

    def jumps(self) -> set[tuple[str, Box]]:
        """All ways to use a bonus (TS-30)."""
        if not self.stars:
            return set()
        kinds = {die for die, _ in self.open}
        allowed = [(square, die) for square, die in product(SQUARES, kinds) if self.allows(square, die)]
        return {(square, box) for square, die in allowed for box in self.open if box[0] == die}

    def score(self) -> int:
        """Count as TS-50 says."""
        rows = [all(f"{column}{row}" in self.grid for column in "abcdef") for row in range(1, 7)]
        columns = [all(f"{column}{row}" in self.grid for row in range(1, 7)) for column in "abcdef"]
        return len(self.grid) + 3 * sum(rows) + 3 * sum(columns) + 4 * self.stars

    def _tick(self, offered: set[Box]) -> Generator[list[str], str, str]:
        _, die, number = (yield [f"tick {die} {number}" for die, number in offered]).split()
        self.open[die, int(number)] -= 1
        self.open += Counter()  # forget what is used up
        return die

    def game(self, begun: bool) -> Generator[list[str], str, str]:
        """Play on: yield a die, or the moves that are possible; be sent what came of it; return the ending."""
        if not begun:
            die = yield from self._tick(set(self.open))
            self.marker = (yield [f"square {square}" for square in SQUARES]).split()[1]
            self.grid[self.marker] = die
        while self.open.total() >= 2:
            rolled_die = yield from self._tick(set(self.open))
            choice = "again"
            while choice == "again":
                rolled = int((yield [rolled_die]))
                ways = self.walks(rolled)
                bonus = ["bonus"] if self.jumps() else []
                if rolled == 1:
                    choice = (yield ["again", "bonus"]) if bonus else "again"
                elif ways:
                    choice = yield [f"square {square}" for square in {square for square, _ in ways}] + bonus
                elif bonus:
                    choice = yield ["stop", "bonus"]
                else:
                    return "stuck"
            if choice == "stop":
                return "stopped"
            if choice == "bonus":
                ways = self.jumps()
                self.stars -= 1
                choice = yield [f"square {square}" for square in {square for square, _ in ways}]
            self.marker = choice.split()[1]
            self.grid[self.marker] = yield from self._tick({box for square, box in ways if square == self.marker})
            if len(self.grid) == 36:
                return "full"
            if not self.stars:
                return "third star"
        return "boxes"
