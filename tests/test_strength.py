"""The report on the bots' strength: what it says follows from the games, and the same seed plays the same games."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwright.games
from rollwright.bots.crew import Crew
from rollwright.command import reports
from rollwright.command.main import main
from rollwright.core.game import Game, open_game
from rollwright.lab.matches import RANDOM, play_matches
from rollwright.lab.strength import FULL, QUICK, Estimate, Plan, measure, report

NAME = "terminal_dispute"
SHELF = Path(__file__).parent / "shelf"
TINY = Plan({RANDOM: 12, "easy": 6, "normal": 3}, {("normal", "easy"): 2})


@pytest.fixture
def bids() -> Iterator[Game]:
    rollwright.games.__path__.append(str(SHELF))
    yield open_game("sealed_bids")
    rollwright.games.__path__.remove(str(SHELF))


def test_a_mean_has_an_interval() -> None:
    found = Estimate.of_mean([1.0, 2.0, 3.0, 4.0])
    assert (found.games, found.mean) == (4, 2.5)
    assert found.high - found.mean == pytest.approx(1.96 * 1.2909944 / 2)
    assert Estimate.of_mean([7.0]) == Estimate(1, 7, 7, 7)


def test_a_share_has_an_honest_interval() -> None:
    won = Estimate.of_share([1.0] * 10)
    assert won.mean == 1
    assert won.low == pytest.approx(0.7225, abs=1e-3), "ten wins of ten do not prove that all will be won"
    assert won.high == pytest.approx(1)


def test_players_meet_the_same_dice_and_the_same_games_again() -> None:
    game = open_game(NAME)
    seatings = [((RANDOM,), 5), (("easy",), 5), ((RANDOM, "easy"), 5)]
    with Crew(1) as crew:
        once, again = (play_matches(crew, game, seatings) for _ in range(2))
    assert once == again
    assert [match.players for match in once] == [(RANDOM,), ("easy",), (RANDOM, "easy")]


def test_a_game_that_is_not_played_alone_is_won_or_lost(bids: Game) -> None:
    with Crew(1) as crew:
        found = measure(crew, bids, TINY, seed=1)
    assert not found.points
    assert list(found.wins) == [RANDOM, "easy", "normal"]
    assert [each.games for each in found.wins.values()] == [12, 6, 3]


def test_the_report_is_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reports, "QUICK", TINY)
    path = tmp_path / "report.md"
    assert main(["report", "--quick", "--output", str(path), "--seed", "3"]) == 0
    text = path.read_text(encoding="utf-8")
    assert text in capsys.readouterr().out
    assert "Seed 3" in text
    assert "## Terminal Dispute" in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    alone = {row[0]: float(row[2]) for row in rows if row[0] in {RANDOM, "easy", "normal"}}
    assert alone[RANDOM] < alone["easy"] < alone["normal"]
    duel = next(row for row in rows if row[0] == "normal against easy")
    assert duel[1] == "4", "two sets of dice, seats swapped"
    assert float(duel[2].rstrip("%")) >= 75


def test_plans_name_every_player() -> None:
    for plan in (FULL, QUICK):
        assert set(plan.games) == {RANDOM, "easy", "normal", "hard"}


def test_a_report_does_not_depend_on_the_workers() -> None:
    plan = Plan({RANDOM: 7, "easy": 7}, {})
    pages = {report([open_game(NAME)], plan, 1, workers=workers) for workers in (1, 2)}
    assert len(pages) == 1


def test_sim_lets_bots_play(capsys: pytest.CaptureFixture[str]) -> None:
    bulk = ["sim", NAME, "--player", "easy", "--games", "6", "--seats", "2", "--option", "start=2"]
    assert main([*bulk, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["player"], found["games"], found["options"]) == ("easy", 6, {"start": ["2", "2"]})
    assert found["mean_score"] > 58
    assert main([*bulk, "--workers", "2"]) == 0
    shown = capsys.readouterr().out
    assert "6 games by easy bots" in shown
    assert f"mean {found['mean_score']:.2f}" in shown
    assert main(["sim", NAME, "--player", "brutal"]) == 2
