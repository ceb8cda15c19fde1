"""Bombs, devices, strikes and fights of Rolling Pyramids, rule by rule."""

import pytest

from rollwright.games.rolling_pyramids.tests.staging import deploying, device, fight, held, war

# Plain men


@pytest.mark.parametrize(
    ("stood", "sent", "left"),
    [
        ("", 3, "1 3"),
        ("4 1 2", 3, "1 5"),
        ("4 2 5", 3, "2 2"),
        ("4 2 3", 5, "1 2"),
        ("4 2 4", 4, ""),
        ("4 2 1", 9, "1 8"),
    ],
)
def test_rp26_the_smaller_number_comes_off_the_larger(stood: str, sent: int, left: str) -> None:
    """RP-26, RP-25: an empty space is taken, own units add up, equal numbers wipe each other out."""
    table = war("3 1 1", *([stood] if stood else []))
    assert held(fight(table, f"1 legion 4 = {sent}"), "4") == left


@pytest.mark.parametrize(
    ("one", "two", "three", "left"),
    [
        (9, 5, 3, "1 4"),
        (3, 9, 5, "2 4"),
        (5, 3, 9, "3 4"),
        (5, 5, 3, ""),
        (5, 5, 5, ""),
        (6, 5, 5, "1 1"),
        (1, 1, 2, "3 1"),
    ],
)
def test_rp27_of_three_the_strongest_survives_by_its_lead(one: int, two: int, three: int, left: str) -> None:
    """RP-27: over the second, whoever of them stood there."""
    table = war("2 1 1", "3 2 1", "5 3 1")
    assert held(fight(table, f"1 legion 1 = {one}", f"2 legion 1 = {two}", f"3 legion 1 = {three}"), "1") == left
    table = war("2 1 1", f"1 2 {two}", "5 3 1")
    assert held(fight(table, f"1 legion 1 = {one}", f"3 legion 1 = {three}"), "1") == left


def test_rp27_the_defenders_arrivals_are_defenders() -> None:
    """RP-27, RP-26: they fight together with those who stood there."""
    table = war("4 1 2", "5 2 1")
    assert held(fight(table, "1 legion 4 = 3", "2 legion 4 = 4", "2 colossus 4 = 2"), "4") == "2 1"


def test_rp25_a_space_left_without_units_is_nobodys() -> None:
    """RP-25, RP-27: the other spaces are as they were."""
    table = fight(war("4 1 2+1", "5 2 3"), "2 legion 4 = 3")
    assert (held(table, "4"), held(table, "5"), held(table, "a"), held(table, "1")) == ("", "2 3", "1 0", "")


def test_rp25_two_who_swap_places_pass_each_other() -> None:
    """RP-25: everything arrives at once, from what was controlled before."""
    table = fight(war("4 1 1", "5 2 1"), "1 legion 5 = 4", "2 legion 4 = 6")
    assert (held(table, "4"), held(table, "5")) == ("2 5", "1 3")


# Bombs


@pytest.mark.parametrize(("bomb", "left"), [(3, "2 2+1"), (5, "2 0+1"), (6, ""), (9, "")])
def test_rp25_a_bomb_takes_units_that_stood_there(bomb: int, left: str) -> None:
    """RP-25: men first; and it is gone, nobody controls the space with it."""
    assert held(fight(war("1 2 5+1"), f"1 bomb 1 = {bomb}"), "1") == left


def test_rp25_a_bomb_does_not_touch_arrivals() -> None:
    """RP-25: neither the owner's nor anybody else's, nor an empty space."""
    table = war("1 2 5", "2 3 1", "4 2 1")
    fight(table, "1 bomb 1 = 9", "2 legion 1 = 4", "3 legion 1 = 3", "3 bomb 14 = 8", "2 footmen-1 14 = 2")
    assert (held(table, "1"), held(table, "14")) == ("2 1", "2 2")


