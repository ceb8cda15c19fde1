"""How the moves of Rolling Pyramids are written.

zone c                         the start zone (RP-41)
write 6 legion-2 from 1d8-5    a die, named by its owner, kind and face, is written as a 6 (RP-21)
write 3 footmen-1 from 2d4-3   a space of the footmen is crossed
write 4 pair-2 from 1d4-4      a pair takes a d4 on its left, a d8 on its right (RP-16)
discard pd8-8                  a die is taken and not written; p is the Pharaoh's colour
develop legion-line            a pair buys an upgrade (RP-23)
send legion 12                 an order, secret until everybody is ready (RP-24)
ready                          all orders are given
cross footmen-2 3              a triangle for a space that was conquered (RP-28)
keep 12                        the men of a space join the next deployment (RP-55)
ram 4-12                       a device is placed on a border, the umbrella on a space (RP-31)
done                           nothing more of the kind
"""

from rollwright.core.moves import Dimension, Form, Notation
from rollwright.games.rolling_pyramids.sheet import (
    BORDER_NAMES,
    GROUPS,
    MOST,
    NUMBERED,
    SLOT_NAMES,
    SPACE_NAMES,
    TRIANGLES,
    UPGRADES,
)

COLOURS = ("1", "2", "3", "4", "p")
"""Whose colour a die has: a player's, or the Pharaoh's."""

DICE = tuple(f"{colour}d{sides}-{face}" for colour in COLOURS for sides in (4, 8) for face in range(1, sides + 1))
FACES_A_COLOUR = 4 + 8
"""So many dice of one colour can be told apart."""

DIE = Dimension(DICE)
SPACE = Dimension(SPACE_NAMES)
NUMBERED_SPACE = Dimension(SPACE_NAMES[:NUMBERED])
BORDER = Dimension(BORDER_NAMES)

ZONE = Form("zone {zone}", zone=Dimension(SPACE_NAMES[NUMBERED:], NUMBERED))
WRITE = Form("write {value} {slot} (from) {die}",
             value=Dimension.of(range(1, MOST + 1)), slot=Dimension(SLOT_NAMES), die=DIE)  # fmt: skip
DISCARD = Form("discard {die}", die=DIE)
DEVELOP = Form("develop {upgrade}", upgrade=Dimension(UPGRADES))
SEND = Form("send {group} {space}", group=Dimension(GROUPS), space=SPACE, secret=True)
READY = Form("ready")
CROSS = Form("cross {group} {number}",
             group=Dimension(("footmen-1", "footmen-2")), number=Dimension.of(range(1, TRIANGLES + 1)))  # fmt: skip
KEEP = Form("keep {space}", space=NUMBERED_SPACE)
RAM = Form("ram {border}", border=BORDER)
SPIKES = Form("spikes {border}", border=BORDER)
UMBRELLA = Form("umbrella {space}", space=NUMBERED_SPACE)
DONE = Form("done")

MOVES = Notation(ZONE, WRITE, DISCARD, DEVELOP, SEND, READY, CROSS, KEEP, RAM, SPIKES, UMBRELLA, DONE)
