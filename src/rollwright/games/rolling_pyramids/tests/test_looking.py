"""What the page of Rolling Pyramids draws, tells and lets be pointed out: map, board, dice, orders, notes, paper."""

import re
from html import unescape
from types import SimpleNamespace
from typing import cast

import pytest

from rollwright.games.rolling_pyramids import view, words
from rollwright.games.rolling_pyramids.tests.drawings import all_of, groups, parts, texts
from rollwright.games.rolling_pyramids.tests.reference import FACTIONS, MAPS, NUMBERED
from rollwright.games.rolling_pyramids.tests.sentences import say
from rollwright.games.rolling_pyramids.tests.staging import (
    HALF_FILLED,
    STAGED,
    alone,
    arrange,
    begun,
    deploying,
    device,
    drafting,
    finish,
    marching,
    placing,
    play,
    rolled,
    staged,
    unopened,
    write,
)
from rollwright.live.room import Room
from rollwright.table import Table
from rollwright.view import Part, Pen, Way, draw_parts, draw_thumbnail, ways_of
from rollwright.web.table.pieces.offers import changeable


def label(table: Table, spot: str, seat: int = 0) -> str:
    """Return what is said of a spot."""
    found = re.search(r'aria-label="([^"]*)"', groups(table, seat)[spot])
    assert found, f"{spot} is no spot"
    return unescape(found[1])


def kinds(markup: str) -> set[str]:
    """Return the classes of a drawing."""
    return {*" ".join(re.findall(r'class="([^"]*)"', markup)).split()}


def ways(table: Table, seat: int = 0) -> dict[str, Way]:
    found = ways_of(table.game, table.seen_by(seat), seat, table.legal_moves(seat))
    return {table.game.moves.text(move): way for move, way in found.items()}


def meant(offered: dict[str, Way], *picks: str) -> list[str]:
    """Return the moves that these picks point out."""
    return [
        text
        for text, way in offered.items()
        for path in way.paths
        if path.spots.issuperset(picks) and (path.follow(picks) or ((), False))[1]
    ]


def onward(offered: dict[str, Way], *picks: str) -> set[str]:
    """Return what can be picked after these spots."""
    followed = [path.follow(picks) for way in offered.values() for path in way.paths if path.spots.issuperset(picks)]
    return {spot for each in followed if each for spot in each[0]}


# Pointing out


@pytest.mark.parametrize("name", [name for name in STAGED if name not in ("rolling", "over")])
def test_every_move_can_be_pointed_out_in_both_orders(name: str) -> None:
    table = staged(name)
    offered, drawn = ways(table), {name for name, markup in groups(table).items() if "aria-label" in markup}
    assert list(offered) == table.legal(0)
    for text, way in offered.items():
        assert bool(way.button) == (text in ("done", "ready")) != bool(way.paths)
        for path in way.paths:
            assert path.spots <= drawn
            picks = [step[0][-1] for step in path.steps]
            assert meant(offered, *picks) == [text]
            if len(picks) > 1 and not text.startswith("discard"):
                assert meant(offered, picks[1], picks[0], *picks[2:]) == [text]


def test_rp16_equal_dice_are_interchangeable() -> None:
    offered = ways(drafting())
    for dice, slot, text in (
        (("die-1", "die-2"), "pair-1-low", "write 3 pair-1 from 1d4-3"),
        (("die-5", "die-6"), "slot-hero", "write 2 hero from 2d4-2"),
        (("die-5", "die-6"), "discard", "discard 2d4-2"),
    ):
        more = ["value-3"] if "pair" in text else []
        assert [meant(offered, die, slot, *more) for die in dice] == [[text]] * 2
    assert not meant(offered, "die-1", "die-2")
    table = play(drafting(), 0, "discard 1d4-3")
    assert ["taken" in kinds(groups(table)[f"die-{die}"]) for die in (1, 2, 3)] == [False, True, False]


