"""The refusals of a store, each with the sentence that a person is shown."""

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase


class Conflict(Refusal):
    """Something else has been appended at that place of the log, or the id of a new table exists already."""

    def __init__(self) -> None:
        """Make the sentence for a person."""
        super().__init__(Phrase("The table has moved on in the meantime, and nothing was done: look at it again."))


class NoSuchTable(Refusal):
    """There is no table of that id, or not any more."""

    def __init__(self) -> None:
        """Make the sentence for a person."""
        super().__init__(
            Phrase("There is no such table in this browser: it may have been deleted, or you need a link to it.")
        )


class UnreadableLog(Refusal):
    """A log contains something that this version does not know: it is damaged, or was written by a newer one."""

    def __init__(self) -> None:
        """Make the sentence for a person."""
        super().__init__(Phrase("The log of this table cannot be read: it is damaged, or a newer version wrote it."))


class KeyReused(Refusal):
    """A request has the key of an earlier one, and asks for something else."""

    def __init__(self) -> None:
        """Make the sentence for a person."""
        super().__init__(
            Phrase("This request has the key of an earlier one that asked for something else: send it with a new key.")
        )


class Tried(Refusal):
    """Somebody has already had the ranked try at a deal."""

    def __init__(self) -> None:
        """Make the sentence for a person."""
        super().__init__(Phrase("You have already had your ranked attempt: you can play again for practice."))


class StoreRefused(Refusal):
    """The database failed to write or read something, for instance because the disk is full; nothing has changed.

    Over HTTP it is a 503 with its sentence. `rollwright.store.group_commit` says what happens on the way there.
    """


class Unsure(StoreRefused):
    """The connection was lost during a commit, and it is not known whether the database made it.

    This is the one refusal after which something may have changed.
    """

    def __init__(self) -> None:
        """Make the sentence for a person."""
        super().__init__(
            Phrase("The database is not responding, so we cannot tell whether this was saved: look at the table again.")
        )
