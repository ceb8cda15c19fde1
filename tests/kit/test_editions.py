"""The guard of editions: it notices rules that decide differently, and lets everything else pass."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwright.games
from rollwright.core.game import Game
from rollwright.core.options import Choice, Option
from rollwright.testing import Effort
from rollwright.testing.editions.edition_checks import (
    EDITIONS_FILE,
    decisions,
    edition_is_raised,
    editions_text,
    written_decisions,
)
from tests.kit.sabotage import wrap
from tests.support import SHELF
from tools import golden


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Game]:
    """A fresh, uncompiled copy of the small game, in a folder that may be written to."""
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    rollwright.games.__path__.append(str(SHELF))
    game = Game("sealed_bids")
    shutil.copytree(game.folder, tmp_path / "sealed_bids")
    game.folder = tmp_path / "sealed_bids"
    yield game
    rollwright.games.__path__.remove(str(SHELF))


def another_rule(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    wrap(game, monkeypatch, "score", lambda score, s, seat: score(s, seat) + 2)


def test_other_rules_are_refused_with_what_to_do(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    another_rule(bids, monkeypatch)
    with pytest.raises(AssertionError, match=r"differently from edition 1 .*raise EDITION .*`make golden`"):
        edition_is_raised(bids, Effort())
    with pytest.raises(ValueError, match="raise EDITION"):
        editions_text(bids)


def test_a_raised_edition_is_added_below_the_one_before(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = written_decisions(bids)[1]
    another_rule(bids, monkeypatch)
    monkeypatch.setattr(bids._facts, "EDITION", 2)
    (bids.folder / "golden" / EDITIONS_FILE).write_text(editions_text(bids), encoding="utf-8")
    edition_is_raised(bids, Effort())
    assert written_decisions(bids)[1] == before
    assert written_decisions(bids)[2] != before


def test_an_option_that_comes_later_raises_nothing(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    later = Option("mood", "Mood", (Choice("glad"), Choice("sad")), unsaid="sad")
    monkeypatch.setattr(bids._facts, "OPTIONS", (*bids.options, later))
    added = decisions(bids).keys() - written_decisions(bids)[1].keys()
    assert {name.rpartition(" ")[2] for name in added} == {"glad", "sad"}
    with pytest.raises(AssertionError, match="mood glad of edition 1: `make golden` writes it"):
        edition_is_raised(bids, Effort())
    (bids.folder / "golden" / EDITIONS_FILE).write_text(editions_text(bids), encoding="utf-8")
    edition_is_raised(bids, Effort())


def test_a_game_that_declares_no_edition_is_left_alone(bids: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    another_rule(bids, monkeypatch)
    monkeypatch.delattr(bids._facts, "EDITION")
    assert bids.edition == 0
    edition_is_raised(bids, Effort())


def test_what_an_edition_decides_is_not_written_over(
    bids: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(golden, "open_game", lambda name: bids)
    another_rule(bids, monkeypatch)
    files = {path: path.read_bytes() for path in (bids.folder / "golden").iterdir()}
    assert golden.main(["sealed_bids"]) == 1
    assert "raise EDITION" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in (bids.folder / "golden").iterdir()} == files
