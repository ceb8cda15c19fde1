"""Two players on the same dice, by the command line and by the library."""

import json

import pytest

import rollwright
from rollwright.command.main import main
from rollwright.core.errors import BadOption
from rollwright.core.game import open_game
from rollwright.lab.duels import Seats
from rollwright.lab.matches import Match


def test_two_players_sit_where_the_other_sat() -> None:
    game = open_game("starcraft")
    seatings = Seats.of(game, None, 5).seatings(game, "guide", "random", 3)
    assert len(seatings) == 6, "an odd number is raised"
    assert [each.players for each in seatings[:2]] == [["guide", "random"], ["random", "guide"]]
    assert seatings[0].seed == seatings[1].seed != seatings[2].seed
    assert seatings[0].setting == seatings[1].setting


def test_at_a_larger_table_each_sits_alone_among_the_other() -> None:
    game = open_game("starcraft")
    seats = Seats.of(game, 3, 6)
    assert seats.firsts == [(0,), (1, 2), (1,), (0, 2), (2,), (0, 1)]
    won_by_seat = [Match(("x",) * 3, 1, [2 * (seat == winner) for seat in range(3)], [0] * 3, 1) for winner in range(3)]
    points, shares = seats.judge([won_by_seat[0]] * 6)
    assert shares.tolist() == [1, 0, 0, 1, 0, 1], "who has the first seat wins"
    assert seats.share(shares).mean == 0.5
    assert points[0].tolist() == [1, 0]
    assert points[3].tolist() == [0.5, 0]


def test_a_duel_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["duel", "terminal_dispute", "guide", "random", "--games", "10", "--seed", "1", "--workers", "1"]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "Terminal Dispute, 2 seats, guide against random, 10 games on 5 sets of dice, seed 1" in shown
    assert "guide has 100.0% of the victories (72.2% to 100.0%)" in shown
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    known = rollwright.duel("terminal_dispute", "guide", "random", 10, seed=1)
    assert found["points"] == known.points.tolist()
    assert found["share"][1] == known.share.low


def test_a_number_of_playouts_is_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "tou_shi", "0", "2", "--games", "2", "--workers", "1"]) == 0
    assert "0 playouts against 2 playouts, 2 games on 2 sets of dice" in capsys.readouterr().out


def test_who_cannot_play_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "tou_shi", "guide", "grandmaster"]) == 2
    assert "There is no player 'grandmaster'" in capsys.readouterr().err
    with pytest.raises(BadOption, match="1 seat"):
        Seats.of(open_game("tou_shi"), 2, 1)
