"""Who is at a table: the state that the arrangements in its log add up to, and which new ones are possible.

Before the game begins there are chairs, some of them free; then there are seats, in the order of the chairs that were
taken. Browsers are identified by the digests of their tokens ("holders"), invitations by the digests of their secrets.
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
from rollwright.table.player_names import name_key, name_keys
from rollwright.table.table import MAX_NAME_LENGTH, Table
from rollwright.table.turns import seats_asked

STAND_IN = "normal"
"""The level of a bot that plays for an absent player."""

MAX_GUESTS = 100
"""Maximum number of browsers admitted to a table by invitations."""

MAX_DEVICES = 5
"""Maximum number of devices that hold one seat."""

MAX_GREETINGS = 300
"""Maximum number of greetings at a table."""

MAX_CHANGES = 200
"""How often a seat can be taken, be taken back from a bot, or an invitation be renewed: the log keeps each of these."""

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
"""The ready-made greetings, by name."""


@dataclass(frozen=True)
class Chair:
    """A place at the table: its player, the browsers that hold it, and the level of a stand-in (`lent`), if any."""

    player: Player
    holders: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    lent: str = ""

    @property
    def free(self) -> bool:
        """Whether anybody invited may sit down here."""
        return self.player.kind == SeatKind.LINK and not self.holders

    @property
    def level(self) -> str:
        """The level of the bot that plays here; empty if a person does."""
        return self.player.level if self.player.kind == SeatKind.BOT else self.lent


@dataclass(frozen=True)
class Remark:
    """A story entry about people, not the game: its seat, its phrase and its place in the log."""

    after: int
    """The number of steps in the log before it."""
    seat: int
    phrase: Phrase


class Company:
    """Everybody at a table, built up from the table's log."""

    def __init__(self, head: Head, opened: Opened) -> None:
        """Start with the table as it was opened; if nobody is invited, the game has begun."""
        self.head = head
        self.game: Game = open_game(opened.game)
        self.setting: Mapping[str, Sequence[str]] = self.game.setting(opened.seats, opened.setting)
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

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """Return the seats that a browser holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if holder and holder in chair.holders)

    def knows(self, holder: str) -> bool:
        """Return whether a browser may see this table."""
        return bool(holder) and (holder == self.head.owner or holder in self.guests or bool(self.seats_of(holder)))

    def name(self, seat: int) -> Phrase:
        """Return the name of a seat's player, or "Player N"."""
        named = self.chairs[seat].player.name
        return Phrase("{name}", name=named) if named else Phrase("Player {n}", n=seat + 1)

    def asked(self, table: Table) -> list[int]:
        """Return the seats that are to move or to roll, as far as a spectator may know."""
        if not self.started:
            return []
        return [table.roller] if table.dice_due else seats_asked(table, table.seen_by(SPECTATOR))

    def summary(self, table: Table) -> Summary:
        """Return a summary of the table for lists of tables."""
        people = [self.chairs[seat] for seat in self.asked(table) if seat not in self.bots]
        asked = [holder for chair in people for holder in chair.holders]
        return Summary.of(table, self.names, asked, waits=not self.started)

    # Requests: each returns the arrangements to append to the log, or refuses.

    def admit(self, holder: str, link: str) -> list[Arrangement]:
        """Admit a browser that came by an invitation; there is nothing to append if it has been admitted before."""
        if self.knows(holder) and self.guests.get(holder) in (link, InvitationKind.JOIN, None):
            return []
        if len(self.guests) >= MAX_GUESTS:
            raise Refusal(Phrase("Too many people have joined this table: ask the host for a new link."))
        return [Admitted(holder, link)]

    def take(self, seat: int, holder: str, name: str, choices: Mapping[str, str]) -> list[Arrangement]:
        """Take a free seat, or change the name and choices of one's own seat before the game begins."""
        self._check(seat)
        chair = self.chairs[seat]
        mine = chair.player.kind == SeatKind.LINK and holder in chair.holders
        if not (chair.free or (mine and not self.started)):
            raise Refusal(Phrase("This seat is taken: choose a free one."))
        if others := [each for each in self.seats_of(holder) if each != seat]:
            raise Refusal(Phrase("You already have a seat here, as {name}.", name=self.name(others[0])))
        if holder != self.head.owner and self.guests.get(holder) != InvitationKind.JOIN:
            raise Refusal(Phrase("You can take a seat only if you came by the invite link."))
        if self._sat[seat] >= MAX_CHANGES:
            raise Refusal(Phrase("This seat has changed hands too often: ask the host for a new link."))
        chosen = {} if self.started or self.head.deal else self._checked(seat, choices)
        return [Seated(seat, holder, self._named(name, seat), chosen)]

    def carry(self, seat: int, holder: str) -> list[Arrangement]:
        """Give another device a seat, by the seat's own invitation."""
        self._check(seat)
        chair = self.chairs[seat]
        if holder in chair.holders:
            return []
        if not chair.holders:
            raise Refusal(Phrase("Nobody has this seat, so it cannot be moved to another device."))
        if self.seats_of(holder):
            raise Refusal(Phrase("This device is already playing another seat at this table."))
        if len(chair.holders) >= MAX_DEVICES:
            raise Refusal(Phrase("This seat is already open on {n} devices: create a new link to disconnect them.",
                                 n=MAX_DEVICES))  # fmt: skip
        return [Carried(seat, holder)]

    def generation(self, link: str, seat: int) -> int:
        """Return the number of an invitation's next version, counted from 1; refuse to renew it without limit."""
        made = self.renewals.get((link, seat), 0)
        if made >= MAX_CHANGES:
            raise Refusal(Phrase("This link has been renewed too often and can no longer be changed."))
        return made + 1

    def keepers(self, seat: int, holder: str) -> tuple[str, ...]:
        """Return the browsers that keep a seat when one of them renews its invitation: that one and the first.

        The first one cannot be locked out of its own seat.
        """
        holders = self.chairs[seat].holders
        return tuple(each for each in holders if each in (holder, *holders[:1]))

    def leave(self, seat: int) -> list[Arrangement]:
        """Leave a seat, so that somebody else can take it."""
        self._check(seat)
        if not self.can_leave(seat):
            raise Refusal(Phrase("You cannot leave this seat: nobody else could take it."))
        return [Left(seat)]

    def can_leave(self, seat: int) -> bool:
        """Return whether a seat can be left: an invited player's always, the host's once a game with guests began."""
        chair = self.chairs[seat]
        hosts_own = chair.player.kind == SeatKind.HERE and self.started and self.has_invited_seats
        return bool(chair.holders) and (chair.player.kind == SeatKind.LINK or hosts_own)

    def lend(self, seat: int, level: str = STAND_IN) -> list[Arrangement]:
        """Let a bot play for a person."""
        self._check(seat)
        if self.head.ranked:
            raise Refusal(
                Phrase("This attempt is ranked, so no bot can play for you: close the page and come back later.")
            )
        if not self.started:
            raise Refusal(Phrase("The game has not started yet: you can simply leave the seat."))
        if self.chairs[seat].level:
            raise Refusal(Phrase("A bot is already playing this seat."))
        return [Lent(seat, level)]

    def return_to(self, seat: int) -> list[Arrangement]:
        """Take a seat back from the bot that played for its player."""
        self._check(seat)
        if not self.chairs[seat].lent or not self.chairs[seat].holders:
            raise Refusal(Phrase("No bot is playing for anyone at this seat."))
        if self._returned[seat] >= MAX_CHANGES:
            raise Refusal(Phrase("You have taken this seat back too often: the bot keeps playing."))
        return [Returned(seat)]

    def start(self, *, with_bots: bool, names: Sequence[str]) -> list[Arrangement]:
        """Begin the game with the players who have come.

        Empty chairs are removed, or get bots with these names if asked, and always at a table that plays a deal.
        """
        if self.started:
            raise Refusal(Phrase("The game has already started."))
        if not any(chair.holders for chair in self.chairs):  # bots would play for nobody
            raise Refusal(Phrase("Nobody has sat down yet: at least one person must play."))
        chairs = [seat for seat, chair in enumerate(self.chairs) if with_bots or self.head.deal or not chair.free]
        self.game.check_seats(len(chairs))
        free = iter([name for name in names if name not in self.names])
        bots = {str(seat): (next(free, ""), STAND_IN) for seat in chairs if self.chairs[seat].free}
        return [Started(chairs, bots, self._settled(chairs))]

    def give(self, seat: int, nonce: str) -> list[Arrangement]:
        """Add a player's own random number for the dice; only the first one counts."""
        self._check(seat)
        if not (16 <= len(nonce) <= 64 and all(char in "0123456789abcdef" for char in nonce)):
            raise Refusal(Phrase("A player's number for the dice must have 16 to 64 hexadecimal digits."))
        return [] if seat in self.nonces else [Gave(seat, nonce)]

    def greet(self, seat: int, greeting: str) -> list[Arrangement]:
        """Send one of the greetings to everybody at the table."""
        self._check(seat)
        if greeting not in GREETINGS:
            raise Refusal(Phrase("There is no such message: choose one from the list."))
        if self._greetings >= MAX_GREETINGS:
            raise Refusal(Phrase("This table has reached its limit of messages: no more can be sent."))
        return [Greeted(seat, greeting)]

    def _check(self, seat: int) -> None:
        if not 0 <= seat < len(self.chairs):
            raise Refusal(Phrase("There is no such seat here."))

    def _named(self, name: str, seat: int) -> str:
        """Return a cleaned name, empty if it is the seat's default; refuse a name that another player has."""
        clean = printable(" ".join(name.replace(",", " ").split()), MAX_NAME_LENGTH)
        mine = {"", *name_keys(Phrase("Player {n}", n=seat + 1))}
        if name_key(clean) in mine:
            return ""
        others = (place for place in range(len(self.chairs)) if place != seat)
        for place in others:  # another seat's default name, "Player 2" in any language, is refused too
            if name_key(clean) in {*name_keys(self.name(place)), *name_keys(Phrase("Player {n}", n=place + 1))}:
                raise BadOption(Phrase("Someone here is already called {name}: choose another name.", name=clean))
        return clean

    def _checked(self, seat: int, choices: Mapping[str, str]) -> dict[str, str]:
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

    def _settled(self, chairs: Sequence[int]) -> dict[str, list[str]]:
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

    # Events of the log.

    def follow(self, event: Event, after: int) -> None:
        """Apply an event of the log; `after` is the number of steps before it."""
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
                self._tell(after, event.seat, Phrase("A bot now plays for {name}.", name=self.name(event.seat)))
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
                said = Phrase("Time is up for {name}: a bot makes this decision.", name=self.name(event.seat))
                self._tell(after, event.seat, said)
            case Greeted():
                said = Phrase(GREETINGS.get(event.greeting, ""))
                self._greetings += 1
                self._tell(after, event.seat, Phrase("{name}: {said}", name=self.name(event.seat), said=said))
            case Followed():
                self.next_table = event.table_id

    def _renew(self, event: Linked) -> None:
        """Replace an invitation.

        Browsers that came by the old one and did not sit down lose access; of a seat's, those that no longer hold it.
        """
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
            self.links.pop((InvitationKind.SEAT, event.seat), None)  # the previous player must not come back by it
        player = Player(event.name, SeatKind.LINK)
        holders = before.holders if event.holder in before.holders else (event.holder,)
        self.chairs[event.seat] = Chair(player, holders, event.choices)
        if self.started and before.player.name != event.name:
            names = {"name": self.name(event.seat), "before": Phrase("{name}", name=before.player.name)}
            said = Phrase("{name} takes over the seat of {before}.", **names)
            self._tell(after, event.seat, said if before.player.name else Phrase("{name} sits down.", **names))

    def _start(self, event: Started) -> None:
        chairs = []
        for number in event.chairs:
            bot = event.bots.get(str(number))
            chairs.append(Chair(Player(bot[0], SeatKind.BOT, bot[1])) if bot else self.chairs[number])
        self.chairs = chairs
        self.setting = self.game.setting(len(chairs), event.setting)
        self.started = True
        self.links = {
            key: digest for key, digest in self.links.items() if key[0] != InvitationKind.SEAT
        }  # seats have new numbers

    def _settle_dice(self, event: Gave | Dealt) -> None:
        """Record what the dice are computed from; only the first number of a player counts."""
        if isinstance(event, Gave):
            self.nonces.setdefault(event.seat, event.nonce)
        else:
            self.dealt = event

    def _tell(self, after: int, seat: int, phrase: Phrase) -> None:
        if self.started:
            self.remarks.append(Remark(after, seat, phrase))
