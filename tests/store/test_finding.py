"""PostgreSQL is found, or its absence is told in a sentence."""

from pathlib import Path

import pytest

from tools import packages, postgres


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system without PostgreSQL."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.delenv(postgres.NAMED, raising=False)
    monkeypatch.setattr(postgres, "PACKAGED", tmp_path / "packaged")
    monkeypatch.setattr(packages, "can_install", lambda: False)
    return tmp_path


def programs(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True)
    for name in names or ("initdb", "postgres"):
        (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


def test_it_is_found_on_the_path_or_where_debian_keeps_it(bare: Path) -> None:
    programs(bare / "packaged" / "9" / "bin")
    newest = programs(bare / "packaged" / "15" / "bin")
    programs(bare / "packaged" / "16" / "bin", "initdb")
    assert postgres.find_postgres() == newest
    on_path = programs(bare / "path")
    assert postgres.find_postgres() == on_path


def test_one_that_is_named_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs(bare / "path")
    monkeypatch.setenv(postgres.NAMED, str(programs(bare / "my own")))
    assert postgres.find_postgres() == bare / "my own"


def test_a_wrong_name_is_told(bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    programs(bare / "path")
    monkeypatch.setenv(postgres.NAMED, "nowhere")
    assert postgres.main() == 2
    assert "'nowhere'" in capsys.readouterr().err


def test_its_absence_is_told(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert postgres.main() == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_it_is_installed_where_that_is_ours_to_do(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "can_install", lambda: True)
    monkeypatch.setattr(postgres, "get_postgres", lambda: programs(bare / "packaged" / "15" / "bin"))
    assert postgres.main() == 0
