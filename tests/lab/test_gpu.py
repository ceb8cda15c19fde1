"""Games on a GPU come to the same bytes as on the CPU: run in Numba's CUDA simulator, where there is no GPU."""

import json
import sys
from typing import Any

import numpy as np
import pytest

import rollwright
from rollwright.bots.guided_playouts import KEPT, try_moves
from rollwright.bots.playout import random_games
from rollwright.bots.search import Thought
from rollwright.command.main import main
from rollwright.core.compiler import Twins, globals_read, reachable_functions
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.gpu.aligned import aligned, packed, unpacked
from rollwright.core.gpu.device import CPU, GPU, open_device
from rollwright.core.gpu.narrow import narrow, replace_tables, width_for
from rollwright.core.random_stream import streams
from rollwright.lab.gpu.seeding import begin_stream, factors, pools
from rollwright.lab.simple_players.fixed_dice import ROLLERS, ROUNDS
from rollwright.lab.simple_players.simple_games import COUNTED, SimpleGames, as_words, simple_games
from rollwright.lab.simulate import PART as PART_SIZE
from tests.support.sampling import some
from tests.support.simulated_gpu import (
    GAMES,
    LUCKS,
    MOVES,
    PART,
    SEED,
    SEEDS,
    SLIPS,
    budget_of,
    late_position,
    run,
    simulated,
)
from tools.gpu_code import no_device

every_game = pytest.mark.parametrize("name", game_names())


@pytest.mark.slow
@every_game
def test_games_and_playouts_on_a_gpu_are_those_of_the_cpu(name: str) -> None:
    found, game = simulated(name), open_game(name)
    seats = game.seats[0]
    setting = game.setting(seats, {})
    games = random_games(game, seats, game.options_array(seats, setting), streams(SEED, PART, GAMES))
    assert found["random"] == [games.halves.tolist(), games.ties.tolist(), games.states.tobytes().hex()]
    assert found["decisions"] == games.decisions > 0
    played = SimpleGames(game).play(setting, [SLIPS] * seats, SEEDS)
    told = [played.halves.tolist(), played.ties.tolist(), played.counts.tolist(), played.states.tobytes().hex()]
    assert found["simple"] == told
    thought = Thought(game, *late_position(game), SEED, budget_of(game), None)
    thought.keep(np.arange(MOVES))
    thought.play_out(LUCKS)
    assert found["playouts"] == [thought.worths.tolist(), thought.halves.tolist()]


class NarrowTwins(Twins):
    """Compiles for the CPU what a GPU is given: the same driver, narrow tables."""

    @staticmethod
    def _compile(function: Any, folder: Any) -> Any:
        return Twins._compile(replace_tables(function, narrow), folder)


