"""The lobby's page, on which people take seats and send invitations, and the menu of a table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.language import Phrase, series
from rollwright.live.entry import invitations
from rollwright.live.entry.absence import may_be_freed
from rollwright.live.room import Room
from rollwright.table.greetings import GREETINGS
from rollwright.table.models import DiceKind, InvitationKind, SeatKind
from rollwright.view.qr import qr_svg
from rollwright.web.http.access import Visitor
from rollwright.web.http.cookies import token_of
from rollwright.web.http.rendering import Reader, inside_html, page, render
from rollwright.web.http.requests import answer, query
from rollwright.web.services import services_of
from rollwright.web.table.cursor import PageCursor

TITLES = {
    InvitationKind.JOIN: Phrase("Invite link"),
    InvitationKind.WATCH: Phrase("Link for spectators"),
    InvitationKind.SEAT: Phrase("Your seat on another device"),
}
ABOUT = {
    InvitationKind.JOIN: Phrase(
        "Send it to the people you want to play with: anyone with this link can take a free seat."
    ),
    InvitationKind.WATCH: Phrase("Anyone with this link can watch as a spectator, but cannot play."),
    InvitationKind.SEAT: Phrase(
        "Only for you: anyone with this link can play in your place. Open it on your phone to continue there."
    ),
}


async def lobby_page(request: Request, visitor: Visitor) -> Response:
    """Show the lobby: who is here, the seats to take, and the links to send."""
    room = visitor.room
    async with room.settled():
        update = PageCursor.of(request, visitor, {}).now()
        values = _seats(visitor) | _links(request, visitor)
        values |= _dice(visitor)
    return page(
        request,
        "lobby.html",
        room.game,
        table_id=room.head.table_id,
        host=visitor.is_host,
        start=inside_html(update),
        **values,
    )


def _seats(visitor: Visitor) -> dict[str, Any]:
    """Return the seat that this visitor has or can take, with its choices."""
    company = visitor.room.company
    mine = [seat for seat in visitor.screen.seats if company.chairs[seat].player.kind == SeatKind.LINK]
    seat = next(iter([*mine, *company.free]), -1)
    may_sit = bool(mine) or (not visitor.screen.seats and is_invited(visitor))
    options = []
    for option in company.game.options:
        if option.per_seat and seat >= 0 and may_sit and not company.head.deal:
            taken = company.taken(option.name, seat) if option.distinct else set()
            now = company.chosen(option.name, seat)
            open_to = [choice.name for choice in option.choices if choice.name not in taken]
            chosen = now if now not in taken else open_to[0] if open_to else ""
            options.append({"option": option, "taken": taken, "chosen": chosen})
    name = company.chairs[seat].player.name if mine else ""
    return {"sits": bool(mine), "may_sit": may_sit, "seat": seat, "name": name, "options": options}


def takeable(visitor: Visitor) -> list[int]:
    """Return the seats abandoned by their players that this visitor may take: none without an invitation to join."""
    company = visitor.room.company
    goes_on = company.goes_on and not visitor.room.table.over
    return company.free if goes_on and is_invited(visitor) and not visitor.screen.seats else []


def is_invited(visitor: Visitor) -> bool:
    """Say whether a visitor may take a free seat."""
    return visitor.is_host or visitor.room.company.guests.get(visitor.holder) == InvitationKind.JOIN


async def company(request: Request) -> Response:
    """Return the menu of a table as HTML: links, seats to take, leave, free or lend, and the dice."""
    visitor = await Visitor.asking(request)
    room = visitor.room
    say = room.speech(PageCursor.of(request, visitor, query(request)).language)
    async with room.settled():
        values = _links(request, visitor)
        playing, closed = visitor.screen.playing, room.company.closing.closed
        values |= {
            "takeable": takeable(visitor),
            "leavable": [seat for seat in visitor.screen.seats if room.company.can_leave(seat) and not closed],
            "freeable": _freeable(visitor),
            "lendable": playing if room.company.has_invited_seats and not room.table.over and not closed else [],
            "former": visitor.screen.former,
            **_closing(visitor),
            "names": room.table.players,
            "started": room.company.started,
            "over": room.table.over,
            **_dice(visitor),
        }
    return answer({"html": render("pieces/company.html", say, table_id=room.head.table_id, **values)})


def _freeable(visitor: Visitor) -> list[int]:
    """Return the seats that the host may free once the game has begun: those whose players are gone for long."""
    room = visitor.room
    if not visitor.is_host or not room.company.goes_on or room.table.over:
        return []
    others = [
        seat for seat, chair in enumerate(room.company.chairs) if chair.holders and chair.player.kind == SeatKind.LINK
    ]
    return [seat for seat in others if may_be_freed(room, seat)]


def _closing(visitor: Visitor) -> dict[str, Any]:
    """Return whether this visitor can agree to close the game, and who has; nobody else is asked who plays alone."""
    room, closing, seats = visitor.room, visitor.room.company.closing, visitor.screen.seats
    people = room.company.people
    with_others = room.company.has_invited_seats and room.company.started
    return {
        "closed": closing.closed,
        "closable": bool(seats) and with_others and not closing.closed and not room.table.over,
        "agrees": closing.agreed.issuperset(seats),
        "agreed": series([room.company.name(seat) for seat in people if seat in closing.agreed]),
        "unsettled": series([room.company.name(seat) for seat in people if seat not in closing.agreed]),
        "has_agreed": not closing.agreed.isdisjoint(people),
        "all_agreed": closing.agreed.issuperset(people),
    }


def _dice(visitor: Visitor) -> dict[str, Any]:
    """Return the table's kind of dice with their proof, and its clock."""
    room = visitor.room
    proof, clocks = room.proof(), room.environment.settings.clocks
    return {
        "dice": room.head.dice,
        "fair": DiceKind.FAIR,
        "own": DiceKind.OWN,
        "dealt": room.head.deal,
        "alone": room.table.seats == 1,
        "record": (DiceKind.RECORD, DiceKind.WATCHED),
        "commitment": proof.commitment if proof else "",
        "numbers": list(zip(room.table.players, _numbers(room), strict=True)) if proof else [],
        "clock": Phrase(clocks[room.head.clock]) if room.head.clock in clocks and room.head.clock else None,
    }


