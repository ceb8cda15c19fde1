"""The lines of the charger a second time, from the rules page alone: what the rules must agree with."""

from rollwright.games.terminal_dispute.sheet import CHARGER

COMPASS = {"e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1), "ne": (1, -1)}
LABELS = {1: (0, -4), 2: (4, -4), 3: (4, 0), 4: (0, 4), 5: (-4, 4), 6: (-4, 0)}
Cells = frozenset[tuple[int, int]]


def line_names(shaded: set[tuple[int, int]], dice: tuple[int, int]) -> dict[Cells, list[str]]:
    """All lines two dice can draw, with all their names, the first name first: TD-20 to TD-25 on coordinates."""
    named: dict[Cells, list[str]] = {}
    for label, distance in sorted({(dice[0], dice[1]), (dice[1], dice[0])}):
        for near in COMPASS.values():
            start = (LABELS[label][0] + near[0], LABELS[label][1] + near[1])
            if start not in CHARGER.cells or start in shaded:
                continue
            for name, (dq, dr) in COMPASS.items():
                line = [start]
                while len(line) < distance:
                    ahead = (line[-1][0] + dq, line[-1][1] + dr)
                    if ahead not in CHARGER.cells or ahead in shaded:
                        break
                    line.append(ahead)
                text = f"line {label} from {CHARGER.names[CHARGER.cells.index(start)]} {name}"
                named.setdefault(frozenset(line), []).append(text)
    return named
