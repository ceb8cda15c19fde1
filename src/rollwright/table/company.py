"""Who is at a table: what the arrangements in its log add up to, and which further ones are possible.

Before the game begins there are chairs, some of them free; then there are seats, in the order of the chairs that were
taken. Browsers are known by the digests of their tokens, and links by those of their secrets.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rollwright.core.contract import SPECTATOR
from rollwright.core.errors import BadOption, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import N_, Phrase, printable
from rollwright.table.events import (
    Admitted,
    Arrangement,
    Carried,
    Dealt,
    Event,
    Followed,
    Gave,
    Greeted,
    Left,
    Lent,
    Linked,
    Opened,
    Overdue,
    Returned,
    Seated,
    Started,
)
from rollwright.table.models import Head, InvitationKind, Player, SeatKind, Summary
from rollwright.table.player_names import alike, looks_of
from rollwright.table.table import LONGEST_NAME, Table
from rollwright.table.turns import seats_asked

STAND_IN = "normal"
"""The level of a bot that plays for somebody."""

MOST_GUESTS = 100
"""Browsers that may come to a table by its links."""

MOST_DEVICES = 5
"""Devices on which one player may have a seat."""

MOST_GREETINGS = 300
"""Greetings at one table."""

MOST_CHANGES = 200
"""How often somebody may sit down at one seat, take it back from a bot, or renew a link: all of it is kept for good,
and of the most everybody must read."""

GREETINGS = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "nice": N_("Nice!"),
    "ouch": N_("Ouch!"),
    "moment": N_("One moment, please."),
    "go": N_("Your turn!"),
    "thanks": N_("Thanks for the game!"),
    "bye": N_("See you!"),
}
"""What players can say to each other."""


@dataclass(frozen=True)
class Chair:
    """A place at the table: who was meant for it, who sits there, and which bot plays for them, if one does."""

    player: Player
    holders: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    lent: str = ""

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.player.kind == SeatKind.LINK and not self.holders

    @property
    def level(self) -> str:
        """The level of the bot that plays here; none if a person does."""
        return self.player.level if self.player.kind == SeatKind.BOT else self.lent


@dataclass(frozen=True)
class Remark:
    """Something to tell beside the course of the game: after how many steps, about which seat, and what."""

    after: int
    seat: int
    phrase: Phrase


class Company:
    """Everybody at a table, as its log tells."""

    def __init__(self, head: Head, opened: Opened) -> None:
        """Begin as the table was opened; it has begun already if nobody is waited for."""
        self.head = head
        self.game: Game = open_game(opened.game)
        self.setting = opened.setting
        self.chairs = [Chair(player, (head.owner,) if player.kind == SeatKind.HERE else ()) for player in head.players]
        self.started = not any(player.kind == SeatKind.LINK for player in head.players)
        self.guests: dict[str, str] = {}
        self.links: dict[tuple[str, int], str] = {}
        self.renewals: dict[tuple[str, int], int] = {}
        self.nonces: dict[int, str] = {}
        self.dealt: Dealt | None = None
        self.next_table = ""
        self.remarks: list[Remark] = []
        self._greetings = 0
        self._sat: Counter[int] = Counter()
        self._returned: Counter[int] = Counter()

    @property
    def opening(self) -> Opened:
        """The opening of the game as it is played, or would be by now."""
        return Opened(self.game.name, len(self.chairs), self.setting)

    @property
    def names(self) -> list[str]:
        """What the players are called, seat by seat; nothing for who gave no name."""
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
    def is_open(self) -> bool:
        """Whether more than one browser plays here, or may."""
        return any(chair.player.kind == SeatKind.LINK for chair in self.chairs)

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """Return the seats of whoever has this browser."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if holder and holder in chair.holders)

    def knows(self, holder: str) -> bool:
        """Say whether a browser may see this table at all."""
        return bool(holder) and (holder == self.head.owner or holder in self.guests or bool(self.seats_of(holder)))

    def name(self, seat: int) -> Phrase:
        """Return what a seat's player is called."""
        named = self.chairs[seat].player.name
        return Phrase("{name}", name=named) if named else Phrase("Player {n}", n=seat + 1)

    def asked(self, table: Table) -> list[int]:
        """Return the seats that are asked to move or to roll, as far as anybody may know."""
        if not self.started:
            return []
        return [table.roller] if table.dice_due else seats_asked(table, table.seen_by(SPECTATOR))

    def summary(self, table: Table) -> Summary:
        """Sum up how the table stands, for lists of tables."""
        people = [self.chairs[seat] for seat in self.asked(table) if seat not in self.bots]
        asked = [holder for chair in people for holder in chair.holders]
        return Summary.of(table, self.names, asked, waits=not self.started)

    # What is possible: each of these returns the arrangement to write down, or refuses.

    def admit(self, holder: str, link: str) -> list[Arrangement]:
        """Let a browser in that came by a link; nothing is to be written for one that is in already."""
        if self.knows(holder) and self.guests.get(holder) in (link, InvitationKind.JOIN, None):
            return []
        if len(self.guests) >= MOST_GUESTS:
            raise Refusal(Phrase("Too many have come to this table already: ask whoever opened it for a new link."))
        return [Admitted(holder, link)]

    def take(self, seat: int, holder: str, name: str, choices: Mapping[str, str]) -> list[Arrangement]:
        """Sit down on a free seat, or change one's name and choices while the game has not begun."""
        self._check(seat)
        chair = self.chairs[seat]
        mine = chair.player.kind == SeatKind.LINK and holder in chair.holders
        if not (chair.free or (mine and not self.started)):
            raise Refusal(Phrase("This seat is taken: choose a free one."))
        if others := [each for each in self.seats_of(holder) if each != seat]:
            raise Refusal(Phrase("You sit here already, as {name}.", name=self.name(others[0])))
        if holder != self.head.owner and self.guests.get(holder) != InvitationKind.JOIN:
            raise Refusal(Phrase("Only who came by the link to join can take a seat."))
        if self._sat[seat] >= MOST_CHANGES:
            raise Refusal(Phrase("This seat has changed hands too often: ask whoever opened the table for a new link."))
        chosen = {} if self.started or self.head.deal else self._checked(seat, choices)
        return [Seated(seat, holder, self._named(name, seat), chosen)]

    def carry(self, seat: int, holder: str) -> list[Arrangement]:
        """Bring a seat along to another device, by its own link."""
        self._check(seat)
        chair = self.chairs[seat]
        if holder in chair.holders:
            return []
        if not chair.holders:
            raise Refusal(Phrase("Nobody has this seat, so it cannot be brought along."))
        if self.seats_of(holder):
            raise Refusal(Phrase("This device plays another seat of this table already."))
        if len(chair.holders) >= MOST_DEVICES:
            raise Refusal(Phrase("This seat is open on {n} devices already: renew its link to leave them.",
                                 n=MOST_DEVICES))  # fmt: skip
        return [Carried(seat, holder)]

    def generation(self, link: str, seat: int) -> int:
        """Return how often a link will have been made, if it is made now; refuse to do that for ever."""
        made = self.renewals.get((link, seat), 0)
        if made >= MOST_CHANGES:
            raise Refusal(Phrase("This link has been renewed so often that it stays as it is."))
        return made + 1

    def keepers(self, seat: int, holder: str) -> tuple[str, ...]:
        """Return who keeps a seat when one of its devices renews its link: that one, and the first, who cannot be
        robbed of it."""
        holders = self.chairs[seat].holders
        return tuple(each for each in holders if each in (holder, *holders[:1]))

    def leave(self, seat: int) -> list[Arrangement]:
        """Leave a seat, for others to take it by the link."""
        self._check(seat)
        if not self.can_leave(seat):
            raise Refusal(Phrase("This seat cannot be left: nobody else could take it."))
        return [Left(seat)]

    def can_leave(self, seat: int) -> bool:
        """Say whether a seat's player can go: others can come by the link, to the opener's seats once it is begun."""
        chair = self.chairs[seat]
        is_opener_s = chair.player.kind == SeatKind.HERE and self.started and self.is_open
        return bool(chair.holders) and (chair.player.kind == SeatKind.LINK or is_opener_s)

    def lend(self, seat: int, level: str = STAND_IN) -> list[Arrangement]:
        """Let a bot play for a person."""
        self._check(seat)
        if self.head.ranked:
            raise Refusal(Phrase("This try counts, so no bot can play for you: close the page and come back later."))
        if not self.started:
            raise Refusal(Phrase("The game has not begun: until then a seat can be left."))
        if self.chairs[seat].level:
            raise Refusal(Phrase("A bot plays this seat already."))
        return [Lent(seat, level)]

    def return_to(self, seat: int) -> list[Arrangement]:
        """Play on where a bot has played for somebody."""
        self._check(seat)
        if not self.chairs[seat].lent or not self.chairs[seat].holders:
            raise Refusal(Phrase("No bot plays for anybody at this seat."))
        if self._returned[seat] >= MOST_CHANGES:
            raise Refusal(Phrase("A bot has played for you so often that it plays on."))
        return [Returned(seat)]

    def start(self, *, with_bots: bool, names: Sequence[str]) -> list[Arrangement]:
        """Begin with those who have come; chairs that stayed empty get bots of these names, or go, unless all of them
        belong to a deal."""
        if self.started:
            raise Refusal(Phrase("The game has begun already."))
        if not any(chair.holders for chair in self.chairs):  # bots do not roll: nothing would ever happen
            raise Refusal(Phrase("Nobody has sat down yet: at least one person must play."))
        chairs = [seat for seat, chair in enumerate(self.chairs) if with_bots or self.head.deal or not chair.free]
        self.game.check_seats(len(chairs))
        free = iter([name for name in names if name not in self.names])
        bots = {str(seat): (next(free, ""), STAND_IN) for seat in chairs if self.chairs[seat].free}
        return [Started(chairs, bots, self._settled(chairs))]

    def give(self, seat: int, nonce: str) -> list[Arrangement]:
        """Add a player's own random number, once the game has begun; the first one stays."""
        self._check(seat)
        if not (16 <= len(nonce) <= 64 and all(sign in "0123456789abcdef" for sign in nonce)):
            raise Refusal(Phrase("A player's number for the dice has 16 to 64 hexadecimal digits."))
        return [] if seat in self.nonces else [Gave(seat, nonce)]

    def greet(self, seat: int, greeting: str) -> list[Arrangement]:
        """Say something to everybody at the table."""
        self._check(seat)
        if greeting not in GREETINGS:
            raise Refusal(Phrase("There is no such greeting."))
        if self._greetings >= MOST_GREETINGS:
            raise Refusal(Phrase("So much has been said at this table that there is no room for more."))
        return [Greeted(seat, greeting)]

    def _check(self, seat: int) -> None:
        if not 0 <= seat < len(self.chairs):
            raise Refusal(Phrase("There is no such seat here."))

    def _named(self, name: str, seat: int) -> str:
        """Return a name as it is written on the table's list; two players cannot have the same one."""
        clean = printable(" ".join(name.replace(",", " ").split()), LONGEST_NAME)
        mine = {"", *looks_of(Phrase("Player {n}", n=seat + 1))}
        if alike(clean) in mine:
            return ""
        others = (place for place in range(len(self.chairs)) if place != seat)
        for place in others:  # nor can anybody be called as one who has no name: "Player 2", in any language
            if alike(clean) in {*looks_of(self.name(place)), *looks_of(Phrase("Player {n}", n=place + 1))}:
                raise BadOption(Phrase("Somebody here is called {name} already: choose another name.", name=clean))
        return clean

    def _checked(self, seat: int, choices: Mapping[str, str]) -> dict[str, str]:
        """Return a player's own choices; refuse what the game does not offer, or what somebody else has taken.

        Who chooses nothing gets what is meant for the seat, or what is left, if somebody else has taken that.
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
                raise BadOption(Phrase("Somebody else has chosen that already: no two can play the same."))
            chosen[option.name] = value
        return chosen

    def taken(self, option: str, seat: int) -> set[str]:
        """Return what the players at other seats have chosen; who has not come yet has chosen nothing."""
        others = (place for place, chair in enumerate(self.chairs) if place != seat and not chair.free)
        return {self.chosen(option, place) for place in others}

    def chosen(self, option: str, seat: int) -> str:
        """Return what stands for a seat by now."""
        return str(self.chairs[seat].choices.get(option, self.setting[option][seat]))

    def _settled(self, chairs: Sequence[int]) -> dict[str, list[str]]:
        """Return the setting of the game with these chairs: what people chose, and for bots what is left."""
        seats, found = len(chairs), {}
        for option in self.game.options:
            values: list[str | None] = [
                None if option.distinct and self.chairs[chair].free else self.chosen(option.name, chair)
                for chair in chairs
            ]
            if not option.per_seat:
                value = str(values[0])
                if option.of_seats and value.isdecimal():  # such as who starts, who sits elsewhere now, or did not come
                    value = str(chairs.index(int(value) - 1) + 1) if int(value) - 1 in chairs else ""
                found[option.name] = [value] if value in option.names(seats) else option.names(seats)[:1]
                continue
            left = iter([name for name in option.names(seats) if name not in values])
            found[option.name] = [next(left) if value is None else value for value in values]
        return self.game.setting(seats, found)

    # What has been written down.

    def follow(self, event: Event, after: int) -> None:
        """Take note of an arrangement, made after so many steps of the game."""
        match event:
            case Linked():
                self._renew(event)
            case Admitted():
                self.guests[event.holder] = event.link
            case Seated():
                self._seat(event, after)
            case Carried():
                chair = self.chairs[event.seat]
                self.chairs[event.seat] = replace(chair, holders=(*chair.holders, event.holder))
            case Left():
                self._tell(after, event.seat, Phrase("{name} leaves.", name=self.name(event.seat)))
                chair = self.chairs[event.seat]
                self.links.pop((InvitationKind.SEAT, event.seat), None)
                player = Player(chair.player.name if self.started else "", SeatKind.LINK)
                self.chairs[event.seat] = Chair(player, lent=STAND_IN if self.started else "")
            case Lent():
                self._tell(after, event.seat, Phrase("A bot plays for {name}.", name=self.name(event.seat)))
                self.chairs[event.seat] = replace(self.chairs[event.seat], lent=event.level)
            case Returned():
                self._returned[event.seat] += 1
                self._tell(after, event.seat, Phrase("{name} is back.", name=self.name(event.seat)))
                self.chairs[event.seat] = replace(self.chairs[event.seat], lent="")
            case Started():
                self._start(event)
            case Gave() | Dealt():
                self._settle_dice(event)
            case Overdue():
                said = Phrase("The time of {name} is up: a bot decides once.", name=self.name(event.seat))
                self._tell(after, event.seat, said)
            case Greeted():
                said = Phrase(GREETINGS.get(event.greeting, ""))
                self._greetings += 1
                self._tell(after, event.seat, Phrase("{name}: {said}", name=self.name(event.seat), said=said))
            case Followed():
                self.next_table = event.table_id

    def _renew(self, event: Linked) -> None:
        """Let a link be good; who came by the one before and did not sit down is let go, or, if it was a seat's, who
        has the seat by it."""
        key = event.link, event.seat
        self.links[key] = event.digest
        self.renewals[key] = self.renewals.get(key, 0) + 1
        if event.link == InvitationKind.JOIN:
            self._sat.clear()
        if event.holders:
            chair = self.chairs[event.seat]
            kept = tuple(holder for holder in chair.holders if holder in event.holders)
            self.chairs[event.seat] = replace(chair, holders=kept)
        self.guests = {
            holder: link for holder, link in self.guests.items() if link != event.link or self.seats_of(holder)
        }

    def _seat(self, event: Seated, after: int) -> None:
        before = self.chairs[event.seat]
        self._sat[event.seat] += 1
        if event.holder not in before.holders:
            self.links.pop((InvitationKind.SEAT, event.seat), None)  # whoever sat here before must not come back by it
        player = Player(event.name, SeatKind.LINK)
        holders = before.holders if event.holder in before.holders else (event.holder,)
        self.chairs[event.seat] = Chair(player, holders, event.choices)
        if self.started and before.player.name != event.name:
            names = {"name": self.name(event.seat), "before": Phrase("{name}", name=before.player.name)}
            said = Phrase("{name} takes the seat of {before}.", **names)
            self._tell(after, event.seat, said if before.player.name else Phrase("{name} sits down.", **names))

    def _start(self, event: Started) -> None:
        chairs = []
        for number in event.chairs:
            bot = event.bots.get(str(number))
            chairs.append(Chair(Player(bot[0], SeatKind.BOT, bot[1])) if bot else self.chairs[number])
        self.chairs = chairs
        self.setting = event.setting
        self.started = True
        self.links = {
            key: digest for key, digest in self.links.items() if key[0] != InvitationKind.SEAT
        }  # seats have other numbers

    def _settle_dice(self, event: Gave | Dealt) -> None:
        """Take note of what the dice will be made of; of a player's numbers the first one stays."""
        if isinstance(event, Gave):
            self.nonces.setdefault(event.seat, event.nonce)
        else:
            self.dealt = event

    def _tell(self, after: int, seat: int, phrase: Phrase) -> None:
        if self.started:
            self.remarks.append(Remark(after, seat, phrase))