def test_rp21_a_value_is_chosen_only_if_there_are_several() -> None:
    offered = ways(staged("half filled"))
    assert (
        onward(offered, "die-3", "slot-legion-2") == {"value-4", "value-5"} == onward(offered, "slot-legion-2", "die-3")
    )
    assert not meant(offered, "die-3", "slot-legion-2")
    assert meant(offered, "die-3", "slot-legion-2", "value-4") == ["write 4 legion-2 from 1d8-5"]
    assert meant(offered, "die-7", "pair-1-high") == ["write 7 pair-1 from 2d8-7"]
    assert meant(offered, "die-3", "foot-1-r4") == ["write 4 footmen-1 from 1d8-5"], "the space says the number"
    assert meant(offered, "foot-2-r6", "die-3") == ["write 6 footmen-2 from 1d8-5"]
    write = offered["write 4 legion-2 from 1d8-5"].marks
    assert write == {"write": [("slot-legion-2", "4")], "offer": [("slot-legion-2", "4")]}
    assert offered["write 4 footmen-1 from 1d8-5"].marks["write"] == [("foot-1-r4", "×")]


def test_rp21_it_is_asked_as_which_number_a_die_is_written() -> None:
    def asked(text: str) -> str:
        further = ways(table)[text].further
        return str(further) if further else ""

    table = rolled(begun(), "1 4 1 8", "3 1 1 7")
    assert asked("write 4 hero from 1d4-4") == "Do you write the 4 as 3, 4 or 5?"
    assert asked("write 7 bomb-1 from 1d8-8") == "Do you write the 8 as 7 or 8?"
    assert asked("write 7 bomb-1 from 2d8-7") == asked("write 4 footmen-1 from 1d4-4") == ""
    assert str(ways(table)["write 4 hero from 1d4-4"].backward) == "Which die do you write there?"


def test_rp20_the_last_die_of_a_draft_is_asked_for_once_more() -> None:
    table = drafting()
    for n in range(8):
        seat = table.waiting[0]
        assert {way.confirm for way in ways(table, seat).values()} == {n == 7}
        play(table, seat, next(text for text in table.legal(seat) if text.startswith("discard")))
    table = rolled(alone())
    for n in range(4):
        assert {way.confirm for way in ways(table).values()} == {n == 3}
        play(table, 0, table.legal(0)[-1])


def test_rp24_every_order_can_be_changed_until_one_is_ready() -> None:
    table = play(deploying(begun()), 0, "send footmen-1 8", "send footmen-2 19")
    room = cast(Room, SimpleNamespace(table=table, game=table.game))
    assert all(way.opens for text, way in ways(deploying(begun())).items() if text.startswith("send"))
    found = {
        change.made.text: [table.game.moves.text(move) for move in change.moves]
        for change in changeable(room, 0, table.legal_moves(0))
    }
    assert found == {"send footmen-2 19": ["send footmen-2 8"], "send footmen-1 8": ["send footmen-1 19"]}
    table.replace_move(0, "send footmen-1 8", "send footmen-1 19")
    assert "to 19" in texts(groups(table)["group-footmen-1"])
    play(table, 0, "ready")
    assert changeable(room, 0, table.legal_moves(0)) == []


def test_rp31_a_place_is_enough_where_one_device_can_go_there() -> None:
    offered = ways(placing())
    assert meant(offered, "border-8-a") == meant(offered, "device-ram", "border-8-a") == ["ram 8-a"]
    assert meant(offered, "space-8") == ["umbrella 8"]
    offered = ways(placing("upgrade spikes"))
    assert meant(offered, "border-8-a") == []
    assert meant(offered, "border-8-a", "device-spikes") == ["spikes 8-a"]
    assert meant(offered, "space-8") == ["umbrella 8"]


def test_what_is_drawn_before_orders_and_purchases_are_made() -> None:
    table = deploying(write(arrange(begun(), "8 1 2"), 0, "bomb 7 6 5"))
    offered = ways(table)
    assert offered["send footmen-1 9"].marks == {"walk": [("space-8", ""), ("space-9", "")]}
    assert offered["send footmen-1 8"].marks == {"trace": [("space-8", "+1")]}
    assert offered["send bomb 12"].marks == {"trace": [("space-12", "")]}, "a bomb falls from the sky"
    assert ways(staged("developing"))["develop legion"].marks == {"write": [("upgrade-legion", "✓")]}
    assert ways(staged("crossing"))["cross footmen-1 1"].marks == {"cross": [("foot-1-t1", "")]}