class Narrow:
    """What a GPU is given of a game, on the CPU: narrow tables, aligned positions, and moves of few bytes."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules()
        self.twins = NarrowTwins(f"{game.name}-narrow", game.bindings)
        self.sides = np.zeros(self.rules.max_dice, np.int64)
        self.moves = np.zeros(self.rules.max_moves, width_for(0, game.moves.size))

    def positions(self, count: int) -> "np.ndarray[Any, np.dtype[np.void]]":
        return np.zeros(count, aligned(self.rules.state))

    def packed(self, positions: Any) -> bytes:
        return packed(positions, self.rules.state).tobytes()


narrow_games = pytest.mark.parametrize(
    "name", some(game_names(), 3, 1)
)  # compiling takes long: `make test-long` has all


@pytest.mark.slow
@narrow_games
def test_narrow_tables_and_aligned_positions_change_no_random_game(name: str) -> None:
    game, count = open_game(name), 300
    given, seats = Narrow(game), game.seats[-1]
    options = game.options_array(seats, game.setting(seats, {}))
    expected = random_games(game, seats, options, streams(SEED, 0, count))
    play = given.twins.of(random_driver())
    states, scores = given.positions(count), np.zeros((count, seats, 2), np.int64)
    taken = np.zeros(count, np.int32)
    for first in range(2):
        play(
            first, 2, seats, options, PART_SIZE, pools(SEED, [0]), factors(PART_SIZE), given.positions(1),
            given.positions(1), np.zeros(4, np.int64), given.sides, given.moves, scores, taken, states,
            game.max_decisions,
        )  # fmt: skip
    assert int(taken.sum()) == expected.decisions
    assert given.packed(states) == expected.states.tobytes()
    assert (scores[:, :, 0] == expected.halves).all()
    assert (scores[:, :, 1] == expected.ties).all()


@pytest.mark.slow
@narrow_games
def test_narrow_tables_and_aligned_positions_change_no_game_of_the_guide(name: str) -> None:
    game, seeds, driver = open_game(name), range(40), simple_games
    given, seats = Narrow(game), game.seats[-1]
    setting, slips = game.setting(seats, {}), [0, 20] * seats
    expected = SimpleGames(game).play(setting, slips[:seats], list(seeds))
    play: Any = given.twins.of(driver)  # type: ignore[arg-type]
    states, scores = given.positions(len(seeds)), np.zeros((len(seeds), seats, 2), np.int64)
    counts = np.zeros((len(seeds), COUNTED), np.int64)
    ended = play(
        seats, game.options_array(seats, setting), as_words(seeds), np.array(slips[:seats]), given.positions(4),
        np.zeros((seats, 4), np.int64), np.zeros((ROUNDS, ROLLERS), np.int16), given.sides, given.moves, states,
        scores, counts, game.max_decisions,
    )  # fmt: skip
    assert ended == 0
    assert given.packed(states) == expected.states.tobytes()
    assert (scores[:, :, 0] == expected.halves).all()
    assert (counts == expected.counts).all()


@pytest.mark.slow
@narrow_games
def test_narrow_tables_and_aligned_positions_change_no_playout(name: str) -> None:
    game = open_game(name)
    thought, driver = Thought(game, *late_position(game), SEED, budget_of(game), None), try_moves
    lucks = np.stack([streams(SEED, part, 1 + thought.seats) for part in range(50)])
    given, play = Narrow(game), NarrowTwins(f"{name}-narrow", game.bindings).of(driver)  # type: ignore[arg-type]
    found = np.zeros((len(thought.moves), len(lucks), KEPT), np.int64)
    root = unpacked(np.frombuffer(thought.root.tobytes(), game.rules().state))
    play(
        root[0], thought.seat, thought.moves.astype(given.moves.dtype), lucks, thought.guided, thought.cut,
        thought.weights, given.positions(1), np.zeros((1 + thought.seats, 4), np.int64), given.sides, given.moves,
        np.zeros(max(1, thought.weights.shape[-1]), np.int64), game.max_decisions, found,
    )  # fmt: skip
    thought.by_value = 0
    assert (found == thought.results(thought.moves, lucks, thought.cut)).all()


def random_driver() -> Any:
    """Return the function that plays random games in a thread; its module imports numba-cuda."""
    from rollwright.lab.gpu.random_games import play_random_games

    return play_random_games


@every_game
def test_a_gpu_is_given_every_table_narrow_and_in_global_memory(name: str) -> None:
    from rollwright.core.gpu.device_twins import device_twins
    from rollwright.core.gpu.tables import Table

    game = open_game(name)
    twins = device_twins(game)
    given = 0
    roots: list[Any] = [random_driver(), simple_games, try_moves]
    for function in reachable_functions(roots, game.bindings):
        for each in set(globals_read(function.__code__)):
            if isinstance(plain := function.__globals__.get(each), np.ndarray):
                table = twins.of(function).py_func.__globals__[each]
                assert isinstance(table, Table)
                assert (table.values == plain).all()
                given += 1
    assert given > 0


TABLE = np.array([5, 300], np.int64)


def in_table(place: int) -> int:
    return int(TABLE[place])


def test_a_table_is_a_constant_in_global_memory() -> None:
    from numba import int64

    from rollwright.core.gpu.device_twins import device_twins

    read: Any = in_table
    with no_device():
        code = device_twins(open_game(game_names()[0])).of(read).compile_device((int64,)).library.get_llvm_str()
    assert "linkonce_odr addrspace(1) constant [2 x i16] [i16 5, i16 300]" in code
    assert "addrspace(4)" not in code, "constant memory holds 64 kB in all"


@every_game
def test_an_aligned_position_has_every_number_at_a_multiple_of_its_size(name: str) -> None:
    state = open_game(name).rules(False).state
    places = list(numbers(aligned(state), 0))
    assert len(places) == len(list(numbers(state, 0)))
    assert [size for at, size in places if at % size] == []


@every_game
def test_a_position_comes_back_from_a_gpu_byte_for_byte(name: str) -> None:
    state = open_game(name).rules(False).state
    positions = np.frombuffer(np.random.default_rng(1).bytes(5 * state.itemsize), state)
    there = unpacked(positions)
    assert there.dtype == aligned(state)
    assert there[3].epoch == positions[3].epoch
    assert packed(there, state).tobytes() == positions.tobytes()


def numbers(kind: "np.dtype[Any]", at: int) -> Any:
    """Yield where each number of a record is, and its size."""
    if kind.subdtype:
        element, shape = kind.subdtype
        for place in range(int(np.prod(shape))):
            yield from numbers(element, at + place * element.itemsize)
    elif kind.fields is None:
        yield at, kind.itemsize
    else:
        for each, offset, *_ in kind.fields.values():
            yield from numbers(each, at + offset)


@pytest.mark.parametrize("seed", [0, 7, 2**31, 2**70 + 3])
def test_streams_begin_as_on_the_cpu(seed: int) -> None:
    mixers, found = factors(PART_SIZE), np.zeros((2, 5, 4), np.int64)
    for row, pool in enumerate(pools(seed, [0, 41])):
        for place in range(5):
            begin_stream(found[row, place], pool, mixers, place)
    assert (found == np.array([streams(seed, part, 5) for part in (0, 41)])).all()
    last = np.zeros(4, np.int64)
    begin_stream(last, pools(seed, [41])[0], mixers, PART_SIZE - 1)
    assert (last == streams(seed, 41, PART_SIZE)[-1]).all()


@pytest.mark.slow
def test_the_commands_find_the_same_on_a_gpu(small_game: Game) -> None:
    commands = ["sim", small_game.name, "--games", "5", "--seed", "4", "--json"]
    found = [json.loads(run("-m", "rollwright", *commands, "--device", device)) for device in ("cpu", "gpu")]
    for each in found:
        del each["seconds"], each["decisions_per_second"]
    assert found[0] == found[1]
    assert found[0]["games"] == 5


@pytest.mark.slow
def test_the_gate_judges_the_same_on_a_gpu() -> None:
    there, here = (run("-m", "tests.support.simulated_gpu", "gate", device) for device in (GPU, CPU))
    assert there == here
    assert "OVER" in there


@pytest.fixture
def small_game() -> Game:
    """The game whose positions are smallest: its games are over soonest in the simulator."""
    return min((open_game(name) for name in game_names()), key=lambda game: game.rules(False).state.itemsize)


def test_without_a_gpu_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from numba import cuda

    open_device.cache_clear()
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    assert main(["sim", game_names()[0], "--device", "gpu"]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith("No GPU can be used here")
    assert "rollwright[gpu]" in told
    assert "\n" not in told


def test_without_the_package_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    open_device.cache_clear()
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(Refusal, match=r"numba_cuda, which is not installed: run `pip install 'rollwright\[gpu\]'`"):
        open_device()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--player", "guide"], "A GPU plays for these players only: random"),
        (["--workers", "2"], "A GPU plays alone"),
        (["--cluster", "tcp://127.0.0.1:1"], "A GPU plays alone"),
    ],
)
def test_what_a_gpu_cannot_do_is_refused(more: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", game_names()[0], "--device", "gpu", *more]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_the_library_refuses_the_same() -> None:
    with pytest.raises(Refusal, match="A GPU plays for these players only: random"):
        rollwright.simulate(game_names()[0], 2, "guide", device="gpu", progress=False)
    with pytest.raises(Refusal, match="There is no device 'tpu': there are cpu, gpu"):
        rollwright.simulate(game_names()[0], 2, device="tpu", progress=False)
