"""Scenes: pictures of what has just happened, such as a battle, in games that have them."""

from hashlib import sha256
from typing import Any

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.view import Pen, view_of


def scenes(game: Game, known: Record, seat: int, pen: Pen) -> dict[str, Any]:
    """Return the scenes of what happened last, as far as the viewer may know, with a key that identifies them.

    The key depends on the first scene only, as more scenes may be appended.
    """
    found = view_of(game).scenes(known, seat, pen)
    frames = [
        {"text": pen.say(each.text), "spot": each.spot, "flows": each.flows, "groups": each.groups} for each in found
    ]
    key = sha256(pen.say(found[0].text).encode()).hexdigest()[:16] if found else ""
    return {"key": key, "frames": frames}
