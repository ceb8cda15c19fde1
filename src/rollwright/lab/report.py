"""The report on the bots, as a page: what each player scores alone, how its games end, who beats whom, what is fair."""

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np

from rollwright.bots.crew import Crew
from rollwright.bots.levels import LEVELS
from rollwright.core.game import Game
from rollwright.lab.balance_page import balance_page
from rollwright.lab.scores import Estimate, deviation, distribution
from rollwright.lab.settings import count_settings, in_turn
from rollwright.lab.simulate import Simulation
from rollwright.lab.strength import Plan, Progress, Strength, measure
from rollwright.lab.tables import mean_cells, percent, share_cells, table

QUARTERS = (0.25, 0.5, 0.75)


def report(
    games: Sequence[Game], plan: Plan, seed: int, *, workers: int | None = None, progress: Progress = lambda text: None
) -> str:
    """Measure these games and return what was found, as a page."""
    with Crew(workers) as crew:
        found = [measure(crew, game, plan, seed, progress) for game in games]
    levels = ", ".join(f"{level.name} {level.playouts:,}" for level in LEVELS.values())
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    head = (
        "# How strong the bots are\n\n"
        f"Written by `make report` on {date.today().isoformat()}, on a machine with {machine}. Seed {seed}: all bots "
        "meet the same dice, and the same seed and counts give the same numbers anywhere; bots take all the time they "
        f"need. What a player does alone, `rollwright sim GAME --player PLAYER --games GAMES --seed {seed}` finds "
        "again, with `--option NAME=VALUE` for a setting.\n\n"
        f"Levels are playouts for a decision: {levels}. `random` makes any legal move. Behind each mean or share of "
        "wins stands the interval that holds the true one 19 times in 20. Quartiles are the points that a quarter, a "
        "half and three quarters of the games do not pass.\n"
    )
    return head + "".join("\n".join(_page(each)) + "\n" for each in found)


def _page(found: Strength) -> list[str]:
    lines = [f"\n## {found.game.title}", *_settings_played(found)]
    for setting, players in found.alone.items():
        lines += [f"\n### Alone, {setting}" if setting else "\n### Alone", *_alone(players)]
    if found.wins:
        few = found.game.seats[0]
        lines += [f"\nGames won against random players, {few} seats, on each seat in turn{_going_round(found, few)}:\n"]
        rows = ([name, *share_cells(won)] for name, won in found.wins.items())
        lines += [*table(["player", "games", "won", "95%"], rows), *_endings(found.endings)]
    if found.duels:
        lines += ["\n### Against each other"] if found.alone else []
        swapped = f"Two seats, all dice played twice with seats swapped{_going_round(found, 2)}"
        lines += [f"\n{swapped}; a tie is half a win:\n"]
        lines += table(
            ["players", "games", "first wins", "95%", "ahead by", "95%"],
            (
                [f"{one} against {other}", *share_cells(won), *mean_cells(ahead)]
                for (one, other), (won, ahead) in found.duels.items()
            ),
        )
    return lines + balance_page(found)


def _settings_played(found: Strength) -> list[str]:
    """Say which settings a player tries alone, if there are too many for all."""
    possible = count_settings(found.game.options, 1)
    if len(found.alone) in (0, possible):
        return []
    return [
        f"\nOf the {possible:,} settings for a player alone, {len(found.alone)} were played: the one a table begins "
        "with, and others that change one option of it."
    ]


def _going_round(found: Strength, seats: int) -> str:
    """Say what becomes of the choices of the seats, if there are any."""
    rounds = len(in_turn(found.game.options, seats))
    names = [option.name for option in found.game.options if option.per_seat]
    if rounds == 1:
        return ""
    return f", {' and '.join(names)} staying with the seat and going round all {rounds} ways to choose"


def _alone(players: Mapping[str, Simulation]) -> list[str]:
    """Tell what players scored alone, how their scores are spread, and how their games ended."""
    points = {player: games.points[:, 0] for player, games in players.items()}
    rows = []
    for player, values in points.items():
        quartiles = " / ".join(f"{value:g}" for value in np.quantile(values, QUARTERS, method="inverted_cdf"))
        mean = mean_cells(Estimate.of_mean(values))
        rows.append([player, f"{len(values):,}", *mean, f"{deviation(values):.1f}", quartiles, f"{values.max():g}"])
    spread = [
        [name, *(percent(part, len(values)) for part, values in zip(counts, points.values(), strict=True))]
        for name, counts in distribution(list(points.values()))
    ]
    head = ["player", "games", "mean", "95%", "standard deviation", "quartiles", "best"]
    return [
        "\nPoints:\n",
        *table(head, rows),
        "\nHow the points are spread, in percent of a player's games:\n",
        *table(["points", *points], spread),
        *_endings({player: games.endings for player, games in players.items()}),
    ]


def _endings(endings: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Tell how the games of each player ended, the usual endings first; nothing, if the game cannot say it."""
    games = {player: sum(counts.values()) for player, counts in endings.items()}
    if not any(games.values()):
        return []
    ways = {way for counts in endings.values() for way in counts}

    def usual(way: str) -> tuple[float, str]:
        return -sum(counts.get(way, 0) / max(1, games[player]) for player, counts in endings.items()), way

    rows = []
    for way in sorted(ways, key=usual):
        parts = [(counts.get(way, 0), games[player]) for player, counts in endings.items()]
        rows.append([way, *(f"{percent(part, whole)} ({part:,})" if part else "-" for part, whole in parts)])
    lead = "\nHow games ended, in percent of a player's games and, in brackets, in games:\n"
    return [lead, *table(["ending", *(f"{player}, of {whole:,}" for player, whole in games.items())], rows)]
