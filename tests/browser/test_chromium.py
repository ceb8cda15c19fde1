"""The browser is found, or its absence is told in a sentence."""

from pathlib import Path

import pytest

from tools import chromium, packages


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system with no browser on its path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(chromium.NAMED, raising=False)
    monkeypatch.setattr(packages, "can_install", lambda: False)
    return tmp_path


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", chromium.PROGRAMS)
def test_it_is_found_on_the_path(name: str, bare: Path) -> None:
    path = program(bare, name)
    assert chromium.find_chromium() == path


def test_one_that_is_named_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare, "chromium")
    monkeypatch.setenv(chromium.NAMED, program(bare, "my-own"))
    assert chromium.find_chromium() == str(bare / "my-own")


def test_a_wrong_name_is_told(bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    program(bare, "chromium")
    monkeypatch.setenv(chromium.NAMED, "nowhere")
    assert chromium.main() == 2
    assert "'nowhere'" in capsys.readouterr().err


def test_its_absence_is_told(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chromium.main() == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_it_is_installed_where_that_is_ours_to_do(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "can_install", lambda: True)
    monkeypatch.setattr(chromium, "get_chromium", lambda: program(bare, "chromium"))
    assert chromium.main() == 0
    assert chromium.find_chromium() == str(bare / "chromium")
