"""An analysis as one page shows it: for one sheet and one reader."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup

from rollwright.bots.analysis.account import DICE, Analysis
from rollwright.bots.analysis.measuring import Choice, Option
from rollwright.core.contract import UNKNOWN_GAIN, Record
from rollwright.core.language import Phrase, plural
from rollwright.core.scoring import signed
from rollwright.view.charts.curve import Mark, curve
from rollwright.view.svg import tag
from rollwright.web.http.rendering import render
from rollwright.web.replay.frames import ReplayView

COSTLIEST = 3
"""How many costly choices are shown, each as a puzzle."""

LUCKY = 3
"""How many rolls are marked on the curve: those that changed most."""

LITTLE_POINTS, LITTLE_SHARE = 0.5, 0.02
"""Luck below this is not worth a word: points, or share of the victory."""

HUNDRED = 100

BAR, BAR_HEIGHT = 120.0, 10.0
"""The size of a small bar."""


@dataclass(frozen=True)
class Unit:
    """How values are written: as points, or as chances to win."""

    alone: bool
    language: str

    @property
    def little(self) -> float:
        """The least change that is worth a word."""
        return LITTLE_POINTS if self.alone else LITTLE_SHARE

    def value(self, value: float) -> str:
        """Write the value of a position."""
        if self.alone:
            return format_decimal(round(value, 1), "0.0", locale=self.language)
        return format_percent(round(value, 2), locale=self.language)

    def change(self, change: float) -> str:
        """Write a change with its sign."""
        shown = round(change, 1) if self.alone else round(change, 2)
        written = self.value(abs(shown))
        return written if not shown else f"{'+' if shown > 0 else '−'}{written}"

    def amount(self, amount: float) -> Phrase:
        """Say how much something is: points, or how many more games of a hundred would be won."""
        if self.alone:
            return Phrase("{n} points", n=format_decimal(round(amount, 1), "0.0", locale=self.language))
        return plural("{n} win in 100 games", "{n} wins in 100 games", max(0, round(HUNDRED * amount)))


class AnalysisView:
    """Tells an analysis to a reader: of the seat whose sheet they look at."""

    def __init__(self, showing: ReplayView, analysis: Analysis, *, mine: bool, partial: bool = False) -> None:
        """Take a replay of the finished game as one page shows it, and whether the sheet is the reader's own.

        While the first view is `partial`, nothing is said that depends on decisions which were not looked at yet.
        """
        self._replay, self._frames = showing.replay, showing.frames
        self._game, self._players = showing.played.game, showing.played.players
        self._say = showing.say
        self._analysis, self._seat, self._mine = analysis, showing.sheet, mine
        self._unit = Unit(analysis.alone, self._say.language)
        self._partial = partial
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
        return [] if self._partial else self._analysis.costliest(self._seat, COSTLIEST)

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
            if self._unit.alone
            else Phrase("The chance to win, step by step: from {start} to {end}.", start=start, end=end)
        )
        return curve(self._line, marks, percent=not self._unit.alone, end=end, title=self._say(title))

    # The sum.

    @property
    def _sum(self) -> dict[str, Any]:
        parts = self._analysis.sum(self._seat)
        own = Phrase("Your choices") if self._mine else Phrase("Choices of {name}", name=self._name)
        rows = [
            (Phrase("At the start"), Phrase("what a steady player can expect"), 0.0, parts.start, "start"),
            (Phrase("Luck"), Phrase("what the dice gave or took"), parts.start, parts.luck, "luck"),
            (own, Phrase("against what the guide would do"), parts.start + parts.luck, parts.own, "own"),
        ]
        if not self._unit.alone:
            before = parts.start + parts.luck + parts.own
            hoped = (
                Phrase("good for you if they err")
                if self._mine
                else Phrase("good for {name} if they err", name=self._name)
            )
            rows.append((Phrase("Choices of others"), hoped, before, parts.others, "others"))
        rows.append((Phrase("Result"), self._result(parts.result), 0.0, parts.result, "result"))
        edges = [edge for _, _, base, change, _ in rows for edge in (base, base + change)]
        if self._unit.alone:  # only the end of long bars is of interest
            least = min(edge for edge in edges if edge != 0.0)
            low = 0.0 if least <= 0 else least - max(4.0, (max(edges) - least) * 0.3)
        else:
            low = min(0.0, *edges)
        high = max(edges)
        return {
            "rows": [
                {
                    "what": what,
                    "means": means,
                    "kind": kind,
                    "number": self._unit.value(change) if kind in ("start", "result") else self._unit.change(change),
                    "bar": Markup(_bar(max(base, low), base + change, low, high, kind)),  # drawn by us
                    "down": change < 0,
                }
                for what, means, base, change, kind in rows
            ],
            "alone": self._unit.alone,
            "lost": self._lost,
            "playouts": format_decimal(self._analysis.playouts, locale=self._say.language),
        }

    def _result(self, share: float) -> Phrase:
        if self._unit.alone:
            return Phrase("points")
        return Phrase("won") if share == 1 else Phrase("not won") if share == 0 else Phrase("shared")

    @property
    def _lost(self) -> Phrase | None:
        """What the seat's decisions lost on average."""
        mean = self._analysis.mean_loss(self._seat)
        if mean is None or self._partial:
            return None
        count, lost = len(self._analysis.of_seat(self._seat)), max(0.0, mean)
        if self._unit.alone:
            amount = Phrase("{n} points", n=format_decimal(round(lost, 2), "0.00", locale=self._say.language))
        else:
            amount = Phrase("{n}%", n=format_decimal(round(HUNDRED * lost, 1), "0.0", locale=self._say.language))
        return Phrase("Lost per decision against the best moves: {amount} ({n} decisions).", amount=amount, n=count)

    # The costliest choices.

    @property
    def _costly(self) -> dict[str, Any]:
        rows = [
            {
                "step": step,
                "number": number,
                "round": self._frames[step].round_no,
                "lost": self._unit.change(-self._analysis.choices[step].loss),
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
        return {"rows": rows, "whose": whose, "known": known, "name": self._name, "mine": self._mine}

    def _puzzle(self, step: int) -> dict[str, Any]:
        """Return a costly choice as a puzzle: its moves in an order that tells nothing, and what each would bring."""
        choice = self._analysis.choices[step]
        options = list(choice.options)
        Random(step).shuffle(options)
        known = self._before(step)
        moves = [self._say(self._described(known, choice.seat, each.move)) for each in options]
        question = self._game.words.ask(known, choice.seat, list(self._players))
        shown = render("pieces/analysis_puzzle.html", self._say, moves=moves, step=step, ask=question.ask)
        return {"html": shown, "told": [self._say(self._tried(choice, each)) for each in options]}

    def _tried(self, choice: Choice, option: Option) -> Phrase:
        if option == choice.best:
            return Phrase("Yes: this is the best move that was found.")
        if option.loss <= 2 * option.error:
            return Phrase("Good: as far as can be told, it is as good as the best.")
        if option.move == choice.played:
            return Phrase("That was played: it costs {amount}.", amount=self._unit.amount(option.loss))
        return Phrase("Not quite: it costs {amount}.", amount=self._unit.amount(option.loss))

    # Each step.

    def _step(self, step: int) -> dict[str, Any]:
        mover, change = self._analysis.movers[step - 1], self._changes[step - 1]
        if mover == DICE:
            return self._roll(change)
        choice = self._analysis.choices.get(step)
        values: dict[str, Any] = {"rows": [], "verdict": self._unmeasured(step), "better": None, "tone": "plain"}
        badge, tone = "", "plain"
        if choice is not None:
            values = self._judged(step, choice)
            tone = "mistake" if choice.is_mistake else "fine"
            badge = self._unit.change(-choice.loss) if choice.is_mistake else "✓"
        matters = mover != self._seat and abs(change) >= self._unit.little
        values["effect"] = self._effect(change) if matters else None
        return {"badge": badge, "tone": tone, "html": render("pieces/analysis_choice.html", self._say, **values)}

    def _roll(self, change: float) -> dict[str, Any]:
        amount = self._unit.amount(abs(change))
        if abs(change) < self._unit.little:
            said, tone = Phrase("Ordinary dice: they changed little."), "plain"
        elif self._unit.alone:
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

    def _judged(self, step: int, choice: Choice) -> dict[str, Any]:
        known, made = self._before(step), choice.made
        worths = [each.worth for each in choice.options]
        low, high = (min(worths), max(worths)) if self._unit.alone else (0.0, 1.0)
        base = low - max(1.0, high - low) if self._unit.alone else 0.0
        better = None
        if choice.is_mistake:
            better = Phrase("Better: {move}.", move=self._described(known, choice.seat, choice.best.move))
        return {
            "rows": [
                {
                    "move": self._described(known, choice.seat, each.move),
                    "worth": self._unit.value(each.worth),
                    "loss": self._interval(each) if each != choice.best else "",
                    "made": each.move == choice.played,
                    "best": each == choice.best,
                    "bar": Markup(_bar(base, each.worth, base, max(high, base + 1e-6), "option")),  # drawn by us
                }
                for each in sorted(choice.options, key=lambda each: each.loss)
            ],
            "verdict": self._verdict(choice, made),
            "tone": "mistake" if choice.is_mistake else "fine",
            "better": better,
            "reason": self._reason(known, choice) if choice.is_mistake else None,
            "more": plural("{n} more move was possible.", "{n} more moves were possible.",
                           choice.count - len(choice.options)) if choice.count > len(choice.options) else None,
        }  # fmt: skip

    def _reason(self, known: Record, choice: Choice) -> Phrase | None:
        """Say why the best move was better: as the game tells it, or by what both score at once."""
        told = self._game.words.reason(known, choice.seat, choice.played, choice.best.move)
        if told:
            return told
        rules = self._replay.played.rules
        gains = np.zeros(2, np.int64)
        rules.gains(known, choice.seat, np.array([choice.best.move, choice.played], np.int64), 2, gains)
        best, played = gains.tolist()
        if UNKNOWN_GAIN in (best, played) or best == played:
            return None
        if best > played:
            return Phrase("It scores more at once: {points}.", points=signed(best - played))
        return Phrase("It scores less at once, but pays off later.")

    def _verdict(self, choice: Choice, made: Option) -> Phrase:
        if choice.is_mistake:
            return Phrase("This move cost {amount}.", amount=self._unit.amount(made.loss))
        if made == choice.best:
            return Phrase("The best move that was found.")
        return Phrase("As good as the best, as far as can be told.")

    def _interval(self, option: Option) -> str:
        """Write a loss with twice its standard error; nothing, if neither is anything."""
        if self._unit.value(abs(option.loss)) == self._unit.value(0.0) == self._unit.value(2 * option.error):
            return ""
        return f"{self._unit.change(-option.loss)} ± {self._unit.value(2 * option.error)}"

    def _described(self, known: Record, seat: int, move: int) -> Phrase:
        return self._game.words.describe(known, seat, move)

    def _before(self, step: int) -> Record:
        """Return the position before a step, as its seat knew it."""
        return self._replay.seen(self._frames[step - 1], self._analysis.movers[step - 1])


def _bar(start: float, end: float, low: float, high: float, kind: str) -> str:
    """Draw a bar from one value to another."""
    scale = BAR / (high - low)
    left, right = sorted(((start - low) * scale, (end - low) * scale))
    body = tag("rect", x=left, y=0, width=max(1.5, right - left), height=BAR_HEIGHT, rx=2, class_=f"part-{kind}")
    falls = end < start
    return tag("svg", body, viewBox=f"0 0 {BAR:.0f} {BAR_HEIGHT:.0f}", preserveAspectRatio="none", aria_hidden="true",
               class_="part-bar falls" if falls else "part-bar")  # fmt: skip
