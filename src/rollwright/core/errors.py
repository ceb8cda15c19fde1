"""Refusals: exceptions with one sentence for the user, saying what was wrong and what is possible."""

from rollwright.core.language import Phrase


class Refusal(Exception):  # noqa: N818 - a refusal is the user's word for it, and it is not a fault of the program
    """A request cannot be fulfilled; the phrase says why and what is possible instead."""

    def __init__(self, phrase: Phrase) -> None:
        """Refuse with a phrase, which can be translated later."""
        super().__init__(phrase)
        self.phrase = phrase

    def __str__(self) -> str:
        """Return the phrase in English."""
        return str(self.phrase)


class UnknownGame(Refusal):
    """There is no game of that name."""


class BadOption(Refusal):
    """A table cannot be opened with these seats or options."""


class NotYourTurn(Refusal):
    """The seat may not act now."""


class MoveRefused(Refusal):
    """A move was not made; nothing has changed."""


class Unreadable(MoveRefused):
    """The text is not a move of this game at all."""


class Illegal(MoveRefused):
    """The text is a move of this game, but not one that the rules allow now."""


class Ambiguous(MoveRefused):
    """The text could mean several legal moves."""


class BadRecord(Refusal):
    """A text is not a record of a game, or its moves do not follow the rules."""
