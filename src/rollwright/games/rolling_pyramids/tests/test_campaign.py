"""The campaign against the Pharaoh in Rolling Pyramids, rule by rule."""

import pytest

from rollwright.core.dice import ScriptedDice
from rollwright.core.errors import BadOption, BadRecord
from rollwright.core.game import open_game
from rollwright.core.options import first_offered
from rollwright.games.rolling_pyramids.tests.reference import FACTIONS, MAPS, NAME, NUMBERED, SPACES, ZONES
from rollwright.games.rolling_pyramids.tests.staging import (
    GROUPS,
    alone,
    arrange,
    board,
    deploying,
    discard_all,
    fight,
    finish,
    held,
    kinds,
    new_table,
    play,
    rolled,
    strengths,
    write,
    writes,
)
from rollwright.records import replay
from rollwright.records import write as write_record
from rollwright.table import Table
from rollwright.table.events import from_json


def after_dice(table: Table, *chosen: str) -> Table:
    """Let the player take and discard four dice with these faces, give no orders, and see the Pharaoh march."""
    faces = sorted(map(int, chosen))
    small, large = faces[:2], faces[2:]
    rolled(table, " ".join(map(str, [*small, *large, 1, 1])))
    play(table, 0, *(f"discard 1d4-{face}" for face in small), *(f"discard 1d8-{face}" for face in large))
    return finish(table, "ready")


@pytest.mark.parametrize(("face", "zone"), [(1, "a"), (2, "b"), (3, "c"), (4, "d")])
def test_rp50_a_d4_picks_the_start_zone(face: int, zone: str) -> None:
    """RP-50: any faction; the first round's dice are due at once."""
    for faction in FACTIONS:
        table = new_table(faction, first=face)
        assert (table.log[1].sides, table.round_no, table.dice_due) == ((4,), 1, [4, 4, 8, 8, 4, 8])  # type: ignore[union-attr]
        assert [held(table, each) for each in ZONES] == ["1 0" if each == zone else "p 10" for each in ZONES]
        assert SPACES[table.position.sheets[0].zone] == zone


@pytest.mark.parametrize(
    ("level", "name", "near", "far"),
    [
        ("easy", "inner", "15 6 6 6 6 6 6 4", 8),
        ("easy", "outer", "15 4 4 4 4 4 4 4", 12),
        ("easy", "4x", "15 4 4 6 4 4 6 4", 10),
        ("medium", "inner", "20 10 10 10 10 10 10 5", 14),
        ("medium", "outer", "20 5 5 5 5 5 5 5", 20),
        ("medium", "4x", "20 5 5 10 5 5 10 5", 18),
        ("hard", "inner", "20 10 10 10 10 10 10 5", 32),
        ("hard", "outer", "20 5 5 5 5 5 5 5", 38),
        ("hard", "4x", "20 5 5 10 5 5 10 5", 36),
    ],
)
def test_rp50_the_pharaoh_holds_everything_else(level: str, name: str, near: str, far: int) -> None:
    """RP-50: so many on space 1, on each of 2 to 8, where factories have more, on each of 9 to 19, and in the zones."""
    table = alone(map_name=name, difficulty=level)
    wanted = [f"p {men}" for men in near.split()] + [f"p {far}"] * 11
    assert [held(table, space) for space in NUMBERED] == wanted
    zone = 8 if level == "easy" else 10
    assert [held(table, space) for space in ZONES] == ["1 0", *[f"p {zone}"] * 3]


def test_rp50_the_easiest_is_offered_first_to_one_player_only() -> None:
    """RP-50: and an old record, which names no difficulty, is of the hardest."""
    (option,) = (option for option in open_game(NAME).options if option.name == "difficulty")
    assert option.names(1) == ["easy", "medium", "hard"]
    assert [option.names(seats) for seats in (2, 3, 4)] == [[], [], []]
    assert first_offered([option], 1, {}) == {"difficulty": "easy"}
    assert alone().setting["difficulty"] == ["hard"]
    assert "difficulty" not in new_table().setting
    with pytest.raises(BadOption, match="has no value for 2 seats"):
        new_table(difficulty="easy")


@pytest.mark.parametrize("name", ["1-seats.txt", "1-seats-map-outer.txt", "1-seats-map-4x.txt"])
def test_rp50_records_from_before_there_were_difficulties_are_of_the_hardest(name: str) -> None:
    """RP-50: the golden records of the campaign replay to their scores, and are written as they were."""
    text = (open_game(NAME).folder / "golden" / name).read_text(encoding="utf-8")
    assert "difficulty" not in text
    table = replay(text)
    assert (table.over, table.setting["difficulty"]) == (True, ["hard"])
    told = [line for line in text.splitlines() if not line.startswith("#")]
    assert write_record(table).splitlines() == told
    with pytest.raises(BadRecord):
        replay(text.replace("map:", "difficulty: easy\nmap:", 1))


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_rp50_the_record_of_another_difficulty_names_it(level: str) -> None:
    """RP-50: and the log of a table keeps it, too."""
    table = alone(difficulty=level)
    assert f"\ndifficulty: {level}\n" in write_record(table)
    assert replay(write_record(table)).position.tobytes() == table.position.tobytes()
    assert Table.from_log(table.log, ScriptedDice(())).position.tobytes() == table.position.tobytes()


