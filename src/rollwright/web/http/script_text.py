"""The sentences that the pages' scripts show; a page contains them in the reader's language."""

from collections.abc import Mapping

from rollwright.core.language import N_, Speech

WORDS = {
    "lost": N_("Connection lost. Trying again; what you have done is saved."),
    "back": N_("Connected again."),
    "where_to": N_("Where to?"),
    "sure": N_("Do this?"),
    "again": N_("Press the button to do it."),
    "rolling": N_("Rolling ..."),
    "thinking": N_("Thinking ..."),
    "next": N_("Next"),
    "close": N_("Close"),
    "undo": N_("Undo"),
    "undo_of": N_("Undo: {name}"),
    "gone": N_("This table is no longer available: it was deleted, or its link was renewed."),
    "onwards": N_("The others play again: on to the next table ..."),
    "rule": N_("Read this rule"),
    "point": N_("Click on something to learn what it means."),
    "your_turn": N_("Your turn"),
    "notify_on": N_("On, even when this page is closed."),
    "notify_off": N_("Off. It works even when this page is closed."),
    "notify_open_only": N_("On while this page is open. This server cannot reach you when it is closed."),
    "notify_not_offered": N_("Off. It works while this page is open: this server cannot reach you when it is closed."),
    "notify_unreached": N_("On while this page is open. This browser cannot be reached when it is closed."),
    "notify_refused": N_("Off: this browser refuses notifications of this site. You can allow them in its settings."),
    "enter": N_("Tap what your dice show."),
    "entered": N_("Enter these"),
    "app_rolls": N_("Let the app roll"),
    "clear": N_("Clear"),
    "cancel": N_("Cancel"),
    "copied": N_("Copied."),
    "left": N_("{time} left"),
    "rolls_in": N_("{name} rolls in {n} s. Click to see it now."),
    "failed": N_("That could not be sent: {reason}"),
    "best": N_("Your best yet."),
    "better": N_("Your best yet. It was {points} ({date})."),
    "equal": N_("As good as your best ({date})."),
    "beat": N_("Your best is {points} ({date})."),
    "aim": N_("Best on this device: {points}"),
    "drawing_picture": N_("Drawing the picture ..."),
    "picture_saved": N_("The picture is saved."),
    "lesson_step": N_("Lesson, step {n} of {most}"),
    "lesson_read": N_("Read this first, then press Next."),
    "lesson_leave": N_("Skip the lesson?"),
    "lesson_waits": N_("It waits among your tables: go on whenever you like."),
    "lesson_stay": N_("Go on with the lesson"),
    "lesson_finish": N_("Finish this game"),
    "picture_failed": N_("This browser could not draw the picture."),
}


REPLAY_WORDS = {
    "round": N_("Round {n}"),
    "step": N_("{round}: {step}"),
    "count": N_("Step {n} of {most}"),
    "play": N_("Play back"),
    "pause": N_("Pause"),
    "next": N_("Next"),
    "close": N_("Close"),
    "copy": N_("Copy"),
    "copied": N_("Copied."),
    "judged": N_("Luck and choices: {n}"),
    "retry": N_("One of the costliest choices: try it again before you look."),
    "try_again": N_("Try again"),
    "start_step": N_("The start of the game: nobody has rolled or chosen yet."),
    "not_yet": N_("This step is being looked at."),
    "first_look": N_("The bots play this game again, thousands of times …"),
    "refined": N_("These numbers are provisional: they are being measured more exactly."),
    "this_step": N_("This step"),
    "next_step": N_("The next step"),
    "lost": N_("The server cannot be reached. Try again in a moment."),
    "gone": N_("This table is no longer available: it was deleted, or its link was renewed."),
}
"""The sentences for the page of a replay."""

PLACES = ("date", "most", "move", "n", "name", "points", "reason", "round", "spot", "step", "time")


def page_words(say: Speech, words: Mapping[str, str] = WORDS) -> dict[str, str]:
    """Return a script's sentences, with placeholders for the script to fill."""
    return {name: say(text, **{place: f"{{{place}}}" for place in PLACES}) for name, text in words.items()}
