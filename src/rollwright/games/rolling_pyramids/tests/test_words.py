"""What Rolling Pyramids says to its players is true: what it asks, what it proposes, refuses and tells."""

import re

import pytest

from rollwright.core.dice import ScriptedDice
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids import words
from rollwright.games.rolling_pyramids.names import side_name
from rollwright.games.rolling_pyramids.rules.draft import colour_of
from rollwright.games.rolling_pyramids.tests.reference import FACTIONS, NAME
from rollwright.games.rolling_pyramids.tests.sentences import ask, move_of, proposed, say, told, told_dice
from rollwright.games.rolling_pyramids.tests.staging import (
    STAGED,
    alone,
    arrange,
    begun,
    crossing,
    deploying,
    discard_all,
    drafting,
    ended,
    finish,
    new_table,
    placing,
    play,
    rolled,
    spoils,
    staged,
    unopened,
    write,
)
from rollwright.table import Table

# What is asked


def test_rp22_rp41_what_is_asked_before_the_first_round() -> None:
    """RP-22, RP-41, RP-50."""
    assert ask(unopened("anubians", "bastet"), 0) == "Who goes first? A die decides."
    assert ask(unopened("anubians"), 0) == "Where do you start? A die picks your zone."
    assert ask(alone(), 0) == "Roll the dice? Yours and the Pharaoh's. You keep 4 of the 6."
    table = new_table(*FACTIONS[:3], first=2)
    assert [ask(table, seat) for seat in range(3)] == [
        "Where do you start? Pick a free zone. All four are alike.",
        "Ann picks a start zone.",
        "Ann picks a start zone.",
    ]
    for seat, zone in ((0, "a"), (2, "b"), (1, "c")):
        play(table, seat, f"zone {zone}")
    assert ask(table, 1) == "Roll the dice? Everybody's. Then each of you takes 4, in turn."
    assert ask(table, 0) == "Bob rolls next. Then each of you takes 4 dice, in turn."


def test_rp20_dice_are_asked_for_in_a_snake() -> None:
    table = drafting()
    for n, seat in enumerate((0, 1, 1, 0, 0, 1, 1, 0)):
        asked = words.ask(table.seen_by(seat), seat, table.players)
        assert str(asked.ask) == "Which die do you take?"
        assert str(asked.more) == f"Die {n // 2 + 1} of 4. Your own can be 1 up or down."
        assert ask(table, 1 - seat) == f"{('Ann', 'Bob')[seat]} takes a die."
        play(table, seat, next(text for text in table.legal(seat) if text.startswith("discard")))


def test_rp23_rp28_rp31_phases_of_all_wait_for_those_who_are_not_done() -> None:
    """RP-23, RP-28, RP-31."""
    table = staged("developing")
    assert ask(table, 0) == "Which upgrade do you buy? A pair buys one. You can also keep the pair."
    assert ask(table, 1) == "Waiting for Ann."
    table = crossing()
    which, may = "Which triangle do you cross?", "For what you conquered you may cross"
    assert ask(table, 0) == f"{which} {may} 2, one after the other."
    play(table, 0, "cross footmen-1 1")
    assert ask(table, 0) == f"{which} {may} 1."
    assert ask(table, 1) == "Waiting for Ann."
    table = placing()
    placed = "Place a device now? {}: it stays there, and works from the next round on."
    assert (ask(table, 0), ask(table, 1)) == (placed.format("Ram, Umbrella"), "Waiting for Ann.")
    assert ask(play(table, 0, "ram 8-a"), 0) == placed.format("Umbrella")
    table = discard_all(rolled(write(write(begun(*FACTIONS[:3]), 0, "pair-1 1 6"), 2, "pair-1 1 6")))
    assert ask(table, 1) == "Waiting for Ann, Cem."
    assert ask(ended(), 0) == "The game is over."


