"""The tests of Rolling Pyramids, and what they share."""
