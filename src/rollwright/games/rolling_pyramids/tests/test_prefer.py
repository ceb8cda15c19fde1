"""What guides playouts of Rolling Pyramids makes sense to a player."""

import numpy as np
import pytest

from rollwright.bots.guided_playouts import TO_THE_END, favourite, finish
from rollwright.core.compiler import is_enabled
from rollwright.core.contract import Record
from rollwright.core.game import open_game
from rollwright.core.random_stream import draw, streams
from rollwright.games.rolling_pyramids.features import PROSPECTS
from rollwright.games.rolling_pyramids.tests.reference import FACTIONS, MAPS, NAME, UPGRADES
from rollwright.games.rolling_pyramids.tests.staging import (
    GROUPS,
    alone,
    arrange,
    begun,
    deploying,
    discard_all,
    fight,
    play,
    rolled,
    strengths,
    write,
)
from rollwright.table import Table

LEGION, BOMB, COLOSSUS = 0, 4, 8
"""Kinds of armies without upgrades, as the guide counts them."""


def weights(table: Table, seat: int = 0) -> dict[str, int]:
    rules = table.game.rules()
    moves = table.legal_moves(seat)
    return {table.game.moves.text(move): int(rules.prefer(table.position, seat, move)) for move in moves}


def favourites(table: Table, seat: int = 0) -> set[str]:
    """Return the moves of the greatest weight."""
    found = weights(table, seat)
    assert min(found.values()) >= 1
    return {text for text, weight in found.items() if weight == max(found.values())}


def preferred(table: Table, seat: int = 0) -> str:
    """Return the one move of the greatest weight."""
    (best,) = favourites(table, seat)
    return best


def in_round(table: Table, number: int) -> Table:
    table.position.round_no = number
    return table


def armed(table: Table, seat: int = 0, **groups: int) -> Table:
    """Give a seat groups of these strengths to send, and no others."""
    sheet = table.position.sheets[seat]
    for number, name in enumerate(GROUPS):
        sheet.group[number] = groups.get(name.replace("-", "_"), 0)
    return table


def ordered(table: Table, seat: int = 0) -> dict[str, str]:
    """Follow the guide until it is ready, and return where it sent what."""
    found = {}
    while (text := sorted(favourites(table, seat))[0]) != "ready":
        _, group, space = text.split()
        found[group] = space
        play(table, seat, text)
    return found


# Dice


def test_an_army_is_worth_what_may_still_become_of_it() -> None:
    def worth(kind: int, one: int, two: int, three: int) -> int:
        return int(PROSPECTS[kind, 81 * one + 9 * two + three])

    assert worth(LEGION, 3, 4, 5) == 500
    assert worth(LEGION, 4, 3, 5) == 0, "never finished"
    assert worth(LEGION + 3, 3, 5, 6) == 900, "with its line and two more"
    assert worth(LEGION, 3, 0, 8) > worth(LEGION, 3, 0, 5) > worth(LEGION, 7, 0, 0) == 0
    assert worth(BOMB, 3, 2, 1) > worth(BOMB, 8, 2, 1) == 0, "a bomb of nothing"
    assert worth(BOMB + 1, 8, 3, 1) == worth(BOMB, 3, 2, 1), "its line counts the middle"
    assert worth(COLOSSUS + 1, 4, 0, 4) == 2 * worth(COLOSSUS, 4, 1, 4) == 800, "its middle takes anything"
    assert worth(COLOSSUS, 0, 1, 4) > worth(COLOSSUS, 0, 1, 6) == 0, "no d4 becomes a 6 without a factory"


def test_heroes_come_first_and_upgrades_early() -> None:
    dice = "4 1 8 3", "1 1 1 1"
    assert preferred(rolled(begun(), *dice)) == "write 5 hero from 1d4-4"
    slots = [
        {text.split()[2] for text in favourites(rolled(write(in_round(begun(), number), 0, "hero 5"), *dice))}
        for number in (1, 9)
    ]
    assert slots[0] == {"pair-1"}
    assert slots[1] < {"legion-1", "legion-2", "legion-3", "bomb-1", "bomb-2", "bomb-3"}


def test_an_army_is_finished() -> None:
    table = rolled(write(in_round(begun(), 8), 0, "legion 5 . 8", "hero 4"), "1 1 6 1", "1 1 1 1")
    assert favourites(table) == {"write 6 legion-2 from 1d8-6", "write 7 legion-2 from 1d8-6"}
    bomb = weights(rolled(write(in_round(begun(), 10), 0, "bomb 3 . 1", "hero 4"), "4 4 8 8", "2 4 8 8"))
    assert bomb["write 2 bomb-2 from 2d4-2"] > bomb["discard 2d4-2"]