def test_rp24_orders_are_asked_for_group_by_group() -> None:
    table = deploying(begun(*FACTIONS[:3]))
    asked = "Who marches where? {} no order yet. Nobody sees yours before all are ready."
    assert ask(table, 0) == asked.format("2 groups have")
    play(table, 0, "send footmen-1 8")
    assert ask(table, 0) == asked.format("1 group has")
    play(table, 0, "send footmen-2 8")
    assert ask(table, 0) == "Ready? When all are, the orders are opened."
    play(table, 0, "ready")
    assert ask(table, 0) == "Your orders are given. Waiting for Bob, Cem."
    play(table, 2, "ready")
    assert ask(table, 0) == "Your orders are given. Waiting for Bob."
    lately = [words.lately(table.seen_by(1), seat) for seat in range(3)]
    assert [each and str(each) for each in lately] == ["has given orders", None, "has given orders"]


def test_rp55_men_that_land_brings_are_counted() -> None:
    brings = "Keep {} for your next orders? Pick their spaces. All others reinforce where they are."
    assert ask(spoils("8 1 3"), 0) == brings.format("1 new man")
    table = staged("spoils")
    assert ask(table, 0) == brings.format("some of 3 new men")
    assert ask(play(table, 0, "keep 2"), 0) == brings.format("1 new man")
    deploying(play(table, 0, "done"))
    assert ask(table, 0) == "Who marches where? 3 groups have no order yet."
    play(table, 0, *(f"send {group} 8" for group in ("footmen-1", "footmen-2", "kept")))
    assert ask(table, 0) == "Ready? Then your orders are carried out."
    for _ in range(3):
        table.undo(0)
    sending = "send GROUP SPACE: such as send footmen-1 9."
    assert str(words.explain(table.position, 0)[0]) == sending, "there is nobody from whom to hide them"
    assert proposed(table, 0, "send kept 8") == "Kept men (2) to space 8"


@pytest.mark.parametrize("name", STAGED)
def test_how_moves_are_written_is_explained_by_moves_that_can_be_read(name: str) -> None:
    table = staged(name)
    lines = [str(each) for each in words.explain(table.position, 0)]
    assert bool(lines) == bool(table.waiting)
    for seat in range(1, table.seats):
        assert bool(words.explain(table.position, seat)) == (seat in table.waiting)
    for line in lines:
        examples = re.findall(r"(?:such as|, or) ([a-z]+ [a-z0-9-]+[^.,]*)", line)
        assert all(table.game.moves.read(each) is not None for each in examples), line


# What is refused

