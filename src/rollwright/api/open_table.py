"""Tables as a library wants them: moves are objects, bots are callables, and everything can be copied and shown."""

from collections.abc import Mapping, Sequence
from typing import overload

from rollwright.api.advice import Advice
from rollwright.api.legal_move import Choices, Move
from rollwright.api.own_bots import Bot, bot, choice_of
from rollwright.api.seen_position import Position
from rollwright.core.contract import SPECTATOR
from rollwright.core.contract import copy as copied
from rollwright.core.dice import DiceSource, SeededDice
from rollwright.core.errors import BadOption
from rollwright.core.game import open_game
from rollwright.core.language import Phrase
from rollwright.records import record as records
from rollwright.table import Moved
from rollwright.table import Table as PlainTable


class Table(PlainTable):
    """A game being played. `rollwright.open` makes one.

    Seats count from 0. Dice are rolled as soon as they are due, unless the table was opened with
    ``rolls_itself=False``: then it waits for `roll`.

    >>> import rollwright
    >>> table = rollwright.open("terminal_dispute", seats=2, seed=7)
    >>> table
    <Table: Terminal Dispute, 2 seats, round 1>
    >>> while not table.over:
    ...     moved = table.play(table.legal()[0])
    >>> len(table.ranking())
    1
    """

    def legal(self, seat: int | None = None) -> list[Move]:  # type: ignore[override]  # a move is a kind of text
        """Return the legal moves of a seat, or of all seats that may act now.

        >>> import rollwright
        >>> table = rollwright.open("terminal_dispute", seats=2, seed=7)
        >>> [move.text for move in table.legal(0)] == [move.text for move in table.legal()]
        True
        >>> table.legal(1)
        []
        """
        seats = self.waiting if seat is None else [seat]
        return [move for each in seats for move in self._choices(each).each()]

    @overload
    def play(self, move: Move, /) -> Moved: ...
    @overload
    def play(self, seat: int, text: str, *, exact: bool = False) -> Moved: ...
    def play(self, seat: int | Move, text: str | None = None, *, exact: bool = False) -> Moved:
        """Make a move: one that `legal` returned, or a seat and a text, which may be abbreviated.

        Raises :class:`rollwright.Unreadable`, :class:`rollwright.Ambiguous`, :class:`rollwright.Illegal` or
        :class:`rollwright.NotYourTurn`, and then nothing has changed.

        >>> import rollwright
        >>> table = rollwright.open("terminal_dispute", seed=7)
        >>> table.play(table.legal()[0]).text
        'allocate nav 2 3 phone 1 5'
        >>> table.play(0, "write 2 b1").text
        'write 2 b1'
        """
        if isinstance(seat, Move):
            return super().play(seat.seat, str(seat), exact=True)
        if text is None:
            raise TypeError("play() wants a move of legal(), or a seat and a text")
        return super().play(seat, text, exact=exact)

    def copy(self) -> "Table":
        """Return a table that goes on alone: what is played at one is not played at the other.

        Both meet the same dice, as seeded and fair dice depend on the round and not on the moment.

        >>> import rollwright
        >>> table = rollwright.open("terminal_dispute", seed=7)
        >>> twin = table.copy()
        >>> moved = twin.play(twin.legal()[0])
        >>> len(table.log), len(twin.log)
        (2, 3)
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.names, twin.log = list(self.names), list(self.log)
        twin.position, twin.epoch_start = copied(self.position), copied(self.epoch_start)
        twin._epoch_moves = list(self._epoch_moves)
        twin._rolls = self._rolls.copy()
        twin.forget_moment()
        return twin

    def view(self, seat: int = SPECTATOR, seed: int = 0) -> Position:
        """Return the position as a seat may know it, or as a spectator does; `seed` is for the chance of bots.

        >>> import rollwright
        >>> rollwright.open("tou_shi").view(0)
        <Position: Tóu Shí, 1 seat, round 0, as seat 0 sees it>
        """
        return Position(self.game, self.now.seen(seat), seat, seed)

    def advise(self, seat: int, level: str = "normal", *, seed: int = 0, seconds: float | None = None) -> Advice:
        """Let a bot of this level choose a seat's move, knowing only what the seat knows; nothing is played.

        >>> import rollwright
        >>> table = rollwright.open("tou_shi", seed=1)
        >>> table.advise(0, "easy").move in table.legal()
        True
        """
        self.check_seat(seat)
        return self.view(seat, seed).advise(level, seconds=seconds)

    def finish(self, *players: str | Bot, seed: int = 0) -> "Table":
        """Let bots play the game to its end, one for each seat or one for all, and return the table.

        A bot is the name of a player (`rollwright.players`), or any callable that is given a position and returns one
        of its legal moves.

        >>> import rollwright
        >>> def greedy(position):
        ...     return max(position.legal(), key=lambda move: move.gain or 0)
        >>> table = rollwright.open("terminal_dispute", seats=2, seed=7).finish(greedy, "random")
        >>> table.over, table.score(0) > table.score(1)
        (True, True)
        """
        if len(players) not in (1, self.seats):
            raise BadOption(Phrase("Give one player for all seats, or one for each of {count}.", count=self.seats))
        chosen = [bot(each) for each in (players * self.seats if len(players) == 1 else players)]
        while not self.over:
            while self.dice_due:
                self.roll()
            if self.waiting:
                seat = self.waiting[0]
                self.make(seat, choice_of(chosen[seat], self.view(seat, seed * self.seats + seat)).id)
        return self

    def record(self) -> str:
        """Return the game as text, finished or not; `rollwright.replay` reads it.

        >>> import rollwright
        >>> print(rollwright.open("terminal_dispute", seed=7).record())
        rollwright: 1
        game: terminal_dispute
        seats: 1
        start: random
        <BLANKLINE>
        dice 6 3 2 1 5
        <BLANKLINE>
        """
        return records.write(self)

    def _choices(self, seat: int) -> Choices:
        return Choices(self.game, self.now.seen(seat), seat, self.legal_moves(seat))

    def _repr_svg_(self) -> str:
        """Return all sheets as a drawing, which notebooks show; nothing is concealed."""
        from rollwright.api.svg_picture import picture

        return picture(self.game, self.state, [*self.names] or [None] * self.seats)


def open(
    name: str,
    seats: int | None = None,
    seed: int = 0,
    *,
    dice: DiceSource | None = None,
    options: Mapping[str, str | Sequence[str]] | None = None,
    names: Sequence[str] = (),
    rolls_itself: bool = True,
    compiled: bool | None = None,
) -> Table:
    """Open a table for a game: as few seats as it can have unless said otherwise, dice from a seed or a source.

    `options` are the game's own, such as races; ``rollwright games`` lists them. With ``compiled=False`` the rules run
    as plain Python, which a debugger can follow.

    >>> import rollwright
    >>> table = rollwright.open("starcraft", seats=2, options={"race": ["zerg", "terran"]}, names=["Ana", "Ben"])
    >>> table.waiting, table.over
    ([0, 1], False)
    """
    game = open_game(name)
    return Table(
        game,
        game.seats[0] if seats is None else seats,
        dice or SeededDice(seed),
        options,
        names=names,
        rolls_itself=rolls_itself,
        compiled=compiled,
    )


def replay(text: str, *, dice: DiceSource | None = None) -> Table:
    """Return the table at the end of a record, with its whole log; with `dice` the game can be continued.

    Raises :class:`rollwright.BadRecord` with the line that is wrong.

    >>> import rollwright
    >>> table = rollwright.open("terminal_dispute", seats=2, seed=7).finish("random")
    >>> again = rollwright.replay(table.record())
    >>> again.position.tobytes() == table.position.tobytes()
    True
    """
    played = records.replay(text)
    table = Table.from_log(played.log, dice or played.dice, names=played.names)
    assert isinstance(table, Table)
    table.rolls_itself = dice is not None
    return table
