"""Battles, marches and endings of Rolling Pyramids as the log tells them, and what is counted of many games."""

import pytest

from rollwright.core.contract import Record, copy
from rollwright.games.rolling_pyramids import words
from rollwright.games.rolling_pyramids.battles import last_battles
from rollwright.games.rolling_pyramids.march import last_march
from rollwright.games.rolling_pyramids.rules.state import CROSSING, DEPLOYMENT
from rollwright.games.rolling_pyramids.tests.reference import FACTIONS, SPACES
from rollwright.games.rolling_pyramids.tests.sentences import ask, move_of, players, say
from rollwright.games.rolling_pyramids.tests.staging import (
    SETTINGS,
    alone,
    arrange,
    begun,
    deploying,
    device,
    discard_all,
    drafting,
    ended,
    fight,
    finish,
    games,
    held,
    marching,
    play,
    rolled,
    staged,
    war,
    write,
)
from rollwright.table import Table


def since(table: Table, before: Record) -> list[str]:
    """Return what the log tells beyond the moves since a position."""
    return [say(table, each) for each in words.account(before, table.position, players(table))]


def told(table: Table, *orders: str) -> list[str]:
    """Send groups, open the orders, and return what the log tells of them."""
    before = copy(table.position)
    fight(table, *orders)
    return since(table, before)


# Battles


def test_the_battle_of_the_rules_page_is_told_step_by_step() -> None:
    """RP-25, RP-29, RP-40."""
    table = device(war("4 2 11", "1 1 1", factions=("anubians", "bastet")), 0, "ram 1-4")
    story, conquest = told(table, "1 bomb 4 = 4", "1 heroes 4 = 3", "1 legion 4 = 5", "2 footmen-1 4 = 2")
    assert story == (
        "Space 4, held by Bob with 11 men: Bombs with a total of 4 kill 4 men. Ann comes with 5 men and 3 heroes. Bob "
        "comes "
        "with 2 men. The ram of Ann halves the defenders: Bob has 5 men left. Heroes strike before the fight: Bob has "
        "2 men left. After the fight Ann takes it, with 3 men and 3 heroes."
    )
    assert (conquest, held(table, "4")) == ("Ann conquers space 4.", "1 3+3")


@pytest.mark.parametrize(
    ("stacks", "devices", "orders", "story", "conquest"),
    [
        (
            "4 2 5, 3 1 1", "", "1 legion 4 = 3",
            "Space 4, held by Bob with 5 men: Ann comes with 3 men. After the fight Bob still holds it, with 2 men.",
            "",
        ),
        (
            "4 2 3, 3 1 1", "", "1 legion 4 = 3",
            "Space 4, held by Bob with 3 men: Ann comes with 3 men. They wipe each other out: the space belongs to "
            "nobody.",
            "",
        ),
        (
            "2 1 1, 5 3 1", "", "1 legion 1 = 3, 3 legion 1 = 5",
            "Space 1, nobody's: Ann comes with 3 men. Cem comes with 5 men. After the fight Cem takes it, with 2 men.",
            "Cem conquers space 1.",
        ),
        (
            "1 2 3, 2 1 1", "", "1 bomb 1 = 6, 1 legion 1 = 4",
            "Space 1, held by Bob with 3 men: Bombs with a total of 6 kill 3 men. Ann comes with 4 men. "
            "Ann takes it, with 4 men.", "Ann conquers space 1.",
        ),
        (
            "1 2 5+2", "", "1 bomb 1 = 3, 3 bomb 1 = 3",
            "Space 1, held by Bob with 5 men and 2 heroes: Bombs with a total of 6 kill 5 men and 1 hero. "
            "Bob still holds it, with 1 hero.", "",
        ),
        (
            "1 2 9", "2 umbrella 1", "1 bomb 1 = 9",
            "Space 1, held by Bob with 9 men: Bombs with a total of 9 kill 4 men. Under the umbrella no more than half "
            "can die. Bob still holds it, with 5 men.", "",
        ),
        (
            "1 2 9", "2 umbrella 1", "1 bomb 1 = 4",
            "Space 1, held by Bob with 9 men: Bombs with a total of 4 kill 4 men. Bob still holds it, with 5 men.", "",
        ),
        (
            "1 2 1", "2 umbrella 1", "1 bomb 1 = 4",
            "Space 1, held by Bob with 1 man: Bombs with a total of 4 kill nobody. Under the umbrella no more than "
            "half "
            "can die. Bob still holds it, with 1 man.", "",
        ),
        (
            "4 2 5, 3 1 1", "2 spikes 3-4", "1 legion 4 = 7",
            "Space 4, held by Bob with 5 men: Ann comes with 7 men. Spikes halve the attackers: Ann has 4 men left. "
            "After the fight Bob still holds it, with 1 man.", "",
        ),
        (
            "4 2 3+2, 3 1 1", "", "1 legion 4 = 6",
            "Space 4, held by Bob with 3 men and 2 heroes: Ann comes with 6 men. Heroes strike before the fight: Ann "
            "has 4 men left. After the fight Bob still holds it, with 1 hero.", "",
        ),
        (
            "4 2 0+2, 3 1 1", "", "1 heroes 4 = 2",
            "Space 4, held by Bob with 2 heroes: Ann comes with 2 heroes. Heroes strike before the fight: Ann has "
            "nobody left. Heroes strike before the fight: Bob has nobody left. The space belongs to nobody now.", "",
        ),
        (
            "4 2 2, 3 1 1", "1 ram 3-4", "1 heroes 4 = 1",
            "Space 4, held by Bob with 2 men: Ann comes with 1 hero. The ram of Ann halves the defenders: Bob has "
            "1 man left. Heroes strike before the fight: Bob has nobody left. Ann takes it, "
            "with 1 hero.", "Ann conquers space 4.",
        ),
    ],
)  # fmt: skip
def test_rp25_to_rp40_a_battle_is_told(stacks: str, devices: str, orders: str, story: str, conquest: str) -> None:
    """RP-25, RP-26, RP-27, RP-29, RP-40: Ann leads the Anubians, Bob the Ra'shar, Cem the Sobeccians."""
    table = war(*stacks.split(", "))
    if devices:
        device(table, int(devices[0]) - 1, devices[2:])
    assert told(table, *orders.split(", ")) == [each for each in (story, conquest) if each]