# The map


def test_a_space_tells_what_it_holds_and_who_stands_there() -> None:
    """RP-01, RP-03, RP-11."""
    table = arrange(begun(), "4 1 3+2", "9 2 1", "1 2 0+1")
    assert label(table, "space-4") == "Space 4, factory: Legion. Held by Ann: 3 men and 2 heroes."
    assert label(table, "space-9") == "Space 9, white pyramid: 2, in the last round 4. Held by Bob: 1 man."
    assert label(table, "space-1") == "Space 1, white pyramid: 3, in the last round 9. Held by Bob: 1 hero."
    assert label(table, "space-8").endswith("Nobody's.")
    assert [label(table, f"space-{zone}") for zone in "abc"] == [
        "Start zone A. Held by Ann.", "Start zone B. Nobody's.", "Start zone C. Held by Bob."
    ]  # fmt: skip
    assert label(alone(), "space-1").endswith("Held by Pharaoh: 20 men.")
    drawn = groups(table)
    assert [re.findall(r"side-\w", drawn[f"space-{space}"])[0] for space in ("4", "9", "a")] == [
        "side-0",
        "side-1",
        "side-0",
    ]
    assert not re.findall("side-", drawn["space-8"])
    assert "side-p" in kinds(groups(alone())["space-1"])
    assert texts(drawn["space-4"]) == ["4", "Legion", "3", "2"]
    assert texts(drawn["space-9"]) == ["9", "2", "/4", "1"]
    assert texts(groups(alone())["space-1"]) == ["1", "4", "20"], "a campaign has no last points"
    assert [drawn[f"space-{space}"].count('class="star"') for space in ("4", "9", "1")] == [1, 0, 1]
    assert ["black-pyramid" in kinds(drawn[f"space-{space}"]) for space in ("4", "9")] == [True, False]


@pytest.mark.parametrize("name", MAPS)
def test_rp03_every_map_is_drawn_as_it_is(name: str) -> None:
    drawn = groups(begun(map_name=name))
    for space in NUMBERED:
        worth = MAPS[name][space]
        printed = [worth.capitalize()] if isinstance(worth, str) else [str(worth[0]), f"/{worth[1]}"]
        assert texts(drawn[f"space-{space}"]) == [space, *printed]


def test_rp31_devices_stand_at_their_places_in_their_owners_colours() -> None:
    table = device(device(begun(), 0, "ram 8-a", "umbrella 8"), 1, "spikes 8-a")
    drawn = all_of(groups(table), "placed-")
    signs = re.findall(r'class="device (side-\d)"><g class="(\w+)"', drawn)
    assert signs == [("side-0", "ram"), ("side-0", "umbrella"), ("side-1", "spikes")]
    turns = re.findall(r"rotate\([-\d]+ ([\d.]+ [\d.]+)\)", drawn)
    assert len(set(turns)) == 2, "two on one border stand beside each other"
    rings = [name for name in groups(placing()) if name.startswith("border-")]
    assert rings == ["border-2-8", "border-8-9", "border-8-19", "border-8-a", "border-19-a"]
    assert label(placing(), "border-8-a") == "Border 8|A"
    assert not [name for name in groups(placing(), 1) if name.startswith("border-")]


def test_rp24_only_own_orders_are_drawn() -> None:
    table = deploying(write(write(begun(), 0, "hero 3", "bomb 6 5 4"), 1, "hero 2"))
    play(table, 0, "send heroes 8", "send bomb 12", "send footmen-1 8")
    play(table, 1, "send heroes 13")
    own, other = all_of(groups(table), "order"), all_of(groups(table, 1), "order")
    assert re.findall(r'class="(order side[^"]*)"', own) == ["order side-0", "order side-0 by-air", "order side-0"]
    assert (texts(own), own.count('class="star"')) == (["3", "4", "1"], 1)
    assert (re.findall(r'class="(order side[^"]*)"', other), texts(other)) == (["order side-1"], ["2"])
    assert label(table, "group-heroes") == "Heroes (3), sent to space 8"
    assert label(table, "group-footmen-2") == "Footmen II (1), without an order"
    assert texts(all_of(groups(finish(table, "ready")), "order")) == []


