"""Games as text: a header, then one line for each roll and move."""

from rollwright.records.fair import Verdict, verify
from rollwright.records.proof import Proof
from rollwright.records.record import GameRecord, read, replay, write

__all__ = ["GameRecord", "Proof", "Verdict", "read", "replay", "verify", "write"]
