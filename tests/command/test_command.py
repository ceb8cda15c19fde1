"""The command line, run as a person would: a process of its own, output and exit code."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rollwright.command.main import main
from rollwright.core.game import game_names, open_game
from rollwright.core.language import Phrase

NAME = "terminal_dispute"
GOLDEN = str(open_game(NAME).folder / "golden" / "1-seats.txt")


@pytest.fixture(autouse=True)
def english_and_tidy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROLLWRIGHT_LANGUAGE", "en")
    monkeypatch.setenv("ROLLWRIGHT_DATA", str(tmp_path / "games"))


def rollwright(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rollwright", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, env=dict(os.environ))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serve", "--workers", "2"], "Several workers need a PostgreSQL database to share: set it with --database"),
        (["serve", "--database", "mysql://a:b@c/d"], "A database address looks like postgresql://user:"),
        (["serve", "--database", "postgresql://a:b@127.0.0.1:1/c"], "Games cannot be saved in postgresql://a@127.0"),
        (["serve", "--database", "postgresql://a/b", "--data", "c"], "not allowed with argument"),
        (["sim", "chess"], "There is no game called 'chess'"),
        (["play", "chess"], "There is no game called 'chess'"),
        (["check", "chess"], "There is no game called 'chess'"),
        (["sim", NAME, "--seats", "7"], "Terminal Dispute is for 1 to 6 seats, not 7."),
        (["play", NAME, "--seats", "7"], "Terminal Dispute is for 1 to 6 seats, not 7."),
        (["sim", NAME, "--seats", "0"], "'0' is not a number from 1 to 99"),
        (["sim", NAME, "--games", "9" * 12], "is not a number from 1 to 50000000"),
        (["sim", NAME, "--seed", "9" * 5000], "is not a whole number"),
        (["sim", NAME, "--seed", "seven"], "'seven' is not a whole number"),
        (["sim", NAME, "--seed", "-1"], "'-1' is not a whole number"),
        (["sim", NAME, "--games", "1e6"], "'1e6' is not a whole number"),
        (["sim", NAME, "--option", "start=9"], "Option 'start' cannot be '9'"),
        (["sim", NAME, "--option", "size=9"], "no option 'size'"),
        (["sim", NAME, "--option", "start"], "write NAME=VALUE"),
        (["play", NAME, "--seats", "2", "--names", "Ana"], "Give one name for each of 2 seats, not 1."),
        (["play", "--record", GOLDEN, "--seats", "2"], "A resumed game keeps its seats"),
        (["play", "--resume"], "There is no unfinished game"),
        (["play", "--resume", "chess"], "There is no game called 'chess'"),
        (["play", "--language", "de"], "invalid choice: 'de'"),
        (["replay", "nowhere.txt"], "'nowhere.txt' cannot be read: No such file"),
        (["dance"], "invalid choice: 'dance'"),
        (["--port", "0"], "invalid choice: '0'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.count("\n") == 1, "one line, no traceback"
    assert printed.out == ""


def test_without_a_command_the_app_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def serve(arguments: argparse.Namespace) -> int:
        asked.append(arguments.command)
        return 0

    monkeypatch.setattr("rollwright.command.serve.serve", serve)
    assert main([]) == 0
    monkeypatch.setattr("sys.argv", ["rollwright"])
    assert main() == 0
    assert asked == ["serve", "serve"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_database_out_of_reach_is_told_without_its_password(
    workers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", "postgresql://ana:tell-nobody@127.0.0.1:1/games")
    assert main(["serve", "--workers", workers, "--port", "0", "--no-browser"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Games cannot be saved in postgresql://ana@127.0.0.1:1/games: ")
    assert told.err.count("\n") == 1
    assert "tell-nobody" not in told.err


def test_a_folder_that_is_named_comes_before_a_database_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", "postgresql://127.0.0.1:1/games")
    (tmp_path / "file").touch()
    assert main(["serve", "--data", str(tmp_path / "file"), "--port", "0", "--no-browser"]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    for name in game_names():
        assert f"{name}: " in listed
    assert "Robin David" in listed
    assert "start: random, 1, 2" in listed


def test_sim_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", NAME, "--seats", "2", "--games", "2500", "--seed", "3", "--option", "start=2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"game", "seats", "games", "decisions", "seconds", "decisions_per_second", "mean_score"} <= set(found)
    assert (found["game"], found["seats"], found["games"], found["seed"]) == (NAME, 2, 2500, 3)
    assert found["options"] == {"start": ["2", "2"]}
    assert 84 <= found["decisions"] / 2500 <= 86
    assert 51 <= found["mean_score"] <= 52.5, "an independent implementation found 52 for random play"
    assert found["decisions_per_second"] > 0
    assert sum(found["share_of_wins_by_seat"]) == pytest.approx(1, abs=1e-3)


def test_sim_is_the_same_for_any_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for workers in ("1", "2", "3"):
        assert main(["sim", NAME, "--games", "3500", "--seed", "5", "--workers", workers, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        results.append({name: value for name, value in found.items() if "second" not in name})
    assert results[0] == results[1] == results[2]
    assert sum(rating["games"] for rating in results[0]["ratings"]) == 3500


def test_sim_shows_the_scores_and_the_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", NAME, "--games", "2000", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Terminal Dispute, 1 seat, 2,000 random games, seed 1" in shown
    assert "score: mean 5" in shown
    assert "First class, one passenger" in shown
    assert "Lost property" in shown


def test_sim_tells_how_games_ended_if_the_game_can_say_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bulk = ["sim", NAME, "--games", "1500", "--seed", "1"]
    assert main([*bulk, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["endings"] == {}
    assert main(bulk) == 0
    assert "how they ended" not in capsys.readouterr().out

    game = open_game(NAME)

    def ending(s: Any) -> Phrase:
        return Phrase("Low") if game.rules().score(s, 0) < 2 * 50 else Phrase("High")

    monkeypatch.setattr(game.words, "ending", ending, raising=False)
    assert main([*bulk, "--json"]) == 0
    endings = json.loads(capsys.readouterr().out)["endings"]
    assert list(endings) == ["High", "Low"], "the usual ones first"
    assert sum(endings.values()) == 1500
    assert main(bulk) == 0
    shown = capsys.readouterr().out
    assert "how they ended:" in shown
    assert f"{endings['Low'] / 1500:.2%}    {endings['Low']}  Low" in shown


def test_a_game_is_played_left_and_resumed(tmp_path: Path) -> None:
    first = rollwright("play", NAME, "--seed", "7", typed="\nallocate nav 3 5 phone 1 2\nwrite 5 a1\nquit\n")
    assert first.returncode == 0, first.stderr
    assert "Your game is saved. Continue it with `rollwright play --resume --seed 7`." in first.stdout
    second = rollwright("play", "--resume", typed="write 3 b2\n")
    assert second.returncode == 0, second.stderr
    assert "Player 1 writes 3 into b2." in second.stdout
    assert "matrix 0 + charger 0 = 0" in second.stdout
    assert len(list((tmp_path / "games").iterdir())) == 1


def test_a_program_off_the_path_says_where_it_lies() -> None:
    folder = Path(sys.executable).parent
    left = subprocess.run(
        [str(folder / "rollwright"), "play", NAME], input="\n", capture_output=True, text=True, check=True,
        env={**os.environ, "PATH": "/usr/bin:/bin"}, cwd=folder.parent,
    )  # fmt: skip
    assert f"`{folder.name}/rollwright play --resume`" in left.stdout


def test_a_script_with_a_bad_move_is_refused_and_the_game_kept(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    typed = "\nallocate nav 3 5 phone 1 2\nwrite 5 a1\nwrite 5 b2\n"
    refused = rollwright("play", NAME, "--seed", "7", "--record", str(record), typed=typed)
    assert refused.returncode == 2
    assert refused.stderr == "There is no 5 among your navigation dice: you have 3.\n"
    shown = rollwright("replay", str(record))
    assert shown.returncode == 0, shown.stderr
    assert "Not over yet: 0" in shown.stdout
    on = rollwright("play", "--record", str(record), typed="write 3 b2\n")
    assert "Player 1 writes 3 into b2." in on.stdout


def test_a_move_for_a_seat_that_is_done_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    lines = ["rollwright: 1", f"game: {NAME}", "seats: 2", "start: 1", "", "dice 3 5 6 3 4"]
    lines += ["1 allocate nav 3 5 phone 3 4", "1 write 5 a1", "1 write 3 b2", "1 line 3 from h6 sw", "1 write 3 c3"]
    record.write_text("\n".join(lines), encoding="utf-8")
    shown = rollwright("replay", str(record))
    assert (shown.returncode, shown.stdout) == (2, "")
    reason = "Player 1 has no move to make now: the table is waiting for Player 2."
    assert shown.stderr == f"Line 11, '1 write 3 c3': {reason}\n"


def test_refusals_speak_the_chosen_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(f"rollwright: 1\ngame: {NAME}\nseats: 1\n\ndice 3 5 6 3 4\n1 pass\n", encoding="utf-8")
    assert main(["replay", str(record), "--language", "ru"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Строка 6")
    assert "must" not in said


def test_check_runs_the_kit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import rollwright.testing as kit

    def passes(game: object, effort: object) -> None: ...

    def breaks(game: object, effort: object) -> None:
        raise AssertionError("this is broken")

    def crashes(game: object, effort: object) -> None:
        raise KeyError("shaded")

    monkeypatch.setattr(kit, "CHECKS", (passes, breaks, crashes))
    assert main(["check", NAME]) == 1
    shown = capsys.readouterr().out
    assert "ok     passes" in shown
    assert "FAILED breaks" in shown
    assert "this is broken" in shown
    assert "KeyError: 'shaded'" in shown
    assert "1 passed, 2 failed" in shown
    monkeypatch.setattr(kit, "CHECKS", (passes,))
    assert main(["check", NAME, "--long"]) == 0


def test_output_that_nobody_reads_is_no_error() -> None:
    command = f"{sys.executable} -m rollwright games | true"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    for environment in (buffered, {**buffered, "PYTHONUNBUFFERED": "1"}):
        result = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False, env=environment
        )
        assert (result.returncode, result.stderr) == (0, "")


def test_a_terminal_without_our_signs_shows_others() -> None:
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "ROLLWRIGHT_LANGUAGE": "ru"}
    command = [sys.executable, "-m", "rollwright", "play", NAME]
    result = subprocess.run(command, input="\n", capture_output=True, text=True, check=False, env=plain)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("target", ["/dev/full", "&-"])
def test_output_that_cannot_be_written_is_no_traceback(target: str) -> None:
    command = f"{sys.executable} -m rollwright games >{target}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr
    assert result.returncode in (0, 2)


def test_a_name_of_any_bytes_is_shown_safely(tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    names = os.fsdecode(b"\xff\x1b[2JAna")
    played = rollwright("play", NAME, "--record", record, "--names", names, typed="\n")
    assert played.returncode == 0, played.stderr
    assert "\x1b" not in played.stdout
    assert rollwright("replay", record).returncode == 0


def test_leaving_at_once_keeps_nothing(tmp_path: Path) -> None:
    left = rollwright("play", NAME, typed="quit\n")
    assert left.returncode == 0
    assert "kept" not in left.stdout
    assert not (tmp_path / "games").exists()


def test_a_broken_game_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shelf" / "broken").mkdir(parents=True)
    (tmp_path / "shelf" / "broken" / "__init__.py").write_text("raise ValueError('half written')")
    monkeypatch.setenv("ROLLWRIGHT_GAMES", str(tmp_path / "shelf"))
    listed = rollwright("games")
    assert "The game 'broken' cannot be loaded: ValueError: half written" in listed.stdout
    assert f"{NAME}: " in listed.stdout
    (tmp_path / "shelf" / "empty").mkdir()
    (tmp_path / "shelf" / "empty" / "__init__.py").write_text("")
    assert "The game 'empty' cannot be loaded: AttributeError" in rollwright("games").stdout
    refused = rollwright("sim", "broken")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("rollwright 0.")