def test_rp24_what_others_see_does_not_depend_on_secret_orders() -> None:
    seen = [groups(play(deploying(begun(*FACTIONS[:3])), 0, *orders), 1) for orders in (
        [], ["send footmen-1 8"], ["send footmen-1 19", "send footmen-2 8"]
    )]  # fmt: skip
    assert seen[0] == seen[1] == seen[2]


# The board, the others, and what lies beside


def test_the_board_shows_what_is_written_crossed_and_bought() -> None:
    """RP-12 to RP-16, RP-23."""
    rows = ("legion 3 4 5", "upgrade legion-line", "upgrade ram", "footmen-2 T1 T2")
    table = drafting(*HALF_FILLED, *rows)
    table.position.sheets[0].spent[0] = 1
    assert label(table, "slot-hero") == "Hero: 4"
    assert label(table, "slot-bomb-1") == "Bomb, left: empty"
    assert label(table, "pair-1-low") == "Pair 1, triangle: 4"
    assert label(table, "pair-1-high") == "Pair 1, rhombus: empty"
    assert label(table, "foot-1-t1") == "Footmen I, triangle 1: crossed"
    assert label(table, "foot-2-r5") == "Footmen II, rhombus 5: open"
    assert label(table, "upgrade-ram").startswith("Ram, bought: it stands on a border")
    assert label(table, "upgrade-bomb").startswith("Bomb x3: a finished bomb is three times")
    drawn = groups(table)
    ticked = [name for name in ("ram", "legion-line", "spikes") if "tick" in kinds(drawn[f"upgrade-{name}"])]
    assert ticked == ["ram", "legion-line"]
    assert [drawn["pairs"].count("tick"), groups(drafting())["pairs"].count("tick")] == [1, 0]
    crossed = [name for name, markup in drawn.items() if name.startswith("foot-") and "crossed" in label(table, name)]
    assert crossed == ["foot-1-t1", "foot-1-t2", "foot-1-t3", "foot-1-t4", "foot-1-r1", "foot-2-t1", "foot-2-t2"]
    assert ["crossed" in kinds(drawn[f"foot-1-r{number}"]) for number in (1, 2)] == [True, False]
    assert texts(drawn["army-1"]) == ["Legion", "middle + 2", "<", "<", "6"]
    assert texts(groups(begun())["army-1"])[1] == "left + 2"
    assert say(table, parts(table)["board"].title) == "Board of Ann (Anubians)"


def test_rp56_devices_are_faint_in_the_campaign() -> None:
    found = [
        ["unused" in kinds(groups(table)[f"upgrade-{name}"]) for name in ("ram", "legion")]
        for table in (alone(), begun())
    ]
    assert found == [[True, False], [False, False]]


def test_rp04_a_factory_is_shown_where_it_helps() -> None:
    helped = "±2"
    drawn = groups(arrange(begun(), "4 1 1"))
    assert [helped in texts(drawn[f"army-{part}"]) for part in (1, 2, 3)] == [True, False, False]
    drawn = groups(arrange(begun(map_name="4x"), "9 1 1"))
    assert [helped in texts(drawn["footmen-1"]), helped in texts(drawn["army-1"])] == [True, False]


def rivals(part: Part) -> list[str]:
    """Return whose boards are shown, in their order."""
    return list(dict.fromkeys(name.split("-")[1] for name in part.groups))


def test_the_others_are_shown_with_what_stands_on_their_boards() -> None:
    table = write(begun(*FACTIONS[:3]), 1, "hero 4", "legion 3 . 6", "pair-1 1 6", "upgrade ram")
    drawn = parts(table, 0)["rivals"]
    assert (rivals(drawn), drawn.pictured) == (["2", "3"], False)
    found = texts(all_of(drawn.groups, "rival-2"))
    assert found[0] == "Bob · Bastet"
    assert {"4", "3<·<6", "Ram, pairs to spend: 1"} <= set(found)
    assert "no upgrades yet" in texts(all_of(drawn.groups, "rival-3"))
    assert rivals(parts(table, 1)["rivals"]) == ["3", "1"]
    assert "rivals" not in parts(alone())


