"""A policy that starts as the game's guide and learns where to leave it, and a value; NumPy alone.

The policy gives each legal move a number, and the greatest is played::

    -trust . (what the guide has against the move) + head[move] . hidden(observation)

The head begins with zeros, so that the first choice is the guide's. `hidden` is one layer with ReLU. The value has a
layer of its own, and estimates what the game will be worth to the seat that is asked.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
"""32-bit numbers; NumPy does not say what comes of computing with them."""
Ints = NDArray[Any]

TRUST = (3.0, 2.0, 1.0)
"""How much each of the guide's clues counts at first: its choice is the likeliest, and moves close to it are tried."""
CANDIDATES = 16
"""So many moves are looked at: those that the guide likes best."""
NEVER = np.float32(-1e9)


@dataclass
class Asked:
    """Decisions: what each seat sees, which moves it may choose from, and what the guide has against them."""

    seen: Floats
    """One row a decision: the observation."""
    moves: Ints
    """The ids of the moves; where there are fewer, the rest of a row means nothing."""
    clues: Floats
    """What the guide has against each move: 0 for its favourites. See `clues_of`."""
    is_move: NDArray[np.bool_]
    """Which entries of the row are moves."""

    @classmethod
    def of(cls, seen: Floats, moves: Ints, counts: Ints, weights: Ints, unit: float) -> "Asked":
        """Take them as a batch of games shows them."""
        most = max(int(counts.max(initial=1)), 1)
        moves, weights, is_move = moves[:, :most], weights[:, :most], np.arange(most) < counts[:, None]
        if most > CANDIDATES:
            known = np.where(is_move, weights, np.iinfo(np.int64).min)
            best = np.argpartition(known, most - CANDIDATES, axis=1)[:, most - CANDIDATES :]
            moves, weights = np.take_along_axis(moves, best, axis=1), np.take_along_axis(weights, best, axis=1)
            is_move = np.take_along_axis(is_move, best, axis=1)
        return cls(seen.copy(), moves.copy(), clues_of(weights, is_move, unit), is_move)

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.seen)

    def __getitem__(self, rows: Any) -> "Asked":
        """Return some of the decisions."""
        return Asked(self.seen[rows], self.moves[rows], self.clues[rows], self.is_move[rows])


def clues_of(weights: Ints, is_move: NDArray[np.bool_], unit: float) -> Floats:
    """Tell the guide's weights in three ways, as their scale differs from game to game and from question to question.

    What a move lacks to the favourite: as a logarithm, in units; as a part of what the worst candidate lacks; and
    whether it lacks anything at all.
    """
    low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    best = np.where(is_move, weights, low).max(axis=1, keepdims=True)
    worst = np.where(is_move, weights, high).min(axis=1, keepdims=True)
    lacks = np.where(is_move, best - weights, 0)
    return np.stack([np.log1p(lacks / unit), lacks / np.maximum(best - worst, 1), lacks > 0], axis=2).astype(np.float32)


def joined(parts: list[Asked]) -> Asked:
    """Put decisions together; rows are made as long as the longest."""
    most = max(part.moves.shape[1] for part in parts)

    def wide(array: NDArray[Any]) -> NDArray[Any]:
        return np.pad(array, [(0, 0), (0, most - array.shape[1]), (0, 0)][: array.ndim])

    return Asked(
        np.concatenate([part.seen for part in parts]),
        *(np.concatenate([wide(getattr(part, name)) for part in parts]) for name in ("moves", "clues", "is_move")),
    )


