"""Lessons: first games with dice and sentences that are written down in the game's folder."""
