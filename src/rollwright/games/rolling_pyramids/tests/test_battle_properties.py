"""What holds in every battle of Rolling Pyramids, whoever meets there."""

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import permutations

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from rollwright.core.compiler import is_enabled
from rollwright.core.contract import Record, copy
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids.tests.comparison import SIDES, land_of
from rollwright.games.rolling_pyramids.tests.reference import (
    BORDERS,
    DEVICES,
    FACTIONS,
    NAME,
    NEAR,
    NUMBERED,
    SPACES,
    Battle,
    Board,
    Device,
    Stack,
)
from rollwright.games.rolling_pyramids.tests.staging import GROUPS, alone, begun, deploying

SPACE = "1"
"""Where these battles are: every neighbour is numbered, so that each side may come from any of them."""
AROUND = sorted(NEAR[SPACE], key=int)
FAR = [space for space in NUMBERED if space not in NEAR[SPACE] and space != SPACE]
CLOSE = [border for border in BORDERS if SPACE in border.split("-")]
READ = cache(open_game(NAME).moves.read)

QUICK = settings(
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    max_examples=40 if is_enabled() else 15,
)


@dataclass(frozen=True)
class Army:
    """What a side brings to a battle, and where it comes from."""

    faction: str
    men: int = 0
    heroes: int = 0
    bomb: int = 0
    lands: frozenset[str] = frozenset()
    ram: str = ""
    spikes: str = ""
    umbrella: str = ""

    @property
    def comes(self) -> int:
        return self.men + self.heroes


@dataclass(frozen=True)
class Meeting:
    """The armies that meet in a space, and who stood there: an army by its place, the Pharaoh, or nobody."""

    armies: tuple[Army, ...]
    stood: Stack = field(default_factory=Stack)

    def with_army(self, place: int, **changes: object) -> "Meeting":
        armies = list(self.armies)
        armies[place] = replace(armies[place], **changes)  # type: ignore[arg-type]
        return replace(self, armies=tuple(armies))


@cache
def ready_for_orders(factions: tuple[str, ...]) -> Record:
    """Return a position where orders are due; start zones lie where they do not matter here."""
    table = deploying(begun(*factions)) if len(factions) > 1 else deploying(alone(*factions))
    return table.position


def outcome(meeting: Meeting) -> Stack:
    """Let the armies meet, and return who holds the space."""
    rules = open_game(NAME).rules()
    s = copy(ready_for_orders(tuple(army.faction for army in meeting.armies)))
    if len(meeting.armies) == 1:
        s.land.owner[: len(NUMBERED)] = -1
        s.land.men[: len(NUMBERED)] = 0
    s.land.owner[0], s.land.men[0], s.land.heroes[0] = (
        SIDES.index(meeting.stood.owner),
        meeting.stood.men,
        meeting.stood.heroes,
    )
    if meeting.stood.owner is None:
        s.land.owner[0] = -1
    for seat, army in enumerate(meeting.armies):
        sheet = s.sheets[seat]
        for space in army.lands:
            s.land.owner[SPACES.index(space)], s.land.men[SPACES.index(space)] = seat, 1
        for number, (name, names) in enumerate((("ram", BORDERS), ("spikes", BORDERS), ("umbrella", NUMBERED))):
            if getattr(army, name):
                sheet.devices[number] = 1 + names.index(getattr(army, name))
        sheet.group[:] = 0
        for group, number in (("legion", army.men), ("heroes", army.heroes), ("bomb", army.bomb)):
            sheet.group[GROUPS.index(group)] = number
            if number:
                rules.play(s, seat, READ(f"send {group} {SPACE}") or 0)
    for seat in range(len(meeting.armies)):
        rules.play(s, seat, READ("ready") or 0)
    return land_of(s.after)[SPACE]


numbers = st.integers(0, 12)