def test_the_numbers_to_write_lie_beside_the_dice_of_whose_turn_it_is() -> None:
    table = drafting()
    for seat in (0, 1):
        assert ("value-3" in groups(table, seat), "discard" in groups(table, seat)) == (seat == 0, seat == 0)
    assert (label(table, "die-1"), label(table, "die-7")) == ("own triangle 3", "rhombus 7 (Bob)")
    assert label(table, "die-7", 1) == "own rhombus 7"
    drawn = groups(rolled(alone(), "1 2 3 4 4 8"))
    assert [name for name in drawn if name.startswith("die")] == [f"die-{n}" for n in (1, 2, 3, 4, 18, 20)]


def in_the_tray(table: Table, seat: int = 0) -> list[str]:
    """Return the captions of the bays in which something lies."""
    found = [part for part in parts(table, seat).values() if part.where == "dice" and part.groups]
    return [say(table, part.short or part.title) for part in found]


def test_the_tray_has_a_bay_for_everything_that_is_needed_now() -> None:
    """RP-20, RP-24, RP-31, RP-52: the own dice come first."""
    table = drafting()
    assert in_the_tray(table) == ["Own: 1 up or down", "Bob", "Write it as"]
    assert in_the_tray(table, 1) == ["Own: 1 up or down", "Ann"]
    assert in_the_tray(staged("deploying")) == ["Footmen I", "Footmen II"]
    assert in_the_tray(placing()) == ["Ram", "Umbrella"]
    assert in_the_tray(alone())[1] == "Pharaoh"
    assert in_the_tray(rolled(alone(), "1 2 3 4 4 8"))[1] == "Pharaoh: +0", "nothing is taken yet"
    for part in (part for part in parts(table).values() if part.where == "dice"):
        assert 44 <= part.size[1] <= 110


def test_dice_that_are_about_to_be_rolled_are_seen() -> None:
    drawn = groups(begun())
    assert (label(begun(), "die-1"), texts(drawn["die-1"])) == ("triangle, not rolled yet", [])


# Notes and refusals


def note(table: Table, spot: str, seat: int = 0) -> str:
    found = view.about(table.seen_by(seat), seat, spot)
    return say(table, found.text) if found else ""


def given(table: Table, slot: str) -> str:
    """Return what is said of the numbers that the dice on the table give in a slot."""
    values = sorted(
        {text.split()[1] for text in table.legal(0) if text.startswith("write") and text.split()[2] == slot}
    )
    return f"The dice on the table give {', '.join(values)}."


def test_a_slot_tells_what_the_dice_on_the_table_give() -> None:
    """RP-21: and not only what its rule would take."""
    table = drafting()
    assert note(table, "slot-hero").endswith(f"The number of heroes: 1, 2, 3, 4, 5, 6, 7. {given(table, 'hero')}")
    assert given(table, "hero") != "The dice on the table give 1, 2, 3, 4, 5, 6, 7."
    table.position.dice[:] = 0
    table.position.dice[2] = 8
    assert note(table, "slot-hero").endswith("No die on the table can be written here now.")


def test_spots_tell_about_themselves() -> None:
    """RP-04, RP-12, RP-15, RP-16, RP-21, RP-23, RP-24."""
    table = drafting("legion . . 8", "hero 4", land=("4 1 1",))
    assert note(table, "space-4").endswith("can change numbers by 2 when writing there: Legion.")
    assert note(table, "space-1").endswith(
        "It scores for the player who controls it: the upper number each round, the lower one in the last."
    )
    assert note(table, "space-a") == "Start zone A. Held by Ann."
    assert note(table, "die-4") == "own rhombus 8: can be written as 7, 8. Legion, with your factory: 5, 6, 7, 8."
    assert note(table, "die-7") == "rhombus 7 (Bob): can be written as 7. Legion, with your factory: 5, 7."
    assert note(begun(), "die-1") == "", "nothing lies there"
    legion = "The numbers of a legion rise from left to right, with room for the missing ones: here 2, 3, 4, 5, 6, 7."
    assert (
        note(table, "slot-legion-2") == f"{legion} Your factory changes a number here by 2. {given(table, 'legion-2')}"
    )
    assert note(table, "slot-hero") == "Hero: ready. It is erased after this round, whether it marches or not."
    assert note(begun(), "slot-hero") == "Only a triangle goes in here. The number of heroes: 1, 2, 3, 4, 5, 6, 7."
    assert note(table, "upgrade-umbrella").startswith("Umbrella: it stands on a space, where bombs kill")
    assert note(placing(), "device-ram").startswith("Ram: it stands on a border")
    assert note(table, "foot-1-t3").startswith("Crossed by a triangle of 3, or for a conquered space.")
    assert note(table, "foot-2-r7").startswith("Crossed by a rhombus of 7. Once everything")
    assert note(table, "pair-3-low").startswith("A triangle and a greater rhombus make a pair.")
    for spot in ("discard", "value-3", "map-head", "border-8-a"):
        assert note(table, spot) == ""