def test_rp25_a_bomb_that_only_wounds_kills_nobody() -> None:
    """RP-25, RP-27."""
    table = war("1 2 0+3", factions=("anubians", "bastet"))
    story = "Space 1, held by Bob with 3 heroes: Bombs with a total of {} kill {}. Bob still holds it, with {} heroes."
    assert told(table, "1 bomb 1 = 1") == [story.format(1, "nobody", 3)]
    assert told(war("1 2 0+3", factions=("anubians", "bastet")), "1 bomb 1 = 3") == [story.format(3, "1 hero", 2)]


def test_rp28_what_is_taken_without_a_fight_is_told_as_conquests_only() -> None:
    """RP-26, RP-28: reinforcing is no conquest."""
    table = deploying(begun(*FACTIONS[:3]))
    orders = ["1 footmen-1 8 = 1", "1 footmen-2 19 = 1", "2 footmen-1 13 = 1", "3 footmen-1 10 = 1"]
    conquests = "Ann conquers 2 spaces: 8, 19. Bob conquers space 13. Cem conquers space 10."
    assert told(table, *orders) == [conquests]
    assert told(war("8 1 2"), "1 footmen-1 8 = 1") == []
    assert told(war("8 1 2"), "1 bomb 8 = 4") == [], "an own bomb does nothing"
    assert told(war("8 1 2")) == []


def test_rp31_a_battle_is_told_with_the_devices_as_they_were_until_orders_are_given_again() -> None:
    """RP-31: a device placed after the fights did not matter in them."""
    table = write(war("4 2 9", "1 1 1"), 1, "upgrade spikes", "upgrade umbrella")
    fight(device(table, 0, "ram 1-4"), "1 legion 4 = 4", "1 bomb 4 = 2")
    seen = last_battles(table.position)
    assert [(battle.owner, battle.last, battle.rammer, battle.umbrella) for battle in seen] == [(1, {}, 0, False)]
    table = write(war("4 2 11", "1 1 1"), 1, "upgrade spikes", "upgrade umbrella")
    fight(device(table, 0, "ram 1-4"), "1 legion 4 = 4", "1 bomb 4 = 2")
    seen = last_battles(table.position)
    assert [battle.last for battle in seen] == [{1: (1, 0)}]
    play(table, 1, "spikes 1-4")
    assert last_battles(table.position) == seen
    play(table, 1, "umbrella 4")
    assert table.dice_due, "the next round"
    assert last_battles(table.position) == seen
    rolled(table)
    assert last_battles(table.position) == seen
    assert last_battles(deploying(table).position) == ()
    fight(table, "1 legion 4 = 4", "1 bomb 4 = 2")
    assert [(battle.last, battle.umbrella) for battle in last_battles(table.position)] == [({0: (1, 0)}, True)]


