"""What Foot Race tells of its games: who began, in which lane, and what the animals did."""

from typing import Any

from rollwright.core.contract import Record
from rollwright.core.face import Words
from rollwright.core.language import Phrase


def place(s: Record, seat: int) -> int:
    return (seat - int(s.first)) % int(s.seat_count)


def start(s: Record, seat: int) -> Phrase | None:
    return None if s.animals[seat] == 2 else Phrase("Lane {n}", n=place(s, seat) + 1)


def deed(s: Record, seat: int, move: int) -> Phrase | None:
    if s.steps[seat] == 0:
        return Phrase("Start") if s.animals[seat] < 2 else None
    return Phrase("Splash") if s.wet else Phrase("Leap")


def _untold(*_: object) -> Any:
    return None


WORDS = Words(
    ask=_untold,
    explain=_untold,
    told_roll=_untold,
    told_move=_untold,
    why=_untold,
    describe=_untold,
    guide=_untold,
    score_rows=_untold,
    closing=_untold,
    place=place,
    start=start,
    deed=deed,
)
