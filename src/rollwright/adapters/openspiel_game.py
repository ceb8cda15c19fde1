"""Games for OpenSpiel, registered when this is imported: ``pyspiel.load_game("rollwright_tou_shi")``.

They are sequential: the lowest seat that is waited for acts, and every die is a chance node of its own. What a player
may know comes from the game's `conceal`. An action that is not legal raises a ValueError, as OpenSpiel's own games do,
and leaves the state as it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from rollwright.batch.single import result_of
from rollwright.core.contract import MOST_SIDES
from rollwright.core.errors import need
from rollwright.core.game import Game, open_game, playable_games
from rollwright.core.observation.encoder import bytes_of, observe
from rollwright.core.position import Position

need("open_spiel", "rl")

import pyspiel  # noqa: E402 - its absence is told above

PREFIX = "rollwright_"
PLAYERS, DEFAULT = "players", "default"
"""The parameter that every game has, and what the others say unless they are given."""
SEAT = "seat_"
"""Stands before a choice that is a number: OpenSpiel would not read it as text."""
ROLLS_PER_DECISION = 20
"""What the length of a game is bounded by: this many dice for every decision."""


def game_type(game: Game) -> "pyspiel.GameType":
    """Return what OpenSpiel must know of a game."""
    solo = game.seats[0] == 1
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if game.secrets
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if solo else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: game.quick_seats, **{option.name: DEFAULT for option in game.options}},
    )


def options_of(params: dict[str, Any]) -> dict[str, list[str]]:
    """Return the options that parameters say: one choice for the table, or one for each seat, with / between them.

    >>> options_of({"players": 2, "race": "zerg/terran", "leftovers": "default", "start": "seat_1"})
    {'race': ['zerg', 'terran'], 'start': ['1']}
    """
    return {
        name: [choice.removeprefix(SEAT) for choice in chosen.split("/")]
        for name, chosen in params.items()
        if name != PLAYERS and chosen != DEFAULT
    }


class RollwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a fixed number of players and fixed options."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        """Open a game; the parameter ``players`` is the number of seats, and each option is one, too."""
        params = params or {}
        self.game = open_game(name)
        self.seats = int(params.get(PLAYERS, self.game.quick_seats))
        self.game.check_seats(self.seats)
        self.options = self.game.setting(self.seats, options_of(params))
        low, high = self.game.score_bounds
        alone = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.moves.size,
            max_chance_outcomes=MOST_SIDES,
            num_players=self.seats,
            min_utility=low / 2 if alone else -1.0,
            max_utility=high / 2 if alone else 1.0,
            utility_sum=None if alone or self.game.seats[0] == 1 else 0.0,
            max_game_length=self.game.max_decisions,
        )
        super().__init__(game_type(self.game), info, params)
        self.features = self.game.features(self.seats)

    def new_initial_state(self) -> "RollwrightState":
        """Return the start of a game."""
        return RollwrightState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many dice a game rolls at most."""
        return ROLLS_PER_DECISION * self.game.max_decisions

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to make the same again: OpenSpiel's own way would forget what is held here."""
        return loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RollwrightObserver":
        """Return what writes observations."""
        if params:
            raise ValueError(f"Observations have no parameters; these were given: {params}")
        return RollwrightObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def loaded(text: str) -> RollwrightGame:
    """Return the game that OpenSpiel writes as this text; here, as importing this module registers the games."""
    game: RollwrightGame = pyspiel.load_game(text)
    return game


