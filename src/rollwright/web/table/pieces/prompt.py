"""The prompt on a table's page: what the viewer is asked to do."""

from markupsafe import escape

from rollwright.core.face import Question
from rollwright.core.language import Phrase, Speech, series
from rollwright.live.screen import Screen
from rollwright.table.turns import seats_skipped


def prompt_html(screen: Screen, seat: int, viewer: int, say: Speech) -> str:
    """Return what the viewer is asked to do: the question, and what limits the answer below it."""
    asked = prompt(screen, seat, viewer)
    more = f'<p class="more">{escape(say(asked.more))}</p>' if asked.more else ""
    return f"<p>{escape(say(asked.ask))}</p>{more}"


def prompt(screen: Screen, seat: int, viewer: int) -> Question:
    """Say what the viewer is asked to do."""
    room, table = screen.room, screen.room.table
    if room.company.closing.closed and not table.over:
        return Question(Phrase("This game is closed, as everybody has agreed."))
    if seat in screen.former:
        name = table.name(seat)
        more = Phrase("It is played by {name} now: you can come back until they make a move.", name=name)
        free = Phrase("A bot plays there: you can come back at any time.")
        freed = Phrase("Your seat was freed while you were away.")
        return Question(freed, free if room.company.chairs[seat].free else more)
    if viewer != seat:
        looking = Phrase("You are looking at the sheet of {name}.", name=table.name(seat))
        return Question(looking, None if screen.seats or table.over else _watched(screen))
    if seat in screen.room.bots and not table.over:
        if len(screen.seats) == 1:
            return Question(Phrase("A bot plays for you."))
        return Question(Phrase("A bot now plays for {name}.", name=table.name(seat)))
    if table.dice_due and not screen.may_roll:
        return Question(Phrase("{name} rolls next.", name=table.name(table.roller)), _before_roll(screen, seat))
    asked = room.game.words.ask(table.seen_by(seat), seat, table.players)
    rolls = bool(table.dice_due) and seat == table.roller
    if len(screen.seats) > 1 and (rolls or seat in table.waiting):
        return Question(Phrase("{name}: {asked}", name=table.name(seat), asked=asked.ask), asked.more)
    if asked.more is None and not table.over and seat not in table.waiting:
        return Question(asked.ask, _skipped(screen, seat))
    return asked


def _before_roll(screen: Screen, seat: int) -> Phrase | None:
    """Say how a person can stop or hurry the roll of a bot, or that the last turn had nothing for them."""
    plan = screen.room.bot_players.dice.plan
    if plan and plan.moment and seat in screen.room.table.moved_this_epoch():
        return Phrase("Undo stops it. Click the dice to see it now.")
    return _skipped(screen, seat)


def _skipped(screen: Screen, seat: int) -> Phrase | None:
    """Tell a person that the last turn had nothing for them to decide, if so."""
    skipped = screen.room.once("skipped", lambda: seats_skipped(screen.room.table))
    return Phrase("The last turn had nothing for you.") if seat in skipped else None


def _watched(screen: Screen) -> Phrase:
    """Say to a spectator what the table is waiting for."""
    room, table = screen.room, screen.room.table
    names = series(map(table.name, room.asked))
    if table.dice_due:
        return Phrase("You are watching: {name} has to roll the dice.", name=names)
    return Phrase("You are watching: it is the turn of {names}.", names=names)