def test_rp50_a_log_from_before_there_were_difficulties_is_of_the_hardest() -> None:
    """RP-50: as stores keep it."""
    opened = {"is": "opened", "game": NAME, "seats": 1, "setting": {"map": ["4x"], "faction": ["rashar"]}}
    table = Table.from_log([from_json(opened)], ScriptedDice(()))
    table.roll([1])
    assert table.position.tobytes() == alone(difficulty="hard").position.tobytes()
    assert held(table, "9") == "p 36"


@pytest.mark.parametrize("name", list(MAPS))
def test_rp51_start_zones_can_be_attacked_and_bombed(name: str) -> None:
    """RP-51, RP-24: but nothing is sent to one's own."""
    table = deploying(arrange(alone(map_name=name), "10 1 3"))
    table.position.sheets[0].group[:4] = 3
    orders = {group: {text.split()[2] for text in table.legal(0) if f" {group} " in text} for group in GROUPS}
    assert orders["legion"] == {"8", "19", "10", "9", "3", "11", "b"}
    assert orders["bomb"] == {*NUMBERED, "b", "c", "d"}
    fight(table, "1 legion b = 12", "1 bomb c = 4", "1 footmen-1 8 = 1")
    assert (held(table, "b"), held(table, "c"), held(table, "d"), held(table, "a")) == ("1 2", "p 6", "p 10", "1 0")


def test_rp51_a_conquered_start_zone_can_be_reinforced() -> None:
    """RP-51, RP-24, RP-28: it is a conquest, and one goes on from it."""
    table = fight(deploying(arrange(alone(), "10 1 3")), "1 legion b = 12")
    assert (table.position.sheets[0].triangles, kinds(table, 0)) == (1, {"cross", "done"})
    finish(play(table, 0, "cross footmen-1 1"), "done")
    fight(deploying(table), "1 footmen-1 b = 1", "1 footmen-2 11 = 1")
    assert held(table, "b") == "1 3"


def test_rp51_the_goal_is_checked_right_after_the_fights() -> None:
    """RP-51, RP-56: before the Pharaoh's men come to space 1; earlier is better."""
    table = arrange(alone(), "b 1 1", "c 1 1", "2 1 1")
    fight(deploying(table), "1 legion 1 = 21")
    assert (table.over, table.score(0), held(table, "1")) == (False, 4, "1 1")
    table = arrange(alone(), "b 1 1", "c 1 1", "d 1 1", "2 1 1")
    assert table.score(0) == 4
    table.position.round_no = 6
    fight(deploying(table), "1 legion 1 = 21")
    assert (table.over, table.score(0), held(table, "1")) == (True, 5, "1 1")
    assert (table.round_no, table.rules.tiebreak(table.position, 0)) == (6, 15 - 6)
    assert (table.position.sheets[0].triangles, table.position.sheets[0].ready) == (0, 0)


def test_rp51_all_four_zones_are_needed() -> None:
    """RP-51: the centre and three of them are not enough."""
    table = arrange(alone(), "b 1 1", "c 1 1", "1 1 30")
    finish(deploying(table), "ready")
    assert (table.over, table.score(0)) == (False, 4)


def test_rp52_four_of_six_dice_are_kept() -> None:
    """RP-52: 3d4 and 3d8, of which two and two have the own colour."""
    table = rolled(alone(), "2 3 5 6 4 7")
    dice = {text.split()[-1] for text in table.legal(0)}
    assert dice == {"1d4-2", "1d4-3", "1d8-5", "1d8-6", "pd4-4", "pd8-7"}
    assert (writes(table, "hero", "1d4-3"), writes(table, "hero", "pd4-4")) == ("2 3 4", "4")
    assert (writes(table, "legion-2", "1d8-6"), writes(table, "legion-2", "pd8-7")) == ("5 6 7", "7")
    play(table, 0, "write 4 hero from pd4-4", "discard pd8-7", "write 5 bomb-1 from 1d8-5")
    assert kinds(table, 0) == {"write", "discard"}
    play(table, 0, "write 1 pair-1 from 1d4-2")
    assert kinds(table, 0) == {"ready", "send"}
    assert (board(table, 0, "hero"), board(table, 0, "bomb"), board(table, 0, "pair-1")) == ("4", "5 . .", "1 .")
    assert not table.position.dice.any(), "the other two are not used"


