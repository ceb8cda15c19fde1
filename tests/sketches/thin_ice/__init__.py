"""Thin Ice: go far, and home in time."""

from rollwright.core.options import Choice, Option

TITLE, SUMMARY, CREDITS, SECRETS = "Thin Ice", "Go far, and home in time.", "Made for a test.", False
SEATS, MAX_DECISIONS, SCORE_BOUNDS = range(1, 2), 4, (0, 48)
OPTIONS = (Option("ice", "Ice", (Choice("thick"), Choice("thin"))), Option("sky", "Sky", (Choice("clear"),)))
