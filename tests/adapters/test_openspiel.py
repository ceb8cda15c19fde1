"""OpenSpiel: its own simulations with serialisation, the same rules, and what players may know."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import pyspiel
import pytest

from rollwright.adapters import openspiel_game
from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.position import Position
from rollwright.core.random_stream import draw, streams
from tests.adapters.tables import TABLES, named
from tests.support import LONG


def loaded(game: Game, seats: int) -> Any:
    return pyspiel.load_game(f"{openspiel_game.PREFIX}{game.name}", {"players": seats})


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_openspiel_finds_nothing_wrong(game: Game, seats: int) -> None:
    """Without long effort, states are serialised at every step only where few seats play; else once, below."""
    often = LONG or seats in (game.seats[0], 2)
    pyspiel.random_sim_test(loaded(game, seats), num_sims=1, serialize=often, verbose=False)


@pytest.mark.parametrize(("game", "seats"), [each for each in TABLES if each[0].options], ids=named)
def test_options_are_parameters(game: Game, seats: int) -> None:
    """Every choice of every option that the table has begins the game that Rollwright begins with it."""
    for option in game.options:
        for way in list(option.settings(seats))[:10]:
            written = [f"seat_{name}" if name.isdecimal() else name for name in way]
            params = {"players": seats, option.name: "/".join(written) if option.per_seat else written[0]}
            played = pyspiel.load_game(openspiel_game.PREFIX + game.name, params)
            expected = Position.new(game, seats, {option.name: list(way)})
            assert str(played.new_initial_state()) == f"{bytes(expected).hex()} []"
            for twin in (pickle.loads(pickle.dumps(played)), pyspiel.load_game(str(played))):
                assert str(twin.new_initial_state()) == str(played.new_initial_state())
    pyspiel.random_sim_test(played, num_sims=1, serialize=True, verbose=False)


def test_a_choice_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadOption, match="Option 'race' cannot be 'orc'"):
        pyspiel.load_game("rollwright_starcraft(players=2,race=orc/zerg)")


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_a_state_survives_serialisation(game: Game, seats: int) -> None:
    played = loaded(game, seats)
    state = played.new_initial_state()
    stream = streams(1, 0, 1)[0]
    for _ in range(40):
        state.apply_action(state.legal_actions()[draw(stream, len(state.legal_actions()))])
    text = pyspiel.serialize_game_and_state(played, state)
    again, twin = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(played)
    assert str(twin) == str(state)
    assert twin.history() == state.history()
    assert [twin.information_state_string(seat) for seat in range(seats)] == [
        state.information_state_string(seat) for seat in range(seats)
    ]


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_copies_and_pickles_go_on_alone(game: Game, seats: int) -> None:
    played = loaded(game, seats)
    for twin in (copy.deepcopy(played), pickle.loads(pickle.dumps(played))):
        assert str(twin) == str(played)
        assert str(twin.new_initial_state()) == str(played.new_initial_state())
    state = played.new_initial_state()
    stream = streams(2, 0, 1)[0]
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone()):
        before = str(state), state.history()
        while not twin.is_terminal() and twin.move_number() < 30:
            twin.apply_action(twin.legal_actions()[draw(stream, len(twin.legal_actions()))])
        assert (str(state), state.history()) == before
        for action in twin.history():
            state.apply_action(action)
        assert str(twin) == str(state)
        assert [twin.information_state_string(seat) for seat in range(seats)] == [
            state.information_state_string(seat) for seat in range(seats)
        ]
        state = played.new_initial_state()


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=named)
def test_an_illegal_action_raises_and_changes_nothing(game: Game, seats: int) -> None:
    state = loaded(game, seats).new_initial_state()
    stream = streams(3, 0, 1)[0]
    kinds = set()

    def refuses(action: int, sentence: str) -> None:
        before = str(state), state.history(), [state.information_state_string(seat) for seat in range(seats)]
        with pytest.raises(ValueError, match=sentence):
            state.apply_action(action)
        after = str(state), state.history(), [state.information_state_string(seat) for seat in range(seats)]
        assert before == after

    while not state.is_terminal():
        legal = state.legal_actions()
        chance = state.is_chance_node()
        if chance not in kinds or (not chance and draw(stream, 40) == 0):
            kinds.add(chance)
            sentence = "die with" if chance else "not legal"
            for wrong in (-2, len(legal), 99, 10**6) if chance else (-2, 10**6, _missing(legal, game.moves.size)):
                refuses(wrong, sentence)
        state.apply_action(legal[draw(stream, len(legal))])
    refuses(0, "is over")
    assert False in kinds


def _missing(legal: list[int], ids: int) -> int:
    """Return an id of the game that is not among the legal ones."""
    return next(each for each in range(ids) if each not in set(legal))


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[0].secrets and table[1] > 1], ids=named)
def test_the_secret_of_another_is_not_in_what_a_player_knows(game: Game, seats: int) -> None:
    """Where a player makes one secret move or another, all others know the same, in words and in numbers."""
    played = loaded(game, seats)
    recalling, forgetful = (
        played.make_py_observer(pyspiel.IIGObservationType(perfect_recall=kind)) for kind in (True, False)
    )

    def known(state: Any, player: int) -> list[object]:
        found: list[object] = [state.information_state_string(player), state.observation_string(player)]
        for observer in (recalling, forgetful):
            observer.set_from(state, player)
            found += [observer.tensor.tobytes(), observer.string_from(state, player)]
        return [*found, list(state.observation_tensor(player))]

    state = played.new_initial_state()
    stream = streams(4, 0, 1)[0]
    compared = 0
    while not state.is_terminal() and compared < 10:
        legal = state.legal_actions()
        player = state.current_player()
        secret = [action for action in legal if player >= 0 and game.moves.is_secret(action)]
        ways = [state.child(action) for action in secret[:: max(1, len(secret) - 1)][:2]]
        if len(ways) == 2 and all(way.current_player() >= 0 for way in ways):  # until all are done it is secret
            assert str(ways[0]) != str(ways[1])
            others = [other for other in range(seats) if other != player]
            assert [known(ways[0], other) for other in others] == [known(ways[1], other) for other in others]
            assert known(ways[0], player) != known(ways[1], player), "who moved knows what it did"
            compared += 1
        state.apply_action(legal[draw(stream, len(legal))])
    assert compared == 10


def test_what_was_known_before_is_part_of_the_information() -> None:
    """Two ways to the same position are the same observation, but not the same information."""
    found = None
    for game, seats in TABLES:
        state = loaded(game, seats).new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        player = state.current_player()
        for one in state.legal_actions()[:6]:
            for other in state.legal_actions()[:6]:
                ways = [state.clone(), state.clone()]
                if one == other:
                    continue
                for way, order in zip(ways, ((one, other), (other, one)), strict=True):
                    for action in order:
                        if way.current_player() == player and action in way.legal_actions():
                            way.apply_action(action)
                if str(ways[0]) == str(ways[1]) and len(ways[0].history()) == len(state.history()) + 2:
                    found = ways
        if found:
            break
    assert found
    assert found[0].observation_string(player) == found[1].observation_string(player)
    assert found[0].information_state_string(player) != found[1].information_state_string(player)


def test_a_process_that_used_a_game_ends_well() -> None:
    """OpenSpiel keeps what is registered beyond the end of the interpreter."""
    script = "import pyspiel, rollwright.adapters; pyspiel.load_game('rollwright_tou_shi').new_initial_state()"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)
