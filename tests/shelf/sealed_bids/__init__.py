"""Sealed Bids: a game of secret numbers, so small that it fits on a page. It exists to test the platform."""

from rollwright.core.language import N_
from rollwright.core.options import Choice, Option

TITLE = "Sealed Bids"
EDITION = 1
SUMMARY = N_("A die is the prize; everybody bids in secret, and the highest lone bid wins it.")
CREDITS = N_("Made for the tests of Rollwright.")
SECRETS = True
HIDDEN_TOTALS = True
SEATS = range(2, 5)

OPTIONS = (
    Option("rounds", N_("Rounds"), (Choice("3"), Choice("2"))),
    Option("colour", N_("Colour"), tuple(map(Choice, ("red", "blue", "green", "gold"))), per_seat=True, distinct=True),
)

MAX_DECISIONS = 3 * 4 * 2
SCORE_BOUNDS = (-4 * 3, 11 * 3)
