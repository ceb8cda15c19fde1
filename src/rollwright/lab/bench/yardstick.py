"""The yardstick: a two-player dice game of the Yahtzee family, as a designer would write it in plain Python.

Random players roll five dice, keep some twice, and write the result into one of seven boxes, until all are full.
"""

from collections import Counter
from random import Random


class FiveDice:
    """One game for two players."""

    BOXES = ("ones and twos", "threes and fours", "fives and sixes", "three alike", "straight", "full house", "chance")

    def __init__(self, random: Random) -> None:
        """Start with empty sheets."""
        self.random = random
        self.sheets: list[dict[str, int]] = [{}, {}]
        self.turn = 0
        self.rolls = 0
        self.roll([])

    def roll(self, kept: list[int]) -> None:
        """Roll the dice that are not kept."""
        self.dice = kept + [self.random.randint(1, 6) for _ in range(5 - len(kept))]
        self.rolls += 1

    def over(self) -> bool:
        """Return whether both sheets are full."""
        return all(len(sheet) == len(self.BOXES) for sheet in self.sheets)

    def legal(self) -> list[tuple[str, object]]:
        """Return the legal moves: keep any of the dice and roll again, or write into an empty box."""
        moves: list[tuple[str, object]] = [("write", box) for box in self.BOXES if box not in self.sheets[self.turn]]
        if self.rolls < 3:
            moves += [("keep", mask) for mask in range(31)]
        return moves

    def play(self, move: tuple[str, object]) -> None:
        """Make a move."""
        kind, what = move
        if kind == "keep":
            self.roll([die for i, die in enumerate(self.dice) if int(str(what)) >> i & 1])
            return
        self.sheets[self.turn][str(what)] = self.points(str(what))
        self.turn = 1 - self.turn
        self.rolls = 0
        self.roll([])

    def points(self, box: str) -> int:
        """Return the points of the dice in a box."""
        counts = Counter(self.dice)
        if box in self.BOXES[:3]:
            low = 2 * self.BOXES.index(box) + 1
            return low * counts[low] + (low + 1) * counts[low + 1]
        if box == "three alike":
            return sum(self.dice) if max(counts.values()) >= 3 else 0
        if box == "straight":
            return 30 if any(all(counts[low + i] for i in range(4)) for low in (1, 2, 3)) else 0
        if box == "full house":
            return 25 if sorted(counts.values()) == [2, 3] else 0
        return sum(self.dice)


def play_games(games: int, seed: int) -> int:
    """Play random games and return the number of decisions."""
    random = Random(seed)
    decisions = 0
    for _ in range(games):
        game = FiveDice(random)
        while not game.over():
            game.play(random.choice(game.legal()))
            decisions += 1
    return decisions
