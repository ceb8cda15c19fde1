"""The prompt on a table's page: what the viewer is asked to do."""

from rollwright.core.language import Phrase, series, together
from rollwright.live.screen import Screen


def prompt(screen: Screen, seat: int, viewer: int) -> Phrase:
    """Say what the viewer is asked to do."""
    room, table = screen.room, screen.room.table
    if viewer != seat:
        looking = Phrase("You are looking at the sheet of {name}.", name=table.name(seat))
        return looking if screen.seats or table.over else together([looking, _watched(screen)])
    if seat in screen.room.bots and not table.over:
        if len(screen.seats) == 1:
            return Phrase("A bot plays for you.")
        return Phrase("A bot now plays for {name}.", name=table.name(seat))
    if table.dice_due and not screen.may_roll:
        return Phrase("{name} has to roll the dice.", name=table.name(table.roller))
    asked: Phrase = room.game.words.ask(table.seen_by(seat), seat, table.players)
    rolls = bool(table.dice_due) and seat == table.roller
    if len(screen.seats) > 1 and (rolls or seat in table.waiting):
        return Phrase("{name}: {asked}", name=table.name(seat), asked=asked)
    return asked


def _watched(screen: Screen) -> Phrase:
    """Say to a spectator what the table is waiting for."""
    room, table = screen.room, screen.room.table
    names = series(map(table.name, room.asked))
    if table.dice_due:
        return Phrase("You are watching: {name} has to roll the dice.", name=names)
    return Phrase("You are watching: it is the turn of {names}.", names=names)