class RollwrightState(pyspiel.State):  # type: ignore[misc]
    """A position, and the faces of the dice that have fallen while others of the same roll are still due."""

    def __init__(self, game: RollwrightGame) -> None:
        """Begin a game."""
        super().__init__(game)
        self.seats = game.seats
        self._held = Held(game.game, Position.new(game.game, game.seats, game.options))
        self.faces: list[int] = []
        self.known = [b""] * game.seats
        """For each player a digest of all that it was shown when it decided, and of what it decided."""

    @property
    def position(self) -> Position:
        """The position, with all that is secret."""
        return self._held.position

    def current_player(self) -> int:
        """Return who acts: a player, chance, or nobody any more."""
        if self.position.dice_due:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = self.position.waiting
        return waiting[0] if waiting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces of the next die, counted from 0, and how likely they are."""
        sides = self.position.dice_due[len(self.faces)]
        return [(face, 1 / sides) for face in range(sides)]

    def _apply_action(self, action: int) -> None:
        self._check(action)
        if self.is_chance_node():
            self.faces.append(action + 1)
            if len(self.faces) == len(self.position.dice_due):
                self._held = Held(self._held.game, self.position.rolled(self.faces))
                self.faces = []
            return
        player = self.current_player()
        shown = self.known[player] + bytes(self.position.seen(player)) + action.to_bytes(4, "little")
        self.known[player] = sha256(shown).digest()
        self._held = Held(self._held.game, self.position.after(player, action))

    def _check(self, action: int) -> None:
        """Raise unless an action is legal: OpenSpiel itself asks nobody whether it is."""
        player = self.current_player()
        if player == pyspiel.PlayerId.TERMINAL:
            raise ValueError(f"The game is over: action {action} changes nothing.")
        if player == pyspiel.PlayerId.CHANCE:
            sides = self.position.dice_due[len(self.faces)]
            if not 0 <= action < sides:
                raise ValueError(f"A die with {sides} sides has the faces 0 to {sides - 1} here, not {action}.")
        elif action not in self.position.legal(player):
            raise ValueError(f"Action {action} is not legal for player {player} now: legal_actions() tells which are.")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return self._held.game.moves.text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.over

    def returns(self) -> list[float]:
        """Return the points alone; else 1 for a victory, less if it is shared, so that all add up to 0."""
        return result_of(self.position, self.seats) if self.is_terminal() else [0.0] * self.seats

    def seen(self, player: int) -> Position:
        """Return the position as a player may know it."""
        return self.position.seen(player)

    def __str__(self) -> str:
        """Return the position as text: its bytes, and the faces that have fallen."""
        return f"{bytes(self.position).hex()} {self.faces}"


@dataclass(frozen=True)
class Held:
    """A position of a game, which copies of a state share. OpenSpiel pickles it: as bytes, for records cannot be."""

    game: Game
    position: Position

    def __deepcopy__(self, _: Any) -> "Held":
        """Return the same: neither game nor position ever changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to make the same again."""
        return restored, (self.game.name, bytes(self.position))


def restored(name: str, data: bytes) -> Held:
    """Return the position of a game with these bytes."""
    game = open_game(name)
    return Held(game, Position(game.rules(), game.rules().restore(data)))


class RollwrightObserver:
    """Writes what a player may know of a state, as OpenSpiel's observers do."""

    def __init__(self, game: RollwrightGame, kind: Any) -> None:
        """Observe states of a game; with perfect recall also what was known before."""
        self._game = game
        self._observe = game.game.bind(observe)
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(len(game.features), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RollwrightState, player: int) -> None:
        """Write the numbers of the observation."""
        seen = state.seen(player).record
        self._observe(seen, bytes_of(seen), player, self._game.features.plan, self.tensor)

    def string_from(self, state: RollwrightState, player: int) -> str:
        """Return the observation as text: the bytes of the concealed position, and dice that have fallen."""
        before = f"{state.known[player].hex()} " if self._recalls else ""
        return f"{before}player {player} {bytes(state.seen(player)).hex()} {state.faces}"


def class_of(game: Game) -> type[RollwrightGame]:
    """Return the class of one game: OpenSpiel makes games by calling what was registered with their parameters.

    A class, and not a function: OpenSpiel keeps it beyond the end of the interpreter, where freeing a function crashes.
    """

    def __init__(self: RollwrightGame, params: dict[str, Any] | None = None) -> None:  # noqa: N807
        RollwrightGame.__init__(self, game.name, params)

    name = "".join(word.capitalize() for word in game.name.split("_")) + "Game"
    found = type(name, (RollwrightGame,), {"__init__": __init__, "__module__": __name__, "__doc__": game.title})
    globals()[name] = found  # where pickles of games look for it
    return found


def register() -> None:
    """Register every game that is not registered yet."""
    known: Sequence[str] = pyspiel.registered_names()
    for game in playable_games():
        if PREFIX + game.name not in known:
            pyspiel.register_game(game_type(game), class_of(game))


register()
