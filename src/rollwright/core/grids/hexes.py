"""Hex grids with pointy tops, in axial coordinates (q to the east, r to the south-east).

A hex is a number, counted row by row from the upper left; its name is a letter (place in its row) and a digit (row).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

Axial = tuple[int, int]

COMPASS = ("e", "se", "sw", "w", "nw", "ne")
"""The six directions, clockwise from east."""

STEPS: dict[str, Axial] = {"e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1), "ne": (1, -1)}


def hexagon(side: int) -> list[Axial]:
    """Return the cells of a hexagon with `side` cells along each edge.

    >>> len(hexagon(5))
    61
    """
    reach = side - 1
    return [(q, r) for r in range(-reach, reach + 1) for q in range(-reach, reach + 1) if abs(q + r) <= reach]


@dataclass(frozen=True)
class Hexes:
    """A set of hexes.

    >>> grid = Hexes.of(hexagon(2))
    >>> grid.names
    ('a1', 'b1', 'a2', 'b2', 'c2', 'a3', 'b3')
    >>> grid.names[grid.step(grid.index("b2"), "se")]
    'b3'
    """

    cells: tuple[Axial, ...]

    @classmethod
    def of(cls, cells: Iterable[Axial]) -> "Hexes":
        """Make a grid of these cells, numbered row by row."""
        return cls(tuple(sorted(cells, key=lambda cell: (cell[1], cell[0]))))

    def __len__(self) -> int:
        """Return how many hexes there are."""
        return len(self.cells)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The hexes' numbers, row by row."""
        heights = sorted({r for _, r in self.cells})
        return tuple(tuple(i for i, (_, r) in enumerate(self.cells) if r == height) for height in heights)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The hexes' names, in the order of their numbers."""
        return tuple(
            f"{ascii_lowercase[place]}{number}"
            for number, row in enumerate(self.rows, start=1)
            for place in range(len(row))
        )

    def index(self, name: str) -> int:
        """Return the number of a hex from its name."""
        return self.names.index(name)

    def at(self, cell: Axial) -> int:
        """Return the number of the hex at these coordinates, or -1 if the grid has none there."""
        return self._numbers.get(cell, -1)

    def step(self, hex_no: int, direction: str) -> int:
        """Return the next hex in a direction, or -1 beyond the edge."""
        q, r = self.cells[hex_no]
        return self.at(neighbour((q, r), direction))

    def neighbours(self) -> NDArray[np.int64]:
        """Return the array of neighbours: one row per hex, one column per direction of COMPASS, -1 beyond the edge."""
        return np.array([[self.step(i, d) for d in COMPASS] for i in range(len(self))], np.int64)

    @cached_property
    def _numbers(self) -> dict[Axial, int]:
        return {cell: i for i, cell in enumerate(self.cells)}


def neighbour(cell: Axial, direction: str) -> Axial:
    """Return the coordinates one step away."""
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]