def test_rp24_a_group_tells_where_it_can_go() -> None:
    table = deploying(write(begun("sobeccians", "bastet"), 0, "hero 3", "bomb 6 5 4"))
    assert note(table, "group-footmen-1") == "Footmen I (1) can reach 8, 19."
    assert note(table, "group-heroes") == "Heroes (3) can reach 2, 7, 8, 9, 18, 19."
    assert note(table, "group-bomb").startswith("Bomb (4): goes anywhere")
    play(table, 0, "send footmen-1 8")
    assert note(table, "group-footmen-1") == "Footmen I (1) goes to space 8. Pick it and another space to change that."


@pytest.mark.parametrize(
    ("name", "spot", "reason"),
    [
        ("choosing", "space-c", "This zone is taken. Free: A, B, D."),
        ("choosing", "space-1", "Now you choose a start zone."),
        ("half filled", "slot-hero", "Something is written there already."),
        ("half filled", "discard", "Now you take a die: write it on your board, or discard it."),
        ("half filled", "value-3", "Now you take a die: write it on your board, or discard it."),
        ("half filled", "space-1", "Now you take a die: write it on your board, or discard it."),
        ("half filled", "upgrade-ram", "Now you take a die: write it on your board, or discard it."),
        ("developing", "upgrade-ram", "You already have this: Ram."),
        ("developing", "slot-hero", "Now you buy an upgrade with a completed pair, or keep the pair."),
        ("deploying", "space-1", "Footmen I can reach 8, 19."),
        ("deploying", "space-c", "Start zones are never attacked."),
        ("one sent", "group-footmen-1", "Footmen I: already sent to space 8. Undo that order first."),
        ("deploying", "slot-hero", "Now you give your groups their orders, until you are ready."),
        ("crossing", "foot-1-t2", "This triangle is already crossed."),
        ("crossing", "foot-1-r2", "Now you can cross a triangle of your footmen for each conquered space."),
        ("spoils", "space-9", "Space 9 brings you no men."),
        ("placing", "space-9", "The umbrella goes to a numbered space that you control."),
        ("rolling", "slot-hero", "The dice must be rolled first."),
        ("over", "space-1", "The game is over."),
    ],
)
def test_a_spot_says_why_nothing_can_be_done_with_it(name: str, spot: str, reason: str) -> None:
    table = staged(name)
    assert say(table, view.why_not(table.position, 0, spot)) == reason  # type: ignore[arg-type]


def test_the_guide_points_at_what_is_drawn() -> None:
    looked = {
        "rolling": "dice-1", "choosing": "map", "drafting": "board", "developing": "board", "deploying": "map",
        "crossing": "board", "spoils": "map", "placing": "map",
    }  # fmt: skip
    for name, part in looked.items():
        table = staged(name)
        found = words.guide(table.position, 0)
        assert found is not None
        assert found[0] == part in parts(table)
    for table, part in ((unopened("bastet"), "map"), (unopened("bastet", "rashar"), "dice-1")):
        found = words.guide(table.position, 0)
        assert found is not None
        assert found[0] == part in parts(table)
    waits = [words.guide(staged(name).position, 1) for name in ("drafting", "developing", "crossing", "placing")]
    assert waits == [None] * 4
    assert "The smaller number is taken off the larger." in str(words.guide(deploying(begun()).position, 0))
    assert words.guide(staged("over").position, 0) is None


