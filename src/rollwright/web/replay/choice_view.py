"""One decision of an analysis as a page shows it: what each move was worth, the verdict, and why."""

from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup

from rollwright.bots.analysis.measuring import Choice, Gap, Option
from rollwright.core.contract import UNKNOWN_GAIN, Record, Rules
from rollwright.core.game import Game
from rollwright.core.language import Phrase, plural
from rollwright.core.scoring import signed
from rollwright.view.svg import tag

LITTLE_POINTS, LITTLE_SHARE = 0.5, 0.02
"""Luck and losses below this are not worth a word: points, or share of the victory."""

HUNDRED = 100

BAR, BAR_HEIGHT = 120.0, 10.0
"""The size of a small bar."""


@dataclass(frozen=True)
class Unit:
    """How values are written: as points, or as chances to win."""

    in_points: bool
    language: str

    @property
    def little(self) -> float:
        """The least change that is worth a word."""
        return LITTLE_POINTS if self.in_points else LITTLE_SHARE

    def value(self, value: float) -> str:
        """Write the value of a position."""
        if self.in_points:
            return format_decimal(round(value, 1), "0.0", locale=self.language)
        return format_percent(round(value, 2), locale=self.language)

    def change(self, change: float) -> str:
        """Write a change with its sign."""
        shown = round(change, 1) if self.in_points else round(change, 2)
        written = self.value(abs(shown))
        return written if not shown else f"{'+' if shown > 0 else '−'}{written}"

    def amount(self, amount: float) -> Phrase:
        """Say how much something is: points, or how many more games of a hundred would be won."""
        if self.in_points:
            return Phrase("{n} points", n=format_decimal(round(amount, 1), "0.0", locale=self.language))
        return plural("{n} win in 100 games", "{n} wins in 100 games", max(0, round(HUNDRED * amount)))

    def interval(self, loss: float, error: float) -> str:
        """Write a loss with twice its standard error; nothing, if neither is anything."""
        if self.value(abs(loss)) == self.value(0.0) == self.value(2 * error):
            return ""
        return f"{self.change(-loss)} ± {self.value(2 * error)}"