def test_rp25_bombs_of_several_enemies_add_up() -> None:
    """RP-25: an own bomb does nothing."""
    assert held(fight(war("1 2 9"), "1 bomb 1 = 3", "3 bomb 1 = 4"), "1") == "2 2"
    assert held(fight(war("1 2 9"), "1 bomb 1 = 3", "2 bomb 1 = 4"), "1") == "2 6"
    assert held(fight(war("1 2 9"), "2 bomb 1 = 4"), "1") == "2 9"


def test_rp25_bombs_come_before_the_fight() -> None:
    """RP-25: who bombs takes the space with fewer men."""
    table = fight(war("1 2 9", "2 1 1"), "1 bomb 1 = 6", "1 legion 1 = 4")
    assert (held(table, "1"), table.waiting) == ("1 1", [0])


# Devices


@pytest.mark.parametrize(
    ("stood", "bomb", "left"),
    [
        ("8", 3, "2 5"),
        ("8", 4, "2 4"),
        ("8", 9, "2 4"),
        ("9", 9, "2 5"),
        ("1", 5, "2 1"),
        ("3+4", 9, "2 0+4"),
        ("2+4", 9, "2 0+3"),
    ],
)
def test_rp29_an_umbrella_saves_half(stood: str, bomb: int, left: str) -> None:
    """RP-29: the larger part, heroes last."""
    table = device(war(f"1 2 {stood}"), 1, "umbrella 1")
    assert held(fight(table, f"1 bomb 1 = {bomb}"), "1") == left


def test_rp29_an_umbrella_holds_against_all_bombs_together() -> None:
    """RP-29: and only on its space, for its owner."""
    table = device(war("1 2 9", "2 2 9", "3 1 9"), 1, "umbrella 1")
    fight(device(table, 0, "umbrella 2"), "1 bomb 1 = 4", "3 bomb 1 = 4")
    assert held(table, "1") == "2 5"
    table = device(war("1 2 9", "2 2 9", "3 1 9"), 1, "umbrella 1")
    fight(device(table, 0, "umbrella 2"), "1 bomb 2 = 8", "2 bomb 3 = 8")
    assert (held(table, "2"), held(table, "3")) == ("2 1", "1 1")


def test_rp29_an_umbrella_does_not_stop_armies() -> None:
    """RP-29."""
    table = device(war("1 2 8", "2 1 1"), 1, "umbrella 1")
    assert held(fight(table, "1 bomb 1 = 8", "1 legion 1 = 6"), "1") == "1 2"


@pytest.mark.parametrize(
    ("ram", "stood", "left"),
    [
        ("ram 1-2", "8", "1 1"),
        ("ram 1-2", "9", ""),
        ("ram 1-3", "8", "2 3"),
        ("ram 2-9", "8", "2 3"),
        ("ram 1-2", "7+3", "2 0+3"),
        ("ram 1-2", "1", "1 4"),
    ],
)
def test_rp29_a_ram_halves_the_defenders(ram: str, stood: str, left: str) -> None:
    """RP-29: on the border that is attacked across; they keep the larger part."""
    table = device(war(f"1 2 {stood}", "2 1 1"), 0, ram)
    assert held(fight(table, "1 legion 1 = 5"), "1") == left


def test_rp29_a_ram_works_on_any_border_the_attackers_could_come_across() -> None:
    """RP-29: where they border the space twice, one ram is enough; it needs somebody who attacks."""
    table = device(war("1 2 8", "2 1 1", "5 1 1"), 0, "ram 1-5")
    assert held(fight(table, "1 legion 1 = 5"), "1") == "1 1"
    table = device(war("1 2 8", "2 1 1", "5 1 1"), 0, "ram 1-5")
    assert held(fight(table, "1 bomb 1 = 1"), "1") == "2 7"
    table = device(war("1 2 8", "5 1 1", "2 3 1"), 0, "ram 1-2")
    assert held(fight(table, "1 legion 1 = 5", "3 legion 1 = 1"), "1") == "2 3", "only its owner's ram works for one"


def test_rp29_halving_happens_once() -> None:
    """RP-29: however many rams."""
    table = device(device(war("1 2 8", "2 1 1", "5 3 1"), 0, "ram 1-2"), 2, "ram 1-5")
    assert held(fight(table, "1 legion 1 = 1", "3 legion 1 = 1"), "1") == "2 3"


