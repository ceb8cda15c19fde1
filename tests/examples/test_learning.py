"""The example of learning can be repeated, and its bot plays legal moves; how strong it is, is measured elsewhere."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import rollwright
from rollwright.core.game import open_game
from rollwright.core.position import Position as CorePosition
from tests.support import ROOT

LEARNING = ROOT / "examples" / "learning"
GAME = "tou_shi"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """Load the example's modules, which know each other by their bare names, as scripts of one folder do."""
    loaded = {}
    for name in ("policy", "train", "pairs", "advantages", "learned_bot"):
        spec = spec_from_file_location(name, LEARNING / f"{name}.py")
        assert spec
        assert spec.loader
        loaded[name] = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, loaded[name])
        spec.loader.exec_module(loaded[name])
    return loaded


def test_an_untrained_policy_plays_what_the_guide_plays(modules: dict[str, ModuleType]) -> None:
    train, policy = modules["train"], modules["policy"]
    for game, seats in ((GAME, 1), ("starcraft", 2)):
        arena = train.Arena(open_game(game), seats, 8)
        batch = arena.batch
        batch.reset(7)
        start = policy.Policy(len(batch.features), batch.ids, unit=arena.unit)
        for _ in range(40):
            rows = np.flatnonzero(batch.counts > 0)
            assert len(rows)
            asked, weights = arena.asked(rows), batch.weights()
            places = start.likings(asked).argmax(axis=1)
            for row, chosen in zip(rows, asked.moves[np.arange(len(rows)), places], strict=True):
                legal = batch.legal[row, : batch.counts[row]].tolist()
                liked = weights[row, : len(legal)]
                assert liked[legal.index(chosen)] == liked.max()
            batch.step(batch.guide())


def test_gradients_are_those_of_the_objective(modules: dict[str, ModuleType]) -> None:
    """Compared with differences, at the policy that made the choices, where nothing is clipped."""
    policy = modules["policy"]
    random = np.random.default_rng(3)
    rows, size, ids, most = 6, 5, 9, 4
    own = policy.Policy(size, ids, hidden=3, seed=1)
    for name, each in own.weights.items():
        own.weights[name] = (each + random.normal(size=each.shape) * 0.3).astype(np.float64)
    moves = np.array([random.permutation(ids)[:most] for _ in range(rows)])
    counts = np.array([4, 3, 2, 4, 1, 4])
    seen = random.random((rows, size))
    asked = policy.Asked.of(seen, moves, counts, random.integers(0, 50, (rows, most)), 10.0)
    chosen = np.array([0, 2, 1, 3, 0, 1])
    gained, worth = random.normal(size=rows), random.normal(size=rows)

    def chances() -> Any:
        return np.log(policy.softmax(own.likings(asked))[np.arange(rows), chosen])

    before = chances()

    def objective() -> float:
        ratio = np.exp(chances() - before)
        return float((ratio * gained).mean() - ((worth - own.values(asked.seen)) ** 2).mean() / 2)

    check_slopes(own.weights, own.gradients(asked, chosen, before, gained, worth, 0.2), objective)


def check_slopes(weights: dict[str, Any], gradients: dict[str, Any], objective: Callable[[], float]) -> None:
    """Compare gradients with differences of the objective."""
    step = 1e-5
    for name, gradient in gradients.items():
        for place in np.ndindex(weights[name].shape):
            weights[name][place] += step
            above = objective()
            weights[name][place] -= 2 * step
            slope = (above - objective()) / (2 * step)
            weights[name][place] += step
            assert gradient[place] == pytest.approx(slope, abs=1e-4), (name, place)


def test_gradients_of_pairs_are_those_of_the_square_error(modules: dict[str, ModuleType]) -> None:
    policy = modules["policy"]
    random = np.random.default_rng(4)
    own = policy.Policy(5, 9, hidden=3, seed=1)
    for name, each in own.weights.items():
        own.weights[name] = (each + random.normal(size=each.shape) * 0.3).astype(np.float64)
    moves = np.array([random.permutation(9)[:2] for _ in range(6)])
    pairs = policy.Asked.of(random.random((6, 5)), moves, np.full(6, 2), random.integers(0, 50, (6, 2)), 10.0)
    gained = random.normal(size=6)

    def objective() -> float:
        likings = own.likings(pairs)
        return -float(((gained - likings[:, 1] + likings[:, 0]) ** 2).mean() / 2)

    check_slopes(own.weights, own.towards(pairs, gained), objective)


