"""What has happened, picture by picture, where a game can show it: a battle, a march."""

from hashlib import sha256
from typing import Any

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.view import Pen, view_of


def scenes(game: Game, known: Record, seat: int, pen: Pen) -> dict[str, Any]:
    """Return the pictures of what happened last, as somebody may know it, with a key that tells them from others.

    More pictures may be added to those that are there: the first one decides the key.
    """
    found = view_of(game).scenes(known, seat, pen)
    frames = [
        {"text": pen.say(each.text), "spot": each.spot, "flows": each.flows, "groups": each.groups} for each in found
    ]
    key = sha256(pen.say(found[0].text).encode()).hexdigest()[:16] if found else ""
    return {"key": key, "frames": frames}
