"""The scores of a finished game: round by round, and the moments that decided it."""

from dataclasses import dataclass

from rollwright.core.language import Phrase, words_of
from rollwright.core.position import Position
from rollwright.core.scoring import ScoreRow
from rollwright.table.events import Moved, Rolled, effective_events
from rollwright.table.table import Table

MOMENTS = 3
"""How many moments of a game are told."""

MOST_ROWS = 2
"""The most lines of a score that are named for one moment."""


@dataclass(frozen=True)
class ScoredStep:
    """A step that changed a score: what happened, the positions around it, and where it is in the history."""

    event: Rolled | Moved
    before: Position
    after: Position
    row: int
    """The index of the history's row that it counts for."""

    def gain(self, seat: int) -> int:
        """Return the half points that it brought a seat."""
        return self.after.score(seat) - self.before.score(seat)


@dataclass(frozen=True)
class Moment:
    """A moment of a game: the round, whose points they are, what happened in words, and what it brought."""

    round_no: int
    row: int
    seat: int
    gain: int
    told: Phrase
    rows: tuple[ScoreRow, ...]
    """The lines of the score that grew most, each with what it gained."""
    leads: bool
    """Whether the seat took the lead in that round."""


class ScoreHistory:
    """The scores of a finished game, computed once by playing it again; nothing in it is concealed."""

    def __init__(self, table: Table) -> None:
        """Play the game again."""
        self._table = table
        position = Position.new(table.game, table.seats, table.setting, rules=table.rules)
        self.rows = [_all_halves(position)]
        self.steps: list[ScoredStep] = []
        closed = False
        for event in effective_events(table.log):
            before = position
            position = before.rolled(event.faces) if isinstance(event, Rolled) else before.after(event.seat, event.move)
            if _all_halves(position) != _all_halves(before):
                self.steps.append(ScoredStep(event, before, position, len(self.rows)))
            closed = position.round_no > before.round_no > 0  # round 0 is the set-up
            if closed:
                self.rows.append(_all_halves(position))
        if not closed:
            self.rows.append(_all_halves(position))

    def lead(self, row: int, seat: int) -> int:
        """Return by how many half points a seat was ahead of all others after a row, negative if behind."""
        others = [halves for other, halves in enumerate(self.rows[row]) if other != seat]
        return self.rows[row][seat] - max(others) if others else 0

    def led_until(self, seat: int) -> int:
        """Return the last round before the end after which a seat led, 0 if it never did."""
        return max((row for row in range(1, len(self.rows) - 1) if self.lead(row, seat) > 0), default=0)

    def led_from(self, seat: int) -> int:
        """Return the round from which on a seat led to the end, 0 if it does not lead."""
        found = 0
        for row in range(len(self.rows) - 1, 0, -1):
            if self.lead(row, seat) <= 0:
                break
            found = row
        return found

    def closest(self, seat: int) -> tuple[int, int]:
        """Return the round, neither first nor last, that left a seat the least behind, and by how many half points."""
        lead, row = max(((self.lead(row, seat), row) for row in range(2, len(self.rows) - 1)), default=(0, 0))
        return row, -lead

    def moments(self, seat: int) -> list[Moment]:
        """Return the moments to tell to a seat, in their order: the last change of the lead, and its largest gains."""
        chosen: dict[int, tuple[int, ScoredStep]] = {}
        if turned := self._turn(seat):
            chosen[turned[1].row] = turned
        for step in sorted(self.steps, key=lambda step: -step.gain(seat)):
            if len(chosen) == MOMENTS or step.gain(seat) <= 0:
                break
            chosen.setdefault(step.row, (seat, step))
        return [self._moment(whose, step) for _, (whose, step) in sorted(chosen.items())]

    def _turn(self, seat: int) -> tuple[int, ScoredStep] | None:
        """Return who took the lead in the round when a seat last won or lost it, and by which step."""
        for row in range(len(self.rows) - 1, 1, -1):
            before, after = self.lead(row - 1, seat) > 0, self.lead(row, seat) > 0
            if before == after:
                continue
            whose = seat if after else max(range(self._table.seats), key=lambda each: self.rows[row][each])
            steps = [step for step in self.steps if step.row == row and step.gain(whose) > 0]
            return (whose, max(steps, key=lambda step: step.gain(whose))) if steps else None
        return None

    def _moment(self, seat: int, step: ScoredStep) -> Moment:
        leads = step.row > 1 and self.lead(step.row, seat) > 0 >= self.lead(step.row - 1, seat)
        round_no = int(step.before.round_no)
        return Moment(round_no, step.row, seat, step.gain(seat), self._told(seat, step), self._grown(seat, step), leads)

    def _told(self, seat: int, step: ScoredStep) -> Phrase:
        """Return what happened: the step in the game's words, or what came of it, where a game says that."""
        words, names = self._table.game.words, self._table.players
        before, after, event = step.before.record, step.after.record, step.event
        if came := words.account(before, after, names):
            about_players = [phrase for phrase in came if str(phrase).startswith(tuple(map(str, names)))]
            deeds = [deed for phrase in about_players for deed in _split(phrase)]
            own = [deed for deed in deeds if str(deed).startswith(str(names[seat]))]
            return own[-1] if own else Phrase("{name} scores.", name=names[seat])
        if isinstance(event, Rolled):
            return words.told_roll(before, after, names)
        return words.told_move(before, event.seat, event.move, after, names)

    def _grown(self, seat: int, step: ScoredStep) -> tuple[ScoreRow, ...]:
        """Return the lines of a seat's score that a step raised, the most first."""
        then, now = (self._table.game.words.score_rows(each.record, seat) for each in (step.before, step.after))
        if len(then) != len(now):  # lines came or went, so none can be compared
            return ()
        both = zip(then, now, strict=True)
        grown = [ScoreRow(new.part, new.label, new.halves - old.halves) for old, new in both if new.halves > old.halves]
        return tuple(sorted(grown, key=lambda row: -row.halves)[:MOST_ROWS]) if len(now) > 1 else ()


def history(table: Table) -> list[list[int]]:
    """Return the half points of all seats at the beginning, after each round, and now.

    Only for finished games: nothing is concealed.
    """
    return ScoreHistory(table).rows


def _split(phrase: Phrase) -> list[Phrase]:
    """Return the sentences of a phrase that is several, put one after the other."""
    parts = [part for part in phrase.values.values() if isinstance(part, Phrase)]
    return [phrase] if words_of(phrase.text) or len(parts) != len(phrase.values) else parts


def _all_halves(position: Position) -> list[int]:
    return [position.score(seat) for seat in range(position.seats)]
