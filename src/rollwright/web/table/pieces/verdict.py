"""The sentences at the end of a game: who won, how close it was, and what the result is worth."""

from babel.lists import format_list

from rollwright.bots.worth import Worth, worth_of
from rollwright.core.language import Phrase, Speech, plural
from rollwright.core.scoring import points
from rollwright.table import Table
from rollwright.table.score_history import ScoreHistory

HALF = 5
"""Tenths of the bot's games: a result that is better than so many is good."""


def verdict(table: Table, me: int | None, say: Speech) -> Phrase:
    """Say who won and by how much, to the seat `me` or to anybody; alone, how many points it was."""
    ranking = table.ranking()
    winners = ranking[0]
    if table.seats == 1:
        return total(table.halves(0))
    others = [say(table.name(seat)) for seat in winners if seat != me]
    if len(winners) > 1:
        names = format_list(others, locale=say.language)
        if me in winners:
            return Phrase("You share the win with {names}!", names=names)
        return Phrase("{names} share the win.", names=names)
    margin = table.halves(winners[0]) - table.halves(ranking[1][0])
    if me in winners:
        return Phrase("You win by {points}!", points=points(margin)) if margin else Phrase("You win!")
    if margin:
        return Phrase("{name} wins by {points}.", name=others[0], points=points(margin))
    return Phrase("{name} wins.", name=others[0])


def lead_told(table: Table, history: ScoreHistory, me: int) -> Phrase:
    """Say something warm about how a seat did among several."""
    if me in table.ranking()[0]:
        since = history.led_from(me)
        if 0 < since < len(history.rows) - 1:
            return Phrase("You led from round {n} on.", n=since)
        return Phrase("It was open to the very end.")
    if until := history.led_until(me):
        return Phrase("You led after round {n}.", n=until)
    round_no, behind = history.closest(me)
    if round_no and 2 * behind <= -history.lead(-1, me):
        return Phrase("Round {n} was close.", n=round_no)
    return Phrase("The next one could be yours.")


def worth_told(table: Table, seat: int) -> list[Phrase]:
    """Say what a seat's result is worth, compared with games of the normal bot; nothing if that is not known.

    Who has won against others is not told how few points that took.
    """
    worth = worth_of(table.game, table.seats, table.setting)
    if worth is None or (table.seats > 1 and seat in table.ranking()[0] and not is_good(table, seat)):
        return []
    words, told = table.game.words, [_compared(worth, table.halves(seat))]
    ending = words.ending(table.position)
    if ending is not None:
        share = worth.ended_so(str(ending))
        if str(ending) in map(str, words.closing(table.seen_by())):  # it is said beside this
            told.append(Phrase("Of 100 of its games, {n} end like this.", n=share))
        else:
            told.append(Phrase("Of 100 of its games, {n} end like this: {ending}.", n=share, ending=ending))
    return told


def _compared(worth: Worth, halves: int) -> Phrase:
    """Compare a result with those of the normal bot."""
    below, equal = worth.tenths_below(halves), worth.tenths_equal(halves)
    if below == 10:
        return Phrase("Better than all {n} games of the normal bot.", n=worth.games)
    if below:
        return Phrase("Better than {n} of 10 games of the normal bot.", n=below)
    if equal:
        return Phrase("As good as {n} of 10 games of the normal bot.", n=equal)
    return Phrase("9 of 10 games of the normal bot come to {points} or more.", points=points(worth.low))


def is_good(table: Table, seat: int) -> bool:
    """Say whether a result is better than half of the games of the normal bot, as far as these are known."""
    worth = worth_of(table.game, table.seats, table.setting)
    return worth is not None and worth.tenths_below(table.halves(seat)) >= HALF


def total(halves: int) -> Phrase:
    """Say how many points a score is, with the plural form for whole or half numbers."""
    if halves % 2:
        return Phrase("{points} points", points=points(halves))
    return plural("{n} point", "{n} points", halves // 2)
