"""What Thin Ice says of its end."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase


def ending(s: Record) -> Phrase:
    return (Phrase("Not over"), Phrase("Through the ice"), Phrase("Across"), Phrase("Home"))[int(s.end)]
