"""The table: where a game is played, move by move."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rollwright.core.contract import SPECTATOR, UNKNOWN_GAIN, Record, Rules, copy
from rollwright.core.dice import DiceSource, RollCounter, resolve_faces
from rollwright.core.errors import BadOption, Illegal, NotYourTurn, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase, player_name, printable, series
from rollwright.core.moves import Layout, is_form
from rollwright.core.options import seated
from rollwright.core.position import Position
from rollwright.table.events import Corrected, Event, Moved, Opened, Rolled, Undone
from rollwright.table.last_roll import LastRoll
from rollwright.table.moment import Moment
from rollwright.table.move_texts import meant_moves, named_moves

MAX_NAME_LENGTH = 40
MAX_ROLLS = 1_000
"""No game asks for dice this often without a move in between."""


class Table:
    """A game being played.

    Seats count from 0. Moves are texts. With `rolls_itself` dice are rolled as soon as they are due; without it the
    table waits for `roll()`, so that the last move before them can still be taken back.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        dice: DiceSource,
        options: Mapping[str, str | Sequence[str]] | None = None,
        *,
        names: Sequence[str] = (),
        rolls_itself: bool = True,
        compiled: bool | None = None,
    ) -> None:
        """Open a table; refuse seats or options that the game does not have."""
        setting = game.setting(seats, options or {})
        if names and len(names) != seats:
            raise BadOption(
                Phrase("Give one name for each of {seats}, not {count}.", seats=seated(seats), count=len(names))
            )
        self.game = game
        self.seats = seats
        self.names = [printable(name.replace(",", " "), MAX_NAME_LENGTH) for name in names]
        self.setting = setting
        self.rules: Rules = game.rules(compiled)
        self.log: list[Event] = [Opened(game.name, seats, setting)]
        self.rolls_itself = rolls_itself
        self.dice = dice
        self._rolls = RollCounter()
        self._last_roll: LastRoll | None = None
        self._epoch_moves: list[int] = []
        self.position: Record = Position.new(game, seats, setting, rules=self.rules).record
        self._moment: Moment | None = None
        self.is_advice: Callable[[int, int], bool] = lambda seat, place: False
        """Whether a bot made a seat's move at a place of the log for its player, who must not take it back."""
        self._players: tuple[list[str], list[Phrase]] | None = None
        self.rolls = 0
        """How often dice were rolled."""
        self._start_epoch()
        self._roll_due_dice()

    @classmethod
    def from_log(cls, log: Sequence[Event], dice: DiceSource, **rest: Any) -> "Table":
        """Rebuild a table from its log; further dice come from `dice`."""
        opened, *events = log
        assert isinstance(opened, Opened), "a log begins with the opening of its table"
        game = open_game(opened.game)
        table = cls(game, opened.seats, dice, opened.setting, rolls_itself=False, **rest)
        for event in events:
            table.follow(event)
        return table

    def follow(self, event: Event) -> None:
        """Apply an event of a log; arrangements are ignored."""
        if isinstance(event, Rolled):
            self.roll(event.faces)
        elif isinstance(event, Moved):
            self.play(event.seat, event.text, exact=True)
        elif isinstance(event, Undone):
            self.undo(event.seat, event.place)
        elif isinstance(event, Corrected):
            self.correct(event.faces, seat=event.seat)

    def use(self, rules: Rules) -> None:
        """Switch to the compiled or the plain version of the same rules."""
        assert rules.state == self.rules.state, "these are the rules of another game"
        self.rules = rules

    @property
    def state(self) -> Position:
        """The current position with its rules, sharing the table's record."""
        return Position(self.rules, self.position)

    @property
    def now(self) -> Moment:
        """What can be known of the current position, each fact computed once until the position changes."""
        data = self.position.tobytes()
        if self._moment is None or self._moment.data != data or self._moment.position.rules is not self.rules:
            self._moment = Moment(self.state, data)
        return self._moment

    def forget_moment(self) -> None:
        """Forget what was computed of the current position."""
        self._moment = None

    @property
    def round_no(self) -> int:
        """The round being played, 0 during set-up."""
        return int(self.position.round_no)

    @property
    def roller(self) -> int:
        """The seat whose dice are due or were rolled last."""
        return int(self.position.roller)

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""
        return self.now.waiting

    def waited_for(self, position: Record) -> list[int]:
        """Return the seats that may act at a position, such as a concealed copy of the current one."""
        return Position(self.rules, position).waiting

    @property
    def dice_due(self) -> list[int]:
        """The sides of the dice that must be rolled before anybody can act."""
        return self.now.dice_due

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.now.over

    @property
    def players(self) -> list[Phrase]:
        """The players' names, in the order of the seats."""
        if self._players is None or self._players[0] != self.names:
            self._players = list(self.names), [self.name(seat) for seat in range(self.seats)]
        return self._players[1]

    def name(self, seat: int) -> Phrase:
        """Return the name of a seat's player, or "Player N"."""
        return player_name(self.names[seat] if self.names else "", seat)

    def seen_by(self, seat: int = SPECTATOR) -> Record:
        """Return the position, concealed for a viewer; it is shared, and must not be changed."""
        return self.now.seen(seat).record

    def legal_moves(self, seat: int) -> list[int]:
        """Return the legal moves of a seat as integers; none if the seat may not act now."""
        self.check_seat(seat)
        return self.now.legal(seat)

    def moves_at(self, position: Record, seat: int) -> list[int]:
        """Return the legal moves of a seat that may act, at a position concealed for that seat."""
        return Position(self.rules, position).legal(seat)

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a seat as texts."""
        return [self.game.moves.text(move) for move in self.legal_moves(seat)]

    def read(self, seat: int, text: str, *, exact: bool = False) -> int:
        """Return the legal move that a text means; refuse an unreadable, ambiguous or illegal one and say why.

        Unless it must be `exact`, a text may be abbreviated as long as it is unambiguous.
        """
        legal, view = self._moves_on_turn(seat), self.seen_by(seat)
        named = named_moves(self.game.moves, text, lambda move: int(self.rules.same(view, seat, move)), exact=exact)
        meant = meant_moves(self.game.moves, text, named, legal)
        if not meant:
            raise self._illegal(view, seat, named[0])
        return meant[0]

    def play(self, seat: int, text: str, *, exact: bool = False) -> Moved:
        """Make a move; refuse an unreadable, ambiguous or illegal one and leave the table unchanged."""
        return self.make(seat, self.read(seat, text, exact=exact))

    def make(self, seat: int, move: int) -> Moved:
        """Make a move given as an integer, which may be an alias."""
        legal, view = self._moves_on_turn(seat), self.seen_by(seat)
        move = int(self.rules.same(view, seat, move))
        if move not in legal:
            raise self._illegal(view, seat, move)
        event = Moved(seat, move, self.game.moves.text(move))
        epoch = self.position.epoch
        self.rules.play(self.position, seat, move)
        self._epoch_moves.append(len(self.log))
        self.log.append(event)
        if self.position.epoch != epoch:
            self._last_roll = None
            self._start_epoch()
        self._roll_due_dice()
        return event

    def roll(self, faces: Sequence[int | None] | None = None) -> Rolled:
        """Roll the dice that are due.

        The faces come from the table's dice source unless they are given; None leaves a single die to the source.
        Refuses impossible faces.
        """
        roll = self.state.next_roll(self._rolls)
        if roll is None:
            raise NotYourTurn(Phrase("There are no dice to roll now: {asked}", asked=self._whose_turn(SPECTATOR)))
        shown = tuple(resolve_faces(self.dice, roll, faces))
        event = Rolled(roll.round_no, roll.roller, tuple(roll.sides), shown)
        self._rolls.count(roll)
        self.rolls += 1
        self._apply_roll(LastRoll(len(self.log), self.state.copy(), event.sides, event.faces))
        self.log.append(event)
        return event

    def correct(self, faces: Sequence[int | None], droppable: Collection[int] = (), seat: int = SPECTATOR) -> Corrected:
        """Correct the faces of the last roll, where None leaves a die unchanged; `seat` is who corrects it.

        This is possible until the next open move: moves of `droppable` seats (bots), and secret moves that nobody may
        know of yet, are taken back first, the latest first, each with its own event.
        """
        last_roll = self._last_roll
        if last_roll is None:
            raise Refusal(Phrase("There are no dice to correct: you can do that after a roll, until the next move."))
        if names := [self.name(each) for each in self._moved_openly(droppable)]:
            raise Refusal(Phrase("Dice can be corrected until the next move: first undo what {names} did since.",
                                 names=series(names)))  # fmt: skip
        corrected = last_roll.corrected(faces)
        self.log += [self._undone(place) for place in reversed(self._epoch_moves)]
        self._apply_roll(corrected)
        event = Corrected(corrected.place, corrected.faces, seat)
        self.log.append(event)
        self._roll_due_dice()
        return event

    @property
    def last_roll(self) -> LastRoll | None:
        """The last roll, as long as it might be corrected."""
        return self._last_roll

    def can_correct(self, droppable: Collection[int] = ()) -> bool:
        """Return whether the last roll can still be corrected."""
        return self._last_roll is not None and not self._moved_openly(droppable)

    def undo(self, seat: int, place: int | None = None, droppable: Collection[int] = ()) -> Undone:
        """Take back the last move of a seat's player in this epoch, or the seat's move at a place of the log.

        Refuses a move that later moves depend on: the later moves must be legal without it, and making it after them
        must lead to the current position. Later moves of `droppable` seats (bots) that depend on it are taken back
        first, the latest first, each with its own event.
        """
        self.check_seat(seat)
        mine = self.recent(seat)
        if not mine or (place is not None and place not in mine):
            raise Refusal(Phrase("There is nothing to undo: everything before the last roll is final."))
        if place is None and self.is_advice(seat, mine[-1]):
            raise Refusal(Phrase("A bot made the last move for you: neither it nor what was before it can be undone."))
        chosen = mine[-1] if place is None else place
        later = [each for each in reversed(self._epoch_moves) if each > chosen and self._moved(each).seat in droppable]
        since, position, gone = self._epoch_moves, self.position, []
        rebuilt = self._without(chosen, since, position)
        while rebuilt is None and later:
            dropped = later.pop(0)
            before = self._without(dropped, since, position)
            if before is not None:  # else a person's move depends on it, and it may not have to go
                since, position = [each for each in since if each != dropped], before
                gone.append(dropped)
                rebuilt = self._without(chosen, since, position)
        if rebuilt is None:
            raise Refusal(Phrase("'{text}' cannot be undone: later moves depend on it.", text=self._moved(chosen).text))
        events = [self._undone(each) for each in (*gone, chosen)]
        self.position = rebuilt
        self._epoch_moves = [each for each in since if each != chosen]
        self.log += events
        return events[-1]

    def replace_move(self, seat: int, made: str, text: str) -> Moved:
        """Replace a seat's move `made`, which it can still take back, with another one.

        If this is refused or fails in any other way, the table is unchanged.
        """
        mine = [place for place in self.own_moves(seat) if self._moved(place).text == made]
        if not mine:
            raise Refusal(Phrase("That choice can no longer be changed: the game has moved on."))
        position, since, length = self.position, self._epoch_moves, len(self.log)
        self.undo(seat, mine[-1])
        try:
            return self.play(seat, text)
        except BaseException:
            self.position, self._epoch_moves = position, since
            del self.log[length:]
            raise

    def without_each(self, seat: int, layouts: Sequence[Layout]) -> Iterator[tuple[Moved, Record]]:
        """Yield a seat's moves that can each be taken back alone, with the position the seat would see without it.

        The last move comes first; stops at the first one that cannot be taken back, or is of none of these forms.
        """
        for place in reversed(self.own_moves(seat)):
            if not any(is_form(layout, self._moved(place).move) for layout in layouts):
                return
            position = self._without(place, self._epoch_moves, self.position)
            if position is None:
                return
            yield self._moved(place), Position(self.rules, position).seen(seat).record

    def moved_this_epoch(self) -> list[int]:
        """Return the seats whose players have made moves of their own in this epoch, who moved last at the end.

        Whether one of them can undo is decided by `undo`: later moves may depend on its own.
        """
        last = {seat: mine[-1] for seat in range(self.seats) if (mine := self.own_moves(seat))}
        return sorted(last, key=last.__getitem__)

    def recent(self, seat: int) -> tuple[int, ...]:
        """Return the places in the log of a seat's moves in this epoch, whether or not later moves depend on them."""
        return tuple(place for place in self._epoch_moves if self._moved(place).seat == seat)

    def own_moves(self, seat: int) -> tuple[int, ...]:
        """Return the places of the moves that a seat's player made in this epoch since a bot last moved for them."""
        mine = self.recent(seat)
        return tuple(place for place in mine if not any(self.is_advice(seat, each) for each in mine if each >= place))

    def shows_total(self, seat: int, viewer: int = SPECTATOR) -> bool:
        """Return whether a viewer is shown a seat's total: some games hide the totals of others until the end."""
        return seat == viewer or not self.game.hides_totals(self.seats, over=self.over)

    def score(self, seat: int) -> float:
        """Return a seat's points, as if the game ended now."""
        return self.halves(seat) / 2

    def halves(self, seat: int, viewer: int | None = None) -> int:
        """Return a seat's half points: as a viewer may know them, or the true ones if no viewer is given."""
        self.check_seat(seat)
        return (self.state if viewer is None else self.now.seen(viewer)).score(seat)

    def gains(self, seat: int) -> dict[int, int | None]:
        """Return the change in half points that each legal move brings its seat, as far as the seat can know.

        None for a move that would start a new epoch: its result is not known in advance.
        """
        moves = self.legal_moves(seat)
        found = np.zeros(len(moves), np.int64)
        self.rules.gains(self.seen_by(seat), seat, np.array(moves, np.int64), len(moves), found)
        return {move: None if gain == UNKNOWN_GAIN else gain for move, gain in zip(moves, found.tolist(), strict=True)}

    def ranking(self) -> list[list[int]]:
        """Return the seats from best to worst, grouped by place: tied seats are in one list."""
        return self.state.ranking(self.seats)

    def drawing(self, viewer: int = SPECTATOR, language: str = "en", seats: Sequence[int] | None = None) -> str:
        """Return the position as text, concealed for a viewer: all sheets, or those of some seats."""
        return self._draw(self.seen_by(viewer), language, seats)

    def __str__(self) -> str:
        """Return the whole position as text, without concealing anything."""
        return self._draw(self.position, "en", None)

    def _draw(self, view: Record, language: str, seats: Sequence[int] | None) -> str:
        shown = range(self.seats) if seats is None else seats
        return self.game.text.draw(view, self.players, self.game.speech(language), shown)

    def __repr__(self) -> str:
        """Name the game, the seats and the round."""
        return f"<Table: {self.game.title}, {seated(self.seats)}, round {self.round_no}>"

    def _moves_on_turn(self, seat: int) -> list[int]:
        moves = self.legal_moves(seat)
        if not moves:
            whose = self._whose_turn(seat)
            raise NotYourTurn(Phrase("{name} has no move to make now: {asked}", name=self.name(seat), asked=whose))
        return moves

    def _whose_turn(self, viewer: int) -> Phrase:
        """Return whose turn it is as far as a viewer may know: whether a seat is done may be a secret."""
        if self.dice_due:
            return Phrase("the dice must be rolled first.")
        if not self.waiting:
            return Phrase("the game is over.")
        known = self.waited_for(self.seen_by(viewer))
        return Phrase("the table is waiting for {names}.", names=series(map(self.name, known)))

    def _illegal(self, view: Record, seat: int, move: int) -> Illegal:
        """Return the refusal of a move that is not legal, with the game's own reason."""
        reason = self.game.words.why(view, seat, move)  # the kit checks that it always has one
        return Illegal(reason or Phrase("This move is not possible now."))

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that the table does not have."""
        if not 0 <= seat < self.seats:
            raise Refusal(Phrase("There is no such seat: this table has {seats}.", seats=seated(self.seats)))

    def _roll_due_dice(self) -> None:
        """Roll all dice that are due, at a table that rolls itself."""
        for _ in range(MAX_ROLLS):
            if not (self.rolls_itself and self.dice_due):
                return
            self.roll()
        raise RuntimeError(f"{self.game.title} asks for dice without end: its rules are broken (`rollwright check`).")

    def _start_epoch(self) -> None:
        """Start a new epoch: nothing before it can be taken back."""
        self.epoch_start = copy(self.position)
        self.epoch_place = len(self.log)
        self._epoch_moves = []

    def _moved(self, place: int) -> Moved:
        event = self.log[place]
        assert isinstance(event, Moved)
        return event

    def _undone(self, place: int) -> Undone:
        return Undone(self._moved(place).seat, place, self._moved(place).text)

    def _moved_openly(self, droppable: Collection[int]) -> list[int]:
        """Return the seats that have moved in this epoch, except `droppable` seats and secret moves."""
        hides, is_secret = self.game.keeps_secrets(self.seats, over=False), self.game.moves.is_secret
        moves = [move for move in map(self._moved, self._epoch_moves) if not (hides and is_secret(move.move))]
        return sorted({move.seat for move in moves}.difference(droppable))

    def _apply_roll(self, last_roll: LastRoll) -> None:
        """Set the position to the one after a roll, and start a new epoch."""
        self._last_roll = last_roll
        self.position = last_roll.before.rolled(last_roll.faces).record
        self._start_epoch()

    def _without(self, place: int, since: list[int], position: Record) -> Record | None:
        """Return the position without one of the epoch's moves, or None if others depend on that move."""
        kept = [each for each in since if each != place]
        rebuilt, again = self._replayed(kept), self._replayed([*kept, place])
        if rebuilt is None or again is None or again.tobytes() != position.tobytes():
            return None
        return rebuilt

    def _replayed(self, places: list[int]) -> Record | None:
        """Replay these moves from the start of the epoch; return None if one is illegal or starts a new epoch."""
        position = Position(self.rules, self.epoch_start).copy()
        for event in map(self._moved, places):
            if event.seat not in position.waiting or event.move not in position.legal(event.seat):
                return None
            position = position.after(event.seat, event.move)
            if position.record.epoch != self.epoch_start.epoch:
                return None
        return position.record