def test_rp29_halving_is_permanent() -> None:
    """RP-29: those who were halved away do not come back when the attack fails."""
    table = device(war("1 2 8", "2 1 1"), 0, "ram 1-2")
    assert held(fight(table, "1 legion 1 = 1"), "1") == "2 3"


def test_rp29_a_ram_needs_defenders() -> None:
    """RP-29, RP-27: in a space that nobody controlled all attack."""
    table = device(war("2 1 1", "3 2 1"), 0, "ram 1-2")
    assert held(fight(table, "1 legion 1 = 3", "2 legion 1 = 5"), "1") == "2 2"


def test_rp29_a_ram_halves_what_the_bombs_left_and_who_arrived() -> None:
    """RP-29, RP-27: bombs first; the defender's arrivals are defenders."""
    table = device(war("1 2 8", "2 1 1"), 0, "ram 1-2")
    assert held(fight(table, "1 bomb 1 = 4", "1 legion 1 = 1", "2 legion 1 = 4"), "1") == "2 3"
    table = device(war("1 2 4", "2 1 1"), 0, "ram 1-2")
    assert held(fight(table, "1 bomb 1 = 4", "1 legion 1 = 1", "2 legion 1 = 6"), "1") == "2 2", "arrivals defend"


@pytest.mark.parametrize(
    ("stood", "spikes", "sent", "left"),
    [
        ("2 1 1", "spikes 1-2", "8", "2 1"),
        ("2 1 1", "spikes 1-2", "9", ""),
        ("2 1 1", "spikes 1-2", "1", "2 4"),
        ("2 1 1", "spikes 1-3", "8", "1 3"),
        ("2 1 1", "spikes 2-9", "8", "1 3"),
        ("2 1 1, 5 1 1", "spikes 1-2", "8", "1 3"),
        ("2 1 1, 9 1 1", "spikes 1-2", "8", "2 1"),
    ],
)
def test_rp29_spikes_halve_the_attackers(stood: str, spikes: str, sent: str, left: str) -> None:
    """RP-29: only if every border they could come across is spiked."""
    table = device(war("1 2 5", *stood.split(", ")), 1, spikes)
    assert held(fight(table, f"1 legion 1 = {sent}"), "1") == left


def test_rp29_spikes_halve_each_attacker_by_itself() -> None:
    """RP-29: men first; only those who come across them."""
    table = device(war("1 2 2", "2 1 1", "5 3 1"), 1, "spikes 1-2")
    assert held(fight(table, "1 legion 1 = 9", "3 legion 1 = 7"), "1") == "3 2"
    table = device(war("1 2 1", "2 1 1"), 1, "spikes 1-2")
    assert held(fight(table, "1 legion 1 = 3", "1 heroes 1 = 4"), "1") == "1 0+4", "one before the fight, so none in it"
    table = device(war("1 1 1", "2 2 1"), 0, "spikes 1-2")
    assert held(fight(table, "2 legion 1 = 3", "2 heroes 1 = 4"), "1") == "2 0+3"


def test_rp29_spikes_work_for_their_owner_only() -> None:
    """RP-29: and do nothing without defenders."""
    table = device(war("1 2 5", "2 1 1"), 2, "spikes 1-2")
    assert held(fight(table, "1 legion 1 = 8"), "1") == "1 3"
    table = device(war("1 2 5", "2 1 1"), 0, "spikes 1-2")
    assert held(fight(table, "1 legion 1 = 8"), "1") == "1 3"
    table = device(war("1 2 5", "2 1 1"), 1, "spikes 1-2")
    assert held(fight(table, "3 bomb 1 = 5", "1 legion 1 = 8"), "1") == "1 8", "all defenders are dead"


