"""Square grids. A square is a number, counted row by row; its name is a letter (column) and a digit (row): ``b3``."""

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

COMPASS = ("n", "e", "s", "w")
"""The four directions, clockwise."""

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
"""Rows down and columns to the right for one step in each direction."""


@dataclass(frozen=True)
class Squares:
    """A grid of `rows` by `columns` squares.

    >>> grid = Squares(columns=5, rows=5)
    >>> grid.names[11], grid.index("b3"), grid.row(11), grid.column(11)
    ('b3', 11, 2, 1)
    >>> grid.step(11, "n"), grid.step(0, "w")
    (6, -1)
    """

    columns: int
    rows: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The squares' names, in the order of their numbers."""
        return tuple(f"{ascii_lowercase[i % self.columns]}{i // self.columns + 1}" for i in range(len(self)))

    def __len__(self) -> int:
        """Return how many squares there are."""
        return self.columns * self.rows

    def index(self, name: str) -> int:
        """Return the number of a square from its name."""
        return self.names.index(name)

    def row(self, square: int) -> int:
        """Return a square's row, from 0 at the top."""
        return square // self.columns

    def column(self, square: int) -> int:
        """Return a square's column, from 0 at the left."""
        return square % self.columns

    def step(self, square: int, direction: str) -> int:
        """Return the next square in a direction, or -1 beyond the edge."""
        down, right = STEPS[direction]
        row, column = self.row(square) + down, self.column(square) + right
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return -1