NO_ROOM = "with room for the missing ones"
REFUSALS = [
    ("over", "ready", "The game is over."),
    ("rolling", "ready", "The dice must be rolled first."),
    ("choosing", "zone c", "This zone is taken. Free: A, B, D."),
    ("choosing", "ready", "Now you choose a start zone."),
    ("drafting", "discard 1d4-4", "There is no such die on the table: own triangle 4."),
    ("drafting", "write 3 hero from 2d4-3", "There is no such die on the table: triangle 3 (Bob)."),
    ("drafting", "discard pd8-1", "There is no such die on the table: rhombus 1 (Pharaoh)."),
    ("drafting", "write 5 hero from 1d8-5", "Only a triangle goes in here."),
    ("drafting", "write 3 colossus-3 from 1d4-3", "Only a rhombus goes in here."),
    ("drafting", "write 3 legion-2 from 1d8-5", "This die can only be one of these numbers: 4, 5, 6."),
    ("drafting", "write 6 legion-2 from 2d8-7", "This die can only be one of these numbers: 7."),
    ("drafting", "ready", "Now you take a die: write it on your board, or discard it."),
    ("drafting", "done", "Now you take a die: write it on your board, or discard it."),
    ("with a factory", "write 6 legion-2 from 2d8-7", "This die can only be one of these numbers: 5, 7."),
    (
        "with a factory",
        "write 1 legion-1 from 1d8-5",
        "This die can only be one of these numbers: 2, 3, 4, 5, 6, 7, 8.",
    ),
    ("half filled", "write 3 hero from 1d4-3", "Something is written there already."),
    ("half filled", "write 3 pair-1 from 1d4-3", "Something is written there already."),
    ("half filled", "write 3 footmen-1 from 1d4-3", "All spaces of this shape are crossed."),
    ("half filled", "write 5 footmen-1 from 1d8-5", "Choose a space that is not crossed yet: 2, 3, 4."),
    (
        "half filled",
        "write 6 legion-2 from 1d8-5",
        f"The numbers of a legion rise from left to right, {NO_ROOM}: here 4, 5.",
    ),
    (
        "half filled",
        "write 3 bomb-1 from 1d4-3",
        f"The numbers of a bomb fall from left to right, {NO_ROOM}: here 5, 6, 7, 8.",
    ),
    (
        "half filled",
        "write 5 colossus-3 from 1d8-5",
        "Triangle and rhombus of a colossus are equal, the circle is free: here 3.",
    ),
    (
        "half filled",
        "write 4 pair-1 from 1d8-5",
        "The rhombus of a pair is greater than its triangle: here 5, 6, 7, 8.",
    ),
    ("developing", "develop ram", "You already have this: Ram."),
    ("developing", "ready", "Now you buy an upgrade with a completed pair, or keep the pair."),
    ("developing alone", "develop umbrella", "Devices are not used in the campaign."),
    ("deploying", "send legion 8", "Legion: not ready this round. Ready: Footmen I, Footmen II."),
    ("deploying", "send footmen-1 1", "Footmen I can reach 8, 19."),
    ("deploying", "send footmen-1 a", "Start zones are never attacked."),
    ("deploying", "done", "Now you give your groups their orders, until you are ready."),
    ("one sent", "send footmen-1 19", "Footmen I: already sent to space 8. Undo that order first."),
    (
        "deploying alone",
        "send footmen-1 a",
        "You need nobody in your own start zone: the Pharaoh does not go there.",
    ),
    ("deploying alone", "send footmen-1 c", "Footmen I can reach 8, 19."),
    ("crossing", "cross footmen-1 2", "This triangle is already crossed."),
    ("crossing", "ready", "Now you can cross a triangle of your footmen for each conquered space."),
    ("spoils", "keep 9", "Space 9 brings you no men."),
    ("some kept", "keep 2", "The men of space 2 are already placed: continue with the next space."),
    ("spoils", "ready", "Now your spaces bring men: keep some, or say that you are done."),
    ("placing", "spikes 8-a", "Spikes: not developed yet."),
    ("placing", "ram 4-12", "Border 4|12 does not belong to a space you control."),
    ("placing", "umbrella 9", "The umbrella goes to a numbered space that you control."),
    ("placing", "ready", "Now you place devices, or keep them."),
    ("placing more", "spikes 8-9", "Spikes: already placed, for the rest of the game."),
]


@pytest.mark.parametrize(("name", "text", "reason"), REFUSALS)
def test_a_refused_move_is_told_why(name: str, text: str, reason: str) -> None:
    table = staged(name)
    before = table.position.tobytes()
    refusal = words.why(table.position, 0, move_of(table, text))
    assert refusal is not None
    assert say(table, refusal) == reason
    assert (text in table.legal(0), table.position.tobytes() == before) == (False, True)


@pytest.mark.parametrize("name", ["choosing", "drafting", "developing", "crossing", "placing"])
def test_who_is_not_asked_is_told_to_wait(name: str) -> None:
    table = staged(name)
    for text in (table.legal(0)[0], "ready"):
        waits = words.why(table.position, 1, move_of(table, text))
        assert str(waits) == "You have nothing to do now: wait for the others."
    assert all(words.why(table.position, 0, move) is None for move in table.legal_moves(0))


# What is proposed


