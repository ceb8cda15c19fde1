"""Lucky Hand: points come from a die, or from choices that nothing tells apart; never from both."""

from rollwright.core.options import Choice, Option

TITLE, SUMMARY, CREDITS, SECRETS = "Lucky Hand", "Have the better hand.", "Made for a test.", False
SEATS, MAX_DECISIONS, SCORE_BOUNDS = range(1, 3), 8, (0, 12)
OPTIONS = (Option("points", "Points", (Choice("dice"), Choice("choices"))),)
