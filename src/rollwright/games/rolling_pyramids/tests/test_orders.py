"""Secret orders, conquests and devices of Rolling Pyramids, rule by rule."""

import pytest

from rollwright.core.contract import SPECTATOR, copy
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.tests.comparison import new_game
from rollwright.games.rolling_pyramids.tests.reference import BORDERS, FACTIONS, NAME, NUMBERED
from rollwright.games.rolling_pyramids.tests.staging import (
    GROUPS,
    alone,
    arrange,
    begun,
    board,
    deploying,
    device,
    fight,
    finish,
    held,
    kinds,
    play,
    rolled,
    stack_of,
    strengths,
    write,
)
from rollwright.table import Table
from rollwright.testing.playthroughs import seen


def spaces(*names: str) -> set[str]:
    return set(" ".join(names).split())


def targets(table: Table, seat: int, group: str) -> set[str]:
    """Return where a seat can send a group."""
    return {text.split()[2] for text in table.legal(seat) if text.startswith(f"send {group} ")}


# Where groups go


@pytest.mark.parametrize("group", ["heroes", "legion", "colossus", "footmen-1", "footmen-2"])
def test_rp24_groups_go_next_to_what_their_owner_controls(group: str) -> None:
    """RP-24: the own start zone included; what one controls may be reinforced."""
    table = arrange(deploying(begun(zones="ac")), "4 1 1", "12 2 1")
    table.position.sheets[0].group[GROUPS.index(group)] = 2
    assert targets(table, 0, group) == spaces("8 19", "4", "1 3 5 11 12 13")


def test_rp24_a_bomb_may_go_anywhere() -> None:
    """RP-24: to any numbered space, the own ones too."""
    table = arrange(deploying(begun(zones="ac")), "4 1 1", "12 2 1")
    table.position.sheets[0].group[GROUPS.index("bomb")] = 2
    assert targets(table, 0, "bomb") == set(NUMBERED)


def test_rp40_sobeccian_heroes_go_two_spaces_far() -> None:
    """RP-40: only heroes, only theirs."""
    for faction, far in (("sobeccians", spaces("8 19", "9 2 7 18")), ("anubians", spaces("8 19"))):
        table = deploying(begun(faction, "bastet", zones="ac"))
        table.position.sheets[0].group[:3] = 2
        assert targets(table, 0, "heroes") == far
        assert targets(table, 0, "legion") == targets(table, 0, "footmen-1") == spaces("8 19")
    table = deploying(begun("bastet", "sobeccians", zones="ac"))
    table.position.sheets[:2]["group"] = 2
    assert targets(table, 0, "heroes") == spaces("8 19")
    assert targets(table, 1, "heroes") == spaces("13 14", "12 4 5 15")


def test_rp24_a_group_has_one_order() -> None:
    """RP-24: and only groups that are ready are sent; one may stay at home, and is lost."""
    table = deploying(write(begun(), 0, "legion 1 2 3", "colossus 2 . 2"))
    assert {text.split()[1] for text in table.legal(0)[1:]} == {"legion", "footmen-1", "footmen-2"}
    play(table, 0, "send legion 8")
    assert targets(table, 0, "legion") == set()
    finish(table, "ready")
    assert held(table, "8") == "1 3"
    assert (board(table, 0, "legion"), board(table, 0, "colossus")) == ("1 2 3", "2 . 2"), "until the clean-up"
    finish(play(table, 0, "cross footmen-1 1"), "done")
    deploying(table)
    assert strengths(table, 0) == {"footmen-1": 1, "footmen-2": 1}
    assert not table.position.sheets[0].order.any(), "no order is left over"


def test_rp24_several_groups_may_go_to_one_space() -> None:
    """RP-24, RP-26: own units add up, men and heroes apart."""
    table = arrange(deploying(begun()), "8 1 2+1")
    fight(table, "1 legion 8 = 5", "1 heroes 8 = 3", "1 footmen-1 8 = 1", "1 footmen-2 19 = 2", "1 colossus 8 = 4")
    assert (held(table, "8"), held(table, "19")) == ("1 12+4", "1 2")


