"""Rolling Pyramids: draft dice, raise armies, send them secretly to the map, and hold the pyramids."""

from rollwright.core.language import N_
from rollwright.core.options import Choice, Option

TITLE = "Rolling Pyramids"
EDITION = 2
SUMMARY = N_("Secret orders, open battles.")
CREDITS = N_("The demo of the game was published without the name of its designer.")
SECRETS = True
HIDDEN_TOTALS = True  # RP-30
SEATS = range(1, 5)
QUICK_SEATS = 2  # alone it is a campaign: a first game is against a bot
MINUTES = 30  # 90 decisions of a player against one other, 89 alone
DIFFICULTY = 4

OPTIONS = (
    Option(
        "map",  # RP-03
        N_("Map"),
        (
            Choice(
                "inner",
                label=N_("Inner factories"),
                about=N_("Factories for bombs and legions stand around the centre."),
            ),
            Choice(
                "outer",
                label=N_("Outer factories"),
                about=N_("Factories for legions, footmen and colossi stand at the edge; points lie around the centre."),
            ),
            Choice("4x", label=N_("4x"), about=N_("Only four factories, and more points on every pyramid.")),
        ),
    ),
    Option(
        "faction",  # RP-40
        N_("Faction"),
        (
            Choice(
                "anubians",
                label=N_("Anubians"),
                about=N_("An attacking hero destroys two defenders: one before the fight, one in it."),
            ),
            Choice("bastet", label=N_("Bastet"), about=N_("It takes 2 damage to kill a hero.")),
            Choice(
                "rashar",
                label=N_("Ra'shar"),
                about=N_(
                    "A defending hero destroys two attackers of each side. A number from 5 on brings one hero more."
                ),
            ),
            Choice(
                "sobeccians",
                label=N_("Sobeccians"),
                about=N_("Heroes can be sent two spaces away. Where they attack, one defender falls before the fight."),
            ),
        ),
        per_seat=True,
        distinct=True,
    ),
    Option(
        "difficulty",  # RP-50
        N_("Difficulty"),
        (
            Choice(
                "easy",
                most_seats=1,
                label=N_("Easy"),
                about=N_("For your first campaigns: the Pharaoh has few men, and every second game is won."),
            ),
            Choice(
                "medium",
                most_seats=1,
                label=N_("Medium"),
                about=N_("More men, above all at the edge. You need a plan to win."),
            ),
            Choice(
                "hard",
                most_seats=1,
                label=N_("Hard"),
                about=N_(
                    "The published campaign, with strong guards all around. Our normal bot loses a quarter of them."
                ),
            ),
        ),
        unsaid="hard",
    ),
)

ROUND_OF_FOUR = 4 * (4 + 1 + 6 + 1 + 1)  # four dice; done developing; six groups and ready; done placing
ROUND_ALONE = 4 + 1 + 7 + 1 + 19 + 1  # the same with a seventh group, and men kept from every numbered space
ONCE = 6 + 8 + 3  # upgrades, triangles and devices, of which a player gets each but once
MAX_DECISIONS = max(4 + 10 * ROUND_OF_FOUR + 4 * ONCE, 15 * ROUND_ALONE + ONCE)
SCORE_BOUNDS = (0, 2 * (9 * 22 + 62))  # every pyramid of the richest map, ten rounds long
