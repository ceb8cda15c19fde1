"""A position of Sealed Bids as text."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Text
from rollwright.core.language import Phrase, Speech
from rollwright.core.scoring import points

COLOURS = ("red", "blue", "green", "gold")


def draw(s: Record, names: Sequence[Phrase], say: Speech, seats: Sequence[int]) -> str:
    lines = [f"#{s.round_no}/{s.rounds} [{s.prize}]"]
    for seat in seats:
        sheet = s.sheets[seat]
        free = "".join(str(n) if not sheet.used >> n & 1 else "-" for n in range(1, 7))
        total = f" = {points(int(sheet.halves))}" if s.round_no > s.rounds else ""  # hidden until the end
        lines.append(f"{say(names[seat])} ({COLOURS[sheet.colour]}): {free} {sheet.bid}{total}")
    return "\n".join(lines)


TEXT = Text(draw=draw)
