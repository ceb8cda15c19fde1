"""A game replayed step by step, as each viewer may see it.

A replay has a frame for the beginning, and one after each roll and each move that was not taken back. While the game
goes on, a secret move is a frame for its own seat only: the others see it when it is revealed, as they did at the
table, and cannot tell how many there were. Once the game is over, every step is a frame for everybody.

The name of a frame means the same to every viewer, at any time. Public steps are numbered: ``12`` is the position after
the twelfth. Secret moves in between are numbered for each seat: ``12.2.1`` is the first secret move of seat 2, counted
from 1, after that step.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.position import Position
from rollwright.table.events import Event, Moved, Opened, Rolled, effective_events
from rollwright.table.story import DICE, Story, StoryEntry
from rollwright.table.table import Table

EVERYBODY = -1
"""The seat of a public step."""

Place = tuple[int, int, int]
"""The parsed name of a frame: the number of public steps, the seat whose secret move it is, and that move's number."""

_NAME = re.compile(r"(\d{1,6})(?:\.([1-9]\d?)\.([1-9]\d{0,5}))?", re.ASCII)


@dataclass(frozen=True)
class PlayedGame:
    """A snapshot of what has been played at a table; it does not change while the game goes on."""

    game: Game
    rules: Rules
    opened: Opened
    names: tuple[str, ...]
    players: tuple[Phrase, ...]
    events: tuple[Rolled | Moved, ...]
    settled: int
    """The first events, this many, can no longer be taken back."""
    over: bool

    @classmethod
    def of(cls, table: Table, rules: Rules | None = None) -> "PlayedGame":
        """Take a snapshot of a table.

        The replay may use other `rules` than the table: the same rules, compiled or plain.
        """
        opened = table.log[0]
        assert isinstance(opened, Opened), "a log begins with the opening of its table"
        events = tuple(effective_events(table.log))
        settled = len(events) - sum(len(table.recent(seat)) for seat in range(table.seats))
        names, players = tuple(table.names), tuple(table.players)
        return cls(table.game, rules or table.rules, opened, names, players, events, settled, table.over)

    def known_to(self, viewer: int) -> tuple[object, ...]:
        """Return everything that a viewer's replay depends on; secret moves of others do not change it."""
        is_secret = self.game.moves.is_secret
        since = [
            event
            for event in self.events[self.settled :]
            if self.over or isinstance(event, Rolled) or event.seat == viewer or not is_secret(event.move)
        ]
        return self.opened, self.names, self.over, self.events[: self.settled], since

    def goes_on_from(self, earlier: "PlayedGame") -> bool:
        """Return whether this is the same game at the same moment or later."""
        same = (self.opened, self.names) == (earlier.opened, earlier.names)
        return same and self.events[: len(earlier.events)] == earlier.events


@dataclass(frozen=True)
class Frame:
    """One position of a replay as a viewer may see it: its name, and what has just happened."""

    name: str
    round_no: int
    said: Phrase
    more: tuple[Phrase, ...]
    """Further phrases: secrets that were revealed, and the consequences of the step."""
    seat: int
    """The seat that moved, or DICE."""
    step: int
    """The index among all steps. Never send it to a viewer: it would reveal how many steps were secret."""


@dataclass(frozen=True)
class _Step:
    """One step of the game, with the position after it and the story entries that each viewer gets."""

    place: Place
    position: Record
    entries: Mapping[int, Sequence[StoryEntry]]
    revealed: Mapping[int, int]
    """How many of a viewer's entries were secrets of others until then; they come first."""
    seat: int

    @property
    def name(self) -> str:
        number, seat, nth = self.place
        return f"{number}" if seat == EVERYBODY else f"{number}.{seat + 1}.{nth}"