def guided(table: Table, round_no: int) -> str:
    """Return what the guide would say if this round were played."""
    table.position.round_no = round_no
    found = words.guide(table.position, 0)
    assert found is not None
    return say(table, found[1])


PHASES = ["rolling", "drafting", "developing", "deploying", "crossing", "spoils", "placing"]


@pytest.mark.parametrize("name", PHASES)
def test_the_guide_tells_something_new_in_each_of_the_first_rounds_and_begins_again_after_them(name: str) -> None:
    said = [guided(staged(name), round_no) for round_no in (1, 2, 3, 4)]
    assert said[0] == said[3]
    assert said[0] not in said[1:3]
    assert said[1] != said[2] or name == "placing", "what is told of a device depends on the device"


def test_the_guide_speaks_of_what_is_on_the_table() -> None:
    draft = write(staged("drafting"), 0, "legion 3 . 6")
    assert guided(draft, 2) == "Legion: one number is missing. Look for it first: full, it marches."
    assert guided(staged("drafting"), 2).startswith("Unfinished armies keep their numbers.")
    assert guided(staged("drafting"), 3).startswith("Pairs pay off early")
    held = arrange(staged("drafting"), "2 1 1")
    assert guided(held, 3) == "Bomb: your factory lets you change a number by 2 there, and your own dice by up to 3."
    bomb = write(staged("deploying"), 0, "bomb 5 3 1")
    assert guided(bomb, 2) == guided(bomb, 3)
    assert "bomb" in guided(bomb, 2)
    assert guided(staged("deploying"), 2).startswith("What you hold after the battle scores. The centre brings 3 each")
    assert guided(begun(), 10).startswith("The last round: ")
    for name in ("ram", "spikes", "umbrella"):
        table = finish(deploying(arrange(write(begun(), 0, f"upgrade {name}"), "8 1 2")), "ready")
        assert guided(table, 2).lower().startswith(f"{name}: ")


def test_the_guide_of_the_campaign_tells_of_the_pharaoh() -> None:
    assert [guided(alone(), n)[:30] for n in (1, 2, 3)] == [
        "You keep 4 of 6 dice. The Phar",
        "Above the Pharaoh's dice you s",
        "You hold 1 of 5 goals. Zones f",
    ]
    assert "bomb line" in guided(staged("developing alone"), 3)
    assert guided(marching(), 2).startswith("His new men start in the centre")
    assert guided(marching(), 3).startswith("Start zones can be attacked here")


# Paper and thumbnails


@pytest.mark.parametrize(
    ("seats", "name", "title"), [(2, "inner", "Bastet"), (4, "outer", "Sobeccians"), (1, "4x", "Anubians")]
)
def test_paper_is_empty_and_has_no_colours(seats: int, name: str, title: str) -> None:
    table = unopened(*FACTIONS[:seats], map_name=name)
    pen = Pen(table.game.speech(), live=False, paper=True)
    land, board = draw_parts(table.game, table.position, seats - 1, pen)
    assert not [kind for part in (land, board) for kind in kinds(part.svg(pen)) if kind.startswith("side-")]
    assert not kinds(board.svg(pen)) & {"pencil", "tick", "bought", "crossed", "unused"}
    assert not kinds(land.svg(pen) + board.svg(pen)) & {"ground", "strip"}, "a tint costs ink"
    for space in NUMBERED:
        worth = MAPS[name][space]
        printed = [worth.capitalize()] if isinstance(worth, str) else [str(worth[0]), f"/{worth[1]}"]
        assert texts(land.groups[f"space-{space}"]) == [space, *printed]
    assert texts(land.groups["map-foot"])[-11:] == [*(str(n + 1) for n in range(10)), "="]
    assert "token" not in kinds(land.svg(pen))
    assert str(board.title) == f"Board: {title}"


def test_a_thumbnail_shows_what_a_seat_controls() -> None:
    table = arrange(begun(), "8 1 2", "9 2 1", "10 1 1")
    for seat, held in ((0, 3), (1, 2)):
        size, drawn = draw_thumbnail(table.game, table.position, seat)
        assert (min(size) > 0, drawn.count("mini held"), drawn.count("mini"), f"side-{seat}" in drawn) == (
            True,
            held,
            23,
            True,
        )