def test_rp24_orders_open_when_everybody_is_ready() -> None:
    """RP-24, RP-25: until then the land is as it was, and who is ready gives no more orders."""
    table = deploying(begun(*FACTIONS[:3]))
    epoch = int(table.position.epoch)
    play(table, 1, "send footmen-1 14", "ready")
    play(table, 0, "send footmen-1 8")
    assert (table.waiting, table.legal(1)) == ([0, 2], [])
    play(table, 2, "ready")
    assert (held(table, "14"), held(table, "8"), table.position.epoch) == ("", "", epoch)
    play(table, 0, "ready")
    assert (held(table, "14"), held(table, "8"), table.position.epoch) == ("2 1", "1 1", epoch + 1)
    assert kinds(table, 0) == kinds(table, 1) == {"cross", "done"}


# Secrecy


def test_rp24_others_do_not_see_orders() -> None:
    """RP-24: neither where groups are sent nor how many have an order; that somebody is ready may be told."""
    table = deploying(begun(*FACTIONS[:3]))
    before = {viewer: table.seen_by(viewer).tobytes() for viewer in (SPECTATOR, 1, 2)}
    play(table, 0, "send footmen-2 19", "send footmen-1 8")
    assert {viewer: table.seen_by(viewer).tobytes() for viewer in (SPECTATOR, 1, 2)} == before
    assert table.seen_by(0).sheets[0].order.tolist() == [0, 0, 0, 0, 8, 19, 0]
    play(table, 0, "ready")
    for viewer in (SPECTATOR, 1, 2):
        view = table.seen_by(viewer).sheets[0]
        assert (view.told, view.ready, view.order.any()) == (1, 0, False)
    assert table.seen_by(0).sheets[0].ready == 1


def test_rp24_other_orders_leave_views_byte_for_byte() -> None:
    """RP-24: whatever another seat has ordered, one's view and moves are the same."""
    rules = open_game(NAME).rules()
    table = deploying(arrange(begun(*FACTIONS, map_name="4x"), "1 1 3", "4 2 2+1", "7 3 1", "9 4 2"))
    one, other = copy(table.position), copy(table.position)
    moves = table.game.moves
    for position, texts in ((one, ["send footmen-1 2"]), (other, ["send footmen-2 3", "send footmen-1 6", "ready"])):
        for text in texts:
            rules.play(position, 0, moves.read(text) or 0)
    other.sheets[0].told = 0
    for viewer in (SPECTATOR, 1, 2, 3):
        assert seen(rules, one, viewer).tobytes() == seen(rules, other, viewer).tobytes()
    assert seen(rules, one, 0).tobytes() != seen(rules, other, 0).tobytes()


def test_rp25_orders_are_open_afterwards() -> None:
    """RP-25: what was sent where can be read until the next deployment."""
    table = deploying(begun())
    fight(table, "1 footmen-1 8 = 1", "2 footmen-2 14 = 3")
    for viewer in (SPECTATOR, 0, 1):
        view = table.seen_by(viewer)
        assert (view.sheets[0].order[4], view.sheets[1].order[5], view.sheets[1].group[5]) == (8, 14, 3)
        assert (stack_of(view.before, "8"), stack_of(view.after, "8")) == ("", "1 1")
    assert not table.position.sheets["told"].any()


# Conquests