# The Pharaoh's reinforcements


def test_rp54_the_published_example() -> None:
    """RP-54, RP-53: 4, 4, 6 and 2 make 8 reinforcements."""
    table = arrange(alone(map_name="4x"), "11 1 3")
    rolled(table, "4 2 6 4 1 1")
    play(table, 0, "discard 1d4-4", "discard 1d4-2", "discard 1d8-6", "discard 1d8-4")
    finish(table, "ready")
    assert table.position.march == 8
    assert [held(table, str(number)) for number in range(1, 10)] == [
        "p 21", "p 6", "p 6", "p 11", "p 6", "p 6", "p 11", "p 6", "p 36",
    ]  # fmt: skip


def test_rp54_the_published_example_with_men_on_space_3() -> None:
    """RP-54, RP-53: four of them fight the player's four, one stays, one more goes on."""
    table = arrange(alone(map_name="4x"), "3 1 4")
    after_dice(table, "4", "4", "6", "2")
    assert [held(table, str(number)) for number in range(1, 7)] == ["p 21", "p 6", "p 1", "p 11", "p 5", "p 5"]


def test_rp53_half_the_sum_as_rolled_rounded_down() -> None:
    """RP-53: discards included, changes not; dice that stay on the table do not count."""
    table = rolled(alone(), "4 1 8 2 3 3")
    play(table, 0, "write 3 hero from 1d4-4", "write 7 colossus-3 from 1d8-8", "discard pd8-3", "discard 1d8-2")
    finish(table, "ready")
    assert (table.position.drawn, table.position.march) == (4 + 8 + 3 + 2, 8)


@pytest.mark.parametrize(
    ("stood", "left", "next_space"),
    [
        ("9", "1 3", "p 5"),
        ("6", "", "p 5"),
        ("5", "p 1", "p 5"),
        ("4", "p 1", "p 6"),
        ("1+5", "", "p 5"),
        ("2+8", "1 0+4", "p 5"),
    ],
)
def test_rp53_they_fight_one_for_one(stood: str, left: str, next_space: str) -> None:
    """RP-53: men first; equal numbers leave the space empty; if any are left, one stays."""
    table = arrange(alone("rashar", map_name="outer"), f"3 1 {stood}")
    after_dice(table, "4", "4", "6", "2")
    assert (held(table, "3"), held(table, "4")) == (left, next_space)
    assert (held(table, "1"), held(table, "2")) == ("p 21", "p 6")


@pytest.mark.parametrize(
    ("stood", "left"), [("0+3", ""), ("0+4", "1 0+1"), ("1+3", "1 0+1"), ("0+2", "p 1"), ("3+3", "1 0+2")]
)
def test_rp53_tough_heroes_count(stood: str, left: str) -> None:
    """RP-53, RP-40: two for each of Bastet's; one who is only wounded heals."""
    table = arrange(alone("bastet", map_name="outer"), f"3 1 {stood}")
    after_dice(table, "4", "4", "6", "2")
    assert held(table, "3") == left


def test_rp53_an_empty_space_is_taken() -> None:
    """RP-53: and start zones are not walked to."""
    table = arrange(alone(map_name="outer"), "2 1 1")
    table.position.land.owner[1], table.position.land.men[1] = -1, 0
    after_dice(table, "4", "4", "6", "2")
    assert (held(table, "1"), held(table, "2"), held(table, "3")) == ("p 21", "p 1", "p 6")
    assert [held(table, zone) for zone in "abcd"] == ["1 0", "p 10", "p 10", "p 10"]


def test_rp53_they_come_after_the_fights_and_the_triangles() -> None:
    """RP-53, RP-28: what they take back has been conquered all the same."""
    table = arrange(alone(map_name="outer"), "9 1 1")
    rolled(table, "4 4 8 8 1 1")
    discard_all(table)
    fight(table, "1 legion 2 = 6")
    assert (held(table, "2"), held(table, "1"), table.position.march) == ("1 1", "p 20", 0)
    play(table, 0, "cross footmen-1 2")
    assert (held(table, "1"), held(table, "2")[0], table.position.march > 0) == ("p 21", "p", True)


def test_rp53_nobody_scores() -> None:
    """RP-53: points are for players against each other."""
    table = arrange(alone(), "1 1 30")
    finish(deploying(table), "ready")
    assert table.position.sheets[0].points == 0


# The player's men


def spoils() -> Table:
    """Open a table where three pyramids and a factory of the player's bring men."""
    table = arrange(alone(map_name="4x"), "12 1 3", "6 1 9+1", "4 1 9", "18 1 2")
    return finish(deploying(table), "ready")


