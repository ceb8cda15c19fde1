"""The chairs of a table: who holds each of them, what their players are called, and what they have chosen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rollwright.core.errors import BadOption, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase, player_name
from rollwright.table.events import Opened
from rollwright.table.models import Head, Player, SeatKind
from rollwright.table.seats.player_names import checked_name
from rollwright.table.seats.stand_ins import StandIns


@dataclass(frozen=True)
class FormerPlayer:
    """The player of a seat that others freed, who may come back until somebody else is seen to move there."""

    player: Player
    holders: tuple[str, ...]


@dataclass(frozen=True)
class Chair:
    """A place at the table: its player, the browsers that hold it, and the level of a stand-in (`lent`), if any."""

    player: Player
    holders: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    lent: str = ""
    former: FormerPlayer | None = None
    last: tuple[str, ...] = ()
    """The browsers that held the chair last, while nobody does: its secrets are theirs."""
    since: int = 0
    """The place in the log from which on moves here are the present player's: since they sat down, or took the chair
    back from a bot."""

    @property
    def free(self) -> bool:
        """Whether anybody invited may sit down here."""
        return self.player.kind == SeatKind.LINK and not self.holders

    @property
    def level(self) -> str:
        """The level of the bot that plays here; empty if a person does."""
        return self.player.level if self.player.kind == SeatKind.BOT else self.lent

    def is_former(self, holders: Iterable[str]) -> bool:
        """Return whether one of these browsers may come back here, as others freed the chair."""
        return self.former is not None and not set(holders).isdisjoint(self.former.holders)


class Chairs:
    """The chairs of a table with the setting that they bring about."""

    def __init__(self, head: Head, opened: Opened) -> None:
        """Start with the chairs as the table was opened with them."""
        self.head = head
        self.game: Game = open_game(opened.game)
        self.setting: Mapping[str, Sequence[str]] = self.game.setting(opened.seats, opened.setting)
        self.stand_ins = StandIns()
        self.chairs = [Chair(player, (head.owner,) if player.kind == SeatKind.HERE else ()) for player in head.players]

    @property
    def opening(self) -> Opened:
        """The opening of the game with the current chairs and setting."""
        return Opened(self.game.name, len(self.chairs), self.setting)

    @property
    def names(self) -> list[str]:
        """The players' names, in the order of the seats; empty for a player without a name."""
        return [chair.player.name for chair in self.chairs]

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots play."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.level)

    @property
    def free(self) -> list[int]:
        """The seats that somebody may take."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.free]

    @property
    def has_invited_seats(self) -> bool:
        """Whether any seat is for somebody who is invited, so that several browsers may play."""
        return any(chair.player.kind == SeatKind.LINK for chair in self.chairs)

    @property
    def number_givers(self) -> frozenset[int]:
        """The seats whose browsers are to add a number to fair dice: the first of each screen that people play at."""
        return frozenset(self.seats_of(each.holders[0])[0] for each in self.chairs if each.holders and not each.lent)

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """Return the seats that a browser holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if holder and holder in chair.holders)

    def former_seats_of(self, holder: str) -> tuple[int, ...]:
        """Return the seats to which a browser may come back, as others freed them."""
        chairs = enumerate(self.chairs)
        return tuple(seat for seat, chair in chairs if holder and chair.former and holder in chair.former.holders)

    @property
    def all_holders(self) -> list[tuple[str, ...]]:
        """The browsers that hold each seat."""
        return [chair.holders for chair in self.chairs]

    @property
    def people(self) -> list[int]:
        """The seats that people hold, also those for whom a bot stands in."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.holders]

    def is_advice(self, seat: int, place: int) -> bool:
        """Return whether a bot made a seat's move at a place of the log for a person who plays with others.

        To take it back would be to ask a bot for advice, which is for those who play with nobody else. What a bot did
        because others let it, though no time was up, is none: its player has not asked.
        """
        return self.has_invited_seats and self.stand_ins.made(seat, place)

    def droppable(self, seat: int) -> frozenset[int]:
        """Return the bots whose moves go when those of a seat that they depend on do; then these bots move again.

        Who plays with others, and has lent another seat of theirs, must not have the moves there dropped: advice again.
        """
        mine = set(self.chairs[seat].holders if self.has_invited_seats else ())
        lent = (each for each, chair in enumerate(self.chairs) if chair.lent and not mine.isdisjoint(chair.holders))
        return self.bots.difference(lent)

    def name(self, seat: int) -> Phrase:
        """Return the name of a seat's player, or "Player N"."""
        return player_name(self.chairs[seat].player.name, seat)

    def check_chair(self, seat: int) -> None:
        """Refuse a chair that the table does not have."""
        if not 0 <= seat < len(self.chairs):
            raise Refusal(Phrase("There is no such seat here."))

    def checked_name(self, name: str, seat: int) -> str:
        """Return a cleaned name, empty if it is the seat's default; refuse one that reads like another player's."""
        others = [(place, chair.player.name) for place, chair in enumerate(self.chairs) if place != seat]
        others += [(place, chair.former.player.name) for place, chair in enumerate(self.chairs)
                   if place != seat and chair.former and chair.former.player.name]  # fmt: skip
        return checked_name(name, seat, others)

    def checked_choices(self, seat: int, choices: Mapping[str, str]) -> dict[str, str]:
        """Return a player's choices; refuse what the game does not offer, or what somebody else has taken.

        Without a choice the seat keeps its default, or gets a free one if somebody else has taken that.
        """
        chosen = {}
        for option in self.game.options:
            if not option.per_seat:
                continue
            taken = self.taken(option.name, seat) if option.distinct else set()
            value = choices.get(option.name)
            if value is None and self.chosen(option.name, seat) in taken:
                value = next(name for name in option.names(len(self.chairs)) if name not in taken)
            if value is None:
                continue
            option.index(value, len(self.chairs))
            if value in taken:
                raise BadOption(Phrase("Someone else has already chosen that: choose something different."))
            chosen[option.name] = value
        return chosen

    def taken(self, option: str, seat: int) -> set[str]:
        """Return what the players at other seats have chosen; free seats do not count."""
        others = (place for place, chair in enumerate(self.chairs) if place != seat and not chair.free)
        return {self.chosen(option, place) for place in others}

    def chosen(self, option: str, seat: int) -> str:
        """Return a seat's current choice: the player's own, or the table's; empty if there is none with its seats."""
        return str(self.chairs[seat].choices.get(option) or self.setting.get(option, [""] * (seat + 1))[seat])

    def settled(self, chairs: Sequence[int]) -> dict[str, list[str]]:
        """Return the setting of a game with these chairs: what people chose, and for bots what remains."""
        seats, found = len(chairs), {}
        for option in self.game.options:
            if not option.names(seats):
                continue
            values: list[str | None] = [
                None if option.distinct and self.chairs[chair].free else self.chosen(option.name, chair)
                for chair in chairs
            ]
            if not option.per_seat:
                value = str(values[0])
                if option.of_seats and value.isdecimal():  # such as the start player: seats have new numbers now
                    value = str(chairs.index(int(value) - 1) + 1) if int(value) - 1 in chairs else ""
                found[option.name] = [value] if value in option.names(seats) else option.names(seats)[:1]
                continue
            left = iter([name for name in option.names(seats) if name not in values])
            found[option.name] = [next(left) if value is None else value for value in values]
        return self.game.setting(seats, found)