def test_rp28_each_conquest_crosses_a_triangle() -> None:
    """RP-28: empty spaces count, reinforced ones do not; any triangle of either group."""
    table = arrange(deploying(begun()), "8 1 2", "9 2 1")
    fight(table, "1 footmen-1 19 = 1", "1 legion 9 = 3", "1 colossus 8 = 1")
    assert (table.waiting, table.position.sheets[0].triangles) == ([0], 2)
    triangles = {f"cross footmen-{group} {number}" for group in (1, 2) for number in range(1, 5)}
    assert set(table.legal(0)) == triangles | {"done"}
    play(table, 0, "cross footmen-2 3")
    assert (board(table, 0, "footmen-1"), board(table, 0, "footmen-2")) == ("", "T3")
    assert "cross footmen-2 3" not in table.legal(0)
    assert (table.round_no, table.waiting) == (1, [0])
    play(table, 0, "cross footmen-1 3")
    assert (board(table, 0, "footmen-1"), table.round_no) == ("T3", 2)


def test_rp28_crossing_may_be_declined() -> None:
    """RP-28: all of it, or what is left of it; the phase then goes on, and nothing is owed later."""
    table = fight(deploying(begun()), "1 footmen-1 19 = 1", "1 legion 8 = 3", "2 footmen-1 14 = 1")
    play(table, 0, "done")
    assert (table.waiting, table.position.sheets[0].triangles, table.round_no) == ([1], 0, 1)
    play(table, 1, "done")
    assert (board(table, 0, "footmen-1"), board(table, 1, "footmen-1"), table.round_no) == ("", "", 2)
    table = fight(deploying(begun()), "1 footmen-1 19 = 1", "1 legion 8 = 3")
    play(table, 0, "cross footmen-1 2", "done")
    assert (board(table, 0, "footmen-1"), table.round_no) == ("T2", 2)


def test_rp28_a_space_lost_and_won_back_is_no_conquest() -> None:
    """RP-28: controlling after the fights what one did not control before the deployment."""
    table = arrange(deploying(begun()), "8 1 2", "9 2 9")
    fight(table, "2 legion 8 = 5", "1 footmen-1 8 = 9")
    assert (held(table, "8"), table.dice_due != []) == ("1 6", True)


def test_rp28_a_space_left_to_nobody_is_no_conquest() -> None:
    """RP-28, RP-25."""
    table = arrange(deploying(begun()), "8 1 2", "9 2 9")
    fight(table, "2 legion 8 = 2")
    assert (held(table, "8"), table.dice_due != []) == ("", True)


def test_rp28_no_more_than_there_are_triangles() -> None:
    """RP-28: who has crossed all but one crosses one, and then none."""
    table = write(deploying(begun()), 0, "footmen-1 T1 T2 T3 T4", "footmen-2 T1 T2 T4 R5")
    fight(table, "1 footmen-1 19 = 1", "1 legion 8 = 3", "2 footmen-1 14 = 1")
    assert (table.waiting, table.legal(0)) == ([0, 1], ["done", "cross footmen-2 3"])
    play(table, 0, "cross footmen-2 3")
    assert (table.waiting, table.round_no) == ([1], 1), "all at once; the phase closes before the next begins"
    play(table, 1, "cross footmen-1 1")
    fight(deploying(table), "1 footmen-1 2 = 1")
    assert (held(table, "2"), table.round_no) == ("1 1", 3)


# Devices


def cleaning(table: Table) -> Table:
    """Let a round end without orders."""
    return finish(deploying(table), "ready")


def placings(table: Table, seat: int, name: str) -> set[str]:
    return {text.split()[1] for text in table.legal(seat) if text.startswith(f"{name} ")}


def borders_of(*names: str) -> set[str]:
    return {border for border in BORDERS if set(border.split("-")) & set(names)}


@pytest.mark.parametrize("name", ["ram", "spikes"])
def test_rp31_a_device_goes_to_a_border_of_what_one_controls(name: str) -> None:
    """RP-31: start zone included, on any of the borders."""
    table = cleaning(write(arrange(begun(), "4 1 1", "12 2 1"), 0, f"upgrade {name}"))
    assert (table.waiting, kinds(table, 0)) == ([0], {name, "done"})
    assert placings(table, 0, name) == borders_of("a", "4")
    play(table, 0, f"{name} 4-12")
    assert (table.round_no, table.position.sheets[0].placed.tolist().count(1)) == (2, 1)
    cleaning(table)
    assert table.round_no == 3, "it stays where it is"
    assert table.position.sheets[0].devices[("ram", "spikes").index(name)] == 1 + BORDERS.index("4-12")


