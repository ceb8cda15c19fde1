"""Who is at a table: what can be arranged, what is refused, and that the log alone tells it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rollwright.games
from rollwright.core.errors import Refusal
from rollwright.core.game import all_games, open_game
from rollwright.core.language import LANGUAGES, speech
from rollwright.store.table_rows import held_after
from rollwright.table.company import MAX_CHANGES, MAX_DEVICES, MAX_GREETINGS, MAX_GUESTS, Company
from rollwright.table.events import (
    Admitted,
    Arrangement,
    Carried,
    CommitmentsClosed,
    Committed,
    Event,
    Followed,
    Gave,
    Greeted,
    Left,
    Lent,
    Linked,
    Opened,
    Returned,
    Seated,
    Started,
    from_json,
    to_json,
)
from rollwright.table.greetings import GREETINGS
from rollwright.table.models import Head, InvitationKind, Player, SeatKind
from rollwright.table.seats.closing import MAX_AGREEMENTS

HERE, LINK, BOT = SeatKind
JOIN, WATCH, SEAT = InvitationKind

HOST, ANA, BEN, CAI, EVE = "host", "ana", "ben", "cai", "eve"
NONCE = "0123456789abcdef"
BOTS = ("Ada", "Blaise", "Carla", "Dima")


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """A small game whose players must choose different colours, on the shelf."""
    path: Any = rollwright.games.__path__
    path.append(str(Path(__file__).parent.parent / "shelf"))
    yield
    path.pop()


class Log:
    """A table's company, with the log that it follows."""

    def __init__(self, *kinds: SeatKind, game: str = "sealed_bids", **options: str) -> None:
        players = tuple(Player("Ada" if kind == BOT else "", kind, "easy" if kind == BOT else "") for kind in kinds)
        setting = open_game(game).setting(len(kinds), options)
        self.head = Head("t", HOST, 0.0, players, 7)
        self.events: list[Event] = [Opened(game, len(kinds), setting)]
        self.company = self.told()

    def told(self) -> Company:
        """Return what the log tells, after it was written down and read again."""
        opened, *rest = (from_json(json.loads(json.dumps(to_json(event)))) for event in self.events)
        assert isinstance(opened, Opened)
        company = Company(self.head, opened)
        for event in rest:
            company.follow(event, 1)
        return company

    def do(self, arranged: list[Arrangement]) -> "Log":
        for event in arranged:
            self.company.follow(event, 1)
            self.events.append(event)
        return self

    def come(self, *holders: str, link: str = JOIN) -> "Log":
        for holder in holders:
            self.do(self.company.admit(holder, link))
        return self

    def sit(self, seat: int, holder: str, name: str = "", **choices: str) -> "Log":
        self.come(holder)
        return self.do(self.company.take(seat, holder, name, choices))

    def start(self, *, with_bots: bool = False) -> "Log":
        return self.do(self.company.start(with_bots=with_bots, names=BOTS))


def state(company: Company) -> dict[str, Any]:
    """Return everything that is known of a company, as plain values."""
    known = {name: value for name, value in vars(company).items() if name not in ("game", "head", "remarks", "chairs")}
    said = [(remark.after, remark.seat, speech()(remark.phrase)) for remark in company.remarks]
    chairs = [(chair.player, chair.holders, dict(chair.choices), chair.lent) for chair in company.chairs]
    return {**json.loads(json.dumps(known, default=str, skipkeys=True)), "links": dict(company.links),
            "renewals": dict(company.renewals), "remarks": said, "chairs": chairs}  # fmt: skip


def open_table() -> Log:
    return Log(HERE, LINK, LINK, LINK)


def playing() -> Log:
    return open_table().sit(1, ANA, "Ana").sit(2, BEN, "Ben").start()


