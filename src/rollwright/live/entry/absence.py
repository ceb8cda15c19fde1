"""When a player counts as gone for so long that others may free the seat, or let a bot play.

At a table with a clock that is when the player's time is up; without one, after a time of absence. Everything here
depends only on what is public, so nobody learns from it whether a seat has moved in secret.
"""

from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.language import Phrase, player_name, plural
from rollwright.live.privacy import is_private
from rollwright.live.room import Room

A_DAY = 24 * 3600


def may_be_freed(room: Room, seat: int) -> bool:
    """Say whether the host may free a seat in a running game.

    While a bot plays a seat its clock stands still, so only days of absence count then.
    """
    if room.head.clock and not room.company.chairs[seat].lent:
        return is_out_of_time(room, seat)
    return _is_abandoned(room, seat)


def check_may_be_freed(room: Room, seat: int) -> None:
    """Refuse to free the seat of somebody who still has time, or has not been away for long enough."""
    if may_be_freed(room, seat):
        return
    name = room.table.name(seat)
    if room.head.clock and not room.company.chairs[seat].lent:
        still = Phrase("{name} still has time: a seat can be freed once its player's time is up.", name=name)
        raise NotYourTurn(still)
    days = max(1, round(_longest_absence(room) / A_DAY))
    raise NotYourTurn(
        plural(
            "{name} has not been away for long: a seat can be freed after {n} day of absence.",
            "{name} has not been away for long: a seat can be freed after {n} days of absence.",
            days,
            name=name,
        )
    )


def check_may_be_closed(room: Room) -> None:
    """Refuse to close a game to which somebody whose seat was freed may still come back, until days have passed."""
    room.company.closing.check_open()
    longest = _longest_absence(room)
    for seat, chair in enumerate(room.company.chairs):
        if chair.former and room.presence.former_away_for(seat) < longest:
            raise Refusal(
                plural(
                    "{name} may still come back: the game can be closed when they have been away for {n} day, or when "
                    "somebody else has made a move at their seat.",
                    "{name} may still come back: the game can be closed when they have been away for {n} days, or when "
                    "somebody else has made a move at their seat.",
                    max(1, round(longest / A_DAY)),
                    name=player_name(chair.former.player.name, seat),
                )
            )


def may_be_lent(room: Room, seat: int) -> bool:
    """Say whether others may let a bot play for somebody: with a clock once their time is up, else after a minute."""
    return is_out_of_time(room, seat) if room.head.clock else room.presence.is_absent(seat)


def check_may_be_lent(room: Room, seat: int) -> None:
    """Refuse to let a bot play for somebody who is here, still has time, or has only just left."""
    name = room.table.name(seat)
    if not room.presence.is_away(seat):
        raise NotYourTurn(Phrase("{name} is here: a bot can only play for players who are away.", name=name))
    if not may_be_lent(room, seat):
        if room.head.clock:
            raise NotYourTurn(Phrase("{name} still has time: a bot can play once the clock has run out.", name=name))
        raise NotYourTurn(Phrase("{name} has only just left: wait a minute before a bot can play.", name=name))


def is_out_of_time(room: Room, seat: int) -> bool:
    """Say whether the clock has run out for a player who is away, and they have done nothing since.

    Whoever may have moved in secret seems to be asked all the same. Such a seat counts only if its player has been away
    for as long as the clock runs, and so cannot have moved.
    """
    if not room.head.clock or not room.presence.is_absent(seat):
        return False
    if room.company.is_overdue(seat, room.table):
        return True
    away = room.presence.away_for(seat) >= room.head.clock
    return seat in room.clock.late and (away or not is_private(room.table, seat))


def _is_abandoned(room: Room, seat: int) -> bool:
    """Say whether a player has been away for days.

    After a restart nobody knows who was here before. What is stored is when the table last changed: a player who is
    asked, and cannot have moved in secret, has done nothing since then. Of who was seen here, only the absence counts.
    """
    if not room.presence.is_absent(seat):
        return False
    longest = _longest_absence(room)
    waited_for = seat in room.asked and seat not in room.bots and not is_private(room.table, seat)
    untouched = waited_for and not room.presence.was_seen(seat) and room.environment.now() - room.touched >= longest
    return untouched or room.presence.away_for(seat) >= longest


def _longest_absence(room: Room) -> float:
    return max(room.environment.settings.abandoned_after, room.head.clock)