def test_rp31_the_umbrella_goes_to_a_numbered_space() -> None:
    """RP-31: one that is controlled; who controls none is not asked."""
    table = write(arrange(begun(), "12 2 1"), 0, "upgrade umbrella")
    cleaning(table)
    assert table.round_no == 2
    cleaning(arrange(table, "4 1 1", "19 1 2"))
    assert sorted(table.legal(0)) == ["done", "umbrella 19", "umbrella 4"]
    play(table, 0, "umbrella 19")
    assert (table.round_no, table.position.sheets[0].devices.tolist()) == (3, [0, 0, 19])


def test_rp31_a_device_may_be_placed_later() -> None:
    """RP-31: each by itself, everybody at once."""
    table = write(write(begun(), 0, "upgrade ram", "upgrade spikes"), 1, "upgrade ram")
    cleaning(table)
    assert (table.waiting, kinds(table, 0), kinds(table, 1)) == ([0, 1], {"ram", "spikes", "done"}, {"ram", "done"})
    play(table, 0, "spikes 8-a", "done")
    assert (table.waiting, table.round_no) == ([1], 1)
    play(table, 1, "ram 14-c")
    assert table.round_no == 2
    cleaning(table)
    assert (table.waiting, kinds(table, 0)) == ([0], {"ram", "done"})
    play(table, 0, "ram 8-a")
    assert table.round_no == 3, "who has no other device is done"


def test_rp29_devices_of_several_owners_may_share_a_border() -> None:
    """RP-29, RP-31."""
    table = write(write(arrange(begun(), "4 1 1", "12 2 1"), 0, "upgrade ram", "upgrade spikes"), 1, "upgrade ram")
    cleaning(table)
    play(table, 0, "ram 4-12", "spikes 4-12")
    assert "ram 4-12" in table.legal(1)
    play(table, 1, "ram 4-12")
    assert table.round_no == 2


def test_rp31_only_developed_devices_are_placed() -> None:
    """RP-31: each once."""
    table = device(write(begun(), 0, "upgrade legion", "upgrade spikes"), 0, "ram 8-a")
    cleaning(table)
    assert kinds(table, 0) == {"spikes", "done"}


def test_rp31_a_device_works_from_the_next_round_on() -> None:
    """RP-29, RP-31: whoever tells the last battles after it was placed tells them without it."""
    from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, works

    table = cleaning(write(begun(), 0, "upgrade ram"))
    play(table, 0, "ram 8-a")
    s = copy(table.position)
    assert (s.round_no, works(s, 0, RAM_DEVICE)) == (2, 1 + BORDERS.index("8-a"))
    s.round_no = 1
    assert (works(s, 0, RAM_DEVICE), works(s, 1, RAM_DEVICE)) == (0, 0)


def test_rp56_alone_there_is_no_placing() -> None:
    """RP-56."""
    table = deploying(alone())
    fight(table)
    assert kinds(table, 0) in ({"done", "keep"}, set())
    assert not table.position.sheets[0].devices.any()


def test_a_new_table_has_nobody_on_the_land() -> None:
    """RP-41, RP-25: spaces and start zones are nobody's until they are taken."""
    s = new_game(open_game(NAME).rules(), "outer", list(FACTIONS))
    assert all(stack_of(s.land, space) == "" for space in [*NUMBERED, *"abcd"])
    assert [int(sheet.zone) for sheet in s.sheets] == [-1] * 4
    assert rolled(begun()).position.land.owner.tolist().count(-1) == 21
