"""What designers measure, on games whose course is known."""

from collections.abc import Iterator

import numpy as np
import pytest

import rollwright.games
from rollwright.core.game import Game, open_game
from rollwright.lab.report.luck import Luck, luck_of, replay_part
from rollwright.lab.report.measures import Course, pair_part
from tests.support import SKETCHES

COUNTS = np.zeros(4, np.int64)


def course(*first: float) -> Course:
    """Return a game of two by the first seat's chances."""
    return Course(np.array([[chance, 1 - chance] for chance in first]), COUNTS)


def test_a_game_that_is_won_from_behind_is_dramatic() -> None:
    close = course(0.5, 0.3, 0.2, 0.6, 1.0)
    assert close.winner == 0
    assert close.drama() == pytest.approx((0.4 + 0.6) / 2)
    assert close.lead_changes() == 1
    assert close.decisiveness() == 0.0, "the loser's 80% is passed at the very end"


def test_a_game_that_is_soon_decided_is_decisive() -> None:
    soon = course(0.5, 0.7, 0.9, 0.95, 1.0)
    assert soon.decisiveness() == pytest.approx(3 / 4)
    assert soon.drama() == 0.0
    assert soon.lead_changes() == 0


def test_a_shared_victory_has_no_winner() -> None:
    shared = course(0.5, 0.4, 0.5)
    assert shared.winner is None
    assert shared.drama() is None
    assert shared.decisiveness() is None


def test_a_small_lead_changes_nothing() -> None:
    assert course(0.5, 0.52, 0.48, 0.53, 0.47, 1.0).lead_changes() == 0


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game too small to compile, in which dice make the points, or choices do."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SKETCHES))
    yield open_game("lucky_hand")
    rollwright.games.__path__.remove(str(SKETCHES))


def luck_at(game: Game, points: str, seeds: range) -> Luck:
    """Replay a game in which dice make the points, or choices do; the worse player makes half its moves at random."""
    return luck_of(np.array(replay_part(game.name, game.setting(2, {"points": points}), 0, 50, seeds)), 1)


def test_where_only_dice_matter_all_is_luck(hand: Game) -> None:
    found = luck_at(hand, "dice", range(100))
    assert found.equals.mean == pytest.approx(1)
    assert found.unequals.mean == pytest.approx(1)
    assert found.seat is not None
    assert found.seat.mean == pytest.approx(1), "a die belongs to a seat, whoever sits there"
    assert found.strength.mean == pytest.approx(0, abs=1e-9)
    assert found.spread.low < (2 * 35 / 12) ** 0.5 < found.spread.high, "the difference of two dice"


def test_where_only_choices_matter_nothing_is_luck(hand: Game) -> None:
    found = luck_at(hand, "choices", range(300))
    assert found.seat is not None
    for share in (found.equals, found.unequals, found.seat):
        assert share.low < 0 < share.high, "an interval that is not cut at 0"
        assert abs(share.mean) < 0.15
    assert found.spread.low < 2**0.5 < found.spread.high, "eight hands, as likely left as right"


def test_luck_is_what_replays_have_in_common() -> None:
    random = np.random.default_rng(1)
    dice, seat = random.normal(0, 2, (2, 4_000))  # variances of 4 each; those of choices are 1
    choices = random.normal(0, 1, (4_000, 3, 2))
    favours = np.stack([dice + seat, seat + 1, seat - 1], axis=1)
    favours[:, 1] += dice
    favours[:, 2] -= dice  # these dice favour a player, wherever it sits
    found = luck_of(favours[:, :, np.newaxis] + choices, 1)
    assert found.equals.mean == pytest.approx(8 / 9, abs=0.02)
    assert found.unequals.mean == pytest.approx(8 / 9, abs=0.02)
    assert found.seat is not None
    assert found.seat.mean == pytest.approx(4 / 9, abs=0.05), "half of it favours a seat, half a player"
    assert found.strength.mean == pytest.approx(1 / 10, abs=0.02)
    assert found.spread.mean == pytest.approx(3, abs=0.1)
    assert found.equals.low < 8 / 9 < found.equals.high


def test_dice_that_favour_a_player_wherever_it_sits_are_no_luck_of_a_seat() -> None:
    random = np.random.default_rng(2)
    player = random.normal(0, 1, 4_000)
    leads = np.stack([0 * player, player, -player], axis=1)[:, :, np.newaxis] + random.normal(0, 1, (4_000, 3, 2))
    found = luck_of(leads, 1)
    assert found.unequals.mean == pytest.approx(1 / 2, abs=0.05)
    assert found.seat is not None
    assert found.seat.mean == pytest.approx(0, abs=0.05)
    assert luck_of(leads, 1, alone=True).seat is None


@pytest.mark.slow
def test_a_better_player_has_more_of_the_victories_alone_too() -> None:
    shares = pair_part("tou_shi", {"sheet": ["classic"]}, 0, 100, range(20))
    assert np.mean(shares) > 0.9
    assert set(pair_part("tou_shi", {"sheet": ["classic"]}, 0, 0, range(5))) == {0.5}
