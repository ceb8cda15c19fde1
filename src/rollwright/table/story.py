"""What happened, in words, as each person at the table may hear it: the gate for events.

Beside `conceal`, which stands before every position, this stands before every event. A move of a secret form is told
to its own seat at once, and to everybody else only when the epoch changes; one that was taken back before is never
told to them at all. What somebody has been told is never changed, only added to, so a reader needs but a cursor.
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
"""Stands in place of a seat where the dice are told of."""


@dataclass(frozen=True)
class StoryEntry:
    """One thing that happened: in which round, by which seat (or DICE), and what to say of it."""

    round_no: int
    seat: int
    phrase: Phrase
    aside: bool = False
    """Whether it is no part of the game: what people said, who came or went."""


class Played(Protocol):
    """A game whose story can be told: a table, or what was played at one."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def rules(self) -> Rules:
        """Its rules."""

    @property
    def seats(self) -> int:
        """How many seats there are."""

    @property
    def setting(self) -> Mapping[str, Sequence[str]]:
        """The options that were chosen."""

    @property
    def players(self) -> Sequence[Phrase]:
        """What the players are called."""

    @property
    def log(self) -> Sequence[Event]:
        """What has happened, from the opening on; it may grow."""


class Story:
    """The story of a table, told to each viewer apart.

    It follows the log with a position of its own, so it may be asked at any time and tells what was added since.
    """

    def __init__(self, table: Played, remarks: Sequence[Remark] = ()) -> None:
        """Tell a table's story from its beginning, and between its steps the remarks, which may grow as it does."""
        self.table = table
        self._remarks = remarks
        self._next_remark = 0
        self.position = Position.new(table.game, table.seats, table.setting, rules=table.rules).record
        self._next = 1
        self._epoch_start = copy(self.position)
        self._before_dice = self._epoch_start
        self._since: list[int] = []
        self._said: dict[int, dict[int, StoryEntry]] = {}
        """What each viewer was, or will be, told of the moves that can still be taken back, by their places."""
        self._withheld: list[int] = []
        shared: list[StoryEntry] = []
        # Where nothing is ever hidden, everybody hears the same words: they are found once and kept once.
        self._lists = {viewer: [] if table.game.secrets else shared for viewer in (SPECTATOR, *range(table.seats))}
        self._speakers = [SPECTATOR, *range(table.seats)] if table.game.secrets else [SPECTATOR]
        self.follow()

    def told(self, viewer: int = SPECTATOR, since: int = 0) -> list[StoryEntry]:
        """Return what a viewer was told after so many things; whoever has no seat hears what a spectator hears."""
        return self._lists.get(viewer, self._lists[SPECTATOR])[since:]

    def follow(self) -> None:
        """Tell whatever has happened at the table since last time."""
        names = self.table.players
        while self._next < len(self.table.log):
            self._tell_remarks()
            self._tell(self._next, self.table.log[self._next], names)
            self._next += 1
        self._tell_remarks()

    def _tell_remarks(self) -> None:
        """Tell everybody the remarks that were made before the next step."""
        while self._next_remark < len(self._remarks) and self._remarks[self._next_remark].after <= self._next:
            remark = self._remarks[self._next_remark]
            self._next_remark += 1
            for viewer in self._speakers:
                round_no = int(self._seen(self.position, viewer).round_no)
                self._lists[viewer].append(StoryEntry(round_no, remark.seat, remark.phrase, aside=True))

    def _tell(self, place: int, event: Event, names: Sequence[Phrase]) -> None:
        if isinstance(event, Rolled):
            self._before_dice = copy(self.position)
            self._tell_dice(event, names)
        elif isinstance(event, Moved):
            self._tell_move(place, event, names)
        elif isinstance(event, Undone):
            self._tell_undo(event, names)
        elif isinstance(event, Corrected):
            self._tell_dice(event, names)

    def _tell_dice(self, event: Rolled | Corrected, names: Sequence[Phrase]) -> None:
        """Tell what the dice show that were due last."""
        before = self._before_dice
        self.position = Position(self.table.rules, before).rolled(event.faces).record
        self._open_secrets(before)
        for viewer in self._speakers:
            then, now = self._seen(before, viewer), self._seen(self.position, viewer)
            told = self.table.game.words.told_roll(then, now, names)
            if isinstance(event, Corrected):
                told = _correction(event.seat, told, names)
            self._lists[viewer].append(StoryEntry(int(then.round_no), DICE, told))
        self._tell_account(before, DICE, names)
        self._start_epoch()

    def _tell_move(self, place: int, event: Moved, names: Sequence[Phrase]) -> None:
        before = copy(self.position)
        self.table.rules.play(self.position, event.seat, event.move)
        self._since.append(place)
        self._open_secrets(before)
        opened = self.position.epoch != before.epoch
        if self.table.game.moves.form(event.move).secret:
            # In its own seat's words: a secret is whole there, and once it opens the others may hear just that.
            told = self._told(event, before, event.seat, names)
            self._said[place] = dict.fromkeys(self._speakers, told)
            if not opened:
                self._withheld.append(place)
        else:
            self._said[place] = {viewer: self._told(event, before, viewer, names) for viewer in self._speakers}
        for viewer, told in self._said[place].items():
            if opened or viewer == event.seat or place not in self._withheld:
                self._lists[viewer].append(told)
        self._tell_account(before, event.seat, names)
        if opened:
            self._start_epoch()

    def _tell_account(self, before: Record, seat: int, names: Sequence[Phrase]) -> None:
        """Tell what came of a step beyond the step itself, if the game has more to tell."""
        account = self.table.game.words.account
        for viewer in self._speakers:
            then, now = self._seen(before, viewer), self._seen(self.position, viewer)
            round_no = int(then.round_no)
            self._lists[viewer] += [StoryEntry(round_no, seat, phrase) for phrase in account(then, now, names)]

    def _told(self, event: Moved, before: Record, viewer: int, names: Sequence[Phrase]) -> StoryEntry:
        then, now = self._seen(before, viewer), self._seen(self.position, viewer)
        phrase = self.table.game.words.told_move(then, event.seat, event.move, now, names)
        return StoryEntry(int(then.round_no), event.seat, phrase)

    def _tell_undo(self, event: Undone, names: Sequence[Phrase]) -> None:
        secret = event.place in self._withheld
        for viewer, told in self._said.pop(event.place).items():
            if not secret or viewer == event.seat:
                phrase = Phrase("{who} takes back: {told}", who=names[event.seat], told=told.phrase)
                self._lists[viewer].append(StoryEntry(told.round_no, event.seat, phrase))
        if secret:
            self._withheld.remove(event.place)
        self._since.remove(event.place)
        self.position = copy(self._epoch_start)
        for place in self._since:
            moved = self.table.log[place]
            assert isinstance(moved, Moved)
            self.table.rules.play(self.position, moved.seat, moved.move)

    def _open_secrets(self, before: Record) -> None:
        """Tell the others the secret moves that still stand, if the epoch has changed: in the order they were made."""
        if self.position.epoch == before.epoch:
            return
        for place in self._withheld:
            for viewer, told in self._said[place].items():
                if viewer != told.seat:
                    self._lists[viewer].append(told)
        self._withheld = []

    def _start_epoch(self) -> None:
        """Forget how to take back what can no longer be taken back."""
        self._epoch_start = copy(self.position)
        self._since = []
        self._said = {place: self._said[place] for place in self._withheld}

    def _seen(self, position: Record, viewer: int) -> Record:
        return Position(self.table.rules, position).seen(viewer).record


def _correction(seat: int, told: Phrase, names: Sequence[Phrase]) -> Phrase:
    """Say that the dice show something else, and who noticed, if it is known."""
    if seat in range(len(names)):
        return Phrase("{who} corrects the dice: {told}", who=names[seat], told=told)
    return Phrase("The dice are corrected: {told}", told=told)
