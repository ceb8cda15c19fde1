"""The last fights of Rolling Pyramids picture by picture: they begin with what was, and end with what is."""

import re
from html import unescape

import pytest

from rollwright.core.contract import Record, copy
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids import view
from rollwright.games.rolling_pyramids.battles import last_battles
from rollwright.games.rolling_pyramids.march import last_march
from rollwright.games.rolling_pyramids.rules.state import DEPLOYMENT, DEVELOPING, DICE
from rollwright.games.rolling_pyramids.tests.drawings import groups, texts
from rollwright.games.rolling_pyramids.tests.reference import NAME, SPACES
from rollwright.games.rolling_pyramids.tests.sentences import players
from rollwright.games.rolling_pyramids.tests.staging import (
    SETTINGS,
    alone,
    arrange,
    begun,
    deploying,
    device,
    fight,
    finish,
    games,
    marching,
    play,
    rolled,
    war,
    write,
)
from rollwright.table import Table
from rollwright.view import Pen, Scene, draw_parts


def scenes(table: Table, seat: int = 0) -> list[Scene]:
    return view.scenes(table.seen_by(seat), seat, Pen(table.game.speech().naming(players(table))))


def said(table: Table) -> list[str]:
    """Return the sentences of all scenes."""
    speech = table.game.speech().naming(players(table))
    return [speech(scene.text) for scene in scenes(table)]


def label(markup: str) -> str:
    """Return what is said of a space, without what is printed there."""
    found = re.search(r'aria-label="[^"]*?\. ([^"]*)\."', markup)
    assert found
    return unescape(found[1])


def arrows(scene: Scene) -> list[str]:
    """Return the orders that a scene shows, by side and number."""
    drawn = scene.groups["orders"].partition('<g class="clash">')[0]
    sides = re.findall(r'class="order side-(\w)[^"]*"', drawn)
    return [f"{side}: {number}" for side, number in zip(sides, texts(drawn), strict=True)]


def met(scene: Scene) -> list[str]:
    """Return the units that meet in a scene."""
    return texts(scene.groups["orders"].partition('<g class="clash">')[2])


def shown(found: list[Scene]) -> dict[str, str]:
    """Return what the page shows when the last scene is reached: each goes on from the one before."""
    return {name: markup for scene in found for name, markup in scene.groups.items()}


def example() -> Table:
    """Fight the battle of the rules page, while Bob also walks into an empty space."""
    table = device(war("4 2 11", "1 1 1", factions=("anubians", "bastet")), 0, "ram 1-4")
    orders = ["1 bomb 4 = 4", "1 heroes 4 = 3", "1 legion 4 = 5", "2 footmen-1 4 = 2", "2 footmen-2 13 = 1"]
    return fight(table, *orders)


def test_the_battle_of_the_rules_page_is_one_scene() -> None:
    """RP-25, RP-29, RP-40."""
    table = example()
    assert said(table) == [
        "Round 1: the orders are revealed.",
        "Bob takes space 13 without a fight.",
        "Space 4. Bombs with a total of 4 kill 4 men. Ann: 5 men and 3 heroes, Bob: 9 men. "
        "The ram of Ann halves the defenders: Bob has 5 men left. "
        "Heroes strike before the fight: Bob has 2 men left. "
        "After the fight Ann takes it, with 3 men and 3 heroes.",
    ]
    first, _, battle = scenes(table)
    assert [label(scene.groups["space-4"]) for scene in (first, battle)] == [
        "Held by Bob: 11 men",
        "Held by Ann: 3 men and 3 heroes",
    ]
    assert met(battle) == ["5", "3", "9"], "those who met are seen for a moment"
    assert [scene.spot for scene in scenes(table)] == ["", "", "space-4"]


def test_all_scenes_play_by_themselves() -> None:
    assert {scene.flows for scene in scenes(example())} == {True}


def test_the_first_scene_shows_the_land_as_it_was_and_all_orders() -> None:
    """RP-24: to everybody, as they are open now; then those of the space that is looked at."""
    table = example()
    for seat in (0, 1):
        first, quiet, battle = scenes(table, seat)
        assert arrows(first) == ["0: 3", "0: 5", "0: 4", "1: +2", "1: 1"]
        assert (label(first.groups["space-13"]), label(quiet.groups["space-13"])) == (
            "Nobody's",
            "Held by Bob: 1 man",
        )
        assert arrows(quiet) == ["1: 1"]
        assert arrows(battle) == ["0: 3", "0: 5", "0: 4", "1: +2"]


def test_what_happens_without_a_fight_is_one_scene() -> None:
    """RP-26, RP-28."""
    table = arrange(deploying(begun("anubians", "bastet", "rashar")), "13 2 2")
    fight(table, "1 footmen-1 8 = 1", "1 footmen-2 19 = 1", "2 footmen-1 13 = 1")
    assert said(table)[1:] == ["Ann takes 2 spaces without a fight: 8, 19. Bob reinforces space 13."]
    assert said(fight(war("4 1 1"), "1 bomb 12 = 4"))[1:] == ["Bombs fall where nobody stands."]
    assert said(fight(war("4 1 3"), "1 bomb 4 = 4")) == ["Round 1: the orders are revealed."], (
        "nothing came of an own bomb"
    )
    assert said(fight(war("4 1 3"))) == [], "nobody sent anybody"


