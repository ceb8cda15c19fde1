"""The analysis of one game: luck and choices, which add up to its result.

The values of two positions that follow each other differ by luck, if dice fell between them, or by the choice of the
seat that moved. So the result of a game is the value of its start plus all luck, plus a seat's own choices, plus those
of the others. This holds exactly, as the value of each position is taken once, and that of the last is the result.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from rollwright.bots.analysis.measuring import Choice, Gap, Measure, Option, Value, seed_of
from rollwright.core.game import Game
from rollwright.core.position import Position
from rollwright.table.events import Moved, Rolled
from rollwright.table.replay import PlayedGame

DICE = -1
"""Who caused a step that was a roll."""

FORM = 3
"""The form in which analyses are kept; another one is made again."""


@dataclass(frozen=True)
class Sum:
    """What a game's result is made of for one seat."""

    start: float
    luck: float
    own: float
    others: float
    result: float


@dataclass(frozen=True)
class Walk:
    """The positions of a game, before the first step and after each, and who caused each step."""

    game: Game
    positions: tuple[bytes, ...]
    movers: tuple[int, ...]
    """The seat that moved, or DICE."""
    moves: tuple[int, ...]
    """Its move; -1 for a roll."""
    drawn: tuple[tuple[int, ...], ...]
    """For each position the dice that fell before it, and the decisions of each seat."""
    seed: int

    @classmethod
    def of(cls, played: PlayedGame) -> "Walk":
        """Play a game again."""
        here = Position.new(played.game, played.opened.seats, played.opened.setting, rules=played.rules)
        positions, movers, moves = [bytes(here)], [], []
        drawn = [(0,) * (1 + here.seats)]
        for event in played.events:
            if isinstance(event, Rolled):
                here = here.rolled(event.faces)
                movers.append(DICE)
                moves.append(-1)
                drawn.append(_counted(drawn[-1], 0, len(event.faces)))
            else:
                assert isinstance(event, Moved), "nothing else is left of what was played"
                here = here.after(event.seat, event.move)
                movers.append(event.seat)
                moves.append(event.move)
                drawn.append(_counted(drawn[-1], 1 + event.seat, 1))
            positions.append(bytes(here))
        seed = seed_of(positions[0], [positions[-1], *moves])
        return cls(played.game, tuple(positions), tuple(movers), tuple(moves), tuple(drawn), seed)


def _counted(before: tuple[int, ...], which: int, more: int) -> tuple[int, ...]:
    return *before[:which], before[which] + more, *before[which + 1 :]


@dataclass
class Analysis:
    """What was measured of a game so far: a value for each position, and the decisions by the step that they led to."""

    seats: int
    movers: tuple[int, ...]
    playouts: int
    values: list[Value] = field(default_factory=list)
    choices: dict[int, Choice] = field(default_factory=dict)
    """By the number of the step, from 1 on; decisions without an alternative are missing."""

    def copy(self) -> "Analysis":
        """Return what was measured so far, for another thread: the rest goes on to be measured."""
        return replace(self, values=list(self.values), choices=dict(self.choices))

    @property
    def alone(self) -> bool:
        """Whether there is nobody to win against, so that values are points."""
        return self.seats == 1

    def line(self, seat: int, *, points: bool | None = None) -> list[float]:
        """Return the value of every position for a seat: points if it is alone, else its chance to win."""
        wanted = self.alone if points is None else points
        return [(each.points if wanted else each.shares)[seat] for each in self.values]

    def changes(self, seat: int, *, points: bool | None = None) -> list[float]:
        """Return by how much each step changed the value for a seat."""
        return [after - before for before, after in pairwise(self.line(seat, points=points))]

    def sum(self, seat: int, *, points: bool | None = None) -> Sum:
        """Return what the result is made of for a seat."""
        line = self.line(seat, points=points)
        luck = own = others = 0.0
        for mover, change in zip(self.movers, self.changes(seat, points=points), strict=True):
            if mover == DICE:
                luck += change
            elif mover == seat:
                own += change
            else:
                others += change
        return Sum(line[0], luck, own, others, line[-1])

    def of_seat(self, seat: int) -> dict[int, Choice]:
        """Return the decisions of a seat."""
        return {step: choice for step, choice in self.choices.items() if choice.seat == seat}

    def costliest(self, seat: int, most: int) -> list[int]:
        """Return the steps of a seat's costliest mistakes, the costliest first."""
        mistakes = {step: choice.loss for step, choice in self.of_seat(seat).items() if choice.is_mistake}
        return sorted(mistakes, key=lambda step: (-mistakes[step], step))[:most]

    def mean_loss(self, seat: int) -> float | None:
        """Return what a seat's decision lost on average; None if it had none."""
        losses = [choice.loss for choice in self.of_seat(seat).values()]
        return sum(losses) / len(losses) if losses else None

    def text(self) -> str:
        """Return it as text."""
        values = [[list(each.points), list(each.shares)] for each in self.values]
        choices = [
            [step, each.seat, each.played, each.count, [_numbers(option) for option in each.options]]
            for step, each in self.choices.items()
        ]
        told = {"form": FORM, "seats": self.seats, "movers": self.movers, "playouts": self.playouts}
        return json.dumps(told | {"values": values, "choices": choices}, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> "Analysis | None":
        """Return the analysis of a text; None if it is of another form."""
        told: dict[str, Any] = json.loads(text)
        if told.get("form") != FORM:
            return None
        values = [Value(tuple(points), tuple(shares)) for points, shares in told["values"]]
        choices = {
            step: Choice(seat, played, tuple(_option(*numbers) for numbers in options), count)
            for step, seat, played, count, options in told["choices"]
        }
        return cls(told["seats"], tuple(told["movers"]), told["playouts"], values, choices)


def _numbers(option: Option) -> list[float]:
    """Return what is kept of a measured move."""
    gaps = (option.in_points.loss, option.in_points.error, option.in_lead.loss, option.in_lead.error)
    return [option.move, option.worth, option.loss, option.error, option.points, *gaps]


def _option(move: int, worth: float, loss: float, error: float, points: float, *gaps: float) -> Option:
    """Return the measured move of which these numbers were kept."""
    return Option(move, worth, loss, error, points, Gap(*gaps[:2]), Gap(*gaps[2:]))


def analysed(walk: Walk, playouts: int, compiled: bool | None = None) -> Analysis:
    """Analyse a whole game at once."""
    measure = Measure(walk.game, compiled)
    found = Analysis(seats_of(walk, measure), walk.movers, playouts)
    found.values = values_of(walk, measure, playouts)
    for step in decisions(walk.movers):
        choice = measure.choice(walk.positions[step - 1], walk.movers[step - 1], walk.moves[step - 1], 0, playouts)
        if choice is not None:
            found.choices[step] = choice
    return found


def values_of(walk: Walk, measure: Measure, playouts: int) -> list[Value]:
    """Return the value of every position."""
    steps = zip(walk.positions, walk.drawn, strict=True)
    return [measure.value(position, walk.seed, playouts, drawn) for position, drawn in steps]


def seats_of(walk: Walk, measure: Measure) -> int:
    """Return the number of seats."""
    return int(measure.rules.restore(walk.positions[0]).seat_count)


def decisions(movers: Sequence[int]) -> list[int]:
    """Return the steps, counted from 1, that somebody chose."""
    return [step for step, mover in enumerate(movers, 1) if mover != DICE]