@st.composite
def armies(draw: st.DrawFn, faction: str, lands: frozenset[str], *, devices: bool) -> Army:
    """Draw what a side brings: nobody, if it has no land to come from."""
    border = st.sampled_from(["", *CLOSE]) if devices else st.just("")
    bomb = draw(st.sampled_from([0, 0, 1, 2, 5, 9])) if devices else 0
    men, heroes = (draw(numbers), draw(numbers)) if lands else (0, 0)
    return Army(
        faction, men, heroes, bomb, lands, draw(border), draw(border), SPACE * (devices and draw(st.booleans()))
    )


@st.composite
def meetings(draw: st.DrawFn, seats: tuple[int, ...] = (2, 3, 4)) -> Meeting:
    """Draw armies of different factions, each from its own lands around the space, and somebody who stood there."""
    factions = draw(st.permutations(FACTIONS))[: draw(st.sampled_from(seats))]
    owners = [draw(st.sampled_from([None, *range(len(factions))])) for _ in AROUND]
    lands = [
        frozenset(space for space, owner in zip(AROUND, owners, strict=True) if owner == seat)
        for seat in range(len(factions))
    ]
    met = tuple(draw(armies(faction, lands[seat], devices=True)) for seat, faction in enumerate(factions))
    owner = draw(st.sampled_from([None, *range(len(factions)), *(["p"] if len(factions) == 1 else [])]))
    if owner is None:
        return Meeting(met)
    men, heroes = draw(numbers), draw(numbers) if owner != "p" else 0
    return Meeting(met, Stack(owner, men + (heroes == 0), heroes))


@st.composite
def attacks(draw: st.DrawFn) -> Meeting:
    """Draw a plain attack on the second of two players, who may be reinforced."""
    one, other = draw(st.permutations(FACTIONS))[:2]
    lands = draw(st.lists(st.sampled_from(AROUND[:5]), min_size=1, max_size=2).map(frozenset))
    met = tuple(
        draw(armies(name, land, devices=False)) for name, land in ((one, lands), (other, frozenset(AROUND[5:])))
    )
    men, heroes = draw(numbers), draw(numbers)
    return Meeting(met, Stack(1, men + (heroes == 0), heroes)).with_army(0, men=met[0].men + 1)


def stood(meeting: Meeting, seat: int) -> tuple[int, int]:
    return (meeting.stood.men, meeting.stood.heroes) if meeting.stood.owner == seat else (0, 0)


# Plain men


@QUICK
@given(st.permutations(FACTIONS), st.integers(1, 60), st.integers(1, 60))
@example(list(FACTIONS), 5, 5)
def test_two_plain_sides_fight_as_the_book_says(factions: list[str], one: int, two: int) -> None:
    """RP-26, RP-27: the smaller number comes off the larger, equal numbers wipe each other out."""
    left = Stack() if one == two else Stack(0, one - two) if one > two else Stack(1, two - one)
    here = Army(factions[0], one, lands=frozenset("2"))
    assert outcome(Meeting((here, Army(factions[1])), Stack(1, two))) == left
    assert outcome(Meeting((here, Army(factions[1], two, lands=frozenset("5"))))) == left
    assert outcome(Meeting((here, Army(factions[1], two, lands=frozenset("5"))), Stack(1, 3))) == (
        outcome(Meeting((here, Army(factions[1])), Stack(1, two + 3)))
    )


@QUICK
@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(FACTIONS))
def test_the_pharaohs_men_are_plain(one: int, two: int, faction: str) -> None:
    """RP-26, RP-50: alone, too, the smaller number comes off the larger."""
    left = Stack() if one == two else Stack(0, one - two) if one > two else Stack("p", two - one)
    assert outcome(Meeting((Army(faction, one, lands=frozenset("2")),), Stack("p", two))) == left


