"""Keeping the ends of games, and what is said of logs that cannot be replayed."""
