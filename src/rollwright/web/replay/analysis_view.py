"""An analysis as one page shows it: for one sheet and one reader."""

from functools import cached_property
from random import Random
from typing import Any

from babel.numbers import format_decimal
from markupsafe import Markup

from rollwright.bots.analysis.account import DICE, Analysis
from rollwright.bots.analysis.measuring import Choice
from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.live.analysis.analyses import TIMES, Stage
from rollwright.view.charts.curve import Mark, curve
from rollwright.web.http.rendering import render
from rollwright.web.replay.choice_view import HUNDRED, ChoiceView, Unit, bar
from rollwright.web.replay.frames import ReplayView

COSTLIEST = 3
"""How many costly choices are shown, each as a puzzle."""

FEWER_BY = TIMES
"""How many times fewer games, at least, decisions that are not looked at first are tried in once all is refined."""

PROVISIONAL = Phrase("Provisional: this is still being measured more exactly, and may change.")

LUCKY = 3
"""How many rolls are marked on the curve: those that changed most."""


class AnalysisView:
    """Tells an analysis to a reader: of the seat whose sheet they look at."""

    def __init__(
        self, showing: ReplayView, analysis: Analysis, people: frozenset[int], *, mine: bool, stage: Stage
    ) -> None:
        """Take a replay of the finished game as one page shows it, and whether the sheet is the reader's own.

        In the first view nothing is said that depends on decisions which were not looked at yet. The decisions of
        `people` are looked at first, and measured most exactly.
        """
        self._replay, self._frames = showing.replay, showing.frames
        self._game, self._players = showing.played.game, showing.played.players
        self._say = showing.say
        self._analysis, self._seat, self._mine = analysis, showing.sheet, mine
        self._unit = Unit(analysis.alone, self._say.language)
        self._partial = stage == Stage.FIRST
        self._people = people
        self._note = None if stage == Stage.COMPLETE else PROVISIONAL
        self._line = analysis.line(self._seat)
        self._changes = analysis.changes(self._seat)

    def told(self) -> dict[str, Any]:
        """Return everything that the page shows of it."""
        return {
            "curve": self._curve,
            "sum": render("pieces/analysis_sum.html", self._say, **self._sum),
            "costly": render("pieces/analysis_costly.html", self._say, **self._costly),
            "steps": {step: self._step(step) for step in range(1, len(self._line))},
            "puzzles": {step: self._puzzle(step) for step in self._costliest},
        }

    @cached_property
    def _costliest(self) -> list[int]:
        steps = [] if self._partial else self._analysis.costliest(self._seat, COSTLIEST)
        return [step for step in steps if self._choice_view(step).is_mistake]

    @property
    def _name(self) -> Phrase:
        return self._players[self._seat]

    # The curve.

    @property
    def _curve(self) -> str:
        rolls = [step for step, mover in enumerate(self._analysis.movers, 1) if mover == DICE]
        far = sorted(rolls, key=lambda step: -abs(self._changes[step - 1]))[:LUCKY]
        lucky = [
            Mark(step, up=self._changes[step - 1] > 0)
            for step in far
            if abs(self._changes[step - 1]) >= self._unit.little
        ]
        marks = [*lucky, *(Mark(step, number) for number, step in enumerate(self._costliest, 1))]
        start, end = self._unit.value(self._line[0]), self._unit.value(self._line[-1])
        title = (
            Phrase("The points that could be expected, step by step: from {start} to {end}.", start=start, end=end)
            if self._unit.in_points
            else Phrase("The chance to win, step by step: from {start} to {end}.", start=start, end=end)
        )
        return curve(self._line, marks, percent=not self._unit.in_points, end=end, title=self._say(title))

    # The sum.

    @property
    def _sum(self) -> dict[str, Any]:
        parts = self._analysis.sum(self._seat)
        own = Phrase("Your choices") if self._mine else Phrase("Choices of {name}", name=self._name)
        rows = [
            (Phrase("At the start"), Phrase("what the steady bot can expect"), 0.0, parts.start, "start"),
            (Phrase("Luck"), Phrase("what the dice gave or took"), parts.start, parts.luck, "luck"),
            (own, Phrase("compared with the moves of the steady bot"), parts.start + parts.luck, parts.own, "own"),
        ]
        if not self._unit.in_points:
            before = parts.start + parts.luck + parts.own
            hoped = (
                Phrase("good for you if they err")
                if self._mine
                else Phrase("good for {name} if they err", name=self._name)
            )
            rows.append((Phrase("Choices of others"), hoped, before, parts.others, "others"))
        rows.append((Phrase("Result"), self._result(parts.result), 0.0, parts.result, "result"))
        edges = [edge for _, _, base, change, _ in rows for edge in (base, base + change)]
        low = min(0.0, *edges)
        high = max(*edges, low + 1e-6)  # who cannot win has bars without a length
        return {
            "rows": [
                {
                    "what": what,
                    "means": means,
                    "kind": kind,
                    "number": self._unit.value(change) if kind in ("start", "result") else self._unit.change(change),
                    "bar": Markup(bar(base, base + change, low, high, kind)),  # drawn by us
                    "down": change < 0,
                }
                for what, means, base, change, kind in rows
            ],
            "alone": self._unit.in_points,
            "lost": self._lost,
            "tried": self._tried,
            "little": self._unit.amount(self._unit.little),
            "note": self._note,
        }

    @property
    def _tried(self) -> Phrase:
        """Say in how many games the seat's moves were tried."""
        if self._seat in self._people:
            return Phrase(
                "A move is judged by what its player knew then: the moves that matter were each tried in {n} games "
                "with the same dice.",
                n=format_decimal(self._analysis.playouts, locale=self._say.language),
            )
        return Phrase(
            "A move is judged by what its player knew then: the moves that matter were each tried in at most {n} games "
            "with the same dice, fewer than those of people.",
            n=format_decimal(self._analysis.playouts // FEWER_BY, locale=self._say.language),
        )

    def _result(self, share: float) -> Phrase:
        if self._unit.in_points:
            return Phrase("points")
        return Phrase("won") if share == 1 else Phrase("not won") if share == 0 else Phrase("shared")

    @property
    def _lost(self) -> Phrase | None:
        """What the seat's decisions lost on average."""
        mean = self._analysis.mean_loss(self._seat)
        if mean is None or self._partial:
            return None
        count, lost = len(self._analysis.of_seat(self._seat)), max(0.0, mean)
        if self._unit.in_points:
            amount = Phrase("{n} points", n=format_decimal(round(lost, 2), "0.00", locale=self._say.language))
        else:
            amount = Phrase("{n}%", n=format_decimal(round(HUNDRED * lost, 1), "0.0", locale=self._say.language))
        return Phrase(
            "Lost per decision against the best moves that were found: {amount} ({n} decisions). They are better "
            "than the moves of the steady bot, so this adds up to more than the choices above.",
            amount=amount,
            n=count,
        )

    # The costliest choices.

    @property
    def _costly(self) -> dict[str, Any]:
        rows = [
            {
                "step": step,
                "number": number,
                "round": self._frames[step].round_no,
                "move": self._choice_view(step).described(self._analysis.choices[step].made),
                "lost": self._unit.interval(self._analysis.choices[step].loss, self._analysis.choices[step].made.error),
                "href": self._frames[step - 1].name,
            }
            for number, step in enumerate(self._costliest, 1)
        ]
        whose = (
            Phrase("Your costliest choices")
            if self._mine
            else Phrase("The costliest choices of {name}", name=self._name)
        )
        known = bool(self._analysis.of_seat(self._seat)) and not self._partial
        return {
            "rows": rows,
            "whose": whose,
            "known": known,
            "name": self._name,
            "mine": self._mine,
            "note": self._note,
        }

    def _puzzle(self, step: int) -> dict[str, Any]:
        """Return a costly choice as a puzzle: its moves in an order that tells nothing, and what each would bring."""
        choice, view = self._analysis.choices[step], self._choice_view(step)
        options = list(choice.options)
        Random(step).shuffle(options)
        moves = [self._say(view.described(each)) for each in options]
        question = self._game.words.ask(self._before(step), choice.seat, list(self._players))
        shown = render("pieces/analysis_puzzle.html", self._say, moves=moves, step=step, ask=question.ask)
        cost = {"move": view.described(choice.made), "amount": self._unit.amount(choice.loss)}
        in_game = (
            Phrase("In the game you chose: {move}. It cost {amount}.", **cost)
            if self._mine
            else Phrase("In the game {name} chose: {move}. It cost {amount}.", name=self._name, **cost)
        )
        answer = view.told(in_game) | {"effect": None, "tone": "plain", "note": self._note_on(choice)}
        tried = [view.tried(each) for each in options]
        return {
            "html": shown,
            "told": [each | {"said": self._say(each["said"])} for each in tried],
            "answer": render("pieces/analysis_choice.html", self._say, **answer),
        }

    # Each step.

    def _step(self, step: int) -> dict[str, Any]:
        mover, change = self._analysis.movers[step - 1], self._changes[step - 1]
        if mover == DICE:
            return self._roll(change)
        choice = self._analysis.choices.get(step)
        values: dict[str, Any] = {"rows": [], "verdict": self._unmeasured(step), "better": None, "tone": "plain"}
        badge, tone = "", "plain"
        if choice is not None:
            view = self._choice_view(step)
            values = view.told() | {"note": self._note_on(choice)}
            tone = "mistake" if view.is_mistake else "fine"
            badge = self._unit.change(-choice.loss) if view.is_mistake else "✓"
        matters = mover != self._seat and abs(change) >= self._unit.little
        values["effect"] = self._effect(change) if matters else None
        return {"badge": badge, "tone": tone, "html": render("pieces/analysis_choice.html", self._say, **values)}

    def _roll(self, change: float) -> dict[str, Any]:
        amount = self._unit.amount(abs(change))
        if abs(change) < self._unit.little:
            said, tone = Phrase("Ordinary dice: they changed little."), "plain"
        elif self._unit.in_points:
            good = Phrase("Good luck: {amount} more than such a roll brings on average.", amount=amount)
            bad = Phrase("Bad luck: {amount} less than such a roll brings on average.", amount=amount)
            said, tone = (good, "lucky") if change > 0 else (bad, "unlucky")
        else:
            said, tone = self._effect(change), "lucky" if change > 0 else "unlucky"
        badge = self._unit.change(change) if tone != "plain" else ""
        return {
            "badge": badge,
            "tone": tone,
            "html": render("pieces/analysis_roll.html", self._say, said=said, tone=tone),
        }

    def _effect(self, change: float) -> Phrase:
        """Say what a roll or another seat's move did to the chance of the seat."""
        amount = self._unit.amount(abs(change))
        if self._mine:
            better = Phrase("Good for you: {amount} more.", amount=amount)
            worse = Phrase("Bad for you: {amount} fewer.", amount=amount)
        else:
            better = Phrase("Good for {name}: {amount} more.", name=self._name, amount=amount)
            worse = Phrase("Bad for {name}: {amount} fewer.", name=self._name, amount=amount)
        return better if change > 0 else worse

    def _unmeasured(self, step: int) -> Phrase:
        mover = self._analysis.movers[step - 1]
        if self._analysis.of_seat(mover) and not self._partial:
            return Phrase("There was only one move.")
        return Phrase("This decision has not been looked at yet.")

    def _note_on(self, choice: Choice) -> Phrase | None:
        """Say how far the numbers of a decision are to be trusted."""
        if self._note or choice.seat in self._people:
            return self._note
        return Phrase("Moves of bots are tried in fewer games: these numbers are less exact.")

    def _choice_view(self, step: int) -> ChoiceView:
        choice = self._analysis.choices[step]
        opponent = self._players[1 - choice.seat] if len(self._players) == 2 else None
        return ChoiceView(self._game, self._replay.played.rules, self._unit, self._before(step), choice, opponent)

    def _before(self, step: int) -> Record:
        """Return the position before a step, as its seat knew it."""
        return self._replay.seen(self._frames[step - 1], self._analysis.movers[step - 1])
