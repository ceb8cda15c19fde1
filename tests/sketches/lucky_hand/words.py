"""What Lucky Hand says: nothing."""

from typing import Any

from rollwright.core.face import Words


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
)