@QUICK
@given(st.permutations(FACTIONS), st.lists(st.integers(1, 40), min_size=3, max_size=4), st.booleans())
@example(list(FACTIONS), [5, 5, 3], True)
def test_of_several_plain_sides_the_strongest_survives_by_its_lead(
    factions: list[str], men: list[int], defended: bool
) -> None:
    """RP-27: over the second; whether or not one of them defends."""
    armies = [
        Army(faction, number, lands=frozenset(space))
        for faction, number, space in zip(factions, men, "2345", strict=False)
    ]
    meeting = Meeting(tuple(armies))
    if defended:
        meeting = replace(meeting.with_army(0, men=0), stood=Stack(0, men[0]))
    second, first = sorted(men)[-2:]
    assert outcome(meeting) == (Stack(men.index(first), first - second) if first > second else Stack())


# Everybody


@QUICK
@given(meetings((1, 2, 3, 4)))
def test_nobody_gains_anybody_in_a_battle(meeting: Meeting) -> None:
    """RP-25 to RP-29, RP-40: a side ends with no more men or heroes than stood there and came."""
    left = outcome(meeting)
    if left.owner is None:
        assert (left.men, left.heroes) == (0, 0)
        return
    assert left.men + left.heroes > 0
    if isinstance(left.owner, int):
        men, heroes = stood(meeting, left.owner)
        army = meeting.armies[left.owner]
        assert left.men <= men + army.men
        assert left.heroes <= heroes + army.heroes
        if not any(army.bomb for army in meeting.armies):
            assert left.men == 0 or left.heroes == heroes + army.heroes, "men die before heroes"
    else:
        assert left.men <= meeting.stood.men


@QUICK
@given(meetings(), st.randoms(use_true_random=False))
def test_seats_do_not_matter(meeting: Meeting, random: object) -> None:
    """RP-25, RP-27: whoever sits where, with the same armies and devices, the same is left."""
    left = outcome(meeting)
    orders = list(permutations(range(len(meeting.armies))))
    for order in random.sample(orders, min(3, len(orders))):  # type: ignore[attr-defined]
        owner = meeting.stood.owner
        seated = Meeting(
            tuple(meeting.armies[place] for place in order),
            replace(meeting.stood, owner=order.index(owner) if isinstance(owner, int) else owner),
        )
        found = outcome(seated)
        assert replace(found, owner=order[found.owner] if isinstance(found.owner, int) else found.owner) == left


@QUICK
@given(meetings((1, 2, 3, 4)))
def test_every_battle_is_as_on_paper(meeting: Meeting) -> None:
    """RP-25 to RP-29, RP-40."""
    boards, before = [], {space: Stack() for space in SPACES} | {SPACE: meeting.stood}
    for seat, army in enumerate(meeting.armies):
        board = Board(army.faction)
        board.strengths = {"legion": army.men, "heroes": army.heroes, "bomb": army.bomb}
        board.orders = {group: SPACE for group, number in board.strengths.items() if number}
        board.devices = {name: Device(getattr(army, name), 0) for name in DEVICES if getattr(army, name)}
        before |= {space: Stack(seat, 1) for space in army.lands}
        boards.append(board)
    assert Battle(boards, before, SPACE).outcome() == outcome(meeting)


@QUICK
@given(meetings())
def test_without_enemies_nothing_happens(meeting: Meeting) -> None:
    """RP-24, RP-26: who is alone in a space has all that stood there and came, devices or not."""
    for seat, army in enumerate(meeting.armies):
        others = tuple(
            each if each is army else Army(each.faction, lands=each.lands, ram=each.ram) for each in meeting.armies
        )
        men, heroes = stood(meeting, seat)
        mine = Meeting(others, meeting.stood if meeting.stood.owner == seat else Stack())
        if army.comes + men + heroes:
            assert outcome(mine) == Stack(seat, men + army.men, heroes + army.heroes)


# Bombs


