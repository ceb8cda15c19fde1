"""One browser at a table and the seats played on it: one, several that share it, or none for a spectator.

What its people may do is checked here, while the room is locked; `table.Table` then checks it against the rules.
"""

from dataclasses import dataclass
from functools import cached_property

from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.language import Phrase, series
from rollwright.live.room import Room
from rollwright.table.models import DiceKind, SeatKind


@dataclass(frozen=True)
class Screen:
    """A room and the seats played at one screen, which shows what these seats may see; made anew for each request."""

    room: Room
    seats: tuple[int, ...]
    former: tuple[int, ...] = ()
    """The seats to which this browser may come back, as others freed them while its player was away."""

    @classmethod
    def of(cls, room: Room, holder: str) -> "Screen":
        """Return the screen of a browser, by the digest of its token."""
        return cls(room, room.company.seats_of(holder), room.company.former_seats_of(holder))

    @property
    def connected(self) -> tuple[int, ...]:
        """The seats whose players are here with this screen; one that it may come back to is below zero: -1 for the
        first."""
        return *self.seats, *(~seat for seat in self.former)

    @cached_property
    def playing(self) -> list[int]:
        """The seats that people at this screen play themselves: those not lent to a bot; none of a closed game."""
        bots = self.room.bots
        return [] if self.room.company.closing.closed else [seat for seat in self.seats if seat not in bots]

    @property
    def asked(self) -> list[int]:
        """The seats at this screen that are asked to move or to roll, as far as is public."""
        return [seat for seat in self.room.asked if seat in self.playing]

    @property
    def may_roll(self) -> bool:
        """Whether people at this screen may roll the dice that are due: their own, and real ones for bots."""
        return self._rolls_for(self.room.table.roller)

    def _rolls_for(self, roller: int) -> bool:
        real = self.room.head.dice == DiceKind.OWN and bool(self.playing)
        return roller in self.playing or (real and roller in self.room.bots)

    def check_sees(self, seat: int) -> None:
        """Refuse to show this screen what only another seat may see."""
        self.room.table.check_seat(seat)
        if seat not in self.seats:
            raise self._not_yours(seat)

    def check_plays(self, seat: int) -> None:
        """Refuse to act for a seat that nobody at this screen plays."""
        self._check_goes_on()
        self.check_sees(seat)
        if seat not in self.playing:
            if len(self.seats) == 1:
                raise NotYourTurn(Phrase("A bot plays for you now: take your seat back first."))
            name = self.room.table.name(seat)
            raise NotYourTurn(Phrase("A bot is playing for {name}: take the seat back first.", name=name))

    @property
    def is_final(self) -> bool:
        """Whether nothing can be undone any more: the game is over, and its remaining dice may be known, from the
        revealed seed or from replays of the same daily game."""
        room = self.room
        return room.table.over and room.head.dice in (DiceKind.FAIR, DiceKind.DEALT)

    def check_takes_back(self, seat: int) -> None:
        """Refuse an undo after the end of a game with shared or provable dice, or when the seat has used up its undos.

        Who may act for the seat is checked before, by `check_plays`; which move is taken back, `Table.undo` decides.
        """
        if self.is_final and self.room.is_sealed:
            raise Refusal(Phrase("A finished daily game is final: nothing can be undone."))
        if self.is_final:
            raise Refusal(Phrase("The game is over, and others can now see its dice: nothing can be undone."))
        if self.room.taken_back.undos(seat) >= self.room.environment.settings.max_undos:
            raise Refusal(Phrase("You have undone too many moves at this table: no more can be undone."))

    @property
    def may_correct(self) -> bool:
        """Whether people at this screen may correct the dice that they entered."""
        room = self.room
        if room.head.dice != DiceKind.OWN or self._has_corrected_too_often or self._was_advised:
            return False
        return self._rolls_for(self._rolled_by) and room.table.can_correct(room.company.droppable(self.playing[0]))

    @property
    def _has_corrected_too_often(self) -> bool:
        corrected = sum(map(self.room.taken_back.corrections, self.playing))
        return corrected >= self.room.environment.settings.max_corrections

    @property
    def _was_advised(self) -> bool:
        """Whether a bot has made a move for somebody here since the last roll: a correction would take it back, as it
        does with all secret moves, and who knows it would choose anew."""
        table = self.room.table
        return any(table.is_advice(seat, place) for seat in self.seats for place in table.recent(seat))

    @property
    def _rolled_by(self) -> int:
        """The seat whose dice fell last."""
        fallen = self.room.table.last_roll
        return fallen.before.roller if fallen else self.room.table.roller

    def check_corrects(self) -> None:
        """Refuse to correct dice that nobody at this screen has entered."""
        self._check_goes_on()
        if self.room.head.dice != DiceKind.OWN:
            raise Refusal(Phrase("Only dice that people roll themselves can be corrected."))
        if not self.playing:
            raise NotYourTurn(Phrase("You are watching: only players with a seat can play."))
        if not self._rolls_for(self._rolled_by):
            roller = self.room.table.name(self._rolled_by)
            raise NotYourTurn(Phrase("These dice belong to {name}, who can correct them.", name=roller))
        if self._has_corrected_too_often:
            raise Refusal(Phrase("You have corrected dice too often at this table: no more can be corrected."))
        if self._was_advised:
            raise Refusal(Phrase("A bot has moved for you since these dice were rolled: they cannot be corrected."))

    def check_rolls(self, *, entered: bool = False) -> None:
        """Refuse to roll somebody else's dice, or to enter faces where the app rolls."""
        self._check_goes_on()
        if entered and self.room.head.dice != DiceKind.OWN:
            raise Refusal(Phrase("At this table the app rolls the dice."))
        if self.room.table.dice_due and not self.may_roll:
            roller = self.room.table.name(self.room.table.roller)
            raise NotYourTurn(Phrase("These dice belong to {name}, who has to roll them.", name=roller))

    def _check_goes_on(self) -> None:
        """Refuse to play before the game begins, or after it was closed."""
        self.room.check_begun()
        self.room.company.closing.check_open()

    def _not_yours(self, seat: int) -> Refusal:
        table = self.room.table
        if self.room.company.chairs[seat].player.kind == SeatKind.BOT:
            return NotYourTurn(Phrase("{name} is a bot and plays by itself.", name=table.name(seat)))
        if not self.seats:
            return NotYourTurn(Phrase("You are watching: only players with a seat can play."))
        mine = series(map(table.name, self.seats))
        return NotYourTurn(Phrase("This is the seat of {name}: yours is {mine}.", name=table.name(seat), mine=mine))
