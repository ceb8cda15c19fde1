"""Terminal Dispute: fill the navigation matrix and charge the phone before the escape pod leaves."""

from rollwright.core.language import N_
from rollwright.core.options import Choice, Option

TITLE = "Terminal Dispute"
EDITION = 1
SUMMARY = N_("Steer the pod, charge the phone.")
CREDITS = N_("Designed by Robin David.")
SECRETS = False
SEATS = range(1, 7)
MINUTES = 15  # 43 decisions of a player
DIFFICULTY = 1

OPTIONS = (
    Option(
        "start",  # TD-01: at random, or fixed by the table
        N_("Which player starts"),
        (
            Choice("random", label=N_("A die decides")),
            *(Choice(str(seat), least_seats=max(2, seat), label=f"{seat}") for seat in SEATS),
        ),
        of_seats=True,
    ),
)

MAX_DECISIONS = 12 * (1 + 6 * 3) + 6 * 4  # a round: one allocation, three writes a seat; a game: four abilities a seat
SCORE_BOUNDS = (0, 2 * (8 * 7 + 2 * 5 + 46))  # TD-05: one row and one column stay a box short; 46 hexes is the most
