"""Games as text: a header, then dice and moves, a line each."""

from rollwright.records.record import GameRecord, read, replay, write

__all__ = ["GameRecord", "read", "replay", "write"]