class Policy:
    """The policy and the value, with what is needed to learn both."""

    def __init__(self, size: int, ids: int, hidden: int = 64, unit: float = 1.0, seed: int = 0) -> None:
        """Start as the guide; `size` is that of an observation, and `ids` counts the ids that a move can have."""
        random = np.random.default_rng(seed)

        def layer() -> Floats:  # wider than for dense inputs: most numbers of an observation are 0
            weights: Floats = (random.standard_normal((size, hidden)) * np.sqrt(2 / np.sqrt(size))).astype(
                np.float32
            ) / 2
            return weights

        self.unit = unit
        self.weights: dict[str, Floats] = {
            "trust": np.array(TRUST, np.float32),
            "layer": layer(), "bias": np.zeros(hidden, np.float32), "head": np.zeros((ids, hidden + 1), np.float32),
            "value_layer": layer(), "value_bias": np.zeros(hidden, np.float32),
            "value_head": np.zeros(hidden + 1, np.float32),
        }  # fmt: skip

    def save(self, path: Path) -> None:
        """Write what a bot needs, in half precision."""
        kept: dict[str, Any] = {name: self.weights[name].astype(np.float16) for name in ("layer", "bias", "head")}
        kept |= {"unit": np.float64(self.unit), "trust": self.weights["trust"]}
        np.savez_compressed(path, allow_pickle=False, **kept)

    @classmethod
    def load(cls, path: Path) -> "Policy":
        """Read what was saved: the policy, with a value that knows nothing."""
        try:
            with np.load(path) as file:
                kept = {name: file[name] for name in ("trust", "layer", "bias", "head", "unit")}
        except FileNotFoundError:
            raise FileNotFoundError(f"There is no file {path}: train.py or advantages.py writes one.") from None
        except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as fault:
            raise ValueError(f"{path} does not hold weights that train.py or advantages.py wrote.") from fault
        size, hidden = kept["layer"].shape
        policy = cls(size, len(kept["head"]), hidden, float(kept.pop("unit")))
        policy.weights |= {name: each.astype(np.float32) for name, each in kept.items()}
        return policy

    def likings(self, asked: Asked) -> Floats:
        """Return the number of each move; NEVER where there is none."""
        return self._forward(asked)[0]

    def values(self, seen: Floats) -> Floats:
        """Return what each game will be worth to who is asked."""
        return _with_one(self._layer(seen, "value_")) @ self.weights["value_head"]

    def _layer(self, seen: Floats, which: str = "") -> Floats:
        layer: Floats = np.maximum(seen @ self.weights[which + "layer"] + self.weights[which + "bias"], 0)
        return layer

    def _forward(self, asked: Asked) -> tuple[Floats, Floats, Ints, Ints]:
        """Return the likings, the hidden layer, the ids that occur, and where among them each move is."""
        hidden = _with_one(self._layer(asked.seen))
        places = np.zeros(len(self.weights["head"]), np.int64)
        places[asked.moves] = 1
        occur = np.flatnonzero(places)
        places[occur] = np.arange(len(occur))
        place = places[asked.moves]
        learned = np.take_along_axis(hidden @ self.weights["head"][occur].T, place, axis=1)
        likings = learned - asked.clues @ self.weights["trust"]
        return np.where(asked.is_move, likings, NEVER), hidden, occur, place

    def gradients(
        self, asked: Asked, chosen: Ints, before: Floats, gained: Floats, worth: Floats, clip: float
    ) -> dict[str, Floats]:
        """Return where to go: PPO's clipped objective for the policy, the square error for the value.

        `before` is the logarithm of the probability with which a move was chosen, and `gained` what it gained.
        """
        rows = np.arange(len(asked))
        likings, hidden, occur, place = self._forward(asked)
        chances = softmax(likings)
        ratio = np.exp(np.log(chances[rows, chosen] + 1e-12) - before)
        is_free = np.where(gained > 0, ratio < 1 + clip, ratio > 1 - clip)
        pull = np.where(is_free, ratio * gained, 0).astype(np.float32) / len(asked)
        push = -chances * pull[:, None]
        push[rows, chosen] += pull  # the gradient of the objective by the likings
        push[~asked.is_move] = 0
        seen_value = _with_one(self._layer(asked.seen, "value_"))
        error = (worth - seen_value @ self.weights["value_head"]) / len(asked)
        back_value = (error[:, None] * self.weights["value_head"][:-1]) * (seen_value[:, :-1] > 0)
        return self._back(asked, push, hidden, occur, place) | {
            "value_layer": asked.seen.T @ back_value, "value_bias": back_value.sum(axis=0),
            "value_head": seen_value.T @ error,
        }  # fmt: skip

    def towards(self, pairs: Asked, gained: Floats) -> dict[str, Floats]:
        """Return where to go so that of two moves the second is liked more by what it gained: the square error."""
        likings, hidden, occur, place = self._forward(pairs)
        error = ((gained - likings[:, 1] + likings[:, 0]) / len(pairs)).astype(np.float32)
        return self._back(pairs, np.stack([-error, error], axis=1), hidden, occur, place)

    def _back(self, asked: Asked, push: Floats, hidden: Floats, occur: Ints, place: Ints) -> dict[str, Floats]:
        """Return the gradients of the policy's weights by those of the likings."""
        rows = np.arange(len(asked))
        by_id = np.zeros((len(asked), len(occur)), np.float32)
        # Entries that are no move may have the place of a move: those of the moves are written last.
        by_id[np.broadcast_to(rows[:, None], place.shape)[asked.is_move], place[asked.is_move]] = push[asked.is_move]
        head = np.zeros_like(self.weights["head"])
        head[occur] = by_id.T @ hidden
        back = (by_id @ self.weights["head"][occur])[:, :-1] * (hidden[:, :-1] > 0)
        return {
            "trust": -np.einsum("rm,rmc->c", push, asked.clues),
            "layer": asked.seen.T @ back, "bias": back.sum(axis=0), "head": head,
        }  # fmt: skip


class Adam:
    """Steps along gradients, each weight at its own pace."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """Start at rest."""
        self.weights = weights
        self.first = {name: np.zeros_like(each) for name, each in weights.items()}
        self.second = {name: np.zeros_like(each) for name, each in weights.items()}
        self.steps = 0

    def step(self, gradients: dict[str, Floats], rate: float) -> None:
        """Go uphill."""
        self.steps += 1
        pace = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            self.weights[name] += np.float32(pace) * self.first[name] / (np.sqrt(self.second[name]) + np.float32(1e-8))


def softmax(likings: Floats) -> Floats:
    """Return the probability of each entry of a row."""
    powers = np.exp(likings - likings.max(axis=1, keepdims=True))
    chances: Floats = powers / powers.sum(axis=1, keepdims=True)
    return chances


def _with_one(hidden: Floats) -> Floats:
    """Return rows with a one behind them, so that a head has a bias."""
    return np.concatenate([hidden, np.ones((len(hidden), 1), np.float32)], axis=1)
