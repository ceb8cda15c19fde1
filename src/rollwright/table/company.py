"""Who is at a table: the state that the arrangements in its log add up to, and which new ones are possible.

Before the game begins there are chairs, some of them free; then there are seats, in the order of the chairs that were
taken. Browsers are identified by the digests of their tokens ("holders"), invitations by the digests of their secrets.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rollwright.core.contract import SPECTATOR
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.table.events import (
    Admitted,
    Agreed,
    Arrangement,
    Brought,
    Carried,
    Closed,
    CommitmentsClosed,
    Committed,
    Dealt,
    Disagreed,
    Event,
    Followed,
    Gave,
    Greeted,
    Kept,
    Left,
    Lent,
    Linked,
    Moved,
    Opened,
    Overdue,
    Reclaimed,
    Returned,
    Rolled,
    Seated,
    Started,
    Undone,
)
from rollwright.table.fair.fair_numbers import FairNumbers
from rollwright.table.greetings import GREETINGS, PLAYED_APART
from rollwright.table.models import Head, InvitationKind, Player, SeatKind, Summary
from rollwright.table.seats.closing import Closing
from rollwright.table.seats.holders import Chair, Chairs, FormerPlayer
from rollwright.table.seats.player_names import unlike
from rollwright.table.table import Table
from rollwright.table.turns import seats_asked

STAND_IN = "normal"
"""The level of a bot that plays for an absent player."""

MAX_GUESTS = 100
"""Maximum number of browsers admitted to a table by one invitation: watchers never keep players out."""

MAX_DEVICES = 5
"""Maximum number of devices that hold one seat."""

MAX_GREETINGS = 300
"""Maximum number of greetings at a table."""

MAX_CHANGES = 200
"""How often a seat can be taken, be taken back from a bot, or an invitation be renewed: the log keeps each of these."""


@dataclass(frozen=True)
class Remark:
    """A story entry about people, not the game: its seat, its phrase and its place in the log."""

    after: int
    """The number of steps in the log before it."""
    seat: int
    phrase: Phrase
    is_handover: bool = False
    """Whether the seat has another player now, who must not be told what the one before did in secret."""


class Company(Chairs):
    """Everybody at a table, built up from the table's log."""

    def __init__(self, head: Head, opened: Opened) -> None:
        """Start with the table as it was opened; if nobody is invited, the game has begun."""
        super().__init__(head, opened)
        self.started = not any(player.kind == SeatKind.LINK for player in head.players)
        self.guests: dict[str, str] = {}
        self.links: dict[tuple[str, int], str] = {}
        self.renewals: dict[tuple[str, int], int] = {}
        self.numbers = FairNumbers()
        self.dealt: Dealt | None = None
        self.next_table = ""
        self.brought = False
        """Whether it was played in a browser without a connection, at least in part."""
        self.closing = Closing()
        self.remarks: list[Remark] = []
        self._greetings = 0
        self._sat: Counter[int] = Counter()
        self._returned: Counter[int] = Counter()
        self._overdue: dict[int, int] = {}
        """By seat: the place in the log of the last thing that was done for a player whose time was up."""

    def knows(self, holder: str) -> bool:
        """Return whether a browser may see this table."""
        seats = self.seats_of(holder) or self.former_seats_of(holder)
        return bool(holder) and (holder == self.head.owner or holder in self.guests or bool(seats))

    @property
    def goes_on(self) -> bool:
        """Whether the game has begun and was not closed; whether it is over, the table knows."""
        return self.started and not self.closing.closed

    def asked(self, table: Table) -> list[int]:
        """Return the seats that are to move or to roll, as far as a spectator may know."""
        if not self.goes_on:
            return []
        return [table.roller] if table.dice_due else seats_asked(table, table.seen_by(SPECTATOR))

    def summary(self, table: Table) -> Summary:
        """Return a summary of the table for lists of tables."""
        people = [self.chairs[seat] for seat in self.asked(table) if seat not in self.bots]
        asked = [holder for chair in people for holder in chair.holders]
        return Summary.of(table, self.names, asked, waits=not self.started, closed=self.closing.closed,
                          brought=self.brought)  # fmt: skip

    def summary_after(self, table: Table, events: Sequence[Event], epoch: int) -> Summary | None:
        """Return what lists of tables show after these events, of which the first met this epoch.

        None if they were secret and revealed nothing, as lists must not even show when that happened.
        """
        for event in events:
            made = table.log[event.place] if isinstance(event, Undone) else event
            hidden = isinstance(made, Overdue) and made.secretly
            if not (hidden or (isinstance(made, Moved) and self.game.moves.is_secret(made.move))):
                return self.summary(table)
        return self.summary(table) if int(table.position.epoch) != epoch or table.over else None

    def is_overdue(self, seat: int, table: Table) -> bool:
        """Return whether a player's time was up, and nothing was done at their seat since then but by the clock."""
        if seat not in self._overdue:
            return False
        since = table.log[self._overdue[seat] + 1 :]
        moved = any(isinstance(event, Moved | Undone) and event.seat == seat for event in since)
        return not moved and not any(isinstance(event, Rolled) and event.roller == seat for event in since)

    def changes_hands(self, seat: int, holder: str) -> bool:
        """Return whether a browser that takes a seat in a running game is not the one that had it last."""
        chair = self.chairs[seat]
        return self.started and holder not in (*chair.holders, *chair.last)

    # Requests: each returns the arrangements to append to the log, or refuses.

    def admit(self, holder: str, link: str) -> list[Arrangement]:
        """Admit a browser that came by an invitation; there is nothing to append if it has been admitted before."""
        if self.knows(holder) and self.guests.get(holder) in (link, InvitationKind.JOIN, None):
            return []
        if Counter(self.guests.values())[link] >= MAX_GUESTS:
            raise Refusal(Phrase("Too many people have joined this table: ask the host for a new link."))
        return [Admitted(holder, link)]

    def take(self, seat: int, holder: str, name: str, choices: Mapping[str, str]) -> list[Arrangement]:
        """Take a free seat, or change the name and choices of one's own seat before the game begins."""
        self.check_chair(seat)
        self.closing.check_open()
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
        chosen = {} if self.started or self.head.deal else self.checked_choices(seat, choices)
        return [Seated(seat, holder, self.checked_name(name, seat), chosen)]

    def carry(self, seat: int, holder: str) -> list[Arrangement]:
        """Give another device a seat, by the seat's own invitation."""
        self.check_chair(seat)
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

    def leave(self, seat: int, *, freed: bool = False) -> list[Arrangement]:
        """Leave a seat, or free that of somebody who is gone, so that somebody else can take it."""
        self.check_chair(seat)
        if freed:
            self.closing.check_open()
        if not self.can_leave(seat):
            raise Refusal(Phrase("You cannot leave this seat: nobody else could take it."))
        return [Left(seat, freed)]

    def reclaim(self, seat: int, holder: str) -> list[Arrangement]:
        """Come back to a seat that others freed."""
        self.check_chair(seat)
        self.closing.check_open()
        if seat not in self.former_seats_of(holder):
            raise Refusal(Phrase("You cannot come back to this seat: somebody else plays it now."))
        if others := self.seats_of(holder):
            raise Refusal(Phrase("You already have a seat here, as {name}.", name=self.name(others[0])))
        return [Reclaimed(seat, holder)]

    def keep(self, moves: Iterable[tuple[int, int]]) -> list[Arrangement]:
        """Settle freed seats on those who were seen to move there, given moves as (seat, place in the log).

        Moves of the player before, of a bot that stands in and of the clock do not count.
        """
        clocked = self.stand_ins.by_clock
        own = {seat for seat, place in moves if place >= self.chairs[seat].since and not clocked(place)}
        found = ((seat, self.chairs[seat]) for seat in sorted(own))
        return [Kept(seat) for seat, chair in found if chair.former and chair.holders and not chair.lent]

    def can_leave(self, seat: int) -> bool:
        """Return whether a seat can be left: an invited player's always, the host's once a game with guests began."""
        chair = self.chairs[seat]
        hosts_own = chair.player.kind == SeatKind.HERE and self.started and self.has_invited_seats
        return bool(chair.holders) and (chair.player.kind == SeatKind.LINK or hosts_own)

    def lend(self, seat: int, level: str = STAND_IN, *, by_others: bool = False) -> list[Arrangement]:
        """Let a bot play for a person."""
        self.check_chair(seat)
        if self.head.ranked:
            raise Refusal(
                Phrase("This attempt is ranked, so no bot can play for you: close the page and come back later.")
            )
        if not self.started:
            raise Refusal(Phrase("The game has not started yet: you can simply leave the seat."))
        self.closing.check_open()
        if self.chairs[seat].level:
            raise Refusal(Phrase("A bot is already playing this seat."))
        return [Lent(seat, level, unasked=by_others and not self.head.clock)]

    def return_to(self, seat: int) -> list[Arrangement]:
        """Take a seat back from the bot that played for its player."""
        self.check_chair(seat)
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
        free = iter(unlike(names, self.names))
        bots = {str(seat): (next(free, ""), STAND_IN) for seat in chairs if self.chairs[seat].free}
        return [Started(chairs, bots, self.settled(chairs), self.game.edition)]

    def agree(self, seats: Sequence[int]) -> list[Arrangement]:
        """Agree, for the people at one screen, to close the game; once all who have a seat agree, it is closed."""
        if not self.started:
            raise Refusal(Phrase("The game has not started yet: the host can delete the table."))
        return [*self.closing.agree(seats, self.people, self.name)]

    def greet(self, seat: int, greeting: str) -> list[Arrangement]:
        """Send one of the greetings to everybody at the table."""
        self.check_chair(seat)
        if greeting not in GREETINGS:
            raise Refusal(Phrase("There is no such message: choose one from the list."))
        if self._greetings >= MAX_GREETINGS:
            raise Refusal(Phrase("This table has reached its limit of messages: no more can be sent."))
        return [Greeted(seat, greeting)]

    # Events of the log.

    def follow(self, event: Event, after: int) -> None:
        """Apply an event of the log; `after` is the number of steps before it."""
        match event:
            case Seated() | Carried() | Left() | Reclaimed() | Kept() | Lent() | Returned():
                self._follow_seat(event, after)
            case Linked():
                self._renew(event)
            case Admitted():
                self.guests[event.holder] = event.link
            case Started():
                self._start(event)
            case Committed() | CommitmentsClosed() | Gave() | Dealt():
                self._settle_dice(event)
            case Overdue():
                self._be_late(event, after)
            case Greeted():
                said = Phrase(GREETINGS.get(event.greeting, ""))
                self._greetings += 1
                self._overdue.pop(event.seat, None)
                self._tell(after, event.seat, Phrase("{name}: {said}", name=self.name(event.seat), said=said))
            case Agreed() | Disagreed() | Closed():
                seat = 0 if isinstance(event, Closed) else event.seat
                self._tell(after, seat, self.closing.follow(event, self.name))
            case Followed():
                self.next_table = event.table_id
            case Brought():
                self.brought = True
                self._tell(after, 0, PLAYED_APART)

    def _follow_seat(self, event: Seated | Carried | Left | Reclaimed | Kept | Lent | Returned, after: int) -> None:
        """Apply an event about who has a seat, or who plays it."""
        chair, name = self.chairs[event.seat], self.name(event.seat)
        match event:
            case Seated():
                self._seat(event, after)
            case Carried():
                self.chairs[event.seat] = replace(chair, holders=(*chair.holders, event.holder))
            case Left():
                self._free(event, after)
            case Reclaimed():
                self._reclaim(event, after)
            case Kept():
                self.chairs[event.seat] = replace(chair, former=None)
            case Lent():
                self._tell(after, event.seat, Phrase("A bot now plays for {name}.", name=name))
                self.chairs[event.seat] = replace(chair, lent=event.level)
                self.stand_ins.note_lent(event.seat, after, unasked=event.unasked)
            case Returned():
                self._returned[event.seat] += 1
                self._overdue.pop(event.seat, None)
                self._tell(after, event.seat, Phrase("{name} is back.", name=name))
                self.chairs[event.seat] = replace(chair, lent="", since=after)
                self.stand_ins.note(event.seat, after, is_bot=False)

    def _be_late(self, event: Overdue, after: int) -> None:
        self.stand_ins.note_clock(after)
        if not event.secretly:
            self._overdue[event.seat] = after
            said = Phrase("Time is up for {name}: a bot makes this decision.", name=self.name(event.seat))
            self._tell(after, event.seat, said)

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
        before, handover = self.chairs[event.seat], self.changes_hands(event.seat, event.holder)
        self._sat[event.seat] += 1
        if event.holder not in before.holders:
            self._forget_player(event.seat)
        player = Player(event.name, SeatKind.LINK)
        holders = before.holders if event.holder in before.holders else (event.holder,)
        former = before.former if not before.is_former([event.holder]) else None
        self.chairs[event.seat] = Chair(player, holders, event.choices, former=former, since=after)
        self.stand_ins.note(event.seat, after, is_bot=False)
        names = {"name": self.name(event.seat), "before": Phrase("{name}", name=before.player.name)}
        taken_over = before.player.name and before.player.name != event.name
        said = Phrase("{name} takes over the seat of {before}.", **names)
        self._tell(after, event.seat, said if taken_over else Phrase("{name} sits down.", **names), handover)

    def _free(self, event: Left, after: int) -> None:
        name, chair = self.name(event.seat), self.chairs[event.seat]
        freed = Phrase("The seat of {name} is free: a bot plays there until somebody sits down.", name=name)
        self._tell(after, event.seat, freed if event.freed else Phrase("{name} leaves.", name=name))
        self._forget_player(event.seat)
        if not self.started:
            self.chairs[event.seat] = Chair(Player("", SeatKind.LINK))
            return
        former = None if chair.is_former(chair.holders) else chair.former  # who is back has the seat, or gives it up
        former = former or (FormerPlayer(chair.player, chair.holders) if event.freed else None)
        player = Player(chair.player.name, SeatKind.LINK)
        self.chairs[event.seat] = Chair(player, lent=STAND_IN, former=former, last=chair.holders)
        self.stand_ins.note_left(event.seat, after)

    def _reclaim(self, event: Reclaimed, after: int) -> None:
        chair, handover = self.chairs[event.seat], self.changes_hands(event.seat, event.holder)
        assert chair.former, "only somebody whose seat was freed comes back to it"
        self._forget_player(event.seat)
        player = Player(chair.former.player.name, SeatKind.LINK)
        self.chairs[event.seat] = Chair(player, chair.former.holders)
        self.stand_ins.note(event.seat, after, is_bot=False)
        self._tell(after, event.seat, Phrase("{name} is back.", name=self.name(event.seat)), handover)

    def _forget_player(self, seat: int) -> None:
        """Drop what was the player's and not the seat's: a link to it, a number for the dice, an agreement to close."""
        self.links.pop((InvitationKind.SEAT, seat), None)  # the previous player must not come back by it
        self.closing.agreed.discard(seat)
        self.numbers.withdraw(seat)
        self._overdue.pop(seat, None)

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

    def _settle_dice(self, event: Committed | CommitmentsClosed | Gave | Dealt) -> None:
        """Record what the dice are computed from."""
        if isinstance(event, Dealt):
            self.dealt = event
        else:
            self.numbers.follow(event)

    def _tell(self, after: int, seat: int, phrase: Phrase, is_handover: bool = False) -> None:
        if self.started:
            self.remarks.append(Remark(after, seat, phrase, is_handover))
