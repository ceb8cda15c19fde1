"""The end of a game: who won or how well it went, and how the scores grew."""

from babel.lists import format_list

from rollwright.core.language import Phrase, Speech, plural
from rollwright.core.scoring import points
from rollwright.view.chart import chart
from rollwright.web.rendering import render
from rollwright.web.rooms import Room


def ending(room: Room, say: Speech) -> str:
    """Return the end screen."""
    table = room.table
    places = []
    place = 1
    for sharing in table.ranking():
        places += [
            {"place": place, "name": table.name(seat), "points": points(table.halves(seat)), "bot": seat in room.bots}
            for seat in sharing
        ]
        place += len(sharing)
    winners = table.ranking()[0]
    alone = table.seats == 1
    history = table.history()
    lines = [[halves[seat] / 2 for halves in history] for seat in range(table.seats)]
    names = [say(name) for name in table.players]
    return render(
        "pieces/end.html",
        say,
        places=places,
        alone=alone,
        verdict=None if alone else _verdict([names[seat] for seat in winners], say.language),
        total=_total(table.halves(winners[0])),
        closing=room.game.words.closing(table.position),
        chart=chart(lines, names, say(Phrase("Points by round"))),
        history=[[points(halves) for halves in row] for row in history],
        names=table.players,
        table_id=room.head.table_id,
    )


def _total(halves: int) -> Phrase:
    """Say how many points a score is, by the grammar of whole numbers or of halves."""
    if halves % 2:
        return Phrase("{points} points", points=points(halves))
    return plural("{n} point", "{n} points", halves // 2)


def _verdict(winners: list[str], language: str) -> Phrase:
    """Say who won."""
    if len(winners) == 1:
        return Phrase("{name} wins.", name=winners[0])
    return Phrase("{names} share the win.", names=format_list(winners, locale=language))
