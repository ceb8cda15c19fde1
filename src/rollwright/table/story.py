"""The story of a table: what happened, in words, as each viewer may know it.

As `conceal` does for positions, this decides which events a viewer may see. A move of a secret form is added to the
story of its own seat at once, and to everybody else's only when the epoch changes; if it was taken back by then, they
never learn of it. A viewer's story only grows, so a cursor into it is enough to read what is new.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.position import Position
from rollwright.table.company import Remark
from rollwright.table.events import Corrected, Event, Moved, Rolled, Undone

DICE = -1
"""The seat of an entry about dice."""


@dataclass(frozen=True)
class StoryEntry:
    """One thing that happened: its round, the seat that did it (or DICE), and a phrase."""

    round_no: int
    seat: int
    phrase: Phrase
    aside: bool = False
    """Whether it is not part of the game: greetings, and who came or left."""


class Played(Protocol):
    """A game that has a story: a table, or a replay of one."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def rules(self) -> Rules:
        """Its rules."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def setting(self) -> Mapping[str, Sequence[str]]:
        """The options that were chosen."""

    @property
    def players(self) -> Sequence[Phrase]:
        """The players' names, in the order of the seats."""

    @property
    def log(self) -> Sequence[Event]:
        """The events from the opening on; it may grow."""