def test_nothing_is_begun_in_the_last_round_that_cannot_be_finished() -> None:
    table = rolled(write(in_round(begun(), 10), 0, "hero 4"), "1 2 7 8", "1 1 1 1")
    for text in ("write 1 bomb-3 from 1d4-1", "write 2 bomb-2 from 1d4-2"):
        assert weights(table)[text] > weights(table)["discard 1d4-1"], "there are four dice to come"
    play(table, 0, "discard 1d4-1")
    play(table, 1, "discard 2d4-1", "discard 2d4-1")
    play(table, 0, "discard 1d8-8")
    found = weights(table)
    assert max(weight for text, weight in found.items() if "bomb" in text) < found["discard 1d8-7"]


def test_footmen_are_crossed_for_the_rounds_to_come() -> None:
    bought = [f"upgrade {name}" for name in UPGRADES]
    triangles = "footmen-2 T1 T2 T3 T4 R5"
    full = ("hero 4", "legion 5 6 8", "bomb 3 2 1")
    table = rolled(write(in_round(begun(), 4), 0, triangles, *full, *bought), "1 1 6 1", "1 1 1 1")
    assert preferred(table) == "write 6 footmen-2 from 1d8-6"
    late = rolled(write(in_round(begun(), 10), 0, "footmen-2 T1 T2 T3 T4", "hero 4"), "1 1 6 1", "1 1 1 1")
    found = weights(late)
    assert found["write 6 footmen-2 from 1d8-6"] == found["discard 1d8-6"], "a man less than a pair brings nothing now"


def test_others_dice_are_taken_before_equal_ones_of_the_own_colour() -> None:
    table = rolled(write(in_round(begun(), 9), 0, "bomb 3 . 1", "hero 4"), "4 2 8 8", "4 2 8 8")
    found = weights(table)
    assert found["write 2 bomb-2 from 2d4-2"] > found["write 2 bomb-2 from 1d4-2"]


# Upgrades and triangles


def test_upgrades_are_bought() -> None:
    table = discard_all(rolled(write(begun(), 0, "pair-1 1 6", "pair-2 2 3")))
    assert preferred(table) == "develop legion-line"
    assert preferred(play(table, 0, "develop legion-line")) == "develop legion"
    lone = discard_all(rolled(write(alone(), 0, "pair-1 1 6")))
    assert preferred(lone) == "develop bomb", "nobody stands as close as the Pharaoh's men"


def test_triangles_are_crossed_where_they_unlock_a_man() -> None:
    table = write(deploying(begun()), 0, "footmen-2 T2")
    fight(table, "1 footmen-1 8 = 1", "1 footmen-2 19 = 1")
    assert preferred(table) == "cross footmen-2 1"
    play(table, 0, "cross footmen-2 1")
    assert favourites(table) == {"cross footmen-2 3", "cross footmen-2 4"}, "the same group first: it has a man more"


# Orders


def test_nobody_stays_at_home() -> None:
    table = deploying(begun())
    assert set(ordered(table)) == set(strengths(table, 0)) == {"footmen-1", "footmen-2"}
    assert preferred(table) == "ready"


def test_a_group_goes_where_it_wins() -> None:
    table = arrange(deploying(begun()), "8 1 3", "9 2 4", "2 2 2")
    assert ordered(armed(table, heroes=0, legion=5))["legion"] == "9", "two points a round"
    weak = arrange(deploying(begun()), "8 1 3", "19 1 3", "9 2 9", "2 2 2", "7 2 9", "18 2 9")
    assert ordered(armed(weak, legion=5))["legion"] == "2"


def test_two_groups_win_together_what_neither_wins_alone() -> None:
    table = arrange(deploying(in_round(begun(), 9)), "2 1 3", "1 2 8")
    arrange(table, *(f"{space} 2 30" for space in (3, 7, 8, 9, 19)))
    sent = ordered(armed(table, legion=6, footmen_1=5))
    assert sent == {"legion": "1", "footmen-1": "1"}


def test_what_was_taken_is_not_taken_twice() -> None:
    table = armed(deploying(begun()), legion=6, footmen_1=1, footmen_2=1)
    sent = ordered(table)
    assert set(sent.values()) == {"8", "19"}


def test_a_bomb_falls_where_somebody_can_follow() -> None:
    table = arrange(deploying(in_round(begun(), 9)), "8 1 3", "9 2 9", "1 2 9")
    sent = ordered(armed(table, bomb=10, legion=4))
    assert sent == {"bomb": "9", "legion": "9"}


def test_orders_of_others_are_not_looked_at() -> None:
    table = armed(armed(deploying(begun()), 0, legion=6, footmen_1=2), 1, legion=6)
    arrange(table, "8 1 3", "9 2 3", "2 2 2")
    before = weights(table)
    play(table, 1, "send legion 9", "ready")
    assert weights(table) == before


# Devices


