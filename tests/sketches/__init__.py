"""Games of which only the rules are written, for tests."""
