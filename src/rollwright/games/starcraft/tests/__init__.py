"""The tests of StarCraft: Roll & Write, and what they share."""
