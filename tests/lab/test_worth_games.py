"""Measuring what games of the normal bot come to: every kind of table, and the same file from the same seed."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwright.games
from rollwright.bots.thinkers import Thinkers
from rollwright.bots.worth import kinds
from rollwright.command.main import main
from rollwright.core.game import Game, open_game
from rollwright.lab.worth_games import SHOWN, STEPS, first_results, measure_worth, seatings, worth_text
from tests.support import SKETCHES


@pytest.fixture
def ice(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of one, too small to compile, on thick or thin ice, which tells how it ended."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SKETCHES))
    yield open_game("thin_ice")
    rollwright.games.__path__.remove(str(SKETCHES))


def test_every_kind_of_table_is_measured_and_told_alike_again(ice: Game) -> None:
    with Thinkers(1) as thinkers:
        found, again = (measure_worth(thinkers, ice, seed=4, results=12) for _ in range(2))
    assert found == again
    assert [(each.seats, dict(each.options)) for each in found.tables] == kinds(ice)
    for each in found.tables:
        assert (each.games, len(each.spread), len(each.first)) == (12, 12, SHOWN)
        assert sum(each.endings.values()) == 12
        assert first_results(ice, each, found.seed, SHOWN) == list(each.first)
        assert all(halves in each.spread for (halves,) in each.first)


def test_many_results_are_told_in_a_hundred_steps(ice: Game) -> None:
    with Thinkers(1) as thinkers:
        found = measure_worth(thinkers, ice, seed=4, results=STEPS + 50)
    for each in found.tables:
        assert len(each.spread) == STEPS
        assert list(each.spread) == sorted(each.spread)


def test_the_seats_choices_go_round() -> None:
    game = open_game("starcraft")
    chosen = {tuple(each.setting["race"]) for each in seatings(game, 2, {"leftovers": "taken"}, 9, seed=1)}
    assert len(chosen) == 9
    assert {each.setting["leftovers"] for each in seatings(game, 2, {"leftovers": "shared"}, 3, seed=1)} == {"shared"}


def test_the_command_writes_the_file(ice: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "worth.toml"
    assert main(["worth", "thin_ice", "--results", "6", "--seed", "4", "--output", str(path)]) == 0
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (written["seed"], [each["games"] for each in written["table"]]) == (4, [6] * len(kinds(ice)))
    assert "rollwright worth thin_ice --results 6" in path.read_text(encoding="utf-8")
    assert "saved in worth.toml" in capsys.readouterr().out
    with Thinkers(1) as thinkers:
        assert worth_text(ice, measure_worth(thinkers, ice, 4, 6), 6) == path.read_text(encoding="utf-8")
