"""The last fights, step by step, for whoever tells or shows them: the rules' own steps, looked at one by one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rollwright.core.contract import Record, blank, copy
from rollwright.core.fast_record import fast_record
from rollwright.games.rolling_pyramids.rules import battle
from rollwright.games.rolling_pyramids.rules.orders import battlefield
from rollwright.games.rolling_pyramids.rules.state import (
    CROSSING,
    DEPLOYMENT,
    GROUP_COUNT,
    NOBODY,
    OVER,
    PLACING,
    SIDES,
    SPOILS,
    STATE,
)
from rollwright.games.rolling_pyramids.sheet import SPACES

Forces = dict[int, tuple[int, int]]
"""Men and heroes by side; in a battle a side without units is not in it."""

STAND, BOMBED, ARRIVED, SPIKED, RAMMED, STRUCK, FOUGHT = range(7)
"""The steps of a battle, in their order (RP-29)."""


@dataclass(frozen=True)
class Step:
    """What one step of a battle left."""

    kind: int
    forces: Forces


@dataclass(frozen=True)
class Battle:
    """What happened in one space: who held it before, and the steps that changed something."""

    space: int
    owner: int
    steps: tuple[Step, ...]
    bombs: int
    umbrella: bool
    """Whether an umbrella saved units from them."""
    rammer: int
    """Whose ram it was, if there was one."""

    @property
    def last(self) -> Forces:
        """Who is left."""
        return self.steps[-1].forces

    @property
    def winner(self) -> int:
        """Who holds the space afterwards."""
        return next(iter(self.last), NOBODY)

    @property
    def is_hostile(self) -> bool:
        """Whether an enemy came here, or a bomb."""
        return any(step.kind in (BOMBED, SPIKED, RAMMED, STRUCK, FOUGHT) for step in self.steps)

    def forces_at(self, kind: int) -> Forces:
        """Return the units after a step, or after the last one before it."""
        return [step.forces for step in self.steps if step.kind <= kind][-1]


def fought_round(s: Record) -> int:
    """Return the round of the last fights: the present one, or the one before until orders are given again."""
    return int(s.round_no) if s.phase in (CROSSING, SPOILS, PLACING, OVER) else int(s.round_no) - 1


def last_battles(s: Record) -> tuple[Battle, ...]:
    """Return what happened in every space to which something was sent, as long as the orders are not given anew."""
    if s.phase == DEPLOYMENT or fought_round(s) < 1:
        return ()
    then = blank(STATE)  # only what the battles depend on, so that they are worked out once a round
    then.seat_count, then.round_no, then.map = s.seat_count, fought_round(s), s.map
    then["before"] = s["before"]
    for seat in range(int(s.seat_count)):
        for name in ("faction", "zone", "group", "order"):
            then.sheets[seat][name] = s.sheets[seat][name]
        for device, placed in enumerate(s.sheets[seat].placed):
            if placed < fought_round(s):
                then.sheets[seat].devices[device] = s.sheets[seat].devices[device]
                then.sheets[seat].placed[device] = placed
    return _battles(then.tobytes())


@lru_cache(maxsize=256)
def _battles(data: bytes) -> tuple[Battle, ...]:
    s: Record = np.frombuffer(bytearray(data), fast_record(STATE))[0]
    fields = battlefield(s)
    return tuple(_battle(copy(s), space) for space in range(SPACES) if fields >> space & 1 and _is_target(s, space))


def _is_target(s: Record, space: int) -> bool:
    return any(
        s.sheets[seat].order[group] == space + 1 for seat in range(int(s.seat_count)) for group in range(GROUP_COUNT)
    )


def _battle(s: Record, space: int) -> Battle:
    """Walk through the steps of one space, as `fight_for` does."""
    battle.stand(s, space)
    steps = [Step(STAND, _forces(s))]

    def take(kind: int, act: Callable[[Record, int], None]) -> None:
        act(s, space)
        if _forces(s) != steps[-1].forces or (kind == BOMBED and bombs):
            steps.append(Step(kind, _forces(s)))

    bombs = int(battle.bombs_on(s, space)) if s.before.owner[space] != NOBODY else 0
    bare = copy(s)
    battle.hurt(bare, max(0, int(s.before.owner[space])), bombs)
    take(BOMBED, battle.drop_bombs)
    umbrella = _forces(bare) != _forces(s)
    take(ARRIVED, battle.arrive)
    take(SPIKED, battle.meet_spikes)
    rammer = int(battle.rammer(s, space))
    take(RAMMED, battle.ram)
    take(STRUCK, battle.strike)
    if battle.is_contested(s):
        while battle.is_contested(s):
            battle.exchange(s)
        steps.append(Step(FOUGHT, _forces(s)))
    return Battle(space, int(s.before.owner[space]), tuple(steps), bombs, umbrella, rammer)


def _forces(s: Record) -> Forces:
    return {
        side: (int(s.forces.men[side]), int(s.forces.heroes[side])) for side in range(SIDES) if battle.units(s, side)
    }
