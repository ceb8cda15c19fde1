"""What Thin Ice says of its end."""

from typing import Any

from rollwright.core.contract import Record
from rollwright.core.face import Words
from rollwright.core.language import Phrase


def ending(s: Record) -> Phrase:
    return (Phrase("Not over"), Phrase("Through the ice"), Phrase("Across"), Phrase("Home"))[int(s.end)]


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
    ending=ending,
)