@pytest.mark.parametrize(("game", "seats"), [(GAME, 1), ("starcraft", 2)])
def test_the_same_seed_learns_the_same(game: str, seats: int, modules: dict[str, ModuleType], tmp_path: Path) -> None:
    train, policy = modules["train"], modules["policy"]
    plan = train.Plan(hidden=8, games=8, rows=128, warm=8)
    heads = []
    for seed in (1, 1, 2):
        training = train.Training(game, seats, seed, plan)
        training.lesson(1e-3)
        assert not training.policy.weights["head"].any(), "at first only the value learns"
        assert training.policy.weights["value_head"].any()
        training.lesson(1e-3)
        training.policy.save(tmp_path / "weights.npz")
        heads.append(policy.Policy.load(tmp_path / "weights.npz").weights["head"])
        np.testing.assert_allclose(heads[-1], training.policy.weights["head"], atol=1e-3)
    assert heads[0].any()
    assert (heads[0] == heads[1]).all()
    assert (heads[0] != heads[2]).any()


@pytest.mark.parametrize(("game", "seats"), [(GAME, 1), ("starcraft", 2)])
def test_the_bot_chooses_what_was_measured(
    game: str, seats: int, modules: dict[str, ModuleType], tmp_path: Path
) -> None:
    """A policy with any weights chooses the same in a batch and as a bot."""
    arena = modules["train"].Arena(open_game(game), seats, 4)
    batch = arena.batch
    batch.reset(7)
    policy = modules["policy"].Policy(len(batch.features), batch.ids, 8, arena.unit)
    policy.weights["head"] += np.random.default_rng(1).normal(size=(batch.ids, 9)).astype(np.float32)
    policy.save(tmp_path / "weights.npz")
    policy = modules["policy"].Policy.load(tmp_path / "weights.npz")
    bot = modules["learned_bot"].LearnedBot(game, tmp_path / "weights.npz")
    rows, rules = np.arange(4), batch.game.rules()
    for _ in range(20):
        asked = arena.asked(rows)
        chosen = asked.moves[rows, policy.likings(asked).argmax(axis=1)]
        for row in rows:
            known = CorePosition(rules, rules.restore(batch.positions[row].tobytes()))
            assert bot(rollwright.Position(batch.game, known, int(batch.seat[row]))).id == chosen[row]
        batch.step(chosen)


def positions(modules: dict[str, ModuleType], game: str, seats: int, steps: int, count: int) -> Any:
    """Return a batch of games of the guide after some steps, in all of which somebody has a choice."""
    batch = modules["train"].Arena(open_game(game), seats, count).batch
    batch.reset(7)
    for _ in range(steps):
        batch.step(batch.guide())
    while (batch.counts < 2).any():
        batch.step(batch.guide())
    return batch