def test_rp29_from_two_spaces_away_the_last_border_counts() -> None:
    """RP-29, RP-40: heroes of the Sobeccians come across any border that leads there."""
    lands = ("1 1 5", "9 3 1")
    for spikes, left in (("spikes 1-2", "3 0+4"), ("spikes 1-3", "3 0+4"), ("spikes 2-9", "3 0+4")):
        table = device(war(*lands, zones="dab"), 0, spikes)
        assert held(fight(table, "3 heroes 1 = 8"), "1") == left, "9 is two spaces away across 2 and across 3"
    for ram, left in (("ram 1-2", "3 0+6"), ("ram 1-3", "3 0+6"), ("ram 1-4", "3 0+4"), ("ram 3-9", "3 0+4")):
        table = device(war(*lands, zones="dab"), 2, ram)
        assert held(fight(table, "3 heroes 1 = 8"), "1") == left
    table = device(war("1 1 6", "8 3 1", zones="dbc"), 0, "spikes 1-2")
    assert held(fight(table, "3 heroes 1 = 8"), "1") == "1 1", "from 8 only across 2"


def test_rp29_spikes_come_before_the_ram_and_both_before_strikes() -> None:
    """RP-29: bombs, spikes, ram, strikes, the fight; heroes halved away strike nobody."""
    table = device(device(war("1 2 8", "2 1 1"), 1, "spikes 1-2"), 0, "ram 1-2")
    fight(table, "3 bomb 1 = 1", "1 heroes 1 = 4")
    assert held(table, "1") == "", "8 - 1 = 7, halved 4; 2 heroes strike 2 and fight 2"
    table = device(war("1 2 0+6", "2 1 1"), 0, "ram 1-2")
    fight(table, "1 legion 1 = 8")
    assert held(table, "1") == "1 2", "three of Ra'shar's strike three, then fight three"


# Heroes


def test_rp27_men_die_before_heroes() -> None:
    """RP-27."""
    table = war("1 2 3+2", "2 3 1")
    assert held(fight(table, "3 legion 1 = 1"), "1") == "2 3+2", "Ra'shar's heroes strike first"
    table = war("1 3 3+2", "2 2 1")
    assert held(fight(table, "2 legion 1 = 4"), "1") == "3 0+1"


@pytest.mark.parametrize(
    ("stood", "heroes", "men", "left"),
    [
        ("8", 4, 0, ""),
        ("7", 4, 0, "1 0+1"),
        ("9", 4, 0, "2 1"),
        ("3", 4, 0, "1 0+4"),
        ("9", 2, 5, ""),
        ("2+1", 2, 0, "1 0+1"),
    ],
)
def test_rp40_an_attacking_anubian_hero_destroys_two_defenders(stood: str, heroes: int, men: int, left: str) -> None:
    """RP-40: one before the fight, one in it; men before heroes."""
    table = war(f"1 2 {stood}", "2 1 1", factions=("anubians", "sobeccians"))
    orders = [f"1 heroes 1 = {heroes}", *([f"1 legion 1 = {men}"] if men else [])]
    assert held(fight(table, *orders), "1") == left


def test_rp40_anubian_heroes_do_not_strike_when_they_defend() -> None:
    """RP-40: nor in a space that nobody controlled."""
    table = war("1 1 0+4", "2 2 1", factions=("anubians", "sobeccians"))
    assert held(fight(table, "2 legion 1 = 6"), "1") == "2 2"
    table = war("2 1 1", "3 2 1", factions=("anubians", "sobeccians"))
    assert held(fight(table, "1 heroes 1 = 4", "2 legion 1 = 6"), "1") == "2 2"


def test_rp40_a_strike_is_for_the_defender_only() -> None:
    """RP-40: other attackers are not struck."""
    table = war("1 2 2", "2 1 1", "5 3 1", factions=("anubians", "bastet", "sobeccians"))
    assert held(fight(table, "1 heroes 1 = 4", "3 legion 1 = 5"), "1") == "3 1"


@pytest.mark.parametrize(
    ("stood", "sent", "left"),
    [("0+4", 8, ""), ("0+4", 7, "2 0+1"), ("0+4", 9, "1 1"), ("3+2", 7, ""), ("3+2", 6, "2 0+1")],
)
def test_rp40_a_defending_rashar_hero_destroys_two_attackers(stood: str, sent: int, left: str) -> None:
    """RP-40: one before the fight, one in it."""
    table = war(f"1 2 {stood}", "2 1 1", factions=("sobeccians", "rashar"))
    assert held(fight(table, f"1 legion 1 = {sent}"), "1") == left


