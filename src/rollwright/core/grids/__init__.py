"""Places on a sheet: squares and hexes, their neighbours and lines."""