@QUICK
@given(st.sampled_from(FACTIONS), numbers, numbers, st.lists(st.integers(0, 15), min_size=3, max_size=3))
def test_bombs_add_up_and_an_umbrella_saves_half(faction: str, men: int, heroes: int, bombs: list[int]) -> None:
    """RP-25, RP-29, RP-40: men first, two for a hero of Bastet; under an umbrella the larger half is left at least."""
    assume(men + heroes)
    others = [name for name in FACTIONS if name != faction]
    armies = (Army(faction), *(Army(name, bomb=bomb) for name, bomb in zip(others, bombs, strict=True)))
    damage, toughness = sum(bombs), 2 if faction == "bastet" else 1
    dead = min(men, damage)
    fallen = min(heroes, (damage - dead) // toughness)
    left = outcome(Meeting(armies, Stack(0, men, heroes)))
    assert left == (Stack(0, men - dead, heroes - fallen) if dead + fallen < men + heroes else Stack())
    saved = outcome(Meeting(armies, Stack(0, men, heroes)).with_army(0, umbrella=SPACE))
    half = (men + heroes) // 2
    assert saved.men + saved.heroes == max(men + heroes - half, left.men + left.heroes)
    assert dead + fallen > half or saved == left
    assert saved.men == max(0, men - half) or saved == left


# Devices


def ways(army: Army) -> set[str]:
    """Return the spaces next to this one that an army could come from: its own, and for heroes of long reach also those
    that its own border."""
    far = {space for space in AROUND if NEAR[space] & army.lands}
    return {space for space in AROUND if space in army.lands} | (
        far if army.faction == "sobeccians" and army.heroes else set()
    )


@QUICK
@given(attacks(), st.sampled_from(CLOSE))
def test_a_ram_only_halves_the_defenders(meeting: Meeting, border: str) -> None:
    """RP-29: as if half of them, men first, had never been there."""
    army = meeting.armies[0]
    men, heroes = meeting.stood.men + meeting.armies[1].men, meeting.stood.heroes + meeting.armies[1].heroes
    half = (men + heroes) // 2
    gone = min(men, half)
    crossed = any(space in border.split("-") for space in ways(army))
    halved = replace(meeting.with_army(1, men=0, heroes=0), stood=Stack(1, men - gone, heroes - (half - gone)))
    assert outcome(meeting.with_army(0, ram=border)) == outcome(halved if crossed else meeting)


@QUICK
@given(attacks(), st.sampled_from(CLOSE))
def test_spikes_only_halve_the_attackers(meeting: Meeting, border: str) -> None:
    """RP-29: as if half of them, men first, had never come; only if there is no other way."""
    army = meeting.armies[0]
    half = army.comes // 2
    gone = min(army.men, half)
    only = len(ways(army)) == 1 and set(border.split("-")) == {SPACE, *ways(army)}
    halved = meeting.with_army(0, men=army.men - gone, heroes=army.heroes - (half - gone))
    assert outcome(meeting.with_army(1, spikes=border)) == outcome(halved if only else meeting)


@QUICK
@given(st.integers(1, 9), st.sampled_from(FAR), st.sampled_from(CLOSE))
def test_from_two_spaces_away_only_the_last_border_counts(heroes: int, home: str, border: str) -> None:
    """RP-29, RP-40: rams work if it leads to the space, spikes if no other does."""
    ways = {space for space in AROUND if home in NEAR[space]}
    assume(ways)
    led = any(set(border.split("-")) == {SPACE, way} for way in ways)
    here, there = Army("sobeccians", heroes=heroes, lands=frozenset([home])), Army("rashar")
    plain = Meeting((here, there), Stack(1, 6))
    rammed = outcome(plain.with_army(0, ram=border))
    assert rammed == outcome(replace(plain, stood=Stack(1, 3)) if led else plain)
    spiked = outcome(plain.with_army(1, spikes=border))
    assert spiked == outcome(plain.with_army(0, heroes=heroes - heroes // 2) if led and len(ways) == 1 else plain)


# Heroes


@QUICK
@given(st.integers(0, 9), st.integers(1, 9), st.integers(1, 30), st.sampled_from(["bastet", "sobeccians"]))
def test_anubian_heroes_destroy_one_before_the_fight(men: int, heroes: int, stand: int, other: str) -> None:
    """RP-40: when they attack; then they are plain."""
    here = Army("anubians", men, heroes, lands=frozenset("2"))
    left = outcome(Meeting((here, Army(other)), Stack(1, stand)))
    plain = Army("rashar", men, heroes, lands=frozenset("2"))
    after = stand - heroes
    wanted = outcome(Meeting((plain, Army(other)), Stack(1, after))) if after > 0 else Stack(0, men, heroes)
    assert left == wanted


@QUICK
@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 30), st.sampled_from(["bastet", "anubians"]))
def test_sobeccian_heroes_destroy_one_together_before_the_fight(men: int, heroes: int, stand: int, other: str) -> None:
    """RP-40: when any of them attack; then they are plain."""
    assume(men + heroes)
    here = Army("sobeccians", men, heroes, lands=frozenset("2"))
    left = outcome(Meeting((here, Army(other)), Stack(1, stand)))
    plain = Army("rashar", men, heroes, lands=frozenset("2"))
    after = stand - (heroes > 0)
    wanted = outcome(Meeting((plain, Army(other)), Stack(1, after))) if after > 0 else Stack(0, men, heroes)
    assert left == wanted


@QUICK
@given(st.integers(0, 9), st.integers(1, 9), st.lists(st.integers(1, 30), min_size=1, max_size=2))
def test_rashar_heroes_destroy_one_of_each_side_before_the_fight(men: int, heroes: int, sent: list[int]) -> None:
    """RP-40: when they defend; then they are plain."""
    attackers = [
        Army(name, number, lands=frozenset(space)) for name, number, space in zip(FACTIONS, sent, "25", strict=False)
    ]
    left = outcome(Meeting((Army("rashar"), *attackers), Stack(0, men, heroes)))
    weaker = [replace(army, men=max(0, army.men - heroes)) for army in attackers]
    assert left == outcome(Meeting((Army("sobeccians"), *weaker), Stack(0, men, heroes)))


@QUICK
@given(st.integers(1, 12), st.integers(1, 12))
def test_anubians_and_rashar_strike_at_the_same_moment(attack: int, defend: int) -> None:
    """RP-40: heroes against heroes: each loses what the other side had, once before the fight and once in it."""
    here = Army("anubians", heroes=attack, lands=frozenset("2"))
    left = outcome(Meeting((here, Army("rashar")), Stack(1, 0, defend)))
    one, two = max(0, attack - defend), max(0, defend - attack)
    assert left == (Stack(0, 0, one) if one else Stack(1, 0, two) if two else Stack())


@QUICK
@given(numbers, st.integers(1, 12), st.integers(1, 40), st.booleans())
def test_a_hero_of_bastet_takes_two(men: int, heroes: int, enemies: int, attacks: bool) -> None:
    """RP-40, RP-27: until one side is left or none, wounds carried over, whoever attacks."""
    cats, lives, foes = men + heroes, men + 2 * heroes, enemies
    while cats and foes:
        lives, foes = max(0, lives - foes), max(0, foes - cats)
        cats = min(men, max(0, lives - 2 * heroes)) + min(heroes, (lives + 1) // 2)
    here = Army("bastet", men, heroes, lands=frozenset("2"))
    meeting = Meeting((here, Army("rashar")), Stack(1, enemies))
    if not attacks:
        meeting = Meeting((Army("bastet"), Army("rashar", enemies, lands=frozenset("2"))), Stack(0, men, heroes))
    left = outcome(meeting)
    if cats:
        assert (left.owner, left.men + left.heroes) == (0, cats)
    else:
        assert left == (Stack(1, foes) if foes else Stack())


@pytest.mark.parametrize("heroes", range(1, 9))
def test_strikes_on_bastet_lose_their_odd_wound(heroes: int) -> None:
    """RP-40: nine of Bastet's heroes are struck by so many Anubians: as if half as many had not been there."""
    here = Army("anubians", heroes=heroes, lands=frozenset("2"))
    left = outcome(Meeting((here, Army("bastet")), Stack(1, 0, 9)))
    plain = Army("rashar", heroes=heroes, lands=frozenset("2"))
    assert left == outcome(Meeting((plain, Army("bastet")), Stack(1, 0, 9 - heroes // 2)))
