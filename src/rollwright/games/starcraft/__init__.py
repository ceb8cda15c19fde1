"""StarCraft: Roll & Write: raise an army from the dice, leave the others little, and cross out what they have."""

from rollwright.core.language import N_
from rollwright.core.options import Choice, Option

TITLE = "StarCraft: Roll & Write"
EDITION = 1
SUMMARY = N_("Build first, leave crumbs.")
CREDITS = N_(
    "A fan game; the text it was published in names no designer. StarCraft and its names belong to their owners, who "
    "have no part in this."
)
SECRETS = False
SEATS = range(2, 7)
MINUTES = 25  # 55 decisions of a player against one other, 65 against two
DIFFICULTY = 3

OPTIONS = (
    Option(
        "race",  # SC-10
        N_("Race"),
        (
            Choice(  # SC-31
                "terran",
                label=N_("Terrans"),
                about=N_(
                    "Ability: every opponent loses the first uncrossed cell of minerals and of gas; then you roll a "
                    "blue or a green die and gain what it yields."
                ),
            ),
            Choice(  # SC-32
                "protoss",
                label=N_("Protoss"),
                about=N_(
                    "Ability: roll a black die; an opponent's building that this number allows loses its first "
                    "uncrossed cell. If it hits nothing, the use is still spent."
                ),
            ),
            Choice(  # SC-33
                "zerg",
                label=N_("Zerg"),
                about=N_(
                    "Ability: against one opponent, roll four white dice; a unit that they make loses its first "
                    "uncrossed cell. If they hit nothing, the use is still spent."
                ),
            ),
        ),
        per_seat=True,
        varied=True,
    ),
    Option(
        "leftovers",  # SC-28
        N_("What the active player leaves"),
        (
            Choice("taken", label=N_("Taken in turn: a used die is gone")),
            Choice("shared", label=N_("Shared by everyone at once")),
        ),
    ),
)

TURN = 4 + 2 * 5 + 2  # support, red die, unit, building; the same two for five others; ability and target
MAX_DECISIONS = 6 * 3 + 12 * 6 * TURN
SCORE_BOUNDS = (0, 2 * (16 + 6 + 10 + 16 + 12 + 15) + 2 * (9 + 16 + 4 + 4 + 16) + 48 + 2 * 30)  # every row full