def test_scenes_last_until_orders_are_given_again() -> None:
    """RP-31: and a device that is placed meanwhile does not change them."""
    table = write(war("4 2 9", "1 1 1"), 1, "upgrade spikes")
    assert said(table) == [], "nothing is shown while orders are given"
    fight(table, "1 legion 4 = 4")
    first = said(table)
    assert len(first) == 2
    play(table, 1, "spikes 1-4")
    assert (said(table), said(rolled(table))) == (first, first)
    assert said(deploying(table)) == []
    fight(table, "1 legion 4 = 4")
    assert said(table)[0] == "Round 2: the orders are revealed."
    assert "Spikes halve the attackers: Ann has 2 men left." in said(table)[-1]


def test_rp53_the_march_flows_from_space_to_space() -> None:
    """RP-53, RP-54: the published example."""
    table = finish(marching("3 1 4"), "ready")
    found = scenes(table)
    assert said(table) == [
        "Round 1: the orders are revealed.",
        "The Pharaoh sends 8 men from space 1 on; one stays on each space. Space 1: one stays (21 there now), 7 go on.",
        "Space 2: one stays (6 there now), 6 go on.",
        "On space 3 they fight and win: it is the Pharaoh's.",
        "Space 4: one stays (11 there now), 0 go on.",
    ]
    assert {scene.flows for scene in found} == {True}
    assert [scene.spot for scene in found[1:]] == ["space-1", "space-2", "space-3", "space-4"]
    was = [label(found[0].groups[f"space-{space}"]) for space in "1234"]
    assert was == ["Held by Pharaoh: 20 men", "Held by Pharaoh: 5 men", "Held by Ann: 4 men", "Held by Pharaoh: 10 men"]
    now = [label(scene.groups[scene.spot]) for scene in found[1:]]
    assert now == [f"Held by Pharaoh: {men}" for men in ("21 men", "6 men", "1 man", "11 men")]


def test_rp53_the_march_is_shown_after_the_battles() -> None:
    """RP-28, RP-53: when triangles are crossed; a space that was fought for begins with what stood there."""
    table = arrange(deploying(alone()), "2 1 1")
    fight(table, "1 legion 1 = 30")
    battles = said(table)
    play(table, 0, "cross footmen-1 1")
    assert said(table)[: len(battles)] == battles
    assert said(table)[-1].endswith("On space 1 you hold out, with 8 men.")
    assert label(scenes(table)[0].groups["space-1"]) == "Held by Pharaoh: 20 men"
    assert label(shown(scenes(table))["space-1"]) == "Held by Ann: 8 men"


def unreinforced(s: Record) -> Record:
    """Return a position of the campaign as it was when the march was over, before men reinforced (RP-55)."""
    then = copy(s)
    then["land"] = s["after"]
    for step in last_march(s):
        then.land.owner[step.space], then.land.men[step.space] = step.owner, step.men
        then.land.heroes[step.space] = step.heroes
    return then


@pytest.mark.parametrize(("seats", "name", "seed"), SETTINGS)
def test_the_last_scenes_show_what_is_drawn_now(seats: int, name: str, seed: int) -> None:
    """RP-25 to RP-29, RP-53: and the first one what was there before, in every space where something happened."""
    pen, looked, before = Pen(open_game(NAME).speech()), 0, -1
    for s in games(seats, name, seed):
        was, before = before, int(s.phase)
        if s.phase in (was, DICE, DEVELOPING):
            continue  # nothing on the land has changed since
        found = view.scenes(s, 0, pen)
        assert bool(found) == bool(last_battles(s) or last_march(s))
        if s.phase == DEPLOYMENT:
            assert not found
        if not found:
            continue
        looked += 1
        now = s if seats > 1 else unreinforced(s)
        then = copy(s)
        then["land"] = s["before"]
        drawn, first = (dict(draw_parts(open_game(NAME), each, 0, pen)[0].groups) for each in (now, then))
        last = shown(found)
        del last["orders"], found[0].groups["orders"]
        fields = now.land.dtype.names
        changed = {n for n in range(len(SPACES)) if any(now.land[each][n] != s.before[each][n] for each in fields)}
        assert {f"space-{SPACES[n]}" for n in changed} <= set(last)
        assert last == {name: drawn[name] for name in last}
        assert found[0].groups == {name: first[name] for name in last}
    assert looked > 10


def test_scenes_are_drawn_like_the_map() -> None:
    """A scene's groups replace those of the page, so they have its names."""
    table = example()
    assert set(shown(scenes(table))) == {"space-4", "space-13", "orders"} <= set(groups(table))