@pytest.mark.parametrize(
    ("rows", "text", "said"),
    [
        ("", "write 5 legion-1 from 1d8-5", "Write 5 with own rhombus 5: Legion, left"),
        ("", "write 7 colossus-2 from 2d8-7", "Write 7 with rhombus 7 (Bob): Colossus, circle"),
        ("", "write 4 hero from 1d4-3", "Write 4 with own triangle 3: Hero (4 heroes this round)"),
        ("", "write 2 hero from 2d4-2", "Write 2 with triangle 2 (Bob): Hero (2 heroes this round)"),
        ("legion 3 4 .", "write 5 legion-3 from 1d8-5", "Write 5 with own rhombus 5: Legion, right (Legion ready: 5)"),
        ("legion 3 4 .|upgrade legion-line", "write 5 legion-3 from 1d8-5", "(Legion ready: 6)"),
        ("colossus 4 2 .", "write 4 colossus-3 from 1d8-5", ": Colossus, rhombus (Colossus ready: 4)"),
        ("bomb 6 . 1", "write 3 bomb-2 from 1d4-3", ": Bomb, middle (Bomb ready: 4)"),
        ("bomb 8 . 1", "write 3 bomb-2 from 1d4-3", ": Bomb, middle (a bomb worth nothing)"),
        ("", "write 2 footmen-1 from 2d4-2", "Write 2 with triangle 2 (Bob): Footmen I, triangle 2"),
        ("footmen-1 T1", "write 2 footmen-1 from 2d4-2", "triangle 2 (Footmen I: 2 men a round from now on)"),
        (
            "footmen-2 T1 T2 T3 T4 R5",
            "write 6 footmen-2 from 1d8-5",
            "rhombus 6 (Footmen II: 4 men a round from now on)",
        ),
        ("", "write 5 pair-1 from 1d8-5", "Write 5 with own rhombus 5: Pair 1, rhombus"),
        ("pair-1 4 .", "write 5 pair-1 from 1d8-5", "Pair 1, rhombus (a pair for an upgrade)"),
        ("", "discard 2d8-7", "Discard: rhombus 7 (Bob)"),
    ],
)
def test_rp12_to_rp16_a_die_is_proposed_with_what_it_completes(rows: str, text: str, said: str) -> None:
    """RP-11 to RP-16."""
    found = proposed(drafting(*filter(None, rows.split("|"))), 0, text)
    assert found.endswith(said), found
    assert ("(" in found.replace("(Bob)", "")) == ("(" in said.replace("(Bob)", "")), "nothing else is completed"


def test_what_other_moves_are_proposed_as() -> None:
    """RP-23, RP-24, RP-28, RP-31, RP-41, RP-55."""
    said = {
        ("choosing", "zone b"): "Start in zone B",
        ("developing", "develop bomb"): (
            "Bomb x3: a finished bomb is three times what is missing to 8, instead of twice"
        ),
        ("developing", "done"): "Keep the pair",
        ("deploying", "send footmen-2 19"): "Footmen II (1) to space 19",
        ("deploying", "ready"): "Ready, though these stay at home and are lost: Footmen I, Footmen II",
        ("one sent", "ready"): "Ready, though these stay at home and are lost: Footmen II",
        ("crossing", "cross footmen-1 3"): "Cross Footmen I, triangle 3",
        ("crossing", "done"): "Cross no more",
        ("crossing", "cross footmen-1 1"): "Cross Footmen I, triangle 1 (Footmen I: 2 men a round from now on)",
        ("spoils", "keep 8"): "Keep 1 man of space 8 for the next orders",
        ("spoils", "keep 2"): "Keep 2 men of space 2 for the next orders",
        ("spoils", "done"): "All reinforce",
        ("some kept", "done"): "The others reinforce",
        ("placing", "ram 8-a"): "Ram on border 8|A",
        ("placing", "umbrella 8"): "Umbrella on space 8",
        ("placing", "done"): "Keep for later",
    }
    assert {(name, text): proposed(staged(name), 0, text) for name, text in said} == said
    assert proposed(play(staged("one sent"), 0, "send footmen-2 8"), 0, "ready") == "Ready: give these orders"