@pytest.mark.parametrize(("seats", "name", "seed"), SETTINGS)
def test_every_battle_ends_with_the_true_forces(seats: int, name: str, seed: int) -> None:
    """RP-25 to RP-29, RP-40, RP-53: and nothing else changes, but for the march."""
    fought = 0
    was = DEPLOYMENT
    for s in games(seats, name, seed):
        if was == DEPLOYMENT and s.phase != DEPLOYMENT:
            for battle in last_battles(s):
                stays = {battle.winner: (int(s.after.men[battle.space]), int(s.after.heroes[battle.space]))}
                assert battle.last == (stays if battle.winner >= 0 else {})
                assert battle.winner == s.after.owner[battle.space]
                fought += battle.is_hostile
            targets = {battle.space for battle in last_battles(s)}
            same = [space for space in range(len(SPACES)) if space not in targets]
            assert s.round_no == 0 or all(
                (s.after[each][same] == s.before[each][same]).all() for each in s.after.dtype.names
            )
        if was in (DEPLOYMENT, CROSSING) and s.phase not in (DEPLOYMENT, CROSSING):
            for step in last_march(s):
                stands = int(s.land.owner[step.space]), int(s.land.men[step.space]), int(s.land.heroes[step.space])
                assert stands == (step.owner, step.men, step.heroes)
        was = int(s.phase)
    assert fought > 5


# The Pharaoh


@pytest.mark.parametrize(
    ("stack", "met", "last"),
    [
        ("", "", "8"),
        ("3 1 4", " On space 3 they fight and win: it is the Pharaoh's.", "4"),
        ("8 1 3", " On space 8 you hold out, with 2 men.", ""),
        ("3 1 6", " On space 3 they fight and nobody is left: it is empty.", ""),
        ("3 1 5", " On space 3 they fight and win: it is the Pharaoh's.", "3"),
        ("1 1 7+3", " On space 1 you hold out, with 2 heroes.", ""),
    ],
)
def test_rp54_the_march_is_told(stack: str, met: str, last: str) -> None:
    """RP-53, RP-54: the published example among them; nobody stops where all have fallen."""
    story = f"The Pharaoh sends 8 men from space 1 on; one stays on each space.{met}"
    assert told(marching(*([stack] if stack else []))) == [
        story + (f" The last one stops on space {last}." if last else "")
    ]


def test_rp53_the_march_is_told_when_triangles_are_crossed() -> None:
    """RP-28, RP-53: battles first, then the march."""
    table = deploying(alone())
    battle, conquest = told(table, "1 legion 8 = 7")
    assert battle.startswith("Space 8, held by Pharaoh with 5 men: Ann comes with 7 men. After the fight Ann takes it")
    assert conquest == "Ann conquers space 8."
    before = copy(table.position)
    play(table, 0, "cross footmen-1 1")
    assert since(table, before) == [
        "The Pharaoh sends 2 men from space 1 on; one stays on each space. The last one stops on space 2."
    ]
    before = copy(table.position)
    play(table, 0, "done")
    assert since(table, before) == []


# How it ends


def test_rp51_a_campaign_that_is_won_is_told() -> None:
    """RP-51, RP-56."""
    table = deploying(arrange(alone(), "b 1 1", "c 1 1", "d 1 1", "2 1 1"))
    table.position.round_no = 6
    assert words.ending(table.position) is None
    assert words.closing(table.position) == []
    *_, last = told(table, "1 legion 1 = 21")
    assert last == "The Pharaoh is beaten: the Sacred Pyramid and all start zones are free."
    assert [str(each) for each in words.closing(table.position)] == ["The land is free after 6 of 15 rounds."]
    assert (str(words.ending(table.position)), ask(table, 0)) == ("campaign won", "The game is over.")
    rows = words.score_rows(table.position, 0)
    assert [str(row.label) for row in rows] == ["the Sacred Pyramid", *(f"start zone {zone}" for zone in "ABCD")]
    assert [row.halves for row in rows] == [2] * 5