class Replay:
    """The frames of a game for each viewer, and the position at each frame as the viewer may know it."""

    def __init__(self, played: PlayedGame, earlier: "Replay | None" = None) -> None:
        """Replay a game; the steps of an earlier replay of the same game are reused."""
        self.played = played
        known = earlier is not None and played.goes_on_from(earlier.played)
        self._walkthrough: _Walkthrough = earlier._walkthrough if earlier and known else _Walkthrough(played)
        self._steps = self._walkthrough.follow(played)

    def frames(self, viewer: int) -> list[Frame]:
        """Return the frames that a viewer may see: all of them, once the game is over."""
        return [
            self._frame(place, viewer)
            for place, step in enumerate(self._steps)
            if self.played.over or step.place[1] in (EVERYBODY, viewer)
        ]

    def _frame(self, place: int, viewer: int) -> Frame:
        """Return the frame of a step, in the words for a viewer; once the game is over, for the seat that moved."""
        step = self._steps[place]
        if not place:
            return Frame(step.name, int(step.position.round_no), Phrase("The game starts."), (), EVERYBODY, 0)
        actor = SPECTATOR if step.seat == DICE else step.seat
        listener = actor if self.played.over or step.place[1] != EVERYBODY else viewer
        entries, revealed = step.entries[listener], step.revealed[listener]
        own, secrets, rest = entries[revealed], entries[:revealed], entries[revealed + 1 :]
        if self.played.over:  # each secret had a frame of its own
            secrets = []
        more = tuple(each.phrase for each in (*secrets, *rest))
        return Frame(step.name, own.round_no, own.phrase, more, step.seat, place)

    def seen(self, frame: Frame, viewer: int) -> Record:
        """Return the position at a frame, concealed for a viewer."""
        return Position(self.played.rules, self._steps[frame.step].position).seen(viewer).record

    def find(self, name: str, frames: Sequence[Frame]) -> tuple[int, bool]:
        """Return the index of the frame with this name, or of the last one before it, and whether it was found."""
        wanted = _read(name)
        if wanted is None:
            return 0, False
        number, seat, nth = wanted
        found = 0
        for i, frame in enumerate(frames):
            at = self._steps[frame.step].place
            same = at[0] == number and (at[1] == EVERYBODY or (at[1] == seat and at[2] <= nth))
            if at[0] < number or same:
                found = i
        return found, self._steps[frames[found].step].place == wanted


def _read(name: str) -> Place | None:
    read = _NAME.fullmatch(name)
    if read is None:
        return None
    number, seat, nth = read.groups()
    return (int(number), int(seat) - 1, int(nth)) if seat else (int(number), EVERYBODY, 0)


class _Walkthrough:
    """Plays a game from its opening, event by event, and collects its steps and their :class:`Story` entries."""

    def __init__(self, played: PlayedGame) -> None:
        self.game = played.game
        self.rules = played.rules
        self.seats = played.opened.seats
        self.setting = played.opened.setting
        self.players = played.players
        self.log: list[Event] = [played.opened]
        self._story = Story(self)
        self._read: Counter[int] = Counter()
        self._withheld: list[int] = []
        """The seat of each secret move that the others may not know of yet."""
        self._public_steps = 0
        self._secret_moves: Counter[int] = Counter()
        """Secret moves of each seat since the last public step."""
        self._steps = [_Step((0, EVERYBODY, 0), copy(self._story.position), {}, {}, EVERYBODY)]

    def follow(self, played: PlayedGame) -> list[_Step]:
        """Play a game to the end of its events, and return its steps."""
        self.rules = played.rules
        for event in played.events[len(self._steps) - 1 :]:
            self._add(event)
        return self._steps[: 1 + len(played.events)]

    def _add(self, event: Rolled | Moved) -> None:
        epoch = self._story.position.epoch
        self.log.append(event)
        self._story.follow()
        opened = self._story.position.epoch != epoch
        seat = event.seat if isinstance(event, Moved) else DICE
        secret = isinstance(event, Moved) and self.game.moves.is_secret(event.move) and not opened
        revealed = {viewer: self._hidden_from(viewer) if opened else 0 for viewer in self._viewers}
        if secret:
            self._secret_moves[seat] += 1
            self._withheld.append(seat)
            place = (self._public_steps, seat, self._secret_moves[seat])
        else:
            self._public_steps += 1
            self._secret_moves.clear()
            place = (self._public_steps, EVERYBODY, 0)
        if opened:
            self._withheld = []
        entries = {viewer: self._new_entries(viewer) for viewer in self._viewers}
        self._steps.append(_Step(place, copy(self._story.position), entries, revealed, seat))

    @property
    def _viewers(self) -> list[int]:
        return [SPECTATOR, *range(self.seats)]

    def _hidden_from(self, viewer: int) -> int:
        return sum(seat != viewer for seat in self._withheld)

    def _new_entries(self, viewer: int) -> Sequence[StoryEntry]:
        entries = self._story.entries(viewer, self._read[viewer])
        self._read[viewer] += len(entries)
        return entries
