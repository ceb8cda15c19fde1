"""What can be taken back and corrected has an end, so that no log grows for ever."""

from rollwright.store.protocol import Store
from tests.support.environments import QUICK, with_settings
from tests.support.wire import ANY_NUMBER, QuickThinkers, browser, moves, opened, post, seen_by


def test_undos_have_an_end_at_a_table_without_guests_too(any_store: Store) -> None:
    with browser(any_store, QuickThinkers(), with_settings(QUICK, max_undos=3)) as client:
        table = opened(client, ANY_NUMBER, **{"kind-0": "here", "kind-1": "easy", "option-start": "1"})
        while not (found := moves(client, table)):
            assert post(client, table, "roll").status_code == 200
        for _ in range(3):
            assert post(client, table, "play", seat=0, move=found[0]).status_code == 200
            assert post(client, table, "undo", seat=0).status_code == 200
        assert post(client, table, "play", seat=0, move=found[0]).status_code == 200
        for what, more in (("undo", {}), ("play", {"move": found[0], "instead": found[0]})):
            refused = post(client, table, what, seat=0, **more)
            assert refused.status_code == 422
            assert "too many moves" in refused.json()["refused"]


def test_corrections_of_dice_have_an_end(any_store: Store) -> None:
    with browser(any_store, QuickThinkers(), with_settings(QUICK, max_corrections=2)) as client:
        table = opened(client, ANY_NUMBER, **{"kind-0": "here", "dice": "own"})
        own = seen_by(client, table)["state"]["own"]
        assert post(client, table, "roll", faces=[1] * len(own)).status_code == 200
        for face in (2, 1):
            assert seen_by(client, table)["state"]["fallen"]
            assert post(client, table, "correct", faces=[face] * len(own)).status_code == 200
        assert not seen_by(client, table)["state"]["fallen"]
        refused = post(client, table, "correct", faces=[2] * len(own))
        assert refused.status_code == 422
        assert "corrected dice too often" in refused.json()["refused"]
