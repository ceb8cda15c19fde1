"""A game being played: seats, dice, a log of what happened, undo, and what each seat may see."""

from rollwright.table.events import Corrected, Event, Moved, Opened, Rolled, Undone
from rollwright.table.table import Table

__all__ = ["Corrected", "Event", "Moved", "Opened", "Rolled", "Table", "Undone"]
