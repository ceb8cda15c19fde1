"""Replays: the page on which a game is watched step by step."""