def test_devices_stand_before_the_centre() -> None:
    table = write(deploying(begun()), 0, "upgrade ram", "upgrade umbrella")
    arrange(table, "2 1 2", "8 1 2", "1 2 4")
    fight(table, "2 footmen-1 14 = 1")
    while "done" not in table.legal(0):
        play(table, *((0, table.legal(0)[0]) if 0 in table.waiting else (1, table.legal(1)[0])))
    found = weights(table)
    assert max(text for text in found if text.startswith("ram") and found[text] >= found["ram 1-2"]) == "ram 1-2"
    assert found["done"] < min(weight for text, weight in found.items() if text != "done")


# The campaign


def test_the_zones_come_first_and_the_centre_last() -> None:
    table = arrange(deploying(alone("bastet", map_name="inner")), "10 1 2", "2 1 2")
    assert ordered(armed(table, legion=12)) == {"legion": "b"}
    arrange(table, "b 1 0", "c 1 0", "d 1 0")
    armed(table, legion=9, heroes=4)
    table.position.sheets[0].order[:] = 0
    assert set(ordered(table).values()) == {"1"}


def test_a_bomb_opens_the_way() -> None:
    table = arrange(deploying(alone("rashar", map_name="inner")), "9 1 2", "8 1 2")
    sent = ordered(armed(table, bomb=18, footmen_1=1, footmen_2=1))
    assert sent["bomb"] in {sent["footmen-1"], sent["footmen-2"]}


def test_men_are_kept_for_the_next_deployment() -> None:
    table = arrange(deploying(alone()), "8 1 3", "19 1 2")
    play(table, 0, "ready")
    while "done" not in table.legal(0):
        play(table, 0, table.legal(0)[0])
    assert preferred(table) == "keep 8"
    assert preferred(play(table, 0, "keep 8")) == "keep 19"


# All together

MANY_GAMES = pytest.mark.skipif(
    not is_enabled(), reason="it takes too long uncompiled, where the kit compares fewer games"
)


def ends(factions: tuple[str, ...], map_name: str, count: int) -> list[Record]:
    """Return how whole games end, played as playouts are."""
    game, seats = open_game(NAME), len(factions)
    rules, run = game.rules(), game.bind(finish)
    sides, moves, noted = (np.zeros(size, np.int64) for size in (rules.max_dice, rules.max_moves, 1))
    options = game.options_array(seats, game.setting(seats, {"map": map_name, "faction": list(factions)}))
    found = []
    for luck in streams(7, 0, (1 + seats) * count).reshape(count, 1 + seats, 4):
        position = rules.new()
        rules.begin(position, seats, options)
        run(position, 0, luck, True, TO_THE_END, sides, moves, noted, game.max_decisions)
        assert rules.waiting(position) == 0
        found.append(position)
    return found


def against_random(map_name: str, seed: int, guided: int) -> tuple[int, int]:
    """Return what a guided seat and a random one come to."""
    game = open_game(NAME)
    rules, like = game.rules(), game.bind(favourite)
    sides, moves = np.zeros(rules.max_dice, np.int64), np.zeros(rules.max_moves, np.int64)
    position = rules.new()
    rules.begin(position, 2, game.options_array(2, game.setting(2, {"map": map_name})))
    (luck,) = streams(seed, 0, 1)
    while True:
        if count := int(rules.dice(position, sides)):
            rules.roll(position, np.array([draw(luck, int(each)) + 1 for each in sides[:count]], np.int64))
        elif mask := int(rules.waiting(position)):
            seat = 0 if mask & 1 else 1
            count = int(rules.legal(position, seat, moves))
            start = draw(luck, count)
            move = like(position, seat, moves, count, start) if seat == guided else moves[start]
            rules.play(position, seat, int(move))
        else:
            return int(rules.score(position, guided)), int(rules.score(position, 1 - guided))


@pytest.mark.slow
@pytest.mark.parametrize("map_name", MAPS)
def test_who_does_what_is_preferred_beats_chance(map_name: str) -> None:
    for seed in range(4 if is_enabled() else 1):
        own, others = against_random(map_name, seed, seed % 2)
        assert own > 4 * others


@pytest.mark.slow
@MANY_GAMES
@pytest.mark.parametrize("map_name", MAPS)
def test_the_guide_wins_campaigns_and_loses_some(map_name: str) -> None:
    """Some factions often lose without a search, on every map."""
    rules = open_game(NAME).rules()
    won = [sum(int(rules.score(end, 0)) == 10 for end in ends((faction,), map_name, 60)) for faction in FACTIONS]
    assert min(won) < 60
    assert sum(won) >= 80


@MANY_GAMES
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_fight_to_the_end(seats: int) -> None:
    """The centre is nearly always held at the end, and most of the land is taken."""
    found = ends(tuple(FACTIONS[:seats]), "outer", 20)
    assert np.mean([position.land.owner[0] >= 0 for position in found]) > 0.7
    assert np.mean([np.mean(position.land.owner[:19] >= 0) for position in found]) > 0.7
