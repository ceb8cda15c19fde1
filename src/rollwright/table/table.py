"""The table: where a game is played, move by move."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.dice import DiceSource, RollCounter, answered
from rollwright.core.errors import BadOption, Illegal, NotYourTurn, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase, printable, series
from rollwright.core.options import seated
from rollwright.core.position import Position
from rollwright.table.events import Corrected, Event, Moved, Opened, Rolled, Undone
from rollwright.table.last_roll import LastRoll

LONGEST_NAME = 40
MOST_NAMED = 500
"""If a text could mean more moves than this, their other names are not looked up."""
MOST_ROLLS = 1_000
"""No game asks for dice this often without a move between."""


class Table:
    """A game being played.

    Seats count from 0. Moves are texts. With `rolls_itself` dice fall as soon as they are due; without it the table
    waits for `roll()`, so that the last move before them can still be taken back.
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
        """Open a table; refuse seats or options the game does not have."""
        setting = game.setting(seats, options or {})
        if names and len(names) != seats:
            raise BadOption(
                Phrase("Give a name for each of {seats}, not {count}.", seats=seated(seats), count=len(names))
            )
        self.game = game
        self.names = [printable(name.replace(",", " "), LONGEST_NAME) for name in names]
        self.setting = setting
        self.rules: Rules = game.rules(compiled)
        self.log: list[Event] = [Opened(game.name, seats, setting)]
        self.rolls_itself = rolls_itself
        self.dice = dice
        self._rolls = RollCounter()
        self._fallen: LastRoll | None = None
        self._since: list[int] = []
        self.position: Record = Position.new(game, seats, setting, rules=self.rules).record
        self._remember()
        self._settle()

    @classmethod
    def from_log(cls, log: Sequence[Event], dice: DiceSource, **rest: Any) -> "Table":
        """Return the table whose log this is; it goes on with `dice`."""
        opened, *events = log
        assert isinstance(opened, Opened), "a log begins with the opening of its table"
        game = open_game(opened.game)
        table = cls(game, opened.seats, dice, opened.setting, rolls_itself=False, **rest)
        for event in events:
            table.follow(event)
        return table

    def follow(self, event: Event) -> None:
        """Do what an event of the log says."""
        if isinstance(event, Rolled):
            self.roll(event.faces)
        elif isinstance(event, Moved):
            self.play(event.seat, event.text, exact=True)
        elif isinstance(event, Undone):
            self.undo(event.seat, event.place)
        elif isinstance(event, Corrected):
            self.correct(event.faces, seat=event.seat)

    def use(self, rules: Rules) -> None:
        """Go on with the other kind of the same rules: compiled ones as soon as they are ready, or plain ones."""
        assert rules.state == self.rules.state, "these are the rules of another game"
        self.rules = rules

    @property
    def state(self) -> Position:
        """The position as a value, with the rules that the table plays by."""
        return Position(self.rules, self.position)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return int(self.position.seat_count)

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
        return self.state.waiting

    def waited_for(self, position: Record) -> list[int]:
        """Return the seats that may act at a position, such as what somebody may know of this one."""
        return Position(self.rules, position).waiting

    @property
    def dice_due(self) -> list[int]:
        """The sides of the dice that must be rolled before anybody can act."""
        return self.state.dice_due

    @property
    def has_rolled(self) -> bool:
        """Whether any dice have fallen yet."""
        return any(isinstance(event, Rolled) for event in self.log)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def players(self) -> list[Phrase]:
        """What the players are called, seat by seat."""
        return [self.name(seat) for seat in range(self.seats)]

    def name(self, seat: int) -> Phrase:
        """Return what a seat's player is called."""
        named = self.names[seat] if self.names else ""
        return Phrase("{name}", name=named) if named else Phrase("Player {n}", n=seat + 1)

    def seen_by(self, seat: int = SPECTATOR) -> Record:
        """Return the position as a seat may know it."""
        return self.state.seen(seat).record

    def legal_moves(self, seat: int) -> list[int]:
        """Return the legal moves of a seat, as integers; none if the seat is not waited for."""
        self.check_seat(seat)
        return self.moves_at(self.seen_by(seat), seat) if seat in self.waiting else []

    def moves_at(self, position: Record, seat: int) -> list[int]:
        """Return the legal moves of a seat that is waited for, at a position as the seat may know it."""
        return Position(self.rules, position).legal(seat)

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a seat as texts."""
        return [self.game.moves.text(move) for move in self.legal_moves(seat)]

    def read(self, seat: int, text: str, *, exact: bool = False) -> int:
        """Return the legal move a text means; refuse one that is unreadable, ambiguous or illegal, and say why.

        A text may be shortened while it stays clear, unless it must be `exact`.
        """
        legal = self._moves_on_turn(seat)
        view, notation = self.seen_by(seat), self.game.moves
        if not text.strip():
            raise notation.not_read(text)
        whole = notation.read(text)
        named = [whole] if whole is not None else [] if exact else notation.begun(text)
        if len(named) <= MOST_NAMED:  # so short a text means many moves under their own names already
            named = [int(self.rules.same(view, seat, move)) for move in named]
        meant = sorted(set(named).intersection(legal), key=legal.index)
        if not named or (not meant and len(named) > 1):
            raise notation.not_read(text)
        if not meant:
            raise self._illegal(view, seat, named[0])
        if len(meant) > 1:
            raise notation.ambiguous(text, meant)
        return meant[0]

    def play(self, seat: int, text: str, *, exact: bool = False) -> Moved:
        """Make a move; refuse one that is unreadable, ambiguous or illegal, and then nothing has changed."""
        return self.make(seat, self.read(seat, text, exact=exact))

    def make(self, seat: int, move: int) -> Moved:
        """Make a move given as an integer, by whichever of its names."""
        legal, view = self._moves_on_turn(seat), self.seen_by(seat)
        move = int(self.rules.same(view, seat, move))
        if move not in legal:
            raise self._illegal(view, seat, move)
        event = Moved(seat, move, self.game.moves.text(move))
        epoch = self.position.epoch
        self.rules.play(self.position, seat, move)
        self._since.append(len(self.log))
        self.log.append(event)
        if self.position.epoch != epoch:
            self._fallen = None
            self._remember()
        self._settle()
        return event

    def roll(self, faces: Sequence[int | None] | None = None) -> Rolled:
        """Roll the dice that are due, from the table's source unless their faces are given: none, all, or some, where
        None stands for a die that is left to the source. Refuse impossible ones."""
        roll = self.state.next_roll(self._rolls)
        if roll is None:
            raise NotYourTurn(Phrase("No dice are due: {asked}", asked=self._whose_turn(SPECTATOR)))
        shown = tuple(answered(self.dice, roll, faces))
        event = Rolled(roll.round_no, roll.roller, tuple(roll.sides), shown)
        self._rolls.count(roll)
        self._fall(LastRoll(len(self.log), self.state.copy(), event.sides, event.faces))
        self.log.append(event)
        return event

    def correct(self, faces: Sequence[int | None], droppable: Collection[int] = (), seat: int = SPECTATOR) -> Corrected:
        """Say what the dice that fell last really showed, where None leaves a die as it is; a seat may say it.

        That is possible until somebody moves, openly: moves of `droppable` seats (bots), and secret ones that nobody
        may know of yet, are taken back first, the latest first, each with its own event.
        """
        fallen = self._fallen
        if fallen is None:
            raise Refusal(Phrase("There are no dice to correct: that is possible from a roll until the next move."))
        if names := [self.name(each) for each in self._moved_openly(droppable)]:
            raise Refusal(Phrase("Dice can be corrected until the next move: first take back what {names} did since.",
                                 names=series(names)))  # fmt: skip
        better = fallen.corrected(faces)
        self.log += [self._undone(place) for place in reversed(self._since)]
        self._fall(better)
        event = Corrected(better.place, better.faces, seat)
        self.log.append(event)
        self._settle()
        return event

    @property
    def fallen(self) -> LastRoll | None:
        """The dice that fell last, as long as they might be corrected."""
        return self._fallen

    def can_correct(self, droppable: Collection[int] = ()) -> bool:
        """Say whether the dice that fell last can still be corrected."""
        return self._fallen is not None and not self._moved_openly(droppable)

    def undo(self, seat: int, place: int | None = None, droppable: Collection[int] = ()) -> Undone:
        """Take back a seat's move since the dice fell, the last or the one at a place of the log, unless what was done
        since depends on it: the same moves without it, and it after them, must lead where the table stands.

        Later moves of `droppable` seats (bots, who gladly move again) do not stand in the way: those that must go are
        taken back first, the latest first, each with its own event.
        """
        self.check_seat(seat)
        mine = self.recent(seat)
        if not mine or (place is not None and place not in mine):
            raise Refusal(Phrase("There is nothing to take back: what was done before the last dice stays."))
        chosen = mine[-1] if place is None else place
        later = [each for each in reversed(self._since) if each > chosen and self._moved(each).seat in droppable]
        since, position, gone = self._since, self.position, []
        rebuilt = self._without(chosen, since, position)
        while rebuilt is None and later:
            dropped = later.pop(0)
            before = self._without(dropped, since, position)
            if before is not None:  # else a person built on it, and perhaps it is not in the way
                since, position = [each for each in since if each != dropped], before
                gone.append(dropped)
                rebuilt = self._without(chosen, since, position)
        if rebuilt is None:
            text = self._moved(chosen).text
            raise Refusal(Phrase("'{text}' cannot be taken back: later moves depend on it.", text=text))
        events = [self._undone(each) for each in (*gone, chosen)]
        self.position = rebuilt
        self._since = [each for each in since if each != chosen]
        self.log += events
        return events[-1]

    def instead(self, seat: int, made: str, text: str) -> Moved:
        """Make another move in place of one that a seat has made and can take back, which is named, lest it be gone.

        If that is refused, or fails in any way, nothing has changed.
        """
        mine = [place for place in self.recent(seat) if self._moved(place).text == made]
        if not mine:
            raise Refusal(Phrase("That choice can no longer be changed: the game has gone on."))
        position, since, length = self.position, self._since, len(self.log)
        self.undo(seat, mine[-1])
        try:
            return self.play(seat, text)
        except BaseException:
            self.position, self._since = position, since
            del self.log[length:]
            raise

    def without_each(self, seat: int) -> Iterator[tuple[Moved, Record]]:
        """Yield a seat's moves that can be taken back by themselves, the last first, each with what the seat would
        know now without it; stop at the first that cannot."""
        for place in reversed(self.recent(seat)):
            position = self._without(place, self._since, self.position)
            if position is None:
                return
            yield self._moved(place), Position(self.rules, position).seen(seat).record

    def can_undo(self) -> list[int]:
        """Return the seats that have a move since the dice fell, the last to move last."""
        seats = [self._moved(place).seat for place in self._since]
        return sorted(set(seats), key=lambda seat: max(place for place, each in enumerate(seats) if each == seat))

    def recent(self, seat: int) -> tuple[int, ...]:
        """Return the places in the log of a seat's moves that stand and can still be taken back."""
        return tuple(place for place in self._since if self._moved(place).seat == seat)

    def shows_total(self, seat: int, viewer: int = SPECTATOR) -> bool:
        """Say whether a viewer is shown a seat's total: in some games nobody else's before the end."""
        return seat == viewer or not self.game.hides_totals(self.seats, over=self.over)

    def score(self, seat: int) -> float:
        """Return a seat's points, as if the game ended now."""
        return self.halves(seat) / 2

    def halves(self, seat: int, viewer: int | None = None) -> int:
        """Return a seat's half points, as a viewer may know them, or as they are."""
        self.check_seat(seat)
        return (self.state if viewer is None else self.state.seen(viewer)).score(seat)

    def gains(self, seat: int) -> dict[int, int | None]:
        """Return by how many half points each legal move would change the seat's own score, as far as the seat can
        know: None for a move that would open secrets, since what comes of it is not known before."""
        known = Position(self.rules, self.seen_by(seat))
        now, epoch = known.score(seat), known.record.epoch
        gains: dict[int, int | None] = {}
        for move in self.legal_moves(seat):
            then = known.after(seat, move)
            gains[move] = then.score(seat) - now if then.record.epoch == epoch else None
        return gains

    def ranking(self) -> list[list[int]]:
        """Return the seats from best to worst; those who share a place stand together."""

        def merit(seat: int) -> tuple[int, int]:
            return int(self.rules.score(self.position, seat)), int(self.rules.tiebreak(self.position, seat))

        places: dict[tuple[int, int], list[int]] = {}
        for seat in sorted(range(self.seats), key=merit, reverse=True):
            places.setdefault(merit(seat), []).append(seat)
        return list(places.values())

    def drawing(self, viewer: int = SPECTATOR, language: str = "en", seats: Sequence[int] | None = None) -> str:
        """Return the position drawn as text, as a seat may see it: all sheets, or those of some seats."""
        return self._draw(self.seen_by(viewer), language, seats)

    def __str__(self) -> str:
        """Draw the whole position as text; at a table of your own there is nothing to hide."""
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
            raise NotYourTurn(Phrase("{name} is not asked for a move now: {asked}", name=self.name(seat), asked=whose))
        return moves

    def _whose_turn(self, viewer: int) -> Phrase:
        """Say who is waited for, as a viewer may know it: that somebody is done may be a secret."""
        if self.dice_due:
            return Phrase("the dice must be rolled first.")
        if not self.waiting:
            return Phrase("the game is over.")
        known = self.waited_for(self.seen_by(viewer))
        return Phrase("the table waits for {names}.", names=series(map(self.name, known)))

    def _illegal(self, view: Record, seat: int, move: int) -> Illegal:
        """Return the refusal of a move that is not legal, with the game's own reason."""
        reason = self.game.words.why(view, seat, move)
        assert reason is not None, f"`why` gives no reason why '{self.game.moves.text(move)}' is illegal"
        return Illegal(reason)

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that the table does not have."""
        if not 0 <= seat < self.seats:
            raise Refusal(Phrase("There is no such seat: this table has {seats}.", seats=seated(self.seats)))

    def _settle(self) -> None:
        """Roll what is due, at a table that rolls by itself."""
        for _ in range(MOST_ROLLS):
            if not (self.rolls_itself and self.dice_due):
                return
            self.roll()
        raise RuntimeError(f"{self.game.title} asks for dice without end: its rules are broken (`rollwright check`).")

    def _remember(self) -> None:
        """Start a new epoch: nothing before it can be taken back."""
        self._epoch_start = copy(self.position)
        self._since = []

    def _moved(self, place: int) -> Moved:
        event = self.log[place]
        assert isinstance(event, Moved)
        return event

    def _undone(self, place: int) -> Undone:
        return Undone(self._moved(place).seat, place, self._moved(place).text)

    def _moved_openly(self, droppable: Collection[int]) -> list[int]:
        """Return the seats that have moved since the dice fell, but for those whose moves nobody need, or may, mind."""
        hides, form = self.game.keeps_secrets(self.seats, over=False), self.game.moves.form
        moves = [move for move in map(self._moved, self._since) if not (hides and form(move.move).secret)]
        return sorted({move.seat for move in moves}.difference(droppable))

    def _fall(self, fallen: LastRoll) -> None:
        """Let dice fall, where they were due."""
        self._fallen = fallen
        self.position = fallen.before.rolled(fallen.faces).record
        self._remember()

    def _without(self, place: int, since: list[int], position: Record) -> Record | None:
        """Return the position without one of the moves that led to it, or None if others depend on that move."""
        kept = [each for each in since if each != place]
        rebuilt, again = self._replayed(kept), self._replayed([*kept, place])
        if rebuilt is None or again is None or again.tobytes() != position.tobytes():
            return None
        return rebuilt

    def _replayed(self, places: list[int]) -> Record | None:
        """Return the position that these moves give from the start of the epoch, or None if one is not legal there."""
        position = Position(self.rules, self._epoch_start).copy()
        for event in map(self._moved, places):
            if event.seat not in position.waiting or event.move not in position.legal(event.seat):
                return None
            position = position.after(event.seat, event.move)
            if position.record.epoch != self._epoch_start.epoch:
                return None
        return position.record