def test_rp55_men_come_to_the_spaces_one_controls() -> None:
    """RP-55: as many as the upper number; all reinforce unless kept."""
    table = play(spoils(), 0, "done")
    assert [held(table, space) for space in ("12", "6", "4", "18")] == ["1 4", "1 11+1", "1 9", "1 3"]
    assert table.round_no == 2
    deploying(table)
    assert "kept" not in strengths(table, 0)


def test_rp55_men_may_be_kept_for_the_next_deployment() -> None:
    """RP-55: space by space in rising order; kept men form one extra group."""
    table = spoils()
    assert sorted(table.legal(0)) == ["done", "keep 12", "keep 18", "keep 6"]
    play(table, 0, "keep 6")
    assert sorted(table.legal(0)) == ["done", "keep 12", "keep 18"]
    play(table, 0, "keep 18")
    assert (table.legal(0), held(table, "12")) == (["done"], "1 4"), "which was passed over"
    play(table, 0, "done")
    assert [held(table, space) for space in ("6", "18")] == ["1 9+1", "1 2"]
    deploying(table)
    assert strengths(table, 0) == {"footmen-1": 1, "footmen-2": 1, "kept": 3}
    assert "send kept 13" in table.legal(0)
    fight(table, "1 kept 12 = 3")
    assert held(table, "12") == "1 7"
    deploying(finish(table, "done"))
    assert "kept" not in strengths(table, 0), "whether or not they were sent"


def test_rp55_nobody_is_asked_without_pyramids() -> None:
    """RP-55: factories and start zones bring nobody."""
    table = arrange(alone(map_name="4x"), "4 1 9", "b 1 5")
    finish(deploying(table), "ready")
    assert (table.round_no, held(table, "4"), held(table, "b")) == (2, "1 9", "1 5")


def test_rp55_men_come_after_the_pharaohs() -> None:
    """RP-55: a space that he takes back brings nobody."""
    table = arrange(alone(map_name="outer"), "3 1 4", "16 1 1")
    after_dice(table, "4", "4", "6", "2")
    assert sorted(table.legal(0)) == ["done", "keep 16"]


# The end


def test_rp56_no_devices_in_the_campaign() -> None:
    """RP-56: they cannot be developed; with everything else bought a pair is not asked for."""
    rows = [f"pair-{number} 1 2" for number in range(1, 7)]
    table = discard_all(rolled(write(alone(), 0, *rows)))
    upgrades = ["legion", "legion-line", "colossus", "bomb", "bomb-line"]
    assert sorted(table.legal(0)) == sorted(["done", *(f"develop {name}" for name in upgrades)])
    play(table, 0, *(f"develop {name}" for name in upgrades))
    assert kinds(table, 0) == {"ready", "send"}
    assert table.position.sheets[0].spent.tolist() == [1, 1, 1, 1, 1, 0]
    discard_all(rolled(finish(table, "ready")))
    assert kinds(table, 0) == {"ready", "send"}


def test_rp56_a_loss_after_round_15() -> None:
    """RP-56: the score is the number of goals held, and the round."""
    table = arrange(alone(), "c 1 1")
    for round_no in range(1, 16):
        assert (table.round_no, table.over, table.score(0)) == (round_no, False, 2)
        finish(finish(deploying(table), "ready"), "done")
    assert (table.over, table.round_no, table.score(0)) == (True, 15, 2)
    assert table.rules.tiebreak(table.position, 0) == 0


def test_rp56_the_march_of_round_15_still_counts() -> None:
    """RP-56, RP-53: the Pharaoh's last men can still take a goal, or a hold on one."""
    table = deploying(arrange(alone(), "c 1 1", "1 1 1"))
    table.position.round_no, table.position.drawn = 15, 8
    assert table.score(0) == 3
    finish(table, "ready")
    assert (table.over, held(table, "1"), table.score(0)) == (True, "p 1", 2)
    table = deploying(arrange(alone(), "c 1 1", "1 1 5"))
    table.position.round_no, table.position.drawn = 15, 8
    finish(table, "ready")
    assert (table.over, held(table, "1"), table.score(0)) == (True, "1 1", 3)


def test_rp56_a_campaign_that_is_won_in_round_15_meets_no_march() -> None:
    """RP-51, RP-56: the goal is checked right after the fights, in the last round too."""
    table = deploying(arrange(alone(), "b 1 1", "c 1 1", "d 1 1", "1 1 1"))
    table.position.round_no, table.position.drawn = 15, 16
    finish(table, "ready")
    assert (table.over, held(table, "1"), table.score(0)) == (True, "1 1", 5)


def test_rp56_the_round_counts_only_at_the_end() -> None:
    """RP-56."""
    table = alone()
    assert table.rules.tiebreak(table.position, 0) == 0
    assert (table.roller, table.position.first) == (0, 0)
