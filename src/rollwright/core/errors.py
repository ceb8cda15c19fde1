"""Refusals: exceptions with one sentence for the user, saying what was wrong and what is possible."""

from importlib import import_module

from rollwright.core.language import Phrase


class Refusal(Exception):  # noqa: N818 - a refusal is the user's word for it, and it is not a fault of the program
    """A request cannot be fulfilled; the phrase says why and what is possible instead.

    All that Rollwright refuses is a kind of this.

    >>> import rollwright
    >>> try:
    ...     rollwright.open("terminal_dispute", seats=9)
    ... except rollwright.Refusal as refusal:
    ...     print(refusal)
    Terminal Dispute is for 1 to 6 seats, not 9.
    """

    def __init__(self, phrase: Phrase) -> None:
        """Refuse with a phrase, which can be translated later."""
        super().__init__(phrase)
        self.phrase = phrase

    def __str__(self) -> str:
        """Return the phrase in English."""
        return str(self.phrase)


class UnknownGame(Refusal):
    """There is no game of that name.

    >>> import rollwright
    >>> rollwright.open("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rollwright.core.errors.UnknownGame: There is no game called 'chess': ...
    """


class BadOption(Refusal):
    """A table cannot be opened with these seats, options or players.

    >>> import rollwright
    >>> rollwright.open("starcraft", options={"race": "orc"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rollwright.core.errors.BadOption: ...
    """


class NotYourTurn(Refusal):
    """The seat may not act now.

    >>> import rollwright
    >>> rollwright.open("terminal_dispute", seats=2, seed=7).play(1, "write 2 b1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rollwright.core.errors.NotYourTurn: Player 2 has no move to make now: ...
    """


class MoveRefused(Refusal):
    """A move was not made; nothing has changed.

    >>> import rollwright
    >>> issubclass(rollwright.Illegal, rollwright.MoveRefused)
    True
    """


class Unreadable(MoveRefused):
    """The text is not a move of this game at all.

    >>> import rollwright
    >>> rollwright.open("terminal_dispute", seed=7).play(0, "e2e4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rollwright.core.errors.Unreadable: ...
    """


class Illegal(MoveRefused):
    """The text is a move of this game, but not one that the rules allow now; the sentence says why.

    >>> import rollwright
    >>> rollwright.open("terminal_dispute", seed=7).play(0, "write 2 b1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rollwright.core.errors.Illegal: ...
    """


class Ambiguous(MoveRefused):
    """The text could mean several legal moves.

    >>> import rollwright
    >>> rollwright.open("terminal_dispute", seed=7).play(0, "allocate nav 2")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rollwright.core.errors.Ambiguous: ...
    """


class BadBot(Refusal):
    """A bot did not return one of the legal moves.

    >>> import rollwright
    >>> rollwright.open("tou_shi").finish(lambda position: None)
    Traceback (most recent call last):
    rollwright.core.errors.BadBot: The bot <lambda> answered None: it must return one of position.legal(), or its text.
    """


class Missing(Refusal):
    """A package that this needs is not installed; the sentence says how to install it.

    >>> from rollwright.core.errors import missing
    >>> print(missing("altair", "lab"))
    This needs the package altair, which is not installed: run `pip install 'rollwright[lab]'`.
    """


class BadRecord(Refusal):
    """A text is not a record of a game, or its moves do not follow the rules.

    >>> import rollwright
    >>> rollwright.replay("1. e4 e5")
    Traceback (most recent call last):
    rollwright.core.errors.BadRecord: This is not a record of a game: a record starts with 'rollwright: 1'.
    """


def missing(module: str, extra: str) -> Missing:
    """Return the refusal that says which package is missing and how to install it."""
    command = f"pip install 'rollwright[{extra}]'"
    return Missing(
        Phrase("This needs the package {module}, which is not installed: run `{command}`.", module=module,
               command=command)
    )  # fmt: skip


def need(module: str, extra: str) -> None:
    """Import a module of an extra; if a package is missing, refuse with the command that installs it.

    >>> need("json", "lab")
    >>> need("no_such_module", "lab")
    Traceback (most recent call last):
    rollwright.core.errors.Missing: This needs the package no_such_module, which is not installed: run `pip install \
'rollwright[lab]'`.
    """
    try:
        import_module(module)
    except ModuleNotFoundError as fault:
        name = (fault.name or module).partition(".")[0]
        if name == "rollwright":
            raise
        raise missing(name, extra) from fault
