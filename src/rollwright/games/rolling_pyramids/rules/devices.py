"""Placing ram, spikes and umbrella (RP-31)."""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, pack1, part
from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, SPIKES_DEVICE, UMBRELLA_DEVICE
from rollwright.games.rolling_pyramids.rules.state import (
    RAM_AT,
    SPIKES_AT,
    UMBRELLA_AT,
    free_device,
)
from rollwright.games.rolling_pyramids.sheet import BORDER_ENDS, DEVICES, NUMBERED

BORDER_COUNT = len(BORDER_ENDS)


def can_place(s: Record, seat: int) -> bool:
    """Say whether a player has a device that could be placed somewhere."""
    sheet = s.sheets[seat]
    for device in range(DEVICES):
        if free_device(sheet, device) and (device != UMBRELLA_DEVICE or holds_any(s, seat)):
            return True
    return False


def holds_any(s: Record, seat: int) -> bool:
    """Say whether a player controls any numbered space."""
    for space in range(NUMBERED):
        if s.land.owner[space] == seat:
            return True
    return False


def is_at(s: Record, seat: int, border: int) -> bool:
    """Say whether a border is one of a space that a player controls, the start zone included."""
    return s.land.owner[BORDER_ENDS[border, 0]] == seat or s.land.owner[BORDER_ENDS[border, 1]] == seat


def list_places(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List where each free device can go: ram and spikes to a border, the umbrella to a numbered space."""
    sheet = s.sheets[seat]
    for border in range(BORDER_COUNT):
        if is_at(s, seat, border):
            if free_device(sheet, RAM_DEVICE):
                moves[count] = pack1(RAM_AT, border)
                count += 1
            if free_device(sheet, SPIKES_DEVICE):
                moves[count] = pack1(SPIKES_AT, border)
                count += 1
    if free_device(sheet, UMBRELLA_DEVICE):
        for space in range(NUMBERED):
            if s.land.owner[space] == seat:
                moves[count] = pack1(UMBRELLA_AT, space)
                count += 1
    return count


def place_device(s: Record, seat: int, move: int) -> None:
    """Place a device, for the rest of the game; who has no other is ready."""
    sheet = s.sheets[seat]
    if is_form(RAM_AT, move):
        put(s, seat, RAM_DEVICE, part(RAM_AT, move, 0))
    elif is_form(SPIKES_AT, move):
        put(s, seat, SPIKES_DEVICE, part(SPIKES_AT, move, 0))
    else:
        put(s, seat, UMBRELLA_DEVICE, part(UMBRELLA_AT, move, 0))
    if not can_place(s, seat):
        sheet.ready = 1


def put(s: Record, seat: int, device: int, where: int) -> None:
    """Put a device on a border or a space."""
    s.sheets[seat].devices[device] = where + 1
    s.sheets[seat].placed[device] = s.round_no