def test_rp24_an_order_is_proposed_with_what_would_be_left() -> None:
    """RP-24, RP-25, RP-27, RP-29, RP-40: as the rules would fight it out, if nobody else came."""
    table = deploying(arrange(write(begun(), 0, "legion 3 4 5", "bomb 6 5 4"), "8 1 2", "19 2 3+1", "9 2 0+2"))
    said = {space: proposed(table, 0, f"send footmen-1 {space}") for space in ("8", "2", "19", "9")}
    order = "Footmen I (1) to space"
    assert said == {"8": f"{order} 8", "2": f"{order} 2", "19": f"{order} 19. 1 against 4: 3 of theirs left",
                    "9": f"{order} 9. 1 against 2: 2 of theirs left"}, "a hero of Bastet takes 2 damage"  # fmt: skip
    assert proposed(table, 0, "send legion 19") == "Legion (5) to space 19. 5 against 4: 1 left"
    assert proposed(table, 0, "send bomb 19") == "Bomb (4) to space 19. The bomb leaves 1 of 4"
    play(table, 0, "send bomb 19")
    assert proposed(table, 0, "send legion 19") == "Legion (5) to space 19. 5 against 4: 4 left"
    play(table, 0, "send footmen-2 19")
    assert proposed(table, 0, "send legion 19") == "Legion (5) to space 19. 6 against 4: 5 left", "all who are sent"
    table = arrange(deploying(begun()), "19 2 1", "8 2 0")
    assert proposed(table, 0, "send footmen-1 19") == f"{order} 19. 1 against 1: nobody left"
    assert proposed(table, 0, "send footmen-1 8") == f"{order} 8", "control without units is no fight"
    assert proposed(deploying(alone()), 0, "send footmen-1 8") == f"{order} 8. 1 against 5: 4 of theirs left"


def test_rp24_forecasts_leave_the_position_as_it_is() -> None:
    table = deploying(arrange(begun(), "8 1 2", "19 2 3+1", "9 2 0+2"))
    before = table.position.tobytes()
    for text in table.legal(0):
        words.describe(table.position, 0, move_of(table, text))
    assert table.position.tobytes() == before


@pytest.mark.parametrize(
    ("seats", "text", "at", "steps"), [(2, "Round 1 of 10", 1, 10), (1, "Round 1 of 15, 1 of 5 goals", 1, 15)]
)
def test_how_far_a_game_is(seats: int, text: str, at: int, steps: int) -> None:
    table = begun() if seats == 2 else alone()
    found = words.progress(table.position)
    assert (str(found.text), found.at, found.steps) == (text, at, steps)


# What is told


def test_rp20_rp22_what_the_dice_did() -> None:
    """RP-20, RP-22, RP-50, RP-52."""
    assert told_dice(unopened("bastet", "anubians"), "2") == "Bob goes first, and chooses a start zone last."
    table = unopened("bastet")
    assert told_dice(table, "3") == "Ann begins in start zone C."
    dice = "Ann rolls the dice. Ann: d4 1, d4 2, d8 3, d8 8, Pharaoh: d4 4, d8 5."
    assert told_dice(table, "1 2 3 8 4 5") == dice
    dice = "Ann rolls the dice. Ann: d4 1, d4 2, d8 3, d8 8, Bob: d4 4, d4 4, d8 5, d8 6."
    assert told_dice(begun(), "1 2 3 8 4 4 5 6") == dice


