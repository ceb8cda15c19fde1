"""Battles and the Pharaoh's march in words, a sentence a step."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, plural, series, together
from rollwright.games.rolling_pyramids.battles import (
    ARRIVED,
    BOMBED,
    FOUGHT,
    RAMMED,
    SPIKED,
    STRUCK,
    Battle,
    Forces,
    Step,
)
from rollwright.games.rolling_pyramids.march import Footfall, last_march
from rollwright.games.rolling_pyramids.names import force, label, side_name
from rollwright.games.rolling_pyramids.rules.state import NOBODY, PHARAOH

Names = Sequence[Phrase] | None


def battle_story(battle: Battle, names: Names = None) -> Phrase:
    """Tell a battle from who stood there to who is left."""
    told = [step_story(battle, step, names) for step in battle.steps[1:]]
    return together([opening(battle, names), *told, *aftermath(battle, names)])


def battle_line(battle: Battle, names: Names = None) -> Phrase:
    """Tell a battle in a line or two: what bombs did, who met, what happened before the fight, and who is left."""
    met = [
        Phrase("{who}: {force}", who=side_name(side, names), force=force(*both))
        for side, both in battle.forces_at(ARRIVED).items()
    ]
    steps = {step.kind: step_story(battle, step, names) for step in battle.steps[1:] if step.kind != ARRIVED}
    told = [Phrase("Space {space}.", space=label(battle.space)), *([steps.pop(BOMBED)] if BOMBED in steps else [])]
    if len(met) > 1:
        told.append(Phrase("{sides}.", sides=series(met)))
    return together([*told, *steps.values(), *aftermath(battle, names)])


def opening(battle: Battle, names: Names = None) -> Phrase:
    """Say whose a space was before the orders opened."""
    space = label(battle.space)
    if battle.owner == NOBODY:
        return Phrase("Space {space}, nobody's:", space=space)
    held = battle.steps[0].forces.get(battle.owner, (0, 0))
    who = side_name(battle.owner, names)
    return Phrase("Space {space}, held by {who} with {force}:", space=space, who=who, force=force(*held))


def step_story(battle: Battle, step: Step, names: Names = None) -> Phrase:
    """Say what one step of a battle did."""
    before = battle.forces_at(step.kind - 1)
    if step.kind == BOMBED:
        return _bombs(battle, before, step.forces)
    if step.kind == ARRIVED:
        return together(
            Phrase("{who} comes with {force}.", who=side_name(side, names), force=force(*sent))
            for side, sent in _arrivals(before, step.forces).items()
        )
    if step.kind == FOUGHT:
        return _outcome(battle, names)
    losers = [side for side in before if step.forces.get(side) != before[side]]
    return together(_loss(step.kind, battle, side, step.forces.get(side, (0, 0)), names) for side in losers)


def _arrivals(before: Forces, after: Forces) -> Forces:
    """Return by how many each side has grown."""
    found: Forces = {}
    for side, (men, heroes) in after.items():
        men_before, heroes_before = before.get(side, (0, 0))
        if (men, heroes) != (men_before, heroes_before):
            found[side] = (men - men_before, heroes - heroes_before)
    return found


def _loss(kind: int, battle: Battle, side: int, left: tuple[int, int], names: Names) -> Phrase:
    """Say what spikes, a ram or a strike left of a side."""
    values = {"loser": side_name(side, names), "force": force(*left)}
    if kind == SPIKED:
        return Phrase("Spikes halve the attackers: {loser} has {force} left.", **values)
    if kind == RAMMED:
        rammer = side_name(battle.rammer, names)
        return Phrase("The ram of {who} halves the defenders: {loser} has {force} left.", who=rammer, **values)
    if kind == STRUCK and left != (0, 0):
        return Phrase("Heroes strike before the fight: {loser} has {force} left.", **values)
    return Phrase("Heroes strike before the fight: {loser} has nobody left.", loser=values["loser"])


def _bombs(battle: Battle, before: Forces, after: Forces) -> Phrase:
    """Say what bombs took."""
    side = battle.owner
    there, left = before.get(side, (0, 0)), after.get(side, (0, 0))
    killed = there[0] - left[0], there[1] - left[1]
    if killed == (0, 0):
        told = Phrase("Bombs with a total of {n} kill nobody.", n=battle.bombs)
    else:
        told = Phrase("Bombs with a total of {n} kill {force}.", n=battle.bombs, force=force(*killed))
    if not battle.umbrella:
        return told
    return together([told, Phrase("Under the umbrella no more than half can die.")])


def aftermath(battle: Battle, names: Names = None) -> list[Phrase]:
    """Say who holds a space for which there was no fight in the end: bombs or heroes had decided it before."""
    if battle.steps[-1].kind == FOUGHT:
        return []
    if battle.winner == NOBODY:
        return [Phrase("The space belongs to nobody now.")]
    values = {"who": side_name(battle.winner, names), "force": force(*battle.last[battle.winner])}
    if battle.winner == battle.owner:
        return [Phrase("{who} still holds it, with {force}.", **values)]
    return [Phrase("{who} takes it, with {force}.", **values)]


def _outcome(battle: Battle, names: Names) -> Phrase:
    """Say how the fight ended."""
    winner = battle.winner
    if winner == NOBODY:
        return Phrase("They wipe each other out: the space belongs to nobody.")
    values = {"who": side_name(winner, names), "force": force(*battle.last[winner])}
    if winner == battle.owner:
        return Phrase("After the fight {who} still holds it, with {force}.", **values)
    return Phrase("After the fight {who} takes it, with {force}.", **values)


def march_opening(men: int) -> Phrase:
    """Say how many the Pharaoh sends."""
    return plural(
        "The Pharaoh sends {n} man from space 1 on; one stays on each space.",
        "The Pharaoh sends {n} men from space 1 on; one stays on each space.",
        men,
    )


def march_story(s: Record) -> Phrase:
    """Tell the Pharaoh's march."""
    steps = last_march(s)
    met = [footfall_story(step) for step in steps if step.met]
    stops = Phrase("The last one stops on space {space}.", space=label(steps[-1].space))
    return together([march_opening(int(s.march)), *met, *([stops] if steps[-1].owner == PHARAOH else [])])


def footfall_story(step: Footfall) -> Phrase:
    """Say what the march did on one space."""
    space = label(step.space)
    if not step.met:
        return plural(
            "Space {space}: one stays ({men} there now), {n} goes on.",
            "Space {space}: one stays ({men} there now), {n} go on.",
            step.go,
            space=space,
            men=step.men,
        )
    if step.owner == PHARAOH:
        return Phrase("On space {space} they fight and win: it is the Pharaoh's.", space=space)
    if step.owner == NOBODY:
        return Phrase("On space {space} they fight and nobody is left: it is empty.", space=space)
    return Phrase("On space {space} you hold out, with {force}.", space=space, force=force(step.men, step.heroes))
