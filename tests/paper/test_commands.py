"""`rollwright print` and `rollwright card`: files are written, and what is wrong is told in one sentence."""

import sys
from pathlib import Path

import pytest

from rollwright.command.main import main
from rollwright.core.game import game_names, open_game
from rollwright.paper import press
from tests.support.printed import Printed


def test_a_paper_is_written(tmp_path: Path) -> None:
    game = next(open_game(name) for name in game_names() if any(each.per_seat for each in open_game(name).options))
    option = next(each for each in game.options if each.per_seat)
    for more, pages in (([f"--{option.name}", option.choices[1].name], 1), ([], len(option.choices))):
        path = tmp_path / "sheet.pdf"
        assert main(["print", game.name, *more, "-o", str(path)]) == 0
        assert len(Printed(path.read_bytes()).pages) == pages
    assert main(["print", game.name, f"--{option.name}=all", "--up", "2", "-o", str(tmp_path / "a.png")]) == 0
    assert len(list(tmp_path.glob("a-*.png"))) == len(option.choices)


def test_a_card_is_written(tmp_path: Path) -> None:
    record = next((open_game(game_names()[0]).folder / "golden").glob("*-seats.txt"))
    for name, begins in (("card.pdf", b"%PDF"), ("card.png", b"\x89PNG")):
        assert main(["card", str(record), "--date", "2026-01-31", "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    assert "2026" in Printed((tmp_path / "card.pdf").read_bytes()).text


@pytest.mark.parametrize("more", [["--no", "such"], ["--what", "nothing"], ["--lonely"], ["stray"]])
def test_what_is_wrong_is_told(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", game_names()[0], *more, "--language", "en", "-o", str(tmp_path / "a.pdf")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_typst_one_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    press._fonts.cache_clear()
    monkeypatch.setitem(sys.modules, "typst", None)
    assert not press.is_available()
    assert main(["print", game_names()[0], "--language", "en", "-o", str(tmp_path / "a.pdf")]) == 2
    said = capsys.readouterr().err
    assert "pip install 'rollwright[print]'" in said
    assert len(said.splitlines()) == 1
