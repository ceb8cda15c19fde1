"""Editions: whether a log can be replayed by the rules of today.

A game declares the number of its rules, its edition, and a table keeps the one that it is played by. Logs of older
releases have none: those are replayed by today's rules, as long as that comes to what the store kept of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rollwright.core.errors import Refusal
from rollwright.core.facts import NO_EDITION
from rollwright.core.game import game_names, open_game
from rollwright.core.language import Phrase
from rollwright.table.company import Company
from rollwright.table.events import Event, Opened, Step
from rollwright.table.models import Head, Listed, Summary
from rollwright.table.table import Table

EARLIER_END = Phrase(
    "This game cannot be replayed, as the rules have changed since it was played: this is how it ended."
)
DAMAGED_END = Phrase("This game cannot be replayed, as its log is damaged: this is how it ended.")
EARLIER_GAME = Phrase(
    "This game cannot be continued, as the rules have changed since it began: its host can delete it, and you can "
    "start a new one."
)
DAMAGED_GAME = Phrase(
    "This game cannot be continued, as its log is damaged: its host can delete it, and you can start a new one."
)


@dataclass(frozen=True)
class Unreplayed:
    """A table whose log cannot be replayed: what is known of it without the rules."""

    listed: Listed
    company: Company | None
    """Who sits there; None if not even that can be read from the log."""
    length: int
    """The length of the log; 0 if it cannot be read."""
    reason: str
    """What is wrong, for the operator."""
    damaged: bool = False
    """Whether the log itself is at fault, as the rules are still the same, or it cannot even be read."""

    @property
    def phrase(self) -> Phrase:
        """What a player is told."""
        if self.listed.summary.over:
            return DAMAGED_END if self.damaged else EARLIER_END
        return DAMAGED_GAME if self.damaged else EARLIER_GAME

    def knows(self, holder: str) -> bool:
        """Return whether a browser may see this table."""
        owns = bool(holder) and holder == self.listed.head.owner
        return owns or (self.company is not None and self.company.knows(holder))


class CannotReplay(Refusal):
    """A log cannot be replayed by the rules of today."""

    def __init__(self, kept: Unreplayed) -> None:
        """Refuse with a sentence for the player."""
        super().__init__(kept.phrase)
        self.kept = kept


def is_outdated(listed: Listed) -> bool:
    """Return whether a game that is not over was begun by another edition of its rules than that of today.

    A lobby is not: nothing has been decided there yet.
    """
    waits_or_over = listed.summary.waits or listed.summary.over
    today = open_game(listed.game).edition if listed.game in game_names() else NO_EDITION
    return not waits_or_over and NO_EDITION not in (listed.head.edition, today) and listed.head.edition != today


def company_of(head: Head, log: Iterable[Event]) -> Company:
    """Return who sits at a table, which follows from its log without the rules."""
    opened, *events = log
    assert isinstance(opened, Opened), "a log begins with the opening of its table"
    company, steps = Company(head, opened), 1
    for event in events:
        if isinstance(event, Step):
            steps += 1
        else:
            company.follow(event, steps)
    return company


def difference(table: Table, listed: Listed) -> str:
    """Say in what a replayed table differs from what was kept of it, for the operator; empty if it can be trusted.

    A finished game can be trusted if it ends as it did. One that goes on must have been begun by today's rules, or, if
    that is not known, stand as it did: what everybody may know of it has changed with every summary.
    """
    edition, today, summary = listed.head.edition, table.game.edition, listed.summary
    if is_outdated(listed):
        return f"it was begun by edition {edition} of the rules, and these are {today}"
    if edition == today != NO_EDITION and not summary.over:
        return ""
    now = Summary.of(table)
    if (now.over, now.halves) != (summary.over, summary.halves):
        return f"it came to {_told(summary)}, and is replayed to {_told(now)}"
    return ""


def _told(summary: Summary) -> str:
    return f"{list(summary.halves)} half points{', finished' if summary.over else ''}"