def test_what_players_did() -> None:
    """RP-21, RP-23, RP-24, RP-28, RP-31, RP-41, RP-55."""
    said = {
        ("choosing", "zone b"): "Ann chooses start zone B.",
        ("drafting", "write 6 legion-2 from 1d8-5"): "Ann takes own rhombus 5 and writes 6: Legion, middle.",
        ("drafting", "write 2 footmen-1 from 2d4-2"): "Ann takes triangle 2 (Bob) and writes 2: Footmen I, triangle 2.",
        ("drafting", "discard 2d8-7"): "Ann takes rhombus 7 (Bob) and discards it.",
        ("developing", "develop bomb-line"): "Ann spends a pair on an upgrade: Bomb line.",
        ("developing", "done"): "Ann buys nothing more now.",
        ("deploying", "send footmen-2 19"): "Ann: Footmen II (1) to space 19.",
        ("deploying", "ready"): "Ann is ready.",
        ("crossing", "done"): "Ann crosses nothing more.",
        ("crossing", "cross footmen-2 3"): "Ann crosses for a conquered space: Footmen II, triangle 3.",
        ("spoils", "keep 8"): "Ann keeps 1 man of space 8 for the next orders.",
        ("spoils", "keep 2"): "Ann keeps 2 men of space 2 for the next orders.",
        ("spoils", "done"): "Ann lets all other new men reinforce their spaces.",
        ("placing", "ram 8-a"): "Ann places on border 8|A: Ram.",
        ("placing", "umbrella 8"): "Ann places on space 8: Umbrella.",
        ("placing", "done"): "Ann places nothing more now.",
    }
    assert {(name, text): told(staged(name), 0, text) for name, text in said} == said
    table = finish(deploying(arrange(write(begun(), 0, "upgrade spikes"), "8 1 2")), "ready")
    assert told(table, 0, "spikes 8-9") == "Ann places on border 8|9: Spikes."


# Secrets


def test_rp24_words_for_another_seat_do_not_depend_on_secret_orders() -> None:
    """RP-24: nor on whether somebody has given any."""
    said = []
    for orders in ([], ["send footmen-1 8"], ["send footmen-1 19", "send footmen-2 8"]):
        table = play(deploying(begun(*FACTIONS[:3])), 0, *orders)
        for seat in (1, 2):
            s = table.seen_by(seat)
            found = [ask(table, seat), *map(str, words.explain(s, seat)), str(words.guide(s, seat))]
            found += [str(words.describe(s, seat, move)) for move in table.legal_moves(seat)]
            found += [str(words.lately(s, 0)), str(words.why(s, seat, move_of(table, "send footmen-1 1")))]
            found += [table.drawing(seat), *(str(row) for row in words.score_rows(s, seat))]
            said.append((seat, found))
    assert said[0::2] == [said[0]] * 3
    assert said[1::2] == [said[1]] * 3
    assert "> 8" in table.drawing(0)
    assert "> 8" not in table.drawing(1)


def called(table: Table) -> list[str]:
    return [say(table, name) for name in words.dice_names(table.position)]


def test_own_dice_are_called_by_whose_they_are_in_the_order_in_which_they_are_asked_for() -> None:
    for factions, owners in ((FACTIONS[:3], "Ann Bob Cem"), (FACTIONS[:1], "Ann")):
        names = called(begun(*factions) if len(factions) > 1 else alone())
        wanted = [f"{owner}: d{sides}" for owner in owners.split() for sides in (4, 4, 8, 8)]
        assert names == wanted + ([] if len(factions) > 1 else ["Pharaoh: d4", "Pharaoh: d8"])
        for place, name in enumerate(names):
            table = begun(*factions) if len(factions) > 1 else alone()
            assert f"d{table.dice_due[place]}" in name
            table.roll([4 if other == place else 1 for other in range(len(names))])
            (die,) = (die for die, face in enumerate(table.position.dice) if face == 4)
            assert say(table, side_name(int(colour_of(die)))) in name
        assert called(table) == [], "none are due"


def test_a_die_that_draws_something_is_called_by_what_it_draws() -> None:
    for seats, wanted in ((1, "start zone"), (4, "who begins")):
        table = Table(open_game(NAME), seats, ScriptedDice(()), rolls_itself=False)
        assert called(table) == [wanted]
