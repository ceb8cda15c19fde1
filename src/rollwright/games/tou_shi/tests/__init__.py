"""The tests of Tóu Shí, and what they share."""
