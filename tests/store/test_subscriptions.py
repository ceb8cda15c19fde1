"""Where browsers want to be told of their turn: kept with the table, told once, and never too many."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from rollwright.store.errors import Conflict
from rollwright.store.subscriptions import MAX_DEVICES, MAX_TABLES, Subscription
from tests.support.places import PATIENCE, Place
from tests.support.store import opened

HERE = Subscription("https://push.example/1", "key", "secret", "es")


def another(number: int) -> Subscription:
    return Subscription(f"https://push.example/{number}", "key", "secret", "en")


def test_a_turn_is_told_once(place: Place) -> None:
    with closing(place.open()) as store:
        opened(store)
        kept = store.subscriptions
        kept.add("t", "ana", HERE, 4).result(PATIENCE)
        assert not kept.is_due("t", "ana", 4).result(PATIENCE)
        assert kept.is_due("t", "ana", 5).result(PATIENCE)
        assert not kept.is_due("t", "ben", 5).result(PATIENCE)
        assert kept.claim("t", "ana", 4).result(PATIENCE) == []
        assert kept.claim("t", "ana", 5).result(PATIENCE) == [HERE]
    with closing(place.open()) as store:  # nor after a restart
        assert store.subscriptions.claim("t", "ana", 5).result(PATIENCE) == []
        assert store.subscriptions.claim("t", "ana", 6).result(PATIENCE) == [HERE]


def test_of_several_processes_one_tells_it(place: Place) -> None:
    with closing(place.open()) as one, closing(place.open()) as other, ThreadPoolExecutor(2) as both:
        opened(one)
        one.subscriptions.add("t", "ana", HERE, 0).result(PATIENCE)
        for turn in range(1, 30):
            found = both.map(
                lambda store, now=turn: store.subscriptions.claim("t", "ana", now).result(PATIENCE), (one, other)
            )
            assert sorted(map(len, found)) == [0, 1]


def test_what_is_sent_again_replaces_what_was(place: Place) -> None:
    with closing(place.open()) as store:
        opened(store)
        store.subscriptions.add("t", "ana", HERE, 4).result(PATIENCE)
        newer = Subscription(HERE.endpoint, "another key", "another secret", "ru")
        store.subscriptions.add("t", "ana", newer, 0).result(PATIENCE)
        assert store.subscriptions.claim("t", "ana", 4).result(PATIENCE) == [], "what was told stays told"
        assert store.subscriptions.claim("t", "ana", 5).result(PATIENCE) == [newer]


def test_it_ends_with_the_table_with_the_browser_and_when_asked(place: Place) -> None:
    with closing(place.open()) as store:
        opened(store, "t", "u", "v")
        kept = store.subscriptions
        for table in ("t", "u", "v"):
            kept.add(table, "ana", HERE, 0).result(PATIENCE)
            kept.add(table, "ben", another(2), 0).result(PATIENCE)
        assert sorted(kept.tables().result(PATIENCE)) == ["t", "u", "v"]
        store.delete("t").result(PATIENCE)
        kept.remove("u", "ana").result(PATIENCE)
        assert kept.claim("u", "ana", 1).result(PATIENCE) == []
        assert kept.claim("u", "ben", 1).result(PATIENCE) == [another(2)]
        kept.forget(another(2).endpoint).result(PATIENCE)
        assert kept.tables().result(PATIENCE) == ["v"]
        assert kept.claim("v", "ben", 1).result(PATIENCE) == []
        with pytest.raises(Conflict):
            kept.add("t", "ana", HERE, 0).result(PATIENCE)


def test_nobody_has_too_many(place: Place) -> None:
    names = [f"t{number}" for number in range(MAX_TABLES + 2)]
    with closing(place.open()) as store:
        opened(store, *names)
        for number in range(MAX_DEVICES + 2):
            store.subscriptions.add("t0", "ana", another(number), 0).result(PATIENCE)
        kept = store.subscriptions.claim("t0", "ana", 1).result(PATIENCE)
        assert sorted(each.endpoint for each in kept) == [another(number).endpoint for number in (2, 3, 4)]
        for name in names:
            store.subscriptions.add(name, "ben", HERE, 0).result(PATIENCE)
        told = [name for name in names if store.subscriptions.claim(name, "ben", 1).result(PATIENCE)]
        assert told == names[2:]
