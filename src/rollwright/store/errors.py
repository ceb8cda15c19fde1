"""How a store refuses."""

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase


class Conflict(Refusal):
    """Somebody else has written at that place of the log."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(Phrase("The table has gone on in the meantime, and nothing was done: look at it again."))


class NoSuchTable(Refusal):
    """There is no table of that name, or no longer."""

    def __init__(self) -> None:
        """Say what may have become of it."""
        super().__init__(
            Phrase("There is no such table for this browser: perhaps it was deleted, or you need a link to it.")
        )


class Tried(Refusal):
    """Somebody has had the one try at a deal that counts."""

    def __init__(self) -> None:
        """Say what is possible instead."""
        super().__init__(Phrase("You have had your one try at this that counts: play it again for practice."))


class StoreRefused(Refusal):
    """The store could not keep something, or could not give it back; nothing has changed."""


class Unsure(StoreRefused):
    """The one refusal after which something may have changed: the store was lost at the very moment of keeping it."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(
            Phrase("The database does not answer, and it is not known whether this was saved: look at the table again.")
        )
