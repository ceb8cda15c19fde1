"""The sentences of the script that checks fair dice; the page contains them in the reader's language."""

from rollwright.core.language import N_, Speech

WORDS = {
    "proven": N_(
        "Proven: the dice are exactly as they were fixed before the first roll. Dice: {dice}, rolls: {rolls}."
    ),
    "no_record": N_("This is not a record of a game: a record starts with 'rollwright: 1'."),
    "no_proof": N_("This record contains no proof: it was not played with fair dice, or someone removed the proof."),
    "bad_proof": N_("The proof in this record cannot be read: someone has changed its lines."),
    "not_over": N_("The game is not over, so its seed is still secret: check the record when it is over."),
    "no_seed": N_("The game is over, but its seed is missing from the record: nothing can be checked."),
    "other_seed": N_("The seed does not match the commitment: its SHA-256 is different."),
    "cut": N_("The seed is revealed, but the record ends before the game does."),
    "differs": N_("Line {line}: die {die} shows {face}, but the seed gives {right}."),
    "not_listed": N_("Line {line}: these are not the dice listed in the proof: '{roll}'."),
    "too_many": N_("The proof lists a roll that never happened: {roll}."),
    "gap": N_("Line {line}: a roll before this one is missing or was moved: '{roll}'."),
    "other_commitment": N_(
        "Before the first roll this browser was shown a different commitment: the seed was swapped."
    ),
    "not_added": N_("The number that this browser added is not among those used for the dice."),
    "swapped": N_("The number of {name} does not match the commitment to it: one of them was changed."),
    "disorder": N_("The record does not show that everyone committed before any number was shown."),
    "other_number": N_(
        "When this browser showed its number, {name} had committed to another one: it was exchanged afterwards."
    ),
    "late_number": N_(
        "When this browser showed its number, {name} had added none and committed to none: theirs came afterwards."
    ),
    "seen": N_("This browser saw the commitment before the first roll, and its own number is among those added:"),
    "compare": N_("Compare the commitment with the one the table showed before the first roll:"),
    "givers": N_("Numbers were added by: {names}."),
    "nobody": N_("No player added a number, so the dice were decided by the choice of the seed alone."),
    "committed": N_(
        "All of them committed to their numbers before any was shown: nobody could choose one to suit the others."
    ),
    "openly": N_("The numbers were not committed first: {names}. Whoever gave theirs last may have known the others."),
    "unrevealed": N_(
        "Committed but never revealed, at the seat of: {names}. Whoever sat there before the numbers were shown had "
        "committed to it, and may have left since. Such a number counts as empty. That happens when a page is closed "
        "too early, or when somebody has seen the other numbers and keeps back their own."
    ),
    "rules": N_(
        "Who rolled what, and when, is taken from the record. The command below also checks that against the rules."
    ),
    "player": N_("Player {n}"),
    "right": N_("matches"),
    "wrong": N_("does not match"),
    "instead": N_("should be {right}"),
}

PLACES = ("dice", "die", "face", "line", "n", "name", "names", "right", "roll", "rolls")


def verify_words(say: Speech) -> dict[str, str]:
    """Return the script's sentences, with placeholders for the script to fill."""
    return {name: say(text, **{place: f"{{{place}}}" for place in PLACES}) for name, text in WORDS.items()}