def test_rp40_rashar_heroes_strike_each_attacking_side() -> None:
    """RP-40: and not when they attack."""
    table = war("1 2 0+4", "2 1 1", "5 3 1", factions=("sobeccians", "rashar", "anubians"))
    assert held(fight(table, "1 legion 1 = 6", "3 legion 1 = 4"), "1") == "2 0+2", "two and none are left to fight"
    table = war("1 1 6", "2 2 1", factions=("sobeccians", "rashar"))
    assert held(fight(table, "2 heroes 1 = 4"), "1") == "1 2"


@pytest.mark.parametrize(
    ("stood", "heroes", "men", "left"),
    [("5", 4, 0, ""), ("5", 1, 3, ""), ("5", 0, 4, "2 1"), ("1", 2, 0, "1 0+2"), ("2+1", 4, 0, "1 0+2")],
)
def test_rp40_sobeccian_heroes_destroy_one_defender_together(stood: str, heroes: int, men: int, left: str) -> None:
    """RP-40: before the fight, however many heroes attack; none if there is none."""
    table = war(f"1 2 {stood}", "2 1 1", factions=("sobeccians", "anubians"))
    orders = [f"1 heroes 1 = {heroes}"] * (heroes > 0) + [f"1 legion 1 = {men}"] * (men > 0)
    assert held(fight(table, *orders), "1") == left


def test_rp40_sobeccian_heroes_do_not_lie_in_wait_when_they_defend() -> None:
    """RP-40: nor in a space that nobody controlled, nor for a hero of Bastet, of whom one is not enough."""
    table = war("1 1 0+4", "2 2 1", factions=("sobeccians", "anubians"))
    assert held(fight(table, "2 legion 1 = 6"), "1") == "2 2"
    table = war("2 1 1", "3 2 1", factions=("sobeccians", "anubians"))
    assert held(fight(table, "1 heroes 1 = 4", "2 legion 1 = 6"), "1") == "2 2"
    table = war("1 2 0+1", "2 1 1", factions=("sobeccians", "bastet"))
    assert held(fight(table, "1 heroes 1 = 1"), "1") == "2 0+1"


def test_rp40_both_strikes_fall_at_the_same_moment() -> None:
    """RP-40: heroes who are struck down strike as well."""
    table = war("1 2 0+3", "2 1 1", factions=("anubians", "rashar"))
    assert held(fight(table, "1 heroes 1 = 3"), "1") == ""
    table = war("1 2 2+3", "2 1 1", factions=("anubians", "rashar"))
    assert held(fight(table, "1 heroes 1 = 4"), "1") == "", (
        "four strike two men and two heroes; one is left on each side"
    )


@pytest.mark.parametrize(
    ("heroes", "sent", "left"),
    [
        (3, 2, "2 0+2"),
        (3, 3, "2 0+2"),
        (3, 4, "2 0+1"),
        (3, 6, "1 3"),
        (1, 1, "2 0+1"),
        (1, 2, "1 1"),
        (5, 7, "2 0+1"),
        (4, 7, "1 2"),
    ],
)
def test_rp40_a_hero_of_bastet_has_toughness_two(heroes: int, sent: int, left: str) -> None:
    """RP-40, RP-27: always; if two sides survive they exchange again, wounds carried over; then heroes heal."""
    table = war(f"1 2 0+{heroes}", "2 1 1", factions=("sobeccians", "bastet"))
    assert held(fight(table, f"1 legion 1 = {sent}"), "1") == left
    table = war("1 1 " + str(sent), "2 2 1", factions=("sobeccians", "bastet"))
    assert held(fight(table, f"2 heroes 1 = {heroes}"), "1") == left, "when they attack, too"


