"""What Foot Race tells of its games: who began, in which lane, and what the animals did."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase


def place(s: Record, seat: int) -> int:
    return (seat - int(s.first)) % int(s.seat_count)


def start(s: Record, seat: int) -> Phrase | None:
    return None if s.animals[seat] == 2 else Phrase("Lane {n}", n=place(s, seat) + 1)


def deed(s: Record, seat: int, move: int) -> Phrase | None:
    if s.steps[seat] == 0:
        return Phrase("Start") if s.animals[seat] < 2 else None
    return Phrase("Splash") if s.wet else Phrase("Leap")
