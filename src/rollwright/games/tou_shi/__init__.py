"""Tóu Shí: walk over a grid and write dice into it, while the boxes that pay for it run out."""

from rollwright.core.language import N_
from rollwright.core.options import Choice, Option

TITLE = "Tóu Shí"
EDITION = 1
SUMMARY = N_("Six dice, one grid, just you.")
CREDITS = N_("Designed by Jonas Lidström Isegrim.")
SECRETS = False
SEATS = range(1, 2)
MINUTES = 20  # 53 decisions
DIFFICULTY = 2

OPTIONS = (
    Option(
        "sheet",  # TS-02, TS-03
        N_("Which sheet"),
        (Choice("classic", label=N_("Classic, 60 boxes")), Choice("generous", label=N_("Generous, 72 boxes"))),
    ),
)

MOST_AGAIN = 256  # a 1 can be rolled again and again (TS-22): nobody will ever meet so many
MAX_DECISIONS = 2 + 35 * 3 + 3 + MOST_AGAIN  # set-up; a round takes two boxes and three choices; three bonuses
SCORE_BOUNDS = (0, 2 * (36 + 18 + 18 + 12))  # TS-50
