"""The sentences about people that stand in the story of a table: greetings, and where it was played."""

from rollwright.core.language import N_, Phrase

GREETINGS = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "nice": N_("Nice!"),
    "ouch": N_("Ouch!"),
    "moment": N_("One moment, please."),
    "go": N_("Your turn!"),
    "thanks": N_("Thanks for the game!"),
    "bye": N_("See you!"),
}
"""The ready-made greetings, by name."""

PLAYED_APART = Phrase(
    "Until here this game was played without a connection, on a device of a player, which also chose the dice."
)
