"""One decision of an analysis in words: the order of its moves, how they are labelled, and why one was better."""

import re
from typing import Any

import pytest

from rollwright.bots.analysis.measuring import Choice, Gap, Option
from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.core.language import Phrase
from rollwright.table import Table
from rollwright.web.replay.choice_view import ChoiceView, Unit
from tests.support.wire import ANY_NUMBER

TABLE = Table(open_game(ANY_NUMBER), 2, SeededDice(1))
SEAT = TABLE.waiting[0]
MOVES = TABLE.legal_moves(SEAT)
NOTHING = Gap(0.0, 0.0)


def option(which: int, worth: float, loss: float = 0.0, error: float = 0.0, lead: Gap = NOTHING) -> Option:
    return Option(MOVES[which], worth, loss, error, worth, NOTHING, lead)


def view(*options: Option, played: int, in_points: bool = False, opponent: Phrase | None = None) -> ChoiceView:
    choice = Choice(SEAT, MOVES[played], options, len(options))
    return ChoiceView(TABLE.game, TABLE.rules, Unit(in_points, "en"), TABLE.seen_by(SEAT), choice, opponent)


def labels(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(row["worth"], str(row["label"] or "")) for row in told["rows"]]


def test_moves_are_in_the_order_of_what_is_shown_and_those_that_may_be_best_are_labelled_alike() -> None:
    told = view(option(0, 0.5), option(1, 0.54, -0.04, 0.03), option(2, 0.2, 0.3, 0.02), played=0).told()
    assert labels(told) == [("54%", "among the best"), ("50%", "among the best"), ("20%", "")]
    assert str(told["verdict"]) == "As good as the best, as far as can be told."


def test_what_is_called_better_stands_first() -> None:
    found_best, first = option(0, 0.5), option(2, 0.54, -0.04, 0.03)
    shown = view(found_best, option(1, 0.2, 0.3, 0.02), first, played=1)
    told = shown.told()
    assert str(told["rows"][0]["move"]) in str(told["better"])
    assert str(told["rows"][0]["move"]) == str(shown.described(first)) != str(shown.described(found_best))


def test_bars_are_as_long_as_points_are_many() -> None:
    told = view(option(0, 40.0), option(1, 30.0, 10.0, 0.5), played=1, in_points=True).told()
    long, short = (float(re.search(r'<rect.*?\bwidth="([^"]*)"', row["bar"])[1]) for row in told["rows"])  # type: ignore[index]
    assert short / long == pytest.approx(0.75)


def test_only_one_that_all_others_are_behind_is_the_best() -> None:
    shown = view(option(0, 0.5), option(1, 0.4, 0.1, 0.02), played=0)
    assert labels(shown.told()) == [("50%", "best"), ("40%", "")]
    assert str(shown.told()["verdict"]) == "The best move that was found."
    assert str(shown.tried(option(0, 0.5))["said"]) == "Yes, that is the best move that was found."


@pytest.mark.parametrize(
    ("loss", "in_points", "verdict"),
    [
        (0.3, True, "Practically as good as the best."),
        (0.6, True, "This move cost 0.6 points."),
        (0.01, False, "Practically as good as the best."),
        (0.03, False, "This move cost 3 wins in 100 games."),
    ],
)
def test_a_loss_that_is_not_worth_a_word_is_no_mistake(loss: float, in_points: bool, verdict: str) -> None:
    """However exactly it is known."""
    worse = option(1, 0.5 - loss, loss, 0.001)
    shown = view(option(0, 0.5), worse, played=1, in_points=in_points)
    told = shown.told()
    is_mistake = "cost" in verdict
    assert str(told["verdict"]) == verdict
    assert shown.is_mistake == is_mistake
    assert (told["better"] is not None) == is_mistake
    assert [row["lost"] for row in told["rows"]] == [False, is_mistake]
    assert shown.tried(worse)["tone"] == ("mistake" if is_mistake else "fine")


def test_the_only_opponent_is_named() -> None:
    """Two moves of which neither scores, and of which the game tells no difference."""
    alike = next(
        [a, b]
        for a in range(len(MOVES))
        for b in range(len(MOVES))
        if a != b and TABLE.game.words.reason(TABLE.seen_by(SEAT), SEAT, MOVES[b], MOVES[a]) is None
    )
    options = option(alike[0], 0.5), option(alike[1], 0.3, 0.2, 0.01, Gap(6.3, 1.0))
    named = view(*options, played=alike[1], opponent=Phrase("{name}", name="Ben")).told()
    assert str(named["reason"]) == "It leaves Ben 6.3 points fewer, on average."
    unnamed = view(*options, played=alike[1]).told()
    assert str(unnamed["reason"]) == "It leaves the strongest opponent 6.3 points fewer, on average."
