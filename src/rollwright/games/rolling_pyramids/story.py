"""What happened in a game of Rolling Pyramids, as the log tells it."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, plural, series, together
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.battles import last_battles
from rollwright.games.rolling_pyramids.fights import battle_story, march_story
from rollwright.games.rolling_pyramids.march import last_march
from rollwright.games.rolling_pyramids.moves import (
    CROSS,
    DEVELOP,
    DISCARD,
    KEEP,
    RAM,
    READY,
    SEND,
    SPIKES,
    UMBRELLA,
    WRITE,
    ZONE,
)
from rollwright.games.rolling_pyramids.names import (
    border_label,
    die_parts,
    die_title,
    group_title,
    label,
    labels,
    side_name,
    slot_title,
    upgrade_title,
)
from rollwright.games.rolling_pyramids.rules.campaign import income, is_won
from rollwright.games.rolling_pyramids.rules.draft import colour_of, sides_of
from rollwright.games.rolling_pyramids.rules.state import (
    CROSSING,
    DEPLOYMENT,
    DEVELOPING,
    OVER,
    SPOILS,
    START_DIE,
    is_campaign,
)
from rollwright.games.rolling_pyramids.sheet import FIRST_FOOT, RHOMBUS, SPACES, TRIANGLE
from rollwright.games.rolling_pyramids.sheet import RAM as RAM_BOUGHT
from rollwright.games.rolling_pyramids.sheet import SPIKES as SPIKES_BOUGHT
from rollwright.games.rolling_pyramids.sheet import UMBRELLA as UMBRELLA_BOUGHT


def told_roll(before: Record, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what the dice did."""
    if before.phase == START_DIE and is_campaign(after):
        return Phrase("{who} begins in start zone {zone}.", who=names[0], zone=label(int(after.sheets[0].zone)))
    if before.phase == START_DIE:
        return Phrase("{who} goes first, and chooses a start zone last.", who=names[after.first])
    return Phrase("{who} rolls the dice. {dice}.", who=names[after.roller], dice=series(_dice(after, names)))


def _dice(s: Record, names: Sequence[Phrase]) -> list[Phrase]:
    """Name the dice on the table by their owners."""
    owners = sorted({colour_of(die) for die in range(len(s.dice)) if s.dice[die]})
    found = []
    for owner in owners:
        mine = [die for die in range(len(s.dice)) if s.dice[die] and colour_of(die) == owner]
        faces = [f"d{sides_of(die)} {s.dice[die]}" for die in mine]
        found.append(Phrase("{owner}: {dice}", owner=side_name(owner, names), dice=", ".join(faces)))
    return found


def told_move(before: Record, seat: int, move: int, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what a player did."""
    who = names[seat]
    if is_form(WRITE.layout, move):
        return _told_write(seat, move, who)
    if is_form(DISCARD.layout, move):
        die = die_title(*die_parts(part(DISCARD.layout, move, 0)), seat)
        return Phrase("{who} takes {die} and discards it.", who=who, die=die)
    if is_form(SEND.layout, move):
        group, space = part(SEND.layout, move, 0), part(SEND.layout, move, 1)
        men = int(before.sheets[seat].group[group])
        values = {"who": who, "group": group_title(group), "n": men, "space": label(space)}
        return Phrase("{who}: {group} ({n}) to space {space}.", **values)
    if is_form(READY.layout, move):
        return Phrase("{who} is ready.", who=who)
    if is_form(CROSS.layout, move):
        slot = slot_title(FIRST_FOOT + part(CROSS.layout, move, 0), TRIANGLE, part(CROSS.layout, move, 1))
        return Phrase("{who} crosses for a conquered space: {slot}.", who=who, slot=slot)
    if is_form(ZONE.layout, move):
        zone = label(part(ZONE.layout, move, 0))
        return Phrase("{who} chooses start zone {zone}.", who=who, zone=zone)
    if is_form(DEVELOP.layout, move):
        bought = upgrade_title(part(DEVELOP.layout, move, 0))
        return Phrase("{who} spends a pair on an upgrade: {upgrade}.", who=who, upgrade=bought)
    return _told_clean_up(before, move, who)


def _told_write(seat: int, move: int, who: Phrase) -> Phrase:
    colour, sides, face = die_parts(part(WRITE.layout, move, 2))
    value, shape = part(WRITE.layout, move, 0), TRIANGLE if sides == 4 else RHOMBUS
    values = {
        "who": who,
        "die": die_title(colour, sides, face, seat),
        "value": value,
        "slot": slot_title(part(WRITE.layout, move, 1), shape, value),
    }
    return Phrase("{who} takes {die} and writes {value}: {slot}.", **values)


def _told_clean_up(before: Record, move: int, who: Phrase) -> Phrase:
    """Tell what was placed or kept, or that somebody is done."""
    if is_form(KEEP.layout, move):
        space = part(KEEP.layout, move, 0)
        return plural(
            "{who} keeps {n} man of space {space} for the next orders.",
            "{who} keeps {n} men of space {space} for the next orders.",
            int(income(before, space)),
            who=who,
            space=label(space),
        )
    if is_form(UMBRELLA.layout, move):
        where = label(part(UMBRELLA.layout, move, 0))
        return Phrase(
            "{who} places on space {space}: {device}.", who=who, device=upgrade_title(UMBRELLA_BOUGHT), space=where
        )
    for form, bought in ((RAM, RAM_BOUGHT), (SPIKES, SPIKES_BOUGHT)):
        if is_form(form.layout, move):
            where = border_label(part(form.layout, move, 0))
            return Phrase(
                "{who} places on border {border}: {device}.", who=who, device=upgrade_title(bought), border=where
            )
    if before.phase == DEVELOPING:
        return Phrase("{who} buys nothing more now.", who=who)
    if before.phase == CROSSING:
        return Phrase("{who} crosses nothing more.", who=who)
    if before.phase == SPOILS:
        return Phrase("{who} lets all other new men reinforce their spaces.", who=who)
    return Phrase("{who} places nothing more now.", who=who)


def account(before: Record, after: Record, names: Sequence[Phrase]) -> list[Phrase]:
    """Tell what came of a step beyond the step itself: battles when orders open, the Pharaoh's march, the end."""
    told = []
    if before.phase == DEPLOYMENT and after.phase != DEPLOYMENT:
        told += [battle_story(each, names) for each in last_battles(after) if each.is_hostile]
        told += _conquests(after, names)
    if before.phase in (DEPLOYMENT, CROSSING) and after.phase not in (DEPLOYMENT, CROSSING):
        told += [march_story(after)] if last_march(after) else []
    if after.phase == OVER and before.phase != OVER and is_campaign(after):
        held = Phrase("The Pharaoh is beaten: the Sacred Pyramid and all start zones are free.")
        told.append(held if is_won(after) else Phrase("The last round is over, and the Pharaoh still reigns."))
    return told


def _conquests(s: Record, names: Sequence[Phrase]) -> list[Phrase]:
    """Tell who conquered what."""
    found = []
    for seat in range(int(s.seat_count)):
        spaces = [n for n in range(SPACES) if s.after.owner[n] == seat and s.before.owner[n] != seat]
        if spaces:
            values = {"who": names[seat], "spaces": labels(spaces)}
            found.append(
                plural("{who} conquers space {spaces}.", "{who} conquers {n} spaces: {spaces}.", len(spaces), **values)
            )
    return [together(found)] if found else []