@pytest.mark.parametrize(("game", "seats"), [(GAME, 1), ("starcraft", 2)])
def test_a_pair_is_played_on_with_the_same_luck(
    game: str, seats: int, modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a move gains on itself is nothing; what it gains on another one is what the other one loses."""
    gains = modules["pairs"].gains
    batch = positions(modules, game, seats, 25, 6)
    roots, asked = batch.positions.copy(), batch.seat.copy()
    first, second = batch.legal[:, 0], batch.legal[np.arange(6), batch.counts - 1]
    pair, turned, twice = (np.stack(each, axis=1) for each in ((first, second), (second, first), (second, second)))
    gained = gains(batch.game, roots, asked, pair, 5)
    assert gained.any()
    assert (gained == -gains(batch.game, roots, asked, turned, 5)).all()
    assert not gains(batch.game, roots, asked, twice, 5).any()
    assert (gained != gains(batch.game, roots, asked, pair, 500)).any(), "other dice"
    assert (roots == batch.positions).all()
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    assert (gained[:2] == gains(open_game(game), roots[:2], asked[:2], pair[:2], 5)).all()


def test_a_lead_is_that_over_the_best_other_seat(modules: dict[str, ModuleType]) -> None:
    pairs, batch = modules["pairs"], positions(modules, "starcraft", 3, 60, 4)
    lead = batch.game.bind(pairs.lead, False)
    rules = batch.game.rules(False)
    for position in batch.positions:
        scores = [rules.score(position, seat) for seat in range(3)]
        assert len(set(scores)) > 1
        for seat in range(3):
            assert lead(position, seat) == scores[seat] - max(scores[:seat] + scores[seat + 1 :])


def test_a_policy_learns_what_the_pairs_tell(modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    """Were moves with even numbers better by a point than those with odd ones, it would hope for that and make them."""
    advantages = modules["advantages"]

    def gains(game: Any, roots: Any, seats: Any, pairs: Any, first_seed: int) -> Any:
        assert len(roots) == len(seats) == len(pairs)
        return ((pairs[:, 0] % 2).astype(np.float32) - pairs[:, 1] % 2).astype(np.float32)

    monkeypatch.setattr(advantages, "gains", gains)
    plan = advantages.Plan(hidden=4, games=32, rows=64, rate=0.02, epochs=20)
    asking = advantages.Asking("starcraft", 2, 1, plan)
    tried, games = asking.ask(800, 1.0)
    assert games % 32 == 0
    assert (tried.pairs.moves[:, 0] != tried.pairs.moves[:, 1]).all()
    assert tried.pairs.is_move.all()
    assert not tried.pairs.clues[:, advantages.FAVOURITE, -1].any(), "first the guide's favourite"
    asking.tried.append(tried)
    asking.learn()
    fresh, games = asking.ask(200, 0)
    hopes = advantages.hopes_of(asking.policy, fresh.pairs) * asking.spread
    assert (hopes > 0).all(), "asked is where the policy leaves the guide"
    assert (hopes > 0.7).sum() > 100
    assert fresh.gained[hopes > 0.7].mean() > 0.9
    assert (fresh.gained < 0).mean() < 0.05
    margin, gain = asking.choose_margin(fresh, games * 2)
    assert 0 <= margin < 0.8
    assert gain >= fresh.gained.sum() / (games * 2)


def test_a_margin_keeps_the_policy_with_the_guide(modules: dict[str, ModuleType]) -> None:
    """What pays only where much is hoped for is done only there."""
    advantages, policy = modules["advantages"], modules["policy"]
    asking = advantages.Asking(GAME, 1, 1, advantages.Plan(hidden=2, games=2))
    asking.policy.weights["trust"] = np.array([-1, 0, 0], np.float32)
    lacks = np.log1p(np.arange(50) / 100).astype(np.float32)
    clues = np.zeros((50, 2, 3), np.float32)
    clues[:, 1, 0], clues[1:, 1, 2] = lacks, 1
    size = len(asking.policy.weights["layer"])
    pairs = policy.Asked(np.zeros((50, size), np.float32), np.ones((50, 2), int), clues, np.ones((50, 2), bool))
    gained = np.where(lacks > 0.2, 3, -1).astype(np.float32)
    margin, gain = asking.choose_margin(advantages.Tried(pairs, gained), 10)
    assert margin == pytest.approx(0.2)
    assert gain == pytest.approx((3 * (lacks > 0.2).sum() - 1) / 10), "the tied one is left to the liking"
    assert ((advantages.hopes_of(asking.policy, pairs)[1:] > 0) == (gained[1:] > 0)).all()


def test_a_policy_that_never_leaves_the_guide_has_nothing_to_check(modules: dict[str, ModuleType]) -> None:
    asking = modules["advantages"].Asking("starcraft", 2, 1, modules["advantages"].Plan(hidden=2, games=2))
    checked, games = asking.ask(5, 0)
    assert (len(checked), games) == (0, 6)
    assert asking.choose_margin(checked, games) == (0, 0)


@pytest.mark.parametrize(("game", "seats"), [(GAME, 1), ("starcraft", 2)])
def test_the_same_seed_learns_the_same_from_pairs(game: str, seats: int, modules: dict[str, ModuleType]) -> None:
    advantages = modules["advantages"]
    heads = []
    for seed in (1, 1, 2):
        asking = advantages.Asking(game, seats, seed, advantages.Plan(hidden=4, games=8, rows=64, epochs=2))
        for heat in asking.plan.heats:
            asking.tried.append(asking.ask(60, heat)[0])
            asking.learn()
        heads.append(asking.policy.weights["head"])
    assert heads[0].any()
    assert (heads[0] == heads[1]).all()
    assert (heads[0] != heads[2]).any()


@pytest.mark.parametrize(("game", "seats"), [(GAME, 1), ("starcraft", 2)])
def test_measuring_in_parts_changes_nothing(
    game: str, seats: int, modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    train, opened = modules["train"], open_game(game)
    policy = modules["policy"].Policy(len(opened.features(seats)), opened.moves.size, 4)
    policy.weights["head"] += np.random.default_rng(1).normal(size=policy.weights["head"].shape).astype(np.float32)
    whole = train.measure(policy, game, seats, 20)
    monkeypatch.setattr(train, "PART", 7)
    for name, estimate in train.measure(policy, game, seats, 20).items():
        assert estimate == pytest.approx(whole[name])


def untrained(game: str, seats: int, policy: ModuleType, path: Path) -> Path:
    """Write weights that fit a game, as if they were learned."""
    opened = open_game(game)
    made = policy.Policy(len(opened.features(seats)), opened.moves.size, 4)
    made.weights["head"] += np.random.default_rng(1).normal(size=made.weights["head"].shape).astype(np.float32)
    made.save(path)
    return path


TRAVELS = """
import sys
from pathlib import Path

import rollwright
from learned_bot import LearnedBot

if __name__ == "__main__":
    bot = LearnedBot(sys.argv[1], Path("weights.npz"))
    Path("weights.npz").unlink()
    here, there = (rollwright.simulate(sys.argv[1], 4, bot, workers=workers, progress=False) for workers in (1, 2))
    assert here.halves.tobytes() == there.halves.tobytes()
    assert here.player == there.player == "learned"
"""


@pytest.mark.slow
def test_the_bot_goes_to_other_processes(modules: dict[str, ModuleType], tmp_path: Path) -> None:
    """Its module stands beside the script that uses it."""
    for each in ("learned_bot.py", "policy.py"):
        shutil.copy(LEARNING / each, tmp_path)
    untrained(GAME, 1, modules["policy"], tmp_path / "weights.npz")
    (tmp_path / "script.py").write_text(TRAVELS)
    ran = subprocess.run([sys.executable, "script.py", GAME], cwd=tmp_path, text=True, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr


REFUSED = [
    ("train.py", ["chess"], "There is no game called 'chess'"),
    ("train.py", [GAME, "--seats", "9"], "not 9."),
    ("train.py", [GAME, "--seats", "0"], "'0' is not a whole number from 1 on"),
    ("train.py", [GAME, "--minutes", "0"], "'0' is not a number above 0"),
    ("train.py", [GAME, "--minutes", "nan"], "'nan' is not a number above 0"),
    ("train.py", [GAME, "--measure", "1"], "'1' is not a whole number from 2 on"),
    ("train.py", [GAME, "--games", "-5"], "'-5' is not a whole number from 1 on"),
    ("train.py", [GAME, "--seed", "1000"], "'1000' is not a whole number from 0 on and below 1000"),
    ("advantages.py", ["chess"], "There is no game called 'chess'"),
    ("advantages.py", [GAME, "--seats", "9"], "not 9."),
    ("advantages.py", [GAME, "--pairs", "0"], "'0' is not a whole number from 1 on"),
    ("advantages.py", [GAME, "--rounds", "0"], "'0' is not a whole number from 1 on"),
    ("advantages.py", [GAME, "--seed", "1000"], "'1000' is not a whole number from 0 on and below 1000"),
    ("learned_bot.py", ["chess", "weights.npz"], "There is no game called 'chess'"),
    ("learned_bot.py", [GAME, "none.npz"], "There is no file none.npz: train.py or advantages.py writes one."),
    ("learned_bot.py", [GAME, "text.npz"], "text.npz does not hold weights that train.py or advantages.py wrote."),
    (
        "learned_bot.py",
        [GAME, "numbers.npz"],
        "numbers.npz does not hold weights that train.py or advantages.py wrote.",
    ),
    ("learned_bot.py", ["terminal_dispute", "weights.npz"], "These weights were not learned for Terminal Dispute."),
    ("learned_bot.py", [GAME, "weights.npz", "--games", "0"], "Play at least one game."),
]


@pytest.mark.parametrize(("script", "arguments", "sentence"), REFUSED, ids=lambda each: str(each)[:40])
def test_what_cannot_be_is_refused_in_a_sentence(
    script: str,
    arguments: list[str],
    sentence: str,
    modules: dict[str, ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    untrained(GAME, 1, modules["policy"], tmp_path / "weights.npz")
    (tmp_path / "text.npz").write_text("What is this?")
    np.savez(tmp_path / "numbers.npz", numbers=np.arange(3))
    monkeypatch.setattr(sys, "argv", [script, *arguments])
    with pytest.raises(SystemExit) as ended:
        modules[script.removesuffix(".py")].main()
    assert ended.value.code == 2
    assert f"{script}: error: " in (told := capsys.readouterr().err)
    assert sentence in told


@pytest.mark.slow
def test_the_command_writes_weights_with_which_a_bot_plays(tmp_path: Path, modules: dict[str, ModuleType]) -> None:
    ran = subprocess.run(
        [sys.executable, str(LEARNING / "train.py"), GAME, "--games", "1", "--measure", "4"],
        cwd=tmp_path, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"Learned from \d+ games .*\npoints [\d.]+ ± [\d.]+, guide ", ran.stdout), ran.stdout
    bot = modules["learned_bot"].LearnedBot(GAME, tmp_path / f"{GAME}.npz")
    table = rollwright.open(GAME, seed=5)
    while not table.over:
        move = bot(table.view(0))
        assert move in table.legal()
        table.play(move)
    duel = rollwright.duel(GAME, bot, "random", 4, progress=False)
    assert duel.share.mean == 1
    assert "learned" in duel.summary()
