"""Whole games between bots, in processes beside this one: the same seeds give the same games on any machine."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from math import inf
from random import Random

import numpy as np

from rollwright.bots.levels import LEVELS, choose
from rollwright.bots.search import advise, favourite
from rollwright.bots.thinkers import Thinkers
from rollwright.core.dice import RollCounter, SeededDice
from rollwright.core.game import Game, open_game
from rollwright.core.position import Position
from rollwright.lab.report.endings import Endings, deed_teller, ending_teller, places_at_end, starts_at_end
from rollwright.lab.simulate import Simulation

GUIDE = 0
"""A player that makes no playouts: it follows what the game prefers, which is what guides the playouts of others."""

RANDOM = "random"
"""A player that makes any legal move."""

PLAYERS = (RANDOM, *LEVELS)
"""All players that have a name, weakest first."""

Player = str | int
"""Who can be put on a seat: a player with a name, or one that thinks for so many guided playouts about each move."""

Setting = Mapping[str, str | Sequence[str]]
"""Options of a table; those that are not named are as a table begins with."""

SEEDS = 1_000_000_000
"""How far the games of one simulation's seed lie from those of the next."""

AT_ONCE = 2
"""How many games a worker is given at a time: few, as the others wait for the last one to finish ..."""

FEW = 100
"""... and one if there are no more than this many, as those who play few think long."""


@dataclass(frozen=True)
class Run:
    """So many games of one setting, whose dice follow from a seed."""

    games: int
    seed: int
    setting: Setting = field(default_factory=dict)


@dataclass(frozen=True)
class Seating:
    """A game to be played: who sits where, on which dice, and what was chosen."""

    players: Sequence[Player]
    seed: int
    setting: Setting = field(default_factory=dict)


@dataclass(frozen=True)
class Match:
    """A game that was played: who sat where, and what came out, a number a seat."""

    players: tuple[Player, ...]
    seed: int
    halves: list[int]
    ties: list[int]
    decisions: int
    ending: str = ""
    """How it ended, in English, if the game can say it."""
    places: tuple[int, ...] = ()
    """Each seat's place in the order of play, 0 for who began, if the game can say it."""
    deeds: tuple[Counter[str], ...] = ()
    """How often each seat did what kind of thing, in English, if the game can say it."""
    starts: tuple[str, ...] = ()
    """What each seat began with, in English, if the game can say it."""

    def share(self, seat: int) -> float:
        """Return a seat's part of the victory: 1 alone, a half with another, 0 if somebody was better."""
        results = list(zip(self.halves, self.ties, strict=True))
        return (results[seat] == max(results)) / results.count(max(results))


def play_match(
    game: Game,
    players: Sequence[Player],
    seed: int,
    setting: Setting | None = None,
    watch: Callable[[bytes, int], None] = lambda view, seat: None,
) -> Match:
    """Play a game with these players on its seats; the dice follow from the seed alone, whoever plays, and no clock.

    `watch` is told what each bot is asked: what it may know of the position, and its seat.
    """
    seats = len(players)
    position = Position.new(game, seats, setting)
    source, rolls = SeededDice(seed), RollCounter()
    random, decisions = Random(seed), 0
    tell_deed, deeds = deed_teller(game), tuple(Counter[str]() for _ in players)
    while True:
        if roll := position.next_roll(rolls):
            rolls.count(roll)
            position = position.rolled(source.faces(roll))
            continue
        waiting = position.waiting
        if not waiting:
            break
        seat = waiting[0]
        if players[seat] == RANDOM:
            move = random.choice(position.legal(seat))
        else:
            view = bytes(position.seen(seat))
            watch(view, seat)
            move = _think(game, view, seat, players[seat], seed * seats + seat)
        if tell_deed and (deed := tell_deed(position.record, seat, move)):
            deeds[seat][deed] += 1
        position = position.after(seat, move)
        decisions += 1
    halves = [position.score(seat) for seat in range(seats)]
    ties = [int(position.rules.tiebreak(position.record, seat)) for seat in range(seats)]
    tell = ending_teller(game)
    return Match(
        tuple(players),
        seed,
        halves,
        ties,
        decisions,
        ending=tell(position.record) if tell else "",
        places=places_at_end(game, position.record),
        deeds=deeds if tell_deed else (),
        starts=starts_at_end(game, position.record),
    )


def _think(game: Game, view: bytes, seat: int, player: Player, seed: int) -> int:
    """Return the move that a bot makes, which takes all the time it needs."""
    if player == GUIDE:
        return _favourite(game, view, seat, seed)
    if isinstance(player, int):
        return advise(game, view, seat, player, seed).move
    return choose(game, view, seat, player, seed, seconds=inf).move


def _favourite(game: Game, view: bytes, seat: int, seed: int) -> int:
    """Return the move that a game's own guide likes best, any one of equals."""
    rules = game.rules()
    position, moves = rules.restore(view), np.zeros(rules.max_moves, np.int64)
    count = int(rules.legal(position, seat, moves))
    start = int.from_bytes(sha256(f"{seed}/{seat}/".encode() + view).digest()[:8], "big") % count
    return int(game.bind(favourite)(position, seat, moves, count, start))


def play_matches(
    thinkers: Thinkers, game: Game, seatings: Sequence[Seating], progress: Callable[[int], None] = lambda done: None
) -> list[Match]:
    """Play a game for each of the seatings and return them in the same order."""
    size = AT_ONCE if len(seatings) > FEW else 1
    parts = [seatings[first : first + size] for first in range(0, len(seatings), size)]
    asked = [thinkers.ask(_play_part, game.name, part) for part in parts]
    played: list[Match] = []
    for each in asked:
        played += each.result()
        progress(len(played))
    return played


def _play_part(name: str, seatings: Sequence[Seating]) -> list[Match]:
    game = open_game(name)
    return [play_match(game, each.players, each.seed, each.setting) for each in seatings]


def endings_of(played: Iterable[Match]) -> Endings:
    """Count how these games ended, if their game can say it."""
    return Counter(match.ending for match in played if match.ending)


def play_bots(
    thinkers: Thinkers,
    game: Game,
    player: str,
    seats: int,
    runs: Sequence[Run],
    progress: Callable[[int], None] = lambda done: None,
) -> list[Simulation]:
    """Let a crew play games with the same level of bot on every seat and return what came out of each run.

    All runs are played at once, so that nobody waits for the last game of each.
    """
    thinkers.prepare(game.name).result()
    started = time.perf_counter()
    settings = [game.setting(seats, run.setting) for run in runs]
    seatings = [
        Seating([player] * seats, run.seed * SEEDS + number, setting)
        for run, setting in zip(runs, settings, strict=True)
        for number in range(run.games)
    ]
    played = iter(play_matches(thinkers, game, seatings, progress))
    seconds = time.perf_counter() - started
    return [
        _simulation(game, player, run, setting, list(islice(played, run.games)), seconds * run.games / len(seatings))
        for run, setting in zip(runs, settings, strict=True)
    ]


def _simulation(
    game: Game, player: str, run: Run, setting: dict[str, list[str]], played: Sequence[Match], seconds: float
) -> Simulation:
    """Return what came out of the games of a run."""
    seats = len(played[0].players)
    halves, ties = (
        np.array(rows, np.int64) for rows in zip(*((each.halves, each.ties) for each in played), strict=True)
    )
    decisions = sum(each.decisions for each in played)
    endings = endings_of(played)
    return Simulation(game, seats, run.games, run.seed, setting, decisions, seconds, halves, ties, endings, player)
