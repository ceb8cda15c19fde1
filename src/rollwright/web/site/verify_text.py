"""The sentences of the script that checks fair dice; the page contains them in the reader's language."""

from rollwright.core.language import N_, Speech

WORDS = {
    "proven": N_("Proven: the dice are as they were settled before the first roll. Dice: {dice}, rolls: {rolls}."),
    "no_record": N_("This is not a record of a game: a record begins with 'rollwright: 1'."),
    "no_proof": N_("This record holds no proof: its dice were not fair dice, or somebody left the proof out."),
    "bad_proof": N_("The proof in this record cannot be read: somebody has changed its lines."),
    "not_over": N_("The game is not over, so its seed is not revealed yet: check it when it is."),
    "no_seed": N_("The game is over, but the record lacks its seed: nothing can be checked."),
    "other_seed": N_("The seed is not the one that was committed to: its SHA-256 is another."),
    "cut": N_("The seed is revealed, but the record ends before the game does."),
    "differs": N_("Line {line}: die {die} shows {face}, but the seed gives {right}."),
    "not_listed": N_("Line {line}: these are not the dice that the proof lists: '{roll}'."),
    "too_many": N_("The proof lists a roll that never was: {roll}."),
    "gap": N_("Line {line}: a roll has been left out or moved before this one: '{roll}'."),
    "other_commitment": N_("Before the first roll this browser was shown another commitment: the seed was swapped."),
    "not_added": N_("The number that this browser added is not among those that the dice follow from."),
    "seen": N_("This browser saw the commitment before the first roll, and its own number is among those added:"),
    "compare": N_("Compare the commitment with the one that the table showed before the first roll:"),
    "givers": N_("Numbers were added by: {names}."),
    "nobody": N_("No player added a number, so whoever chose the seed alone settled the dice."),
    "rules": N_("Who rolled what when is taken from the record. The command below checks that by the rules, too."),
    "player": N_("Player {n}"),
    "right": N_("as settled"),
    "wrong": N_("not as settled"),
    "instead": N_("must be {right}"),
}

PLACES = ("dice", "die", "face", "line", "n", "names", "right", "roll", "rolls")


def verify_words(say: Speech) -> dict[str, str]:
    """Return the script's sentences, with placeholders for the script to fill."""
    return {name: say(text, **{place: f"{{{place}}}" for place in PLACES}) for name, text in WORDS.items()}