def test_rp27_wounds_are_carried_over_and_heal() -> None:
    """RP-27: five against seven: three and a half fall, two are left with a wound; against the last two one stays."""
    table = war("1 2 0+5", "2 1 1", factions=("sobeccians", "bastet"))
    assert held(fight(table, "1 legion 1 = 7"), "1") == "2 0+1"
    table = war("1 2 0+2", "2 1 1", factions=("sobeccians", "bastet"))
    fight(table, "1 legion 1 = 1")
    assert held(table, "1") == "2 0+2"
    fight(deploying(table), "1 legion 1 = 1")
    assert held(table, "1") == "2 0+2", "the wound of the round before has healed"
    table = war("1 2 0+2", "2 2 0+2", "3 1 1", factions=("sobeccians", "bastet"))
    fight(table, "1 legion 1 = 1", "1 colossus 2 = 1")
    assert (held(table, "1"), held(table, "2")) == ("2 0+2", "2 0+2"), "a wound in one space does not hurt in another"


def test_rp27_a_bombs_odd_wound_counts_in_the_fight_and_heals() -> None:
    """RP-27."""
    table = war("1 2 0+2", "2 1 1", factions=("sobeccians", "bastet"))
    assert held(fight(table, "1 bomb 1 = 1"), "1") == "2 0+2"
    table = war("1 2 0+2", "2 1 1", factions=("sobeccians", "bastet"))
    assert held(fight(table, "1 bomb 1 = 1", "1 legion 1 = 1"), "1") == "2 0+1"


def test_rp40_an_odd_wound_of_a_strike_is_lost() -> None:
    """RP-40: two blows kill a tough hero before the fight, the third does nothing."""
    table = war("1 2 0+3", "2 1 1", factions=("anubians", "bastet"))
    assert held(fight(table, "1 heroes 1 = 3"), "1") == "", "one falls; three fight two with four lives, then one one"
    table = war("1 2 0+2", "2 1 1", factions=("anubians", "bastet"))
    assert held(fight(table, "1 heroes 1 = 1"), "1") == "2 0+2"


def test_rp29_halving_counts_heroes_not_lives() -> None:
    """RP-29, RP-40: an umbrella saves half of Bastet's heroes, a ram halves them."""
    table = device(war("1 2 0+5", factions=("sobeccians", "bastet")), 1, "umbrella 1")
    assert held(fight(table, "1 bomb 1 = 9"), "1") == "2 0+3"
    table = device(war("1 2 0+5", factions=("sobeccians", "bastet")), 1, "umbrella 1")
    assert held(fight(table, "1 bomb 1 = 3"), "1") == "2 0+4"
    table = device(war("1 2 0+5", "2 1 1", factions=("sobeccians", "bastet")), 0, "ram 1-2")
    assert held(fight(table, "1 legion 1 = 1"), "1") == "2 0+3"


@pytest.mark.parametrize(("bomb", "left"), [(2, "2 0+2"), (3, "2 0+2"), *((each, "2 0+1") for each in range(4, 10))])
def test_rp29_under_an_umbrella_a_greater_bomb_never_does_less(bomb: int, left: str) -> None:
    """RP-29, RP-27: an odd wound counts in the fight, but not beyond the half that may die."""
    table = device(war("1 2 2+4", "2 1 1", factions=("sobeccians", "bastet")), 1, "umbrella 1")
    assert held(fight(table, f"1 bomb 1 = {bomb}", "1 legion 1 = 4"), "1") == left


@pytest.mark.parametrize(
    ("stood", "bomb", "heroes", "left"), [("1", 1, 1, ""), ("1", 0, 1, "2 0+1"), ("3", 1, 3, "1 0+1")]
)
def test_rp40_a_bombs_wound_outlasts_a_strike(stood: str, bomb: int, heroes: int, left: str) -> None:
    """RP-27, RP-40: it does not add up with the strike, and counts in the fight."""
    table = war(f"1 2 0+{stood}", "2 1 1", factions=("anubians", "bastet"))
    orders = [f"1 bomb 1 = {bomb}"] if bomb else []
    assert held(fight(table, *orders, f"1 heroes 1 = {heroes}"), "1") == left
