"""Foot Race: each seat is an animal, and the animal decides it all."""

from rollwright.core.options import Choice, Option

TITLE, SUMMARY, CREDITS, SECRETS = "Foot Race", "Be the right animal.", "Made for a test.", False
SEATS, MAX_DECISIONS, SCORE_BOUNDS = range(2, 4), 9, (0, 6)
OPTIONS = (
    Option(
        "animal",
        "Animal",
        (Choice("hare", label="Hares"), Choice("fox", label="Foxes"), Choice("snail")),
        per_seat=True,
        varied=True,
    ),
    Option("track", "Track", (Choice("dry"), Choice("wet"))),
)
