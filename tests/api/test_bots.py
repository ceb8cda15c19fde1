"""Bots as plain callables, simulations and duels."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rollwright
from rollwright.api.own_bots import Bot
from rollwright.api.progress_bar import follower
from rollwright.core.game import game_names
from rollwright.lab.simulate import simulate as lab_simulate


def first(position: rollwright.Position) -> str:
    return position.legal()[0]


def chance(position: rollwright.Position) -> rollwright.Move:
    return position.random.choice(position.legal())


def greedy(position: rollwright.Position) -> rollwright.Move:
    return max(position.legal(), key=lambda move: move.gain or 0)


@pytest.mark.parametrize("name", game_names())
def test_ones_own_bot_plays_where_a_level_does(name: str) -> None:
    seats = rollwright.open_game(name).seats[0]
    own: list[str | Bot] = [first, chance, "guide", "random"]
    table = rollwright.open(name, seats, seed=1).finish(*own[:seats])
    assert table.over
    result = rollwright.simulate(name, 2, *own[:seats], progress=False)
    assert result.points.shape == (2, seats)
    duel = rollwright.duel(name, chance, "random", 2, progress=False)
    assert duel.points.shape == (2, 2)
    assert np.isin(duel.shares, [0, 0.5, 1]).all()


def test_a_named_player_is_that_of_the_lab() -> None:
    table = rollwright.open("terminal_dispute", seats=2, seed=5)
    for name in rollwright.players()[:4]:
        assert rollwright.bot(name)(table.view(0)) in table.legal()
    assert rollwright.bot("normal")(table.view(0, seed=9)) == table.advise(0, "normal", seed=9).move
    with pytest.raises(rollwright.BadOption, match="no player 'strong'"):
        rollwright.bot("strong")


def test_a_simulation_is_that_of_the_command_line() -> None:
    game = rollwright.open_game("terminal_dispute")
    ours, theirs = rollwright.simulate("terminal_dispute", 1500, seats=2, seed=4), lab_simulate(game, 2, 1500, 4)
    assert (ours.halves == theirs.halves).all()
    assert ours.decisions == theirs.decisions
    assert isinstance(ours, rollwright.Simulation)


def test_the_same_seed_gives_the_same_games() -> None:
    once, again = (rollwright.simulate("tou_shi", 3, chance, seed=8, progress=False) for _ in range(2))
    other = rollwright.simulate("tou_shi", 3, chance, seed=9, progress=False)
    assert (once.halves == again.halves).all()
    assert (once.halves != other.halves).any()


def test_seats_are_swapped_on_the_same_dice() -> None:
    found = rollwright.duel("terminal_dispute", first, "guide", 4, progress=False)
    turned = rollwright.duel("terminal_dispute", "guide", first, 4, progress=False)
    assert sorted(found.points[:, 0]) == sorted(turned.points[:, 1])
    assert (found.share.mean, found.games) == (1 - turned.share.mean, 4)
    assert rollwright.duel("terminal_dispute", first, first, 4, progress=False).share.mean == 0.5


def test_results_are_shown() -> None:
    found = rollwright.simulate("terminal_dispute", 300, seats=2)
    duel = rollwright.duel("tou_shi", greedy, "random", 6, progress=False)
    assert found._repr_html_().count("<tr>") == duel._repr_html_().count("<tr>") == 3
    assert "300 games by random" in repr(found)
    assert duel.summary().startswith("Tóu Shí, greedy against random, 6 games: ")
    assert (
        "&lt;lambda&gt;" in rollwright.duel("tou_shi", lambda position: position.legal()[-1], "random", 1)._repr_html_()
    )


@pytest.mark.parametrize("answer", [None, 3, "fly", "write 5 b3"])
def test_a_bot_that_answers_with_no_legal_move_is_named(answer: Any) -> None:
    def broken(position: rollwright.Position) -> Any:
        return answer

    with pytest.raises(rollwright.BadBot, match="The bot broken answered"):
        rollwright.open("terminal_dispute").finish(broken)
    with pytest.raises(rollwright.BadBot, match="The bot broken answered"):
        rollwright.simulate("terminal_dispute", 1, broken, progress=False)


def test_players_and_games_are_counted() -> None:
    with pytest.raises(rollwright.BadOption, match="one for each of 3"):
        rollwright.open("terminal_dispute", 3).finish("random", "random")
    with pytest.raises(rollwright.BadOption, match="one for each of 3"):
        rollwright.simulate("terminal_dispute", 2, "random", "random", seats=3)
    with pytest.raises(rollwright.BadOption, match="at least one game"):
        rollwright.simulate("terminal_dispute", 0)


@pytest.mark.parametrize("player", [None, "guide"])
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"workers": 0}, r"At least one worker plays, not 0\."),
        ({"workers": 1.5}, r"At least one worker plays, not 1\.5\."),
        ({"workers": 2, "cluster": "tcp://127.0.0.1:1"}, "leave out workers, or the cluster"),
        ({"seed": -1}, r"A seed is a whole number, 0 or more, not -1\."),
    ],
)
def test_counts_that_cannot_be_are_refused(player: str | None, given: dict[str, Any], sentence: str) -> None:
    players = [] if player is None else [player]
    with pytest.raises(rollwright.BadOption, match=sentence):
        rollwright.simulate("tou_shi", 2, *players, **given)
    with pytest.raises(rollwright.BadOption, match=sentence):
        rollwright.duel("tou_shi", "guide", player or "random", 2, **given)


def test_a_bot_that_cannot_travel_is_told_to_stay() -> None:
    with pytest.raises(rollwright.BadBot, match=r"cannot go to other processes \(.*lambda.*define it in a module"):
        rollwright.simulate("tou_shi", 2, lambda position: position.legal()[0], workers=2)


SCRIPT = """
import rollwright
from own import chance

if __name__ == "__main__":
    here, there = (rollwright.simulate("tou_shi", 4, chance, workers=workers, progress=False) for workers in (1, 2))
    assert (here.halves == there.halves).all()
"""


@pytest.mark.slow
def test_other_processes_play_the_same_games(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def chance(position):\n    return position.random.choice(position.legal())\n")
    (tmp_path / "script.py").write_text(SCRIPT)
    ran = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_progress_is_told_to_whoever_asks() -> None:
    heard: list[tuple[int, int]] = []
    rollwright.simulate("terminal_dispute", 3, first, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_progress_in_a_terminal_is_one_line_that_goes_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rollwright.api.progress_bar.PATIENCE", 0)
    told = follower(True, 10, "games")
    told(4)
    told(10)
    written = capsys.readouterr().err
    assert "4 of 10 games" in written
    assert "\n" not in written
    assert written.endswith("\r\033[K")
    follower(None, 10, "games")(10)  # nobody looks: it is not a terminal
    follower(False, 10, "games")(10)
    assert capsys.readouterr().err == ""


def test_progress_in_a_notebook_is_a_bar_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwright.api.progress_bar.PATIENCE", 0)
    shown: list[dict[str, str]] = []

    class Handle:
        def update(self, bundle: dict[str, str], raw: bool) -> None:
            shown.append(bundle)

    def display(bundle: dict[str, str], raw: bool, display_id: bool) -> Handle:
        shown.append(bundle)
        return Handle()

    monkeypatch.setattr("rollwright.api.progress_bar._notebook", lambda: display)
    told = follower(None, 10, "games")
    told(4)
    told(10)
    assert [each["text/plain"] for each in shown] == ["4 of 10 games", ""]
    assert "<progress" in shown[0]["text/html"]
