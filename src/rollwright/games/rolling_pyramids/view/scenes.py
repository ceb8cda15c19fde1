"""The last fights and the Pharaoh's march as a sequence of pictures, each with a sentence."""

from collections.abc import Hashable
from functools import lru_cache

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.fast_record import fast_record
from rollwright.core.language import Phrase, player, plural, together
from rollwright.games.rolling_pyramids.battles import ARRIVED, Battle, fought_round, last_battles
from rollwright.games.rolling_pyramids.fights import battle_line, footfall_story, march_opening
from rollwright.games.rolling_pyramids.march import Footfall, last_march
from rollwright.games.rolling_pyramids.names import labels
from rollwright.games.rolling_pyramids.rules.state import NOBODY, STATE, is_campaign
from rollwright.games.rolling_pyramids.sheet import SPACES
from rollwright.games.rolling_pyramids.view.arrows import arrows
from rollwright.games.rolling_pyramids.view.places import RADIUS, centre, space_spot
from rollwright.games.rolling_pyramids.view.spaces import drawn_space, standing, tokens_on
from rollwright.view import Pen, Scene
from rollwright.view.marks import hexagon
from rollwright.view.svg import tag


def scenes(s: Record, seat: int, pen: Pen) -> list[Scene]:
    """Show the last fights, which play by themselves: all orders, what happened without a fight, then each battle."""
    return _scenes(s.tobytes(), pen)


@lru_cache(maxsize=32)
def _scenes(position: bytes, pen: Pen) -> list[Scene]:
    """Make the scenes once for all who may know the same."""
    s: Record = np.frombuffer(bytearray(position), fast_record(STATE))[0]
    battles, march = last_battles(s), last_march(s)
    if not battles and not march:
        return []
    touched = {battle.space for battle in battles} | {step.space for step in march}
    found = [_opening(s, battles, touched, pen)]
    quiet = [battle for battle in battles if not battle.is_hostile and not _is_idle(battle)]
    if quiet:
        drawn = dict(drawn_space(s, battle.space, battle.last, pen) for battle in quiet)
        sent = _orders(s, [battle.space for battle in quiet], pen)
        found.append(Scene(_quiet_story(s, quiet), drawn | sent, flows=True))
    found += [_battle(s, battle, pen) for battle in battles if battle.is_hostile]
    found += [_footfall(s, step, pen) for step in march]
    return found


def happened(s: Record) -> Hashable:
    """Return what the scenes follow: a campaign goes on within an epoch, with spaces that are kept and the march."""
    return (int(s.epoch), int(s.phase), int(s.march), s.land.tobytes()) if is_campaign(s) else int(s.epoch)


def _is_idle(battle: Battle) -> bool:
    """Say whether nothing happened: somebody's bomb fell on units of their own."""
    return battle.owner != NOBODY and len(battle.steps) == 1


def _opening(s: Record, battles: tuple[Battle, ...], touched: set[int], pen: Pen) -> Scene:
    """Show the land as it was, wherever something has happened since, and everybody's orders."""
    then = {*touched, *(space for space in range(SPACES) if standing(s.before, space) != standing(s.land, space))}
    drawn = dict(drawn_space(s, space, standing(s.before, space), pen) for space in sorted(then))
    sent = _orders(s, [battle.space for battle in battles], pen)
    return Scene(Phrase("Round {n}: the orders are revealed.", n=fought_round(s)), drawn | sent, flows=True)


def _orders(s: Record, spaces: list[int], pen: Pen) -> dict[str, str]:
    """Draw everybody's orders to some spaces."""
    return dict([pen.group("orders", *arrows(s, s.before, spaces, pen), class_="orders")])


def _quiet_story(s: Record, quiet: list[Battle]) -> Phrase:
    """Say who took what without a fight, and what was reinforced."""
    told = []
    for side in range(int(s.seat_count)):
        taken = [battle.space for battle in quiet if battle.winner == side and battle.owner != side]
        kept = [battle.space for battle in quiet if battle.winner == side and battle.owner == side]
        if taken:
            told.append(
                plural(
                    "{who} takes space {spaces} without a fight.",
                    "{who} takes {n} spaces without a fight: {spaces}.",
                    len(taken),
                    who=player(side),
                    spaces=labels(taken),
                )
            )
        if kept:
            told.append(
                plural(
                    "{who} reinforces space {spaces}.",
                    "{who} reinforces {n} spaces: {spaces}.",
                    len(kept),
                    who=player(side),
                    spaces=labels(kept),
                )
            )
    return together(told) if told else Phrase("Bombs fall where nobody stands.")


def _battle(s: Record, battle: Battle, pen: Pen) -> Scene:
    """Show a battle: the orders, those who met for a moment, and who is left."""
    met = battle.forces_at(ARRIVED) if len(battle.steps) > 1 else battle.last
    clash = tag("g", *tokens_on(battle.space, met, pen), class_="clash")
    burst = tag("g", hexagon(centre(battle.space), RADIUS - 4.5, "burst"), class_="clash")
    sent = pen.group("orders", *arrows(s, s.before, [battle.space], pen), burst, clash, class_="orders")
    drawn = dict([drawn_space(s, battle.space, battle.last, pen), sent])
    return Scene(battle_line(battle), drawn, space_spot(battle.space), flows=True)


def _footfall(s: Record, step: Footfall, pen: Pen) -> Scene:
    """Show one space of the Pharaoh's march."""
    forces = {} if step.owner == NOBODY else {step.owner: (step.men, step.heroes)}
    told = together([*([march_opening(step.come)] if step.space == 0 else []), footfall_story(step)])
    drawn = dict([drawn_space(s, step.space, forces, pen)]) | _orders(s, [], pen)
    return Scene(told, drawn, space_spot(step.space), flows=True)