class Story:
    """The story of a table, separately for each viewer.

    It replays the log on a position of its own; `follow` adds what has happened since the last time.
    """

    def __init__(self, table: Played, remarks: Sequence[Remark] = ()) -> None:
        """Begin with a table's whole log; `remarks`, which may grow too, are added between its steps."""
        self.table = table
        self._remarks = remarks
        self._next_remark = 0
        self.position = Position.new(table.game, table.seats, table.setting, rules=table.rules).record
        self._next = 1
        self._epoch_start = copy(self.position)
        self._before_dice = self._epoch_start
        self._epoch_moves: list[int] = []
        self._move_entries: dict[int, dict[int, StoryEntry]] = {}
        """Each viewer's entry for the moves that can still be taken back, by their places in the log."""
        self._withheld: list[int] = []
        self._handed_over: set[int] = set()
        """The places of secret moves whose seat has another player now."""
        shared: list[StoryEntry] = []
        # Without secrets all viewers share one story, which is computed and stored once.
        self._entries = {viewer: [] if table.game.secrets else shared for viewer in (SPECTATOR, *range(table.seats))}
        self._viewers = [SPECTATOR, *range(table.seats)] if table.game.secrets else [SPECTATOR]
        self.follow()

    def entries(self, viewer: int = SPECTATOR, since: int = 0) -> list[StoryEntry]:
        """Return a viewer's entries from index `since` on; viewers without a seat get those of a spectator."""
        return self._entries.get(viewer, self._entries[SPECTATOR])[since:]

    def length(self, viewer: int = SPECTATOR) -> int:
        """Return how many entries a viewer has."""
        return len(self._entries.get(viewer, self._entries[SPECTATOR]))

    def follow(self) -> None:
        """Add what has happened at the table since the last time."""
        names = self.table.players
        while self._next < len(self.table.log):
            self._add_remarks()
            self._add_event(self._next, self.table.log[self._next], names)
            self._next += 1
        self._add_remarks()

    def _add_remarks(self) -> None:
        """Add the remarks that were made before the next step, for everybody."""
        while self._next_remark < len(self._remarks) and self._remarks[self._next_remark].after <= self._next:
            remark = self._remarks[self._next_remark]
            self._next_remark += 1
            if remark.is_handover and self.table.game.secrets:
                self._hand_over(remark.seat)
            for viewer in self._viewers:
                round_no = int(self._seen(self.position, viewer).round_no)
                self._entries[viewer].append(StoryEntry(round_no, remark.seat, remark.phrase, aside=True))

    def _hand_over(self, seat: int) -> None:
        """Begin a seat's story anew for another player, with what a spectator may know."""
        self._entries[seat] = list(self._entries[SPECTATOR])
        self._handed_over |= {place for place in self._withheld if self._move_entries[place][seat].seat == seat}

    def _add_event(self, place: int, event: Event, names: Sequence[Phrase]) -> None:
        if isinstance(event, Rolled):
            self._before_dice = copy(self.position)
            self._add_dice(event, names)
        elif isinstance(event, Moved):
            self._add_move(place, event, names)
        elif isinstance(event, Undone):
            self._add_undo(event, names)
        elif isinstance(event, Corrected):
            self._add_dice(event, names)

    def _add_dice(self, event: Rolled | Corrected, names: Sequence[Phrase]) -> None:
        """Add the result of the last roll, or its correction."""
        before = self._before_dice
        self.position = Position(self.table.rules, before).rolled(event.faces).record
        self._reveal_secrets(before)
        for viewer in self._viewers:
            then, now = self._seen(before, viewer), self._seen(self.position, viewer)
            phrase = self.table.game.words.told_roll(then, now, names)
            if isinstance(event, Corrected):
                phrase = _correction(event.seat, phrase, names)
            self._entries[viewer].append(StoryEntry(int(then.round_no), DICE, phrase))
        self._add_account(before, DICE, names)
        self._start_epoch()

    def _add_move(self, place: int, event: Moved, names: Sequence[Phrase]) -> None:
        before = copy(self.position)
        self.table.rules.play(self.position, event.seat, event.move)
        self._epoch_moves.append(place)
        self._reveal_secrets(before)
        opened = self.position.epoch != before.epoch
        if self.table.game.moves.is_secret(event.move):
            # In the words for its own seat, which sees all of it; once revealed, the others may know just as much.
            entry = self._move_entry(event, before, event.seat, names)
            self._move_entries[place] = dict.fromkeys(self._viewers, entry)
            if not opened:
                self._withheld.append(place)
        else:
            self._move_entries[place] = {
                viewer: self._move_entry(event, before, viewer, names) for viewer in self._viewers
            }
        for viewer, entry in self._move_entries[place].items():
            if opened or viewer == event.seat or place not in self._withheld:
                self._entries[viewer].append(entry)
        self._add_account(before, event.seat, names)
        if opened:
            self._start_epoch()

    def _add_account(self, before: Record, seat: int, names: Sequence[Phrase]) -> None:
        """Add the consequences of a step, if the game reports any."""
        words = self.table.game.words
        for viewer in self._viewers if words.tells_consequences else ():
            then, now = self._seen(before, viewer), self._seen(self.position, viewer)
            round_no = int(then.round_no)
            self._entries[viewer] += [StoryEntry(round_no, seat, phrase) for phrase in words.account(then, now, names)]

    def _move_entry(self, event: Moved, before: Record, viewer: int, names: Sequence[Phrase]) -> StoryEntry:
        then, now = self._seen(before, viewer), self._seen(self.position, viewer)
        phrase = self.table.game.words.told_move(then, event.seat, event.move, now, names)
        return StoryEntry(int(then.round_no), event.seat, phrase)

    def _add_undo(self, event: Undone, names: Sequence[Phrase]) -> None:
        secret = event.place in self._withheld
        for viewer, entry in self._move_entries.pop(event.place).items():
            if not secret or (viewer == event.seat and event.place not in self._handed_over):
                phrase = Phrase("{who} takes back: {told}", who=names[event.seat], told=entry.phrase)
                self._entries[viewer].append(StoryEntry(entry.round_no, event.seat, phrase))
        if secret:
            self._withheld.remove(event.place)
        self._epoch_moves.remove(event.place)
        self.position = copy(self._epoch_start)
        for place in self._epoch_moves:
            moved = self.table.log[place]
            assert isinstance(moved, Moved)
            self.table.rules.play(self.position, moved.seat, moved.move)

    def _reveal_secrets(self, before: Record) -> None:
        """If the epoch has changed, show the others the secret moves that were not taken back, in order."""
        if self.position.epoch == before.epoch:
            return
        for place in self._withheld:
            for viewer, entry in self._move_entries[place].items():
                if viewer != entry.seat or place in self._handed_over:
                    self._entries[viewer].append(entry)
        self._withheld = []

    def _start_epoch(self) -> None:
        """Start a new epoch: earlier moves can no longer be taken back."""
        self._epoch_start = copy(self.position)
        self._epoch_moves = []
        self._move_entries = {place: self._move_entries[place] for place in self._withheld}

    def _seen(self, position: Record, viewer: int) -> Record:
        return Position(self.table.rules, position).seen(viewer).record


def _correction(seat: int, result: Phrase, names: Sequence[Phrase]) -> Phrase:
    """Return the phrase for corrected dice, with the player who corrected them if known."""
    if seat in range(len(names)):
        return Phrase("{who} corrects the dice: {told}", who=names[seat], told=result)
    return Phrase("The dice were corrected: {told}", told=result)
