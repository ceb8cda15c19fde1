"""The table: where a game is played, move by move."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.dice import DiceSource, Roll
from rollwright.core.errors import Illegal, NotYourTurn, Refusal
from rollwright.core.game import Game
from rollwright.core.language import Phrase, series
from rollwright.core.options import seated
from rollwright.table.events import Event, Moved, Opened, Rolled, Undone


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
        self.game = game
        self.names = list(names)
        self.setting = setting
        self.rules: Rules = game.rules(compiled)
        self.log: list[Event] = [Opened(game.name, seats, setting)]
        self.rolls_itself = rolls_itself
        self._dice = dice
        self._sides = np.zeros(self.rules.max_dice, np.int64)
        self._moves = np.zeros(self.rules.max_moves, np.int64)
        self._rolled: dict[tuple[int, int], int] = {}
        self._since: list[int] = []
        self.position: Record = self.rules.new()
        self.rules.begin(self.position, seats, game.options_array(seats, setting))
        self._remember()
        self._settle()

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
        mask = self.rules.waiting(self.position)
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def dice_due(self) -> list[int]:
        """The sides of the dice that must be rolled before anybody can act."""
        return [int(n) for n in self._sides[: self.rules.dice(self.position, self._sides)]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting and not self.dice_due

    @property
    def players(self) -> list[Phrase]:
        """What the players are called, seat by seat."""
        return [self.name(seat) for seat in range(self.seats)]

    def name(self, seat: int) -> Phrase:
        """Return what a seat's player is called."""
        return Phrase("{name}", name=self.names[seat]) if seat < len(self.names) else Phrase("Seat {n}", n=seat + 1)

    def seen_by(self, seat: int = SPECTATOR) -> Record:
        """Return the position as a seat may know it."""
        view = copy(self.position)
        self.rules.conceal(view, seat)
        return view

    def legal_moves(self, seat: int) -> list[int]:
        """Return the legal moves of a seat, as integers; none if the seat is not waited for."""
        self._check_seat(seat)
        if seat not in self.waiting:
            return []
        return [int(move) for move in self._moves[: self.rules.legal(self.seen_by(seat), seat, self._moves)]]

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a seat as texts."""
        return [self.game.moves.text(move) for move in self.legal_moves(seat)]

    def read(self, seat: int, text: str) -> int:
        """Return the legal move a text means; refuse one that is unreadable, ambiguous or illegal, and say why."""
        moves = self._moves_on_turn(seat)
        view = self.seen_by(seat)
        move = self.game.moves.read(text)
        if move is None:
            return self.game.moves.choose(text, moves)
        if move not in moves and self.rules.same is not None:
            move = int(self.rules.same(view, seat, move))
        if move not in moves:
            raise Illegal(self.game.words.why(view, seat, move))
        return move

    def play(self, seat: int, text: str) -> Moved:
        """Make a move; refuse one that is unreadable, ambiguous or illegal, and then nothing has changed."""
        return self.make(seat, self.read(seat, text))

    def make(self, seat: int, move: int) -> Moved:
        """Make a legal move, given as an integer."""
        if move not in self._moves_on_turn(seat):
            raise Illegal(self.game.words.why(self.seen_by(seat), seat, move))
        event = Moved(seat, move, self.game.moves.text(move))
        epoch = self.position.epoch
        self.rules.play(self.position, seat, move)
        self._since.append(len(self.log))
        self.log.append(event)
        if self.position.epoch != epoch:
            self._remember()
        self._settle()
        return event

    def roll(self) -> Rolled:
        """Roll the dice that are due."""
        sides = self.dice_due
        if not sides:
            raise NotYourTurn(Phrase("No dice are due: {asked}", asked=self._whose_turn()))
        key = (self.round_no, self.roller)
        first = self._rolled.get(key, 0)
        faces = self._dice.faces(Roll(*key, first, sides))
        self._rolled[key] = first + len(sides)
        event = Rolled(*key, tuple(sides), tuple(faces))
        self.rules.roll(self.position, np.array(faces, np.int64))
        self.log.append(event)
        self._remember()
        return event

    def undo(self, seat: int, place: int | None = None) -> Undone:
        """Take back a seat's move since the dice fell, the last or the one at a place of the log, unless what was done
        since depends on it."""
        self._check_seat(seat)
        mine = [each for each in self._since if self._moved(each).seat == seat]
        if not mine or (place is not None and place not in mine):
            raise Refusal(Phrase("There is nothing to take back: what was done before the last dice stays."))
        chosen = mine[-1] if place is None else place
        kept = [each for each in self._since if each != chosen]
        rebuilt = self._replayed(kept)
        if rebuilt is None:
            text = self._moved(chosen).text
            raise Refusal(Phrase("'{text}' cannot be taken back: later moves depend on it.", text=text))
        event = Undone(seat, chosen, self._moved(chosen).text)
        self.position = rebuilt
        self._since = kept
        self.log.append(event)
        return event

    def can_undo(self) -> list[int]:
        """Return the seats that have a move since the dice fell, the last to move last."""
        seats = [self._moved(place).seat for place in self._since]
        return sorted(set(seats), key=lambda seat: max(place for place, each in enumerate(seats) if each == seat))

    def score(self, seat: int) -> float:
        """Return a seat's points, as if the game ended now."""
        self._check_seat(seat)
        return self.rules.score(self.position, seat) / 2

    def ranking(self) -> list[list[int]]:
        """Return the seats from best to worst; those who share a place stand together."""

        def merit(seat: int) -> tuple[int, int]:
            tie = self.rules.tiebreak(self.position, seat) if self.rules.tiebreak else 0
            return int(self.rules.score(self.position, seat)), int(tie)

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
        draw: Callable[..., str] = self.game.part("text").draw
        return draw(view, self.players, self.game.speech(language), range(self.seats) if seats is None else seats)

    def __repr__(self) -> str:
        """Name the game, the seats and the round."""
        return f"<Table: {self.game.title}, {seated(self.seats)}, round {self.round_no}>"

    def _moves_on_turn(self, seat: int) -> list[int]:
        moves = self.legal_moves(seat)
        if not moves:
            raise NotYourTurn(
                Phrase("{name} is not asked for a move now: {asked}", name=self.name(seat), asked=self._whose_turn())
            )
        return moves

    def _whose_turn(self) -> Phrase:
        if self.dice_due:
            return Phrase("the dice must be rolled first.")
        if not self.waiting:
            return Phrase("the game is over.")
        return Phrase("the table waits for {names}.", names=series(self.name(seat) for seat in self.waiting))

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise Refusal(Phrase("There is no such seat: this table has {seats}.", seats=seated(self.seats)))

    def _settle(self) -> None:
        """Roll what is due, at a table that rolls by itself."""
        while self.rolls_itself and self.dice_due:
            self.roll()

    def _remember(self) -> None:
        """Start a new epoch: nothing before it can be taken back."""
        self._epoch_start = copy(self.position)
        self._since = []

    def _moved(self, place: int) -> Moved:
        event = self.log[place]
        assert isinstance(event, Moved)
        return event

    def _replayed(self, places: list[int]) -> Record | None:
        """Return the position that these moves give from the start of the epoch, or None if one is not legal there."""
        position = copy(self._epoch_start)
        for event in map(self._moved, places):
            if not self.rules.waiting(position) >> event.seat & 1:
                return None
            count = self.rules.legal(position, event.seat, self._moves)
            if event.move not in self._moves[:count]:
                return None
            self.rules.play(position, event.seat, event.move)
        return position
