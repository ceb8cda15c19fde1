"""The routes for arrangements: taking and leaving a seat, lending it to a bot, invitations, playing again."""

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.dice import commitment
from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.language import Phrase
from rollwright.live.entry import invitations, new_table, seat_change
from rollwright.live.entry.absence import check_may_be_closed, check_may_be_lent
from rollwright.live.room import Room
from rollwright.table.events import Arrangement, Followed
from rollwright.table.models import DiceKind, InvitationKind
from rollwright.web.http.access import Visitor, look_again, seat_in
from rollwright.web.http.cookies import token_of
from rollwright.web.http.limits import peer_of
from rollwright.web.http.requests import MAX_TEXT_LENGTH, Malformed, answer, read_json, word
from rollwright.web.lobby.page import bars_spectators
from rollwright.web.services import services_of
from rollwright.web.table.cursor import PageCursor


async def _asked(request: Request) -> tuple[Visitor, dict[str, Any]]:
    return await Visitor.acting(request), await read_json(request)


async def _done(request: Request, visitor: Visitor, body: dict[str, Any]) -> Response:
    """Return the page's update after a request; a browser that has left gets nothing more."""
    if not visitor.room.company.knows(visitor.holder):
        return answer({"gone": True})
    return answer(await PageCursor.of(request, visitor, body).update())


async def sit(request: Request) -> Response:
    """Take a seat, or change one's name and choices."""
    visitor, body = await _asked(request)
    seat, name, choices = seat_in(visitor.room, body), body.get("name", ""), body.get("choices", {})
    if not isinstance(name, str) or len(name) > MAX_TEXT_LENGTH:  # unprintable characters are removed later
        raise Malformed(Phrase("A name can have at most {n} characters.", n=MAX_TEXT_LENGTH))
    if not isinstance(choices, dict) or not all(isinstance(each, str) for each in choices.values()):
        raise Malformed(Phrase("The field '{name}' must be an object with text values.", name="choices"))
    room = visitor.room
    await room.arrange(visitor.key("sit", body), lambda: seat_change.take(room, seat, visitor.holder, name, choices))
    return await _done(request, visitor, body)


async def leave(request: Request) -> Response:
    """Leave a seat; the host may free one before the game begins, and later one whose player is gone for long."""
    visitor, body = await _asked(request)
    seat, room = seat_in(visitor.room, body), visitor.room

    def act() -> Sequence[Arrangement]:
        if seat in visitor.screen.seats or (visitor.is_host and not room.company.started):
            return room.company.leave(seat)
        if not visitor.is_host:
            visitor.check_holds(seat)
        return seat_change.free(room, seat)

    await visitor.room.arrange(visitor.key("leave", body), act)
    return await _done(request, visitor, body)


async def lend(request: Request) -> Response:
    """Lend a seat to a bot: one's own at any time, or that of somebody who is away."""
    visitor, body = await _asked(request)
    seat, room = seat_in(visitor.room, body), visitor.room

    def act() -> Sequence[Arrangement]:
        if seat not in visitor.screen.seats:
            if not visitor.screen.playing:
                visitor.check_holds(seat)
            check_may_be_lent(room, seat)
        return room.company.lend(seat, by_others=seat not in visitor.screen.seats)

    await room.arrange(visitor.key("lend", body), act)
    return await _done(request, visitor, body)


async def return_to(request: Request) -> Response:
    """Take one's seat back from a bot, or come back to a seat that others freed."""
    visitor, body = await _asked(request)
    seat = seat_in(visitor.room, body)

    def act() -> Sequence[Arrangement]:
        if seat in visitor.screen.former:
            return seat_change.reclaim(visitor.room, seat, visitor.holder)
        visitor.check_holds(seat)
        return visitor.room.company.return_to(seat)

    await visitor.room.arrange(visitor.key("return", body), act)
    return await _done(request, visitor, body)


async def agree(request: Request) -> Response:
    """Agree to close the game; when everybody with a seat has, it is closed."""
    return await _closing(request, "agree")


async def disagree(request: Request) -> Response:
    """Take back that one agrees to close the game."""
    return await _closing(request, "disagree")


async def _closing(request: Request, what: str) -> Response:
    visitor, body = await _asked(request)
    room = visitor.room

    def act() -> Sequence[Arrangement]:
        seats = visitor.screen.seats
        if not seats:
            raise NotYourTurn(Phrase("You are watching: only players with a seat can agree to close the game."))
        if room.table.over:
            raise Refusal(Phrase("The game is over: there is nothing to close."))
        if what == "disagree":
            return room.company.closing.disagree(seats)
        check_may_be_closed(room)
        return room.company.agree(seats)

    await room.arrange(visitor.key(what, body), act)
    return await _done(request, visitor, body)


async def begin(request: Request) -> Response:
    """Start the game with the players present; bots take the free chairs, or these are removed."""
    visitor, body = await _asked(request)

    def act() -> Sequence[Arrangement]:
        if visitor.room.table.seats > 1 or not visitor.screen.seats:  # a solo player may always start
            visitor.check_host()
        return visitor.room.company.start(with_bots=bool(body.get("bots")), names=new_table.BOT_NAMES)

    await visitor.room.arrange(visitor.key("begin", body), act)
    return await _done(request, visitor, body)


