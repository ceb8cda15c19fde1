"""How drawings share a page: in rows of equal height, as large as the room allows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rollwright.paper.layout.sizes import Room


@dataclass(frozen=True)
class Place:
    """Where a drawing stands, in millimetres, and how large."""

    x: float
    y: float
    width: float
    height: float


def arranged(sizes: Sequence[tuple[float, float]], room: Room, gap: float, caption: float) -> tuple[float, list[Place]]:
    """Place drawings in rows: return millimetres per unit of the smallest scale, and where each stands.

    A row is as wide as the room, unless all rows together would be too high. `caption` is kept free above each row.
    """
    best: tuple[float, list[Place]] = (0.0, [])
    for rows in _rows(len(sizes)):
        found = _in_rows(sizes, rows, room, gap, caption)
        if found[0] > best[0]:
            best = found
    return best


def _rows(count: int) -> Iterator[list[range]]:
    """Yield every way to break so many drawings into rows."""
    for breaks in range(2 ** max(0, count - 1)):
        ends = [place + 1 for place in range(count - 1) if breaks >> place & 1] + [count]
        yield [range(begin, end) for begin, end in zip([0, *ends[:-1]], ends, strict=True)]


def _in_rows(
    sizes: Sequence[tuple[float, float]], rows: Sequence[range], room: Room, gap: float, caption: float
) -> tuple[float, list[Place]]:
    """Place drawings in certain rows."""
    wide = [sum(sizes[each][0] / sizes[each][1] for each in row) for row in rows]
    heights = [(room.width - gap * (len(row) - 1)) / ratio for row, ratio in zip(rows, wide, strict=True)]
    free = room.height - len(rows) * caption - gap * (len(rows) - 1)
    shrink = min(1.0, free / sum(heights))
    if shrink <= 0:
        return 0.0, []
    heights = [height * shrink for height in heights]
    scale = min(height / sizes[each][1] for row, height in zip(rows, heights, strict=True) for each in row)
    spare = free - sum(heights)
    inner = spare / len(rows) if len(rows) > 1 else 0.0  # what is left below a single row is somebody else's
    places, y = [], inner / 2
    for row, height, ratio in zip(rows, heights, wide, strict=True):
        taken = height * ratio + gap * (len(row) - 1)
        between = gap + (room.width - taken) / max(1, len(row))
        x = (between - gap) / 2
        y += caption
        for each in row:
            width = height * sizes[each][0] / sizes[each][1]
            places.append(Place(x, y, width, height))
            x += width + between
        y += height + gap + inner
    return scale, places