class ChoiceView:
    """Tells a decision to a reader: what its seat knew then, and what its moves were worth."""

    def __init__(
        self, game: Game, rules: Rules, unit: Unit, known: Record, choice: Choice, opponent: Phrase | None = None
    ) -> None:
        """Take a decision, the position as its seat knew it, and the name of the opponent if there is only one."""
        self._game, self._rules, self._known, self._choice = game, rules, known, choice
        self._opponent = opponent
        self._by_points = not unit.in_points and choice.is_settled
        self._unit = Unit(in_points=True, language=unit.language) if self._by_points else unit

    @property
    def is_mistake(self) -> bool:
        """Whether the move that was made lost something beyond doubt, and enough to be worth a word."""
        return self._choice.is_mistake and self._is_worse(self._choice.made)

    def described(self, option: Option) -> Phrase:
        """Describe a move."""
        return self._game.words.describe(self._known, self._choice.seat, option.move)

    def told(self, verdict: Phrase | None = None) -> dict[str, Any]:
        """Return what the page shows of it; another verdict can replace the usual one."""
        choice = self._choice
        values = [self._value(each) for each in choice.options]
        low, high = (min(0.0, *values), max(1.0, *values)) if self._unit.in_points else (0.0, 1.0)
        better = Phrase("Better: {move}.", move=self.described(self._better)) if self.is_mistake else None
        label = Phrase("best") if self._best_is_alone else Phrase("among the best")
        rest = choice.count - len(choice.options)
        return {
            "rows": [
                {
                    "move": self.described(each),
                    "worth": self._unit.value(self._value(each)),
                    "loss": self._lost(each),
                    "made": each.move == choice.played,
                    "lost": each.move == choice.played and self._is_worse(each),
                    "label": None if self._is_worse(each) else label,
                    "bar": Markup(bar(0.0, self._value(each), low, high, "option")),  # drawn by us
                }
                for each in sorted(choice.options, key=lambda each: -self._value(each))
            ],
            "verdict": verdict or self._verdict(),
            "tone": "mistake" if self.is_mistake else "fine",
            "better": better,
            "reason": self._reason() if self.is_mistake else None,
            "more": plural("{n} more move was possible; it looked weaker.",
                           "{n} more moves were possible; they looked weaker.", rest) if rest else None,
        }  # fmt: skip

    def tried(self, option: Option) -> dict[str, Any]:
        """Return what to say to whoever chose this move when they tried again."""
        if option == self._choice.best and self._best_is_alone:
            return {"said": Phrase("Yes, that is the best move that was found."), "tone": "fine"}
        if not self._is_worse(option) and self._gap(option).is_sure:
            return {"said": Phrase("Good: it is practically as good as the best."), "tone": "fine"}
        if not self._is_worse(option):
            return {"said": Phrase("Good: it is no worse than the best, as far as can be measured."), "tone": "fine"}
        cost = self._unit.amount(option.loss)
        if option.move == self._choice.played:
            return {"said": Phrase("That is what was played: it costs {amount}.", amount=cost), "tone": "mistake"}
        return {"said": Phrase("Not quite: it costs {amount}.", amount=cost), "tone": "mistake"}

    def _value(self, option: Option) -> float:
        return option.points if self._by_points else option.worth

    def _gap(self, option: Option) -> Gap:
        return option.in_points if self._by_points else Gap(option.loss, option.error)

    def _is_worse(self, option: Option) -> bool:
        """Say whether a move is behind the best beyond doubt, and by enough to be worth a word."""
        gap = self._gap(option)
        return gap.is_sure and gap.loss >= self._unit.little

    @property
    def _best_is_alone(self) -> bool:
        """Whether every other move is worse; else the one that was found to be the best may be so by chance."""
        return all(self._is_worse(each) for each in self._choice.options if each != self._choice.best)

    @property
    def _better(self) -> Option:
        """The move that stands first: of those that are no worse than the best, the one with the greatest value."""
        return max((each for each in self._choice.options if not self._is_worse(each)), key=self._value)

    def _lost(self, option: Option) -> str:
        """Write what a move loses against the best; nothing where it loses nothing."""
        gap = self._gap(option)
        if option == self._choice.best or gap.loss <= 0:
            return ""
        return self._unit.interval(gap.loss, gap.error)

    def _verdict(self) -> Phrase:
        choice = self._choice
        made = self._gap(choice.made)
        if self._by_points and self._is_worse(choice.made):
            return Phrase("Who wins was settled; it cost {amount}.", amount=self._unit.amount(made.loss))
        if self._by_points:
            return Phrase("Who wins was settled; in points it was as good as any.")
        if self.is_mistake:
            return Phrase("This move cost {amount}.", amount=self._unit.amount(made.loss))
        if choice.made == choice.best and self._best_is_alone:
            return Phrase("The best move that was found.")
        if made.is_sure:
            return Phrase("Practically as good as the best.")
        return Phrase("As good as the best, as far as can be told.")

    def _reason(self) -> Phrase | None:
        """Say why another move was better: as the game tells it, by how games end, or by what both score at once."""
        choice = self._choice
        told = self._game.words.reason(self._known, choice.seat, choice.played, self._better.move)
        return told or self._by_their_ends() or self._at_once()

    def _by_their_ends(self) -> Phrase | None:
        """Tell the move from the one made by the points at the end; alone, they are what is shown anyway."""
        if self._unit.in_points:
            return None
        made, better = self._choice.made, self._better
        in_points, in_lead = _behind(made.in_points, better.in_points), _behind(made.in_lead, better.in_lead)
        points = Unit(in_points=True, language=self._unit.language)
        if in_points.is_sure and 2 * in_points.loss >= in_lead.loss:
            return Phrase("It ends with {amount} more, on average.", amount=points.amount(in_points.loss))
        rest = in_lead.loss - in_points.loss
        if not in_lead.is_sure or rest < LITTLE_POINTS:
            return None
        if self._opponent is not None:
            return Phrase(
                "It leaves {name} {amount} fewer, on average.", name=self._opponent, amount=points.amount(rest)
            )
        return Phrase("It leaves the strongest opponent {amount} fewer, on average.", amount=points.amount(rest))

    def _at_once(self) -> Phrase | None:
        choice, gains = self._choice, np.zeros(2, np.int64)
        moves = np.array([self._better.move, choice.played], np.int64)
        self._rules.gains(self._known, choice.seat, moves, 2, gains)
        better, played = gains.tolist()
        if UNKNOWN_GAIN in (better, played) or better == played:
            return None
        if better > played:
            return Phrase("It scores more at once: {points}.", points=signed(better - played))
        return Phrase("It scores less at once, but pays off later.")


def _behind(made: Gap, better: Gap) -> Gap:
    """Return how far one move is behind another, from how far both are behind the best."""
    return Gap(made.loss - better.loss, hypot(made.error, better.error))


def bar(start: float, end: float, low: float, high: float, kind: str) -> str:
    """Draw a bar from one value to another."""
    scale = BAR / (high - low)
    left, right = sorted(((start - low) * scale, (end - low) * scale))
    body = tag("rect", x=left, y=0, width=max(1.5, right - left), height=BAR_HEIGHT, rx=2, class_=f"part-{kind}")
    falls = end < start
    return tag("svg", body, viewBox=f"0 0 {BAR:.0f} {BAR_HEIGHT:.0f}", preserveAspectRatio="none", aria_hidden="true",
               class_="part-bar falls" if falls else "part-bar")  # fmt: skip