def _numbers(room: Room) -> list[tuple[str, str, bool]]:
    """Return each seat's number for fair dice and its commitment to it, and whether it will never be revealed."""
    numbers, rolled = room.company.numbers, bool(room.table.rolls)
    return [
        (numbers.nonces.get(seat, ""), numbers.commitments.get(seat, ""), rolled and seat in numbers.unrevealed)
        for seat in range(room.table.seats)
    ]


def bars_spectators(room: Room) -> bool:
    """Say whether a table takes no spectators: an open daily game would reveal its dice to them."""
    return room.is_sealed


def _links(request: Request, visitor: Visitor) -> dict[str, Any]:
    """Return the invitations that a visitor may send, each with its address if this browser created it."""
    room, company = visitor.room, visitor.room.company
    token = token_of(request)
    link_base = services_of(request).public_address.link_base(str(request.base_url))
    wanted = (
        [(InvitationKind.JOIN, -1)]
        if visitor.is_host and (company.free or not company.started) and company.has_invited_seats
        else []
    )
    wanted += [(InvitationKind.WATCH, -1)] if visitor.is_host and not bars_spectators(room) else []
    wanted += [(InvitationKind.SEAT, seat) for seat in visitor.screen.seats] if company.started else []
    say = room.speech(Reader.of(request).language)
    found = []
    for link, seat in wanted:
        secret = invitations.shown(token, company, link, seat)
        address = invitations.address(link_base.base, room.head.table_id, secret) if secret else ""
        several = link == InvitationKind.SEAT and len(visitor.screen.seats) > 1
        found.append({
            "link": link,
            "seat": seat,
            "title": TITLES[link],
            "name": company.name(seat) if several else None,
            "about": ABOUT[link],
            "address": address,
            "known": (link, seat) in company.links,
            "qr": qr_svg(address, say(Phrase("The link as a QR code"))) if address else "",
        })  # fmt: skip
    return {"links": found, "only_here": link_base.only_here}


def greetings() -> list[tuple[str, Phrase]]:
    """Return the ready-made greetings, by name."""
    return [(name, Phrase(text)) for name, text in GREETINGS.items()]