def test_rp56_a_campaign_that_is_lost_is_told() -> None:
    """RP-56: with the goals that are held, after the Pharaoh's last march."""
    table = deploying(arrange(alone(), "c 1 1"))
    table.position.round_no = 15
    march, end = told(table)
    assert march.startswith("The Pharaoh sends ")
    assert end == "The last round is over, and the Pharaoh still reigns."
    assert [str(each) for each in words.closing(table.position)] == ["The Pharaoh still reigns: you hold 2 of 5 goals."]
    assert str(words.ending(table.position)) == "campaign lost"
    assert [row.halves for row in words.score_rows(table.position, 0)] == [0, 2, 0, 2, 0]


def test_rp32_points_are_told_at_the_end() -> None:
    """RP-30, RP-32."""
    tied, clear = ended(points=(7, 7)), ended(points=(7, 3))
    assert [str(each) for each in words.closing(tied.position)] == ["The totals are equal: the win is shared."]
    assert words.closing(clear.position) == []
    assert words.ending(clear.position) is None
    assert [[row.halves for row in words.score_rows(clear.position, seat)] for seat in (0, 1)] == [[14], [6]]
    assert "points: 7" in clear.drawing(0)


def test_who_began_and_where_is_told_in_every_round() -> None:
    """RP-22, RP-41."""
    table = begun(*FACTIONS[:3], first=2, zones="bda")
    for _ in range(3):
        assert [words.place(table.position, seat) for seat in range(3)] == [2, 0, 1]
        assert [str(words.start(table.position, seat)) for seat in range(3)] == ["zone B", "zone D", "zone A"]
        finish(deploying(table), "ready")
    assert [words.place(ended().position, seat) for seat in range(2)] == [1, 0]
    assert words.start(staged("choosing").position, 0) is None


def test_deeds_are_what_is_sent_bought_and_placed() -> None:
    deeds = {
        ("deploying", "send footmen-1 8"): "Footmen I sent",
        ("developing", "develop legion-line"): "Legion line bought",
        ("placing", "ram 8-a"): "Ram placed",
        ("placing", "umbrella 8"): "Umbrella placed",
        ("placing", "spikes 8-a"): "Spikes placed",
        ("placing", "done"): "None",
        ("drafting", "discard 1d4-3"): "None",
    }
    for (name, text), said in deeds.items():
        table = staged(name)
        assert str(words.deed(table.position, 0, move_of(table, text))) == said


# The drawing with characters


def test_a_position_is_drawn_with_characters() -> None:
    """RP-01, RP-11, RP-41."""
    table = drafting("legion 3 4 5", "footmen-1 T1 T2", "pair-1 2 5", "upgrade ram", land=("4 1 3+2", "9 2 0+1"))
    device(table, 1, "umbrella 9", "spikes 3-9")
    lines = str(table).splitlines()
    assert lines[0] == "Round 1 of 10  1d4-3 1d4-3 1d8-5 1d8-8 2d4-2 2d4-2 2d8-7 2d8-7"
    assert lines[1].split() == ["[A]", "8", "1/2", "9", "2/4", "10", "1/2", "[B]"]
    assert lines[2].split() == ["1", ".", "2:", "1*", ".", "."]
    assert lines[6].split() == [".", ".", ".", "1:", "3+2*", "."]
    assert lines[11] == " 2: Spikes 3|9, 2: Umbrella 9"
    assert lines[12].startswith("── 1 Player 1 (Anubians) ──")
    assert lines[13].strip() == "Hero _   Legion 3<4<5 =5   Colossus _-_-_   Bomb _>_>_"
    assert lines[14].strip() == "Footmen I x x t3 t4 r1 r2 r3 r4 =2"
    assert lines[16].strip() == "2<5 _<_ _<_ _<_ _<_ _<_   Ram"
    finish(discard_all(table), "done")
    orders = play(table, 0, "send legion 1").drawing(0).splitlines()
    assert orders[17].strip() == "Legion 5 > 1   Footmen I 2   Footmen II 1"
    assert "P: 20" in str(alone())