async def renew(request: Request) -> Response:
    """Create an invitation link, which invalidates the previous one of the same kind."""
    visitor, body = await _asked(request)
    link, token = word(body, "link"), token_of(request)

    def act() -> Sequence[Arrangement]:
        if link == InvitationKind.SEAT:
            seat = seat_in(visitor.room, body)
            visitor.check_holds(seat)
            return [invitations.renewed(token, visitor.room.company, InvitationKind.SEAT, seat)]
        visitor.check_host()
        if link not in (InvitationKind.JOIN, InvitationKind.WATCH):
            raise Refusal(
                Phrase("There is no such link: a link lets you join, watch, or move a seat to another device.")
            )
        if bars_spectators(visitor.room):  # somebody invited to join who finds no seat would watch too
            raise Refusal(
                Phrase(
                    "Nobody can watch a daily game before the day is over. Its replay opens to players who have "
                    "finished their own attempt."
                )
            )
        return [invitations.renewed(token, visitor.room.company, link)]

    await visitor.room.arrange(visitor.key("link", body), act)
    return await _done(request, visitor, body)


async def greet(request: Request) -> Response:
    """Send one of the ready-made greetings."""
    visitor, body = await _asked(request)
    seat, greeting = seat_in(visitor.room, body), word(body, "greeting")

    def act() -> Sequence[Arrangement]:
        visitor.check_holds(seat)
        visitor.room.check_begun()
        return visitor.room.company.greet(seat, greeting)

    await visitor.room.arrange(visitor.key("greet", body), act)
    return await _done(request, visitor, body)


async def commit(request: Request) -> Response:
    """Commit a seat to the number that it adds to fair dice, before the first roll."""
    visitor, body = await _asked(request)
    seat, digest, room = seat_in(visitor.room, body), word(body, "commitment"), visitor.room

    def act() -> Sequence[Arrangement]:
        numbers = room.company.numbers
        _check_takes_numbers(visitor, seat, is_repeated=numbers.commitments.get(seat) == digest)
        return numbers.commit(seat, digest, room.company.number_givers)

    await room.arrange(visitor.key("commit", body), act)
    return await _done(request, visitor, body)


async def reveal(request: Request) -> Response:
    """Show the number that a seat has committed to, before the first roll."""
    visitor, body = await _asked(request)
    seat, nonce, room = seat_in(visitor.room, body), word(body, "nonce"), visitor.room

    def act() -> Sequence[Arrangement]:
        numbers = room.company.numbers
        _check_takes_numbers(visitor, seat, is_repeated=numbers.nonces.get(seat) == nonce)
        return numbers.reveal(seat, nonce, commitment(room.seed))

    await room.arrange(visitor.key("reveal", body), act)
    return await _done(request, visitor, body)


def _check_takes_numbers(visitor: Visitor, seat: int, *, is_repeated: bool) -> None:
    """Refuse a number for somebody else's seat, or where numbers of players no longer matter, or never did.

    One that counts already may be sent again: whoever did not hear so is not told that it came too late.
    """
    visitor.check_holds(seat)
    visitor.room.check_begun()
    if visitor.room.head.dice != DiceKind.FAIR:
        raise Refusal(Phrase("At this table the dice depend on no numbers of players."))
    if visitor.room.table.rolls and not is_repeated:
        raise Refusal(Phrase("The dice have been rolled already: a number for them comes too late."))


@look_again
async def again(request: Request) -> Response:
    """Open a table for another game of the same players, or go to the one that somebody has already opened."""
    visitor = await Visitor.acting(request)
    room = visitor.room
    room.check_begun()
    services_of(request).limits.opening.spend(peer_of(request))
    if not room.company.next_table:
        if not visitor.screen.seats:
            raise NotYourTurn(Phrase("You are watching: only players with a seat can play."))
        _check_over(room)
        table_id = await new_table.open_again(room)
        if not room.company.has_invited_seats:
            return RedirectResponse(f"/table/{table_id}", 303)
        await _lead_on(room, table_id)
    return RedirectResponse(f"/table/{room.company.next_table}", 303)


def _check_over(room: Room) -> None:
    """Refuse another game while others are playing this one, as it would move them to the new table."""
    if room.company.has_invited_seats and not room.table.over and not room.company.closing.closed:
        raise Refusal(Phrase("Other people are playing here: you can start another game when this one is over."))


async def _lead_on(room: Room, table_id: str) -> None:
    """Tell everybody the new table; delete it if somebody else opened one first."""

    def act() -> Sequence[Arrangement]:
        _check_over(room)  # the last move may have been undone
        return () if room.company.next_table else [Followed(table_id)]

    try:
        await room.arrange(None, act)
    finally:
        if room.company.next_table != table_id:  # somebody else was first, or it could not be committed
            await asyncio.wrap_future(room.store.delete(table_id))