REFUSED: dict[str, tuple[Callable[[], Log], Callable[[Company], object], str]] = {
    "a seat that is not there": (open_table, lambda c: c.take(4, ANA, "", {}), "There is no such seat here."),
    "a seat before the first": (open_table, lambda c: c.take(-1, ANA, "", {}), "There is no such seat here."),
    "the host's own seat": (lambda: open_table().come(ANA), lambda c: c.take(0, ANA, "", {}), "seat is taken"),
    "a bot's seat": (lambda: Log(HERE, BOT, LINK).come(ANA), lambda c: c.take(1, ANA, "", {}), "seat is taken"),
    "somebody's seat": (lambda: open_table().sit(1, ANA).come(BEN), lambda c: c.take(1, BEN, "", {}), "seat is taken"),
    "a second seat": (lambda: open_table().sit(1, ANA, "Ana"), lambda c: c.take(2, ANA, "", {}), "already have a seat "
                                                                                                 "here, as Ana"),
    "a seat beside the host's": (open_table, lambda c: c.take(1, HOST, "", {}), "You already have a seat here"),
    "a seat without a link": (open_table, lambda c: c.take(1, EVE, "", {}), "only if you came by the invite link"),
    "a seat as who only watches": (
        lambda: open_table().come(EVE, link=WATCH),
        lambda c: c.take(1, EVE, "", {}),
        "only if you came by the invite link",
    ),
    "another name in the middle of the game": (playing, lambda c: c.take(1, ANA, "Anna", {}), "seat is taken"),
    "a name that is taken": (
        lambda: open_table().sit(1, ANA, "Ana").come(BEN),
        lambda c: c.take(2, BEN, "ANA", {}),
        "Someone here is already called ANA",
    ),
    "a choice that the game has not": (
        lambda: open_table().come(ANA),
        lambda c: c.take(1, ANA, "", {"colour": "pink"}),
        "cannot be 'pink'",
    ),
    "a choice that is taken": (
        lambda: open_table().sit(1, ANA, colour="gold").come(BEN),
        lambda c: c.take(2, BEN, "", {"colour": "gold"}),
        "Someone else has already chosen that",
    ),
    "another device with a seat of its own": (playing, lambda c: c.carry(2, ANA), "already playing another seat"),
    "leaving the host's seat": (open_table, lambda c: c.leave(0), "You cannot leave this seat"),
    "leaving an empty seat": (open_table, lambda c: c.leave(1), "You cannot leave this seat"),
    "lending before the game": (open_table, lambda c: c.lend(0), "The game has not started"),
    "lending a bot's seat": (lambda: Log(HERE, BOT), lambda c: c.lend(1), "A bot is already playing this seat."),
    "coming back to a seat one plays": (playing, lambda c: c.return_to(1), "No bot is playing for anyone at this "
                                                                           "seat."),
    "coming back to a bot's seat": (lambda: Log(HERE, BOT), lambda c: c.return_to(1), "No bot is playing for anyone"),
    "starting twice": (playing, lambda c: c.start(with_bots=False, names=BOTS), "The game has already started."),
    "starting with nobody": (
        lambda: Log(BOT, LINK, LINK).come(ANA),
        lambda c: c.start(with_bots=True, names=BOTS),
        "Nobody has sat down yet",
    ),
    "starting alone": (open_table, lambda c: c.start(with_bots=False, names=BOTS), "2 to 4 seats, not 1"),
    "a greeting of one's own": (playing, lambda c: c.greet(1, "you cheat"), "There is no such message: choose one from "
                                                                            "the list."),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_with_a_sentence(what: str) -> None:
    table, attempt, told = REFUSED[what]
    log = table()
    before = state(log.company)
    with pytest.raises(Refusal) as refusal:
        attempt(log.company)
    for language in LANGUAGES:
        said = speech(language)(refusal.value.phrase)
        assert said[0].isupper() or not said[0].isalpha()
        assert said.endswith((".", "?", ")"))
    assert told in str(refusal.value)
    assert state(log.company) == before, "and nothing has changed"


def test_a_whole_evening_is_told_by_the_log_alone() -> None:
    log = open_table().come(CAI, link=WATCH).sit(1, ANA, "Ana", colour="gold").sit(3, BEN, "Ben")
    log.do([Linked(JOIN, "d1"), Linked(WATCH, "d2")]).sit(3, BEN, "Benno", colour="green").start()
    company = log.company
    assert company.names == ["", "Ana", "Benno"]
    assert company.setting["colour"] == ["red", "gold", "green"]
    assert [company.seats_of(who) for who in (HOST, ANA, BEN, CAI)] == [(0,), (1,), (2,), ()]
    log.do([Committed(2, "c"), CommitmentsClosed(), Gave(2, NONCE), Gave(2, NONCE[::-1])]).do(company.greet(1, "hello"))
    log.do([Linked(SEAT, "d3", 2)]).do(company.carry(2, EVE)).do(company.lend(2)).do(company.return_to(2))
    log.do(company.leave(1)).sit(1, CAI, "Cai").do([Followed("next")])
    assert company.numbers.nonces == {2: NONCE}, "the first number stays"
    assert company.seats_of(ANA) == ()
    assert company.knows(ANA), "who has left may still watch"
    assert [speech()(remark.phrase) for remark in company.remarks] == [
        "Ana: Hello!", "A bot now plays for Benno.", "Benno is back.", "Ana leaves.", "Cai takes over the seat of Ana.",
    ]  # fmt: skip
    assert state(log.told()) == state(company) == state(log.told())


def test_chairs_that_stay_empty_go_and_the_others_keep_what_is_theirs() -> None:
    log = open_table().sit(3, BEN, "Ben", colour="blue").do([Linked(SEAT, "of chair 3", 3), Linked(JOIN, "d")])
    held = held_after([], log.events)
    assert held == [(3, BEN)]
    log.start()
    assert log.company.names == ["", "Ben"]
    assert log.company.setting["colour"] == ["red", "blue"]
    assert log.company.seats_of(BEN) == (1,)
    assert held_after([], log.events) == [(1, BEN)]
    assert log.company.opening.seats == 2
    assert list(log.company.links) == [(JOIN, -1)], "a seat's link would lead to another seat"
    assert not log.company.free


OF_SEATS = next((game, option) for game in all_games() for option in game.options if option.of_seats)


@pytest.mark.parametrize(("chosen", "then"), [("1", "1"), ("2", None), ("3", "2"), ("4", "3")])
def test_who_was_to_start_starts_wherever_they_sit_then(chosen: str, then: str | None) -> None:
    game, option = OF_SEATS
    log = Log(HERE, LINK, LINK, LINK, game=game.name, **{option.name: chosen}).sit(2, ANA).sit(3, BEN).start()
    assert log.company.setting[option.name] == [then or option.names(3)[0]] * 3


def test_bots_get_what_is_left() -> None:
    log = open_table().sit(2, ANA, "Ada", colour="blue").start(with_bots=True)
    assert log.company.names == ["", "Blaise", "Ada", "Carla"]
    assert sorted(log.company.setting["colour"]) == ["blue", "gold", "green", "red"]
    assert log.company.setting["colour"][2] == "blue"
    assert log.company.bots == {1, 3}


def test_who_chooses_nothing_gets_what_nobody_has() -> None:
    log = open_table()
    meant = log.company.chosen("colour", 2)
    log.sit(1, ANA, colour=meant).sit(2, BEN)
    chosen = [log.company.chosen("colour", seat) for seat in (0, 1, 2)]
    assert len(set(chosen)) == 3
    log.start()
    assert log.company.setting["colour"] == chosen


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_can_be_gathered_for(game: Any) -> None:
    for seats in (number for number in game.seats if number > 1):
        log = Log(HERE, *[LINK] * (seats - 1), game=game.name).sit(seats - 1, ANA)
        if 2 in game.seats:
            assert len(Log(HERE, *[LINK] * (seats - 1), game=game.name).sit(seats - 1, ANA).start().company.chairs) == 2
        log.start(with_bots=True)
        assert len(log.company.chairs) == seats
        assert game.setting(seats, log.company.setting) == log.company.setting


NAMES = {
    "Ana": "Ana",
    "  Ana \t Maria ": "Ana Maria",
    "Ana, Ben": "Ana Ben",
    "<b>Ana</b>": "<b>Ana</b>",
    "{0.__class__}": "{0.__class__}",
    "x" * 500: "x" * 40,
    "\u202eanA": "anA",
    "A\x00\x1b[31mn\r\na": "A [31mn a",
    " \t ": "",
    "Ёлка": "Ёлка",
    "Ξένη": "Ξένη",
    "李明": "李明",
    "...": "...",
    "Player 2": "",
    "jugador 2": "",
}


@pytest.mark.parametrize("given_name", NAMES, ids=repr)
def test_a_name_is_one_short_line_that_can_be_seen(given_name: str) -> None:
    assert open_table().sit(1, ANA, given_name).company.names[1] == NAMES[given_name]


UNSEEN = ["\u200b\u2060", "\u3164\u2800", "\u00ad", "\u0301\u0302", "\u2003\u200d", "\u17b4", "\ufe0f"]


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_nobody_is_called_by_what_cannot_be_seen(name: str) -> None:
    with pytest.raises(Refusal, match="Nobody could read that name"):
        open_table().come(ANA).company.take(1, ANA, name, {})


LIKE_BEN = ["Ben", "BEN", "B en", "\uff22\uff45\uff4e", "Ben\u3164", "Be\u0301n", "Ben\u200b",
            "\N{CYRILLIC CAPITAL LETTER VE}en", "B\N{CYRILLIC SMALL LETTER IE}n", "\N{GREEK CAPITAL LETTER BETA}en",
            "\U0001d401en", "BE\N{GREEK CAPITAL LETTER NU}"]  # fmt: skip
LIKE_A_DEFAULT = ["Player 1", "Игрок 4", "Player I", "PIayer 4", "Pl\N{CYRILLIC SMALL LETTER A}yer 1"]


@pytest.mark.parametrize("name", [*LIKE_BEN, *LIKE_A_DEFAULT], ids=ascii)
def test_nobody_is_called_like_another(name: str) -> None:
    log = open_table().sit(2, BEN, "Ben").come(ANA)
    with pytest.raises(Refusal, match="Someone here is already called"):
        log.company.take(1, ANA, name, {})


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ира", "ИРА"), ("Андрей", "Андреи"), ("Alёna", "Alеna"), ("ΝΙΚΟΣ", "νικοσ"), ("Lia", "1ia"), ("Bob", "B0b"),
     ("Max", "Мах"), ("Linda", "Lin\u0501a"), ("Cora", "\u1d04ora"),
     ("Tom", "Torn"), ("José", "Jose"), ("Straße", "STRASSE"), ("Ada", "\u1d00\u1d05\u1d00"),
     ("Emmy", "\u1d07\u1d0d\u1d0dy"),
     ("Dan", "\u00d0an"), ("Dan", "\u0257an"), ("Ole", "\u04e8le"), ("Ann", "A\u0273n"), ("Kai", "\u049aai"),
     ("Ana", "\U0001f150\U0001f15d\U0001f150"), ("NIKO", "\u039dI\u04c3O")],
)  # fmt: skip
def test_names_that_read_alike_are_one(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        with pytest.raises(Refusal, match="Someone here is already called"):
            open_table().sit(2, BEN, first).come(ANA).company.take(1, ANA, second, {})


@pytest.mark.parametrize(("one", "other"), [("Ana", "Ena"), ("Ира", "Ида"), ("Ben", "Ken"), ("Bot 1", "Bot 2")])
def test_names_that_differ_are_two(one: str, other: str) -> None:
    assert open_table().sit(2, BEN, one).sit(1, ANA, other).company.names[1:3] == [other, one]


def test_a_link_to_watch_is_no_link_to_join() -> None:
    log = open_table().come(EVE, link=WATCH)
    assert log.company.admit(EVE, WATCH) == []
    assert log.company.admit(EVE, JOIN) == [Admitted(EVE, JOIN)]
    log.come(EVE)
    assert log.company.admit(EVE, WATCH) == [], "who may join may watch"
    assert log.company.admit(HOST, JOIN) == []


def test_a_new_link_lets_those_go_who_came_by_the_old_one_and_did_not_sit_down() -> None:
    log = open_table().sit(1, ANA).come(BEN).come(CAI, link=WATCH).do([Linked(JOIN, "new")])
    assert [log.company.knows(who) for who in (HOST, ANA, BEN, CAI)] == [True, True, False, True]
    log.do([Linked(WATCH, "new")])
    assert not log.company.knows(CAI)
    assert not log.company.knows("")


def test_a_new_link_of_a_seat_takes_it_from_the_devices_that_came_by_the_old_one() -> None:
    log = playing().do([Linked(SEAT, "old", 1)])
    log.do(log.company.carry(1, EVE)).do(log.company.carry(1, CAI))
    assert held_after([], log.events) == [(1, ANA), (1, CAI), (1, EVE), (2, BEN)]
    thief = Log(HERE, LINK)
    thief.events, thief.head = [*log.events], log.head
    thief.company = thief.told()
    thief.do([Linked(SEAT, "hers", 1, thief.company.keepers(1, EVE))])
    assert thief.company.chairs[1].holders == (ANA, EVE), "whose it was first cannot be robbed of it"
    log.do([Linked(SEAT, "new", 1, log.company.keepers(1, ANA))])
    assert log.company.chairs[1].holders == (ANA,)
    assert [log.company.knows(who) for who in (ANA, EVE, CAI)] == [True, False, False]
    assert held_after([], log.events) == [(1, ANA), (2, BEN)]
    assert state(log.told()) == state(log.company)


def test_a_link_of_whoever_sat_there_before_leads_nowhere() -> None:
    log = playing().do([Linked(SEAT, "anas", 1)])
    log.do(log.company.leave(1))
    assert (SEAT, 1) not in log.company.links
    log.sit(1, CAI).do([Linked(SEAT, "cais", 1)]).do(log.company.leave(1)).sit(1, ANA)
    assert (SEAT, 1) not in log.company.links


def test_there_is_an_end_to_everything_that_can_be_repeated() -> None:
    log = playing()
    for number in range(MAX_GUESTS - len(log.company.guests)):
        log.come(f"guest {number}")
    with pytest.raises(Refusal, match="Too many people have joined"):
        log.come("one more")
    for number in range(MAX_GUESTS):
        log.come(f"watcher {number}", link=WATCH)
    with pytest.raises(Refusal, match="Too many people have joined"):
        log.come("one more", link=WATCH)
    for number in range(MAX_DEVICES - 1):
        log.do(log.company.carry(1, f"phone {number}"))
    with pytest.raises(Refusal, match=f"open on {MAX_DEVICES} devices"):
        log.company.carry(1, "one more phone")
    for number in range(MAX_GREETINGS):
        log.do(log.company.greet(1, sorted(GREETINGS)[number % len(GREETINGS)]))
    with pytest.raises(Refusal, match="limit of messages"):
        log.company.greet(2, "hello")
    for _ in range(MAX_CHANGES):
        log.do(log.company.lend(1)).do(log.company.return_to(1))
    log.do(log.company.lend(1))
    with pytest.raises(Refusal, match="too often: the bot keeps playing"):
        log.company.return_to(1)
    log.do(log.company.lend(2)).do(log.company.return_to(2))
    for _ in range(MAX_AGREEMENTS):
        log.do(log.company.agree([1])).do([*log.company.closing.disagree([1])])
    with pytest.raises(Refusal, match="changed your mind"):
        log.company.agree([1])
    assert state(log.told()) == state(log.company)


def test_watchers_never_take_the_places_of_those_who_come_to_play() -> None:
    log = playing()
    for number in range(MAX_GUESTS):
        log.come(f"watcher {number}", link=WATCH)
    log.come("one who plays")
    log.come("watcher 5")
    assert log.company.guests["watcher 5"] == JOIN, "who watches can come to play"
    log.come("another", link=WATCH)
    assert state(log.told()) == state(log.company)


def test_whoever_has_a_new_seat_has_not_agreed_to_anything() -> None:
    log = playing().do(playing().company.agree([0, 1]))
    assert log.company.closing.agreed == {0, 1}
    log.do(log.company.leave(1, freed=True))
    assert log.company.closing.agreed == {0}
    log.sit(1, CAI, "Cai").do(log.company.agree([2]))
    asked = log.told()
    assert not asked.closing.closed, "Cai was not asked yet"
    log.do(log.company.reclaim(1, ANA)).do(log.company.agree([1]))
    assert log.told().closing.closed
    assert (log.company.names[1], log.company.seats_of(ANA), log.company.seats_of(CAI)) == ("Ana", (1,), ())
    assert state(log.told()) == state(log.company)


def test_nobody_comes_back_who_has_another_seat_or_never_had_it() -> None:
    log = playing()
    log.do(log.company.leave(1, freed=True)).do(log.company.leave(2, freed=True)).sit(2, ANA, "Olga")
    with pytest.raises(Refusal, match="already have a seat here"):
        log.company.reclaim(1, ANA)
    with pytest.raises(Refusal, match="You cannot come back to this seat"):
        log.company.reclaim(1, EVE)


@pytest.mark.parametrize("carried", [False, True])
def test_who_sat_down_again_and_leaves_does_not_come_back(carried: bool) -> None:
    """Also if somebody new, who sat there meanwhile, opened the seat on a device of theirs."""
    log = playing()
    log.do(log.company.leave(1, freed=True))
    if carried:
        log.sit(1, CAI, "Cai").do(log.company.carry(1, ANA))
    else:
        log.sit(1, ANA, "Ana")
    log.do(log.company.leave(1))
    assert log.company.former_seats_of(ANA) == ()
    assert held_after([], log.events) == [(2, BEN)]
    with pytest.raises(Refusal, match="You cannot come back to this seat"):
        log.company.reclaim(1, ANA)


def test_who_sat_down_again_and_is_freed_again_comes_back() -> None:
    log = playing()
    log.do(log.company.leave(1, freed=True)).sit(1, ANA, "Ana").do(log.company.leave(1, freed=True))
    assert log.company.former_seats_of(ANA) == (1,)
    assert held_after([], log.events) == [(~1, ANA), (2, BEN)]
    log.do(log.company.reclaim(1, ANA))
    assert log.company.seats_of(ANA) == (1,)


def test_nobody_takes_the_name_of_who_may_come_back() -> None:
    log = playing()
    log.do(log.company.leave(1, freed=True)).sit(1, CAI, "Cai").do(log.company.leave(2)).come(EVE)
    with pytest.raises(Refusal, match="already called Ana"):
        log.company.take(2, EVE, "Ana", {})


def test_a_seat_that_changed_hands_too_often_waits_for_a_new_link() -> None:
    log = open_table()
    for number in range(MAX_CHANGES):
        log.sit(1, ANA, f"Ana {number}")
    with pytest.raises(Refusal, match="changed hands too often"):
        log.sit(1, ANA, "Anna")
    log.sit(2, BEN).do([Linked(JOIN, "new")]).sit(1, ANA, "Anna")


def test_one_screen_with_bots_has_begun_at_once() -> None:
    log = Log(HERE, HERE, BOT)
    assert log.company.started
    assert not log.company.has_invited_seats
    assert log.company.seats_of(HOST) == (0, 1)
    assert log.company.bots == {2}


WHO = st.sampled_from([HOST, ANA, BEN, CAI, EVE])
PLACE = st.integers(-1, 4)
COLOURS = st.sampled_from([{}, {"colour": "red"}, {"colour": "gold"}, {"colour": "mauve"}])
STEPS = st.one_of(
    st.tuples(st.just("admit"), WHO, st.sampled_from([JOIN, WATCH])),
    st.tuples(st.just("take"), PLACE, WHO, st.sampled_from(["", "Ana", "ana", "Ben", "Player 2"]), COLOURS),
    st.tuples(st.just("carry"), PLACE, WHO),
    st.tuples(st.just("leave"), PLACE),
    st.tuples(st.just("lend"), PLACE),
    st.tuples(st.just("return_to"), PLACE),
    st.tuples(st.just("greet"), PLACE, st.sampled_from(["hello", "nonsense"])),
    st.tuples(st.just("start"), st.booleans()),
    st.tuples(st.just("renew"), PLACE, WHO),
)


def attempt(company: Company, what: str, *rest: Any) -> list[Arrangement]:
    if what == "start":
        return company.start(with_bots=rest[0], names=BOTS)
    if what == "renew":
        seat, holder = rest
        if holder in (company.chairs[seat].holders if 0 <= seat < len(company.chairs) else ()):
            return [Linked(SEAT, f"{seat}", seat, company.keepers(seat, holder))]
        return [Linked(JOIN, "again")]
    found: list[Arrangement] = getattr(company, what)(*rest)
    return found


@given(
    st.lists(STEPS, max_size=40),
    st.sampled_from(
        [
            (HERE, LINK, LINK, LINK),
            (LINK, LINK),
            (HERE, HERE, BOT, LINK),
        ]
    ),
)
def test_nobody_ever_has_two_seats_nor_two_people_one(
    steps: list[tuple[Any, ...]], kinds: tuple[SeatKind, ...]
) -> None:
    log = Log(*kinds)
    carried: set[tuple[str, int]] = set()
    for what, *rest in steps:
        try:
            arranged = attempt(log.company, what, *rest)
        except Refusal:
            continue
        log.do(arranged)
        company = log.company
        for event in arranged:
            if isinstance(event, Carried):
                carried.add((event.holder, event.seat))
            elif isinstance(event, Started):
                carried = {(who, event.chairs.index(seat)) for who, seat in carried if seat in event.chairs}
        here = {seat for seat, chair in enumerate(company.chairs) if chair.player.kind == HERE}
        for who in (HOST, ANA, BEN, CAI, EVE):
            seats = company.seats_of(who)
            assert len(seats) <= 1 or (who == HOST and set(seats) == here), f"{who} has {seats}"
            for seat in seats:
                assert company.knows(who)
                assert company.chairs[seat].player.kind != BOT, "a bot's seat is nobody's"
                first = company.chairs[seat].holders[0]
                assert who == first or (who, seat) in carried, "two people have one seat"
        named = [name.casefold() for name in company.names if name]
        assert len(named) == len(set(named))
        if company.started:
            assert len(set(company.setting["colour"])) == len(company.chairs)
    assert state(log.told()) == state(log.company)
    held = {(seat, who) for who in (ANA, BEN, CAI, EVE) for seat in log.company.seats_of(who)}
    kept = {(seat, who) for seat, who in held_after([], log.events) if who != HOST}
    assert kept == held, "lists of tables know who plays where"


@pytest.mark.parametrize(
    "event",
    [Linked(SEAT, "d", 1, ("a", "b")), Admitted("a", JOIN), Seated(0, "a", "Ana", {"x": "y"}), Carried(0, "a"), Left(1),
     Lent(1, "normal"), Returned(1), Started([0, 2], {"2": ("Ada", "easy")}, {"x": ["y", "y"]}), Gave(0, NONCE),
     Committed(0, "c"), CommitmentsClosed(), Greeted(0, "hello"), Followed("t")],
    ids=lambda event: type(event).__name__,
)  # fmt: skip
def test_an_arrangement_survives_as_plain_values(event: Arrangement) -> None:
    plain = json.loads(json.dumps(to_json(event)))
    assert to_json(from_json(plain)) == plain


def test_a_link_that_was_kept_before_devices_were_let_go_is_still_read() -> None:
    assert from_json({"is": "linked", "link": SEAT, "digest": "d", "seat": 1}) == Linked(SEAT, "d", 1)
