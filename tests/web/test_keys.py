"""A request that comes again is done once, and its key is for nothing else."""

from contextlib import ExitStack

from rollwright.store.protocol import Store
from tests.support.online import party
from tests.support.wire import ANY_NUMBER, QuickThinkers, browser, opened, post


def test_a_key_that_is_used_for_something_else_is_refused(any_store: Store) -> None:
    with party(any_store) as friends:
        host, ana = friends.begun(ANY_NUMBER, start="1")
        host.do("greet", seat=0, greeting="hello", key="k")
        length = len(any_store.load(host.table).result()[1])
        host.do("greet", seat=0, greeting="hello", key="k", told=1, version=3, language="es")
        assert "something else" in host.refused("greet", seat=0, greeting="bye", key="k")
        assert "something else" in host.refused("roll", key="k")
        assert len(any_store.load(host.table).result()[1]) == length
        ana.do("greet", seat=1, greeting="bye", key="k")  # another browser has keys of its own
        host.do("roll", key="l")


def test_a_key_is_for_one_thing_in_every_process(any_store: Store) -> None:
    with ExitStack() as stack:
        one = stack.enter_context(browser(any_store, QuickThinkers()))
        table = opened(one)
        other = stack.enter_context(browser(any_store, QuickThinkers(), cookies=one.cookies))
        other.get(f"/table/{table}")
        assert post(one, table, "roll", key="k").status_code == 200
        assert post(other, table, "roll", key="k").status_code == 200, "a retry"
        assert post(other, table, "play", seat=0, move="pass", key="k").status_code == 422
        assert "something else" in post(other, table, "undo", seat=0, key="k").json()["refused"]
